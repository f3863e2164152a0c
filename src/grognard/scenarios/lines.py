"""On which line of a TOML text something stands, so that a message can say so."""

from __future__ import annotations

import re

Path = tuple[str | int, ...]

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*([A-Za-z0-9_-]+|"[^"]*"|'[^']*')\s*=""")
_STRING = re.compile(r'"(?:\\.|[^"\\])*"|\'[^\']*\'|#.*')


def index(text: str) -> dict[Path, int]:
    """Line of each table and key by its path, as in ("side", 0, "formations", 2, "units", 5, "men")."""
    found: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    open_quotes, depth = "", 0
    for number, line in enumerate(text.split("\n"), start=1):
        if not open_quotes and depth == 0:
            if header := _HEADER.match(line):
                table = _enter(header[2], header[1] == "[[", counts)
                found.setdefault(table, number)
            elif key := _KEY.match(line):
                found.setdefault((*table, key[1].strip("\"'")), number)
        open_quotes, depth = _state_after(line, open_quotes, depth)
    return found


def line_of(found: dict[Path, int], path: Path) -> int:
    """The line of a path, or of the nearest thing around it; 0 when nothing is known."""
    while path and path not in found:
        path = path[:-1]
    return found.get(path, 0)


def _enter(dotted: str, is_array: bool, counts: dict[Path, int]) -> Path:
    """The path of a table header: each array of tables on the way stands at its latest element."""
    path: Path = ()
    names = [name.strip().strip("\"'") for name in dotted.split(".")]
    for position, name in enumerate(names):
        path = (*path, name)
        last = position == len(names) - 1
        # an array's own header opens its next element; a header below it means the latest one
        if last and is_array:
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path


def _state_after(line: str, open_quotes: str, depth: int) -> tuple[str, int]:
    """Whether a line leaves a long string or a bracket open, within which nothing is a key."""
    rest = line
    if open_quotes:
        _, closed, rest = rest.partition(open_quotes)
        if not closed:
            return open_quotes, depth
    for quotes in ('"""', "'''"):
        # a long string that ends on the line where it began says nothing about the next
        rest = re.sub(f"{quotes}.*?{quotes}", "", rest)
        if quotes in rest:
            return quotes, depth + _brackets(rest.partition(quotes)[0])
    return "", max(0, depth + _brackets(rest))


def _brackets(text: str) -> int:
    bare = _STRING.sub("", text)
    return sum(bare.count(sign) for sign in "[{") - sum(bare.count(sign) for sign in "]}")
