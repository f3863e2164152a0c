"""Several server processes on one PostgreSQL: any of them may take any request, and all have the same battle.

Two services over one database are two processes as far as the database is concerned. test_kills.py has real ones.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from databases import found_postgres
from visiting import Guest, running

import postgres
from grognard.battle.record.fair import committed
from grognard.server.archive import neighbours as neighbours_module
from grognard.server.archive.schema import JOURNAL
from grognard.server.archive.storage import Storage
from grognard.server.battles import house as house_module
from grognard.server.errors import Ousted, Stale
from grognard.server.seats.games import Games
from grognard.server.shapes import Given, NewGame, NewLinks, OwnPart, SeatState

SMALL = NewGame("farm-at-the-crossroads", "cold-steel", seed=7, seats={"Prussians": "me", "French": "me"})
COMPUTERS = NewGame("farm-at-the-crossroads", "cold-steel", seed=7, seats={"Prussians": "default", "French": "default"})


@pytest.fixture
def both(postgres_address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Games, Games]]:
    """Two processes."""
    monkeypatch.setattr(neighbours_module, "TICK", 0.2)
    monkeypatch.setattr(neighbours_module, "AGAIN", 60.0)  # what is heard is heard, and not found out by looking again
    found = Games(Storage(postgres_address)), Games(Storage(postgres_address))
    yield found
    for each in found:
        each.close()


def tokens(links: NewLinks) -> list[str]:
    return [seat.token for seat in links.seats]


def given(seat: SeatState, key: str | None = None) -> Given:
    """The answer that the rules suggest to what is asked first."""
    first = seat.decisions[0]
    return Given(first["id"], first["default"]["option"], first["default"]["values"], state=seat.state, key=key)


def same(one: SeatState, other: SeatState) -> None:
    for part in ("state", "turn", "phase", "events", "picture", "decisions", "view", "seats", "notices", "undo"):
        assert getattr(one, part) == getattr(other, part), part


def soon(happened: Callable[[], Any], seconds: float = 20) -> None:
    stop = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < stop, "it does not happen"
        time.sleep(0.02)


def answers(storage: Storage) -> list[tuple[int, str]]:
    with storage.engine.connect() as c:
        rows = c.execute(sa.select(JOURNAL.c.number, JOURNAL.c.what).order_by(JOURNAL.c.number)).all()
    return [(number, what) for number, what in rows]


def test_any_process_takes_any_part_of_the_dice(both: tuple[Games, Games]) -> None:
    """Each seat comes to another process, and so does what it promises and gives."""
    links = both[0].begin(msgspec.structs.replace(SMALL, seed=None))
    part = "ab" * 16
    for which, token in enumerate(tokens(links)):
        seat = both[which].everything(token)
        both[which].part_of_the_dice(token, OwnPart(promise=committed(seat.game, seat.seat, part)))
    for which, token in enumerate(tokens(links)):
        assert both[1 - which].everything(token).dice.promised
        both[1 - which].part_of_the_dice(token, OwnPart(part=part))
    one, other = (each.everything(tokens(links)[0]) for each in both)
    assert one.dice.begun
    assert one.decisions
    same(one, other)
    both[1].answer(tokens(links)[0], given(other))
    same(*(each.everything(tokens(links)[1]) for each in both))


def test_any_process_takes_any_answer(both: tuple[Games, Games], postgres_address: str) -> None:
    links = both[0].begin(SMALL)
    taken = 0
    while both[0].everything(tokens(links)[0]).turn < 3:
        for token in tokens(links):
            here = both[taken % 2]
            seat = here.everything(token)
            if seat.decisions:
                here.answer(token, given(seat, f"key-{taken:05}"))
                taken += 1
    for token in tokens(links):
        same(both[0].everything(token), both[1].everything(token))
    third = Games(Storage(postgres_address))
    same(third.everything(tokens(links)[1]), both[1].everything(tokens(links)[1]))
    rows = answers(third._house.storage)
    third.close()
    assert [number for number, _ in rows] == list(range(1, len(rows) + 1))
    assert sum(what == "answer" for _, what in rows) == taken


def test_only_what_is_new_is_read(both: tuple[Games, Games], monkeypatch: pytest.MonkeyPatch) -> None:
    links = both[0].begin(SMALL)
    token = tokens(links)[0]
    both[1].everything(token)
    read: list[int] = []
    rows = Storage.rows
    monkeypatch.setattr(Storage, "read", lambda *_: pytest.fail("the whole battle is read"))
    monkeypatch.setattr(Storage, "rows", lambda self, game, after: read.append(after) or rows(self, game, after))
    for token in tokens(links):
        both[0].answer(token, given(both[0].everything(token)))
        same(both[1].everything(token), both[0].everything(token))
    both[1].everything(token)
    assert len(read) == 2
    assert read == sorted(set(read))


def test_many_at_once_through_both_are_one_battle(both: tuple[Games, Games]) -> None:
    links = both[0].begin(SMALL)
    acknowledged: list[str] = []
    failed: list[BaseException] = []

    def play(games: Games, token: str, name: str) -> None:
        try:
            for n in range(12):
                seat = games.everything(token)
                if not seat.decisions:
                    time.sleep(0.01)
                    continue
                try:
                    games.answer(token, given(seat, f"{name}-key-{n:04}"))
                    acknowledged.append(f"{seat.seat} {name}-key-{n:04}")
                except Stale:  # the other was quicker
                    continue
        except BaseException as error:
            failed.append(error)

    threads = [
        threading.Thread(target=play, args=(games, token, f"{i}{j}"))
        for i, games in enumerate(both)
        for j, token in enumerate(tokens(links))
    ]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert not failed
    kept = both[0]._house.storage.read(links.game)
    assert kept is not None
    assert sorted(kept.once) == sorted(acknowledged)
    for token in tokens(links):
        same(both[0].everything(token), both[1].everything(token))


def test_a_key_that_one_has_taken_the_other_knows(both: tuple[Games, Games]) -> None:
    links = both[0].begin(SMALL)
    token = tokens(links)[0]
    wanted = given(both[1].everything(token), "the-same-key")
    both[0].answer(token, wanted)
    both[1].answer(token, wanted)
    kept = both[0]._house.storage.read(links.game)
    assert kept is not None
    assert [row.what for row in kept.journal].count("answer") == 1


def test_live_lines_of_the_other_process_are_woken(both: tuple[Games, Games]) -> None:
    links = both[0].begin(SMALL)
    token, other = tokens(links)
    called = threading.Event()
    both[1].arrived(both[1].admit(other), called.set)
    time.sleep(0.3)
    called.clear()
    both[0].answer(token, given(both[0].everything(token)))
    assert called.wait(10)
    for act in (lambda: both[0].host.pause(links.host, True), lambda: both[0].host.reveal(links.host)):
        called.clear()
        act()
        assert called.wait(10)


def test_a_seat_given_away_here_is_given_away_there(both: tuple[Games, Games]) -> None:
    links = both[0].begin(SMALL)
    token = tokens(links)[0]
    both[1].everything(token)
    seat = links.seats[0].seat
    new = both[0].host.seat(links.host, seat, "me").token
    with pytest.raises(Ousted, match="given this seat to another person"):
        both[1].everything(token)
    same(both[0].everything(new), both[1].everything(new))
    assert "the host has given this seat to a person" in both[1].everything(new).notices[-1].text


def test_pause_undo_and_wishes_hold_in_both(both: tuple[Games, Games]) -> None:
    links = both[0].begin(SMALL)
    first, second = tokens(links)
    before = both[1].everything(first)
    both[0].host.pause(links.host, True)
    with pytest.raises(Stale, match="paused"):
        both[1].answer(first, given(before))
    both[1].host.pause(links.host, False)
    both[0].answer(first, given(both[0].everything(first)))
    both[1].everything(first)
    assert both[1].undo(first).undone
    same(both[0].everything(first), both[1].everything(first))
    assert both[0].everything(first).decisions == before.decisions
    while both[0].everything(first).turn < 2:
        for token in (first, second):
            if both[0].everything(token).decisions:
                both[0].answer(token, given(both[0].everything(token)))
    assert not both[0].undo(first).undone
    assert both[1].everything(second).undo == (links.seats[0].seat,)
    turn = both[1].everything(second)
    assert both[1].undo(second).undone
    after = both[0].everything(second)
    assert after.state > turn.state
    assert after.undo == ()
    for token in (first, second):
        same(both[0].everything(token), both[1].everything(token))


def test_one_process_thinks_and_another_takes_over(both: tuple[Games, Games]) -> None:
    links = both[0].begin(SMALL)  # nothing to think about yet
    first = both[0]._house.neighbours
    assert first.may_think(links.game)
    both[1].everything(links.spectator)
    assert not both[1]._house.neighbours.may_think(links.game)
    for seat in links.seats:
        both[1].host.seat(links.host, seat.seat, "default")
    turn = both[1].everything(links.spectator).turn
    time.sleep(1.0)
    assert both[1].everything(links.spectator).turn == turn, "the other one has to think"
    first.close()  # its lines are cut, as when it is killed
    soon(lambda: both[1].everything(links.spectator).turn > turn)


def test_computers_of_a_battle_that_both_watch_answer_once(both: tuple[Games, Games]) -> None:
    links = both[0].begin(COMPUTERS)
    soon(lambda: min(each.everything(links.spectator).turn for each in both) > 3, 60)
    both[0].host.pause(links.host, True)
    same(both[0].everything(links.spectator), both[1].everything(links.spectator))
    rows = answers(both[0]._house.storage)
    assert [number for number, _ in rows] == list(range(1, len(rows) + 1))


def test_who_is_there_is_seen_in_both(both: tuple[Games, Games]) -> None:
    links = both[0].begin(SMALL)
    first, second = tokens(links)

    def sees(games: Games, token: str) -> list[bool]:
        return [card.connected for card in games.everything(token).seats]

    visitor = both[0].admit(first)
    both[0].arrived(visitor, print)
    soon(lambda: sees(both[1], second) == [True, False])
    both[0].left(visitor, print)
    soon(lambda: sees(both[1], second) == [False, False])


def test_a_database_that_goes_away_is_told_and_the_battle_goes_on_when_it_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found_postgres()  # or skipped
    monkeypatch.setattr(neighbours_module, "TICK", 0.2)
    with postgres.cluster() as database, running(database.address()) as address:
        guest = Guest(address)
        with guest.http:
            game = guest.begin(seats={"Prussians": "me", "French": "default"})
            token = next(seat["token"] for seat in game["seats"] if "token" in seat)
            guest.default(token)
            seat = guest.asked(token)
            with guest.line(token) as line:
                line.recv()
                database.stop()
                first = seat["decisions"][0]
                body = {"decision": first["id"], **first["default"], "key": "while-it-is-away"}
                for method, path in (("GET", ""), ("POST", "/answers")):
                    found = guest.ask(method, f"/api/seats/{token}{path}", body if path else None)
                    assert found.status_code == 503, found.text
                    assert "cannot be reached" in found.json()["error"]
                    assert "see whether it runs" in found.json()["error"]
                assert guest.ask("GET", "/health").status_code == 503
                database.start()
                guest.post(f"/api/seats/{token}/answers", body)
                assert guest.ask("GET", "/health").status_code == 200
                while "decisions" not in (said := str(line.recv(timeout=30))):
                    assert "ping" in said
                for _ in range(3):
                    guest.default(token)


def test_a_process_that_loses_its_line_writes_nothing_more(both: tuple[Games, Games]) -> None:
    """Its lock is gone with the line: another process may have it already."""
    links = both[0].begin(SMALL)
    token = tokens(links)[0]
    here = both[0]._house
    table = here.tables[links.game]
    both[0].everything(token)
    with here.alone(table):
        with both[1]._house.storage.engine.begin() as c:  # all lines but this one are cut
            cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            c.execute(sa.text(f"{cut} AND pid <> pg_backend_pid() AND backend_type = 'client backend'"))
        for _ in range(3):
            with pytest.raises(sa.exc.SQLAlchemyError):
                here.storage.change(table.game, paused=True)
    assert not both[1].everything(token).paused
    both[0].answer(token, given(both[0].everything(token)))
    same(both[0].everything(token), both[1].everything(token))


def test_nothing_is_listened_to_where_there_is_a_file(tmp_path: Any) -> None:
    games = Games(Storage(f"sqlite:///{tmp_path / 'b.db'}"))
    assert isinstance(games._house.neighbours, neighbours_module.Nobody)
    assert not [each for each in threading.enumerate() if each.name == "neighbours"]
    games.close()
    assert house_module.PRESENCE < neighbours_module.GONE
