"""Phases 5e to 5h: what a unit does next with its action points, one action at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..checks.moving import base_cost
from ..play.board import Space, towards
from ..play.state import UnitState
from ..play.view import Seen
from ..terms import FACINGS, Facing, branch
from .duties import Duty
from .odds import volley
from .picture import Picture
from .routes import NEVER, Country, Flow

STAND_OFF = {"infantry": 2, "cavalry": 3}
"""Spaces from the enemy at which attackers stop to fire or to gather for the charge."""
GUNS_NEAR, GUNS_SEEK = 3, 4
"""Guns go no nearer to the enemy than this, and seek a better place within so many spaces."""
SQUARE, KEEP_SQUARE = 3, 5
"""Spaces from enemy horse at which foot forms square, and keeps it."""
LINE = 4
"""Spaces from the enemy at which foot that stands forms line."""
FAR = 9
"""Spaces to the enemy beyond which foot may march on the road in column of route."""
DANGER = 5.0
"""What a space beside the enemy counts for those who do not attack."""

Choice = tuple[str, dict[str, Any]]
"""A kind of action and its values."""


class Conduct:
    """One phase's choices."""

    def __init__(self, p: Picture, countries: Mapping[str, Country], flows: dict[Any, Flow]) -> None:
        self.p, self.countries, self.flows = p, countries, flows

    def wishes(self, unit: UnitState, duty: Duty | None) -> Iterator[Choice]:
        """What a unit would like to do next, the best first."""
        if unit.where != "board" or unit.melee or unit.charged or unit.opportunity:
            return
        if not unit.acted and unit.cube == "rally":
            yield "rally", {"facing": self._front(unit)}
            return
        if not unit.acted and unit.cube == "fire":
            yield from self._fire(unit)
            return
        if not unit.acted and unit.cube != "move":
            return
        if unit.acted and unit.status != "good_order" and not unit.improved:
            yield "rally", {"facing": self._front(unit)}
        if branch(unit.arm) == "artillery":
            yield from self._guns(unit, duty)
        else:
            yield from self._troops(unit, duty)

    def reactions(self, unit: UnitState, duty: Duty | None) -> Iterator[Choice]:
        """What a unit does at the end of the turn's movement with the points it has left."""
        if unit.where != "board" or unit.melee or unit.charged or unit.opportunity or unit.ap <= unit.spent:
            return
        if self._squares(unit):
            yield "form", {"formation": "square", "facing": unit.facing}
        yield from self._fire(unit)
        foe = self.p.nearest(unit.space)
        if foe is not None and branch(unit.arm) != "artillery" and self.p.away(unit.space, foe) <= LINE:
            yield from self._face(unit, towards(unit.space, foe.space))

    # -- fire

    def _fire(self, unit: UnitState) -> Iterator[Choice]:
        guns = branch(unit.arm) == "artillery"
        if unit.shot_early or (guns and unit.formation != "unlimbered"):
            return
        reach = self.p.gun_reach(unit) if guns else self.p.musket_reach(unit)
        found = self.p.targets(unit, reach) if reach else []
        found = [foe for foe in found if guns or volley(self.p, unit, foe)]
        for foe in sorted(found, key=lambda each: (_prize(self.p, unit, each), each.id))[:4]:
            yield "fire", {"target": foe.id}

    def _front(self, unit: UnitState) -> Facing:
        foe = self.p.nearest(unit.space)
        return towards(unit.space, foe.space) if foe is not None and foe.space != unit.space else unit.facing

    def _face(self, unit: UnitState, facing: Facing) -> Iterator[Choice]:
        if unit.facing != facing and unit.formation != "square":
            yield "turn", {"facing": facing}

    # -- guns

    def _guns(self, unit: UnitState, duty: Duty | None) -> Iterator[Choice]:
        if not unit.manned:
            yield "re_man", {}
            return
        yield from self._in_battery(unit, duty) if unit.formation == "unlimbered" else self._on_wheels(unit, duty)

    def _in_battery(self, unit: UnitState, duty: Duty | None) -> Iterator[Choice]:
        """Fire; pivot to an enemy beside; limber up if the place is elsewhere and nobody is in reach."""
        yield from self._fire(unit)
        if self.p.targets(unit, self.p.gun_reach(unit)):
            return
        for band in ("effective", "long"):
            for facing in FACINGS:
                if facing != unit.facing and self.p.targets(unit, self.p.gun_reach(unit, band), facing):
                    yield "turn", {"facing": facing}
                    return
        place = self._gun_post(unit, duty)
        if place is not None and place != unit.space:
            yield "limber", {"facing": towards(unit.space, place)}

    def _gun_post(self, unit: UnitState, duty: Duty | None) -> Space | None:
        """The nearest place with an enemy in good range and in sight; failing that, where the task wants them."""
        p, (x, y) = self.p, unit.space
        reach = p.gun_reach(unit, "effective")
        foes = [foe for foe in p.steady if p.range(unit, foe) <= reach + GUNS_SEEK]
        around = [(x + i, y + j) for i in range(-GUNS_SEEK, GUNS_SEEK + 1) for j in range(-GUNS_SEEK, GUNS_SEEK + 1)]
        country = self.countries["artillery"]
        for space in sorted(around, key=lambda each: (p.board.range(unit.space, each), each)) if foes else ():
            if p.board.on_board(space) and p.fits(unit, space, "unlimbered") and country.into(space):
                near = [p.board.range(space, foe.space) for foe in foes if p.sees(space, foe.space)]
                if near and GUNS_NEAR < min(near) <= reach:
                    return space
        return duty.space if duty is not None and not duty.stays else None

    def _on_wheels(self, unit: UnitState, duty: Duty | None) -> Iterator[Choice]:
        """Go on until an enemy is in good range and in sight, face him, unlimber."""
        reach = self.p.gun_reach(unit, "effective")
        seen = [foe for foe in self.p.steady if self.p.range(unit, foe) <= reach and self.p.sees(unit.space, foe.space)]
        place = None if seen else self._gun_post(unit, duty)
        if place is not None and self.p.board.range(unit.space, place) > 0:
            yield from self._march(unit, place, attack=False)
        facing = self._front(unit) if seen or duty is None else duty.facing
        yield from self._face(unit, facing)
        yield "unlimber", {}

    # -- foot and horse

    def _troops(self, unit: UnitState, duty: Duty | None) -> Iterator[Choice]:
        p = self.p
        foe = p.nearest(unit.space)
        away = p.away(unit.space, foe)
        if self._squares(unit):
            if unit.formation != "square":
                yield "form", {"formation": "square", "facing": unit.facing}
            yield from self._fire(unit)
            return
        attack = duty is not None and duty.kind == "attack"
        stands = duty is None or duty.stays or (attack and away <= self._stand_off(unit, foe))
        stands = stands or (duty is not None and unit.space == duty.space)
        formation = self._formation(unit, away, stands, duty)
        if formation != unit.formation:
            yield "form", {"formation": formation, "facing": self._front(unit)}
            yield "form", {"formation": formation, "facing": unit.facing}
        if unit.ap - unit.spent > 1 or stands:
            yield from self._fire(unit)
        if not stands and duty is not None:
            yield from self._march(unit, duty.space, attack=attack)
        if foe is not None and away <= 2 * LINE:
            yield from self._face(unit, towards(unit.space, foe.space))
        elif stands and duty is not None:
            yield from self._face(unit, duty.facing)

    def _stand_off(self, unit: UnitState, foe: Seen | None) -> int:
        """Spaces from the enemy at which an attacker stops: out of his musketry where he stands in close country."""
        sheltered = foe is not None and self.p.board.terrain[foe.space] in ("heavy", "strong_point")
        return STAND_OFF[branch(unit.arm)] + (1 if sheltered and branch(unit.arm) == "infantry" else 0)

    def _squares(self, unit: UnitState) -> bool:
        """Whether foot should be in square: horse near by, no foot or guns nearer."""
        p = self.p
        if branch(unit.arm) != "infantry" or p.board.terrain[unit.space] in ("heavy", "swamp", "strong_point"):
            return False
        within = KEEP_SQUARE if unit.formation == "square" else SQUARE
        if not p.horse_near(unit.space, within):
            return False
        return p.away(unit.space, p.nearest(unit.space, ("infantry",))) > 2

    def _formation(self, unit: UnitState, away: int, stands: bool, duty: Duty | None) -> str:
        """The formation for what it does now."""
        p, now = self.p, unit.formation
        if p.board.terrain[unit.space] in ("heavy", "swamp", "strong_point"):
            return now
        if branch(unit.arm) == "cavalry":
            return self._horse_formation(unit, away)
        if duty is not None and duty.kind == "attack" and now in ("line", "attack_column") and away <= LINE + 2:
            return now  # lines fire, columns charge
        if stands and away <= LINE + 2:
            if now in ("skirmish", "semi_formed") and away > 2:
                return now
            return "line" if p.fits(unit, unit.space, "line") else now
        if now == "skirmish" and duty is not None and duty.kind != "attack":
            return now
        if now == "line" and (stands or away <= LINE):
            return now
        long_way = duty is not None and p.board.range(unit.space, duty.space) > FAR
        if away > FAR and (now == "march_column" or (long_way and self._on_road(unit))):
            return "march_column"
        return "attack_column"

    def _on_road(self, unit: UnitState) -> bool:
        return any(self.p.board.road(unit.space, each) for each in self.p.board.neighbours(unit.space))

    def _horse_formation(self, unit: UnitState, away: int) -> str:
        """Two lines for foot and for room; march columns and field columns only far off."""
        if unit.formation in ("march_column", "field_column") and away > FAR:
            return unit.formation
        return "double_line" if unit.formation in ("march_column", "field_column", "skirmish") else unit.formation

    # -- marching

    def _march(self, unit: UnitState, goal: Space, *, attack: bool) -> Iterator[Choice]:
        """The step or turn after which the rest of the way is the shortest, then the next best."""
        flow = self._flow(unit, goal, attack)
        here = self._rest(flow, unit, unit.space, unit.facing)
        found: list[tuple[float, int, Choice]] = []
        for name in self.p.tables.value("SC-0.3", "directions"):
            to = self.p.board.stepped(unit.space, unit.facing, name)
            if self.p.board.on_board(to) and to not in self.p.held and flow.away(to) < flow.away(unit.space):
                cost = base_cost(self.p.tables, name, unit.formation)
                found.append((cost + self._rest(flow, unit, to, unit.facing), len(found), ("step", {"to": name})))
        for facing in FACINGS:
            if facing != unit.facing and unit.formation != "square":
                whole = 1 + self._rest(flow, unit, unit.space, facing, turn=False)
                found.append((whole, len(found), ("turn", {"facing": facing})))
        for whole, _, choice in sorted(found, key=lambda each: each[:2])[:4]:
            if whole <= here + 1.5:
                yield choice
                if choice[0] == "step":
                    yield "step", {"to": f"{choice[1]['to']}_through"}

    def _rest(self, flow: Flow, unit: UnitState, space: Space, facing: Facing, *, turn: bool = True) -> float:
        """The rest of the way for a unit that faces so."""
        if flow.away(space) == 0:
            return 0.0
        best = NEVER
        for there, cost in flow.country.out_of(space):
            step = self.p.board.step_to(space, facing, there)
            wheel = 0 if step in ("forward", "forward_left", "forward_right") else 1
            diagonal = space[0] != there[0] and space[1] != there[1]
            if wheel and not turn:
                continue
            best = min(best, cost + wheel + flow.away(there) + 0.01 * diagonal)
        return best

    def _flow(self, unit: UnitState, goal: Space, attack: bool) -> Flow:
        arm = branch(unit.arm)
        key = (goal, arm, attack)
        if key not in self.flows:
            self.flows[key] = Flow(self.countries[arm], goal, self._burden(attack))
        return self.flows[key]

    def _burden(self, attack: bool) -> dict[Space, float]:
        """What it costs more to go through others, or close by the enemy."""
        found: dict[Space, float] = {space: 0.5 * len(units) for space, units in self.p.friends.items()}
        for foe in self.p.steady:
            found[foe.space] = found.get(foe.space, 0.0) + 2 * DANGER
            if not attack:
                for near in self.p.board.neighbours(foe.space):
                    found[near] = found.get(near, 0.0) + DANGER
        return found


def _prize(p: Picture, unit: UnitState, foe: Seen) -> tuple[int, int]:
    """Near targets first; among them deep ones."""
    deep = foe.formation in ("attack_column", "closed_column", "square", "march_column", "double_line", "field_column")
    return p.range(unit, foe) // 2, 0 if deep else 1
