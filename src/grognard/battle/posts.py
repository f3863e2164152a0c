"""Who commands whom: the chain of command of an order of battle, and the seats at the table."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from msgspec import Struct

from grognard.army.oob import Formation, Leader, Level, Side, Unit
from grognard.scenarios.model import Scenario

from .fight import Seat


class Post(Struct, frozen=True):
    """A unit's place in the order of battle."""

    unit: Unit
    side: str
    leaders: tuple[str, ...]
    """Ids of its commanders, the nearest first, the army's last."""
    brigade: str
    """The formation it stands under directly, with those above it."""
    regiment: str
    """The formation of regimental level it belongs to, or nothing."""
    division: str
    """Its division, or its largest formation where it stands in none."""
    in_division: bool
    """Whether it stands in a division."""
    divisions: bool
    """Whether its army has divisions."""


class LeaderPost(Struct, frozen=True):
    """A leader's place in the order of battle."""

    id: str
    name: str
    side: str
    level: Level
    formation: str
    leader: Leader
    units: tuple[str, ...]
    """All units under him."""


class Chain(Struct, frozen=True):
    """The order of battle: the place of every unit and leader in it."""

    units: dict[str, Post]
    leaders: dict[str, LeaderPost]
    sides: dict[str, Side]

    @property
    def edges(self) -> dict[str, str]:
        """Each side's own edge of the table."""
        return {name: side.deployment_edge for name, side in self.sides.items()}


def chain_of(scenario: Scenario) -> Chain:
    """The chain of command of both armies."""
    leaders: dict[str, tuple[str, Level, str, Leader]] = {}
    ids: dict[tuple[str, str], str] = {}
    posts: dict[str, Post] = {}
    for side in scenario.sides:
        # first, so that whoever commands the army and one of its divisions is enrolled as its commander
        army = _enrolled(ids, leaders, side.name, "army", side.name, side.commander)
        places = list(_walk(side.formations, ()))
        divisions = any(_division(path) for _, path in places)
        for unit, path in places:
            own = [
                _enrolled(ids, leaders, side.name, each.level, each.name, each.commander)
                for each in path
                if each.commander
            ]
            posts[unit.id] = _post(unit, side.name, path, (*reversed(own), army), divisions)
    found = {
        leader: LeaderPost(
            leader,
            who.name,
            side,
            level,
            formation,
            who,
            tuple(post.unit.id for post in posts.values() if leader in post.leaders),
        )
        for leader, (side, level, formation, who) in leaders.items()
    }
    return Chain(posts, found, {side.name: side for side in scenario.sides})


def _enrolled(
    ids: dict[tuple[str, str], str],
    leaders: dict[str, tuple[str, Level, str, Leader]],
    side: str,
    level: Level,
    formation: str,
    leader: Leader,
) -> str:
    """His id; who commands at two levels is enrolled at the higher, which comes first."""
    if (side, leader.name) not in ids:
        wanted = slug(leader.name.split(",")[0])
        # two of one name, on one side or on both: ids must differ, and stay the same from battle to battle
        taken = sum(each == wanted or each.startswith(f"{wanted}-") for each in ids.values())
        ids[side, leader.name] = f"{wanted}-{taken + 1}" if taken else wanted
        leaders[ids[side, leader.name]] = side, level, formation, leader
    return ids[side, leader.name]


def _walk(
    formations: tuple[Formation, ...], above: tuple[Formation, ...]
) -> Iterator[tuple[Unit, tuple[Formation, ...]]]:
    for formation in formations:
        path = (*above, formation)
        yield from ((unit, path) for unit in formation.units)
        yield from _walk(formation.formations, path)


def _post(unit: Unit, side: str, path: tuple[Formation, ...], leaders: tuple[str, ...], divisions: bool) -> Post:
    names = [formation.name for formation in path]
    levels = [formation.level for formation in path]
    regiment = " / ".join(names[: levels.index("regiment") + 1]) if "regiment" in levels else ""
    division = _division(path)
    whole = f"{side}: {division or names[0]}"
    # once each: one man may command the brigade and the division above it
    return Post(
        unit, side, tuple(dict.fromkeys(leaders)), " / ".join(names), regiment, whole, bool(division), divisions
    )


def _division(path: tuple[Formation, ...]) -> str:
    """The division that a formation stands in, because it says so or by its place; nothing if in none."""
    stated = next((formation.division for formation in path if formation.division), "")
    levels = [formation.level for formation in path]
    upto = levels.index("division") + 1 if "division" in levels else 0
    return stated or " / ".join(formation.name for formation in path[:upto])


def seats_of(chain: Chain, by: str) -> tuple[Seat, ...]:
    """One seat for each side (`sides`), or one for each of its greater commands as well (`commands`). The first leader
    of a seat is the player's own figure."""
    seats: list[Seat] = []
    for side in chain.sides:
        leaders = [leader for leader in chain.leaders.values() if leader.side == side]
        army = next(leader for leader in leaders if leader.level == "army")
        groups = _commands(chain, army) if by == "commands" else {}
        taken = {each for group in groups.values() for each in group}
        # whoever serves under none of the greater commands is played with the army's commander
        rest = [leader.id for leader in leaders if leader.id not in taken and leader.id != army.id]
        seats.append(Seat(slug(side), side, side, (army.id, *rest)))
        seats += [Seat(first, side, chain.leaders[first].name, tuple(group)) for first, group in groups.items()]
    return tuple(seats)


def _commands(chain: Chain, army: LeaderPost) -> dict[str, list[str]]:
    """Leaders right under the army's commander, each with those who serve under him."""
    groups: dict[str, list[str]] = {}
    for post in chain.units.values():
        if army.id not in post.leaders:
            continue
        below = post.leaders[: post.leaders.index(army.id)]
        if below:
            group = groups.setdefault(below[-1], [below[-1]])
            group += [leader for leader in below if leader not in group]
    return groups


def slug(name: str) -> str:
    """A name in lower-case letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "unnamed"
