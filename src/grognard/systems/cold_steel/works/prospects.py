"""What a special order about ground or boats promises, in words, before it is given: exact chances, and a way."""

from __future__ import annotations

from typing import Any

from grognard.ground.units import Point

from ..checks.command.engineers import FightFireFacts, StartFireFacts
from ..checks.command.orders import limit
from ..table.battlefield import Battlefield
from ..table.ground import structures
from ..table.state import MoveBoat, Order, UnitState
from . import boats, fires, labour


def course_of_boat(b: Battlefield, now: UnitState, order: Order) -> tuple[Point, ...]:
    """The boat's course on the map, without its drift."""
    boat = boats.rowing(b, now)
    if boat is None or not isinstance(order.special, MoveBoat):
        return ()
    return boat.position, boats.course(b, boat, order.special)[1].end


def fire_raising(b: Battlefield, now: UnitState, _order: Order) -> list[str]:
    """The chance that it burns; nothing where it would be refused."""
    if fires.judge_start(b, now) is not None:
        return []
    chance = b.rules["start-fire"].odds(StartFireFacts(rain=b.world.weather == "rain")).map(lambda fire: fire.burns)
    return [f"{_percent(chance)} that it burns (CS-3.3.2.3w)"]


def fire_fighting(b: Battlefield, now: UnitState, _order: Order) -> list[str]:
    """The chance that a fire is put out; nothing where there is none."""
    name = next((each for each in structures.in_touch(b, now.id) if structures.burning(b, each)), "")
    if not name:
        return []
    burned = b.world.turn - structures.state(b, name).lit
    chance = b.rules["fight-fire"].odds(FightFireFacts(burned=burned)).map(lambda fought: fought.out)
    return [f"{_percent(chance)} that it is put out this turn (CS-3.3.2.3x)"]


def _percent(odds: Any) -> str:
    return f"{round(100 * float(dict(odds).get(True, 0)))} in 100"


def lasting(b: Battlefield, now: UnitState, order: Order) -> list[str]:
    """When work of five turns is rolled for."""
    done = now.labour.turns if now.labour is not None and now.labour.at == order.chit else 0
    left = limit(b.rules.tables, "CS-3.3.2.3u", "too_soon", "turns") - done
    return [f"a roll at the end of turn {b.world.turn + left - 1}, if nothing disturbs the work (CS-3.3.2.3u)"]


def digging(b: Battlefield, now: UnitState, _order: Order) -> list[str]:
    """The dice of work that is rolled for every turn."""
    dice = labour.figures(b, now.id)
    return [f"{dice} D10 paces at the end of the turn, to the nearest inch (CS-3.3.2.3f)"] if dice else []


def rowing(b: Battlefield, now: UnitState, order: Order) -> list[str]:
    """How far a boat gets, and whether it drifts then."""
    boat = boats.rowing(b, now)
    if boat is None or not isinstance(order.special, MoveBoat):
        return []
    rate, found = boats.course(b, boat, order.special)
    step = b.rules.tables.number("CS-3.3.2.3t", "drift")
    drifts = boats.across(b, boat, found) is not None
    drift = [f"then it drifts 1D10 times {step} paces downstream"] if drifts else []
    return [f"{rate.course}, {found.paces} of {rate.paces} paces (CS-3.3.2.3t)", *drift]
