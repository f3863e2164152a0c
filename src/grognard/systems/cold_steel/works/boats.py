"""Boats: foot goes aboard, is rowed or drifts, and lands (CS-3.3.2.3t, CS-3.3.2.3aa)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from grognard.army.oob import FormationName
from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.ground import waters
from grognard.ground.features import LineFeature
from grognard.ground.shapes import distance_of_quads, placed
from grognard.ground.units import Point, to_sub
from grognard.kernel.checks import Refusal, implements

from ..checks.command.engineers import BoatLandingFacts, BoatSpeedResult
from ..checks.command.engineers import BoatSpeedFacts as Afloat
from ..events.works import BoatDrifted, BoatRowed, NoLanding, WentAboard, WentAshore
from ..facts.situations import engaged
from ..table.battlefield import Battlefield
from ..table.bodies import shape
from ..table.ground import structures
from ..table.state import Boat, MoveBoat, Order, UnitState

ASHORE = range(5, 65, 5)
"""Paces from a boat within which the first dry ground for a landing is looked for."""
ROUND = range(0, 360, 15)
BoatAct = Callable[[Battlefield, UnitState, Order], None]


# -- who is in what


def boat_of(b: Battlefield, unit: str) -> Boat | None:
    """The boat that a unit is in."""
    return b.world.boats.get(b.unit(unit).aboard)


def aboard(b: Battlefield, boat: str) -> list[UnitState]:
    """Who is in a boat."""
    return [unit for unit in b.on_table() if unit.aboard == boat]


def men(b: Battlefield, now: UnitState) -> int:
    """Men who are left of a unit."""
    # rounded up: no man is left on the bank for a fraction
    return -(-b.entry(now.id).unit.men * b.live(now.id) // max(1, now.figures))


def room(b: Battlefield, boat: Boat) -> int:
    """Men for whom there is still a place."""
    return boat.men - sum(men(b, unit) for unit in aboard(b, boat.id))


def beside(b: Battlefield, unit: str) -> list[Boat]:
    """Boats of its side that a unit touches, the nearest first."""
    near, side = structures.touch(b.rules.tables), b.unit(unit).side
    found = [
        (b.survey.distance_to(unit, boat.position), boat.id) for boat in b.world.boats.values() if boat.side == side
    ]
    return [b.world.boats[name] for paces, name in sorted(found) if paces <= near]


# -- what may be ordered


@implements("CS-3.3.2.3aa")
def judge_aboard(now: UnitState, order: Order) -> Refusal | None:
    """Who is in a boat is rowed or lands, and does nothing else."""
    if not now.aboard or order.chit in ("disembark", "move_boat"):
        return None
    if order.way or order.formation or order.special:
        return Refusal("CS-3.3.2.3aa", "a unit in a boat can only be told to move the boat or to disembark")
    return None


@implements("CS-3.3.2.3aa")
def judge_embark(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """Why it cannot go aboard."""
    if order.formation:
        return Refusal("CS-3.3.2.3aa", "to embark takes no formation chit")
    if b.entry(now.id).rated.arm != "infantry" or now.skirmishers:
        return Refusal("CS-3.3.2.3aa", "only foot embarks, with its skirmishers called in")
    boats = beside(b, now.id)
    if now.aboard or not boats:
        within = structures.touch(b.rules.tables)
        return Refusal("CS-3.3.2.3aa", "it is in a boat" if now.aboard else f"no boat lies within {within} paces")
    if not any(room(b, boat) >= men(b, now) for boat in boats):
        return Refusal("CS-3.3.2.3aa", f"its {men(b, now)} men find no room in the boats there")
    return None


@implements("CS-3.3.2.3aa")
def judge_disembark(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """Why it cannot land."""
    boat = boat_of(b, now.id)
    if boat is None:
        return Refusal("CS-3.3.2.3aa", "it is not in a boat")
    # by what the seat knows: a hidden enemy on the bank must not be betrayed by a refusal
    if order.formation is None or landing(b, now, order.formation.to, known_to=b.seat_of(now.id)) is not None:
        return None
    return Refusal("CS-3.3.2.3aa", "there is no free dry ground beside the boat")


@implements("CS-3.3.2.3t")
def judge_move(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """Why it can move no boat: it must be in one, or beside one that nobody is in, which its boatmen take away."""
    if order.formation:
        return Refusal("CS-3.3.2.3t", "a boat is moved by the special chit alone; degrees are its course from north")
    return None if rowing(b, now) is not None else Refusal("CS-3.3.2.3t", "it is in no boat, nor beside an empty one")


def rowing(b: Battlefield, now: UnitState) -> Boat | None:
    """The boat that it would move."""
    own = boat_of(b, now.id)
    return own or next((boat for boat in beside(b, now.id) if not aboard(b, boat.id)), None)


# -- in the movement phase


def unless_engaged(act: BoatAct) -> BoatAct:
    """What nobody does with an enemy upon him, whatever he was told before (CS-9.1b)."""

    def acts(b: Battlefield, now: UnitState, order: Order) -> None:
        if now.status not in ("broken", "routed") and not engaged(b, now):
            act(b, now, order)

    return acts


@implements("CS-3.3.2.3aa")
def embark(b: Battlefield, now: UnitState, order: Order) -> None:
    """Half a turn; they sit in the boat as they please."""
    if judge_embark(b, now, order) is not None:
        return
    boat = next(boat for boat in beside(b, now.id) if room(b, boat) >= men(b, now))
    # in a boat men sit as in a house: they fire loosely and keep no ranks
    formation: FormationName = "irregular" if now.formation == "irregular" else "garrison"
    b.report(
        WentAboard(unit=now.id, boat=boat.id),
        rules=("CS-3.3.2.3aa",),
        sets=[
            b.change(
                now.id,
                aboard=boat.id,
                position=boat.position,
                formation=formation,
                forming=None,
                labour=None,
                front_lost=0,
                now=_half_a_turn(b, now),
            ),
            *_leaders(b, now.id, boat.position),
        ],
    )


def _half_a_turn(b: Battlefield, now: UnitState) -> Any:
    quarters = b.rules.tables.number("CS-3.3.2.3aa", "quarters")
    return replace(now.now, moved="march", turned=True, quarters=quarters)


@implements("CS-3.3.2.3aa")
def disembark(b: Battlefield, now: UnitState, order: Order) -> None:
    """Half a turn, the formation named on the chit included; the rest of the turn goes by in falling in."""
    told = order.formation
    # in the battle everybody on the bank is in the way, known or not
    place = landing(b, now, told.to) if told is not None else None
    if told is None or place is None:
        b.report(NoLanding(unit=now.id), rules=("CS-3.3.2.3aa",))
        return
    position, heading = place
    b.report(
        WentAshore(unit=now.id, formation=told.to),
        rules=("CS-3.3.2.3aa",),
        sets=[
            b.change(
                now.id,
                aboard="",
                position=position,
                heading=heading,
                formation=told.to,
                interval=told.interval,
                now=_half_a_turn(b, now),
            ),
            *_leaders(b, now.id, position),
        ],
    )


def landing(
    b: Battlefield, now: UnitState, formation: FormationName, *, known_to: str = ""
) -> tuple[Point, int] | None:
    """Where it would stand on the bank, its back to the boat: the first dry ground that nobody is on, or nobody whom a
    seat knows of."""
    boat = boat_of(b, now.id)
    if boat is None:
        return None
    body = shape(b, now, formation)
    on_land = [unit.id for unit in b.on_table() if unit.id != now.id and not unit.aboard]
    others = [b.survey.body(unit).frame for unit in on_land if not known_to or b.knows(known_to, unit)]
    for paces in ASHORE:
        for heading in ROUND:
            rear = placed(boat.position, heading, 0, to_sub(paces))
            front = placed(rear, heading, 0, body.depth)
            # front and rear dry: a deep column must not stand with its tail in the river
            if not all(b.ground.on_table(spot) and not waters.afloat(b.ground, spot) for spot in (rear, front)):
                continue
            frame = body.at(front, heading).frame
            if all(distance_of_quads(frame, other) > 0 for other in others):
                return front, heading
    return None


@implements("CS-3.3.2.3t")
def move(b: Battlefield, now: UnitState, order: Order) -> None:
    """Upstream, across or downstream, each at its pace, until the bank stops it; on the far bank it drifts."""
    boat = rowing(b, now)
    if boat is None or not isinstance(order.special, MoveBoat):
        return
    rate, way = course(b, boat, order.special)
    b.report(
        BoatRowed(unit=now.id, boat=boat.id, course=rate.course, paces=way.paces),
        rules=("CS-3.3.2.3t",),
        # where it put off is kept while it is on the water, so that the far bank is known turns later
        sets=_shifted(b, boat, way.end, None if way.landed else boat.put_off or boat.position),
    )
    river = across(b, boat, way)
    # only the other bank than that of the start makes it drift
    if river is not None:
        _drift(b, now.id, replace(boat, position=way.end), river)


@implements("CS-3.3.2.3t")
def across(b: Battlefield, boat: Boat, way: waters.BoatCourse) -> LineFeature | None:
    """The river on whose far bank a boat lands: the other than that from which it put off, be it turns ago."""
    river = waters.river_at(b.ground, boat.position)
    if river is None or not way.landed:
        return None
    return river if waters.crossed(river, boat.put_off or boat.position, way.end) else None


@implements("CS-3.3.2.3t")
def course(b: Battlefield, boat: Boat, told: MoveBoat) -> tuple[BoatSpeedResult, waters.BoatCourse]:
    """How fast a boat goes on the course it is told, and how far it gets."""
    bearing = told.degrees % 360
    bound, off = waters.off_stream(waters.river_at(b.ground, boat.position), boat.position, bearing)
    facts: dict[str, Any] = {"bound": bound, "degrees_off": off, "scale": str(b.scale)}
    rate: BoatSpeedResult = b.settle("boat-speed", Afloat(**facts))
    most = min(rate.paces, told.paces) if told.paces else rate.paces
    return rate, waters.rowed(b.ground, boat.position, bearing, most)


@implements("CS-3.3.2.3t")
def _drift(b: Battlefield, unit: str, boat: Boat, river: LineFeature) -> None:
    """It lands on the far bank somewhere downstream."""
    result = b.roll("boat-landing", BoatLandingFacts(), by=unit)
    end = waters.drifted(b.ground, river, boat.position, result.settled.paces)
    b.report(
        BoatDrifted(unit=unit, boat=boat.id, paces=result.settled.paces),
        rules=("CS-3.3.2.3t",),
        roll=result,
        sets=_shifted(b, boat, end),
    )


def _shifted(b: Battlefield, boat: Boat, end: Point, put_off: Point | None = None) -> list[Set]:
    """The boat and all who are in it are there; on the water it is known from where."""
    sets = [Set("boats", boat.id, {"position": end, "put_off": put_off})]
    for unit in aboard(b, boat.id):
        sets += [b.change(unit.id, position=end), *_leaders(b, unit.id, end)]
    return sets


def _leaders(b: Battlefield, unit: str, spot: Point) -> list[Set]:
    """Leaders attached to a unit go with it."""
    return [Set("leaders", each.id, {"position": spot}) for each in b.world.leaders.values() if each.attached == unit]


def jump_ashore(b: Battlefield) -> None:
    """Who has been driven away from his boat, in a fight on the bank, is no longer in it."""
    gone = [
        unit
        for unit in b.world.units.values()
        # moved by something else than the boat: a retreat on the bank
        if unit.aboard and (unit.where != "table" or unit.position != b.world.boats[unit.aboard].position)
    ]
    loose = {"garrison": "open_order"}
    if gone:
        sets = [b.change(unit.id, aboard="", formation=loose.get(unit.formation, unit.formation)) for unit in gone]
        b.emit(Noted(), rules=("CS-3.3.2.3aa",), sets=sets, to=())


__all__ = [
    "aboard", "across", "boat_of", "course", "disembark", "embark", "judge_aboard", "judge_disembark", "judge_embark",
    "judge_move", "jump_ashore", "landing", "move", "rowing", "unless_engaged",
]  # fmt: skip
