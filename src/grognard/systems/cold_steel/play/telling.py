"""Events in sentences. Each phase keeps the words for its own events in a dictionary `TELLS`, by kind: a template with
the roles and values of the event, or a function of the battlefield and the event."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from grognard.battle.events import Event

from .battlefield import Battlefield

Tell = str | Callable[[Battlefield, Event], str]

UNSEEN = "an unseen unit"

TELLS: dict[str, Tell] = {
    "turn": "Turn {turn}",
    "phase": "",
    "noted": "",
    "losses": "{unit} loses {figures} ({cause}), {left} left",
    "disorder": "{unit} takes {markers} disorder ({cause}), {total} in all",
    "recovered": "{unit} sheds {markers} disorder, {total} left",
    "morale": "{unit} is {status} ({cause}; was {before})",
    "gone": "{unit} is gone: {how}",
    "moved": "{unit}: {how}, {paces} paces",
    "over": "{reason}",
}


def tell(b: Battlefield, event: Event, tells: Mapping[str, Tell]) -> str:
    """The event in a sentence; nothing for one that is not worth a line."""
    template = tells.get(event.kind)
    if template is None:
        return f"{event.kind}: " + ", ".join(f"{name} {value}" for name, value in event.values.items())
    if callable(template):
        return template(b, event)
    if not template:
        return ""
    names = {role: b.name(who) if who else UNSEEN for role, who in event.units.items()}
    words = {name: _said(value) for name, value in {**event.secret, **event.values}.items()}
    return template.format_map({"turn": event.turn, **words, **names})


def _said(value: object) -> object:
    return value.replace("_", " ") if isinstance(value, str) else value
