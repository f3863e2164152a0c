"""Chapter 1 and appendix D: measures, ratings, deployment, cards, the roster."""
