"""Checks to be asked: what each wants to know, its exact odds in a situation, along one of its facts, and one throw."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from grognard import systems
from grognard.kernel.checks import Check, Refusal, Result, Roll
from grognard.kernel.domains import Choice, Number, Several
from grognard.kernel.errors import BadInput
from grognard.kernel.facts import text_of
from grognard.kernel.modifiers import Applied
from grognard.kernel.odds import Odds
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.sources import ScriptedDice, SeededDice, read_faces
from grognard.kernel.tables import HALVE
from grognard.kernel.uses.export import facts_data, plain
from grognard.kernel.uses.open_facts import Case, odds_by_case
from grognard.kernel.uses.outcome_text import words
from grognard.kernel.uses.sheet import sheet, some_situation

from .answers import CheckForm, CheckOdds, CheckThrow, FactField, InForce, OutcomeChance, ThrowNumber
from .explaining import explained
from .wording import headlines, told_apart

MOST_VARIANTS = 8
"""At a time; more are a mistake, and each set of them is kept ready."""
MOST_FACTS, LONGEST_FACT = 300, 400
MOST_OUTCOMES = 2_000
"""That are told; a check with more is asked in a terminal."""
MOST_SITUATIONS = 2
MOST_THROWS = 120
"""Numbers of the dice that are shown one by one."""
SHORT = 20
"""A number with a longer span counts things or paces; nobody begins in the middle of it."""


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
    rules, chains = _rules(system, tuple(sorted(set(variants)))), systems.sequences(system)
    return chains[check].bind(rules) if check in chains else rules[check[:100]]


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
    """A value to begin with: the middle of a short span, a little of a long one, the first of words."""
    if isinstance(domain, Number):
        wide = domain.high - domain.low
        return str(domain.low + (wide // 2 if wide <= SHORT else min(wide // 8, 100)))
    return text_of(domain.every()[0])


def known_to(check: Check[Any, Any], facts: Mapping[str, str]) -> Mapping[str, str]:
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
    every = [outcome for each in settled if each.case.odds for outcome in each.case.odds.weights]
    labels, heads = told_apart(every), headlines(every)
    return tuple(
        _odds(check, each, labels, heads) if isinstance(each, _Settled) else CheckOdds(problem=str(each))
        for each in found
    )


class _Settled(NamedTuple):
    situation: Any
    case: Case


def _settled(check: Check[Any, Any], facts: Mapping[str, str]) -> _Settled:
    situation = check.read(known_to(check, facts))
    (case,) = odds_by_case(check, facts)
    if case.odds and len(case.odds) > MOST_OUTCOMES:
        raise BadInput(f"{len(case.odds):,} outcomes are more than a page can show: at most {MOST_OUTCOMES:,}")
    return _Settled(situation, case)


def _odds(
    check: Check[Any, Any], settled: _Settled, labels: Mapping[Any, str], heads: Mapping[Any, str] | None
) -> CheckOdds:
    situation, case = settled
    in_force = _in_force(check, situation)
    if case.odds is None:
        why = case.refusal or Refusal(check.rule, "")
        return CheckOdds(modifiers=in_force, refusal=why.reason, rule=why.rule)
    summed = case.odds.map(heads.__getitem__) if heads else None
    return CheckOdds(
        outcomes=_chances(case.odds, labels),
        headlines=_chances(summed, {head: head for head in summed.weights}) if summed else (),
        modifiers=in_force,
        throws=_throws(check, situation, list(case.odds.weights)),
    )


def _chances(found: Odds[Any], labels: Mapping[Any, str]) -> tuple[OutcomeChance, ...]:
    return tuple(
        OutcomeChance(labels[outcome], words(outcome), plain(outcome), str(chance), round(float(chance) * 100, 6))
        for outcome, chance in found
    )


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


def throw(check: Check[Any, Any], facts: Mapping[str, str], dice: str) -> CheckThrow:
    """Make the check with these dice, or with some that are thrown here."""
    situation = check.read(known_to(check, facts))
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
