"""What happens in the command phases: leaders, orders, cubes, initiative."""

from __future__ import annotations

from typing import ClassVar

from grognard.battle.kinds import Kind, Retold, Telling, Who, said

from ..terms import BrigadeOrder, Cube


def brigade_name(brigade: str) -> str:
    """A brigade as people call it: without the bodies above it."""
    return brigade.split(": ", 1)[-1].split(" / ")[-1]


class LeaderNotReplaced(Kind):
    """Nobody follows a fallen leader yet."""

    kind: ClassVar = "not_replaced"
    text: ClassVar = "nobody has taken over from {leader} yet"
    leader: Who


class LeaderReplaced(Kind):
    """Somebody follows a fallen leader."""

    kind: ClassVar = "replaced"
    text: ClassVar = "A successor takes over the command of {leader}, with {unit}"
    leader: Who
    unit: Who


class _OrderOf(Kind):
    """Something about the order of a brigade."""

    brigade: str
    order: BrigadeOrder

    def log_text(self, at: Telling) -> str:
        """With the brigade's name."""
        return self.text.format(brigade=brigade_name(self.brigade), order=said(self.order))


class OpeningOrder(_OrderOf):
    """A brigade begins the battle with an order."""

    kind: ClassVar = "opening_order"
    text: ClassVar = "{brigade} has the order to {order}"


class OrderScrapped(Kind):
    """An order that was written and not sent is torn up."""

    kind: ClassVar = "order_scrapped"
    brigade: str

    def log_text(self, at: Telling) -> str:
        """With the brigade's name."""
        return f"The order for {brigade_name(self.brigade)} goes into the fire"


class OrderWritten(_OrderOf):
    """The first of two dice: it is written."""

    kind: ClassVar = "order_written"
    text: ClassVar = "An order is written for {brigade}: {order}"


class OrderNotWritten(_OrderOf):
    """The first of two dice: it is not."""

    kind: ClassVar = "order_not_written"
    text: ClassVar = "Nobody finds the words for {brigade}, which was to {order}"


class OrderIssued(_OrderOf):
    """The second of two dice: it arrives."""

    kind: ClassVar = "order_issued"
    text: ClassVar = "{brigade} receives its new order: {order}"


class OrderWaits(_OrderOf):
    """The second of two dice: it waits for another turn."""

    kind: ClassVar = "order_waits"
    text: ClassVar = "The order for {brigade} to {order} lies unsent"


class OrderLost(_OrderOf):
    """The second of two dice: it is lost, by another reading of the rule."""

    kind: ClassVar = "order_lost"
    text: ClassVar = "The order for {brigade} to {order} never reaches it"


class LeaderAttached(Kind):
    """A leader joins a unit."""

    kind: ClassVar = "attached"
    text: ClassVar = "{leader} joins {unit}"
    leader: Who
    unit: Who


class LeaderDetached(Kind):
    """A leader leaves the unit he was with."""

    kind: ClassVar = "detached"
    text: ClassVar = "{leader} rides off by himself"
    leader: Who


class CubePlaced(Kind):
    """A unit gets its order cube, face down."""

    kind: ClassVar = "cube"
    unit: Who
    cube: Cube

    def log_text(self, at: Telling) -> str:
        """Which one."""
        return f"{at.name()}: {self.cube}"


class InitiativeTied(Kind):
    """The dice for the initiative are even."""

    kind: ClassVar = "initiative_tied"
    text: ClassVar = "The dice for the initiative are even; they are thrown again"


class InitiativeWon(Kind):
    """A side may choose who goes first."""

    kind: ClassVar = "initiative"
    text: ClassVar = "The {winner} have the initiative"
    winner: str


class GoesFirst(Kind):
    """It is settled who is player A."""

    kind: ClassVar = "player_a"
    text: ClassVar = "All cubes are turned up; the {side} go first"
    side: str


class BrigadeMorale(Kind):
    """A brigade that has suffered is tested."""

    kind: ClassVar = "brigade_morale"
    retold: ClassVar = (
        Retold("body", body="brigade", text="broke and streamed to the rear", when={"result": "breaks"}),
        Retold("body", body="brigade", text="faltered and came to a halt", when={"result": "falters"}),
    )
    unit: Who
    brigade: str
    result: str

    def log_text(self, at: Telling) -> str:
        """What it does."""
        return _RESULTS[self.result].format(brigade=brigade_name(self.brigade))


_RESULTS = {
    "steady": "{brigade} has suffered, but stands by its colours",
    "falters": "{brigade} falters: it halts, and its order is to withdraw",
    "breaks": "{brigade} breaks and streams to the rear",
}
