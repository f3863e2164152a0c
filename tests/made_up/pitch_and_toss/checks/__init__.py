"""What coins and the weathercock settle."""
