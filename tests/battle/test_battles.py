"""A battle runs on until somebody decides, takes answers, refuses others, can be taken back, branched and repeated."""

from __future__ import annotations

import re

import msgspec
import pytest
from toy import TOY, scenario

from grognard.battle.battles import Battle
from grognard.battle.decisions import Answer
from grognard.battle.events import Event
from grognard.battle.record.recorded import Threw
from grognard.kernel.checks import Refused
from grognard.kernel.errors import BadData, BadInput


def begun(seed: int = 7, **options: int) -> Battle:
    return Battle.begin(TOY, scenario(), seed=seed, options=options)


def load(seat: str, powder: int) -> Answer:
    return Answer(seat, "load", "charge", {"powder": powder})


def fought(seed: int = 7) -> Battle:
    battle = begun(seed)
    while battle.open:
        battle.answer(battle.open[-1].default)
    return battle


def test_both_seats_are_asked_at_once_and_dice_fall_when_both_have_answered():
    battle = begun()
    assert [decision.seat for decision in battle.open] == ["a", "b"]
    battle.answer(load("b", 3))
    assert [decision.seat for decision in battle.open] == ["a"]
    assert not any(isinstance(entry, Threw) for entry in battle.entries)
    battle.answer(load("a", 1))
    assert sum(isinstance(entry, Threw) for entry in battle.entries) == 3
    assert battle.turn == 2


def test_who_answers_first_does_not_matter():
    one, other = begun(), begun()
    for answer in (load("a", 1), load("b", 3)):
        one.answer(answer)
    for answer in (load("b", 3), load("a", 1)):
        other.answer(answer)
    assert one.fight.world == other.fight.world


@pytest.mark.parametrize(
    "answer, reason",
    [
        (load("a", 4), "1 to 3"),
        (Answer("a", "load", "run"), "'run' cannot be answered"),
        (Answer("a", "load", "charge"), "still to be said: powder"),
        (Answer("a", "load", "charge", {"powder": 1, "shot": 2}), "no field 'shot'"),
        (Answer("a", "sing", "charge"), "not asked 'sing' now"),
        (Answer("c", "load", "charge"), "not asked"),
        (Answer("a", "load", "charge", {"powder": True}), "allowed"),
    ],
)
def test_answers_that_are_refused_change_nothing(answer: Answer, reason: str):
    battle = begun()
    before = list(battle.entries)
    with pytest.raises(Refused, match=re.escape(reason)):
        battle.answer(answer)
    assert battle.entries == before


def test_an_answer_is_taken_back_while_nothing_was_revealed():
    battle = begun()
    battle.answer(Answer("a", "load", "peep"))
    battle.answer(load("b", 3))
    assert battle.undo("a") == Answer("a", "load", "peep")
    assert battle.fight.world.gunners["a"].peeps == 0
    assert battle.fight.world.gunners["b"].charge == 3, "the other's answer stands"
    assert [decision.seat for decision in battle.open] == ["a"]


def test_nothing_is_taken_back_after_dice_or_before_there_was_anything():
    battle = begun()
    with pytest.raises(BadInput, match="nothing to take back"):
        battle.undo("a")
    for answer in (load("a", 1), load("b", 1)):
        battle.answer(answer)
    with pytest.raises(BadInput, match=r"nothing to take back|cannot be taken back"):
        battle.undo("b")


def test_the_same_seed_gives_the_same_record_and_another_seed_another():
    assert fought(7).entries == fought(7).entries
    assert fought(7).entries != fought(8).entries


def test_a_branch_goes_its_own_way():
    battle = begun()
    battle.answer(Answer("a", "load", "peep"))
    other = battle.branch()
    assert other.entries == battle.entries
    other.answer(load("a", 3))
    assert len(battle.decisions("a")) == 1
    assert not other.decisions("a")
    for each in (battle, other):
        for decision in list(each.open):
            each.answer(decision.answer("charge", powder=3))
    assert battle.fight.world == other.fight.world


def test_events_reach_only_those_who_may_know():
    battle = fought()
    for seat in ("a", "b"):
        seen = battle.events(seat)
        assert not any(event.kind == "thought" for event in seen) or seat == "a"
        assert all(not event.sets and event.to is None for event in seen)
        shots = [event for event in seen if event.kind == "shot"]
        assert all(bool(event.secret) == (event.units["unit"] == seat) for event in shots)
    with pytest.raises(BadInput, match="no seat 'x'"):
        battle.events("x")


def test_what_the_other_chose_in_secret_cannot_be_told_from_any_byte():
    one, other = begun(), begun()
    one.answer(load("a", 1))
    for answer in (Answer("a", "load", "peep"), load("a", 3)):
        other.answer(answer)
    for read in (lambda battle: battle.view("b"), lambda battle: battle.events("b")):
        assert msgspec.json.encode(read(one)) == msgspec.json.encode(read(other))
    assert [d.data() for d in one.decisions("b")] == [d.data() for d in other.decisions("b")]


def test_secret_dice_do_not_touch_the_open_ones():
    open_dice = [entry.faces for entry in fought().entries if isinstance(entry, Threw) and not entry.stream]
    secret = [entry.faces for entry in fought().entries if isinstance(entry, Threw) and entry.stream == "a"]
    assert secret
    assert secret != open_dice[: len(secret)]


def test_replay_with_the_dice_of_the_record():
    battle = fought()
    again = Battle(TOY, scenario(), {}, seed=999)
    again.replay(battle.entries)
    assert again.entries == battle.entries
    short = [entry for entry in battle.entries if not isinstance(entry, Threw)]
    with pytest.raises(BadData, match="no more dice"):
        Battle(TOY, scenario(), {}, seed=999).replay(short)


def test_a_battle_that_is_over_asks_nobody():
    battle = fought()
    assert battle.over
    assert battle.fight.world.over
    assert isinstance(battle.entries[-1], Event)


def turn_about() -> Battle:
    """A has loaded, B has loaded because of that, and A is asked once more."""
    battle = Battle.begin(TOY, scenario(), seed=1, options={"turns_about": True})
    battle.answer(Answer("a", "load", "charge", {"powder": 1}))
    battle.answer(Answer("b", "load", "charge", {"powder": 3}))
    assert [(each.seat, each.id) for each in battle.open] == [("a", "aim")]
    return battle


def test_nothing_is_taken_back_that_somebody_else_has_answered_since():
    battle = turn_about()
    before = list(battle.entries)
    with pytest.raises(BadInput, match="somebody else has answered"):
        battle.undo("a")
    assert battle.entries == before
    assert [(each.seat, each.id) for each in battle.open] == [("a", "aim")]


def test_a_computer_is_asked_again_what_it_answered_because_of_what_is_taken_back():
    battle = turn_about()
    assert battle.undo("a", again=["b"]).values == {"powder": 1}
    assert [(each.seat, each.id) for each in battle.open] == [("a", "load")]
    battle.answer(Answer("a", "load", "charge", {"powder": 2}))
    assert [(each.seat, each.id) for each in battle.open] == [("b", "load")]


def test_of_one_answer_that_was_given_twice_the_last_is_taken_back():
    battle, peep = begun(), Answer("a", "load", "peep")
    battle.answer(peep)
    battle.answer(peep)
    assert battle.undo("a") is peep
    assert battle.fight.world.gunners["a"].peeps == 1
