"""The scenario's victory conditions as goals: ours to win, the enemy's to deny."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from msgspec.structs import replace

from grognard.ground.features import AreaFeature
from grognard.ground.field import Field
from grognard.ground.units import SUB, Point
from grognard.scenarios.extents import near, shapes_of
from grognard.scenarios.model import Condition, Victory

from .appreciation import Account, PointsGoal, TableSpot

DENY = 0.6
"""Points that the enemy does not get are worth this part of our own."""
_GROUND = {"held": "hold", "units_in": "hold", "clear": "clear", "units_out": "leave"}
_FIGHT = (
    "men_lost",
    "guns_taken",
    "units_beaten",
    "units_destroyed",
    "bodies_beaten",
    "bodies_reduced",
    "leaders_lost",
)


def goals_of(victory: Victory, side: str, field: Field) -> tuple[PointsGoal, ...]:
    """The goals of a side, the weightiest first."""
    own = [goal for condition in victory.condition if condition.side == side for goal in _goal(condition, field)]
    denied = [goal for each in victory.condition if each.side != side for goal in _denial(each, field)]
    # ground that earns us points already needs no second goal to deny it
    fresh = (goal for goal in denied if not any(_same(goal, other) for other in own))
    found = _renamed(_merged(chain(own, fresh)))
    return tuple(sorted(found, key=lambda goal: (-goal.points, goal.id)))


def accounts_of(victory: Victory, side: str, field: Field) -> tuple[Account, ...]:
    """All that earns points at the end and can be reckoned from what a seat sees."""
    return tuple(account for each in victory.condition for account in _account(each, each.side == side, field))


def _account(condition: Condition, ours: bool, field: Field) -> Iterator[Account]:
    points = float(condition.points)
    match condition.measure:
        case "held" | "units_in":
            yield from (Account(ours, "hold", points, goal) for goal in _goal(condition, field))
        case "clear":
            yield from (Account(ours, "clear", points, goal) for goal in _goal(condition, field))
        case "units_formed":
            yield Account(ours, "keep", points)
        case "units_beaten" if condition.each:
            yield Account(ours, "beat", points / condition.each)
        case "men_lost" if condition.each:
            yield Account(ours, "men", points / condition.each)
        case "bodies_beaten" | "bodies_reduced" | "units_destroyed":
            # about so many as there are to be beaten
            yield Account(ours, "army", points * min(condition.most or 3, max(1, len(condition.bodies or ()))))


def fight_points(victory: Victory, side: str) -> float:
    """About what a side can hope to earn by beating the enemy, wherever he stands."""
    earned = [each for each in victory.condition if each.side == side and each.measure in _FIGHT]
    # three times at most: nobody can count on more
    return float(sum(each.points * min(each.most or 3, 3) for each in earned))


def _goal(condition: Condition, field: Field) -> Iterator[PointsGoal]:
    kind = _GROUND.get(condition.measure or "")
    if kind is None:
        return
    if kind == "leave":
        place = edge_middle(condition.edge or "north", field)
        yield PointsGoal(
            "",
            "leave",
            float(condition.points),
            place,
            edge=condition.edge or "",
            needed=condition.needed,
            name=f"the {condition.edge} edge" if condition.edge else "",
        )
        return
    shapes = tuple(shapes_of(condition, field))
    # ground that ends the battle when it is held long enough is worth more than its points
    points = float(condition.points) * (2 if condition.ends_after else 1)
    # one place is enough where units have to be in this or that
    yield PointsGoal(
        id="",
        kind=kind,  # type: ignore[arg-type]
        points=points,
        place=heart(shapes[0]),
        shapes=shapes,
        within=condition.within,
        needed=condition.needed,
        name=condition.place,
    )


def _denial(condition: Condition, field: Field) -> Iterator[PointsGoal]:
    """What the enemy wants to hold has to be kept clear of him."""
    if condition.measure in ("held", "units_in"):
        for goal in _goal(condition, field):
            yield PointsGoal("", "clear", goal.points * DENY, goal.place, goal.shapes, goal.within, name=goal.name)


def _same(one: PointsGoal, other: PointsGoal) -> bool:
    return one.kind != "leave" and one.place == other.place and other.kind != "leave"


def _merged(goals: Iterable[PointsGoal]) -> Iterator[PointsGoal]:
    """Goals about the same place as one: who holds it alone has cleared it too."""
    by_place: dict[tuple[TableSpot, str], list[PointsGoal]] = {}
    for goal in goals:
        by_place.setdefault((goal.place, goal.edge), []).append(goal)
    for same in by_place.values():
        # holding asks for more than clearing, so it says what kind of goal it is
        first = min(same, key=lambda goal: (goal.kind != "hold", -goal.points))
        whole = sum(goal.points for goal in same)
        yield replace(first, points=whole)


def _renamed(goals: Iterable[PointsGoal]) -> Iterator[PointsGoal]:
    for i, goal in enumerate(goals):
        yield replace(goal, id=f"{goal.kind}-{i}")


def heart(shape: AreaFeature | tuple[Point, ...]) -> TableSpot:
    """A place well inside an area: the middle of its corners, or the inner point of a grid nearest to it."""
    corners = shape.rings[0] if isinstance(shape, AreaFeature) else shape
    x, y = sum(x for x, _ in corners) // len(corners), sum(y for _, y in corners) // len(corners)
    if not isinstance(shape, AreaFeature):
        x, y = corners[len(corners) // 2]
    elif not shape.holds((x, y)):
        x, y = min(_inside(shape), key=lambda at: ((at[0] - x) ** 2 + (at[1] - y) ** 2, at), default=(x, y))
    return x / SUB, y / SUB


def _inside(area: AreaFeature, steps: int = 12) -> Iterator[Point]:
    west, south, east, north = area.box
    for i in range(1, steps):
        for j in range(1, steps):
            at = west + (east - west) * i // steps, south + (north - south) * j // steps
            if near(area, at, 0):
                yield at


def edge_middle(edge: str, field: Field) -> TableSpot:
    """The middle of an edge of the table."""
    width, height = field.size[0] / SUB, field.size[1] / SUB
    return {
        "north": (width / 2, height),
        "south": (width / 2, 0.0),
        "west": (0.0, height / 2),
        "east": (width, height / 2),
    }[edge]


def homeward(edge: str) -> TableSpot:
    """A step of one pace toward an edge."""
    return {"north": (0.0, 1.0), "south": (0.0, -1.0), "west": (-1.0, 0.0), "east": (1.0, 0.0)}[edge]
