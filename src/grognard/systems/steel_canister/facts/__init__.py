"""The facts of checks, read off the table: fire, steps, charges, melees."""
