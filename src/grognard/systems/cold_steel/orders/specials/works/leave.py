"""A garrison comes out of buildings or works (CS-3.3.2.3ac)."""

from __future__ import annotations

from ....table.state import FormationChit, PlainChit, UnitState
from ....works.occupying import judge_leave
from ..declaration import SpecialOrder


def formation(now: UnitState, told: FormationChit | None) -> FormationChit | None:
    """Who leaves works without being told how stands in open order."""
    return FormationChit("open_order") if told is None and now.formation == "garrison" else told


SPECIAL = SpecialOrder(
    chit=PlainChit("leave"),
    word="leave_works",  # that buildings are left with a formation chit only is judged where one knows them
    judge=judge_leave,
    done=lambda b, now, order: now.formation != "garrison",
    formation=formation,
    icon="M4 13V7l5-4 5 4v6zM9 11h8M14.5 8.5L17 11l-2.5 2.5",
    label="come out",
)
