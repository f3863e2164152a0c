"""`grognard rules`: read the rulebooks, and see where each rule is implemented and tested."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from grognard.handbook import figures
from grognard.kernel.errors import BadInput
from grognard.kernel.rulebook import KINDS, Rule, Rulebook
from grognard.systems import find, rulebook
from grognard.systems.coverage import Coverage, survey

from .console import pages
from .console.terminal import print_json

USAGE = """grognard rules [SYSTEM] [--search WORD] [--kind KIND] [--json]
       grognard rules show ID [ID ...] [--json]
       grognard rules options [SYSTEM] [--json]
       grognard rules coverage [SYSTEM] [--missing] [--json]"""

EPILOG = """examples:
  grognard rules                              every rule of every system
  grognard rules cold-steel --search square   those that speak of squares
  grognard rules show CS-5.2.1b CD-melee      rules in full, with their code and tests
  grognard rules options steel-canister       variants and optional rules, and how to choose them
  grognard rules coverage cold-steel          what is implemented and tested, and what is not"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the verb; what the first word is decides which of them go together."""
    parser.usage = USAGE
    parser.epilog = EPILOG
    parser.add_argument("words", nargs="*", metavar="WORD", help="a system, or show and rule ids, options, or coverage")
    parser.add_argument("--search", metavar="WORD", help="only rules that hold this word in id, title or text")
    parser.add_argument("--kind", metavar="KIND", help=f"only rules of this kind: {', '.join(KINDS)}")
    parser.add_argument("--missing", action="store_true", help="with coverage: list the ids, also for all systems")
    parser.add_argument("--json", action="store_true", help="JSON instead of text")


def run(args: argparse.Namespace) -> int:
    """Dispatch on the first word."""
    first, *rest = args.words or [""]
    if first == "show":
        _refuse(args, "show", "search", "kind", "missing")
        _show(rest, as_json=args.json)
    elif first == "options":
        _refuse(args, "options", "search", "kind", "missing")
        _options(_systems(rest), as_json=args.json)
    elif first == "coverage":
        _refuse(args, "coverage", "search", "kind")
        _coverage(_systems(rest), as_json=args.json, list_ids=args.missing or bool(rest))
    else:
        _refuse(args, "the list of rules", "missing")
        _list(_systems(args.words), args.search, args.kind, as_json=args.json)
    return 0


def _refuse(args: argparse.Namespace, what: str, *options: str) -> None:
    """An option that would be ignored is a misunderstanding: say so."""
    for option in options:
        if getattr(args, option) not in (None, False):
            raise BadInput(f"--{option} does not go with {what}; see grognard rules --help")


def _systems(words: list[str]) -> list[str]:
    """The systems meant: the one named, or all."""
    if len(words) > 1:
        raise BadInput(f"one system at a time, not {' '.join(words)}; see grognard rules --help")
    if words and "-" in words[0] and _book_of(words[0]) is not None:
        raise BadInput(f"{words[0]} is a rule, not a system; to read it: grognard rules show {words[0]}")
    return words or list(find())


def _book_of(rule_id: str) -> Rulebook | None:
    """The rulebook whose prefix the id bears, in whatever case."""
    prefix = rule_id.partition("-")[0].upper()
    return next((book for book in map(rulebook, find()) if book.prefix == prefix), None)


# ---- list


def _list(system_ids: list[str], word: str | None, kind: str | None, *, as_json: bool) -> None:
    """The rules of some systems that hold the word and are of the kind."""
    if kind is not None and kind not in KINDS:
        raise BadInput(f"no kind {kind!r}; there are {', '.join(KINDS)}")
    chosen = {system_id: _choose(rulebook(system_id), word, kind) for system_id in system_ids}
    if as_json:
        print_json({"rules": [_as_dict(system_id, rule) for system_id, rules in chosen.items() for rule in rules]})
    elif any(chosen.values()):
        for system_id, rules in chosen.items():
            if rules:
                _print_rules(rulebook(system_id).name, rules, with_text=word is not None)
    else:
        print("no rule fits", file=sys.stderr)


def _choose(book: Rulebook, word: str | None, kind: str | None) -> list[Rule]:
    rules = list(book) if word is None else book.search(word)
    return [rule for rule in rules if kind in (None, rule.kind)]


def _print_rules(heading: str, rules: list[Rule], *, with_text: bool) -> None:
    """A table of rules; who searched for a word also sees the text it was found in."""
    rows = [(rule.id, rule.kind, _title(rule) + f": {rule.summary}" * with_text) for rule in rules]
    pages.table(heading, ("rule", "kind", "title and summary" if with_text else "title"), rows)


def _title(rule: Rule) -> str:
    """What is not simply a rule of the source says so behind its title."""
    notes = ", ".join(_notes(rule))
    return f"{rule.title} ({notes})" if notes else rule.title


def _notes(rule: Rule) -> list[str]:
    return [name for name, holds in (("optional", rule.optional), ("inferred", rule.inferred)) if holds]


def _as_dict(system_id: str, rule: Rule) -> dict[str, Any]:
    return {"system": system_id, **rule._asdict()}


# ---- show


def _show(ids: list[str], *, as_json: bool) -> None:
    """Rules in full, with the code that implements and the tests that cover them."""
    if not ids:
        raise BadInput("show needs the id of a rule, as in: grognard rules show CS-5.2.1b")
    found = [_find(rule_id) for rule_id in ids]
    reports = {report.system: report for report in survey(dict.fromkeys(book.system for book, _ in found))}
    if as_json:
        print_json({"rules": [_whole(book, rule, reports[book.system]) for book, rule in found]})
        return
    for book, rule in found:
        pages.article(f"{rule.id}  {rule.title}", _paragraphs(book, rule, reports[book.system]))


def _find(rule_id: str) -> tuple[Rulebook, Rule]:
    """A rule and its book, from the id alone."""
    book = _book_of(rule_id)
    if book is None:
        known = ", ".join(f"{book.prefix}- ({book.system})" for book in map(rulebook, find()))
        raise BadInput(f"no rule {rule_id!r}; ids begin with {known}")
    return book, book[rule_id]


def _whole(book: Rulebook, rule: Rule, report: Coverage) -> dict[str, Any]:
    tests = None if report.tested is None else report.tested.get(rule.id, [])
    numbers, changed = figures.of(book.system, rule.id)
    return _as_dict(book.system, rule) | {
        "tables": numbers,
        "tables_note": figures.note(book.system, rule.id),
        "tables_under_variants": changed,
        "implemented": report.implemented.get(rule.id, []),
        "tests": tests,
    }


def _paragraphs(book: Rulebook, rule: Rule, report: Coverage) -> list[tuple[str, str]]:
    """What `show` says of a rule, under headings; headings without anything to say are left out."""
    whole = _whole(book, rule, report)
    tests = "unknown here: the tests are not installed" if whole["tests"] is None else "\n".join(whole["tests"])
    said = [
        ("system", f"{book.name} ({book.system})"),
        ("section", rule.section),
        ("kind", ", ".join([rule.kind, *_notes(rule)])),
        ("origin", rule.origin),
        ("inferred", "not in the source: written from general knowledge, or completed by us" * rule.inferred),
        ("in force", _chosen(rule)),
        ("summary", rule.summary),
        ("doubt", rule.doubt),
        ("ruling", rule.ruling),
        ("how to read it", whole["tables_note"]),
        ("table", "\n".join(figures.lines(whole["tables"]))),
        *(
            (f"--variant {name}", "\n".join(figures.lines(of, whole["tables"])))
            for name, of in whole["tables_under_variants"].items()
        ),
        ("implemented", "\n".join(whole["implemented"]) or "nowhere"),
        ("tests", tests or "none"),
    ]
    return [(heading, text) for heading, text in said if text]


def _chosen(rule: Rule) -> str:
    """How a rule that may be played otherwise comes into force."""
    named = ", ".join(f"--variant {name}" for name in rule.variants)
    if rule.optional:
        return f"a draft or option, off unless chosen: {named or rule.switch or 'see grognard rules options'}"
    return f"always; another reading with {named}" if named else ""


# ---- options


def _options(system_ids: list[str], *, as_json: bool) -> None:
    """What may be played otherwise under each system."""
    from . import rules_options

    found = [rules_options.listing(system_id) for system_id in system_ids]
    if as_json:
        print_json({"systems": found})
        return
    for listing in found:
        rules_options.show(listing)


# ---- coverage


def _coverage(system_ids: list[str], *, as_json: bool, list_ids: bool) -> None:
    """How much of each rulebook is implemented and tested."""
    reports = survey(system_ids)
    if as_json:
        print_json({"systems": [_report_as_dict(report) for report in reports]})
        return
    for report in reports:
        _print_report(report, list_ids=list_ids)


def _report_as_dict(report: Coverage) -> dict[str, Any]:
    """The report for programs; what concerns tests is null where no tests are at hand."""
    return {
        "system": report.system,
        **_counts(report, report.ids),
        "not_implemented": report.missing,
        "not_tested": report.untested,
        "by_kind": {kind: _counts(report, ids) for kind, ids in _by_kind(report).items()},
        "stray": report.stray,
    }


def _by_kind(report: Coverage) -> dict[str, tuple[str, ...]]:
    """The ids of each kind that the system has."""
    rules = rulebook(report.system).rules
    kinds = {kind: tuple(rule_id for rule_id in report.ids if rules[rule_id].kind == kind) for kind in KINDS}
    return {kind: ids for kind, ids in kinds.items() if ids}


def _counts(report: Coverage, ids: tuple[str, ...]) -> dict[str, int | None]:
    tested = report.tested
    return {
        "total": len(ids),
        "implemented": sum(rule_id in report.implemented for rule_id in ids),
        "tested": None if tested is None else sum(rule_id in tested for rule_id in ids),
    }


def _print_report(report: Coverage, *, list_ids: bool) -> None:
    groups = _by_kind(report) | {"all": report.ids}
    rows = [(kind, *_count_texts(_counts(report, ids))) for kind, ids in groups.items()]
    book = rulebook(report.system)
    pages.table(f"{book.name} ({book.system})", ("kind", "rules", "implemented", "tested"), rows)
    if list_ids:
        pages.words(f"not implemented: {len(report.missing)}", report.missing)
        if report.untested is not None:
            pages.words(f"not tested: {len(report.untested)}", report.untested)
    for mark, places in report.stray.items():
        pages.words(f"marked with {mark}, which is no rule:", places)


def _count_texts(counts: dict[str, int | None]) -> tuple[str, ...]:
    return tuple("unknown" if count is None else str(count) for count in counts.values())
