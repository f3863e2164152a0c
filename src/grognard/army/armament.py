"""What troops carry: weapons as data. Older orders of battle say it in words; of these only whole phrases count."""

from __future__ import annotations

import re
from typing import Literal, get_args

Firearm = Literal["musket", "cap_lock", "early_firelock", "rifle", "carbine", "pistol", "bow", "javelin"]
Blade = Literal["sabre", "sword", "broadsword", "lance", "pike", "axe"]
Weapon = Literal[Firearm, "bayonet", Blade, "rocket"]
Musketry = Literal["", "trained_to_aim", "unaccustomed"]
"""How they were taught to fire: to aim; hardly at all, as irregulars with arms new to them; or as was usual."""

FIREARMS: tuple[Firearm, ...] = ("musket", "cap_lock", "early_firelock", "rifle", "carbine", "pistol", "bow", "javelin")
BLADES: tuple[Blade, ...] = ("sabre", "sword", "broadsword", "lance", "pike", "axe")

_FIRELOCKS: tuple[Firearm, ...] = ("musket", "cap_lock", "early_firelock", "rifle", "carbine")
_PHRASES: dict[str, Weapon] = {
    "musket": "musket", "flintlock musket": "musket", "brown bess musket": "musket",
    "rifle": "rifle", "baker rifle": "rifle", "carbine": "carbine", "musketoon": "carbine", "pistol": "pistol",
    "matchlock": "early_firelock", "bow": "bow", "javelin": "javelin", "bayonet": "bayonet", "bayonet fixed": "bayonet",
    "sabre": "sabre", "curved sabre": "sabre", "cutlass": "sabre", "sword": "sword", "straight sword": "sword",
    "straight heavy sword": "sword", "broadsword": "broadsword", "lance": "lance", "pike": "pike", "axe": "axe",
    "hatchet": "axe", "tomahawk": "axe", "rocket": "rocket", "congreve rocket": "rocket",
}  # fmt: skip
_PARTS = re.compile(r",|\band\b|\bwith\b|\bfrom\b")
_WITHOUT = re.compile(r"\b(?:no|without) bayonets?\b")


def phrases(text: str) -> tuple[str, ...]:
    """The parts of an armament in words; what stands after a semicolon or in brackets is remark."""
    said = re.sub(r"\([^)]*\)", "", text.split(";")[0]).lower()
    return tuple(part.strip() for part in _PARTS.split(_WITHOUT.sub("", said)) if part.strip())


def in_words(text: str, mounted: bool) -> tuple[Weapon, ...]:
    """The weapons that an armament in words names, what they fire first, muskets before rifles and carbines before
    pistols. Unless it is told otherwise, foot have bayonets to their firelocks and horse their swords."""
    named = {weapon for part in phrases(text) if (weapon := _meant(part)) is not None}
    found = [weapon for weapon in get_args(Weapon) if weapon in named]
    if (
        not mounted
        and set(_FIRELOCKS) & named
        and not {"bayonet", *BLADES} & named
        and not _WITHOUT.search(text.lower())
    ):
        found.append("bayonet")
    if found and mounted and not set(BLADES) & named:
        found.append("sword")
    return tuple(found)


def not_understood(text: str) -> tuple[str, ...]:
    """Phrases of an armament in words that are taken for no weapon."""
    return tuple(part for part in phrases(text) if _meant(part) is None)


def _meant(phrase: str) -> Weapon | None:
    return _PHRASES.get(phrase) or _PHRASES.get(phrase.removesuffix("s"))
