"""Muster: a unit's class, combat worth, castings, guns and ammunition, and its command, from history's facts.

Our judgement stands in muster.toml; a battle's own ratings/class-dice.toml has the last word.
"""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import replace

from grognard import systems
from grognard.army.batteries import pounds
from grognard.army.oob import Unit
from grognard.battle.posts import Chain, Post, chain_of
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.sources import NO_DICE
from grognard.miniatures.gathering.mustering import (
    COMMANDERS,
    judgement_in,
    leader_ratings,
    leader_row,
    overridden,
    ratings_file,
    speaks_of,
    unit_ratings,
    year_of,
)
from grognard.scenarios.model import Scenario

from .checks.ammunition import SupplyFacts
from .checks.ranges import GunTypeFacts
from .checks.units import CastingsFacts, CombatWorthFacts, UnitSizeFacts, per_stand
from .commands import Leading, command_of, leaders_of
from .terms import Arm, Branch, Carriage, Formation, Gun, Rating, TroopClass, branch

SYSTEM = "class-dice"
judgement = partial(judgement_in, Path(__file__).parent)
"""What muster.toml says."""
FILE = ratings_file(SYSTEM)
_FIREARMS = {"rifle": "rifle", "musket": "musket", "carbine": "carbine"}
_FORMATIONS: dict[str, Formation] = {
    "line": "line", "double_line": "line", "attack_column": "column", "march_column": "road",
    "column_of_divisions": "column", "column_of_companies": "column", "column_of_zuege": "column",
    "column_of_squadrons": "column", "column_of_troops": "column", "open_square": "square", "closed_square": "square",
    "unlimbered": "unlimbered", "unlimbered_open": "unlimbered", "limbered": "limbered",
}  # fmt: skip
_LOOSE = ("open_order", "extended_order", "skirmish_squares", "irregular", "garrison")


class Mustered(Struct, frozen=True):
    """A unit as it goes on the roster."""

    id: str
    name: str
    side: str
    arm: Arm
    troop_class: TroopClass
    cw: int
    castings: int
    """0 for batteries."""
    stands: int
    tubes: int
    gun: Gun | None
    carriage: Carriage | None
    howitzers: bool
    """Most of its tubes are howitzers."""
    weapon: str
    """What it fires: musket, rifle, carbine or none."""
    light: bool
    """Light infantry, which puts out a larger screen."""
    ammunition: int
    battalion_guns: int
    battalion_gun: Gun | None
    formation: Formation
    command: str
    """Id of the leader whose division it belongs to: its integrity and its activation hang on him."""
    brigade: str
    why: tuple[str, ...]
    """How the ratings came about, a reason a line."""


def muster(scenario: Scenario, rules: Ruleset | None = None) -> tuple[Mustered, ...]:
    """Every unit of a battle."""
    rules, chain = rules or systems.rules(SYSTEM), chain_of(scenario)
    given = unit_ratings(scenario, SYSTEM, chain.units, beside=(COMMANDERS,))
    year = year_of(scenario)
    return tuple(_mustered(rules, chain, post, year, given.get(unit, {})) for unit, post in chain.units.items())


def leaders(scenario: Scenario) -> tuple[Leading, ...]:
    """Every leader who counts under these rules, of army, corps or division, with his rating."""
    ratings, found = get_args(Rating), leaders_of(chain_of(scenario), _rated)
    must = f"a rating is {', '.join(ratings)}"
    names = {leader.name for leader in found}
    given = leader_ratings(scenario, SYSTEM, names, lambda rating: "" if rating in ratings else must)
    return tuple(
        replace(each, rating=given[each.name], why=f"rating: {FILE}") if each.name in given else each for each in found
    )


def _rated(name: str, rating: str) -> tuple[Rating, str]:
    """A leader's rating and the reason for it."""
    row = leader_row(judgement(), name, rating)
    return row["rating"], f"{rating}: {row['rating']}; {row['why']}"


def _mustered(rules: Ruleset, chain: Chain, post: Post, year: int, given: dict[str, Any]) -> Mustered:
    unit = post.unit
    arm: Arm = "infantry" if unit.kind == "infantry" else judgement()["arms"][unit.arm]
    troop_class, cw, why = _worth(rules, unit, year)
    derived = {
        "arm": arm,
        "troop_class": troop_class,
        "cw": cw,
        **_strength(rules, unit, branch(arm), why),
        **_guns(rules, unit, why),
        "weapon": _weapon(unit),
        "light": unit.arm in ("light_infantry", "irregular"),
        "ammunition": _ammunition(rules, unit, why),
        "formation": _formation(unit, branch(arm)),
    }
    return Mustered(
        id=unit.id,
        name=unit.name,
        side=post.side,
        command=command_of(chain, post),
        brigade=post.brigade,
        **overridden(SYSTEM, unit, derived, given, why),
    )


def _worth(rules: Ruleset, unit: Unit, year: int) -> tuple[TroopClass, int, list[str]]:
    """Class and combat worth."""
    judged = judgement()
    base, arm = judged["experience"][unit.experience], judged["arm"][unit.arm]
    # picked troops of that experience are elite, whatever their class would be
    troop_class: TroopClass = "elite" if unit.experience in arm.get("picked", ()) else base["class"]
    why = [f"{unit.experience}: {base['class']}, CW {base['cw']}; {base['why']}"]
    cw: int = base["cw"] + arm["cw"]
    if arm["cw"]:
        lifted = ", elite" if troop_class != base["class"] else ""
        why.append(f"{unit.arm.replace('_', ' ')}: CW {arm['cw']:+d}{lifted}; {arm['why']}")
    for each in judged["adjustment"]:
        if speaks_of(each, unit, year):
            cw += each["cw"]
            why.append(f"{unit.nation}, {year}: CW {each['cw']:+d}; {each['why']}")
    least, most = (rules.tables.number("CD-combat-worth", end) for end in ("least", "most"))
    # several adjustments may carry it beyond the scale
    facts = CombatWorthFacts(troop_class=troop_class, cw=min(max(cw, least), most))
    return troop_class, rules["combat-worth"].roll(facts, NO_DICE).settled.cw, why


def _strength(rules: Ruleset, unit: Unit, of: Branch, why: list[str]) -> dict[str, int]:
    """Castings and stands, or tubes."""
    if of == "artillery":
        # a battery whose guns nobody counted still has one
        tubes = max(1, unit.guns + unit.howitzers)
        why.append(f"{tubes} guns and howitzers: a tube for each")
        _note_size(rules, of, -(-tubes // per_stand(rules.tables, of)), why)
        return {"castings": 0, "stands": 0, "tubes": tubes}
    castings = rules["castings"].roll(CastingsFacts(men=unit.men), NO_DICE).settled.castings
    # rounded up: a stand that is not full is a stand
    stands = max(1, -(-castings // per_stand(rules.tables, of)))
    each = rules.tables.number("CD-scale", "men_per_casting")
    why.append(f"{unit.men} men, {each} to a casting: {castings} castings on {stands} stands")
    _note_size(rules, of, stands, why)
    return {"castings": castings, "stands": stands, "tubes": 0}


def _note_size(rules: Ruleset, of: Branch, stands: int, why: list[str]) -> None:
    """History has units that are smaller or larger than the rules expect; they are left as they were."""
    if refusal := rules["unit-size"].refusal(UnitSizeFacts(branch=of, stands=stands)):
        why.append(f"outside the usual size of {refusal.reason}; left as history has it")


def _guns(rules: Ruleset, unit: Unit, why: list[str]) -> dict[str, Any]:
    """The lists that guns use: those of a battery, and those of guns that march with a battalion."""
    none = {"gun": None, "carriage": None, "howitzers": False, "battalion_guns": 0, "battalion_gun": None}
    if unit.kind == "artillery":
        # a mixed battery uses the list of most of its tubes
        howitzers = unit.howitzers > unit.guns
        ball = pounds(unit, judgement()["pounds"][unit.arm])
        found = _gun_type(rules, unit, ball, howitzers=howitzers)
        why.append(f"{unit.calibre or 'calibre not stated'}: ranges of {found.gun}, moves as {found.carriage}")
        return {**none, "gun": found.gun, "carriage": found.carriage, "howitzers": howitzers}
    if unit.battalion_guns:
        stated = re.search(r"\d+", unit.battalion_gun_calibre)
        found = _gun_type(rules, unit, int(stated[0]) if stated else judgement()["pounds"]["battalion_guns"])
        why.append(f"{unit.battalion_guns} battalion guns: ranges of {found.gun}")
        return {**none, "battalion_guns": unit.battalion_guns, "battalion_gun": found.gun}
    return none


def _gun_type(rules: Ruleset, unit: Unit, ball: int, *, howitzers: bool = False) -> Any:
    facts = GunTypeFacts(
        pounds=min(42, max(1, ball)),
        austrian="austrian" in unit.nation.lower(),
        horse=unit.arm == "horse_artillery",
        howitzers=howitzers,
    )
    return rules["gun-type"].roll(facts, NO_DICE).settled


def _weapon(unit: Unit) -> str:
    """What it fires first: muskets are usual for foot, nothing for horse, and gunners fire their guns."""
    if unit.kind == "artillery":
        return "none"
    stated = [_FIREARMS[weapon] for weapon in unit.carried if weapon in _FIREARMS]
    if unit.kind == "cavalry":
        return "carbine" if stated else "none"
    # foot that carries only other arms does not fire at all
    return stated[0] if stated else "none" if unit.carried else "musket"


def _ammunition(rules: Ruleset, unit: Unit, why: list[str]) -> int:
    """Ammunition points; horse without firearms has none."""
    if unit.kind == "artillery":
        arm: str = unit.arm
    elif _weapon(unit) == "none":
        return 0
    else:
        arm = unit.kind
    points: int = rules["ammunition-supply"].roll(SupplyFacts.of({"arm": arm}), NO_DICE).settled.ammunition
    why.append(f"{arm.replace('_', ' ')}: {points} ammunition points")
    return points


def _formation(unit: Unit, of: Branch) -> Formation:
    """The formation it begins in."""
    if of == "artillery":
        return "unlimbered" if unit.formation.startswith("unlimbered") else "limbered"
    if unit.formation in _LOOSE:
        return "general" if unit.formation != "garrison" else "line"
    found = _FORMATIONS.get(unit.formation, "line")
    # the scenario may say so of dismounted horse, but these rules have no such square
    return "line" if of == "cavalry" and found == "square" else found
