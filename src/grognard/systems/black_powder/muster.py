"""Muster: a unit's profile, size, guns and special rules, and the staff ratings of commanders, from history's facts.

Our judgement stands in muster.toml; a battle's own ratings/black-powder.toml has the last word.
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
from grognard.kernel.checks import implements
from grognard.kernel.errors import BadData
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

from .checks.troops.units import ProfileFacts
from .commands import Leading, command_of, leaders_of
from .terms import Arm, Branch, Formation, Gun, GunNation, Size, Special, Weapon, branch

SYSTEM = "black-powder"
judgement = partial(judgement_in, Path(__file__).parent)
"""What muster.toml says."""
FILE = ratings_file(SYSTEM)
_FORMATIONS: dict[str, Formation] = {
    "line": "line", "double_line": "line", "attack_column": "attack_column", "march_column": "march_column",
    "column_of_divisions": "attack_column", "column_of_companies": "attack_column", "column_of_zuege": "attack_column",
    "column_of_squadrons": "march_column", "column_of_troops": "march_column", "open_square": "square",
    "closed_square": "square", "unlimbered": "unlimbered", "unlimbered_open": "unlimbered", "limbered": "limbered",
}  # fmt: skip
_SIZES: tuple[Size, ...] = ("tiny", "small", "standard")
_LOOSE = ("open_order", "extended_order", "skirmish_squares", "irregular")
_WEAPONS: dict[str, Weapon] = {
    "musket": "smoothbore_musket", "rifle": "rifled_musket", "carbine": "smoothbore_carbine", "bow": "bow",
    "pistol": "pistol",
}  # fmt: skip


class Mustered(Struct, frozen=True):
    """A unit as it goes on the roster."""

    id: str
    name: str
    side: str
    arm: Arm
    size: Size
    hand_to_hand: int
    shooting: int
    morale: int
    stamina: int
    special: tuple[Special, ...]
    weapon: str
    """Its small arms; nothing for guns, and for cavalry that does not fire."""
    nation: GunNation
    """Of a battery: whose ranges it has."""
    gun: Gun
    formation: Formation
    command: str
    """Id of the leader in whose brigade it stands."""
    why: tuple[str, ...]
    """How the ratings came about, a reason a line."""


def muster(scenario: Scenario, rules: Ruleset | None = None) -> tuple[Mustered, ...]:
    """Every unit of a battle."""
    rules, chain = rules or systems.rules(SYSTEM), chain_of(scenario)
    given = unit_ratings(scenario, SYSTEM, chain.units, beside=(COMMANDERS,))
    year = year_of(scenario)
    return tuple(_mustered(rules, chain, post, year, given.get(unit, {})) for unit, post in chain.units.items())


@implements("BP-CMD-1")
def leaders(scenario: Scenario) -> tuple[Leading, ...]:
    """Every commander with his staff rating."""
    tables, found = systems.rules(SYSTEM).tables, leaders_of(chain_of(scenario), _rated)
    least, most = tables.number("BP-CMD-1", "least"), tables.number("BP-CMD-1", "most")

    def wrong(staff: Any) -> str:
        return "" if type(staff) is int and least <= staff <= most else f"a staff rating is {least} to {most}"

    given = leader_ratings(scenario, SYSTEM, {leader.name for leader in found}, wrong)
    return tuple(
        replace(each, staff=given[each.name], why=f"staff rating: {FILE}") if each.name in given else each
        for each in found
    )


def _rated(name: str, rating: str) -> tuple[int, str]:
    """A leader's staff rating and the reason for it."""
    row = leader_row(judgement(), name, rating)
    return row["staff"], f"{rating}: staff rating {row['staff']}; {row['why']}"


def _mustered(rules: Ruleset, chain: Chain, post: Post, year: int, given: dict[str, Any]) -> Mustered:
    unit, why = post.unit, []
    judged = judgement()["arms"][unit.arm]
    arm: Arm = "infantry" if unit.kind == "infantry" else judged["as"]
    why.append(f"{unit.arm.replace('_', ' ')}: {arm.replace('_', ' ')}; {judged['why']}")
    size = _size(unit, branch(arm), why)
    derived = {
        "arm": arm,
        "size": size,
        **_profile(rules, unit, arm, size, year, why),
        "weapon": _weapon(unit),
        **_guns(rules, unit, why),
        "formation": _formation(unit, branch(arm), size),
    }
    return Mustered(
        id=unit.id,
        name=unit.name,
        side=post.side,
        command=command_of(chain, post),
        **_overridden(unit, derived, given, why),
    )


def _overridden(unit: Unit, derived: dict[str, Any], given: dict[str, Any], why: list[str]) -> dict[str, Any]:
    found = overridden(SYSTEM, unit, derived, given, why)
    known, special = sorted(get_args(Special)), tuple(found["special"])
    if unknown := [each for each in special if each not in known]:
        raise BadData(f"{FILE}, {unit.id}, special: no special rule {unknown[0]!r}; there are {', '.join(known)}")
    return {**found, "special": special}


@implements("BP-UNIT-2", "BP-SKIRM-1")
def _size(unit: Unit, of: Branch, why: list[str]) -> Size:
    """Tiny to large, by men or by guns."""
    sizes = judgement()["sizes"][of]
    many = unit.guns + unit.howitzers if of == "artillery" else unit.men
    # sizes run upward, each with the most it holds; what is over the last is large
    size: Size = next((name for name in _SIZES if name in sizes and many <= sizes[name]), "large")
    why.append(f"{many} {'guns and howitzers' if of == 'artillery' else 'men'}: {size}; {sizes['why']}")
    return size


@implements("BP-UNIT-1", "BP-UNIT-3")
def _profile(rules: Ruleset, unit: Unit, arm: Arm, size: Size, year: int, why: list[str]) -> dict[str, Any]:
    """The four values and the special rules."""
    judged = judgement()
    base = judged["experience"][unit.experience]
    # young guards are guards by name only
    level = "guard" if unit.arm == "guard" and unit.experience in ("elite", "veteran") else base["as"]
    facts = ProfileFacts.of({"arm": arm, "size": size, "experience": level})
    found = rules["profile"].roll(facts, NO_DICE).settled
    why.append(
        f"{unit.experience}: hand-to-hand {found.hand_to_hand}, shooting {found.shooting}, morale {found.morale}+, "
        f"stamina {found.stamina}; {base['why']}"
    )
    special = [*found.special]
    for word in (*base.get("special", ()), *judged["arms"][unit.arm].get("special", ())):
        special += [word] if word not in special else []
    if "rifle" in unit.carried and arm == "infantry":
        special.append("sharpshooters")
        why.append(f"rifles: sharpshooters; {judged['rifles']['why']}")
    for each in judged["adjustment"]:
        if speaks_of(each, unit, year):
            added = [word for word in each["special"] if word not in special]
            taken = [word for word in each.get("without", ()) if word in special]
            # after adding: a row may take away what an earlier one gave
            special = [word for word in (*special, *added) if word not in taken]
            why.append(f"{unit.nation}, {year}: {_told(added, taken)}; {each['why']}")
    values = {name: getattr(found, name) for name in ("hand_to_hand", "shooting", "morale", "stamina")}
    return {**values, "special": tuple(special)}


def _told(added: list[str], taken: list[str]) -> str:
    words = [each.replace("_", " ") for each in added] + [f"not {each.replace('_', ' ')}" for each in taken]
    return ", ".join(words) or "nothing new"


@implements("BP-ART-4")
def _guns(rules: Ruleset, unit: Unit, why: list[str]) -> dict[str, Any]:
    """The row of the range table that a battery uses: its nation's or one that history puts beside it, and the gun in
    it that is nearest to its own."""
    if unit.kind != "artillery":
        return {"nation": "france", "gun": "6_pounder"}
    borrowed = judgement()["guns"]["rows"]
    nation: GunNation = next((row for word, row in borrowed.items() if word in unit.nation.lower()), "france")
    ball = pounds(unit, judgement()["guns"][unit.arm])
    known = {int(re.sub(r"\D", "", gun)): gun for gun in rules.tables.value("BP-ART-4", nation)}
    # of two as near the lighter one
    gun: Gun = known[min(known, key=lambda each: (abs(each - ball), each))]
    why.append(f"{unit.calibre or 'calibre not stated'}: {gun.replace('_', '-')} by the ranges of {nation.title()}")
    return {"nation": nation, "gun": gun}


def _weapon(unit: Unit) -> str:
    """What it fires first: muskets are usual for foot; horse does not fire, and gunners fire their guns."""
    if unit.kind != "infantry":
        return ""
    stated = [_WEAPONS[weapon] for weapon in unit.carried if weapon in _WEAPONS]
    # who carries only what the rules do not know does not fire
    return stated[0] if stated else "" if unit.carried else "smoothbore_musket"


@implements("BP-GRANDE-1", "BP-SKIRM-1")
def _formation(unit: Unit, of: Branch, size: Size) -> Formation:
    """The formation it begins in: tiny foot are skirmish companies, battalions in open order Grande Bandes."""
    if of == "artillery":
        return "unlimbered" if unit.formation.startswith("unlimbered") else "limbered"
    if of == "infantry" and size == "tiny":
        return "skirmish"
    if of == "infantry" and unit.formation in _LOOSE:
        return "grande_bande"
    found = _FORMATIONS.get(unit.formation, "line")
    return "line" if of == "cavalry" and found not in ("line", "march_column") else found
