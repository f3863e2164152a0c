"""What charges and marches share: the movement roll, a unit set down after its run, cavalry that draws off."""

from __future__ import annotations

from typing import Any

from grognard.battle.decisions import Decision, Option
from grognard.battle.procedures import Steps, ask
from grognard.ground.units import SUB
from grognard.kernel.checks import implements
from grognard.miniatures.motion.placements import Placement

from ..checks.fire_discipline import SmokeFacts
from ..checks.movement import StandOffFacts
from ..effects.retreats import carried_along, straight_back
from ..events.movement import DrewOff, GunsCaptured, Marched, MovementRolled
from ..facts.bearings import zone
from ..facts.moving import movement_facts
from ..table.field import ClassField


@implements("CD-move-table", "CD-move-natural-2", "CD-move-modifiers")
def movement_roll(b: ClassField, unit: str, *, vacating: bool = False) -> int:
    """A unit rolls to move: quarters of its rate."""
    roll = b.roll("movement", movement_facts(b, unit, vacating=vacating), by=unit, seen=(unit,))
    quarters: int = roll.settled.quarters
    b.report(MovementRolled(unit=unit, quarters=quarters), rules=("CD-move-table", "CD-move-modifiers"), roll=roll)
    return quarters


def set_down(b: ClassField, unit: str, place: Placement, **more: Any) -> list[Any]:
    """The changes of a unit, and of leaders with it, that has come to a place."""
    return [b.change(unit, position=place.position, heading=place.heading, **more), *carried_along(b, unit, place)]


@implements("CD-smoke")
def in_smoke(b: ClassField, unit: str, gone: int) -> bool:
    """Whether a unit is still in smoke that has moved so many paces."""
    return bool(b.settle("smoke", SmokeFacts(smoke=b.unit(unit).smoke, moved=min(20_000, gone))).smoke)


def come_up(b: ClassField, unit: str, place: Placement, spent: int, how: str, allowance: int = 0) -> None:
    """A unit is set down where so many sixteenths of a charge have led it."""
    if place == b.placement(unit):
        return
    now, gone = b.unit(unit), -(-spent // SUB)
    more = {"gone": now.gone + gone, "allowance": allowance or now.allowance, "smoke": in_smoke(b, unit, gone)}
    b.report(
        Marched(unit=unit, paces=gone, how=how), rules=("CD-charge-sequence",), sets=set_down(b, unit, place, **more)
    )
    take_guns(b, unit)


@implements("CD-artillery-losses")
def take_guns(b: ClassField, unit: str) -> None:
    """The first enemies to reach abandoned guns take them."""
    if not b.here(unit) or b.branch(unit) == "artillery":
        return
    side, near = b.unit(unit).side, b.paces(b.t.number("CD-move-apply", "apart"))
    for guns in [b.unit(each) for each in _abandoned(b)]:
        if guns.side != side and b.survey.distance_to(unit, guns.position) <= near:
            b.report(
                GunsCaptured(unit=unit, guns=guns.id),
                rules=("CD-artillery-losses",),
                sets=[b.change(guns.id, fate="taken")],
            )


def _abandoned(b: ClassField) -> list[str]:
    """Guns that nobody has taken up; asked after every move, and mostly there are none."""
    of, units = b.field_as_before("units", "fate"), b.world.units
    return b.memo.keep("abandoned", of, lambda: [unit for unit, now in units.items() if now.fate == "abandoned"])


def yes_or_no(b: ClassField, unit: str, kind: str, text: str, yes: str, no: str, rule: str, *, foe: str) -> Steps[bool]:
    """Whether a unit does what it may: `done` is no, and yes is the default."""
    answer = yield from ask(
        Decision(
            b.seat_of(unit),
            kind,
            text,
            [Option(kind, yes, rule, about=unit), Option("done", no, rule)],
            default=(kind, {}),
            rules=(rule,),
            about={"unit": unit, "foe": foe},
            done="done",
        )
    )
    return answer.option != "done"


# -- cavalry that draws off


@implements("CD-cavalry-stand-off")
def draw_off(b: ClassField, unit: str, *, ask_first: bool = True) -> Steps[None]:
    """Cavalry need not stay within 4 inches of infantry or guns that face it."""
    back = stand_off(b, unit)
    if not back:
        return
    text, rule, foe = (
        f"{b.name(unit)} may draw off out of {b.paces(4)} paces",
        "CD-cavalry-stand-off",
        facing_foes(b, unit)[0],
    )
    if ask_first and not (yield from yes_or_no(b, unit, "draw_off", text, "Draw off", "Stay", rule, foe=foe)):
        return
    moved = straight_back(b, unit, foe, back, about=False, willing=True)
    if not moved.edge and moved.place != b.placement(unit):
        b.report(
            DrewOff(unit=unit, paces=moved.straight // SUB),
            rules=(rule,),
            sets=set_down(b, unit, moved.place),
        )


def facing_foes(b: ClassField, unit: str) -> list[str]:
    """Infantry and guns within 4 inches that face a unit, the nearest first, as far as its seat knows of them."""
    within = b.paces(b.t.number("CD-cavalry-stand-off", "within"))
    return [
        foe
        for foe in b.survey.enemies_within(unit, within)
        if b.branch(foe) != "cavalry" and zone(b, foe, unit) == "front" and b.knows(b.seat_of(unit), foe)
    ]


def stand_off(b: ClassField, unit: str) -> int:
    """Paces that cavalry may draw back without a roll; 0 where it may not or need not."""
    if not b.here(unit) or b.branch(unit) != "cavalry":
        return 0
    foes = facing_foes(b, unit)
    if not foes:
        return 0
    facts = StandOffFacts(distance=b.survey.distance(unit, foes[0]), status=b.unit(unit).status)
    back: int = b.settle("stand-off", facts).back
    return back
