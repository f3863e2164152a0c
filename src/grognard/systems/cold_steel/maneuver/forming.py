"""Changes of formation: how long one takes, what comes of it, and where the unit stands then (appendix A)."""

from __future__ import annotations

from typing import Any, NamedTuple

from grognard.army.oob import FormationName, Interval
from grognard.ground.shapes import placed
from grognard.ground.units import SUB
from grognard.kernel.checks import Refusal, Refused, implements
from grognard.kernel.sources import NO_DICE
from grognard.kernel.tables import Tables
from grognard.miniatures.motion.placements import Placement, middle

from ..checks.formations.layouts import OpenOutFacts
from ..orders import drill
from ..orders.specials import formation_asked
from ..table.battlefield import Battlefield
from ..table.bodies import shape
from ..table.forms import COLUMNS, HORSE_COLUMNS
from ..table.state import FormationChit, Order, UnitState
from ..works import occupying

FACES = {"ahead": 0, "left": -90, "right": 90}
SPREADS = {"line": "close", "open_order": "open", "extended_order": "extended"}
_LOOSE = ("open_order", "extended_order", "skirmish_squares", "garrison")
_ON_WHEELS = ("limbered", "march_column")


class ReckonedChange(NamedTuple):
    """A change of formation as the rules reckon it."""

    to: FormationName
    interval: Interval
    heading: int
    quarters: int
    """Quarter turns it takes."""
    paces: int = 0
    """Paces that its farthest stand moves to the new spacing, where that is all it takes (CS-A.1l)."""
    disorder: int = 0
    rules: tuple[str, ...] = ()


def change_of(b: Battlefield, unit: str, order: Order) -> ReckonedChange | Refusal | None:
    """The change that an order asks for; None where it stands in that formation already, or none is asked for."""
    now = b.unit(unit)
    asked = formation_asked(now, order)
    # already formed so: only its interval or its facing may be left to change
    if asked is None or (asked.to == now.formation and not _closes_up(now, asked) and asked.face == "ahead"):
        return None
    rated = b.entry(unit).rated
    if rated.irregular or now.formation == "irregular":
        return Refusal("CS-6.7", "irregulars have no formations")
    if rated.arm == "artillery":
        return _guns(b, now, asked.to, in_haste=order.way == "withdraw")
    return _horse(b, now, asked) if rated.arm == "cavalry" else _foot(b, now, asked)


def _closes_up(now: UnitState, asked: FormationChit) -> bool:
    return now.interval != asked.interval and now.formation in (*COLUMNS, *HORSE_COLUMNS)


# -- foot


@implements("CS-6.7.1a", "CS-A.1a", "CS-A.1h", "CS-A.1m", "CS-3.3.2.2")
def _foot(b: Battlefield, now: UnitState, asked: FormationChit) -> ReckonedChange | Refusal | None:
    to = asked.to
    heading = (now.heading + FACES[asked.face]) % 360
    shut_out = occupying.refusal(b, now) if to == "garrison" else None
    if shut_out is not None:
        return shut_out
    # the drill tables know no garrisons and no skirmish squares: loose troops just walk to their places (CS-A.1l)
    if to in _LOOSE and now.formation in _LOOSE and "garrison" in (to, now.formation):
        return ReckonedChange(to, "open", heading, 0, _spread(b, now, to), rules=("CS-A.1l",))
    if now.formation == "skirmish_squares" and to in ("open_order", "extended_order"):
        return ReckonedChange(to, "open", heading, 0, _spread(b, now, to), rules=("CS-A.1l",))
    try:
        facts = drill.foot_facts(b, now, to, asked.interval, asked.face)
    except Refused as refused:  # nobody knows which drill this army follows
        return refused.refusal
    result = b.rules["formation-change"].roll(facts, NO_DICE)
    if result.refusal is not None:
        return result.refusal
    made = result.settled
    forms = drill.formed(to, made.formation)
    rules = tuple(dict.fromkeys([result.rule, *(m.rule for m in result.modifiers if m.rule)]))
    # no time of its own, only the way of the stand that has farthest to go
    if made.by_moving:
        rules = (*rules, "CS-A.1l")
    paces = _spread(b, now, forms) if made.by_moving else 0
    return ReckonedChange(forms, asked.interval, heading, made.quarter_turns, paces, rules=rules)


@implements("CS-A.1l", "CS-A.6")
def _spread(b: Battlefield, now: UnitState, to: FormationName) -> int:
    """Paces that the farthest stand moves to its new place in a wider or narrower front."""
    if now.formation in SPREADS and to in SPREADS:
        front = max(1, min(2000, round(shape(b, now, "line").width / SUB)))
        words: dict[str, Any] = {"standing_in": SPREADS[now.formation], "ordered": SPREADS[to]}
        paces: int = b.settle("open-out", OpenOutFacts(line_front=front, **words)).paces
        return paces
    # either flank moves half the difference; a pace begun counts
    return -(-abs(shape(b, now, to).width - shape(b, now).width) // (2 * SUB))


# -- horse and guns


@implements("CS-6.7.2", "CS-A.4a", "CS-A.4b", "CS-A.4c")
def _horse(b: Battlefield, now: UnitState, asked: FormationChit) -> ReckonedChange | Refusal | None:
    to = asked.to
    heading = (now.heading + FACES[asked.face]) % 360
    result = b.rules["cavalry-formation-change"].roll(drill.horse_facts(b, now, to, asked.interval), NO_DICE)
    if result.refusal is not None:
        return result.refusal
    paces = _spread(b, now, to) if result.settled.by_moving else 0
    rules = (result.rule, "CS-A.1l" if paces else "CS-A.4a")
    return ReckonedChange(to, asked.interval, heading, result.settled.quarter_turns, paces, rules=rules)


@implements("CS-A.5a", "CS-A.5b", "CS-A.5c", "CS-A.5d")
def _guns(b: Battlefield, now: UnitState, to: FormationName, *, in_haste: bool) -> ReckonedChange | Refusal | None:
    """Limbering in a hurry is what guns do that withdraw, by themselves or because they are told to."""
    # both are teams on the road: nothing is unhitched
    if to in _ON_WHEELS and now.formation in _ON_WHEELS:
        return ReckonedChange(to, "open", now.heading, 0, rules=("CS-A.5a",))
    asked = drill.limbering(b, now, to, in_haste=in_haste)
    result = b.rules["artillery-formation-change"].roll(asked, NO_DICE)
    made = result.settled
    rules = tuple(dict.fromkeys([result.rule, *(m.rule for m in result.modifiers if m.rule)]))
    if made.disorder:
        rules = (*rules, "CS-A.5b")
    return ReckonedChange(to, "open", now.heading, made.quarter_turns, disorder=made.disorder, rules=rules)


def place_after(b: Battlefield, now: UnitState, place: Placement, change: ReckonedChange) -> Placement:
    """Where it stands in its new formation: on the ground of its leading element, or, where it faces to a flank, on
    the ground it covered."""
    spot = middle(place, shape(b, now).depth)
    # the walls say where a garrison stands, not the ground it came from
    if change.to == "garrison":
        inside = occupying.place_inside(b, now, spot, change.heading, shape(b, now, "garrison").depth)
        if inside is not None:
            return Placement(inside, change.heading)
    # a place is the middle of the front edge: kept, the formation grows or shrinks to the rear
    if change.heading == place.heading:
        return place
    depth = shape(b, now, change.to, change.interval).depth
    return Placement(placed(spot, change.heading, 0, depth / 2), change.heading)


def quarters_in_a_turn(t: Tables) -> int:
    """Movement is split into so many parts (CS-6.7.1a)."""
    return t.number("CS-6.7.1a", "quarters")
