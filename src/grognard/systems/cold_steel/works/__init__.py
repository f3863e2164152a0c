"""Works, buildings and boats in play: what engineers make, what burns, who crosses the water (chapter 3)."""
