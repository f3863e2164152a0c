"""What happens in the rally phase, in sentences."""

from __future__ import annotations

from grognard.battle.events import Event

from ...orders import standing
from ...table.battlefield import Battlefield
from ...table.log_text import Tell, many, named


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


def _by_instruction(b: Battlefield, event: Event) -> str:
    tries, stays = ([b.name(unit) for unit in event.values[which]] for which in ("tries", "stays"))
    told = [f"{_and(tries)} {'tries' if len(tries) == 1 else 'try'} to rally"] if tries else []
    if stays:
        told.append(f"{_and(stays)} {'does' if len(stays) == 1 else 'do'} not{'' if tries else ' try to rally'}")
    return f"By standing instruction {', '.join(told)}"


def _and(names: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


TELLS: dict[str, Tell] = {
    **standing.TELLS,
    "by_instruction": _by_instruction,
    "chased": _chased,
    "scattered": _scattered,
}
