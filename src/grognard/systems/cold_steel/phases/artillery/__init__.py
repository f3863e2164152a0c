"""The artillery phase (CS-2f): all lay their guns, all fire at once, smoke, morale."""

from __future__ import annotations

from grognard.battle.events import Event
from grognard.battle.procedures import Steps
from grognard.kernel.checks import implements

from ...effects import smoke
from ...effects.fire import after_fire
from ...facts.fire import firing, laying
from ...table.battlefield import Battlefield
from ...table.log_text import UNSEEN, Tell
from .. import firing as decisions
from . import restraint as holding
from . import rockets, shelling, shooting


@implements("CS-2f", "CS-7.1g")
def play(b: Battlefield) -> Steps[None]:
    """The phase from beginning to end. Nothing that fire does is felt before every gun has fired."""
    smoke.blown_away(b)
    chances = laying.chances(b)
    attended = {unit: laying.legal(b, unit, chances[unit]) for unit in decisions.attended(b) if unit in chances}
    named = yield from decisions.designated(b, attended)
    laid = yield from holding.hold_fire(b, laying.lay(b, chances, named))
    laying.announce(b, laid)
    shots = shooting.fire(b, [each for each in laid if not laying.has_rockets(b, each.unit)])
    flights = rockets.launch(b, [each for each in laid if laying.has_rockets(b, each.unit)])
    for shot in shots:
        shooting.strike(b, shot)
    shooting.scattered_hits(b, shots)
    burnt = [rockets.fall(b, flight) for flight in flights]
    shelling.shell(b, [*chances, *(each.unit for each in laid)])
    shooting.lay_smoke(b, shots, [flight.unit for flight in flights])
    shelling.unmask(b)
    after_fire(b, [*shooting.struck(shots), *filter(None, burnt)], artillery_check=True)


def _name(b: Battlefield, event: Event, role: str) -> str:
    who = event.units.get(role, "")
    return b.name(who) if who else UNSEEN


def _cannonade(b: Battlefield, event: Event) -> str:
    v = event.values
    pieces = f"{v['pieces']} {v['piece']}" + ("s" if v["pieces"] > 1 else "")
    said = f"{_name(b, event, 'unit')} fires {pieces} at {_name(b, event, 'target')} at {v['paces']} paces"
    said += f": {firing.hits_in_words(v['hits'])}"
    if v.get("astray"):
        said += f", and {v['astray']} on its own {_name(b, event, 'friend')}"
    return said


def _graze(b: Battlefield, event: Event) -> str:
    v = event.values
    unit, target = _name(b, event, "unit"), _name(b, event, "target")
    return f"Round shot of {unit} bounds on to {target} at {v['paces']} paces: {firing.hits_in_words(v['hits'])}"


def _rocket(b: Battlefield, event: Event) -> str:
    v = event.values
    if v["flight"] == "explodes":
        return f"A rocket of {_name(b, event, 'unit')} explodes on its stand"
    where = f"falls beside {_name(b, event, 'struck')}" if "struck" in event.units else "falls on open ground"
    return f"A rocket of {_name(b, event, 'unit')} flies {v['flight']}, {v['paces']} paces, and {where}"


TELLS: dict[str, Tell] = {
    "laid": "",
    "pivots": "{unit} swings its guns round to bring {target} into their arc",
    "holds_fire": "{unit} holds its fire: {friend} is in the way",
    "cannonade": _cannonade,
    "graze": _graze,
    "rocket": _rocket,
    "smoke": "",
    "smoke_gone": "The gale blows the smoke away",
}
