"""Events in sentences. Each phase keeps the words for its own events in a dictionary `TELLS`, by kind: a template with
the roles and values of the event, or a function of the battlefield and the event."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grognard.battle.events import Event

from .agreeing import agreeing, is_plural
from .battlefield import Battlefield

Tell = str | Callable[[Battlefield, Event], str]

UNSEEN = "an unseen unit"

_STATUS = {
    "resolute": "is resolute again",
    "determined": "steadies: determined",
    "wavering": "wavers",
    "broken": "breaks and falls back",
    "routed": "routs",
    "dispersed": "melts away",
}
_HOLDS = {
    "resolute": "stays resolute",
    "determined": "stands firm",
    "wavering": "goes on wavering",
    "broken": "stays broken",
    "routed": "runs on",
}
_WORSE = ("resolute", "determined", "wavering", "broken", "routed", "dispersed")
_GONE = {
    "destroyed": "is destroyed to the last man",
    "dispersed": "disperses; its men are scattered over the fields",
    "captured": "lays down its arms",
    "overrun": "is overrun",
    "left the table": "leaves the field",
    "ran off the table": "runs off the field and is seen no more",
    "marched off the table": "marches off the field",
    "broke beyond the table": "breaks beyond the table and is out of the battle",
    "spiked its guns": "spikes its guns and abandons them",
}


def named(b: Battlefield, event: Event, role: str = "unit") -> str:
    """Who had that part in it, as far as the reader could make him out."""
    return _called(b, event.units.get(role, ""), event.turn)


def _called(b: Battlefield, who: str, turn: int) -> str:
    """His name on that turn: a leader who fell since is not called by his successor's."""
    leader = b.world.leaders.get(who)
    if leader is not None and turn < leader.since:
        return b.roster.leaders[who].name
    return b.name(who) if who else UNSEEN


def many(number: int, one: str, several: str = "") -> str:
    """`1 figure`, `2 figures`."""
    return f"{number} {one if number == 1 else several or one + 's'}"


def tell(b: Battlefield, event: Event, tells: Mapping[str, Tell]) -> str:
    """The event in a sentence that begins with a capital; nothing for one that is not worth a line."""
    template = tells.get(event.kind)
    if template is None:
        told = ", ".join(f"{name} {value}" for name, value in event.values.items())
        words = f"{event.kind.replace('_', ' ')}: {told}"
    elif callable(template):
        words = template(b, event)
    else:
        words = _filled(b, event, template)
    for name in dict.fromkeys(named(b, event, role) for role, who in event.units.items() if who in b.world.units):
        words = agreeing(words, name) if is_plural(name) else words
    return words[:1].upper() + words[1:] if words.startswith(_SMALL) else words


_SMALL = (UNSEEN, "skirmishers of ", "the ", "nobody ", "its ", "all ")
"""Words of ours that may begin a sentence; names keep the letters they have."""


def _filled(b: Battlefield, event: Event, template: str) -> str:
    if not template:
        return ""
    names = {role: _called(b, who, event.turn) for role, who in event.units.items()}
    words = {name: _said(value) for name, value in {**event.secret, **event.values}.items()}
    return template.format_map({"turn": event.turn, **words, **names})


def _said(value: object) -> object:
    return value.replace("_", " ") if isinstance(value, str) else value


# -- what befalls units in every phase


def _losses(b: Battlefield, event: Event) -> str:
    figures, left, cause = event.values["figures"], event.values["left"], _said(event.values["cause"])
    who = event.units.get("unit", "")
    guns = bool(who) and who in b.world.units and b.entry(who).rated.arm == "artillery"
    lost = many(figures, "piece" if guns else "figure")
    by = f", by {named(b, event, 'by')}" if "by" in event.units else ""
    if not left:
        return f"{named(b, event)} loses its last {lost} ({cause}{by})"
    return f"{named(b, event)} loses {lost} ({cause}{by}); {left} left"


def _disorder(b: Battlefield, event: Event) -> str:
    markers, total = event.values["markers"], event.values["total"]
    so_far = f", {total} in all" if total != markers else ""
    return f"{named(b, event)} falls into disorder: {markers}{so_far} ({_said(event.values['cause'])})"


def _recovered(b: Battlefield, event: Event) -> str:
    markers, total = event.values["markers"], event.values["total"]
    if not total:
        return f"{named(b, event)} dresses its ranks and is in good order again"
    return f"{named(b, event)} dresses its ranks: {markers} disorder less, {total} left"


def _morale(b: Battlefield, event: Event) -> str:
    now, before, cause = event.values["status"], event.values["before"], _said(event.values["cause"])
    better = before in _WORSE and now in _WORSE and _WORSE.index(now) < _WORSE.index(before)
    if now == before:
        verb = _HOLDS.get(now, f"is {now}")
    elif better and now in ("wavering", "broken"):
        verb = f"pulls itself together and is no worse than {now}"
    elif now == "determined" and not better:
        verb = "is shaken but determined"
    else:
        verb = _STATUS.get(now, f"is {now}")
    friends = [_called(b, each, event.turn) for each in event.secret.get("friends", ())]
    return f"{named(b, event)} {verb} ({cause}{': ' if friends else ''}{_listed(friends)})"


def _listed(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _gone(b: Battlefield, event: Event) -> str:
    how, edge = str(event.values["how"]), event.values.get("edge", "")
    by = f" by the {edge} edge" if edge else ""
    return f"{named(b, event)} {_GONE.get(how, f'is gone: {_said(how)}')}{by}"


def _guns_left(b: Battlefield, event: Event) -> str:
    return f"{named(b, event)} leaves {many(event.values['pieces'], 'battalion gun')} standing"


def _moved(b: Battlefield, event: Event) -> str:
    paces = event.values["paces"]
    return f"{named(b, event)} {_said(event.values['how'])}" + (f", {many(paces, 'pace')}" if paces else "")


TELLS: dict[str, Tell] = {
    "turn": "Turn {turn}",
    "phase": "",
    "noted": "",
    "losses": _losses,
    "disorder": _disorder,
    "recovered": _recovered,
    "morale": _morale,
    "gone": _gone,
    "guns_left": _guns_left,
    "moved": _moved,
    "spared": "",
    "lot_drawn": "",
    "gun_raced": "",
    "guns_struck": "",
    "rocket_range": "",
    "over": "{reason}",
}
