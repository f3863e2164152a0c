"""A table of tin soldiers under no rules in particular: blocks of 100 by 20 paces, an inch of which is ten."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any, ClassVar, cast

from msgspec import Struct

from grognard.army.oob import Leader, Side, Unit
from grognard.battle.events import Set
from grognard.battle.fight import Seat
from grognard.battle.kinds import Kind
from grognard.battle.posts import Chain, LeaderPost, Post
from grognard.ground.field import Field
from grognard.ground.relations import Body
from grognard.ground.sight import SightRules
from grognard.ground.units import Point, point, to_sub
from grognard.miniatures.fights import TableFight
from grognard.miniatures.knowledge import KnowledgeRules
from grognard.miniatures.survey_rules import SurveyRules

INCH = to_sub(10)
NORTH, SOUTH = "north", "south"


class TinUnit(Struct, frozen=True):
    id: str
    side: str
    position: Point
    heading: int = 0
    where: str = "table"
    formation: str = "line"
    masked: bool = False
    parent: str = ""


class TinLeader(Struct, frozen=True):
    id: str
    side: str
    position: Point
    where: str = "table"


class TinWorld(Struct):
    turn: int = 1
    phase: str = "march"
    over: str = ""
    haze: int = 0
    curtain: bool = False
    units: dict[str, TinUnit] = {}
    leaders: dict[str, TinLeader] = {}


class Happened(Kind):
    kind: ClassVar = "happened"


class TinSurveyRules(SurveyRules[TinUnit]):
    measure = INCH
    contact = INCH

    def __init__(self, b: TinFight) -> None:
        self.b = b
        self.troops_block = b.solid

    @property
    def sight(self) -> SightRules:
        return SightRules({"heavy_woods": to_sub(20)}, Fraction(0))

    def body(self, unit: TinUnit) -> Body:
        self.b.bodies_made += 1
        return Body.block(unit.position, unit.heading, to_sub(100), to_sub(20))

    def blocks(self, unit: TinUnit) -> bool:
        return unit.formation != "open"

    def all_front(self, unit: TinUnit) -> bool:
        return unit.formation == "square"

    @property
    def far_sighted(self) -> bool:
        return not self.b.world.haze

    @property
    def farthest(self) -> int:
        return self.b.world.haze

    def clear_enough(self, distance: int, *units: str) -> bool:
        return distance <= self.b.world.haze


class TinKnowledgeRules(KnowledgeRules[TinUnit, TinLeader]):
    def __init__(self, b: TinFight) -> None:
        self.b = b

    @property
    def blind(self) -> bool:
        return self.b.world.curtain

    def hidden(self, unit: TinUnit, side: str) -> bool:
        return unit.formation == "card" and unit.side != side

    @property
    def strangers(self) -> bool:
        return any(unit.masked for unit in self.b.world.units.values())

    def likeness(self, unit: TinUnit, side: str) -> str:
        return "some tin" if unit.masked else ""

    def betraying(self, units: Any) -> list[str]:
        return [f"cart-of-{unit}" for unit in units]


class TinFight(TableFight[TinWorld, TinUnit, TinLeader]):
    def __init__(self, world: TinWorld, chain: Chain, ground: Field, *, solid: bool) -> None:
        self.solid, self.bodies_made = solid, 0
        seats = tuple(
            Seat(side, side, side, tuple(leader.id for leader in chain.leaders.values() if leader.side == side))
            for side in chain.sides
        )
        nothing, plain = cast(Any, None), cast(Any, SimpleNamespace(header=SimpleNamespace(special_rule=()), sides=()))
        super().__init__(plain, seats, nothing, world, chain, ground, TinSurveyRules, TinKnowledgeRules)

    def seat_of(self, who: str) -> str:
        return self.seating.find(who) or self.seat_of(self.world.units[who].parent)

    def sets(self, unit: str, **fields: Any) -> None:
        """An event that sets something of a unit."""
        self.emit(Happened(), sets=[self.change(unit, **fields)])

    def says(self, **fields: Any) -> None:
        """An event that sets something of the world."""
        self.emit(Happened(), sets=[Set("", "", fields)])


def tin(id: str, x: float, y: float, heading: int = 0, **more: Any) -> TinUnit:
    """A unit with the middle of its front there, in paces. Its side is in its id: `n1` or `s1`."""
    return TinUnit(id, _side(id), point(x, y), heading, **more)


def general(id: str, x: float, y: float, **more: Any) -> TinLeader:
    """A leader."""
    return TinLeader(id, _side(id), point(x, y), **more)


def table(*pieces: TinUnit | TinLeader, features: tuple[dict[str, Any], ...] = (), solid: bool = False) -> TinFight:
    """A table of 2,000 by 2,000 paces with these on it; a general of each side who is on it nowhere is added."""
    units = {piece.id: piece for piece in pieces if isinstance(piece, TinUnit)}
    leaders = {piece.id: piece for piece in pieces if isinstance(piece, TinLeader)}
    for missing in {"north-general", "south-general"} - set(leaders):
        leaders[missing] = general(missing, 0, 0, where="away")
    file = {"type": "FeatureCollection", "paces": [2000, 2000], "features": list(features)}
    ground = Field.from_geojson(file, "field.geojson")
    return TinFight(TinWorld(units=units, leaders=leaders), chain_of(units, leaders), ground, solid=solid)


def chain_of(units: dict[str, TinUnit], leaders: dict[str, TinLeader]) -> Chain:
    """An order of battle: everybody is under his side's general, who is enrolled last."""
    posts = {
        unit.id: Post(_enrolled(unit), unit.side, (f"{unit.side}-general",), "", "", "", False, False)
        for unit in units.values()
    }
    posted = {
        leader.id: LeaderPost(leader.id, f"General {leader.id}", leader.side, "army", "", Leader(leader.id), ())
        for leader in sorted(leaders.values(), key=lambda each: each.id)
    }
    return Chain(posts, posted, {side: _army(side) for side in (NORTH, SOUTH)})


def woods(west: float, south: float, east: float, north: float) -> dict[str, Any]:
    """Heavy woods, into which one sees 20 paces."""
    ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
    geometry = {"type": "Polygon", "coordinates": [ring]}
    return {"type": "Feature", "properties": {"kind": "heavy_woods"}, "geometry": geometry}


def _army(side: str) -> Side:
    return Side(side, f"{side}land", Leader(f"{side}-general"), side, ())  # type: ignore[arg-type]


def _enrolled(unit: TinUnit) -> Unit:
    name = "The Guard" if unit.id.endswith("9") else f"Battalion {unit.id}"
    return Unit(unit.id, name, "infantry", "nowhere", 500, "trained", (0, 0), 0, "line")


def _side(id: str) -> str:
    return NORTH if id.startswith("n") else SOUTH
