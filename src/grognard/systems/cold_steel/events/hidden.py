"""What happens before the first turn, and to the cards under which troops are hidden."""

from __future__ import annotations

from typing import ClassVar

from msgspec import UNSET

from grognard.battle.kinds import Kind, Maybe, Noted, Telling, Who, many

from ..terms import Arm
from .words import card_name, hits_in_words


def _card(at: Telling, label: str) -> str:
    return card_name(label, at.b.roster.sides)


def _begins(words: str) -> str:
    """With a capital; names keep theirs."""
    return words[:1].upper() + words[1:]


# -- deployment


class CouncilSits(Kind):
    """The commanders of a side may talk before the battle."""

    kind: ClassVar = "council_sits"
    text: ClassVar = "A council of war: {minutes} minutes at most"
    minutes: int


class CouncilOver(Kind):
    """They may not talk any more."""

    kind: ClassVar = "council_over"
    text: ClassVar = "The council of war is over"


class PutDown(Kind):
    """Units are put down on the sketch."""

    kind: ClassVar = "put_down"
    name: str
    number: int

    def log_text(self, at: Telling) -> str:
        """Which, and how many."""
        return f"{self.name} put down" + (f" with {many(self.number, 'unit')}" if self.number > 1 else "")


class LeaderPutDown(Kind):
    """A leader is put down on the sketch."""

    kind: ClassVar = "leader_put"
    text: ClassVar = "{leader} takes his place"
    leader: Who


class GroupFormed(Kind):
    """Units get a card of their own."""

    kind: ClassVar = "group_formed"
    name: str
    number: int

    def log_text(self, at: Telling) -> str:
        """How many."""
        own = "its own" if self.number == 1 else "their own"
        return f"{self.name}: {many(self.number, 'unit')} with a card of {own}"


class SideSetUp(Kind):
    """A side has set up its troops."""

    kind: ClassVar = "set_up"


class CardsLaid(Kind):
    """The cards of a side are laid on the table."""

    kind: ClassVar = "cards_laid"
    side: str
    number: int

    def log_text(self, at: Telling) -> str:
        """How many."""
        return f"{self.side}: {many(self.number, 'card')} {'is' if self.number == 1 else 'are'} laid on the table"


class LotDrawn(Kind):
    """A lot settles where a card is laid."""

    kind: ClassVar = "lot_drawn"


# -- dummies


class DummiesAllowed(Kind):
    """It is rolled how many dummy cards a side may use."""

    kind: ClassVar = "dummies"
    most: int

    def log_text(self, at: Telling) -> str:
        """How many."""
        return f"You may use {many(self.most, 'dummy card')}" if self.most else "No dummy cards today"


class DummyLaid(Kind):
    """A dummy card is put down."""

    kind: ClassVar = "dummy_laid"
    text: ClassVar = "A dummy card: {arm}"
    arm: Arm


class DummyTakenOff(Kind):
    """A dummy card is taken away before the battle."""

    kind: ClassVar = "dummy_off"
    text: ClassVar = "A dummy card is taken away"


class DummySent(Kind):
    """A dummy card is told where to go."""

    kind: ClassVar = "dummy_sent"
    card: str
    to: list[int]

    def log_text(self, at: Telling) -> str:
        """Which, and where."""
        x, y = self.to
        return f"The dummy {_card(at, self.card)} sets out for {x} {y}"


# -- cards on the table


class CardLaid(Kind, rename={"from_": "from"}):
    """A card is laid during the battle, for units that part from others."""

    kind: ClassVar = "card_laid"
    card: str
    from_: str
    """The card they were on, where that is known to all."""

    def log_text(self, at: Telling) -> str:
        """Which, and from which."""
        old = f", from {_card(at, self.from_)}" if self.from_ else ""
        return f"{_begins(_card(at, self.card))} is laid down{old}"


class CardGone(Kind):
    """A card is taken away."""

    kind: ClassVar = "card_gone"
    card: str

    def log_text(self, at: Telling) -> str:
        """Which."""
        return f"{_begins(_card(at, self.card))} is taken away"


class CardNeverLaid(Noted):
    """A card goes that never lay on the table: nobody is told of it."""

    card: Maybe[str] = UNSET


class _CardTurned(Kind):
    """The enemy learns how many units of which arm a card stands for."""

    card: str
    infantry: int
    cavalry: int
    batteries: int

    def log_text(self, at: Telling) -> str:
        """Numbers and arms."""
        parts = [
            many(self.infantry, "battalion") if self.infantry else "",
            many(self.cavalry, "regiment of horse", "regiments of horse") if self.cavalry else "",
            many(self.batteries, "battery", "batteries") if self.batteries else "",
        ]
        return f"{_begins(_card(at, self.card))}: {', '.join(filter(None, parts)) or 'no troops'}"


class CardUncovered(_CardTurned):
    """A card is turned over."""

    kind: ClassVar = "card_uncovered"


class CardCounted(_CardTurned):
    """What is on a card that was turned over has changed."""

    kind: ClassVar = "card_counted"


class FiguresReplaceCard(Kind):
    """Figures are put down for a card."""

    kind: ClassVar = "card_figures"
    card: str
    number: int

    def log_text(self, at: Telling) -> str:
        """How many units."""
        return f"Figures replace {_card(at, self.card)}: {many(self.number, 'unit')}"


class NothingBehindCard(Kind):
    """A card was a dummy."""

    kind: ClassVar = "card_nothing"
    card: str

    def log_text(self, at: Telling) -> str:
        """Which."""
        return f"There was nothing behind {_card(at, self.card)}"


class CardShelled(Kind):
    """Guns fire at a card."""

    kind: ClassVar = "card_shelled"
    unit: Who
    card: str
    paces: int
    pieces: int
    piece: str
    hits: int

    def log_text(self, at: Telling) -> str:
        """With how many pieces, how far, and what they hit."""
        pieces, card = many(self.pieces, self.piece), _card(at, self.card)
        return f"{at.name()} fires {pieces} at {card} at {self.paces} paces: {hits_in_words(self.hits)}"


class CardHitsShared(Kind):
    """Hits on a card are shared out among the lines of the troops behind it."""

    kind: ClassVar = "card_hits"
    card: str
    wave: str
    hits: int

    def log_text(self, at: Telling) -> str:
        """How many fall on which line."""
        return f"Of the hits on {_card(at, self.card)} {self.hits} fall on its {self.wave} line" if self.hits else ""


class CrowdedGround(Kind):
    """Figures are put down where others stand."""

    kind: ClassVar = "crowded"
    text: ClassVar = "{unit} stands on ground that others have as well: it must stop and reform"
    unit: Who
