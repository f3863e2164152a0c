"""Works, fires and boats in sentences."""

from __future__ import annotations

from grognard.battle.events import Event

from ..table.battlefield import Battlefield
from ..table.log_text import Tell, many, named


def _worked(done: str, nothing: str) -> Tell:
    """What a turn's work came to, so many paces of it, or that it came to nothing."""

    def tell(b: Battlefield, event: Event) -> str:
        v = event.values
        what = done.format(**{**v, "paces": many(v["paces"], "pace")}) if v["paces"] else nothing
        return f"{named(b, event)} {what}"

    return tell


def _torched(b: Battlefield, event: Event) -> str:
    end = "" if event.values["burns"] else ", in vain"
    return f"{named(b, event)} lays fire to {event.values['place']}{end}"


def _fought(b: Battlefield, event: Event) -> str:
    end = "and puts it out" if event.values["out"] else "in vain"
    return f"{named(b, event)} fights the fire at {event.values['place']} {end}"


def _leaps(b: Battlefield, event: Event) -> str:
    v = event.values
    return f"The fire leaps from {v['place']} to {v['to']}" if v["burns"] else ""


TELLS: dict[str, Tell] = {
    "work_stopped": "{unit} breaks off its work",
    "work_goes_on": "{unit} is at work, {turns} of {of} turns",
    "works_built": _worked("raises {paces} of {place} by a level", "gets nothing done"),
    "works_destroyed": _worked("pulls down {paces} of {place}", "pulls nothing down"),
    "obstacle_made": _worked("makes {paces} of obstacle before its front", "does not get an obstacle made"),
    "obstacle_cleared": _worked("clears {paces} of obstacle", "does not get the obstacle cleared"),
    "torched": _torched,
    "alight": "{place} is on fire",
    "fire_fought": _fought,
    "burned": "The fire eats into {place}; it gives less cover",
    "burned_down": "{place} has burned down",
    "burned_out": "The fire at {place} has burned itself out",
    "fire_leaps": _leaps,
    "embarked": "{unit} goes aboard {boat}",
    "disembarked": "{unit} lands and forms {formation}",
    "no_landing": "{unit} finds no free dry ground to land on",
    "boat_moved": "{unit} has {boat} rowed {course}, {paces} paces",
    "boat_drifted": "{boat} drifts {paces} paces downstream as it lands",
}
