"""Appendix A: formations and changes from one to another."""
