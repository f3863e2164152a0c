"""How far slow work has got, on the error stream of a terminal; nothing where nobody looks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .terminal import console, shown


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar that is gone when the work is done; it is told how many of how many are."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda done, of: None
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    parts = TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
    with Progress(*parts, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task(shown(what), total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)
