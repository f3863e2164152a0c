"""Chapter 6: how many men abreast a unit can keep in order on the move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, NamedTuple

from grognard.kernel.checks import Roll, check, implements
from grognard.kernel.facts import Facts, Range
from grognard.kernel.modifiers import Modifier, amount, by, flag, given, modifiers, reckon
from grognard.kernel.tables import Tables

from ...terms import DISCIPLINES, Army, Discipline, Gait

Troops = Literal[
    "infantry", "cavalry", "foot_artillery", "horse_artillery", "austrian_horse_battery", "unlimbered_artillery"
]
Shape = Literal["line", "double_line", "column", "square", "road_column"]
RankOrder = Literal["close", "open", "extended"]
Terrain = Literal[
    "gentle_slope", "ploughed_field", "moderate_slope", "mud", "marsh", "steep_slope", "light_woods", "heavy_woods",
    "sparse_buildings", "dense_buildings",
]  # fmt: skip

ON_FLAT_GROUND: frozenset[Terrain] = frozenset()
GROUND: dict[str, frozenset[Terrain]] = {
    "gentle": frozenset({"gentle_slope", "ploughed_field"}),
    "moderate": frozenset({"moderate_slope", "mud", "marsh"}),
    "steep": frozenset({"steep_slope"}),
    "light_woods": frozenset({"light_woods"}),
    "heavy_woods": frozenset({"heavy_woods"}),
}
"""Rows of the terrain table, each counting once however many of its grounds a unit is in."""


class FrontageFacts(Facts):
    """A unit on the move and the front it holds."""

    troops: Annotated[Troops, "arm; guns are limbered unless it says unlimbered"] = "infantry"
    discipline: Annotated[Discipline, "discipline class"] = "trained"
    irregular: Annotated[bool, "an irregular unit"] = False
    men: Annotated[int, Range(1, 3000), "original strength: losses do not narrow a unit"]
    formation: Annotated[Shape, "formation; a closed square is a column"] = "line"
    elements: Annotated[
        int, Range(1, 24), "companies, platoons or Züge in a battalion; cavalry columns ask for none"
    ] = 6
    elements_abreast: Annotated[int, Range(1, 4), "how many of them, or cavalry companies, lead a column"] = 1
    squadrons: Annotated[int, Range(1, 12), "squadrons of a cavalry unit"] = 1
    ranks: Annotated[int, Range(0, 6), "ranks deep; 0 for what is usual"] = 0
    order: Annotated[RankOrder, "close, open or extended order"] = "close"
    gait: Annotated[Gait, "march, quick or double; walk, trot or canter if mounted"] = "march"
    terrain: Annotated[frozenset[Terrain], "ground that any of its stands is in"] = ON_FLAT_GROUND
    nation: Annotated[Army, "whose troops"] = "other"
    year: Annotated[int, Range(1690, 1850), "year of the battle"] = 1809
    in_step: Annotated[bool, "drilled to march in step (18th century)"] = True
    three_ranks: Annotated[bool, "cavalry that stands in three ranks (18th century)"] = False


class FrontageResult(NamedTuple):
    """Men abreast and how many may be; paces given up to keep order, or disorder taken instead."""

    abreast: int
    limit: int
    penalty: int
    disorder: int


@check("frontage", "CS-6.3a", asks=FrontageFacts)
def frontage(t: Tables) -> Roll[FrontageFacts, FrontageResult]:
    """Frontage: the widest front a unit can move on, and what a wider one costs."""
    measure = _measure(t)
    return Roll(
        modifiers=[
            *modifiers(t, "CS-6.6", flag("irregular")),
            *modifiers(t, "CS-6.3b", given("guns", lambda s: s.troops not in ("infantry", "cavalry"))),
            *_class_shifts(t),
        ],
        result=lambda throw: measure(throw.s, throw.total),
        depends=FrontageFacts.names,
    )


def frontage_of(t: Tables) -> Callable[[Any], FrontageResult]:
    """The frontage of a unit on the move; irregulars and guns never have too wide a one."""
    measure = _measure(t)
    looks = [modifier.look for modifier in _class_shifts(t)]
    # without men there is no front to keep: those who run, and guns
    return lambda s: measure(s, reckon(looks, s).total) if s.men else FrontageResult(0, 0, 0, 0)


@implements("CS-6.2a")
def terrain_rows(t: Tables, column: str) -> list[Modifier]:
    """One column of the terrain table for all ground a unit has a stand in."""

    def in_any(kinds: frozenset[Terrain]) -> Callable[[Any], object]:
        return lambda s: s.terrain & kinds

    rows = [given(row, in_any(kinds)) for row, kinds in GROUND.items()]
    return modifiers(t, "CS-6.2b", *rows, column=lambda _: column)


def _class_shifts(t: Tables) -> list[Modifier]:
    """What raises or lowers the discipline class for frontage: drill, gait, order, ground."""
    in_force = t.value("CS-M2-1.4.2", "in_force")
    rated = DISCIPLINES.index(t.value("CS-M2-1.4.2", "rated"))

    def lowered(s: Any) -> int:
        # out of step counts as militia for movement; who is worse stays worse (CS-M2-1.4.2)
        return 0 if s.in_step or not in_force else min(0, DISCIPLINES.index(s.discipline) - rated)

    return [
        *modifiers(t, "CS-M2-1.4.2", amount(t.row("CS-M2-1.4.2", "out_of_step").label, lowered)),
        *modifiers(t, "CS-6.5a", by("gait"), by("order")),
        *terrain_rows(t, "shift"),
    ]


@implements("CS-6.5b")
def _measure(t: Tables) -> Callable[[Any, int], FrontageResult]:
    """Hold a unit's front against its limit: the penalty to pay, or the disorder for any gait without it."""
    # rabble at quick and double goes on down below the classes (CS-6.5a)
    ladder = [t.number("CS-6.3a", discipline) for discipline in DISCIPLINES] + t.value("CS-6.5a", "below_rabble")
    paces = t.bands("CS-6.4b", "rows", lambda paces: paces)
    disorder = t.row("CS-6.4a", "too_wide").value

    steps, abreast = {discipline: step for step, discipline in enumerate(DISCIPLINES)}, men_abreast(t)

    def measure(s: Any, shift: int) -> FrontageResult:
        step = steps[s.discipline] - shift
        # shifts add up and stop at the ends of the ladder
        limit, front = ladder[max(0, min(step, len(ladder) - 1))], abreast(s)
        if front <= limit or s.irregular:
            return FrontageResult(front, limit, 0, 0)
        # front to limit in percent, rounded down: the bands begin at 150 and 200
        return FrontageResult(front, limit, paces[front * 100 // limit], disorder)

    return measure


@implements("CS-6.3b", "CS-6.5c", "CS-A.4c")
def men_abreast(t: Tables) -> Callable[[Any], int]:
    """Files in front: of the whole line, of all faces of a square, of what leads a double line or column; on the road
    as many as go abreast there."""
    lines, troops_of_squadron = t.number("CS-6.3b", "lines"), t.number("CS-A.4c", "companies")
    ranks, on_the_road = _ranks(t), t.value("CS-6.3b", "road")

    def abreast(s: Any) -> int:
        # guns have no files
        if s.troops not in ("infantry", "cavalry"):
            return 0
        if s.formation == "road_column":
            files: int = min(s.men, on_the_road[s.troops])
            return files
        parts, leading = 1, 1
        if s.formation == "double_line":
            parts = lines
        elif s.formation == "column":
            parts = s.squadrons * troops_of_squadron if s.troops == "cavalry" else s.elements
            leading = min(parts, s.elements_abreast)
        # original strength: gaps are filled from behind, so losses do not narrow it
        front: int = s.men * leading // (parts * ranks(s))
        return front

    return abreast


def _ranks(t: Tables) -> Callable[[Any], int]:
    """How deep a unit stands: as said, or as was usual for its arm and nation."""
    usual, national = t.value("CS-6.3b", "ranks"), t.value("CS-6.3b", "ranks_by_nation")
    # the option off, a roster that says three ranks is read as two
    deep_cavalry = t.number("CS-M2-6.3a", "ranks") if t.value("CS-M2-6.3a", "in_force") else usual["cavalry"]
    four_deep, four = in_four_ranks(t), t.number("CS-M2-6.3b", "ranks")

    def ranks(s: Any) -> int:
        depth: int = s.ranks
        if depth:
            return depth
        if s.troops == "cavalry":
            depth = deep_cavalry if s.three_ranks else usual["cavalry"]
        elif four_deep(s.nation, s.year):
            depth = four
        else:
            depth = national.get(s.nation, usual["infantry"])
        return depth

    return ranks


@implements("CS-M2-6.3b")
def in_four_ranks(t: Tables) -> Callable[[str, int], bool]:
    """Whether infantry of a nation stood in four ranks in a year."""
    deep = t["CS-M2-6.3b"]
    return lambda nation, year: bool(deep["in_force"] and nation == deep["nation"] and year <= deep["to_year"])
