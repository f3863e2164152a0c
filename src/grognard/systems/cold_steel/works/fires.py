"""Fires: lit by hand, by shells and rockets, fought, spreading, burning down what gives cover."""

from __future__ import annotations

from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.ground import outlines
from grognard.ground.relations import bearing
from grognard.ground.shapes import bounds
from grognard.ground.units import SUB, Point
from grognard.kernel.checks import Refusal, implements

from ..checks.command.engineers import BurningFacts, FightFireFacts, FireSpreadsFacts, StartFireFacts
from ..checks.command.orders import limit
from ..checks.fire.artillery import StructureAlightFacts
from ..checks.ground.smoke import Ball, placed_between
from ..events.ending import SmokeRose
from ..events.works import BurnedDown, BurnedOut, CaughtFire, CoverBurned, FireFought, FireLaid, FireLeapt
from ..table.battlefield import Battlefield
from ..table.ground import structures
from ..table.state import UnitState

# -- what may be ordered


@implements("CS-3.3.2.3w")
def judge_start(b: Battlefield, now: UnitState) -> Refusal | None:
    """Why it can set nothing on fire."""
    near = [name for name in structures.in_touch(b, now.id) if not structures.burning(b, name)]
    burns = any(structures.flammable(b, name) for name in near)
    # with nothing in touch the check is to say that, not that it would not burn
    return b.rules["start-fire"].refusal(StartFireFacts(flammable=burns or not near, touching=bool(near)))


@implements("CS-3.3.2.3x")
def judge_fight(b: Battlefield, now: UnitState) -> Refusal | None:
    """Why it has no fire to fight."""
    if any(structures.burning(b, name) for name in structures.in_touch(b, now.id)):
        return None
    return Refusal("CS-3.3.2.3x", "nothing burns where it stands, nor beside it")


# -- lit


@implements("CS-3.3.2.3w")
def torch(b: Battlefield, unit: str) -> None:
    """A unit tries to set fire to what is beside it."""
    near = structures.in_touch(b, unit)
    name = next(each for each in near if structures.flammable(b, each) and not structures.burning(b, each))
    result = b.roll("start-fire", StartFireFacts(rain=b.world.weather == "rain"), by=unit)
    b.report(
        FireLaid(unit=unit, place=structures.name_of(b, name), burns=result.settled.burns),
        rules=("CS-3.3.2.3w",),
        roll=result,
    )
    if result.settled.burns:
        _alight(b, name, "CS-3.3.2.3w")


def _alight(b: Battlefield, name: str, rule: str) -> None:
    """It burns, for all to see."""
    # what it gave when it was lit: a level is lost every five turns, counted from there
    whole = structures.cover_of_level(b.rules.tables, structures.level_of(b, name))
    b.emit(
        CaughtFire(place=structures.name_of(b, name)),
        rules=(rule,),
        sets=[structures.changed(b, name, lit=b.world.turn, whole=whole)],
    )


def kindle(b: Battlefield) -> None:
    """What a special rule of the battle has burning from this turn on, lit once as the turn begins."""
    for place in b.special.kindled(b.world.turn):
        for name, area in b.built.items():
            if area.name == place and name not in b.world.structures and structures.flammable(b, name):
                _alight(b, name, b.special_worth.fire)


@implements("CS-7.2.5b")
def shelled(b: Battlefield, point: Point, *, shells: int = 0, rockets: int = 0) -> None:
    """What howitzers and rockets do to the house they strike, or whose garrison they strike."""
    name = next(iter(structures.holds(b, point)), "")
    if not name or not (shells or rockets) or structures.burning(b, name):
        return
    # hits add up over the whole battle (CS-7.2.5b)
    count = structures.state(b, name).shells + shells
    if shells:
        b.emit(Noted(), rules=("CS-7.2.5b",), sets=[structures.changed(b, name, shells=count)], to=())
    struck = StructureAlightFacts(
        howitzer_hits=StructureAlightFacts.nearest("howitzer_hits", count),
        rocket_hits=rockets,
        flammable=structures.flammable(b, name),
    )
    if b.settle("structure-alight", struck).burning:
        _alight(b, name, "CS-7.2.5b")


# -- at the end of a turn


def burn(b: Battlefield) -> None:
    """Fires that have not been put out lower the cover, make smoke and spread."""
    for name in _burning(b):
        _consume(b, name)
    # after the burning: what has burned out this turn smokes no more
    _smoke(b, _burning(b))
    for name in _burning(b):
        _spread(b, name)


def _burning(b: Battlefield) -> list[str]:
    return [each.id for each in b.world.structures.values() if each.lit]


def _burned(b: Battlefield, name: str) -> int:
    """Turns for which it has burned."""
    return b.world.turn - structures.state(b, name).lit


@implements("CS-3.3.2.3x")
def fight(b: Battlefield, unit: UnitState) -> None:
    """One roll a turn for a unit that is free to do it."""
    if unit.melee or unit.status in ("broken", "routed"):
        return
    name = next(name for name in structures.in_touch(b, unit.id) if structures.burning(b, name))
    result = b.roll("fight-fire", FightFireFacts(burned=_burned(b, name)), by=unit.id)
    out = result.settled.out
    b.report(
        FireFought(unit=unit.id, place=structures.name_of(b, name), out=out),
        rules=("CS-3.3.2.3x",),
        roll=result,
        sets=[structures.changed(b, name, lit=0, whole="")] if out else (),
    )


@implements("CS-3.3.2.3w")
def _consume(b: Battlefield, name: str) -> None:
    """A level of cover every five turns. Ruins burn on for as long as a level would, so that the fire of a plain house
    can spread too (CS-3.3.2.3y); then it is out. Whoever is inside stays there, with what cover is left: the rules say
    nothing of him."""
    now, t = structures.state(b, name), b.rules.tables
    burnt = b.settle("burning", BurningFacts(lit=now.lit, turn=b.world.turn, cover=now.whole))  # type: ignore[arg-type]
    works: list[str] = t.value("CS-3.3.2.3u", "works")
    level, left = structures.level_of(b, name), works.index(burnt.cover)
    rules, place = ("CS-3.3.2.3w",), structures.name_of(b, name)
    if left < level:
        eaten = structures.changed(b, name, burnt=now.burnt + level - left)
        b.emit((CoverBurned if left else BurnedDown)(place=place), rules=rules, sets=[eaten])
    # one level's time more for the ruins
    if burnt.burned >= (works.index(now.whole) + 1) * t.number("CS-3.3.2.3w", "turns_for_a_level"):
        b.emit(BurnedOut(place=place), rules=rules, sets=[structures.changed(b, name, lit=0, whole="")])


@implements("CS-3.3.2.3z")
def _smoke(b: Battlefield, names: list[str]) -> None:
    """Each burning structure makes its smoke, spread over its ground."""
    balls: list[Ball] = []
    for name in names:
        now = structures.state(b, name)
        each = b.settle("burning", BurningFacts(lit=now.lit, turn=b.world.turn)).smoke_balls
        balls += [Ball(x, y, b.world.turn) for x, y in _above(b, name, each) if b.ground.on_table((x * SUB, y * SUB))]
    if balls:
        rules = ("CS-3.3.2.3z", "CS-B.11b")
        b.emit(SmokeRose(balls=len(balls)), rules=rules, sets=[Set("", "", {"smoke": (*b.world.smoke, *balls)})])


@implements("CS-B.11b")
def _above(b: Battlefield, name: str, balls: int) -> list[tuple[int, int]]:
    """On the structure itself, along its middle."""
    west, south, east, north = (edge // SUB for edge in bounds(b.built[name].rings[0]))
    middle = (south + north) // 2
    line, back = ((west, middle), (east, middle)), ((east, middle), (west, middle))
    return placed_between(line, back, balls)


@implements("CS-3.3.2.3y")
def _spread(b: Battlefield, name: str) -> None:
    """From the sixth turn on a fire may leap to every structure near that can burn."""
    t, burned = b.rules.tables, _burned(b, name)
    # only after more than five turns, by the rule
    if burned <= limit(t, "CS-3.3.2.3y", "too_soon", "turns"):
        return
    reach, ring = limit(t, "CS-3.3.2.3y", "too_far"), b.built[name].rings[0]
    for other, area in b.built.items():
        if other == name or structures.burning(b, other) or not structures.flammable(b, other):
            continue
        if outlines.within(ring, area.rings[0], reach):
            _leap(b, name, other, burned, outlines.apart(ring, area.rings[0]))


def _leap(b: Battlefield, name: str, other: str, burned: int, paces: int) -> None:
    spark = FireSpreadsFacts(
        burned=burned, distance=paces, downwind=_downwind(b, name, other), rain=b.world.weather == "rain"
    )
    result = b.roll("fire-spreads", spark)
    b.emit(
        FireLeapt(place=structures.name_of(b, name), to=structures.name_of(b, other), burns=result.settled.burns),
        rules=("CS-3.3.2.3y",),
        roll=result,
    )
    if result.settled.burns:
        _alight(b, other, "CS-3.3.2.3y")


def _downwind(b: Battlefield, name: str, other: str) -> bool:
    """Whether the wind blows from the one to the other, within a point of the compass."""
    if b.world.wind == "calm":
        return False
    winds: list[str] = b.rules.tables.value("CS-B.9", "winds")
    point = 360 / len(winds)
    blows = winds.index(b.world.wind_from) * point + 180
    turn = (bearing(_middle(b, name), _middle(b, other)) - blows) % 360
    return min(turn, 360 - turn) <= point


def _middle(b: Battlefield, name: str) -> Point:
    west, south, east, north = b.built[name].box
    return (west + east) // 2, (south + north) // 2
