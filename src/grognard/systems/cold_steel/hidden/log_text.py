"""What happens to cards, in sentences; and what one calls troops whom one cannot name."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.battle.events import Event
from grognard.battle.posts import slug

from ..table.battlefield import Battlefield
from ..table.log_text import Tell, many, named


def card_name(label: str, sides: Iterable[str]) -> str:
    """`prussians-card-3` as people say it: by the name of whichever of these sides it is."""
    spelt, _, number = label.rpartition("-card-")
    return f"card {number} of the {next((side for side in sides if slug(side) == spelt), spelt)}"


def _card(b: Battlefield, event: Event, value: str = "card") -> str:
    return card_name(str(event.values[value]), b.roster.sides)


def _begins(words: str) -> str:
    """With a capital; names keep theirs."""
    return words[:1].upper() + words[1:]


def troops(infantry: int, cavalry: int, batteries: int) -> str:
    """Numbers and arms in words."""
    parts = [
        many(infantry, "battalion") if infantry else "",
        many(cavalry, "regiment of horse", "regiments of horse") if cavalry else "",
        many(batteries, "battery", "batteries") if batteries else "",
    ]
    return ", ".join(filter(None, parts)) or "no troops"


def _uncovered(b: Battlefield, event: Event) -> str:
    v = event.values
    return f"{_begins(_card(b, event))}: {troops(v['infantry'], v['cavalry'], v['batteries'])}"


def _figures(b: Battlefield, event: Event) -> str:
    return f"Figures replace {_card(b, event)}: {many(event.values['number'], 'unit')}"


def _nothing(b: Battlefield, event: Event) -> str:
    return f"There was nothing behind {_card(b, event)}"


def _laid(b: Battlefield, event: Event) -> str:
    old = event.values["from"]
    return f"{_begins(_card(b, event))} is laid down" + (f", from {_card(b, event, 'from')}" if old else "")


def _gone(b: Battlefield, event: Event) -> str:
    return f"{_begins(_card(b, event))} is taken away"


def _shelled(b: Battlefield, event: Event) -> str:
    v = event.values
    pieces = many(v["pieces"], str(v["piece"]))
    hits = "no hit" if not v["hits"] else many(v["hits"], "hit")
    return f"{named(b, event)} fires {pieces} at {_card(b, event)} at {v['paces']} paces: {hits}"


def _hits(b: Battlefield, event: Event) -> str:
    v = event.values
    return f"Of the hits on {_card(b, event)} {v['hits']} fall on its {v['wave']} line" if v["hits"] else ""


def _dummies(_b: Battlefield, event: Event) -> str:
    return f"You may use {many(event.values['most'], 'dummy card')}" if event.values["most"] else "No dummy cards today"


def _sent(b: Battlefield, event: Event) -> str:
    x, y = event.values["to"]
    return f"The dummy {_card(b, event)} sets out for {x} {y}"


TELLS: dict[str, Tell] = {
    "card_uncovered": _uncovered,
    "card_counted": _uncovered,
    "card_figures": _figures,
    "card_nothing": _nothing,
    "card_laid": _laid,
    "card_gone": _gone,
    "card_shelled": _shelled,
    "card_hits": _hits,
    "crowded": "{unit} stands on ground that others have as well: it must stop and reform",
    "dummies": _dummies,
    "dummy_sent": _sent,
}
