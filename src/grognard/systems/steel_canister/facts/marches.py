"""Several steps at a time: the cheapest way to a space, and what it may come to cost."""

from __future__ import annotations

from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from msgspec.structs import replace

from grognard.kernel.checks import implements
from grognard.kernel.handful import Handful

from ..checks.moving import StepFacts, fixed_cost
from ..knowledge.known import standing_at
from ..table.board import Space
from ..table.field import Field
from ..table.state import UnitState
from .steps import MOST_AP, Way, left, ways


class March(NamedTuple):
    """Steps one after the other, and the points that each could draw on if it were the first."""

    ways: tuple[Way, ...]
    points: tuple[int, ...]

    @property
    def to(self) -> Space:
        """The space it leads to."""
        return self.ways[-1].to


def in_steps(b: Field, now: UnitState, to: Space, budget: int, *, reaction: bool = False) -> bool:
    """Whether a unit's points could take it so far if every step were straight ahead, over the best of ground."""
    far = max(abs(to[0] - now.space[0]), abs(to[1] - now.space[1]))
    road = 0 if reaction else b.reckoned("action-points", arm=now.arm, road_march=True).ap
    plain = 0 if reaction else b.reckoned("action-points", arm=now.arm).ap
    return 0 < far * b.rules.tables.number("SC-1.2a", "forward") <= budget + road - plain


@implements("SC-1.2a", "SC-1.2b", "SC-1.2c", "SC-1.3b")
def march_to(
    b: Field, unit: str, to: Space, budget: int, began: int | None = None, *, reaction: bool = False
) -> March | None:
    """The cheapest steps that lead a unit to a space as it faces: the fewest points before dice, then the fewest dice,
    then the fewest steps. None where its points do not reach so far. It changes nothing."""
    now, order, best = b.unit(unit), count(), {b.unit(unit).space: (0, 0, 0)}
    open_: list[tuple[tuple[int, int, int], int, UnitState, March]] = [((0, 0, 0), 0, now, March((), ()))]
    while open_:
        price, _, here, gone = heappop(open_)
        if here.space == to and gone.ways:
            return gone
        if price > best[here.space]:
            continue
        rest = budget - price[0] if reaction else left(here)
        for way in ways(standing_at(b, here), unit, rest, began, reaction=reaction).values():
            cost = sum(fixed_cost(b.rules.tables, step) for step in way.steps)
            dearer = (price[0] + cost, price[1] + _dice(b, way), price[2] + len(way.steps))
            if way.to in best and best[way.to] <= dearer:
                continue
            best[way.to] = dearer
            made = March((*gone.ways, way), (*gone.points, way.steps[0].ap_left + price[0]))
            heappush(open_, (dearer, next(order), stepped(here, way, cost, reaction=reaction), made))
    return None


def stepped(here: UnitState, way: Way, paid: int, *, reaction: bool) -> UnitState:
    """A unit as it would stand after a step that cost so much."""
    return replace(
        here,
        space=way.to,
        facing=way.facing,
        formation=way.formation,
        entered=here.entered + len(way.steps),
        on_road=here.on_road and way.on_road,
        spent=here.spent + paid,
        acted=here.acted or not reaction,
    )


def _dice(b: Field, way: Way) -> int:
    return sum(_dice_of(b, step) for step in way.steps)


def _dice_of(b: Field, step: StepFacts) -> int:
    key = "dice", id(step)
    # by identity: the same steps are kept with the board, and this holds on to them
    kept: tuple[StepFacts, int] | None = b.board.weighed.get(key)
    if kept is None or kept[0] is not step:
        check = b.rules["step"]
        assert isinstance(check, Handful)
        kept = b.board.weighed[key] = step, len(check.dice(step.replace(ap_left=MOST_AP)).dice)
    return kept[1]


@implements("SC-1.3a", "SC-1.3i")
def march_odds(b: Field, march: March) -> list[dict[int, Fraction]]:
    """After each step: how likely so many points have been paid by then. What is missing to one has been stopped."""
    check, here, found = b.rules["step"], {0: Fraction(1)}, []
    for way, points in zip(march.ways, march.points, strict=True):
        for step in way.steps:
            there: dict[int, Fraction] = {}
            for paid, chance in here.items():
                facts = step.replace(ap_left=max(0, points - paid))
                if check.refusal(facts) is not None:
                    continue
                for made, odds in check.odds(facts):
                    if made.enters:
                        there[paid + made.paid] = there.get(paid + made.paid, Fraction(0)) + chance * odds
            here = there
        found.append(here)
    return found
