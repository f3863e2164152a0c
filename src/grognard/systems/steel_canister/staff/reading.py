"""A seat's view as a situation: what its bodies are worth now, where the enemy is, what there is to win."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.commanders import clusters
from grognard.commanders.appreciation import Foe, TableSpot
from grognard.commanders.clusters import ARMS, HORSE, Group, Member
from grognard.commanders.reading import KnownFoe, OwnUnit, SituationReader, remembered
from grognard.ground import units
from grognard.ground.units import point

from ..knowledge.view import Briefing, Seen, View
from ..table.board import Board, Space
from ..table.sight import screen
from ..table.state import UnitState
from ..terms import FACINGS, Arm, Status, branch

STEADY: dict[Status, float] = {
    "good_order": 1.0, "halted": 0.85, "disordered": 0.55, "fallback": 0.6, "retreat": 0.2, "rout": 0.0,
}  # fmt: skip
FLED = ("retreat", "rout")
CREW = 240.0
"""Men that a battery is worth at its full crew."""
STEADY_ENOUGH = 0.3
"""Steadier than this, a unit is counted on."""
FORGOTTEN = 4
"""Turns after which an enemy that was lost from sight is left out of account."""
FOUND_GONE = 2
"""Spaces from a unit of ours at which an enemy would be seen if he were still there."""
MOST, APART = 5, 600.0
"""Units in a body at most, and paces between neighbours of one body at most."""


def grouped(briefing: Briefing) -> tuple[Group, ...]:
    """All bodies of a seat: units of one brigade and arm that stand or arrive together, few enough to act as one."""
    members = (
        Member(post.unit, post.brigade, ARMS[branch(briefing.roster[unit].arm)])
        for unit, post in briefing.posts.items()
    )
    return clusters.grouped(members, MOST, APART)


class Reader(SituationReader[View]):
    """Reads a seat's views; remembers enemies that have been seen."""

    touch = 300.0
    # on the ladder, plans tried in the mind did no better than rules of thumb by any rates that were found
    rates = None
    # nor did guns that look for better places: on the way they do not fire
    guns_seek = False

    def __init__(self, briefing: Briefing, groups: Sequence[Group]) -> None:
        super().__init__(briefing.header, briefing.side, briefing.edges[briefing.side], briefing.board.field, groups)
        self.briefing, tables = briefing, briefing.rules.tables
        self.scale, self.paces = tables.number("SC-0.2", "men_per_figure"), tables.number("SC-0.1", "paces")
        self.abreast = float(self.paces)
        bands = tables.value("SC-2.1", "medium")
        self.gun_ranges = float(bands["effective"] * self.paces), float(bands["long"] * self.paces)
        self.known: dict[str, KnownFoe[Seen]] = {}
        self.started_with = sum(self._worth(each.arm, each.figures) for each in briefing.roster.values())

    def _worth(self, arm: Arm, figures: int) -> float:
        if branch(arm) == "artillery":
            return CREW * min(1.0, figures / 4)
        return figures * self.scale * (HORSE if branch(arm) == "cavalry" else 1.0)

    def last(self, view: View) -> int:
        """As it was agreed."""
        return view.turns

    def sees(self, one: TableSpot, other: TableSpot) -> bool:
        """Whether the spaces of two places lie in sight of each other, but for troops between them."""
        board = self.briefing.board
        a, b = board.space_at(point(*one)), board.space_at(point(*other))
        return screen(self.briefing.rules.tables, board, a, b) is not None

    # -- our own

    def beaten(self, view: View) -> list[bool]:
        """Whether they are lost or have fled."""
        return [unit.where == "lost" or unit.status in FLED for unit in view.units.values()]

    def members(self, view: View, group: Group) -> list[OwnUnit]:
        """The units of a body."""
        return [self._member(view.units[unit]) for unit in group.units]

    def _member(self, unit: UnitState) -> OwnUnit:
        listed = self.briefing.posts[unit.id].unit
        return OwnUnit(
            place=spot(self.briefing.board, unit.space),
            facing=90.0 * FACINGS.index(unit.facing),
            where="here" if unit.where == "board" else "waiting" if unit.where == "waiting" else "gone",
            strength=self._worth(unit.arm, unit.figures - unit.killed),
            at_start=self._worth(unit.arm, unit.figures),
            figures=unit.figures,
            steadiness=STEADY[unit.status],
            formed=STEADY[unit.status] > STEADY_ENOUGH,
            pace=float(self.paces * self.briefing.rules.tables.number("SC-1.8a", unit.arm)),
            fighting=unit.melee,
            loose=unit.formation == "skirmish",
            fixed=listed.formation == "garrison",
            due=listed.arrival.turn if listed.arrival and unit.where == "waiting" else 0,
        )

    # -- the enemy

    def foes(self, view: View) -> Iterable[Foe]:
        """Those in sight, and those remembered where they were last seen."""
        for seen in view.seen.values():
            if seen.side != view.side:
                self.known[seen.id] = KnownFoe(seen, view.turn)
        posts = [unit.space for unit in view.units.values() if unit.where == "board"]

        def found_gone(foe: KnownFoe[Seen]) -> bool:
            return any(_apart(post, foe.seen.space) <= FOUND_GONE for post in posts)

        # those who ran are forgotten sooner: they are least likely to be still there
        for foe, age in remembered(self.known, view.turn, found_gone, lambda foe: FORGOTTEN * STEADY[foe.seen.status]):
            yield self._foe(foe.seen, age)

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


def _apart(one: Space, other: Space) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def spot(board: Board, space: Space) -> TableSpot:
    """Where those who stand in a space count as standing, in paces, as victory counts them."""
    return units.spot(board.heart(space))
