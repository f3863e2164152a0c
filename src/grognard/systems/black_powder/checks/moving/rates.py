"""How far a move goes: the pace of each arm, what ground makes of it, several moves together."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import implements, reckoning, refuse
from grognard.kernel.facts import Facts, Range
from grognard.kernel.tables import Tables

from ...terms import Arm, Branch, Formation, GunClass, GunMove, Moves, Terrain, branch, dispersed
from ..measures import Inches, scale

Mover = Literal[
    "infantry", "light_cavalry", "heavy_cavalry", "foot_artillery", "horse_artillery", "wagon", "battalion_gun"
]
"""Who moves: a unit by its arm, or something that goes with it."""
Ground = frozenset[Terrain]
OPEN: Ground = frozenset()


class MoveRateFacts(Facts):
    """A move."""

    arm: Annotated[Mover, "who moves"]
    formation: Annotated[Formation, "its formation"] = "line"
    how: Annotated[GunMove, "how guns move"] = "limbered"
    guns: Annotated[GunClass, "what guns they are"] = "medium"
    terrain: Annotated[frozenset[Terrain], "ground that the move starts in, enters or crosses"] = OPEN
    obstacles: Annotated[int, Range(0, 6), "obstacles it crosses"] = 0
    buildings: Annotated[int, Range(0, 6), "buildings it enters"] = 0


class MoveRateResult(NamedTuple):
    """Inches of one move."""

    inches: int


@reckoning("move-rate", "BP-MOVE-1", asks=MoveRateFacts)
def move_rate(t: Tables, s: MoveRateFacts) -> MoveRateResult:
    """How far a unit goes in one move."""
    lost = s.obstacles * crossing(t, "obstacle") + s.buildings * crossing(t, "building")
    if s.arm == "wagon" or s.arm == "battalion_gun":  # tells the types apart
        return MoveRateResult(max(0, _behind_teams(t, s.arm, s.terrain) - lost))
    _fits(t, s.arm, s.formation, s.how)
    may_enter(t, s.arm, s.terrain)
    rate = rate_of(t, s.arm, s.formation, how=s.how, guns=s.guns, terrain=s.terrain)
    return MoveRateResult(max(0, rate - lost))


@implements("BP-MOVE-1", "BP-MOVE-3", "BP-WOODS-4")
def _behind_teams(t: Tables, what: Literal["wagon", "battalion_gun"], terrain: Ground) -> int:
    """What goes with a unit: barred where artillery is, and battalion guns as slow as it in woods."""
    may_enter(t, "foot_artillery", terrain)
    rate = t.number("BP-MOVE-1", what)
    woods = terrain & set(t.value("BP-WOODS-1", "terrain"))
    as_guns: Branch = "artillery" if what == "battalion_gun" else "infantry"
    return min(rate, t.number("BP-WOODS-4", as_guns)) if woods else rate


@implements("BP-FORM-1")
def _fits(t: Tables, arm: Arm, formation: Formation, how: GunMove) -> None:
    """Refuse formations that an arm does not have; of guns only one that contradicts how they go is wrong."""
    guns = branch(arm) == "artillery"
    # guns may be asked about on ropes or by hand in any formation
    wrong = formation == "unlimbered" and how == "limbered" if guns else formation not in _formations(t, arm)
    if wrong:
        raise refuse("BP-FORM-1", t.row("BP-FORM-1", "misfit").label)


def _formations(t: Tables, arm: Arm) -> list[str]:
    found: list[str] = t.value("BP-FORM-1", "arms")[branch(arm)]
    return found


@implements("BP-MOVE-1", "BP-WOODS-4")
def rate_of(
    t: Tables,
    arm: Arm,
    formation: Formation = "line",
    *,
    how: GunMove = "limbered",
    guns: GunClass = "medium",
    terrain: Ground = OPEN,
) -> int:
    """Inches of a move over this ground, obstacles apart."""
    rate = _inches(t, arm, how, guns)
    if terrain & _rough(t):
        # before woods: the slower of both counts, not both together
        rate //= t.value("BP-MOVE-3", "rough_ground")["skirmishers" if dispersed(formation) else "formed"]
    if terrain & set(t.value("BP-WOODS-1", "terrain")):
        rate = min(rate, t.number("BP-WOODS-4", branch(arm)))
    return rate


@implements("BP-ARTM-5", "BP-ARTM-8")
def _inches(t: Tables, arm: Arm, how: GunMove, guns: GunClass) -> int:
    if branch(arm) == "artillery" and how != "limbered":
        return t.number("BP-ARTM-5" if how == "prolong" else "BP-ARTM-8", guns)
    return t.number("BP-MOVE-1", "cavalry" if branch(arm) == "cavalry" else arm)


@implements("BP-MOVE-3", "BP-WOODS-11")
def _rough(t: Tables) -> set[str]:
    return {t.value("BP-WOODS-11", "as"), *t.value("BP-WOODS-11", "terrain")}


@implements("BP-MOVE-3")
def crossing(t: Tables, what: Literal["obstacle", "building"]) -> int:
    """Inches that crossing an obstacle, or going into a building, takes from a move."""
    return t.number("BP-MOVE-3", what)


@implements("BP-MOVE-3", "BP-WOODS-1")
def may_enter(t: Tables, arm: Arm, terrain: Ground) -> None:
    """Refuse ground that is closed to an arm. Woods are open to all, in whatever formation they are."""
    closed: list[str] = t.value("BP-MOVE-3", "closed")[branch(arm)]
    # a set has no order, and the reason told must be the same each time
    for ground in sorted(terrain):
        rough = ground in _rough(t) and t.value("BP-WOODS-11", "as") in closed
        if ground in closed or rough:
            raise refuse("BP-MOVE-3", f"{ground.replace('_', ' ')} is closed to {branch(arm)}")


class MarchFacts(Facts):
    """Several moves of one order."""

    arm: Annotated[Arm, "who moves"]
    formation: Annotated[Formation, "its formation"] = "line"
    how: Annotated[GunMove, "how guns move"] = "limbered"
    guns: Annotated[GunClass, "what guns they are"] = "medium"
    moves: Annotated[Moves, "moves it has"] = 1
    changes: Annotated[Moves, "of these, moves that go into changes of formation or limbering"] = 0


class MarchResult(NamedTuple):
    """Inches it can go in the open."""

    inches: int


@reckoning("march", "BP-MOVE-2", asks=MarchFacts)
def march(t: Tables, s: MarchFacts) -> MarchResult:
    """How far several moves take a unit, when some are spent on changes of formation."""
    moves = max(0, s.moves - s.changes * t.number("BP-MOVE-2", "moves"))
    if branch(s.arm) == "artillery" and s.how == "hand_haul":
        moves = min(moves, t.number("BP-ARTM-8", "moves"))
    return MarchResult(moves * rate_of(t, s.arm, s.formation, how=s.how, guns=s.guns))


class RetireFacts(Facts):
    """A unit that makes a retire move."""

    arm: Annotated[Arm, "its arm"] = "infantry"
    formation: Annotated[Formation, "its formation"] = "line"
    gap: Annotated[Inches, "inches between it and the enemy who caused it"] = 0


class RetireResult(NamedTuple):
    """Inches it goes back, and how long they are on the table."""

    inches: float
    on_table: float

    def told(self) -> str:
        """In words."""
        reduced = f", {self.on_table:g} on the table" if self.on_table != self.inches else ""
        return f"{self.inches:g} inches{reduced}"


@reckoning("retire-distance", "BP-RET-1", asks=RetireFacts)
def retire_distance(t: Tables, s: RetireFacts) -> RetireResult:
    """How far a retire move goes."""
    inches = retires(t, rate_of(t, s.arm, s.formation), s.gap)
    return RetireResult(inches, round(inches * scale(t), 3))


@implements("BP-RET-1")
def retires(t: Tables, rate: int, gap: float) -> float:
    """Inches of a retire move: a full move, or in the draft just beyond initiative range of the enemy."""
    if not t.value("BP-RET-1", "on"):
        return rate
    # a tenth of an inch is printed for the reduced scale too, and so is not reduced itself
    reach: float = t.number("BP-CMD-7", "range") + t.value("BP-RET-1", "beyond") / scale(t)
    if not t.value("BP-RET-1", "from_enemy"):
        return round(reach, 3)
    # who is beyond already goes a whole move, or it would not move at all
    return round(reach - gap, 3) if gap < reach else rate
