"""How units and leaders come by their ratings: a battle's own file of them, rows of judgement by history's facts."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from grognard.army.oob import Unit
from grognard.kernel.errors import BadData
from grognard.kernel.tables import read_toml
from grognard.scenarios.model import Scenario

COMMANDERS = "commanders"
"""The table of a ratings file that is about leaders, by name."""


def ratings_file(system: str) -> str:
    """A battle's own file of ratings for a system."""
    return f"ratings/{system}.toml"


@cache
def judgement_in(folder: Path) -> dict[str, Any]:
    """A system's muster.toml, read once."""
    return read_toml(folder / "muster.toml")


def unit_ratings(
    scenario: Scenario, system: str, units: Collection[str], *, beside: Collection[str] = ()
) -> dict[str, dict[str, Any]]:
    """What a battle's own ratings say of its units, by their ids; those of a unit that there is not are refused.
    `beside` are the tables that are about something else."""
    given = {unit: table for unit, table in scenario.ratings.get(system, {}).items() if unit not in beside}
    for unit in given:
        if unit not in units:
            raise BadData(f"{ratings_file(system)}, {unit}: armies.toml has no unit of this id")
    return given


def leader_ratings(
    scenario: Scenario, system: str, names: Collection[str], wrong: Callable[[Any], str]
) -> dict[str, Any]:
    """What they say of its leaders, by name; `wrong` tells what a rating has to be, and nothing of one that is so."""
    given: dict[str, Any] = scenario.ratings.get(system, {}).get(COMMANDERS, {})
    for name, rating in given.items():
        where = f"{ratings_file(system)}, {COMMANDERS}"
        if name not in names:
            raise BadData(f"{where}: no commander {name!r}; there are {', '.join(sorted(names))}")
        if must := wrong(rating):
            raise BadData(f"{where}, {name}: {rating!r}; {must}")
    return given


def overridden(
    system: str, unit: Unit, derived: Mapping[str, Any], given: Mapping[str, Any], why: Collection[str]
) -> dict[str, Any]:
    """A unit's ratings where a battle's own have the last word, with all the reasons."""
    file = ratings_file(system)
    for field in given:
        if field not in derived:
            raise BadData(f"{file}, {unit.id}: no field {field!r}; its fields are {', '.join(derived)}")
    return {**derived, **given, "why": (*why, *(f"{field}: {file}" for field in given))}


def year_of(scenario: Scenario) -> int:
    """The year of a battle, by which ratings go."""
    date = scenario.header.date
    if not date[:4].isdecimal():
        raise BadData(f"scenario.toml, date: {date!r}; ratings go by the year, so begin with it: 1809-04-16")
    return int(date[:4])


def speaks_of(row: Mapping[str, Any], unit: Unit, year: int) -> bool:
    """Whether a row of judgement is about this unit: by its nation, the year, arms, experience and name."""
    return (
        any(re.search(rf"\b{name}(?!-)", unit.nation.lower()) for name in row["nation"])  # Prussians are no Russians
        and row.get("from", 0) <= year <= row.get("to", 9999)
        and unit.arm in row.get("arms", (unit.arm,))
        and unit.experience in row.get("experience", (unit.experience,))
        and bool(re.search(row.get("name", ""), unit.name))
    )


def leader_row(judged: Mapping[str, Any], name: str, rating: str) -> dict[str, Any]:
    """The row of judgement for a leader: his own if he is among the named, else that of history's rating of him."""
    rows: dict[str, dict[str, Any]] = judged["named"]
    own = (row for word, row in rows.items() if re.search(rf"\b{word}\b", name))
    found: dict[str, Any] = next(own, judged["leaders"][rating])
    return found
