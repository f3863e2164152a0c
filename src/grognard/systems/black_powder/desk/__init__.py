"""How decisions are asked of people."""
