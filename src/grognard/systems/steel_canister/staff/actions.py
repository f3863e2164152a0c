"""Phases 5e to 5h: what a unit does next with its action points, one action at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..checks.measures import side_towards
from ..checks.moving import base_cost
from ..knowledge.view import Seen
from ..table.board import Space, towards
from ..table.state import UnitState
from ..terms import FACINGS, Branch, Facing, branch
from . import assault, batteries, shots
from .duties import Duty
from .odds import fire_zone, volley
from .picture import Picture
from .routes import Country, Flow

SQUARE, KEEP_SQUARE = 3, 5
"""Spaces from enemy horse at which foot forms square, and keeps it."""
LATE_SQUARE, KEEP_LATE = 2, 3
"""The same for those who trust to form it when horse really comes: from farther off there is time for that."""
GRIPS = 3
"""Spaces from an enemy at which a unit that is not to attack lets go of everything else."""
LINE = 4
"""Spaces from the enemy at which foot that stands forms line."""
FAR = 9
"""Spaces to the enemy beyond which foot may march on the road in column of route."""
UNDER_FIRE, PRESSED_ON = 0.5, 0.25
"""What a die of fire that bears on a space counts for those who need not go there, and for attackers."""
DANGER = 5.0
"""What a space beside the enemy counts for those who do not attack."""

Choice = tuple[str, dict[str, Any]]
"""A kind of action and its values."""


class Conduct:
    """One phase's choices."""

    def __init__(
        self,
        p: Picture,
        countries: Mapping[Branch, Country],
        flows: dict[Any, Flow],
        *,
        bold: bool = True,
        posts: dict[Any, Space | None] | None = None,
    ) -> None:
        self.p, self.countries, self.flows, self.bold = p, countries, flows, bold
        self.posts: dict[Any, Space | None] = {} if posts is None else posts

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
        # one step of a rally in a turn
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
        if self.p.drilled:
            found = shots.best(self.p, unit)
        elif guns:
            found = batteries.marks(self.p, unit)
        else:
            reach = self.p.musket_reach(unit)
            near = self.p.targets(unit, reach) if reach else []
            found = sorted(
                (foe for foe in near if volley(self.p, unit, foe)),
                key=lambda each: (_prize(self.p, unit, each), each.id),
            )
        for foe in found[:4]:
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
        """Fire; pivot to an enemy beside; limber up if the place is elsewhere and nobody can be hit from here."""
        yield from self._fire(unit)
        found = batteries.marks(self.p, unit)
        if found and not (self.bold and batteries.to_shell(self.p, duty) and not batteries.well(self.p, unit, found)):
            return
        turned = batteries.turned(self.p, unit)
        if turned is not None:
            yield "turn", {"facing": turned}
            return
        place = self._gun_post(unit, duty)
        if place is not None and place != unit.space:
            yield "limber", {"facing": towards(unit.space, place)}

    def _gun_post(self, unit: UnitState, duty: Duty | None) -> Space | None:
        """Where a battery goes; looked for once in a phase."""
        key = ("guns", unit.id)
        if key not in self.posts:
            self.posts[key] = batteries.post(self.p, unit, duty, self.countries["artillery"])
        return self.posts[key]

    def _on_wheels(self, unit: UnitState, duty: Duty | None) -> Iterator[Choice]:
        """Go on until an enemy can be hit well, face him, unlimber."""
        place = self._gun_post(unit, duty)
        if place is not None and place != unit.space:
            yield from self._march(unit, place, attack=False)
        found = batteries.mark_from(self.p, unit, unit.space, duty.foe if duty is not None else "")
        facing = towards(unit.space, found[1].space) if found else self._front(unit) if duty is None else duty.facing
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
        if self._shows_its_back(unit):
            yield from self._face(unit, self._front(unit))
        attack = duty if duty is not None and duty.kind == "attack" else None
        if attack is not None:
            foe = assault.aim(p, unit, attack)
            away = p.away(unit.space, foe)
            yield from self._hide(unit, attack, foe)
        in_position = attack is not None and assault.in_position(p, unit, attack, foe)
        stands = duty is None or duty.stays or in_position
        stands = stands or (duty is not None and unit.space == duty.space) or self._at_grips(unit, duty)
        formation = self._formation(unit, foe, stands, duty)
        if formation != unit.formation:
            # a change of front with it is not always allowed, so without it is offered next
            yield "form", {"formation": formation, "facing": self._front(unit)}
            yield "form", {"formation": formation, "facing": unit.facing}
        if unit.ap - unit.spent > 1 or stands:
            yield from self._fire(unit)
        if not stands and duty is not None:
            yield from self._march(unit, duty.space, attack=attack is not None)
        if foe is not None and away <= 2 * LINE:
            yield from self._face(unit, towards(unit.space, foe.space))
        elif stands and duty is not None:
            yield from self._face(unit, duty.facing)

    def _at_grips(self, unit: UnitState, duty: Duty | None) -> bool:
        """Whether an enemy is so near that a unit which is wanted elsewhere had better stand and face him: who marches
        off shows him its back. Those who attack, and the shaken who are sent back, go on."""
        if not self.p.drilled or duty is None or duty.kind == "attack":
            return False
        if duty.kind in ("retire", "leave") and unit.status != "good_order":
            return False
        return self.p.away(unit.space, self.p.nearest(unit.space, ("infantry", "cavalry"))) <= GRIPS

    def _shows_its_back(self, unit: UnitState) -> bool:
        """Whether with its last point a unit should rather turn to an enemy who could charge it than go on."""
        if not self.p.drilled or unit.ap - unit.spent != 1:
            return False
        foe = self.p.nearest(unit.space, ("infantry", "cavalry"))
        if foe is None or self.p.away(unit.space, foe) > GRIPS + 1:
            return False
        return side_towards(unit.facing, foe.space[0] - unit.space[0], foe.space[1] - unit.space[1]) != "front"

    def _hide(self, unit: UnitState, duty: Duty, foe: Seen | None) -> Iterator[Choice]:
        """Out of the sight of guns, while a village is shelled that it is to storm."""
        hidden = assault.hiding_place(self.p, unit) if assault.waits(self.p, unit, duty, foe) else None
        if hidden is not None:
            yield from self._march(unit, hidden, attack=False)

    def _squares(self, unit: UnitState) -> bool:
        """Whether foot should be in square: horse near by, no foot or guns nearer."""
        p = self.p
        if branch(unit.arm) != "infantry" or p.board.terrain[unit.space] in ("heavy", "swamp", "strong_point"):
            return False
        # a square is kept longer than it is formed, or it would be formed and broken in turn
        form, keep = (LATE_SQUARE, KEEP_LATE) if p.drilled else (SQUARE, KEEP_SQUARE)
        within = keep if unit.formation == "square" else form
        if not p.horse_near(unit.space, within):
            return False
        return p.away(unit.space, p.nearest(unit.space, ("infantry",))) > 2

    def _formation(self, unit: UnitState, foe: Seen | None, stands: bool, duty: Duty | None) -> str:
        """The formation for what it does now."""
        p, now, away = self.p, unit.formation, self.p.away(unit.space, foe)
        if p.board.terrain[unit.space] in ("heavy", "swamp", "strong_point"):
            return now
        if branch(unit.arm) == "cavalry":
            return self._horse_formation(unit, away)
        wanted = assault.formation(p, unit, duty, foe) if duty and duty.kind == "attack" else ""
        if wanted:
            return wanted
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
        # before all else: the rest of the way is asked for from where the search has come to
        flow.away(unit.space)
        here = flow.rest(unit.space, unit.facing)
        found: list[tuple[float, int, Choice]] = []
        for name in self.p.tables.value("SC-0.3", "directions"):
            to = self.p.board.stepped(unit.space, unit.facing, name)
            if self.p.board.on_board(to) and to not in self.p.held and flow.nearer(to, unit.space):
                cost = base_cost(self.p.tables, name, unit.formation)
                found.append((cost + flow.rest(to, unit.facing), len(found), ("step", {"to": name})))
        for facing in FACINGS:
            if facing != unit.facing and unit.formation != "square":
                whole = 1 + flow.rest(unit.space, facing, turn=False)
                found.append((whole, len(found), ("turn", {"facing": facing})))
        # each step with its fallback through friends, since the first may have no room
        for whole, _, choice in sorted(found, key=lambda each: each[:2])[:4]:
            if whole <= here + 1.5:
                yield choice
                if choice[0] == "step":
                    yield "step", {"to": f"{choice[1]['to']}_through"}

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
            if self.p.drilled:
                # at a charge one goes through it, else round it
                for near, dice in fire_zone(self.p, foe):
                    found[near] = found.get(near, 0.0) + (PRESSED_ON if attack else UNDER_FIRE) * dice
            if not attack or (assault.sheltered(self.p, foe) and not assault.ripe(self.p, foe)):
                for near in self.p.board.neighbours(foe.space):
                    found[near] = found.get(near, 0.0) + DANGER
        return found


def _prize(p: Picture, unit: UnitState, foe: Seen) -> tuple[int, int]:
    """Near targets first; among them deep ones."""
    deep = foe.formation in ("attack_column", "closed_column", "square", "march_column", "double_line", "field_column")
    return p.range(unit, foe) // 2, 0 if deep else 1
