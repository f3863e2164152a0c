"""Text for people: laid out to the width of a terminal, plain whole lines in a pipe or file so that grep finds them.

No word is ever cut. It is done here and not by a library because most commands print a table, and have to be quick.
"""

from __future__ import annotations

import os
import re
import sys
import textwrap
from collections.abc import Iterator, Sequence

from .terminal import bare, shown, terminal_width

_PIPE_WIDTH = 100  # only lists of single words are wrapped in a pipe
_BOLD, _DIM, _BLUE, _USUAL = "\x1b[1m", "\x1b[2m", "\x1b[36m", "\x1b[0m"


def table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A titled table; columns of numbers stand right."""
    if (room := _room()) is None:
        _plain_table(title, heads, rows)
        return
    _send(_styled(_wrapped(title, room), _BOLD))
    texts = [[shown(cell) for cell in row] for row in rows]
    for columns, widths in fitted(heads, texts, room):
        right = [_numeric(rows, column) for column in columns]
        _send(_styled(_laid([heads[column] for column in columns], widths, right), _BOLD))
        _send(_styled(["─" * min(room, _wide(widths))], _DIM))
        for row in texts:
            _send(_laid([row[column] for column in columns], widths, right))
        _send([""])


def _laid(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> list[str]:
    """One row of a table, in as many lines as its longest cell takes."""
    blocks = [_wrapped(cell, width) for cell, width in zip(cells, widths, strict=True)]
    lines = []
    for line in range(max(map(len, blocks))):
        parts = [block[line] if line < len(block) else "" for block in blocks]
        set_ = [
            part.rjust(width) if numeric else part.ljust(width)
            for part, width, numeric in zip(parts, widths, right, strict=True)
        ]
        lines.append((" " * _GAP).join(set_).rstrip())
    return lines


def _wrapped(text: str, width: int) -> list[str]:
    """A text in lines of whole words; its own line breaks and indents stay."""
    lines = []
    for line in text.split("\n"):
        indent = " " * (len(line) - len(line.lstrip()))
        kept = textwrap.wrap(
            line, max(1, width), subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
        )
        lines += [part for each in kept or [""] for part in _parted(each, width)]
    return lines


def _parted(line: str, width: int) -> list[str]:
    """A line that is one long word, such as the name of a test, at its joints."""
    parts = [""]
    for piece in re.split(r"(?<=[/_:])", line) if len(line) > width else [line]:
        if parts[-1].strip() and len(parts[-1]) + len(piece) > width:
            parts.append("")
        parts[-1] += piece
    return parts


def _styled(lines: Sequence[str], style: str) -> list[str]:
    """Lines in bold or colour, unless the reader wants none (https://no-color.org)."""
    plain = "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    return list(lines) if plain else [f"{style}{line}{_USUAL}" for line in lines]


def _send(lines: Sequence[str]) -> None:
    """Straight to the terminal: all that comes from elsewhere has been made `shown` before."""
    bare(sys.stdout).write("".join(f"{line}\n" for line in lines))


_GAP = 2
"""Blanks between two columns."""


def fitted(heads: Sequence[str], rows: Sequence[Sequence[str]], room: int) -> Iterator[tuple[list[int], list[int]]]:
    """Columns and their widths, so that no word is cut: in one table where they fit, else in several below each other,
    each with the first column."""
    cells = [[heads[column], *(row[column] for row in rows)] for column in range(len(heads))]
    least = [max((len(word) for cell in column for word in cell.split()), default=1) for column in cells]
    most = [max(len(line) for cell in column for line in cell.split("\n")) for column in cells]
    least[0] = min(most[0], max(least[0], room // 3))  # the names of things, in one line if that can be
    left = list(range(1, len(heads)))
    while True:
        taken = [0]
        while left and _wide([least[column] for column in (*taken, left[0])]) <= room:
            taken.append(left.pop(0))
        if len(taken) == 1 and left:
            taken.append(left.pop(0))  # wider than the screen by itself: the terminal breaks it
        yield taken, _shared([least[column] for column in taken], [most[column] for column in taken], room)
        if not left:
            return


def _wide(widths: Sequence[int]) -> int:
    return sum(widths) + _GAP * (len(widths) - 1)


def _shared(least: list[int], most: list[int], room: int) -> list[int]:
    """Widths between the least and the most; what room there is goes to the columns that need it, the narrow first."""
    widths = list(least)
    spare = room - _wide(widths)
    for place in sorted(range(len(widths)), key=lambda column: most[column] - least[column]):
        more = max(0, min(most[place] - widths[place], spare))
        widths[place] += more
        spare -= more
    return widths


def article(title: str, paragraphs: Sequence[tuple[str, str]]) -> None:
    """A title and paragraphs under short headings, followed by an empty line."""
    if (room := _room()) is None:
        print(title)
        for heading, text in paragraphs:
            for line in text.split("\n"):
                print(f"  {heading}: {line}")
        print()
        return
    _send(_styled(_wrapped(shown(title), room), _BOLD))
    margin = min(max((len(heading) for heading, _ in paragraphs), default=0), room // 3)
    for heading, text in paragraphs:
        lines = _wrapped(shown(text), room - margin - 2 * _GAP)
        (first,) = _styled([f"{shown(heading):{margin}}"], _BLUE)
        first = " " * _GAP + first
        if len(heading) > margin:
            _send([first])
            first = " " * (margin + _GAP)
        _send([f"{first}{' ' * _GAP}{lines[0]}", *(" " * (margin + 2 * _GAP) + line for line in lines[1:])])
    _send([""])


def words(heading: str, items: Sequence[str]) -> None:
    """A heading and single words in wrapped lines, followed by an empty line."""
    print(heading)
    for line in _wrapped(" ".join(items), (_room() or _PIPE_WIDTH) - 2):
        print(f"  {line}")
    print()


def on_terminal() -> bool:
    """Whether the output goes to a screen."""
    return sys.stdout is not None and sys.stdout.isatty()


def _room() -> int | None:
    """Columns of the screen when a person is looking; None in a pipe."""
    return max(20, terminal_width()) if on_terminal() else None


def _plain_table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Columns two blanks apart, nothing cut, no blanks at the end of a line."""
    lines = [heads, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    right = [_numeric(rows, column) for column in range(len(heads))]
    print(title)
    for line in lines:
        cells = [
            cell.rjust(width) if numeric else cell.ljust(width)
            for cell, width, numeric in zip(line, widths, right, strict=True)
        ]
        print(f"  {'  '.join(cells)}".rstrip())
    print()


def _numeric(rows: Sequence[Sequence[str]], column: int) -> bool:
    return all(row[column].isdecimal() for row in rows)
