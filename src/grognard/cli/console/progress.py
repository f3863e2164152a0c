"""How far slow work has got, on the error stream of a terminal; nothing where nobody looks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from .terminal import console, shown


@contextmanager
def progress(what: str, *, rate: bool = False) -> Iterator[Callable[[int, int], None]]:
    """A bar that is gone when the work is done; it is told how many of how many are. `rate` shows how many a second."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda done, of: None
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    parts = TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
    counts = (TextColumn("{task.fields[counted]}", markup=False),) if rate else ()
    begun: list[tuple[float, int]] = []

    def counted(done: int, of: int) -> str:
        """Since the first word of it: what was done before is no work of this run."""
        if not begun:
            begun.append((monotonic(), done))
        since = monotonic() - begun[0][0]
        speed = f", {(done - begun[0][1]) / since:.2g} a second" if since > 1 and done > begun[0][1] else ""
        return f"{done} of {of}{speed}, left"

    with Progress(*parts[:3], *counts, parts[3], console=console(stderr=True), transient=True) as bar:
        task = bar.add_task(shown(what), total=None, counted="")
        yield lambda done, of: bar.update(task, completed=done, total=of, counted=counted(done, of) if rate else "")
