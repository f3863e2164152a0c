"""A rule's numbers as people read them: modifiers with their labels, rows by range, single values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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


def lines(numbers: TableNumbers) -> Iterator[str]:
    """One line for each modifier, row or value."""
    for name, value in numbers.items():
        if isinstance(value, Mapping) and "label" in value:
            yield _modifier(value)
        elif isinstance(value, list) and value and all(isinstance(row, Mapping) for row in value):
            yield f"{_words(name)}:"
            yield from (f"  {_row(row)}" for row in value)
        elif isinstance(value, Mapping):
            yield f"{_words(name)}:"
            yield from (f"  {line}" for line in lines(value))
        else:
            yield f"{_words(name)}: {_said(value)}"


def _modifier(row: TableNumbers) -> str:
    """`+4  in light cover (irregulars +6; at most twice)`."""
    number = {"halve": "half", "forbid": "not"}.get(row.get("op", "add")) or f"{row.get('value', 0):+d}"
    label = str(row["label"])
    for name, value in row.items():
        label = label.replace(f"{{{name}}}", str(value))
    known = ("label", "value", "op", "most", "per")
    notes = [
        f"{_words(name)} {value:+d}" if isinstance(value, int) and f"{{{name}}}" not in str(row["label"]) else ""
        for name, value in row.items()
        if name not in known
    ]
    notes.append(f"at most {row['most']} times" if "most" in row else "")
    notes.append(f"for every {row['per']}" if "per" in row else "")
    said = "; ".join(note for note in notes if note)
    return f"{number:>4}  {label}" + (f" ({said})" if said else "")


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
        return ", ".join(map(_said, value))
    if isinstance(value, Mapping):
        return ", ".join(f"{_words(name)} {_said(inner)}" for name, inner in value.items())
    return str(value)
