"""Chapter 5: morale, rally, and what becomes of a unit after it."""
