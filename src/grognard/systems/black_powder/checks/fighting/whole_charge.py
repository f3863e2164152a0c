"""A whole charge as a small program: closing fire, rounds with supports, break tests; rolled, or worked out exactly.

A fight of several rounds has far more paths than states: so each state's next round is worked out once, and the chances
of all paths that lead to one state are added up before the round after it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, Literal, NamedTuple

from grognard.kernel.odds import Odds
from grognard.kernel.opposed import Pair
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.uses.chain import Program, Thrower, chain_odds

from ...terms import Trigger, branch
from ..troops.squares import FormSquareFacts
from .aftermath import RetireMoveFacts
from .breaking import AnotherTestFacts, BreakEffectFacts, BreakNeededFacts, BreakTestFacts
from .gunnery import GunneryFacts
from .hand_to_hand import HandToHandFacts, in_square
from .shooting import MusketryFacts

ChargeFate = Literal["stands", "stopped", "goes_back", "breaks"]


class Duellist(NamedTuple):
    """A unit in a charge: its facts, its stamina, and break tests it has taken and rolled again in the battle."""

    facts: HandToHandFacts
    stamina: int = 3
    tests: int = 0
    again: int = 0

    @property
    def shaken(self) -> bool:
        """As many casualties as stamina."""
        return self.facts.casualties >= self.stamina

    def suffering(self, casualties: int, *, disordered: bool = False) -> Duellist:
        """After casualties, some of which may be more than it can bear."""
        now = self.facts.casualties + casualties
        changed = self.facts.replace(
            casualties=now, disordered=self.facts.disordered or disordered, shaken=now >= self.stamina
        )
        return self._replace(facts=changed)

    # excess is gone once it has been tested for, or it would be counted again
    def settled(self) -> Duellist:
        """Without the excess."""
        return self._replace(facts=self.facts.replace(casualties=min(self.facts.casualties, self.stamina)))


class Duel(NamedTuple):
    """Attacker (ours) and defender (theirs), what has become of each, and rounds fought."""

    ours: Duellist
    theirs: Duellist
    ours_fate: ChargeFate = "stands"
    theirs_fate: ChargeFate = "stands"
    rounds: int = 0

    @property
    def locked(self) -> bool:
        """Both still fight."""
        return self.ours_fate == self.theirs_fate == "stands"


class ChargeEnd(NamedTuple):
    """How a charge ends: what becomes of each, or that they still fight."""

    attacker: ChargeFate
    defender: ChargeFate


def whole_charge(
    rules: Ruleset,
    attacker: Duellist,
    defender: Duellist,
    volley: MusketryFacts | GunneryFacts | None = None,
    square: FormSquareFacts | None = None,
    rounds: int = 1,
) -> Program[ChargeEnd]:
    """A charge from contact on. `volley` is the closing fire of a defender who gives it; `square` is what a defender
    rolls whom cavalry charges in the open, and if his square comes to fire, that is `volley` too."""

    def program(throw: Thrower) -> ChargeEnd:
        duel = approach(rules, Duel(attacker, defender), volley, square)(throw)
        # the last fight may go on: then both still stand
        while duel.locked and duel.rounds < rounds:
            duel = one_round(rules, duel)(throw)
        return ChargeEnd(duel.ours_fate, duel.theirs_fate)

    return program


def charge_odds(
    rules: Ruleset,
    attacker: Duellist,
    defender: Duellist,
    volley: MusketryFacts | GunneryFacts | None = None,
    square: FormSquareFacts | None = None,
    rounds: int = 1,
) -> Odds[ChargeEnd]:
    """The exact odds of `whole_charge`."""
    states = _fractions(chain_odds(approach(rules, Duel(attacker, defender), volley, square)))
    ends: dict[ChargeEnd, Fraction] = {}
    tests = _TestOdds(rules)
    for last in [False] * (rounds - 1) + [True] * (rounds > 0):
        after: dict[Duel, Fraction] = {}
        for duel, chance in states.items():
            if not duel.locked:
                _add(ends, ChargeEnd(duel.ours_fate, duel.theirs_fate), chance)
                # ended: nothing more can happen to it
                continue
            if last:
                for end, part in _last_chances(rules, duel).items():
                    _add(ends, end, chance * part)
                continue
            for next_duel, part in _round_chances(rules, duel, tests).items():
                _add(after, next_duel, chance * part)
        states = after
    for duel, chance in states.items():
        _add(ends, ChargeEnd(duel.ours_fate, duel.theirs_fate), chance)
    # odds are kept in whole numbers
    whole = lcm(*(chance.denominator for chance in ends.values()))
    return Odds((end, int(chance * whole)) for end, chance in sorted(ends.items()))


def _fractions(odds: Odds[Any]) -> dict[Any, Fraction]:
    return {outcome: Fraction(weight, odds.total) for outcome, weight in odds.weights.items()}


def _add(found: dict[Any, Fraction], key: Any, chance: Fraction) -> None:
    found[key] = found.get(key, Fraction(0)) + chance


def approach(
    rules: Ruleset, duel: Duel, volley: MusketryFacts | GunneryFacts | None, square: FormSquareFacts | None
) -> Callable[[Thrower], Duel]:
    """What happens until they fight: a square formed or not, closing fire, and a charge that it stops."""

    def program(throw: Thrower) -> Duel:
        now, fires = duel, volley is not None
        if square is not None:
            formed = throw(rules["form-square"], square)
            facts = now.theirs.facts.replace(
                formation="square" if formed.square else now.theirs.facts.formation, disordered=formed.disordered
            )
            now, fires = now._replace(theirs=now.theirs._replace(facts=facts)), formed.closing_fire and fires
        if not fires or volley is None:
            return now
        return _closing_fire(rules, now, volley, throw)

    return program


def _closing_fire(rules: Ruleset, duel: Duel, volley: MusketryFacts | GunneryFacts, throw: Thrower) -> Duel:
    guns = isinstance(volley, GunneryFacts)
    theirs = duel.theirs.facts
    # those who fire are as the square roll has left them
    state = {name: getattr(theirs, name) for name in ("formation", "disordered", "shaken")}
    volley, ours = volley.replace(closing=True, **state), duel.ours
    target = type(volley)(
        **{name: getattr(ours.facts, name) for name in type(volley).names if name in HandToHandFacts.names}
    )
    shot = throw(rules["artillery" if guns else "musketry"], Pair(volley, target.replace(closing=False)))
    hit = ours.suffering(shot.casualties, disordered=shot.disordered)
    theirs = theirs.replace(closing_fire=shot.casualties)
    duel = duel._replace(ours=hit, theirs=duel.theirs._replace(facts=theirs))
    needed = BreakNeededFacts(
        cause="closing_fire",
        stamina=ours.stamina,
        casualties=ours.facts.casualties,
        suffered=shot.casualties,
        artillery=guns,
        special=ours.facts.special,
    )
    if not throw(rules["break-needed"], needed).tests:
        return duel._replace(ours=hit.settled())
    hit, fate = _tested(rules, hit, duel.theirs, "closing_fire", throw, artillery=guns and shot.casualties > 0)
    # from closing fire to go back means that the charge never came home
    return duel._replace(ours=hit, ours_fate="stopped" if fate == "goes_back" else fate)


def one_round(rules: Ruleset, duel: Duel) -> Callable[[Thrower], Duel]:
    """A round, and the break tests after it."""

    def program(throw: Thrower) -> Duel:
        fought = throw(rules["hand-to-hand"], Pair(duel.ours.facts, duel.theirs.facts))
        struck = _struck(duel, fought.ours_lost, fought.theirs_lost, fought.winner)
        ours, theirs, fates = struck.ours, struck.theirs, ["stands", "stands"]
        if struck.ours_test:
            ours, fates[0] = _tested(rules, ours, struck.theirs, struck.cause, throw)
        if struck.theirs_test:
            theirs, fates[1] = _tested(rules, theirs, struck.ours, struck.cause, throw)
        return struck.ended(ours, fates[0], theirs, fates[1])

    return program


class _Struck(NamedTuple):
    """After the blows of a round, before break tests."""

    ours: Duellist
    theirs: Duellist
    ours_test: bool
    theirs_test: bool
    cause: Trigger
    winner: str
    rounds: int

    def ended(self, ours: Duellist, ours_fate: Any, theirs: Duellist, theirs_fate: Any) -> Duel:
        """After the tests."""
        return Duel(
            _after(ours, won=self.winner == "ours"),
            _after(theirs, won=self.winner == "theirs"),
            ours_fate,
            theirs_fate,
            self.rounds + 1,
        )


def _struck(duel: Duel, ours_lost: int, theirs_lost: int, winner: str) -> _Struck:
    ours, theirs, draw = duel.ours.suffering(ours_lost), duel.theirs.suffering(theirs_lost), winner == "draw"
    return _Struck(
        ours,
        theirs,
        winner == "theirs" or (draw and ours.shaken),
        winner == "ours" or (draw and theirs.shaken),
        "drawn" if draw else "lost",
        winner,
        duel.rounds,
    )


class _Fates(NamedTuple):
    """What may become of a unit: the ways to each fate, of all ways."""

    ways: dict[ChargeFate, int]
    whole: int


_STANDS = _Fates({"stands": 1}, 1)


class _TestOdds:
    """Break tests worked out once: what matters of the enemy is only his arm, and whether he is in square."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._known: dict[object, dict[tuple[Duellist, ChargeFate], Fraction]] = {}

    def __call__(self, unit: Duellist, enemy: Duellist, cause: Trigger) -> dict[tuple[Duellist, ChargeFate], Fraction]:
        key = (unit, enemy.facts.arm, in_square(enemy.facts), cause)
        if key not in self._known:
            odds = chain_odds(lambda throw: _tested(self._rules, unit, enemy, cause, throw))
            self._known[key] = _fractions(odds)
        return self._known[key]


def _round_chances(rules: Ruleset, duel: Duel, tests: _TestOdds) -> dict[Duel, Fraction]:
    """As `one_round`, all its ends at once."""
    odds = rules["hand-to-hand"].odds(Pair(duel.ours.facts, duel.theirs.facts))
    blows = _fractions(odds.map(lambda fought: (fought.ours_lost, fought.theirs_lost, fought.winner)))
    found: dict[Duel, Fraction] = {}
    for lost, chance in blows.items():
        struck = _struck(duel, *lost)
        stands: ChargeFate = "stands"
        ours = {(struck.ours, stands): Fraction(1)}
        theirs = {(struck.theirs, stands): Fraction(1)}
        if struck.ours_test:
            ours = tests(struck.ours, struck.theirs, struck.cause)
        if struck.theirs_test:
            theirs = tests(struck.theirs, struck.ours, struck.cause)
        for (mine, fate), first in ours.items():
            for (other, doom), second in theirs.items():
                # the tests of both sides are thrown apart, so their chances multiply
                _add(found, struck.ended(mine, fate, other, doom), chance * first * second)
    return found


def _last_chances(rules: Ruleset, duel: Duel) -> dict[ChargeEnd, Fraction]:
    """As `_round_chances` for the last round that is looked at: of how both come out of it only their fates count."""
    odds = rules["hand-to-hand"].odds(Pair(duel.ours.facts, duel.theirs.facts))
    blows = odds.map(lambda fought: (fought.ours_lost, fought.theirs_lost, fought.winner))
    ours: dict[tuple[int, str], _Fates] = {}
    theirs: dict[tuple[int, str], _Fates] = {}
    # in whole numbers, and made fractions of at the end: there are hundreds of blows
    ways: dict[tuple[ChargeEnd, int], int] = {}
    for (ours_lost, theirs_lost, winner), weight in blows.weights.items():
        # what a side suffers and who won tell all about its test
        mine, other = (ours_lost, winner), (theirs_lost, winner)
        if mine not in ours or other not in theirs:
            struck = _struck(duel, ours_lost, theirs_lost, winner)
            ours[mine] = _fates_of(rules, struck.ours, struck.theirs, struck.cause) if struck.ours_test else _STANDS
            theirs[other] = (
                _fates_of(rules, struck.theirs, struck.ours, struck.cause) if struck.theirs_test else _STANDS
            )
        first, second = ours[mine], theirs[other]
        whole = first.whole * second.whole
        for fate, n in first.ways.items():
            for doom, m in second.ways.items():
                # the tests of both sides are thrown apart, so their chances multiply
                key = ChargeEnd(fate, doom), whole
                ways[key] = ways.get(key, 0) + weight * n * m
    found: dict[ChargeEnd, Fraction] = {}
    for (end, whole), n in ways.items():
        _add(found, end, Fraction(n, whole * blows.total))
    return found


def _after(unit: Duellist, *, won: bool) -> Duellist:
    """As it goes into the next round."""
    settled = unit.settled()
    # what belongs to the shock holds for the first round only
    facts = settled.facts.replace(charged=False, covered=False, closing_fire=0, won=won)
    return settled._replace(facts=facts)


def _tested(
    rules: Ruleset, unit: Duellist, enemy: Duellist, cause: Trigger, throw: Thrower, *, artillery: bool = False
) -> tuple[Duellist, ChargeFate]:
    """A break test, and how a unit comes out of it."""
    found, s = _test(rules, _test_facts(unit, enemy, cause, artillery=artillery), unit.again, throw), unit.facts
    if found.read.forms_square:
        s = s.replace(formation="square", disordered=True)
    effect = throw(rules["break-effect"], BreakEffectFacts(result=found.read.result))
    s = s.replace(disordered=s.disordered or effect.disordered)
    return unit._replace(facts=s, tests=unit.tests + 1, again=found.again).settled(), found.fate


def _test_facts(unit: Duellist, enemy: Duellist, cause: Trigger, *, artillery: bool = False) -> BreakTestFacts:
    s, foe = unit.facts, enemy.facts
    return BreakTestFacts(
        cause=cause,
        arm=s.arm,
        formation=s.formation,
        excess=max(0, s.casualties - unit.stamina),
        disordered=s.disordered,
        shaken=unit.shaken,
        casualties=s.casualties > 0,
        artillery=artillery,
        struck=s.struck,
        squares=branch(s.arm) == "cavalry" and in_square(foe),
        cavalry=branch(foe.arm) == "cavalry",
        all_cavalry=branch(foe.arm) == "cavalry",
        special=s.special,
        taken=unit.tests,
    )


class _BreakTest(NamedTuple):
    """A break test that was taken: how it was read, what it comes to, and tests that were rolled again so far."""

    read: Any
    fate: ChargeFate
    again: int


def _test(rules: Ruleset, facts: BreakTestFacts, again: int, throw: Thrower) -> _BreakTest:
    """A break test; a valiant unit that would leave tests again, once in a battle."""
    read = throw(rules["break-test"], facts)
    fate = _fate(rules, facts, read.result, throw)
    valiant = AnotherTestFacts(special=facts.special, used=again)
    if fate == "stands" or not throw(rules["another-test"], valiant).allowed:
        return _BreakTest(read, fate, again)
    # the steady pass their first test alone, not its repetition
    read = throw(rules["break-test"], facts.replace(taken=facts.taken + 1))
    return _BreakTest(read, _fate(rules, facts, read.result, throw), again + 1)


def _fates_of(rules: Ruleset, unit: Duellist, enemy: Duellist, cause: Trigger) -> _Fates:
    return _fates(rules, _test_facts(unit, enemy, cause), unit.again)


@lru_cache(4096)
def _fates(rules: Ruleset, facts: BreakTestFacts, again: int) -> _Fates:
    """What a break test may come to; battalions are much alike, and so are their tests."""
    odds = chain_odds(lambda throw: _test(rules, facts, again, throw).fate)
    return _Fates(odds.weights, odds.total)


def _fate(rules: Ruleset, unit: BreakTestFacts, result: Any, throw: Thrower) -> ChargeFate:
    move = throw(rules["break-effect"], BreakEffectFacts(result=result)).move
    if move == "none":
        return "stands"
    if move == "removed":
        return "breaks"
    # unlimbered guns have no way back, so to retire is to break
    facts = RetireMoveFacts(arm=unit.arm, formation=unit.formation, from_combat=True)
    return "breaks" if throw(rules["retire-move"], facts).breaks else "goes_back"
