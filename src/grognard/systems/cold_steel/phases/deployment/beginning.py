"""The end of the set-up: cards get their numbers, and give way to figures where the enemy is near already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.kernel.checks import Result, implements
from grognard.kernel.dice import D10

from ...effects import fog
from ...events.hidden import CardsLaid, LotDrawn
from ...hidden import seeing, turning, watching
from ...hidden.prepare import middle_of, new_card
from ...table.battlefield import Battlefield
from ...table.state import Card

LOT = "number of a card"


@implements("CS-1.6a")
def lay_cards(b: Battlefield, sides: Sequence[str]) -> None:
    """The cards of these sides are laid on the table, face down, and numbered from west to east, so that no number
    tells what is on a card."""
    # empty cards first, or their numbers would give away that somebody was moved
    watching.put_away(b)
    for side in sides:
        _scattered(b, side)
        cards = [card for card in b.world.cards.values() if card.side == side]
        ranked = sorted(cards, key=lambda card: (card.position, _lot(b, card, cards)))
        sets = [
            Set("cards", card.id, {"label": watching.label_of(side, number + 1)}) for number, card in enumerate(ranked)
        ]
        if sets:
            b.emit(
                CardsLaid(side=side, number=len(sets)),
                rules=("CS-1.6a",),
                sets=[*sets, Set("", "", {"laid": {**b.world.laid, side: len(sets)}})],
            )


def _scattered(b: Battlefield, side: str) -> None:
    """Units set up far from their group have a card of their own."""
    for card in [card for card in b.world.cards.values() if card.side == side]:
        for number, group in enumerate(watching.strays(b, card)):
            made = new_card(b, f"{card.id}-{number + 1}", card.seat, group)
            fields = {name: getattr(made, name) for name in made.__struct_fields__}
            sets = [Set("cards", made.id, fields), *(b.change(unit, card=made.id) for unit in group.units)]
            b.emit(Noted(), rules=("CS-1.6.5a",), sets=sets, to=())
        if not card.dummy:
            at = middle_of(b, [unit.id for unit in seeing.units_of(b, card.id)])
            fields = {"position": at, "crowded": turning.crowded(b, card)}  # others of the side have moved meanwhile
            b.emit(Noted(), rules=("CS-1.6a", "CS-1.6.5a"), sets=[Set("cards", card.id, fields)], to=())


def _lot(b: Battlefield, card: Card, cards: Sequence[Card]) -> tuple[int, ...]:
    """Cards on the very same spot draw lots, in secret."""
    if sum(each.position == card.position for each in cards) < 2:
        return ()
    dice = b.secret_dice(card.seat).throw(4 * D10, LOT)
    drawn: Result[Any] = Result(LOT, "CS-1.6a", dice, None, (), None, None)
    b.privately(LotDrawn(), card.seat, rules=("CS-1.6a",), roll=drawn)
    return dice


@implements("CS-1.6.3a", "CS-1.6.3c")
def open_battle(b: Battlefield) -> None:
    """All is on the table: who is near enough to the enemy goes down as figures, others are uncovered, and dummies
    that would be found out are taken away."""
    _weather(b)
    for card in list(b.world.cards.values()):
        # a card may have gone with another that turned to figures
        if card.id not in b.world.cards:
            continue
        reading = seeing.read(b, card, at_start=True)
        # a dummy that would be made out is taken away before anybody has looked at it
        if card.dummy and reading.learns:
            watching.take_away(b, card)
        elif reading.figures or seeing.at_once(b, reading):
            turning.to_figures(b, card)
        else:
            _stay_hidden(b, card, reading)
    if b.world.on_cards:
        watching.recognise(b)


def _stay_hidden(b: Battlefield, card: Card, reading: seeing.Reading) -> None:
    if reading.learns:
        watching.uncover(b, card)
    counter = seeing.in_hiding(b, card.position)
    # by the option, those near enough stay cards until the first orders are written (CS-1.6.3c)
    due = b.world.turn if seeing.read(b, card).figures else 0
    if due or counter:
        b.emit(Noted(), rules=("CS-1.6.3c",), sets=[Set("cards", card.id, {"due": due, "counter": counter})], to=())


def _weather(b: Battlefield) -> None:
    """In fog, rain or snow those are placed who have the enemy near where they stand now (CS-B.8b)."""
    if not fog.hides(b):
        return
    within = b.rules.tables.number("CS-B.8b", "within")
    near = {unit.id: b.survey.nearest_enemy(unit.id)[1] <= within for unit in b.on_table()}
    sets = [b.change(unit, placed=so) for unit, so in near.items() if b.unit(unit).placed != so]
    if sets:
        b.emit(Noted(), rules=("CS-B.8b",), sets=sets, to=())
