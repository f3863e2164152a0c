"""A seat's table in words: hours and paces, what a unit's line says, and what a typed line means."""

from __future__ import annotations

import re

import pytest

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.decisions import Answer, Decision, Option
from grognard.battle.forms import Form, FormField, measured
from grognard.battle.pictures import Picture, Steadiness, UnitPicture
from grognard.battle.previews.records import Chance, OddsOf, Preview, UnitPreview
from grognard.battle.words import clock, ground
from grognard.battle.words.matching import matched, meant, plain_words
from grognard.battle.words.situation import situation
from grognard.battle.words.typed import Reader
from grognard.ground.squares import square_of
from grognard.kernel.domains import Several
from grognard.scenarios.loading import load

FARM = "farm-at-the-crossroads"


@pytest.mark.parametrize(
    "off, hour",
    [
        (0, 12), (14.999, 12), (15, 1), (30, 1), (44.999, 1), (45, 2), (90, 3), (180, 6), (270, 9),
        (344.999, 11), (345, 12), (359.999, 12), (-15, 12), (-15.001, 11), (360, 12), (375, 1),
    ],
)  # fmt: skip
def test_an_hour_begins_half_way_from_the_one_before(off, hour):
    assert clock.hour(off, 0) == hour
    assert clock.hour(off + 137, 137) == hour


def test_hours_are_told_from_the_front():
    assert clock.at_hour(clock.course((0, 0), (100, 0)), 0) == "at three o'clock"
    assert clock.at_hour(clock.course((0, 0), (100, 0)), 90) == "at twelve o'clock"
    assert clock.at_hour(clock.course((0, 0), (-100, 0)), 0) == "at nine o'clock"
    assert clock.at_hour(clock.course((5, 5), (5, 5)), 0) == "at twelve o'clock"


@pytest.mark.parametrize(
    "course, point",
    [(0, "north"), (22.4, "north"), (22.5, "north-east"), (67.5, "east"), (180, "south"), (337.4, "north-west"),
     (337.5, "north"), (-45, "north-west"), (720, "north")],
)  # fmt: skip
def test_the_compass_has_eight_points(course, point):
    assert clock.compass(course) == point


@pytest.mark.parametrize(
    "paces, told",
    [(0, 0), (2.4, 0), (2.5, 5), (97.4, 95), (97.5, 100), (99.9, 100), (100, 100), (104.9, 100), (105, 110),
     (994.9, 990), (995, 1000), (999.9, 1000), (1000, 1000), (1024.9, 1000), (1025, 1050), (4980, 5000)],
)  # fmt: skip
def test_distances_are_rounded_as_the_eye_would(paces, told):
    assert clock.rounded(paces) == told


def test_what_is_next_to_nothing_is_close_by():
    assert (clock.distance(2), clock.distance(3), clock.distance(180)) == ("close by", "5 paces", "180 paces")


def unit(id: str, **more) -> UnitPicture:
    usual = {
        "name": id, "side": "Blue", "nation": "french", "arm": "infantry", "own": True, "x": 0, "y": 0, "heading": 0,
        "formation": "line", "men": 540, "strength": 1.0, "steadiness": Steadiness(step=0, of=5, word="steady"),
    }  # fmt: skip
    return UnitPicture(id=id, **{**usual, **more})


def lines(picture: Picture, title: str) -> list[str]:
    return [line.text for section in situation(picture) if section.title == title for line in section.lines]


def test_a_unit_says_what_a_glance_at_the_map_would():
    foe = unit("2/9e", side="Red", own=False, x=90, y=156, formation="attack_column", heading=180)
    own = unit("3/45e", heading=45, men_of=600)
    (told,) = lines(Picture(turn=1, phase="fire", units=(own, foe)), "Others of your force")
    assert told == (
        "3/45e: 540 men of 600, line, facing north-east, steady, at 0,0; "
        "enemy 2/9e, attack column, 180 paces at eleven o'clock"
    )
    (seen,) = lines(Picture(turn=1, phase="fire", units=(own, foe)), "Enemies in sight")
    assert seen.endswith("180 paces at eleven o'clock of 3/45e")


def test_where_no_enemy_is_in_sight_it_says_so():
    assert lines(Picture(turn=1, phase="fire", units=(unit("3/45e"),)), "Enemies in sight") == [
        "Nobody of theirs is in sight."
    ]


def test_who_is_off_the_table_is_told_without_a_place():
    waiting = unit("6e", where="waiting", arrives=4)
    lost = unit("7e", where="lost", men=0)
    told = lines(Picture(turn=1, phase="fire", units=(waiting, lost)), "Others of your force")
    assert told == ["6e: 540 men, due turn 4", "7e: is lost"]


def test_words_begin_the_words_of_a_name_in_their_order():
    assert plain_words("I. Musketeers (Prussian)") == ["i", "musketeers", "prussian"]
    assert matched(["i", "mus"], ["i", "musketeers", "move"]) == (2, 1, 0)
    assert matched(["i", "move"], ["i", "musketeers", "move"])[0] == 2
    assert matched(["mus"], ["i", "musketeers"])[0] == 0
    called = {"a": ["I. Musketeers"], "b": ["II. Musketeers"], "c": ["Fusiliers"]}
    assert meant(["i", "mus"], called) == ["a"]
    assert meant(["ii"], called) == ["b"]
    assert meant([], called) == []


@pytest.fixture(scope="module")
def commanding() -> tuple[Battle, Reader]:
    """Prussians who are asked for orders, under rules with places, words and numbers in them."""
    battle = Battle.begin(systems.game("black-powder"), load(FARM), seed=3)
    while battle.open[0].id != "orders":
        battle.answer(battle.open[0].default)
    return battle, reader(battle, "prussians")


def reader(battle: Battle, seat: str) -> Reader:
    game = battle.game
    picture = game.picture(battle.view(seat), game.briefing(battle.fight, seat))

    def weigh(answer):
        asked = next(each for each in battle.decisions(seat) if each.id == answer.decision)
        return game.weigh(battle.fight, asked, Answer(seat, asked.id, answer.option, asked.completed(answer)))

    return Reader(battle.decisions(seat), game.forms, picture, {}, ground.grounds(battle.scenario), weigh=weigh)


@pytest.mark.parametrize(
    "line, option, values",
    [
        ("i mus move to=700,600", "move:i-musketeers", {"to": [700, 600]}),
        ("I. Musketeers move 700,600 line", "move:i-musketeers", {"to": [700, 600], "formation": "line"}),
        ("i mus move 200@12", "move:i-musketeers", {"to": [630, 610]}),
        ("i mus move 200@3", "move:i-musketeers", {"to": [430, 410]}),
        ("i mus move 200@ne", "move:i-musketeers", {"to": [571, 751]}),
        ("ii mus move to=crossroads farm", "move:ii-musketeers", {"to": [985, 680]}),
        ('ii mus move to="1st Line" formation=line', "move:ii-musketeers", {"to": [1200, 450], "formation": "line"}),
        ("fus turn facing=45", "turn:fusiliers", {"facing": 45}),
        ("fus turn 45", "turn:fusiliers", {"facing": 45}),
        ("done", "done", {}),
        ("", "done", {}),
        ("1", "done", {}),
    ],
)
def test_a_line_is_an_answer(commanding, line, option, values):
    found = commanding[1].read(line)
    assert found.problem == ""
    assert found.answer is not None
    assert (found.answer.option, found.answer.values) == (option, values)
    assert found.said


@pytest.mark.parametrize(
    "line, why",
    [
        ("banana", "begins nothing"),
        ("99", "there is no number 99"),
        ("i mus move", "still to be said: to"),
        ("i mus move to=somewhere", "is no place"),
        ("i mus move to=99999,1", "allowed"),
        ("i mus move 700,600 sideways", "is no value"),
        ("i mus move colour=red", "no field"),
        ("i mus move to=700,600 to=1,1", "said twice"),
        ("i mus move to=200@13", "an hour from 1 to 12"),
        ("fus turn facing=round", "is no number"),
        ("i mus move 700,600 formation=triangle", "is not among"),
        ("half battery forward", "may be several"),
        ("'", "begins nothing"),
    ],
)
def test_what_is_no_answer_says_why(commanding, line, why):
    found = commanding[1].read(line)
    assert found.answer is None
    assert why in found.problem


def test_a_unit_alone_asks_what_it_may_be_told(commanding):
    found = commanding[1].read("fusiliers")
    assert found.answer is None
    assert not found.problem
    assert [section.title.split(": ")[0].split("  ")[1] for section in found.help] == [
        "Fusiliers move", "Fusiliers form", "Fusiliers turn", "Fusiliers retire",
    ]  # fmt: skip
    assert any(line.text.startswith("to=place") for line in found.help[0].lines)


def test_lines_are_completed(commanding):
    read = commanding[1]
    assert "Fusiliers move" in read.completions("fus")
    assert "fus move formation=" in read.completions("fus move fo")
    assert "fus move formation=Square" in read.completions("fus move formation=s")
    assert 'ii mus move to="1st Line"' in read.completions("ii mus move to=1st")
    assert read.completions("banana ") == []
    # what is completed is understood
    for line in read.completions("fusiliers"):
        assert "begins nothing" not in read.read(line).problem


def test_an_order_with_a_question_mark_tells_what_would_come_of_it_and_gives_nothing(marching):
    found = marching.read("i mus order movement=forward ?")
    assert found.answer is None
    ((section,),) = [found.help]
    assert "forward" in section.title
    assert section.lines[0].text == "120 paces"


def test_a_short_question_tells_what_each_answer_promises():
    shares = (Chance(text="hits them", percent=30), Chance(text="hits ours", percent=10.4))
    shares += (Chance(text="hits nobody", percent=59.6),)
    odds = OddsOf(title="Cannonade", check="artillery", rule="X-1", mean=0.42, shares=shares)
    options = [Option("hold", "Hold its fire"), Option("fire", "Fire all the same")]
    decision = Decision("blue", "hold_fire", "Fire all the same?", options, default=("hold", {}))

    def weigh(answer):
        return Preview(units=(UnitPreview(unit="a", odds=(odds,)),)) if answer.option == "fire" else None

    read = Reader([decision], {}, Picture(turn=1, phase="fire"), {}, weigh=weigh)
    (section,) = read.asked()
    told = [line.text for line in section.lines]
    assert told[2:] == ["2: Cannonade: 0.4 expected, hits them 30%, hits ours 10%, hits nobody 60%"]


def test_the_sentence_of_an_option_agrees_with_whom_it_is_about():
    march = Option("march:a", "II. Musketeers marches", about="a")
    decision = Decision("blue", "act", "What now?", [march, Option("done", "Nothing")], default=("done", {}))
    read = Reader([decision], {}, Picture(turn=1, phase="act"), {"a": "II. Musketeers"})
    assert read.asked()[0].lines[0].text == "1  II. Musketeers march"
    assert read.read("1").said == "II. Musketeers march"


def test_nothing_is_read_where_nothing_is_asked():
    read = Reader([], {}, Picture(turn=1, phase="fire"), {})
    assert read.read("").problem == read.read("done").problem == "nothing is asked of you now"


@pytest.fixture(scope="module")
def marching() -> Reader:
    """Somebody who is asked for orders under rules whose numbers have words: nought paces are as far as one can."""
    battle = Battle.begin(systems.game("cold-steel"), load(FARM), seed=3)
    while not any(option.about == "fusiliers" and "paces" in option.fields for option in battle.open[0].options):
        battle.answer(battle.open[0].default)
    return reader(battle, battle.open[0].seat)


def test_a_number_that_has_a_word_is_told_by_it(marching):
    help_, *_ = marching.read("fusiliers order ?").help
    told = next(line.text for line in help_.lines if line.text.startswith("paces="))
    assert told.endswith("0 for as far as it can; as far as it can unless told")
    assert "paces as far as it can" in marching.read("fusiliers order movement=forward paces=0").said
    assert "forward, 60 paces" in marching.read("fusiliers order movement=forward paces=60").said
    named = marching.read('fusiliers order movement=forward paces="as far as it can"').answer
    assert named is not None
    assert named.values["paces"] == 0


@pytest.mark.parametrize("number, told", [(0, "straight"), (-30, "30° left"), (30, "30° right")])
def test_a_number_says_what_its_sign_means(number, told):
    assert measured(FormField(unit="°", zero="straight", below="left", above="right"), number) == told


@pytest.mark.parametrize("system", systems.playable())
def test_every_option_can_be_typed_by_its_number_and_by_its_words(system):
    """In the first dozen questions of a battle; an option that needs more says what."""
    battle = Battle.begin(systems.game(system), load(FARM), seed=3, options={"turns": 2})
    for _ in range(12):
        if not battle.open:
            break
        seat = battle.open[0].seat
        read = reader(battle, seat)
        for offer in read.offers:
            for line in (str(offer.number), offer.phrase):
                found = read.read(line)
                if found.answer is not None:
                    assert found.answer.option == offer.option.key
                else:
                    assert "still to be said" in found.problem or found.problem or found.help
                    assert "begins nothing" not in found.problem
        battle.answer(battle.open[0].default)


def test_the_ground_is_told_by_its_names():
    told = [line.text for line in ground.ground(load(FARM)).lines]
    assert told[0].startswith("1800 paces from west to east, 1200 from south to north")
    assert any(line.startswith("Crossroads farm, building, 985,680 (square E3)") for line in told)
    assert any("East road, road, from 0,590" in line for line in told)


def test_the_edges_of_the_table_lie_in_its_last_squares():
    """The Farm's map has squares A to I and 1 to 6; a road that leaves it at 1800,0 leaves by I6."""
    assert [square_of(x, y, 1200, 1800) for x, y in [(0, 1200), (1800, 1200), (1800, 0), (1799, 1), (900, 0)]] == [
        "A1", "I1", "I6", "I6", "E6",
    ]  # fmt: skip
    told = " ".join(line.text for line in ground.ground(load(FARM)).lines)
    assert set(re.findall(r"\(square ([A-Z]+)\d+\)", told)) <= set("ABCDEFGHI")
    assert set(re.findall(r"\(square [A-Z]+(\d+)\)", told)) <= set("123456")


def asked_of(*options: Option, default: tuple[str, dict] | None = None, forms=None) -> Reader:
    asked = Decision("french", "question", "What now?", list(options), default=default)
    return Reader([asked], forms or {}, Picture(turn=1, phase="fire"), {"a": "1/33e", "b": "2/33e"})


TOLD = {"through": Form(id="through", fields={"units": FormField(role="told")})}
HOLD = Option("hold", "hold its fire")


def past_friends(pressed: tuple[str, ...] = ()) -> Reader:
    """Friends are in the way of two units' fire; nobody fires unless he is named, or hard pressed."""
    fields = {"units": Several(("a", "b"))}
    fire = Option("fire", "all of them fire all the same", "", fields, {"units": pressed}, form="through")
    return asked_of(HOLD, fire, default=("fire", {"units": pressed}) if pressed else ("hold", {}), forms=TOLD)


@pytest.mark.parametrize(
    "line, option, values",
    [
        ("fire", "fire", {"units": ("a", "b")}),
        ("fire all the same", "fire", {"units": ("a", "b")}),
        ("2", "fire", {"units": ("a", "b")}),
        ("fire 2/33e", "fire", {"units": ["b"]}),
        ("fire none", "fire", {"units": []}),
        ("hold", "hold", {}),
        ("hold its fire", "hold", {}),
    ],
)
def test_to_say_yes_is_not_to_say_it_for_nobody(line, option, values):
    found = past_friends().read(line)
    assert (found.problem, found.answer.option, found.answer.values) == ("", option, values)


def test_what_is_suggested_is_what_an_empty_line_says():
    assert past_friends(("b",)).read("").answer.values == {"units": ("b",)}
    assert past_friends(("b",)).read("fire").answer.values == {"units": ("b",)}


def test_whoever_says_that_some_are_to_do_it_is_asked_who():
    rally = Option("rally", "These try to rally", "", {"units": Several(("a", "b"))}, {"units": ()}, form="through")
    read = asked_of(rally, default=("rally", {"units": ()}), forms=TOLD)
    assert "who? write units= and one or more of 1/33e, 2/33e" in read.read("rally").problem
    assert read.read("rally 1/33e").answer.values == {"units": ["a"]}
    assert read.read("rally none").answer.values == {"units": []}
    assert read.read("").answer.values == {"units": ()}


@pytest.mark.parametrize("line", ["fire", "f", "fire now", "it"])
def test_what_says_no_is_not_chosen_by_words_that_do_not(line):
    found = asked_of(Option("at:a", "at 1/33e, two hits expected", about="a"), HOLD).read(line)
    assert found.answer is None
    assert "hold: hold its fire" in found.problem or "begins nothing" in found.problem


def test_words_of_a_sentence_will_do_where_they_are_of_one_only():
    read = asked_of(Option("at_will", "All others fire as is usual"), Option("done", "Nobody else fires"))
    assert read.read("fire").answer.option == "at_will"
    assert read.read("nobody").answer.option == "done"
    both = asked_of(Option("one", "the first fires"), Option("two", "the second fires"), Option("done", "hold fire"))
    problem = both.read("fires").problem
    assert "1 one: the first fires; 2 two: the second fires" in problem
    assert "hold" not in problem
    assert both.read("second").answer.option == "two"


@pytest.mark.parametrize("key", ["fire:hold", "fire_not", "fire:none"])
def test_nor_by_the_first_word_of_its_key(key):
    found = asked_of(Option(key, "it keeps its powder dry"), Option("go", "go on")).read("fire")
    assert found.answer is None


def test_a_word_that_belongs_after_a_unit_says_so(commanding):
    problem = commanding[1].read("line").problem
    assert "say first whom it is about, as in " in problem
    assert "say first" not in commanding[1].read("banana").problem
