"""Initiative moves, the proximity rule, and how commanders move."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from grognard.kernel.checks import implements, reckoning, refuse
from grognard.kernel.facts import Facts
from grognard.kernel.tables import Tables

from ...terms import Deed, Staff
from ..measures import FAR, Inches
from .command import Standing


class InitiativeFacts(Facts):
    """A unit that would move of its own accord."""

    enemy: Annotated[Inches, "inches to the nearest enemy"]
    deed: Annotated[Deed, "what it would do"] = "move"
    disordered: Annotated[bool, "it is disordered"] = False
    shaken: Annotated[bool, "it is shaken"] = False
    in_combat: Annotated[bool, "it is in close combat"] = False


class InitiativeResult(NamedTuple):
    """Moves it has, after which it is given no order this turn."""

    moves: int


@reckoning("initiative", "BP-CMD-7", asks=InitiativeFacts)
def initiative(t: Tables, s: InitiativeFacts) -> InitiativeResult:
    """Whether a unit may move by initiative."""
    if s.enemy > t.number("BP-CMD-7", "range"):
        raise refuse("BP-CMD-7", t.row("BP-CMD-7", "far").label)
    if s.in_combat:
        raise refuse("BP-CMD-7", t.row("BP-CMD-7", "fighting").label)
    # retiring is the one thing that disorder leaves open
    if s.disordered and s.deed not in t.value("BP-DISM-1", "deeds"):
        raise refuse("BP-DISM-1", "a disordered unit can only retire by initiative")
    if s.shaken and s.deed == "charge":
        raise refuse("BP-CMD-7", t.row("BP-CMD-7", "shaken").label)
    return InitiativeResult(t.number("BP-CMD-7", "moves"))


class ProximityFacts(Facts):
    """A unit at the end of a move that it began near the enemy."""

    enemy: Annotated[Inches, "inches to the nearest enemy when the move began"] = FAR
    in_front: Annotated[bool, "one of those enemies within 12 inches is in its front zone now"] = False
    withdrew: Annotated[bool, "it went straight into its own rear zone, and away from all of them"] = False
    charged: Annotated[bool, "it is in contact with an enemy whom it charged"] = False


class ProximityResult(NamedTuple):
    """That it may."""

    legal: bool


@reckoning("proximity", "BP-CMD-8", asks=ProximityFacts)
def proximity(t: Tables, s: ProximityFacts) -> ProximityResult:
    """Whether a move deals with the enemy who is near."""
    near = s.enemy <= t.number("BP-CMD-8", "range")
    # any one of the three is dealing with him
    if near and not (s.in_front or s.withdrew or s.charged):
        raise refuse("BP-CMD-8", t.row("BP-CMD-8", "ignores").label)
    return ProximityResult(True)


class CommanderMoveFacts(Facts):
    """A commander who rides."""

    distance: Annotated[Inches, "inches of his way"]
    mounted: Annotated[bool, "he has a horse"] = True
    spoken: Annotated[bool, "he has finished giving orders"] = True
    moved: Annotated[bool, "he has moved this turn"] = False
    standing: Annotated[Standing, "the standing order of his brigade (draft)"] = "none"


class CommanderMoveResult(NamedTuple):
    """Inches he could still go."""

    left: int


@reckoning("commander-move", "BP-CMD-9", asks=CommanderMoveFacts)
def commander_move(t: Tables, s: CommanderMoveFacts) -> CommanderMoveResult:
    """Whether a commander may ride so far."""
    reach = t.number("BP-CMD-9", "mounted" if s.mounted else "foot")
    if not s.spoken:
        raise refuse("BP-CMD-9", t.row("BP-CMD-9", "speaking").label)
    if s.moved:
        raise refuse("BP-CMD-9", t.row("BP-CMD-9", "once").label)
    staff_stays(t, s.standing)
    if s.distance > reach:
        raise refuse("BP-CMD-9", t.row("BP-CMD-9", "too_far").label)
    return CommanderMoveResult(reach - s.distance)


@implements("BP-ORD-5")
def staff_stays(t: Tables, standing: Standing) -> None:
    """Refuse to let the staff of a brigade that holds move about."""
    if standing == "hold" and t.value("BP-ORD-1", "on"):
        raise refuse("BP-ORD-5", t.row("BP-ORD-5", "staff_stand").label)


class SuccessorFacts(Facts):
    """A commander who has been lost."""

    staff: Annotated[Staff, "his staff rating"]


class SuccessorResult(NamedTuple):
    """The staff rating of whoever takes his place."""

    staff: int


@reckoning("successor", "BP-CMD-9", asks=SuccessorFacts)
def successor(t: Tables, s: SuccessorFacts) -> SuccessorResult:
    """Who takes the place of a commander who was lost."""
    return SuccessorResult(max(t.number("BP-CMD-1", "least"), s.staff + t.number("BP-CMD-9", "successor")))
