"""The battle before its first turn: everybody where the scenario puts him."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec.structs import replace

from grognard import systems
from grognard.battle import choosing, posts
from grognard.battle.choosing import means
from grognard.ground.units import point
from grognard.miniatures.gathering.beginnings import ground_of, leader_at_first
from grognard.scenarios.model import Scenario

from . import beyond
from . import hidden as cards
from .effects import fog, sky
from .table.battlefield import Battlefield
from .table.roster import Entry, LeaderEntry, Roster, roster_of
from .table.state import Boat, Division, LeaderState, Rider, UnitState, World

AS_GIVEN = "as given"
_SCENARIO = {"scenario": AS_GIVEN}
_SCALES = {"0": AS_GIVEN, **{str(men): f"1 : {men}" for men in (5, 10, 20, 30, 40, 50, 60)}}


class Options(choosing.Options, frozen=True):
    """How a battle is played: what Cold Steel lets one choose besides."""

    scale: Annotated[
        Literal[0, 5, 10, 20, 30, 40, 50, 60],
        means("men to a figure; 0 for the scenario's own (CS-1.7a)", values=_SCALES),
    ] = 0
    weather: Annotated[
        Literal["scenario", "random", "clear", "fog", "rain", "snow"],
        means("the day's weather: as history has it, rolled for, or one of these for the whole day", values=_SCENARIO),
    ] = "scenario"
    wind: Annotated[
        Literal["scenario", "random"], means("the wind: as history has it, or rolled for", values=_SCENARIO)
    ] = "scenario"
    light: Annotated[
        Literal["scenario", "day", "twilight", "darkness"],
        means("the light at the start: the scenario's, or this one", values=_SCENARIO),
    ] = "scenario"
    off_board: Annotated[
        Literal["scenario", "yes", "no"],
        means(
            "whether forces may leave the table and march or fight beyond its edges",
            "Beyond the table",
            {"scenario": AS_GIVEN, "yes": "forces may march round"},
        ),
    ] = "scenario"
    placing: Annotated[
        Literal["scenario", "players"],
        means(
            "who says where the troops stand at the start: the scenario, or each side in secret on its own ground",
            "Set-up",
            {"scenario": AS_GIVEN, "players": "by the players, in secret"},
        ),
    ] = "scenario"
    cards: Annotated[
        bool,
        means(
            "troops beyond identification range are grand-tactical cards, and some cards have nothing behind them",
            "Cards and dummies",
        ),
    ] = False
    council: Annotated[
        bool,
        means(
            "a council of war is held before the battle, in seats for each command; some scenarios require it in any "
            "case",
            "Council of war",
        ),
    ] = False
    regimental_players: Annotated[
        bool, means("players who bring reinforcements are regimental commanders: three less on their command points")
    ] = False


def begin(scenario: Scenario, options: Options) -> Battlefield:
    """The battlefield before the first turn."""
    # first of all: figures, ratings and smoke all follow from the scale
    if options.scale:
        scenario = replace(scenario, header=replace(scenario.header, figure_scale=options.scale))
    rules = systems.rules("cold-steel", *options.variants)
    roster = roster_of(scenario, rules)
    ground = ground_of(scenario)
    conditions = scenario.header.conditions
    units = {entry.id: _unit(entry) for entry in roster.units.values()}
    leaders = {leader.id: _leader(leader, units) for leader in roster.leaders.values()}
    world = World(
        units=units,
        boats={each.id: Boat(each.id, each.side, point(*each.position), each.men) for each in scenario.header.boat},
        leaders=leaders,
        riders={rider.id: rider for leader in leaders.values() for rider in _aides(leader, roster)},
        divisions={
            name: Division(name, entry.side)
            for entry in roster.units.values()
            if (name := entry.division(rules.tables))
        },
        turns=options.turns or scenario.header.victory.length_turns,
        off_board=scenario.header.off_board if options.off_board == "scenario" else options.off_board == "yes",
        **sky.at_first(conditions, weather=options.weather, wind=options.wind, light=options.light),
    )
    b = Battlefield(scenario, posts.seats_of(roster.chain, options.seats), rules, world, roster, ground)
    fog.settle_in(b)
    beyond.muster(b)
    cards.prepare(b, placing=options.placing == "players", cards=options.cards, council=options.council)
    b.world.regimental = options.regimental_players
    return b


def _unit(entry: Entry) -> UnitState:
    unit, rated = entry.unit, entry.rated
    guns = unit.guns + unit.howitzers
    return UnitState(
        id=unit.id,
        side=entry.side,
        position=point(*unit.position),
        heading=round(unit.facing) % 360,
        formation="irregular" if rated.irregular and unit.formation != "garrison" else unit.formation,
        interval=unit.interval,
        figures=guns if rated.arm == "artillery" else rated.figures,
        guns=unit.guns if rated.arm == "artillery" else 0,
        howitzers=unit.howitzers if rated.arm == "artillery" else 0,
        battalion_guns=rated.battalion_guns,
        status=rated.status,
        engineers=unit.engineers,
        where="table" if unit.present else "waiting",
    )


def _leader(leader: LeaderEntry, units: dict[str, UnitState]) -> LeaderState:
    at, where = leader_at_first(leader.position, leader.level, [units[unit] for unit in leader.units])
    return LeaderState(id=leader.id, side=leader.side, position=at, rating=leader.rating, where=where)


def _aides(leader: LeaderState, roster: Roster) -> list[Rider]:
    count = roster.leaders[leader.id].aides
    return [Rider(f"{leader.id}/aide-{i + 1}", leader.side, leader.id, leader.position) for i in range(count)]
