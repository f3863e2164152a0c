"""What becomes of a charge, exactly: the fire that meets it, square or not, the first round, the break test.

Worked out on the field as a seat knows it, as if the charge came home from where both stand now. The target is taken to
do what is usual: it fires if it can, rides out if it is cavalry, and else stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from grognard.kernel.opposed import Pair

from ..checks.fighting.breaking import BreakNeededFacts, BreakTestFacts
from ..checks.fighting.hand_to_hand import HandToHandFacts, RoundResult
from ..checks.troops.skirmishers import CompanyChargedFacts, GrandeBandeChargedFacts
from ..checks.troops.squares import FormSquareFacts
from ..facts.combat import fight_facts, response_facts
from ..facts.fire import fire_check, fire_facts
from ..table.field import PowderField
from ..terms import BreakResult, Formation, Trigger, branch

Shares = dict[str, Fraction]
"""How likely each end of a charge is."""
STOPPED = "their fire throws us back"
THEY_BREAK, THEY_GO, THEY_HOLD = "they break", "they go back", "they hold, and it is fought on"
DRAWN = "nobody wins the round"
WE_HOLD, WE_GO, WE_BREAK = "we lose the round but hold", "we go back", "we break"
AWAY = "they get away"
ORDER = (THEY_BREAK, AWAY, THEY_GO, THEY_HOLD, DRAWN, WE_HOLD, WE_GO, WE_BREAK, STOPPED)


class ChargeSide(NamedTuple):
    """A unit at some moment of a charge."""

    unit: str
    ours: bool
    formation: Formation
    casualties: int
    disordered: bool
    charged: bool = False
    caused: int = 0
    """Casualties by its closing fire."""


class ChargeMet(NamedTuple):
    """How a charge is met: the formation in which, whether disordered, whether with fire, whether by a counter-charge;
    `ends` where it is all over before any fight."""

    formation: Formation
    disordered: bool
    fire: bool
    counter: bool = False
    ends: str = ""


def charge_shares(b: PowderField, unit: str, target: str) -> Shares:
    """How likely each end of a charge is, after the first round."""
    shares: Shares = {}
    for met, chance in _met(b, unit, target):
        for end, part in _after(b, unit, target, met):
            shares[end] = shares.get(end, Fraction(0)) + chance * part
    return {end: shares[end] for end in ORDER if end in shares}


# -- how it is met


def _met(b: PowderField, unit: str, target: str) -> Iterator[tuple[ChargeMet, Fraction]]:
    now = b.unit(target)
    zone, begun = b.zone(target, unit), b.inches(unit, target)
    found = b.settle("charge-responses", response_facts(b, target, unit, zone, begun))
    if found.reacts:
        yield from _reacting(b, unit, target)
    elif found.responses == ("form_square",):
        facts = FormSquareFacts(formation=now.formation, zone=zone, distance=begun, disordered=now.disordered)
        for square, chance in b.rules["form-square"].odds(facts):
            formation: Formation = "square" if square.square else now.formation
            yield ChargeMet(formation, square.disordered, square.closing_fire), chance
    else:
        fires = any(each in found.responses for each in ("closing_fire", "stand_and_fire"))
        counter = not fires and "counter_charge" in found.responses
        yield ChargeMet(now.formation, now.disordered, fires, counter), Fraction(1)


def _reacting(b: PowderField, unit: str, target: str) -> Iterator[tuple[ChargeMet, Fraction]]:
    """Skirmishers in the open, who roll what they do."""
    now = b.unit(target)
    horse: Any = "cavalry" if b.branch(unit) == "cavalry" else "infantry"
    special = {"reliable": b.has(target, "reliable"), "unreliable": b.has(target, "unreliable")}
    company = now.formation == "skirmish"
    check = "company-charged" if company else "grande-bande-charged"
    facts: Any = (CompanyChargedFacts if company else GrandeBandeChargedFacts)(charged_by=horse, **special)
    for found, chance in b.rules[check].odds(facts):
        fire = any(each in found.deeds for each in ("closing_fire", "normal_fire"))
        if any(each in found.deeds for each in ("overrun_break", "break", "break_in_combat")):
            yield ChargeMet(now.formation, now.disordered, fire, ends=THEY_BREAK), chance
        elif "retire" in found.deeds:
            yield ChargeMet(now.formation, now.disordered, fire, ends=AWAY), chance
        else:
            square = "fight_as_disordered_square" in found.deeds
            yield ChargeMet("square" if square else now.formation, square or now.disordered, fire), chance


# -- fire, then blows


def _after(b: PowderField, unit: str, target: str, met: ChargeMet) -> Iterator[tuple[str, Fraction]]:
    ours, theirs = b.unit(unit), b.unit(target)
    for lost, disordered, chance in _closing(b, unit, target, met):
        us = ChargeSide(unit, True, ours.formation, ours.casualties + lost, ours.disordered or disordered, True)
        them = ChargeSide(target, False, met.formation, theirs.casualties, met.disordered, met.counter, lost)
        thrown = _thrown_back(b, us, target, lost)
        for end, part in thrown.items():
            if end:
                yield end, chance * part
        stays = thrown.get("", Fraction(0))
        if met.ends and stays:
            yield met.ends, chance * stays
        elif stays:
            for end, part in _round(b, us, them).items():
                yield end, chance * stays * part


def _closing(b: PowderField, unit: str, target: str, met: ChargeMet) -> Iterator[tuple[int, bool, Fraction]]:
    """Casualties and disorder by closing fire; a new square fires with one face."""
    if not met.fire:
        yield 0, False, Fraction(1)
        return
    most = 1 if met.formation == "square" else 14
    pair = fire_facts(b, target, unit, closing=True, most=most)
    for found, chance in b.rules[fire_check(b, target)].odds(pair):
        yield found.casualties, found.disordered, chance


def _thrown_back(b: PowderField, us: ChargeSide, target: str, lost: int) -> Shares:
    """Whether fire breaks a charge off: by the end that it makes, nothing where it goes on."""
    now = b.unit(us.unit)
    guns = b.branch(target) == "artillery"
    needed = BreakNeededFacts(
        cause="closing_fire",
        stamina=now.stamina,
        casualties=now.casualties,
        suffered=lost,
        artillery=guns and lost > 0,
        special=frozenset(now.special),
    )
    if not lost or not b.settle("break-needed", needed).tests:
        return {"": Fraction(1)}

    def end(result: BreakResult) -> str:
        return "" if result.startswith("hold") else WE_BREAK if result == "break" else STOPPED

    return _tested(b, us, "closing_fire", end, artillery=guns)


def _round(b: PowderField, us: ChargeSide, them: ChargeSide) -> Shares:
    """The first round and the break test of who loses it."""
    pair = Pair(_facts(b, us, them), _facts(b, them, us))
    grouped: dict[tuple[int, int, str], Fraction] = {}
    found: RoundResult
    for found, chance in b.rules["hand-to-hand"].odds(pair):
        key = (found.ours_lost, found.theirs_lost, found.winner)
        grouped[key] = grouped.get(key, Fraction(0)) + chance
    shares: Shares = {}
    for (ours_lost, theirs_lost, winner), chance in grouped.items():
        us_after = us._replace(casualties=us.casualties + ours_lost)
        them_after = them._replace(casualties=them.casualties + theirs_lost)
        ends: Shares = {DRAWN: Fraction(1)}
        if winner != "draw":
            ends = _lost(b, us_after, them_after) if winner == "theirs" else _lost(b, them_after, us_after)
        for end, part in ends.items():
            shares[end] = shares.get(end, Fraction(0)) + chance * part
    return shares


def _lost(b: PowderField, loser: ChargeSide, winner: ChargeSide) -> Shares:
    def end(result: BreakResult) -> str:
        if result == "break":
            return WE_BREAK if loser.ours else THEY_BREAK
        if result.startswith("hold"):
            return WE_HOLD if loser.ours else THEY_HOLD
        return WE_GO if loser.ours else THEY_GO

    return _tested(b, loser, "lost", end, against=winner)


def _tested(
    b: PowderField,
    side: ChargeSide,
    cause: Trigger,
    end: Callable[[BreakResult], str],
    *,
    artillery: bool = False,
    against: ChargeSide | None = None,
) -> Shares:
    now = b.unit(side.unit)
    horse = against is not None and branch(b.unit(against.unit).arm) == "cavalry"
    facts = BreakTestFacts(
        cause=cause,
        arm=now.arm,
        formation=side.formation,
        excess=max(0, side.casualties - now.stamina),
        disordered=side.disordered,
        shaken=side.casualties >= now.stamina,
        casualties=side.casualties > 0,
        artillery=artillery,
        struck="front",
        squares=against is not None and against.formation == "square",
        cavalry=horse,
        all_cavalry=horse,
        special=frozenset(now.special),
        taken=int(now.steady_used),
    )
    shares: Shares = {}
    for found, chance in b.rules["break-test"].odds(facts):
        word = end(found.result)
        shares[word] = shares.get(word, Fraction(0)) + chance
    return shares


def _facts(b: PowderField, side: ChargeSide, foe: ChargeSide) -> HandToHandFacts:
    now = b.unit(side.unit)
    return fight_facts(
        b,
        side.unit,
        closing_fire=side.caused,
        formation=side.formation,
        casualties=side.casualties,
        disordered=side.disordered,
        shaken=side.casualties >= now.stamina,
        charged=side.charged,
        struck=b.zone(side.unit, foe.unit) if not side.charged else "front",
    )
