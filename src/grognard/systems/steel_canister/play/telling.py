"""Events in sentences. Each phase keeps the words for its own events in a dictionary `TELLS`, by kind: a template with
the roles and values of the event, or a function of the field and the event."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grognard.battle.events import Event

from .field import Field

Tell = str | Callable[[Field, Event], str]

UNSEEN = "an unseen unit"
_LEVELS = {"good_order": 0, "halted": 1, "disordered": 2, "fallback": 2, "retreat": 3, "rout": 4}
_WORSE = {
    "halted": "comes to a halt, shaken",
    "disordered": "falls into disorder",
    "fallback": "gives ground",
    "retreat": "turns its back and retreats",
    "rout": "breaks and routs",
}
_BETTER = {
    "good_order": "is in good order again",
    "halted": "steadies and stands",
    "disordered": "stops running, though in disorder",
    "retreat": "no longer routs, but goes on retreating",
}
_GONE = {
    "destroyed": "is destroyed to the last man",
    "dispersed": "melts away; its men are scattered over the fields",
    "captured": "is lost with its guns",
    "ran off the field": "runs off the field and is seen no more",
}
_BACK = {
    "fallback": "falls back",
    "retreat": "retreats",
    "rout": "runs",
    "evade": "slips away",
}


def named(b: Field, event: Event, role: str = "unit") -> str:
    """Who had that part in it, as far as the reader could make him out."""
    who = event.units.get(role, "")
    return b.name(who) if who else UNSEEN


def many(number: int, one: str, several: str = "") -> str:
    """`1 figure`, `2 figures`."""
    return f"{number} {one if number == 1 else several or one + 's'}"


def said(value: object) -> object:
    """A word of the rules as one reads it."""
    return value.replace("_", " ") if isinstance(value, str) else value


def tell(b: Field, event: Event, tells: Mapping[str, Tell]) -> str:
    """The event in a sentence that begins with a capital; nothing for one that is not worth a line."""
    template = tells.get(event.kind)
    if template is None:
        told = ", ".join(f"{name} {value}" for name, value in event.values.items())
        words = f"{event.kind.replace('_', ' ')}: {told}"
    elif callable(template):
        words = template(b, event)
    else:
        words = _filled(b, event, template)
    return words[:1].upper() + words[1:] if words.startswith(_SMALL) else words


_SMALL = (UNSEEN, "the ", "nobody ", "its ", "all ")
"""Words of ours that may begin a sentence; names keep the letters they have."""


def _filled(b: Field, event: Event, template: str) -> str:
    if not template:
        return ""
    names = {role: b.name(who) if who else UNSEEN for role, who in event.units.items()}
    words = {name: said(value) for name, value in {**event.secret, **event.values}.items()}
    return template.format_map({"turn": event.turn, **words, **names})


def particulars(event: Event) -> str:
    """What one notes beside the dice: spaces, action points before and after, which step of several."""
    noted = {**event.values, **event.secret}
    parts = []
    if "from" in noted:
        to = f" to {_space(noted['to'])}" if "to" in noted else f" at {_space(noted['at'])}" if "at" in noted else ""
        parts.append(f"space {_space(noted['from'])}{to}")
    if "failed" in noted:
        parts.append(f"step {noted['failed']} of {noted['of']}, which costs {noted['costs']} before dice, fails")
    elif noted.get("of", 1) > 1:
        parts.append(f"step {noted['step']} of {noted['of']}")
    if isinstance(noted.get("points"), (list, tuple)):  # victory has points of another kind, by side
        before, after = noted["points"]
        parts.append(f"action points {before} to {after}" + (f", for: {said(noted['for'])}" if "for" in noted else ""))
    return "; ".join(parts)


def _space(space: list[int]) -> str:
    return ",".join(map(str, space))


# -- what befalls units in every phase


def _losses(b: Field, event: Event) -> str:
    figures, left, cause = event.values["figures"], event.values["left"], said(event.values["cause"])
    by = f", by {named(b, event, 'by')}" if "by" in event.units else ""
    if not left:
        return f"{named(b, event)} loses its last {many(figures, 'figure')} ({cause}{by})"
    return f"{named(b, event)} loses {many(figures, 'figure')} ({cause}{by}); {left} left"


def _status(b: Field, event: Event) -> str:
    now, before, cause = event.values["status"], event.values["before"], said(event.values["cause"])
    better = _LEVELS[now] < _LEVELS[before]
    return f"{named(b, event)} {(_BETTER if better else _WORSE).get(now, f'is {said(now)}')} ({cause})"


def _gone(b: Field, event: Event) -> str:
    how, edge = str(event.values["how"]), event.values.get("edge", "")
    by = f" by the {edge} edge" if edge else ""
    return f"{named(b, event)} {_GONE.get(how, f'is gone: {said(how)}')}{by}"


def _went_back(b: Field, event: Event) -> str:
    spaces = event.values["spaces"]
    verb = _BACK.get(str(event.values["how"]), "goes back")
    if not spaces:
        return f"{named(b, event)} can go nowhere"
    return f"{named(b, event)} {verb} {many(spaces, 'space')}"


TELLS: dict[str, Tell] = {
    "turn": "Turn {turn}",
    "phase": "",
    "noted": "",
    "losses": _losses,
    "status": _status,
    "gone": _gone,
    "went_back": _went_back,
    "guns_taken": "{by} takes the guns of {unit}",
    "leader_exposed": "",
    "step_dice": "",
    "paid": "",
    "leader_lost": "{leader} falls from his horse at the head of {unit}",
    "leader_grazed": "A ball grazes {leader}, who rides with {unit}; he stays in the saddle",
    "leader_taken": "{leader} is ridden down and taken",
    "leader_rode_off": "{leader} spurs away before the enemy, to {unit}",
    "over": "{reason}",
}
