"""The rulebook of a system: every rule by its id, in our own words, read from its `rules.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from .errors import BadData, BadInput

KINDS = ("definition", "procedure", "table", "modifier-table", "option", "sequence")


class Rule(NamedTuple):
    """One atomic rule. Where the source leaves a `doubt`, `ruling` says how we play it."""

    id: str
    title: str
    section: str
    kind: str
    summary: str
    doubt: str = ""
    ruling: str = ""
    optional: bool = False
    inferred: bool = False
    variants: tuple[str, ...] = ()
    switch: str = ""
    origin: str = ""


class AskedFirst(NamedTuple):
    """A check that players ask for before others: what they call it, and by which other words they look for it."""

    check: str
    called: str
    also: tuple[str, ...] = ()


class Rulebook:
    """All rules of one system, in the order of the book."""

    __slots__ = ("about", "chapters", "credit", "first", "licence", "name", "prefix", "rules", "system")

    def __init__(
        self,
        *,
        system: str,
        name: str,
        prefix: str,
        about: str,
        credit: str,
        licence: str,
        rules: dict[str, Rule],
        chapters: dict[str, str] | None = None,
        first: tuple[AskedFirst, ...] = (),
    ) -> None:
        self.system = system
        self.name = name
        self.prefix = prefix
        self.about = about
        self.credit = credit
        self.licence = licence
        self.rules = rules
        self.chapters = chapters or {}
        """What chapters and their parts are called, by how their sections begin: `7`, `7.2`; not all have a name."""
        self.first = first

    @classmethod
    def load(cls, path: Path) -> Rulebook:
        """Read and check a `rules.toml`; whatever is malformed in it is BadData that says where."""
        document = _document(path)
        head = _header(path, document.get("system"))
        rules: dict[str, Rule] = {}
        for number, entry in enumerate(_entries(path, document.get("rule")), start=1):
            rule = _rule(path, number, entry, head["prefix"])
            if rule.id in rules:
                raise BadData(f"{path}, {rule.id}: id: stands here twice; an id names one rule")
            rules[rule.id] = rule
        chapters, first = _chapters(path, document.get("chapters", {})), _first(path, document.get("first", []))
        # `id` is taken out before the rest is handed on: arguments are evaluated in order
        return cls(system=head.pop("id"), rules=rules, chapters=chapters, first=first, **head)

    def __getitem__(self, rule_id: str) -> Rule:
        if rule_id in self.rules:
            return self.rules[rule_id]
        near = self._near(rule_id)
        hint = f"; near it: {', '.join(near)}" if near else f"; the ids of {self.name} begin with {self.prefix}-"
        raise BadInput(f"{self.system} has no rule {rule_id!r}{hint}")

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules.values())

    def __len__(self) -> int:
        return len(self.rules)

    def search(self, word: str) -> list[Rule]:
        """The rules whose id, title, summary or ruling holds the word, in whatever case."""
        sought = word.casefold()
        return [
            rule
            for rule in self
            if any(sought in text.casefold() for text in (rule.id, rule.title, rule.summary, rule.ruling))
        ]

    def _near(self, rule_id: str) -> list[str]:
        """What a mistyped id may have meant: the parts of a section that was named as a whole, else like spellings."""
        from difflib import get_close_matches  # slow to import, and only wanted when somebody mistypes

        by_spelling = {known.casefold(): known for known in self.rules}
        typed = rule_id.casefold()
        parts = [known for folded, known in by_spelling.items() if folded.startswith(typed)]
        # the prefix alone would match every rule of the book
        if len(typed) > len(self.prefix) + 1 and parts:
            return parts[:6]
        return [by_spelling[folded] for folded in get_close_matches(typed, by_spelling, n=3)]


_HEADER = ("id", "name", "prefix", "about", "credit", "licence")
_TYPES: dict[str, type] = {field: type(Rule._field_defaults.get(field, "")) for field in Rule._fields}
_REQUIRED = tuple(field for field in Rule._fields if field not in Rule._field_defaults)
_WANTED = {str: "a text", bool: "true or false", tuple: "a list of names"}


def _document(path: Path) -> dict[str, Any]:
    """The file as TOML, with nothing in it but [system], [chapters], [[first]] and [[rule]]."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadData(f"{path}: cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadData(f"{path}: not TOML: {error}") from None
    for key in document:
        if key not in ("system", "chapters", "first", "rule"):
            raise BadData(f"{path}: {key}: unknown; a rulebook holds [system], [chapters], [[first]] and [[rule]]")
    return document


def _header(path: Path, table: object) -> dict[str, str]:
    """The [system] table: six texts, none of them empty."""
    if not isinstance(table, dict):
        raise BadData(f"{path}: [system] is missing")
    _check_names(f"{path}, system", table, known=_HEADER, required=_HEADER)
    for field in _HEADER:
        _check_value(f"{path}, system", field, table[field], str, required=True)
    return dict(table)


def _chapters(path: Path, table: object) -> dict[str, str]:
    """The [chapters] table: names, none of them empty."""
    if not isinstance(table, dict):
        raise BadData(f"{path}: [chapters] holds names of chapters")
    for key, name in table.items():
        _check_value(f"{path}, chapters", key, name, str, required=True)
    return table


def _first(path: Path, entries: object) -> tuple[AskedFirst, ...]:
    """The [[first]] tables: checks, what they are called, and other words for them."""
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise BadData(f"{path}: [[first]] holds checks that are asked for first")
    found = []
    for number, entry in enumerate(entries, start=1):
        where = f"{path}, first number {number}"
        _check_names(where, entry, known=AskedFirst._fields, required=("check", "called"))
        for field in ("check", "called"):
            _check_value(where, field, entry[field], str, required=True)
        also = entry.get("also", [])
        if not isinstance(also, list) or not all(isinstance(word, str) and word for word in also):
            raise BadData(f"{where}: also: a list of words")
        found.append(AskedFirst(entry["check"], entry["called"], tuple(also)))
    return tuple(found)


def _entries(path: Path, entries: object) -> list[dict[str, Any]]:
    """The [[rule]] tables; a rulebook without any is a mistake."""
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
        raise BadData(f"{path}: no [[rule]] in it")
    return entries


def _rule(path: Path, number: int, entry: dict[str, Any], prefix: str) -> Rule:
    """One [[rule]] table, checked; `number` names a rule that has no id."""
    where = f"{path}, {entry.get('id') or f'rule number {number}'}"
    _check_names(where, entry, known=Rule._fields, required=_REQUIRED)
    for field, value in entry.items():
        _check_value(where, field, value, _TYPES[field], required=field in _REQUIRED)
    if not entry["id"].startswith(f"{prefix}-"):
        raise BadData(f"{where}: id: begins with {prefix}- in this rulebook")
    if entry["kind"] not in KINDS:
        raise BadData(f"{where}: kind = {entry['kind']!r}; one of {', '.join(KINDS)}")
    return Rule(**(entry | {"variants": tuple(entry.get("variants", ()))}))


def _check_names(where: str, table: dict[str, Any], known: tuple[str, ...], required: tuple[str, ...]) -> None:
    """Every field known, none missing."""
    for field in table:
        if field not in known:
            raise BadData(f"{where}: {field}: unknown field; there are {', '.join(known)}")
    for field in required:
        if field not in table:
            raise BadData(f"{where}: {field}: missing")


def _check_value(where: str, field: str, value: object, wanted: type, *, required: bool) -> None:
    """A value of the field's type; a text that has to be there is not blank."""
    good = _is_names(value) if wanted is tuple else type(value) is wanted
    if not good:
        raise BadData(f"{where}: {field} = {value!r}; it is {_WANTED[wanted]}")
    if required and not str(value).strip():
        raise BadData(f"{where}: {field}: empty")


def _is_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) and name for name in value)
