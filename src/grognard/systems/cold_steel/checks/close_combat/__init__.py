"""Chapter 9: close combat and what cavalry may do in it."""
