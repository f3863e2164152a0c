"""How far slow work has got, on the error stream of a terminal; nothing where nobody looks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .terminal import console, shown


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar that is gone when the work is done; it is told how many of all are done."""
    if sys.stderr is None or not sys.stderr.isatty() or total < 1:
        yield lambda _: None
        return
    from rich.markup import escape
    from rich.progress import Progress

    with Progress(console=console(stderr=True), transient=True) as bar:
        task = bar.add_task(escape(shown(what)), total=total)
        yield lambda done: bar.update(task, completed=done)
