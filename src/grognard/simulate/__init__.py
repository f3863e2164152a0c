"""Many battles: one process for each core, seeds dealt out in chunks."""
