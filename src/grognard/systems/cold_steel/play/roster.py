"""The roster: what never changes about units and leaders during a battle, and who commands whom."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from msgspec import Struct

from grognard.army.oob import Formation, Leader, Level, Side, Unit
from grognard.scenarios.model import Scenario

from ..muster import Commander, Mustered, commanders, muster
from ..terms import Rating


class Entry(Struct, frozen=True):
    """A unit on the roster."""

    unit: Unit
    rated: Mustered
    side: str
    leaders: tuple[str, ...]
    """Ids of its commanders, the nearest first, the army's last."""
    brigade: str
    """The formation it stands under directly; with the formations above it, unique in the battle."""
    regiment: str
    """The formation of regimental level it belongs to, or nothing."""
    division: str
    """The formation that takes the division effectiveness test with it (CS-4.4)."""

    @property
    def id(self) -> str:
        """Its id."""
        return self.unit.id

    @property
    def name(self) -> str:
        """Its name."""
        return self.unit.name


class LeaderEntry(Struct, frozen=True):
    """A leader on the roster."""

    id: str
    name: str
    side: str
    level: Level
    rating: Rating
    formation: str
    position: tuple[float, float] | None
    aides: int
    units: tuple[str, ...]
    """All units under him."""


class Roster(Struct, frozen=True):
    """Everybody."""

    units: dict[str, Entry]
    leaders: dict[str, LeaderEntry]
    sides: dict[str, Side]


def roster_of(scenario: Scenario) -> Roster:
    """The roster of a battle."""
    rated = {each.id: each for each in muster(scenario)}
    known = {(each.side, each.name): each for each in commanders(scenario)}
    ids = _leader_ids(known.values())
    entries: dict[str, Entry] = {}
    found: dict[str, tuple[Leader, Commander]] = {}
    for side in scenario.sides:
        army = _noted(found, ids, known, side.name, side.commander)
        for unit, path in _walk(side.formations, ()):
            chain = [_noted(found, ids, known, side.name, each.commander) for each in path if each.commander]
            entries[unit.id] = _entry(unit, rated[unit.id], side.name, path, (*reversed(chain), army))
    leaders = {name: _leader_entry(name, leader, ranked, entries) for name, (leader, ranked) in found.items()}
    return Roster(entries, leaders, {side.name: side for side in scenario.sides})


def _noted(
    found: dict[str, tuple[Leader, Commander]],
    ids: dict[tuple[str, str], str],
    known: dict[tuple[str, str], Commander],
    side: str,
    leader: Leader,
) -> str:
    key = side, leader.name
    found.setdefault(ids[key], (leader, known[key]))
    return ids[key]


def _walk(
    formations: tuple[Formation, ...], above: tuple[Formation, ...]
) -> Iterator[tuple[Unit, tuple[Formation, ...]]]:
    for formation in formations:
        path = (*above, formation)
        yield from ((unit, path) for unit in formation.units)
        yield from _walk(formation.formations, path)


def _entry(unit: Unit, rated: Mustered, side: str, path: tuple[Formation, ...], leaders: tuple[str, ...]) -> Entry:
    names = [formation.name for formation in path]
    levels = [formation.level for formation in path]
    regiment = " / ".join(names[: levels.index("regiment") + 1]) if "regiment" in levels else ""
    return Entry(
        unit, rated, side, tuple(dict.fromkeys(leaders)), " / ".join(names), regiment, _division(side, names, levels)
    )


def _division(side: str, names: list[str], levels: list[Level]) -> str:
    """Its division; an army without divisions tests by its largest formations."""
    upto = levels.index("division") + 1 if "division" in levels else 1
    return f"{side}: " + " / ".join(names[:upto])


def _leader_entry(name: str, leader: Leader, ranked: Commander, entries: dict[str, Entry]) -> LeaderEntry:
    units = tuple(entry.id for entry in entries.values() if name in entry.leaders)
    return LeaderEntry(
        name,
        ranked.name,
        ranked.side,
        ranked.level,
        ranked.rating,
        ranked.formation,
        leader.position,
        leader.aides,
        units,
    )


def _leader_ids(leaders: object) -> dict[tuple[str, str], str]:
    ids: dict[tuple[str, str], str] = {}
    for leader in leaders:  # type: ignore[attr-defined]
        wanted = slug(leader.name.split(",")[0])
        taken = sum(each == wanted or each.startswith(f"{wanted}-") for each in ids.values())
        ids[leader.side, leader.name] = f"{wanted}-{taken + 1}" if taken else wanted
    return ids


def slug(name: str) -> str:
    """A name in lower-case letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "unnamed"
