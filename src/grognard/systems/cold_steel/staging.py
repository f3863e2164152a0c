"""Small situations: a few units on a bare table, with dice written down beforehand. For tests and experiments.

b = stage(unit("a", at=(500, 500)), unit("b", side="red", at=(500, 620), facing=180), dice=[12, 7])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from grognard.army.oob import Formation, Leader, Level, Side, Unit
from grognard.battle import choosing
from grognard.battle.decisions import Answer, Decision
from grognard.battle.staging import BLUE, NATIONS, RED, Choose, bare, events, lines, run, throw
from grognard.scenarios.model import Beyond, Boat, Conditions, Scenario, Victory

from . import setup
from .game import GAME
from .table.battlefield import Battlefield


def unit(
    name: str,
    side: str = BLUE,
    *,
    at: tuple[float, float],
    facing: float = 0,
    arm: Any = "infantry",
    men: int = 480,
    formation: Any = None,
    experience: Any = "trained",
    **more: Any,
) -> tuple[str, Unit]:
    """A unit for the stage: a battalion in line of 24 figures unless told otherwise."""
    usual: dict[str, Any] = {"foot_artillery": "unlimbered", "horse_artillery": "unlimbered", "irregular": "irregular"}
    guns = {"guns": 6, "howitzers": 2, "calibre": "8-pdr", "howitzer_calibre": "5.5 in"} if "artillery" in arm else {}
    nation = more.pop("nation", NATIONS[side])
    fields: dict[str, Any] = {**guns, **more}
    made = Unit(
        id=name,
        name=name,
        arm=arm,
        nation=nation,
        men=men,
        experience=experience,
        position=at,
        facing=facing,
        formation=formation or usual.get(arm, "line"),
        **fields,
    )
    return side, made


def scenario(
    *units: tuple[str, Unit],
    features: Sequence[Mapping[str, Any]] = (),
    size: tuple[int, int] = (3000, 3000),
    ratings: Mapping[str, Mapping[str, Any]] | None = None,
    leaders: Mapping[str, tuple[float, float]] | None = None,
    date: str = "1809-05-01",
    turns: int = 20,
    character: Any = "open",
    conditions: Conditions | None = None,
    victory: Victory | None = None,
    boats: Sequence[Boat] = (),
    beyond: Sequence[Beyond] = (),
    level: Level = "brigade",
) -> Scenario:
    """A scenario of two brigades, or formations of another level. `leaders` says where the commanders (`blue`, `red`)
    stand."""
    places = {BLUE: (100.0, 100.0), RED: (100.0, size[1] - 100.0), **(leaders or {})}
    sides = tuple(
        Side(
            name=side,
            nation=NATIONS[side],
            commander=Leader(f"General {side}", position=places[side]),
            deployment_edge="south" if side == BLUE else "north",
            formations=(Formation(f"{side} brigade", level=level, units=tuple(u for s, u in units if s == side)),),
        )
        for side in (BLUE, RED)
    )
    return bare(
        sides,
        size,
        victory or Victory(length_turns=turns),
        features=features,
        ratings={"cold-steel": {k: dict(v) for k, v in (ratings or {}).items()}},
        date=date,
        place="a bare table",
        character=character,
        conditions=conditions or Conditions(),
        boat=tuple(boats),
        beyond=tuple(beyond),
    )


def stage(
    *units: tuple[str, Unit],
    dice: Iterable[int] | int = 1,
    variants: tuple[str, ...] = (),
    options: Mapping[str, Any] | None = None,
    phase: str = "",
    state: Mapping[str, Mapping[str, Any]] | None = None,
    **more: Any,
) -> Battlefield:
    """A battlefield. `dice` are the faces that will come up, in order, or a seed; `state` changes units by id
    (status, disorder, lost …); `options` are the battle's; `phase` is the phase it is; all else goes to `scenario`."""
    made = scenario(*units, **more)
    b = setup.begin(made, choosing.read(setup.Options, {"variants": variants, **(options or {})}))
    throw(b, dice)
    for name, fields in (state or {}).items():
        b.world.units[name] = replace(b.world.units[name], **fields)
    if phase:
        b.world.phase = phase  # type: ignore[assignment]
    b.knowledge.look()
    return b


def says(seat: str, *answers: tuple[str, Mapping[str, Any]], kind: str = "command") -> Choose:
    """Answers that a seat gives to decisions of a kind, one after the other; all else by default."""
    left = list(answers)

    def choose(decision: Decision) -> Answer:
        if left and decision.seat == seat and decision.kind == kind:
            option, values = left.pop(0)
            return decision.answer(option, **values)
        return decision.default

    return choose


told = partial(lines, GAME)
"""The log of a battlefield so far, a line an event."""


__all__ = ["BLUE", "RED", "Choose", "events", "run", "says", "scenario", "stage", "told", "unit"]
