"""What the rules ask about a moment: read off the table, nothing is changed."""
