"""Units that come onto the board in the course of the battle."""

from __future__ import annotations

from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.kernel.checks import implements

from ..checks.moving import ActionPointsFacts, EntryFacts
from ..effects import drive_off_leaders
from ..events.movement import UnitArrived
from ..table.board import Space
from ..table.field import Field
from ..table.state import UnitState, arrival_turn
from ..terms import Facing

_INWARD: dict[str, Facing] = {"south": "N", "north": "S", "west": "E", "east": "W"}


@implements("SC-1.1e")
def arrive(b: Field, side: str) -> None:
    """Units of a side whose time has come enter at the edge, as near as there is room to where they are expected. They
    may move at once."""
    for unit in list(b.world.units.values()):
        edge = _due(b, unit) if unit.side == side and unit.where == "waiting" else ""
        space = _entry(b, unit, edge) if edge else None
        if space is not None:
            _enters(b, unit, space, edge)


def _due(b: Field, unit: UnitState) -> str:
    """The edge by which a unit comes now; nothing while it is not yet time. Who has no hour comes at once."""
    scheduled = b.chain.units[unit.id].unit
    if scheduled.arrival is None:
        return scheduled.off_board or ""
    return scheduled.arrival.edge if arrival_turn(scheduled) <= b.world.turn else ""


def _entry(b: Field, unit: UnitState, edge: str) -> Space | None:
    x, y = unit.space
    width, height = b.board.width, b.board.height
    rim: dict[str, list[Space]] = {
        "south": [(i, 0) for i in range(width)],
        "north": [(i, height - 1) for i in range(width)],
        "west": [(0, i) for i in range(height)],
        "east": [(width - 1, i) for i in range(height)],
    }
    # the nearest that has room; by place where several are equally near
    near = sorted(rim[edge], key=lambda each: (abs(each[0] - x) + abs(each[1] - y), each))
    return next((space for space in near if _free(b, unit, space)), None)


def _free(b: Field, unit: UnitState, space: Space) -> bool:
    """Whether a unit can come in there: no enemy, no water, no flames, room, and ground its arm may enter."""
    if b.in_space(space, b.seating.other(unit.side)) or space in b.board.impassable | b.burning():
        return False
    entering = _entering(b, unit, space)
    if b.rules["entry"].refusal(entering) is not None:
        return False
    return b.fits(unit, space, b.settle("entry", entering).formation)


@implements("SC-0.11", "SC-4.1f")
def _entering(b: Field, unit: UnitState, space: Space) -> EntryFacts:
    """A unit on the rim: it comes by road where one passes."""
    road = any(b.board.road(space, each) for each in b.board.neighbours(space))
    return EntryFacts(arm=unit.arm, formation=unit.formation, terrain=b.board.terrain[space], road=road)


def _enters(b: Field, unit: UnitState, space: Space, edge: str) -> None:
    points = b.settle("action-points", ActionPointsFacts(arm=unit.arm, status=unit.status)).ap
    formation = b.settle("entry", _entering(b, unit, space)).formation
    fields = {"where": "board", "space": space, "facing": _INWARD[edge], "ap": points, "cube": "move"}
    fields |= {"formation": formation} if formation != unit.formation else {}
    sets = [b.change(unit.id, **fields)]
    sets += [
        Set("leaders", leader.id, {"where": "board", "space": space})
        for leader in b.world.leaders.values()
        if leader.where == "waiting" and leader.id in b.chain.units[unit.id].leaders
    ]
    b.emit(Noted(), rules=("SC-1.1e",), sets=sets, to=())  # first he is there, then he is seen
    b.look_again(unit.id)
    b.report(UnitArrived(unit=unit.id, edge=edge), rules=("SC-1.1e",))
    drive_off_leaders(b, space, unit.side)
