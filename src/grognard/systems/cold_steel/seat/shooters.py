"""Who of those that shot together did so at another percentage than the rest, as the record of the shot tells it."""

from __future__ import annotations

from grognard.battle.events import Event

from ..events.fire import Cannonade, Graze, VolleyFired
from ..phases.small_arms.volleys import farther_off
from ..table.battlefield import Battlefield


def others(b: Battlefield, event: Event) -> int:
    """How many; nobody where all were alike, or where a seat is not told how many shot."""
    if event.roll is None or "shooters" not in (event.roll.details or {}):
        return 0
    counted: int = event.roll.details["shooters"]
    if event.kind == VolleyFired.kind and event.secret.get("figures") and event.units.get("unit") in b.world.units:
        return farther_off(b, event.units["unit"], event.secret["figures"], counted)
    if event.kind in (Cannonade.kind, Graze.kind):
        pair = b.rules.tables.number("CS-7.1h", "guns_in_section")
        left = int(event.values["pieces"]) - counted * pair
        return left if left > 0 else 0
    return 0
