"""Dice that nobody can foretell: a server that cheats on a die, on a part of the seed or on the order in which dice are
drawn is found out, from the file alone or with what a player kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from toy import TOY, find, scenario

from grognard.battle.battles import Battle
from grognard.battle.record import saves
from grognard.battle.record.fair import Fair, Pledge, Seen, committed
from grognard.battle.record.recorded import Threw, seeded
from grognard.kernel.dice import D10
from grognard.kernel.errors import BadData, BadInput

Change = Callable[[dict[str, Any]], object]
GAME = "b4ttle"
SERVER, ONE, OTHER = ("0123456789abcdef" * 2, "a" * 32, "b" * 32)


def promised() -> Fair:
    fair = Fair(GAME, committed(GAME, "", SERVER), SERVER, {"a": Pledge(), "b": Pledge()})
    return fair.promise("a", committed(GAME, "a", ONE)).promise("b", committed(GAME, "b", OTHER))


def given() -> Fair:
    return promised().give("a", ONE).give("b", OTHER)


def fought(fair: Fair) -> Battle:
    assert fair.seed is not None
    battle = Battle(TOY, scenario(), {}, fair.seed, fair)
    battle.go_on()
    while battle.open:
        battle.answer(battle.open[0].default)
    return battle


# -- the seed


def test_the_seed_can_be_recomputed_by_hand():
    """As docs/fair-dice.md has it."""
    text = f"b4ttle seed server={SERVER} a={ONE} b={OTHER}"
    assert given().seed == int(sha256(text.encode()).hexdigest()[:32], 16)
    assert committed(GAME, "", SERVER) == sha256(f"b4ttle server {SERVER}".encode()).hexdigest()
    assert committed(GAME, "a", ONE) == sha256(f"b4ttle seat a {ONE}".encode()).hexdigest()


def test_dice_of_a_long_seed_can_be_recomputed_by_hand():
    seed = 2**127 + 5
    for stream, name in (("", "open"), ("a", "a")):
        dice = seeded(seed, ["a", "b"])[stream]
        words = [int(sha256(f"{seed}/{name}/{n}".encode()).hexdigest()[:16], 16) for n in range(1, 9)]
        assert [dice.roll(D10) for _ in words] == [word % 10 + 1 for word in words if word < 2**64 // 10 * 10]


def test_a_stream_goes_on_where_it_stood():
    one = seeded(2**100, ["a"])["a"]
    drawn = [one.word() for _ in range(5)]
    other = seeded(2**100, ["a"])["a"]
    other.go_on_from((3, 0))
    assert [other.word(), other.word()] == drawn[3:]
    assert other.state == one.state


def test_short_seeds_give_the_dice_they_always_gave():
    numbers = [seeded(7, ["a", "b"])[stream].word() for stream in ("", "a")]
    assert numbers == [11530976094092348043, 15369362827723283325], "as numpy.random.PCG64 has them"


def test_no_seed_before_all_parts_are_in():
    assert promised().seed is None
    assert promised().give("b", OTHER).seed is None


def test_no_part_before_all_hashes_are_on_the_table():
    fair = Fair(GAME, committed(GAME, "", SERVER), SERVER, {"a": Pledge(), "b": Pledge()})
    with pytest.raises(BadInput, match="hashes of all"):
        fair.promise("a", committed(GAME, "a", ONE)).give("a", ONE)


def test_another_part_than_the_promised_one_is_not_taken():
    with pytest.raises(BadInput, match="not the part"):
        promised().give("a", OTHER)


def test_who_promises_anew_makes_all_draw_anew():
    """Else he could wait for the parts of the others, and choose his."""
    again = promised().give("a", ONE).promise("b", committed(GAME, "b", ONE))
    assert again.draw == 2
    assert again.seats == {"a": Pledge(), "b": Pledge(committed(GAME, "b", ONE))}
    assert promised().promise("b", committed(GAME, "b", OTHER)) == promised(), "the same once more changes nothing"


def test_who_leaves_after_a_part_was_given_makes_all_draw_anew():
    assert promised().among(["a"]).seats == {"a": promised().seats["a"]}
    left = promised().give("a", ONE).among(["a"])
    assert (left.draw, left.seats) == (2, {"a": Pledge()})


def test_nobody_throws_before_the_seed_is_made():
    battle = Battle(TOY, scenario(), {}, 0, promised())
    assert battle.seedless
    assert not battle.over
    with pytest.raises(AssertionError, match="no dice were expected"):
        battle.fight.dice.throw(3 * D10, "fire")


# -- what a cheat is found out by


def resealed(path: Path, change: Change) -> Path:
    """A file that somebody has changed who knows how to seal it."""
    data = json.loads(saves.sealed(saves.saved(fought(given()))))
    change(data)
    path.write_bytes(saves.sealed({**data, "digest": ""}))
    return path


def throws(data: dict[str, Any]) -> list[dict[str, Any]]:
    return [entry for entry in data["entries"] if entry["type"] == "dice"]


def one_die(data: dict[str, Any]) -> None:
    dice = throws(data)[3]
    dice["faces"] = [dice["faces"][0] % 10 + 1]


def other_order(data: dict[str, Any]) -> None:
    """The first throw that differs from the one before changes places with it."""
    dice = throws(data)
    one, other = next((a, b) for a, b in pairwise(dice) if a["faces"] != b["faces"])
    one["faces"], other["faces"] = other["faces"], one["faces"]


def other_stream(data: dict[str, Any]) -> None:
    throws(data)[0]["stream"] = "a"


def own_part(data: dict[str, Any]) -> None:
    data["fair"]["part"] = "f" * 32


def part_of_a_seat(data: dict[str, Any]) -> None:
    data["fair"]["seats"]["a"]["part"] = "f" * 32


def part_and_hash_of_a_seat(data: dict[str, Any]) -> None:
    data["fair"]["seats"]["a"] = {"commitment": committed(GAME, "a", "f" * 32), "part": "f" * 32}


def order_of_parts(data: dict[str, Any]) -> None:
    data["fair"]["seats"] = dict(reversed(data["fair"]["seats"].items()))


def other_seed(data: dict[str, Any]) -> None:
    data["seed"] = str(int(data["seed"]) + 1)


def no_parts(data: dict[str, Any]) -> None:
    data["fair"] = None


def test_an_honest_battle_is_verified(tmp_path: Path):
    path = resealed(tmp_path / "b", lambda data: None)
    kept = Seen({"": given().commitment, "b": given().seats["b"].commitment}, {"a": ONE})
    found = saves.verify(path, find, seen=kept)
    assert (found.seed, found.parts) == (given().seed, ("a", "b"))
    assert saves.load(path, find).entries == fought(given()).entries


@pytest.mark.parametrize(
    "change, said",
    [
        (one_die, r"entry \d+: the record has .*; its seed gives \d"),
        (other_order, r"entry \d+: the record has .*; its seed gives \d"),
        (other_stream, r"entry \d+: the record has .*; its seed gives \d"),
        (own_part, "part of the server is not the one that was promised"),
        (part_of_a_seat, "part of a is not the one that was promised"),
        (part_and_hash_of_a_seat, "its parts come to"),
        (order_of_parts, "its parts come to"),
        (other_seed, "its parts come to"),
    ],
)
def test_a_cheat_is_found_out_from_the_file_alone(
    tmp_path: Path, change: Callable[[dict[str, Any]], object], said: str
):
    path = resealed(tmp_path / "b", change)
    with pytest.raises(BadData, match=said):
        saves.verify(path, find)


@pytest.mark.parametrize("kept", [Seen({"": given().commitment}), Seen({}, {"a": ONE}), Seen({"b": "0" * 64})])
def test_who_has_exchanged_everything_is_found_out_by_what_a_player_kept(tmp_path: Path, kept: Seen):
    """Another battle with other parts and the dice that follow from them: nothing in the file contradicts it."""
    other = "c" * 32
    fair = Fair(GAME, committed(GAME, "", other), other, {"a": Pledge(), "b": Pledge()})
    fair = fair.promise("a", committed(GAME, "a", other)).promise("b", committed(GAME, "b", other))
    battle = fought(fair.give("a", other).give("b", other))
    saves.save(battle, tmp_path / "b")
    assert saves.verify(tmp_path / "b", find).parts == ("a", "b")
    with pytest.raises(BadData, match="you have"):
        saves.verify(tmp_path / "b", find, seen=kept)


def test_a_file_without_its_parts_is_no_proof_for_him_who_gave_one(tmp_path: Path):
    path = resealed(tmp_path / "b", no_parts)
    with pytest.raises(BadData, match="no commitments and no parts"):
        saves.verify(path, find, seen=Seen({}, {"a": ONE}))


def test_the_dice_of_a_record_are_checked_though_its_rules_have_changed(tmp_path: Path):
    """An event that the rules of today would not have: said so, and not that somebody threw false dice."""

    def by_other_rules(data: dict[str, Any]) -> None:
        event = next(entry for entry in data["entries"] if entry["type"] == "event")
        event["kind"] = "unheard_of"

    with pytest.raises(BadData, match=r"Its dice are those of its seed.*rules have changed"):
        saves.verify(resealed(tmp_path / "b", by_other_rules), find)


def test_crafted_dice_are_refused_in_a_sentence(tmp_path: Path):
    for dice in ("999999999d6", "x", "d10/"):
        path = resealed(tmp_path / "b", lambda data, dice=dice: throws(data)[0].update(dice=dice))
        with pytest.raises(BadData):
            saves.verify(path, find)


def test_a_long_seed_is_written_as_text_and_a_short_one_as_it_was(tmp_path: Path):
    path = tmp_path / "b"
    saves.save(fought(given()), path)
    assert json.loads(path.read_bytes())["seed"] == str(given().seed)
    assert saves.read(path).seed == given().seed
    saves.save(Battle.begin(TOY, scenario(), seed=3), path)
    assert json.loads(path.read_bytes())["seed"] == 3
    assert any(type(entry) is Threw for entry in fought(given()).entries)
