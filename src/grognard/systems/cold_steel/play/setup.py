"""The battle before its first turn: everybody where the scenario puts him."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct, ValidationError, convert, to_builtins

from grognard import systems
from grognard.battle import posts
from grognard.battle.fight import Seat
from grognard.ground.field import Field
from grognard.ground.units import Point, point
from grognard.kernel.errors import BadInput
from grognard.scenarios.model import Scenario

from . import fog
from .battlefield import Battlefield
from .roster import Entry, LeaderEntry, Roster, roster_of
from .state import Division, LeaderState, Rider, UnitState, World

_WIND = {"none": "calm"}
"""What scenarios call a calm."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a battle is played."""

    variants: tuple[str, ...] = ()
    """Overlays on the rules, by name."""
    seats: Literal["sides", "commands"] = "sides"
    """One seat for each side, or one for each of its greater commands as well."""
    turns: int = 0
    """The battle ends after so many turns; 0 for the scenario's own length."""


def options_of(given: Mapping[str, Any]) -> Options:
    """The options, checked."""
    try:
        options = convert(dict(given), Options, strict=False)
    except ValidationError as error:
        raise BadInput(f"options: {error}; there are {', '.join(Options.__struct_fields__)}") from None
    if not 0 <= options.turns <= 200:
        raise BadInput(f"options, turns: {options.turns}; a battle lasts 1 to 200 turns, or 0 for its own length")
    systems.rules("cold-steel", *options.variants)  # refuses what it does not know
    return options


def plain_options(options: Options) -> dict[str, Any]:
    """As they are saved."""
    plain: dict[str, Any] = to_builtins(options)
    return plain


def seats_of(scenario: Scenario, options: Options, roster: Roster | None = None) -> tuple[Seat, ...]:
    """Who sits at the table: the first leader of a seat is the player's own figure."""
    return posts.seats_of(roster.chain if roster else posts.chain_of(scenario), options.seats)


def begin(scenario: Scenario, options: Options) -> Battlefield:
    """The battlefield before the first turn."""
    roster = roster_of(scenario)
    rules = systems.rules("cold-steel", *options.variants)
    ground = Field.from_geojson(scenario.field, "field.geojson")
    conditions = scenario.header.conditions
    units = {entry.id: _unit(entry) for entry in roster.units.values()}
    leaders = {leader.id: _leader(leader, units, roster) for leader in roster.leaders.values()}
    world = World(
        units=units,
        leaders=leaders,
        riders={rider.id: rider for leader in leaders.values() for rider in _aides(leader, roster)},
        divisions={name: Division(name, entry.side) for entry in roster.units.values() for name in (entry.division,)},
        weather=conditions.weather,
        wind=_WIND.get(conditions.wind, conditions.wind),  # type: ignore[arg-type]
        wind_from=conditions.wind_from,
        wet=conditions.wet_ground,
        sight=conditions.sight_paces,
        turns=options.turns or scenario.header.victory.length_turns,
    )
    b = Battlefield(scenario, seats_of(scenario, options, roster), rules, world, roster, ground)
    fog.settle_in(b)
    return b


def _unit(entry: Entry) -> UnitState:
    unit, rated = entry.unit, entry.rated
    guns = unit.guns + unit.howitzers
    return UnitState(
        id=unit.id,
        side=entry.side,
        position=point(*unit.position),
        heading=round(unit.facing) % 360,
        formation=unit.formation,
        interval=unit.interval,
        figures=guns if rated.arm == "artillery" else rated.figures,
        guns=unit.guns if rated.arm == "artillery" else 0,
        howitzers=unit.howitzers if rated.arm == "artillery" else 0,
        status=rated.status,
        where="table" if unit.present else "waiting",
    )


def _leader(leader: LeaderEntry, units: dict[str, UnitState], roster: Roster) -> LeaderState:
    """Where the scenario puts him, else behind the middle of his troops; he arrives with the first of them."""
    under = [units[unit] for unit in leader.units]
    here = [unit for unit in under if unit.where == "table"]
    at = point(*leader.position) if leader.position else _behind(here or under)
    present = bool(here) or leader.level == "army"
    return LeaderState(
        id=leader.id, side=leader.side, position=at, rating=leader.rating, where="table" if present else "waiting"
    )


def _behind(units: list[UnitState]) -> Point:
    from grognard.ground.shapes import placed
    from grognard.ground.units import to_sub

    if not units:
        return (0, 0)
    middle = sum(u.position[0] for u in units) // len(units), sum(u.position[1] for u in units) // len(units)
    nearest = min(units, key=lambda u: (u.position[0] - middle[0]) ** 2 + (u.position[1] - middle[1]) ** 2)
    return placed(nearest.position, nearest.heading, 0, -to_sub(60))


def _aides(leader: LeaderState, roster: Roster) -> list[Rider]:
    count = roster.leaders[leader.id].aides
    return [Rider(f"{leader.id}/aide-{i + 1}", leader.side, leader.id, leader.position) for i in range(count)]
