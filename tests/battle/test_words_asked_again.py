"""Lines typed while a question goes on: examples, fields that are asked for, numbers that stay, orders given twice."""

from __future__ import annotations

import pytest
from test_words import FARM, asked_of, reader

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.decisions import Decision, Option
from grognard.battle.forms import Form, FormField
from grognard.battle.pictures import Picture
from grognard.battle.words import ground
from grognard.battle.words.numbering import Numbering, given_in_phase
from grognard.battle.words.situation import looked_at, situation
from grognard.battle.words.typed import Reader
from grognard.kernel.domains import Choice, Number, YesNo
from grognard.scenarios.loading import load


@pytest.mark.parametrize("system", systems.playable())
def test_the_example_is_a_line_that_would_be_taken(system):
    """Of every question in the first turns; one with fields wherever an option has any that can be said."""
    battle = Battle.begin(systems.game(system), load(FARM), seed=3, options={"turns": 2})
    fields = 0
    for _ in range(12):
        if not battle.open:
            break
        read = reader(battle, battle.open[0].seat)
        line = read.example()
        assert line, battle.open[0]
        found = read.read(line)
        assert found.answer is not None, (line, found.problem)
        fields += "=" in line
        battle.answer(battle.open[0].default)
    assert fields


GAITS = Choice(("", "walk", "run"))
LOOSE = Option("go:a", "1/33e goes", "", {"gait": GAITS, "far_off": YesNo()}, {"gait": "", "far_off": "no"}, about="a")
BLANK = Option("halt:a", "1/33e is told", "", {"gait": GAITS}, {"gait": ""}, about="a", form="told")
TIED = Option("turn:a", "1/33e turns", "", {"by": Number(0, 90)}, about="a")
PLAIN = Option("done", "Nothing more")
FORMS = {"told": Form(id="told", blank="Halt", fields={"gait": FormField()})}


@pytest.mark.parametrize("line", ["2", "1/33e go", "go"])
def test_an_option_with_fields_is_not_answered_by_its_number_or_name_alone(line):
    found = asked_of(PLAIN, LOOSE).read(line)
    assert found.answer is None
    if line != "go":
        assert "1/33e go: 2 takes: gait, far-off; as in `2 gait=walk`; `2 usual` for 1/33e goes" in found.problem


def test_nothing_more_than_that_is_said_by_its_own_word():
    read = asked_of(PLAIN, BLANK, forms=FORMS)
    assert "`2 halt` for 1/33e is told" in read.read("2").problem
    assert read.read("2 halt").answer.values == {}
    assert read.read("2 halt").answer.option == "halt:a"
    assert asked_of(PLAIN, LOOSE).read("2 usual").answer.values == {}


def test_what_is_suggested_with_an_option_is_its_usual_way():
    read = asked_of(PLAIN, LOOSE, default=("go:a", {"gait": "run"}))
    assert "`2 usual` for 1/33e goes: gait run" in read.read("2").problem
    assert read.read("2 usual").answer.values == {"gait": "run"}
    assert read.read("").answer.values == {"gait": "run"}


def test_what_must_be_said_is_asked_for_with_an_example():
    problem = asked_of(PLAIN, TIED).read("2").problem
    assert problem == "1/33e turn: still to be said: by; as in `2 by=45`; `2 ?` says more"


def test_an_option_without_fields_is_answered_at_once():
    assert asked_of(PLAIN, LOOSE).read("1").answer.option == "done"


def test_a_field_is_called_by_its_label_and_never_by_a_name_of_the_program():
    field = Option("go:a", "it goes", "", {"pays_dear": YesNo()}, {"pays_dear": "no"}, about="a", form="go")
    read = asked_of(PLAIN, field, forms={"go": Form(id="go", fields={"pays_dear": FormField(label="Keep order")})})
    told = "\n".join(line.text for line in read.read("2 ?").help[0].lines) + read.read("2").problem
    assert "keep-order=yes" in told
    assert "pays" not in told + read.read("2 way=yes").problem
    for line in ("2 keep-order=yes", '2 "keep order"=yes', "2 pays_dear=yes", "2 keep=yes"):
        assert read.read(line).answer.values == {"pays_dear": "yes"}


# -- numbers


def asked_once_more(numbering: Numbering, *keys: str, turn: int = 1, why=None) -> Reader:
    options = [Option(key, f"{key} it is") for key in keys]
    asked = Decision("french", "orders", "What now?", options, why=why)
    return Reader([asked], {}, Picture(turn=turn, phase="command"), {}, numbering=numbering)


def test_a_number_means_the_same_for_as_long_as_the_question_is_open():
    numbers = Numbering()
    asked_once_more(numbers, "done", "march", "wheel", "fire").asked()
    later = asked_once_more(numbers, "done", "rally", "fire", "march")
    assert {offer.number: offer.option.key for offer in later.offers} == {1: "done", 5: "rally", 4: "fire", 2: "march"}
    assert later.read("4").answer.option == "fire"
    assert later.read("5").answer.option == "rally"
    assert later.read("3").answer is None
    assert "3 wheel cannot be answered any more" in later.read("3").problem
    assert "there is no number 6; there are 1, 2, 4, 5" in later.read("6").problem
    again = asked_once_more(numbers, "done", "wheel")
    assert again.read("3").answer.option == "wheel"


def test_words_for_what_has_gone_are_not_taken_for_what_is_left():
    """An order that can no longer be given in person does not ride with an aide unasked."""
    field = {"gait": GAITS}
    ways = [Option(f"{way}:a", f"1/33e {way}", "", field, {"gait": ""}, about="a") for way in ("order", "aide")]
    numbers = Numbering()

    def asked(*options: Option) -> Reader:
        decision = Decision("french", "orders", "What now?", [PLAIN, *options])
        return Reader([decision], {}, Picture(turn=1, phase="command"), {"a": "1/33e"}, numbering=numbers)

    assert "that may be several" in asked(*ways).read("1/33e gait=walk").problem
    left = asked(ways[1])
    problem = left.read("1/33e gait=walk").problem
    assert "2 1/33e order cannot be answered any more" in problem
    assert "left is 3 1/33e aide" in problem
    assert left.read("1/33e aide gait=walk").answer.option == "aide:a"
    assert left.read("3 gait=walk").answer.option == "aide:a"


def test_another_question_is_numbered_from_one():
    numbers = Numbering()
    asked_once_more(numbers, "done", "march", "wheel")
    assert [each.number for each in asked_once_more(numbers, "done", "wheel", turn=2).offers] == [1, 2]
    assert [each.number for each in asked_once_more(numbers, "halt", "go", turn=2).offers] == [1, 2]


def test_of_a_long_question_only_what_has_changed_is_told_again():
    numbers = Numbering()
    keys = ["done", "a", "b", "c", "d", "e", "f", "g"]
    whole = asked_once_more(numbers, *keys).asked_again()
    assert len(whole[0].lines) == 8
    read = asked_once_more(numbers, *keys[:-1], "h")
    assert [line.text for line in read.asked_again()[0].lines] == [
        "9  h: h it is",
        "no longer: 8 g",
        "all else as before: `options` lists it; an empty line: the usual answer",
    ]
    assert len(read.asked()[0].lines) == 8


# -- orders that are paid for


@pytest.fixture
def commanding():
    """The Prussians of the Farm at their first orders, which cost points."""
    battle = Battle.begin(systems.game("cold-steel"), load(FARM), seed=3)
    while not any(each.id == "command" for each in battle.decisions("prussians")):
        battle.answer(battle.open[0].default)
    return battle


def read_on(battle: Battle, numbering: Numbering) -> Reader:
    game = battle.game
    picture = game.picture(battle.view("prussians"), game.briefing(battle.fight, "prussians"))
    return Reader(
        battle.decisions("prussians"),
        game.forms,
        picture,
        {},
        ground.grounds(battle.scenario),
        numbering=numbering,
        given=given_in_phase(battle.entries, "prussians"),
    )


def test_the_same_order_is_not_paid_for_twice_unawares(commanding):
    numbers = Numbering()
    line = "ii mus order movement=forward"
    commanding.answer(read_on(commanding, numbers).read(line).answer)
    again = read_on(commanding, numbers)
    assert again.read(line).problem == "II. Musketeers has been told just that: forward at the march"
    other = again.read("ii mus order movement=forward gait=quick")
    assert other.answer is not None, other.problem
    commanding.answer(other.answer)
    assert "has been told just that" not in read_on(commanding, numbers).read(line).problem


def test_points_left_are_told_and_why_an_order_is_gone(commanding):
    numbers = Numbering()
    first = read_on(commanding, numbers)
    assert first.asked()[0].lines[0].text == "Major von Eichstedt: 2 points left"
    guns = next(each for each in first.offers if each.phrase.startswith("Half battery") and each.form.id == "order")
    commanding.answer(first.read("fus order movement=backward").answer)
    spent = read_on(commanding, numbers)
    assert spent.asked_again()[0].lines[0].text == "Major von Eichstedt: no point left"
    for line in (str(guns.number), "half order", "half order formation=limbered"):
        problem = spent.read(line).problem
        assert f"{guns.number} {guns.phrase} cannot be answered any more" in problem
        assert "Major von Eichstedt has 0" in problem


def test_a_unit_that_can_be_told_nothing_is_known_by_its_name(commanding):
    asked = Decision("prussians", "command", "Commands", [PLAIN])
    game = commanding.game
    picture = game.picture(commanding.view("prussians"), game.briefing(commanding.fight, "prussians"))
    problem = Reader([asked], {}, picture, {}).read("half forward").problem
    assert problem.startswith("Half battery cannot be told anything now: ")
    assert " left" in problem


def test_one_looks_at_units_or_at_all_under_a_heading(commanding):
    told = situation(read_on(commanding, Numbering()).picture)
    assert [section.title for section in looked_at(told, "enemies")] == ["Enemies in sight"]
    assert {line.about for section in looked_at(told, "i mus") for line in section.lines} == {"i-musketeers"}
    assert looked_at(told, "me") == ()
