"""Pieces of a seat's picture that are the same under all rules: places, footprints, the tree of formations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from grognard.army.nations import nation
from grognard.army.oob import Level
from grognard.army.shapes import Part
from grognard.battle import pictures as pic
from grognard.battle.posts import LeaderPost, Post
from grognard.ground.units import SUB, Point, spot

from .records import Placed, TableUnit
from .views import SeenLeader

BARS: Mapping[Level, int] = {"army": 3, "corps": 2, "division": 2, "brigade": 1, "regiment": 1}
"""On a leader's flag."""


def at(position: Point) -> dict[str, Any]:
    """A place as fields of a picture's pieces: `pic.Token(…, **at(position))`."""
    return {"x": position[0] / SUB, "y": position[1] / SUB}


def parts_of(parts: Iterable[Part]) -> tuple[pic.DrawnPart, ...]:
    """The parts of a footprint as a picture has them, to a tenth of a pace."""
    return tuple(
        (round(p.x0, 1), round(p.y0, 1), round(p.x1, 1), round(p.y1, 1), p.men, p.label, p.kind) for p in parts
    )


def nearest_of(now: TableUnit, seen: Iterable[Placed]) -> pic.Near | None:
    """The nearest enemy of a unit among those in sight, from front to front."""
    foes = [each for each in seen if each.side != now.side]
    if now.where != "table" or not foes:
        return None

    def apart(foe: Placed) -> float:
        x, y = foe.position[0] - now.position[0], foe.position[1] - now.position[1]
        return float((x * x + y * y) ** 0.5)

    foe = min(foes, key=lambda each: (apart(each), each.id))
    return pic.Near(unit=foe.id, paces=round(apart(foe) / SUB))


def flag_of(post: LeaderPost, posts: Mapping[str, Post], usual: str) -> str:
    """The nation under whose flag a leader rides: that of the first of his units among `posts`, else the usual one."""
    own = [unit for unit in post.units if unit in posts]
    return nation(posts[own[0]].unit.nation if own else usual).id


def seen_leader(seen: SeenLeader) -> pic.LeaderPicture:
    """A leader of somebody else's, with the bars of his rank."""
    return pic.LeaderPicture(
        id=seen.id,
        name=seen.name,
        side=seen.side,
        nation=nation(seen.nation).id,
        own=False,
        **at(seen.position),
        level=BARS[seen.level],
    )


def reach_of(leader: Placed, paces: int, words: str) -> pic.Area:
    """How far a leader's word carries."""
    return pic.Area(
        id=f"reach/{leader.id}",
        words=words,
        outline=(spot(leader.position),),
        radius=paces,
        style="reach",
        side=leader.side,
        of=leader.id,
    )


def formation_tree(
    units: Sequence[tuple[Sequence[str], str]], leaders: Mapping[str, str]
) -> tuple[pic.BodyPicture, ...]:
    """Units by formation, each with the names of the formations it stands in, the largest first; `leaders` by the name
    of what they command."""
    found = []
    for name in dict.fromkeys(path[0] for path, _ in units if path):
        inside = [(path[1:], unit) for path, unit in units if path and path[0] == name]
        own = tuple(unit for path, unit in inside if not path)
        below = formation_tree([(path, unit) for path, unit in inside if path], leaders)
        found.append(pic.BodyPicture(name=name, leader=leaders.get(name, ""), units=own, formations=below))
    return tuple(found)
