"""Commands: whose brigade a unit belongs to, and who gives orders.

A brigade is what stands under one commander directly; what stands under the general alone is a brigade of his own.
Generals between the brigades and the army order whatever is under them, after the brigade commanders (BP-CMD-4).
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from grognard.army.oob import Level
from grognard.battle.posts import Chain, Post

Rated = Callable[[str, str], tuple[int, str]]
"""From a leader's name and history's rating of him to his staff rating, with the reason."""
SENIORITY: tuple[Level, ...] = ("regiment", "brigade", "division", "corps", "army")
"""In which order commanders speak."""


class Leading(Struct, frozen=True):
    """A commander as he goes on the roster."""

    id: str
    name: str
    side: str
    level: Level
    staff: int
    units: tuple[str, ...]
    """Units of his own brigade; none for a general who has only brigades under him."""
    why: str


def command_of(chain: Chain, post: Post) -> str:
    """The id of the leader in whose brigade a unit stands: the nearest above its regiment."""
    above = [leader for leader in post.leaders if chain.leaders[leader].level != "regiment"]
    return above[0] if above else post.leaders[-1]


def leaders_of(chain: Chain, rated: Rated) -> list[Leading]:
    """All who give orders, the lowest first: commanders of brigades, generals over them, the army's."""
    commands = {unit: command_of(chain, post) for unit, post in chain.units.items()}
    found = []
    for leader in sorted(chain.leaders.values(), key=lambda each: SENIORITY.index(each.level)):
        if leader.level == "regiment":
            continue
        own = tuple(unit for unit, command in commands.items() if command == leader.id)
        staff, why = rated(leader.name, leader.leader.rating)
        found.append(Leading(leader.id, leader.name, leader.side, leader.level, staff, own, why))
    return found
