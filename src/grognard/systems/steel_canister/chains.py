"""Chains of Cold Steel & Canister checks: a charge into fire, and cavalry at infantry that forms square."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, NamedTuple

from grognard.kernel.facts import Facts, Range
from grognard.kernel.opposed import Pair
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.uses.chain import Relay, Thrower
from grognard.kernel.uses.sequences import Sequence

from .checks.fire import ArtilleryFacts, FireEffectFacts, MusketryFacts
from .checks.melee import MeleeFacts
from .checks.reactions import EmergencySquareFacts


class ChargeFacts(Facts):
    """What a charge asks besides the facts of its checks. It is taken to reach its target."""

    fires: Annotated[bool, "the target fires as it comes on"] = True
    rounds: Annotated[int, Range(1, 3), "rounds of melee that are fought at most, one a turn"] = 2
    attacker_figures: Annotated[int, Range(1, 40), "figures that the attacker began the battle with"] = 18
    defender_figures: Annotated[int, Range(1, 40), "figures that the defender began the battle with"] = 18


class SquareChargeFacts(ChargeFacts):
    """The same of cavalry at infantry that tries to form square."""

    fires: Annotated[bool, "others fire as it comes on: who forms square does not"] = False
    presses: Annotated[bool, "a charger before a formed square presses home; else it pulls up"] = False


class ChargeEnd(NamedTuple):
    """How a charge ends, seen by the attacker."""

    result: str


class _Charge(NamedTuple):
    """A charge on its way: both sides, and how it has ended, if it has."""

    ours: MeleeFacts
    theirs: MeleeFacts
    end: str = ""


_Leg = Callable[[_Charge, Thrower], _Charge]


def charge(
    rules: Ruleset,
    course: ChargeFacts,
    volley: MusketryFacts | ArtilleryFacts,
    attacker: MeleeFacts,
    defender: MeleeFacts,
) -> Relay[_Charge, ChargeEnd]:
    """The target fires, the attacker may be shaken by it, and who gets in fights rounds of melee."""
    legs = [_fire(rules, course, volley), *_rounds(rules, course)]
    return Relay(_Charge(attacker, defender), legs, lambda now: ChargeEnd(now.end or "locked in melee"))


def charge_at_a_square(
    rules: Ruleset,
    course: SquareChargeFacts,
    volley: MusketryFacts,
    square: EmergencySquareFacts,
    attacker: MeleeFacts,
    defender: MeleeFacts,
) -> Relay[_Charge, ChargeEnd]:
    """Others may fire, the infantry tries to form square, and the melee is with what stands there then."""
    legs = [_fire(rules, course, volley), _square(rules, course, square), *_rounds(rules, course)]
    return Relay(_Charge(attacker, defender), legs, lambda now: ChargeEnd(now.end or "locked in melee"))


def _fire(rules: Ruleset, course: ChargeFacts, volley: MusketryFacts | ArtilleryFacts) -> _Leg:
    """Fire before the last step, and what it does to the charger."""
    check = "musketry" if isinstance(volley, MusketryFacts) else "artillery"

    def leg(now: _Charge, throw: Thrower) -> _Charge:
        if not course.fires:
            return now
        ours = now.ours
        hits = throw(rules[check], volley.replace(target_formation=ours.formation)).hits
        if ours.killed + hits >= course.attacker_figures:
            return now._replace(end="attacker shot down")
        facts = FireEffectFacts(
            hits=FireEffectFacts.nearest("hits", hits),
            figures=course.attacker_figures,
            **{name: getattr(ours, name) for name in ("grade", "guard", "status", "leader", "arm", "killed")},
        )
        # any result but none takes the order to charge with it
        if throw(rules["fire-effect"], facts).result != "none":
            return now._replace(end="stopped by fire")
        return now._replace(ours=ours.replace(killed=ours.killed + hits))

    return leg


def _square(rules: Ruleset, course: SquareChargeFacts, square: EmergencySquareFacts) -> _Leg:
    """The infantry's emergency square."""

    def leg(now: _Charge, throw: Thrower) -> _Charge:
        theirs = now.theirs
        if now.end:
            return now
        same = {name: getattr(theirs, name) for name in ("arm", "formation", "status")}
        formed = throw(rules["emergency-square"], square.replace(**same))
        if formed.formed and not course.presses:
            return now._replace(end="pulls up before the square")
        # a square has no side that could be struck but its front
        changed = {"formation": "square", "attacked": "front"} if formed.formed else {}
        if formed.disordered and theirs.status in ("good_order", "halted"):
            changed["status"] = "disordered"
        return now._replace(theirs=theirs.replace(**changed))

    return leg


def _rounds(rules: Ruleset, course: ChargeFacts) -> list[_Leg]:
    def leg(now: _Charge, throw: Thrower) -> _Charge:
        if now.end:
            return now
        fought = throw(rules["melee"], Pair(now.ours, now.theirs))
        # what belongs to the shock holds in the first round alone
        later = {"charged_through": False, "lances": False}
        ours = now.ours.replace(killed=now.ours.killed + fought.ours_lost, **later)
        theirs = now.theirs.replace(killed=now.theirs.killed + fought.theirs_lost, **later)
        gone = ours.killed >= course.attacker_figures, theirs.killed >= course.defender_figures
        return _Charge(ours, theirs, _destroyed(*gone) or _LOSES.get((fought.winner, fought.result), ""))

    return [leg] * course.rounds


def _destroyed(ours: bool, theirs: bool) -> str:
    if ours and theirs:
        return "both are destroyed"
    return "attacker destroyed" if ours else "defender destroyed" if theirs else ""


_WORDS = {"fallback": "falls back", "retreat": "retreats", "rout": "routs"}
_LOSES = {
    (winner, result): f"{loser} {said}"
    for winner, loser in (("ours", "defender"), ("theirs", "attacker"))
    for result, said in _WORDS.items()
}

_SIDES: Mapping[str, type[Facts]] = {"attacker": MeleeFacts, "defender": MeleeFacts}
_SETTLED: Mapping[str, Mapping[str, object]] = {
    "volley": {"target_formation": "line", "target_in_melee": False, "in_melee": False},
    "attacker": {"charged": True, "attacked": "front"},
    "defender": {"charged": False, "charged_through": False},
}
_AS_DEFENDER: Mapping[str, object] = {"arm": "infantry", "formation": "line", "status": "good_order", "in_melee": False}

SEQUENCES = (
    Sequence(
        "charge",
        "SC-6.2",
        "A charge: the fire that meets it, whether it comes on, rounds of melee",
        {"course": ChargeFacts, "volley": MusketryFacts, **_SIDES},
        charge,
        _SETTLED,
        {"volley": {"range": 1}, "attacker": {"formation": "attack_column"}},
    ),
    Sequence(
        "charge-at-guns",
        "SC-2.2",
        "A charge at guns: canister as it comes on, whether it comes on, rounds of melee",
        {"course": ChargeFacts, "volley": ArtilleryFacts, **_SIDES},
        charge,
        _SETTLED,
        {
            "course": {"defender_figures": 4},
            "volley": {"range": 1},
            "attacker": {"formation": "attack_column"},
            "defender": {"arm": "foot_artillery", "formation": "unlimbered", "units": 0},
        },
    ),
    Sequence(
        "charge-at-a-square",
        "SC-1.7b",
        "Cavalry at infantry: the emergency square, then rounds of melee with what stands there",
        {"course": SquareChargeFacts, "volley": MusketryFacts, "square": EmergencySquareFacts, **_SIDES},
        charge_at_a_square,
        {**_SETTLED, "square": _AS_DEFENDER},
        {"volley": {"range": 1}, "square": {"charge_ap": 4}, "attacker": {"arm": "light_cavalry"}},
    ),
)
