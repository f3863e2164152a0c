"""Cards on a seat's table: its own as frames round their troops, those of others as far as they are known."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from grognard.battle import pictures as pic
from grognard.battle.kinds import many
from grognard.ground.units import SUB, Point

from ..events.words import card_name
from ..table.state import Card
from .view import Briefing, SeenCard, View

SIZE, COUNTER = (220, 170), (80, 80)
"""Paces that a card and a counter cover as they are drawn."""
UNDER = 110
"""Paces from a card within which troops in sight are those that it stands for."""
MOST_LETTERS = 26


def cards(view: View, briefing: Briefing) -> Iterable[pic.CardPicture]:
    """All of them."""
    for own in view.cards.values():
        yield _own(view, briefing, own)
    for seen in view.cards_seen.values():
        yield _seen(view, seen)


def _own(view: View, briefing: Briefing, card: Card) -> pic.CardPicture:
    units = [unit.id for unit in view.units.values() if unit.card == card.id and unit.where == "table"]
    label = _label(card)
    wide, deep = COUNTER if card.counter else SIZE
    arms = [briefing.roster[unit].rated.arm for unit in units if unit in briefing.roster]
    # the arm on its face comes first: it is what the card is known by
    counted = tuple(pic.Sign(arm=arm, count=arms.count(arm)) for arm in dict.fromkeys((card.arm, *arms)) if arm in arms)
    return pic.CardPicture(
        id=card.label or card.id,
        key=card.id,
        name=_name(card),
        words=f"{label}, card with {many(len(units), 'unit')}",
        side=card.side,
        own=True,
        x=card.position[0] / SUB,
        y=card.position[1] / SUB,
        heading=card.heading,
        wide=wide,
        deep=deep,
        face="frame",
        signs=counted or (pic.Sign(arm=card.arm),),
        label=label,
        tone="bad" if card.crowded else "ink",
        units=tuple(units),
        hollow=card.dummy,
        to=(card.to[0] / SUB, card.to[1] / SUB) if card.to else None,
    )


def _name(card: Card) -> str:
    """Dummies are told apart by their number."""
    return f"dummy {card.id.rpartition('-')[2]}, {card.arm}" if card.dummy else card.name


def _label(card: Card) -> str:
    """A word or two on the state of an own card."""
    parts = [
        f"dummy, {card.arm}" if card.dummy else _brief(card.name),
        "crowded" if card.crowded else "",
        many(card.hits, "hit") if card.hits else "",
        "uncovered" if card.uncovered else "",
    ]
    return " · ".join(filter(None, parts))


def _brief(name: str) -> str:
    """A formation's name without what it belongs to, cut where it would cover the map."""
    plain = name.partition(" (")[0] if name.endswith(")") else name
    return plain if len(plain) <= MOST_LETTERS else f"{plain[: MOST_LETTERS - 1].rstrip()}…"


def _seen(view: View, card: SeenCard) -> pic.CardPicture:
    name = card_name(card.id, (card.side,))
    signs = _signs(card)
    wide, deep = COUNTER if card.counter else SIZE
    # troops already seen need no sign, and a sign would stand in their way
    face: pic.Face = "frame" if _in_sight(view, card.side, card.position) else "signs" if signs else "back"
    return pic.CardPicture(
        id=card.id,
        name=name,
        words=f"{name}, {_told(signs) if signs else 'face down'}",
        side=card.side,
        own=False,
        x=card.position[0] / SUB,
        y=card.position[1] / SUB,
        heading=card.heading,
        wide=wide,
        deep=deep,
        face=face,
        signs=signs,
    )


def _signs(card: SeenCard) -> tuple[pic.Sign, ...]:
    """Number and arm of its units, or the arm alone; nothing while it is covered."""
    # face down is face down: not even the arm is read off it
    if not card.uncovered:
        return ()
    counted = (("infantry", card.infantry), ("cavalry", card.cavalry), ("artillery", card.batteries))
    known = tuple(pic.Sign(arm=arm, count=count) for arm, count in counted if count)
    return known or ((pic.Sign(arm=card.arm),) if card.arm else ())


def _told(signs: Iterable[pic.Sign]) -> str:
    return ", ".join(_counted(sign) for sign in signs)


def _counted(sign: pic.Sign) -> str:
    if not sign.count:
        return sign.arm
    return many(sign.count, "battery", "batteries") if sign.arm == "artillery" else f"{sign.count} {sign.arm}"


def _in_sight(view: View, side: str, at: Point) -> bool:
    """Whether the troops that another's card stands for are seen already: then there is nothing left to hide."""
    return any(
        seen.side == side and hypot(seen.position[0] - at[0], seen.position[1] - at[1]) < UNDER * SUB
        for seen in view.seen.values()
    )
