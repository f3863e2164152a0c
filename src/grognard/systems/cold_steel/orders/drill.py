"""Changes of formation: which ones a unit's drill knows from where it stands, and how long they take (appendix A).

The armies' names for formations (`attack_column`, `march_column`) are put here into the words of the drill tables.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple, cast

from grognard.army.footprints import formations
from grognard.army.layouts import battalion
from grognard.army.nations import nation
from grognard.army.oob import FormationName, Interval
from grognard.kernel.checks import Refusal, Refused, implements
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.sources import NO_DICE
from grognard.kernel.tables import Tables

from ..checks.command.marching_orders import FormationOrderFacts
from ..checks.formations.forming import ArtilleryFormationChangeFacts, CavalryFormationChangeFacts
from ..checks.formations.infantry import DrillFacts, FormationChangeFacts, drill_book
from ..events.words import formation_in_words
from ..facts import eighteenth
from ..table import forms
from ..table.battlefield import Battlefield
from ..table.state import UnitState
from ..works import occupying

GUNS_READY = ("unlimbered", "unlimbered_open")
BUILDINGS = frozenset(("light_works", "medium_works", "heavy_works"))


class Change(NamedTuple):
    """A change of formation that may be ordered: what it makes, and the quarter turns it takes."""

    formation: FormationName
    interval: Interval
    quarters: int
    by_moving: bool = False
    """It takes no time but the paces to the new spacing."""
    rule: str = ""


@implements("CS-3.3.2.2")
def formation_change(
    b: Battlefield, unit: str, formation: FormationName, interval: Interval = "open", face: str = "ahead"
) -> Change | Refusal:
    """How a unit passes into a formation from where it stands now, or why it cannot."""
    now, entry = b.unit(unit), b.entry(unit)
    unknown = never_formed(b, unit, formation)
    if unknown is not None:
        return unknown
    if formation == "garrison":
        return _buildings(b, now)
    # what the chit may say is judged before the time it takes: the reason is plainer
    refused = b.rules["formation-order"].refusal(_order(b, now, formation))
    if refused is not None:
        return refused
    if entry.rated.arm == "artillery":
        return eighteenth.stranded(b, now, formation) or _guns(b, now, formation)
    if entry.rated.arm == "cavalry":
        return _horse(b, now, formation, interval)
    key = "change on foot", unit, now.formation, now.interval, formation, interval, face
    # it follows from the drill of the unit, which stays as it is
    return b.memo.keep(key, entry, lambda: _foot(b, now, formation, interval, face))


def known(b: Battlefield, unit: str) -> tuple[FormationName, ...]:
    """The formations that a unit's arm ever forms by order, however it stands now. Buildings are occupied by a special
    order, or by who stands in them."""
    return tuple(each for each in formations(b.entry(unit).unit) if each not in ("irregular", "garrison"))


@implements("CS-3.3.2.2")
def never_formed(b: Battlefield, unit: str, formation: FormationName) -> Refusal | None:
    """Why a unit of this arm forms nothing of the kind, wherever it stands."""
    entry = b.entry(unit)
    if formation in formations(entry.unit) and formation != "irregular":
        return None
    return Refusal("CS-3.3.2.2", f"{entry.rated.arm} forms no {formation_in_words(formation)}")


def changes(b: Battlefield, unit: str) -> tuple[FormationName, ...]:
    """The formations that a unit may be ordered to take now, at some interval."""
    now = b.unit(unit)
    # the interval it does not have: closing up or opening out is a change too
    tight: Interval = "closed" if now.interval == "open" else "open"
    return tuple(
        formation
        for formation in formations(b.entry(unit).unit)
        if isinstance(formation_change(b, unit, formation), Change)
        or (formation == now.formation and isinstance(formation_change(b, unit, formation, tight), Change))
    )


def _order(b: Battlefield, now: UnitState, formation: FormationName) -> FormationOrderFacts:
    rated = b.entry(now.id).rated
    return FormationOrderFacts(
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


def foot_facts(
    b: Battlefield, now: UnitState, formation: FormationName, interval: Interval, face: str
) -> FormationChangeFacts:
    """The facts of a change of formation on foot. Raises Refused where nobody knows the army's drill."""
    entry = b.entry(now.id)
    words: dict[str, Any] = {"nation": entry.rated.nation, "year": b.year, "face": face}
    # a scenario may name a unit's drill; else its nation and the year tell (CS-A.2i)
    words["drill"] = entry.rated.drill if entry.rated.drill != "none" else "by_nation"
    cells = b.rules.tables[_table(b.rules.tables, words)]
    return FormationChangeFacts(
        **words,
        formation=drill_name(cells, now.formation),
        # the tables know skirmish squares only as what a square order makes of loose troops
        ordered="square" if formation == "skirmish_squares" else drill_name(cells, formation),
        interval=_interval(now.formation, now.interval),
        ordered_interval=_interval(formation, interval),
        # old drills march by single elements, so a column of theirs is one element wide
        elements_abreast=1 if cells["double"] == "none" else 2,
        discipline=_discipline(entry.rated.discipline),
        # the strength it began with: losses do not take companies off the roll
        companies=_counted(battalion(entry.unit, b.year, entry.unit.men).companies),
        regulation_companies=_counted(nation(entry.unit.nation).companies_in(b.year)),
    )


def _table(t: Tables, words: dict[str, Any]) -> str:
    """The table of formation times that a drill is read on."""
    known = {name: words[name] for name in ("nation", "year", "drill")}
    table: str = drill_book(t, DrillFacts(**known)).table
    return table


def _counted(companies: int) -> int:
    """As many companies as the check knows of (CS-A.1j)."""
    return min(12, max(1, companies))


def _discipline(discipline: str) -> Any:
    return "rabble" if discipline == "none" else discipline


def _foot(b: Battlefield, now: UnitState, formation: FormationName, interval: Interval, face: str) -> Change | Refusal:
    if formation == "skirmish_squares" and now.formation == "skirmish_squares":
        return Refusal("CS-A.1m", "it stands in skirmish squares already")
    try:
        facts = foot_facts(b, now, formation, interval, face)
    except Refused as refused:
        return refused.refusal
    found = _timed(b.rules, "formation-change", facts)
    if isinstance(found, Refusal):
        return found
    made = formed(formation, found.formation)
    return Change(made, _interval(formation, interval), found.quarter_turns, found.by_moving, "CS-6.7.1a")


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


def formed(wanted: FormationName, made: str) -> FormationName:
    """What comes of the order: a square order may make a closed square or skirmish squares."""
    return cast(FormationName, made) if made in ("open_square", "closed_square", "skirmish_squares") else wanted


# -- mounted, and guns


def horse_facts(
    b: Battlefield, now: UnitState, formation: FormationName, interval: Interval
) -> CavalryFormationChangeFacts:
    """The facts of a change of formation of cavalry."""
    rated = b.entry(now.id).rated
    before, ordered = _mounted(now.formation), _mounted(formation)
    if before == ordered == "column" and (now.formation, now.interval) != (formation, interval):
        # the rules know one column only; from one kind to another takes as long as between column and line
        before = "line"
    return CavalryFormationChangeFacts(
        nation=rated.nation, discipline=_discipline(rated.discipline), formation=before, ordered=ordered
    )


def _horse(b: Battlefield, now: UnitState, formation: FormationName, interval: Interval) -> Change | Refusal:
    spacing: Interval = interval if formation in forms.HORSE_COLUMNS else "open"
    found = _timed(b.rules, "cavalry-formation-change", horse_facts(b, now, formation, interval))
    if isinstance(found, Refusal):
        return found
    return Change(formation, spacing, found.quarter_turns, found.by_moving, "CS-A.4a")


def _mounted(formation: FormationName) -> Any:
    return "column" if formation in forms.HORSE_COLUMNS else formation


def _guns(b: Battlefield, now: UnitState, formation: FormationName) -> Change | Refusal:
    """Limbering and unlimbering take time, guns that change their spacing as long as unlimbering; teams change between
    road and field as they drive."""
    if now.formation == formation:
        return Refusal("CS-3.3.2.2", "it stands in that formation already")
    # both on wheels: teams change from road to field as they drive
    if now.formation not in GUNS_READY and formation not in GUNS_READY:
        return Change(formation, "open", 0, True, "CS-3.3.2.2")
    found = _timed(b.rules, "artillery-formation-change", limbering(b, now, formation))
    if isinstance(found, Refusal):
        return found
    return Change(formation, "open", found.quarter_turns, False, "CS-A.5a")


def limbering(
    b: Battlefield, now: UnitState, formation: FormationName, *, in_haste: bool = False
) -> ArtilleryFormationChangeFacts:
    """The facts of limbering or unlimbering; guns in haste are got away as they can."""
    action: Any = "unlimber" if formation in GUNS_READY else "emergency_limber" if in_haste else "limber"
    return ArtilleryFormationChangeFacts(action=action, pounds=max(1, min(36, b.entry(now.id).rated.gun_pounds)))


# -- buildings


@implements("CS-3.3.2.3ac")
def _buildings(b: Battlefield, now: UnitState) -> Change | Refusal:
    """Foot that stands in buildings or works may occupy them. What it costs is movement and passing disorder
    (CS-6.2h), no time; whoever leaves them forms up as from open order."""
    refused = occupying.refusal(b, now)
    if refused is not None:
        return refused
    return Change("garrison", "open", 0, True, "CS-3.3.2.3ac")


# asked for every formation of every unit each time the orders are listed
@lru_cache(4096)
def _timed(rules: Ruleset, check: str, facts: Any) -> Any:
    """The outcome of a check of times, or its refusal; asked again and again for the same few situations."""
    result = rules[check].roll(facts, NO_DICE)
    return result.outcome if result.outcome is not None else result.refusal
