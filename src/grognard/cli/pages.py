"""Text for people: laid out by Rich on a terminal, plain whole lines in a pipe or file so that grep finds them."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .terminal import console, shown

if TYPE_CHECKING:
    from rich.console import Console, JustifyMethod

_PIPE_WIDTH = 100  # only lists of single words are wrapped in a pipe


def table(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A titled table; columns of numbers stand right."""
    if (screen := _console()) is None:
        _plain_table(title, heads, rows)
        return
    from rich import box
    from rich.table import Table
    from rich.text import Text

    grid = Table(title=Text(shown(title), style="bold"), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for column, head in enumerate(heads):
        justify: JustifyMethod = "right" if _numeric(rows, column) else "left"
        grid.add_column(head, justify=justify, overflow="fold", no_wrap=column == 0)
    for row in rows:
        grid.add_row(*(Text(shown(cell)) for cell in row))
    screen.print(grid)


def article(title: str, paragraphs: Sequence[tuple[str, str]]) -> None:
    """A title and paragraphs under short headings, followed by an empty line."""
    if (screen := _console()) is None:
        print(title)
        for heading, text in paragraphs:
            for line in text.split("\n"):
                print(f"  {heading}: {line}")
        print()
        return
    from rich.table import Table
    from rich.text import Text

    screen.print(Text(shown(title), style="bold"))
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="cyan", no_wrap=True)
    grid.add_column(overflow="fold")
    for heading, text in paragraphs:
        grid.add_row(f"  {heading}", Text(shown(text)))
    screen.print(grid)
    screen.print()


def words(heading: str, items: Sequence[str]) -> None:
    """A heading and single words in wrapped lines, followed by an empty line."""
    screen = _console()
    width = _PIPE_WIDTH if screen is None else screen.width
    print(heading)
    for line in textwrap.wrap(" ".join(items), width - 2, break_on_hyphens=False, break_long_words=False):
        print(f"  {line}")
    print()


def on_terminal() -> bool:
    """Whether the output goes to a screen."""
    return sys.stdout.isatty()


def _console() -> Console | None:
    """Rich's console when a person is looking; None in a pipe, which also spares the import."""
    if not on_terminal():
        return None
    return console()


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
