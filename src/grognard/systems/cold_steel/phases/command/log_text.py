"""The command phase in sentences."""

from __future__ import annotations

from grognard.battle.events import Event
from grognard.ground.squares import square_of
from grognard.ground.units import SUB

from ...orders import riders
from ...table.battlefield import Battlefield
from ...table.log_text import UNSEEN, Tell


def _name(b: Battlefield, event: Event, role: str) -> str:
    who = event.units.get(role, "")
    return b.name(who) if who else UNSEEN


def _points(b: Battlefield, event: Event) -> str:
    points, reason = event.values["points"], event.values["reason"]
    told = f"{_name(b, event, 'leader')} has {_counted(points, 'command point')}"
    return f"{told}: {reason}" if reason else told


def place_words(b: Battlefield, x: int, y: int) -> str:
    """A place by its name and its square on the map; nothing for a mission without one."""
    if (x, y) == (0, 0):
        return ""
    named = next((area.name for area in b.ground.areas_at((x * SUB, y * SUB)) if area.name), "")
    square = square_of(x, y, b.scenario.header.table_paces[1])
    return f", {named} ({square})" if named else f", square {square}"


def _ordered(b: Battlefield, event: Event) -> str:
    values = event.values
    left = f"; it leaves its mission ({values['left'].replace('_', ' ')})" if "left" in values else ""
    return f"{_name(b, event, 'leader')} orders {_name(b, event, 'unit')} {values['how']}: {values['chits']}{left}"


def _mission(b: Battlefield, event: Event) -> str:
    values = event.values
    others = values["number"] - 1
    more = _name(b, event, "unit_2") if others == 1 and "unit_2" in event.units else _counted(others, "other")
    whom = _name(b, event, "unit") + (f" and {more}" if others else "")
    x, y = values["objective"]
    kind = values["kind"].replace("_", " ")
    return f"{_name(b, event, 'leader')} gives {whom} a mission {values['how']}: {kind}{place_words(b, x, y)}"


def _regiment(b: Battlefield, event: Event) -> str:
    values = event.values
    when = f", in {_counted(values['turns'], 'turn')}" if values["turns"] else ""
    body, number = values["regiment"].rpartition(" / ")[2], _counted(values["number"], "unit")
    return f"{_name(b, event, 'leader')} has the colonel of {body} tell {number}: {values['command']}{when}"


def _marks(b: Battlefield, event: Event) -> str:
    number = event.values["number"]
    return f"{_counted(number, 'unit')} left to {'its mission' if number == 1 else 'their missions'}"


def _revealed(b: Battlefield, event: Event) -> str:
    return f"{_name(b, event, 'unit')}: {event.values['chits']}" if event.values["chits"] else ""


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _part(b: Battlefield, event: Event) -> str:
    turned = event.values["degrees"]
    how = f" {'up' if turned > 0 else 'back'} {abs(turned)} degrees" if turned else " forward"
    return f"{_name(b, event, 'leader')} has the {event.values['flank']} of {_name(b, event, 'unit')} brought{how}"


TELLS: dict[str, Tell] = {
    "part_ordered": _part,
    **riders.TELLS,
    "points": _points,
    "no_commander": "nobody commands in the place of {leader}",
    "ordered": _ordered,
    "marked": "{unit}, under its mission: {chits}",
    "mission_marks": _marks,
    "mission": _mission,
    "rode": "{leader} rides {paces} paces",
    "attached": "{leader} joins {unit}",
    "detached": "{leader} leaves {unit}",
    "aide_sent": "{leader} sends an aide to {unit}, {paces} paces away: {command}",
    "regiment_told": _regiment,
    "message_sent": "{leader} writes to {to}: {text}",
    "revealed": _revealed,
    "lay_down": "{unit} lies down",
    "announced": "{side} announces a mission: {kind}",
}
