"""Section 5: the status ladder, rally, brigade morale; and section 8, victory."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import Roll, Thrown, check, implements, reckoning, refuse
from grognard.kernel.dice import D6
from grognard.kernel.facts import Facts, Range, text_of
from grognard.kernel.modifiers import by, flag, given, modifiers
from grognard.kernel.tables import Tables

from ..terms import GOOD, POOR, Grade, Leader, Status


class StatusFacts(Facts):
    """A unit that a result falls on."""

    status: Annotated[Status, "its status now"] = "good_order"
    result: Annotated[Status, "the new result"] = "halted"
    cause: Annotated[Literal["fire", "melee", "other"], "what it comes from; fatigue and brigade morale are other"] = (
        "fire"
    )


class StatusResult(NamedTuple):
    """Its status then."""

    status: Status


@reckoning("status", "SC-5.1", asks=StatusFacts)
def status(t: Tables, s: StatusFacts) -> StatusResult:
    """What a result makes of a unit's status."""
    levels = t.value("SC-5.1", "levels")
    now, new = levels[s.status], levels[s.result]
    # a printed row of the melee table is taken as it stands, also where the level is the same
    if new > now or (new == now and _as_printed(t, s)):
        return StatusResult(s.result)
    # in good order there is nothing to worsen; fatigue and brigade morale never add up
    if not now or not new or s.cause == "other" or _as_printed(t, s):
        return StatusResult(s.status)
    return StatusResult(_worse(min(now + 1, t.number("SC-5.1", "worst")), s))


@implements("SC-4.3b")
def _as_printed(t: Tables, s: StatusFacts) -> bool:
    """A row of the melee table is what it says, whatever the unit suffered before."""
    printed = [row["result"] for row in t.value("SC-4.3b", "rows")]
    return s.cause == "melee" and s.result in printed and not t.value("SC-4.3b", "worsens")


def _worse(level: int, s: StatusFacts) -> Status:
    """One level down: from halted it is disorder after fire, falling back after melee."""
    return {2: "fallback" if s.cause == "melee" else "disordered", 3: "retreat", 4: "rout"}[level]


class RallyFacts(Facts):
    """A unit that tries to rally."""

    status: Annotated[Status, "its status"]
    grade: Annotated[Grade, "its grade"] = "veteran"
    guard: Annotated[bool, "guard"] = False
    leader: Annotated[Leader, "highest leader attached"] = "none"
    out_of_command: Annotated[bool, "out of command"] = False
    enemy_near: Annotated[bool, "an enemy who does not run is in sight within two spaces"] = False
    in_melee: Annotated[bool, "it is in melee"] = False


class RallyResult(NamedTuple):
    """Its status after the attempt."""

    rallied: bool
    status: Status

    def told(self) -> str:
        """In words: that it failed is said as plainly as that it rallied."""
        return f"{'rallied' if self.rallied else 'not rallied'}, status {text_of(self.status)}"


@check("rally", "SC-5.3", asks=RallyFacts)
def rally(t: Tables) -> Roll[RallyFacts, RallyResult]:
    """Whether a unit rallies by one step."""
    target, better = t.number("SC-5.3", "target"), t.value("SC-5.3", "rallies_to")
    worst, best = min(D6.faces), max(D6.faces)

    def result(throw: Thrown[RallyFacts]) -> RallyResult:
        # the highest face always rallies and the lowest never, whatever the modifiers
        succeeds = throw.natural == best or (throw.natural != worst and throw.total >= target)
        return RallyResult(succeeds, better[throw.s.status] if succeeds else throw.s.status)

    return Roll(
        dice=1 * D6,
        modifiers=modifiers(
            t,
            "SC-5.3",
            given("steady", lambda s: s.status == "good_order"),
            flag("in_melee"),
            given("good_troops", lambda s: s.grade in GOOD),
            flag("guard"),
            given("poor_troops", lambda s: s.grade in POOR),
            by("leader"),
            flag("out_of_command"),
            given("rout", lambda s: s.status == "rout"),
            flag("enemy_near"),
        ),
        result=result,
        depends=("status",),
    )


class BrigadeMoraleFacts(Facts):
    """A brigade in the morale phase."""

    units: Annotated[int, Range(1, 20), "units it began with"]
    bad: Annotated[int, Range(0, 20), "units destroyed, retreating or routing"]
    hurt_now: Annotated[bool, "this turn a unit was destroyed, or began to retreat or rout"] = True
    leader: Annotated[bool, "its leader lives and is not with a unit that retreats or routs"] = True
    superior_near: Annotated[bool, "he is within command radius of a superior"] = False
    good_troops: Annotated[bool, "more than half of what is left is elite or better, or guard"] = False
    poor_troops: Annotated[bool, "more than half of what is left is conscript or militia"] = False
    failed_before: Annotated[bool, "its last test was a failure too"] = False


class BrigadeMoraleResult(NamedTuple):
    """Steady, falters or breaks."""

    result: str


@check("brigade-morale", "SC-5.6", asks=BrigadeMoraleFacts)
def brigade_morale(t: Tables) -> Roll[BrigadeMoraleFacts, BrigadeMoraleResult]:
    """Whether a brigade that has suffered goes on."""
    table = t.bands("SC-5.6", "rows", lambda result: result)

    def result(throw: Thrown[BrigadeMoraleFacts]) -> BrigadeMoraleResult:
        found = table[throw.total]
        # a brigade that falters twice running breaks
        return BrigadeMoraleResult("breaks" if found == "falters" and throw.s.failed_before else found)

    return Roll(
        dice=1 * D6,
        modifiers=modifiers(
            t,
            "SC-5.6",
            given("quiet", lambda s: not s.hurt_now),
            given("few", lambda s: t.number("SC-5.6", "bad_of") * s.bad < s.units),
            flag("leader"),
            flag("superior_near", when=lambda s: s.leader),
            flag("good_troops"),
            flag("poor_troops"),
            given("half", lambda s: _share(t, "half", s)),
            given("three_quarters", lambda s: _share(t, "three_quarters", s)),
        ),
        result=result,
        depends=("failed_before",),
    )


def _share(t: Tables, row: str, s: BrigadeMoraleFacts) -> bool:
    """Whether so many of so many of a brigade are bad."""
    columns = t.row("SC-5.6", row).columns
    return bool(columns["of"] * s.bad >= columns["bad"] * s.units)


class ScoreFacts(Facts):
    """One side's account at the end of the battle: what it did to the enemy."""

    destroyed: Annotated[int, Range(0, 100), "enemy units destroyed or captured"] = 0
    routing: Annotated[int, Range(0, 100), "enemy units in rout"] = 0
    brigades: Annotated[int, Range(0, 40), "enemy brigades broken"] = 0


class ScoreResult(NamedTuple):
    """Its points."""

    points: int


@reckoning("score", "SC-8.1", asks=ScoreFacts)
def score(t: Tables, s: ScoreFacts) -> ScoreResult:
    """Points for what was done to the enemy."""
    worth = [(s.destroyed, "destroyed"), (s.routing, "routing"), (s.brigades, "brigade")]
    return ScoreResult(sum(count * t.number("SC-8.1", key) for count, key in worth))


class ArmyBreaksFacts(Facts):
    """An army at the end of a turn."""

    brigades: Annotated[int, Range(1, 60), "brigades it began with"]
    broken: Annotated[int, Range(0, 60), "of these broken, or with no units left"] = 0


class ArmyBreaksResult(NamedTuple):
    """Whether it is beaten."""

    broken: bool


@reckoning("army-breaks", "SC-8.1", asks=ArmyBreaksFacts)
def army_breaks(t: Tables, s: ArmyBreaksFacts) -> ArmyBreaksResult:
    """Whether an army breaks."""
    return ArmyBreaksResult(t.number("SC-8.1", "brigades") * s.broken >= s.brigades)


class StandardSetUpFacts(Facts):
    """A space of the standard field, counted from the west edge and from the side's own base edge, each from 1."""

    across: Annotated[int, Range(1, 100), "spaces from the west edge, the first being 1"]
    deep: Annotated[int, Range(1, 100), "spaces from the side's own base edge, the first being 1"]


class StandardSetUpResult(NamedTuple):
    """Whether a unit may be set up there."""

    allowed: bool


@reckoning("standard-set-up", "SC-8.2", asks=StandardSetUpFacts)
def standard_set_up(t: Tables, s: StandardSetUpFacts) -> StandardSetUpResult:
    """Whether a side may set up in a space of the standard field."""
    wide, deep = t.number("SC-8.2", "wide"), t.number("SC-8.2", "deep")
    if s.across > wide or s.deep > deep:
        raise refuse("SC-8.2", f"the standard field is {wide} spaces wide and {deep} deep")
    return StandardSetUpResult(s.deep <= t.number("SC-8.2", "rows"))
