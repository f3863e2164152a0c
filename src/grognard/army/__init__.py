"""Units, leaders, formations, orders of battle: what was there, not what it is worth."""
