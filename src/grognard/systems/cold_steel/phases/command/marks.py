"""Units under a mission: chits that fit it are free, however far the player is (CS-3.3.1a, CS-3.3.1l)."""

from __future__ import annotations

from grognard.battle.decisions import Values
from grognard.kernel.checks import Refusal, implements

from ... import officers as missions
from ...events.command import LeftToMissions, MarkedForMission
from ...officers import fitting
from ...orders import answers, judging, order_text
from ...table.battlefield import Battlefield
from .spending import own_units


def may_mark(b: Battlefield, seat: str) -> list[str]:
    """Units of a seat that have a mission and take orders just now."""
    return [unit for unit in own_units(b, seat) if b.unit(unit).mission in b.world.missions and _ready(b, unit)]


def _ready(b: Battlefield, unit: str) -> bool:
    return judging.may_take_orders(b, unit) is None


@implements("CS-3.3.1a", "CS-3.3.1l")
def judge_mark(b: Battlefield, seat: str, values: Values) -> Refusal | None:
    """Whether the chits may be put on the unit at no cost."""
    unit = b.unit(values["unit"])
    if unit.mission not in b.world.missions:
        return Refusal("CS-3.3.1a", f"{b.name(unit.id)} has no mission; it needs an order")
    order = answers.to_order(values)
    return judging.judge_order(b, unit.id, order) or missions.fits(b, unit.id, order)


@implements("CS-3.3.1a", "CS-3.3.1l")
def mark(b: Battlefield, seat: str, values: Values, id: str) -> None:
    """Chits on a unit that fit its mission."""
    unit = values["unit"]
    order = answers.to_order(values, by="mission", rule="CS-3.3.1a")
    b.privately(
        MarkedForMission(unit=unit, chits=order_text.said(order, lambda foe: b.name_to(seat, foe))),
        seat,
        rules=("CS-3.3.1a", "CS-3.3.1l"),
        sets=[b.change(unit, order=order)],
    )


@implements("CS-3.3.1a", "CS-3.3.2b")
def go_on(b: Battlefield, seat: str, marked: set[str]) -> None:
    """Units that the player leaves to their missions are marked as their officers understand them; those whose leader
    on a follow me mission is hurt or gone, and all without a mission, keep the chits that still stand."""
    left = [unit for unit in may_mark(b, seat) if unit not in marked and _led(b, unit)]
    # all read before any is marked, so that no unit's chits hang on those of one before it
    found = [(unit, missions.follow(b, unit)) for unit in left]
    marked.update(unit for unit, _ in found)
    if found:
        b.privately(
            LeftToMissions(number=len(found)),
            seat,
            rules=("CS-3.3.1a",),
            sets=[b.change(unit, order=order) for unit, order in found],
        )


@implements("CS-3.3.1l")
def _led(b: Battlefield, unit: str) -> bool:
    mission = b.world.missions[b.unit(unit).mission]
    # once he is hurt or has shifted, they keep the chits they have (CS-3.3.1l)
    return mission.kind != "follow_me" or not (fitting.wounded(b, mission) or fitting.shifted(b, mission))
