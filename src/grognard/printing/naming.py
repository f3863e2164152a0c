"""Short names: what a staff officer would write beside a battalion, and a general's name on his flag."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

_NO_NAMES = {"jr", "jr.", "sr", "sr.", "i", "ii", "iii", "iv", "v", "younger", "elder"}

_ONE_OF_SEVERAL = re.compile(r", (?:right|left|first|second|third|\d+(?:st|nd|rd|th))\b")
_HANGING = {"and", "other", "of", "the", "et", "und", "with", "de", "y", "von", "No.", "at", "on"}
"""Words a cut name must not end in."""


@cache
def _rules() -> dict[str, Any]:
    return tomllib.loads((files("grognard.printing") / "names.toml").read_text(encoding="utf-8"))


@cache
def unit_label(name: str) -> str:
    """A unit's name in as few letters as tell it apart. What stands in brackets or after a comma is left out, but for
    its number among several: of two wings of a battalion that is all that differs."""
    whole = _shortened(name.split("(")[0].strip(" ,") or name)
    numbered = len(whole) <= _rules()["longest"] and _ONE_OF_SEVERAL.search(whole)
    short = whole if numbered else whole.split(",")[0].strip() or whole
    words = short.split(" ")
    while len(" ".join(words)) > _rules()["longest"] and len(words) > 1:
        words.pop()
    while len(words) > 1 and words[-1] in _HANGING:
        words.pop()
    return " ".join(words)


def _shortened(name: str) -> str:
    for rule in _rules()["shorten"]:
        # whole words only: Footguards are no guards
        name = re.sub(re.escape(rule["from"]) + r"(?![a-z])", rule["to"], name)
    return " ".join(name.split())


def unit_number(name: str) -> str:
    """Its number alone, 2/33e of 2/33e de ligne, for where there is no room for more; nothing if it has none."""
    first = unit_label(name).split(" ")[0]
    return first if first != unit_label(name) and any(ch.isdigit() for ch in first) else ""


@cache
def surname(name: str) -> str:
    """The last name of the first person named, or what he commands; nothing when nobody knows who it was."""
    if re.search(r"not established|unknown|unnamed", name):
        return ""
    if post := re.match(r"Commander of (?:the )?(.+)", name):
        return unit_label(post[1])
    first = re.split(r"[(,;/]| and | in person", name)[0].strip()
    words = [word for word in first.split() if word.casefold() not in _NO_NAMES]
    return words[-1] if words else ""
