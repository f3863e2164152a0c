"""The turn, orders, initiative, standing orders, and the morale of brigades and armies."""
