"""The battle format, the bundled battles."""
