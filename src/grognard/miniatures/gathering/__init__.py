"""How troops come to the table: mustered by ratings, set down at the beginning, arriving at an edge."""
