"""The artillery phase (CS-2f): all lay their guns, all fire at once, smoke, morale."""

from __future__ import annotations

from grognard.battle.procedures import Steps
from grognard.kernel.checks import implements

from ...effects import smoke
from ...effects.fire import after_fire
from ...facts.fire import laying
from ...table.battlefield import Battlefield
from .. import firing as decisions
from . import announcing, rockets, shelling, shooting
from . import restraint as holding


@implements("CS-2f", "CS-7.1g")
def play(b: Battlefield) -> Steps[None]:
    """The phase from beginning to end. Nothing that fire does is felt before every gun has fired."""
    # in a gale, before anybody aims: smoke of earlier turns is gone in this phase (CS-B.10c)
    smoke.blown_away(b)
    chances = laying.chances(b)
    attended = {unit: laying.legal(b, unit, chances[unit]) for unit in decisions.attended(b) if unit in chances}
    named = yield from decisions.designated(b, attended)
    laid = yield from holding.hold_fire(b, laying.lay(b, chances, named))
    for each in laid:
        if each.unit not in named:
            decisions.tell_overruled(b, each.unit, [each.target], chances[each.unit])
    # all targets are named before the first die, for who is aimed at fires worse (CS-7.2.2k)
    announcing.announce(b, laid)
    shots = shooting.fire(b, [each for each in laid if not laying.has_rockets(b, each.unit)])
    flights = rockets.launch(b, [each for each in laid if laying.has_rockets(b, each.unit)])
    # only now: whoever was hit first has fired with all his guns all the same (CS-7.1g)
    for shot in shots:
        shooting.strike(b, shot)
    shooting.scattered_hits(b, shots)
    burnt = [rockets.fall(b, flight) for flight in flights]
    # who had troops to fire at, or held his fire for a friend, does not turn on a card instead
    shelling.shell(b, [*chances, *(each.unit for each in laid)])
    shooting.lay_smoke(b, shots, [flight.unit for flight in flights])
    shelling.unmask(b)
    after_fire(b, [*shooting.struck(shots), *filter(None, burnt)], artillery_check=True)
