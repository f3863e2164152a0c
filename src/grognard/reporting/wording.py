"""Small words: numbers, lists, names of troops and places as a writer would put them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from grognard.army.oob import Unit

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ARMS = {"infantry": "battalion", "cavalry": "regiment of horse", "artillery": "battery"}
_SEVERAL = {
    "battalion": "battalions",
    "squadron": "squadrons",
    "regiment of horse": "regiments of horse",
    "battery": "batteries",
}
_COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def number(value: int) -> str:
    """In words up to twelve."""
    return _NUMBERS[value] if 0 <= value < len(_NUMBERS) else f"{value:,}"


def listed(names: Iterable[str], most: int = 0) -> str:
    """`A, B and C`; with more than `most` of them the first few and how many others."""
    found = list(dict.fromkeys(names))
    if most and len(found) > most:
        rest = len(found) - most + 1
        found = [*found[: most - 1], f"{number(rest)} others"]
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} and {found[-1]}"


def men(value: int) -> str:
    """`1 man`, `1,240 men`."""
    return "one man" if value == 1 else f"{value:,} men"


def capital(text: str) -> str:
    """As it begins a sentence: our own small words get a capital, names keep the letter they have."""
    if text.startswith(("the ", "an ", "a ", "skirmishers ", "its ", *(f"{word} " for word in _NUMBERS))):
        return text[:1].upper() + text[1:]
    return text


def the(side: str) -> str:
    """A side with its article."""
    return side if side.startswith(("The ", "the ")) else f"the {side}"


def troops(units: Sequence[Unit]) -> str:
    """`three battalions and a battery`."""
    counts = dict.fromkeys(_SEVERAL, 0)
    for unit in units:
        counts["squadron" if unit.kind == "cavalry" and unit.squadrons == 1 else _ARMS[unit.kind]] += 1
    return listed(f"a {what}" if n == 1 else f"{number(n)} {_SEVERAL[what]}" for what, n in counts.items() if n)


def named_body(name: str, side: str = "") -> str:
    """A body of troops as a sentence names it, without the bodies above it: with an article where it bears no man's
    name, with its army where one is given."""
    own = name.split(" / ")[-1]
    bracket = re.search(r"\((.*?)\)", own)
    short = re.sub(r"\s*\(.*?\)", "", own).strip() or own
    if bracket and short.lower().endswith("artillery"):
        short = f"{short[:1].lower()}{short[1:]} of the {bracket[1]}"
    part = re.fullmatch(r"([^,]+), ([a-z].*)", short)
    if part:
        short = f"{part[2]} of the {part[1]}"
    found = short if "'s " in short else f"the {short}"
    return f"{found} of {the(side)}" if side else found


def compass(dx: float, dy: float) -> str:
    """The direction of a march, x to the east and y to the north."""
    import math

    return _COMPASS[round(math.degrees(math.atan2(dx, dy)) / 45) % 8]
