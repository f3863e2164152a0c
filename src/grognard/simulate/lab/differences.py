"""What moved: every measure of a game in two arms, the difference, and whether it can be told from chance.

All intervals of a table share the error that is allowed for the whole of it: of a hundred tables in which nothing was
changed, at most five tell of a difference.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Literal, NamedTuple

from msgspec import Struct

from grognard.kernel.errors import BadInput

from .. import intervals
from ..intervals import Estimate
from ..runs.chronicle import GameRecord
from ..runs.plans import RunPlan

ALARMS = 0.05
"""False alarms of a whole table."""


class GameMeasure(NamedTuple):
    """Something that is read off every game."""

    kind: Literal["win", "lost", "turns"]
    side: str
    """Whose; nothing for what both share."""
    of: Callable[[GameRecord], float]

    @property
    def name(self) -> str:
        """What it is called in a table."""
        return {"win": f"{self.side} win", "lost": f"{self.side}: men lost, %", "turns": "turns"}[self.kind]

    @property
    def is_share(self) -> bool:
        """Whether it is so or not, in each game."""
        return self.kind == "win"


class MovedMeasure(Struct, frozen=True):
    """One measure in two arms."""

    measure: str
    kind: Literal["win", "lost", "turns"]
    side: str
    base: float
    other: float
    difference: Estimate
    differing: int
    """Pairs in which it differs; of groups that are not paired, games that could."""
    told: bool
    """Whether it can be told from chance."""

    @property
    def is_share(self) -> bool:
        """Whether it is so or not, in each game."""
        return self.kind == "win"


class Comparison(Struct, frozen=True):
    """Two arms held against each other."""

    name: str
    paired: bool
    games: tuple[int, int]
    otherwise: int
    """Pairs that another side won, or by another degree; 0 where there are no pairs."""
    level: float
    """Of each interval, so that all of the table keep to `ALARMS`."""
    moved: tuple[MovedMeasure, ...]

    @property
    def found(self) -> tuple[MovedMeasure, ...]:
        """What can be told from chance."""
        return tuple(each for each in self.moved if each.told)


def measures(records: Sequence[GameRecord]) -> list[GameMeasure]:
    """What is compared, for the sides of these games."""
    sides = list(records[0].outcome["sides"])
    return [
        *(GameMeasure("win", side, partial(_won, side)) for side in sides),
        *(GameMeasure("lost", side, partial(_lost, side)) for side in sides),
        GameMeasure("turns", "", lambda game: game.outcome["turns"]),
    ]


def _won(side: str, game: GameRecord) -> bool:
    return bool(game.outcome["winner"] == side)


def _lost(side: str, game: GameRecord) -> float:
    account = game.outcome["sides"][side]
    return 100 * account["lost"] / account["men"] if account["men"] else 0.0


def compare(name: str, base: Sequence[GameRecord], other: Sequence[GameRecord], tables: int = 1) -> Comparison:
    """Two arms: by pairs of a seed where both have the same seeds, else as two groups. `tables` are compared in all,
    and share the error that is allowed."""
    if not base or not other:
        raise BadInput(f"{name}: there are no games to compare yet")
    if list(base[0].outcome["sides"]) != list(other[0].outcome["sides"]):
        raise BadInput(f"{name}: these are battles of different sides")
    one, two = _by_seed(base), _by_seed(other)
    both = sorted(one.keys() & two.keys())
    paired = len(both) > 1 and 2 * len(both) >= max(len(one), len(two))
    first, second = ([one[s] for s in both], [two[s] for s in both]) if paired else (list(base), list(other))
    asked = measures(base)
    level = 1 - ALARMS / (len(asked) * tables)
    return Comparison(
        name,
        paired,
        (len(first), len(second)),
        sum(_ending(a) != _ending(b) for a, b in zip(first, second, strict=True)) if paired else 0,
        level,
        tuple(_moved(measure, first, second, level, paired) for measure in asked),
    )


def _by_seed(records: Sequence[GameRecord]) -> dict[int, GameRecord]:
    return {record.seed: record for record in records}


def _ending(game: GameRecord) -> tuple[str, str]:
    return game.outcome["winner"], game.outcome["level"]


def _moved(
    measure: GameMeasure, base: Sequence[GameRecord], other: Sequence[GameRecord], level: float, paired: bool
) -> MovedMeasure:
    one, two = [measure.of(game) for game in base], [measure.of(game) for game in other]
    method = _METHODS[paired, measure.is_share]
    difference = method(one, two, level)
    differing = sum(a != b for a, b in zip(one, two, strict=True)) if paired else min(len(one), len(two))
    told = not difference.holds_nought and intervals.can_tell(differing, level)
    mean_one, mean_two = sum(one) / len(one), sum(two) / len(two)
    return MovedMeasure(measure.name, measure.kind, measure.side, mean_one, mean_two, difference, differing, told)


_METHODS: Mapping[tuple[bool, bool], Callable[..., Estimate]] = {
    (True, True): intervals.paired_share,
    (True, False): intervals.paired_mean,
    (False, True): intervals.parted_share,
    (False, False): intervals.parted_mean,
}


def of_lab(plan: RunPlan, records: Sequence[GameRecord]) -> list[Comparison]:
    """Every change of a laboratory run against its base."""
    arms: list[list[GameRecord]] = [[] for _ in plan.arms]
    for record in records:
        arms[record.arm].append(record)
    changes = list(zip(plan.arms, arms, strict=True))[1:]
    return [compare(arm.change, arms[0], games, len(changes)) for arm, games in changes]


def of_runs(one: RunPlan, first: Sequence[GameRecord], two: RunPlan, second: Sequence[GameRecord]) -> list[Comparison]:
    """Two runs, arm by arm: those of one battle, or the only ones."""
    pairs = [
        (number, place, arm.name)
        for number, arm in enumerate(one.arms)
        for place, other in enumerate(two.arms)
        if (arm.job.battle, arm.job.system, arm.change) == (other.job.battle, other.job.system, other.change)
    ]
    if not pairs and len(one.arms) == len(two.arms) == 1:
        pairs = [(0, 0, f"{one.arms[0].name} against {two.arms[0].name}")]
    if not pairs:
        raise BadInput("these runs have no battle under the same rules in common, and more than one each")
    return [
        compare(
            name,
            [record for record in first if record.arm == number],
            [record for record in second if record.arm == place],
            len(pairs),
        )
        for number, place, name in pairs
    ]
