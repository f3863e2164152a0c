"""A rule's numbers as people read them: modifiers with their labels, rows by range, single values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grognard import systems
from grognard.kernel.tables import read_toml

TableNumbers = Mapping[str, Any]


def of(system: str, rule: str) -> tuple[TableNumbers, dict[str, TableNumbers]]:
    """What stands in the tables under a rule, and what each variant puts in its place."""
    changed = {name: read_toml(path) for name, path in systems.variants(system).items()}
    folder = systems.folder_of(system)
    if not ((folder / "tables.toml").is_file() or (folder / "tables").is_dir()):
        return {}, {}
    tables = systems.rules(system).tables
    numbers = dict(tables[rule]) if rule in tables else {}
    return numbers, {name: changes[rule] for name, changes in changed.items() if rule in changes}


def note(system: str, rule: str) -> str:
    """What the tables say beside a rule's name: how its numbers are read."""
    folder = systems.folder_of(system)
    files = [folder / "tables.toml", *sorted((folder / "tables").glob("*.toml"))]
    header = re.compile(rf'^\["{re.escape(rule)}"\] # (.+)$', re.MULTILINE)
    found = (header.search(path.read_text(encoding="utf-8")) for path in files if path.is_file())
    return next((match[1].replace("`", "") for match in found if match), "")


def lines(numbers: TableNumbers, base: TableNumbers | None = None) -> Iterator[str]:
    """One line for each modifier, row or value; `base` is what a variant's numbers are laid over."""
    labels = [row["label"] for row in numbers.values() if isinstance(row, Mapping) and "label" in row]
    for name, value in numbers.items():
        under = (base or {}).get(name)
        if isinstance(value, Mapping) and ("label" in value or (isinstance(under, Mapping) and "label" in under)):
            whole = {**(under or {}), **value} if isinstance(under, Mapping) else value
            yield _modifier(whole, _words(name) if labels.count(whole["label"]) > 1 else "")
        elif isinstance(value, list) and value and all(isinstance(row, Mapping) for row in value):
            yield f"{_words(name)}:"
            yield from (f"  {_row(row)}" for row in value)
        elif isinstance(value, list) and value and all(isinstance(row, list) for row in value):
            yield f"{_words(name)}:"
            yield from (f"  {line}" for line in _matrix(value, numbers))
        elif isinstance(value, Mapping) and isinstance(under, list):
            yield f"{_words(name)}:"
            # a variant may change single rows by their number; where each stands is known only from the base
            yield from (f"  {_row({**_span(under[int(number) - 1]), **row})}" for number, row in value.items())
        elif isinstance(value, Mapping):
            yield f"{_words(name)}:"
            yield from (f"  {line}" for line in lines(value, under if isinstance(under, Mapping) else None))
        else:
            yield f"{_words(name)}: {_said(value)}"


def _span(row: TableNumbers) -> TableNumbers:
    """Where a row of a list stands: by its range, not by its number in the file."""
    return {name: row[name] for name in ("from", "to") if name in row}


def _matrix(rows: Sequence[Sequence[Any]], numbers: TableNumbers) -> list[str]:
    """A table of rows and columns; their heads are lists of the same length beside it."""
    wide, columns = len(rows[0]), list(numbers.get("columns", []))
    heads = [*map(_said, columns), *(["less"] if len(columns) == wide - 1 else [])]
    named = next(
        (
            (name, value)
            for name, value in numbers.items()
            if name != "columns" and isinstance(value, list) and len(value) == len(rows) and value is not rows
        ),
        ("", [""] * len(rows)),
    )
    cells = [[_words(named[0]), *heads]] if len(heads) == wide else []
    cells += [[_said(head), *map(_said, row)] for head, row in zip(named[1], rows, strict=True)]
    widths = [max(len(line[column]) for line in cells) for column in range(wide + 1)]
    return ["  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in cells]


_LIMITS = ("from", "to", "within", "ours", "theirs")
"""Numbers that say where a row holds, not what it is worth."""


def _modifier(row: TableNumbers, name: str = "") -> str:
    """`+4  in light cover (irregulars +6; at most 2 times)`; `name` where others have the same label."""
    label = str(row["label"])
    for field, value in row.items():
        label = label.replace(f"{{{field}}}", str(value))
    if name:
        label = f"{name}: {label}"
    if row.get("op") == "forbid":
        return f"refused: {label}"
    number = "half" if row.get("op") == "halve" else f"{row.get('value', 0):+d}"
    known = ("label", "value", "op", "most", "per")
    notes = [
        f"{_words(field)} {value}" if field in _LIMITS else f"{_words(field)} {value:+d}"
        for field, value in row.items()
        if field not in known and isinstance(value, int) and f"{{{field}}}" not in str(row["label"])
    ]
    notes += [f"at most {row['most']} times"] if "most" in row else []
    notes += [f"for every {row['per']}"] if "per" in row else []
    return f"{number:>4}  {label}" + (f" ({'; '.join(notes)})" if notes else "")


def _row(row: TableNumbers) -> str:
    """`8 to 12: command points 3`."""
    rest = ", ".join(f"{_words(name)} {_said(value)}" for name, value in row.items() if name not in ("from", "to"))
    low, high = row.get("from"), row.get("to")
    if low is None and high is None:
        return rest
    span = f"{low}" if low == high else f"{low} or more" if high is None else f"{high} or less" if low is None else ""
    return f"{span or f'{low} to {high}'}: {rest}"


def _words(name: str) -> str:
    return name.replace("_", " ")


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_said, value)) or "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{_words(name)} {_said(inner)}" for name, inner in value.items())
    return str(value).replace("_", " ") or "none"
