"""Rockets: 7.4. Every launcher rolls on its own for direction and distance; what lies nearest to the fall is struck."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec import UNSET

from grognard.battle.kinds import Noted
from grognard.ground.relations import bearing
from grognard.ground.shapes import placed
from grognard.ground.units import Point, to_sub
from grognard.kernel.checks import Result, implements

from ...checks.fire.rockets import RocketDirectionFacts, RocketDistanceFacts, RocketImpactFacts, RocketImpactResult
from ...effects import units as effects
from ...effects.fire import FireHarm, suffer, whence
from ...effects.morale import check_morale
from ...events.fire import RocketFired, RocketRange
from ...facts import situations
from ...facts.fire.laying import Laid
from ...table.battlefield import Battlefield
from ...table.ground import structures
from ...works import fires


class Flight(NamedTuple):
    """One rocket: what its dice say, and where it comes down."""

    unit: str
    target: str
    direction: Result[Any]
    distance: Result[Any] | None
    """None if it blew up on its stand."""
    point: Point


@implements("CS-7.4a", "CS-7.4b", "CS-7.4.1")
def launch(b: Battlefield, laid: Iterable[Laid]) -> list[Flight]:
    """Every launcher sends a rocket along the line to the target; nobody can tell where it goes."""
    flights = []
    # no other facts: rockets know neither range nor modifiers (CS-7.4a)
    for unit, target, *_ in laid:
        line = bearing(b.unit(unit).position, b.survey.middle(target))
        flights += [_rocket(b, unit, target, line) for _ in range(b.live(unit))]
    return flights


def _rocket(b: Battlefield, unit: str, target: str, line: float) -> Flight:
    direction = b.roll("rocket-direction", RocketDirectionFacts(), by=unit)
    start = b.unit(unit).position
    if direction.settled.flight == "explodes":
        return Flight(unit, target, direction, None, start)
    distance = b.roll("rocket-distance", RocketDistanceFacts(scale=str(b.scale)), by=unit)  # type: ignore[arg-type]
    point = placed(start, line + direction.settled.degrees, 0, to_sub(distance.settled.paces))
    return Flight(unit, target, direction, distance, point)


def fall(b: Battlefield, flight: Flight) -> str:
    """A rocket comes down, or takes its launcher with it; returns who is hurt."""
    if flight.distance is None:
        _explode(b, flight)
        return flight.unit
    # how far it flew is its owner's die; where it fell all can see
    b.privately(RocketRange(unit=flight.unit), b.seat_of(flight.unit), rules=("CS-7.4b",), roll=flight.distance)
    unit, impact = _impact(b, flight.point)
    on_structure = impact.catches_fire or (not unit and impact.hits)
    b.report(
        RocketFired(
            unit=flight.unit,
            struck=unit or UNSET,
            flight=flight.direction.settled.flight,
            paces=flight.distance.settled.paces,
            on_structure=impact.hits if on_structure else UNSET,
        ),
        rules=("CS-7.4a", "CS-7.4b", "CS-7.4.1"),
        roll=flight.direction,
        sets=_noted(b, flight, unit),
    )
    if impact.hits:
        fires.shelled(b, b.survey.middle(unit) if unit else flight.point, rockets=impact.hits)
    if unit:
        _strike(b, flight, unit, impact)
    return unit


@implements("CS-7.4c")
def _explode(b: Battlefield, flight: Flight) -> None:
    """Doubles: launcher and crew are gone."""
    b.report(
        RocketFired(unit=flight.unit, flight="explodes"),
        rules=("CS-7.4c",),
        roll=flight.direction,
        sets=_noted(b, flight, ""),
    )
    effects.lose(b, flight.unit, 1, rules=("CS-7.4c",), cause="its own rocket")


def _noted(b: Battlefield, flight: Flight, unit: str) -> list[Any]:
    """The launcher's unit has fired; the unit struck was hurt by fire. A rocket may well fall on its own."""
    fields: dict[str, dict[str, Any]] = {}
    at = dict.fromkeys((*b.unit(flight.unit).now.fired_at, flight.target))
    fields[flight.unit] = {"fired": True, "fired_at": tuple(at)}
    # one set for each unit, though a rocket may fall on the one that fired it: two would undo each other
    if unit:
        hurt = {"fire_hurt": True, "cannon_hits": b.unit(unit).now.cannon_hits + 1}
        struck = {"fire_from": whence(b, unit, flight.unit, 1)} if unit != flight.unit else {}
        fields[unit] = {**fields.get(unit, {}), **hurt, **struck}
    return [b.doing(who, **doings) for who, doings in fields.items()]


@implements("CS-7.4d")
def _impact(b: Battlefield, point: Point) -> tuple[str, RocketImpactResult]:
    """What lies nearest to the point of fall. A structure counts as nearest when the rocket falls on it and nobody
    stands in it."""
    near = min(((b.survey.distance_to(unit.id, point), unit.id) for unit in b.on_table()), default=(situations.FAR, ""))
    inside = next(iter(structures.holds(b, point)), "")
    # in a house that holds troops, the troops are what is struck
    if inside and near[0] > 0:
        burns = structures.flammable(b, inside)
        return "", b.settle("rocket-impact", RocketImpactFacts(distance=0, struck="structure", flammable=burns))
    if not near[1]:
        return "", RocketImpactResult(0, 0, False, False)
    arm = b.entry(near[1]).rated.arm
    impact: RocketImpactResult = b.settle(
        "rocket-impact", RocketImpactFacts(distance=min(near[0], situations.FAR), struck=arm)
    )
    return (near[1] if impact.hits else ""), impact


@implements("CS-7.4d", "CS-7.6a")
def _strike(b: Battlefield, flight: Flight, unit: str, impact: RocketImpactResult) -> None:
    """One hit, never multiplied, and a morale check at once. On a battery it is an artillery hit like others, of which
    two wreck a gun."""
    losses = impact.hits
    if b.entry(unit).rated.arm == "artillery":
        # the hit has just been counted, so every second one of the turn takes a gun
        losses = 1 if b.unit(unit).now.cannon_hits % b.rules.tables.number("CS-7.6a", "hits_for_a_gun") == 0 else 0
    suffer(b, FireHarm(unit, losses, impact.disorder, "rockets", ("CS-7.4d",)), flight.unit)
    if impact.morale_check and b.unit(unit).where == "table":
        check_morale(b, unit, cause="rockets", rules=("CS-7.4d", "CS-5.2a"), artillery_check=True)
        lost = situations.quarters_lost(b, unit)  # one check a phase: this one stands for that of its losses
        b.emit(Noted(unit=unit), sets=[b.change(unit, quarter_checked=lost)], to=())
