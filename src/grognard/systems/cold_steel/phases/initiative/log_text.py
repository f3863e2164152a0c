"""What happens in the initiative phase, in sentences. All but the last two kinds reach only those who command."""

from __future__ import annotations

from grognard.battle.events import Event

from ...table.battlefield import Battlefield
from ...table.log_text import Tell, named
from .chits import WORDS


def _automatic_order(b: Battlefield, event: Event) -> str:
    unit, words = named(b, event), WORDS[event.values["order"]]
    target = event.units.get("target", "")
    protects = event.values["order"] == "protect"  # a name in brackets after the ward would be taken for the ward's
    whom = "" if not target else f" against {b.name(target)}" if protects else f" ({b.name(target)})"
    return f"{unit}: the officers take it on themselves to {words}{whom}"


def _initiative_check(b: Battlefield, event: Event) -> str:
    unit, words = named(b, event), WORDS[event.values["automatic"]]
    match event.values["result"]:
        case "succeeded":
            wanted = event.values["wanted"]
            kept = f"it will {WORDS[wanted]} instead" if wanted in WORDS else "your order stands"
            return f"{unit} obeys and will not {words}: {kept}"
        case "confusion":
            return f"{unit}: orders and counter-orders; it will {words}, in confusion"
        case _:
            return f"{unit} will not be talked out of it: it will {words}"


def _told_to_stand(b: Battlefield, event: Event) -> str:
    unit = named(b, event)
    return f"{unit} obeys: up!" if event.values["up"] else f"{unit} is told to stand up, and stays down"


def _division_shaken(_b: Battlefield, event: Event) -> str:
    division = event.values["division"].split(": ", 1)[-1]
    return f"{division} has lost {event.values['percent']}% of its units: will the others stay?"


def _effectiveness(b: Battlefield, event: Event) -> str:
    unit = named(b, event)
    return f"{unit} stands fast" if event.values["stands"] else f"{unit} has had enough"


def _retires(b: Battlefield, event: Event) -> str:
    unit = named(b, event)
    return f"{unit} retires out of musket shot" if event.values["moves"] else f"{unit} will not advance this turn"


TELLS: dict[str, Tell] = {
    "automatic_order": _automatic_order,
    "initiative_check": _initiative_check,
    "told_to_stand": _told_to_stand,
    "division_shaken": _division_shaken,
    "effectiveness": _effectiveness,
    "retires": _retires,
    "stood_up": "{unit} rises from the ground",
    "turned_over": "{unit}: {chits}",
}
