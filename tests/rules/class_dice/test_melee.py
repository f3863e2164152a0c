"""Melee: rounds, modifiers of later rounds, disorder, riding down."""

import pytest


@pytest.mark.rule("CD-melee")
@pytest.mark.parametrize(
    "ours, theirs, dice, result",
    [
        ({"cw": 14}, {"secure_flanks": 1}, [7, 4], ("attacker", 3, 5)),
        ({"cw": 15}, {}, [3, 5], ("attacker", 2, 2)),
        ({"cw": 13}, {}, [4, 6], ("none", 2, 2)),
        ({}, {"secure_flanks": 2}, [4, 6], ("defender", 4, 2)),
        ({}, {}, [5, 5], ("none", 0, 0)),
    ],
)
def test_ledger_rounds(both, ours, theirs, dice, result):
    assert both("melee", dice, ours, theirs).outcome == result


@pytest.mark.rule("CD-melee")
def test_odds_of_a_round_know_both_dice(cd):
    check = cd["melee"]
    odds = check.odds(check.read({"ours.cw": 12}))
    assert odds.total == 100
    assert odds.probability(("attacker", 0, 1)) * 10 == 1  # ten equal pairs of dice
    assert odds.probability(("none", 1, 1)) * 100 == 9  # nine pairs in which the defender's die is one higher


@pytest.mark.rule("CD-melee-modifiers")
def test_later_rounds_leave_out_the_shock(totals):
    shock = {
        "arm": "light_cavalry", "path": 60, "closing": 20, "downhill": True, "strikes": "flank", "status": "disordered",
        "cw": 13, "leaders": 1,
    }  # fmt: skip
    defends = {"secure_flanks": 2, "cover": "light"}
    first = totals("melee", shock, defends)
    assert first == (-3 - 4 + 1 + 6 - 4 + 2 + 1 + 6, 2 + 1)
    for later in (2, 3):
        assert totals("melee", {**shock, "round": later}, {**defends, "round": later}) == (-4 + 2 + 1 + 6, 1)


@pytest.mark.rule("CD-melee-modifiers")
def test_ledger_second_round(totals):
    ours = {"round": 2, "status": "disordered", "cw": 13, "strikes": "flank"}
    assert totals("melee", ours, {"round": 2}) == (-2, 0)
    horse = {"arm": "light_cavalry", "round": 2}
    assert totals("melee", horse, horse) == (0, 0)
    assert totals("melee", horse, {**horse, "countercharges": True, "downhill": True, "leaders": 2}) == (0, 2)


@pytest.mark.rule("CD-melee-disorder")
@pytest.mark.parametrize(
    "status, number, found",
    [("steady", 2, "disordered"), ("broken", 2, "broken"), ("steady", 1, "steady"), ("shaken", 1, "shaken"),
     ("shaken", 3, "disordered"), ("disordered", 1, "disordered")],
)  # fmt: skip
def test_melee_disorders(roll, status, number, found):
    assert roll("melee-status", facts={"status": status, "round": number}).outcome.status == found


@pytest.mark.rule("CD-melee")
@pytest.mark.parametrize(
    "facts, course",
    [
        ({"round": 1}, ("again", 0)), ({"round": 2, "attacker": "disordered"}, ("again", 0)),
        ({"round": 1, "attacker": "recoil"}, ("over", 0)), ({"round": 1, "defender": "rout"}, ("over", 0)),
        ({"round": 2, "defender": "broken"}, ("over", 0)), ({"round": 2, "defender": "surrender"}, ("over", 0)),
        ({"round": 3}, ("apart", 120)), ({"round": 3, "defender": "recoil"}, ("over", 0)),
        ({"round": 1, "destroyed": True}, ("over", 0)),
    ],
)  # fmt: skip
def test_when_a_melee_ends(roll, facts, course):
    assert roll("melee-course", facts=facts).outcome == course


@pytest.mark.rule("CD-ride-down")
def test_infantry_ridden_down(both):
    """A cavalry die of 5 with +6 against an infantry die of 6 with +1 and the -8 of those ridden down."""
    ours = {"arm": "light_cavalry"}
    result = both("melee", [5, 6], ours, {"formation": "line", "secure_flanks": 1, "ridden_down": True})
    assert (result.details["ours"]["total"], result.details["theirs"]["total"]) == (11, -1)
    assert result.outcome == ("attacker", 1, 12)


@pytest.mark.rule("CD-melee-modifiers")
def test_gunners_have_no_formation_to_ride_against(totals):
    assert totals("melee", {"arm": "artillery", "formation": "unlimbered"}, {"formation": "line"}) == (0, 0)
