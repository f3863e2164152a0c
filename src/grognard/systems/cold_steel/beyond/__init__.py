"""Beyond the table (appendix C): forces that march, defend and screen off its edges, and when they arrive.

A force gets its orders (assigning), marches (marching), meets whoever is in its way (meeting), fights him if it must
(combat), takes the arrival test (arrival_test) and comes on in step 4a of the turn (phases.movement.arrivals). Who
marches off the table can be such a force too (leaving). Nobody else knows of it but by the cards (knowledge).
"""

from __future__ import annotations

from .assigning import ride_along
from .forces import muster
from .knowledge import EdgeCard, cards, own_forces
from .leaving import exits, marched_off

__all__ = ["EdgeCard", "cards", "exits", "marched_off", "muster", "own_forces", "ride_along"]
