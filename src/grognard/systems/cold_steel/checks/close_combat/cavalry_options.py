"""9.2.3: what cavalry may do in close combat besides: attacks in sequence, second attacks, forced rally."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import implements, reckoning, refuse
from grognard.kernel.facts import Facts, Paces, Range
from grognard.kernel.tables import Tables

from ...terms import Arm, Disorder


class SeveralAttackersFacts(Facts):
    """Units that attack the same enemy in one turn, reinforcements included."""

    attackers: Annotated[int, Range(1, 12), "how many"]
    arm: Annotated[Arm, "their arm"] = "cavalry"


class SeveralAttackersResult(NamedTuple):
    """Whether they come one after the other, and how often the defender rolls."""

    one_after_another: bool
    defender_rolls: int


@reckoning("several-attackers", "CS-9.2.3f", asks=SeveralAttackersFacts)
def several_attackers(t: Tables, s: SeveralAttackersFacts) -> SeveralAttackersResult:
    """How several units attack the same enemy in one turn."""
    # foot comes at its enemy all at once; only horse has room to come in waves
    in_turn = s.arm == "cavalry" and s.attackers > 1
    return SeveralAttackersResult(in_turn, s.attackers if in_turn else 1)


class SquadronAttacksFacts(Facts):
    """A cavalry unit of several squadrons that charges."""

    squadrons: Annotated[int, Range(1, 12), "squadrons of the unit"]
    gap: Annotated[Paces, "paces from its most distant squadron to the next one, after movement"]
    defender: Annotated[Arm, "whom it charges"] = "infantry"
    defending_squadrons: Annotated[int, Range(1, 12), "squadrons of a cavalry defender as close together"] = 1


class SquadronAttacksResult(NamedTuple):
    """How many attacks it makes, whether the defender rolls anew for each, and how squadrons meet squadrons."""

    attacks: int
    defender_rolls_each_time: bool
    pairs: int
    then_fight_survivors: int


@reckoning("squadron-attacks", "CS-9.2.3g", asks=SquadronAttacksFacts)
def squadron_attacks(t: Tables, s: SquadronAttacksFacts) -> SquadronAttacksResult:
    """Whether squadrons attack one after the other, and how the defender meets them."""
    if s.squadrons == 1 or s.gap > t.number("CS-9.2.3g", "most_gap"):
        return SquadronAttacksResult(1, False, 0, 0)
    pairs = _pairs(s)
    return SquadronAttacksResult(s.squadrons, not pairs, pairs, s.squadrons - pairs if pairs else 0)


@implements("CS-9.2.3h", "CS-9.2.3i")
def _pairs(s: SquadronAttacksFacts) -> int:
    """Only cavalry of several squadrons meets squadron with squadron; all others meet each in turn."""
    many = s.defender == "cavalry" and s.defending_squadrons > 1
    # the squadrons left over fight whoever is still there (CS-9.2.3i)
    return min(s.squadrons, s.defending_squadrons) if many else 0


class SecondaryAttackFacts(Facts):
    """A second enemy in the way of victorious cavalry."""

    eligible: Annotated[bool, "the cavalry has just won by a result that lets it pursue"]
    distance: Annotated[Paces, "paces to the second enemy"]
    wheel: Annotated[int, Range(0, 180), "degrees it must wheel"] = 0


class SecondaryAttackResult(NamedTuple):
    """Whether it may attack again at once."""

    may_attack: bool


@reckoning("secondary-attack", "CS-9.2.3j", asks=SecondaryAttackFacts)
def secondary_attack(t: Tables, s: SecondaryAttackFacts) -> SecondaryAttackResult:
    """Whether pursuing cavalry may attack a second enemy."""
    return SecondaryAttackResult(s.eligible and _in_reach(t, s.distance, s.wheel))


def _in_reach(t: Tables, distance: int, wheel: int) -> bool:
    return distance <= t.number("CS-9.2.3j", "reach") and wheel <= t.number("CS-9.2.3j", "most_wheel")


class SecondaryAttacksEndFacts(Facts):
    """Cavalry in the middle of its second attacks."""

    last_attack: Annotated[Literal["won", "melee", "lost"], "how its last attack ended"]
    goes_on: Annotated[bool, "its player wants another attack"]
    distance: Annotated[Paces, "paces to the nearest enemy it could attack"]
    wheel: Annotated[int, Range(0, 180), "degrees it must wheel to that enemy"] = 0
    initiative: Annotated[
        Literal["not_taken", "succeeded", "failed", "confusion"], "the initiative check to stop, if taken"
    ] = "not_taken"


class SecondaryAttacksEndResult(NamedTuple):
    """What it does now."""

    next: str


@reckoning("secondary-attacks-end", "CS-9.2.3k", asks=SecondaryAttacksEndFacts)
def secondary_attacks_end(t: Tables, s: SecondaryAttacksEndFacts) -> SecondaryAttacksEndResult:
    """Whether pursuing cavalry attacks again, stops, or must check initiative to stop."""
    # a melee ends the chain as a defeat does: it is held (CS-9.2.3k)
    if s.last_attack != "won" or not _in_reach(t, s.distance, s.wheel):
        return SecondaryAttacksEndResult("stops")
    if s.goes_on:
        return SecondaryAttacksEndResult("attacks again")
    if s.initiative == "not_taken":
        raise refuse("CS-9.2.3k", "to stop with an enemy in reach it must first check initiative")
    return SecondaryAttacksEndResult("stops" if s.initiative == "succeeded" else "attacks again")


class ForcedRallyFacts(Facts):
    """A cavalry unit at the end of the close combat phase."""

    disorder: Disorder
    in_p3: Annotated[bool, "an enemy is within P3"] = False
    arm: Annotated[Arm, "the unit's arm"] = "cavalry"


class ForcedRallyResult(NamedTuple):
    """Whether it is set down at P0 to rally."""

    forced_rally: bool


@reckoning("forced-rally", "CS-9.2.3l", asks=ForcedRallyFacts)
def forced_rally(t: Tables, s: ForcedRallyFacts) -> ForcedRallyResult:
    """Whether a disordered cavalry unit is taken back to P0."""
    return ForcedRallyResult(s.arm == "cavalry" and not s.in_p3 and s.disorder >= t.number("CS-9.2.3l", "disorder"))
