"""What units do when they are told, and how the enemy meets it."""
