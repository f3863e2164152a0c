"""Appendix B: terrain, weather, smoke."""
