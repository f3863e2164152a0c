"""What happens beyond the edges of the table."""

from __future__ import annotations

from typing import ClassVar

from grognard.battle.kinds import Kind, Telling, Who, many


def _whom(at: Telling, number: int) -> str:
    """The first unit of a force, and how many besides."""
    return at.name() + (f" and {many(number - 1, 'other')}" if number > 1 else "")


class SentBeyond(Kind):
    """A force is sent off to an edge."""

    kind: ClassVar = "off_board"
    unit: Who
    leader: Who
    task: str
    edge: str
    place: int
    number: int
    perfect: int
    due: int

    def log_text(self, at: Telling) -> str:
        """What for, and by when."""
        verb = "is" if self.number == 1 else "are"
        words = f"{_whom(at, self.number)} {verb} to {_TASKS[self.task]} the {self.edge} edge"
        if self.task != "movement":
            return f"{words}, from turn {max(1, self.due)}"
        return f"{words}, {self.place} paces along it, and would be there by turn {self.perfect}"


_TASKS = {"movement": "march to", "defence": "defend", "screen": "screen"}


class WaitsBeyond(Kind):
    """A unit has marched off the table."""

    kind: ClassVar = "beyond_reach"
    text: ClassVar = "{unit} is beyond the {edge} edge and waits for orders"
    unit: Who
    edge: str


class _FiguresMet(Kind):
    """What one side learns of the other beyond an edge."""

    edge: str
    infantry: int
    cavalry: int

    def figures(self) -> str:
        """Foot and horse."""
        arms = ((self.infantry, "foot"), (self.cavalry, "horse"))
        return " and ".join(f"{many(number, 'figure')} of {arm}" for number, arm in arms if number) or "nobody"


class EdgeCardRead(_FiguresMet):
    """A force reaches an edge and learns who of the enemy is there."""

    kind: ClassVar = "card_read"
    unit: Who

    def log_text(self, at: Telling) -> str:
        """Whom it finds."""
        return f"{at.name()} reaches the {self.edge} edge; of the enemy it finds {self.figures()} there"


class EdgeCardShown(_FiguresMet):
    """Those who hold an edge learn who comes up."""

    kind: ClassVar = "card_shown"

    def log_text(self, at: Telling) -> str:
        """Who."""
        return f"An enemy column comes up beyond the {self.edge} edge: {self.figures()}"


class NotToday(Kind):
    """A force will not come any more."""

    kind: ClassVar = "not_today"
    unit: Who
    edge: str
    why: str
    number: int

    def log_text(self, at: Telling) -> str:
        """And why."""
        return f"{_whom(at, self.number)} will not come by the {self.edge} edge today: {self.why}"


class MustFightBeyond(Kind):
    """A force meets the enemy beyond the table."""

    kind: ClassVar = "off_board_battle"
    text: ClassVar = "{unit} must fight its way through beyond the {edge} edge, from turn {turn} on"
    unit: Who
    edge: str
    turn: int


class FoughtBeyond(Kind):
    """A round of combat beyond the table."""

    kind: ClassVar = "off_board_round"
    text: ClassVar = "{unit} fights beyond the table: {result}"
    unit: Who
    result: str


class ArrivalTested(Kind):
    """It is rolled when a force comes on."""

    kind: ClassVar = "arrival_test"
    unit: Who
    edge: str
    lost: bool
    due: int

    def log_text(self, at: Telling) -> str:
        """When, or that it is lost."""
        if self.lost:
            return f"{at.name()} has lost its way to the {self.edge} edge"
        when = "now" if self.due <= at.event.turn else f"on turn {self.due}"
        return f"{at.name()} will come on by the {self.edge} edge {when}"


class FoundItsWay(Kind):
    """A force that was lost will come on somewhere."""

    kind: ClassVar = "astray"
    text: ClassVar = "{unit} will find its way to the table on turn {due}, but where, nobody knows"
    unit: Who
    edge: str
    due: int


class LostForGood(Kind):
    """A force that was lost will not come at all."""

    kind: ClassVar = "lost_again"
    text: ClassVar = "{unit} does not find its way to the {edge} edge at all"
    unit: Who
    edge: str


class CameOutElsewhere(Kind):
    """A force that was lost comes out at another place."""

    kind: ClassVar = "strayed"
    text: ClassVar = "{unit} comes out {paces} paces to the {side} of where it wanted to, at the {edge} edge"
    unit: Who
    paces: int
    side: str
    edge: str
