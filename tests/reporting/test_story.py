"""The story: everything that mattered is in it, nothing is made up, and it reads the same every time."""

from __future__ import annotations

import re
from itertools import pairwise

import msgspec
import pytest
from every_system import PLAYABLE, made_up_too

from grognard import systems
from grognard.reporting.lexicon import lexicon
from grognard.reporting.story.deeds import Actor, Deed
from grognard.reporting.story.episodes import episodes
from grognard.reporting.story.firing import _targets
from grognard.reporting.story.ground import place_of
from grognard.reporting.story.melees import melees
from grognard.reporting.story.prose import Storyteller
from grognard.reporting.story.teller import Pen, _phrases
from grognard.reporting.wording import capital, compass, listed, men, named_body, number, the, troops

with made_up_too():
    TELLS_RESULTS = [system for system in PLAYABLE if lexicon(system).results]
    """Systems whose report.toml has words for the results of close combat."""
    TELLS_LOSSES = [
        system
        for system in PLAYABLE
        if any(each.deed == "loss" for of in lexicon(system).events.values() for each in of)
    ]
    """Systems that tell losses apart from what caused them."""


def sentences(fought) -> list[str]:
    teller = Storyteller(fought.record, fought.words, fought.deeds)
    chapters = episodes(fought.record, fought.deeds)
    return [s for chapter in chapters for one in teller.chapter(chapter) for s in one.sentences]


def test_most_systems_tell_results_and_losses():
    assert {"cold-steel", "steel-canister"} <= set(TELLS_RESULTS) & set(TELLS_LOSSES)


def test_every_unit_that_was_lost_is_told_of(fought):
    text = " ".join(sentences(fought))
    for unit, standing in fought.record.states[-1].units.items():
        if standing.destroyed:
            assert fought.record.chain.units[unit].unit.name in text


def test_every_leader_who_was_hit_is_told_of(fought):
    text = " ".join(sentences(fought))
    for deed in fought.deeds:
        if deed.what == "leader":
            assert deed.who.name in text


def test_who_closed_with_whom_is_told(fought):
    text = " ".join(sentences(fought))
    clashes = [deed for deed in fought.deeds if deed.what == "clash"]
    assert clashes or fought.record.content.system != "cold-steel"
    for deed in clashes:
        assert deed.who.name in text
        assert deed.whom.name in text


@pytest.mark.parametrize("fought", TELLS_RESULTS, indirect=True)
def test_a_combat_is_told_with_its_loser_and_a_second_one_as_such(fought):
    teller = Storyteller(fought.record, fought.words, ())
    one, other = Actor("x", "1/92e", "French"), Actor("y", "2/44th", "Allies")
    result, word = next(iter(fought.words.results.items()))
    first = Deed("clash", 1, 2, one, other, {"winner": "who", "result": result})
    caught, charge = Deed("surprised", 1, 0, other, one, {}), Deed("charge", 1, 1, one, other, {})
    assert list(melees(teller, 1, [caught, charge, first], spoken := set())) == [
        "1/92e surprised 2/44th.",
        f"1/92e closed with 2/44th and won: 2/44th {word}.",
    ]
    assert spoken == {"y"}
    assert list(melees(teller, 1, [first], set())) == [f"1/92e and 2/44th met hand to hand; 2/44th {word}."]
    attacked = charge._replace(who=other, whom=one)
    assert list(melees(teller, 1, [attacked, first], set())) == [f"2/44th closed with 1/92e and lost: 2/44th {word}."]
    second = first._replace(number=3, facts={"winner": "whom", "result": result})
    assert list(melees(teller, 1, [first, second], set()))[-1] == f"2/44th pressed on, and 1/92e {word}."
    drawn = first._replace(facts={"winner": "", "result": "nothing of the kind"})
    assert list(melees(teller, 1, [drawn], set())) == [f"1/92e and 2/44th {fought.words.undecided['']}."]


def test_a_charge_that_came_to_nothing_is_told_once(fought):
    teller = Storyteller(fought.record, fought.words, ())
    one, other = Actor("x", "1/92e", "French"), Actor("y", "2/44th", "Allies")
    charge = Deed("charge", 1, 1, one, other, {})
    assert list(melees(teller, 1, [charge], set())) == ["1/92e went in against 2/44th."]
    short = charge._replace(what="fell_short", number=2)
    assert list(melees(teller, 1, [charge, short], set())) == ["The charge of 1/92e on 2/44th fell short."]


def test_sentences_are_whole(fought):
    for sentence in sentences(fought):
        assert re.fullmatch(r"[^a-z\s].*\S\.", sentence), sentence
        assert not re.search(r"[{}]|\s\s|,;|\.\.", sentence), sentence


def test_no_sentence_stands_twice_running(fought):
    told = sentences(fought)
    assert [a for a, b in pairwise(told) if a == b] == []


def test_it_is_told_alike_every_time(fought):
    assert sentences(fought) == sentences(fought)


@pytest.mark.parametrize("fought", TELLS_LOSSES, indirect=True)
def test_men_are_laid_to_fire_only_where_fire_alone_took_them(fought):
    teller = Storyteller(fought.record, fought.words, fought.deeds)
    counted = 0
    for turn in range(1, fought.record.turns + 1):
        found = [deed for deed in fought.deeds if deed.turn == turn]
        for target in _targets(teller, turn, found):
            if not target.lost:
                continue
            counted += 1
            taken = [deed for deed in found if deed.what == "loss" and deed.who.unit == target.whom.unit]
            assert taken
            assert {deed.whom.unit for deed in taken} <= set(target.by)
    assert counted


def test_fire_is_not_blamed_for_men_who_ran_off(fought):
    """The same turn with one more loss that nobody inflicted: the number is no longer told as the fire's."""
    teller = Storyteller(fought.record, fought.words, fought.deeds)
    for turn in range(1, fought.record.turns + 1):
        found = [deed for deed in fought.deeds if deed.turn == turn]
        hurt = next((one for one in _targets(teller, turn, found) if one.lost), None)
        if hurt is not None:
            ran = Deed("loss", turn, 10**9, hurt.whom, Actor("", "", ""), {"cause": "men run off"})
            again = next(one for one in _targets(teller, turn, [*found, ran]) if one.whom.unit == hurt.whom.unit)
            assert again.lost == 0
            return
    pytest.fail("nobody was hurt by fire alone")


def test_a_lexicon_speaks_of_events_that_its_system_has(fought):
    known = set(fought.battle.game.kinds)
    words = lexicon(fought.record.content.system)
    assert set(words.events) <= known
    assert {kind for one in words.dice for kind in one.events} <= known
    assert {*words.status.words, *words.status.final, words.status.beaten} - {""} <= set(words.status.ladder)


def test_every_deed_of_a_lexicon_can_be_told():
    gathered = {"fire", "loss", "clash", "morale", "gone", "arrived"}  # told by sentences of other names
    for system in systems.find():
        for tellings in lexicon(system).events.values():
            assert {one.deed for one in tellings} <= {*_phrases(), *gathered}


def test_a_system_without_a_lexicon_is_told_without_deeds(tmp_path, monkeypatch):
    book = tmp_path / "read_only" / "rules.toml"
    book.parent.mkdir()
    book.write_text('[system]\nid = "read-only"\nname = "Read Only"\nprefix = "RO"\n', "utf-8")
    monkeypatch.setattr(systems, "__path__", [*systems.__path__, str(tmp_path)])
    assert lexicon("read-only").events == {}


# -- small words


def test_lists_and_numbers():
    assert listed(["A"]) == "A"
    assert listed(["A", "B", "A", "C"]) == "A, B and C"
    assert listed(["A", "B", "C", "D"], most=3) == "A, B and two others"
    assert (number(0), number(12), number(1300)) == ("no", "twelve", "1,300")
    assert (men(1), men(1240)) == ("one man", "1,240 men")


@pytest.mark.parametrize(
    "name, side, told",
    [
        ("Kempt's 8th British Brigade (5th Division)", "", "Kempt's 8th British Brigade"),
        ("Artillery (5th Division)", "", "the artillery of the 5th Division"),
        ("Brunswick Corps, first column", "", "the first column of the Brunswick Corps"),
        ("French / 2nd Brigade (centre)", "French", "the 2nd Brigade of the French"),
    ],
)
def test_bodies_are_named_as_a_sentence_needs_them(name, side, told):
    assert named_body(name, side) == told


def test_a_sentence_begins_with_a_capital_but_names_keep_theirs():
    assert capital("skirmishers of 7th Line fired.") == "Skirmishers of 7th Line fired."
    assert capital("the French held it.") == "The French held it."
    assert capital("d'Erlon's corps came.") == "d'Erlon's corps came."


def test_troops_by_arm(fought):
    units = [post.unit for post in fought.record.chain.units.values() if post.side == "French"]
    assert troops(units) == "three battalions, a squadron and a battery"


def test_directions_and_sides():
    assert [compass(0, 1), compass(1, 1), compass(-5, 0)] == ["north", "north-east", "west"]
    assert the("French") == "the French"


@pytest.mark.parametrize(
    "text, place",
    [
        ("the farm is French at the end", "the farm"),
        ("Gemioncourt is held at the end", "Gemioncourt"),
        ("the Bossu wood north of y = 2300 is held at the end", "the northern part of the Bossu wood"),
        ("a formed French unit holds the Quatre Bras crossroads at the end", "the Quatre Bras crossroads"),
    ],
)
def test_places_of_conditions(text, place):
    assert place_of(text) == place


def test_bodies_of_both_armies_that_are_called_alike_are_told_apart(fought):
    unit, post = next(iter(fought.record.chain.units.items()))
    twin = msgspec.structs.replace(post, side="French" if post.side != "French" else "Prussians")
    chain = msgspec.structs.replace(fought.record.chain, units={**fought.record.chain.units, f"{unit}-2": twin})
    teller = Storyteller(fought.record._replace(chain=chain), fought.words, ())
    alone = Storyteller(fought.record, fought.words, ())
    assert teller._body(f"{post.side}: {post.brigade}") == f"{named_body(post.brigade)} of the {post.side}"
    assert alone._body(f"{post.side}: {post.brigade}") == named_body(post.brigade)


def test_a_system_has_sentences_of_its_own_for_its_deeds():
    pen = Pen({"fire_vain": ("{who} tossed, and nobody minded.",)})
    assert [pen.write("fire_vain", who="1st Line") for _ in range(2)] == ["1st Line tossed, and nobody minded."] * 2
    assert pen.write("stood") == "Both armies stood where they were."
