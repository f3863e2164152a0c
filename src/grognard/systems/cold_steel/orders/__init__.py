"""Orders: the chits a unit may be given, drill, missions assigned, riders who bring them."""
