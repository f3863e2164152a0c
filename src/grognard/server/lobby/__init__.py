"""What there is to play, before a battle has begun: systems, battles, rules and their maps."""
