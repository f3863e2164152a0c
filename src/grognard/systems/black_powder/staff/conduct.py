"""What units would like to do now: wishes, the best first, each with what it is worth. Whether they act of themselves
or are ordered, the wishes are the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from grognard.commanders.appreciation import TableSpot, bearing, gap, shifted, toward, turned
from grognard.commanders.duties import Duty

from ..facts import fire
from ..facts.changes import why_not_form
from ..table.ground import in_the_open
from ..table.state import UnitState
from ..terms import Branch, Formation, branch, dispersed
from .assault import best_charge
from .odds import Reckoner
from .routes import Going
from .table import KnownTable

INCH = 15.0
"""Paces."""
ARRIVED = 40.0
"""Paces from its place at which a unit is there."""
STEP = 3 * INCH
"""Paces for which nobody is sent: an order that fails silences a commander."""
MARCH, ALERT = 60, 36
"""Inches to the enemy beyond which foot falls into a march column for a long way, and at which it leaves it."""
FAR = 30 * INCH
"""A way for which a march column is worth forming."""
COLUMN = 16 * INCH
"""A way for which a line forms an attack column, out of the enemy's fire."""
MUSKETS, CLOSE = 18, 9
"""Inches to which muskets carry, and to which attackers close who are to fire: near enough to charge unbidden."""
SCREEN = 12
"""Inches to the enemy within which no skirmishers are thrown out."""
POSTED = 20
"""Inches that those keep from the enemy who are only to be near."""
OUT_OF_FIRE = 21
"""Inches that horse keeps from enemy foot and guns that it does not charge."""
SQUARE, FOOT_NEAR = 24, 18
"""Inches from enemy horse at which a square is thought of, and from foot or guns at which it is not."""
DANGER = 0.3
"""What a charge of enemy horse must promise him before a unit forms square beforehand."""
BACK = 24 * INCH
"""How far a unit goes back that is of no more use in front."""
FRONT = 40.0
"""Degrees by which a front may be off the enemy's bearing."""
A_MOVE = 12 * INCH
"""Paces of a move of foot."""
MARGIN = 45.0
"""Paces from the table's edge at which nobody is sent."""


class UnitWish(NamedTuple):
    """Something that a unit would do, by the word of its option and its values."""

    unit: str
    word: str
    values: dict[str, Any]
    worth: float
    moves: int = 1
    """Moves without which it is for nothing."""
    goes: TableSpot | None = None
    """Where to, if it marches: those who go the same way can be told together."""

    def key(self) -> str:
        """The option."""
        return f"{self.word}:{self.unit}"


class Conduct:
    """The wishes of all units while no enemy stirs; those of a unit hold until it is changed itself."""

    def __init__(self, odds: Reckoner, duties: Mapping[str, Duty], countries: Mapping[Branch, Going]) -> None:
        self.odds, self.b, self.duties, self.countries = odds, odds.b, duties, countries
        self._wishes: dict[tuple[str, bool], tuple[UnitState, list[UnitWish]]] = {}

    def wishes(self, unit: str, *, alone: bool = False) -> list[UnitWish]:
        """What a unit would do, the best first; `alone` for one move of its own initiative."""
        now, known = self.b.unit(unit), self._wishes.get((unit, alone))
        # a unit is another record as soon as anything about it changes
        if known is None or known[0] is not now:
            known = self._wishes[unit, alone] = now, list(self._wished(now, alone))
        return known[1]

    def _wished(self, unit: UnitState, alone: bool) -> Iterator[UnitWish]:
        if self.b.in_combat(unit.id):
            return
        duty = self.duties.get(unit.id)
        if branch(unit.arm) == "artillery":
            if not unit.disordered:
                yield from self._guns(unit, duty)
            return
        # before charges: such units may not, or had better not
        if unit.disordered or self.b.shaken(unit.id):
            yield from self._shy(unit)
            return
        found = best_charge(self.odds, unit, duty, 1 if alone else 3)
        if found is not None:
            worth = 0.6 + found.value
            yield UnitWish(unit.id, "charge", {"target": found.target}, worth, found.moves)
        if branch(unit.arm) == "cavalry":
            yield from self._horse(unit, duty)
        else:
            yield from self._foot(unit, duty)

    # -- foot

    def _foot(self, unit: UnitState, duty: Duty | None) -> Iterator[UnitWish]:
        b = self.b
        away, foe = b.away(unit.id)
        square = self._square(unit)
        if square:
            if unit.formation != "square":
                yield UnitWish(unit.id, "form", {"formation": "square"}, 0.8)
            return
        attack = duty is not None and duty.kind == "attack"
        # this near the fire decides, not the march
        if foe and away <= MUSKETS and not self._marches_by(duty):
            yield from self._engaged(unit, duty, foe, away)
            return
        if duty is None or duty.stays or gap(b.place(unit.id), duty.place) <= ARRIVED:
            yield from self._stand(unit, foe, away)
            return
        halt = CLOSE if attack and not duty.second else POSTED - 4 if attack else POSTED
        yield from self._march(unit, duty, halt, self._marching(unit, duty, away), 0.35 if attack else 0.25)
        yield from self._stand(unit, foe, away)

    def _marches_by(self, duty: Duty | None) -> bool:
        return duty is not None and duty.kind in ("retire", "leave")

    def _engaged(self, unit: UnitState, duty: Duty | None, foe: str, away: int) -> Iterator[UnitWish]:
        """Within musket shot: front to him, in line, closer if that is what is wanted."""
        b = self.b
        facing = self._facing(unit.id, foe)
        off = b.zone(unit.id, foe) != "front"
        second = duty is not None and duty.kind == "attack" and duty.second
        if off and unit.formation != "square":
            yield UnitWish(unit.id, "turn", {"facing": facing}, 0.6)
        if unit.formation in ("march_column", "square") or (unit.formation.endswith("column") and not second):
            yield from self._form(unit, self._firing(unit), 0.5, facing if off else -1)
        # while it has somebody to fire at it stays: fire after fire wears the enemy down
        if duty is not None and duty.kind == "attack" and away > CLOSE and not fire.targets(b, unit.id):
            yield from self._march(unit, duty, CLOSE, "", 0.4)
        elif second and duty is not None and away > CLOSE:
            yield from self._march(unit, duty, POSTED - 6, "", 0.2)
        yield from self._screen(unit, away)

    def _firing(self, unit: UnitState) -> Formation:
        """The formation in which a unit shoots."""
        return "mixed_line" if unit.formation == "mixed_attack_column" else "line"

    def _screen(self, unit: UnitState, away: int) -> Iterator[UnitWish]:
        """A line throws out its skirmishers while there is time, as they take the edge off the enemy's fire; who may
        be charged at once keeps all its muskets for that."""
        if unit.formation == "line" and SCREEN < away <= ALERT and in_the_open(self.b, unit.id):
            yield from self._form(unit, "mixed_line", 0.15)

    def _marching(self, unit: UnitState, duty: Duty, away: int) -> Formation | str:
        """The formation in which a unit goes somewhere; nothing for the one it has."""
        far = gap(self.b.place(unit.id), duty.place)
        if dispersed(unit.formation):
            return ""
        if unit.formation == "march_column":
            # out of the march column in good time: it takes a whole move
            return "" if away > ALERT + 6 else "attack_column"
        if away > MARCH and far > FAR:
            return "march_column"
        column = unit.formation in ("attack_column", "mixed_attack_column")
        return "attack_column" if not column and far > COLUMN and away > MUSKETS else ""

    def _stand(self, unit: UnitState, foe: str, away: int) -> Iterator[UnitWish]:
        """In its place: in line before the enemy, front to him."""
        if not foe or away > 2 * ALERT:
            return
        facing = self._facing(unit.id, foe)
        off = turned(facing, unit.heading) > FRONT and away > MUSKETS
        if unit.formation in ("march_column", "square") and away <= ALERT:
            yield from self._form(unit, "line" if away < ALERT - 6 else "attack_column", 0.35, facing if off else -1)
        if off and unit.formation != "square":
            yield UnitWish(unit.id, "turn", {"facing": facing}, 0.2 if away > ALERT else 0.35)
        yield from self._screen(unit, away)

    def _form(self, unit: UnitState, formation: Formation, worth: float, facing: int = -1) -> Iterator[UnitWish]:
        if unit.formation != formation and why_not_form(self.b, unit.id, formation) is None:
            yield UnitWish(unit.id, "form", {"formation": formation, "facing": facing}, worth)
            if facing >= 0:
                yield UnitWish(unit.id, "form", {"formation": formation}, worth)

    def _square(self, unit: UnitState) -> bool:
        """Whether foot should be in square: horse within reach to whom it would be easy prey, no foot or guns near."""
        b = self.b
        horse, rider = b.away(unit.id, "cavalry")
        if not rider or horse > SQUARE or dispersed(unit.formation) or not in_the_open(b, unit.id):
            return False
        if b.away(unit.id, "infantry", "artillery")[0] < FOOT_NEAR or not b.survey.sees(unit.id, rider):
            return False
        near = [foe for foe in b.near(unit.id, SQUARE) if b.branch(foe) == "cavalry" and not b.shaken(foe)]
        if unit.formation == "square":
            # once in square it stays as long as any horse is about, or it would form and break up each turn
            return bool(near)
        return any(self.odds.promise(foe, unit.id) > DANGER for foe in near[:2])

    # -- horse

    def _horse(self, unit: UnitState, duty: Duty | None) -> Iterator[UnitWish]:
        b = self.b
        away, foe = b.away(unit.id, "infantry", "artillery")
        # only those who have it in front can fire at it
        if foe and away < OUT_OF_FIRE - 6 and b.zone(foe, unit.id) == "front" and b.unit(foe).formation != "limbered":
            yield from self._back(unit, foe, OUT_OF_FIRE * INCH, 0.5)
        away, foe = b.away(unit.id)
        if unit.formation == "march_column" and away <= ALERT:
            yield from self._form(unit, "line", 0.4)
        if duty is not None and not duty.stays and gap(b.place(unit.id), duty.place) > ARRIVED:
            halt = OUT_OF_FIRE if duty.kind == "attack" else OUT_OF_FIRE + 6
            yield from self._march(unit, duty, halt, "", 0.4 if duty.kind == "attack" else 0.25)
        if foe and away <= 2 * ALERT and turned(self._facing(unit.id, foe), unit.heading) > FRONT:
            yield UnitWish(unit.id, "turn", {"facing": self._facing(unit.id, foe)}, 0.35)

    # -- guns

    def _guns(self, unit: UnitState, duty: Duty | None) -> Iterator[UnitWish]:
        b = self.b
        reach = fire.reach(b, unit.id)
        within = [foe for foe in b.near(unit.id, reach) if b.survey.sees(unit.id, foe) and not b.in_combat(foe)]
        close, foe = b.away(unit.id)
        if unit.formation == "unlimbered":
            # guns with a target stay: limbering costs their fire for two turns
            if within:
                if not any(b.zone(unit.id, foe) == "front" for foe in within):
                    yield UnitWish(unit.id, "turn", {"facing": self._facing(unit.id, within[0])}, 0.5)
                if duty is None or duty.kind not in ("retire", "leave"):
                    return
            if duty is not None and not duty.stays and close > 12 and gap(b.place(unit.id), duty.place) > 8 * INCH:
                yield from self._march(unit, duty, 12, "limbered", 0.2)
            return
        good = b.t.value("BP-ART-4", unit.nation).get(unit.gun, (0, 0, 0, 0))[2]
        there = duty is None or duty.stays or gap(b.place(unit.id), duty.place) <= ARRIVED
        # within effective range any place will do
        if within and (there or b.inches(unit.id, within[0]) <= good):
            yield UnitWish(
                unit.id, "form", {"formation": "unlimbered", "facing": self._facing(unit.id, within[0])}, 0.6
            )
            # the facing may be refused where there is no room to turn: then as they stand
            yield UnitWish(unit.id, "form", {"formation": "unlimbered"}, 0.55)
        if duty is not None and not there:
            for wish in self._march(unit, duty, max(8, good - 3), "", 0.3):
                at = wish.goes or duty.place
                if foe and gap(at, b.place(foe)) <= reach * INCH:
                    facing = round(bearing(at, b.place(foe))) % 360
                    # if somebody is in range from there, they come into action at once
                    yield wish._replace(values={**wish.values, "formation": "unlimbered", "facing": facing})
                yield wish

    # -- going somewhere

    def _march(
        self, unit: UnitState, duty: Duty, halt: int, formation: Formation | str, worth: float
    ) -> Iterator[UnitWish]:
        """Toward its place, no nearer to the enemy than so many inches; in march column no nearer than where it has to
        deploy."""
        if formation and formation != unit.formation and why_not_form(self.b, unit.id, formation) is None:  # type: ignore[arg-type]
            yield from self._ways(unit, duty, halt, str(formation), worth)
        yield from self._ways(unit, duty, halt, "", worth)

    def _ways(self, unit: UnitState, duty: Duty, halt: int, formation: str, worth: float) -> Iterator[UnitWish]:
        if (formation or unit.formation) == "march_column" and duty.kind not in ("retire", "leave"):
            halt = max(halt, ALERT)
        end = self._stop(unit, duty.place, halt * INCH)
        if end is None:
            return
        here = self._here(unit)
        worth *= min(1.0, gap(here, end) / A_MOVE)  # a step is hardly worth a word
        values: dict[str, Any] = {"to": whole(end)}
        if gap(end, duty.place) < 1:
            values["facing"] = round(duty.facing) % 360
        if formation:
            yield UnitWish(unit.id, "move", {**values, "formation": formation}, worth, goes=end)
            return
        yield UnitWish(unit.id, "move", values, worth, goes=end)
        # half of the way, for when the whole of it is refused
        nearer = toward(here, end, max(ARRIVED, gap(here, end) / 2))
        yield UnitWish(unit.id, "move", {"to": whole(nearer)}, worth * 0.8, goes=nearer)
        if gap(here, end) < 8 * INCH:
            yield UnitWish(unit.id, "move", {**values, "keep_front": "yes"}, worth * 0.8)

    def _here(self, unit: UnitState) -> TableSpot:
        return self.b.place(unit.id)

    def _stop(self, unit: UnitState, place: TableSpot, halt: float) -> TableSpot | None:
        """How far toward a place one may go and keep so far from the enemy; nothing where one should stay."""
        b, here = self.b, self._here(unit)
        on = self.countries[branch(unit.arm)].toward(here, place)
        far = gap(here, on)
        course = bearing(here, on)
        for foe in b.near(unit.id, round((far + halt) / INCH) + 1):
            # who stands beside the way does not stop the march
            if turned(bearing(here, b.place(foe)), course) < 70:
                far = min(far, max(0.0, b.inches(unit.id, foe) * INCH - halt))
        return self._on_table(toward(here, on, far)) if far > STEP else None

    def _shy(self, unit: UnitState) -> Iterator[UnitWish]:
        """Those who are shaken get out of the fire; those in disorder only stay if nobody is upon them."""
        away, foe = self.b.away(unit.id)
        # disorder passes by itself if it stays where it is
        if not foe or away > MUSKETS or (unit.disordered and not self.b.shaken(unit.id)):
            return
        yield from self._back(unit, foe, BACK, 0.45)
        yield UnitWish(unit.id, "retire", {}, 0.4)

    def _back(self, unit: UnitState, foe: str, paces: float, worth: float) -> Iterator[UnitWish]:
        here = self._here(unit)
        end = self._on_table(shifted(here, bearing(self.b.place(foe), here), 0.0, paces))
        yield UnitWish(unit.id, "move", {"to": whole(end)}, worth)
        yield UnitWish(unit.id, "move", {"to": whole(end), "keep_front": "yes"}, worth)
        yield UnitWish(unit.id, "retire", {}, worth)

    def _facing(self, unit: str, foe: str) -> int:
        return round(bearing(self.b.place(unit), self.b.place(foe))) % 360

    def _on_table(self, place: TableSpot) -> TableSpot:
        width, height = self.b.briefing.header.table_paces
        return min(max(place[0], MARGIN), width - MARGIN), min(max(place[1], MARGIN), height - MARGIN)


def whole(place: TableSpot) -> tuple[int, int]:
    """A place in whole paces."""
    return round(place[0]), round(place[1])


__all__ = ["Conduct", "KnownTable", "UnitWish", "whole"]
