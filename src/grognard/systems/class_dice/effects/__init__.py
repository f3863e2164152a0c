"""What changes by an event and is no decision."""
