"""Supports: who supports whom, and what becomes of a support that a beaten friend goes through."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import Roll, Thrown, check, implements, reckoning
from grognard.kernel.facts import Facts
from grognard.kernel.modifiers import given, modifiers
from grognard.kernel.tables import Tables

from ...terms import Arm, Formation, Support, Zone, dispersed
from ..measures import ONE_D6, Inches, draft_off, switched


class SupportFacts(Facts):
    """A unit near a friend who fights."""

    zone: Annotated[Zone, "the zone of the friend in which its centre lies"]
    distance: Annotated[Inches, "inches to the friend"]
    arm: Annotated[Arm, "its arm"] = "infantry"
    formation: Annotated[Formation, "its formation"] = "line"
    shaken: Annotated[bool, "it is shaken"] = False
    in_combat: Annotated[bool, "it is in close combat itself"] = False
    faces_away: Annotated[bool, "it faces away from the fight"] = False
    taken: Annotated[bool, "it supports another friend"] = False
    straight_behind: Annotated[bool, "its centre lies within the friend's frontage, projected to the rear"] = True
    supported_arm: Annotated[Arm, "the friend's arm"] = "infantry"
    supported_formation: Annotated[Formation, "the friend's formation"] = "line"


class SupportResult(NamedTuple):
    """Which support it gives, if any, and what it adds to the combat result; it never adds dice."""

    kind: Support | Literal[""]
    bonus: int

    def told(self) -> str:
        """In words."""
        return f"{self.kind.replace('_', ' ')} support, {self.bonus:+d}" if self.kind else "no support"


@reckoning("support", "BP-HTH-5", asks=SupportFacts)
def support(t: Tables, s: SupportFacts) -> SupportResult:
    """Whether a unit supports a friend who fights."""
    # who fights has no help to give
    if s.zone == "front" or (s.shaken and not t.value("BP-STATE-2", "support")) or s.in_combat:
        return SupportResult("", 0)
    if s.faces_away or s.taken or s.formation in t.value("BP-HTH-5", "none") or not _willing(t, s):
        return SupportResult("", 0)
    near = s.distance <= t.number("BP-HTH-5", "reach")
    kind: Support = "rear" if s.zone == "rear" else s.zone
    if kind == "rear" and switched(t, "friction_support"):
        # the draft has its own measure of being behind
        near = second_line(t, s)
    if not near:
        return SupportResult("", 0)
    row = {"rear": "rear", "left_flank": "left", "right_flank": "right"}[kind]
    return SupportResult(kind, t.row("BP-HTH-3", row).value)


@implements("BP-CCS-1")
def _willing(t: Tables, s: SupportFacts) -> bool:
    """By the draft on supports skirmishers support only guns and their like."""
    if not switched(t, "friction_support") or not dispersed(s.formation):
        return True
    return s.supported_arm in t.value("BP-CCS-1", "givers_to") or dispersed(s.supported_formation)


@implements("BP-CCS-2")
def second_line(t: Tables, s: SupportFacts) -> bool:
    """Whether a unit is a second line by the draft: foot or horse, straight behind and near."""
    able = s.arm in t.value("BP-CCS-2", "arms") and s.straight_behind
    return able and s.distance <= t.value("BP-CCS-2", "reach")


class PassedFacts(Facts):
    """A unit through which a beaten friend goes back."""

    arm: Annotated[Arm, "its arm"] = "infantry"
    formation: Annotated[Formation, "its formation"] = "line"


class PassedResult(NamedTuple):
    """Whether it is disordered."""

    disordered: bool


@check("passed-through", "BP-CCS-3", asks=PassedFacts)
def passed_through(t: Tables) -> Roll[PassedFacts, PassedResult]:
    """Whether a beaten friend who goes through a unit disorders it."""
    keeps = t.number("BP-POL-2", "keeps_order")

    def result(throw: Thrown[PassedFacts]) -> PassedResult:
        return PassedResult(throw.total < keeps)

    return Roll(
        dice=ONE_D6,
        modifiers=[
            *draft_off(t, "BP-CCS-3", "friction_support", "passage_of_lines"),
            *modifiers(t, "BP-CCS-3", given("spared", lambda s: not passing_rolls(t, s.arm, s.formation))),
        ],
        result=result,
    )


@implements("BP-CCS-3", "BP-BREAK-5", "BP-POL-3")
def passing_rolls(t: Tables, arm: Arm, formation: Formation = "line") -> bool:
    """Whether a unit that a beaten friend goes through rolls for its order at all."""
    drafts = switched(t, "friction_support") or switched(t, "passage_of_lines")
    return drafts and arm in t.value("BP-CCS-2", "arms") and formation not in t.value("BP-POL-3", "free")
