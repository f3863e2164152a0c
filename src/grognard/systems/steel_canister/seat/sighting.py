"""What a seat may ask of the board: lines of sight between spaces, what a space is worth, how far enemies reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.battle.kinds import many
from grognard.battle.pictures import Row, TableSpot
from grognard.battle.sighting.records import FEET, GroundCard, Growth, Hidden, Reach, SightLine
from grognard.ground.features import HILLS
from grognard.ground.shapes import distance
from grognard.ground.units import SUB, Point, point, spot
from grognard.kernel.checks import implements
from grognard.kernel.tables import Tables
from grognard.miniatures import footing
from grognard.miniatures.reaching import Reaching, in_sight, may_charge, reach_of

from ..knowledge.view import Briefing, Seen, View
from ..table import sight
from ..table.board import SAMPLES, Board, Space
from ..table.field import Field
from ..table.state import UnitState
from .picture import GUNS, picture

RULE = "SC-0.6"
_TALL = {"heavy": 36, "strong_point": 30}
_FRONT = 45
"""Degrees to each side of straight ahead that a front looks over and a charge may go (SC-0.4, SC-6.2)."""


def looks_over(b: Field, post: TableSpot, spots: Sequence[TableSpot]) -> list[bool]:
    """Whether ground and air let the space of one place see those of others."""
    t, board = b.rules.tables, b.board
    here = board.space_at(point(*post))
    return [
        sight.through_air(board, here, there, b.sight_limit) and sight.screen(t, board, here, there) is not None
        for there in (board.space_at(point(*each)) for each in spots)
    ]


@implements("SC-0.6")
def sightline(b: Field, view: View, one: Point, other: Point) -> SightLine:
    """Whether the spaces of two places see each other past the ground and the formed units that the seat knows of."""
    t, board = b.rules.tables, b.board
    here, there = board.space_at(one), board.space_at(other)
    start, end = board.middle(here), board.middle(there)
    names = _formed(t, view)
    found = [] if here == there else list(_hidden(t, board, here, there, names, start, end))
    spaces = board.range(here, there)
    if not sight.through_air(board, here, there, b.sight_limit):
        words = f"{many(b.sight_limit, 'space')} {'is' if b.sight_limit == 1 else 'are'} as far as one sees"
        found.append(_stop(board, there, start, "air", words))
    line = sight.between(here, there)
    notes = [Row(label=f"{many(spaces, 'space')}, {len(line)} of them between", value="", rule=RULE)]
    notes += [Row(label=each.words, value="", tone="bad", rule=each.rule, number=each.at) for each in found]
    if not found:
        notes.append(Row(label="Nothing in between hides", value="", tone="good", rule=RULE))
    return SightLine(
        seen=not found,
        paces=-(-distance(start, end) // SUB),
        start=spot(start),
        end=spot(end),
        hidden=tuple(found),
        notes=tuple(notes),
        heights=tuple(_profile(board, here, there, line, start, end)),
        eyes=(board.level[here] * FEET, board.level[there] * FEET),
        growths=tuple(_growths(board, line, start, end)),
        spaces=spaces,
        rule=RULE,
    )


def _formed(t: Tables, view: View) -> dict[Space, str]:
    """Spaces with a unit that hides what is behind it, as far as the seat knows."""
    through = t.value("SC-0.6", "see_through")
    own = (unit for unit in view.units.values() if unit.where == "board")
    standing: list[UnitState | Seen] = [*own, *view.seen.values()]
    return {each.space: each.id for each in standing if each.formation not in through}


def _hidden(
    t: Tables, board: Board, here: Space, there: Space, formed: dict[Space, str], start: Point, end: Point
) -> Iterator[Hidden]:
    """What the rule says hides; ground first, for where it does troops do not matter."""
    screen = sight.screen(t, board, here, there)
    line = sorted(sight.between(here, there), key=lambda each: distance(start, board.middle(each)))
    if screen is not None:
        for space in line:
            if space in screen and space in formed:
                yield _stop(board, space, start, "troops", "a formed unit stands in the line")
        return
    high = max(board.level[here], board.level[there])
    hides = t.value("SC-0.6", "hides")
    stopped = False
    for space in line:
        if board.level[space] > high:
            yield _stop(board, space, start, "hill", "a hill higher than both")
            stopped = True
        elif board.terrain[space] in hides and not sight.looked_over(board, space, here, there):
            yield _stop(board, space, start, "cover", _words(board, space))
            stopped = True
    if not stopped:
        deep = t.number("SC-0.6", "into_heavy")
        where = there if board.terrain[there] == "heavy" else here
        yield _stop(board, where, start, "cover", f"heavy terrain: seen from {many(deep, 'space')} at most")


def _stop(board: Board, space: Space, start: Point, by: str, words: str) -> Hidden:
    middle = board.middle(space)
    x, y = spot(middle)
    at = round(distance(start, middle) / SUB)
    return Hidden(by=by, words=words, rule=RULE, at=at, x=x, y=y)  # type: ignore[arg-type]


def _words(board: Board, space: Space) -> str:
    x, y = board.middle(space)
    places = [(x + round(dx * board.side), y + round(dy * board.side)) for dx in SAMPLES for dy in SAMPLES]
    areas = (area for place in places for area in board.field.areas_at(place) if area.kind not in HILLS)
    name = next((footing.name_of(area) for area in areas if area.name), "")
    kind = board.terrain[space].replace("_", " ")
    return f"{name}, {kind}" if name else f"{kind} in between"


def _profile(
    board: Board, here: Space, there: Space, line: Sequence[Space], start: Point, end: Point
) -> Iterator[tuple[int, int]]:
    """The levels of the spaces on the way."""
    far = distance(start, end)
    yield 0, board.level[here] * FEET
    for space in sorted(line, key=lambda each: distance(start, board.middle(each))):
        along = min(far, distance(start, board.middle(space)))
        yield round(along / SUB), board.level[space] * FEET
    yield -(-far // SUB), board.level[there] * FEET


def _growths(board: Board, line: Sequence[Space], start: Point, end: Point) -> Iterator[Growth]:
    half = board.side // (2 * SUB)
    for space in line:
        terrain = board.terrain[space]
        if terrain in _TALL:
            at = round(distance(start, board.middle(space)) / SUB)
            looks = "houses" if terrain == "strong_point" else "trees"
            name = _words(board, space).split(",")[0]
            yield Growth(name=name, looks=looks, start=max(0, at - half), end=at + half, tall=_TALL[terrain])  # type: ignore[arg-type]


def ground_card(b: Field, place: Point) -> GroundCard:
    """What the space of a place counts as: what it costs to enter, and what cover it gives."""
    board, t = b.board, b.rules.tables
    space = board.space_at(place)
    terrain = board.terrain[space]
    rows = [Row(label="Space", value="impassable" if space in board.impassable else terrain.replace("_", " "))]
    row = t.value("SC-0.11", terrain)
    if space in b.burning():
        rows.append(Row(label="In flames", value="closed to all, no cover", rule="SC-0.11"))
        return footing.card(board.field, place, cover="", rows=rows)
    if row["extra"]:
        rows.append(Row(label="March", value=f"+{many(row['extra'], 'action point')} to enter", rule="SC-1.3b"))
    if row["dice"]:
        rows.append(Row(label="March", value=f"{many(row['dice'], 'terrain die', 'terrain dice')}", rule="SC-1.3c"))
    if row["cover"]:
        value = f"−{-row['cover']} to whoever fires at it or charges it"
        rows.append(Row(label="Cover", value=value, rule="SC-0.11"))
    if board.level[space]:
        rows.append(Row(label="Height", value=f"level {board.level[space]}", rule="SC-0.11"))
    cover = terrain.replace("_", " ") if row["cover"] else ""
    return footing.card(board.field, place, cover=cover, rows=rows)


def reaches(view: View, briefing: Briefing) -> tuple[Reach, ...]:
    """Ranges of batteries in action, taken to be of medium guns, and what action points give a charge."""
    t, side = briefing.rules.tables, briefing.board.side // SUB
    table = picture(view, briefing)
    guns = [(ring.name, ring.paces) for ring in table.rings if ring.arms == GUNS]
    found = []
    for unit in in_sight(table.units):
        seen = view.seen[unit.id]
        if unit.arm == "artillery":
            if seen.formation == "unlimbered" and seen.manned:
                found.append(reach_of(unit, Reaching(guns, _FRONT, "SC-2.1"), charge=False))
        elif may_charge(unit) and not seen.blown and _charges(t, unit.arm, seen.formation):
            points = t.number("SC-1.8a", seen.arm)
            bands = [(many(points, "action point"), points * side)]
            found.append(reach_of(unit, Reaching(bands, _FRONT, "SC-1.8a"), charge=True))
    return tuple(found)


def _charges(t: Tables, arm: str, formation: str) -> bool:
    return formation in t.value("SC-6.1", "cavalry" if arm == "cavalry" else "infantry")
