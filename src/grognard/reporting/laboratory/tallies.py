"""The numbers behind the plots of a run: plain rows, which the page draws and offers as files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import mean, median
from typing import Any, NamedTuple

from grognard.simulate import intervals
from grognard.simulate.intervals import Estimate
from grognard.simulate.runs.chronicle import GameRecord

STEP = 5
"""Per cent of losses in one bar."""
FEWEST = 8
"""Games from which a share is worth a point of a line."""
MOST_ROWS = 16
"""Units that are shown one by one; of a greater battle formations are."""
MOST_BARS = 10


class Share(NamedTuple):
    """How often something was so."""

    name: str
    games: int
    share: Estimate


class SideCost(NamedTuple):
    """What a side lost, over all games."""

    side: str
    bars: tuple[int, ...]
    """Games by their losses, in steps."""
    mean: float
    median: float
    highest: float


class TurnChance(NamedTuple):
    """How often a side won that was ahead on points at the end of a turn."""

    turn: int
    side: str
    ahead: int
    share: Estimate


class Standing(NamedTuple):
    """How often a unit, or a formation's units, still stood at the end of each turn."""

    side: str
    name: str
    shares: tuple[float, ...]


class Swing(NamedTuple):
    """A bar of a tornado."""

    name: str
    note: str
    difference: Estimate


def sides(games: Sequence[GameRecord]) -> list[str]:
    """The sides of the battle, in their order."""
    return list(games[0].outcome["sides"])


def who_won(games: Sequence[GameRecord]) -> list[Share]:
    """Victories of each side, and draws."""
    wins = Counter(game.outcome["winner"] for game in games)
    return [Share(name or "drawn", wins[name], intervals.share(wins[name], len(games))) for name in (*sides(games), "")]


def lengths(games: Sequence[GameRecord]) -> dict[int, int]:
    """Games by how many turns they took."""
    found = Counter(game.outcome["turns"] for game in games)
    return {turn: found[turn] for turn in range(min(found), max(found) + 1)}


def levels(games: Sequence[GameRecord]) -> list[tuple[str, str, int]]:
    """Games by who won and by which degree: from the first side's clearest to the second's."""
    found = Counter((game.outcome["winner"], game.outcome["level"]) for game in games)
    order = {side: place for place, side in enumerate(sides(games))}
    ranked = sorted(found, key=lambda each: (order.get(each[0], 0.5), each[1]))
    return [(winner, level, found[winner, level]) for winner, level in ranked]


def costs(games: Sequence[GameRecord]) -> list[SideCost]:
    """What each side lost, in per cent."""
    made = []
    for side in sides(games):
        lost = [_percent(game, side) for game in games]
        bars = Counter(min(int(each // STEP), 100 // STEP - 1) for each in lost)
        counted = tuple(bars[step] for step in range(100 // STEP))
        made.append(SideCost(side, counted, mean(lost), median(lost), max(lost)))
    return made


def _percent(game: GameRecord, side: str) -> float:
    account = game.outcome["sides"][side]
    return 100 * account["lost"] / account["men"] if account["men"] else 0.0


def chances_by_turn(games: Sequence[GameRecord]) -> list[TurnChance]:
    """For each turn and side: of the games in which it was ahead on points then, how many it won."""
    last = max(each.turn for game in games for each in game.turns)
    found = []
    standings = [_points(game) for game in games]
    for turn in range(1, last + 1):
        for side in sides(games):
            ahead = [
                game.outcome["winner"] == side
                for game, points in zip(games, standings, strict=True)
                if turn in points and _is_ahead(points[turn], side)
            ]
            if len(ahead) >= FEWEST:
                found.append(TurnChance(turn, side, len(ahead), intervals.share(sum(ahead), len(ahead))))
    return found


def _points(game: GameRecord) -> dict[int, dict[str, int]]:
    found: dict[int, dict[str, int]] = {}
    for each in game.turns:
        found.setdefault(each.turn, {})[each.side] = each.points
    return found


def _is_ahead(points: dict[str, int], side: str) -> bool:
    return all(points.get(side, 0) > other for name, other in points.items() if name != side)


def survival(games: Sequence[GameRecord]) -> list[Standing]:
    """Units still neither broken nor gone, turn by turn, of all games; formations where there are many units."""
    last = max(game.outcome["turns"] for game in games)
    by_unit = len(games[0].units) <= MOST_ROWS
    broke: dict[tuple[str, str], list[int | None]] = {}
    for game in games:
        for unit in game.units:
            name = unit.name if by_unit else unit.formation or unit.name
            broke.setdefault((unit.side, name), []).append(unit.broke)
    return [
        Standing(side, name, tuple(_standing(turns, turn) for turn in range(1, last + 1)))
        for (side, name), turns in broke.items()
    ]


def _standing(broke: Sequence[int | None], turn: int) -> float:
    return sum(each is None or each > turn for each in broke) / len(broke)


def what_goes_with_winning(games: Sequence[GameRecord]) -> list[Swing]:
    """For each unit: how much oftener its side won when it broke than when it stood. No cause: they go together."""
    found = []
    for place, unit in enumerate(games[0].units):
        fates = [(game.units[place].broke is not None, game.outcome["winner"] == unit.side) for game in games]
        stood, fell = [won for broke, won in fates if not broke], [won for broke, won in fates if broke]
        if min(len(stood), len(fell)) >= FEWEST:
            note = f"{unit.side}; broke in {len(fell)} of {len(games)}"
            found.append(Swing(unit.name, note, intervals.parted_share(stood, fell)))
    return sorted(found, key=lambda each: -abs(each.difference.value))[:MOST_BARS]


def as_csv(heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """Rows as a file that every spreadsheet reads."""
    import csv
    import io

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)
    return out.getvalue()
