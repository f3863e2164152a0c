"""Where men fell, and by what: the armies are counted at the end of every phase, and who fired or closed in it is asked
for what was lost."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from grognard.battle.ending.tally import UnitStanding
from grognard.battle.events import Event
from grognard.battle.posts import Chain
from grognard.scenarios.model import Scenario

from .figures import FallenMen, FallenPlace
from .lexicon import Lexicon
from .record import Record, counted
from .story.deeds import Deed, deeds

ACROSS = 40.0
"""Paces from side to side of a hexagon."""
_SIZE = ACROSS / math.sqrt(3)
CLOSE = ("clash", "charge", "pursued", "stormed_on", "overran")
PLACES = 4
"""Named on a map."""
NEAR = 450
"""Paces to a name within which men fell there."""


class Fall(NamedTuple):
    """What a unit lost in one phase."""

    unit: str
    at: tuple[float, float] | None
    to: Counter[str]
    """Men by cause: `small_arms`, `artillery`, `close`, `other`."""


def falls(record: Record, words: Lexicon) -> list[Fall]:
    """Every loss of a unit that the reader can count."""
    by_phase: dict[tuple[int, str], list[Deed]] = {}
    phases = {told.number: told.event for told in record.told}
    for deed in deeds(record, words):
        event: Event = phases[deed.number]
        by_phase.setdefault((event.turn, event.phase), []).append(deed)
    found: list[Fall] = []
    before: Mapping[str, UnitStanding] = record.states[0].units
    for when, units in counted(record):
        found += _lost(before, units, by_phase.get(when, ()), record.chain)
        before = units
    return found


def _lost(
    before: Mapping[str, UnitStanding], after: Mapping[str, UnitStanding], done: Sequence[Deed], chain: Chain
) -> Iterable[Fall]:
    for unit, now in after.items():
        then = before[unit]
        if now.men >= then.men:
            continue
        at = now.place or then.place
        gone = now.destroyed and not then.destroyed
        # a unit that is gone was dispersed or taken: most of its men have not fallen
        yield Fall(unit, None if gone else at, _shared(then.men - now.men, gone, unit, done, chain))


def _shared(lost: int, gone: bool, unit: str, done: Sequence[Deed], chain: Chain) -> Counter[str]:
    """Men by what they were lost to; fire of both arms shares them by its hits."""
    if gone:
        return Counter(other=lost)
    if any(deed.what in CLOSE and unit in (deed.who.unit, deed.whom.unit) for deed in done):
        return Counter(close=lost)
    hits: Counter[str] = Counter()
    for deed in done:
        if deed.what == "fire" and deed.whom.unit == unit:
            battery = deed.who.unit in chain.units and chain.units[deed.who.unit].unit.kind == "artillery"
            hits["artillery" if battery else "small_arms"] += _hits(deed.facts)
    if not hits.total():
        return Counter(other=lost)
    guns = round(lost * hits["artillery"] / hits.total())
    return Counter(artillery=guns, small_arms=lost - guns)


def _hits(facts: Mapping[str, Any]) -> int:
    found = facts.get("hits", 0)
    return int(found) if isinstance(found, int | float) else 0


def hexagons(found: Iterable[Fall]) -> tuple[FallenMen, ...]:
    """The hexagons of the field in which men fell, each by its middle."""
    men: Counter[tuple[int, int]] = Counter()
    for fall in found:
        if fall.at is not None:
            men[_hexagon(*fall.at)] += fall.to.total()
    return tuple(FallenMen(*_middle(*place), number) for place, number in sorted(men.items()))


def _hexagon(x: float, y: float) -> tuple[int, int]:
    """The hexagon of a place, upright ones in rows."""
    q, r = (math.sqrt(3) / 3 * x - y / 3) / _SIZE, (2 / 3 * y) / _SIZE
    # rounded in three coordinates whose sum is nought, so that every place is in its nearest
    s = -q - r
    rq, rr, rs = round(q), round(r), round(s)
    dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
    if dq > dr and dq > ds:
        rq = -rr - rs
    elif dr > ds:
        rr = -rq - rs
    return rq, rr


def _middle(q: int, r: int) -> tuple[float, float]:
    return round(ACROSS * (q + r / 2), 1), round(_SIZE * 1.5 * r, 1)


def named(scenario: Scenario, found: Sequence[Fall]) -> tuple[FallenPlace, ...]:
    """The names of the field near which most fell, each with how many."""
    names = list(_names(scenario))
    near: dict[str, list[tuple[tuple[float, float], int]]] = {}
    for at, men in ((fall.at, fall.to.total()) for fall in found if fall.at is not None and names):
        name, spot = min(names, key=lambda each: math.dist(each[1], at))
        if math.dist(spot, at) <= NEAR:
            near.setdefault(name, []).append((at, men))
    places = []
    for name, fallen in near.items():
        men = sum(number for _, number in fallen)
        x, y = (sum(at[i] * number for at, number in fallen) / men for i in (0, 1))
        places.append(FallenPlace(name, round(x), round(y), men))
    return tuple(sorted(places, key=lambda each: -each.men)[:PLACES])


def _names(scenario: Scenario) -> Iterable[tuple[str, tuple[float, float]]]:
    """What has a name on the field, with its middle."""
    for feature in scenario.field["features"]:
        name = feature["properties"].get("name")
        points = list(_points(feature.get("geometry", {}).get("coordinates", ())))
        if name and points:
            yield name, (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))


def _points(coordinates: Any) -> Iterable[tuple[float, float]]:
    if len(coordinates) >= 2 and all(isinstance(each, int | float) for each in coordinates[:2]):
        yield float(coordinates[0]), float(coordinates[1])
        return
    for each in coordinates:
        if isinstance(each, list | tuple):
            yield from _points(each)
