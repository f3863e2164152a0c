"""All modifiers of a check as one function, written out and compiled when the check is bound.

Asking twenty-five modifiers one by one costs more than the dice. A flag becomes `if s.surprised:`, a count is only
looked at when it is not zero, and what cannot be written out is called as it is. `modifiers.reckon` is the plain
version and the specification: a test holds the two together for every check.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

from .modifiers import Modifier, Reckoned, applied
from .tables import ADD, FORBID, HALVE

SumFunction = Callable[[Any], tuple[int, int] | None]
"""Total and number of halvings; None where something forbids the check."""


class Reckoner:
    """What all modifiers of a check come to: `explain` lists them, for `side` if there are two, `sum` only adds."""

    def __init__(self, modifiers: Sequence[Modifier], side: str = "") -> None:
        self.explain: Callable[[Any], Reckoned] = _compiled(modifiers, side, explain=True)
        self.sum: SumFunction = _compiled(modifiers, side, explain=False)


class Worths(dict[Any, int]):
    """What a modifier is worth by the value of the one fact that it looks at; a value met before costs no look."""

    def __init__(self, modifier: Modifier) -> None:
        super().__init__()
        self._modifier = modifier

    def __missing__(self, value: Any) -> int:
        hit = self._modifier.look(SimpleNamespace(**{str(self._modifier.reads): value}))
        worth = self[value] = hit[1] if hit is not None else 0
        return worth


def _compiled(modifiers: Sequence[Modifier], side: str, *, explain: bool) -> Any:
    names: dict[str, Any] = {"Reckoned": Reckoned, "applied": applied, "side": side}
    lines = ["def reckon(s):", "    total = 0", "    halvings = []" if explain else "    halvings = 0"]
    lines += ["    hits = []"] if explain else []
    for i, modifier in enumerate(modifiers):
        names |= {f"look{i}": modifier.look, f"guard{i}": modifier.guard, f"hits{i}": modifier.hits}
        if not explain and (modifier.reads is not None or modifier.hits is not None):
            names[f"worths{i}"] = _worths(modifier)
        if modifier.hit is not None:
            names |= {f"row{i}": modifier.hit[0], f"applied{i}": applied(modifier.hit, side)}
        lines += _lines(i, modifier, explain)
    lines += ["    for each in s.imposed:", "        total += each.value"]
    lines += ["        hits.append(each._replace(side=side))"] if explain else []
    lines.append("    return Reckoned(total, hits, halvings, None)" if explain else "    return total, halvings")
    # every name in the text is ours: numbers of modifiers, and fields that the facts declare
    exec("\n".join(lines), names)
    return names["reckon"]


def _lines(i: int, modifier: Modifier, explain: bool) -> list[str]:
    """The code of one modifier."""
    # where nothing is listed, the worth alone is looked up
    if not explain and modifier.reads is not None and _only_adds(modifier):
        add = f"total += worths{i}[s.{modifier.reads}]"
        return [f"    {add}"] if modifier.guard is None else [f"    if s.{modifier.guard}:", f"        {add}"]
    if modifier.guard is None:
        return [f"    hit = look{i}(s)", "    if hit is not None:", *_counted(i, modifier, explain)]
    holds = f"s.{modifier.guard}" if isinstance(modifier.guard, str) else f"guard{i}(s)"
    # one look into a dictionary instead of a row of comparisons: the fact's value is the key
    if modifier.hits is not None and not explain and _only_adds(modifier):
        return [f"    total += worths{i}.get({holds}, 0)"]
    if modifier.hits is not None:
        return [f"    hit = hits{i}.get({holds})", "    if hit is not None:", *_counted(i, modifier, explain)]
    if modifier.hit is None:
        return [
            f"    if {holds}:",
            f"        hit = look{i}(s)",
            "        if hit is not None:",
            *_indented(_counted(i, modifier, explain)),
        ]
    if modifier.hit[0].op == ADD and not modifier.hit[1]:
        return []  # worth nothing under these tables
    return [f"    if {holds}:", *_constant(i, modifier, explain)]


def _only_adds(modifier: Modifier) -> bool:
    """Whether none of its rows halves or forbids."""
    return bool(modifier.rows) and all(row.op == ADD for row in modifier.rows)


def _worths(modifier: Modifier) -> dict[Any, int]:
    """What it is worth by the value that it is looked up by."""
    if modifier.hits is None:
        return Worths(modifier)
    return {value: hit[1] for value, hit in modifier.hits.items()}


def _constant(i: int, modifier: Modifier, explain: bool) -> list[str]:
    """A row that is worth the same whenever it counts."""
    assert modifier.hit is not None
    row, worth, _ = modifier.hit
    if row.op == FORBID:
        return [f"        return Reckoned(total, hits, halvings, row{i})" if explain else "        return None"]
    if row.op == HALVE:
        return [f"        halvings.append(row{i})" if explain else "        halvings += 1"]
    return [f"        total += {worth}", *([f"        hits.append(applied{i})"] if explain else [])]


def _counted(i: int, modifier: Modifier, explain: bool) -> list[str]:
    """A row, or one of several, that has to be looked at."""
    add = ["            total += hit[1]", *(["            hits.append(applied(hit, side))"] if explain else [])]
    # the kind of its rows need not be looked at each time
    if _only_adds(modifier):
        return ["        if hit[1]:", *add]
    forbid = "            return Reckoned(total, hits, halvings, hit[0])" if explain else "            return None"
    halve = "            halvings.append(hit[0])" if explain else "            halvings += 1"
    return [
        "        op = hit[0].op",
        f"        if op == {FORBID!r}:",
        forbid,
        f"        if op == {HALVE!r}:",
        halve,
        "        elif hit[1]:",
        *add,
    ]


def _indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]
