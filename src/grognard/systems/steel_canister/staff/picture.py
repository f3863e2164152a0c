"""What a staff makes out of one view: who stands where, what is in sight, who is near, who could be charged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..checks.fire import guns_bear
from ..checks.measures import halves, side_towards
from ..knowledge.view import Briefing, Seen, View
from ..table.board import Space
from ..table.sight import screen, through_air
from ..table.state import UnitState
from ..terms import Facing, branch

RUNNING = ("retreat", "rout")


class Picture:
    """One view, with what is reckoned from it."""

    def __init__(
        self, briefing: Briefing, view: View, most: Mapping[str, int] | None = None, *, drilled: bool = False
    ) -> None:
        self.briefing, self.view, self.board = briefing, view, briefing.board
        self.tables, self.drilled = briefing.rules.tables, drilled
        self.approaches: dict[Any, Any] = {}
        """Ways to charge, once somebody has looked for them."""
        self.massed: dict[bool, Mapping[str, str]] = {}
        """Whom each unit fires at in the phases of fire, for muskets and for guns, once somebody has asked."""
        self.most = most if most is not None else {}
        """The most figures that each enemy was seen with."""
        self._nearest: dict[tuple[Space, tuple[str, ...]], Seen | None] = {}
        self._of_arms: dict[tuple[str, ...], list[tuple[Space, str, Seen]]] = {}
        self.own = [unit for unit in view.units.values() if unit.where == "board"]
        self.foes = [seen for seen in view.seen.values() if seen.side != view.side]
        self.steady = [foe for foe in self.foes if foe.status not in RUNNING]
        self.friends: dict[Space, list[UnitState | Seen]] = {}
        known: list[UnitState | Seen] = [*self.own, *view.seen.values()]
        for unit in (each for each in known if each.side == view.side):
            self.friends.setdefault(unit.space, []).append(unit)
        self.held: dict[Space, list[Seen]] = {}
        for foe in self.foes:
            self.held.setdefault(foe.space, []).append(foe)
        through = self.tables.value("SC-0.6", "see_through")
        # skirmishers hide nobody, so that only the others are asked about
        self._formed = {unit.space for unit in known if unit.formation not in through}

    def fallen(self, foe: Seen) -> int:
        """Figures that an enemy has lost since he was first seen."""
        return min(40, max(0, self.most.get(foe.id, foe.figures) - foe.figures))

    def sees(self, one: Space, other: Space) -> bool:
        """Whether two spaces are in sight of each other, as far as the seat knows."""
        if not through_air(self.board, one, other, self.view.sight_limit):
            return False
        # the board alone says which spaces lie between; who stands in them is only what the seat knows
        found = screen(self.tables, self.board, one, other)
        return found is not None and found.isdisjoint(self._formed)

    def range(self, unit: UnitState, foe: Seen) -> int:
        """Spaces between a unit and an enemy."""
        return self.board.range(unit.space, foe.space)

    def nearest(self, space: Space, arms: tuple[str, ...] = ("infantry", "cavalry", "artillery")) -> Seen | None:
        """The nearest enemy who stands, of one of these arms."""
        key = space, arms
        if key not in self._nearest:
            away = self.board.range
            near = [(away(space, at), who, foe) for at, who, foe in self._standing(arms)]
            # ids are all different, so that the enemies themselves are never compared
            self._nearest[key] = min(near)[2] if near else None
        return self._nearest[key]

    def _standing(self, arms: tuple[str, ...]) -> list[tuple[Space, str, Seen]]:
        if arms not in self._of_arms:
            self._of_arms[arms] = [(foe.space, foe.id, foe) for foe in self.steady if branch(foe.arm) in arms]
        return self._of_arms[arms]

    def away(self, space: Space, foe: Seen | None) -> int:
        """Spaces to an enemy; very many if there is none."""
        return 999 if foe is None else self.board.range(space, foe.space)

    def horse_near(self, space: Space, within: int) -> bool:
        """Whether enemy horse that is fit to charge is so near and in sight."""
        return any(
            branch(foe.arm) == "cavalry"
            and foe.status == "good_order"
            and not foe.blown
            and not foe.melee
            and self.board.range(space, foe.space) <= within
            and self.sees(space, foe.space)
            for foe in self.steady
        )

    def fits(self, unit: UnitState, space: Space, formation: str) -> bool:
        """Whether there is room for a unit in a space."""
        there = self.friends.get(space)
        # counted in halves of a space, as the rules do: a column leaves room for another beside it
        filled = sum(halves(self.tables, u.arm, u.formation) for u in there if u.id != unit.id) if there else 0
        return filled + halves(self.tables, unit.arm, formation) <= self.tables.number("SC-0.9", "halves")

    # -- fire

    def targets(self, unit: UnitState, reach: int, facing: Facing | None = None) -> list[Seen]:
        """Enemies a unit could fire at from where it stands, the nearest first."""
        found = [
            (self.range(unit, foe), foe.id, foe)
            for foe in self.foes
            if self.range(unit, foe) <= reach
            and not foe.melee
            and self._bears(unit, facing or unit.facing, foe.space)
            and self.sees(unit.space, foe.space)
        ]
        return [foe for _, _, foe in sorted(found, key=lambda each: each[:2])]

    def _bears(self, unit: UnitState, facing: Facing, space: Space) -> bool:
        if branch(unit.arm) == "artillery":
            ahead, aside = self.board.ahead(unit.space, facing, space)
            return guns_bear(self.tables, ahead, aside)
        all_round = unit.formation in self.tables.value("SC-3.2", "all_round")
        if all_round or self.board.terrain[unit.space] == "strong_point":
            return True
        return side_towards(facing, space[0] - unit.space[0], space[1] - unit.space[1]) == "front"

    def musket_reach(self, unit: UnitState) -> int:
        """Spaces at which a unit's muskets can hit; 0 if it has none to use."""
        bands = self.tables.value("SC-3.1", "bands")
        if branch(unit.arm) != "infantry":
            return int(bands["near"]) if unit.formation == "skirmish" else 0
        if unit.formation == "march_column":
            return 0
        return int(bands["near"] if unit.formation == "closed_column" else bands["far"])

    def gun_reach(self, unit: UnitState, band: str = "long") -> int:
        """Spaces that a battery reaches."""
        return int(self.tables.value("SC-2.1", unit.weight)[band])
