"""Chapters 7 and 8: the questions around a fire that need no dice."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import implements, reckoning, refuse
from grognard.kernel.facts import Count, Facts, Paces, Range
from grognard.kernel.tables import Tables

from .small_arms import Weapon

Fire = Literal["artillery", "small_arms"]


class FireOrderFacts(Facts):
    """A unit that is about to fire."""

    fire: Annotated[Fire, "what it fires"]
    moved: Annotated[bool, "it moved, wheeled, turned or changed formation this turn"] = False


class FireOrderResult(NamedTuple):
    """The step of its phase in which it fires, and whether losses of an earlier step count by then."""

    step: int
    after_losses: bool


@reckoning("fire-order", "CS-8.1b", asks=FireOrderFacts)
def fire_order(t: Tables, s: FireOrderFacts) -> FireOrderResult:
    """When in its phase a unit fires; all fire of one step is simultaneous."""
    guns = s.fire == "artillery"
    steps: list[str] = t.value("CS-7.1g", "steps") if guns else t.value("CS-8.1b", "steps")
    # guns fire all at once, whether they moved or not
    place = 0 if guns else steps.index("moved" if s.moved else "stood")
    return FireOrderResult(place + 1, place > 0)


class ProlongFacts(Facts):
    """Guns off their limbers that are moved by hand."""

    paces: Annotated[Paces, "paces they are to move"] = 0
    quarters_spent: Annotated[int, Range(0, 4), "quarters of the turn spent on unlimbering"] = 0


class ProlongResult(NamedTuple):
    """Paces they get, percent of their movement then used, and whether they may still fire."""

    paces: int
    movement_used: int
    may_fire: bool


@reckoning("prolong", "CS-7.1e", asks=ProlongFacts)
def prolong(t: Tables, s: ProlongFacts) -> ProlongResult:
    """How far unlimbered guns are moved by hand, and whether they may fire after it."""
    most, quarters = t.row("CS-6.1a", "prolonging").columns["march"], t.number("CS-6.7.1a", "quarters")
    paces = min(s.paces, most * (quarters - s.quarters_spent) // quarters)
    # rounded up: a fraction above one half is too much to fire
    used = -(-100 * (paces * quarters + s.quarters_spent * most) // (most * quarters))
    return ProlongResult(paces, used, used <= t.number("CS-7.1f", "most_used"))


class UnderFireFacts(Facts):
    """What has been aimed at a battery."""

    batteries: Annotated[Count, "enemy units that named it as their target in this artillery phase"] = 0
    small_arms_last_turn: Annotated[bool, "it was shot at with small arms in the turn before"] = False


class UnderFireResult(NamedTuple):
    """Whether it counts as under fire, once, however many fire at it."""

    under_fire: bool


@reckoning("under-fire", "CS-7.2.2k", asks=UnderFireFacts)
def under_fire(t: Tables, s: UnderFireFacts) -> UnderFireResult:
    """Whether a battery counts as under fire."""
    return UnderFireResult(s.batteries > 0 or s.small_arms_last_turn)


class SmokeInTheWayFacts(Facts):
    """The smoke ball nearest to a line of fire."""

    fire: Annotated[Fire, "what is fired"]
    distance: Annotated[Paces, "paces from the line of fire"]
    between: Annotated[bool, "it lies between firer and target"] = True
    made: Annotated[
        Literal["earlier_turn", "artillery_phase", "small_arms_phase"], "in an earlier turn, or a phase of this one"
    ] = "earlier_turn"


class SmokeInTheWayResult(NamedTuple):
    """Whether the target counts as obscured; more smoke makes it no worse."""

    smoke: bool


@reckoning("smoke-in-the-way", "CS-7.2.2l", asks=SmokeInTheWayFacts)
def smoke_in_the_way(t: Tables, s: SmokeInTheWayFacts) -> SmokeInTheWayResult:
    """Whether smoke obscures a target."""
    return SmokeInTheWayResult(s.between and s.distance <= t.number("CS-7.2.2l", "within") and _lies_already(s))


@implements("CS-8.2.2j")
def _lies_already(s: SmokeInTheWayFacts) -> bool:
    """Smoke of the phase under way hides nobody; that of the guns is there when the muskets fire."""
    return s.made == "earlier_turn" or (s.made == "artillery_phase" and s.fire == "small_arms")


class OpeningVolleyFacts(Facts):
    """What a unit has fired in this battle so far."""

    weapon: Annotated[Weapon, "what it is armed with"] = "musket"
    fired: Annotated[
        frozenset[Literal["formed", "firefight", "skirmishers"]],
        "who of it has fired: any formed figure, in a fire phase or a close combat firefight, or its skirmishers",
    ] = frozenset()


class OpeningVolleyResult(NamedTuple):
    """Whether its next fire is the opening volley."""

    opening_volley: bool


@reckoning("opening-volley", "CS-8.2.2b", asks=OpeningVolleyFacts)
def opening_volley(t: Tables, s: OpeningVolleyFacts) -> OpeningVolleyResult:
    """Whether a unit still has its opening volley."""
    return OpeningVolleyResult(
        # bows and javelins have no opening volley
        s.weapon in t.value("CS-8.2.1a", "firearms") and not s.fired & set(t.value("CS-8.2.2b", "spent_by"))
    )


class DividedFireFacts(Facts):
    """A unit whose stands fire at different targets, each by its own arc."""

    stands: Annotated[int, Range(1, 60), "stands of its front rank"]
    figures_on_stand: Annotated[int, Range(1, 40), "live figures on a stand"]
    at_first: Annotated[int, Range(0, 60), "stands with the first target in arc that fire at it"]
    at_second: Annotated[int, Range(0, 60), "stands that fire at a second target"] = 0
    friend_nearer: Annotated[int, Range(0, 60), "of those at the first target, stands with a nearer friend in arc"] = 0
    friend: Annotated[Literal["unit", "own_skirmishers"], "who that friend is"] = "unit"


class DividedFireResult(NamedTuple):
    """Figures that fire at each; every target has its own total and its own roll."""

    first: int
    second: int
    friend: int


@reckoning("divided-fire", "CS-8.1e", asks=DividedFireFacts)
def divided_fire(t: Tables, s: DividedFireFacts) -> DividedFireResult:
    """How many figures of a unit fire at each of two targets, and at a friend in the way."""
    if s.at_first + s.at_second > s.stands:
        raise refuse("CS-8.1e", f"fire is divided by whole stands, and there are only {s.stands}")
    if s.friend_nearer > s.at_first:
        raise refuse("CS-8.1j", f"only {s.at_first} stands fire at the first target")
    # own skirmishers in front keep a stand from firing instead of being hit (CS-8.1j)
    blocked = s.friend == "own_skirmishers"
    first, friend = s.at_first - s.friend_nearer, 0 if blocked else s.friend_nearer
    return DividedFireResult(first * s.figures_on_stand, s.at_second * s.figures_on_stand, friend * s.figures_on_stand)
