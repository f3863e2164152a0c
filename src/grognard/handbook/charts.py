"""A rule's numbers as records, for those who draw them: lines, tables, groups; and what a variant makes of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

from msgspec import Struct

from grognard import systems
from grognard.kernel.tables import read_toml

from .figures import TableNumbers, matrix_cells, row_heads, said, span_text, words, worth


class FigureLine(Struct, frozen=True, tag="line"):
    """A modifier or a single value of a rule."""

    label: str
    value: str
    kind: Literal["modifier", "halve", "forbid", "value"] = "value"
    columns: dict[str, str] = {}
    """Its values for classes that have a column of their own."""
    notes: tuple[str, ...] = ()
    mark: str = ""
    """By which it is known among all lines of the rule, under variants as well."""


class FigureTable(Struct, frozen=True, tag="table"):
    """Rows and columns of a rule; the first column says where a row holds, where `spans`."""

    label: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    spans: bool = False


class FigureGroup(Struct, frozen=True, tag="group"):
    """Lines and tables under a heading."""

    label: str
    figures: tuple[RuleFigure, ...]


RuleFigure = FigureLine | FigureTable | FigureGroup


class FigureChange(Struct, frozen=True):
    """What a variant makes of a number; `mark` is that of the line it changes."""

    label: str
    old: str
    new: str
    mark: str = ""


@lru_cache(256)
def _under(system: str, variant: str) -> Mapping[str, TableNumbers]:
    """The rules that a variant changes, with all their numbers under it."""
    tables = systems.rules(system).tables.overlaid(systems.variants(system)[variant])
    changed = read_toml(systems.variants(system)[variant])
    return {rule: dict(tables[rule]) for rule in changed if rule in tables}


def under_variants(system: str, rule: str) -> dict[str, TableNumbers]:
    """All numbers of a rule under each variant that changes some."""
    found = {name: _under(system, name) for name in systems.variants(system)}
    return {name: numbers[rule] for name, numbers in found.items() if rule in numbers}


def figures(numbers: TableNumbers, within: str = "") -> tuple[RuleFigure, ...]:
    """The numbers of a rule as lines, tables and groups of them, in their order."""
    labels = [row["label"] for row in numbers.values() if isinstance(row, Mapping) and "label" in row]
    heads = _heads_of_matrices(numbers)
    return tuple(
        _figure(name, value, numbers, within, shared=labels) for name, value in numbers.items() if name not in heads
    )


def _figure(name: str, value: Any, numbers: TableNumbers, within: str, shared: Sequence[str]) -> RuleFigure:
    mark = f"{within}/{name}" if within else name
    if isinstance(value, Mapping) and "label" in value:
        return _line(value, mark, words(name) if shared.count(value["label"]) > 1 else "")
    if isinstance(value, list) and value and all(isinstance(row, Mapping) for row in value):
        return _rows_table(name, value)
    if isinstance(value, list) and value and all(isinstance(row, list) for row in value):
        heads, *rows = matrix_cells(value, numbers)
        return FigureTable(words(name), tuple(heads), tuple(map(tuple, rows)))
    if isinstance(value, Mapping):
        return FigureGroup(words(name), figures(value, mark))
    return FigureLine(words(name), said(value), mark=mark)


def _heads_of_matrices(numbers: TableNumbers) -> set[str]:
    """Lists that are the heads of a table beside them, and nothing by themselves."""
    found: set[str] = set()
    for value in numbers.values():
        if isinstance(value, list) and value and all(isinstance(row, list) for row in value):
            found |= {"columns"} & numbers.keys() if len(numbers.get("columns", ())) >= len(value[0]) - 1 else set()
            found |= {row_heads(value, numbers)[0]}
    return found


def _line(row: TableNumbers, mark: str, name: str = "") -> FigureLine:
    value, label, columns, notes = worth(row, name)
    kind: Literal["modifier", "halve", "forbid"] = "modifier"
    if row.get("op") in ("halve", "forbid"):
        kind = row["op"]
    return FigureLine(label, value, kind, {words(each): f"{number:+d}" for each, number in columns}, tuple(notes), mark)


def _rows_table(name: str, rows: Sequence[TableNumbers]) -> FigureTable:
    spans = any("from" in row or "to" in row for row in rows)
    columns = list(dict.fromkeys(column for row in rows for column in row if column not in ("from", "to")))
    cells = [[said(row[column]) if column in row else "" for column in columns] for row in rows]
    lines = [(span_text(row), *line) if spans else tuple(line) for row, line in zip(rows, cells, strict=True)]
    return FigureTable(words(name), (*([""] * spans), *map(words, columns)), tuple(lines), spans)


def changes(numbers: TableNumbers, under: TableNumbers) -> tuple[FigureChange, ...]:
    """What is other under a variant, number by number."""
    old, new = _leaves(figures(numbers)), _leaves(figures(under))
    return tuple(
        FigureChange((old.get(mark) or new[mark])[0], old.get(mark, ("", ""))[1], new.get(mark, ("", ""))[1], mark)
        for mark in dict.fromkeys((*old, *new))
        if old.get(mark, ("", ""))[1] != new.get(mark, ("", ""))[1]
    )


def _leaves(found: Sequence[RuleFigure], within: str = "") -> dict[str, tuple[str, str]]:
    """Every single number with its label, by its mark."""
    leaves: dict[str, tuple[str, str]] = {}
    for figure in found:
        if isinstance(figure, FigureLine):
            columns = [f"{name} {value}" for name, value in figure.columns.items()]
            leaves[figure.mark] = figure.label, "; ".join([figure.value, *columns, *figure.notes])
        elif isinstance(figure, FigureGroup):
            inner = _leaves(figure.figures, f"{within}/{figure.label}")
            leaves |= {mark: (f"{figure.label}: {label}", value) for mark, (label, value) in inner.items()}
        else:
            for number, row in enumerate(figure.rows):
                for place, (head, cell) in enumerate(zip(figure.heads, row, strict=True)):
                    first = f"{row[0]}, " if place else ""
                    leaves[f"{within}/{figure.label}/{number}/{place}"] = f"{first}{head or figure.label}", cell
    return leaves
