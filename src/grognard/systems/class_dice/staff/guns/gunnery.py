"""What fire promises, by the exact odds of the checks: whom to fire at, how fast, from how far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from grognard.kernel.checks import Refused

from ...checks.charts import paces
from ...checks.fire import ArtilleryFacts, SmallArmsFacts
from ...checks.ranges import FiringStandsFacts
from ...seat.view import Seen
from ...table.state import UnitState
from ...terms import Formation, Shot, branch
from ..picture import Picture, Troops, VolleyChoice

USUAL_GUN = "6pdr"
"""What enemy guns are taken for: nobody tells their calibre from afar."""
RATES = (1, 2, 3, 4)
THRIFT = 0.35
"""Casualty steps that an ammunition point is worth to a battery that has just enough for the rest of the day."""
WASTE = 0.6
"""Casualty steps below which a volley is not worth its powder."""
PRIZES = {"steady": 1.0, "shaken": 1.15, "disordered": 1.25, "broken": 0.3}
"""What a hit is worth by the status of those whom it hits: those who waver are nearly gone; the broken go anyway."""


def mean(p: Picture, check: str, facts: Any) -> float:
    """Casualty steps to be expected; none where the rules forbid the fire."""
    try:
        odds = p.rules[check].odds(facts)
    except Refused:
        return 0.0
    return float(sum(out.steps * weight for out, weight in odds.weights.items()) / odds.total)


def _about(p: Picture, firer: Troops, target: Troops, distance: float) -> dict[str, Any]:
    return {
        "distance": max(1, min(20_000, round(distance))), "status": firer.status, "firer_smoke": firer.smoke,
        "target_smoke": target.smoke, "cover": p.cover(target), "target": branch(target.arm),
        "target_formation": target.formation, "target_flank": p.zone(target, p.place(firer)) != "front",
    }  # fmt: skip


def musketry(
    p: Picture, firer: Troops, target: Troops, distance: float | None = None, formation: Formation | None = None
) -> float:
    """Casualty steps of a unit's muskets; an enemy is taken to have powder, and to have fired before."""
    arm: Any = branch(firer.arm)
    own = isinstance(firer, UnitState)
    weapon = firer.weapon if isinstance(firer, UnitState) else "musket" if arm == "infantry" else ""
    shape = formation or firer.formation
    if arm == "artillery" or not weapon:
        return 0.0
    # those in the screen do not fire with the line
    out = firer.screen * p.tables.number("CD-infantry-stand", "castings")
    try:
        stands = p.rules["firing-stands"].odds(
            FiringStandsFacts(castings=max(0, p.castings(firer) - out), formation=shape, branch=arm)
        )
    except Refused:
        return 0.0
    facts = SmallArmsFacts(
        stands=next(iter(stands.weights)).stands, weapon=weapon, branch=arm, formation=shape,
        ammunition=firer.ammunition if isinstance(firer, UnitState) else 4,
        # whether an enemy has fired before is not known; the worst is not taken for granted
        first=own and not firer.volleyed,  # type: ignore[union-attr]
        **_about(p, firer, target, p.gap(firer, target) if distance is None else distance),
    )  # fmt: skip
    return mean(p, "small-arms", facts)


def cannonade(
    p: Picture, firer: Troops, target: Troops, rate: int = 2, distance: float | None = None, shot: Shot | None = None
) -> float:
    """Casualty steps of a battery, with canister where it reaches if nothing else is said."""
    return next(cannonades(p, firer, target, (rate,), distance, shot))


def cannonades(
    p: Picture,
    firer: Troops,
    target: Troops,
    rates: Iterable[int],
    distance: float | None = None,
    shot: Shot | None = None,
) -> Iterator[float]:
    """Casualty steps of a battery at one rate of fire after the other."""
    gun: Any = firer.gun if isinstance(firer, UnitState) else USUAL_GUN
    far = p.gap(firer, target) if distance is None else distance
    about = {
        "gun": gun, "tubes": min(40, p.castings(firer)), "shot": shot or usual_shot(p, gun, far),
        "ammunition": firer.ammunition if isinstance(firer, UnitState) else 8, **_about(p, firer, target, far),
    }  # fmt: skip
    for rate in rates:
        yield mean(p, "artillery", ArtilleryFacts(rate=rate, **about))


def usual_shot(p: Picture, gun: str, distance: float) -> Shot:
    """Canister within its reach."""
    return "canister" if distance <= reach(p, gun, "canister") else "ball"


def reach(p: Picture, gun: str, band: str) -> int:
    """Paces to which a band of a gun's ranges goes."""
    return paces(p.tables, p.tables.row("CD-range-artillery", f"{gun}_{band}").columns["to"])


def fire(p: Picture, firer: Troops, target: Troops, distance: float | None = None) -> float:
    """Casualty steps of whatever a unit has."""
    if branch(firer.arm) == "artillery":
        return cannonade(p, firer, target, distance=distance) if firer.formation == "unlimbered" else 0.0
    return musketry(p, firer, target, distance)


# -- the choice


def best(p: Picture, unit: UnitState, targets: Iterable[str], *, most: int = 4) -> VolleyChoice | None:
    """The best volley of a unit; nothing where none is worth its powder."""
    seen = p.view.seen
    found = [volley for target in targets if target in seen for volley in _known(p, unit, seen[target], most)]
    good = [each for each in found if each.worth > 0]
    # of equals the cheaper rate, and always the same one for the same view
    return max(good, key=lambda each: (each.worth, each.target, -each.rate), default=None)


def _known(p: Picture, unit: UnitState, foe: Seen, most: int) -> list[VolleyChoice]:
    """A battery that may not fire at the best of all targets weighs those again that are left."""
    key = unit.id, foe.id, most
    if key not in p.volleys:
        p.volleys[key] = list(_volleys(p, unit, foe, most))
    return p.volleys[key]


def _volleys(p: Picture, unit: UnitState, foe: Seen, most: int) -> Iterable[VolleyChoice]:
    guns = branch(unit.arm) == "artillery"
    far = p.gap(unit, foe)
    if guns and far > reach(p, unit.gun, "extreme") + 1:
        return
    prize = PRIZES[foe.status] * (1.5 if branch(foe.arm) == "artillery" else 1.0) * _nearness(p, unit, foe)
    if not guns:
        steps = musketry(p, unit, foe)
        yield VolleyChoice(foe.id, steps, steps * prize - WASTE)
        return
    price, shot = _price(p, unit), usual_shot(p, unit.gun, far)
    rates = [rate for rate in RATES if rate <= min(most, unit.ammunition)]
    for rate, steps in zip(rates, cannonades(p, unit, foe, rates), strict=True):
        yield VolleyChoice(foe.id, steps, steps * prize - rate * price, rate, shot)


def _nearness(p: Picture, unit: UnitState, foe: Seen) -> float:
    """Those who come close are fired at first: they are about to strike."""
    return 1.2 if p.gap(unit, foe) <= paces(p.tables, p.tables.number("CD-defensive-fire", "small_arms")) else 1.0


def _price(p: Picture, unit: UnitState) -> float:
    """What an ammunition point is worth: more the fewer there are for the turns that are left."""
    left = max(1, p.view.turns - p.view.turn + 1)
    return min(1.0, THRIFT * left / max(1, unit.ammunition))
