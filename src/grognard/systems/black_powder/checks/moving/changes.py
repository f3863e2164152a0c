"""Changing formation, and passing through friends."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from grognard.kernel.checks import Roll, Thrown, check, implements, reckoning, refuse
from grognard.kernel.facts import Count, Facts
from grognard.kernel.tables import Tables

from ...terms import Arm, Formation, Moves, Size, branch
from ..measures import ONE_D6, Inches, draft_off, must_be_on, switched
from ..troops.formations import may_take

BODIES: dict[Formation, Formation] = {"mixed_line": "line", "mixed_attack_column": "attack_column"}
"""The formation of a battalion behind its screen."""


class FormationChangeFacts(Facts):
    """A unit that changes formation."""

    arm: Annotated[Arm, "its arm"] = "infantry"
    size: Annotated[Size, "its size"] = "standard"
    before: Annotated[Formation, "its formation"]
    after: Annotated[Formation, "the new one"]
    light_infantry: Annotated[bool, "it is Light Infantry"] = False
    ordered: Annotated[bool, "the change is part of its order, or its initiative move"] = True


class FormationChangeResult(NamedTuple):
    """Moves it takes, and whether the unit must pass the reforming test."""

    moves: int
    reform_test: bool


@reckoning("formation-change", "BP-MOVE-2", asks=FormationChangeFacts)
def formation_change(t: Tables, s: FormationChangeFacts) -> FormationChangeResult:
    """What a change of formation costs, and whether it is possible."""
    if s.before == s.after:
        return FormationChangeResult(0, False)
    may_take(t, s.arm, s.after, s.size)
    # guns limber and unlimber; none of the rest concerns them
    if branch(s.arm) == "artillery":
        return _of_guns(t, s)
    if not s.ordered:
        raise refuse("BP-MOVE-2", "the change must be part of the order")
    if "skirmish" in (s.before, s.after):
        raise refuse("BP-SKIRM-3", "a Skirmish Company keeps its formation, and nobody else takes it")
    _of_grande_bande(t, s)
    _of_screens(s)
    test = s.before in t.value("BP-GRANDE-6", "test")
    bande = "grande_bande" in (s.before, s.after)
    return FormationChangeResult(t.number("BP-GRANDE-6" if bande else "BP-MOVE-2", "moves"), test)


@implements("BP-ARTM-1", "BP-ARTM-4")
def _of_guns(t: Tables, s: FormationChangeFacts) -> FormationChangeResult:
    if s.after == "unlimbered" and not s.ordered:
        raise refuse("BP-ARTM-1", t.row("BP-ARTM-1", "unsaid").label)
    return FormationChangeResult(t.number("BP-ARTM-1" if s.after == "unlimbered" else "BP-ARTM-4", "moves"), False)


@implements("BP-GRANDE-1", "BP-GRANDE-6")
def _of_grande_bande(t: Tables, s: FormationChangeFacts) -> None:
    if "grande_bande" not in (s.before, s.after):
        return
    if not s.light_infantry:
        raise refuse("BP-GRANDE-6", "only Light Infantry changes to and from Grande Bande")
    if s.size not in t["BP-GRANDE-2"]:
        raise refuse("BP-GRANDE-2", "a tiny unit is a Skirmish Company")
    if s.before in BODIES or s.after in BODIES:
        raise refuse("BP-GRANDE-6", "a Grande Bande reforms before it throws out a screen")


@implements("BP-FORM-3")
def _of_screens(s: FormationChangeFacts) -> None:
    """The screen goes out from a line or attack column and comes in to it; behind it the battalion may change too."""
    before, after = BODIES.get(s.before), BODIES.get(s.after)
    if after and not before and after != s.before:
        raise refuse("BP-FORM-3", f"the light company goes out from {after.replace('_', ' ')}")
    # from behind its screen it may go straight into square, before horse
    if before and not after and s.after not in (before, "square"):
        raise refuse("BP-FORM-3", f"the light company is recalled into {before.replace('_', ' ')} first")


class PassThroughFacts(Facts):
    """A unit whose way leads through a friend."""

    mover: Annotated[Formation, "its formation"]
    passed: Annotated[Formation, "the friend's formation"]
    left: Annotated[Inches, "inches it has left"] = 240
    needed: Annotated[Inches, "inches to come out clear on the far side"] = 0
    charge_move: Annotated[bool, "this move makes contact with the enemy"] = False
    announced: Annotated[bool, "a passage of lines was announced with the order"] = False
    middle: Annotated[bool, "its centre goes through the friend"] = True
    through: Annotated[Count, "friends it passes through in all"] = 1


class PassThroughResult(NamedTuple):
    """Whether both risk disorder."""

    risk: bool


@reckoning("pass-through", "BP-MOVE-4", asks=PassThroughFacts)
def pass_through(t: Tables, s: PassThroughFacts) -> PassThroughResult:
    """Whether a unit may go through a friend, and what that risks."""
    if s.needed > s.left:
        raise refuse("BP-MOVE-4", t.row("BP-MOVE-4", "short").label)
    if not switched(t, "passage_of_lines"):
        if s.charge_move:
            raise refuse("BP-MOVE-4", t.row("BP-MOVE-4", "charging").label)
        return PassThroughResult(False)
    if s.mover == "square":
        raise refuse("BP-POL-3", t.row("BP-POL-3", "in_square").label)
    if s.passed == "square" and s.mover not in t.value("BP-POL-3", "through_square"):
        raise refuse("BP-POL-3", t.row("BP-POL-3", "square").label)
    if s.charge_move:
        raise refuse("BP-POL-4", t.row("BP-POL-4", "charging").label)
    free = s.passed == "square" or s.passed in t.value("BP-POL-3", "free")
    if not free and not s.announced:
        raise refuse("BP-POL-1", t.row("BP-POL-1", "unannounced").label)
    # through two friends even with the wings
    return PassThroughResult(not free and (s.middle or s.through >= t.number("BP-POL-2", "many")))


class PassageFacts(Facts):
    """A unit in a passage of lines: the one that moves, or one it passes through."""

    brigade_order: Annotated[bool, "it is done by a brigade order"] = False


class PassageResult(NamedTuple):
    """Whether it is disordered."""

    disordered: bool


@check("passage", "BP-POL-2", asks=PassageFacts)
def passage(t: Tables) -> Roll[PassageFacts, PassageResult]:
    """Whether a passage of lines disorders a unit."""
    table = t["BP-POL-2"]

    def result(throw: Thrown[PassageFacts]) -> PassageResult:
        needed: int = table["keeps_order_in_brigade" if throw.s.brigade_order else "keeps_order"]
        return PassageResult(throw.total < needed)

    return Roll(
        dice=ONE_D6,
        modifiers=draft_off(t, "BP-POL-2", "passage_of_lines"),
        result=result,
        depends=("brigade_order",),
    )


class ChargeAfterPassageFacts(Facts):
    """A unit that made a passage of lines and would charge."""

    moves: Annotated[Moves, "moves its order gave"]
    used: Annotated[Moves, "moves it has made, the passage among them"] = 1
    disordered: Annotated[bool, "the passage disordered it"] = False


class ChargeAfterPassageResult(NamedTuple):
    """Whether it may charge."""

    charge: bool


@reckoning("charge-after-passage", "BP-POL-4", asks=ChargeAfterPassageFacts)
def charge_after_passage(t: Tables, s: ChargeAfterPassageFacts) -> ChargeAfterPassageResult:
    """Whether a unit still charges after a passage of lines: with another move, and in order."""
    must_be_on(t, "passage_of_lines", "BP-POL-4")
    return ChargeAfterPassageResult(s.used < s.moves and not s.disordered)
