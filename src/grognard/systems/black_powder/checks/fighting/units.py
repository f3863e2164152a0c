"""What fire and hand-to-hand ask about a unit, and what its states mean."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from grognard.kernel.checks import implements, reckoning
from grognard.kernel.facts import Facts
from grognard.kernel.tables import Tables

from ...terms import (
    Arm,
    BrigadeState,
    Casualties,
    Cover,
    Engagement,
    Formation,
    Save,
    Size,
    Special,
    Stamina,
    Terrain,
    branch,
)
from ..command.friction import reforms_by_itself
from ..measures import switched


class UnitFacts(Facts):
    """A unit on either side of a fight."""

    arm: Annotated[Arm, "its arm"] = "infantry"
    size: Annotated[Size, "its size"] = "standard"
    formation: Annotated[Formation, "its formation; unlimbered for guns in action"] = "line"
    morale: Annotated[Save, "its morale value: 4 is 4+"] = 4
    shaken: Annotated[bool, "it is shaken"] = False
    disordered: Annotated[bool, "it is disordered"] = False
    casualties: Annotated[Casualties, "casualties on it before this"] = 0
    cover: Annotated[Cover, "cover that helps its saves"] = "none"
    terrain: Annotated[Terrain, "the ground on which it stands, or fights"] = "open"
    special: Annotated[frozenset[Special], "its special rules"] = frozenset()
    brigade: Annotated[BrigadeState, "the state of its brigade"] = "good"
    massed: Annotated[bool, "it is part of a massed column"] = False


def unsteady(s: UnitFacts) -> bool:
    """Shaken or disordered; a unit of a broken brigade counts as shaken."""
    return s.shaken or s.disordered


class CasualtiesFacts(Facts):
    """A unit that takes casualties."""

    stamina: Annotated[Stamina, "its stamina"] = 3
    casualties: Annotated[Casualties, "casualties on it before this"] = 0
    suffered: Annotated[Casualties, "casualties that it takes now"] = 0
    won: Annotated[bool, "it won the combat in which it took them"] = False


class CasualtiesResult(NamedTuple):
    """Its state: whether it is shaken, excess casualties that a break test counts, and what stays on it after."""

    shaken: bool
    excess: int
    after: int


@reckoning("casualties", "BP-STATE-1", asks=CasualtiesFacts)
def take_casualties(t: Tables, s: CasualtiesFacts) -> CasualtiesResult:
    """What casualties make of a unit."""
    total, limit = s.casualties + s.suffered, s.stamina - t.number("BP-STATE-1", "shaken_at")
    # who won takes no test, so nothing is in excess
    excess = 0 if s.won else max(0, total - s.stamina)
    # stamina is the most that stays on a unit
    return CasualtiesResult(total >= limit, excess, min(total, s.stamina))


class StateFacts(Facts):
    """A unit's state."""

    shaken: Annotated[bool, "it is shaken"] = False
    disordered: Annotated[bool, "it is disordered"] = False


class StateResult(NamedTuple):
    """What it adds to hit and to break tests, and what it may do."""

    to_hit: int
    break_test: int
    may_be_ordered: bool
    may_use_initiative: bool
    may_charge: bool
    may_counter_charge: bool
    may_change_formation: bool
    may_support: bool
    tests_in_draw: bool
    recovers_by_rally: bool

    def told(self) -> str:
        """What it may not do, and what it adds."""
        barred = [name.replace("may_", "may not ").replace("_", " ") for name in self._fields[2:8]]
        said = [word for word, field in zip(barred, self[2:8], strict=True) if not field]
        return ", ".join([f"{self.to_hit:+d} to hit, {self.break_test:+d} on break tests", *said])


@reckoning("state", "BP-STATE-2", asks=StateFacts)
def state(t: Tables, s: StateFacts) -> StateResult:
    """What being shaken or disordered means."""

    def may(what: str) -> bool:
        return all(
            t[rule].get(what, True) for rule, holds in (("BP-STATE-2", s.shaken), ("BP-STATE-3", s.disordered)) if holds
        )

    return StateResult(
        t.row("BP-HTH-2", "unsteady").value if s.shaken or s.disordered else 0,
        t.row("BP-BREAK-2", "disordered").value if s.disordered else 0,
        may("order"),
        may("initiative"),
        may("charge"),
        may("counter_charge"),
        may("change_formation"),
        may("support"),
        s.shaken and t.value("BP-HTH-4", "draw") == "shaken",
        s.shaken and bool(t.value("BP-STATE-2", "rally_order")),
    )


class RecoveryFacts(Facts):
    """A disordered unit when a turn ends."""

    own_turn: Annotated[bool, "it is the turn of its own side that ends"] = True
    in_combat: Annotated[bool, "it is in close combat"] = False
    retired: Annotated[bool, "it retired from close combat in this turn"] = False
    brigade: Annotated[BrigadeState, "the state of its brigade"] = "good"
    engagement: Annotated[Engagement, "whether enemies engage or threaten it (draft)"] = "unengaged"


class RecoveryResult(NamedTuple):
    """Whether it is still disordered."""

    disordered: bool


@reckoning("recovery", "BP-STATE-4", asks=RecoveryFacts)
def recovery(t: Tables, s: RecoveryFacts) -> RecoveryResult:
    """Whether a unit keeps its disorder when a turn ends."""
    whose = s.own_turn == (t.value("BP-STATE-4", "at") == "own turn")
    held = s.in_combat or s.retired or not reforms_by_itself(t, s.engagement)
    return RecoveryResult(not whose or held or never_recovers(t, s.brigade))


@implements("BP-BMOR-4")
def never_recovers(t: Tables, brigade: BrigadeState) -> bool:
    """Whether the draft on brigade morale keeps a unit in disorder for good."""
    return switched(t, "brigade_morale_v2") and brigade == "broken"


def is_cavalry(arm: Arm) -> bool:
    """Horse."""
    return branch(arm) == "cavalry"


def is_guns(arm: Arm) -> bool:
    """Guns."""
    return branch(arm) == "artillery"
