"""Battles on disk whose record no longer fits the rules: they are shown as far as they do, and nothing is lost."""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from zlib import compress, decompress

import msgspec
import pytest
import sqlalchemy as sa
from visiting import Guest, running

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.commanding import Chair
from grognard.battle.record import saves
from grognard.commanders.yardsticks.reckless import Reckless
from grognard.kernel.errors import BadInput
from grognard.scenarios.loading import load
from grognard.server.archive.schema import GAMES, JOURNAL
from grognard.server.archive.storage import Storage
from grognard.server.battles.reviving import carried_out, whole
from grognard.server.battles.table import as_kept
from grognard.server.errors import Fault, Stale, Unreadable
from grognard.server.seats.games import Games
from grognard.server.shapes import Given, NewGame, NewLinks

SMALL = NewGame("farm-at-the-crossroads", "cold-steel", seed=7, seats={"Prussians": "me", "French": "me"})


class Played:
    """A battle on disk after some turns, with nobody at it."""

    def __init__(self, address: str, turns: int) -> None:
        self.address = address
        storage = Storage(address)
        games, url = Games(storage), storage.engine.url
        self.links: NewLinks = games.begin(SMALL)
        self.tokens = [seat.token for seat in self.links.seats]
        while self.turn(games) < turns:
            for token in self.tokens:
                answered(games, token)
        self.last = games.everything(self.tokens[0])
        self.engine = sa.create_engine(url, poolclass=sa.NullPool)
        games.close()

    def turn(self, games: Games) -> int:
        return games.everything(self.tokens[0]).turn

    def rows(self) -> list[tuple[int, str, bytes]]:
        with self.engine.connect() as c:
            return [tuple(row) for row in c.execute(sa.select(JOURNAL.c.number, JOURNAL.c.what, JOURNAL.c.content))]

    def change_row(self, number: int, changed: bytes) -> None:
        with self.engine.begin() as c:
            c.execute(sa.update(JOURNAL).where(JOURNAL.c.number == number).values(content=changed))

    def save(self) -> Any:
        with self.engine.connect() as c:
            return msgspec.json.decode(decompress(c.execute(sa.select(GAMES.c.save)).scalar_one()))

    def change_save(self, changed: Any) -> None:
        with self.engine.begin() as c:
            c.execute(sa.update(GAMES).values(save=compress(msgspec.json.encode(changed))))


def answered(games: Games, token: str) -> None:
    """Answer what is asked first, as the rules suggest."""
    seat = games.everything(token)
    if seat.decisions:
        first = seat.decisions[0]
        games.answer(token, Given(first["id"], first["default"]["option"], first["default"]["values"]))


@pytest.fixture
def played(address: str) -> Played:
    """Two turns and a little of the small battle, against oneself."""
    return Played(address, 3)


def other_events(played: Played) -> None:
    """The last answer but one led to something else when it was given; of the last it is not on disk yet."""
    marks = [number for number, what, _ in played.rows() if what == "led"]
    played.change_row(marks[-1], b"00000000")


def unheard_of(played: Played) -> None:
    """The last answer but one is not to be given any more."""
    number, _, content = [row for row in played.rows() if row[1] == "answer"][-2]
    played.change_row(number, msgspec.json.encode({**msgspec.json.decode(content), "option": "cavort"}))


def test_a_battle_is_brought_back_as_it_was(played: Played) -> None:
    games = Games(Storage(played.address))
    found = games.everything(played.tokens[0])
    assert (found.state, found.trouble, found.held) == (played.last.state, "", False)
    assert found.view == played.last.view
    games.close()


@pytest.mark.parametrize("change", [other_events, unheard_of])
def test_a_record_that_no_longer_fits_is_shown_as_far_as_it_does(played: Played, change: Any) -> None:
    before = played.rows()
    change(played)
    games = Games(Storage(played.address))
    found = games.everything(played.tokens[0])
    assert found.held
    assert "2 answers" in found.trouble
    assert "The host can let it go on" in found.trouble
    assert found.turn <= played.last.turn
    assert found.decisions or games.everything(played.tokens[1]).decisions
    with pytest.raises(Stale, match="rules have changed"):
        answered_by_somebody(games, played.tokens)
    assert len(played.rows()) == len(before)
    games.close()


def answered_by_somebody(games: Games, tokens: list[str]) -> None:
    asked = next(token for token in tokens if games.everything(token).decisions)
    answered(games, asked)


def test_the_host_lets_it_go_on_and_nothing_recorded_is_lost(played: Played) -> None:
    other_events(played)
    rows, save = played.rows(), played.save()
    games = Games(Storage(played.address))
    stood = games.everything(played.tokens[0])
    told = games.host.go_on(played.links.host)
    assert (told.trouble, told.held) == ("", False)
    now = games.everything(played.tokens[0])
    assert (now.turn, now.phase, now.picture) == (stood.turn, stood.phase, stood.picture)
    assert now.state > stood.state
    answered_by_somebody(games, played.tokens)
    games.close()
    kept = played.rows()
    assert kept[: len(rows)] == rows
    assert kept[len(rows)][1] == "set aside"
    assert msgspec.json.decode(decompress(kept[len(rows)][2])) == save
    again = Games(Storage(played.address))
    assert again.everything(played.tokens[0]).trouble == ""
    again.close()


def test_nothing_is_set_aside_where_all_is_well(played: Played) -> None:
    games = Games(Storage(played.address))
    with pytest.raises(BadInput, match="can be played on"):
        games.host.go_on(played.links.host)
    games.close()


def test_a_save_whose_last_phase_is_another_goes_back_to_where_it_agrees(played: Played) -> None:
    save = played.save()
    later = [i for i, entry in enumerate(save["entries"]) if i >= save["at"] and entry["type"] == "event"]
    save["entries"][later[0]]["kind"] = "something else"
    played.change_save(save)
    games = Games(Storage(played.address))
    found = games.everything(played.tokens[0])
    assert found.held
    assert found.turn == 1
    games.close()


def test_a_battle_that_cannot_be_read_says_so_and_others_are_played_as_ever(played: Played) -> None:
    games = Games(Storage(played.address))
    other = games.begin(SMALL)
    games.close()
    with played.engine.begin() as c:
        c.execute(sa.update(GAMES).where(GAMES.c.id == played.links.game).values(save=compress(b'{"format": "other"}')))
    with running(played.address) as base:
        guest = Guest(base)
        refused = guest.ask("GET", f"/api/seats/{played.tokens[0]}")
        assert refused.status_code == 409
        assert refused.json()["error"].startswith("The Farm at the Crossroads: this battle was saved by")
        assert guest.seat(other.seats[0].token)["decisions"]
        guest.http.close()


def test_events_that_the_world_of_today_has_no_place_for_make_a_battle_unreadable(played: Played) -> None:
    save = played.save()
    save["entries"].insert(0, {"type": "event", "kind": "x", "turn": 1, "sets": [["units", "nobody", {"wings": 2}]]})
    save["at"] += 1
    played.change_save(save)
    games = Games(Storage(played.address))
    with pytest.raises(Unreadable, match="can make nothing of it"):
        games.everything(played.tokens[0])
    games.close()


def test_trouble_is_over_when_somebody_answers_otherwise(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    games = Games(Storage(address))
    token = games.begin(SMALL).seats[0].token
    before = games.everything(token)

    def broken(self: Battle, *_: Any) -> None:
        self.entries.append("half an answer")
        raise KeyError("a hole in the rules")

    with monkeypatch.context() as patch:
        patch.setattr(Battle, "_send", broken)
        with suppress(Fault):  # or the answer was acknowledged before it could be carried out
            answered(games, token)
        troubled = games.everything(token)
    assert "a hole in the rules" in troubled.trouble
    assert "Answer otherwise" in troubled.trouble
    assert not troubled.held
    assert troubled.picture == before.picture
    assert troubled.state > before.state
    answered(games, token)
    after = games.everything(token)
    assert after.trouble == ""
    games.close()
    again = Games(Storage(address))
    assert again.everything(token).view == after.view
    again.close()


def test_what_was_acknowledged_is_carried_out_after_a_crash(address: str) -> None:
    games = Games(Storage(address))
    token = games.begin(SMALL).seats[0].token
    answered(games, token)
    then = games.everything(token)
    games.close()
    storage = Storage(address)
    with storage.engine.begin() as c:  # as if the server had died right after it acknowledged the answer
        c.execute(sa.delete(JOURNAL).where(JOURNAL.c.what == "led"))
    again = Games(storage)
    assert again.everything(token).view == then.view
    again.close()


def test_a_database_that_takes_nothing_leaves_the_battle_as_it_was(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = Games(Storage(address))
    token = games.begin(SMALL).seats[0].token
    before = games.everything(token)

    def gone(*_: Any, **__: Any) -> None:
        raise sa.exc.OperationalError("INSERT", {}, Exception("disk full"))

    with monkeypatch.context() as patch:
        patch.setattr(Storage, "write", gone)
        patch.setattr(Storage, "read", gone)
        with pytest.raises(Fault, match="does not take it: the disk is full; make room"):
            answered(games, token)
    after = games.everything(token)
    assert (after.state, after.decisions) == (before.state, before.decisions)
    answered(games, token)
    assert games.everything(token).state > before.state
    games.close()


def test_what_an_answer_led_to_has_the_same_mark_in_a_battle_that_was_read() -> None:
    """A word that equals its default is written where it was said, and left out by a battle that was read."""
    battle = Battle.begin(systems.game("cold-steel"), load("too-few-orders"), seed=1, options={"turns": 6})
    read, player, turn = battle, Reckless(1, done=0.04), 1
    while battle.open:
        if battle.turn > turn:
            turn = battle.turn
            read = saves.resumed(saves.from_bytes(whole(battle), "the save"), systems.game)
        decision = battle.open[0]
        answer = as_kept(player.decide(Chair(battle, decision.seat), decision))
        first = carried_out(battle, answer)
        assert read is battle or carried_out(read, answer) == first
