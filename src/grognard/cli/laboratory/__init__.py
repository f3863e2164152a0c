"""The verbs of the laboratory: many games, what-if, exact odds of sequences."""
