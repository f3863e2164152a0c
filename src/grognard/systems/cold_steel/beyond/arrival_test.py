"""The arrival test: how late a force comes, what the enemies on its way have cost it, and whether it is lost
(CS-C.5a to CS-C.5d)."""

from __future__ import annotations

from typing import Any

from grognard.army.oob import Edge
from grognard.army.shapes import shares
from grognard.kernel.checks import Result, implements

from ..checks.movement.off_board import ArrivalAgainFacts, ArrivalFacts, ArrivalResult, to_nearest
from ..effects import units as effects
from ..events.beyond import ArrivalTested, FoundItsWay, LostForGood
from ..table.battlefield import Battlefield
from ..table.state import Force
from .combat import disorder
from .edges import ground
from .forces import changed, fighters
from .meeting import meeting, out_for_the_day

LOST = "it is lost, and will not find its way today"


@implements("CS-C.5a", "CS-C.5b", "CS-C.5c")
def take(b: Battlefield, force: Force, combat: str = "none") -> None:
    """A force takes its test on this turn. Its dice are its own: an enemy who is not there knows nothing of it."""
    # forces it met may have been destroyed or disbanded since
    foes = [found for foe in force.foes if (found := b.world.forces.get(foe)) is not None]
    facts: Any = meeting(
        b,
        force,
        foes,
        force.met,
        b.world.turn,
        mission=force.mission is not None,
        combat=combat,
        **_circumstances(b, force.edge, force.leader),
    )
    # in secret: on the table nobody hears of a column behind the hills
    result = b.roll("arrival", facts, secret=force.seat)
    arrival: ArrivalResult = result.settled
    if arrival.result == "lost":
        _told(b, force, result, "astray", 0)
    else:
        _told(b, force, result, "arriving", arrival.arrival_turn)
    # after the result is told: what it lost comes with being late
    _cost(b, force, foes, arrival)
    if arrival.result == "lost":
        _try_again(b, b.world.forces[force.id])


def _circumstances(b: Battlefield, edge: Edge, leader: str) -> dict[str, Any]:
    """The ground, the sky and the commander."""
    beyond = ground(b, edge)
    return {
        "terrain": beyond.terrain,
        "roads": beyond.roads,
        "visibility": beyond.visibility,
        "commander": b.world.leaders[leader].rating,
        "bad_weather_or_night": b.air.night or b.world.weather != "clear",
    }


def chances(b: Battlefield, edge: Edge, leader: str) -> list[tuple[str, int]]:
    """What a force may expect of its test if nobody bars its way: in words, with percent."""
    # one figure stands for any number: without enemies strength does not count
    found = b.rules["arrival"].odds(ArrivalFacts(attackers=1, **_circumstances(b, edge, leader)))
    late = {arrival.delay_turns: round(100 * chance) for arrival, chance in found if arrival.result != "lost"}
    lost = round(100 * found.chance(lambda arrival: arrival.result == "lost"))
    words = [("on time" if not turns else f"{turns} turns late", percent) for turns, percent in sorted(late.items())]
    return [*words, ("lost", lost)] if lost else words


def _told(b: Battlefield, force: Force, result: Result[Any], status: str, due: int) -> None:
    b.privately(
        ArrivalTested(unit=force.units[0], edge=force.edge, lost=status == "astray", due=due),
        force.seat,
        rules=("CS-C.5a", "CS-C.5b"),
        roll=result,
        sets=[changed(force, status=status, due=due)],
    )


@implements("CS-C.5d")
def _try_again(b: Battlefield, force: Force) -> None:
    """Lost: it may still come, late and somewhere else; where, is not known before it does."""
    result = b.roll(
        "arrival-again",
        ArrivalAgainFacts(commander=b.world.leaders[force.leader].rating, turn=b.world.turn),
        secret=force.seat,
    )
    again = result.settled
    if not again.arrival_turn:
        b.privately(LostForGood(unit=force.units[0], edge=force.edge), force.seat, rules=("CS-C.5d",), roll=result)
        out_for_the_day(b, force, LOST, ("CS-C.5d",))
        return
    b.privately(
        FoundItsWay(unit=force.units[0], edge=force.edge, due=again.arrival_turn),
        force.seat,
        rules=("CS-C.5d",),
        roll=result,
        # it stays astray until it comes on: even its own commander does not know where
        sets=[changed(force, due=again.arrival_turn)],
    )


# -- what the enemies on its way have cost it


@implements("CS-C.5a", "CS-C.4e")
def _cost(b: Battlefield, force: Force, foes: list[Force], arrival: ArrivalResult) -> None:
    """Equal horse disperses each other; outnumbered horse mauls, outnumbered foot delays."""
    horse = [unit.id for unit in fighters(b, force) if b.entry(unit.id).rated.arm == "cavalry"]
    if arrival.cavalry_dispersed:
        # horse that meets its equal is out of it on both sides
        theirs = [u.id for foe in foes for u in fighters(b, foe) if b.entry(u.id).rated.arm == "cavalry"]
        for unit in (*horse, *theirs):
            effects.become(b, unit, "dispersed", rules=("CS-C.5a",), cause="horse met horse beyond the table")
    for unit in horse if arrival.cavalry_casualties_percent else ():
        figures = to_nearest(arrival.cavalry_casualties_percent, b.live(unit))
        effects.lose(b, unit, figures, rules=("CS-C.5a",), cause="enemy horse beyond the table")
        disorder(b, unit, arrival.cavalry_disorder, ("CS-C.5a",))
    _spread(b, force, arrival.infantry_hits, arrival.infantry_disorder)


def _spread(b: Battlefield, force: Force, hits: int, markers: int) -> None:
    """Hits and disorder as evenly as it goes over all units of foot and horse."""
    units = [unit.id for unit in fighters(b, force)]
    if not units or not (hits or markers):
        return
    # odd hits and markers go to the first units
    for unit, lost, disordered in zip(units, shares(hits, len(units)), shares(markers, len(units)), strict=True):
        effects.lose(b, unit, lost, rules=("CS-C.5a",), cause="fighting through beyond the table")
        disorder(b, unit, disordered, ("CS-C.5a",))
