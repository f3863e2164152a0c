"""Tables: every number of a rule system, keyed by rule id, in TOML; variants and house rules are overlays on it.

    ["CS-3.1.1"]
    rows = [{ to = 7, command_points = 2 }, { from = 8, to = 12, command_points = 3 }, …]

    ["CS-3.1.2a"]
    superior = { value = 4, label = "superior commander" }

An overlay has the same shape and may only replace what is there: an id or field that the base does not have, or a
value of another type, is refused with file, id and field. A list is replaced whole, or row by row by their number:
`rows.1 = { command_points = 1 }`.
"""

from __future__ import annotations

import re
import tomllib
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from .bounded import read_text
from .errors import BadData

T = TypeVar("T")
LARGEST = 4_000_000
"""Bytes of a file of tables or rules."""
ADD, HALVE, FORBID = "add", "halve", "forbid"
_OPERATIONS = (ADD, HALVE, FORBID)
_ROW_FIELDS = {"value": int, "label": str, "op": str, "most": int, "per": int}


class ModifierRow(NamedTuple):
    """One row of a modifier table."""

    rule: str
    key: str
    label: str
    value: int = 0
    op: str = ADD
    most: int | None = None
    """The greatest number of times the row counts."""
    per: int = 1
    """How many of a thing make the row count once."""
    columns: Mapping[str, int] = {}
    """Values for classes that have a column of their own in the printed table."""

    def worth(self, column: str | None) -> int:
        """The row's value for a class."""
        return self.columns.get(column, self.value) if column else self.value

    def times(self, count: int) -> int:
        """How often the row counts for so many things."""
        times = count // self.per
        return times if self.most is None else min(times, self.most)


class Bands(dict[int, T]):
    """Rows by range of a number. Without `from` or `to` a row is open on that side.

    A dictionary that fills itself: a number looked up before costs no search.
    """

    def __init__(self, bands: Iterable[tuple[int | None, int | None, T]]) -> None:
        super().__init__()
        # an open beginning sorts before every number, nought and below included
        self.bands = sorted(bands, key=lambda band: (band[0] is not None, band[0] or 0))
        for (_, end, _), (start, _, _) in zip(self.bands, self.bands[1:], strict=False):
            if end is None or start is None or start != end + 1:
                raise ValueError(f"rows must follow on each other: one ends at {end}, the next begins at {start}")
        self.low, self.high = self.bands[0][0], self.bands[-1][1]

    def __missing__(self, number: int) -> T:
        for low, high, row in self.bands:
            if (low is None or low <= number) and (high is None or number <= high):
                self[number] = row
                return row
        raise LookupError(f"{number} is on no row: they run from {self.low} to {self.high}")


class Tables:
    """A system's tables with the overlays chosen."""

    def __init__(self, entries: Mapping[str, Mapping[str, Any]], source: str, variants: tuple[str, ...] = ()) -> None:
        self._entries, self.source, self.variants = entries, source, variants
        self._asked: dict[str, Mapping[str, Any]] = {}
        """Entries that were asked for before: reading them again costs next to nothing."""
        self._made: dict[tuple[object, ...], Any] = {}

    @classmethod
    def load(cls, *paths: Path) -> Tables:
        """The base tables of a system, each rule's part read when it is first wanted."""
        files = [_Sections(path) for path in paths]
        rules = [rule for file in files for rule in file]
        if twice := {rule for rule in rules if rules.count(rule) > 1}:
            raise BadData(f"{', '.join(sorted(twice))}: stands in two of {', '.join(path.name for path in paths)}")
        # no merging: that would read every section, and a short command wants a dozen
        return cls(files[0] if len(files) == 1 else ChainMap(*files), paths[0].name)  # type: ignore[arg-type]

    def overlaid(self, path: Path, name: str | None = None) -> Tables:
        """The same tables with those values replaced that the file gives."""
        changes = read_toml(path)
        changes.pop("about", None)
        return self._with(changes, path.name, name or path.stem)

    def changed(self, said: str) -> Tables:
        """The same tables with one value replaced, as `CS-8.2.4b.hits_for_a_marker=2` says it; of a modifier's row it
        is the row's value."""
        place, _, value = said.partition("=")
        rule, fields = self._place(place.strip(), said)
        base: Any = self._entries[rule]
        for field in fields:
            base = base.get(field) if isinstance(base, dict) else None
        change = parse_toml(f"value = {value.strip()}", said)["value"]
        if _is_row(base):
            fields = (*fields, "value")
        for field in reversed(fields):
            change = {field: change}
        return self._with({rule: change}, said, said)

    def _place(self, place: str, said: str) -> tuple[str, tuple[str, ...]]:
        """The rule and the fields below it; ids of rules have dots in them too, so the longest that there is."""
        parts = place.split(".")
        for end in range(len(parts) - 1, 0, -1):
            if (rule := ".".join(parts[:end])) in self._entries:
                return rule, tuple(parts[end:])
        raise BadData(
            f"{said}: write RULE.FIELD=VALUE with a rule that has numbers; {self.source} has none for {place}"
        )

    def _with(self, changes: Mapping[str, Any], source: str, name: str) -> Tables:
        over: dict[str, Mapping[str, Any]] = {}
        for rule, change in changes.items():
            if rule not in self._entries:
                raise BadData(f"{source}, {rule}: {self.source} has no such rule")
            over[rule] = _laid_over(self._entries[rule], change, f"{source}, {rule}")
        return Tables(ChainMap(over, self._entries), self.source, (*self.variants, name))  # type: ignore[arg-type]

    def __contains__(self, rule: str) -> bool:
        return rule in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def naming(self, word: str) -> Iterator[str]:
        """Rules whose numbers may have this word among their names: what can be told without reading every section."""
        return (rule for rule in dict.fromkeys(_naming(self._entries, word)))

    def __getitem__(self, rule: str) -> Mapping[str, Any]:
        """All that stands under a rule's id."""
        found = self._asked.get(rule)
        if found is None:
            try:
                found = self._asked[rule] = self._entries[rule]
            except KeyError:
                raise BadData(f"{self.source}, {rule}: no such entry") from None
        return found

    def value(self, rule: str, field: str) -> Any:
        """One value."""
        entry = self._asked.get(rule) or self[rule]
        try:
            return entry[field]
        except KeyError:
            raise BadData(f"{self.source}, {rule}: {field} is missing") from None

    def number(self, rule: str, field: str) -> int:
        """One whole number."""
        try:
            number: int = self._asked[rule][field]  # asked more often than anything else: no call in between
        except KeyError:
            number = self.value(rule, field)
        return number

    def row(self, rule: str, key: str) -> ModifierRow:
        """A row of a modifier table."""
        return self.made(("row", rule, key), lambda: self._row(rule, key))

    def rows(self, rule: str) -> dict[str, ModifierRow]:
        """All modifier rows of a rule."""
        return {key: self.row(rule, key) for key, entry in self[rule].items() if _is_row(entry)}

    def bands(self, rule: str, field: str, row: Callable[..., T]) -> Bands[T]:
        """Rows by range, each made with `row` from its other fields."""
        return self.made(("bands", rule, field, row), lambda: self._bands(rule, field, row))

    def made(self, key: tuple[object, ...], make: Callable[[], T]) -> T:
        """Something made from the tables once and kept with them."""
        if key not in self._made:
            self._made[key] = make()
        thing: T = self._made[key]
        return thing

    def _row(self, rule: str, key: str) -> ModifierRow:
        entry = self.value(rule, key)
        where = f"{self.source}, {rule}: {key}"
        if not _is_row(entry):
            raise BadData(f"{where} is not a modifier row: it needs a label")
        for field, value in entry.items():
            if type(value) is not _ROW_FIELDS.get(field, int):
                raise BadData(f"{where}.{field} = {value!r}; {_ROW_FIELDS.get(field, int).__name__} expected")
        if entry.get("op", ADD) not in _OPERATIONS:
            raise BadData(f"{where}.op = {entry['op']!r}; allowed: {', '.join(_OPERATIONS)}")
        columns = {field: value for field, value in entry.items() if field not in _ROW_FIELDS}
        fields = {field: value for field, value in entry.items() if field in _ROW_FIELDS}
        # a label may name its own numbers, so that a variant which changes one is told rightly
        fields["label"] = entry["label"].format_map(entry)
        return ModifierRow(rule=rule, key=key, columns=columns, **fields)

    def _bands(self, rule: str, field: str, row: Callable[..., T]) -> Bands[T]:
        where = f"{self.source}, {rule}: {field}"
        try:
            bands = [
                (entry.get("from"), entry.get("to"), row(**{k: v for k, v in entry.items() if k not in ("from", "to")}))
                for entry in self.value(rule, field)
            ]
            return Bands(bands)
        except (TypeError, ValueError, AttributeError) as error:
            raise BadData(f"{where}: {error}") from None


# With the end of the line before it, which is searched for as a fixed text: four times as fast as an anchor.
_HEADER = re.compile(r'\n\["([^"\]]+)"')


class _Sections(Mapping[str, Mapping[str, Any]]):
    """A tables file cut at its headers `["CS-…"]`. A check reads a dozen of several hundred, and most of the time of a
    short command would go into the rest."""

    def __init__(self, path: Path) -> None:
        self._name, text = path.name, read_text(path, LARGEST)
        # one line end too many in front, so a match begins where the header itself stands in the text
        found = [(header[1], header.start()) for header in _HEADER.finditer("\n" + text)]
        if stray := parse_toml(text[: found[0][1] if found else len(text)], path.name):
            raise BadData(f"{path.name}, {next(iter(stray))}: a rule's numbers stand in a table of their own")
        self._texts: dict[str, str] = {}
        last = ""
        for (rule, start), (_, end) in zip(found, [*found[1:], ("", len(text))], strict=True):
            # sub-tables of one rule follow each other and are joined; the same rule farther on is a slip
            if rule in self._texts and rule != last:
                raise BadData(f"{path.name}, {rule}: stands twice")
            self._texts[rule] = self._texts.get(rule, "") + text[start:end]
            last = rule
        self._read: dict[str, Mapping[str, Any]] = {}

    def __getitem__(self, rule: str) -> Mapping[str, Any]:
        found = self._read.get(rule)
        if found is None:
            found = self._read[rule] = parse_toml(self._texts[rule], f"{self._name}, {rule}")[rule]
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def naming(self, word: str) -> Iterator[str]:
        """Rules in whose text the word stands."""
        return (rule for rule, text in self._texts.items() if word in text)


def _naming(entries: Mapping[str, Any], word: str) -> Iterator[str]:
    if isinstance(entries, ChainMap):
        for each in entries.maps:
            yield from _naming(each, word)
    else:
        yield from entries.naming(word) if isinstance(entries, _Sections) else entries


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file's content, or a sentence that says what is wrong with it."""
    return parse_toml(read_text(path, LARGEST), path.name)


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """TOML read, or a sentence that says what is wrong with it."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadData(f"{where}: nested too deeply") from None
    except ValueError as error:  # what tomllib refuses, and whole numbers of thousands of digits
        raise BadData(f"{where}: not valid TOML: {error}") from None


def _is_row(entry: object) -> bool:
    return isinstance(entry, dict) and "label" in entry


def _laid_over(base: Any, change: Any, where: str) -> Any:
    """The base value with the change applied, all the way down; lists are replaced whole or row by row."""
    if isinstance(base, dict) and isinstance(change, dict):
        return _dict_laid_over(base, change, where)
    if isinstance(base, list) and isinstance(change, dict):
        return _rows_laid_over(base, change, where)
    if type(change) is not type(base):
        raise BadData(f"{where} = {change!r}; {_kind(base)} expected")
    if isinstance(base, list):
        return [_like_some(base, item, f"{where}[{i}]") for i, item in enumerate(change)]
    return change


def _dict_laid_over(base: dict[str, Any], change: dict[str, Any], where: str) -> dict[str, Any]:
    out = dict(base)
    for field, value in change.items():
        if field in base:
            out[field] = _laid_over(
                base[field], value, f"{where}: {field}" if ": " not in where else f"{where}.{field}"
            )
        # a row may leave out its usual fields; a variant may say them
        elif _is_row(base) and field in _ROW_FIELDS:
            if type(value) is not _ROW_FIELDS[field]:
                raise BadData(f"{where}.{field} = {value!r}; {_ROW_FIELDS[field].__name__} expected")
            out[field] = value
        else:
            raise BadData(f"{where} has no field {field}; it has {', '.join(base)}")
    return out


def _rows_laid_over(base: list[Any], change: dict[str, Any], where: str) -> list[Any]:
    """Single rows of a list changed by their number, the first being 1: `rows.1 = { disorder = 3 }`."""
    out = list(base)
    for number, value in change.items():
        if not number.isdigit() or not 1 <= int(number) <= len(base):
            raise BadData(f"{where} has no row {number}; it has rows 1 to {len(base)}")
        out[int(number) - 1] = _laid_over(base[int(number) - 1], value, f"{where}.{number}")
    return out


def _like_some(base: list[Any], item: Any, where: str) -> Any:
    """A new list item must look like one that the base list has."""
    fields = {field: value for known in base if isinstance(known, dict) for field, value in known.items()}
    if isinstance(item, dict) and fields:
        # only to have it checked: a new row stands as it was written, without the fields of other rows
        return _dict_laid_over(fields, item, where) and item
    if not any(type(item) is type(known) for known in base):
        raise BadData(f"{where} = {item!r}; {_kind(base[0]) if base else 'nothing'} expected")
    return item


def _kind(value: object) -> str:
    names = {
        bool: "true or false",
        int: "a whole number",
        str: "text",
        list: "a list",
        dict: "a table",
        float: "a number",
    }
    return names.get(type(value), type(value).__name__)
