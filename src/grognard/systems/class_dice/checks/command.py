"""Leaders: their ratings, attachment, command radius, movement and casualties."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import Roll, Thrown, check, implements, reckoning, refuse
from grognard.kernel.facts import Facts, Paces, Range
from grognard.kernel.modifiers import flag, given, modifiers
from grognard.kernel.tables import Tables

from ..terms import Level, Rating
from .charts import one_die, paces


class LeaderFacts(Facts):
    """A leader."""

    rating: Annotated[Rating, "his rating"]


class LeaderResult(NamedTuple):
    """His IL, what he adds to morale and to a charge."""

    il: int


@reckoning("leader", "CD-leader-il", asks=LeaderFacts)
def leader(t: Tables, s: LeaderFacts) -> LeaderResult:
    """What a leader's presence is worth."""
    return LeaderResult(t.number("CD-leader-il", s.rating))


@implements("CD-leader-ratings")
def ratings(t: Tables) -> tuple[Rating, ...]:
    """The ratings, from the best to the worst."""
    return tuple(t.value("CD-leader-ratings", "ratings"))


class LeaderAttachmentFacts(Facts):
    """A leader who would join a regiment or a brigade."""

    rating: Annotated[Rating, "his rating"]
    level: Annotated[Level, "his command"] = "division"
    distance: Annotated[Paces, "paces he has to ride"] = 0
    tried: Annotated[bool, "he has tried in this activation of the division"] = False
    present: Annotated[frozenset[Level], "levels of the leaders attached there already"] = frozenset()


class LeaderAttachmentResult(NamedTuple):
    """Whether he is attached."""

    attached: bool


@check("leader-attachment", "CD-leader-attachment", asks=LeaderAttachmentFacts)
def leader_attachment(t: Tables) -> Roll[LeaderAttachmentFacts, LeaderAttachmentResult]:
    """Whether a leader gets himself attached to a formation."""
    reach = paces(t, t.number("CD-leader-movement", "inches"))

    def result(throw: Thrown[LeaderAttachmentFacts]) -> LeaderAttachmentResult:
        number: int = t.value("CD-leader-attachment", throw.s.rating)[throw.s.level]
        return LeaderAttachmentResult(throw.total <= number)

    return Roll(
        dice=one_die(t, "CD-leader-attachment"),
        # a second try, too long a ride and a place that is taken are rows that forbid the roll
        modifiers=[
            *modifiers(t, "CD-leader-attachment", flag("tried")),
            *modifiers(t, "CD-leader-movement", given("too_far", lambda s: s.distance > reach)),
            *modifiers(t, "CD-leader-attach-limit", given("taken", lambda s: s.level in s.present)),
        ],
        result=result,
        depends=("rating", "level"),
    )


class LeaderReachFacts(Facts):
    """An attached leader and a unit."""

    attached_to: Annotated[Literal["regiment", "brigade"], "what he is attached to"]
    of_it: Annotated[bool, "the unit is that regiment, or belongs to that brigade"] = True
    distance: Annotated[Paces, "paces from him to the unit"] = 0


class LeaderReachResult(NamedTuple):
    """Whether his bonus serves the unit."""

    applies: bool


@reckoning("leader-reach", "CD-leader-attach-to", asks=LeaderReachFacts)
def leader_reach(t: Tables, s: LeaderReachFacts) -> LeaderReachResult:
    """Whether an attached leader's bonus serves a unit."""
    near = s.distance <= paces(t, t.number("CD-leader-attach-to", "brigade_reach"))
    return LeaderReachResult(s.of_it and (s.attached_to == "regiment" or near))


class CommandRadiusFacts(Facts):
    """A leader and one under him."""

    level: Annotated[Level, "the leader's command"]
    distance: Annotated[Paces, "paces between them"]


class CommandRadiusResult(NamedTuple):
    """The radius in paces, and whether it reaches."""

    radius: int
    in_command: bool


@reckoning("command-radius", "CD-command-radius", asks=CommandRadiusFacts)
def command_radius(t: Tables, s: CommandRadiusFacts) -> CommandRadiusResult:
    """Whether a leader's word reaches so far."""
    return CommandRadiusResult(radius(t, s.level), s.distance <= radius(t, s.level))


def radius(t: Tables, level: Level) -> int:
    """How far a leader's word carries, in paces."""
    return paces(t, t.number("CD-command-radius", level))


class CommandChainFacts(Facts):
    """A unit and those above it. A leader that an army does not have is at no distance."""

    to_division: Annotated[Paces, "paces from the unit to its division commander"] = 0
    to_corps: Annotated[Paces, "paces from him to his corps commander"] = 0
    to_army: Annotated[Paces, "paces from the corps commander to the army commander"] = 0


class CommandChainResult(NamedTuple):
    """Whether the unit is activated with its division (else it may only fire in place then, or act on local
    initiative), and whether the division may be given Grand-Tac points."""

    activated: bool
    may_fire: bool
    grand_tac: bool


@reckoning("command-chain", "CD-command-radius-effect", asks=CommandChainFacts)
def command_chain(t: Tables, s: CommandChainFacts) -> CommandChainResult:
    """What being out of command costs a unit and its division."""
    chain = s.to_corps <= radius(t, "corps") and s.to_army <= radius(t, "army")
    # out of command it may still fire where it stands
    return CommandChainResult(s.to_division <= radius(t, "division"), True, chain)


class LeaderMoveFacts(Facts):
    """A leader who rides."""

    distance: Annotated[Paces, "paces of his way"]
    moved: Annotated[bool, "he has moved this turn"] = False


class LeaderMoveResult(NamedTuple):
    """Paces he could still ride."""

    left: int


@reckoning("leader-move", "CD-leader-movement", asks=LeaderMoveFacts)
def leader_move(t: Tables, s: LeaderMoveFacts) -> LeaderMoveResult:
    """Whether a leader may ride so far."""
    reach = paces(t, t.number("CD-leader-movement", "inches"))
    if s.moved:
        raise refuse("CD-leader-movement", "a leader moves once in a turn")
    if s.distance > reach:
        raise refuse("CD-leader-movement", t.row("CD-leader-movement", "too_far").label)
    return LeaderMoveResult(reach - s.distance)


class LeaderCasualtyFacts(Facts):
    """A leader attached to a unit that has just lost steps in one fire or round of melee."""

    steps: Annotated[int, Range(0, 100), "steps it lost"]


class LeaderCasualtyResult(NamedTuple):
    """Whether he falls, and the rating of his successor, who comes in the next end phase."""

    falls: bool
    successor: str


@check("leader-casualty", "CD-leader-casualty", asks=LeaderCasualtyFacts)
def leader_casualty(t: Tables) -> Roll[LeaderCasualtyFacts, LeaderCasualtyResult]:
    """Whether an attached leader falls; an option."""
    table = t["CD-leader-casualty"]

    def result(throw: Thrown[LeaderCasualtyFacts]) -> LeaderCasualtyResult:
        falls = throw.total >= table["falls"]
        return LeaderCasualtyResult(falls, table["successor"] if falls else "")

    return Roll(
        dice=one_die(t, "CD-leader-casualty"),
        modifiers=modifiers(
            t,
            "CD-leader-casualty",
            given("off", lambda _: not table["on"]),
            given("few", lambda s: s.steps < table["steps"]),
        ),
        result=result,
    )
