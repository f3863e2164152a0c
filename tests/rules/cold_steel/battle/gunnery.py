"""Batteries on a small field: what they fire at, and what each piece is worth."""

from __future__ import annotations

from typing import Any

from grognard.systems.cold_steel.phases import artillery
from grognard.systems.cold_steel.staging import events, run, stage, unit


def battery(name: str = "g", side: str = "blue", at: Any = (500, 100), **more: Any) -> Any:
    """Four 8-pounders and two howitzers, facing north unless told."""
    return unit(name, side, at=at, arm="foot_artillery", men=120, **{"guns": 4, "howitzers": 2, **more})


def line(name: str = "x", side: str = "red", at: Any = (500, 400), facing: float = 180, **more: Any) -> Any:
    """A battalion of 24 figures in line, facing south unless told."""
    return unit(name, side, at=at, facing=facing, **more)


def fire(*units: Any, dice: Any = 1, state: Any = None, choose: Any = None, **more: Any) -> Any:
    """The field after the artillery phase."""
    b = stage(*units, dice=dice, state=state, phase="artillery_fire", **more)
    run(artillery.play(b), choose)
    return b


def pools(b: Any, kind: str = "cannonade") -> dict[tuple[str, str, str], tuple[int, int]]:
    """Percent of a piece, and of the pool, by unit, kind of piece and target."""
    return {
        (event.units["unit"], event.values["piece"], event.units["target"]): (
            event.roll.details["percent_each"],
            event.roll.details["pool_percent"],
        )
        for event in events(b, kind)
    }


def per_gun(b: Any) -> int:
    """The chance of a gun."""
    return next(each for (_, piece, _), (each, _) in pools(b).items() if piece == "gun")


def regardless(decision: Any) -> Any:
    """All fire whoever is in the way."""
    if decision.kind != "hold_fire":
        return decision.default
    return decision.answer("fire", units=list(decision.option("fire").fields["units"].values))
