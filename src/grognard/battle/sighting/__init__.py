"""What a seat may ask of the ground: who sees whom from place to place, what lies there, how far an enemy reaches."""
