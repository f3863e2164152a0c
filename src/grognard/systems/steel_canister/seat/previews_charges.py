"""Charges, and responses to them, before they are declared: the way, its price, its dice, how it may end."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.battle.events import Event
from grognard.battle.previews import records as pre

from ..facts.charge_odds import last_space, run_in, steps_of, stood
from ..facts.charges import charges
from ..facts.steps import MOST_AP, left
from ..table.field import Field
from .placing import own_unit, place
from .spreads import Spent, percent, price_of, tallies
from .threats import threats


def charging(b: Field, seat: str, unit: str, target: str) -> pre.Preview:
    """The way of a charge, step by step, what it may cost, and who fires at it before it strikes."""
    now = own_unit(b, seat, unit)
    path = charges(b, unit, left(now)).get(target) if now is not None else None
    if now is None or path is None:
        return pre.Preview()
    steps = steps_of(b, now, path)
    places = tuple(
        place(b, replace(now, space=space, facing=path.facing), cost=cost, dice=dice)
        for space, (cost, dice) in zip(path.spaces, (price_of(b, step) for step in steps), strict=True)
    )
    spread = run_in(b, now, path).map(lambda end: Spent(end.arrives, path.turning + end.paid))
    last = replace(now, space=last_space(now, path), facing=path.facing)
    turn = (pre.Penalty(rule="SC-1.2e", label="a turn before it", value=path.turning, of="points"),)
    made = pre.UnitPreview(
        unit=unit,
        places=places,
        moves=True,
        tallies=tallies(spread, left(now), most=MOST_AP),
        threats=threats(b, last, charged=target),
        penalties=turn if path.turning else (),
        rules=("SC-6.2", "SC-6.3"),
    )
    return pre.Preview(units=(made,))


def charger_of(b: Field, seat: str, target: str) -> str:
    """Who charges a unit just now, as its seat was told; nobody if it was not told who."""
    for entry in reversed(b.entries):
        # only in this very phase: an older charge is not the one that is asked about
        if type(entry) is Event and (entry.turn, entry.phase) != b.moment():
            return ""
        if type(entry) is Event and entry.kind == "charges" and entry.known_to(seat):
            told = entry.seen_by(seat).units
            return told.get("unit", "") if told.get("target") == target else ""
    return ""


def responding(b: Field, seat: str, unit: str, charger: str, option: str) -> pre.Preview:
    """How a response to a charge would go, by what is seen of the charger."""
    now, rider = own_unit(b, seat, unit), b.world.units.get(charger)
    path = charges(b, charger, left(rider)).get(unit) if rider is not None else None
    if now is None or rider is None or path is None:
        return pre.Preview()
    notes = tuple(f"{end}: {percent(chance)}" for end, chance in stood(b, rider, path, unit, option).items())
    return pre.Preview(units=(pre.UnitPreview(unit=unit, rules=("SC-6.3",)),), notes=notes)
