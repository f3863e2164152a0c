"""Chapter 3: skirmishers: who sends them out, where they stand, when they come back, whom they screen."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import implements, reckoning
from grognard.kernel.facts import Facts, Paces, Range
from grognard.kernel.tables import Tables

from ...terms import Nation, zones
from .orders import barred, limit


class SendOutSkirmishersFacts(Facts):
    """A unit that is to send out skirmishers."""

    has_skirmishers: Annotated[bool, "the roster allows it skirmishers"] = True
    stands: Annotated[int, Range(1, 60), "stands of the unit"]
    light_stands: Annotated[int, Range(0, 60), "stands of its light company"] = 1
    third_rank: Annotated[bool, "its nation skirmishes with the third rank"] = False
    always_open: Annotated[bool, "it always fights in open or extended order"] = False
    nation: Annotated[Nation, "the unit's nation; 18th-century battles ask for it"] = "other"
    year: Annotated[int, Range(1690, 1850), "year of the battle; 18th-century battles ask for it"] = 1809


class SendOutSkirmishersResult(NamedTuple):
    """Stands that may go out, and stands of the parent that still count for its fire."""

    skirmish_stands: int
    firing_stands: int


@reckoning("send-out-skirmishers", "CS-3.3.2.3j", asks=SendOutSkirmishersFacts)
def send_out_skirmishers(t: Tables, s: SendOutSkirmishersFacts) -> SendOutSkirmishersResult:
    """Whether a unit may send out skirmishers, and how many stands."""
    _barred_in_the_18th_century(t, s)
    if not s.has_skirmishers:
        raise barred(t, "CS-3.3.2.3j", "none_to_send")
    if s.third_rank:
        # the third rank does not fire from its place, so the parent loses no fire by them
        return SendOutSkirmishersResult(s.stands // t.number("CS-3.3.2.3r", "stands_for_one"), s.stands)
    out = min(s.light_stands, s.stands)
    return SendOutSkirmishersResult(out, s.stands - out)


def _barred_in_the_18th_century(t: Tables, s: SendOutSkirmishersFacts) -> None:
    if not t.value("CS-M2-3.3.2.3", "in_force") or s.always_open:
        return
    late = s.year > limit(t, "CS-M2-3.3.2.3", "barred", "after")
    if not (late and s.nation == t.value("CS-M2-3.3.2.3", "nation")):
        raise barred(t, "CS-M2-3.3.2.3", "barred")


class SkirmishersFacts(Facts):
    """Skirmishers out in front of their parent."""

    ahead: Annotated[Paces, "paces from the parent to its skirmishers"] = 100
    order: Annotated[Literal["open", "extended", "close"], "the order they stand in"] = "open"
    casualties: Annotated[bool, "they took a casualty in this fire phase"] = False
    cavalry_threat: Annotated[bool, "cavalry threatens them"] = False
    parent_enemy: Annotated[Paces, "paces from the parent to the nearest enemy"] = 400
    aside_at_p2: Annotated[bool, "the player wants them at the parent's sides already in P2"] = False
    parent_has_fired: Annotated[bool, "the parent itself has fired in this battle"] = False


class SkirmishersResult(NamedTuple):
    """Where the skirmishers are and what that makes of them."""

    place: Literal["in_front", "at_the_sides", "with_the_parent"]
    rule: str
    when: str
    counts_as_formed: bool
    first_volley_left: bool


@reckoning("skirmishers", "CS-3.3.2.3k", asks=SkirmishersFacts)
def skirmishers(t: Tables, s: SkirmishersFacts) -> SkirmishersResult:
    """What skirmishers do by themselves: stay in front, step aside or rejoin their parent."""
    volley = _first_volley(s)
    # in the order of what calls them back: casualties, cavalry, the enemy close
    if s.casualties:
        return SkirmishersResult("with_the_parent", "CS-3.3.2.3n", "end of this fire phase", True, volley)
    if s.cavalry_threat:
        return SkirmishersResult(
            "with_the_parent", "CS-3.3.2.3o", "this movement phase, without order or movement", True, volley
        )
    if zones(t)[s.parent_enemy] in ({"P2", "P3"} if s.aside_at_p2 else {"P3"}):
        return SkirmishersResult("at_the_sides", "CS-3.3.2.3p", "this movement phase, without order", True, volley)
    _in_place(t, s)
    return SkirmishersResult("in_front", "CS-3.3.2.3k", "moves with the parent, without order", False, volley)


def _in_place(t: Tables, s: SkirmishersFacts) -> None:
    if not t.number("CS-3.3.2.3k", "from") <= s.ahead <= t.number("CS-3.3.2.3k", "to"):
        raise barred(t, "CS-3.3.2.3k", "off_place")
    if s.order not in t.value("CS-3.3.2.3k", "orders"):
        raise barred(t, "CS-3.3.2.3k", "formed")


@implements("CS-3.3.2.3m")
def _first_volley(s: SkirmishersFacts) -> bool:
    """Only the parent's own fire uses up its first volley, never that of its skirmishers."""
    return not s.parent_has_fired


class SkirmishScreenFacts(Facts):
    """Fire at a unit that has skirmishers out, or at the skirmishers."""

    weapon: Annotated[Literal["small_arms", "artillery"], "what fires"] = "small_arms"
    target: Annotated[Literal["parent", "skirmishers"], "at whom"] = "parent"
    crosses_screen: Annotated[bool, "the line of fire crosses the skirmish line or its frontage"] = True


class SkirmishScreenResult(NamedTuple):
    """The target that may be fired at."""

    target: str


@reckoning("skirmish-screen", "CS-3.3.2.3l", asks=SkirmishScreenFacts)
def skirmish_screen(t: Tables, s: SkirmishScreenFacts) -> SkirmishScreenResult:
    """Whether a unit behind its skirmishers may be fired at."""
    if s.weapon == "small_arms" and s.target == "parent" and s.crosses_screen:
        raise barred(t, "CS-3.3.2.3l", "screened")
    return SkirmishScreenResult(s.target)
