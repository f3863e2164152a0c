"""What an answer of the command phase would do, before it is given: ways, disorder, points. Changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from grognard.battle import pictures as pic
from grognard.battle.decisions import Answer
from grognard.battle.kinds import many
from grognard.battle.previews import records as pre
from grognard.ground.shapes import distance
from grognard.ground.units import SUB, Point, spot, to_sub
from grognard.kernel.checks import Refusal, implements
from grognard.miniatures.motion.placements import Placement

from ..checks.movement.march import InterpenetrationFacts
from ..events.words import formation_in_words
from ..maneuver.halts import halt, stopped
from ..maneuver.plans import Plan, by_order, plan, way_cost
from ..orders import answers, futile, specials
from ..phases.command import by_word, council, off_board
from ..phases.command.desk import meant
from ..phases.command.spending import Bill, Ride, bill, way_near, way_to
from ..table.battlefield import Battlefield
from ..table.state import LeaderState, Marching, Order
from . import deployment_previews, foreseen, intentions, timeline
from .unit_rows import markers, turns

ORDERING = ("order", "mark", "aide", "regiment")
"""Answers that carry chits."""


def preview(b: Battlefield, seat: str, answer: Answer) -> pre.Preview:
    """What an answer would do, as far as the seat's own units are concerned."""
    # the same key in two phases: it has its own preview in both
    if answer.option == off_board.KEY:
        return off_board.preview(b, seat, answer)
    if b.world.phase == "deployment":
        return deployment_previews.preview(b, seat, answer)
    if answer.decision == "council" and answer.option in ("done", "hold"):
        return council.preview(b, seat, answer.option)
    if answer.decision == "command" and answer.option in intentions.ENDS:
        return intentions.preview(b, seat)
    kind, values = meant(answer.option, answer.values)
    leader = b.world.leaders.get(values.get("leader", ""))
    if kind in ORDERING and values.get("what", "order") == "order":
        return _ordering(b, seat, kind, values, leader)
    if values.get("objective") is not None or values.get("route"):
        stops = [*(values.get("route") or ()), *filter(None, [values.get("objective")])]
        return _paid(b, leader, kind, pre.Preview(points=tuple((float(x), float(y)) for x, y in stops)), values)
    if kind == "ride" and leader is not None:
        ride = (spot(leader.position), (float(values["to"][0]), float(values["to"][1])))
        return _paid(b, leader, kind, pre.Preview(points=ride), values)
    return _paid(b, leader, kind, pre.Preview(), values)


# -- orders


def _ordering(
    b: Battlefield, seat: str, kind: str, values: Mapping[str, Any], leader: LeaderState | None
) -> pre.Preview:
    order = answers.to_order(values)
    # those not on the table have no move to show
    units = [unit for unit in _told(b, seat, values) if b.unit(unit).where == "table"]
    # every plan is made from copies, by what the seat knows: a look changes nothing and betrays nobody
    plans = {unit: plan(b, unit, order) for unit in units}
    notes = tuple(dict.fromkeys(note for unit in units for note in _notes(b, unit, kind, order, plans[unit])))
    # one way is enough: the units of a regiment would draw the same
    way = tuple(spot(at) for unit in units[:1] for at in specials.way(b, unit, order))
    # by aide it is carried out some turns later: chances of now would mislead
    seen = tuple(unit_preview(b, unit, order, plans[unit], now=kind != "aide") for unit in units)
    return _paid(b, leader, kind, pre.Preview(units=seen, notes=notes, points=way), values)


def _notes(b: Battlefield, unit: str, kind: str, order: Order, found: Plan) -> Iterable[str]:
    """What one should know before it is said: what it comes to, and what it puts an end to."""
    yield from specials.notes(b, unit, order)
    # when the aide is there, the unit will stand otherwise
    if kind != "aide":
        yield from _forming(b, unit, found, order)
        yield from foreseen.notes(b, unit, order, found)
        idle = futile.idle_attack(b, unit, order)
        if idle is not None:
            yield idle.reason
    mission = b.world.missions.get(b.unit(unit).mission)
    if mission is not None and kind != "mark":
        yield f"{b.name(unit)} leaves its mission: {mission.kind.replace('_', ' ')}"


def _forming(b: Battlefield, unit: str, found: Plan, order: Order) -> Iterable[str]:
    """Who is in the way of a new formation: friends are run into, for the enemy it waits."""
    if found.too_near:
        yield f"{b.name(unit)} is too near the enemy to form {formation_in_words(order.form)}"
    for friend in found.among:
        friend = b.name_to(b.seat_of(unit), friend)
        yield f"{b.name(unit)} has no room here: it runs into {friend} as it forms, and both lose order"


def _told(b: Battlefield, seat: str, values: Mapping[str, Any]) -> Iterable[str]:
    """The units that an answer is for; a regiment's are all of it that the seat commands."""
    if values.get("unit"):
        return [values["unit"]]
    if values.get("regiment"):
        regiment = values["regiment"]
        return [
            unit for unit, entry in b.roster.units.items() if entry.regiment == regiment and b.seat_of(unit) == seat
        ]
    return list(values.get("units") or ())


def unit_preview(b: Battlefield, unit: str, order: Order, found: Plan, *, now: bool) -> pre.UnitPreview:
    """What an order would make of a unit if nobody were in its way; its chances where it is carried out now."""
    found = stopped(b, unit, order, found, halt(b, unit, order, found, order.target))
    track = timeline.track(b.unit(unit), found)
    return pre.UnitPreview(
        unit=unit,
        places=tuple(timeline.places(b, unit, found, order)),
        moves=bool(found.paces or found.degrees or found.quarters),
        track=track,
        scale=timeline.SCALE if track else (),
        rows=tuple(_outcome(found, order)),
        penalties=tuple(_penalties(b, unit, found, order)),
        rules=found.rules,
        odds=foreseen.odds(b, unit, order, found) if now else (),
    )


def _outcome(found: Plan, order: Order) -> Iterable[pic.Row]:
    """What the turn leaves undone, and the disorder of it all."""
    wanted = order.move.paces if isinstance(order.move, Marching) else 0
    # whom an enemy stops has come as far as he gets
    if wanted > found.paces and not found.stopped:
        yield pic.Row(label="Still to go after this turn", value=f"{wanted - found.paces} of {wanted} paces")
    if found.held:
        yield pic.Row(label="It goes no farther", value=f"held by the special rule {found.held}", rule="CS-6.1a")
    if found.unfinished:
        yield pic.Row(label="Unfinished", value=f"{turns(found.unfinished)} more")
    if found.disorder:
        yield pic.Row(label=f"{markers(found.disorder)} of disorder", value="", tone="bad")


def _penalties(b: Battlefield, unit: str, found: Plan, order: Order) -> Iterable[pre.Penalty]:
    """What costs it order on the way, modifier by modifier, and as it forms, friend by friend."""
    for friend in found.among:
        label = f"runs into {b.name_to(b.seat_of(unit), friend)} as it forms"
        each = b.settle("interpenetration", InterpenetrationFacts()).disorder
        yield pre.Penalty(rule="CS-6.8", label=label, value=each, of="disorder", tone="bad")
    # a copy with the order on it, as the movement phase will find it
    now = replace(b.unit(unit), order=order)
    mover = by_order(b, now, order)
    if mover is None or not mover.moves:
        return
    interval = mover.change.interval if mover.change else now.interval
    standing = replace(now, formation=found.formation, interval=interval)
    cost = way_cost(b, standing, mover, [Placement(now.position, now.heading), *found.places])
    for each in cost.modifiers:
        if each.value:
            yield pre.Penalty(rule=each.rule, label=each.label, value=each.value, of="disorder", tone="bad")
    if cost.refusal is not None:
        yield pre.Penalty(rule=cost.refusal.rule, label=cost.refusal.reason, value=0, of="paces")


# -- what it costs


def _paid(
    b: Battlefield, leader: LeaderState | None, kind: str, found: pre.Preview, values: Mapping[str, Any]
) -> pre.Preview:
    """The same with the points that it takes, the way he rides, and when a rider would be there."""
    paying = _bill(b, leader, kind, values) if leader is not None else None
    # refused: what it would cost is not what keeps it from being given
    if leader is None or paying is None or isinstance(paying, Refusal):
        return found
    arrives = _arrival(b, leader, values) if kind in ("aide", "message") else 0
    lines, notes = _ridden(b, leader, _ride(b, leader, kind, values) if kind != "ride" else None)
    return replace(
        found,
        cost=paying.spent,
        left=paying.points,
        arrives=arrives,
        acts=_acts(arrives) if kind == "aide" else 0,
        acts_rule="CS-3.2e" if kind == "aide" and arrives else "",
        price=_price(b, kind, paying.spent),
        lines=(*found.lines, *lines),
        notes=(*found.notes, *notes),
    )


PRICED = {
    "order": "orders", "part": "orders", "mission": "missions", "attach": "attachments", "aide": "written",
    "regiment": "written", "message": "messages", "beyond": "written",
}  # fmt: skip
"""The item of the price list (CS-3.2k) by the kind of answer."""


def _price(b: Battlefield, kind: str, spent: int) -> tuple[pre.Penalty, ...]:
    """What is paid for, item by item: the thing itself, and the ride there as far as it costs more. A point that is
    still open from a ride may already hold the order."""
    table = b.rules.tables
    item = table.row("CS-3.2k", PRICED[kind]) if kind in PRICED else None
    # an order may already be held by a point opened for a ride: then it costs nothing more
    own = min(spent, item.value) if item is not None else 0
    ride = spent - own
    stride = table.row("CS-3.2j", "paces").per
    found = [pre.Penalty(rule="CS-3.2k", label=item.label, value=own, of="points")] if item is not None and own else []
    if ride:
        found.append(pre.Penalty(rule="CS-3.2j", label=f"the ride, {stride} paces a point", value=ride, of="points"))
    return tuple(found)


def _bill(b: Battlefield, leader: LeaderState, kind: str, values: Mapping[str, Any]) -> Bill | Refusal | None:
    """What he pays, with the ride; what is written costs its price, and to a regimental commander he has to ride."""
    bought = BOUGHT.get(kind)
    way = _ride(b, leader, kind, values)
    if bought is None or (kind == "regiment" and way is None):
        return None
    return bill(b, leader, paces=way.paces if way is not None else 0, **bought)


BOUGHT: dict[str, dict[str, int]] = {
    "order": {"orders": 1}, "part": {"orders": 1}, "mission": {"missions": 1}, "attach": {"attachments": 1}, "ride": {},
    "aide": {"written": 1}, "regiment": {"written": 1}, "message": {"messages": 1},
}  # fmt: skip
"""What each kind of answer pays for, besides the ride."""


def _ride(b: Battlefield, leader: LeaderState, kind: str, values: Mapping[str, Any]) -> Ride | None:
    """His way to whomever he speaks to himself; None where somebody rides for him, or nobody is there."""
    if kind in ("order", "part"):
        return way_to(b, leader, values["unit"])
    if kind == "mission":
        return min((way_to(b, leader, unit) for unit in values["units"]), key=lambda each: each.paces)
    if kind == "attach":
        return way_near(leader.position, b.survey.middle(values["unit"]), 0)
    if kind == "ride":
        return way_near(leader.position, (values["to"][0] * SUB, values["to"][1] * SUB), 0)
    if kind != "regiment":
        return None
    units = by_word.regiments(b, b.owners(leader.id)[0], leader.id).get(values.get("regiment", ""))
    return by_word.way_to_colonel(b, leader, units) if units else None


def _ridden(b: Battlefield, leader: LeaderState, way: Ride | None) -> tuple[tuple[pic.Line, ...], tuple[str, ...]]:
    """A ride on the map and in words, for where it is not what was asked for: that he goes, how far, whom he leaves."""
    if way is None or not way.paces:
        return (), ()
    name = b.name(leader.id)
    words = f"{name} rides {many(way.paces, 'pace')} to say it"
    leaves = f", and leaves {b.name(leader.attached)}" if leader.attached else ""
    line = pic.Line(
        id=f"ride/{leader.id}", words=words, label=f"{many(way.paces, 'pace')}", style="way",
        side=b.seating.side_of(b.owners(leader.id)[0]), points=(spot(leader.position), spot(way.to)),
    )  # fmt: skip
    return (line,), (words + leaves,)


def _arrival(b: Battlefield, leader: LeaderState, values: Mapping[str, Any]) -> int:
    """The turn a rider would be there, by the straight way and if nobody moves."""
    goals = [_goal(b, who) for who in _addressed(values)]
    if not goals:
        return 0
    away = min(distance(leader.position, goal) for goal in goals)
    # the turn he sets out counts: within one ride he is there in the same turn
    return b.world.turn + max(0, -(-away // to_sub(b.rules.tables.number("CS-3.2b", "paces"))) - 1)


@implements("CS-3.2e")
def _acts(arrives: int) -> int:
    """The turn in whose command phase a command by aide is acted on: the one after it is brought."""
    return arrives + 1 if arrives else 0


def _addressed(values: Mapping[str, Any]) -> Sequence[str]:
    return [who for who in (values.get("unit"), values.get("to"), *(values.get("units") or ())) if who]


def _goal(b: Battlefield, who: str) -> Point:
    return b.world.leaders[who].position if who in b.world.leaders else b.survey.middle(who)
