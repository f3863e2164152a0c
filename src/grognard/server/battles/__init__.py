"""Battles that are being played: in memory, brought back from disk, thought about by computers."""
