"""Guns on the move: unlimbering, hand haul, fire after a prolong, what makes a battery reliable or not."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import implements, reckoning, refuse
from grognard.kernel.facts import Facts, Range
from grognard.kernel.tables import Tables

from ...terms import Arm, GunClass, GunMove, GunNation, Moves, Zone
from ..measures import Inches
from .rates import rate_of

Battery = Literal["foot_artillery", "horse_artillery"]


class BatteryOrderFacts(Facts):
    """What a limbered battery has got out of its order."""

    battery: Annotated[Battery, "the battery"] = "foot_artillery"
    moves: Annotated[Moves, "moves that it got, a free one among them"] = 1
    unlimber: Annotated[bool, "its order was to unlimber at the end"] = False
    blunder: Annotated[bool, "the order was blundered"] = False


class BatteryOrderResult(NamedTuple):
    """Inches it may go, and whether it unlimbers then."""

    inches: int
    unlimbers: bool


@reckoning("battery-order", "BP-ARTM-1", asks=BatteryOrderFacts)
def battery_order(t: Tables, s: BatteryOrderFacts) -> BatteryOrderResult:
    """How far a limbered battery goes, and whether it comes into action."""
    # one move goes into it; a single one leaves none
    unlimbers = s.unlimber and s.moves > t.number("BP-ARTM-1", "moves") and not s.blunder
    return BatteryOrderResult(s.moves * rate_of(t, s.battery), unlimbers)


@implements("BP-ARTM-2", "BP-ARTM-7", "BP-ARTM-9")
def gun_reliability(
    t: Tables, arm: Arm, guns: GunClass, how: GunMove | Literal["none"], *, unlimbers: bool
) -> Literal["reliable", "unreliable", ""]:
    """Whether a battery is Reliable or Unreliable for what it is ordered to do."""
    # first: the hardest part of the order decides
    if unlimbers and arm in t.value("BP-ARTM-2", "unreliable"):
        return "unreliable"
    if how == "prolong" and guns in t.value("BP-ARTM-7", "reliable"):
        return "reliable"
    heavy = {"prolong": "BP-ARTM-7", "hand_haul": "BP-ARTM-9"}.get(how)
    return "unreliable" if heavy and guns in t.value(heavy, "unreliable") else ""


class ProlongFireFacts(Facts):
    """An unlimbered battery that has moved and would fire."""

    how: Annotated[Literal["none", "prolong", "hand_haul"], "how it moved"] = "prolong"
    ordered: Annotated[Moves, "moves that were ordered"] = 1
    nation: Annotated[GunNation, "whose guns they are"] = "france"


class ProlongFireResult(NamedTuple):
    """What the move takes from its dice to hit."""

    to_hit: int


@reckoning("fire-after-move", "BP-ARTM-6", asks=ProlongFireFacts)
def fire_after_move(t: Tables, s: ProlongFireFacts) -> ProlongFireResult:
    """Whether a battery fires after a prolong or a hand haul, and how well."""
    if s.how == "hand_haul" and s.ordered > t.number("BP-ARTM-8", "moves"):
        raise refuse("BP-ARTM-8", t.row("BP-ARTM-8", "more").label)
    if s.how != "prolong":
        return ProlongFireResult(0)
    if s.ordered > t.number("BP-ARTM-6", "most_ordered"):
        raise refuse("BP-ARTM-6", "it fires only after a prolong of a single move")
    spared = s.nation in t.value("BP-ARTM-6", "spared")
    return ProlongFireResult(0 if spared else t.row("BP-ARTM-6", "prolonged").value)


class HandHaulFacts(Facts):
    """An unlimbered battery hauled by its crew."""

    guns: Annotated[GunClass, "what guns they are"] = "medium"
    distance: Annotated[Inches, "inches it goes"] = 0
    zone: Annotated[Zone, "the zone it goes into"] = "front"
    turn: Annotated[int, Range(0, 180), "degrees that its facing changes"] = 0
    moves: Annotated[Moves, "moves it has made so"] = 0


class HandHaulResult(NamedTuple):
    """Inches it could still go."""

    left: int


@reckoning("hand-haul", "BP-ARTM-8", asks=HandHaulFacts)
def hand_haul(t: Tables, s: HandHaulFacts) -> HandHaulResult:
    """Whether a battery may be hauled so."""
    table, reach = t["BP-ARTM-8"], rate_of(t, "foot_artillery", "unlimbered", how="hand_haul", guns=s.guns)
    if s.moves >= table["moves"]:
        raise refuse("BP-ARTM-8", "one move by hand")
    if s.distance > reach:
        raise refuse("BP-ARTM-8", f"at most {reach} inches by hand")
    if s.distance and s.zone not in table["zones"]:
        raise refuse("BP-ARTM-8", "not into a flank zone")
    if s.turn > table["turn"]:
        raise refuse("BP-ARTM-8", f"its facing changes by at most {table['turn']} degrees")
    return HandHaulResult(reach - s.distance)
