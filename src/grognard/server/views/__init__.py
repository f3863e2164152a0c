"""What a link may see and hear of a battle, and in which words."""
