"""What becomes of a charge, exactly: the fire that meets it, square or not, rounds with supports, the break tests.

Worked out on the field as a seat knows it, as if the charge came home from where both stand now. The target is taken to
do what is usual: it fires if it can, rides out if it is cavalry, and else stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

from grognard.battle.previews.chances import Shares

from ..checks.fighting.whole_charge import ChargeEnd, Duellist, charge_odds
from ..checks.troops.skirmishers import CompanyChargedFacts, GrandeBandeChargedFacts
from ..checks.troops.squares import FormSquareFacts
from ..facts.combat import fight_facts, response_facts
from ..facts.fire import fire_facts
from ..table.field import PowderField
from ..terms import Response

ROUNDS = 2
"""Rounds that are looked at: the one at once, and that of the next turn of a side if they are locked."""
THEY_BREAK, THEY_GO, AWAY = "they break", "they go back", "they get away"
LOCKED = "they fight on"
WE_GO, WE_BREAK, STOPPED = "we go back", "we break", "their fire stops us"
BOTH = "both leave the fight"
ORDER = (THEY_BREAK, AWAY, THEY_GO, LOCKED, BOTH, STOPPED, WE_GO, WE_BREAK)


_OTHER_EYES = {
    THEY_BREAK: WE_BREAK,
    THEY_GO: WE_GO,
    AWAY: "we get away",
    STOPPED: "our fire stops them",
    WE_GO: THEY_GO,
    WE_BREAK: THEY_BREAK,
}
"""The ends of a charge in the words of those who are charged."""


_odds = lru_cache(4096)(charge_odds)
"""Battalions are much alike: most charges have been worked out before."""


def charge_shares(b: PowderField, unit: str, target: str, rounds: int = ROUNDS) -> Shares:
    """How likely each end of a charge is; all but the first round may be left out, which takes a tenth of the time."""
    return _in_order(_ends(b, unit, target, rounds))


def answer_shares(b: PowderField, target: str, unit: str, response: Response) -> Shares:
    """The same in the words of those who are charged, if they answer so; running away apart."""
    fires = response in ("closing_fire", "stand_and_fire", "shelter")
    more: dict[str, Any] = {"charged": True} if response == "counter_charge" else {}
    struck = "front" if response == "turn_to_face" else b.zone(target, unit)
    volley = _volley(b, target, unit) if fires else None
    # a chosen answer, so no square is rolled for
    found = _in_order(_fought(b, unit, target, volley, None, ROUNDS, struck=struck, **more))
    # best for them comes last in our order, so it is first in theirs
    return {_OTHER_EYES.get(end, end): found[end] for end in reversed(found)}


def _in_order(ends: Iterator[tuple[str, Fraction]]) -> Shares:
    shares: Shares = {}
    for end, chance in ends:
        shares[end] = shares.get(end, Fraction(0)) + chance
    return {end: shares[end] for end in ORDER if end in shares}


def _ends(b: PowderField, unit: str, target: str, rounds: int) -> Iterator[tuple[str, Fraction]]:
    now, zone, begun = b.unit(target), b.zone(target, unit), b.inches(unit, target)
    found = b.settle("charge-responses", response_facts(b, target, unit, zone, begun))
    if found.reacts:
        yield from _reacting(b, unit, target, rounds)
        return
    square = None
    if found.responses == ("form_square",):
        square = FormSquareFacts(formation=now.formation, zone=zone, distance=begun, disordered=now.disordered)
    # a square may fire too: the roll itself says whether it does
    fires = square is not None or any(each in found.responses for each in ("closing_fire", "stand_and_fire"))
    # who can fire does so; cavalry cannot, and rides out
    counter = not fires and "counter_charge" in found.responses
    volley = _volley(b, target, unit) if fires else None
    yield from _fought(b, unit, target, volley, square, rounds, charged=counter)


def _volley(b: PowderField, target: str, unit: str) -> Any:
    """The closing fire of a target; None where it has nothing to fire with."""
    now = b.unit(target)
    armed = now.weapon or b.branch(target) == "artillery"
    # how far off they were does not matter to closing fire; without it more charges are alike
    return fire_facts(b, target, unit, closing=True).ours.replace(distance=0) if armed else None


def _fought(
    b: PowderField, unit: str, target: str, volley: Any, square: FormSquareFacts | None, rounds: int, **more: Any
) -> Iterator[tuple[str, Fraction]]:
    ours = _duellist(b, unit, charged=True, struck="front")
    theirs = _duellist(b, target, **{"struck": b.zone(target, unit), **more})
    for end, chance in _odds(b.rules, ours, theirs, volley, square, rounds):
        yield _word(end), chance


def _duellist(b: PowderField, unit: str, **more: Any) -> Duellist:
    now = b.unit(unit)
    return Duellist(fight_facts(b, unit, **more), now.stamina, int(now.steady_used), int(now.valiant_used))


def _word(end: ChargeEnd) -> str:
    if end.attacker == "stands":
        return {"breaks": THEY_BREAK, "goes_back": THEY_GO}.get(end.defender, LOCKED)
    if end.defender != "stands":
        return BOTH
    return {"breaks": WE_BREAK, "stopped": STOPPED}.get(end.attacker, WE_GO)


def _reacting(b: PowderField, unit: str, target: str, rounds: int) -> Iterator[tuple[str, Fraction]]:
    """Skirmishers in the open, who roll what they do."""
    now = b.unit(target)
    by: Any = "cavalry" if b.branch(unit) == "cavalry" else "infantry"
    trusty = {"reliable": b.has(target, "reliable"), "unreliable": b.has(target, "unreliable")}
    company = now.formation == "skirmish"
    check = "company-charged" if company else "grande-bande-charged"
    facts: Any = (CompanyChargedFacts if company else GrandeBandeChargedFacts)(charged_by=by, **trusty)
    for found, chance in b.rules[check].odds(facts):
        # whatever else they do, this is how it ends for them
        if any(each in found.deeds for each in ("overrun_break", "break", "break_in_combat")):
            yield THEY_BREAK, chance
        elif "retire" in found.deeds:
            yield AWAY, chance
        else:
            square = "fight_as_disordered_square" in found.deeds
            volley = _volley(b, target, unit) if "closing_fire" in found.deeds else None
            for end, part in _fought(
                b, unit, target, volley, None, rounds, as_square=square, disordered=square or now.disordered
            ):
                yield end, chance * part
