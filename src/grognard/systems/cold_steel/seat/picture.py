"""A seat's table in Cold Steel, made from its view and its briefing alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.army.footprints import drawn_shape
from grognard.army.nations import nation
from grognard.battle import pictures as pic
from grognard.ground.units import SUB
from grognard.miniatures.drawing import BARS, at, formation_tree, parts_of, seen_leader

from ..checks.setting_up.measures import reach
from ..orders import order_text
from ..table import bodies
from ..table.drawn import MISSIONS, mission_line
from ..table.roster import Entry
from ..table.state import LeaderState, Order, UnitState
from ..terms import zones
from . import card_pictures, grounds, margin, told, unit_rows
from .view import Briefing, Seen, View

COMPASS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")


def picture(view: View, briefing: Briefing) -> pic.Picture:
    """All of it."""
    return pic.Picture(
        turn=view.turn,
        phase=view.phase,
        units=(*_all_own(view, briefing), *map(_seen, view.seen.values())),
        leaders=(*_leaders(view, briefing), *map(seen_leader, view.leaders_seen.values())),
        riders=tuple(_riders(view, briefing)),
        ghosts=tuple(_ghosts(view)),
        formations=_tree(view, briefing),
        measures=unit_rows.MEASURES,
        ladder="Morale",
        smoke=tuple((float(ball.x), float(ball.y)) for ball in view.smoke),
        wind_from=45 * COMPASS.index(view.wind_from),
        tints=tuple(_tints(view)),
        chips=tuple(_chips(view)),
        rings=_rings(briefing),
        layers=(MISSIONS,),
        areas=(*grounds.zones(view), *grounds.structures(view, briefing)),
        lines=(
            *(mission_line(mission, told.mission_words(view, briefing, mission)) for mission in view.missions.values()),
            *grounds.works(view),
        ),
        tokens=(*grounds.guns(view), *grounds.boats(view, briefing)),
        cards=tuple(card_pictures.cards(view, briefing)),
        margin=(*margin.forces(view, briefing), *margin.cards(view, briefing)),
    )


def _arm(arm: str, irregular: bool) -> Any:
    return "irregular" if irregular and arm == "infantry" else arm


# -- units


def _all_own(view: View, briefing: Briefing) -> Iterable[pic.UnitPicture]:
    """Units that have gone into others are not drawn or listed."""
    return (_own(view, briefing, unit) for unit in view.units.values() if unit.where != "joined")


def _own(view: View, briefing: Briefing, now: UnitState) -> pic.UnitPicture:
    entry = view.entry(briefing, now.id)
    made, left = entry.unit, max(0, now.figures - now.lost)
    whole = max(1, now.figures)
    # skirmishers have no strength on the roster: theirs is counted by figures
    men = now.figures * briefing.header.figure_scale if now.parent else made.men
    name = f"skirmishers of {entry.name}" if now.parent else entry.name
    return pic.UnitPicture(
        id=now.id,
        name=name,
        side=now.side,
        nation=nation(made.nation).id,
        arm=_arm(entry.rated.arm, entry.rated.irregular),
        own=True,
        **at(now.position),
        heading=now.heading,
        formation=now.formation,
        parts=_parts(briefing, now, entry),
        shape=drawn_shape(now.formation),
        faint=bool(now.card),
        where=now.where,
        men=round(men * left / whole),
        guns=now.guns + now.howitzers,
        strength=round(left / whole, 3),
        steadiness=unit_rows.STEADINESS[now.status],
        badges=unit_rows.badges(now.disorder, now.prone, now.labour is not None),
        rows=tuple(unit_rows.own_rows(now, entry)),
        marks=tuple(unit_rows.own_marks(now, entry)),
        engaged=now.melee,
        brigade=entry.brigade,
        leaders=entry.leaders,
        arrives=_arrives(view, now, entry),
        **told.fields(view, briefing, now, entry),
    )


def _arrives(view: View, now: UnitState, entry: Entry) -> int:
    """The turn it is due, as far as its own side can know."""
    # beyond the table its force knows when, not the roster
    if now.where == "beyond":
        return next((margin.expected(force) for force in view.forces.values() if now.id in force.units), 0)
    return entry.unit.arrival.turn if entry.unit.arrival and now.where == "waiting" else 0


def _parts(briefing: Briefing, now: UnitState, entry: Entry) -> tuple[pic.DrawnPart, ...]:
    unit = entry.unit
    if now.parent:
        unit = bodies.detached(unit, now.id, max(1, now.figures * briefing.header.figure_scale))
    return parts_of(bodies.drawn(briefing.rules, unit, briefing.year, now.formation, now.interval).parts)


def _seen(seen: Seen) -> pic.UnitPicture:
    # both numbers can be counted from afar: gaps in the ranks show (see Seen.of)
    share = min(1.0, seen.figures / max(1, seen.of))
    men = sum(part.men for part in seen.parts)
    guns = seen.figures if seen.arm == "artillery" else 0
    return pic.UnitPicture(
        id=seen.id,
        name=seen.name,
        side=seen.side,
        nation=nation(seen.nation).id,
        arm=_arm(seen.arm, seen.irregular),
        own=False,
        **at(seen.position),
        heading=seen.heading,
        formation=seen.formation,
        parts=parts_of(seen.parts),
        shape=drawn_shape(seen.formation),
        men=round(men * share),
        guns=guns,
        strength=round(share, 3),
        steadiness=unit_rows.STEADINESS[seen.status],
        badges=unit_rows.badges(seen.disorder, seen.prone),
        rows=tuple(unit_rows.seen_rows(seen)),
        marks=tuple(unit_rows.seen_marks(seen)),
        order=_chits(seen.chits),
        engaged=seen.engaged,
    )


def _chits(order: Order | None) -> str:
    return order_text.said(order) if order is not None else ""


def _ghosts(view: View) -> Iterable[pic.GhostPicture]:
    for unit, ghost in view.ghosts.items():
        like = view.likenesses.get(unit)
        if like is not None:
            yield pic.GhostPicture(
                id=unit,
                name=like.name,
                side=like.side,
                nation=nation(like.nation).id,
                arm=_arm(like.arm, like.irregular),
                **at(ghost.position),
                heading=ghost.heading,
                formation=ghost.formation,
                parts=parts_of(like.parts),
                shape=drawn_shape(ghost.formation),
                turn=ghost.turn,
            )


# -- leaders and riders


def _leaders(view: View, briefing: Briefing) -> Iterable[pic.LeaderPicture]:
    for leader in view.leaders.values():
        if leader.hurt != "killed" or leader.name:
            yield _leader(leader, briefing)


def _leader(now: LeaderState, briefing: Briefing) -> pic.LeaderPicture:
    entry = briefing.leaders[now.id]
    name = now.name or entry.name
    under = [unit for unit in entry.units if unit in briefing.roster]
    flag = briefing.roster[under[0]].unit.nation if under and entry.level != "army" else briefing.nation
    return pic.LeaderPicture(
        id=now.id,
        name=name,
        side=now.side,
        nation=nation(flag).id,
        own=True,
        **at(now.position),
        level=BARS[entry.level],
        attached=now.attached,
        points=now.points,
        rating=now.rating,
        hurt=(hurt := _hurt(now)),
        units=entry.units,
        where="lost" if hurt == "killed" and now.where == "table" else now.where,
    )


def _hurt(now: LeaderState) -> str:
    """His worst wound, which is what counts, and what befell him last."""
    return ", ".join(dict.fromkeys(each.replace("_", " ") for each in (now.worst, now.hurt) if each))


def _riders(view: View, briefing: Briefing) -> Iterable[pic.RiderPicture]:
    """Those on the road; idle aides ride with their commander, and a colonel who passes a command on does not ride."""
    for rider in view.riders.values():
        # to somebody out of sight: the rider is drawn, his way is not
        goal = told.goal_of(view, rider) or (rider.position if rider.kind == "courier" else None)
        if goal is None or rider.kind == "regiment" or (rider.carries is None and not rider.back):
            continue
        yield pic.RiderPicture(
            id=rider.id,
            leader=rider.leader,
            **at(rider.position),
            to=rider.to or rider.leader,
            to_x=goal[0] / SUB,
            to_y=goal[1] / SUB,
            carries=told.carried(view, rider),
            arrives=told.arrival(view, briefing, rider, goal),
        )


# -- roster, rings


def _tree(view: View, briefing: Briefing) -> tuple[pic.BodyPicture, ...]:
    """The seat's own troops by formation, as they are made up now."""
    entries = {**briefing.roster, **view.made}
    there = (entry for id, entry in entries.items() if id not in view.units or view.units[id].where != "joined")
    leaders = {leader.formation: leader.id for leader in briefing.leaders.values()}
    return formation_tree([(entry.brigade.split(" / "), entry.id) for entry in there], leaders)


def _rings(briefing: Briefing) -> tuple[pic.RangeRing, ...]:
    tables = briefing.rules.tables
    names = {row["zone"]: row["name"] for row in tables.value("CS-1.2.2a", "rows")}
    bands = [(high, zone) for _, high, zone in zones(tables).bands if high is not None]
    carries = _carries(briefing)
    return tuple(
        # before foot no zone is drawn to which its fire does not carry; horse and guns have to do with all
        pic.RangeRing(name=zone, paces=high, text=names.get(zone, ""), arms=() if high <= carries else FAR_ARMS)
        for high, zone in sorted(bands)
    )


FAR_ARMS: tuple[pic.DrawnArm, ...] = ("cavalry", "artillery")


def _carries(briefing: Briefing) -> int:
    """How far the fire of the seat's foot carries: to the end of the zone that its longest arm reaches into."""
    tables, troops = briefing.rules.tables, briefing.roster.values()
    printed, as_ = tables.value("CS-8.2.1a", "effective"), tables.value("CS-8.2.1b", "ranges_as")
    small = [printed.get(as_.get(entry.rated.weapon, entry.rated.weapon), 0) for entry in troops]
    if any(entry.rated.battalion_guns for entry in troops):
        small.append(reach(tables, tables.value("CS-8.1a", "battalion_guns_reach")))
    return reach(tables, zones(tables)[max(small)]) if small and max(small) else 0


def _tints(view: View) -> Iterable[pic.Tint]:
    if view.light != "day":
        yield pic.Tint(style=view.light, words={"twilight": "Twilight", "darkness": "Night"}[view.light])
    if view.weather != "clear":
        yield pic.Tint(style=view.weather, words=view.weather.capitalize())


def _chips(view: View) -> Iterable[pic.Chip]:
    if view.wet:
        yield pic.Chip(name="ground", text="wet")
    yield pic.Chip(name="wind", text=f"{view.wind}, from the {view.wind_from}" if view.wind != "calm" else "calm")
    if view.sight:
        yield pic.Chip(name="sight", text=f"{view.sight} paces")
