"""Units that carry out their orders in a movement phase."""

from __future__ import annotations

from typing import Any

from grognard.systems.cold_steel.phases import movement
from grognard.systems.cold_steel.staging import run, stage
from grognard.systems.cold_steel.table.state import Order


def play(*units: Any, orders: dict[str, Order] | None = None, state: Any = None, **more: Any) -> Any:
    fields = {name: {"order": order} for name, order in (orders or {}).items()}
    for name, extra in (state or {}).items():
        fields.setdefault(name, {}).update(extra)
    b = stage(*units, state=fields, phase="movement", **more)
    run(movement.play(b))
    return b
