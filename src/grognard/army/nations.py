"""Whose troops they are: names, whose drill they follow, how many ranks and companies they stood in, and when.

Drill, not worth: what a battalion looks like on the ground, nothing about how well it fights.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

from grognard.kernel.errors import BadInput

Patron = Literal["french", "prussian", "british", "austrian", "russian", ""]
"""Whose drill: one of the five that were written down, or none."""
ByYear = dict[int, int]
"""A value from each year on."""


class Nation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One army's ways, as nations.toml gives them."""

    id: str = ""
    name: str
    adjective: str
    also: tuple[str, ...] = ()
    drill: Patron
    drill_year: int = 0
    earlier: dict[int, Patron] = {}
    """Whose drill it followed before a year, where that changed."""
    layout: Patron = ""
    infantry_ranks: ByYear
    cavalry_ranks: ByYear
    companies: ByYear
    labels: dict[str, str] = {}
    light_labels: dict[str, str] = {}

    def drill_of(self, year: int) -> tuple[Patron, int]:
        """Whose drill its troops follow in a year, and the year that drill is of."""
        return self.before_it_changed(year) or self.drill, min(year, self.drill_year or year)

    def before_it_changed(self, year: int) -> Patron:
        """Whose drill it followed in a year before that changed; nothing where it never did, or has already."""
        before = [until for until in self.earlier if year < until]
        return self.earlier[min(before)] if before else ""

    def layout_of(self, year: int) -> tuple[Patron, int]:
        """Whose company layout it stands in. One that is named apart from the drill keeps up with the years."""
        return (self.layout, year) if self.layout else self.drill_of(year)

    def ranks(self, year: int, *, mounted: bool = False) -> int:
        """How deep its infantry or its cavalry usually stood."""
        return in_year(self.cavalry_ranks if mounted else self.infantry_ranks, year)

    def companies_in(self, year: int) -> int:
        """How many companies a battalion had in action."""
        return in_year(self.companies, year)

    def company(self, label: str, *, light: bool = False) -> str:
        """What it called a company that the layout calls by another name."""
        own = self.labels.get(label, label)
        return self.light_labels.get(own, own) if light else own


def in_year(values: Mapping[int, int], year: int) -> int:
    """The value in force; before the first year the first one, since the tables begin where armies do."""
    begun = [since for since in values if since <= year]
    return values[max(begun) if begun else min(values)]


@cache
def nations() -> dict[str, Nation]:
    """All nations by id."""
    raw = files(__package__).joinpath("nations.toml").read_bytes()
    read = msgspec.toml.decode(raw, type=dict[str, Nation], strict=False)
    return {key: msgspec.structs.replace(nation, id=key) for key, nation in read.items()}


@cache
def _by_name() -> dict[str, Nation]:
    known: dict[str, Nation] = {}
    for key, nation in nations().items():
        for name in (key, key.replace("_", " "), nation.name, nation.adjective, *nation.also):
            known[_plain(name)] = nation
    return known


def _plain(name: str) -> str:
    return " ".join(name.replace("’", "'").casefold().split())


@cache
def nation(name: str) -> Nation:
    """The nation of that name, adjective or id; a slip of the pen is answered with what was likely meant."""
    known = _by_name()
    if (found := known.get(_plain(name))) is not None:
        return found
    near = get_close_matches(_plain(name), known, n=1, cutoff=0.6)
    adjectives = ", ".join(sorted(each.adjective for each in nations().values()))
    hint = f"did you mean {known[near[0]].adjective}?" if near else f"known are {adjectives}."
    raise BadInput(f"unknown nation {name[:40]!r}; {hint}")


def followed_before(name: str, year: int) -> Patron:
    """Whose drill a nation followed in a year before that changed; nothing where it never did, or has already."""
    found = _by_name().get(_plain(name))
    return found.before_it_changed(year) if found is not None else ""


def as_called(name: str) -> str:
    """A nation as everybody calls it, as in Austrian for Austria or AUSTRIAN; a name that is not known as it is."""
    found = _by_name().get(_plain(name))
    if found is None:
        return name
    return found.name if found.name.startswith(f"{found.adjective} ") else found.adjective


def year_of(date: str) -> int:
    """The year of a date such as 1815-06-16."""
    found = re.match(r"\s*(\d{4})(?:-\d{2}(?:-\d{2})?)?\s*$", date)
    if not found:
        raise BadInput(f"date {date[:40]!r} has no year; write it as 1815-06-16.")
    return int(found[1])
