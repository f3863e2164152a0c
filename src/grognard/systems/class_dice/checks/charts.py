"""How the charts are read: inches to paces, columns by their lowest number, the codes of result cells, class dice."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import NamedTuple, TypeVar

from grognard.kernel.checks import implements
from grognard.kernel.dice import Dice, DiceBy, DropLowest, Sum, die
from grognard.kernel.tables import Tables

from ..terms import Effect, TroopClass

T = TypeVar("T")
_CELL = re.compile(r"(\w+)(?:\((\d+)\))?")


@implements("CD-scale")
def paces(t: Tables, inches: int) -> int:
    """Inches of the charts as paces of the ground."""
    return inches * t.number("CD-scale", "paces_per_inch")


@implements("CD-class-dice")
def class_dice(t: Tables) -> dict[TroopClass, Dice]:
    """The dice of each class."""
    return t.made(("class dice",), lambda: {name: _dice(**row) for name, row in t["CD-class-dice"].items()})  # type: ignore[misc]


def _dice(dice: int, sides: int, drop: int) -> Dice:
    return DropLowest(dice, die(sides), drop) if drop else Sum(dice, die(sides))


def by_class(t: Tables) -> DiceBy:
    """What a unit throws, by its class."""
    return DiceBy(class_dice(t), attrgetter("troop_class"))


def one_die(t: Tables, rule: str) -> Dice:
    """A single die with as many sides as the rule says."""
    return Sum(1, die(t.number(rule, "sides")))


def column(edges: Sequence[int]) -> Callable[[int], int]:
    """Which column a total falls in, where each is named by its lowest total, from the highest down; lower totals fall
    in one more column."""
    # bisect wants rising numbers, and the charts print them falling
    rising = [-edge for edge in edges]
    return lambda total: bisect_left(rising, -total)


def stepped(top: int, cells: Sequence[T]) -> Callable[[int], T]:
    """A cell for each total from `top` or more downwards; the last one for all that is lower."""
    last = len(cells) - 1
    return lambda total: cells[min(max(top - total, 0), last)]


class Suffered(NamedTuple):
    """What a result cell does to a unit."""

    effect: Effect
    percent: int = 0
    smoke: bool = False

    def told(self) -> str:
        """In words; a cell without effect says so."""
        parts = [self.effect.replace("none", "no effect")] if self.effect != "none" or not self.smoke else []
        parts += [f"{self.percent} percent lost"] if self.percent else []
        return ", ".join([*parts, *(["smoke"] if self.smoke else [])])


@implements("CD-abbreviations")
def decoded(t: Tables, cell: str) -> Suffered:
    """A result cell as the charts print it, read: `DOR(40)`, `Smk/Shaken`."""
    codes, smoke = t.value("CD-abbreviations", "codes"), t.value("CD-abbreviations", "smoke")
    suffered = Suffered("none")
    for part in cell.split("/"):
        match = _CELL.fullmatch(part)
        assert match, cell
        if match[1] == smoke:
            suffered = suffered._replace(smoke=True)
        else:
            suffered = suffered._replace(effect=codes[match[1]], percent=int(match[2] or 0))
    return suffered


def driven_back(t: Tables, effect: Effect) -> bool:
    """Whether a unit leaves its place by an effect: a disordered recoil or worse."""
    # a surrender has no row of its own: who cannot be taken routs
    return effect == "surrender" or effect in t["CD-morale-moves"]


def at_least(part: int, whole: int, percent: int) -> bool:
    """Whether a part makes so many percent of the whole, compared without rounding."""
    return 100 * part >= percent * whole
