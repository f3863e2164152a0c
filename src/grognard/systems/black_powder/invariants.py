"""What must hold after every phase, whatever anybody answers. Words for a test to print; nothing if all is well."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, get_args

from grognard.miniatures.soundness import bad_values, complaints, on_ground

from .checks.troops.formations import FormationFacts
from .table.field import PowderField
from .table.state import Where
from .terms import BrigadeState, Formation, Zone

_WORDS: dict[str, frozenset[Any]] = {"where": frozenset(get_args(Where)), "formation": frozenset(get_args(Formation))}
_COUNTS = ("casualties", "moves", "moves_ordered", "hand_to_hand", "shooting")
PHASES = ("start", "initiative", "command", "shooting", "combat", "end")
PHASES_V2 = ("start", "initiative", "shooting", "command", "combat", "end")
"""By the draft on the turn (BP-SEQ-1)."""


def broken(b: PowderField) -> list[str]:
    """What does not hold, in words."""
    return complaints(b, CHECKS)


def legal_states(b: PowderField) -> Iterator[str]:
    """Words and numbers lie in their ranges, and nobody stands in a formation that his arm does not have."""
    for unit in b.world.units.values():
        yield from bad_values(unit, _WORDS, _COUNTS)
        facts = FormationFacts(arm=unit.arm, size=unit.size, formation=unit.formation)
        if b.rules["formation"].refusal(facts) is not None:
            yield f"{unit.id}: {unit.arm} in {unit.formation}"
        if not 0 <= unit.heading < 360:
            yield f"{unit.id}: heading {unit.heading}"
    if b.world.phase not in PHASES or b.world.turn < 1 or b.world.active not in b.seating.chain.sides:
        yield f"no such moment: turn {b.world.turn}, phase {b.world.phase}, {b.world.active} to move"


def strengths(b: PowderField) -> Iterator[str]:
    """Nobody keeps more casualties than stamina once tests are done; of who is gone it is known how (BP-STATE-1)."""
    for unit in b.world.units.values():
        if unit.where == "table" and unit.casualties > unit.stamina:
            yield f"{unit.id}: {unit.casualties} casualties of {unit.stamina}"
        if unit.where in ("lost", "left") and not unit.fate:
            yield f"{unit.id}: {unit.where}, nobody knows how"


def contacts(b: PowderField) -> Iterator[str]:
    """Those who fight are enemies who are there, near each other, and are written down once (BP-HTH-1)."""
    for name, each in b.world.contacts.items():
        if name != f"{each.charger}>{each.target}" or name != each.id:
            yield f"contact {name}: of {each.charger} and {each.target}"
        if each.face not in get_args(Zone):
            yield f"contact {name}: at the {each.face}"
        if not (b.here(each.charger) and b.here(each.target)):
            yield f"contact {name}: one of them is gone"
        elif b.unit(each.charger).side == b.unit(each.target).side:
            yield f"contact {name}: of friends"
        if f"{each.target}>{each.charger}" in b.world.contacts:
            yield f"contact {name}: written down twice"


def leaders(b: PowderField) -> Iterator[str]:
    """Staff ratings are 5 to 10, and who has joined a unit has joined one that is there (BP-CMD-1, BP-CMD-9)."""
    least, most = b.t.number("BP-CMD-1", "least"), b.t.number("BP-CMD-1", "most")
    for leader in b.world.leaders.values():
        if not least <= leader.staff <= most:
            yield f"{leader.id}: staff rating {leader.staff}"
        if leader.attached and (not b.here(leader.attached) or b.unit(leader.attached).side != leader.side):
            yield f"{leader.id}: with {leader.attached}, which is gone"


def brigades(b: PowderField) -> Iterator[str]:
    """Every unit is in one brigade of its side, which has a morale (BP-BRIG-1)."""
    for each in b.world.brigades.values():
        if each.morale not in get_args(BrigadeState):
            yield f"{each.id}: {each.morale}"
        for unit in each.units:
            if b.unit(unit).brigade != each.id or b.unit(unit).side != each.side:
                yield f"{unit}: not of {each.id}"


CHECKS: tuple[Callable[[PowderField], Iterator[str]], ...] = (
    legal_states,
    strengths,
    on_ground,
    contacts,
    leaders,
    brigades,
)
