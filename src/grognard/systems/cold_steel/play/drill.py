"""Changes of formation: which ones a unit's drill knows from where it stands, and how long they take (appendix A).

The armies' names for formations (`attack_column`, `march_column`) are put here into the words of the drill tables.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple, cast

from grognard.army.footprints import formations
from grognard.army.oob import FormationName, Interval
from grognard.kernel.checks import Refusal, implements
from grognard.kernel.ruleset import Ruleset

from ..checks.formations import TABLES, Forming
from ..checks.forming import CavalryForming, Limbering
from ..checks.marching_orders import FormationOrder
from ..going import cover_at
from . import forms
from .battlefield import Battlefield
from .state import UnitState

GUNS_READY = ("unlimbered", "unlimbered_open")
BUILDINGS = frozenset(("light_works", "medium_works", "heavy_works"))
_LIGHTEST = 1


class Change(NamedTuple):
    """A change of formation that may be ordered: what it makes, and the quarter turns it takes."""

    formation: FormationName
    interval: Interval
    quarters: int
    by_moving: bool = False
    """It takes no time but the paces to the new spacing."""
    rule: str = ""
    facts: Any = None
    """The facts of the check that gave the time, for those who want to show how it came about."""


@implements("CS-3.3.2.2")
def formation_change(
    b: Battlefield, unit: str, formation: FormationName, interval: Interval = "open", face: str = "ahead"
) -> Change | Refusal:
    """How a unit passes into a formation from where it stands now, or why it cannot."""
    now, entry = b.unit(unit), b.entry(unit)
    if formation not in formations(entry.unit) or formation == "irregular":
        return Refusal("CS-3.3.2.2", f"{entry.rated.arm} forms no {_plain(formation)}")
    if formation == "garrison":
        return _buildings(b, now)
    refused = b.rules["formation-order"].refusal(_order(b, now, formation))
    if refused is not None:
        return refused
    if entry.rated.arm == "artillery":
        return _guns(b, now, formation)
    if entry.rated.arm == "cavalry":
        return _horse(b, now, formation, interval)
    return _foot(b, now, formation, interval, face)


def changes(b: Battlefield, unit: str) -> tuple[FormationName, ...]:
    """The formations that a unit may be ordered to take now, at some interval."""
    now = b.unit(unit)
    tight: Interval = "closed" if now.interval == "open" else "open"
    return tuple(
        formation
        for formation in formations(b.entry(unit).unit)
        if isinstance(formation_change(b, unit, formation), Change)
        or (formation == now.formation and isinstance(formation_change(b, unit, formation, tight), Change))
    )


def _order(b: Battlefield, now: UnitState, formation: FormationName) -> FormationOrder:
    rated = b.entry(now.id).rated
    return FormationOrder(
        order=_kind(rated.arm, formation),
        arm=rated.arm,
        irregular=rated.irregular,
        standing_in=forms.order_of(now),
    )


def _kind(arm: str, formation: FormationName) -> Any:
    """What the formation chit says."""
    if arm == "artillery":
        return "unlimber" if formation in GUNS_READY else "limber"
    if formation == "skirmish_squares":
        return "klumpen"
    if formation in forms.SQUARES:
        return "square"
    if formation in ("open_order", "extended_order"):
        return formation
    return "line" if formation in ("line", "double_line") else "column"


# -- on foot


def _foot(b: Battlefield, now: UnitState, formation: FormationName, interval: Interval, face: str) -> Change | Refusal:
    rated = b.entry(now.id).rated
    cells = b.rules.tables[TABLES[rated.drill]]
    if formation == "skirmish_squares" and now.formation == "skirmish_squares":
        return Refusal("CS-A.1m", "it stands in skirmish squares already")
    known: dict[str, Any] = {
        "nation": rated.nation,
        "year": b.year,
        "drill": rated.drill,
        "formation": drill_name(cells, now.formation),
        "ordered": "square" if formation == "skirmish_squares" else drill_name(cells, formation),
        "interval": _interval(now.formation, now.interval),
        "ordered_interval": _interval(formation, interval),
        "face": face,
        "elements_abreast": 1 if cells["double"] == "none" else 2,
        "discipline": rated.discipline,
        **_companies(b, now),
    }
    facts = Forming(**known)
    found = _timed(b.rules, "formation-change", facts)
    if isinstance(found, Refusal):
        return found
    return Change(
        _formed(formation, found.formation),
        _interval(formation, interval),
        found.quarter_turns,
        found.by_moving,
        TABLES[rated.drill],
        facts,
    )


def _companies(b: Battlefield, now: UnitState) -> dict[str, int]:
    """Companies present and by regulation, for the option of weak battalions (CS-A.1j)."""
    regulation = Forming.defaults["regulation_companies"]
    assert isinstance(regulation, int)
    present = b.entry(now.id).unit.companies or regulation
    most = 12
    return {"companies": min(most, present), "regulation_companies": min(most, max(present, regulation))}


def drill_name(cells: Any, formation: FormationName) -> Any:
    """A formation as a drill table names it: columns by the elements that this army drills by."""
    if formation == "attack_column":  # formed on the middle, two elements wide; old drills know only single columns
        return cells["single"] if cells["double"] == "none" else cells["double"]
    if formation == "column_of_zuege":  # half a company wide: the Russians' platoons, elsewhere the narrow column
        single = cells["single"]
        return single if single in ("column_of_zuege", "column_of_platoons") else "narrow_column"
    named = {
        "march_column": "road_column", "open_square": "square",
        "skirmish_squares": "open_order", "garrison": "open_order", "irregular": "open_order",
    }  # fmt: skip
    return named.get(formation, formation)


def _interval(formation: FormationName, interval: Interval) -> Interval:
    """An attack column stands at half interval unless it is closed; what is no column has none."""
    if formation == "attack_column" and interval == "open":
        return "half"
    return interval if formation in forms.COLUMNS and formation != "march_column" else "open"


def _formed(wanted: FormationName, made: str) -> FormationName:
    """What comes of the order: a square order may make a closed square or skirmish squares."""
    return cast(FormationName, made) if made in ("open_square", "closed_square", "skirmish_squares") else wanted


# -- mounted, and guns


def _horse(b: Battlefield, now: UnitState, formation: FormationName, interval: Interval) -> Change | Refusal:
    rated = b.entry(now.id).rated
    before, ordered = _mounted(now.formation), _mounted(formation)
    if before == ordered == "column" and (now.formation, now.interval) != (formation, interval):
        # the rules know one column only; from one kind to another takes as long as between column and line
        before = "line"
    discipline: Any = rated.discipline
    facts = CavalryForming(nation=rated.nation, discipline=discipline, formation=before, ordered=ordered)
    found = _timed(b.rules, "cavalry-formation-change", facts)
    if isinstance(found, Refusal):
        return found
    spacing: Interval = interval if formation in forms.HORSE_COLUMNS else "open"
    return Change(formation, spacing, found.quarter_turns, found.by_moving, "CS-A.4a", facts)


def _mounted(formation: FormationName) -> Any:
    return "column" if formation in forms.HORSE_COLUMNS else formation


def _guns(b: Battlefield, now: UnitState, formation: FormationName) -> Change | Refusal:
    """Limbering and unlimbering take time, guns that change their spacing as long as unlimbering; teams change between
    road and field as they drive."""
    if now.formation == formation:
        return Refusal("CS-3.3.2.2", "it stands in that formation already")
    if now.formation not in GUNS_READY and formation not in GUNS_READY:
        return Change(formation, "open", 0, True, "CS-3.3.2.2")
    action: Any = "unlimber" if formation in GUNS_READY else "limber"
    facts = Limbering(action=action, pounds=max(_LIGHTEST, b.entry(now.id).rated.gun_pounds))
    found = _timed(b.rules, "artillery-formation-change", facts)
    if isinstance(found, Refusal):
        return found
    return Change(formation, "open", found.quarter_turns, False, "CS-A.5a", facts)


# -- buildings


@implements("CS-3.3.2.3ac")
def _buildings(b: Battlefield, now: UnitState) -> Change | Refusal:
    """Foot that stands in buildings or works may occupy them. What it costs is movement and passing disorder
    (CS-6.2h), no time; whoever leaves them forms up as from open order."""
    if now.formation == "garrison":
        return Refusal("CS-3.3.2.3ac", "it holds the place already")
    if not cover_at(b.ground, b.middle(now.id)) & BUILDINGS:
        return Refusal("CS-3.3.2.3ac", "there are neither buildings nor works where it stands")
    return Change("garrison", "open", 0, True, "CS-3.3.2.3ac")


@lru_cache(4096)
def _timed(rules: Ruleset, check: str, facts: Any) -> Any:
    """The outcome of a check of times, or its refusal; asked again and again for the same few situations."""
    result = rules[check].roll(facts, _NO_DICE)
    return result.outcome if result.outcome is not None else result.refusal


class _NoDice:
    """These checks throw none."""

    def throw(self, dice: Any, purpose: str) -> tuple[int, ...]:
        """Never asked."""
        raise AssertionError(f"{purpose} throws no dice")


_NO_DICE: Any = _NoDice()


def _plain(words: str) -> str:
    return words.replace("_", " ")
