"""Charges: who may charge, how a charge is met, counter-charges and evading, turning to face."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from grognard.kernel.checks import Chart, implements, reckoning, refuse
from grognard.kernel.facts import Facts
from grognard.kernel.tables import Tables

from ...terms import Arm, BrigadeState, Formation, Response, Terrain, Zone, branch, dispersed
from ..measures import FAR, Inches, switched
from ..troops.formations import may_charge_in, skirmishers_may_charge
from ..troops.skirmishers import rolls_reaction
from ..troops.squares import squares_up
from ..troops.units import is_formed, side_struck


class MayChargeFacts(Facts):
    """A unit and an enemy that it would charge."""

    arm: Annotated[Arm, "its arm"] = "infantry"
    formation: Annotated[Formation, "its formation"] = "line"
    shaken: Annotated[bool, "it is shaken"] = False
    disordered: Annotated[bool, "it is disordered"] = False
    in_combat: Annotated[bool, "it is in close combat"] = False
    brigade: Annotated[BrigadeState, "the state of its brigade"] = "good"
    seen: Annotated[bool, "it sees the enemy when it starts"] = True
    in_front: Annotated[bool, "the enemy is in its front zone when the move that makes contact begins"] = True
    zone: Annotated[Zone, "the zone of the enemy in which its centre stands then"] = "front"
    target: Annotated[Formation, "the formation of the enemy"] = "line"
    target_terrain: Annotated[Terrain, "where the enemy stands"] = "open"


class MayChargeResult(NamedTuple):
    """The side of the enemy that it strikes."""

    face: Zone


@reckoning("may-charge", "BP-CHG-1", asks=MayChargeFacts)
def may_charge(t: Tables, s: MayChargeFacts) -> MayChargeResult:
    """Whether a unit may charge, and which side of the enemy it strikes."""
    reasons = (
        ("BP-STATE-2", "charges", s.shaken and not t.value("BP-STATE-2", "charge")),
        ("BP-STATE-3", "charges", s.disordered and not t.value("BP-STATE-3", "charge")),
        ("BP-CHG-1", "engaged", s.in_combat),
        ("BP-CHG-1", "guns", branch(s.arm) == "artillery"),
        ("BP-CHG-1", "formation", not may_charge_in(t, s.formation)),
        ("BP-CHG-1", "broken", broken_keeps_back(t, s.brigade)),
        ("BP-CHG-1", "unseen", not s.seen),
        ("BP-CHG-1", "arc", not s.in_front),
        (*_whom(s.formation), not skirmishers_may_charge(t, s.formation, s.target, s.target_terrain)),
    )
    # in this order, so that the reason told is the plainest one
    for rule, row, holds in reasons:
        if holds:
            raise refuse(rule, t.row(rule, row).label)
    return MayChargeResult(side_struck(t, s.target, s.zone))


def _whom(formation: Formation) -> tuple[str, str]:
    """The row that says whom skirmishers do not charge."""
    return ("BP-GRANDE-8", "others") if formation == "grande_bande" else ("BP-CHG-1", "skirmishers")


@implements("BP-BRIG-4")
def broken_keeps_back(t: Tables, brigade: BrigadeState) -> bool:
    """Whether a broken brigade keeps a unit from charging; the draft on brigade morale has effects of its own."""
    return brigade == "broken" and not switched(t, "brigade_morale_v2")


class ResponsesFacts(Facts):
    """A unit that a charge has reached."""

    arm: Annotated[Arm, "its arm"] = "infantry"
    formation: Annotated[Formation, "its formation; unlimbered for guns in action"] = "line"
    zone: Annotated[Zone, "the side of it that the charge strikes"] = "front"
    shaken: Annotated[bool, "it is shaken"] = False
    disordered: Annotated[bool, "it is disordered"] = False
    in_combat: Annotated[bool, "it is in close combat already"] = False
    fired: Annotated[bool, "it has given closing fire in this turn"] = False
    terrain: Annotated[Terrain, "where it stands"] = "open"
    charger: Annotated[Arm, "the arm of the charger"] = "infantry"
    charger_formation: Annotated[Formation, "the formation of the charger"] = "line"
    begun: Annotated[Inches, "inches from which the charge began"] = 24
    friend: Annotated[Inches, "inches to the nearest formed friend who could shelter gunners"] = FAR


class ResponsesResult(NamedTuple):
    """How it may meet the charge, first what it does if nothing is said; `reacts`: skirmishers who roll instead."""

    responses: tuple[Response, ...]
    reacts: bool


@reckoning("charge-responses", "BP-CHG-2", asks=ResponsesFacts)
def responses(t: Tables, s: ResponsesFacts) -> ResponsesResult:
    """How a unit may meet a charge."""
    # before all else: skirmishers in the open do not choose
    if _reacts(t, s):
        return ResponsesResult((), True)
    if _must_square(t, s):
        return ResponsesResult(("form_square",), False)
    open_to: list[Response] = ["stand"]
    if _may_fire(t, s):
        open_to.append("closing_fire")
    if _qualifies(t, s, "counter_charge") and not s.shaken and not s.disordered and not s.in_combat:
        # who cannot charge cannot counter-charge
        open_to += ["counter_charge"] if may_charge_in(t, s.formation) else []
    if _may_evade(t, s):
        open_to.append("evade")
    if may_turn(t, s):
        open_to.append("turn_to_face")
    if may_shelter(t, s):
        open_to.append("shelter")
    return ResponsesResult(tuple(open_to), False)


def _qualifies(t: Tables, s: ResponsesFacts, response: str) -> bool:
    row = t.value("BP-CHG-2", response)
    side = side_struck(t, s.formation, s.zone)
    # a response that names no zones is open on all sides
    return s.arm in row["arms"] and side in row.get("zones", (side,))


def _reacts(t: Tables, s: ResponsesFacts) -> bool:
    """Whether skirmishers in the open roll what they do, instead of choosing: not against their like."""
    if not dispersed(s.formation) or s.in_combat:
        return False
    return rolls_reaction(t, s.terrain, by_skirmishers=dispersed(s.charger_formation))


@implements("BP-SQUARE-1")
def _must_square(t: Tables, s: ResponsesFacts) -> bool:
    if branch(s.charger) != "cavalry" or not _qualifies(t, s, "form_square"):
        return False
    return squares_up(t, s.formation, s.terrain, in_combat=s.in_combat)


@implements("BP-SHOOT-6", "BP-SKIRM-6", "BP-GRANDE-13")
def _may_fire(t: Tables, s: ResponsesFacts) -> bool:
    """Closing fire: one volley a turn, by those who can fire to the front."""
    if int(s.fired) >= t.number("BP-SHOOT-6", "volleys") or s.in_combat:
        return False
    if not t.value("BP-FORM-1", s.formation)["shooting"]:
        return False
    # skirmishers have no front to be out of, so zones do not matter
    if dispersed(s.formation):
        return branch(s.arm) == "infantry"
    return _qualifies(t, s, "closing_fire")


def _may_evade(t: Tables, s: ResponsesFacts) -> bool:
    row = t.value("BP-CHG-2", "evade")
    loose = s.arm in row["arms"] or (row["dispersed"] and dispersed(s.formation))
    return loose and not s.disordered and not s.in_combat and s.formation != "unlimbered"


@implements("BP-CHG-4")
def may_turn(t: Tables, s: ResponsesFacts) -> bool:
    """Whether cavalry turns on the spot to face a charge that comes from far enough."""
    able = is_formed(t, s.arm, s.formation) and not s.shaken and not s.disordered and not s.in_combat
    return able and _qualifies(t, s, "turn_to_face") and s.begun > t.number("BP-CHG-4", "beyond")


@implements("BP-SHELT-1")
def may_shelter(t: Tables, s: ResponsesFacts) -> bool:
    """Whether gunners may fire and run to a friend."""
    if not switched(t, "sheltering") or branch(s.arm) != "artillery" or s.formation != "unlimbered":
        return False
    near = s.friend <= t.number("BP-SHELT-1", "reach")
    return near and s.zone in t.value("BP-SHELT-1", "zones") and not s.disordered and not s.in_combat


class CounterChargeFacts(Facts):
    """A charge that cavalry rides out against."""

    gap: Annotated[Inches, "inches between them when it rides"]
    move: Annotated[Inches, "inches of its move"] = 18


class CounterChargeResult(NamedTuple):
    """Inches that it rides; both then count as charging."""

    inches: int
    charger_to_hit: int
    defender_to_hit: int


@reckoning("counter-charge", "BP-CHG-3", asks=CounterChargeFacts)
def counter_charge(t: Tables, s: CounterChargeFacts) -> CounterChargeResult:
    """Where a counter-charge meets the enemy."""
    # the half inch goes to the charger
    midway = s.gap * t.number("BP-CHG-3", "part") // t.number("BP-CHG-3", "of")
    bonus = t.row("BP-HTH-2", "charged").value
    return CounterChargeResult(min(midway, s.move), bonus, bonus)


class EvadeFacts(Facts):
    """A unit that evades a charge."""

    gap: Annotated[Inches, "inches between them when it turns away"]
    charger: Annotated[Inches, "inches that the charger may still go"]
    move: Annotated[Inches, "inches of a move of the unit"] = 12


class EvadeResult(NamedTuple):
    """Inches that it goes, and whether it is caught: then it is struck in the rear and does not shoot."""

    inches: int
    caught: bool


def evade_charts(t: Tables) -> list[Chart]:
    """When an evader is caught."""
    moves = t.number("BP-CHG-3", "evading")
    away = f"{moves} move{'s' * (moves != 1)}"
    rows = [
        (f"reach the gap and {away} of the evader", "caught: struck in the rear, and does not shoot"),
        ("fall short of that", f"gets away, {away} farther off"),
    ]
    return [Chart("evading", ("the charger's inches", "the evader"), rows)]


@reckoning("evade", "BP-CHG-3", asks=EvadeFacts, charts=evade_charts)
def evade(t: Tables, s: EvadeFacts) -> EvadeResult:
    """Whether a unit gets away from a charge."""
    away = s.move * t.number("BP-CHG-3", "evading")
    # just reached is caught
    return EvadeResult(away, s.charger >= s.gap + away)
