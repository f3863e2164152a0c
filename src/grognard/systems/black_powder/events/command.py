"""Orders spoken and rolled for, blunders, rallies, commanders who ride, standing orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec import UNSET

from grognard.battle.kinds import Kind, MaybeWho, Scene, Secret, Telling, Who, many, said


class OrderSpoken(Kind):
    """A commander says what shall be done, before he rolls for it."""

    kind: ClassVar = "order_spoken"
    scenes: ClassVar = (Scene("sign", whom="leader"),)
    leader: Who
    unit: Who
    words: list[str]
    """What they shall do, one thing after the other; `*` stands for whom they charge."""
    giving: str
    others: int = 0
    target: MaybeWho = UNSET

    def log_text(self, at: Telling) -> str:
        """Who, what, where to."""
        foe = at.name("target") if at.has("target") else ""
        whom = at.name() + (f" and {many(self.others, 'unit')} with it" if self.others else "")
        return sentence(at.name("leader"), whom, [word.replace("*", foe) for word in self.words], self.giving)


def sentence(leader: str, whom: str, words: Sequence[str], giving: str) -> str:
    """An order as it is spoken."""
    what = ", then ".join(words) or "stand"
    match giving:
        case "follow_me":
            return f"{leader}: “{whom}, follow me: {what}!”"
        case "rally" | "brigade_rally":
            return f"{leader}: “{whom}, rally!”"
        case _:
            return f"{leader}: “{whom}: {what}!”"


class OrderRolled(Kind):
    """What an order comes to."""

    kind: ClassVar = "order"
    scenes: ClassVar = (Scene("sign", whom="leader"),)
    leader: Who
    unit: Who
    passed: bool
    moves: int
    blunder: bool
    giving: str
    staff: Secret[int] = UNSET

    def log_text(self, at: Telling) -> str:
        """Moves, silence, or worse."""
        if self.blunder:
            return f"{at.name('leader')} blunders"
        free = f", yet {at.name()} makes a move" if self.moves else ""
        if not self.passed:
            return f"the order of {at.name('leader')} fails{free}, and he falls silent"
        if self.giving in ("rally", "brigade_rally"):
            return f"{at.name('leader')} is heard"
        return f"{at.name()} has {many(self.moves, 'move')}" if self.moves else f"{at.name()} does not stir"


class Blundered(Kind):
    """A unit does something else than it was told."""

    kind: ClassVar = "blunder"
    scenes: ClassVar = (Scene("sign", whom="leader", note="result"),)
    unit: Who
    leader: Who
    result: str
    direction: str
    moves: int

    def log_text(self, at: Telling) -> str:
        """What."""
        if self.result == "retire":
            return f"{at.name()} misunderstands and goes back {many(self.moves, 'move')}"
        if self.result == "charge_nearest":
            return f"{at.name()} misunderstands and goes for the nearest enemy with {many(self.moves, 'move')}"
        toward = "straight on" if self.direction == "front" else f"to the {self.direction}"
        return f"{at.name()} misunderstands and goes {toward}"


class Rallied(Kind):
    """A rally order takes hold."""

    kind: ClassVar = "rallied"
    scenes: ClassVar = (Scene("spirit", whom="leader"),)
    unit: Who
    leader: Who
    removed: int
    casualties: int
    shaken: bool

    def log_text(self, at: Telling) -> str:
        """What it brings."""
        if not self.removed:
            return f"{at.name()} is in as good order as it can be"
        return f"{at.name()} rallies" + (", shaken still" if self.shaken else "")


class CommanderJoined(Kind):
    """A commander goes to the front of a unit, or lets it go."""

    kind: ClassVar = "joined"
    leader: Who
    unit: Who
    joined: bool

    def log_text(self, at: Telling) -> str:
        """To whom."""
        return f"{at.name('leader')} {'joins' if self.joined else 'leaves'} {at.name()}"


class CommanderRode(Kind):
    """A commander rides somewhere."""

    kind: ClassVar = "rode"
    scenes: ClassVar = (Scene("ride", "leader"),)
    leader: Who
    inches: int
    fled: bool = False

    def log_text(self, at: Telling) -> str:
        """Worth a line only where he had to."""
        return f"{at.name('leader')} is ridden down and gets away to his troops" if self.fled else ""


class LedAstray(Kind):
    """A unit that was lost in the woods comes where the enemy likes."""

    kind: ClassVar = "astray"
    scenes: ClassVar = (Scene("march"),)
    text: ClassVar = "{unit} loses its way in the woods"
    unit: Who
    inches: int


class ActedAlone(Kind):
    """A unit moves by its own initiative."""

    kind: ClassVar = "initiative"
    scenes: ClassVar = (Scene("sign"),)
    unit: Who
    words: list[str]
    target: MaybeWho = UNSET

    def log_text(self, at: Telling) -> str:
        """What it does."""
        foe = at.name("target") if at.has("target") else ""
        what = ", then ".join(word.replace("*", foe) for word in self.words)
        return f"{at.name()} acts by its own initiative: {what}" if what else ""


class StandingOrderGiven(Kind):
    """A brigade is told what it is about, or its order lapses."""

    kind: ClassVar = "standing_order"
    leader: Who
    order: str
    lapsed: bool = False

    def log_text(self, at: Telling) -> str:
        """Which."""
        if self.lapsed:
            return f"the brigade of {at.name('leader')} has come near the enemy and holds"
        return f"the brigade of {at.name('leader')} is to {said(_ABOUT[self.order])}"


_ABOUT = {
    "assault": "assault",
    "maneuver": "maneuver",
    "withdrawal": "withdraw",
    "hold": "hold its ground",
    "reserve": "stay in reserve",
    "rest": "rest",
}
