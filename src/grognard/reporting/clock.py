"""What o'clock it was: only where a system's turns are as long as the scenario says."""

from __future__ import annotations

import re

from .lexicon import Lexicon
from .record import Record


def at_end(record: Record, words: Lexicon, turn: int) -> str:
    """`2.28 p.m.` at the end of a turn; nothing where nobody knows."""
    start = re.fullmatch(r"(\d{1,2}):(\d\d)", record.scenario.header.start)
    if not words.clock or start is None:
        return ""
    minutes = int(start[1]) * 60 + int(start[2]) + turn * record.scenario.header.minutes_per_turn
    hour, minute = divmod(minutes % (24 * 60), 60)
    return f"{(hour - 1) % 12 + 1}.{minute:02d} {'a.m.' if hour < 12 else 'p.m.'}"


def span(record: Record, words: Lexicon, first: int, last: int) -> str:
    """`Turns 5 to 17 · 2.28 p.m. to 3.59 p.m.`"""
    turns = f"Turn {first}" if first == last else f"Turns {first} to {last}"
    start, end = at_end(record, words, first - 1), at_end(record, words, last)
    return f"{turns} · {start} to {end}" if start else turns
