"""Small situations: a few units on bare ground, with dice written down beforehand. For tests and experiments.

Places are in inches of the rules, so that ranges can be read off: `unit("a", at=(20, 20))` faces north, and
`unit("b", RED, at=(20, 32), facing=180)` stands twelve inches before it.
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
from grognard.ground.units import SUB
from grognard.scenarios.model import Scenario, Victory

from . import setup
from .muster import SYSTEM
from .table import bodies
from .table.field import PowderField
from .table.state import UnitState

INCH = bodies.inch(systems.rules(SYSTEM).tables) // SUB
"""Paces in an inch of the rules."""
_STATE = frozenset(UnitState.__struct_fields__) - {"id", "side", "brigade", "position", "heading"}
_ARMS: dict[str, HistoricArm] = {
    "infantry": "infantry",
    "light_cavalry": "dragoons",
    "heavy_cavalry": "heavy_cavalry",
    "foot_artillery": "foot_artillery",
    "horse_artillery": "horse_artillery",
}
_MEN = {"infantry": 600, "light_cavalry": 300, "heavy_cavalry": 300}
Staged = tuple[str, str, Unit, dict[str, Any]]


def unit(
    name: str,
    side: str = BLUE,
    *,
    at: tuple[float, float],
    facing: int = 0,
    arm: Any = "infantry",
    brigade: int = 1,
    **more: Any,
) -> Staged:
    """A unit with the middle of its front so many inches to the east and north: of standard size, of the usual profile
    of its arm, without special rules but those of `UnitState` that are given, in line or unlimbered unless told
    otherwise. What the rules know of it (formation, casualties, disordered …) is given as `UnitState` names it."""
    guns: dict[str, Any] = {"guns": 6, "calibre": "6-pdr"} if arm.endswith("artillery") else {}
    made = Unit(
        id=name,
        name=name,
        arm=_ARMS[arm],
        nation=NATIONS[side],
        experience="trained",
        position=(INCH * at[0], INCH * at[1]),
        facing=float(facing),
        formation="unlimbered" if guns else "line",
        men=_MEN.get(arm, 100),
        **guns,
    )
    known = {"special": (), **more}
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
    """A scenario of some brigades a side. `leaders` says where the commanders stand, in inches: `blue`, `red` of the
    armies, `blue-1`, `red-1` … of the brigades, who else are beside the first of their units."""
    places = dict(leaders or {})
    sides = tuple(_side(side, [each for each in units if each[0] == side], places) for side in (BLUE, RED))
    wide = size[0] * INCH, size[1] * INCH
    return bare(sides, wide, victory or Victory(length_turns=turns), features=features)


def _side(side: str, own: Sequence[Staged], places: Mapping[str, tuple[float, float]]) -> Side:
    brigades = dict.fromkeys(each[1] for each in own)
    first = own[0][2].position if own else (0.0, 0.0)

    def at(name: str, usual: tuple[float, float]) -> tuple[float, float]:
        return (places[name][0] * INCH, places[name][1] * INCH) if name in places else usual

    def brigade(name: str) -> Formation:
        units = tuple(made for _, of, made, _ in own if of == name)
        number = name.rsplit(" ", 1)[1]
        leader = Leader(f"Brigadier {side} {number}", position=at(f"{side}-{number}", units[0].position))
        return Formation(name, level="brigade", commander=leader, units=units)

    return Side(
        name=side,
        nation=NATIONS[side],
        commander=Leader(f"General {side}", position=at(side, first)),
        deployment_edge="south" if side == BLUE else "north",
        formations=tuple(brigade(name) for name in brigades),
    )


def stage(
    *units: Staged,
    dice: Iterable[int] | int = 1,
    variants: tuple[str, ...] = (),
    phase: str = "",
    states: Mapping[str, Mapping[str, Any]] | None = None,
    **more: Any,
) -> PowderField:
    """A field. `dice` are the faces that come up, in order, or a seed; `states` fields of commanders by their ids
    (`brigadier-blue-1`, `general-blue`); all else goes to `scenario`."""
    b = setup.begin(scenario(*units, **more), Options(variants=variants))
    throw(b, dice)
    for _, _, made, known in units:
        b.world.units[made.id] = replace(b.world.units[made.id], **known)
    if phase:
        b.world.phase = phase
    for name, fields in (states or {}).items():
        b.world.leaders[name] = replace(b.world.leaders[name], **fields)
    # the records were changed without events, so what was kept of them is stale
    b.restarted(b.world)
    b.knowledge.look()
    return b


__all__ = ["BLUE", "INCH", "RED", "Choose", "events", "run", "says", "scenario", "stage", "unit"]
