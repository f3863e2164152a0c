"""One turn's order toward a place: straight ahead, obliquely, or by a wheel first; round water and friends."""

from __future__ import annotations

from math import cos, degrees, hypot, radians, sin

from msgspec.structs import replace

from grognard.ground.units import SUB

from ..facts.initiative.threats import before_front
from ..table import bodies, forms
from ..table.battlefield import Battlefield
from ..table.ground import ways
from ..table.ground.ways import Spot, relative, spot_of
from ..table.state import Attack, Oblique, Order, OrderedMove, Straight, UnitState, Wheel
from ..terms import Gait
from . import habits
from .clearance import CLEAR, NARROW, STANDING, clear_way, rate
from .jams import turns_freely, way_out

NEAR = 8
"""Paces at which a unit counts as there."""
STRAIGHT = 3
"""Degrees off its front that nobody turns for."""
LONG_MARCH = 500
"""Paces from which a column takes the road."""
IN_PLACE = 1
"""Paces ahead that an order gives which is to turn a unit and nothing else: none would mean as far as it can."""
HALF_ABOUT, DRAWS_OFF = 120, 60
"""Degrees off its front from which the long way round is worth a try, and paces that one goes on to find room."""
OUT_OF_REACH = 400
"""Paces that no unit goes in one turn or at most just goes."""


def steer(b: Battlefield, unit: str, point: tuple[float, float], gait: Gait) -> Order:
    """The order that brings a unit nearer to a place this turn; a halt when it is there or cannot go."""
    now = b.unit(unit)
    if now.formation == "garrison" or now.prone:
        return Order(by="mission")
    here = spot_of(now)
    if hypot(point[0] - here[0], point[1] - here[1]) <= NEAR:
        return Order(by="mission")
    stop, narrow = next_stop(b, unit, point)
    # narrow ground ahead: into column before it, not in it
    column = habits.form(b, unit, "march_column") if narrow and now.formation not in NARROW else None
    return column or toward(b, unit, stop, gait)


def next_stop(b: Battlefield, unit: str, point: Spot) -> tuple[Spot, bool]:
    """The next place on the way to a place, and whether only a narrow column gets there."""
    now = b.unit(unit)
    here = spot_of(now)
    far = hypot(point[0] - here[0], point[1] - here[1]) > LONG_MARCH
    # a road is worth the way to it only on a long march, and only to a column
    return ways.next_stop(b, here, point, by_road=far and now.formation in ("march_column", "limbered"))


def toward(b: Battlefield, unit: str, spot: Spot, gait: Gait) -> Order:
    """The order that leads straight to a place in sight of it, or as far as friends let it."""
    now = b.unit(unit)
    away, off = relative(now, spot)
    if now.formation in STANDING:
        return _serve(now, away, off)
    # it could not move last turn: the same order would fail again
    if stuck(now):
        return work_loose(b, now, spot) or Order(by="mission")
    past = _past_friends(b, now, _turned(b, now, spot, gait, away, off), away)
    return _told(past) if past is not None else work_loose(b, now, spot) or Order(by="mission")


def _told(move: OrderedMove) -> Order:
    return Order(move, by="mission")


def against(b: Battlefield, unit: str, target: str, gait: Gait) -> Order | None:
    """The order with which a unit goes at an enemy whatever it was about: straight on where he is before its front,
    else turned to him first, as far as one turn lets it. It wheels on a flank, which takes any gait; friends in the
    way are passed or halted behind, where there is room for that. Nothing if there is no room to turn and it stood
    last turn as well: it would only try again."""
    now, middle = b.unit(unit), b.survey.middle(target)
    if before_front(b, now, target):
        move: OrderedMove = Straight(gait=gait)
        # any number will do: he goes until he meets him
        away = float(OUT_OF_REACH)
    else:
        stop, _ = next_stop(b, unit, (middle[0] / SUB, middle[1] / SUB))
        away, off = relative(now, stop)
        # no paces: turned to the enemy he goes on as far as he can
        move = replace(_turned(b, now, stop, gait, away, off, on_flank=True), paces=0)
    past = _past_friends(b, now, move, away)
    if past is None and now.before.moved == "no":
        return None
    return Order(past or move, combat=Attack(target), by="mission")


def stuck(now: UnitState) -> bool:
    """Whether a unit was to move last turn and could not."""
    last = now.revealed.way if now.revealed else ""
    return last in ("forward", "oblique", "wheel", "conversion") and now.before.moved == "no"


def work_loose(b: Battlefield, now: UnitState, spot: Spot) -> Order | None:
    """The way out of a jam."""
    return way_out(b, now, spot)


def _turns_freely(b: Battlefield, now: UnitState, move: OrderedMove) -> bool:
    return turns_freely(b, now, move)


def _serve(now: UnitState, away: float, off: float) -> Order:
    """Guns off their limbers only turn, or are pulled a little way."""
    if abs(off) > STRAIGHT:
        return _told(Wheel(_whole(off)))
    return _told(Straight("prolong", paces=_as_far_as(away)))


def _turned(
    b: Battlefield, now: UnitState, spot: Spot, gait: Gait, away: float, off: float, *, on_flank: bool = False
) -> OrderedMove:
    pace = _as_far_as(away)
    if abs(off) <= STRAIGHT:
        return Straight(gait=gait, paces=pace)
    most = b.rules.tables.number("CS-3.3.2.1b", "degrees")
    # not at the double, and in the eighteenth century by Prussians alone (CS-3.3.2.1a, CS-M2-3.3.2.1)
    if abs(off) <= most and gait != "double" and _knows_oblique(b, now.id):
        return Oblique(_whole(off), gait=gait, paces=pace)
    return _wheel(b, now, spot, gait, off, on_flank=on_flank)


def _wheel(b: Battlefield, now: UnitState, spot: Spot, gait: Gait, off: float, *, on_flank: bool = False) -> Wheel:
    """Turn first, on the centre where the arm and formation know that and may, and go on with what is left."""
    # a conversion is cheaper, but only foot in line knows it (CS-A.1g)
    on_centre = not on_flank and b.entry(now.id).rated.arm == "infantry" and not forms.in_column(now)
    wide = max(1.0, bodies.front(b, now))
    if on_centre:
        most = degrees(rate(b, now, "march") / (wide / 2))
        return Wheel(_within(off, most), "conversion", paces=_as_far_as(relative(now, spot)[0]))
    turn = _true(now, spot, off, wide)
    most = degrees(rate(b, now, gait) / wide)
    turn = _within(turn, most)
    done = wheeled(now, turn, wide)
    rest, _ = relative(done, spot)
    return Wheel(turn, gait=gait, paces=_as_far_as(rest))


def _true(now: UnitState, spot: Spot, off: float, wide: float) -> float:
    """The wheel after which the place lies ahead: wheeling on a flank carries the middle along."""
    turn = off
    # three times is enough: each leaves a small part of the error before
    for _ in range(3):
        _, left = relative(wheeled(now, _whole(turn), wide), spot)
        turn = max(-179.0, min(179.0, turn + left))
    # a turn too small to order would be a halt: then the plain angle
    return turn if abs(turn) > 1 else off


def wheeled(now: UnitState, turn: int, wide: float) -> UnitState:
    """A unit after a wheel on its inner flank."""
    side = 1 if turn > 0 else -1
    x, y = spot_of(now)
    right = radians(now.heading + 90)
    px, py = x + side * sin(right) * wide / 2, y + side * cos(right) * wide / 2
    after = radians(now.heading + turn + 90)
    nx, ny = px - side * sin(after) * wide / 2, py - side * cos(after) * wide / 2
    return replace(now, position=(round(nx * SUB), round(ny * SUB)), heading=(now.heading + turn) % 360)


def _within(turn: float, most: float) -> int:
    whole = max(1, min(abs(_whole(turn)), int(most), 180))
    return whole if turn >= 0 else -whole


def _as_far_as(paces: float) -> int:
    """As an order says it: places out of a turn's reach need no number."""
    # nought is as far as it can, which is what is meant
    return 0 if paces >= OUT_OF_REACH else max(1, round(paces))


def _whole(number: float) -> int:
    return round(number)


def _knows_oblique(b: Battlefield, unit: str) -> bool:
    only = b.rules.tables["CS-M2-3.3.2.1"]
    return not only["in_force"] or (b.entry(unit).rated.nation == only["nation"] and b.year >= only["from_year"])


def face(b: Battlefield, unit: str, spot: Spot) -> Order:
    """Turn toward a place without going there."""
    now = b.unit(unit)
    _, off = relative(now, spot)
    if now.formation in STANDING:
        return _told(Wheel(_whole(off), paces=IN_PLACE))
    turn = replace(_wheel(b, now, spot, "march", off), paces=IN_PLACE)
    if not stuck(now) or _turns_freely(b, now, turn):
        return _told(turn)
    return _face_otherwise(b, now, turn, off)


def _face_otherwise(b: Battlefield, now: UnitState, turn: Wheel, off: float) -> Order:
    """Who has no room to turn the short way turns the long way, or first draws off from the enemy behind him."""
    other = replace(turn, degrees=-turn.degrees)
    if abs(off) > HALF_ABOUT and _turns_freely(b, now, other):
        return _told(other)
    room = int(clear_way(b, now, 0, DRAWS_OFF, everybody=True)) if abs(off) > HALF_ABOUT else 0
    return _told(Straight(paces=room)) if room >= 2 * CLEAR else Order(by="mission")


# -- friends in the way


def _past_friends(b: Battlefield, now: UnitState, move: OrderedMove, away: float) -> OrderedMove | None:
    """Halt short of friends who stand in the way, or pass them obliquely if there is room; None if there is none."""
    if move.way not in ("forward", "oblique"):
        return move if _turns_freely(b, now, move) else None
    limit = min(away, rate(b, now, move.gait))
    off = move.degrees if isinstance(move, Oblique) else 0
    room = clear_way(b, now, off, limit)
    if room >= limit - 1:
        return move
    # a third of the way or more is worth going; less, and one looks for a way round
    if room >= 2 * CLEAR and room >= limit / 3:
        return replace(move, paces=int(room))
    return _round(b, now, move, limit, room)


def _round(b: Battlefield, now: UnitState, move: OrderedMove, limit: float, room: float) -> OrderedMove | None:
    """The side on which there is more room, if it is worth it; else up to the friends."""
    most = b.rules.tables.number("CS-3.3.2.1b", "degrees")
    if move.gait != "double" and _knows_oblique(b, now.id):
        best = max(((clear_way(b, now, turn, limit), turn) for turn in (-most, most)), key=lambda each: each)
        if best[0] > max(room, limit / 3):
            return Oblique(best[1], gait=move.gait, paces=int(best[0]))
    return replace(move, paces=int(room)) if room >= 2 * CLEAR else None
