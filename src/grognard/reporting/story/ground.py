"""Ground that changed hands, as the scenario's conditions see it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..record import Record

LONGEST = 60
"""Letters; a condition that takes more to say is left to the table of points."""


def changes(record: Record, turn: int) -> Iterable[tuple[str, str, str]]:
    """`took` or `lost`, the side and the place, for what a turn changed."""
    before, after = record.states[turn - 1].held, record.states[turn].held
    for (side, text), held in after.items():
        place = place_of(text)
        if held != before.get((side, text), held) and len(place) <= LONGEST:
            yield ("took" if held else "lost"), side, place


def place_of(text: str) -> str:
    """`Gemioncourt` of `Gemioncourt is held at the end`, `the farm` of `the farm is French at the end`;
    a part of a wood by its quarter, not by figures."""
    short = re.split(r" (?:is|are) (?:held|[A-Z]\w+)| held at| holds ", text)
    name = (short[1] if " holds " in text and len(short) > 1 else short[0]).removesuffix(" at the end")
    part = re.fullmatch(r"(.+) (north|south|east|west) of [xy] = \d+", name)
    return f"the {part[2]}ern part of {part[1]}" if part else name
