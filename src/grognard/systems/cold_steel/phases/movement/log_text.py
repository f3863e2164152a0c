"""The movement phase in sentences: a line for a unit's whole march, not one for every quarter of it."""

from __future__ import annotations

from grognard.battle.events import Event

from ...table.battlefield import Battlefield
from ...table.forms import in_words
from ...table.log_text import UNSEEN, Tell, many

_BEGINS = {
    "limbered": "begins to limber up", "unlimbered": "begins to unlimber", "unlimbered_open": "begins to unlimber",
    "open_order": "begins to open its ranks", "extended_order": "begins to open its ranks",
    "open_square": "begins to form square", "closed_square": "closes up into square",
    "skirmish_squares": "runs together into little squares", "march_column": "begins to form for the road",
}  # fmt: skip
_DONE = {
    "limbered": "has limbered up", "unlimbered": "has unlimbered", "unlimbered_open": "has unlimbered",
    "open_order": "is in open order", "extended_order": "is in extended order", "open_square": "stands in square",
    "closed_square": "stands in closed square", "skirmish_squares": "stands in little squares",
    "march_column": "is in road column", "garrison": "holds the buildings",
}  # fmt: skip
_ON_FOOT = {"march": "", "quick": " at the quick", "double": " at the double"}
_MOUNTED = {"march": " at a walk", "quick": " at a trot", "double": " at the canter"}


def _who(b: Battlefield, event: Event, role: str = "unit") -> str:
    return b.name(event.units[role]) if event.units.get(role) else UNSEEN


def _plain(word: object) -> str:
    return str(word).replace("_", " ")


def _moved(b: Battlefield, event: Event) -> str:
    """Only moves outside the movement phase: those within it are told when they are over."""
    if "quarter" in event.values:
        return ""
    return f"{_who(b, event)} {_plain(event.values['how'])}, {many(event.values['paces'], 'pace')}"


def _marched(b: Battlefield, event: Event) -> str:
    values = event.values
    degrees, paces = values.get("degrees", 0), values["paces"]
    gaits = _MOUNTED if values.get("mounted") else _ON_FOOT
    words = f"{_who(b, event)} {_plain(values['how'])}"
    if degrees:
        words += f" {abs(degrees)} degrees to the {'right' if degrees > 0 else 'left'}"
    if paces > 1 or (paces and not degrees):
        words += f"{' and goes on' if degrees else ''} {many(paces, 'pace')}{gaits[values['gait']]}"
    return words


def _forms(b: Battlefield, event: Event) -> str:
    to = str(event.values["formation"])
    return f"{_who(b, event)} {_BEGINS.get(to, f'begins to form {in_words(to)}')}"


def _formed(b: Battlefield, event: Event) -> str:
    to = str(event.values["formation"])
    return f"{_who(b, event)} {_DONE.get(to, f'stands in {in_words(to)}')}"


TELLS: dict[str, Tell] = {
    "moved": _moved,
    "marched": _marched,
    "forms": _forms,
    "formed": _formed,
    "no_room": "{unit} is too near the enemy to form {formation}",
    "faced": "",
    "ran_through": "{unit} and {friend} run into each other",
    "shifted": "{unit} shifts clear of {friend}",
    "closed": "{unit} closes with {enemy}",
    "caught": "{by} catches {unit} while it changes formation",
    "arrived": "{unit} comes onto the table from the {edge}",
    "gun_wrecked": "a gun of {unit} is wrecked at the double",
}
