"""Class dice, ratings, stands and castings, steps, formations."""

import json
from fractions import Fraction

import pytest

from grognard.battle.events import Rolled
from grognard.cli import main
from grognard.kernel.odds import Odds
from grognard.kernel.uses.outcome_text import faces_told
from grognard.simulate.log import single_line


@pytest.mark.rule("CD-class-dice", "CD-natural-roll")
@pytest.mark.parametrize(
    "troop_class, dice, modifier, natural, modified",
    [
        ("elite", [2, 5, 4], 0, 9, 9),
        ("line", [2, 5], 0, 7, 7),
        ("conscript", [10], 0, 10, 10),
        ("elite", [1, 1, 1], -2, 2, 0),
        ("line", [6, 6], 2, 12, 14),
        ("elite", [6, 6, 6], 0, 12, 12),
    ],
)
def test_class_dice(outcome, troop_class, dice, modifier, natural, modified):
    assert outcome("class-dice", dice, troop_class=troop_class, modifier=modifier) == (natural, modified)


@pytest.mark.rule("CD-class-dice")
@pytest.mark.parametrize(
    "dice, told",
    [((2, 5, 4), "(2),5,4"), ((4, 6, 2), "4,6,(2)"), ((3, 3, 1), "3,3,(1)"), ((3, 3, 3), "(3),3,3"), ((2, 5), "2,5"),
     ((10,), "10")],
)  # fmt: skip
def test_one_sees_which_die_of_the_elite_does_not_count(cd, dice, told):
    for check in ("class-dice", "morale", "movement", "fire-discipline"):
        places = cd[check].uncounted(dice)
        assert ",".join(faces_told(dice, places)) == told
        roll = Rolled(check, "CD-class-dice", dice, total=0)
        assert single_line(roll, "", uncounted=places).startswith(f"dice {told} ")


@pytest.mark.rule("CD-class-dice")
def test_a_check_told_on_the_command_line_has_the_dropped_die_in_brackets(capsys):
    assert main(["check", "class-dice", "class-dice", "--set", "troop_class=elite", "--dice", "2,5,4"]) == 0
    assert "dice  (2), 5, 4 = 9" in capsys.readouterr().out


@pytest.mark.rule("CD-class-dice")
@pytest.mark.parametrize(
    "troop_class, dice, places",
    [("elite", "2,5,4", [0]), ("elite", "4,6,2", [2]), ("elite", "3,3,3", [0]), ("line", "1,5", []),
     ("conscript", "7", [])],
)  # fmt: skip
def test_a_check_as_json_says_which_dice_did_not_count(capsys, troop_class, dice, places):
    words = ["check", "class-dice", "class-dice", "--set", f"troop_class={troop_class}", "--dice", dice, "--json"]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["uncounted"] == places
    assert told["dice"] == [int(face) for face in dice.split(",")]
    assert told["natural"] == sum(told["dice"]) - sum(told["dice"][place] for place in places)


@pytest.mark.rule("CD-class-dice", "CD-charge-roll")
def test_of_two_sides_each_has_its_own_dice_that_did_not_count(capsys):
    sides = ["--set", "ours.troop_class=elite", "--set", "theirs.troop_class=elite"]
    words = ["check", "class-dice", "charge", "--variant", "class-dice-charges", *sides, "--dice", "2,5,4,6,1,3"]
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["uncounted"] == [0, 4]
    assert (told["ours"]["uncounted"], told["theirs"]["uncounted"]) == ([0], [1])
    assert (told["ours"]["natural"], told["theirs"]["natural"]) == (9, 9)


@pytest.mark.rule(
    "CD-initiative-roll",
    "CD-leader-attachment",
    "CD-leader-casualty",
    "CD-fire-procedure",
    "CD-charge-roll",
    "CD-charge-surrender",
    "CD-melee",
)
@pytest.mark.parametrize(
    "check",
    ["opening-initiative", "contest-initiative", "leader-attachment", "leader-casualty", "small-arms", "artillery",
     "charge", "charge-surrender", "melee", "ammunition-spent"],
)  # fmt: skip
def test_what_has_no_class_dice_is_rolled_with_ten_sides(cd, check):
    assert cd[check].sides == 10


@pytest.mark.rule("CD-class-dice")
@pytest.mark.parametrize(
    "troop_class, mean, lowest, highest",
    [("elite", Fraction(1827, 216), 2, 12), ("line", Fraction(7), 2, 12), ("conscript", Fraction(11, 2), 1, 10)],
)
def test_means_of_the_class_dice(cd, troop_class, mean, lowest, highest):
    check = cd["class-dice"]
    odds: Odds[tuple[int, int]] = check.odds(check.read({"troop_class": troop_class}))
    assert odds.mean(lambda rolled: rolled[0]) == mean
    assert (min(rolled[0] for rolled in odds.weights), max(rolled[0] for rolled in odds.weights)) == (lowest, highest)


@pytest.mark.rule("CD-combat-worth", "CD-cw-guideline")
@pytest.mark.parametrize(
    "troop_class, cw, found, usual",
    [("elite", -1, 16, True), ("line", -1, 11, True), ("conscript", -1, 6, True), ("elite", 14, 14, False),
     ("elite", 15, 15, True), ("elite", 19, 19, True), ("line", 7, 7, False), ("line", 8, 8, True),
     ("line", 14, 14, True), ("line", 15, 15, False), ("conscript", 0, 0, True), ("conscript", 7, 7, True),
     ("conscript", 8, 8, False)],
)  # fmt: skip
def test_combat_worth(outcome, troop_class, cw, found, usual):
    assert outcome("combat-worth", troop_class=troop_class, cw=cw) == (found, usual)


@pytest.mark.rule("CD-cw-guideline")
def test_usual_bands_of_combat_worth_meet(cd):
    bands = [cd.tables.value("CD-cw-guideline", each) for each in ("conscript", "line", "elite")]
    assert [(band["least"], band["most"]) for band in bands] == [(0, 7), (8, 14), (15, 19)]


@pytest.mark.rule("CD-combat-worth")
def test_combat_worth_ends_at_nineteen(refusal, cd):
    assert refusal("combat-worth", cw=20) == "CD-combat-worth"
    assert (cd.tables.number("CD-combat-worth", "least"), cd.tables.number("CD-combat-worth", "most")) == (0, 19)


@pytest.mark.rule("CD-infantry-stand", "CD-other-stands", "CD-casualty-step")
@pytest.mark.parametrize(
    "branch, stands, castings, steps",
    [("infantry", 8, 24, 72), ("cavalry", 4, 8, 24), ("artillery", 4, 8, 8)],
)
def test_castings_tubes_and_steps(outcome, branch, stands, castings, steps):
    assert outcome("unit-size", branch=branch, stands=stands) == (castings, steps)


@pytest.mark.rule("CD-unit")
@pytest.mark.parametrize(
    "branch, least, most",
    [("infantry", 2, 9), ("cavalry", 2, 6), ("artillery", 1, 6)],  # two tubes to a gun model
)
def test_sizes_of_units(refusal, branch, least, most):
    assert refusal("unit-size", branch=branch, stands=least) == refusal("unit-size", branch=branch, stands=most) == ""
    assert refusal("unit-size", branch=branch, stands=least - 1) == "CD-unit"
    assert refusal("unit-size", branch=branch, stands=most + 1) == "CD-unit"


@pytest.mark.rule("CD-unit")
def test_a_battery_has_two_to_twelve_tubes(cd):
    assert cd.tables.value("CD-unit", "artillery") == {"least": 2, "most": 12}


@pytest.mark.rule("CD-scale")
@pytest.mark.parametrize(
    "base, stands, wide, deep",
    [("infantry", 8, 360, 45), ("cavalry", 1, 60, 60), ("artillery", 1, 60, 60), ("limbered", 2, 120, 120),
     ("leader", 1, 60, 60)],
)  # fmt: skip
def test_frontage(outcome, base, stands, wide, deep):
    """Eight stands in line are six inches wide."""
    assert outcome("frontage", base=base, stands=stands) == (wide, deep)


@pytest.mark.rule("CD-scale")
@pytest.mark.parametrize("men, castings", [(12, 1), (60, 1), (89, 1), (90, 2), (600, 10), (540, 9), (1440, 24)])
def test_castings_for_men(outcome, men, castings):
    assert outcome("castings", men=men).castings == castings


@pytest.mark.rule("CD-casualty-step")
@pytest.mark.parametrize(
    "facts, left",
    [({"strength": 72, "steps": 5}, (67, 23, False)), ({"strength": 9, "steps": 9}, (0, 0, True)),
     ({"strength": 72, "steps": 2}, (70, 24, False)), ({"strength": 72, "steps": 3}, (69, 23, False)),
     ({"strength": 9, "steps": 12}, (0, 0, True)),
     ({"branch": "artillery", "strength": 8, "steps": 3}, (5, 5, False))],
)  # fmt: skip
def test_casualties(outcome, facts, left):
    assert outcome("casualties", **facts) == left


@pytest.mark.rule("CD-casualty-step")
def test_the_bloody_reading(outcome):
    assert outcome("casualties", variant="bloody-steps", strength=24, steps=5).castings == 19
    assert outcome("unit-size", variant="bloody-steps", stands=8) == (24, 24)


@pytest.mark.rule("CD-loss-percent")
@pytest.mark.parametrize(
    "starting, current, percent, met",
    [(24, 12, 50, True), (24, 20, 20, False), (72, 36, 50, True), (72, 37, 50, False), (20, 16, 20, True)],
)
def test_losses_are_compared_without_rounding(outcome, starting, current, percent, met):
    assert outcome("losses", starting=starting, current=current, percent=percent).met is met


@pytest.mark.rule("CD-rounding", "CD-percent-results")
@pytest.mark.parametrize(
    "facts, steps",
    [
        ({"percent": 20, "strength": 72}, 14),
        ({"percent": 20, "strength": 3}, 1),
        ({"percent": 40, "strength": 72}, 28),
        ({"percent": 40, "cause": "skirmish", "strength": 72, "screen": 6}, 7),
        ({"percent": 20, "cause": "skirmish", "strength": 72}, 1),
        ({"percent": 40, "cause": "skirmish", "strength": 72}, 3),
        ({"percent": 40, "cause": "skirmish", "branch": "cavalry", "strength": 24}, 2),
        ({"percent": 100, "cause": "skirmish", "branch": "artillery", "strength": 8}, 2),
    ],
)
def test_losses_in_percent(outcome, facts, steps):
    assert outcome("percent-loss", **facts).steps == steps


@pytest.mark.rule("CD-rounding")
def test_percent_of_castings_under_the_bloody_reading(outcome):
    assert outcome("percent-loss", variant="bloody-steps", percent=20, strength=24).steps == 4


@pytest.mark.rule("CD-formations")
@pytest.mark.parametrize(
    "arm, formation, allows",
    [
        ("infantry", "road", (False, False)), ("infantry", "column", (True, True)),
        ("infantry", "closed_column", (True, True)), ("infantry", "line", (True, True)),
        ("infantry", "general", (True, True)), ("infantry", "square", (True, False)),
        ("heavy_cavalry", "column", (True, True)), ("light_cavalry", "general", (True, True)),
        ("artillery", "limbered", (False, False)), ("artillery", "unlimbered", (True, False)),
    ],
)  # fmt: skip
def test_formations(outcome, arm, formation, allows):
    assert outcome("formation", arm=arm, formation=formation) == allows


@pytest.mark.rule("CD-formations")
@pytest.mark.parametrize(
    "arm, formation",
    [("light_cavalry", "square"), ("heavy_cavalry", "closed_column"), ("artillery", "line"), ("infantry", "limbered")],
)
def test_formations_of_other_arms(refusal, arm, formation):
    assert refusal("formation", arm=arm, formation=formation) == "CD-formations"


@pytest.mark.rule("CD-good-order")
@pytest.mark.parametrize("status, good", [("steady", True), ("shaken", True), ("disordered", False), ("broken", False)])
def test_good_order(outcome, status, good):
    assert outcome("good-order", status=status).good_order is good
