"""What checks ask about a moment, read off the field."""
