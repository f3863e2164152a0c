"""A seat's table, made from its view and its briefing alone."""

from __future__ import annotations

from functools import cache

from grognard.army.footprints import drawn_shape
from grognard.army.nations import nation
from grognard.battle import pictures as pic
from grognard.battle.kinds import many

from ..table.state import Spot, UnitState
from ..terms import COIN_WORDS, FELL_WORDS, WIND_WORDS
from . import drawn
from .view import SeatBriefing, SeatView, SeenUnit

FLIGHTS = pic.Layer(key="flights", name="Coins", none="No coin is in the air.")
MEASURES = (pic.Measure(key="superstition", name="Superstition", first="most"),)
LUCKY = pic.Badge(words="lucky", shape="tail", letters="lucky", tone="good")
BARS = {"army": 3, "corps": 2, "division": 2, "brigade": 1, "regiment": 1}
_BEND = 0.06
"""How far the flight of a coin is bent aside on the map for each ell that it is tossed high, as a share of its way."""
_STEPS = 12
_LIES = 0.65
"""How far on its way a coin comes down, so that two that units toss at each other do not lie on one heap."""


def picture(view: SeatView, briefing: SeatBriefing) -> pic.Picture:
    """All of it."""
    return pic.Picture(
        turn=view.turn,
        phase=view.phase,
        units=(
            *(_own(view, briefing, unit) for unit in view.units.values()),
            *(_seen(briefing, unit) for unit in view.seen.values()),
        ),
        leaders=(*_leaders(view, briefing), *_seen_leaders(view)),
        formations=_tree(briefing),
        layers=(FLIGHTS,),
        lines=tuple(_flights(view)),
        tokens=tuple(_coins(view)),
        chips=(pic.Chip(name="weathercock", text=WIND_WORDS[view.wind]),),
        measures=MEASURES,
        ladder="State of mind",
    )


# -- units


@cache
def steadiness(superstition: int, lucky: bool, steps: int) -> pic.Steadiness:
    """How easy a unit is in its mind."""
    easy = "lucky" if lucky else "easy in its mind"
    words = f"superstitious {superstition} of {steps}" if superstition else easy
    return pic.Steadiness(step=superstition, of=steps + 1, word=words)


@cache
def _row(superstition: int, steps: int) -> pic.Row:
    return pic.Row(
        label="Superstition",
        value=f"{superstition} of {steps}",
        brief=f"{superstition}/{steps}",
        key="superstition",
        number=superstition,
        tone="bad" if superstition > steps // 2 else "ink",
    )


def _own(view: SeatView, briefing: SeatBriefing, now: UnitState) -> pic.UnitPicture:
    post, pitch = briefing.posts[now.id], view.pitches.get(now.id)
    unit, steps = post.unit, briefing.rules.tables.number("PT-4.1", "steps")
    guns = unit.guns + unit.howitzers
    told = f"tosses {COIN_WORDS[pitch.coin]}, {many(pitch.ells, 'ell')} high" if pitch else ""
    return pic.UnitPicture(
        id=now.id,
        name=unit.name,
        side=now.side,
        nation=nation(unit.nation).id,
        arm=unit.kind,
        own=True,
        x=now.place[0],
        y=now.place[1],
        heading=now.heading,
        formation=unit.formation,
        where=now.where,
        parts=drawn.parts(unit, briefing.year),
        shape=drawn_shape(unit.formation),
        men=now.men,
        men_of=unit.men,
        guns=guns,
        guns_of=guns,
        strength=round(now.men / unit.men, 3),
        steadiness=steadiness(now.superstition, now.lucky, steps),
        rows=(_row(now.superstition, steps),),
        badges=(LUCKY,) if now.lucky else (),
        marks=("lucky",) if now.lucky else (),
        order=told,
        target=pitch.target if pitch else "",
        held="it has its coin" if pitch else "",
        held_rule="PT-2.1" if pitch else "",
        brigade=post.brigade,
        leaders=post.leaders,
        arrives=unit.arrival.turn if unit.arrival and now.where == "waiting" else 0,
    )


def _seen(briefing: SeatBriefing, now: SeenUnit) -> pic.UnitPicture:
    steps = briefing.rules.tables.number("PT-4.1", "steps")
    return pic.UnitPicture(
        id=now.id,
        name=now.name,
        side=now.side,
        nation=nation(now.nation).id,
        arm=now.arm,
        own=False,
        x=now.place[0],
        y=now.place[1],
        heading=now.heading,
        formation=now.formation,
        parts=now.parts,
        shape=drawn_shape(now.formation),
        men=now.men,
        guns=now.guns,
        strength=1.0,
        steadiness=steadiness(now.superstition, now.lucky, steps),
        rows=(_row(now.superstition, steps),),
        badges=(LUCKY,) if now.lucky else (),
        marks=("lucky",) if now.lucky else (),
    )


def _leaders(view: SeatView, briefing: SeatBriefing) -> list[pic.LeaderPicture]:
    return [
        pic.LeaderPicture(
            id=leader.id,
            name=post.name,
            side=leader.side,
            nation=nation(briefing.nation).id,
            own=True,
            x=leader.place[0],
            y=leader.place[1],
            level=BARS[post.level],
            units=post.units,
        )
        for leader in view.leaders.values()
        for post in [briefing.leaders[leader.id]]
    ]


def _seen_leaders(view: SeatView) -> list[pic.LeaderPicture]:
    return [
        pic.LeaderPicture(
            id=each.id,
            name=each.name,
            side=each.side,
            nation=nation(each.nation).id,
            own=False,
            x=each.place[0],
            y=each.place[1],
        )
        for each in view.leaders_seen.values()
    ]


def _tree(briefing: SeatBriefing) -> tuple[pic.BodyPicture, ...]:
    bodies: dict[str, list[str]] = {}
    for unit, post in briefing.posts.items():
        bodies.setdefault(post.brigade, []).append(unit)
    return tuple(
        pic.BodyPicture(name=name, leader=briefing.posts[units[0]].leaders[0], units=tuple(units))
        for name, units in bodies.items()
    )


# -- coins


def _where(view: SeatView) -> dict[str, Spot]:
    return {unit.id: unit.place for unit in (*view.units.values(), *view.seen.values())}


def _flights(view: SeatView) -> list[pic.Line]:
    """The coins that own units will toss, as they will fly: the higher, the wider the bend."""
    at = _where(view)
    return [
        flight(f"flight:{pitch.unit}", at[pitch.unit], at[pitch.target], pitch.coin, pitch.ells)
        for pitch in view.pitches.values()
        if pitch.target in at
    ]


def flight(line: str, start: Spot, end: Spot, coin: str, ells: int) -> pic.Line:
    """The flight of a coin from one place to another."""
    (x0, y0), (x1, y1) = start, end
    points = []
    for step in range(_STEPS + 1):
        along = step / _STEPS
        aside = 4 * along * (1 - along) * ells * _BEND
        x, y = x0 + (x1 - x0) * along - (y1 - y0) * aside, y0 + (y1 - y0) * along + (x1 - x0) * aside
        points.append((round(x, 1), round(y, 1)))
    words = f"the flight of {COIN_WORDS[coin]}, {many(ells, 'ell')} high"
    return pic.Line(
        id=line,
        words=words,
        label=f"{COIN_WORDS[coin]}, {many(ells, 'ell')}",
        points=tuple(points),
        style="way",
        layer=FLIGHTS.key,
    )


def _coins(view: SeatView) -> list[pic.Token]:
    """The coins of the last toss, on the way to those at whom they were tossed, and nearer to them."""
    at, found = _where(view), []
    for coin in view.coins.values():
        if coin.unit not in at or coin.target not in at:
            continue
        (x0, y0), (x1, y1) = at[coin.unit], at[coin.target]
        found.append(
            pic.Token(
                id=f"coin:{coin.unit}",
                words=f"{COIN_WORDS[coin.coin]} that fell {FELL_WORDS[coin.fell]}",
                x=round(x0 + (x1 - x0) * _LIES, 1),
                y=round(y0 + (y1 - y0) * _LIES, 1),
                letters=coin.fell[0].upper(),
                label=FELL_WORDS[coin.fell],
            )
        )
    return found
