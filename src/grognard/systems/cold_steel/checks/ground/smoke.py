"""Appendix B: smoke, how much there is, where it lies, and how it drifts and thins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from typing import Annotated, NamedTuple

from grognard.kernel.checks import Roll, check, implements, reckoning
from grognard.kernel.facts import Count, Facts, Range
from grognard.kernel.modifiers import Trigger, counted, each, modifiers
from grognard.kernel.tables import Tables

from ...terms import Phase, Scale
from .weather import Compass, Strength, downwind, winds

FiringFigures = Annotated[int, Range(0, 200)]
Point = tuple[int, int]
"""Paces east and north of the table's corner."""


class SmokeFacts(Facts):
    """What burns powder or burns down this turn."""

    guns: Annotated[Count, "guns firing"] = 0
    sections: Annotated[Count, "two-gun sections firing, where a model is a section"] = 0
    figures: Annotated[FiringFigures, "figures of one unit firing small arms"] = 0
    scale: Annotated[Scale, "men for each figure"] = "20"
    burning: Annotated[Count, "structures on fire"] = 0
    firefight_guns: Annotated[Count, "guns in a close combat firefight"] = 0
    firefight_figures: Annotated[FiringFigures, "front rank figures of one unit in a close combat firefight"] = 0


class SmokeResult(NamedTuple):
    """Smoke balls made."""

    balls: int


@check("smoke", "CS-B.11a", asks=SmokeFacts)
def smoke(t: Tables) -> Roll[SmokeFacts, SmokeResult]:
    """How many smoke balls fire and burning make this turn."""
    return Roll(
        modifiers=modifiers(
            t,
            "CS-B.11a",
            counted("artillery", _guns(t)),
            _men(t, "small_arms", lambda s: s.figures),
            each("burning", "structure_fire"),
            each("firefight_guns"),
            _men(t, "firefight_men", lambda s: s.firefight_figures),
        ),
        result=lambda throw: SmokeResult(throw.total),
    )


@implements("CS-7.1h")
def _guns(t: Tables) -> Callable[[SmokeFacts], int]:
    """Guns, not models: a section is two."""
    in_section = t.number("CS-7.1h", "guns_in_section")
    return lambda s: s.guns + s.sections * in_section


@implements("CS-8.1k")
def _men(t: Tables, row: str, figures: Callable[[SmokeFacts], int]) -> Trigger:
    """Men, not figures; even a handful makes some smoke."""
    least = t.number("CS-8.1k", "at_least") * t.row("CS-B.11a", row).per
    # men by the figure scale; a handful makes one ball all the same (CS-8.1k)
    return counted(row, lambda s: max(figures(s) * int(s.scale), least) if figures(s) else 0)


MOST_BALLS = 200


class SmokeDriftFacts(Facts):
    """A smoke bank, or a single ball, at the end of a turn."""

    strength: Annotated[Strength, "the day's wind"]
    balls: Annotated[int, Range(1, MOST_BALLS), "balls in the bank; 1 is a ball with no other near"]


class SmokeDriftResult(NamedTuple):
    """Paces it moves downwind, and what is left of it."""

    moves: int
    lost: int
    left: int


@reckoning("smoke-drift", "CS-B.11d", asks=SmokeDriftFacts)
def smoke_drift(t: Tables, s: SmokeDriftFacts) -> SmokeDriftResult:
    """How far a smoke bank drifts at the end of the turn, and how much of it is left."""
    lost = thinned_by(t, s.strength, s.balls)
    return SmokeDriftResult(winds(t)[s.strength].smoke_moves, lost, s.balls - lost)


@implements("CS-B.11e")
def thinned_by(t: Tables, strength: Strength, balls: int) -> int:
    """Balls a bank loses in a turn; a single ball goes in any wind at all."""
    if balls == 1:
        # with nobody around it a ball is gone in a turn, calm apart
        return int(strength != "calm")
    return min(balls, winds(t)[strength].bank_loses)


class Ball(NamedTuple):
    """A smoke ball on the table, and the turn it was made on."""

    x: int
    y: int
    made: int


@implements("CS-10.3a", "CS-B.11d")
def drifted(t: Tables, balls: Iterable[Ball], wind: Compass, drift: Callable[[int], SmokeDriftResult]) -> list[Ball]:
    """The smoke after the end of a turn: all is moved, then banks are told apart, then each loses its oldest balls,
    of these the most downwind first. `drift` is what the check says of a bank of so many balls."""
    east, north = _heading(downwind(t, wind))
    # along the diagonal as far as along an edge: the step is shared out
    step = drift(1).moves / sqrt(east * east + north * north)
    # whole paces: balls that lie together stay together
    moved = [Ball(ball.x + round(step * east), ball.y + round(step * north), ball.made) for ball in balls]

    def first_to_go(ball: Ball) -> tuple[int, int]:
        # oldest first, and of these the one the wind has carried farthest
        return ball.made, -(ball.x * east + ball.y * north)

    return [
        ball
        for bank in banks(t, moved)
        for ball in sorted(bank, key=first_to_go)[drift(min(len(bank), MOST_BALLS)).lost :]
    ]


def _heading(point: Compass) -> tuple[int, int]:
    """A point of the compass as steps east and north, whole numbers so that ties stay ties."""
    return ("east" in point) - ("west" in point), ("north" in point) - ("south" in point)


@implements("CS-B.11c")
def banks(t: Tables, balls: Iterable[Ball]) -> list[list[Ball]]:
    """Smoke sorted into banks: balls that a chain of short steps links are one bank."""
    reach = t.number("CS-B.11c", "reach")
    squares: dict[Point, list[tuple[Ball, int]]] = {}
    found: dict[int, list[Ball]] = {}
    merged: list[int] = []  # the bank that each has become part of; itself while it stands alone
    square = reach * reach
    for ball in balls:
        # by squares as wide as the link: nobody farther than one square off can be linked
        east, north, _ = ball
        x, y = east // reach, north // reach
        linked: set[int] = set()
        for i in (x - 1, x, x + 1):
            for j in (y - 1, y, y + 1):
                for b, bank in squares.get((i, j), ()):
                    # the square of their distance, which is exact
                    if (b.x - east) ** 2 + (b.y - north) ** 2 <= square:
                        linked.add(_standing(merged, bank))
        bank = len(merged)
        # banks that this ball links become one, the older balls first
        found[bank] = [*(b for old in sorted(linked) for b in found.pop(old)), ball]
        merged.append(bank)
        for old in linked:
            merged[old] = bank
        squares.setdefault((x, y), []).append((ball, bank))
    return list(found.values())


def _standing(merged: list[int], bank: int) -> int:
    """The bank that this one is part of by now."""
    while merged[bank] != bank:
        # shortens the chain as it is followed, so that long ones are walked once
        merged[bank] = bank = merged[merged[bank]]
    return bank


@implements("CS-B.10c")
def after_the_gale(t: Tables, balls: Sequence[Ball], strength: Strength, phase: Phase, turn: int) -> list[Ball]:
    """The smoke that lies when a phase begins: in a gale none of earlier turns once firing starts."""
    cleared = strength == "gale" and phase in t.value("CS-B.10c", "phases")
    return [ball for ball in balls if not (cleared and ball.made < turn)]


@implements("CS-B.11b")
def placed_ahead(t: Tables, left: Point, right: Point, balls: int) -> list[Point]:
    """Smoke of a firing unit, spread along its front (from its left to its right end, as it sees them) and a little
    ahead of it."""
    along, across = right[0] - left[0], right[1] - left[1]
    share = t.number("CS-B.11b", "ahead") / (sqrt(along * along + across * across) or 1)
    # to the front: a quarter turn to the left of the line from left to right
    forward = -across * share, along * share
    return _spread(left, right, balls, forward)


@implements("CS-B.11b")
def placed_between(ours: tuple[Point, Point], theirs: tuple[Point, Point], balls: int) -> list[Point]:
    """Smoke of a firefight, spread along the middle between two fronts, each given from its own left to its right."""
    (left, right), (their_left, their_right) = ours, theirs
    # their left is opposite to our right
    return _spread(_middle(left, their_right), _middle(right, their_left), balls)


def _middle(one: Point, other: Point) -> tuple[float, float]:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _spread(
    left: tuple[float, float], right: tuple[float, float], balls: int, shift: tuple[float, float] = (0, 0)
) -> list[Point]:
    """Points at even spaces, each in the middle of its share of the line."""
    shares = [(2 * place + 1) / (2 * balls) for place in range(balls)]
    return [
        (
            round(left[0] + (right[0] - left[0]) * share + shift[0]),
            round(left[1] + (right[1] - left[1]) * share + shift[1]),
        )
        for share in shares
    ]
