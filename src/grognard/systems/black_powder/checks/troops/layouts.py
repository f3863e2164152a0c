"""Bases: batteries, Skirmish Companies, screens, Grande Bandes and cavalry formations."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import implements, reckoning, refuse
from grognard.kernel.facts import Facts, Range
from grognard.kernel.tables import Tables

from ...terms import Formation, Size
from ..measures import draft_reason, switched

Stands = Annotated[int, Range(1, 20)]
Tenths = Annotated[int, Range(0, 200)]
"""Tenths of an inch: bases stand closer than an inch."""


class BatteryBasesFacts(Facts):
    """A battery."""

    size: Annotated[Size, "its size"] = "standard"


class BatteryBasesResult(NamedTuple):
    """Its bases, the millimetres of their front, and the paces that these stand for."""

    gun_bases: int
    spacer_bases: int
    frontage_mm: int
    frontage: int
    depth: int


@reckoning("battery-bases", "BP-BASE-1", asks=BatteryBasesFacts)
def battery_bases(t: Tables, s: BatteryBasesFacts) -> BatteryBasesResult:
    """The bases of a battery, guns and spacers side by side."""
    table = t["BP-BASE-1"]
    bases = table[s.size]
    wide = bases["gun_bases"] * table["gun"]["wide"] + bases["spacer_bases"] * table["spacer"]["wide"]
    return BatteryBasesResult(bases["gun_bases"], bases["spacer_bases"], wide, mm(t, wide), mm(t, table["gun"]["deep"]))


@implements("BP-BASE-1")
def mm(t: Tables, millimetres: int) -> int:
    """Millimetres of bases in paces; bases are never scaled."""
    inch: float = t.value("BP-BASE-1", "mm_per_inch")
    # to whole paces: bases are models, and small errors do not matter
    return round(millimetres * t.number("BP-BASE-1", "paces_per_inch") / inch)


class CompanyBasesFacts(Facts):
    """The bases of a Skirmish Company."""

    widest_gap: Annotated[Tenths, "tenths of an inch of the widest gap between neighbours"] = 0


class CompanyBasesResult(NamedTuple):
    """How many bases and figures it has, and whether they stand close enough."""

    bases: int
    figures: int
    valid: bool


@reckoning("company-bases", "BP-SKIRM-3", asks=CompanyBasesFacts)
def company_bases(t: Tables, s: CompanyBasesFacts) -> CompanyBasesResult:
    """How a Skirmish Company stands."""
    bases = t.number("BP-SKIRM-3", "bases")
    near = s.widest_gap <= 10 * t.value("BP-SKIRM-3", "gap")
    return CompanyBasesResult(bases, bases * t.number("BP-SKIRM-3", "figures"), near)


class ScreenFacts(Facts):
    """A battalion with its light company out in front."""

    body: Annotated[Formation, "the formation of the battalion itself"] = "line"
    distance: Annotated[Tenths, "tenths of an inch from its front to the screen"] = 25


class ScreenResult(NamedTuple):
    """The figures of the screen, and whether it is placed rightly."""

    bases: int
    figures: int
    valid: bool


@reckoning("screen", "BP-MIXED-1", asks=ScreenFacts)
def screen(t: Tables, s: ScreenFacts) -> ScreenResult:
    """How the screen of a Mixed Formation stands."""
    table = t["BP-MIXED-1"]
    if s.body not in table["bodies"]:
        raise refuse("BP-MIXED-1", "only a line or an attack column throws out a screen")
    near = 10 * table["nearest"] <= s.distance <= 10 * table["farthest"]
    return ScreenResult(table["bases"], table["bases"] * table["figures"], near)


class GrandeBandeFacts(Facts):
    """A Grande Bande."""

    size: Annotated[Size, "the size of the unit"] = "standard"
    distance: Annotated[Tenths, "tenths of an inch from the formed stands to the skirmishers"] = 25


class GrandeBandeResult(NamedTuple):
    """Its stands in front and formed, and whether they are placed rightly."""

    skirmish: int
    formed: int
    valid: bool


@reckoning("grande-bande-bases", "BP-GRANDE-2", asks=GrandeBandeFacts)
def grande_bande_bases(t: Tables, s: GrandeBandeFacts) -> GrandeBandeResult:
    """How a Grande Bande stands."""
    table = t["BP-GRANDE-2"]
    if s.size not in table:
        raise refuse("BP-GRANDE-2", "a tiny unit is a Skirmish Company")
    near = 10 * table["nearest"] <= s.distance <= 10 * table["farthest"]
    return GrandeBandeResult(table[s.size]["skirmish"], table[s.size]["formed"], near)


class CavalryRanksFacts(Facts):
    """A cavalry unit in one of its formations."""

    formation: Annotated[Literal["line", "echelon", "march_column"], "the formation"]
    stands: Annotated[Stands, "its stands"] = 4
    size: Annotated[Size, "its size"] = "standard"


class CavalryRanksResult(NamedTuple):
    """Ranks of stands, and stands abreast."""

    ranks: int
    frontage: int


@reckoning("cavalry-ranks", "BP-CAVF-1", asks=CavalryRanksFacts)
def cavalry_ranks(t: Tables, s: CavalryRanksFacts) -> CavalryRanksResult:
    """How a cavalry unit stands in line, echelon or column."""
    may_form_echelon(t, s.formation, s.size)
    row = t.value("BP-CAVF-1", s.formation)
    if "wide" in row:
        # rounded up: a rank that is not full is a rank
        return CavalryRanksResult(-(-s.stands // row["wide"]), min(s.stands, row["wide"]))
    return CavalryRanksResult(row["ranks"], -(-s.stands // row["ranks"]))


@implements("BP-CAVF-2")
def may_form_echelon(t: Tables, formation: Formation, size: Size) -> None:
    """Refuse an echelon to those who have none."""
    if formation != "echelon":
        return
    if not switched(t, "cavalry_formations"):
        raise refuse("BP-CAVF-1", f"echelon belongs to {draft_reason('cavalry_formations')}")
    if size not in t.value("BP-CAVF-2", "sizes"):
        raise refuse("BP-CAVF-2", "only standard and large units form echelon")
