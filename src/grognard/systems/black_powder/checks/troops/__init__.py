"""Units, their formations, skirmishers, squares and massed columns."""
