"""What is kept of a battle: its record on disk, told again, answers as text, and where its seed comes from."""
