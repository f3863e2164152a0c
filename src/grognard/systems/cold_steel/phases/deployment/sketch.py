"""Where troops may be put down before the battle, by groups and one by one: the sketch on the back of a card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from grognard.army.footprints import formations
from grognard.army.oob import FormationName
from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.ground.shapes import Quad, placed
from grognard.ground.units import Point, point
from grognard.kernel.checks import Refusal, implements
from grognard.miniatures.motion.nearness import overlap, trimmed, within
from grognard.miniatures.motion.placements import Placement

from ...events.hidden import PutDown
from ...facts.marching import one_stand
from ...hidden import grouping, turning
from ...hidden.prepare import middle_of
from ...hidden.seeing import units_of
from ...maneuver.contact import close_range
from ...table.battlefield import Battlefield
from ...table.bodies import shape, standing
from ...table.ground.underfoot import under_way
from ...table.state import UnitState
from . import zones

BUILT = frozenset(("building", "village", "town"))


class SketchedBody(NamedTuple):
    """Troops that are put down together: a card's, or a group that would share one."""

    id: str
    name: str
    units: tuple[str, ...]
    position: Point
    heading: int
    crowded: bool = False


def bodies(b: Battlefield, seat: str) -> dict[str, SketchedBody]:
    """The groups that a seat puts down."""
    if b.world.on_cards:
        cards = [card for card in b.world.cards.values() if card.seat == seat and units_of(b, card.id)]
        return {
            card.id: SketchedBody(
                card.id,
                card.name,
                tuple(unit.id for unit in units_of(b, card.id)),
                card.position,
                card.heading,
                card.crowded,
            )
            for card in cards
        }
    groups = grouping.groups(b, present(b, seat))
    made = [
        SketchedBody(
            f"group-{at + 1}", group.name, group.units, middle_of(b, group.units), b.unit(group.units[0]).heading
        )
        for at, group in enumerate(groups)
    ]
    return {each.id: each for each in made}


def present(b: Battlefield, seat: str) -> list[str]:
    """The units of a seat that stand on the table."""
    return [unit for unit in b.seating.mustered(seat) if b.unit(unit).where == "table"]


def formations_of(b: Battlefield, unit: str) -> tuple[FormationName, ...]:
    """The formations in which a unit may be put down."""
    return tuple(dict.fromkeys((b.unit(unit).formation, *formations(b.entry(unit).unit))))


@implements("CS-1.6.1b")
def moved(b: Battlefield, body: SketchedBody, spot: tuple[int, int], heading: int) -> dict[str, UnitState]:
    """The units of a body, carried to a spot and turned with it: each keeps its place in the sketch."""
    # turned about the middle of the sketch, so that the group keeps its order whichever way it faces
    turn, (x, y), to = heading - body.heading, body.position, point(*spot)
    found = {}
    for unit in body.units:
        now = b.unit(unit)
        at = placed(to, turn, now.position[0] - x, now.position[1] - y)
        found[unit] = replace(now, position=at, heading=(now.heading + turn) % 360)
    return found


def sketched(b: Battlefield, unit: str, values: Mapping[str, Any]) -> dict[str, UnitState]:
    """A unit put down by itself."""
    now = replace(
        b.unit(unit),
        position=point(*values["spot"]),
        heading=values["heading"],
        formation=values["formation"],
        # a new formation begins at open interval; half and closed columns are an order's business
        interval="open" if values["formation"] != b.unit(unit).formation else b.unit(unit).interval,
    )
    return {unit: now}


def judge(b: Battlefield, side: str, wanted: Mapping[str, UnitState]) -> Refusal | None:
    """Why units cannot be put down so: out of their zone, in the water, in one another."""
    for unit in wanted.values():
        wrong = _judge_ground(b, side, unit) or _judge_room(b, unit, wanted) or _judge_enemy(b, unit)
        if wrong is not None:
            return wrong
    return None


def _judge_ground(b: Battlefield, side: str, unit: UnitState) -> Refusal | None:
    name, body, place = b.name(unit.id), shape(b, unit), standing(unit)
    corners = body.at(*place).frame
    if not all(b.ground.on_table(corner) for corner in corners):
        return Refusal("CS-1.6b", f"{name} would stand beyond the edge of the table")
    outside = zones.judge(b, side, corners)
    if outside is not None:
        return Refusal(outside.rule, f"{name}: {outside.reason}")
    if unit.formation == "garrison":
        inside = not BUILT.isdisjoint(b.ground.cover_at(unit.position))
        return None if inside else Refusal("CS-1.6b", f"{name}: there is no building to garrison")
    if not under_way(b, body, [place], narrow=one_stand(unit.formation)).passable:
        return Refusal("CS-1.6b", f"{name} cannot stand there: nobody can cross that ground")
    return None


@implements("CS-1.6.5a")
def _judge_room(b: Battlefield, unit: UnitState, wanted: Mapping[str, UnitState]) -> Refusal | None:
    """Troops of one card, and figures, stand clear of one another. Cards may be massed; that is paid for later."""
    if not turning.solid(unit):
        return None
    own = _frame(b, unit)
    for other in b.on_table(unit.side):
        # those of the same group are judged as they will stand, not as they stand
        now = wanted.get(other.id, other)
        hidden = bool(unit.card) and now.card != unit.card
        if now.id == unit.id or hidden or not turning.solid(now):
            continue
        # who overlapped in the scenario's own sketch may stay so; only new overlaps are refused
        if overlap(own, _frame(b, now)) and not _already(b, unit, now):
            return Refusal("CS-1.6.5a", f"{b.name(unit.id)} would stand in {b.name(now.id)}")
    return None


def _judge_enemy(b: Battlefield, unit: UnitState) -> Refusal | None:
    """Nobody sets up in the ranks of an enemy whose figures are on the table. From troops on cards, and from those who
    set up at the same time or later, the zones alone keep him apart, for where they stand is a secret."""
    body, near = shape(b, unit).at(*standing(unit)), close_range(b)
    # only what this seat can see already: a refusal for a hidden enemy would tell where he is
    figures = [foe for foe in b.enemies(unit.side) if foe.side in b.world.deployed and not foe.card]
    if any(within(body, b.survey.body(foe.id), near) for foe in figures):
        return Refusal("CS-1.6b", f"{b.name(unit.id)} would stand in the enemy's ranks")
    return None


def in_the_way(b: Battlefield, wanted: Mapping[str, UnitState]) -> list[str]:
    """Friends of other groups on whose ground these would stand."""
    frames = [(_frame(b, unit), unit.card) for unit in wanted.values() if turning.solid(unit)]
    others = [each for each in b.on_table(next(iter(wanted.values())).side) if each.id not in wanted]
    return [
        other.id
        for other in others
        if turning.solid(other)
        and any(card != other.card and overlap(frame, _frame(b, other)) for frame, card in frames)
    ]


def _already(b: Battlefield, unit: UnitState, other: UnitState) -> bool:
    """Whether two of one body stood so before they were moved together."""
    return overlap(_frame(b, b.unit(unit.id)), _frame(b, b.unit(other.id)))


def _frame(b: Battlefield, unit: UnitState) -> Quad:
    return trimmed(shape(b, unit), Placement(unit.position, unit.heading))


def put(b: Battlefield, seat: str, name: str, wanted: Mapping[str, UnitState]) -> None:
    """They are put down; the seat alone knows."""
    fields = ("position", "heading", "formation", "interval")
    sets = [Set("units", unit, {each: getattr(now, each) for each in fields}) for unit, now in wanted.items()]
    b.privately(PutDown(name=name, number=len(wanted)), seat, rules=("CS-1.6.1b",), sets=sets)
    settle_cards(b, seat)


def settle_cards(b: Battlefield, seat: str) -> None:
    """A seat's cards lie where their troops are, and know whether these have room."""
    sets = []
    for card in b.world.cards.values():
        units = [unit.id for unit in units_of(b, card.id)]
        if card.seat != seat or not units:
            continue
        fields = {
            "position": middle_of(b, units),
            "heading": b.unit(units[0]).heading,
            "crowded": turning.crowded(b, card),
        }
        new = {name: value for name, value in fields.items() if getattr(card, name) != value}
        sets += [Set("cards", card.id, new)] if new else []
    if sets:
        b.emit(Noted(), rules=("CS-1.6.5a",), sets=sets, to=())
