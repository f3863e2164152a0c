"""Muster: each unit's grade, arm and figures from history's facts. The judgement stands in muster.toml."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, get_args

from msgspec import Struct

from grognard import systems
from grognard.army.batteries import pounds
from grognard.army.nations import nation as called
from grognard.army.oob import Unit
from grognard.battle.posts import Post, chain_of
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.sources import NO_DICE
from grognard.miniatures.gathering.mustering import judgement_in, overridden, unit_ratings
from grognard.scenarios.model import Scenario

from .checks.fire import GunClassFacts
from .checks.measures import CompositionFacts
from .terms import Arm, Formation, Grade, Weight, branch

SYSTEM = "steel-canister"
judgement = partial(judgement_in, Path(__file__).parent)
"""What muster.toml says."""
_GRADES: tuple[Grade, ...] = get_args(Grade)
_FORMATIONS: dict[str, dict[str, Formation]] = {
    "infantry": {
        "line": "line", "double_line": "line", "attack_column": "attack_column", "march_column": "march_column",
        "column_of_divisions": "attack_column", "column_of_companies": "attack_column",
        "column_of_zuege": "attack_column",
        "open_square": "square", "closed_square": "square",
    },
    "cavalry": {
        "line": "line", "column_of_squadrons": "field_column", "column_of_troops": "field_column",
        "march_column": "march_column",
    },
    "artillery": {"unlimbered": "unlimbered", "unlimbered_open": "unlimbered"},
}  # fmt: skip
_LOOSE = ("open_order", "extended_order", "skirmish_squares", "irregular", "garrison")


class Mustered(Struct, frozen=True):
    """A unit as it goes on the roster."""

    id: str
    name: str
    side: str
    arm: Arm
    grade: Grade
    guard: bool
    old_guard: bool
    british: bool
    lances: bool
    rifles: bool
    sappers: bool
    """By a battle's own ratings only: no order of battle tells of them."""
    weight: Weight
    size: str
    figures: int
    formation: Formation
    why: tuple[str, ...]


def muster(scenario: Scenario, rules: Ruleset | None = None) -> tuple[Mustered, ...]:
    """Every unit of a battle; the battle's ratings/steel-canister.toml has the last word."""
    rules, posts = rules or systems.rules(SYSTEM), chain_of(scenario).units
    given = unit_ratings(scenario, SYSTEM, posts)
    return tuple(_mustered(rules, post, given.get(unit, {})) for unit, post in posts.items())


def _mustered(rules: Ruleset, post: Post, given: dict[str, Any]) -> Mustered:
    unit, judged = post.unit, judgement()
    arm: Arm = _arm(unit)
    grade, why = _grade(unit)
    sized = rules["composition"].roll(CompositionFacts(arm=arm, men=_men(unit, arm)), NO_DICE).settled
    derived = {
        "arm": arm,
        "grade": grade,
        "guard": unit.arm == "guard",
        "old_guard": unit.arm == "guard" and unit.experience == "elite" and "french" in unit.nation.lower(),
        "british": british(unit.nation),
        "lances": unit.arm == "lancers" or "lance" in unit.carried,
        "rifles": "rifle" in unit.carried and arm == "light_infantry",
        "sappers": False,
        "weight": _weight(rules, unit, judged),
        "size": sized.size,
        "figures": sized.figures,
        "formation": _formation(unit, arm),
    }
    return Mustered(id=unit.id, name=unit.name, side=post.side, **overridden(SYSTEM, unit, derived, given, why))


def _arm(unit: Unit) -> Arm:
    arm: Arm = judgement()["arms"][unit.arm]
    if branch(arm) == "cavalry" and unit.kind == "infantry":
        return "light_infantry"  # dismounted
    if arm == "horse_artillery" and british(unit.nation):
        return "british_horse_artillery"
    return arm


def british(nation: str) -> bool:
    """British or King's German Legion."""
    return called(nation).id in ("british", "kings_german_legion")


def _grade(unit: Unit) -> tuple[Grade, tuple[str, ...]]:
    judged = judgement()
    base = judged["experience"][unit.experience]
    arm = judged["arm"].get(unit.arm, {"steps": 0, "why": ""})
    # the list runs from the best grade down, so steps up are taken off
    place = _GRADES.index(base["grade"]) - arm["steps"]
    grade = _GRADES[min(max(place, 0), len(_GRADES) - 1)]
    reasons = [f"{unit.experience}: {base['grade']}; {base['why']}"]
    if arm["steps"]:
        reasons.append(f"{unit.arm}: {arm['steps']:+d}; {arm['why']}")
    return grade, tuple(reasons)


def _men(unit: Unit, arm: Arm) -> int:
    if branch(arm) == "artillery":
        return max(1, unit.guns + unit.howitzers) * int(judgement()["crew"]["men"])
    return unit.men


def _weight(rules: Ruleset, unit: Unit, judged: dict[str, Any]) -> Weight:
    if unit.arm not in judged["guns"]:
        return "light"
    guns = judged["guns"]
    ball = guns["rocket"] if "rocket" in unit.carried else min(42, pounds(unit, guns[unit.arm]))
    weight: Weight = rules["gun-class"].roll(GunClassFacts(pounds=ball), NO_DICE).settled.weight
    return "medium" if weight == "heavy" and unit.arm == "horse_artillery" else weight  # only foot guns are heavy


def _formation(unit: Unit, arm: Arm) -> Formation:
    if unit.formation in _LOOSE:
        loose = arm in ("light_infantry", "light_cavalry")
        return "skirmish" if loose and unit.formation != "garrison" else "line"
    usual: dict[str, Formation] = {"infantry": "line", "cavalry": "line", "artillery": "limbered"}
    return _FORMATIONS[branch(arm)].get(unit.formation, usual[branch(arm)])
