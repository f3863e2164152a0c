"""Local initiative: the whole table, its modifiers, what it may be used for."""

import pytest

from grognard.kernel.checks import Thrown

TABLE = {
    "normal": "AA AA AA NA NA -",
    "smoke": "AA AA NA NA - -",
    "firefight": "AA NA NA - - -",
}
MEANS = {"AA": "aggressive", "NA": "non_aggressive", "-": "none"}
FACTS = {"normal": {}, "smoke": {"in_smoke": True}, "firefight": {"in_firefight": True}}


@pytest.mark.rule("CD-local-initiative-table")
@pytest.mark.parametrize("situation", list(TABLE))
def test_every_cell_of_the_table(cd, situation):
    check = cd["local-initiative"]
    facts = check.read({"troop_class": "line", **FACTS[situation]})
    for total, cell in zip((9, 8, 7, 6, 5, 4), TABLE[situation].split(), strict=True):
        assert check.result(Thrown(total, 7, facts)).action == MEANS[cell]
    assert check.result(Thrown(13, 12, facts)).action == "aggressive"
    assert check.result(Thrown(1, 2, facts)).action == "none"


@pytest.mark.rule("CD-local-initiative-table", "CD-local-initiative-mods")
@pytest.mark.parametrize(
    "facts, dice, total, action",
    [
        ({"troop_class": "line"}, [3, 4], 7, "aggressive"),
        ({"troop_class": "line", "in_smoke": True}, [3, 4], 7, "non_aggressive"),
        ({"troop_class": "conscript", "in_firefight": True, "leader_attached": True}, [5], 6, "none"),
        ({"troop_class": "line", "cavalry_charge": True}, [2, 3], 4, "none"),
        ({"troop_class": "line", "cavalry_charge": True, "leader_attached": True}, [2, 3], 5, "non_aggressive"),
        ({"troop_class": "line", "in_smoke": True, "in_firefight": True}, [4, 4], 8, "non_aggressive"),
    ],
)
def test_ledger_rolls(roll, facts, dice, total, action):
    result = roll("local-initiative", dice, **facts)
    assert (result.total, result.outcome.action) == (total, action)


@pytest.mark.rule("CD-local-initiative-limits")
@pytest.mark.parametrize("facts", [{"status": "broken"}, {"acted": 1}, {"tried": True}])
def test_who_may_not_roll(refusal, facts):
    assert refusal("local-initiative", troop_class="line", **facts) == "CD-local-initiative-limits"
    assert refusal("local-initiative", troop_class="line", acted=0) == ""


MILD = ("face", "change_formation", "form_square", "limber", "withdraw", "sidestep")
BOLD = ("advance", "charge", "countercharge")


@pytest.mark.rule("CD-local-initiative-use", "CD-local-initiative-actions")
def test_what_local_initiative_is_for(refusal):
    assert refusal("local-action", wish="fire") == "CD-local-initiative-use"
    for wish in (*MILD, *BOLD):
        assert refusal("local-action", wish=wish, action="aggressive") == ""
        assert refusal("local-action", wish=wish, action="none") == "CD-local-initiative-actions"
    for wish in MILD:
        assert refusal("local-action", wish=wish, action="non_aggressive") == ""
        assert refusal("local-action", wish=wish, action="non_aggressive", nearer=True) == "CD-local-initiative-actions"
    for wish in BOLD:
        assert refusal("local-action", wish=wish, action="non_aggressive") == "CD-local-initiative-actions"


@pytest.mark.rule("CD-local-initiative-limits")
@pytest.mark.parametrize(
    "wish, rolled, after_moving",
    [("face", False, True), ("change_formation", False, False), ("form_square", False, True), ("limber", False, False),
     ("withdraw", True, False), ("sidestep", True, False), ("advance", True, False), ("charge", True, False),
     ("countercharge", False, False)],
)  # fmt: skip
def test_movement_rolls_and_units_that_have_moved(outcome, refusal, wish, rolled, after_moving):
    assert outcome("local-action", wish=wish).movement_roll is rolled
    assert (refusal("local-action", wish=wish, moved=True) == "") is after_moving


@pytest.mark.rule("CD-local-initiative-mandatory")
@pytest.mark.parametrize(
    "facts, must",
    [
        ({"zone": "flank", "distance": 300}, True), ({"zone": "flank", "distance": 300, "formation": "square"}, False),
        ({"zone": "rear", "distance": 360}, True), ({"zone": "rear", "distance": 361}, False),
        ({"zone": "flank", "distance": 600, "charges": True}, True), ({"zone": "front", "distance": 60}, False),
        ({"zone": "flank", "distance": 300, "formation": "general"}, False),
        ({"zone": "flank", "distance": 300, "formation": "closed_column"}, True),
    ],
)  # fmt: skip
def test_an_endangered_flank(outcome, facts, must):
    assert outcome("flank-danger", **facts).must_roll is must


@pytest.mark.rule("CD-countercharge")
@pytest.mark.parametrize(
    "facts, result",
    [
        ({"arm": "light_cavalry", "action": "aggressive"}, (True, False)),
        ({"arm": "heavy_cavalry", "action": "non_aggressive"}, (False, True)),
        ({"arm": "heavy_cavalry", "action": "aggressive", "zone": "flank"}, (False, True)),
        ({"arm": "infantry", "action": "aggressive"}, (False, False)),
    ],
)
def test_countercharge(outcome, facts, result):
    assert outcome("countercharge", **facts) == result
