"""Chapter 4: initiative checks and automatic orders."""
