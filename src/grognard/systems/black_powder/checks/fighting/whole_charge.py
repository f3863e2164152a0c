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
    for left in reversed(range(rounds)):
        after: dict[Duel, Fraction] = {}
        for duel, chance in states.items():
            if not duel.locked:
                _add(ends, ChargeEnd(duel.ours_fate, duel.theirs_fate), chance)
                # ended: nothing more can happen to it
                continue
            if not left:
                for end, part in _last_round(rules, duel).items():
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


Fates = tuple[tuple[ChargeFate, Fraction], ...]
_STANDS: Fates = (("stands", Fraction(1)),)


def _last_round(rules: Ruleset, duel: Duel) -> dict[ChargeEnd, Fraction]:
    """As `one_round`, where only what becomes of both matters and not how they are left: far fewer cases."""
    odds = rules["hand-to-hand"].odds(Pair(duel.ours.facts, duel.theirs.facts))
    known: dict[tuple[bool, int, Trigger], Fates] = {}

    def fates(ours: bool, lost: int, cause: Trigger) -> Fates:
        key = ours, lost, cause
        if key not in known:
            unit, enemy = (duel.ours, duel.theirs) if ours else (duel.theirs, duel.ours)
            hit = unit.suffering(lost)
            # a drawn round is a test only for the shaken
            tests = cause == "lost" or hit.shaken
            known[key] = _fates(rules, _test(hit, enemy, cause), hit.again) if tests else _STANDS
        return known[key]

    blows: dict[tuple[int, int], tuple[Fates, Fates, int]] = {}
    for fought, weight in odds.weights.items():
        draw = fought.winner == "draw"
        cause: Trigger = "drawn" if draw else "lost"
        ours = fates(True, fought.ours_lost, cause) if fought.winner != "ours" else _STANDS
        theirs = fates(False, fought.theirs_lost, cause) if fought.winner != "theirs" else _STANDS
        # by identity: equal fates are kept as the same object, and to compare fractions takes long
        key = id(ours), id(theirs)
        blows[key] = ours, theirs, weight + (blows[key][2] if key in blows else 0)
    found: dict[ChargeEnd, Fraction] = {}
    for ours, theirs, weight in blows.values():
        chance = Fraction(weight, odds.total)
        for mine, first in ours:
            for other, second in theirs:
                # the tests of both sides are thrown apart, so their chances multiply
                _add(found, ChargeEnd(mine, other), chance * first * second)
    return found


@lru_cache(4096)
def _fates(rules: Ruleset, facts: BreakTestFacts, again: int) -> Fates:
    """What may become of a unit in a break test; there are few kinds of them."""
    return tuple(_fractions(chain_odds(lambda throw: _outcome(rules, facts, again, throw).fate)).items())


def _after(unit: Duellist, *, won: bool) -> Duellist:
    """As it goes into the next round."""
    settled = unit.settled()
    # what belongs to the shock holds for the first round only
    facts = settled.facts.replace(charged=False, covered=False, closing_fire=0, won=won)
    return settled._replace(facts=facts)


def _tested(
    rules: Ruleset, unit: Duellist, enemy: Duellist, cause: Trigger, throw: Thrower, *, artillery: bool = False
) -> tuple[Duellist, ChargeFate]:
    """A break test, and how it leaves the unit."""
    s = unit.facts
    test = _outcome(rules, _test(unit, enemy, cause, artillery=artillery), unit.again, throw)
    unit = unit._replace(tests=unit.tests + 1, again=unit.again + test.repeated)
    if test.read.forms_square:
        s = s.replace(formation="square", disordered=True)
    effect = throw(rules["break-effect"], BreakEffectFacts(result=test.read.result))
    s = s.replace(disordered=s.disordered or effect.disordered)
    return unit._replace(facts=s).settled(), test.fate


def _test(unit: Duellist, enemy: Duellist, cause: Trigger, *, artillery: bool = False) -> BreakTestFacts:
    """A break test as the check asks for it."""
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


class _Outcome(NamedTuple):
    """What came of a break test: what was read off its table in the end, the unit's fate, whether it tested again."""

    read: Any
    fate: ChargeFate
    repeated: bool


def _outcome(rules: Ruleset, facts: BreakTestFacts, again: int, throw: Thrower) -> _Outcome:
    """A break test; a valiant unit that would leave tests again, once in a battle."""
    read = throw(rules["break-test"], facts)
    fate = _fate(rules, facts, read.result, throw)
    valiant = AnotherTestFacts(special=facts.special, used=again)
    if fate == "stands" or not throw(rules["another-test"], valiant).allowed:
        return _Outcome(read, fate, False)
    # the steady pass their first test alone, not its repetition
    read = throw(rules["break-test"], facts.replace(taken=facts.taken + 1))
    return _Outcome(read, _fate(rules, facts, read.result, throw), True)


def _fate(rules: Ruleset, unit: BreakTestFacts, result: Any, throw: Thrower) -> ChargeFate:
    move = throw(rules["break-effect"], BreakEffectFacts(result=result)).move
    if move == "none":
        return "stands"
    if move == "removed":
        return "breaks"
    # unlimbered guns have no way back, so to retire is to break
    facts = RetireMoveFacts(arm=unit.arm, formation=unit.formation, from_combat=True)
    return "breaks" if throw(rules["retire-move"], facts).breaks else "goes_back"
