"""A seat's table in Cold Steel, made from its view and its briefing alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.army.nations import nation
from grognard.battle import pictures as pic
from grognard.ground.units import SUB, Point

from ..hidden.log_text import card_name
from ..orders import chits as orders
from ..table import bodies
from ..table.roster import Entry
from ..table.state import Card, LeaderState, Mission, Order, UnitState
from ..terms import zones
from . import grounds, margin, told
from .view import Briefing, Seen, SeenCard, SeenLeader, View

COMPASS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
BARS = {"army": 3, "corps": 2, "division": 2, "brigade": 1, "regiment": 1}
"""On a leader's flag."""


def picture(view: View, briefing: Briefing) -> pic.Picture:
    """All of it."""
    return pic.Picture(
        turn=view.turn,
        phase=view.phase,
        units=(*_all_own(view, briefing), *map(_seen, view.seen.values())),
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
        structures=tuple(grounds.structures(view, briefing)),
        works=tuple(grounds.works(view)),
        boats=tuple(grounds.boats(view)),
        formations=_tree(view, briefing),
        rings=_rings(briefing),
        chips=tuple(_chips(view)),
        cards=(
            *(_card(view, briefing, card) for card in view.cards.values()),
            *map(_seen_card, view.cards_seen.values()),
        ),
        zones=view.zones,
        weather=view.weather,
        wind=view.wind,
        light=view.light,
        forces=tuple(margin.force(view, briefing, force) for force in view.forces.values()),
        edge_cards=tuple(margin.card(card) for card in view.edge_cards),
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


def _all_own(view: View, briefing: Briefing) -> Iterable[pic.UnitPicture]:
    """Units that have gone into others are not drawn or listed."""
    return (_own(view, briefing, unit) for unit in view.units.values() if unit.where != "joined")


def _own(view: View, briefing: Briefing, now: UnitState) -> pic.UnitPicture:
    entry = view.entry(briefing, now.id)
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
        engaged=now.melee, brigade=entry.brigade, leaders=entry.leaders, mission=now.mission,
        rating=_rating(entry), marks=tuple(_marks(now, entry)),
        arrives=_arrives(view, now, entry), **told.fields(view, briefing, now, entry),
    )  # fmt: skip


def _arrives(view: View, now: UnitState, entry: Entry) -> int:
    """The turn it is due, as far as its own side can know."""
    if now.where == "beyond":
        return next((margin.expected(force) for force in view.forces.values() if now.id in force.units), 0)
    return entry.unit.arrival.turn if entry.unit.arrival and now.where == "waiting" else 0


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
    if now.card:
        yield "hidden on a card"
    if now.prone:
        yield "lying down"
    if now.battalion_guns:
        pounds = f"{entry.rated.battalion_gun_pounds}-pounder"
        yield f"{now.battalion_guns} battalion gun{'s' * (now.battalion_guns != 1)}, {pounds}"
    if now.engineers:
        yield "engineers"
    if now.labour is not None:
        yield "at work"
    if now.aboard:
        yield "in a boat"
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
        marks=("lying down",) * seen.prone + ("in a boat",) * bool(seen.aboard),
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
    flag = briefing.roster[under[0]].unit.nation if under and entry.level != "army" else briefing.nation
    return pic.LeaderPicture(
        id=now.id, name=name, side=now.side, nation=nation(flag).id, own=True,
        **_at(now.position), level=BARS[entry.level], attached=now.attached, points=now.points, paces=now.paces,
        rating=now.rating, hurt=_hurt(now), units=entry.units, where=now.where,
    )  # fmt: skip


def _hurt(now: LeaderState) -> str:
    """His worst wound, which is what counts, and what befell him last."""
    return ", ".join(dict.fromkeys(each.replace("_", " ") for each in (now.worst, now.hurt) if each))


def _seen_leader(seen: SeenLeader) -> pic.LeaderPicture:
    return pic.LeaderPicture(
        id=seen.id, name=seen.name, side=seen.side, nation=nation(seen.nation).id,
        own=False, **_at(seen.position), level=BARS[seen.level],
    )  # fmt: skip


def _riders(view: View, briefing: Briefing) -> Iterable[pic.RiderPicture]:
    """Those on the road; idle aides ride with their commander, and a colonel who passes a command on does not ride."""
    for rider in view.riders.values():
        goal = told.goal_of(view, rider) or (rider.position if rider.kind == "courier" else None)
        if goal is None or rider.kind == "regiment" or (rider.carries is None and not rider.back):
            continue
        yield pic.RiderPicture(
            id=rider.id, leader=rider.leader, **_at(rider.position), to=rider.to or rider.leader,
            to_x=goal[0] / SUB, to_y=goal[1] / SUB, carries=told.carried(view, rider),
            arrives=told.arrival(view, briefing, rider, goal),
        )  # fmt: skip


# -- cards


def _card(view: View, briefing: Briefing, card: Card) -> pic.CardPicture:
    units = [unit.id for unit in view.units.values() if unit.card == card.id and unit.where == "table"]
    arms = [briefing.roster[unit].rated.arm for unit in units if unit in briefing.roster]
    return pic.CardPicture(
        id=card.label or card.id, key=card.id, name=_card_name(card), side=card.side, own=True, **_at(card.position),
        heading=card.heading, covered=not card.uncovered, arm=card.arm, infantry=arms.count("infantry"),
        cavalry=arms.count("cavalry"), batteries=arms.count("artillery"), counter=card.counter, units=tuple(units),
        dummy=card.dummy, crowded=card.crowded, hits=card.hits,
        to=(card.to[0] / SUB, card.to[1] / SUB) if card.to else None,
    )  # fmt: skip


def _card_name(card: Card) -> str:
    """Dummies are told apart by their number."""
    return f"dummy {card.id.rpartition('-')[2]}, {card.arm}" if card.dummy else card.name


def _seen_card(card: SeenCard) -> pic.CardPicture:
    return pic.CardPicture(
        id=card.id, name=card_name(card.id, (card.side,)), side=card.side, own=False, **_at(card.position),
        heading=card.heading,
        covered=not card.uncovered, arm=card.arm, infantry=card.infantry, cavalry=card.cavalry,
        batteries=card.batteries, counter=card.counter,
    )  # fmt: skip


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


def _tree(view: View, briefing: Briefing) -> tuple[pic.Body, ...]:
    """The seat's own troops by formation, as they are made up now."""
    entries = {**briefing.roster, **view.made}
    there = (entry for id, entry in entries.items() if id not in view.units or view.units[id].where != "joined")
    return _bodies(briefing, [(entry.brigade.split(" / "), entry.id) for entry in there])


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
    if view.light != "day":
        yield pic.Chip(name="light", text={"twilight": "twilight", "darkness": "night"}[view.light])
    yield pic.Chip(name="wind", text=f"{view.wind}, from the {view.wind_from}" if view.wind != "calm" else "calm")
    if view.sight:
        yield pic.Chip(name="sight", text=f"{view.sight} paces")
