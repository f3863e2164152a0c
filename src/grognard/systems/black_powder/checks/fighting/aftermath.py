"""After a fight: victory moves, retiring."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from grognard.kernel.checks import reckoning
from grognard.kernel.facts import Count, Facts
from grognard.kernel.tables import Tables

from ...terms import Arm, Formation, GunMove
from ..measures import FAR, Inches
from ..moving.rates import rate_of, retires


class VictoryMoveFacts(Facts):
    """A unit that won a combat."""

    move: Annotated[Inches, "inches of a move of the unit"] = 12
    formation: Annotated[Formation, "its formation"] = "line"
    gone: Annotated[bool, "every enemy that it fought has broken or left"] = True
    shaken: Annotated[bool, "it is shaken"] = False
    disordered: Annotated[bool, "it is disordered"] = False
    swept: Annotated[Count, "sweeping advances it has made in this turn"] = 0


class VictoryMoveResult(NamedTuple):
    """Whether it may move at once, how far, and whether it may charge somebody else with it."""

    allowed: bool
    inches: int
    may_charge: bool


@reckoning("victory-move", "BP-HTH-6", asks=VictoryMoveFacts)
def victory_move(t: Tables, s: VictoryMoveFacts) -> VictoryMoveResult:
    """Whether a winner may move, and charge on."""
    barred = s.shaken or s.disordered or s.formation in t.value("BP-HTH-6", "formations")
    if not s.gone or barred:
        return VictoryMoveResult(False, 0, False)
    return VictoryMoveResult(True, s.move * t.number("BP-HTH-6", "moves"), s.swept < t.number("BP-HTH-6", "sweeps"))


class RetireMoveFacts(Facts):
    """A unit that has to go back."""

    arm: Annotated[Arm, "its arm"] = "infantry"
    formation: Annotated[Formation, "its formation"] = "line"
    gap: Annotated[Inches, "inches between it and the enemy who caused it"] = 0
    clear: Annotated[Inches, "inches free of enemies and impassable ground behind it"] = FAR
    from_combat: Annotated[bool, "out of a close combat"] = False


class RetireMoveResult(NamedTuple):
    """Inches it goes, or that it breaks because it cannot."""

    inches: float
    breaks: bool


@reckoning("retire-move", "BP-HTH-7", asks=RetireMoveFacts)
def retire_move(t: Tables, s: RetireMoveFacts) -> RetireMoveResult:
    """How far a unit retires."""
    if s.from_combat and s.formation in t.value("BP-HTH-7", "breaks"):
        return RetireMoveResult(0, True)
    way = retires(
        t, t.number("BP-HTH-7", "moves") * rate_of(t, s.arm, s.formation, how=how_guns_go(s.formation)), s.gap
    )
    gone = min(way, s.clear)
    # half of the way must be open, or it is as good as caught
    if gone * t.number("BP-HTH-7", "of") < way * t.number("BP-HTH-7", "part"):
        return RetireMoveResult(0, True)
    return RetireMoveResult(gone, False)


def how_guns_go(formation: Formation) -> GunMove:
    """How a battery goes back: behind its teams, or with its guns on ropes."""
    return "prolong" if formation == "unlimbered" else "limbered"
