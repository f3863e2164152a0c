"""Special chits for works, buildings, fires and boats: what the check calls them, why they are refused, when they are
carried out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from msgspec.structs import replace

from grognard.kernel.checks import Refusal

from ...table.battlefield import Battlefield
from ...table.state import Order, SpecialName, UnitState
from ...works import boats, fires, labour, occupying

WorksJudge = Callable[["Battlefield", UnitState, Order], Refusal | None]
SPECIALS: dict[SpecialName, Any] = {
    "occupy": "occupy",
    "leave": "leave_works",
    "build_works": "build_works",
    "destroy_structure": "destroy_structure",
    "make_obstacle": "obstacle",
    "clear_obstacle": "obstacle",
    "start_fire": "start_fire",
    "fight_fire": "fight_fire",
    "embark": "embark",
    "disembark": "disembark",
    "move_boat": "move_boats",
}
"""In the words of the check; that buildings are left with a formation chit only is judged where one knows them."""


def _work(judge: Callable[[Battlefield, UnitState, bool], Refusal | None]) -> WorksJudge:
    return lambda b, now, order: judge(b, now, bool(order.way or order.formation))


JUDGES: dict[SpecialName | Literal[""], WorksJudge] = {
    "occupy": occupying.judge_occupy,
    "leave": occupying.judge_leave,
    "build_works": _work(labour.judge_build),
    "destroy_structure": _work(labour.judge_destroy),
    "make_obstacle": _work(labour.judge_make),
    "clear_obstacle": _work(labour.judge_clear),
    "start_fire": lambda b, now, order: fires.judge_start(b, now),
    "fight_fire": lambda b, now, order: fires.judge_fight(b, now),
    "embark": boats.judge_embark,
    "disembark": boats.judge_disembark,
    "move_boat": boats.judge_move,
}


def judge(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """Why a unit cannot carry out this special order here and now."""
    return JUDGES[order.chit](b, now, order)


def as_it_stands(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """What stands against any order for a unit in a boat or in a building."""
    return boats.judge_aboard(now, order) or occupying.judge_march(b, now, order)


def done(b: Battlefield, now: UnitState, order: Order) -> bool:
    """Whether the chit has been carried out, or can no longer be: a boat is told its course turn by turn."""
    match order.chit:
        case "occupy":
            return now.formation == "garrison"
        case "leave":
            return now.formation != "garrison"
        case "embark":
            return bool(now.aboard)
        case "disembark":
            return not now.aboard
        case "move_boat":
            return True
        case _:
            return judge(b, now, replace(order, move=None, formation=None)) is not None
