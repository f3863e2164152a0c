"""Skirmish combat: screens, the roll of each unit, whose screen is beaten."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import Roll, Thrown, check, reckoning, refuse
from grognard.kernel.facts import Facts, Paces, Range
from grognard.kernel.modifiers import counted, flag, given, modifiers
from grognard.kernel.tables import Tables

from ..terms import Branch, Cover, Effect, Formation, TroopClass, Zone
from .charge import charge_table
from .charts import by_class, column, decoded, paces

Cell = Literal["NE", "Smk", "SH(20)", "DO(40)", "DOR(40)"]
Stands = Annotated[int, Range(0, 2)]


class SkirmishFacts(Facts):
    """A unit in skirmish combat."""

    troop_class: Annotated[TroopClass, "its class"]
    screen: Annotated[Stands, "stands in its screen"] = 0
    enemy_screen: Annotated[Stands, "stands in the enemy's screen"] = 0
    enemy_rifles: Annotated[bool, "the enemy's screen has rifles"] = False
    branch: Annotated[Branch, "foot, horse or guns"] = "infantry"
    formation: Annotated[Formation, "its formation"] = "line"
    cover: Annotated[Cover, "the best cover of the unit or its screen"] = "none"


class SkirmishResult(NamedTuple):
    """The cell, and what it does to the unit."""

    cell: Cell
    effect: Effect
    percent: int
    smoke: bool


@check("skirmish", "CD-skirmish-table", asks=SkirmishFacts)
def skirmish(t: Tables) -> Roll[SkirmishFacts, SkirmishResult]:
    """What a unit suffers in skirmish combat."""
    classes: tuple[TroopClass, ...] = ("elite", "line", "conscript")
    rows = {
        each: [SkirmishResult(cell, *decoded(t, cell)) for cell in t.value("CD-skirmish-table", each)]
        for each in classes
    }
    column_of = column(t.value("CD-skirmish-table", "columns"))

    def result(throw: Thrown[SkirmishFacts]) -> SkirmishResult:
        return rows[throw.s.troop_class][column_of(throw.total)]

    return Roll(
        dice=by_class(t),
        modifiers=modifiers(
            t,
            "CD-skirmish-modifiers",
            counted("more", lambda s: max(0, s.screen - s.enemy_screen)),
            counted("fewer", lambda s: max(0, s.enemy_screen - s.screen)),
            given("covered", lambda s: charge_table(t, s.cover) == "cover"),  # light or better
            flag("enemy_rifles"),
            given("dense", lambda s: s.formation in ("square", "closed_column")),
            given("cavalry", lambda s: s.branch == "cavalry" and s.cover == "none"),
        ),
        result=result,
        depends=("troop_class",),
    )


class ScreenFacts(Facts):
    """An infantry unit that puts out a screen."""

    troop_class: Annotated[TroopClass, "its class"]
    light: Annotated[bool, "light infantry"] = False
    rifles: Annotated[bool, "armed with rifles"] = False
    formation: Annotated[Formation, "its formation"] = "line"


class ScreenResult(NamedTuple):
    """Stands it may put out, and paces before its front where they are."""

    stands: int
    ahead: int


@reckoning("screen", "CD-skirmish-screens", asks=ScreenFacts)
def screen(t: Tables, s: ScreenFacts) -> ScreenResult:
    """How large a skirmish screen a unit may put out."""
    if s.formation not in t.value("CD-skirmish-screens", "formations"):
        raise refuse("CD-skirmish-screens", f"no screen in {s.formation.replace('_', ' ')}")
    kind = "conscript" if s.troop_class == "conscript" else "others"
    # a conscript stays one, among the light infantry too
    if s.troop_class != "conscript" and (s.light or s.rifles or s.troop_class == "elite"):
        kind = "skirmishers"
    return ScreenResult(t.number("CD-skirmish-screens", kind), paces(t, t.number("CD-skirmish-screens", "ahead")))


class SkirmishReachFacts(Facts):
    """A unit that would start skirmish combat with an enemy unit."""

    distance: Annotated[Paces, "paces from the unit to the enemy"]
    zone: Annotated[Zone, "where the enemy is, as seen from the unit"] = "front"
    screen: Annotated[Stands, "stands in its screen"] = 1
    started: Annotated[bool, "it has started skirmish combat this turn"] = False


class SkirmishReachResult(NamedTuple):
    """Whether it may."""

    allowed: bool


@reckoning("skirmish-reach", "CD-skirmish-procedure", asks=SkirmishReachFacts)
def skirmish_reach(t: Tables, s: SkirmishReachFacts) -> SkirmishReachResult:
    """Whether a unit may start skirmish combat."""
    near = s.distance <= paces(t, t.number("CD-skirmish-procedure", "within"))
    return SkirmishReachResult(near and s.zone == "front" and s.screen > 0 and not s.started)


class ScreenBeatenFacts(Facts):
    """The results of both units in skirmish combat."""

    ours: Annotated[Cell, "cell of the one that started it"]
    theirs: Annotated[Cell, "cell of the other"]


class ScreenBeatenResult(NamedTuple):
    """Whose screen is beaten: it is called in until its unit's next activation."""

    beaten: Literal["ours", "theirs", "none"]


@reckoning("screen-beaten", "CD-skirmish-procedure", asks=ScreenBeatenFacts)
def screen_beaten(t: Tables, s: ScreenBeatenFacts) -> ScreenBeatenResult:
    """Whose skirmish screen is beaten."""
    order = t.value("CD-skirmish-procedure", "order")
    ours, theirs = order.index(s.ours), order.index(s.theirs)
    # the order runs from the best result to the worst; equal results beat nobody
    return ScreenBeatenResult("ours" if ours > theirs else "theirs" if theirs > ours else "none")
