"""The sequence of a battle: the turn, who has the initiative in it, local initiative, and the end."""
