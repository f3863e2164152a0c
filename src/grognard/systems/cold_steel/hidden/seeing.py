"""What stands on the table for hidden troops, and what the enemy learns of them: CS-1.6.3, CS-1.6.4."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from grognard.ground.shapes import distance
from grognard.ground.units import SUB, Point
from grognard.kernel.checks import implements
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.sources import NO_DICE

from ..checks.setting_up.deployment import FiguresAppearFacts, HidingCover, SightingFacts, SightingResult, within
from ..checks.setting_up.measures import reach
from ..table.battlefield import FAR, LONGEST, Battlefield
from ..table.state import Card, UnitState
from ..terms import Arm, zones

LEARNT = ("nothing", "number and type of units", "general identity and strength", "exact identity")
"""What the table of sightings lets the enemy know, the least first (CS-1.6.3a)."""
NOTHING, NUMBER, GENERAL, EXACT = range(4)
HIDING = frozenset(("light_woods", "heavy_woods", "village", "town", "building"))
"""Woods and towns: a small counter stands for the card there."""


class Reading(NamedTuple):
    """A card as the enemy sees it from where he is."""

    figures: bool = False
    learns: int = NOTHING
    nearest: int = FAR
    """Paces to the nearest enemy, seen or not."""
    seen_at: int = FAR
    """Paces to the nearest enemy with a line of sight."""
    by: str = ""
    """Who that is, else the nearest."""


class Near(NamedTuple):
    """The enemies about a unit."""

    nearest: int
    seen_at: int
    by: str


def units_of(b: Battlefield, card: str) -> list[UnitState]:
    """The units that a card stands for, in the order of the roster."""
    return [unit for unit in b.world.units.values() if unit.card == card and unit.where == "table"]


def read(b: Battlefield, card: Card, *, at_start: bool = False) -> Reading:
    """What the enemy makes of a card: the most that any unit on it shows."""
    if card.dummy:
        return _read_place(b, card, at_start=at_start)
    found = [read_unit(b, unit, at_start=at_start) for unit in units_of(b, card.id)]
    if not found:
        return Reading()
    # the nearest with a view; without any, the nearest
    closest = min(found, key=lambda each: (each.seen_at, each.nearest))
    return Reading(
        any(each.figures for each in found),
        max(each.learns for each in found),
        min(each.nearest for each in found),
        closest.seen_at,
        closest.by,
    )


@implements("CS-1.6.3a", "CS-1.6.3e", "CS-1.6.3f")
def read_unit(b: Battlefield, unit: UnitState, *, at_start: bool = False) -> Reading:
    """What the enemy makes of one unit: by line of sight, and of what is hidden by its distance alone."""
    near = _about(b, unit)
    cover, arm = _cover(b, unit), b.entry(unit.id).rated.arm
    # distance alone betrays something of troops whom nobody sees
    hidden = _sighted(b, near.nearest, arm, cover, seen=False, at_start=at_start)
    plain = _sighted(b, near.seen_at, arm, cover, seen=True, at_start=at_start) if near.seen_at < FAR else hidden
    learns = max(_rank(hidden), _rank(plain))
    # figures only for those in view: what is just near stays on its card
    return Reading(plain.on_table == "figures", learns, near.nearest, near.seen_at, near.by)


def _about(b: Battlefield, unit: UnitState) -> Near:
    """The nearest enemies of a unit, within the end of P0; farther off nobody sees more than a covered card."""
    units, far = b.world.units, reach(b.rules.tables, "P0")
    # sorted by distance, so that the first with a clear view is the nearest such
    foes = sorted(
        (paces, foe, clear) for paces, foe, clear in b.survey.around(unit.id, far) if units[foe].side != unit.side
    )
    if not foes:
        return Near(FAR, FAR, "")
    for paces, foe, clear in foes:
        if clear and (b.air.far_sighted or b.air.clear_enough(paces, unit.id, foe)):
            return Near(foes[0][0], paces, foe)
    # nobody sees it: the nearest is named for news and the like
    return Near(foes[0][0], FAR, foes[0][1])


def _cover(b: Battlefield, unit: UnitState) -> HidingCover:
    """Whether it is in a wood or town, and there inside or on the edge."""
    if not in_hiding(b, b.survey.middle(unit.id)):
        return "none"
    # a corner outside is enough to be on the edge, where it can be seen
    return "inside" if all(in_hiding(b, corner) for corner in b.survey.body(unit.id).frame) else "edge"


def in_hiding(b: Battlefield, place: Point) -> bool:
    """Whether a place lies in a wood or town."""
    return not HIDING.isdisjoint(b.ground.cover_at(place))


@implements("CS-1.6.4a")
def _read_place(b: Battlefield, card: Card, *, at_start: bool) -> Reading:
    """A dummy as it would be read if troops stood where it lies."""
    near = (reach(b.rules.tables, "P0") + LONGEST) * SUB
    foes = [foe.id for foe in b.enemies(card.side) if distance(card.position, foe.position) <= near]
    paces, foe = min(((b.survey.distance_to(foe, card.position), foe) for foe in foes), default=(FAR, ""))
    # as if troops stood there unseen: a dummy has nobody whom a line of sight could find
    found = _sighted(b, min(paces, FAR), card.arm, "none", seen=False, at_start=at_start)
    return Reading(False, _rank(found), min(paces, FAR), FAR, foe)


def _sighted(b: Battlefield, paces: int, arm: Arm, cover: HidingCover, *, seen: bool, at_start: bool) -> SightingResult:
    facts = SightingFacts(
        distance=min(paces, FAR),
        terrain=b.character,
        night=b.air.night,
        line_of_sight=seen,
        arm=arm,
        in_woods_or_town=cover,
        at_start=at_start,
    )
    return _settled(b.rules, facts)


# few distances and covers make most of the questions, asked for every unit and quarter
@lru_cache(8192)
def _settled(rules: Ruleset, facts: SightingFacts) -> SightingResult:
    found: SightingResult = rules["sighting"].roll(facts, NO_DICE).settled
    return found


def _rank(found: SightingResult) -> int:
    return LEARNT.index(found.enemy_learns)


@implements("CS-1.6.4b")
def at_once(b: Battlefield, reading: Reading) -> bool:
    """Whether figures take the card's place at this instant: before anybody fires a musket or comes to blows."""
    t = b.rules.tables
    return within(zones(t)[reading.nearest], t.value("CS-1.6.4b", "at_once"))


@implements("CS-1.6.4b", "CS-1.6.4c", "CS-1.6.4d")
def appearance(b: Battlefield, card: Card, reading: Reading) -> tuple[int, int]:
    """The turn after whose command phase figures replace a card that is seen now (0: at once), and the turn from which
    the enemy may give orders in answer to it."""
    facts = _approach(b, card, reading)
    check = b.rules["figures-appear"]
    if check.refusal(facts) is not None:  # figures at a distance where the rules would still have cards (CS-1.6.3d)
        # no date by the rules for such a distance: the usual delay is taken
        return b.world.turn + b.rules.tables.number("CS-1.6.4b", "turns"), 0
    found = b.settle("figures-appear", facts)
    late = bool(b.rules.tables.value("CS-1.6.4d", "in_force"))
    return 0 if found.moment == "at once" else found.turn, found.orders_from_turn if late else 0


def _approach(b: Battlefield, card: Card, reading: Reading) -> FiguresAppearFacts:
    more: dict[str, Any] = {}
    if reading.by:
        chief = _player_of(b, reading.by)
        at = b.world.leaders[chief].position
        # rounded up: part of a ride is a ride
        more = {"to_player": -(-distance(card.position, at) // SUB), "stops": _stops(b, reading.by, chief)}
    return FiguresAppearFacts(
        distance=min(reading.seen_at, FAR), terrain=b.character, night=b.air.night, turn=b.world.turn, **more
    )


def _player_of(b: Battlefield, unit: str) -> str:
    """The player's own figure, to whom a unit's news must come."""
    seat = b.seat_of(unit)
    return next(each.leaders[0] for each in b.seats if each.id == seat)


def _stops(b: Battlefield, unit: str, chief: str) -> int:
    """Headquarters between a unit and the player through which its news goes."""
    chain = b.entry(unit).leaders
    # leaders between the unit and the player; those above him do not delay his news
    below: Iterable[str] = chain[: chain.index(chief)] if chief in chain else chain
    return min(10, sum(b.world.leaders[leader].where == "table" for leader in below))
