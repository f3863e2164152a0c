"""Whether a scenario makes sense: every problem that can be found, with the line it stands on."""
