"""Skirmishers: charged in the open and in woods, shelter, follow through, Grande Bandes that fire and reform."""

import pytest

FOOT = {
    1: ("Flee", ("retire", "suffer_hit")),
    2: ("Fallback", ("retire",)),
    3: ("Fire and Evade", ("inflict_hit", "retire")),
    6: ("Rapid Fire and Evade", ("inflict_disordering_hit", "retire")),
}
HORSE = {
    1: ("Flee", ("overrun_break",)),
    2: ("Fallback", ("overrun_break",)),
    3: ("Fire and Evade", ("inflict_hit", "break")),
    6: ("Rapid Fire and Evade", ("inflict_disordering_hit", "fight_as_skirmishers")),
}
BANDE_FOOT = {
    1: ("Flee", ("suffer_hit", "retire")),
    2: ("Fallback", ("retire",)),
    3: ("Fire and Retire", ("closing_fire", "retire")),
    6: ("Rapid Fire and Retire", ("closing_fire", "retire")),
}
BANDE_HORSE = {
    1: ("Flee", ("overrun_break",)),
    2: ("Fallback", ("normal_fire", "break_in_combat")),
    3: ("Fire and Retire", ("closing_fire", "fight_as_skirmishers")),
    6: ("Rapid Fire and Retire", ("closing_fire", "fight_as_disordered_square")),
}


def row(face: int) -> int:
    return 3 if face in (3, 4, 5) else face


@pytest.mark.rule("BP-SKIRM-4", "BP-SKIRM-8")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_a_company_charged_in_the_open(outcome, face):
    assert outcome("company-charged", [face], charged_by="infantry") == (*FOOT[row(face)], False, False)
    overrun = face in (1, 2)
    assert outcome("company-charged", [face], charged_by="cavalry") == (*HORSE[row(face)], False, overrun)


@pytest.mark.rule("BP-SKIRM-5", "BP-SKIRM-4")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_shelter_replaces_the_whole_result(outcome, face):
    found = outcome("company-charged", [face], charged_by="cavalry", shelter=True)
    assert found.shelters is (face >= 3)
    assert found.deeds == (() if face >= 3 else ("overrun_break",))
    assert not outcome("company-charged", [face], charged_by="infantry", shelter=True).shelters


@pytest.mark.rule("BP-SKIRM-5")
@pytest.mark.parametrize(
    "friend, woods, found",
    [(6, 20, (True, False)), (7, 20, (False, False)), (7, 6, (False, True)), (0, 7, (True, False))],
)
def test_what_gives_shelter(outcome, friend, woods, found):
    assert outcome("shelter", formed_friend=friend, woods=woods) == found


@pytest.mark.rule("BP-SKIRM-2")
@pytest.mark.parametrize(
    "dice, facts, name",
    [
        ([1, 1], {"reliable": True}, "Flee"), ([1, 5], {"reliable": True}, "Fire and Evade"),
        ([6], {"reliable": True}, "Rapid Fire and Evade"), ([6, 6], {"unreliable": True}, "Rapid Fire and Evade"),
        ([6, 1], {"unreliable": True}, "Flee"), ([1], {"unreliable": True}, "Flee"),
        ([2], {"reliable": True}, "Fallback"),
    ],
)  # fmt: skip
def test_reliable_skirmishers_roll_again(outcome, dice, facts, name):
    assert outcome("company-charged", dice, charged_by="infantry", **facts).result == name


@pytest.mark.rule("BP-SKIRM-2")
def test_odds_of_the_reliable_and_the_unreliable(odds):
    def names(**facts):
        return {
            each.result: weight
            for each, weight in odds("company-charged", charged_by="infantry", **facts).weights.items()
        }

    assert names() == {"Flee": 1, "Fallback": 1, "Fire and Evade": 3, "Rapid Fire and Evade": 1}
    assert names(reliable=True) == {"Flee": 1, "Fallback": 7, "Fire and Evade": 21, "Rapid Fire and Evade": 7}
    assert names(unreliable=True) == {"Flee": 7, "Fallback": 7, "Fire and Evade": 21, "Rapid Fire and Evade": 1}


@pytest.mark.rule("BP-SKIRM-6", "BP-GRANDE-13")
@pytest.mark.parametrize("formation", ["skirmish", "grande_bande"])
def test_in_woods_skirmishers_choose(outcome, formation):
    open_ground = {"formation": formation, "terrain": "open"}
    assert outcome("skirmish-responses", **open_ground) == (True, ())
    assert not outcome("skirmish-responses", formation=formation, terrain="light_woods").rolls
    assert outcome("skirmish-responses", formation=formation, terrain="woods") == (
        False,
        ("stand", "stand_and_fire", "evade"),
    )
    assert not outcome("skirmish-responses", **open_ground, by_skirmishers=True).rolls


@pytest.mark.rule("BP-SKIRM-7")
@pytest.mark.parametrize(
    "facts, moves",
    [
        ({"allowed": 2, "ordered": True}, 1), ({"allowed": 3, "used": 2, "ordered": True}, 1),
        ({"allowed": 1, "ordered": True}, 0), ({"allowed": 2, "ordered": False}, 0),
        ({"allowed": 3, "ordered": True, "disordered": True}, 0),
    ],
)  # fmt: skip
def test_following_through(outcome, facts, moves):
    assert outcome("follow-through", **facts).moves == moves


@pytest.mark.rule("BP-GRANDE-9", "BP-GRANDE-12")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_a_grande_bande_charged_in_the_open(outcome, face):
    for choice in (False, True):  # without Light Infantry there is nothing to choose
        found = outcome("grande-bande-charged", [face], charged_by="infantry", reforms=choice)
        assert found == (*BANDE_FOOT[row(face)], "", False)
        found = outcome("grande-bande-charged", [face], charged_by="cavalry", reforms=choice)
        assert found == (*BANDE_HORSE[row(face)], "", face == 1)


@pytest.mark.rule("BP-GRANDE-10")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_light_infantry_may_form_line_and_must_form_square(outcome, face):
    light = {"light_infantry": True}
    lined = outcome("grande-bande-charged", [face], charged_by="infantry", reforms=True, **light)
    assert (lined.forms, lined.deeds) == (("line", ("closing_fire",)) if face >= 3 else ("", BANDE_FOOT[row(face)][1]))
    assert outcome("grande-bande-charged", [face], charged_by="infantry", **light).forms == ""
    squared = outcome("grande-bande-charged", [face], charged_by="cavalry", **light)
    assert (squared.forms, squared.deeds) == (("square", ()) if face in (3, 4, 5) else ("", BANDE_HORSE[row(face)][1]))


@pytest.mark.rule("BP-SKIRM-2", "BP-GRANDE-9")
def test_an_unreliable_grande_bande_rolls_a_six_again(outcome):
    facts = {"charged_by": "cavalry", "unreliable": True}
    assert outcome("grande-bande-charged", [6, 6], **facts).result == "Rapid Fire and Retire"
    assert outcome("grande-bande-charged", [6, 1], **facts).victory_move


@pytest.mark.rule("BP-GRANDE-7")
@pytest.mark.parametrize(
    "dice, before, found",
    [
        ([4], 0, (0, 0, False)), ([3], 0, (1, 0, False)), ([2], 2, (3, 0, False)), ([2], 3, (4, 1, True)),
        ([1, 5], 0, (1, 0, False)), ([1, 3], 0, (2, 0, False)), ([1, 1], 0, (2, 0, False)), ([1, 1], 2, (4, 1, True)),
        ([6], 4, (4, 1, False)), ([1, 4], 3, (4, 1, True)),
    ],
)  # fmt: skip
def test_reforming(outcome, dice, before, found):
    assert outcome("reforming", dice, morale=4, stamina=3, casualties=before) == found


@pytest.mark.rule("BP-GRANDE-7")
def test_odds_of_reforming(bp, odds):
    weights = {
        each.casualties: weight for each, weight in odds("reforming", morale=4, stamina=3, casualties=0).weights.items()
    }
    assert weights == {0: 18, 1: 12 + 3, 2: 3}
    assert bp.tables.value("BP-GRANDE-7", "column") == "shooting"


@pytest.mark.rule("BP-GRANDE-8", "BP-GRANDE-13", "BP-FORM-2", "BP-WOODS-9", "BP-WOODS-11")
@pytest.mark.parametrize(
    "formation, target, terrain, found",
    [
        ("grande_bande", "line", "open", (False, 0)), ("grande_bande", "skirmish", "open", (True, 0)),
        ("grande_bande", "grande_bande", "open", (True, 0)), ("grande_bande", "line", "woods", (True, 1)),
        ("grande_bande", "line", "light_woods", (False, 1)), ("skirmish", "line", "open", (False, 0)),
        ("skirmish", "line", "woods", (True, 1)), ("line", "line", "open", (True, 0)),
        ("line", "line", "woods", (True, 0)),
        ("mixed_line", "line", "woods", (True, 0)),
    ],
)  # fmt: skip
def test_whom_skirmishers_charge(outcome, formation, target, terrain, found):
    assert outcome("skirmishers-charge", formation=formation, target=target, terrain=terrain) == found


@pytest.mark.rule("BP-GRANDE-4")
@pytest.mark.parametrize(
    "front, left, right, rule",
    [
        (1, 1, 1, ""), (3, 0, 0, ""), (2, 1, 0, ""), (0, 1, 1, ""), (3, 1, 0, "BP-GRANDE-4"), (1, 2, 0, "BP-GRANDE-4"),
        (0, 0, 2, "BP-GRANDE-4"),
    ],
)  # fmt: skip
def test_how_a_grande_bande_splits_its_fire(refusal, outcome, front, left, right, rule):
    facts = {"shooting": 3, "front": front, "left": left, "right": right}
    assert refusal("split-fire", **facts) == rule
    if not rule:
        assert outcome("split-fire", **facts).dice == front + left + right
