"""How a whole melee ends: its rounds one after the other, with the losses and the morale of both, exactly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction

from msgspec.structs import replace

from grognard.battle.previews.chances import Shares

from ..checks.ammunition import shared_losses
from ..checks.charts import driven_back
from ..checks.melee import MeleeStatusFacts
from ..checks.units import castings_in
from ..facts.charge import Onset, melee_facts
from ..facts.morale import morale_facts
from ..table.field import ClassField
from ..table.state import UnitState
from ..terms import branch

WON, LOST = "they give way in the melee", "it is driven back in the melee"
BOTH, APART = "both give way in the melee", "nobody gives way: both recoil"
StepsLeft = tuple[int, ...]
"""Of the chargers, then of the unit they have charged."""


def melee_ends(b: ClassField, began: Onset) -> Shares:
    """How likely each end of a melee is. Leaders are taken to come through it."""
    return _Melee(b, began).ends()


class _Melee:
    def __init__(self, b: ClassField, began: Onset) -> None:
        self.b, self.began = b, began
        self.units = (*began.chargers, began.target)
        self._yields: dict[tuple[str, int, int], Fraction] = {}

    def ends(self) -> Shares:
        ends: Shares = {text: Fraction(0) for text in (WON, LOST, BOTH, APART)}
        standing: dict[StepsLeft, Fraction] = {tuple(self.b.unit(each).steps for each in self.units): Fraction(1)}
        for round_ in range(1, self.b.t.number("CD-melee", "rounds") + 1):
            after: dict[StepsLeft, Fraction] = {}
            for steps, likely in standing.items():
                for left, chance in self._fought(steps, round_):
                    ours, theirs = self._ours_yield(left, round_), self._yield(len(left) - 1, left[-1], round_)
                    share = likely * chance
                    ends[WON] += share * (1 - ours) * theirs
                    ends[LOST] += share * ours * (1 - theirs)
                    ends[BOTH] += share * ours * theirs
                    if on := share * (1 - ours) * (1 - theirs):
                        after[left] = after.get(left, Fraction(0)) + on
            standing = after
        ends[APART] = sum(standing.values(), Fraction(0))
        return ends

    def _fought(self, steps: StepsLeft, round_: int) -> Iterator[tuple[StepsLeft, Fraction]]:
        """What both have left after a round, and how likely."""
        with self._as_if(steps, round_):
            pair = melee_facts(self.b, self.began, round_)
        castings = [self._castings(i, each) for i, each in enumerate(steps[:-1])]
        for found, chance in self.b.rules["melee"].odds(pair):
            lost = (*shared_losses(found.attacker_steps, castings), found.defender_steps)
            yield tuple(max(0, each - less) for each, less in zip(steps, lost, strict=True)), chance

    def _castings(self, place: int, steps: int) -> int:
        return castings_in(self.b.t, branch(self.b.unit(self.units[place]).arm), steps)

    def _ours_yield(self, left: StepsLeft, round_: int) -> Fraction:
        """How likely one of the chargers is to give way."""
        if not any(left[:-1]):
            return Fraction(1)
        stands = Fraction(1)
        for i, steps in enumerate(left[:-1]):
            stands *= 1 - self._yield(i, steps, round_) if steps else 1
        return 1 - stands

    def _yield(self, place: int, steps: int, round_: int) -> Fraction:
        """How likely a unit with so many steps left is to be driven back by its morale after a round; who has none left
        is gone."""
        unit = self.units[place]
        key = unit, steps, round_
        if key not in self._yields:
            self._yields[key] = self._driven(unit, steps, round_) if steps else Fraction(1)
        return self._yields[key]

    def _driven(self, unit: str, steps: int, round_: int) -> Fraction:
        b, by = self.b, self.began.chargers[0] if unit == self.began.target else self.began.target
        with _standing(b, {unit: self._after(unit, steps, round_ + 1)}):
            facts = morale_facts(b, unit, by=by)
        return b.rules["morale"].odds(facts).chance(lambda found: driven_back(b.t, found.effect))

    @contextmanager
    def _as_if(self, steps: StepsLeft, round_: int) -> Iterator[None]:
        supposed = {
            unit: self._after(unit, left, round_) if left else replace(self.b.unit(unit), steps=0, where="lost")
            for unit, left in zip(self.units, steps, strict=True)
        }
        with _standing(self.b, supposed):
            yield

    def _after(self, unit: str, steps: int, round_: int) -> UnitState:
        """A unit as it goes into a round, or checks its morale before it."""
        now = self.b.unit(unit)
        status = self.b.settle("melee-status", MeleeStatusFacts(status=now.status, round=round_)).status
        return replace(now, steps=steps, status=status if round_ > 1 else now.status)


@contextmanager
def _standing(b: ClassField, supposed: Mapping[str, UnitState]) -> Iterator[None]:
    """As if units were so, where they stand: their bodies stay, and nobody looks about anew."""
    before = {unit: b.world.units[unit] for unit in supposed}
    b.world.units.update(supposed)
    try:
        yield
    finally:
        b.world.units.update(before)
