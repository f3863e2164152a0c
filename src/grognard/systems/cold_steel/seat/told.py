"""What an own unit has been told, is on its way to it, or keeps it from being told anything: for a seat's picture."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import Any

from grognard.battle import pictures as pic
from grognard.ground.squares import place_words
from grognard.ground.units import SUB, Point

from ..orders import answers, judging, order_text
from ..table.roster import Entry
from ..table.state import Marching, Mission, Order, Rider, UnitState, Wheel, Withdraw
from ..terms import zones
from .view import Briefing, View

UNSEEN = "an enemy out of sight"
OFFICERS = "its officers, by its mission"


def fields(view: View, briefing: Briefing, now: UnitState, entry: Entry) -> dict[str, Any]:
    """The fields of its picture."""
    # off the table it has nothing to be told, and nothing keeps it from that
    deaf = judging.deaf(now, entry.name) if now.where == "table" else None
    order = now.order
    found: dict[str, Any] = {
        "held": deaf.reason if deaf else "",
        "held_rule": deaf.rule if deaf else "",
        "told": tuple(_missions(view, briefing, now)),
        "awaits": tuple(_awaited(view, briefing, now.id)),
        "nearest": _nearest(view, briefing, now.id),
    }
    if now.id in view.by_officers:
        return {**found, "left_to": OFFICERS}
    if order is None:
        return found
    return {
        **found,
        "order": order_text.said(order, lambda foe: _foe(view, foe)),
        "order_values": answers.from_order(order),
        "target": order.target,
        "order_note": f"{_giver(view, briefing, order)}{lasts(order)}",
    }


def _missions(view: View, briefing: Briefing, now: UnitState) -> Iterable[pic.Row]:
    given = (each for each in view.missions.values() if each.id == now.mission or now.id in each.units)
    mission = next(given, None)
    if mission is not None:
        yield pic.Row(label="Mission", value=mission_words(view, briefing, mission))


def mission_words(view: View, briefing: Briefing, mission: Mission) -> str:
    """A mission in words: what, for whom or where, not before when."""
    ward = briefing.roster.get(mission.ward) or briefing.leaders.get(mission.ward) if mission.ward else None
    wait = f", not before turn {mission.wait_until}" if mission.wait_until > view.turn else ""
    goal = f" {ward.name}" if ward is not None else ""
    if ward is None and mission.objective != (0, 0):
        goal = f": {place_words(briefing.ground, *mission.objective)}"
    return f"{mission.kind.replace('_', ' ')}{goal}{wait}"


def _giver(view: View, briefing: Briefing, order: Order) -> str:
    """Who gave an order, before how long it lasts."""
    by = order.by.partition(":")[0]
    if by == "mission":
        return "by its mission; "
    if by == "automatic":
        return "of itself; "
    entry, now = briefing.leaders.get(by), view.leaders.get(by)
    return f"by {(now and now.name) or entry.name}; " if entry is not None else ""


def _foe(view: View, foe: str) -> str:
    known = view.seen.get(foe) or view.likenesses.get(foe)
    # out of sight the order keeps its target, but its name is what the seat has made out
    return known.name if known is not None else UNSEEN


def lasts(order: Order) -> str:
    """How long an order goes on if nobody says anything more (CS-3.3.2b)."""
    if order.by == "mission":
        return "this turn; its officers go on by its mission"
    if order.by.startswith("automatic"):
        return "this turn, by itself"
    if isinstance(order.move, Wheel) or (isinstance(order.move, (Marching, Withdraw)) and order.move.paces):
        return "until it has gone so far"
    if order.formation and not order.way:
        return "until it is formed"
    if order.special and not order.way:
        return "until it is done"
    return "turn after turn, until it is told otherwise"


def _nearest(view: View, briefing: Briefing, unit: str) -> pic.Near | None:
    if unit not in view.nearest:
        return None
    foe, paces = view.nearest[unit]
    return pic.Near(unit=foe, paces=paces, band=zones(briefing.rules.tables)[paces])


# -- commands under way


def _awaited(view: View, briefing: Briefing, unit: str) -> Iterable[pic.Awaited]:
    for rider in view.riders.values():
        command = rider.carries
        if command is None or unit not in command.units:
            continue
        # a colonel does not ride: there is nobody on the road to point at
        rides = rider.id if rider.kind != "regiment" else ""
        yield pic.Awaited(
            rider=rides, leader=rider.leader, words=carried(view, rider), turn=_acted_on(view, briefing, rider)
        )


def carried(view: View, rider: Rider) -> str:
    """What a rider has with him, in words."""
    if rider.carries is None:
        return "riding back"
    order = rider.carries.order
    said = order_text.said(order, lambda foe: _foe(view, foe)) if order else rider.carries.text
    return said if said.startswith(f"{rider.carries.kind}:") else f"{rider.carries.kind}: {said}".rstrip(": ")


def _acted_on(view: View, briefing: Briefing, rider: Rider) -> int:
    """The turn in whose command phase it takes effect: the one after its delivery, or when the colonel is ready."""
    assert rider.carries is not None
    if rider.kind == "regiment":
        return rider.carries.acted_on
    goal = goal_of(view, rider)
    there = arrival(view, briefing, rider, goal) if goal is not None else 0
    return there + 1 if there else 0


def goal_of(view: View, rider: Rider) -> Point | None:
    """Where he rides, as far as the seat knows."""
    who = rider.to or rider.leader
    # known to the seat in one way or another: else it cannot say where he rides
    found = view.leaders.get(who) or view.units.get(who) or view.leaders_seen.get(who)
    return found.position if found is not None else None


def arrival(view: View, briefing: Briefing, rider: Rider, goal: Point) -> int:
    """The turn on which he arrives, by the straight way; 0 where nobody knows."""
    if rider.delivered or rider.carries is None:
        return rider.delivered
    if goal == rider.position and goal_of(view, rider) is None:  # to somebody out of sight: nobody knows how far
        return 0
    (x, y), stride = rider.position, briefing.rules.tables.number("CS-3.2b", "paces")
    paces = hypot(goal[0] - x, goal[1] - y) / SUB
    return view.turn + max(0, -(-round(paces) // stride) - 1)
