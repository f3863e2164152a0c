"""Why the computer ordered what it did: a battle that is over is gone through again, with the same commanders at the
table, and each says why. The record itself holds answers, dice and events, and no reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from grognard.battle.battles import Battle
from grognard.battle.commanding import Chair, Commander
from grognard.battle.decisions import Answer
from grognard.battle.record.saves import Find, Progress, Saved, unfought
from grognard.commanders import commander
from grognard.commanders.foresight.explaining import OrderReason
from grognard.kernel.errors import BadInput

from .many import staffed

Fought = Sequence[str] | Mapping[str, str]
"""Who commanded: kinds as `grognard battle` takes them, or by seat, where some seats were people's."""


class SideReason(Struct, frozen=True):
    """A reason, and whose it was."""

    side: str
    reason: OrderReason

    @property
    def sentence(self) -> str:
        """`Lecourt's brigade: attack, to take the farm, worth 4 points; …`."""
        return f"{self.reason.body}: {self.reason.text}" if self.reason.body else _capital(self.reason.text)


def reasons_of(battle: Battle, staffs: Mapping[str, object], told: dict[str, int]) -> list[SideReason]:
    """What staffs have thought since they were last asked; `told` is how much of each has been told."""
    found = []
    for seat in battle.fight.seats:
        if seat.id not in staffs:
            continue
        thought: Sequence[OrderReason] = getattr(staffs[seat.id], "reasons", ())
        found += [SideReason(seat.side, each) for each in thought[told.get(seat.id, 0) :]]
        told[seat.id] = len(thought)
    return found


def reconsidered(
    content: Saved, find: Find, kinds: Fought, progress: Progress = lambda done, of: None
) -> list[SideReason]:
    """The reasons behind a saved battle's orders, by the commanders who are said to have given them. A seat whose
    commander would have answered otherwise, because a person sat there or another version of it, says nothing more."""
    battle = unfought(content, find)
    staffs = _minds(battle, kinds)
    told: dict[str, int] = {}
    chairs = {seat.id: Chair(battle, seat.id) for seat in battle.fight.seats}
    answers = [entry for entry in content.entries if isinstance(entry, Answer)]
    found: list[SideReason] = []
    battle.go_on()
    for done, answer in enumerate(answers):
        asked = (each for each in battle.open if (each.seat, each.id) == (answer.seat, answer.decision))
        decision = next(asked, None)
        if decision is None:
            raise BadInput("the record asks for what its battle does not")
        if decision.seat in staffs:
            mind = staffs[decision.seat]
            thinks = mind.decide(chairs[decision.seat], decision)
            found += reasons_of(battle, {decision.seat: mind}, told)
            # as text: a place is a list in one and a pair in the other
            if str(thinks) != str(answer):
                # from here on it would speak of another battle
                del staffs[decision.seat]
        battle.answer(answer)
        progress(done + 1, len(answers))
    return found


def _minds(battle: Battle, kinds: Fought) -> dict[str, Commander]:
    if not isinstance(kinds, Mapping):
        return staffed(battle, *kinds)
    seats = [seat.id for seat in battle.fight.seats]
    # the same dice of their own as when they fought it
    seeds = {seat: battle.seed * len(seats) + place for place, seat in enumerate(seats)}
    return {seat: commander(kinds[seat], battle.game.id, seat, seeds[seat]) for seat in seats if seat in kinds}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
