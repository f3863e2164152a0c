"""What happens to cards, in sentences; and what one calls troops whom one cannot name."""

from __future__ import annotations

from grognard.battle.events import Event

from ..battlefield import Battlefield
from ..telling import Tell, many, named


def card_name(label: str) -> str:
    """`prussians-card-3` as people say it."""
    side, _, number = label.rpartition("-card-")
    return f"card {number} of the {side.replace('-', ' ')}"


def _card(event: Event) -> str:
    return card_name(str(event.values["card"]))


def troops(infantry: int, cavalry: int, batteries: int) -> str:
    """Numbers and arms in words."""
    parts = [
        many(infantry, "battalion") if infantry else "",
        many(cavalry, "regiment of horse", "regiments of horse") if cavalry else "",
        many(batteries, "battery", "batteries") if batteries else "",
    ]
    return ", ".join(filter(None, parts)) or "no troops"


def _uncovered(_b: Battlefield, event: Event) -> str:
    v = event.values
    return f"{_card(event)[:1].upper()}{_card(event)[1:]}: {troops(v['infantry'], v['cavalry'], v['batteries'])}"


def _figures(_b: Battlefield, event: Event) -> str:
    return f"Figures replace {_card(event)}: {many(event.values['number'], 'unit')}"


def _nothing(_b: Battlefield, event: Event) -> str:
    return f"There was nothing behind {_card(event)}"


def _laid(_b: Battlefield, event: Event) -> str:
    old = event.values["from"]
    return f"{_card(event).capitalize()} is laid down" + (f", from {card_name(old)}" if old else "")


def _gone(_b: Battlefield, event: Event) -> str:
    return f"{_card(event).capitalize()} is taken away"


def _shelled(b: Battlefield, event: Event) -> str:
    v = event.values
    pieces = many(v["pieces"], str(v["piece"]))
    hits = "no hit" if not v["hits"] else many(v["hits"], "hit")
    return f"{named(b, event)} fires {pieces} at {_card(event)} at {v['paces']} paces: {hits}"


def _hits(_b: Battlefield, event: Event) -> str:
    v = event.values
    return f"Of the hits on {_card(event)} {v['hits']} fall on its {v['wave']} line" if v["hits"] else ""


def _dummies(_b: Battlefield, event: Event) -> str:
    return f"You may use {many(event.values['most'], 'dummy card')}" if event.values["most"] else "No dummy cards today"


def _sent(_b: Battlefield, event: Event) -> str:
    x, y = event.values["to"]
    return f"The dummy {_card(event)} sets out for {x} {y}"


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
