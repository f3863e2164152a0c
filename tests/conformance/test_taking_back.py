"""Taking back: after any answer, in any phase, also of a battle that was just loaded, for every system that is played.

Either it is refused in a sentence and nothing has changed; or the battle is as if the answer had never been given, and
the same answer once more leads to the very same.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from every_system import PLAYABLE
from msgspec.structs import replace

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.commanding import Chair, Commander
from grognard.battle.decisions import Answer, Decision
from grognard.battle.record import saves
from grognard.commanders import commander
from grognard.kernel.errors import BadInput
from grognard.scenarios.loading import load
from grognard.server.battles.table import as_kept

OFTEN = 2
"""So often each kind of answer in each phase is tried before it is tried by chance."""
ENDS = ("refused", "taken back", "taken back after others")


class Standing(NamedTuple):
    """All that one can tell a battle by."""

    entries: list[Any]
    asked: bytes
    views: dict[str, Any]
    dice: dict[str, Any]
    phase: int
    whole: int


def standing(battle: Battle) -> Standing:
    return Standing(
        list(battle.entries),
        msgspec.json.encode([decision.data() for decision in battle.open]),
        {seat.id: battle.view(seat.id) for seat in battle.fight.seats},
        {stream: noted.source.state for stream, noted in battle.fight.streams.items()},  # type: ignore[attr-defined]
        battle.checkpoints[-1].entry,
        battle.whole,
    )


def same(one: Standing, other: Standing) -> None:
    """Compared part by part: a whole record is no use in a message."""
    parts = [name for name, ours, theirs in zip(Standing._fields, one, other, strict=True) if ours != theirs]
    assert not parts


def loaded(battle: Battle) -> Battle:
    """The battle from the bytes of its file, on the field that is laid out already, which takes longest."""
    content = saves.from_bytes(saves.sealed(saves.saved(battle)), "the save")
    assert content.scenario == battle.scenario
    return saves.resumed(replace(content, scenario=battle.scenario), systems.game)


class Doubter:
    """Plays a battle, and after some of the answers takes one back in a copy of it."""

    def __init__(self, system: str, battle: str, kind: str, seed: int, **options: Any) -> None:
        self.dice, self.tried, self.ended = Random(seed), Counter[Any](), Counter[str]()
        # a staff answers at once: whether others have spoken since hangs on how many are asked at a time
        self.wanted = set(ENDS if kind == "random" else ENDS[:2])
        self.battle = Battle.begin(systems.game(system), load(battle), seed=seed, options=options)
        self.seats = [seat.id for seat in self.battle.fight.seats]
        self.players: dict[str, Commander] = {
            seat: commander(kind, system, seat, seed + place) for place, seat in enumerate(self.seats)
        }
        self.chairs = {seat: Chair(self.battle, seat) for seat in self.seats}

    def play(self, by_chance: float) -> None:
        while self.battle.open:
            decision = self.dice.choice(self.battle.open)
            answer = as_kept(self.players[decision.seat].decide(self.chairs[decision.seat], decision))
            if self._is_tried(decision, answer, by_chance):
                self.doubt(answer)
            else:
                self.battle.answer(answer)

    def _is_tried(self, decision: Decision, answer: Answer, by_chance: float) -> bool:
        said = (self.battle.fight.moment()[1], decision.kind, *answer.option.split(":")[:1], len(self.battle.open) > 1)
        self.tried[said] += 1
        # A small system has few kinds of answers: its are tried until each way that it can end has come up.
        return self.tried[said] <= OFTEN or not self.wanted <= set(self.ended) or self.dice.random() < by_chance

    def doubt(self, answer: Answer) -> None:
        """Give the answer; then somebody takes his last word back, mostly he who gave it."""
        before = standing(self.battle)
        self.battle.answer(answer)
        after = standing(self.battle)
        seat = answer.seat if self.dice.random() < 0.6 else self.dice.choice(self.seats)
        again = [each for each in self.seats if each != seat and self.dice.random() < 0.5]
        copy = self.dice.choice((Battle.branch, loaded))(self.battle)
        same(standing(copy), after)
        try:
            undone = copy.undo(seat, again)
        except BadInput:
            self.ended["refused"] += 1
            same(standing(copy), after)
            return
        at = max(i for i, entry in enumerate(after.entries) if type(entry) is Answer and entry.seat == seat)
        assert undone == after.entries[at]
        later = [entry for entry in after.entries[at + 1 :] if type(entry) is Answer]
        if not later:
            self.ended["taken back"] += 1
            same(standing(copy), before)
            copy.answer(undone)
            same(standing(copy), after)
        else:
            self.ended["taken back after others"] += 1
            self._without(copy, at, later, again)

    def _without(self, copy: Battle, at: int, later: list[Answer], again: list[str]) -> None:
        """The same as a battle that went back to before that answer, where the others then gave theirs."""
        never = self.battle.branch()
        never.rewind(at)
        for answer in later:
            if never.refusal(answer) is None:
                never.answer(answer)
            else:
                assert answer.seat in again
        same(standing(copy), standing(never))


@pytest.mark.parametrize(
    "battle, kind, seed, turns",
    [("farm-at-the-crossroads", "random", 1, 8), ("even-ground", "staff", 3, 6), ("maida", "staff", 8, 9)],
)
@pytest.mark.parametrize("system", PLAYABLE)
def test_undo_after_any_answer(system: str, battle: str, kind: str, seed: int, turns: int) -> None:
    doubter = Doubter(system, battle, kind, seed, turns=turns)
    doubter.play(by_chance=0.01)
    assert doubter.wanted <= set(doubter.ended)
