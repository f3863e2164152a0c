"""What no sensible army does: turning to and fro, standing idle with the enemy in reach, leaving a place that is to be
held, and the like; counted in battles that computers fight, turn by turn, from what each seat sees on its own table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import hypot
from typing import NamedTuple

from grognard.battle.battles import Battle
from grognard.battle.commanding import fight_out
from grognard.battle.events import Event
from grognard.battle.pictures import SHAKEN, UnitPicture, drawn_step
from grognard.commanders.appreciation import PointsGoal
from grognard.commanders.objectives import goals_of
from grognard.ground.field import Field

from .many import Job, begin_job, staffed

TURN = 50
"""Degrees of a turn that is seen."""
STEP = 25.0
"""Paces within which a unit has not moved."""
REACH, SHOT = 450.0, 160.0
"""Paces to an enemy who is in reach, and to one who is under fire."""
IDLE, STANDS = 4, 5
"""Turns without a step after which a unit idles, and after which an attacker stands before his goal."""
NEAR_GOAL = 350.0
"""Paces from the ground of a goal at which an attacker is before it."""
HORSE, FOOT = 320.0, 320.0
"""Paces from enemy horse at which foot should be in square, and from enemy foot or guns at which it need not."""
KINDS = {
    "turns to and fro": "turned by fifty degrees and back again in the next turn, in the same place",
    "idle with an enemy in reach": "in order, and without a step for four turns, with a steady enemy in reach and none "
    "under its fire",
    "garrison leaves": "left ground that its side has to hold, in order, with an enemy near and nobody else in it",
    "attacker stands": "stood for five turns before ground of the enemy's that earns points, out of musket shot",
    "fire on friends": "hit by its own side",
    "line before horse": "in line for two turns with enemy horse upon it, and neither foot nor guns near",
}
"""Each with what is counted."""


class UnitTrace(NamedTuple):
    """A unit at the end of a turn."""

    place: tuple[float, float]
    heading: int
    formation: str
    still: int
    """Turns for which it has not moved."""
    turned: int
    """Degrees by which it turned in this turn, to the right or left."""
    inside: frozenset[str]
    exposed: int
    """Turns in line with horse upon it."""


class PathologyWatch:
    """Counts for one side of a battle."""

    def __init__(self, battle: Battle, seat: str, side: str, field: Field) -> None:
        self.battle, self.seat, self.side = battle, seat, side
        victory = battle.scenario.header.victory
        self.held: tuple[PointsGoal, ...] = tuple(
            goal for goal in goals_of(victory, side, field) if goal.kind == "hold"
        )
        self.count: Counter[str] = Counter()
        self.unit_turns = 0
        self._before: dict[str, UnitTrace] = {}

    def look(self) -> None:
        """At the end of a turn."""
        briefing = self.battle.game.briefing(self.battle.fight, self.seat)
        picture = self.battle.game.picture(self.battle.view(self.seat), briefing)
        here = [unit for unit in picture.units if unit.where == "table"]
        ours = [unit for unit in here if unit.side == self.side and _orderly(unit)]
        foes = [unit for unit in here if unit.side != self.side and not unit.faint and _orderly(unit)]
        self.unit_turns += len(ours)
        self._before = {unit.id: self._seen(unit, self._before.get(unit.id), ours, foes) for unit in ours}

    def _seen(
        self, unit: UnitPicture, was: UnitTrace | None, ours: Sequence[UnitPicture], foes: Sequence[UnitPicture]
    ) -> UnitTrace:
        place = unit.x, unit.y
        inside = frozenset(goal.id for goal in self.held if goal.holds(place))
        moved = was is None or hypot(place[0] - was.place[0], place[1] - was.place[1]) > STEP
        turned = 0 if was is None else (unit.heading - was.heading + 180) % 360 - 180
        exposed = was.exposed + 1 if was is not None and self._before_horse(unit, foes) else 0
        now = UnitTrace(
            place, unit.heading, unit.formation, 0 if moved or was is None else was.still + 1, turned, inside, exposed
        )
        if was is not None:
            self._judge(unit, was, now, ours, foes)
        return now

    def _judge(
        self,
        unit: UnitPicture,
        was: UnitTrace,
        now: UnitTrace,
        ours: Sequence[UnitPicture],
        foes: Sequence[UnitPicture],
    ) -> None:
        nearest = min((_away(unit, foe) for foe in foes), default=9e9)
        back = now.turned * was.turned < 0 and min(abs(now.turned), abs(was.turned)) >= TURN
        if back and now.still:
            self.count["turns to and fro"] += 1
        waits = SHOT < nearest <= REACH and unit.arm != "artillery" and not unit.engaged
        if waits and now.still >= IDLE and not now.inside:
            self.count["idle with an enemy in reach"] += 1
        for goal in was.inside - now.inside:
            others = any(self._holds(goal, (each.x, each.y)) for each in ours if each.id != unit.id)
            if not others and nearest <= 2 * REACH:
                self.count["garrison leaves"] += 1
        if waits and now.still >= STANDS and any(self._before_it(goal, now, foes) for goal in self.held):
            self.count["attacker stands"] += 1
        if now.exposed >= 2:
            self.count["line before horse"] += 1

    def _holds(self, goal: str, place: tuple[float, float]) -> bool:
        return any(each.id == goal and each.holds(place) for each in self.held)

    def _before_it(self, goal: PointsGoal, now: UnitTrace, foes: Sequence[UnitPicture]) -> bool:
        away = hypot(now.place[0] - goal.place[0], now.place[1] - goal.place[1]) - goal.radius
        return away < NEAR_GOAL and any(goal.holds((foe.x, foe.y)) for foe in foes)

    def _before_horse(self, unit: UnitPicture, foes: Sequence[UnitPicture]) -> bool:
        if unit.arm != "infantry" or "line" not in unit.formation or unit.engaged:
            return False
        horse = any(_away(unit, foe) <= HORSE for foe in foes if foe.arm == "cavalry")
        return horse and all(_away(unit, foe) > FOOT for foe in foes if foe.arm != "cavalry")


def counted(job: Job, seed: int) -> dict[str, tuple[int, Counter[str]]]:
    """A battle fought, and for each side its unit-turns and what was counted."""
    battle = begin_job(job, seed)
    field = Field.from_geojson(battle.scenario.field, "field.geojson")
    seats = {seat.side: seat.id for seat in battle.fight.seats}
    watches = {side: PathologyWatch(battle, seat, side, field) for side, seat in seats.items()}
    owner = {unit.id: side.name for side in battle.scenario.sides for unit in side.all_units()}

    def look(_: Battle) -> None:
        for watch in watches.values():
            watch.look()

    fight_out(battle, staffed(battle, *job.commanders), look)
    for event in battle.entries:
        if type(event) is Event and "friendly" in str(event.values.get("cause", "")):
            side = owner.get(event.units.get("unit", ""), "")
            if side in watches:
                watches[side].count["fire on friends"] += 1
    return {side: (watch.unit_turns, watch.count) for side, watch in watches.items()}


def _orderly(unit: UnitPicture) -> bool:
    return drawn_step(unit.steadiness) < SHAKEN


def _away(one: UnitPicture, other: UnitPicture) -> float:
    return hypot(one.x - other.x, one.y - other.y)
