"""Ids that say nothing: of enemies whom a seat has not identified it gets neither the id nor the name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from visiting import Guest, database, running

from grognard.battle.battles import Battle
from grognard.battle.decisions import Answer, Decision, Option
from grognard.battle.events import Event
from grognard.battle.pictures import GhostPicture, Picture, Steadiness, UnitPicture
from grognard.kernel.checks import Refusal
from grognard.kernel.domains import Choice, Number, Several, Words
from grognard.server.archive.storage import Storage
from grognard.server.battles.reviving import revived
from grognard.server.shapes import Told
from grognard.server.views.aliases import PLAIN, Aliases, Disguise
from grognard.server.views.hearing import public

HIDDEN = {"cards": True, "placing": "players"}
BATTLE, TURNS = "too-few-orders", 9
ATTACKING = dict.fromkeys(("French", "Russians"), "easy")
"""Both sides come on, so that there is somebody whom one does not know."""


# -- a battle with hidden troops, over HTTP and the live line


class Played(NamedTuple):
    """What one seat, a spectator and the record have after each turn of a battle."""

    folder: Path
    tokens: dict[str, str]
    shown: list[Any]
    """The seat at the end of each turn."""
    received: list[dict[str, bytes]]
    """All that had come to each reader by then."""
    battles: list[Battle]
    """The battle itself then, from disk."""


def truth(address: str, game: str) -> Battle:
    """The battle as it is on disk."""
    storage = Storage(address)
    kept = storage.read(game)
    storage.close()
    assert kept is not None
    found = revived(kept)
    assert not found.why
    return found.battle


@pytest.fixture(scope="module", params=["French", "Russians"])
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Some turns of a person against the staff, every byte kept."""
    folder = tmp_path_factory.mktemp("aliases")
    with running(database(folder)) as server:
        player, watcher = Guest(server), Guest(server)
        game = player.begin(battle=BATTLE, seed=1, seats={**ATTACKING, request.param: "me"}, options=HIDDEN)
        token = next(seat["token"] for seat in game["seats"] if "token" in seat)
        found = Played(folder, {"player": token, "spectator": game["spectator"], **game}, [], [], [])
        with player.line(token) as line, watcher.line(game["spectator"]) as other:
            lines = {"player": line, "spectator": other}
            said = dict.fromkeys(lines, b"")
            for turn in range(2, TURNS + 1):
                while (seat := player.asked(token))["turn"] < turn:
                    player.default(token, seat)
                watcher.seat(game["spectator"])
                said = {who: said[who] + drained(each) for who, each in lines.items()}
                found.shown.append(player.asked(token))
                both = {"player": bytes(player.bytes), "spectator": bytes(watcher.bytes)}
                found.received.append({who: both[who] + said[who] for who in both})
                found.battles.append(truth(database(folder), game["game"]))
        player.http.close()
        watcher.http.close()
    return found


def drained(line: Any) -> bytes:
    """All that has come over a live line, one saying apart from the other."""
    found = bytearray()
    while True:
        try:
            found += line.recv(timeout=0.2).encode() + b"\n"
        except TimeoutError:
            return bytes(found)


def unknown(battle: Battle, seat: str) -> dict[str, str]:
    """Ids and names of the enemies whom a seat has not identified, by the world itself."""
    fight = battle.fight
    side = next(each.side for each in fight.seats if each.id == seat)
    return {
        unit.id: fight.entry(unit.id).name  # type: ignore[attr-defined]
        for unit in fight.world.units.values()
        if unit.side != side and not unit.identified
    }


def tells(received: bytes, id: str) -> bool:
    """Whether an id stands anywhere in JSON, by itself or as a part of a key."""
    if id.encode() not in received:  # which is found out much faster, and is so of nearly all
        return False
    return re.search(rb'[":]' + re.escape(id.encode()) + rb'[":]', received) is not None


def test_no_byte_that_a_seat_receives_tells_whom_it_has_not_identified(played: Played) -> None:
    seen = 0
    for shown, received, battle in zip(played.shown, played.received, played.battles, strict=True):
        hidden = unknown(battle, shown["seat"])
        public = msgspec.json.encode(shown["battle"]).decode()
        own = {battle.fight.name(unit) for unit in battle.fight.world.units if unit not in hidden}
        for id, name in hidden.items():
            assert not tells(received["player"], id), f"turn {shown['turn']}: {id}"
            if name not in public and not any(name in each for each in own):
                assert name.encode() not in received["player"], f"turn {shown['turn']}: {name}"
        seen += sum(unit["id"].startswith("unknown-") for unit in shown["picture"]["units"])
    assert seen > 4


def test_spectators_learn_no_more_than_each_side_does(played: Played) -> None:
    for received, battle in zip(played.received, played.battles, strict=True):
        for seat in battle.fight.seats:
            for id in unknown(battle, seat.id):
                assert not tells(received["spectator"], id), id


def test_whom_one_side_cannot_name_spectators_hear_of_by_his_kind() -> None:
    event = Event("volley", units={"unit": "a", "target": "b"}, called={"red": {"unit": "a line battalion"}})
    known = public(event, ["blue", "red"])
    assert known is not None
    assert known.units == {"unit": "a line battalion", "target": "b"}


def test_who_is_identified_goes_by_his_own_id(played: Played) -> None:
    for shown, battle in zip(played.shown, played.battles, strict=True):
        hidden = unknown(battle, shown["seat"])
        truly = set(battle.view(shown["seat"]).seen)
        others = {unit["id"] for unit in shown["picture"]["units"] if not unit["own"]}
        assert {id for id in others if not id.startswith("unknown-")} == truly - set(hidden)
        assert len(others) == len(truly)


def test_an_alias_stays_while_somebody_is_unknown_and_after_a_restart(played: Played) -> None:
    words: dict[str, str] = {}
    for shown, battle in zip(played.shown, played.battles, strict=True):
        for id, word in _by_place(shown, battle).items():
            assert words.setdefault(id, word) == word
    assert words
    assert len(set(words.values())) == len(words)
    with running(database(played.folder)) as server:
        again = Guest(server)
        after = again.asked(played.tokens["player"])
        again.http.close()
    before = played.shown[-1]
    for part in ("picture", "decisions", "names", "events"):
        assert after[part] == before[part], part
    assert {*after["view"]["seen"], *after["view"]["ghosts"]} == {*before["view"]["seen"], *before["view"]["ghosts"]}


def _by_place(shown: Any, battle: Battle) -> dict[str, str]:
    """Aliases by id: who stands where an unknown is shown."""
    seen = battle.game.picture(battle.view(shown["seat"]), battle.game.briefing(battle.fight, shown["seat"])).units
    at = {(unit.x, unit.y): unit.id for unit in seen if not unit.own}
    units = [unit for unit in shown["picture"]["units"] if unit["id"].startswith("unknown-")]
    return {at[unit["x"], unit["y"]]: unit["id"] for unit in units}


# -- a seat that says the words back


@pytest.fixture
def facing(tmp_path: Path) -> Iterator[tuple[Guest, str, str]]:
    """A seat that has an unknown enemy in sight, the address of its database and its battle."""
    with running(database(tmp_path)) as server:
        guest = Guest(server)
        game = guest.begin(battle=BATTLE, seed=1, seats={"French": "me"}, options=HIDDEN)
        token = next(seat["token"] for seat in game["seats"] if "token" in seat)
        while not _targets(seat := guest.asked(token)):
            assert seat["turn"] < 12, "nobody comes"
            guest.default(token, seat)
        yield guest, token, game["game"]
        guest.http.close()


def _targets(seat: Any) -> list[tuple[str, str, str]]:
    """Decision, order and alias of the enemies whom units may be ordered to fire at."""
    return [
        (decision["id"], option["key"], target)
        for decision in seat["decisions"]
        for option in decision["options"]
        for target in option["fields"].get("target", {}).get("values", ())
        if target.startswith("unknown-") and option["key"].startswith("order:")
    ]


def test_an_order_about_somebody_unknown_is_carried_out(facing: tuple[Guest, str, str], tmp_path: Path) -> None:
    guest, token, game = facing
    seat = guest.seat(token)
    taken = _ordered(guest, token, seat)
    assert taken is not None
    battle = truth(database(tmp_path), game)
    given = [entry for entry in battle.entries if type(entry) is Answer][-1]
    assert given.option == taken[1]
    assert given.values["target"] in unknown(battle, seat["seat"])
    assert _by_place(seat, battle)[given.values["target"]] == taken[2]
    own = guest.seat(token)["view"]["units"][taken[1].removeprefix("order:")]
    assert own["order"]["combat"]["target"] == taken[2]
    assert guest.post(f"/api/seats/{token}/undo")["undone"]
    assert guest.seat(token)["picture"] == seat["picture"]
    assert not any(tells(bytes(guest.bytes), each) for each in unknown(battle, seat["seat"]))


def _ordered(guest: Guest, token: str, seat: Any) -> tuple[str, str, str] | None:
    """The first attack on an unknown enemy that the rules allow, ordered."""
    for decision, order, target in _targets(seat):
        fields = next(each for asked in seat["decisions"] for each in asked["options"] if each["key"] == order)[
            "fields"
        ]
        for leader in fields["leader"]["values"]:
            values = {"leader": leader, "target": target, "movement": "forward", "attack": "yes"}
            body = {"decision": decision, "option": order, "values": values}
            if guest.post(f"/api/seats/{token}/preview", body)["refusal"] is None:
                guest.post(f"/api/seats/{token}/answers", body)
                return decision, order, target
    return None


def test_the_odds_are_told_by_alias_and_a_guessed_id_is_as_good_as_none(
    facing: tuple[Guest, str, str], tmp_path: Path
) -> None:
    guest, token, game = facing
    seat = guest.seat(token)
    battle = truth(database(tmp_path), game)
    own = next(unit["id"] for unit in seat["picture"]["units"] if unit["own"] and unit["where"] == "table")
    id, alias = next(iter(_by_place(seat, battle).items()))
    path = f"/api/seats/{token}/odds"
    assert guest.post(path, {"unit": own, "target": alias})["odds"]
    assert not any(tells(bytes(guest.bytes), each) for each in unknown(battle, seat["seat"]))
    refused = {word: guest.ask("POST", path, {"unit": own, "target": word}) for word in (id, "nobody-at-all")}
    assert [found.status_code for found in refused.values()] == [409, 409]
    assert {found.json()["error"].replace(word, "…") for word, found in refused.items()} == {"no enemy '…' in sight"}


def test_a_guessed_id_in_an_answer_is_refused_in_the_words_of_the_seat(
    facing: tuple[Guest, str, str], tmp_path: Path
) -> None:
    guest, token, game = facing
    seat = guest.seat(token)
    decision, order, _ = _targets(seat)[0]
    hidden = unknown(truth(database(tmp_path), game), seat["seat"])
    for id in hidden:
        body = {"decision": decision, "option": order, "values": {"target": id}}
        found = guest.ask("POST", f"/api/seats/{token}/answers", body)
        assert found.status_code == 409
        assert f"{id!r}; allowed:" in found.json()["error"]
        assert not [each for each in hidden if each != id and tells(found.content, each)]
        allowed = found.json()["error"].split("allowed: ")[1]
        assert not set(allowed.split(", ")) & set(hidden)


# -- the words themselves


def disguise(*hidden: str, reader: str = "blue") -> Disguise:
    return Aliases("a secret").disguise(reader, hidden)


def word(id: str, reader: str = "blue") -> str:
    return disguise(id, reader=reader).record(id)


def test_words_are_each_readers_own_and_each_battles() -> None:
    assert word("old-guard") == word("old-guard")
    others = [
        word("old-guard", "red"),
        word("young-guard"),
        Aliases("another").disguise("blue", ["old-guard"]).record("old-guard"),
    ]
    assert len({word("old-guard"), *others}) == 4
    assert re.fullmatch(r"unknown-[a-z2-7]{12}", word("old-guard"))


def test_where_nothing_is_hidden_nothing_is_made_anew() -> None:
    decision = Decision("blue", "fire", "Whom?", [Option("foe", "the foe")])
    picture = Picture(turn=1, phase="fire")
    assert Aliases("x").disguise("blue", []) is PLAIN
    assert PLAIN.decision(decision) is decision
    assert PLAIN.record(picture) is picture
    assert not PLAIN


def test_an_id_is_a_whole_word() -> None:
    mask = disguise("foot-1")
    assert mask.record(["foot-1", "foot-10", "my-foot-1", "foot-1/skirmishers", "the foot-1 fires"]) == [
        "foot-10",
        "my-foot-1",
        "foot-1/skirmishers",
        "the foot-1 fires",
        word("foot-1"),
    ]


def test_the_order_of_battle_does_not_shine_through() -> None:
    seen = ["a", "b", "c", "d"]
    mask = disguise("b", "d")
    assert mask.record(seen) == ["a", "c", *sorted([word("b"), word("d")])]
    assert list(mask.record(dict.fromkeys(seen, 0))) == mask.record(seen)
    ghosts = tuple(
        GhostPicture(
            id=id, name="foot", side="Red", nation="x", arm="infantry", x=0, y=0, heading=0, formation="line", turn=1
        )
        for id in seen
    )
    assert [each.id for each in mask.record(Picture(turn=1, phase="x", ghosts=ghosts)).ghosts] == mask.record(seen)


def test_what_people_read_and_the_words_of_the_rules_are_no_ids() -> None:
    mask = disguise("battery", "hussars")
    unit = UnitPicture(
        id="hussars",
        name="hussars",
        side="Red",
        nation="x",
        arm="cavalry",
        own=False,
        x=0,
        y=0,
        heading=0,
        formation="line",
        men=1,
        strength=1,
        steadiness=Steadiness(step=0, of=2, word="steady"),
        engaged=("battery", "mine"),
    )
    shown = mask.record(unit)
    assert (shown.id, shown.name, shown.engaged) == (word("hussars"), "hussars", ("mine", word("battery")))
    event = Told(0, "overrun", 1, "x", units={"battery": "battery"}, values={"text": "hussars", "by": "hussars"})
    told = mask.told([event])[0]
    assert told.units == {"battery": word("battery")}
    assert told.values == {"text": "hussars", "by": word("hussars")}


def asked() -> Decision:
    options = [
        Option("hold", "hold"),
        Option("foe", "the foe"),
        Option(
            "order:mine",
            "orders",
            "",
            {
                "target": Choice(("foe", "third", "other")),
                "who": Several(("foe", "other")),
                "paces": Number(0, 9),
                "text": Words(3),
            },
            {"target": "foe", "who": (), "paces": 0, "text": ""},
        ),
    ]

    def judge(key: str, values: Any) -> Refusal | None:
        return Refusal("X-1", "too far") if values.get("target") == "third" else None

    return Decision(
        "blue", "fire", "Whom?", options, default=("foe", {}), about={"unit": "mine", "at": "foe"}, judge=judge
    )


def test_a_decision_is_asked_and_answered_in_the_seats_words() -> None:
    mask, foe, true = disguise("foe", "third"), disguise("foe", "third").record("foe"), asked()
    third = mask.record("third")
    shown = mask.decision(true)
    assert (shown.id, shown.about["at"], shown.default.option) == ("fire:mine", foe, foe)
    assert [option.key for option in shown.options] == ["hold", "order:mine", foe]
    assert shown.options[1].optional["target"] == foe
    given = Answer("blue", shown.id, "order:mine", {"target": foe, "who": [foe, "other"], "text": "foe"})
    assert shown.refusal(given) is None
    meant = mask.answer(true, given)
    assert meant == Answer("blue", true.id, "order:mine", {"target": "foe", "who": ["foe", "other"], "text": "foe"})
    assert shown.refusal(shown.answer("order:mine", target=third)) == Refusal("X-1", "too far")
    assert mask.answer(true, shown.answer(foe)).option == "foe"


def test_a_true_id_is_refused_as_any_other_that_there_is_not() -> None:
    shown = disguise("foe", "third").decision(asked())
    for guessed in ("foe", "nobody"):
        option, target = shown.refusal(shown.answer(guessed)), shown.refusal(shown.answer("order:mine", target=guessed))
        assert option is not None
        assert target is not None
        assert option.reason.startswith(f"{guessed!r} cannot be answered; there is hold, order:mine, unknown-")
        assert f"{guessed!r}; allowed: other, unknown-" in target.reason
