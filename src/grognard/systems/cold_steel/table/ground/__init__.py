"""The ground as it is now: works and buildings, obstacles, cover, places, ways, arcs."""
