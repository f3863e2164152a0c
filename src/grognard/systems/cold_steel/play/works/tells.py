"""Works, fires and boats in sentences."""

from __future__ import annotations

from grognard.battle.events import Event

from ..battlefield import Battlefield
from ..telling import Tell, many, named


def _built(b: Battlefield, event: Event) -> str:
    paces = event.values["paces"]
    what = f"raises {many(paces, 'pace')} of {event.values['place']} by a level" if paces else "gets nothing done"
    return f"{named(b, event)} {what}"


def _destroyed(b: Battlefield, event: Event) -> str:
    paces = event.values["paces"]
    what = f"pulls down {many(paces, 'pace')} of {event.values['place']}" if paces else "pulls nothing down"
    return f"{named(b, event)} {what}"


def _made(b: Battlefield, event: Event) -> str:
    paces = event.values["paces"]
    what = f"makes {many(paces, 'pace')} of obstacle before its front" if paces else "does not get an obstacle made"
    return f"{named(b, event)} {what}"


def _cleared(b: Battlefield, event: Event) -> str:
    paces = event.values["paces"]
    what = f"clears {many(paces, 'pace')} of obstacle" if paces else "does not get the obstacle cleared"
    return f"{named(b, event)} {what}"


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
    "works_built": _built,
    "works_destroyed": _destroyed,
    "obstacle_made": _made,
    "obstacle_cleared": _cleared,
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
