"""Chapter 3: missions, what they let a unit attack and where they let it go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, NamedTuple, get_args

from grognard.kernel.checks import implements, reckoning, refuse
from grognard.kernel.facts import Facts, Paces, Range
from grognard.kernel.tables import Tables

from .orders import MovementWord, barred, limit

MissionWord = Literal["attack", "protect", "defense", "rearguard", "maneuver", "skirmish", "follow_me"]
MissionName = Literal["attack", "protect", "support", "defense", "rearguard", "maneuver", "skirmish", "follow_me"]
"""As players may call them: support is another name of protect."""

MISSIONS: tuple[MissionWord, ...] = get_args(MissionWord)
FAR = 20_000
RULES: dict[MissionWord, str] = {
    "attack": "CS-3.3.1e",
    "protect": "CS-3.3.1f",
    "defense": "CS-3.3.1g",
    "rearguard": "CS-3.3.1h",
    "maneuver": "CS-3.3.1i",
    "skirmish": "CS-3.3.1j",
    "follow_me": "CS-3.3.1k",
}


@implements("CS-3.3.1d")
def mission_called(t: Tables, name: MissionName) -> MissionWord:
    """The mission a player means."""
    mission: MissionWord = t.value("CS-3.3.1d", "also_called").get(name, name)
    return mission


class MissionFacts(Facts):
    """A mission about to be given."""

    mission: Annotated[MissionName, "its type"]
    by: Annotated[Literal["aide", "in_person"], "how it reaches the unit"] = "in_person"
    units: Annotated[int, Range(1, 60), "follow me: units that are to follow"] = 1
    player: Annotated[Literal["among", "adjacent", "outside"], "follow me: the player figure's place by them"] = "among"


class MissionResult(NamedTuple):
    """The mission, its price, and whether its type is announced to everybody."""

    mission: MissionWord
    command_points: int
    announced: bool


@reckoning("mission", "CS-3.3.1a", asks=MissionFacts)
def mission(t: Tables, s: MissionFacts) -> MissionResult:
    """Whether a mission may be given, and what it costs."""
    meant = mission_called(t, s.mission)
    # with one unit there is no middle to stand in
    near_enough = s.player == "among" or (s.player == "adjacent" and s.units == 1)
    if meant == "follow_me" and not near_enough:
        raise barred(t, "CS-3.3.1k", "not_among")
    price = t.row("CS-3.2k", "written" if s.by == "aide" else "missions").value
    return MissionResult(meant, price, t.value("CS-3.3.1c", "in_force"))


class MissionChitsFacts(Facts):
    """Chits that the player puts on a unit under its mission."""

    mission: Annotated[MissionName, "the mission it has"]
    fits: Annotated[bool, "the chits fit objective, route, conditions and timing"] = True
    changed: Annotated[bool, "they differ from those of last turn"] = True
    leader_wounded: Annotated[bool, "follow me: the leader has been wounded since the movement began"] = False
    leader_shifted: Annotated[bool, "follow me: the leader has left his place among the units"] = False


class MissionChitsResult(NamedTuple):
    """What marking the unit costs."""

    command_points: int


@reckoning("mission-chits", "CS-3.3.1l", asks=MissionChitsFacts)
def mission_chits(t: Tables, s: MissionChitsFacts) -> MissionChitsResult:
    """Whether a unit may be marked with these chits under its mission, however far the player is."""
    leaderless = s.leader_wounded or s.leader_shifted
    if mission_called(t, s.mission) == "follow_me" and leaderless and s.changed:
        raise barred(t, "CS-3.3.1l", "kept")
    if not s.fits:
        raise barred(t, "CS-3.3.1a", "off_mission")
    return MissionChitsResult(t.number("CS-3.3.1a", "command_points"))


class EntryMissionFacts(Facts):
    """A force waiting off the table."""

    edge: Annotated[Literal["friendly_rear", "flank", "enemy_rear"], "the table edge it is to enter by"]
    has_mission: Annotated[bool, "a mission was written for it"] = False


class EntryMissionResult(NamedTuple):
    """Whether the force needs a mission to enter there, and whether it moves."""

    mission_needed: bool
    moves: bool


@reckoning("entry-mission", "CS-3.3.1b", asks=EntryMissionFacts)
def entry_mission(t: Tables, s: EntryMissionFacts) -> EntryMissionResult:
    """Whether troops off the table need a mission to enter by this edge."""
    needed = s.edge != t.value("CS-3.3.1b", "friendly_edge")
    return EntryMissionResult(needed, s.has_mission or not needed)


class MissionAttackFacts(Facts):
    """An enemy met by a unit on a mission."""

    mission: Annotated[MissionName, "the mission of the unit"]
    where: Annotated[
        Literal["along_route", "at_objective", "beyond_objective"], "attack: where on its way the enemy stands"
    ] = "along_route"
    distance: Annotated[Paces, "paces to the enemy from route or objective, or from area or position; 0 is in it"] = FAR
    from_ward: Annotated[Paces, "protect: paces from the enemy to the unit protected"] = FAR
    from_unit: Annotated[Paces, "protect: paces from the enemy to the unit that protects"] = FAR


class MissionAttackResult(NamedTuple):
    """Whether the mission has the unit attack, and the rule that says so."""

    attacks: bool
    rule: str


@reckoning("mission-attack", "CS-3.3.1e", asks=MissionAttackFacts)
def mission_attack(t: Tables, s: MissionAttackFacts) -> MissionAttackResult:
    """Whether a unit's mission has it attack this enemy."""
    meant = mission_called(t, s.mission)
    return MissionAttackResult(_attacks(t, meant, s), RULES[meant])


def _attacks(t: Tables, meant: MissionWord, s: MissionAttackFacts) -> bool:
    match meant:
        case "attack":
            return s.distance <= t.number("CS-3.3.1e", s.where)
        case "protect":
            near = s.from_ward <= t.number("CS-3.3.1f", "of_ward")
            return near and s.from_unit <= t.number("CS-3.3.1f", "of_itself")
        case "defense":
            return s.distance <= t.number("CS-3.3.1g", "of_area")
        case "rearguard":
            # only who has got into the position itself
            return s.distance == 0
    return False


class MissionMoveFacts(MissionAttackFacts):
    """A move wanted of a unit on a mission."""

    attacks: Annotated[bool, "the move is an attack on the enemy described"] = False
    on_route: Annotated[bool, "attack, maneuver: it keeps to its route"] = True
    keeps_station: Annotated[bool, "protect, follow me: it keeps its place by the other unit or the leader"] = True
    movement: Annotated[MovementWord, "the way it moves"] = "forward"
    before: Annotated[Paces, "paces to the nearest enemy before the move"] = FAR
    after: Annotated[Paces, "paces to the nearest enemy after the move"] = FAR
    figures: Annotated[int, Range(1, 2000), "maneuver: figures of the unit or force"] = 1
    enemy_figures: Annotated[int, Range(0, 2000), "maneuver: figures of all enemies about"] = 0
    friend_passing: Annotated[
        Literal["none", "close", "open", "extended"], "skirmish: order of a friend that moves through"
    ] = "none"


class MissionMoveResult(NamedTuple):
    """A move the mission allows."""

    rule: str
    steps_aside: bool
    """Skirmishers shift to the sides of the friend who passes."""


@reckoning("mission-move", "CS-3.3.1a", asks=MissionMoveFacts)
def mission_move(t: Tables, s: MissionMoveFacts) -> MissionMoveResult:
    """Whether a unit's mission allows this move."""
    meant = mission_called(t, s.mission)
    # an attack is judged by whom it is on; the way there does not matter then
    if s.attacks:
        if not _attacks(t, meant, s):
            raise refuse(RULES[meant], "its mission does not have it attack this enemy")
        return MissionMoveResult(RULES[meant], False)
    _MOVES[meant](t, s)
    aside = meant == "skirmish" and s.friend_passing == t.value("CS-3.3.1j", "makes_way_for")
    return MissionMoveResult(RULES[meant], aside)


def _along_route(t: Tables, s: MissionMoveFacts) -> None:
    if not s.on_route:
        raise barred(t, "CS-3.3.1a", "off_mission")


def _maneuver(t: Tables, s: MissionMoveFacts) -> None:
    _along_route(t, s)
    stronger = s.figures >= limit(t, "CS-3.3.1i", "too_near", "times") * s.enemy_figures
    if s.after < limit(t, "CS-3.3.1i", "too_near") and not stronger:
        raise barred(t, "CS-3.3.1i", "too_near")


def _protect(t: Tables, s: MissionMoveFacts) -> None:
    if not s.keeps_station:
        raise barred(t, "CS-3.3.1f", "off_station")


def _defend(t: Tables, s: MissionMoveFacts) -> None:
    # coming nearer is allowed to drive out who is in the area
    if s.after < s.before and not _attacks(t, "defense", s):
        raise barred(t, "CS-3.3.1g", "toward_enemy")


def _rearguard(t: Tables, s: MissionMoveFacts) -> None:
    if s.after < s.before:
        raise barred(t, "CS-3.3.1h", "toward_enemy")


def _skirmish(t: Tables, s: MissionMoveFacts) -> None:
    if s.after < limit(t, "CS-3.3.1j", "too_near", "from"):
        raise barred(t, "CS-3.3.1j", "too_near")
    # who is too far off already may stay so, but not go farther
    if s.after > max(s.before, limit(t, "CS-3.3.1j", "too_far", "to")):
        raise barred(t, "CS-3.3.1j", "too_far")


def _follow(t: Tables, s: MissionMoveFacts) -> None:
    if s.movement not in t.value("CS-3.3.1k", "movements"):
        raise barred(t, "CS-3.3.1k", "other_movement")
    if not s.keeps_station:
        raise barred(t, "CS-3.3.1k", "off_station")


_MOVES: dict[MissionWord, Callable[[Tables, MissionMoveFacts], None]] = {
    "attack": _along_route,
    "protect": _protect,
    "defense": _defend,
    "rearguard": _rearguard,
    "maneuver": _maneuver,
    "skirmish": _skirmish,
    "follow_me": _follow,
}
