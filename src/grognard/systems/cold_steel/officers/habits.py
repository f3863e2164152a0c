"""What an officer has his men form: columns on the march, line or attack column in action."""

from __future__ import annotations

from functools import partial
from math import hypot
from typing import cast

from grognard.army.oob import FormationName, Interval
from grognard.ground.units import SUB
from grognard.kernel.checks import Refusal

from ..checks.formations.infantry import TABLES, doctrine_of
from ..maneuver.forming import ReckonedChange
from ..maneuver.room import friends_in, ground_for
from ..orders import drill
from ..orders.groups import battle_formation
from ..table import forms
from ..table.battlefield import FAR, Battlefield
from ..table.state import FormationChit, Order, UnitState
from .pace import unwieldy

NEVER = 99
"""Quarter turns that a change takes which the drill does not know."""
PRESSED, GUNS_PRESSED = 240, 600
"""Paces from the enemy at which an officer forms whoever is in the way, and a battery comes into action."""
PATIENCE = 3
"""One turn in so many is not like the others."""
CIRCLE = 101
"""Places in the circle in which officers are counted off: a prime that is one more than no multiple of three, so that
the cubes of its numbers are all of them again, well mixed."""


def quarters(b: Battlefield, unit: str, formation: FormationName, interval: Interval = "open") -> int:
    """Quarter turns that a unit needs for a formation; NEVER where it cannot."""
    if b.unit(unit).formation == formation:
        return 0
    found = drill.formation_change(b, unit, formation, interval)
    return NEVER if isinstance(found, Refusal) else found.quarters


def form(b: Battlefield, unit: str, formation: FormationName, interval: Interval = "open") -> Order | None:
    """The order to take a formation; None where the unit has it, or cannot."""
    now = b.unit(unit)
    if now.formation == formation:
        return None
    if isinstance(drill.formation_change(b, unit, formation, interval), Refusal):
        return None
    if _waits_for_room(b, now, formation, interval):
        return None
    return Order(formation=FormationChit(formation, interval), by="mission")


def _waits_for_room(b: Battlefield, now: UnitState, formation: FormationName, interval: Interval) -> bool:
    """Whether an officer puts a change off: he does not form among friends, and disorder them, before he must, or has
    waited for a while; and never where the enemy is too near for it."""
    # by what his own commander knows: he cannot wait for an enemy whom nobody has seen
    change, known = ReckonedChange(formation, interval, now.heading, 0), partial(b.knows, b.seat_of(now.id))
    place = ground_for(b, now, change, near=False, known=known)
    # too near to form at all
    if place is None:
        return True
    if not friends_in(b, now, change, place, known):
        return False
    pressed = GUNS_PRESSED if b.entry(now.id).rated.arm == "artillery" else PRESSED
    return to_the_enemy(b, now) > pressed and not one_turn_in_three(b, now)


def to_the_enemy(b: Battlefield, now: UnitState) -> float:
    """Paces to the nearest enemy in sight who still fights."""
    x, y = now.position
    seen = (b.unit(each) for each in b.knowledge.seen_by(b.seat_of(now.id)))
    foes = (foe for foe in seen if foe.side != now.side and foe.where == "table" and foe.status != "routed")
    return min((hypot(foe.position[0] - x, foe.position[1] - y) / SUB for foe in foes), default=FAR)


def one_turn_in_three(b: Battlefield, now: UnitState) -> bool:
    """Two who bar each other's way must not wait, and try again, at the same times: so units are counted off by threes
    each turn, in a circle where neighbours of the order of battle stand far from each other. Where in it one stands
    lies with his ground and with the points that his own seat's leaders threw and have left: by name and turn alone,
    the same units would wait in every battle on a field. No die is thrown here, for seats decide side by side, and what
    another seat has spent by then must not matter."""
    seat, (x, y) = b.seat_of(now.id), now.position
    points = sum(leader.points for leader in b.world.leaders.values() if b.seat_of(leader.id) == seat)
    number = list(b.world.units).index(now.id)
    return (number + b.world.turn + points + (x + y) // SUB) ** 3 % CIRCLE % PATIENCE == 0


def marching(b: Battlefield, unit: str) -> FormationName:
    """The column a unit marches in over open ground, or what it stands in where it has none."""
    now, rated = b.unit(unit), b.entry(unit).rated
    if rated.arm == "artillery":
        return "limbered"
    if rated.irregular or now.formation in ("garrison", *forms.LOOSE) or forms.in_column(now):
        return now.formation
    if rated.arm == "cavalry":
        return "column_of_squadrons"
    # whichever is formed soonest from here; of two alike the wide one, which comes first
    return min(_columns(b, rated.drill), key=lambda name: quarters(b, unit, name), default=now.formation)


def _columns(b: Battlefield, book: str) -> list[FormationName]:
    """The columns of a drill book, the wide one first: it deploys faster."""
    cells = b.rules.tables[TABLES[book]]
    return [cast(FormationName, cells[width]) for width in ("double", "single") if cells[width] in forms.COLUMNS]


def fighting(b: Battlefield, unit: str, *, assault: bool = False) -> FormationName:
    """What a unit fights in: line, or the attack column of the French and those who follow their ways, and of raw
    troops whom nobody could lead in line."""
    rated, usual = b.entry(unit).rated, battle_formation(b, unit)
    if usual != "line" or not assault or rated.arm != "infantry":
        return usual
    in_columns = doctrine_of(b.rules.tables, rated.nation) == "french" or unwieldy(b, b.unit(unit))
    return "attack_column" if in_columns else "line"
