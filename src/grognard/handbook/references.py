"""Which rules lean on which: by the words of a rule that names another, and by the checks that both have a say in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from grognard import systems
from grognard.kernel.checks import Check
from grognard.kernel.rulebook import Rule, Rulebook

SECTION = re.compile(r"(?<![\w.-])\d+\.\d+\.\d+(?:\.\d+)?[a-z]{0,2}(?![\w-]|\.\d)")
"""A section in running text, `7.2.6`; shorter ones are as often plain numbers."""


class References:
    """Of one system: what a rule refers to, what refers to it, and which checks it has a say in."""

    def __init__(self, system: str) -> None:
        book = systems.rulebook(system)
        self.checks = _by_rule(system)
        """The names of checks by the rules that have a say in them; the check of a rule itself first."""
        self.leans = {rule.id: _leans(book, rule) for rule in book}
        for check in _bound(system):
            own = self.leans.get(check.rule)
            if own is not None:
                own.update(dict.fromkeys(each for each in check.rules() if each in book.rules and each != check.rule))
        self.called: dict[str, dict[str, None]] = {rule: {} for rule in book.rules}
        for rule, others in self.leans.items():
            for other in others:
                self.called[other][rule] = None


@cache
def references(system: str) -> References:
    """Those of a system, worked out once."""
    return References(system)


def _bound(system: str) -> Iterator[Check[object, object]]:
    rules = systems.rules(system)
    return (rules[name] for name in rules)


def _by_rule(system: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for check in _bound(system):
        for rule in check.rules():
            names = found.setdefault(rule, [])
            names.insert(0 if rule == check.rule else len(names), check.name)
    return found


def _leans(book: Rulebook, rule: Rule) -> dict[str, None]:
    """The rules that its words name."""
    text = " ".join((rule.summary, rule.ruling, rule.doubt))
    named = re.compile(rf"{book.prefix}-[A-Za-z0-9][\w.-]*")
    spelled = [match.rstrip(".-") for match in named.findall(text)]
    by_section = (f"{book.prefix}-{match}" for match in SECTION.findall(text))
    found = [known for each in (*spelled, *by_section) if (known := _known(book, each))]
    return dict.fromkeys(each for each in found if each != rule.id)


def _known(book: Rulebook, rule_id: str) -> str:
    """The rule of this id; of a section with several rules the first."""
    return next((each for each in (rule_id, f"{rule_id}a") if each in book.rules), "")
