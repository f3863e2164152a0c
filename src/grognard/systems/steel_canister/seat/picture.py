"""A seat's table in Steel & Canister, made from its view and its briefing alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from grognard.army.footprints import drawn_shape
from grognard.army.nations import nation
from grognard.battle import pictures as pic
from grognard.battle.kinds import many
from grognard.ground.units import SUB
from grognard.kernel.checks import implements
from grognard.kernel.tables import Tables
from grognard.miniatures.drawing import BARS, at, flag_of

from ..checks.command import radius_of
from ..checks.measures import halves
from ..checks.moving import road_bonus
from ..facts.steps import MARCHING
from ..knowledge.view import COVERED, UNCOUNTED, Briefing, Seen, SeenLeader, View
from ..table.board import GROUND, Board, Space
from ..table.distances import arm_of, ways_over
from ..table.state import LeaderState, UnitState, arrival_turn
from ..terms import FACINGS, Arm, branch
from .holding import REACTIONS, held

STATUSES = ("good_order", "halted", "disordered", "fallback", "retreat", "rout")
_STEPS = {"good_order": 0, "halted": 1, "disordered": 2, "fallback": 2, "retreat": 3, "rout": 4}
"""How far each status is from good order; two of them are as bad."""
_STEADINESS = {
    status: pic.Steadiness(step=step, of=max(_STEPS.values()) + 1, word=status.replace("_", " "))
    for status, step in _STEPS.items()
}
MEASURES = (pic.Measure(key="points", name="Action points", first="most"),)
_DEPTHS = {"line": 12, "double_line": 26, "square": 40, "skirmish": 18, "unlimbered": 14, "limbered": 40}
"""Paces from front to rear as drawn; columns are deeper."""
_COLUMN = 56
_WIDE, _NARROW = 0.84, 0.38
"""Front of a unit that fills a space, and of one that fills half of it, as shares of the space."""

SMALL_ARMS: tuple[pic.DrawnArm, ...] = ("infantry", "irregular")
GUNS: tuple[pic.DrawnArm, ...] = ("artillery",)


def picture(view: View, briefing: Briefing) -> pic.Picture:
    """All of it."""
    crowd: dict[Space, list[str]] = {}
    standing: list[UnitState | Seen] = [unit for unit in view.units.values() if unit.where == "board"]
    # who stands where, by what the seat knows: several in one space are drawn beside each other
    for each in (*standing, *view.seen.values()):
        crowd.setdefault(each.space, []).append(each.id)
    board = briefing.board
    return pic.Picture(
        turn=view.turn,
        phase=view.phase,
        units=(
            *(_own(view, briefing, unit, crowd) for unit in view.units.values()),
            *(_seen(view, briefing, unit, crowd) for unit in view.seen.values()),
        ),
        leaders=(
            *(_leader(view, briefing, leader) for leader in view.leaders.values() if not leader.lost_on),
            *(_seen_leader(briefing, leader) for leader in view.leaders_seen.values()),
        ),
        areas=tuple(_reaches(view, briefing)),
        tokens=tuple(
            pic.Token(
                id=unit.id,
                words="guns without a crew",
                **_spot(board, unit.guns_at),
                glyph="guns",
                label="1 abandoned",
                side=unit.side,
            )
            for unit in view.units.values()
            if unit.guns_at is not None and unit.where == "board"
        ),
        grid=board.side // SUB,
        spaces=(board.width, board.height),
        ground=board.lettered,
        ground_words=GROUND,
        formations=_tree(view, briefing),
        rings=_rings(briefing),
        chips=_chips(view),
        whose=_whose(view, briefing),
        measures=MEASURES,
        ladder="Morale",
    )


def _spot(board: Board, space: Space) -> dict[str, Any]:
    return at(board.middle(space))


def _place(briefing: Briefing, unit: Any, crowd: dict[Space, list[str]]) -> dict[str, Any]:
    """Where a unit is drawn: alone in the middle of its space, or of the buildings there, else beside the others; its
    front edge ahead of that."""
    there = crowd.get(unit.space, [unit.id])
    spot, side = at(briefing.board.heart(unit.space)), briefing.board.side / SUB
    turn = FACINGS.index(unit.facing)
    east, north = ((0, 1), (1, 0), (0, -1), (-1, 0))[turn]
    aside = (there.index(unit.id) - (len(there) - 1) / 2) * side * _NARROW * 1.15 if unit.id in there else 0.0
    ahead = _depth(unit.formation) / 2
    return {
        "x": spot["x"] + aside * north + ahead * east,
        "y": spot["y"] - aside * east + ahead * north,
        "heading": 90 * turn,
    }


def _depth(formation: str) -> float:
    return _DEPTHS.get(formation, _COLUMN)


def _parts(briefing: Briefing, arm: Arm, formation: str, men: int) -> tuple[pic.DrawnPart, ...]:
    return parts_of(briefing.board, briefing.rules.tables, arm, formation, men)


def parts_of(board: Board, t: Tables, arm: Arm, formation: str, men: int) -> tuple[pic.DrawnPart, ...]:
    """A unit in a formation as one block."""
    side = board.side / SUB
    wide = side * (_WIDE if halves(t, arm, formation) > 1 else _NARROW)
    depth = _depth(formation)
    kind = {"infantry": "company", "cavalry": "squadron", "artillery": "gun"}[branch(arm)]
    if formation == "skirmish":
        kind = "dots"
    return ((round(-wide / 2, 1), round(-depth, 1), round(wide / 2, 1), 0.0, men, "", kind),)


def _own(view: View, briefing: Briefing, now: UnitState, crowd: dict[Space, list[str]]) -> pic.UnitPicture:
    post, rated = briefing.posts[now.id], briefing.roster[now.id]
    left, counted = max(0, now.figures - now.killed), now.where == "board" and view.phase not in UNCOUNTED
    men = round(post.unit.men * left / max(1, now.figures))
    guns = post.unit.guns + post.unit.howitzers if branch(now.arm) == "artillery" else 0
    why, points = held(view, now), max(0, now.ap - now.spent)
    return pic.UnitPicture(
        id=now.id,
        name=rated.name,
        side=now.side,
        nation=nation(post.unit.nation).id,
        arm=branch(now.arm),
        own=True,
        **_place(briefing, now, crowd),
        formation=now.formation,
        parts=_parts(briefing, now.arm, now.formation, men),
        where="table" if now.where == "board" else now.where,
        men=men,
        men_of=post.unit.men,
        guns=guns,
        guns_of=guns,
        shape=drawn_shape(now.formation),
        strength=round(left / max(1, now.figures), 3),
        steadiness=_STEADINESS[now.status],
        order=_ordered(view, now),
        badges=(*_cubes(now.cube, view.phase in COVERED), *(_tail(points, now.ap) if counted else ())),
        rows=(
            _quality(now.grade, now.guard),
            *_cube_row(now.cube, view.phase in COVERED),
            *(_points_row(points, now.ap, _by_road(view, briefing, now)) if counted else ()),
        ),
        brigade=post.brigade,
        leaders=post.leaders,
        marks=(*_marks(now), *(() if now.in_command else ("out of command",))),
        arrives=arrival_turn(post.unit) if now.where == "waiting" else 0,
        space=now.space if now.where == "board" else None,
        engaged=_engaged(view, now),
        held=why.reason if why else "",
        held_rule=why.rule if why else "",
        nearest=_nearest(view, briefing.board, now),
    )


# Frozen records that are alike are made once: a picture is made after every answer.
@cache
def _cubes(cube: str, covered: bool = False) -> tuple[pic.Badge, ...]:
    """The order cube by its letter; dashed while it lies face down for the others."""
    words = f"{cube} cube{', face down' if covered else ''}"
    return (pic.Badge(words=words, shape="block", letters=cube[:1].upper(), dashed=covered),) if cube else ()


@cache
def _tail(left: int, of: int) -> tuple[pic.Badge, ...]:
    """Action points left of those it began the turn with."""
    return (pic.Badge(words=f"{left} of {of} action points", shape="tail", letters=f"{left}/{of}"),) if of else ()


@cache
def _quality(grade: str, guard: bool) -> pic.Row:
    return pic.Row(label="Quality", value=f"{grade}{', guard' if guard else ''}")


@cache
def _cube_row(cube: str, covered: bool = False) -> tuple[pic.Row, ...]:
    return (pic.Row(label="Cube", value=cube, note="face down" if covered else ""),) if cube else ()


@cache
def _points_row(left: int, of: int, by_road: int) -> tuple[pic.Row, ...]:
    words = f"{left} of {of}"
    row = pic.Row(
        label="Action points",
        value=words,
        note=f"and {by_road} along the road" if by_road else "",
        brief=f"action points {words}",
        key="points",
        number=left,
    )
    return (row,) if of else ()


@implements("SC-1.3d")
def _by_road(view: View, briefing: Briefing, now: UnitState) -> int:
    """What a column that has not left its road this turn has besides; a reaction gets nothing of it."""
    board = briefing.board
    if view.phase in REACTIONS or not now.on_road or now.formation not in MARCHING:
        return 0
    if not any(board.road(now.space, there) for there in board.neighbours(now.space)):
        return 0
    # it is spent last, so that it is less only once the turn's own points are gone
    return max(0, road_bonus(briefing.rules.tables, now.arm) - max(0, now.spent - now.ap))


def _ordered(view: View, now: UnitState) -> str:
    """The cube that was placed, while cubes are what is asked for; once they are up, a unit acts or has acted."""
    return f"{now.cube} cube" if now.cube and view.phase in COVERED else ""


def _nearest(view: View, board: Board, now: UnitState) -> pic.Near | None:
    """The nearest enemy in sight, by the spaces that count."""
    foes = [each for each in view.seen.values() if each.side != now.side]
    if now.where != "board" or not foes:
        return None
    foe = min(foes, key=lambda each: board.range(now.space, each.space))
    spaces = board.range(now.space, foe.space)
    return pic.Near(unit=foe.id, paces=spaces * board.side // SUB, spaces=spaces)


def _marks(now: UnitState | Seen) -> tuple[str, ...]:
    """What all can see of it besides its status."""
    told = {"blown": now.blown, "in melee": now.melee, "guns unmanned": not now.manned}
    return tuple(mark for mark, true in told.items() if true)


def _engaged(view: View, now: UnitState | Seen) -> tuple[str, ...]:
    """Those of the other side in the same space, where they fight."""
    around: list[UnitState | Seen] = [*view.units.values(), *view.seen.values()]
    if not now.melee:
        return ()
    return tuple(each.id for each in around if each.side != now.side and each.space == now.space and each.melee)


def _seen(view: View, briefing: Briefing, seen: Seen, crowd: dict[Space, list[str]]) -> pic.UnitPicture:
    scale = briefing.rules.tables.number("SC-0.2", "men_per_figure")
    # what it began with is not known, so its figures stand for men by the scale
    men = 0 if seen.guns else seen.figures * scale  # guns are counted, not gunners
    return pic.UnitPicture(
        id=seen.id,
        name=seen.name,
        side=seen.side,
        nation=nation(seen.nation).id,
        arm=branch(seen.arm),
        own=False,
        **_place(briefing, seen, crowd),
        formation=seen.formation,
        parts=_parts(briefing, seen.arm, seen.formation, men),
        shape=drawn_shape(seen.formation),
        men=men,
        guns=seen.guns,
        strength=1.0,
        steadiness=_STEADINESS[seen.status],
        badges=_cubes(seen.cube),
        rows=_cube_row(seen.cube),
        order=f"{seen.cube} cube" if seen.cube else "",
        marks=_marks(seen),
        space=seen.space,
        engaged=_engaged(view, seen),
    )


def _leader(view: View, briefing: Briefing, now: LeaderState) -> pic.LeaderPicture:
    post = briefing.leaders[now.id]
    return pic.LeaderPicture(
        id=now.id,
        name=post.name,
        side=now.side,
        nation=flag_of(post, briefing.posts, briefing.nation),
        own=True,
        **_spot(briefing.board, now.space),
        level=BARS[now.level],
        attached=now.attached,
        units=post.units,
        where="table" if now.where == "board" else now.where,
    )


@implements("SC-1.4a")
def _reaches(view: View, briefing: Briefing) -> Iterator[pic.Area]:
    """How far each leader's word carries to what most of his command is, past the enemies in sight."""
    board, t = briefing.board, briefing.rules.tables
    for now in view.leaders.values():
        if now.lost_on or now.where != "board":
            continue
        under = [view.units[unit].arm for unit in briefing.leaders[now.id].units if unit in view.units]
        radius = radius_of(t, now.level, arm_of(under))
        foes = {seen.space for seen in view.seen.values() if seen.side != now.side}
        spaces = tuple(sorted(ways_over(board, t, now.space, foes, radius)))
        words = f"the word of {briefing.leaders[now.id].name} carries {many(radius, 'space')} over open ground"
        yield pic.Area(id=f"reach/{now.id}", words=words, spaces=spaces, style="reach", side=now.side, of=now.id)


def _seen_leader(briefing: Briefing, seen: SeenLeader) -> pic.LeaderPicture:
    return pic.LeaderPicture(
        id=seen.id,
        name=seen.name,
        side=seen.side,
        nation=nation(seen.nation).id,
        own=False,
        **_spot(briefing.board, seen.space),
    )


def _chips(view: View) -> tuple[pic.Chip, ...]:
    return (pic.Chip(name="first", text=view.a),) if view.a else ()


def _whose(view: View, briefing: Briefing) -> dict[str, str]:
    """Which side's each phase is, once it is settled who goes first (SC-1.1c)."""
    if not view.a:
        return {}
    second = next((side for side in briefing.edges if side != view.a), "")
    players = briefing.rules.tables.value("SC-1.1a", "players")
    return {phase: view.a if player == "A" else second for phase, player in players.items()}


def _tree(view: View, briefing: Briefing) -> tuple[pic.BodyPicture, ...]:
    """The seat's brigades with their orders."""
    return tuple(
        pic.BodyPicture(
            name=f"{brigade.id.partition(': ')[2]} ({brigade.order}{', broken' if brigade.broken else ''})",
            leader=brigade.leader,
            units=tuple(unit for unit in brigade.units if unit in briefing.posts),
        )
        for brigade in view.brigades.values()
    )


def _rings(briefing: Briefing) -> tuple[pic.RangeRing, ...]:
    """Musketry and the reach of medium guns, in spaces."""
    t, side = briefing.rules.tables, briefing.board.side // SUB
    bands = t.value("SC-3.1", "bands")
    guns = t.value("SC-2.1", "medium")
    return (
        pic.RangeRing(name="near", paces=bands["near"] * side, text="musketry, near", arms=SMALL_ARMS),
        pic.RangeRing(name="far", paces=bands["far"] * side, text="musketry, far", arms=SMALL_ARMS),
        pic.RangeRing(name="canister", paces=guns["canister"] * side, text="canister of medium guns", arms=GUNS),
        pic.RangeRing(
            name="effective", paces=guns["effective"] * side, text="effective range of medium guns", arms=GUNS
        ),
        pic.RangeRing(name="long", paces=guns["long"] * side, text="long range of medium guns", arms=GUNS),
    )
