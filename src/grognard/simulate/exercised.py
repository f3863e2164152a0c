"""The ledger of play: which checks battles ask, which of their modifiers and outcomes come up, and which never do.

What can come up at all is found by trying a check's facts: each value of each fact among others drawn at random. What
does come up is heard at every check of the battles that are fought.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fnmatch import fnmatchcase
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from grognard.kernel.checks import Check, Refusal, Refused, Result
from grognard.kernel.domains import Domain, Number
from grognard.kernel.facts import text_of
from grognard.kernel.opposed import Pair
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.sources import NO_DICE
from grognard.kernel.tables import FORBID, HALVE, ModifierRow

TRIES = 300
"""Situations tried at random to find what can come up, besides one for each value of each fact."""
_NUMBER = re.compile(r"\d[\d.,/]*")
_LIST = re.compile(r"\w+(, \w+)+")
_RULE = re.compile(r"[A-Z]{2}-")
MOST_VALUES = 40
"""Values of one fact that are tried one by one; of longer ranges some."""


class Heard:
    """What was heard of one check: how often it was asked, and what came up how often."""

    def __init__(self) -> None:
        self.asked = 0
        self.judged = 0
        """How often it was only asked whether it may be made."""
        self.weighed = 0
        """How often its odds were asked for."""
        self.modifiers: Counter[str] = Counter()
        self.outcomes: Counter[str] = Counter()

    def add(self, other: Heard) -> None:
        """Put another ear's count to this one."""
        self.asked += other.asked
        self.judged += other.judged
        self.weighed += other.weighed
        self.modifiers.update(other.modifiers)
        self.outcomes.update(other.outcomes)

    def data(self) -> dict[str, Any]:
        """Plain data, ready for JSON."""
        return {
            "asked": self.asked,
            "judged": self.judged,
            "weighed": self.weighed,
            "modifiers": dict(self.modifiers.most_common()),
            "outcomes": dict(self.outcomes.most_common()),
        }


Ledger = dict[str, Heard]
"""What was heard, by check."""


def merged(into: Ledger, other: Mapping[str, Heard]) -> None:
    """One ledger added to another."""
    for name, heard in other.items():
        into.setdefault(name, Heard()).add(heard)


@contextmanager
def listening(rules: Ruleset) -> Iterator[Ledger]:
    """An ear at every check of these rules, for as long as it lasts. They are the ones that play, staffs and previews
    hold, so nobody asks unheard."""
    ledger: Ledger = {name: Heard() for name in rules}
    checks = {name: rules[name] for name in rules}
    for name, check in checks.items():
        _bend(check, ledger[name])
    try:
        yield ledger
    finally:
        for check in checks.values():
            for method in ("roll", "settle", "odds", "refusal"):
                check.__dict__.pop(method, None)


def _bend(check: Check[Any, Any], heard: Heard) -> None:
    roll, odds, refusal, names = check.roll, check.odds, check.refusal, _names(check)

    rolling: list[bool] = []

    def noted(s: Any, dice: Any) -> Result[Any]:
        rolling.append(True)
        try:
            result = roll(s, dice)
        finally:
            rolling.pop()
        heard.asked += 1
        for each in {(each.rule, each.label) for each in result.modifiers}:
            heard.modifiers.update(_named(names, *each))
        heard.outcomes.update(result_traits(result, names))
        return result

    def weighed(s: Any) -> Any:
        heard.weighed += 1
        return odds(s)

    def judged(s: Any) -> Refusal | None:
        """Play asks whether something may be done before it offers it: a refusal comes up here alone."""
        found = refusal(s)
        # a roll asks for its own refusal too, and that is not play asking first
        if not rolling:
            heard.judged += 1
            heard.outcomes.update(_refused(found, names) if found is not None else ())
        return found

    # without dice it is settled by a short way of its own, which would go unheard
    check.settle = lambda s: noted(s, NO_DICE).settled  # type: ignore[method-assign]
    check.roll, check.odds, check.refusal = noted, weighed, judged  # type: ignore[method-assign]


# -- names of what comes up


def _modifier(row: ModifierRow) -> str:
    return f"{row.rule} {row.key or row.label}"


def _names(check: Check[Any, Any]) -> dict[tuple[str, str], list[str]]:
    """What a modifier is called here, by its rule and label: rows of one label are told as one."""
    names: dict[tuple[str, str], list[str]] = {}
    for row in (row for modifier in check.modifiers for row in modifier.rows):
        called = names.setdefault((row.rule, row.label), [])
        if _modifier(row) not in called:
            called.append(_modifier(row))
    return names


def _named(names: dict[tuple[str, str], list[str]], rule: str, label: str) -> list[str]:
    """A label may say more than its row: how many times, why doubled, what it is added to."""
    found = names.get((rule, label))
    if found is None:
        begun = [row for row in names if row[0] == rule and row[1] in label]
        found = names[(rule, label)] = names[max(begun, key=lambda row: len(row[1]))] if begun else [f"{rule} {label}"]
    return found


def result_traits(result: Result[Any], names: dict[tuple[str, str], list[str]]) -> list[str]:
    """What a result is counted under."""
    if result.refusal is None:
        return list(dict.fromkeys(traits(result.outcome)))
    return _refused(result.refusal, names)


def _refused(refusal: Refusal, names: dict[tuple[str, str], list[str]]) -> list[str]:
    return [f"refused by {each}" for each in names.get((refusal.rule, refusal.reason)) or [refusal.rule]]


def traits(outcome: Any, name: str = "") -> Iterator[str]:
    """An outcome taken apart: each word of the rules in it, each yes and no, and of numbers whether there were any."""
    if hasattr(outcome, "_asdict"):
        for field, part in outcome._asdict().items():
            yield from traits(part, f"{name} {field}".strip())
    elif isinstance(outcome, (tuple, frozenset)):
        if not outcome:
            yield f"{name} none".strip()
        for part in outcome:
            yield from traits(part, name)
    elif isinstance(outcome, (int, float, Fraction)) and not isinstance(outcome, bool):
        yield f"{name} {'some' if outcome > 0 else 'less' if outcome else '0'}".strip()
    elif isinstance(outcome, str) and _LIST.fullmatch(outcome):
        for word in outcome.split(", "):
            yield f"{name} {word}".strip()
    else:
        words = text_of(outcome) if outcome is not None and outcome != "" else "none"
        yield f"{name} {words if _RULE.match(words) else _NUMBER.sub('#', words)}".strip()


# -- what can come up


def possible(check: Check[Any, Any]) -> tuple[set[str], set[str]]:
    """The modifiers and the outcomes that some facts bring up."""
    modifiers: set[str] = set()
    outcomes: set[str] = set()
    names = _names(check)
    for s in situations(check):
        for side in (s.ours.facing(s.theirs), s.theirs.facing(s.ours)) if isinstance(s, Pair) else (s,):
            modifiers.update(_counting(check, side))
        refusal = check.refusal(s)
        if refusal is not None:
            outcomes.update(_refused(refusal, names))
            continue
        try:
            outcomes.update(each for outcome, _ in check.odds(s) for each in traits(outcome))
        except Refused as refused:
            outcomes.add(f"refused by {refused.refusal.rule}")
    return modifiers, outcomes


def _counting(check: Check[Any, Any], s: Any) -> Iterator[str]:
    for modifier in check.modifiers:
        hit = modifier.look(s)
        if hit is None:
            continue
        if hit[0].op == FORBID:
            return
        if hit[0].op == HALVE or hit[1]:
            yield _modifier(hit[0])


def situations(check: Check[Any, Any]) -> Iterator[Any]:
    """Each value of each fact among others at random and among defaults, and situations all at random."""
    # seeded by its name: the same situations in every run
    random = Random(check.name)
    domains, defaults = check.domains(), check.defaults()
    values = {name: _some(domain, random) for name, domain in domains.items()}

    def others(share: float) -> dict[str, object]:
        return {
            name: random.choice(values[name]) for name in domains if name not in defaults or random.random() < share
        }

    for name, may in values.items():
        for value in may:
            for share in (0.0, 0.1, 0.4):
                yield check.read({**others(share), name: value})
    for _ in range(TRIES):
        yield check.read(others(random.choice((0.15, 0.5, 1.0))))


def _some(domain: Domain, random: Random) -> list[object]:
    if not isinstance(domain, Number) or domain.high - domain.low < MOST_VALUES:
        return list(domain.every())
    low, high = domain.low, domain.high
    far = (random.randint(low, high) for _ in range(12))
    return [*range(low, low + 8), high, *far, *range(low + 10, high, 173)][:MOST_VALUES]


# -- what never came up


def never(rules: Iterable[Ruleset], ledger: Mapping[str, Heard]) -> dict[str, list[str]]:
    """What can come up and did not, by check: `asked` where nobody asked it at all."""
    found: dict[str, list[str]] = {}
    for ruleset in rules:
        for name in ruleset:
            heard = ledger.get(name) or Heard()
            missing = found.setdefault(name, [])
            if not heard.asked and not heard.judged:
                missing[:] = ["asked"]
                continue
            modifiers, outcomes = possible(ruleset[name])
            if not heard.asked:  # whether it may be done is all that play wants to know of it
                modifiers, outcomes = set(), {each for each in outcomes if each.startswith("refused by ")}
            missing += [f"modifier {each}" for each in sorted(modifiers - set(heard.modifiers))]
            counted = {each for each in outcomes if not each.endswith(" 0") and each != "0"}  # nothing is no outcome
            missing += [f"outcome {each}" for each in sorted(counted - set(heard.outcomes))]
    return {name: list(dict.fromkeys(missing)) for name, missing in found.items() if missing}


# -- why not


class WhyUnused(NamedTuple):
    """A line of the documentation that says why something does not come up in battles."""

    system: str
    checks: tuple[str, ...]
    whats: tuple[str, ...]
    """`asked`, or modifiers and outcomes as the ledger names them. Both may hold the wild cards of file names."""
    why: str

    @property
    def seldom(self) -> bool:
        """It comes up in some runs and not in others, so one run in which it does is no news."""
        return self.why.startswith("seldom")

    def tells(self, system: str, check: str, what: str) -> bool:
        """Whether it is about this."""
        return system == self.system and _matches(check, self.checks) and _matches(what, self.whats)


def _matches(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def read_page(text: str) -> list[WhyUnused]:
    """The reasons on a page of documentation: under a heading with the system's id, tables of three columns."""
    system, found = "", []
    for line in text.splitlines():
        if line.startswith("## "):
            system = line[3:].strip()
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("| `") and len(cells) == 3:
            checks, whats = (tuple(each.strip("` ") for each in cell.split("`, `")) for cell in cells[:2])
            found.append(WhyUnused(system, checks, whats, cells[2]))
    return found


def unexplained(
    system: str, missing: Mapping[str, Sequence[str]], reasons: Sequence[WhyUnused]
) -> dict[str, list[str]]:
    """What never came up and nobody says why."""
    left = {
        check: [what for what in whats if not any(each.tells(system, check, what) for each in reasons)]
        for check, whats in missing.items()
    }
    return {check: whats for check, whats in left.items() if whats}


def outdated(system: str, missing: Mapping[str, Sequence[str]], reasons: Sequence[WhyUnused]) -> list[WhyUnused]:
    """Reasons for what does come up, or cannot come up any more; not of what is seldom."""
    whats = [(check, what) for check, those in missing.items() for what in those]
    settled = [each for each in reasons if each.system == system and not each.seldom]
    return [each for each in settled if not any(each.tells(system, *one) for one in whats)]
