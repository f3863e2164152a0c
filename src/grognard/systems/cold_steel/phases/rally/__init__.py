"""The rally phase: who comes to his senses, whom the flight of others shakes, and who is gone for good."""

from __future__ import annotations

from grognard.battle.procedures import Steps
from grognard.kernel.checks import implements

from ...effects.morale import check_losses, check_neighbours, note_quarters
from ...maneuver import moves
from ...table.battlefield import Battlefield
from .dispersal import caught, disperse
from .rallying import disintegrate, rally_others, rally_routed

__all__ = ["play"]


@implements("CS-2d", "CS-5a")
def play(b: Battlefield) -> Steps[None]:
    """Routed units rally or melt away; broken ones rally, wavering ones if they are to; neighbours of those who flee
    check their morale; whoever was caught in flight disperses. Nobody checks twice."""
    # by where all stand as the phase begins: moves of this phase catch nobody
    doomed = caught(b)
    checked = rally_routed(b)
    # only those still running after their attempt lose stands (CS-5.5)
    crumbled = disintegrate(b)
    checked |= yield from rally_others(b, checked)
    checked |= check_neighbours(b, checked)
    yield from disperse(b, doomed, checked)
    if b.rules.tables.value("CS-5.5", "losses_check"):
        check_losses(b, [unit for unit in crumbled if unit not in checked])
    for unit in crumbled:  # there is no check for those who ran off, or there was one
        note_quarters(b, unit)
    moves.part(b)  # who ran into the midst of friends and rallied there
