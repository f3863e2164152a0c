"""Runs: a battle fought many times into a folder, which keeps every game that was finished."""
