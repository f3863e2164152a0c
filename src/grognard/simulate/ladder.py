"""A ladder: commanders fight each other in every battle, under every system, from both sides; who is the better?

Every battle that was fought is a line of a file, so that a ladder can be broken off and goes on where it was, and more
commanders or more battles can be added to it later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from msgspec import Struct

from grognard.commanders import must_be_kind
from grognard.kernel.errors import BadInput

from .kept_lines import keep_line, kept_lines
from .many import Job, fight_one, fit
from .ratings import PairScore, elo, wilson
from .runs.hands import in_processes


class Match(Struct, frozen=True):
    """A battle of the ladder that is to be fought."""

    battle: str
    system: str
    commanders: tuple[str, str]
    """Of the battle's first side and of its second."""
    seed: int


class LadderRow(Struct, frozen=True):
    """One that was."""

    match: Match
    winner: int
    """0 or 1 for the side in its order, -1 for a draw."""
    level: str
    turns: int
    points: tuple[float, float]
    lost: tuple[float, float]
    """Per cent of its men that each side lost."""
    seconds: float


class Ladder(Struct, frozen=True):
    """Who fights whom, where and how often."""

    commanders: tuple[str, ...]
    battles: tuple[str, ...]
    systems: tuple[str, ...]
    games: int
    """Of each pair in each battle under each system; half of them with the sides changed."""
    seed: int = 0

    def matches(self) -> list[Match]:
        """All battles, those of one seed together, so that whoever breaks off has a fair part of everything."""
        pairs = list(combinations(self.commanders, 2))
        return [
            Match(battle, system, sides, self.seed + number)
            for number in range(self.games // 2)
            for system in self.systems
            for battle in self.battles
            for one, other in pairs
            for sides in ((one, other), (other, one))
        ]


def must_be_fair(ladder: Ladder) -> None:
    """Refuse a ladder that cannot be fought, before anything is."""
    for kind in ladder.commanders:
        must_be_kind(kind)
    for what, given in (("commander", ladder.commanders), ("battle", ladder.battles), ("system", ladder.systems)):
        twice = next((each for each in given if given.count(each) > 1), "")
        if twice:
            raise BadInput(f"{what} {twice} is named twice")
    if len(ladder.commanders) < 2:
        raise BadInput("a ladder takes two commanders at least, as in --commanders staff,default")
    if ladder.games < 2 or ladder.games % 2:
        raise BadInput(f"{ladder.games} games: an even number, since each pair changes sides")
    for battle in ladder.battles:
        sides = len(fit(battle).sides)
        if sides != 2:
            raise BadInput(f"{battle} has {sides} sides; a ladder is for battles of two")


def fight(match: Match) -> LadderRow:
    """Fight it out."""
    fought = fight_one(Job(match.battle, match.system, {}, match.commanders), match.seed)
    outcome = fought.outcome
    sides = list(outcome["sides"])
    told = [outcome["sides"][side] for side in sides]
    return LadderRow(
        match=match,
        winner=sides.index(outcome["winner"]) if outcome["winner"] else -1,
        level=outcome["level"],
        turns=outcome["turns"],
        points=(told[0]["points"], told[1]["points"]),
        lost=(told[0]["percent"], told[1]["percent"]),
        seconds=round(fought.seconds, 2),
    )


def fight_all(matches: Sequence[Match], jobs: int) -> Iterator[LadderRow]:
    """Rows as they are done."""
    yield from in_processes(fight, matches, jobs)


# -- the file


def kept(path: Path) -> list[LadderRow]:
    """The rows of a file that an earlier run wrote."""
    return kept_lines(path, LadderRow, "battle of a ladder")


def keep(path: Path, row: LadderRow) -> None:
    """Add a row."""
    keep_line(path, row)


# -- what came of it


def scores(rows: Iterable[LadderRow]) -> dict[tuple[str, str], PairScore]:
    """How each fared against each."""
    found: dict[tuple[str, str], PairScore] = {}
    for row in rows:
        one, other = row.match.commanders
        first = PairScore(row.winner == 0, row.winner == -1, row.winner == 1)
        found[one, other] = found.get((one, other), PairScore()).plus(first)
        found[other, one] = found.get((other, one), PairScore()).plus(first.turned)
    return found


def summary(ladder: Ladder, rows: Sequence[LadderRow]) -> dict[str, Any]:
    """Plain data, ready for JSON."""
    wanted = set(ladder.matches())
    counted = [row for row in rows if row.match in wanted]
    whole = scores(counted)
    ratings = elo(ladder.commanders, whole)
    ranked = sorted(ladder.commanders, key=lambda name: -ratings[name].value)
    return {
        "battles": list(ladder.battles),
        "systems": list(ladder.systems),
        "games": len(counted),
        "of": len(wanted),
        "ratings": [_rating(name, ratings[name], whole, ladder.commanders) for name in ranked],
        "pairs": _pairs(whole, ranked),
        "where": [
            {"battle": battle, "system": system, "pairs": _pairs(scores(there), ranked)}
            for system in ladder.systems
            for battle in ladder.battles
            if (there := [row for row in counted if (row.match.battle, row.match.system) == (battle, system)])
        ],
    }


def _rating(name: str, rated: Any, whole: dict[tuple[str, str], PairScore], names: Sequence[str]) -> dict[str, Any]:
    against = [whole.get((name, other), PairScore()) for other in names if other != name]
    summed = PairScore(*(sum(column) for column in zip(*against, strict=True)))
    low, high = round(rated.low), round(rated.high)
    return {"commander": name, "elo": round(rated.value), "low": low, "high": high, **_told(summed)}


def _pairs(found: dict[tuple[str, str], PairScore], ranked: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {"commander": one, "against": other, **_told(found[one, other])}
        for one, other in combinations(ranked, 2)
        if (one, other) in found
    ]


def _told(score: PairScore) -> dict[str, Any]:
    """Victories as a share, and with draws as half ones; each with its interval."""
    wins, share = wilson(score.won, score.games), wilson(score.points, score.games)
    return {
        "games": score.games,
        "won": score.won,
        "drawn": score.drawn,
        "lost": score.lost,
        "wins": [round(each, 3) for each in wins],
        "score": [round(each, 3) for each in share],
    }
