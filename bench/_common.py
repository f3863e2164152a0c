"""What the benchmarks share: best-of timing, and a table of ratios."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import process_time
from timeit import Timer


def microseconds(work: Callable[[], object], repeat: int = 15) -> float:
    """The best of several timings, in microseconds a call: the machine's noise only ever adds."""
    # the processor's clock and not the wall's: what else the machine does meanwhile is nobody's fault
    timer = Timer(work, timer=process_time)
    number, _ = timer.autorange()
    number = max(1, number // 5)
    return min(timer.repeat(repeat, number)) / number * 1e6


def verdict(passed: bool) -> int:
    """The last line and the exit code."""
    print("all bars met" if passed else "a bar was missed")
    return 0 if passed else 1


def exit_with(code: int) -> None:
    """Leave with an exit code, so that a missed bar is seen."""
    sys.exit(code)
