"""Commands: whose division a unit belongs to, and the leaders of the three levels that the rules know.

Where an order of battle has no division commanders, its largest formations play as divisions; what stands under nobody
below the army or the corps is the reserve of that commander (CD-division-activation).
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from grognard.battle.posts import Chain, Post

from .terms import Level, Rating

Rated = Callable[[str, str], tuple[Rating, str]]
"""From a leader's name and history's rating of him to his rating here, with the reason."""


class Leading(Struct, frozen=True):
    """A leader as he goes on the roster."""

    id: str
    name: str
    side: str
    level: Level
    rating: Rating
    units: tuple[str, ...]
    """Units of his division, or of all the divisions under him."""
    why: str


def command_of(chain: Chain, post: Post) -> str:
    """The id of the leader whose division a unit belongs to."""
    own = [leader for leader in post.leaders if chain.leaders[leader].level == "division"]
    if own:
        return own[0]
    if post.in_division and (stated := _stated(chain, post.division)):
        return stated
    below = [leader for leader in post.leaders if chain.leaders[leader].level not in ("army", "corps")]
    return below[-1] if below else post.leaders[0]


def _stated(chain: Chain, division: str) -> str:
    """The commander of a division that a formation says it is part of, wherever he stands in the order of battle."""
    for leader in chain.leaders.values():
        if leader.level == "division" and any(chain.units[unit].division == division for unit in leader.units):
            return leader.id
    return ""


def leaders_of(chain: Chain, rated: Rated) -> list[Leading]:
    """Army and corps commanders, and all who lead a division."""
    commands = {unit: command_of(chain, post) for unit, post in chain.units.items()}
    found = []
    for leader in chain.leaders.values():
        own = tuple(unit for unit, command in commands.items() if command == leader.id)
        level: Level = leader.level if leader.level in ("army", "corps") else "division"
        if level == "division" and not own:
            continue
        rating, why = rated(leader.name, leader.leader.rating)
        units = own if level == "division" else leader.units
        found.append(Leading(leader.id, leader.name, leader.side, level, rating, units, why))
    return found
