"""A seat's table in Cold Steel, made from its view and its briefing alone."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import Any

from grognard.army.nations import nation
from grognard.battle import pictures as pic
from grognard.ground.units import SUB, Point

from .play import bodies, orders
from .play.roster import Entry
from .play.state import LeaderState, Mission, Order, Rider, UnitState
from .play.view import Briefing, Seen, SeenLeader, View
from .terms import zones

COMPASS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
BARS = {"army": 3, "corps": 2, "division": 2, "brigade": 1, "regiment": 1}
"""On a leader's flag."""


def picture(view: View, briefing: Briefing) -> pic.Picture:
    """All of it."""
    return pic.Picture(
        turn=view.turn,
        phase=view.phase,
        units=(*(_own(view, briefing, unit) for unit in view.units.values()), *map(_seen, view.seen.values())),
        leaders=(*_leaders(view, briefing), *map(_seen_leader, view.leaders_seen.values())),
        riders=tuple(_riders(view, briefing)),
        smoke=tuple((float(ball.x), float(ball.y)) for ball in view.smoke),
        wind_from=45 * COMPASS.index(view.wind_from),
        ghosts=tuple(_ghosts(view)),
        missions=tuple(_mission(view, briefing, mission) for mission in view.missions.values()),
        guns=tuple(
            pic.GunsPicture(id=guns.id, side=guns.side, **_at(guns.position), pieces=guns.pieces, spiked=guns.spiked)
            for guns in view.abandoned.values()
        ),
        formations=_tree(briefing),
        rings=_rings(briefing),
        chips=tuple(_chips(view)),
    )


def _at(position: Point) -> dict[str, Any]:
    return {"x": position[0] / SUB, "y": position[1] / SUB}


def parts_of(parts: Iterable[Any]) -> tuple[pic.Part, ...]:
    """The parts of a footprint as a picture has them, to a tenth of a pace."""
    return tuple(
        (round(p.x0, 1), round(p.y0, 1), round(p.x1, 1), round(p.y1, 1), p.men, p.label, p.kind) for p in parts
    )


def _arm(arm: str, irregular: bool) -> Any:
    return "irregular" if irregular and arm == "infantry" else arm


# -- units


def _own(view: View, briefing: Briefing, now: UnitState) -> pic.UnitPicture:
    entry = briefing.roster[now.parent or now.id]
    made, left = entry.unit, max(0, now.figures - now.lost)
    whole = max(1, now.figures)
    men = now.figures * briefing.header.figure_scale if now.parent else made.men
    name = f"skirmishers of {entry.name}" if now.parent else entry.name
    return pic.UnitPicture(
        id=now.id, name=name, side=now.side, nation=nation(made.nation).id,
        arm=_arm(entry.rated.arm, entry.rated.irregular), own=True, **_at(now.position), heading=now.heading,
        formation=now.formation, parts=_parts(briefing, now, entry), where=now.where,
        men=round(men * left / whole), guns=now.guns + now.howitzers, strength=round(left / whole, 3),
        level=pic.nearest_level(pic.LEVELS, now.status), status=now.status, disorder=now.disorder,
        order=orders.said(now.order) if now.order else "", forming=now.forming.to if now.forming else "",
        engaged=now.melee, brigade=entry.brigade, leaders=entry.leaders, mission=now.mission,
        rating=_rating(entry), marks=tuple(_marks(now, entry)),
        arrives=made.arrival.turn if made.arrival and now.where == "waiting" else 0,
    )  # fmt: skip


def _parts(briefing: Briefing, now: UnitState, entry: Entry) -> tuple[pic.Part, ...]:
    unit = entry.unit
    if now.parent:
        unit = bodies.detached(unit, now.id, max(1, now.figures * briefing.header.figure_scale))
    return parts_of(bodies.drawn(briefing.rules, unit, briefing.year, now.formation, now.interval).parts)


def _rating(entry: Entry) -> str:
    rated = entry.rated
    drilled = "" if rated.discipline == "none" else f", {rated.discipline}"
    return f"{rated.morale_class.replace('_', ' ')}, morale {rated.morale_rating}{drilled}"


def _marks(now: UnitState, entry: Entry) -> Iterable[str]:
    if not now.volley_spent and entry.rated.arm == "infantry" and not now.parent and entry.rated.weapon != "none":
        yield "first volley"
    if now.prone:
        yield "lying down"
    if now.now.fired:
        yield "has fired"
    if now.skirmishers:
        yield "skirmishers out"
    if now.retire:
        yield "retires"
    if now.how:
        yield now.how


def _seen(seen: Seen) -> pic.UnitPicture:
    share = min(1.0, seen.figures / max(1, seen.of))
    men = sum(part.men for part in seen.parts)
    guns = seen.figures if seen.arm == "artillery" else 0
    return pic.UnitPicture(
        id=seen.id, name=seen.name, side=seen.side, nation=nation(seen.nation).id,
        arm=_arm(seen.arm, seen.irregular), own=False, **_at(seen.position), heading=seen.heading,
        formation=seen.formation, parts=parts_of(seen.parts), men=round(men * share), guns=guns,
        strength=round(share, 3), level=pic.nearest_level(pic.LEVELS, seen.status), status=seen.status,
        disorder=seen.disorder, order=_chits(seen.chits), forming="yes" if seen.forming else "", engaged=seen.engaged,
    )  # fmt: skip


def _chits(order: Order | None) -> str:
    return orders.said(order) if order is not None else ""


def _ghosts(view: View) -> Iterable[pic.GhostPicture]:
    for unit, ghost in view.ghosts.items():
        like = view.likenesses.get(unit)
        if like is not None:
            yield pic.GhostPicture(
                id=unit, name=like.name, side=like.side, nation=nation(like.nation).id,
                arm=_arm(like.arm, like.irregular), **_at(ghost.position), heading=ghost.heading,
                formation=ghost.formation, parts=parts_of(like.parts), turn=ghost.turn,
            )  # fmt: skip


# -- leaders and riders


def _leaders(view: View, briefing: Briefing) -> Iterable[pic.LeaderPicture]:
    for leader in view.leaders.values():
        if leader.hurt != "killed" or leader.name:
            yield _leader(leader, briefing)


def _leader(now: LeaderState, briefing: Briefing) -> pic.LeaderPicture:
    entry = briefing.leaders[now.id]
    name = now.name or entry.name
    under = [unit for unit in entry.units if unit in briefing.roster]
    flag = briefing.roster[under[0]].unit.nation if under else next(iter(briefing.roster.values())).unit.nation
    return pic.LeaderPicture(
        id=now.id, name=name, side=now.side, nation=nation(flag).id, own=True,
        **_at(now.position), level=BARS[entry.level], attached=now.attached, points=now.points, paces=now.paces,
        rating=now.rating, hurt=now.hurt.replace("_", " "), units=entry.units, where=now.where,
    )  # fmt: skip


def _seen_leader(seen: SeenLeader) -> pic.LeaderPicture:
    return pic.LeaderPicture(
        id=seen.id, name=seen.name, side=seen.side, nation=nation(seen.nation).id,
        own=False, **_at(seen.position), level=BARS[seen.level],
    )  # fmt: skip


def _riders(view: View, briefing: Briefing) -> Iterable[pic.RiderPicture]:
    """Those on the road; idle aides ride with their commander, and a colonel who passes a command on does not ride."""
    for rider in view.riders.values():
        goal = _goal(view, rider)
        if goal is None or rider.kind == "regiment" or (rider.carries is None and not rider.back):
            continue
        yield pic.RiderPicture(
            id=rider.id, leader=rider.leader, **_at(rider.position), to=rider.to or rider.leader,
            to_x=goal[0] / SUB, to_y=goal[1] / SUB, carries=_carried(rider), arrives=_due(view, briefing, rider, goal),
        )  # fmt: skip


def _goal(view: View, rider: Rider) -> Point | None:
    who = rider.to or rider.leader
    found = view.leaders.get(who) or view.units.get(who) or view.leaders_seen.get(who)
    return found.position if found is not None else None


def _carried(rider: Rider) -> str:
    if rider.carries is None:
        return "riding back"
    said = orders.said(rider.carries.order) if rider.carries.order else rider.carries.text
    return f"{rider.carries.kind}: {said}".rstrip(": ")


def _due(view: View, briefing: Briefing, rider: Rider, goal: Point) -> int:
    if rider.delivered or rider.carries is None:
        return rider.delivered
    (x, y), stride = rider.position, briefing.rules.tables.number("CS-3.2b", "paces")
    paces = hypot(goal[0] - x, goal[1] - y) / SUB
    return view.turn + max(0, -(-round(paces) // stride) - 1)


# -- missions, roster, rings


def _mission(view: View, briefing: Briefing, mission: Mission) -> pic.MissionPicture:
    points = [*mission.route]
    if mission.objective != (0, 0):
        points.append(mission.objective)
    ward = ""
    if mission.ward:
        found = briefing.roster.get(mission.ward) or briefing.leaders.get(mission.ward)
        ward = f" {found.name}" if found is not None else ""
    wait = f", not before turn {mission.wait_until}" if mission.wait_until > view.turn else ""
    return pic.MissionPicture(
        id=mission.id, kind=mission.kind, words=f"{mission.kind.replace('_', ' ')}{ward}{wait}", units=mission.units,
        points=tuple((float(x), float(y)) for x, y in points), leader=mission.leader,
        radius=mission.radius if mission.objective != (0, 0) else 0,
    )  # fmt: skip


def _tree(briefing: Briefing) -> tuple[pic.Body, ...]:
    """The seat's own troops by formation."""
    return _bodies(briefing, [(entry.brigade.split(" / "), entry.id) for entry in briefing.roster.values()])


def _bodies(briefing: Briefing, units: list[tuple[list[str], str]]) -> tuple[pic.Body, ...]:
    leaders = {leader.formation: leader.id for leader in briefing.leaders.values()}
    names = dict.fromkeys(path[0] for path, _ in units if path)
    found = []
    for name in names:
        inside = [(path[1:], unit) for path, unit in units if path and path[0] == name]
        own = tuple(unit for path, unit in inside if not path)
        below = _bodies(briefing, [(path, unit) for path, unit in inside if path])
        found.append(pic.Body(name=name, leader=leaders.get(name, ""), units=own, formations=below))
    return tuple(found)


def _rings(briefing: Briefing) -> tuple[pic.Ring, ...]:
    tables = briefing.rules.tables
    names = {row["zone"]: row["name"] for row in tables.value("CS-1.2.2a", "rows")}
    bands = [(high, zone) for _, high, zone in zones(tables).bands if high is not None]
    return tuple(pic.Ring(name=zone, paces=high, text=names.get(zone, "")) for high, zone in sorted(bands))


def _chips(view: View) -> Iterable[pic.Chip]:
    yield pic.Chip(name="weather", text=view.weather + (", wet ground" if view.wet else ""))
    yield pic.Chip(name="wind", text=f"{view.wind}, from the {view.wind_from}" if view.wind != "calm" else "calm")
    if view.sight:
        yield pic.Chip(name="sight", text=f"{view.sight} paces")
