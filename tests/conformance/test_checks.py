"""What must hold for every check of every rule system found."""

import json
import random
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod

import pytest
from every_system import CHECKS, WITH_MODIFIERS

from grognard import systems
from grognard.kernel.checks import Reckoning, Roll
from grognard.kernel.dice import Followed, Reroll
from grognard.kernel.domains import Number
from grognard.kernel.errors import BadInput
from grognard.kernel.modifiers import reckon
from grognard.kernel.opposed import Pair
from grognard.kernel.reckoner import Reckoner
from grognard.kernel.sources import SeededDice, Throw
from grognard.kernel.uses.export import facts_data, result_data
from grognard.kernel.uses.open_facts import questions
from grognard.kernel.uses.outcome_text import words
from grognard.kernel.uses.sheet import sheet

MOST_THROWS = 10_000


@pytest.fixture(params=CHECKS, ids=lambda pair: "/".join(pair))
def check(request):
    system, name = request.param
    return systems.rules(system)[name]


@pytest.fixture
def book(request, check):
    """The rulebook of the check's system."""
    return systems.rulebook(request.node.callspec.params["check"][0])


class EveryThrow:
    """A dice source that is asked again and again until it has thrown all that can be thrown."""

    def __init__(self):
        self.path, self.thrown, self.weight, self.throws = [], [], 1, 0

    def throw(self, dice, purpose):
        faces = _faces(dice)
        depth = len(self.taken)
        choice = self.path[depth] if depth < len(self.path) else 0
        self.taken.append((choice, len(faces)))
        self.thrown.append(Throw(purpose, str(dice), faces[choice]))
        self.weight *= len(faces)
        return faces[choice]

    def __iter__(self):
        """Yield once for each throw there is; the caller rolls in between."""
        while True:
            self.taken, self.thrown, self.weight = [], [], 1
            yield self
            self.throws += 1
            while self.taken and self.taken[-1][0] + 1 == self.taken[-1][1]:
                self.taken.pop()
            if not self.taken:
                return
            self.path = [*(choice for choice, _ in self.taken[:-1]), self.taken[-1][0] + 1]


class TooMany(Exception):
    """More throws than a test should try."""


@cache
def _faces(dice):
    """All faces that dice can end on; of dice that are rolled again, those that settle it."""
    if isinstance(dice, Reroll):
        return [(face,) for face in dice.of.faces if face not in dice.again]
    if isinstance(dice, Followed):  # one that settles it stands for as many throws as there are second faces
        firsts = ((face, (face in dice.on)) for face in dice.of.faces)
        return [(face, second) if more else (face,) for face, more in firsts for second in dice.of.faces]
    if prod(len(die.faces) for die in dice.dice) > MOST_THROWS:
        raise TooMany
    return list(product(*(die.faces for die in dice.dice)))


def brute_force(check, situation):
    """Outcomes by rolling everything that can be rolled; None when that would take too long."""
    outcomes: dict[object, Fraction] = {}
    source = EveryThrow()
    try:
        for dice in source:
            outcome = check.roll(situation, dice).outcome
            outcomes[outcome] = outcomes.get(outcome, Fraction(0)) + Fraction(1, dice.weight)
            if source.throws > MOST_THROWS:
                return None
    except TooMany:
        return None
    return outcomes


def situations(check, count, seed):
    """Random situations, all facts free; some with few facts away from their default."""
    rng = random.Random(seed)
    domains, defaults = check.domains(), check.defaults()
    for _ in range(count):
        share = rng.choice((0.15, 0.5, 1.0))
        facts = {
            name: _value(rng, domain)
            for name, domain in domains.items()
            if name not in defaults or rng.random() < share
        }
        try:
            yield check.read(facts)
        except BadInput as error:  # a value out of its domain would be our own mistake
            raise AssertionError(f"{check.name} refused {facts}: {error}") from error


def _value(rng, domain):
    if isinstance(domain, Number) and domain.high - domain.low > 100:
        low, high = domain.low, domain.high
        return rng.choice((low, rng.randint(low, low + 30), rng.randint(low, high)))
    return rng.choice(domain.every())


def test_odds_equal_brute_force_and_sum_to_one(check):
    tried = 0
    for situation in situations(check, 40, seed=check.name):
        if check.refusal(situation):
            assert check.roll(situation, SeededDice(1)).refusal == check.refusal(situation)
            continue
        odds = check.odds(situation)
        assert sum(chance for _, chance in odds) == 1
        if tried < 4 and (expected := brute_force(check, situation)) is not None:
            assert dict(odds) == expected
            tried += 1
    assert tried or not isinstance(check, Reckoning) or all(check.refusal(s) for s in situations(check, 40, check.name))


@pytest.mark.parametrize("system, name", WITH_MODIFIERS)
def test_the_compiled_modifiers_are_the_plain_ones(system, name):
    """What is written out for speed finds just what the modifiers find one by one."""
    check = systems.rules(system)[name]
    looks, reckoner = [modifier.look for modifier in check.modifiers], Reckoner(check.modifiers)
    for situation in situations(check, 60, seed=f"{check.name} compiled"):
        for side in _sides(situation):
            plain = reckon(looks, side)
            assert reckoner.explain(side) == plain
            total = None if plain.forbidden else (plain.total, len(plain.halvings))
            assert reckoner.sum(side) == total


def _sides(situation):
    if isinstance(situation, Pair):
        return [situation.ours.facing(situation.theirs), situation.theirs.facing(situation.ours)]
    return [situation]


def test_a_rolled_outcome_is_one_of_the_odds(check):
    dice = SeededDice(1815)
    for situation in situations(check, 60, seed=f"{check.name} rolled"):
        result = check.roll(situation, dice)
        if not result.refusal:
            assert check.odds(situation).probability(result.outcome) > 0
            assert words(result.outcome)
            if result.natural is not None and "pool_percent" not in result.details and "ours" not in result.details:
                assert result.total is not None
        told = json.loads(json.dumps(result_data("any", check, result)))
        # of two sides, one's dice after the other's
        sides = [told[side] for side in ("ours", "theirs") if side in told]
        left_out = [face for side in sides or [told] for face in map(side["dice"].__getitem__, side["uncounted"])]
        assert [told["dice"][place] for place in told["uncounted"]] == left_out


def test_modifiers_add_up_to_the_total(check):
    """Explained is explained: dice and the modifiers listed make the total, nothing is hidden."""
    for situation in situations(check, 40, seed=f"{check.name} adds up"):
        result = check.roll(situation, SeededDice(3))
        if result.total is None or result.refusal:
            continue
        if "ours" in result.details:
            for side in ("ours", "theirs"):
                part = result.details[side]
                assert part["natural"] + sum(m.value for m in part["modifiers"]) == part["total"]
            continue
        listed = sum(modifier.value for modifier in result.modifiers)
        natural = 0 if {"pool_percent", "pool"} & set(result.details) else _entered(check, situation, result)
        assert natural + listed == result.total


def _entered(check, situation, result):
    """What dice count for: what they show, or what a table is entered with (doubles as 0, dice rolled under a number
    as that much less)."""
    if not isinstance(check, Roll) or result.natural is None:
        return result.natural or 0
    return check.dice(situation).counted(result.dice)


def test_every_fact_is_explained_and_every_rule_known(check, book):
    for fact in facts_data(check):
        assert fact["meaning"], f"{check.name}: {fact['fact']} says nothing about itself"
    assert [rule for rule in check.rules() if rule not in book.rules] == []
    assert check.title
    assert not check.title.endswith(".")


def test_defaults_lie_in_their_domains(check):
    domains = check.domains()
    for name, value in check.defaults().items():
        assert domains[name].accepts(value), f"{check.name}: {name} = {value!r}"


def test_it_prints_itself(check):
    situation = next(iter(situations(check, 1, seed="sheet")))
    if check.refusal(situation) is None:
        chart = sheet(check, situation)
        assert chart.dice
        assert all(value and label and rule for value, label, rule in chart.modifiers)


def test_questions_are_facts_that_are_not_known_yet(check):
    asked = list(questions(check, {}))
    assert set(asked) <= set(check.domains())
    assert {name for name in check.domains() if name not in check.defaults()} <= set(asked)


def test_names_are_unique_and_typed_with_hyphens():
    assert len(CHECKS) == len(set(CHECKS))
    assert all(name == name.lower() and "_" not in name for _, name in CHECKS)
