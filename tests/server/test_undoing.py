"""Taking back at a table: after any answer, against people and against a computer, also right after a restart; and what
is on disk leads to the very battle that was played."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from grognard import systems
from grognard.battle.commanding import Chair
from grognard.commanders.yardsticks.reckless import Reckless
from grognard.kernel.checks import Refused
from grognard.kernel.errors import BadInput
from grognard.server.archive.storage import Storage
from grognard.server.battles import journal
from grognard.server.battles.reviving import restored
from grognard.server.battles.table import Table
from grognard.server.seats.games import Games
from grognard.server.shapes import Given, NewGame, SeatState

BATTLE = "too-few-orders"
SIDES = ("French", "Russians")


class Evening:
    """A battle at a server that is started again now and then."""

    def __init__(self, folder: Path, system: str, opposite: str, seed: int) -> None:
        self.address = f"sqlite:///{folder / 'battles.db'}"
        self.games = Games(Storage(self.address))
        self.dice, self.player = Random(seed), Reckless(seed, done=0.05)
        seats = dict(zip(SIDES, ("me", opposite), strict=True))
        links = self.games.begin(NewGame(BATTLE, system, seed=seed, seats=seats, options={"turns": 6}))
        self.game = links.game
        self.tokens = {seat.seat: seat.token for seat in links.seats if seat.token}

    def restart(self) -> None:
        self.games.close()
        self.games = Games(Storage(self.address))

    def table(self) -> Table:
        return self.games.admit(next(iter(self.tokens.values()))).table

    def looks(self) -> dict[str, SeatState]:
        return {seat: self.games.everything(token) for seat, token in self.tokens.items()}

    def asked(self) -> str | None:
        """A seat of which something is asked, once the computers have nothing to say any more."""
        while True:
            table = self.table()
            with table.entered():
                if table.battle.over:
                    return None
                found = sorted({each.seat for each in table.battle.open} & self.tokens.keys())
                if found and not table.to_think():
                    return self.dice.choice(found)
            self.games.everything(next(iter(self.tokens.values())))

    def answer(self, seat: str) -> Given:
        """Some answer of a seat, in its own words."""
        table = self.table()
        with table.entered():
            disguise = table.speech.disguise(seat)
            decision = disguise.decision(self.dice.choice(table.battle.decisions(seat)))
            answers = [*(self.player.decide(Chair(table.battle, seat), decision) for _ in range(5)), decision.default]
        for answer in answers:
            given = _sent(Given(answer.decision, answer.option, answer.values))
            try:
                self.games.answer(self.tokens[seat], given)
            except Refused:
                continue
            return given
        raise AssertionError("even what the rules suggest is refused")

    def is_on_disk(self) -> None:
        """What is on disk leads to the battle that is in memory."""
        table = self.table()
        with table.entered():
            kept = self.games._house.storage.read(self.game)
            assert kept is not None
            again = restored(kept)
            assert (again.trouble, again.held) == ("", False)
            assert again.battle.entries == table.battle.entries
            assert [each.data() for each in again.battle.open] == [each.data() for each in table.battle.open]


def _sent(given: Given) -> Given:
    """As it comes over the line, where a place is a list."""
    return msgspec.json.decode(msgspec.json.encode(given), type=Given)


def told(looks: dict[str, SeatState]) -> dict[str, Any]:
    """What those at the table see of it, without how often something was taken back."""
    return {seat: (look.view, look.decisions, look.picture, look.events) for seat, look in looks.items()}


@pytest.fixture(params=systems.playable())
def system(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("every", [1, 8])
def test_between_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, every: int) -> None:
    monkeypatch.setattr(journal, "SAVE_EVERY", every)
    evening, taken_back = Evening(tmp_path, system, "me", every), 0
    for number in range(31):
        seat = evening.asked()
        if seat is None:
            break
        before = told(evening.looks())
        given = evening.answer(seat)
        after = told(evening.looks())
        if number % 5:
            continue
        if number % 2 == 0:
            evening.restart()
            assert told(evening.looks()) == after
        undone = evening.games.undo(evening.tokens[seat]).undone
        now = evening.looks()
        assert [look.trouble for look in now.values()] == ["", ""]
        assert told(now) == (before if undone else after)
        if undone:
            taken_back += 1
            evening.games.answer(evening.tokens[seat], given)
            assert told(evening.looks()) == after
        else:  # then both wish it, and he who answered last is asked again
            other = next(each for each in evening.tokens if each != seat)
            assert evening.games.undo(evening.tokens[other]).undone
            assert told(evening.looks()) == before
        evening.is_on_disk()
    assert taken_back
    evening.restart()
    evening.is_on_disk()
    evening.games.close()


def test_against_a_computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    monkeypatch.setattr(journal, "SAVE_EVERY", 2)
    evening, taken_back, refused = Evening(tmp_path, system, "staff", 5), 0, 0
    for number in range(28):
        seat = evening.asked()
        if seat is None:
            break
        evening.answer(seat)
        if evening.asked() is None or number % 3:
            continue
        if number % 2:
            evening.restart()
            evening.asked()
        before = told(evening.looks())
        try:
            assert evening.games.undo(evening.tokens[seat]).undone
            taken_back += 1
        except BadInput:
            assert told(evening.looks()) == before
            refused += 1
        evening.asked()
        assert evening.looks()[seat].trouble == ""
        evening.is_on_disk()
    assert taken_back
    assert refused
    evening.games.close()
