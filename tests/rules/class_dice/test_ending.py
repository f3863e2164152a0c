"""Setting up, army break, victory."""

import pytest


@pytest.mark.rule("CD-setup")
@pytest.mark.parametrize(
    "across, deep, allowed", [(0, 720, True), (0, 721, False), (4320, 0, True), (4321, 0, False), (2000, 300, True)]
)
def test_setting_up_within_a_foot_of_the_edge(outcome, across, deep, allowed):
    assert outcome("set-up", across=across, deep=deep).allowed is allowed


@pytest.mark.rule("CD-setup")
def test_the_standard_table(cd):
    assert cd.tables.value("CD-setup", "table") == {"wide": 72, "deep": 48}


@pytest.mark.rule("CD-setup")
@pytest.mark.parametrize(
    "ours, theirs, dice, second",
    [
        ("superior", "excellent", [], "ours"),
        ("poor", "average", [], "theirs"),
        ("good", "good", [6], "ours"),
        ("good", "good", [5], "theirs"),
    ],
)
def test_the_better_commander_places_second(outcome, ours, theirs, dice, second):
    assert outcome("places-second", dice, ours=ours, theirs=theirs).second == second


@pytest.mark.rule("CD-army-break")
@pytest.mark.parametrize(
    "facts, result",
    [
        ({"ours": 12, "ours_lost": 6, "theirs": 12}, (True, False, "theirs")),
        ({"ours": 12, "ours_lost": 5, "theirs": 12}, (False, False, "none")),
        ({"ours": 12, "theirs": 12, "theirs_lost": 6}, (False, True, "ours")),
        ({"ours": 12, "ours_lost": 6, "theirs": 12, "theirs_lost": 7}, (True, True, "ours")),
        ({"ours": 10, "ours_lost": 7, "theirs": 20, "theirs_lost": 12}, (True, True, "theirs")),
        ({"ours": 10, "ours_lost": 6, "theirs": 20, "theirs_lost": 12}, (True, True, "draw")),
    ],
)
def test_army_break(outcome, facts, result):
    assert outcome("army-break", **facts) == result


@pytest.mark.rule("CD-victory")
def test_points(outcome):
    assert outcome("points", castings=10).points == 10
    assert outcome("points", prisoners=10).points == 20
    assert outcome("points", tubes=3).points == 6
    assert outcome("points", objectives=2).points == 40
    assert outcome("points", castings=1, prisoners=1, tubes=1, objectives=1).points == 25


@pytest.mark.rule("CD-victory")
@pytest.mark.parametrize(
    "facts, result",
    [
        ({"turn": 12, "ours": 60, "theirs": 40}, (True, "ours")),
        ({"turn": 12, "ours": 44, "theirs": 40}, (True, "draw")),
        ({"turn": 12, "ours": 50, "theirs": 40}, (True, "ours")),
        ({"turn": 12, "ours": 49, "theirs": 40}, (True, "draw")),
        ({"turn": 12, "ours": 40, "theirs": 50}, (True, "theirs")), ({"turn": 12}, (True, "draw")),
        ({"turn": 11, "ours": 60}, (False, "none")), ({"turn": 8, "limit": 8, "ours": 60}, (True, "ours")),
        ({"turn": 12, "limit": 20, "ours": 60}, (False, "none")),
    ],
)  # fmt: skip
def test_victory(outcome, facts, result):
    assert outcome("victory", **facts) == result
