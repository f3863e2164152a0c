"""What happens in the rally phase, in sentences."""

from __future__ import annotations

from grognard.battle.events import Event

from ...battlefield import Battlefield
from ...telling import Tell, many, named


def _chased(b: Battlefield, event: Event) -> str:
    hunter, quarry, taken = named(b, event), named(b, event, "quarry"), event.values["prisoners"]
    return (
        f"{hunter} chases {quarry}"
        if not taken
        else f"{hunter} chases {quarry} and takes {many(taken, 'figure')} prisoner"
    )


def _scattered(b: Battlefield, event: Event) -> str:
    cause = f" ({event.values['cause']})" if event.values["cause"] else ""
    return f"{named(b, event)} melts away toward its own lines{cause}"


TELLS: dict[str, Tell] = {
    "chased": _chased,
    "scattered": _scattered,
}
