"""What happens in the phases of initiative and of rally and morale. Most of it reaches only those who command."""

from __future__ import annotations

from typing import ClassVar

from msgspec import UNSET

from grognard.battle.kinds import Kind, MaybeWho, Retold, Scene, Telling, Who, many

from .words import OFFICERS_WISH, listed


class AutomaticOrder(Kind):
    """Officers do something by themselves."""

    kind: ClassVar = "automatic_order"
    unit: Who
    order: str
    target: MaybeWho = UNSET

    def log_text(self, at: Telling) -> str:
        """What, and against whom."""
        protects = self.order == "protect"  # a name in brackets after the ward would be taken for the ward's
        target = at.name("target") if self.target else ""
        whom = "" if not target else f" against {target}" if protects else f" ({target})"
        return f"{at.name()}: the officers take it on themselves to {OFFICERS_WISH[self.order]}{whom}"


class InitiativeChecked(Kind):
    """A commander tries to talk officers out of what they want to do."""

    kind: ClassVar = "initiative_check"
    unit: Who
    result: str
    automatic: str
    wanted: str

    def log_text(self, at: Telling) -> str:
        """Whether they obey."""
        unit, words = at.name(), OFFICERS_WISH[self.automatic]
        match self.result:
            case "succeeded":
                instead = OFFICERS_WISH.get(self.wanted, "")
                kept = f"it will {instead} instead" if instead else "your order stands"
                return f"{unit} obeys and will not {words}: {kept}"
            case "confusion":
                return f"{unit}: orders and counter-orders; it will {words}, in confusion"
            case _:
                return f"{unit} will not be talked out of it: it will {words}"


class ToldToStand(Kind):
    """A unit that lies down is told to get up."""

    kind: ClassVar = "told_to_stand"
    unit: Who
    up: bool

    def log_text(self, at: Telling) -> str:
        """Whether it does."""
        return f"{at.name()} obeys: up!" if self.up else f"{at.name()} is told to stand up, and stays down"


class ChitsTurnedOver(Kind):
    """All who see a unit see the chits of an automatic order."""

    kind: ClassVar = "turned_over"
    text: ClassVar = "{unit}: {chits}"
    unit: Who
    chits: str


class LimbersLeft(Kind):
    """Civilian drivers make off with the teams of a battery."""

    kind: ClassVar = "limbers_left"
    text: ClassVar = "The limbers of {unit} make off"
    unit: Who


class LimbersCalled(Kind):
    """A leader tries to bring the drivers back."""

    kind: ClassVar = "limbers_called"
    unit: Who
    back: bool

    def log_text(self, at: Telling) -> str:
        """Whether they come."""
        return f"The limbers of {at.name()} {'come back' if self.back else 'do not come back'}"


# -- divisions


class DivisionShaken(Kind):
    """A division has lost so many units that the others are tested."""

    kind: ClassVar = "division_shaken"
    retold: ClassVar = (Retold("body", body="division", text="had lost {percent} per cent of its units"),)
    division: str
    percent: int

    def log_text(self, at: Telling) -> str:
        """How many."""
        division = self.division.split(": ", 1)[-1]
        return f"{division} has lost {self.percent}% of its units: will the others stay?"


class EffectivenessTested(Kind):
    """A unit of a shaken division is tested."""

    kind: ClassVar = "effectiveness"
    retold: ClassVar = (Retold("quit", who="unit", when={"stands": False}),)
    unit: Who
    stands: bool

    def log_text(self, at: Telling) -> str:
        """Whether it stays."""
        return f"{at.name()} stands fast" if self.stands else f"{at.name()} has had enough"


class UnitRetires(Kind):
    """A unit of a shaken division retires."""

    kind: ClassVar = "retires"
    scenes: ClassVar = (Scene("sign"),)
    unit: Who
    moves: bool

    def log_text(self, at: Telling) -> str:
        """Whether it goes anywhere."""
        return f"{at.name()} {'retires out of musket shot' if self.moves else 'will not advance this turn'}"


# -- rally


class StandingInstruction(Kind):
    """A seat says once for all turns when its wavering units try to rally."""

    kind: ClassVar = "instructed"
    rally: str
    least: int

    def log_text(self, at: Telling) -> str:
        """When."""
        return f"Standing instruction: wavering units try to rally {_RALLIES[self.rally].format(least=self.least)}"


_RALLIES = {
    "ask": "only on your word",
    "always": "whenever they may",
    "never": "never",
    "odds": "if the odds of not getting worse are {least} % or more",
}


class RallyByInstruction(Kind):
    """Wavering units try to rally, or do not, by a standing instruction."""

    kind: ClassVar = "by_instruction"
    rally: str
    least: int
    tries: list[str]
    stays: list[str]

    def log_text(self, at: Telling) -> str:
        """Who does, and who does not."""
        tries, stays = ([at.b.name(unit) for unit in units] for units in (self.tries, self.stays))
        told = [f"{listed(tries)} {'tries' if len(tries) == 1 else 'try'} to rally"] if tries else []
        if stays:
            told.append(f"{listed(stays)} {'does' if len(stays) == 1 else 'do'} not{'' if tries else ' try to rally'}")
        return f"By standing instruction {', '.join(told)}"


class RoutersChased(Kind):
    """Those who run are chased."""

    kind: ClassVar = "chased"
    scenes: ClassVar = (Scene("charge", whom="quarry", count="prisoners"),)
    unit: Who
    quarry: Who
    prisoners: int

    def log_text(self, at: Telling) -> str:
        """With how many prisoners."""
        taken = f" and takes {many(self.prisoners, 'figure')} prisoner" if self.prisoners else ""
        return f"{at.name()} chases {at.name('quarry')}{taken}"


class IrregularsScattered(Kind):
    """Irregulars do not rout: they melt away, and gather again."""

    kind: ClassVar = "scattered"
    scenes: ClassVar = (Scene("go"),)
    unit: Who
    cause: str

    def log_text(self, at: Telling) -> str:
        """And why."""
        return f"{at.name()} melts away toward its own lines{f' ({self.cause})' if self.cause else ''}"
