"""The glossary of a system: its marks and words as they stand on the table, what may be ordered, what its rules define.

The first come from its `glossary.toml`, where it has one; the others from the forms of its orders and its rulebook.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, convert
from msgspec.structs import replace

from grognard import systems
from grognard.battle.forms import FormField
from grognard.kernel.errors import BadData
from grognard.kernel.tables import Tables, read_toml

FEW = 3
"""Words that make a field of orders worth a group."""
_NUMBER = re.compile(r"\{(\+?)(?:([A-Z]+-[^:{}]+):)?([^{}]+)\}")
"""In a text: a number of the entry's own rule, `{rows.0.to}`, or of another, `{CD-break-point:elite}`; with its sign
after `+`."""


class GlossaryEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A word, and how it is drawn."""

    word: str
    text: str = ""
    rule: str = ""
    icon: str = ""
    """The name of a drawing of the page, or paths."""
    glyph: str = ""
    """A sign of a badge."""
    letters: str = ""


class GlossaryGroup(Struct, frozen=True, forbid_unknown_fields=True):
    """Words that belong together."""

    title: str
    entries: tuple[GlossaryEntry, ...]
    about: str = ""
    ladder: bool = False
    """Steps of the ladder of steadiness, best first; each is drawn with its badge."""


class Glossary(Struct, frozen=True):
    """All of a system's."""

    groups: tuple[GlossaryGroup, ...]


def glossary(system: str) -> Glossary:
    """The glossary of a system; BadInput where there is none of this name."""
    marks = tuple(_marks(system))
    told = {entry.word.lower() for group in marks for entry in group.entries}
    orders = (group for group in _orders(system) if not {entry.word.lower() for entry in group.entries} <= told)
    return Glossary((*marks, *orders, *_definitions(system)))


def _marks(system: str) -> Iterator[GlossaryGroup]:
    path = systems.folder_of(system) / "glossary.toml"
    if not path.is_file():
        return
    known, tables = systems.rulebook(system).rules, systems.rules(system).tables
    for title, told in read_toml(path).items():
        group = _group(str(path), title, told)
        for entry in group.entries:
            if entry.rule and entry.rule not in known:
                raise BadData(f"{path}, {title}, {entry.word}: rule = {entry.rule!r}; there is no such rule")
        yield replace(group, entries=tuple(_filled(each, tables, f"{path}, {title}") for each in group.entries))


def _filled(entry: GlossaryEntry, tables: Tables, where: str) -> GlossaryEntry:
    """An entry with the numbers of its rules, so that none stands twice."""

    def number(found: re.Match[str]) -> str:
        sign, rule, path = found.groups()
        value: Any = tables[rule or entry.rule]
        try:
            for step in path.split("."):
                value = value[int(step) if isinstance(value, list) else step]
        except (KeyError, IndexError, ValueError, TypeError):
            value = None
        if not isinstance(value, int):
            raise BadData(f"{where}, {entry.word}: {found[0]} is no number of {rule or entry.rule}")
        return f"{value:{sign},}".replace("-", "−")

    return replace(entry, text=_NUMBER.sub(number, entry.text))


def _group(path: str, title: str, told: Any) -> GlossaryGroup:
    try:
        return convert({"title": title, **told}, GlossaryGroup)
    except (TypeError, ValueError) as error:
        raise BadData(f"{path}, {title}: {error}") from None


def _orders(system: str) -> Iterator[GlossaryGroup]:
    """What may be ordered, as the forms of its decisions name it; a field that several forms have stands once."""
    if system not in systems.playable():
        return
    fields: dict[str, dict[str, GlossaryEntry]] = {}
    for form in systems.game(system).forms.values():
        for name, field in form.fields.items():
            label = field.label or _words(name)
            fields.setdefault(label[:1].upper() + label[1:], {}).update(_terms(field))
    for label, entries in fields.items():
        # a field with a word or two is a switch, and says itself what it is
        if len(entries) >= FEW:
            yield GlossaryGroup(label, tuple(entries.values()), "what may be ordered")


def _terms(field: FormField) -> Mapping[str, GlossaryEntry]:
    return {
        value: GlossaryEntry(term.label or _words(value), term.help, icon=term.icon)
        for value, term in field.terms.items()
    }


def _definitions(system: str) -> Iterator[GlossaryGroup]:
    defined = [rule for rule in systems.rulebook(system) if rule.kind == "definition"]
    if defined:
        yield GlossaryGroup("Definitions", tuple(GlossaryEntry(rule.title, rule.summary, rule.id) for rule in defined))


def _words(name: str) -> str:
    return name.replace("_", " ")
