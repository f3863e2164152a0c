"""Foot goes into buildings or works (CS-3.3.2.3ac)."""

from __future__ import annotations

from msgspec.structs import replace

from ....table.state import FormationChit, PlainChit, UnitState
from ....works.occupying import judge_occupy
from ..declaration import SpecialOrder


def formation(now: UnitState, told: FormationChit | None) -> FormationChit | None:
    """Its companies stand as the place has it."""
    if now.formation == "garrison":
        return told
    return replace(told, to="garrison") if told is not None else FormationChit("garrison")


SPECIAL = SpecialOrder(
    chit=PlainChit("occupy"),
    word="occupy",
    judge=judge_occupy,
    done=lambda b, now, order: now.formation == "garrison",
    formation=formation,
    icon="M4 13V7l5-4 5 4v6zM0 11h8M5.5 8.5L8 11l-2.5 2.5",
    label="go in",
)
