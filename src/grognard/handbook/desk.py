"""Checks to be asked: what each wants to know, its exact odds in a situation, along one of its facts, and one throw."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Struct

from grognard import systems
from grognard.kernel.checks import Check, Refusal, Result, Roll
from grognard.kernel.domains import Choice, Domain, Number, Several
from grognard.kernel.errors import BadInput
from grognard.kernel.facts import text_of
from grognard.kernel.modifiers import Applied
from grognard.kernel.odds import Odds
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.sources import ScriptedDice, SeededDice, read_faces
from grognard.kernel.tables import HALVE
from grognard.kernel.uses.export import facts_data, plain
from grognard.kernel.uses.open_facts import Case, NumberSpan, odds_along, odds_by_case
from grognard.kernel.uses.outcome_text import words
from grognard.kernel.uses.sheet import sheet, some_situation

from .explaining import explained

MOST_VARIANTS = 8
"""At a time; more are a mistake, and each set of them is kept ready."""
MOST_FACTS, LONGEST_FACT = 300, 400
MOST_OUTCOMES = 2_000
"""That are told; a check with more is asked in a terminal."""
MOST_SITUATIONS = 2
MOST_POINTS, MOST_VALUES = 240, 4_000
"""Of a plot, and values of a number that are gone through for it."""
FAR = 1_500
"""Paces to which a distance is gone through, unless it is greater."""
MOST_BANDS = 10
"""Outcomes that are told apart along a fact; the rest is told as one."""
MOST_THROWS = 120
"""Numbers of the dice that are shown one by one."""
WIDE = 1_000
"""A number that may be greater than this is a distance; nobody begins in the middle of it."""


class FactField(Struct, frozen=True, kw_only=True):
    """A fact that a check asks for, with all that a form needs."""

    name: str
    side: str = ""
    """Whose it is, where two sides have the same facts."""
    meaning: str
    allowed: str
    kind: str
    low: int = 0
    high: int = 0
    values: tuple[str, ...] = ()
    most: int = 0
    required: bool
    start: str
    """What a form begins with: its default, or a value to begin with where it has none."""


class CheckForm(Struct, frozen=True, kw_only=True):
    """A check before it is asked."""

    system: str
    check: str
    rule: str
    title: str
    dice: str
    facts: tuple[FactField, ...]
    rules: tuple[str, ...]
    """Those that have a say in it."""


class OutcomeChance(Struct, frozen=True):
    """An outcome, and how likely it is, exactly."""

    label: str
    """As short as it can be told from the others."""
    words: str
    outcome: Any
    probability: str
    """As a fraction."""
    percent: float


class InForce(Struct, frozen=True):
    """A modifier that counts in a situation."""

    rule: str
    label: str
    value: str
    side: str = ""


class ThrowNumber(Struct, frozen=True):
    """A number that the dice can show, by how many throws, and the outcome it leads to, by its place."""

    shown: str
    ways: int
    outcome: int


class CheckOdds(Struct, frozen=True, kw_only=True):
    """The odds of a check in a situation; or why the rules do not allow it."""

    outcomes: tuple[OutcomeChance, ...] = ()
    headlines: tuple[OutcomeChance, ...] = ()
    """Who wins, before the many ways to win; nothing where outcomes have no such."""
    modifiers: tuple[InForce, ...] = ()
    throws: tuple[ThrowNumber, ...] = ()
    """Of checks that read one throw off a table."""
    refusal: str = ""
    rule: str = ""
    problem: str = ""
    """What is wrong with the facts of this situation."""


class SeriesPoint(Struct, frozen=True):
    """A value of the fact, or neighbours that come to the same, with the chance of every band in percent."""

    value: str
    low: int
    high: int
    percents: tuple[float, ...]
    fractions: tuple[str, ...]
    refusal: str = ""


class OddsSeries(Struct, frozen=True):
    """The odds along one fact, all others as they are; one point for a number that makes no difference."""

    fact: str
    number: bool
    bands: tuple[str, ...]
    """Outcomes in the order of the dice; the last is nothing where it stands for all others."""
    points: tuple[SeriesPoint, ...]


class CheckThrow(Struct, frozen=True, kw_only=True):
    """A check that was made."""

    dice: tuple[int, ...]
    uncounted: tuple[int, ...] = ()
    words: str
    lines: tuple[str, ...]
    """All of it as a person reads it: dice, every modifier with its rule, total, outcome."""
    total: int | None = None
    natural: int | None = None
    refusal: str = ""
    rule: str = ""
    seed: int | None = None
    """From which the dice fell, for whoever wants to recheck them."""


@lru_cache(24)
def _rules(system: str, variants: tuple[str, ...]) -> Ruleset:
    base = systems.rules(system)
    tables, known = base.tables, systems.variants(system)
    for name in variants:
        tables = tables.overlaid(known[name])
    return Ruleset(system, base.declared, tables)


def bound(system: str, check: str, variants: Sequence[str] = ()) -> Check[Any, Any]:
    """A check of a system under some of its variants; BadInput where there is none."""
    known = systems.variants(system)
    if len(variants) > MOST_VARIANTS:
        raise BadInput(f"{len(variants)} variants at a time: at most {MOST_VARIANTS}")
    for name in variants:
        # only those that come with the system: a path must never be read for whoever asks
        if name not in known:
            raise BadInput(f"no variant {name[:60]!r} of {system}; there are {', '.join(known) or 'none'}")
    return _rules(system, tuple(sorted(set(variants))))[check[:100]]


def form(system: str, check: str) -> CheckForm:
    """What a check asks for."""
    asked = bound(system, check)
    domains = asked.domains()
    facts = tuple(_field(each, domains[each["fact"]]) for each in facts_data(asked))
    return CheckForm(
        system=system,
        check=asked.name,
        rule=asked.rule,
        title=asked.title,
        dice=sheet(asked, some_situation(asked)).dice,
        facts=facts,
        rules=tuple(asked.rules()),
    )


def _field(told: Mapping[str, Any], domain: object) -> FactField:
    side, dot, _ = told["fact"].partition(".")
    number = domain if isinstance(domain, Number) else None
    several = domain if isinstance(domain, Several) else None
    return FactField(
        name=told["fact"],
        side=side if dot else "",
        meaning=told["meaning"],
        allowed=told["allowed"],
        kind=getattr(domain, "type", ""),
        low=number.low if number else 0,
        high=number.high if number else 0,
        values=domain.values if isinstance(domain, (Choice, Several)) else (),
        most=several.most if several else 0,
        required=told["required"],
        start=_begun(domain) if told["required"] else told["default_text"],
    )


def _begun(domain: Any) -> str:
    """A value to begin with: the middle of a short span, a hundred of a long one, the first of words."""
    if isinstance(domain, Number):
        wide = domain.high - domain.low > WIDE
        return str(min(domain.high, domain.low + 100) if wide else (domain.low + domain.high) // 2)
    return text_of(domain.every()[0])


def _known(check: Check[Any, Any], facts: Mapping[str, str]) -> Mapping[str, str]:
    if len(facts) > MOST_FACTS or any(
        len(value) > LONGEST_FACT or len(name) > LONGEST_FACT for name, value in facts.items()
    ):
        raise BadInput(
            f"more facts than any check asks for, or longer ones: {check.name} asks for {len(check.domains())}"
        )
    return facts


def odds(check: Check[Any, Any], situations: Sequence[Mapping[str, str]]) -> tuple[CheckOdds, ...]:
    """The exact odds of each situation, as `grognard check --odds` has them, and the modifiers that lead to them. One
    that makes no sense says so; BadInput where none does."""
    if not 0 < len(situations) <= MOST_SITUATIONS:
        raise BadInput(f"{len(situations)} situations at a time: one to {MOST_SITUATIONS}")
    found: list[_Settled | BadInput] = []
    for facts in situations:
        try:
            found.append(_settled(check, facts))
        except BadInput as error:
            found.append(error)
    if all(isinstance(each, BadInput) for each in found):
        raise found[0]  # type: ignore[misc]
    settled = [each for each in found if isinstance(each, _Settled)]
    labels = told_apart([outcome for each in settled if each.case.odds for outcome in each.case.odds.weights])
    return tuple(
        _odds(check, each, labels) if isinstance(each, _Settled) else CheckOdds(problem=str(each)) for each in found
    )


class _Settled(NamedTuple):
    situation: Any
    case: Case


def _settled(check: Check[Any, Any], facts: Mapping[str, str]) -> _Settled:
    situation = check.read(_known(check, facts))
    (case,) = odds_by_case(check, facts)
    if case.odds and len(case.odds) > MOST_OUTCOMES:
        raise BadInput(f"{len(case.odds):,} outcomes are more than a page can show: at most {MOST_OUTCOMES:,}")
    return _Settled(situation, case)


def _odds(check: Check[Any, Any], settled: _Settled, labels: Mapping[Any, str]) -> CheckOdds:
    situation, case = settled
    in_force = _in_force(check, situation)
    if case.odds is None:
        why = case.refusal or Refusal(check.rule, "")
        return CheckOdds(modifiers=in_force, refusal=why.reason, rule=why.rule)
    heads = case.odds.map(_headline) if _summed(case.odds) else None
    return CheckOdds(
        outcomes=_chances(case.odds, labels),
        headlines=_chances(heads, {head: head for head in heads.weights}) if heads else (),
        modifiers=in_force,
        throws=_throws(check, situation, list(case.odds.weights)),
    )


def told_apart(outcomes: Sequence[Any]) -> dict[Any, str]:
    """Outcomes in the fewest words that tell them from one another: parts that all share, or that say the same as
    another part, are left out. What speaks for itself is told as it is."""
    distinct = list(dict.fromkeys(outcomes))
    whole = {outcome: words(outcome) for outcome in distinct}
    kinds = {type(outcome) for outcome in distinct}
    if len(distinct) < 2 or len(kinds) > 1 or hasattr(distinct[0], "told") or not hasattr(distinct[0], "_fields"):
        return whole
    columns: dict[tuple[Any, ...], str] = {}
    for name, column in zip(distinct[0]._fields, zip(*distinct, strict=True), strict=True):
        if len(set(column)) > 1:
            columns.setdefault(column, name)
    if len(columns) != 1:
        kept = list(columns.values())
        short = {each: words(_Part({name: getattr(each, name) for name in kept})) for each in distinct}
    else:
        ((column, name),) = columns.items()
        alone = all(isinstance(value, (str, int)) and not isinstance(value, bool) for value in column)
        worded = all(isinstance(value, str) and value for value in column)
        said = [words(value) if worded else f"{name.replace('_', ' ')} {words(value)}" for value in column]
        short = dict(zip(distinct, said, strict=True)) if alone else whole
    return short if len(set(short.values())) == len(distinct) else whole


class _Part:
    """Some parts of an outcome, to be told as an outcome is."""

    def __init__(self, parts: dict[str, Any]) -> None:
        self._parts, self._fields = parts, tuple(parts)

    def _asdict(self) -> dict[str, Any]:
        return self._parts


def _chances(found: Odds[Any], labels: Mapping[Any, str]) -> tuple[OutcomeChance, ...]:
    return tuple(
        OutcomeChance(labels[outcome], words(outcome), plain(outcome), str(chance), round(float(chance) * 100, 6))
        for outcome, chance in found
    )


def _summed(found: Odds[Any]) -> bool:
    return all(hasattr(outcome, "headline") for outcome in found.weights)


def _headline(outcome: Any) -> str:
    return str(outcome.headline())


def _in_force(check: Check[Any, Any], situation: Any) -> tuple[InForce, ...]:
    """The modifiers that count, whatever is thrown: read off a throw of which nothing else is told."""
    halved = {(row.rule, row.label) for each in check.modifiers for row in each.rows if row.op == HALVE}
    made = check.roll(situation, SeededDice(0)).modifiers
    return tuple(InForce(each.rule, each.label, _worth(each, halved), each.side) for each in made)


def _worth(applied: Applied, halved: set[tuple[str, str]]) -> str:
    # a halving is listed by what it took off that one throw
    return "½" if (applied.rule, applied.label) in halved else f"{applied.value:+d}"


def _throws(check: Check[Any, Any], situation: Any, outcomes: list[Any]) -> tuple[ThrowNumber, ...]:
    if not isinstance(check, Roll):
        return ()
    dice = check.dice(situation)
    if not dice.dice or len(dice.weights) > MOST_THROWS:
        return ()
    found = sorted(check.by_throw(situation), key=lambda each: each[0])
    return tuple(ThrowNumber(dice.key_name(number), ways, outcomes.index(outcome)) for number, ways, outcome in found)


# ---- along one fact


def series(check: Check[Any, Any], facts: Mapping[str, str], against: str) -> OddsSeries:
    """The odds for every value of a fact, all others being as given; neighbours that come to the same in one. Distances
    are gone through as far as they are of use."""
    domains = check.domains()
    if against not in domains:
        check.checked({against: ""})  # refused in the usual words
    domain, given = domains[against], {name: value for name, value in _known(check, facts).items() if name != against}
    # what else is missing is asked for, not gone through as well
    check.read({**given, against: text_of(domain.every()[0])})
    cases = odds_along(check, given, against, _values(domain, check.checked(facts).get(against)))
    # of very many that all differ so many that a plot is as smooth as an eye sees
    cases = cases[:: -(-len(cases) // MOST_POINTS)] if len(cases) > MOST_POINTS else cases
    labels = told_apart([outcome for case in cases if case.odds for outcome in case.odds.weights])
    told = [_told(case, labels) for case in cases]
    bands, others = _bands(told)
    points = tuple(_point(case, said, against, bands, others) for case, said in zip(cases, told, strict=True))
    return OddsSeries(against, isinstance(domain, Number), (*bands, *([""] if others else [])), points)


def _values(domain: Domain, present: object) -> Sequence[object]:
    if not isinstance(domain, Number) or domain.high - domain.low <= WIDE:
        return domain.every()
    far = max(present + present // 4, domain.low + FAR) if isinstance(present, int) else domain.low + FAR
    return range(domain.low, min(domain.high, far, domain.low + MOST_VALUES) + 1)


def _told(case: Case, labels: Mapping[Any, str]) -> dict[str, Fraction]:
    if case.odds is None:
        return {}
    found: dict[str, Fraction] = {}
    for outcome, chance in case.odds:
        said = _headline(outcome) if hasattr(outcome, "headline") else labels[outcome]
        found[said] = found.get(said, Fraction(0)) + chance
    return found


def _bands(cases: Sequence[Mapping[str, Fraction]]) -> tuple[tuple[str, ...], bool]:
    """The outcomes that come up along the way, in the order of the dice; of very many the likeliest, and whether others
    are left."""
    mass: dict[str, Fraction] = {}
    for case in cases:
        for said, chance in case.items():
            mass[said] = mass.get(said, Fraction(0)) + chance
    if len(mass) <= MOST_BANDS:
        return tuple(mass), False
    kept = sorted(mass, key=lambda said: mass[said], reverse=True)[:MOST_BANDS]
    return tuple(said for said in mass if said in kept), True


def _point(case: Case, told: Mapping[str, Fraction], against: str, bands: Sequence[str], others: bool) -> SeriesPoint:
    value = case.facts[against]
    chances = [told.get(band, Fraction(0)) for band in bands]
    if others:
        chances.append(sum(told.values(), Fraction(0)) - sum(chances, Fraction(0)))
    low, high = (value.low, value.high) if isinstance(value, NumberSpan) else (0, 0)
    return SeriesPoint(
        str(value) if isinstance(value, NumberSpan) else text_of(value),
        low,
        high,
        tuple(round(float(chance) * 100, 4) for chance in chances) if case.odds else (),
        tuple(map(str, chances)) if case.odds else (),
        f"{case.refusal.reason} ({case.refusal.rule})" if case.refusal else "",
    )


# ---- one throw


def throw(check: Check[Any, Any], facts: Mapping[str, str], dice: str) -> CheckThrow:
    """Make the check with these dice, or with some that are thrown here."""
    situation = check.read(_known(check, facts))
    if dice.strip():
        scripted = ScriptedDice(read_faces(dice[:LONGEST_FACT]))
        made = check.roll(situation, scripted)
        if not made.refusal:
            scripted.must_be_used_up()
        return _made(check, made, None)
    seed = int.from_bytes(os.urandom(4), "big")
    return _made(check, check.roll(situation, SeededDice(seed)), seed)


def _made(check: Check[Any, Any], made: Result[Any], seed: int | None) -> CheckThrow:
    seed = seed if made.dice else None
    return CheckThrow(
        dice=made.dice,
        uncounted=check.uncounted(made.dice) if made.dice and not {"ours", "theirs"} & made.details.keys() else (),
        words="" if made.refusal else words(made.outcome),
        lines=tuple(explained(check, made, seed).splitlines()),
        total=made.total,
        natural=made.natural,
        refusal=made.refusal.reason if made.refusal else "",
        rule=made.refusal.rule if made.refusal else "",
        seed=seed,
    )
