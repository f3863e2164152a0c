"""What happens beyond the table in sentences."""

from __future__ import annotations

from grognard.battle.events import Event

from ..table.battlefield import Battlefield
from ..table.log_text import Tell, many, named

_TASKS = {"movement": "march to", "defence": "defend", "screen": "screen"}


def _whom(b: Battlefield, event: Event) -> str:
    """The first unit of a force, and how many besides."""
    others = event.values.get("number", 1) - 1
    return named(b, event) + (f" and {many(others, 'other')}" if others else "")


def _assigned(b: Battlefield, event: Event) -> str:
    v = event.values
    words = f"{_whom(b, event)} {'is' if v['number'] == 1 else 'are'} to {_TASKS[v['task']]} the {v['edge']} edge"
    if v["task"] != "movement":
        return f"{words}, from turn {max(1, v['due'])}"
    return f"{words}, {v['place']} paces along it, and would be there by turn {v['perfect']}"


def _figures(event: Event) -> str:
    foot, horse = event.values["infantry"], event.values["cavalry"]
    if not foot and not horse:
        return "nobody"
    return " and ".join(f"{many(n, 'figure')} of {arm}" for n, arm in ((foot, "foot"), (horse, "horse")) if n)


def _read(b: Battlefield, event: Event) -> str:
    return f"{named(b, event)} reaches the {event.values['edge']} edge; of the enemy it finds {_figures(event)} there"


def _shown(b: Battlefield, event: Event) -> str:
    return f"An enemy column comes up beyond the {event.values['edge']} edge: {_figures(event)}"


def _not_today(b: Battlefield, event: Event) -> str:
    return f"{_whom(b, event)} will not come by the {event.values['edge']} edge today: {event.values['why']}"


def _test(b: Battlefield, event: Event) -> str:
    if event.values["lost"]:
        return f"{named(b, event)} has lost its way to the {event.values['edge']} edge"
    due, edge = event.values["due"], event.values["edge"]
    when = "now" if due <= event.turn else f"on turn {due}"
    return f"{named(b, event)} will come on by the {edge} edge {when}"


TELLS: dict[str, Tell] = {
    "off_board": _assigned,
    "beyond_reach": "{unit} is beyond the {edge} edge and waits for orders",
    "card_read": _read,
    "card_shown": _shown,
    "not_today": _not_today,
    "off_board_battle": "{unit} must fight its way through beyond the {edge} edge, from turn {turn} on",
    "off_board_round": "{unit} fights beyond the table: {result}",
    "arrival_test": _test,
    "lost_again": "{unit} does not find its way to the {edge} edge at all",
    "astray": "{unit} will find its way to the table on turn {due}, but where, nobody knows",
    "strayed": "{unit} comes out {paces} paces to the {side} of where it wanted to, at the {edge} edge",
}
