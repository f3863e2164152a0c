"""How a battle ends: the conditions of its scenario counted, who wins by them, and whether it goes on."""
