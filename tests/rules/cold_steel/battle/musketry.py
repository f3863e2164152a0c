"""Battalions that fire at each other: with how many figures, at what chance."""

from __future__ import annotations

from typing import Any

from grognard.systems.cold_steel.phases import small_arms
from grognard.systems.cold_steel.staging import events, run, stage, unit
from grognard.systems.cold_steel.table.state import Doings

SPENT = {"volley_spent": True, "status": "determined"}
"""A unit that fired before, and is neither better nor worse than others."""
QUIET = {"now": Doings(engaged=True), "status": "determined"}
"""A unit that does not fire back."""


def foot(name: str = "a", side: str = "blue", at: Any = (500, 500), facing: float = 0, **more: Any) -> Any:
    """A battalion of 24 figures in a line of 120 paces."""
    return unit(name, side, at=at, facing=facing, **more)


def enemy(name: str = "x", paces: int = 100, **more: Any) -> Any:
    """An enemy battalion so many paces before (500, 500), facing it."""
    return unit(name, "red", **{"at": (500, 500 + paces), "facing": 180, **more})


def fire(*units: Any, dice: Any = 1, choose: Any = None, state: Any = None, **more: Any) -> Any:
    """The field after the small arms phase."""
    b = stage(*units, dice=dice, phase="small_arms_fire", state=state, **more)
    run(small_arms.play(b), choose)
    return b


def volleys(b: Any) -> dict[tuple[str, str], tuple[int, int]]:
    """Percent of a figure, and figures, by firer and target."""
    return {
        (event.units["unit"], event.units["target"]): (event.roll.details["percent_each"], event.secret["figures"])
        for event in events(b, "volley")
    }


def one(b: Any) -> tuple[int, int]:
    """Percent and figures of the only volley of a at x."""
    return volleys(b)["a", "x"]


def plain(*units: Any, a: Any = None, x: Any = None, **more: Any) -> Any:
    """The field after a, which has fired before, fired at x, which does not answer."""
    return fire(*units, state={"a": {**SPENT, **(a or {})}, "x": {**QUIET, **(x or {})}}, **more)
