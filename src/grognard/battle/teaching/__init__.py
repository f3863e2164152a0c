"""Lessons judged: whether what a step waits for has come."""
