"""What is drawn and printed: maps, later rosters and sheets."""
