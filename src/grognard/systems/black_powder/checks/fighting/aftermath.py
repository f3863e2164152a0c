"""After a fight: victory moves, retiring."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from grognard.kernel.checks import reckoning
from grognard.kernel.facts import Count, Facts, Paces
from grognard.kernel.tables import Tables

from ...terms import Arm, Formation


class VictoryFacts(Facts):
    """A unit that won a combat."""

    move: Annotated[Paces, "paces of a move of the unit"] = 240
    formation: Annotated[Formation, "its formation"] = "line"
    gone: Annotated[bool, "every enemy that it fought has broken or left"] = True
    shaken: Annotated[bool, "it is shaken"] = False
    disordered: Annotated[bool, "it is disordered"] = False
    swept: Annotated[Count, "sweeping advances it has made in this turn"] = 0


class VictoryResult(NamedTuple):
    """Whether it may move at once, how far, and whether it may charge somebody else with it."""

    allowed: bool
    paces: int
    may_charge: bool


@reckoning("victory-move", "BP-HTH-6", asks=VictoryFacts)
def victory_move(t: Tables, s: VictoryFacts) -> VictoryResult:
    """Whether a winner may move, and charge on."""
    barred = s.shaken or s.disordered or s.formation in t.value("BP-HTH-6", "formations")
    if not s.gone or barred:
        return VictoryResult(False, 0, False)
    return VictoryResult(True, s.move * t.number("BP-HTH-6", "moves"), s.swept < t.number("BP-HTH-6", "sweeps"))


class RetireFacts(Facts):
    """A unit that has to go back."""

    move: Annotated[Paces, "paces of a move of the unit, or as far as it must go"] = 240
    arm: Annotated[Arm, "its arm"] = "infantry"
    formation: Annotated[Formation, "its formation"] = "line"
    clear: Annotated[Paces, "paces free of enemies and impassable ground behind it"] = 20_000
    from_combat: Annotated[bool, "out of a close combat"] = False


class RetireResult(NamedTuple):
    """Paces it goes, or that it breaks because it cannot."""

    paces: int
    breaks: bool


@reckoning("retire-move", "BP-HTH-7", asks=RetireFacts)
def retire_move(t: Tables, s: RetireFacts) -> RetireResult:
    """How far a unit retires."""
    if s.from_combat and s.formation in t.value("BP-HTH-7", "breaks"):
        return RetireResult(0, True)
    way = s.move * t.number("BP-HTH-7", "moves")
    gone = min(way, s.clear)
    if gone * t.number("BP-HTH-7", "of") < way * t.number("BP-HTH-7", "part"):
        return RetireResult(0, True)
    return RetireResult(gone, False)
