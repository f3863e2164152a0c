"""Phases 1 to 4: leaders replaced, brigade orders, order cubes, initiative."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from grognard.battle.decisions import Decision, Option
from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.battle.procedures import Steps, ask, together
from grognard.kernel.checks import Refusal, implements
from grognard.kernel.domains import Choice
from grognard.kernel.opposed import Pair

from .. import desk as forms
from ..checks.command import InitiativeFacts, LeaderReplacementFacts, OrderChangeFacts, OrderCubeFacts
from ..effects import leave_flames
from ..events.command import (
    CubePlaced,
    GoesFirst,
    InitiativeTied,
    InitiativeWon,
    LeaderAttached,
    LeaderDetached,
    LeaderNotReplaced,
    LeaderReplaced,
    OpeningOrder,
    OrderIssued,
    OrderLost,
    OrderNotWritten,
    OrderScrapped,
    OrderWaits,
    OrderWritten,
)
from ..table.distances import commands, hears_superior, in_command
from ..table.field import Field
from ..table.state import BrigadeState, LeaderState, UnitState
from ..terms import BrigadeOrder, Cube, branch

_ORDERS: tuple[BrigadeOrder, ...] = get_args(BrigadeOrder)
_CUBES: tuple[Cube, ...] = get_args(Cube)


# -- phase 1


@implements("SC-1.5")
def replacement(b: Field) -> Steps[None]:
    """Phase 1: for every leader lost on an earlier turn a die says whether somebody takes his place."""
    leave_flames(b)
    _remember_status(b)
    for leader in list(b.world.leaders.values()):
        if not leader.lost_on or leader.lost_on >= b.world.turn:
            continue
        units = [unit for unit in b.chain.leaders[leader.id].units if b.unit(unit).where == "board"]
        roll = b.roll("leader-replacement", LeaderReplacementFacts(), by=leader.id)
        if units and roll.settled.replaced:
            yield from _takes_over(b, leader, units, roll)
        else:
            b.privately(LeaderNotReplaced(leader=leader.id), b.seat_of(leader.id), rules=("SC-1.5",), roll=roll)


def _remember_status(b: Field) -> None:
    changed = [b.change(unit.id, began=unit.status) for unit in b.world.units.values() if unit.began != unit.status]
    if changed:
        b.emit(Noted(), rules=("SC-5.6",), sets=changed, to=())


def _takes_over(b: Field, leader: LeaderState, units: list[str], roll: Any) -> Steps[None]:
    """The new man appears with any unit of his command."""
    by = {"unit": Choice(tuple(units))}
    answer = yield from ask(
        Decision(
            b.seat_of(leader.id),
            "replacement",
            f"Where does the successor of {b.name(leader.id)} take over?",
            [Option("with", "with a unit of his command", "SC-1.5", dict(by), form=forms.REPLACEMENT.id)],
            default=("with", {"unit": units[0]}),
            rules=("SC-1.5",),
            about={"leader": leader.id},
        )
    )
    space = b.unit(answer.values["unit"]).space
    fields = {"lost_on": 0, "where": "board", "space": space, "attached": ""}
    b.report(
        LeaderReplaced(leader=leader.id, unit=answer.values["unit"]),
        rules=("SC-1.5",),
        roll=roll,
        sets=[Set("leaders", leader.id, fields)],
    )


# -- phase 2


@implements("SC-1.6", "SC-7.2")
def orders(b: Field) -> Steps[None]:
    """Phase 2: seats say which brigades get other orders; dice say whether they do. Opening orders are free."""
    # all at once, and nothing is rolled before all are done: nobody learns from another's orders
    wanted: list[dict[str, BrigadeOrder]] = yield from together([_wish(b, seat.id) for seat in b.seats])
    if b.world.turn == 1:
        return
    meant = {brigade: order for each in wanted for brigade, order in each.items()}
    for brigade in list(b.world.brigades.values()):
        # an order that is only written is tried again each turn, unasked (our ruling on SC-1.6)
        if brigade.id in meant or (brigade.written and _may_change(b, brigade)):
            _change_order(b, brigade, meant.get(brigade.id, brigade.written or brigade.order))


def _wish(b: Field, seat: str) -> Steps[dict[str, BrigadeOrder]]:
    """One seat's wishes, until it is done."""
    wishes: dict[str, BrigadeOrder] = {}
    while True:
        options = _order_options(b, seat, wishes)
        if not options:
            return wishes
        answer = yield from ask(
            Decision(
                seat,
                "orders",
                "Orders for the brigades",
                [*options, Option("done", "the orders stand", "SC-1.6")],
                default=("done", {}),
                rules=("SC-1.6", "SC-7.2"),
                judge=_new_order(b),
            )
        )
        if answer.option == "done":
            return wishes
        brigade = answer.values["brigade"]
        if answer.option == "scrap":
            _scrap(b, seat, brigade)
            continue
        wishes[brigade] = answer.values["order"]
        if b.world.turn == 1:
            b.privately(
                OpeningOrder(brigade=brigade, order=wishes[brigade]),
                seat,
                rules=("SC-7.2",),
                sets=[Set("brigades", brigade, {"order": wishes[brigade]})],
            )


def _new_order(b: Field) -> Any:
    def judge(option: str, values: Mapping[str, Any]) -> Refusal | None:
        if option == "order" and b.world.turn > 1 and b.world.brigades[values["brigade"]].order == values["order"]:
            return Refusal("SC-1.6", "it has that order already")
        return None

    return judge


def _order_options(b: Field, seat: str, wishes: Mapping[str, str]) -> list[Option]:
    own = [each for each in b.world.brigades.values() if b.seat_of(each.id) == seat and each.id not in wishes]
    if b.world.turn == 1:
        free, written = own, []
    else:
        own = [each for each in own if _may_change(b, each)]
        free, written = [e for e in own if not e.written], [e for e in own if e.written]
    fields = {"brigade": Choice(tuple(each.id for each in free)), "order": Choice(_ORDERS)}
    found = (
        [Option("order", "another order for a brigade", "SC-1.6", dict(fields), form=forms.BRIGADE_ORDER.id)]
        if free
        else []
    )
    if written:
        scraps = {"brigade": Choice(tuple(each.id for each in written))}
        text = "tear up an order that was written and not sent"
        found.append(Option("scrap", text, "SC-1.6", dict(scraps), form=forms.SCRAP.id))
    return found


def _may_change(b: Field, brigade: BrigadeState) -> bool:
    """Its leader is within his superior's reach; a broken brigade only withdraws (SC-5.7)."""
    left = any(b.unit(unit).where in ("board", "waiting") for unit in brigade.units)
    return left and not brigade.broken and hears_superior(b, brigade)


def _scrap(b: Field, seat: str, brigade: str) -> None:
    b.privately(
        OrderScrapped(brigade=brigade), seat, rules=("SC-1.6",), sets=[Set("brigades", brigade, {"written": ""})]
    )


def order_step(b: Field, seat: str, step: Literal["write", "issue"]) -> OrderChangeFacts:
    """A step of changing an order, as the check asks for it."""
    side = next(each.side for each in b.seats if each.id == seat)
    return b.specially("command", OrderChangeFacts(step=step), side=side)


@implements("SC-1.6")
def _change_order(b: Field, brigade: BrigadeState, order: BrigadeOrder) -> None:
    """Write the order, then issue it; one that is only written waits for the next turn."""
    seat = b.seat_of(brigade.id)
    if not brigade.written:
        # orders are secret, and so are their dice: from the open stream one could count them
        roll = b.roll("order-change", order_step(b, seat, "write"), secret=seat)
        written: dict[str, Any] = {"written": order} if roll.settled.succeeds else {}
        first = (OrderWritten if written else OrderNotWritten)(brigade=brigade.id, order=order)
        sets = [Set("brigades", brigade.id, written)] if written else []
        b.privately(first, seat, rules=("SC-1.6",), roll=roll, sets=sets)
        if not written:
            return
    roll = b.roll("order-change", order_step(b, seat, "issue"), secret=seat)
    issued, keeps = roll.settled.succeeds, b.rules.tables.value("SC-1.6", "keeps")
    second = (OrderIssued if issued else OrderWaits if keeps else OrderLost)(brigade=brigade.id, order=order)
    fields = {"order": order, "written": ""} if issued else {} if keeps else {"written": ""}
    sets = [Set("brigades", brigade.id, fields)] if fields else []
    b.privately(second, seat, rules=("SC-1.6",), roll=roll, sets=sets)


# -- phase 3


@implements("SC-1.1b", "SC-7.1", "SC-0.12")
def cubes(b: Field) -> Steps[None]:
    """Phase 3: who is in command, action points, then covered cubes on all units; those without one hold."""
    _count_points(b)
    yield from together([_place(b, seat.id) for seat in b.seats])
    bare = [unit for unit in b.on_board() if not unit.cube and not unit.melee]
    holding = [b.change(unit.id, cube="hold") for unit in bare if _allowed(b, unit, "hold")]
    if holding:
        b.emit(Noted(), rules=("SC-1.1b",), sets=holding, to=())


def _count_points(b: Field) -> None:
    # the ways of a leader's word, kept for the next unit of the same leader
    ways: dict[str, Any] = {}
    sets = []
    for unit in b.on_board():
        commanded = in_command(b, unit, ways)
        points = b.reckoned("action-points", arm=unit.arm, status=unit.status, in_command=commanded).ap
        sets.append(b.change(unit.id, ap=points, in_command=commanded))
    b.emit(Noted(), rules=("SC-0.12", "SC-7.1"), sets=sets, to=())


def _allowed(b: Field, unit: UnitState, cube: Cube) -> bool:
    facts: dict[str, Any] = {
        "cube": cube,
        "status": unit.status,
        "brigade": b.world.brigades[unit.brigade].order,
        "in_command": unit.in_command,
        "engaged": unit.melee,
        "blown": bool(unit.blown),
        "artillery": branch(unit.arm) == "artillery",
    }
    key = "may lie", *facts.values()
    found: bool | None = b.board.reckoned.get(key)
    if found is None:
        found = b.board.reckoned[key] = b.rules["order-cube"].refusal(OrderCubeFacts(**facts)) is None
    return found


def _place(b: Field, seat: str) -> Steps[None]:
    """One seat's cubes and the leaders it attaches, until it is done."""
    placed: set[str] = set()  # leaders; a cube that lies there may be exchanged for another until all is done
    while True:
        answer = yield from ask(
            Decision(
                seat,
                "cubes",
                "Order cubes, placed covered",
                lambda: [*_cube_options(b, seat), *_leader_options(b, seat, placed), _DONE],
                default=("done", {}),
                rules=("SC-1.1b", "SC-7.3"),
                judge=_attaching(b),
                one=lambda key: _one_cube(b, seat, placed, key),
                keys=lambda: _cube_keys(b, seat),
            )
        )
        if answer.option == "done":
            return
        if "leader" in answer.values:
            placed.add(answer.values["leader"])
        _put(b, seat, answer.option, answer.values)


_DONE = Option("done", "all cubes lie; units without one hold", "SC-1.1b")


def _put(b: Field, seat: str, option: str, values: Mapping[str, Any]) -> None:
    if option == "attach":
        leader, unit = values["leader"], values["unit"]
        sets = [Set("leaders", leader, {"attached": unit})]
        b.privately(LeaderAttached(leader=leader, unit=unit), seat, rules=("SC-7.4",), sets=sets)
    elif option == "detach":
        leader = values["leader"]
        sets = [Set("leaders", leader, {"attached": ""})]
        b.privately(LeaderDetached(leader=leader), seat, rules=("SC-7.4",), sets=sets)
    else:
        unit = option.removeprefix("cube:")
        sets = [b.change(unit, cube=values["cube"])]
        b.privately(CubePlaced(unit=unit, cube=values["cube"]), seat, rules=("SC-1.1b", "SC-7.3"), sets=sets)


def _cube_options(b: Field, seat: str) -> list[Option]:
    own = (unit for unit in b.on_board() if b.seat_of(unit.id) == seat)
    return [option for unit in own if (option := _cube_option(b, unit)) is not None]


@implements("SC-7.3")
def _cube_option(b: Field, unit: UnitState) -> Option | None:
    allowed = tuple(cube for cube in _CUBES if cube != unit.cube and _allowed(b, unit, cube))
    if not allowed:
        return None
    fields: dict[str, Any] = {"unit": Choice((unit.id,)), "cube": Choice(allowed)}
    text = f"{'another' if unit.cube else 'a'} cube for {b.name(unit.id)}"
    unsaid = {"unit": unit.id}
    return Option(f"cube:{unit.id}", text, "SC-7.3", fields, unsaid, unit.id, forms.CUBE.id)


def _cube_keys(b: Field, seat: str) -> list[str]:
    own = (unit.id for unit in b.on_board() if b.seat_of(unit.id) == seat)
    return [*(f"cube:{unit}" for unit in own), "attach", "detach", "done"]


def _one_cube(b: Field, seat: str, placed: set[str], key: str) -> Option | None:
    unit = key.removeprefix("cube:")
    if unit != key:
        fit = unit in b.world.units and b.unit(unit).where == "board"
        return _cube_option(b, b.unit(unit)) if fit and b.seat_of(unit) == seat else None
    found = [*_leader_options(b, seat, placed), _DONE]
    return next((option for option in found if option.key == key), None)


def _leader_options(b: Field, seat: str, placed: set[str]) -> list[Option]:
    own = [leader for leader in b.world.leaders.values() if b.seat_of(leader.id) == seat and commands(leader)]
    free = [leader for leader in own if leader.id not in placed and not leader.attached and _beside(b, leader)]
    bound = tuple(leader.id for leader in own if leader.attached and leader.id not in placed)
    units = tuple(dict.fromkeys(unit for leader in free for unit in _beside(b, leader)))
    found = []
    if free:
        fields: dict[str, Any] = {"leader": Choice(tuple(each.id for each in free)), "unit": Choice(units)}
        found.append(Option("attach", "a leader joins a unit in his space", "SC-7.4", fields, form=forms.ATTACH.id))
    if bound:
        fields = {"leader": Choice(bound)}
        found.append(Option("detach", "a leader leaves his unit", "SC-7.4", fields, form=forms.DETACH.id))
    return found


def _beside(b: Field, leader: LeaderState) -> list[str]:
    """Units of his command in a leader's space."""
    return [unit.id for unit in b.in_space(leader.space) if unit.id in b.chain.leaders[leader.id].units]


def _attaching(b: Field) -> Any:
    def judge(option: str, values: Mapping[str, Any]) -> Refusal | None:
        if option == "attach" and values["unit"] not in _beside(b, b.world.leaders[values["leader"]]):
            return Refusal("SC-7.4", "a leader joins only a unit of his command in his own space")
        return None

    return judge


# -- phase 4


@implements("SC-7.5", "SC-1.1c")
def initiative(b: Field) -> Steps[None]:
    """Phase 4: the sides roll, ties again; the winner is player A or B as he likes, and the cubes are uncovered."""
    ours, theirs = b.chain.sides
    bonus = b.rules.tables.number("SC-7.5", "bonus")
    pair = Pair(InitiativeFacts(bonus=bonus), InitiativeFacts(bonus=bonus))
    roll = b.roll("initiative", pair)
    while roll.settled.winner == "again":
        b.emit(InitiativeTied(), rules=("SC-7.5",), roll=roll)
        roll = b.roll("initiative", pair)
    winner = ours if roll.settled.winner == "ours" else theirs
    b.emit(InitiativeWon(winner=winner), rules=("SC-7.5",), roll=roll)
    options = [Option("A", "move first", "SC-1.1c"), Option("B", "let the enemy move first", "SC-1.1c")]
    answer = yield from ask(
        Decision(
            b.seats_of(winner)[0],
            "initiative",
            "You have the initiative: go first, or second?",
            options,
            rules=("SC-1.1c",),
        )
    )
    first = winner if answer.option == "A" else b.seating.other(winner)
    b.emit(GoesFirst(side=first), rules=("SC-1.1c", "SC-1.1b"), sets=[Set("", "", {"a": first})])
