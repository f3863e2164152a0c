"""Rulebooks as they are read: a shelf of them, one with its contents, a rule with all that belongs to it."""

from __future__ import annotations

from msgspec import Struct

from grognard import systems
from grognard.kernel.rulebook import Rule
from grognard.kernel.tables import read_toml

from . import charts, figures
from .chapters import Chapter, contents
from .charts import FigureChange, RuleFigure
from .listing import listing
from .references import references


class BookCard(Struct, frozen=True):
    """A rulebook on the shelf."""

    id: str
    name: str
    about: str
    rules: int
    checks: int
    playable: bool


class BookShelf(Struct, frozen=True):
    """All rulebooks, the fullest first."""

    books: tuple[BookCard, ...]


class BookRule(Struct, frozen=True):
    """A rule in the contents, with what a search looks at."""

    id: str
    title: str
    section: str
    kind: str
    summary: str
    ruling: str = ""
    optional: bool = False


class CheckCard(Struct, frozen=True):
    """A check that may be asked."""

    check: str
    rule: str
    title: str


class FirstCard(Struct, frozen=True):
    """A check that players ask for before others."""

    check: str
    called: str
    also: tuple[str, ...] = ()
    """Other words for it, to find it by."""


class BookVariant(Struct, frozen=True):
    """A variant, and the rules that it changes or that name it."""

    name: str
    about: str
    rules: tuple[str, ...]


class Book(Struct, frozen=True):
    """A rulebook with its contents."""

    id: str
    name: str
    prefix: str
    about: str
    credit: str
    licence: str
    chapters: tuple[Chapter, ...]
    rules: tuple[BookRule, ...]
    checks: tuple[CheckCard, ...]
    variants: tuple[BookVariant, ...]
    sequences: tuple[CheckCard, ...] = ()
    """Chains of checks that may be asked as one."""
    first: tuple[FirstCard, ...] = ()
    """Those that are asked for first."""


class RuleVariant(Struct, frozen=True):
    """A rule under a variant: number by number, and all its numbers as they are then."""

    name: str
    about: str
    changes: tuple[FigureChange, ...]
    figures: tuple[RuleFigure, ...]


class RulePage(Struct, frozen=True, kw_only=True):
    """A rule with all that belongs to it."""

    id: str
    title: str
    section: str
    kind: str
    summary: str
    doubt: str
    ruling: str
    optional: bool
    inferred: bool
    origin: str
    switch: str
    note: str
    """How its numbers are read."""
    figures: tuple[RuleFigure, ...]
    variants: tuple[RuleVariant, ...]
    leans: tuple[str, ...]
    """Rules that it refers to."""
    called: tuple[str, ...]
    """Rules that refer to it."""
    checks: tuple[str, ...]
    """Checks in which it has a say."""


def shelf() -> BookShelf:
    """All rulebooks."""
    found = [_card(system) for system in systems.find()]
    return BookShelf(tuple(sorted(found, key=lambda card: -card.rules)))


def _card(system: str) -> BookCard:
    book = systems.rulebook(system)
    return BookCard(
        system, book.name, book.about, len(book), len(listing(system)["checks"]), system in systems.playable()
    )


def book(system: str) -> Book:
    """A rulebook with its contents; BadInput where there is none."""
    found, listed = systems.rulebook(system), listing(system)
    return Book(
        system,
        found.name,
        found.prefix,
        found.about,
        found.credit,
        found.licence,
        contents(found),
        tuple(map(_line, found)),
        tuple(CheckCard(each["check"], each["rule"], each["title"]) for each in listed["checks"]),
        tuple(_variant(system, each["variant"], each["about"]) for each in listed["variants"]),
        tuple(CheckCard(each.name, each.rule, each.title) for each in systems.sequences(system).values()),
        tuple(FirstCard(*each) for each in found.first),
    )


def _line(rule: Rule) -> BookRule:
    return BookRule(rule.id, rule.title, rule.section, rule.kind, rule.summary, rule.ruling, rule.optional)


def _variant(system: str, name: str, about: str) -> BookVariant:
    changed = read_toml(systems.variants(system)[name])
    rules = (rule.id for rule in systems.rulebook(system) if rule.id in changed or name in rule.variants)
    return BookVariant(name, about, tuple(rules))


def page(system: str, rule_id: str) -> RulePage:
    """A rule with all that belongs to it; BadInput with a hint where there is none."""
    rule, links = systems.rulebook(system)[rule_id[:100]], references(system)
    numbers, _ = figures.of(system, rule.id)
    return RulePage(
        id=rule.id,
        title=rule.title,
        section=rule.section,
        kind=rule.kind,
        summary=rule.summary,
        doubt=rule.doubt,
        ruling=rule.ruling,
        optional=rule.optional,
        inferred=rule.inferred,
        origin=rule.origin,
        switch=rule.switch,
        note=figures.note(system, rule.id),
        figures=charts.figures(numbers),
        variants=tuple(_changed(system, rule, numbers)),
        leans=tuple(links.leans[rule.id]),
        called=tuple(links.called[rule.id]),
        checks=tuple(links.checks.get(rule.id, ())),
    )


def _changed(system: str, rule: Rule, numbers: figures.TableNumbers) -> list[RuleVariant]:
    """Variants that change its numbers, and those that it only names."""
    under, known = charts.under_variants(system, rule.id), systems.variants(system)
    names = dict.fromkeys((*under, *(name for name in rule.variants if name in known)))
    about = {name: str(read_toml(known[name]).get("about", "")) for name in names}
    return [
        RuleVariant(
            name,
            about[name],
            charts.changes(numbers, under[name]) if name in under else (),
            charts.figures(under[name]) if name in under else (),
        )
        for name in names
    ]
