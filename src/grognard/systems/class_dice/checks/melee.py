"""Melee: a round, what it makes of those who fight, when it ends."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

from grognard.kernel.checks import check, implements, reckoning
from grognard.kernel.facts import Facts, Range
from grognard.kernel.modifiers import flag, modifiers
from grognard.kernel.opposed import Contest, Opposed
from grognard.kernel.tables import Tables

from ..terms import Effect, Status
from .charge import ChargeFacts, Fresh, attackers_list, defenders_list
from .charts import driven_back, one_die, paces


class MeleeFacts(ChargeFacts):
    """One side of a round of melee: ours is the attacker, theirs the defender."""

    round: Annotated[int, Range(1, 3), "the round"] = 1
    ridden_down: Annotated[bool, "defender: infantry that cavalry rides down"] = False


class MeleeResult(NamedTuple):
    """Who won the round, and the steps each side loses."""

    winner: Literal["attacker", "defender", "none"]
    attacker_steps: int
    defender_steps: int


@check("melee", "CD-melee", asks=MeleeFacts)
def melee(t: Tables) -> Opposed[MeleeResult]:
    """A round of melee between attacker (ours) and defender (theirs)."""

    def result(contest: Contest) -> MeleeResult:
        # the loser takes the modified difference, the winner what the bare dice differ by, and so do both in a
        # tie
        won, rolled = contest.difference, abs(contest.naturals[0] - contest.naturals[1])
        if won > 0:
            return MeleeResult("attacker", rolled, won)
        return MeleeResult("defender", -won, rolled) if won < 0 else MeleeResult("none", rolled, rolled)

    ridden = modifiers(t, "CD-ride-down", flag("ridden_down", "infantry"))
    return Opposed(
        dice=one_die(t, "CD-melee"),
        modifiers=attackers_list(t, _first_round(t)),
        theirs=[*defenders_list(t, _first_round(t)), *ridden],
        result=result,
        depends=lambda _: None,
        naturals=True,
    )


@implements("CD-melee-modifiers")
def _first_round(t: Tables) -> Fresh:
    """What belongs to the shock is left out of later rounds."""
    later = t.number("CD-melee-modifiers", "later")

    def fresh(s: Any) -> bool:
        return bool(s.round < later)

    return fresh


class MeleeStatusFacts(Facts):
    """A unit in a melee."""

    status: Annotated[Status, "the status it brought"]
    round: Annotated[int, Range(1, 4), "the round that is about to be fought; one more after the last"]


class MeleeStatusResult(NamedTuple):
    """The status with which it fights the round, and checks morale before it."""

    status: Status


@reckoning("melee-status", "CD-melee-disorder", asks=MeleeStatusFacts)
def melee_status(t: Tables, s: MeleeStatusFacts) -> MeleeStatusResult:
    """The status of a unit in a melee."""
    fighting = s.round >= t.number("CD-melee-disorder", "from")
    # one who is disordered or broken already keeps his status: a melee makes nobody better
    return MeleeStatusResult("disordered" if fighting and s.status in ("steady", "shaken") else s.status)


class MeleeCourseFacts(Facts):
    """A melee after a round and the morale checks of both sides."""

    round: Annotated[int, Range(1, 3), "the round that was fought"]
    attacker: Annotated[Effect, "what the attacker suffers"] = "none"
    defender: Annotated[Effect, "what the defender suffers"] = "none"
    destroyed: Annotated[bool, "a side has nobody left"] = False


class MeleeCourseResult(NamedTuple):
    """Another round, an end because somebody gives way, or both recoil; and paces of that recoil."""

    course: Literal["again", "over", "apart"]
    back: int


@reckoning("melee-course", "CD-melee", asks=MeleeCourseFacts)
def melee_course(t: Tables, s: MeleeCourseFacts) -> MeleeCourseResult:
    """Whether a melee goes on."""
    if s.destroyed or driven_back(t, s.attacker) or driven_back(t, s.defender):
        return MeleeCourseResult("over", 0)
    if s.round < t.number("CD-melee", "rounds"):
        return MeleeCourseResult("again", 0)
    return MeleeCourseResult("apart", paces(t, t.number("CD-melee", "recoil")))
