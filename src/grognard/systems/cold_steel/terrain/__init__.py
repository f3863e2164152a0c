"""Terrain by the dice of appendix B, made sensible."""
