"""What seats are asked and what they say, each in the words that it knows. Whoever calls holds the table's lock."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from grognard.battle.battles import Battle
from grognard.battle.decisions import Answer, Decision, refusal_among
from grognard.battle.ending.giving_up import GIVE_UP
from grognard.battle.previews.records import Preview
from grognard.kernel.checks import Refusal

from .aliases import Aliases, Disguise

EVERYTHING = "*"
"""What one sees who may see all; no seat is called so."""


class Speech:
    """Between a battle, which knows ids, and its links, some of whom must not."""

    def __init__(self, battle: Battle, aliases: Aliases) -> None:
        self._battle, self._aliases = battle, aliases
        self._disguises: dict[str, tuple[int, Disguise]] = {}
        self._questions: dict[str, tuple[int, list[Decision]]] = {}
        self._asked: dict[str, tuple[int, tuple[Any, ...]]] = {}

    def disguise(self, sees: str) -> Disguise:
        """Words for those whom one cannot name who sees with the eyes of this seat, of a spectator, or everything."""
        at = len(self._battle.entries)
        # whoever is identified by what happens goes by his own name at once
        if sees not in self._disguises or self._disguises[sees][0] != at:
            self._disguises[sees] = at, self.disguise_then(sees, self._battle)
        return self._disguises[sees][1]

    def disguise_then(self, sees: str, battle: Battle) -> Disguise:
        """The same in the battle as it was once."""
        return self._aliases.disguise(sees, _unidentified(sees, battle))

    def asked(self, seat: str) -> tuple[Any, ...]:
        """What a seat has to decide, as plain data."""
        at = len(self._battle.entries)
        if seat not in self._asked or self._asked[seat][0] != at:
            self._asked[seat] = at, tuple(each.data() for each in self.questions(seat))
        return self._asked[seat][1]

    def refusal(self, given: Answer) -> Refusal | None:
        """Why an answer in a seat's own words would not be taken, if it would not."""
        if given.decision == GIVE_UP:
            return self._battle.refusal(given)
        fight = self._battle.fight
        named = self.disguise(given.seat).named(lambda who: fight.known_as(given.seat, who))
        return refusal_among(self.questions(given.seat), given, named)

    def meant(self, given: Answer) -> Answer:
        """An answer that is not refused, as the battle takes it."""
        disguise = self.disguise(given.seat)
        if not disguise or given.decision == GIVE_UP:
            return given
        both = zip(self._battle.decisions(given.seat), self.questions(given.seat), strict=True)
        return disguise.answer(next(asked for asked, shown in both if shown.id == given.decision), given)

    def weighed(self, given: Answer) -> Preview | None:
        """What an answer in a seat's own words would do, in such words; None where it would not be taken."""
        if self.refusal(given) is not None:
            return None
        battle, meant = self._battle, self.meant(given)
        asked = next(each for each in battle.decisions(meant.seat) if each.id == meant.decision)
        whole = Answer(meant.seat, meant.decision, meant.option, asked.completed(meant))
        found = battle.game.weigh(battle.fight, asked, whole)
        told = [each.unit for each in found.units]
        found = replace(found, notes=tuple(battle.fight.agreed(note, told) for note in found.notes))
        return self.disguise(given.seat).record(found)

    def questions(self, seat: str) -> list[Decision]:
        """What a seat has to decide, in words that it may know."""
        at = len(self._battle.entries)
        if seat not in self._questions or self._questions[seat][0] != at:
            disguise = self.disguise(seat)
            self._questions[seat] = at, [disguise.decision(each) for each in self._battle.decisions(seat)]
        return self._questions[seat][1]


def _unidentified(sees: str, battle: Battle) -> list[str]:
    """Of a seat's enemies those whom it has not identified; for people without a seat, those of all seats."""
    if sees == EVERYTHING:
        return []
    seats = [each.id for each in battle.fight.seats]
    eyes = [sees] if sees in seats else seats
    return list(dict.fromkeys(id for seat in eyes for id in battle.game.unidentified(battle.fight, seat)))
