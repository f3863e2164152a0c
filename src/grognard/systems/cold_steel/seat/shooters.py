"""What the record of a shot tells beside its dice: who shot at another percentage than the rest, why it went astray."""

from __future__ import annotations

from grognard.battle.events import Event
from grognard.kernel.checks import implements

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


@implements("CS-7.7a")
def strayed(b: Battlefield, event: Event) -> str:
    """Why a friend was struck: not the line of fire counts, but all of the arc. Nothing where nobody was."""
    if event.kind != Cannonade.kind or not event.units.get("friend") or not event.values.get("astray"):
        return ""
    arc, friend = b.rules.tables.number("CS-7.1c", "arc"), b.name(event.units["friend"])
    return (
        f"a double goes astray: it strikes a friend anywhere in the arc, {arc} degrees to each side, no farther than "
        f"the target; {friend} is the nearest to the line of fire"
    )
