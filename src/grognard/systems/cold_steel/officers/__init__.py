"""Missions: what a unit does each turn without its general (CS-3.3.1), and what fits its mission."""

from .defaults import default_missions
from .fitting import attacks, fits
from .kinds import follow, threat_to_ward
from .steering import steer

__all__ = ["attacks", "default_missions", "fits", "follow", "steer", "threat_to_ward"]
