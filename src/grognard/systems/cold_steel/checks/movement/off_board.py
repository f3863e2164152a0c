"""Appendix C: forces that march and fight beyond the table's edge, and where and when they arrive."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import Roll, Thrown, check, implements, reckoning, refuse
from grognard.kernel.dice import NO_DICE, TWO_D10
from grognard.kernel.facts import Facts, Paces, Range
from grognard.kernel.modifiers import Modifier, by, counted, flag, given, highest, modifiers
from grognard.kernel.pooled import HUNDRED
from grognard.kernel.tables import Bands, Tables

from ...terms import Character, Discipline, Rating

RoadDensity = Literal["no_roads", "secondary_roads", "primary_roads"]
Visibility = Literal["unobstructed", "obstructed"]
Whereabouts = Literal["not_arrived", "leaving_table", "on_table"]
OffBoardTask = Literal["movement", "defence", "screen"]
Size = Literal["part_company", "company", "battalion"]
OffBoardCombat = Literal["none", "attackers_broke", "defenders_broke"]
Corner = Literal["friendly", "enemy"]
OffBoardTurn = Annotated[int, Range(0, 300)]
OffBoardFigures = Annotated[int, Range(0, 1000)]


Ground = Annotated[Character, "terrain beyond this edge; desert counts as open"]
RoadNet = Annotated[RoadDensity, "road net beyond this edge"]
SeesLandmark = Annotated[Visibility, "whether the battlefield or a landmark can be seen from there"]
HasMission = Annotated[bool, "it has a written mission; scheduled reinforcements have one built in"]


class OffBoardGroundFacts(Facts):
    """The ground beyond one table edge."""

    terrain: Ground
    roads: RoadNet
    visibility: SeesLandmark


class OffBoardGroundResult(NamedTuple):
    """What the ground adds to the turns of a march, and to the arrival test."""

    march_turns: int
    arrival_test: int


@reckoning("off-board-ground", "CS-C.2a", asks=OffBoardGroundFacts)
def off_board_ground(t: Tables, s: OffBoardGroundFacts) -> OffBoardGroundResult:
    """What the ground beyond a table edge, described before the battle, will mean for a force there."""
    march, test = t.rows("CS-C.3c"), t.rows("CS-C.5a")
    named = (s.terrain, s.roads, s.visibility)
    return OffBoardGroundResult(*(sum(rows[key].value for key in named if key in rows) for rows in (march, test)))


class OffBoardForceFacts(Facts):
    """A force that a commander sets aside for work beyond the table."""

    off_board: Annotated[bool, "the scenario allows off-board play"] = True
    task: Annotated[OffBoardTask, "what the force is for"] = "movement"
    size: Annotated[Size, "its size: less than a company or squadron, at least one, at least a battalion"] = "battalion"


class OffBoardForceResult(NamedTuple):
    """Cards each commander lays face down at the edges, empty ones included, and what stands on them."""

    cards: int
    shows: str


@reckoning("off-board-force", "CS-C.2b", asks=OffBoardForceFacts)
def off_board_force(t: Tables, s: OffBoardForceFacts) -> OffBoardForceResult:
    """Whether a force may be assigned off-board, and how it is noted."""
    if not s.off_board:
        raise refuse("CS-1.1b", t.row("CS-1.1b", "not_allowed").label)
    if s.task == "screen" and s.size == t.value("CS-C.2b", "too_small"):
        raise refuse("CS-C.2b", "a screen is at least a company or squadron")
    return OffBoardForceResult(t.number("CS-C.2c", "cards"), "numbers of infantry and cavalry figures")


class OffBoardDelayFacts(Facts):
    """A force that is to move off-board."""

    distance: Annotated[Paces, "paces along the edge to the farthest point of its destination"]
    off_board: Annotated[bool, "the scenario allows off-board play"] = True
    where: Annotated[Whereabouts, "where the force is now"] = "not_arrived"
    mission: HasMission = True
    terrain: Ground = "open"
    roads: RoadNet = "secondary_roads"
    mission_turn: Annotated[OffBoardTurn, "turn in which the mission was issued; 0 before the game"] = 0
    friendly_edge: Annotated[bool, "it starts from or behind the friendly table edge"] = False
    french: Annotated[bool, "a French force"] = False
    worst_discipline: Annotated[Discipline, "lowest discipline in the force"] = "trained"


class OffBoardDelayResult(NamedTuple):
    """Turns on the way, and the turn it would arrive under the best conditions."""

    turns: int
    perfect_arrival_turn: int


@check("off-board-delay", "CS-C.3b", asks=OffBoardDelayFacts)
def off_board_delay(t: Tables) -> Roll[OffBoardDelayFacts, OffBoardDelayResult]:
    """The perfect arrival turn of an off-board force."""
    least, ill = t.number("CS-C.3b", "least"), frozenset(t.value("CS-C.3c", "ill"))
    fraction = t.row("CS-C.3c", "distance").per - 1

    def delay(throw: Thrown[OffBoardDelayFacts]) -> OffBoardDelayResult:
        turns = max(throw.total, least)
        return OffBoardDelayResult(turns, throw.s.mission_turn + turns)

    return Roll(
        dice=NO_DICE,
        modifiers=[
            *modifiers(t, "CS-1.1b", given("not_allowed", lambda s: not s.off_board)),
            *modifiers(t, "CS-C.1", given("on_table", lambda s: s.where == "on_table")),
            *modifiers(t, "CS-C.3a", given("no_mission", lambda s: not s.mission)),
            *modifiers(
                t,
                "CS-C.3c",
                counted("distance", lambda s: s.distance + fraction),
                flag("friendly_edge"),
                flag("french"),
                given("ill_disciplined", lambda s: s.worst_discipline in ill),
                by("roads"),
                by("terrain"),
            ),
        ],
        result=delay,
        depends=("mission_turn",),
    )


class OffBoardEncounterFacts(Facts):
    """A flanking force about to take its arrival test, and the enemies in its way."""

    attackers: Annotated[int, Range(1, 1000), "all figures of the flanking force"]
    attacking_cavalry: Annotated[OffBoardFigures, "its cavalry figures"] = 0
    attacker_size: Annotated[Size, "its size: less than a company or squadron, one, or more"] = "battalion"
    player_commander: Annotated[bool, "a player commands it"] = False
    defenders: Annotated[OffBoardFigures, "all enemy figures in that area"] = 0
    defending_cavalry: Annotated[OffBoardFigures, "their cavalry figures"] = 0
    defender_size: Annotated[Size, "their size: less than a company or squadron, at least one, or a battalion"] = (
        "battalion"
    )
    turn: Annotated[OffBoardTurn, "perfect arrival turn, or the turn the defenders broke in off-board combat"] = 1


class OffBoardEncounterResult(NamedTuple):
    """How it goes on: test, fight first, halted, or not_today; what each side sees; the rows of the arrival test."""

    next: str
    fight_from_turn: int
    enemy_sees_card: bool
    cavalry_row: str
    total_row: str


class OffBoardWay:
    """What bars or delays a flanking force that meets the enemy; its numbers are looked up once."""

    def __init__(self, t: Tables) -> None:
        self.cavalry_rows, self.total_rows = ratio_rows(t, "cavalry"), ratio_rows(t, "total")
        self.tiny = frozenset(t.value("CS-C.4c", "tiny"))
        self.ignored_at = t.number("CS-C.4d", "ignored_at")
        self.fought_below = t.number("CS-C.4f", "fought_below")

    def miscounted(self, s: OffBoardEncounterFacts) -> bool:
        return s.attacking_cavalry > s.attackers or s.defending_cavalry > s.defenders

    def halted(self, s: OffBoardEncounterFacts) -> bool:
        return bool(s.defenders) and not s.player_commander and s.attacker_size in self.tiny

    def outridden(self, s: OffBoardEncounterFacts) -> bool:
        return s.attacking_cavalry < s.defending_cavalry and s.attackers < s.defenders * self.ignored_at

    def fought(self, s: OffBoardEncounterFacts) -> bool:
        return s.defender_size == "battalion" and s.attackers < s.defenders * self.fought_below

    @implements("CS-C.4e")
    def cavalry_row(self, s: OffBoardEncounterFacts) -> str:
        """The row for the time that cavalry needs to deal with the defenders' cavalry."""
        met = s.defending_cavalry and s.attackers < s.defenders * self.ignored_at
        return self.cavalry_rows[s.attacking_cavalry // s.defending_cavalry] if met else ""

    def total_row(self, s: OffBoardEncounterFacts) -> str:
        """The row for total strength. Below the lowest only less than a battalion is not fought, and takes that."""
        return self.total_rows[max(s.attackers // s.defenders, self.fought_below)] if s.defenders else ""


@implements("CS-C.4b")
def ratio_rows(t: Tables, kind: str) -> Bands[str]:
    """Rows of the arrival test by ratio to one, rounded down; below the first there is none."""
    rows = sorted((row.columns["ratio"], key) for key, row in t.rows("CS-C.5a").items() if key.startswith(kind))
    starts: list[tuple[int | None, str]] = [(None, ""), *rows]
    ends = [ratio - 1 for ratio, _ in rows]
    return Bands((start, end, key) for (start, key), end in zip(starts, [*ends, None], strict=True))


@reckoning("off-board-encounter", "CS-C.4a", asks=OffBoardEncounterFacts)
def off_board_encounter(t: Tables, s: OffBoardEncounterFacts) -> OffBoardEncounterResult:
    """What happens when an off-board force meets the enemy."""
    way = t.made(("off-board way",), lambda: OffBoardWay(t))
    if way.miscounted(s):
        raise refuse("CS-C.4b", t.row("CS-C.4b", "miscounted").label)
    sees = bool(s.defenders) and s.defender_size != t.value("CS-C.2b", "too_small")
    if way.halted(s) or way.outridden(s):
        return OffBoardEncounterResult("halted" if way.halted(s) else "not_today", 0, sees, "", "")
    cavalry = _label(t, way.cavalry_row(s))
    if way.fought(s):
        return OffBoardEncounterResult("fight", s.turn + t.number("CS-C.4f", "turns"), sees, cavalry, "")
    return OffBoardEncounterResult("test", 0, sees, cavalry, _label(t, way.total_row(s)))


def _label(t: Tables, row: str) -> str:
    return t.row("CS-C.5a", row).label if row else ""


class ArrivalFacts(OffBoardEncounterFacts):
    """An off-board force that takes its arrival test."""

    mission: HasMission = True
    terrain: Ground = "open"
    roads: RoadNet = "secondary_roads"
    visibility: SeesLandmark = "obstructed"
    commander: Annotated[Rating, "rating of its commander"] = "average"
    bad_weather_or_night: Annotated[bool, "bad weather, or night"] = False
    combat: Annotated[OffBoardCombat, "how off-board combat ended, if there was one"] = "none"


class ArrivalResult(NamedTuple):
    """Whether the force arrives, when, and what the enemies on its way have cost it."""

    result: str
    delay_turns: int
    arrival_turn: int
    cavalry_dispersed: bool
    cavalry_casualties_percent: int
    cavalry_disorder: int
    infantry_hits: int
    infantry_disorder: int


class _Timed(NamedTuple):
    result: str
    delay_turns: int


@check("arrival", "CS-C.5b", asks=ArrivalFacts)
def arrival(t: Tables) -> Roll[ArrivalFacts, ArrivalResult]:
    """Arrival test of an off-board force: 2D10 plus modifiers."""
    way, rows = OffBoardWay(t), t.bands("CS-C.5b", "rows", _Timed)
    cost = _cost(t, way)

    def read(throw: Thrown[ArrivalFacts]) -> ArrivalResult:
        timed = rows[throw.total]
        return ArrivalResult(timed.result, timed.delay_turns, arrival_turn(throw.s.turn, timed), *cost(throw.s))

    return Roll(
        dice=TWO_D10,
        modifiers=[
            *_stopped(t, way),
            *modifiers(
                t,
                "CS-C.5a",
                by("commander"),
                by("visibility"),
                by("roads"),
                flag("bad_weather_or_night"),
                highest(lambda s: (way.cavalry_row(s),)),
                highest(lambda s: (_total_left(way, s),)),
            ),
        ],
        result=read,
        depends=("turn", "terrain", "attackers", "attacking_cavalry", "defenders", "defending_cavalry", "combat"),
    )


def _stopped(t: Tables, way: OffBoardWay) -> list[Modifier]:
    """Why a force never comes to its test."""
    return [
        *modifiers(t, "CS-C.3a", given("no_mission", lambda s: not s.mission)),
        *modifiers(t, "CS-C.4b", given("miscounted", way.miscounted)),
        *modifiers(t, "CS-C.4c", given("halted", lambda s: s.combat == "none" and way.halted(s))),
        *modifiers(t, "CS-C.4d", given("outridden", way.outridden)),
        *modifiers(
            t,
            "CS-C.4f",
            given("beaten", lambda s: s.combat == "attackers_broke"),
            given("fight", lambda s: s.combat == "none" and way.fought(s)),
        ),
    ]


def _total_left(way: OffBoardWay, s: ArrivalFacts) -> str:
    """The row for total strength; defenders already broken in off-board combat delay nobody."""
    return "" if s.combat == "defenders_broke" else way.total_row(s)


@implements("CS-C.5c")
def arrival_turn(turn: int, timed: _Timed) -> int:
    """The turn in whose movement phase the force enters, 0 if it does not."""
    return turn + timed.delay_turns if timed.result == "arrives" else 0


def _cost(t: Tables, way: OffBoardWay) -> Callable[[ArrivalFacts], tuple[bool, int, int, int, int]]:
    """The three footnotes of the modifier table."""
    dispersed, mauled = t.value("CS-C.5a", "dispersed_at"), t.value("CS-C.5a", "mauled")
    delaying = t.value("CS-C.5a", "delaying")

    def hits(s: ArrivalFacts) -> int:
        factor = delaying["factor"] if s.terrain in delaying["terrain"] else 1
        return to_nearest(delaying["hits_percent"] * factor, s.defenders)

    def cost(s: ArrivalFacts) -> tuple[bool, int, int, int, int]:
        row = way.cavalry_row(s)
        losses = (mauled["casualties_percent"], mauled["disorder"]) if row == mauled["at"] else (0, 0)
        delayed = (hits(s), delaying["disorder"]) if _total_left(way, s) == delaying["at"] else (0, 0)
        return (row == dispersed, *losses, *delayed)

    return cost


def to_nearest(percent: int, of: int) -> int:
    """So many percent of a number, rounded to the nearest whole one; a half goes up."""
    whole, rest = divmod(percent * of, HUNDRED)
    return whole + (rest + rest >= HUNDRED)


class ArrivalAgainFacts(Facts):
    """A force whose arrival test said it was lost."""

    commander: Annotated[Rating, "rating of its commander"] = "average"
    turn: Annotated[OffBoardTurn, "the turn of the test"] = 1


class ArrivalAgainResult(NamedTuple):
    """Whether the lost force arrives today, and when."""

    result: str
    delay_turns: int
    arrival_turn: int


@check("arrival-again", "CS-C.5d", asks=ArrivalAgainFacts)
def arrival_again(t: Tables) -> Roll[ArrivalAgainFacts, ArrivalAgainResult]:
    """Second arrival test of a lost force, with nothing but the commander's rating."""
    rows, never = t.bands("CS-C.5b", "rows", _Timed), t.value("CS-C.5d", "lost_again")

    def read(throw: Thrown[ArrivalAgainFacts]) -> ArrivalAgainResult:
        timed = rows[throw.total]
        result = never if timed.result == "lost" else timed.result
        return ArrivalAgainResult(result, timed.delay_turns, arrival_turn(throw.s.turn, timed))

    return Roll(dice=TWO_D10, modifiers=modifiers(t, "CS-C.5a", by("commander")), result=read, depends=("turn",))


class LostLocationFacts(Facts):
    """A lost force that finds its way to the table."""

    turn: Annotated[OffBoardTurn, "the turn now"] = 1
    arrival_turn: Annotated[OffBoardTurn, "the turn it arrives"] = 1


class LostLocationResult(NamedTuple):
    """How far from its destination, and to which side as the force sees it."""

    paces: int
    side: str


@check("lost-location", "CS-C.5e", asks=LostLocationFacts)
def lost_location(t: Tables) -> Roll[LostLocationFacts, LostLocationResult]:
    """Where a lost force arrives: 2D10."""
    rows = t.bands("CS-C.5e", "rows", LostLocationResult)
    early = modifiers(t, "CS-C.5d", given("too_early", lambda s: s.turn < s.arrival_turn))
    return Roll(dice=TWO_D10, modifiers=early, result=lambda throw: rows[throw.total])


class LostBeyondCornerFacts(Facts):
    """A lost force's offset, and the corner it points to."""

    offset: Annotated[Paces, "paces from its destination, by the table for lost forces"]
    to_corner: Annotated[Paces, "paces from its destination to the corner on that side"]
    corner: Annotated[Corner, "whose base line begins at that corner"] = "enemy"


class LostBeyondCornerResult(NamedTuple):
    """The edge at which the force appears, and the paces along it: from its destination, or from the corner."""

    edge: str
    paces: int


@reckoning("lost-beyond-corner", "CS-C.5f", asks=LostBeyondCornerFacts)
def lost_beyond_corner(t: Tables, s: LostBeyondCornerFacts) -> LostBeyondCornerResult:
    """Where a lost force appears if its offset runs past a corner."""
    if s.offset <= s.to_corner:
        return LostBeyondCornerResult("flank edge", s.offset)
    return LostBeyondCornerResult(
        f"{s.corner} base line", -(-(s.offset - s.to_corner) // t.number("CS-C.5f", "divide"))
    )
