"""Lessons beside a battle: read, written, and every mistake named with file, step and field."""

from __future__ import annotations

import json
import re
import shutil

import pytest

from grognard.cli import main
from grognard.kernel.errors import BadData
from grognard.scenarios import bundled
from grognard.scenarios.inspection.checking import check
from grognard.scenarios.lessons import REGIONS
from grognard.scenarios.loading import load
from grognard.scenarios.saving import save

GOOD = """
title = "A step"
about = "One."
system = "cold-steel"
side = "French"

[[step]]
title = "Take [1/33e] in hand {CS-3.1}"
light = ["unit:1-33e", "place:Anger farm", "at:640,250", "option:hold", "field:movement=forward", "done"]
done = { selected = "1-33e" }

[[step.show]]
select = "1-33e"
"""


@pytest.fixture
def own(tmp_path):
    """A battle of one's own with one lesson; returns its folder."""

    def make(text: str):
        folder = tmp_path / "own"
        shutil.copytree(bundled()["drill-ground"], folder)
        shutil.rmtree(folder / "lessons")
        (folder / "lessons").mkdir()
        (folder / "lessons" / "one.toml").write_text(text, "utf-8")
        return folder

    return make


def wrong(folder) -> list[str]:
    return [str(problem) for problem in check(folder)]


def test_a_lesson_is_read_and_written_the_same(own, tmp_path):
    folder = own(GOOD)
    assert wrong(folder) == []
    lesson = load(folder).lessons["one"]
    assert (lesson.title, lesson.minutes, lesson.opponent) == ("A step", 10, "default")
    assert lesson.step[0].done.selected == "1-33e"
    save(load(folder), tmp_path / "copy")
    assert load(tmp_path / "copy").lessons == {"one": lesson}


def test_a_zip_has_its_lessons(own, tmp_path):
    packed = shutil.make_archive(str(tmp_path / "packed"), "zip", own(GOOD))
    assert list(load(packed).lessons) == ["one"]


FILE = "lessons/one.toml, line"
OCCASIONS = "selected, laid, answered, event, unit, asked, phase, turn, all, any, none"
LIGHTS = "unit:ID, place:NAME, at:X,Y, option:KEY, field:NAME=VALUE, or one of done, give, blank, hand, roster, log"
DONE = '{ selected = "1-33e" }'
SHOWN = 'select = "1-33e"\n'
FRENCH = 'side = "French"'


@pytest.mark.parametrize(
    "old, new, told",
    [
        (FRENCH, 'side = "Prussians"', f"{FILE} 5: side = 'Prussians' is no side; there are French, Austrians"),
        ('"unit:1-33e", ', '"unit:9-99e", ', f"{FILE} 9, step 1: light: no unit has the id '9-99e'"),
        (
            "place:Anger farm",
            "place:Moon",
            f"{FILE} 9, step 1: light: no place of the map is called 'Moon'; there are ",
        ),
        ("at:640,250", "at:here", f"{FILE} 9, step 1: light: 'at:here'; a spot is written as in at:640,250"),
        ('"done"]', '"lamp"]', f"{FILE} 9, step 1: light: 'lamp' is nothing that lights up; there is {LIGHTS}"),
        (DONE, "{}", f"{FILE} 10, step 1: done: one of {OCCASIONS} is needed, not none"),
        (DONE, '{ selected = "1-33e", turn = 2 }', f"done: one of {OCCASIONS} is needed, not selected and turn"),
        (DONE, '{ any = [{ unit = { id = "ghost" } }] }', f"{FILE} 10, step 1: done: no unit has the id 'ghost'"),
        (SHOWN, 'select = "nobody"\n', f"{FILE} 12, step 1: show: select: no unit has the id 'nobody'"),
        (SHOWN, f'{SHOWN}option = "hold"\n', f"{FILE} 12, step 1: show: one of select, lay and option is needed, not"),
        (
            DONE,
            f'{DONE}\nmissed = {{ when = {{ turn = 2 }}, steps = 1, say = "Again." }}',
            "step 1: missed: steps = 1; there are 0 before it",
        ),
        (DONE, f'{DONE}\nmissed = {{ when = {{}}, steps = 1, say = "Again." }}', "when: one of"),
        (DONE, f'{DONE}\ncame = [{{ when = {{}}, say = "So." }}]', "when: one of"),
        ("[1/33e]", "[1/33e", f"{FILE} 8, step 1: title: '[' has no partner"),
        (
            "done = {",
            "dnoe = {",
            f"{FILE} 7, Take [1/33e] in hand {{CS-3.1}}: done is missing; a step has title, done, why",
        ),
        (FRENCH, f"{FRENCH}\nminutes = 0", f"{FILE} 6: minutes = 0; a whole number from 1 to 120 is needed"),
        (FRENCH, f'{FRENCH}\nopponent = "me"', f"{FILE} 6: opponent = 'me'; allowed are default, random, staff"),
    ],
)
def test_a_mistake_is_named_with_file_step_and_field(own, old, new, told):
    assert old in GOOD
    found = wrong(own(GOOD.replace(old, new)))
    assert any(told in each for each in found), found


def test_a_lesson_without_a_step(own):
    found = wrong(own(re.sub(r"\[\[step.*", "step = []\n", GOOD, flags=re.DOTALL)))
    assert found == ["lessons/one.toml, line 7: a lesson without a step"]


def test_a_file_that_is_none(own):
    folder = own("title = ")
    assert wrong(folder)[0].startswith("lessons/one.toml: not TOML")
    with pytest.raises(BadData, match=r"lessons/one\.toml"):
        load(folder)


def test_the_other_side_waits_for_what_it_can_see(own):
    text = GOOD + '\n[[written]]\noption = "hold"\nwhen = { any = [{ selected = "1-33e" }, { turn = 2 }] }\n'
    (found,) = wrong(own(text))
    assert "written 1: when: selected is for the learner; the other side waits for event, asked, phase or turn" in found


def test_notes_by_turn_are_read_and_warned_of(own):
    folder = own(GOOD)
    with (folder / "scenario.toml").open("a", encoding="utf-8") as file:
        file.write('\n[[lesson]]\nturn = 1\ntitle = "Old"\ngoal = "Look."\n')
    (found,) = check(folder)
    assert found.severity == "warning"
    assert "lessons/NAME.toml" in found.message


# ---- what only the rules know


def checked(folder, capsys) -> list[str]:
    code = main(["scenario", "check", str(folder), "--json"])
    (battle,) = json.loads(capsys.readouterr().out)["battles"]
    assert code == int(bool(battle["problems"]))
    return [f"{each['file']}, {each['where']}: {each['message']}" for each in battle["problems"]]


KIND = "step 1: done: event kind = 'voley' does not happen under cold-steel; there are"
VOLLEY = "step 1: done: event volley has no"
OFFERED = "is not offered at turn 1, command, where council is asked; there are done, mission, hold"


@pytest.mark.parametrize(
    "old, new, told",
    [
        ('"cold-steel"', '"warm-steel"', "system = 'warm-steel'; there are"),
        ("{CS-3.1}", "{CS-99}", "step 1: title: cold-steel has no rule 'CS-99'"),
        (DONE, '{ event = { kind = "voley" } }', KIND),
        (DONE, '{ event = { kind = "volley", role = "gunner" } }', f"{VOLLEY} role 'gunner'; it has unit"),
        (DONE, '{ event = { kind = "volley", values = { shots = 1 } } }', f"{VOLLEY} value 'shots'; it has"),
        (DONE, '{ phase = "tea" }', "step 1: done: phase = 'tea'; there are command"),
        (SHOWN, 'option = "wait"\n', f"step 1: show: option 'wait' {OFFERED}"),
        (DONE, "{ turn = 9 }", "step 1: show: done does not come, after all 1 acts of show"),
        (FRENCH, f"{FRENCH}\noptions = {{ tea = true }}", "no option 'tea'"),
    ],
)
def test_scenario_check_asks_the_rules(own, capsys, old, new, told):
    assert old in GOOD
    found = checked(own(GOOD.replace(old, new)), capsys)
    assert any(told in each for each in found), found


def test_scenario_check_finds_nothing_wrong(own, capsys):
    assert checked(own(GOOD), capsys) == []


def test_what_a_battle_teaches_is_told(capsys):
    main(["scenario", "show", "drill-ground"])
    assert "A drill of two battalions (cold-steel, French)" in " ".join(capsys.readouterr().out.split())


def test_every_region_is_lit_somewhere_or_can_be():
    lit = {
        light
        for battle in bundled()
        for each in load(battle).lessons.values()
        for step in each.step
        for light in step.light
    }
    assert {light for light in lit if ":" not in light} <= set(REGIONS)
