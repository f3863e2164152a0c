"""Small situations: a few units on bare ground, with dice written down beforehand. For tests and experiments.

Places are in inches of the charts, so that ranges can be read off: `unit("a", at=(20, 20))` faces north, and
`unit("b", side="red", at=(20, 22), facing=180)` stands two inches before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from grognard import systems
from grognard.army.oob import Arm as HistoricArm
from grognard.army.oob import Formation, Leader, Side, Unit
from grognard.battle.choosing import Options
from grognard.battle.staging import BLUE, NATIONS, RED, Choose, bare, events, run, says, throw
from grognard.scenarios.model import Scenario, Victory

from . import setup
from .checks.charts import paces
from .checks.units import steps_in
from .muster import SYSTEM
from .table.field import ClassField
from .table.state import UnitState
from .terms import branch

INCH = paces(systems.rules(SYSTEM).tables, 1)
_STATE = frozenset(UnitState.__struct_fields__) - {"id", "side", "division", "brigade", "position", "heading"}
_ARMS: dict[str, HistoricArm] = {
    "light_cavalry": "light_cavalry",
    "heavy_cavalry": "heavy_cavalry",
    "artillery": "foot_artillery",
}
Staged = tuple[str, str, Unit, dict[str, Any]]


def unit(
    name: str,
    side: str = BLUE,
    *,
    at: tuple[float, float],
    facing: int = 0,
    arm: Any = "infantry",
    brigade: int = 1,
    castings: int = 0,
    **more: Any,
) -> Staged:
    """A unit with the middle of its front so many inches to the east and north: six stands of line infantry of CW 11 in
    line unless told otherwise. What the rules know of it (formation, status, ammunition …) is given as `UnitState`
    names it; `castings` are tubes for guns."""
    guns: dict[str, Any] = {"guns": 6, "calibre": "6-pdr"} if arm == "artillery" else {}
    made = Unit(
        id=name,
        name=name,
        arm=_ARMS.get(arm, "infantry"),
        nation=more.pop("nation", NATIONS[side]),
        experience="trained",
        position=(INCH * at[0], INCH * at[1]),
        facing=float(facing),
        formation="unlimbered" if guns else "line",
        men=more.pop("men", 1080),
        **guns,
    )
    known = {"arm": arm, **more}
    if castings:
        known["castings"] = castings
    assert set(more) <= _STATE, set(more) - _STATE
    return side, f"{side} brigade {brigade}", made, known


def scenario(
    *units: Staged,
    features: Sequence[Mapping[str, Any]] = (),
    size: tuple[int, int] = (72, 48),
    leaders: Mapping[str, tuple[float, float]] | None = None,
    turns: int = 12,
    victory: Victory | None = None,
) -> Scenario:
    """A scenario of one division a side. `leaders` says where the commanders stand, in inches: `blue`, `red` of the
    armies, `blue-1`, `red-1` of the divisions, who else are beside the first of their units."""
    places = dict(leaders or {})
    sides = tuple(_side(side, [each for each in units if each[0] == side], places) for side in (BLUE, RED))
    wide = size[0] * INCH, size[1] * INCH
    return bare(sides, wide, victory or Victory(length_turns=turns), features=features)


def _side(side: str, own: Sequence[Staged], places: Mapping[str, tuple[float, float]]) -> Side:
    brigades = dict.fromkeys(each[1] for each in own)
    first = own[0][2].position if own else (0.0, 0.0)

    def at(name: str) -> tuple[float, float]:
        return (places[name][0] * INCH, places[name][1] * INCH) if name in places else first

    division = Formation(
        f"{side} division",
        level="division",
        commander=Leader(f"Divisionnaire {side}", position=at(f"{side}-1")),
        formations=tuple(
            Formation(name, level="brigade", units=tuple(made for _, of, made, _ in own if of == name))
            for name in brigades
        ),
    )
    return Side(
        name=side,
        nation=NATIONS[side],
        commander=Leader(f"General {side}", position=at(side)),
        deployment_edge="south" if side == BLUE else "north",
        formations=(division,),
    )


def stage(
    *units: Staged, dice: Iterable[int] | int = 1, variants: tuple[str, ...] = (), phase: str = "", **more: Any
) -> ClassField:
    """A field. `dice` are the faces that come up, in order, or a seed; all else goes to `scenario`."""
    b = setup.begin(scenario(*units, **more), Options(variants=variants))
    throw(b, dice)
    for _, _, made, known in units:
        now = b.world.units[made.id]
        fields: dict[str, Any] = {"cw": 11, "troop_class": "line", **known}
        figures = fields.pop("castings", 0)
        if figures:
            whole = steps_in(b.t, branch(fields["arm"]), figures)
            fields = {"starting": whole, "steps": whole, **fields}
        b.world.units[made.id] = replace(now, **fields)
    if phase:
        b.world.phase = phase
    b.restarted(b.world)
    b.knowledge.look()
    return b


__all__ = ["BLUE", "INCH", "RED", "Choose", "events", "run", "says", "scenario", "stage", "unit"]
