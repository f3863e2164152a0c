"""Appendix D: the roster, and the deployment cards' two sides."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from grognard.kernel.checks import reckoning, refuse
from grognard.kernel.facts import Facts, Range
from grognard.kernel.tables import Tables

from ...terms import Arm, MoraleRating, Status, percent_lost
from .ratings import DisciplineOrNone, must_be_rated


class RosterFormFacts(Facts):
    """An empty roster; nothing has to be known."""


class RosterFormResult(NamedTuple):
    """What a roster has room for."""

    fixed_fields: str
    per_turn_fields: str
    turns: int
    footer: str
    fields_per_line: int


@reckoning("roster-form", "CS-D.1", asks=RosterFormFacts)
def roster_form(t: Tables, s: RosterFormFacts) -> RosterFormResult:
    """What stands on a roster sheet."""
    fixed, each_turn = t.value("CS-D.1", "fixed_fields"), t.value("CS-D.1", "per_turn_fields")
    turns = t.number("CS-D.1", "turns")
    footer = ", ".join(t.value("CS-D.1", "footer"))
    return RosterFormResult(", ".join(fixed), ", ".join(each_turn), turns, footer, len(fixed) + turns * len(each_turn))


class RosterLineFacts(Facts):
    """A unit's line on the roster."""

    morale_rating: MoraleRating
    initial_strength: Annotated[int, Range(1, 400), "figures at the start; never changed"]
    identified: Annotated[bool, "something is written that identifies the figures: a stand's number, a name"] = True
    irregular: Annotated[bool, "irregulars"] = False
    discipline: Annotated[DisciplineOrNone, "discipline rating; none for irregulars"] = "trained"
    casualties: Annotated[int, Range(0, 400), "figures lost so far"] = 0
    rating_change: Annotated[int, Range(-15, 15), "what rules have added to its morale rating since the start"] = 0
    status: Annotated[Status, "its morale level now; resolute at the start unless the scenario says otherwise"] = (
        "resolute"
    )
    turn: Annotated[int, Range(0, 300), "turn just ended; 0 before the game"] = 0


class RosterLineResult(NamedTuple):
    """What is entered for the turn, and what follows from it."""

    current_strength: int
    morale_status: Status
    percent_lost: int
    morale_rating_now: int
    sheet: int
    column: int


@reckoning("roster-line", "CS-D.4", asks=RosterLineFacts)
def roster_line(t: Tables, s: RosterLineFacts) -> RosterLineResult:
    """What to enter on a unit's roster line this turn."""
    if not s.identified:
        raise refuse("CS-D.2", "the line needs a unit ID that identifies the figures")
    must_be_rated(s.irregular, s.discipline)
    if s.casualties > s.initial_strength:
        raise refuse("CS-D.3", f"{s.casualties} casualties are more than the initial strength of {s.initial_strength}")
    # the first sheet serves before the game too
    sheet, column = divmod(max(s.turn - 1, 0), t.number("CS-D.1", "turns"))
    lost = percent_lost(t, s.casualties, s.initial_strength)
    strength = s.initial_strength - s.casualties
    return RosterLineResult(strength, s.status, lost, s.morale_rating + s.rating_change, sheet + 1, column + 1)


class DeploymentCardFacts(Facts):
    """A deployment card."""

    arm: Annotated[Arm, "the arm it stands for"]
    identified: Annotated[bool, "its back identifies the units it stands for"] = True


class DeploymentCardResult(NamedTuple):
    """What each side of the card shows; the front shows the arm and nothing else."""

    front: str
    back: str
    box: str


@reckoning("deployment-card", "CS-D.6", asks=DeploymentCardFacts)
def deployment_card(t: Tables, s: DeploymentCardFacts) -> DeploymentCardResult:
    """What stands on the two sides of a deployment card."""
    if not s.identified:
        raise refuse("CS-1.6.1a", "the back of a card must identify the units it stands for")
    front = next(face for face in t.value("CS-D.5", "fronts") if face == s.arm)
    return DeploymentCardResult(f"symbol of {front}", ", ".join(t.value("CS-D.6", "fields")), t.value("CS-D.6", "box"))
