"""The ground as it is now: works and buildings, obstacles, cover, what lies under a way, ways, ranges in an arc."""
