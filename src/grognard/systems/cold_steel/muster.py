"""Muster: each unit's Cold Steel ratings from history's facts.

An order of battle says what was there, not what it is worth. What it is worth is our judgement and stands, number by
number with its reason, in muster.toml; a battle's own ratings/cold-steel.toml has the last word.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Annotated, Any, Literal, NamedTuple, get_args

import msgspec
from msgspec import Meta, Struct

from grognard import systems
from grognard.army.armament import Musketry
from grognard.army.oob import Formation, Leader, Level, Side, Unit
from grognard.kernel.errors import BadData
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.sources import NO_DICE
from grognard.scenarios.model import Scenario

from .checks.close_combat.combat import Weapons
from .checks.fire.small_arms import Weapon
from .checks.formations.infantry import Drill
from .checks.setting_up.ratings import DisciplineOrNone, People, is_irregular
from .judgement import Judgement, judgement
from .terms import Arm, Army, Rating, Status, Training

SYSTEM = "cold-steel"
FILE = f"ratings/{SYSTEM}.toml"
COMMANDERS = "commanders"
"""The table of the ratings file that is about leaders, by name."""
SmallArms = Literal[Weapon, "none"]
DrillOrNone = Literal[Drill, "none"]


class Override(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a battle may say about one of its units; what it leaves out is derived."""

    morale_rating: Annotated[int, Meta(ge=1, le=16)] | None = None
    discipline: DisciplineOrNone | None = None
    irregular: bool | None = None
    status: Status | None = None
    figures: Annotated[int, Meta(ge=1, le=400)] | None = None
    weapon: SmallArms | None = None
    hand_to_hand: Weapons | None = None
    musketry: Musketry | None = None
    drill: DrillOrNone | None = None
    light_cavalry: bool | None = None
    gun_pounds: Annotated[int, Meta(ge=1, le=42)] | None = None
    battalion_gun_pounds: Annotated[int, Meta(ge=1, le=42)] | None = None
    training: tuple[Training, ...] | None = None
    pikes: Annotated[int, Meta(ge=0, le=400)] | None = None
    people: People | None = None


class Mustered(Struct, frozen=True):
    """A unit as it goes on the roster."""

    id: str
    name: str
    side: str
    formation: str
    arm: Arm
    nation: Army
    morale_rating: int
    morale_class: str
    discipline: DisciplineOrNone
    irregular: bool
    status: Status
    figures: int
    weapon: SmallArms
    drill: DrillOrNone
    light_cavalry: bool
    guns: int
    gun_pounds: int
    """0 without guns."""
    howitzers: int
    battalion_guns: int
    battalion_gun_pounds: int
    training: tuple[Training, ...]
    pikes: int
    """Figures with pikes."""
    people: People
    commander: str
    commander_rating: Rating
    why: tuple[str, ...]
    """How the ratings came about, a reason a line."""
    hand_to_hand: Weapons = "usual"
    musketry: Musketry = ""
    rockets: bool = False


class Commander(NamedTuple):
    """A leader as he goes on the roster."""

    name: str
    side: str
    formation: str
    level: Level
    rating: Rating


class Posted(NamedTuple):
    """A unit, and whom it serves under."""

    unit: Unit
    side: Side
    formation: str
    leader: Leader


def muster(scenario: Scenario, rules: Ruleset | None = None) -> tuple[Mustered, ...]:
    """Every unit of a battle with its ratings, in the order of battle's order; variants may make irregulars of some
    (CS-M2-1.4.3)."""
    overrides = _overrides(scenario)
    ratings = {(leader.side, leader.name): leader.rating for leader in commanders(scenario)}
    rules = rules or systems.rules(SYSTEM)
    rated = []
    for posted in _posted(scenario):
        override = overrides.get(posted.unit.id, Override())
        rated.append(_mustered(scenario, posted, override, ratings[posted.side.name, posted.leader.name], rules))
    return tuple(rated)


def commanders(scenario: Scenario) -> tuple[Commander, ...]:
    """Every commander with his rating: history's, unless the battle's ratings file gives another."""
    overrides = scenario.ratings.get(SYSTEM, {}).get(COMMANDERS, {})
    found: dict[tuple[str, str], Commander] = {}
    for leader in (leader for side in scenario.sides for leader in _leaders(side)):
        found.setdefault((leader.side, leader.name), leader)  # who commands at two levels is rated at the higher
    _must_be_leaders(overrides, {name for _, name in found})
    return tuple(leader._replace(rating=overrides.get(leader.name, leader.rating)) for leader in found.values())


def _must_be_leaders(overrides: object, names: set[str]) -> None:
    """Refuse a rating for nobody, and one that is none."""
    if not isinstance(overrides, dict):
        raise BadData(f"{FILE}, {COMMANDERS}: {overrides!r}; write a line for each: name = rating")
    for name, rating in overrides.items():
        if name not in names:
            raise BadData(f"{FILE}, {COMMANDERS}: no commander {name!r}; there are {', '.join(sorted(names))}")
        if rating not in get_args(Rating):
            raise BadData(f"{FILE}, {COMMANDERS}, {name}: {rating!r}; a rating is {', '.join(get_args(Rating))}")


def _leaders(side: Side) -> Iterator[Commander]:
    yield Commander(side.commander.name, side.name, side.name, "army", side.commander.rating)

    def below(formations: tuple[Formation, ...]) -> Iterator[Commander]:
        for formation in formations:
            if formation.commander:
                leader = formation.commander
                yield Commander(leader.name, side.name, formation.name, formation.level, leader.rating)
            yield from below(formation.formations)

    yield from below(side.formations)


def _posted(scenario: Scenario) -> Iterator[Posted]:
    """Every unit with the nearest commander above it."""

    def below(side: Side, formations: tuple[Formation, ...], above: Leader) -> Iterator[Posted]:
        for formation in formations:
            leader = formation.commander or above
            yield from (Posted(unit, side, formation.name, leader) for unit in formation.units)
            yield from below(side, formation.formations, leader)

    for side in scenario.sides:
        yield from below(side, side.formations, side.commander)


def _overrides(scenario: Scenario) -> dict[str, Override]:
    """The battle's own ratings, checked: a rating for nobody or of no meaning is refused."""
    known = {unit.id for side in scenario.sides for unit in side.all_units()}
    given = {unit: table for unit, table in scenario.ratings.get(SYSTEM, {}).items() if unit != COMMANDERS}
    for unit in given:
        if unit not in known:
            raise BadData(f"{FILE}, {unit}: armies.toml has no unit of this id{_near(unit, known)}")
    return {unit: _override(unit, table) for unit, table in given.items()}


def _override(unit: str, table: object) -> Override:
    try:
        return msgspec.convert(table, Override)
    except msgspec.ValidationError as error:
        allowed = ", ".join(Override.__struct_fields__)
        raise BadData(f"{FILE}, {unit}: {error}; its fields are {allowed}") from None


def _near(unit: str, known: set[str]) -> str:
    near = get_close_matches(unit, sorted(known), 3, 0.5)
    return f"; do you mean {' or '.join(near)}?" if near else ""


def _mustered(scenario: Scenario, posted: Posted, override: Override, leads: Rating, rules: Ruleset) -> Mustered:
    unit, judged = posted.unit, judgement()
    year = _year(scenario)
    army = judged.army(unit.nation, posted.side.nation, year)
    derived = {
        **_worth(unit, year, override, judged, rules),
        "figures": max(1, round(unit.men / scenario.header.figure_scale)),
        "weapon": judged.weapon(unit),
        "hand_to_hand": judged.hand_to_hand(unit),
        "light_cavalry": unit.arm in ("light_cavalry", "lancers"),
        "gun_pounds": judged.gun_pounds(unit),
        "battalion_gun_pounds": judged.battalion_gun_pounds(unit),
        "training": judged.training(unit, year),
    }
    # made irregulars by a variant: the file was written when they were not
    final = derived | {field: value for field, value in msgspec.structs.asdict(override).items() if value is not None}
    if derived["irregular"] and override.irregular is None:
        final["discipline"] = "none"  # whatever its rating was while it was no irregular
    if override.musketry is None:
        final["musketry"] = judged.musketry(unit, final["weapon"])
    # last: a battle that names the drill need not be one that any book covers
    final.setdefault("pikes", final["figures"] * judged.pikes(unit, year) // 100)
    if "drill" not in final:
        final["drill"] = _drill(unit, final["irregular"], army, year, rules)
    changed = tuple(
        f"{field}: {FILE}" for field, value in msgspec.structs.asdict(override).items() if value is not None
    )
    final["why"] = (*final["why"], *changed)
    return Mustered(
        id=unit.id,
        name=unit.name,
        side=posted.side.name,
        formation=posted.formation,
        arm=unit.kind,
        nation=army,
        guns=unit.guns,
        howitzers=unit.howitzers,
        battalion_guns=unit.battalion_guns,
        rockets="rocket" in unit.carried,
        commander=posted.leader.name,
        commander_rating=leads,
        **_confirmed(unit, final, rules),
    )


def _year(scenario: Scenario) -> int:
    date = scenario.header.date
    if not date[:4].isdecimal():
        raise BadData(f"scenario.toml, date: {date!r}; drill and ratings go by the year, so begin with it: 1809-04-16")
    return int(date[:4])


def _worth(unit: Unit, year: int, override: Override, judged: Judgement, rules: Ruleset) -> dict[str, Any]:
    """Morale and discipline; irregulars have none of the latter."""
    worth = judged.worth(unit, year)
    people = override.people or judged.people(unit)
    rated = unit.arm == "irregular" if override.irregular is None else override.irregular
    irregular = is_irregular(rules.tables, rated, people)
    return {
        "morale_rating": worth.morale_rating,
        "discipline": "none" if irregular else worth.discipline,
        "irregular": irregular,
        "people": people,
        "why": worth.why,
    }


def _drill(unit: Unit, irregular: bool, army: Army, year: int, rules: Ruleset) -> DrillOrNone:
    """Only infantry in formation has a drill; one that no book covers must be said by the battle."""
    if unit.kind != "infantry" or irregular:
        return "none"
    drill = drill_of(army, year, rules)
    if drill == "none":
        raise BadData(
            f"armies.toml, {unit.id}: no drill is known for nation {unit.nation!r}; "
            f"give it one in {FILE}: {unit.id} = {{ drill = … }}, one of {', '.join(get_args(Drill)[1:])}"
        )
    return drill


def drill_of(army: Army, year: int, rules: Ruleset) -> DrillOrNone:
    """The drill book of an army's foot; none where no book covers it."""
    check = rules["drill"]
    result = check.roll(check.situation(nation=army, year=year), NO_DICE)
    return "none" if result.outcome is None else result.outcome.drill


def _confirmed(unit: Unit, final: dict[str, Any], rules: Ruleset) -> dict[str, Any]:
    """The ratings as the rules accept them, with the morale class and the level a unit starts at."""
    check = rules["unit-ratings"]
    facts = {field: final[field] for field in ("morale_rating", "discipline", "irregular")}
    result = check.roll(check.situation(**facts, scenario_status=final.get("status", "none")), NO_DICE)
    if result.outcome is None:
        assert result.refusal is not None
        raise BadData(f"{FILE}, {unit.id}: {result.refusal.reason} ({result.refusal.rule})")
    return {**final, "morale_class": result.outcome.morale_class, "status": result.outcome.status}
