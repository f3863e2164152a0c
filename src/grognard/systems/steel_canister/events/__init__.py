"""Everything that can happen, each kind of event declared once, with its sentence."""

from __future__ import annotations

from grognard.battle.events import Event
from grognard.battle.kinds import gathered, said

from . import combat, command, movement, troops

KINDS = gathered(troops, command, movement, combat)


def particulars(event: Event) -> str:
    """What one notes beside the dice: spaces, action points before and after, which step of several."""
    noted = {**event.values, **event.secret}
    parts = []
    if "from" in noted:
        to = f" to {_space(noted['to'])}" if "to" in noted else f" at {_space(noted['at'])}" if "at" in noted else ""
        parts.append(f"space {_space(noted['from'])}{to}")
    if "failed" in noted:
        parts.append(f"step {noted['failed']} of {noted['of']}, which costs {noted['costs']} before dice, fails")
    elif noted.get("of", 1) > 1:
        parts.append(f"step {noted['step']} of {noted['of']}")
    if isinstance(noted.get("points"), (list, tuple)):  # victory has points of another kind, by side
        before, after = noted["points"]
        parts.append(f"action points {before} to {after}" + (f", for: {said(noted['for'])}" if "for" in noted else ""))
    return "; ".join(parts)


def _space(space: list[int]) -> str:
    return ",".join(map(str, space))
