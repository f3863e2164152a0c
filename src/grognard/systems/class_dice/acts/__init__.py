"""What units do, and how others answer it: marches, fire, skirmish combat, charges, local initiative."""
