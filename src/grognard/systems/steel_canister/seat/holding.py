"""Why a unit can be told nothing just now, in words, from what its own seat sees."""

from __future__ import annotations

from grognard.kernel.checks import Refusal

from ..knowledge.view import View
from ..table.state import UnitState

_CUBES = ("3",)
_ACTIONS = ("5e", "5f")
REACTIONS = ("5g", "5h")
_FIRST = {
    "hold": "its cube says hold: it may react to the enemy later in the turn, and fire in phases 6 and 7",
    "fire": "its cube says fire, and there is nobody it could hit",
    "rally": "its cube says rally, and it needs no rallying",
    "charge": "its cube says charge",
}


def held(view: View, now: UnitState) -> Refusal | None:
    """The reason, if there is one; whether the unit can do something else has still to be asked."""
    if now.where != "board":
        return None
    if view.phase in _CUBES:
        return _at_the_cubes(now)
    return _acting(view, now) if view.phase in (*_ACTIONS, *REACTIONS) else None


def _at_the_cubes(now: UnitState) -> Refusal | None:
    return Refusal("SC-7.3", "it fights where it stands and gets no cube") if now.melee else None


def _acting(view: View, now: UnitState) -> Refusal | None:
    if now.melee:
        return Refusal("SC-6.5", "it is in a melee, which is fought in phase 8")
    if now.charged or now.opportunity:
        return Refusal("SC-6.2", "it has charged, and does nothing else this turn")
    if now.ap <= now.spent:
        return Refusal("SC-0.12", "it has no action points left")
    if now.status in ("retreat", "rout"):
        return Refusal("SC-5.2", "it runs, and can do nothing but rally")
    if view.phase in _ACTIONS and not now.acted and now.cube in _FIRST:
        return Refusal("SC-7.3", _FIRST[now.cube])
    return None
