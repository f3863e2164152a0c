"""The table: the state of a battle and all that can be read off it. Nothing here rolls dice or changes a battle."""
