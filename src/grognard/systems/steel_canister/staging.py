"""Small situations: a few units on a bare board, with dice written down beforehand. For tests and experiments.

b = stage(unit("a", at=(5, 5)), unit("b", side="red", at=(5, 7), facing="S"), dice=[5, 6, 1])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from grognard import systems
from grognard.army.oob import Formation, Leader, Side, Unit
from grognard.battle.choosing import Options
from grognard.battle.staging import BLUE, NATIONS, RED, Choose, bare, events, lines, run, says, throw
from grognard.scenarios.model import Scenario, Victory

from . import setup
from .game import GAME
from .table.field import Field
from .terms import FACINGS

SPACE = systems.rules("steel-canister").tables.number("SC-0.1", "paces")
_HOW = {"attack_column": "column_of_divisions", "square": "open_square"}


def unit(
    name: str, side: str = BLUE, *, at: tuple[int, int], facing: str = "N", arm: Any = "infantry", **more: Any
) -> tuple[str, Unit, dict[str, Any]]:
    """A unit in a space: a standard veteran battalion in line unless told otherwise. What the rules know of it
    (formation, grade, figures, guard, weight …) may be given as they name it; see `state.UnitState`."""
    known = {key: more.pop(key) for key in list(more) if key in _STATE}
    guns = {"guns": 6, "calibre": "8-pdr"} if "artillery" in arm else {}
    fields: dict[str, Any] = {"men": 630 if "artillery" not in arm else 120, **guns, **more}
    made = Unit(
        id=name,
        name=name,
        arm=arm,
        nation=fields.pop("nation", NATIONS[side]),
        experience="trained",
        position=(SPACE * (at[0] + 0.5), SPACE * (at[1] + 0.5)),
        facing=90.0 * FACINGS.index(facing),
        formation="unlimbered" if guns else "line",
        **fields,
    )
    return side, made, known


_STATE = frozenset((
    "formation", "grade", "figures", "guard", "old_guard", "british", "lances", "rifles", "sappers", "weight",
    "killed", "status", "blown", "manned", "guns_at", "cube", "ap", "spent", "acted", "shots", "shot_early", "charged",
    "opportunity",
    "entered", "in_command", "melee", "attacker", "came_from", "first_round", "crossed", "where", "loss_moved",
    "improved", "began", "may_break", "broke_through", "turned_guns",
))  # fmt: skip
Staged = tuple[str, Unit, dict[str, Any]]


def scenario(
    *units: Staged,
    features: Sequence[Mapping[str, Any]] = (),
    size: tuple[int, int] = (16, 12),
    leaders: Mapping[str, tuple[int, int]] | None = None,
    turns: int = 24,
    victory: Victory | None = None,
) -> Scenario:
    """A scenario of one brigade a side. `leaders` says in which spaces the commanders (`blue`, `red` of the armies,
    `blue-1`, `red-1` of the brigades) stand."""
    places: dict[str, tuple[int, int]] = {
        BLUE: (0, 0),
        RED: (0, size[1] - 1),
        "blue-1": (1, 0),
        "red-1": (1, size[1] - 1),
        **(leaders or {}),
    }
    sides = tuple(
        Side(
            name=side,
            nation=NATIONS[side],
            commander=Leader(f"General {side}", position=_middle(places[side])),
            deployment_edge="south" if side == BLUE else "north",
            formations=(
                Formation(
                    f"{side} brigade",
                    level="brigade",
                    commander=Leader(f"Brigadier {side}", position=_middle(places[f"{side}-1"])),
                    units=tuple(u for s, u, _ in units if s == side),
                ),
            ),
        )
        for side in (BLUE, RED)
    )
    paces = size[0] * SPACE, size[1] * SPACE
    won = victory or Victory(length_turns=turns)
    return bare(sides, paces, won, features=features, place="a bare board")


def _middle(space: tuple[int, int]) -> tuple[float, float]:
    return SPACE * (space[0] + 0.5), SPACE * (space[1] + 0.5)


def stage(
    *units: Staged,
    dice: Iterable[int] | int = 1,
    variants: tuple[str, ...] = (),
    phase: str = "",
    orders: Mapping[str, Any] | None = None,
    terrain: Mapping[tuple[int, int], Any] | None = None,
    edges: Mapping[tuple[tuple[int, int], tuple[int, int]], Any] | None = None,
    levels: Mapping[tuple[int, int], int] | None = None,
    **more: Any,
) -> Field:
    """A field. `dice` are the faces that come up, in order, or a seed; `orders` are brigade orders by side; `terrain`,
    `edges` and `levels` lay out the board; all else goes to `scenario`. Units have their action points."""
    b = setup.begin(scenario(*units, **more), Options(variants=variants))
    throw(b, dice)
    _lay_out(b, terrain or {}, edges or {}, levels or {})
    for (_, made, known), at in zip(units, [_space(made) for _, made, _ in units], strict=True):
        now = replace(b.world.units[made.id], **{"grade": "veteran", **known})
        points = known.get("ap", b.rules.tables.number("SC-1.8a", now.arm))
        b.world.units[made.id] = replace(now, space=at, ap=points, began=now.status)
    for brigade in b.world.brigades.values():
        b.world.brigades[brigade.id] = replace(brigade, order=(orders or {}).get(brigade.side, "attack"))
    if phase:
        b.world.phase = phase
    b.restarted(b.world)
    b.knowledge.look()
    return b


def _space(made: Unit) -> tuple[int, int]:
    return int(made.position[0] // SPACE), int(made.position[1] // SPACE)


def _lay_out(b: Field, terrain: Mapping[Any, Any], edges: Mapping[Any, Any], levels: Mapping[Any, int]) -> None:
    b.board.terrain |= dict(terrain)
    b.board.level |= dict(levels)
    for one, other in edges:
        b.board._edges[min(one, other), max(one, other)] = edges[one, other]


told = partial(lines, GAME)
"""The log of a field so far, a line an event."""


__all__ = ["BLUE", "RED", "Choose", "events", "run", "says", "scenario", "stage", "told", "unit"]
