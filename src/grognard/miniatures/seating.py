"""Who commands whom from the start of a battle, by seats, and what units and leaders are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from grognard.battle.fight import Seat
from grognard.battle.posts import Chain


class Seating:
    """The seats of a battle with the units and leaders that each commands by the order of battle.

    It never changes. Who is made up during a battle (a detachment, converged grenadiers) is not in it: the system's
    fight knows whose they are.
    """

    def __init__(self, chain: Chain, seats: Sequence[Seat]) -> None:
        self.chain = chain
        self.seats = tuple(seats)
        self.names = _names(chain)
        """Names of units; where several bear the same, with the side."""
        self._of = _seats_by_unit(chain, seats)
        self._sides = {seat.id: seat.side for seat in seats}
        self._mustered = {
            seat.id: tuple(unit for unit in chain.units if self._of[unit] == seat.id) for seat in self.seats
        }

    def __contains__(self, who: str) -> bool:
        """Whether this is a unit or leader of the order of battle."""
        return who in self._of

    def seat_of(self, who: str) -> str:
        """The seat that commands a unit or leader: that of the nearest commander who has one."""
        return self._of[who]

    def find(self, who: str) -> str | None:
        """The same; None for who is not in the order of battle."""
        return self._of.get(who)

    def mustered(self, seat: str) -> tuple[str, ...]:
        """The units in the order of battle that a seat commands, wherever they are now."""
        return self._mustered[seat]

    def side_of(self, seat: str) -> str:
        """The side of a seat."""
        return self._sides[seat]

    def other(self, side: str) -> str:
        """The other side."""
        return next(each for each in self.chain.sides if each != side)

    def name(self, who: str) -> str:
        """What a unit or leader is called; the word itself where it is nobody's id."""
        if who in self.names:
            return self.names[who]
        return self.chain.leaders[who].name if who in self.chain.leaders else who


def _names(chain: Chain) -> dict[str, str]:
    count = Counter(post.unit.name for post in chain.units.values())
    return {
        unit: post.unit.name if count[post.unit.name] == 1 else f"{post.unit.name} ({post.side})"
        for unit, post in chain.units.items()
    }


def _seats_by_unit(chain: Chain, seats: Iterable[Seat]) -> dict[str, str]:
    by_leader = {leader: seat.id for seat in seats for leader in seat.leaders}
    found = dict(by_leader)
    for unit, post in chain.units.items():
        # always found: the army's commander ends every chain and has a seat
        found[unit] = next(by_leader[leader] for leader in post.leaders if leader in by_leader)
    return found
