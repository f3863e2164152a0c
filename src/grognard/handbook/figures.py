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
            yield _modifier(whole, words(name) if labels.count(whole["label"]) > 1 else "")
        elif isinstance(value, list) and value and all(isinstance(row, Mapping) for row in value):
            yield f"{words(name)}:"
            yield from (f"  {_row(row)}" for row in value)
        elif isinstance(value, list) and value and all(isinstance(row, list) for row in value):
            yield f"{words(name)}:"
            yield from (f"  {line}" for line in _matrix(value, numbers))
        elif isinstance(value, Mapping) and isinstance(under, list):
            yield f"{words(name)}:"
            # a variant may change single rows by their number; where each stands is known only from the base
            yield from (f"  {_row({**_span(under[int(number) - 1]), **row})}" for number, row in value.items())
        elif isinstance(value, Mapping):
            yield f"{words(name)}:"
            yield from (f"  {line}" for line in lines(value, under if isinstance(under, Mapping) else None))
        else:
            yield f"{words(name)}: {said(value)}"


def _span(row: TableNumbers) -> TableNumbers:
    """Where a row of a list stands: by its range, not by its number in the file."""
    return {name: row[name] for name in ("from", "to") if name in row}


def _matrix(rows: Sequence[Sequence[Any]], numbers: TableNumbers) -> list[str]:
    """A table of rows and columns as lines of text."""
    cells = [line for line in matrix_cells(rows, numbers) if any(line)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(cells[0]))]
    return ["  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in cells]


def matrix_cells(rows: Sequence[Sequence[Any]], numbers: TableNumbers) -> list[list[str]]:
    """Its cells, the first line being the heads of the columns, blank where they have none; those are lists of the
    same length beside it."""
    wide, columns = len(rows[0]), list(numbers.get("columns", []))
    heads = [*map(said, columns), *(["less"] if len(columns) == wide - 1 else [])]
    name, of_rows = row_heads(rows, numbers)
    first = [words(name), *heads] if len(heads) == wide else [""] * (wide + 1)
    return [first, *([said(head), *map(said, row)] for head, row in zip(of_rows, rows, strict=True))]


def row_heads(rows: Sequence[Sequence[Any]], numbers: TableNumbers) -> tuple[str, Sequence[Any]]:
    return next(
        (
            (name, value)
            for name, value in numbers.items()
            if name != "columns"
            and isinstance(value, list)
            and len(value) == len(rows)
            and value is not rows
            and not any(isinstance(each, (list, Mapping)) for each in value)
        ),
        ("", [""] * len(rows)),
    )


_LIMITS = ("from", "to", "within", "ours", "theirs")
"""Numbers that say where a row holds, not what it is worth."""


def _modifier(row: TableNumbers, name: str = "") -> str:
    """`+4  in light cover (irregulars +6; at most 2 times)`; `name` where others have the same label."""
    number, label, columns, notes = worth(row, name)
    if row.get("op") == "forbid":
        return f"refused: {label}"
    said = [*(f"{words(field)} {value:+d}" for field, value in columns), *notes]
    return f"{number:>4}  {label}" + (f" ({'; '.join(said)})" if said else "")


def worth(row: TableNumbers, name: str = "") -> tuple[str, str, list[tuple[str, int]], list[str]]:
    """What a modifier is worth, its label, its worth for classes with a column of their own, and when it holds."""
    label = str(row["label"])
    for field, value in row.items():
        label = label.replace(f"{{{field}}}", str(value))
    if name:
        label = f"{name}: {label}"
    operation = {"halve": "half", "forbid": "no"}.get(row.get("op", ""), "")
    known = ("label", "value", "op", "most", "per")
    further = [
        (field, value)
        for field, value in row.items()
        if field not in known and isinstance(value, int) and f"{{{field}}}" not in str(row["label"])
    ]
    notes = [f"{words(field)} {value}" for field, value in further if field in _LIMITS]
    notes += [f"at most {row['most']} times"] if "most" in row else []
    notes += [f"for every {row['per']}"] if "per" in row else []
    columns = [(field, value) for field, value in further if field not in _LIMITS]
    return operation or f"{row.get('value', 0):+d}", label, columns, notes


def _row(row: TableNumbers) -> str:
    """`8 to 12: command points 3`."""
    rest = ", ".join(f"{words(name)} {said(value)}" for name, value in row.items() if name not in ("from", "to"))
    span = span_text(row)
    return f"{span}: {rest}" if span else rest


def span_text(row: TableNumbers) -> str:
    """Where a row holds: `8 to 12`, `13 or more`; nothing where it does not say."""
    low, high = row.get("from"), row.get("to")
    if low is None and high is None:
        return ""
    if low == high:
        return f"{low}"
    return f"{low} or more" if high is None else f"{high} or less" if low is None else f"{low} to {high}"


def words(name: str) -> str:
    return name.replace("_", " ")


def said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(said, value)) or "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{words(name)} {said(inner)}" for name, inner in value.items())
    return str(value).replace("_", " ") or "none"
