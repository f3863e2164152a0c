"""Where a side may set up: the scenario's zones, else a third of the table (CS-1.6b, CS-1.6c)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.ground.shapes import in_polygon
from grognard.ground.units import Point, point, to_sub
from grognard.kernel.checks import Refusal, implements

from ...checks.setting_up.deployment import SetUpZoneFacts
from ...hidden.prepare import ENGAGEMENTS
from ...table.battlefield import Battlefield
from .sides import attacker

Polygon = tuple[tuple[float, float], ...]
MOST = 1000
"""The check takes tables of so many units of length at most."""


def drawn(b: Battlefield, side: str) -> tuple[Polygon, ...]:
    """The ground on which a side may set up, for a map."""
    told = told_zones(b, side)
    if told or b.scenario.header.engagement == "meeting":
        return told
    width, _ = _size(b, side)
    # as if the scenario allowed it: the zone is wanted, not a verdict on the corner
    facts = _spot(b, side, [point(0, 0)]).replace(scenario_says=True)
    zone = b.settle("set-up-zone", facts)
    unit = _unit(b)
    ends = 0 if side == attacker(b) else zone.clear_of_ends * unit
    near, far = 0, zone.deepest * unit
    corners = ((ends, near), (width - ends, near), (width - ends, far), (ends, far))
    return (tuple(_from_edge(b, side, across, deep) for across, deep in corners),)


def told_zones(b: Battlefield, side: str) -> tuple[Polygon, ...]:
    """The zones that the scenario names for a side."""
    return tuple(zone.polygon for zone in b.scenario.header.zone if zone.side == side)


@implements("CS-1.6b", "CS-1.6c")
def judge(b: Battlefield, side: str, places: Sequence[Point]) -> Refusal | None:
    """Why troops may not stand on these places at the start."""
    told = told_zones(b, side)
    if not told:
        facts = _spot(b, side, places)
        refusal = b.rules["set-up-zone"].refusal(facts)
        return refusal if refusal is None or refusal.rule != "CS-1.6b" else _in_paces(b, side, facts)
    rings = [[tuple(point(*corner) for corner in zone)] for zone in told]
    if all(any(in_polygon(place, ring) for ring in rings) for place in places):
        return None
    return Refusal("CS-1.6b", f"outside the set-up zone of the {side}")


def _in_paces(b: Battlefield, side: str, facts: SetUpZoneFacts) -> Refusal:
    """The refusal as it is said at the table: the check knows neither paces nor who attacks."""
    zone, unit = b.settle("set-up-zone", facts.replace(scenario_says=True)), _unit(b)
    who = "the attacker" if side == attacker(b) else "the defender"
    if facts.from_own_edge > zone.deepest:
        return Refusal("CS-1.6b", f"{who} stands no more than {zone.deepest * unit:,} paces from his own edge")
    return Refusal("CS-1.6b", f"{who} keeps {zone.clear_of_ends * unit:,} paces clear of either end of the table")


def _spot(b: Battlefield, side: str, places: Iterable[Point]) -> SetUpZoneFacts:
    """The places as the check asks for them. Only the defender keeps clear of the ends; the attacker stays as near to
    his own edge, which the rules do not ask of him: somewhere he must stand."""
    (width, depth), unit = _size(b, side), _unit(b)
    found = [_to_edge(b, side, place) for place in places]
    # every place must fit, so the worst of them is asked about
    own = max(deep for _, deep in found)
    end = min(min(across, to_sub(width) - across) for across, _ in found)
    # the attacker is told to the check as standing far from the ends: nothing keeps him off them
    near_end = width // unit if side == attacker(b) else end // to_sub(unit)
    return SetUpZoneFacts(
        table_width=width // unit,
        table_depth=depth // unit,
        # rounded up one way and down the other: who is a sixteenth outside is outside
        from_own_edge=max(0, -(-own // to_sub(unit))),
        from_end=max(0, near_end),
        engagement=ENGAGEMENTS[b.scenario.header.engagement],
    )


def _unit(b: Battlefield) -> int:
    """Paces to a unit of length that the check can take."""
    return -(-max(b.scenario.header.table_paces) // MOST)


def _size(b: Battlefield, side: str) -> tuple[int, int]:
    """The table from end to end and from the side's own edge to the other."""
    width, height = b.scenario.header.table_paces
    return (width, height) if _edge(b, side) in ("north", "south") else (height, width)


def _edge(b: Battlefield, side: str) -> str:
    return b.roster.sides[side].deployment_edge


def _to_edge(b: Battlefield, side: str, place: Point) -> tuple[int, int]:
    """How far along a side's own edge a place is, and how far from it."""
    (x, y), (width, height) = place, map(to_sub, b.scenario.header.table_paces)
    return {"south": (x, y), "north": (x, height - y), "west": (y, x), "east": (y, width - x)}[_edge(b, side)]


def _from_edge(b: Battlefield, side: str, across: int, deep: int) -> tuple[float, float]:
    width, height = b.scenario.header.table_paces
    found = {
        "south": (across, deep),
        "north": (across, height - deep),
        "west": (deep, across),
        "east": (width - deep, across),
    }[_edge(b, side)]
    return float(found[0]), float(found[1])
