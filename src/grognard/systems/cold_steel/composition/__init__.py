"""Units made up otherwise than the order of battle has them (CS-3.3.2.3c-e, i, s, v; CS-3.2l): thrown together,
divided, converged, dismounted, fitted into one formation, or with a flank company wheeled.

Whatever a unit is now that it was not on the roster stands in `World.raised` under its id, with whose men are in it; a
unit that went into another wholly is `joined`, and has no figures until it is itself again.
"""
