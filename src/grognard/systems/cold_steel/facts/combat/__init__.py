"""Facts of close combat: who fights whom, and what counts for each."""
