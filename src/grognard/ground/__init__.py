"""The table: terrain, heights, line of sight, distance, arcs, footprints. Knows no rules."""
