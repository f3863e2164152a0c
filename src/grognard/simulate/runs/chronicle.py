"""What is kept of a game: how it ended, how it stood each turn, what became of each unit, and where men fell.

It is watched while it is fought and holds nothing that a clock or a machine decides, but for the seconds: the same seed
gives the same record anywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from grognard.battle.battles import Battle
from grognard.battle.ending.tally import UnitStanding
from grognard.battle.events import Event
from grognard.battle.posts import chain_of


class SideTurn(Struct, frozen=True, array_like=True):
    """How a side stood when a turn was over."""

    turn: int
    side: str
    men: int
    """In the ranks."""
    beaten: int
    """Units broken, routed or gone."""
    points: int


class UnitFate(Struct, frozen=True, array_like=True):
    """What became of a unit."""

    side: str
    formation: str
    unit: str
    name: str
    branch: str
    men: int
    """At the start."""
    left: int
    """In its ranks at the end."""
    broke: int | None
    """The turn on which it was first seen broken, routed or gone; None where it never was."""
    gone: int | None
    """The turn on which it was destroyed; None where it was not."""
    end: str
    """`steady`, `beaten`, `destroyed`, `left` or `not come`."""


class MenFallen(Struct, frozen=True, array_like=True):
    """Men of a unit that fell in one phase, and where it stood."""

    turn: int
    side: str
    unit: str
    x: int
    y: int
    men: int


class GameRecord(Struct, frozen=True):
    """One battle that was fought to its end."""

    seed: int
    seconds: float
    """What it took here; the only thing that differs from one machine to another."""
    outcome: dict[str, Any]
    deeds: dict[str, int] = {}
    """How often what a story tells happened: volleys, charges, fights hand to hand."""
    turns: tuple[SideTurn, ...] = ()
    units: tuple[UnitFate, ...] = ()
    fallen: tuple[MenFallen, ...] = ()
    arm: int = 0
    """Which of the run's jobs it was."""


class Chronicle:
    """Watches a battle while it is fought."""

    def __init__(self, battle: Battle) -> None:
        self._last = _units(battle)
        self._start = self._last
        self._broke: dict[str, int] = {}
        self._gone: dict[str, int] = {}
        self._turns: list[SideTurn] = []
        self._fallen: list[MenFallen] = []
        self._turn, self._phase = battle.fight.moment()
        self._told = 0

    def look(self, battle: Battle) -> None:
        """After every answer: counts anew where a phase has passed."""
        turn, phase = battle.fight.moment()
        if (turn, phase) == (self._turn, self._phase):
            return
        self._count(battle)
        if turn != self._turn:
            self._turns += _standings(battle, self._turn, self._last)
        self._turn, self._phase = turn, phase

    def closed(self, battle: Battle, seconds: float) -> GameRecord:
        """The record of a battle that is over."""
        self._count(battle)
        self._turns += _standings(battle, self._turn, self._last)
        return GameRecord(
            seed=battle.seed,
            seconds=round(seconds, 3),
            outcome=battle.outcome,
            deeds=_deeds(battle),
            turns=tuple(self._turns),
            units=tuple(self._fates(battle)),
            fallen=tuple(self._fallen),
        )

    def _count(self, battle: Battle) -> None:
        now = _units(battle)
        for unit, (side, standing) in now.items():
            before = self._last[unit][1] if unit in self._last else standing
            if standing.down and not before.down:
                self._broke.setdefault(unit, self._turn)
            if standing.destroyed and not before.destroyed:
                self._gone.setdefault(unit, self._turn)
            place = standing.place or before.place
            # of a unit that is gone most men ran or were taken: they fell nowhere
            if standing.men < before.men and place is not None and not standing.destroyed:
                x, y = round(place[0]), round(place[1])
                self._fallen.append(MenFallen(self._turn, side, unit, x, y, before.men - standing.men))
        self._last = now

    def _fates(self, battle: Battle) -> Iterable[UnitFate]:
        posts = chain_of(battle.scenario).units
        for unit, (side, at_end) in self._last.items():
            post = posts.get(unit)
            name, formation = (post.unit.name, post.brigade) if post is not None else (unit, "")
            broke, gone = self._broke.get(unit), self._gone.get(unit)
            yield UnitFate(
                side, formation, unit, name, at_end.arm, at_end.men_at_start, at_end.men, broke, gone, _end(at_end)
            )


def _units(battle: Battle) -> dict[str, tuple[str, UnitStanding]]:
    tally = battle.game.tally(battle.fight)
    return {unit.id: (army.side, unit) for army in tally.armies for unit in army.units}


def _standings(battle: Battle, turn: int, units: Mapping[str, tuple[str, UnitStanding]]) -> Iterable[SideTurn]:
    for side, account in battle.outcome["sides"].items():
        own = [standing for of, standing in units.values() if of == side]
        men, beaten = sum(each.men for each in own), sum(each.down for each in own)
        yield SideTurn(turn, side, men, beaten, account["points"])


def _deeds(battle: Battle) -> dict[str, int]:
    """What a report would tell of, counted by deed."""
    kinds, found = battle.game.kinds, Counter[str]()
    for event in battle.entries:
        if type(event) is Event and event.kind in kinds:
            for told in kinds[event.kind].retold:
                if all(event.values.get(name) == value for name, value in told.when.items()):
                    found[told.deed] += 1
    return dict(sorted(found.items()))


def _end(standing: UnitStanding) -> str:
    if standing.destroyed:
        return "destroyed"
    if standing.left_by is not None:
        return "left"
    if standing.to_come:
        return "not come"
    return "beaten" if standing.beaten else "steady"
