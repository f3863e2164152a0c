"""A seat's view as a situation: what its bodies are worth now, where the enemy is, what there is to win."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from grognard.commanders.appreciation import Body, Foe, Goal, Situation, Spot, gap, middle, sideways
from grognard.commanders.clusters import ARMS, HORSE, Group
from grognard.commanders.objectives import fight_points, goals_of, homeward
from grognard.ground.units import SUB, point

from ..play.board import Board, Space
from ..play.sight import screen
from ..play.state import UnitState
from ..play.view import Briefing, Seen, View
from ..terms import FACINGS, Arm, Status, branch

STEADY: dict[Status, float] = {
    "good_order": 1.0, "halted": 0.85, "disordered": 0.55, "fallback": 0.6, "retreat": 0.2, "rout": 0.0,
}  # fmt: skip
FLED = ("retreat", "rout")
CREW = 240.0
"""Men that a battery is worth at its full crew."""
TOUCH = 300.0
"""Paces to the nearest enemy at which troops are in the fight."""
FORGOTTEN = 4
"""Turns after which an enemy that was lost from sight is left out of account."""
FOUND_GONE = 2
"""Spaces from a unit of ours at which an enemy would be seen if he were still there."""


class Known(Struct, frozen=True):
    """What a seat remembers of an enemy."""

    seen: Seen
    turn: int


class Reader:
    """Reads a seat's views; remembers enemies that have been seen."""

    def __init__(self, briefing: Briefing, groups: Sequence[Group]) -> None:
        self.briefing, self.groups = briefing, groups
        header, tables = briefing.header, briefing.rules.tables
        self.scale, self.paces = tables.number("SC-0.2", "men_per_figure"), tables.number("SC-0.1", "paces")
        self.goals = (*goals_of(header.victory, briefing.side, briefing.board.field), *self._fight())
        self.home = homeward(briefing.edges[briefing.side])
        self.known: dict[str, Known] = {}
        self.started_with = sum(self._worth(each.arm, each.figures) for each in briefing.roster.values())

    def _fight(self) -> list[Goal]:
        """The enemy's army as a goal, where beating it earns points or both sides come to fight."""
        points = fight_points(self.briefing.header.victory, self.briefing.side)
        width, height = self.briefing.header.table_paces
        return [Goal("fight", "army", points, (width / 2, height / 2))] if points else []

    def _worth(self, arm: Arm, figures: int) -> float:
        if branch(arm) == "artillery":
            return CREW * min(1.0, figures / 4)
        return figures * self.scale * (HORSE if branch(arm) == "cavalry" else 1.0)

    def situation(self, view: View) -> Situation:
        """What the seat knows now."""
        width, height = self.briefing.header.table_paces
        foes = tuple(self._foes(view))
        near = [foe.place for foe in foes if foe.age == 0]
        return Situation(
            turn=view.turn,
            last=view.turns,
            bodies=tuple(body for group in self.groups if (body := self._body(view, group, near)) is not None),
            foes=foes,
            goals=self.goals,
            home=self.home,
            field=self.briefing.board.field,
            size=(float(width), float(height)),
            started_with=self.started_with,
            down=self._down(view),
            gun_ranges=self._gun_ranges(),
            sees=self._sees,
        )

    def _gun_ranges(self) -> Spot:
        """Paces at which field guns do well, and at which they still hit."""
        bands = self.briefing.rules.tables.value("SC-2.1", "medium")
        return float(bands["effective"] * self.paces), float(bands["long"] * self.paces)

    def _sees(self, one: Spot, other: Spot) -> bool:
        """Whether the spaces of two places lie in sight of each other, but for troops between them."""
        board = self.briefing.board
        a, b = board.space_at(point(*one)), board.space_at(point(*other))
        return screen(self.briefing.rules.tables, board, a, b) is not None

    # -- our own

    def _down(self, view: View) -> float:
        """The part of the units that are beaten or gone."""
        units = list(view.units.values())
        return sum(unit.where == "lost" or unit.status in FLED for unit in units) / max(1, len(units))

    def _body(self, view: View, group: Group, foes: Sequence[Spot]) -> Body | None:
        """A body as it is now; None when there is nothing left of it."""
        units = [view.units[unit] for unit in group.units]
        here = [unit for unit in units if unit.where == "board"]
        waiting = [unit for unit in units if unit.where == "waiting"]
        present = here or waiting
        if not present:
            return None
        steady = [unit for unit in here if STEADY[unit.status] > 0.3]
        spots = tuple(spot(self.briefing.board, unit.space) for unit in steady)
        place = middle(spots or [spot(self.briefing.board, unit.space) for unit in present])
        facing = 90.0 * FACINGS.index(present[0].facing)
        return Body(
            id=group.id,
            name=group.name,
            arm=group.arm,
            strength=sum(self._strength(unit) for unit in (steady if here else waiting)),
            at_start=sum(self._worth(u.arm, u.figures) for u in units if not here or u.where != "waiting"),
            place=place,
            facing=facing,
            steadiness=_average(here) if here else 1.0,
            front=self._front(place, facing, spots),
            pace=self._pace(present[0].arm),
            spots=spots,
            here=bool(here),
            due=self._due(waiting),
            fighting=any(unit.melee for unit in here)
            or any(abs(each[0] - foe[0]) < TOUCH and gap(each, foe) < TOUCH for each in spots for foe in foes),
            loose=bool(here) and all(unit.formation == "skirmish" for unit in here),
            fixed=self._garrison(group) and bool(here),
        )

    def _strength(self, unit: UnitState) -> float:
        return self._worth(unit.arm, unit.figures - unit.killed)

    def _pace(self, arm: Arm) -> float:
        return float(self.paces * self.briefing.rules.tables.number("SC-1.8a", arm))

    def _garrison(self, group: Group) -> bool:
        return all(self.briefing.posts[unit].unit.formation == "garrison" for unit in group.units)

    def _due(self, waiting: Iterable[UnitState]) -> int:
        arrivals = (self.briefing.posts[unit.id].unit.arrival for unit in waiting)
        return min((arrival.turn for arrival in arrivals if arrival), default=0)

    def _front(self, place: Spot, facing: float, spots: Sequence[Spot]) -> float:
        if not spots:
            return float(self.paces)
        rights = [sideways(place, facing, each) for each in spots]
        return max(rights) - min(rights) + self.paces

    # -- the enemy

    def _foes(self, view: View) -> Iterable[Foe]:
        for seen in view.seen.values():
            if seen.side != view.side:
                self.known[seen.id] = Known(seen, view.turn)
        posts = [unit.space for unit in view.units.values() if unit.where == "board"]
        for id, known in list(self.known.items()):
            age = view.turn - known.turn
            gone = age and any(_apart(post, known.seen.space) <= FOUND_GONE for post in posts)
            if gone or age > FORGOTTEN * STEADY[known.seen.status]:
                del self.known[id]
            else:
                yield self._foe(known.seen, age)

    def _foe(self, seen: Seen, age: int) -> Foe:
        return Foe(
            id=seen.id,
            arm=ARMS[branch(seen.arm)],
            strength=self._worth(seen.arm, seen.figures),
            place=spot(self.briefing.board, seen.space),
            facing=90.0 * FACINGS.index(seen.facing),
            steadiness=STEADY[seen.status],
            age=age,
            guarded=seen.formation == "square" or self.briefing.board.terrain[seen.space] in ("heavy", "strong_point"),
        )


def _average(units: Sequence[UnitState]) -> float:
    whole = sum(unit.figures for unit in units)
    return sum(STEADY[unit.status] * unit.figures for unit in units) / max(1, whole)


def _apart(one: Space, other: Space) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def spot(board: Board, space: Space) -> Spot:
    """The middle of a space in paces."""
    x, y = board.middle(space)
    return x / SUB, y / SUB
