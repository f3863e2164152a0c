"""The turn and grand-tactical initiative."""

import pytest


@pytest.mark.rule("CD-turn-sequence", "CD-turn-end-17")
@pytest.mark.parametrize(
    "dice, follows", [([4, 6], "activations"), ([9, 8], "end"), ([10, 7], "end"), ([8, 8], "activations")]
)
def test_what_follows_the_opening_roll(both, outcome, dice, follows):
    opening = both("opening-initiative", dice, {}, {}).outcome
    assert outcome("turn-step", done="opening", turn_ends=opening.turn_ends).next == follows


@pytest.mark.rule("CD-turn-sequence")
def test_the_steps_of_a_turn(outcome, cd):
    assert [outcome("turn-step", done=step).next for step in ("opening", "activations", "end")] == [
        "activations",
        "end",
        "opening",
    ]
    assert cd.tables.value("CD-turn-sequence", "steps") == ["opening", "activations", "end"]


@pytest.mark.rule("CD-initiative-opening", "CD-initiative-roll")
@pytest.mark.parametrize(
    "ours, theirs, dice, winner",
    [
        ({"points": 1}, {}, [5, 5], "ours"),
        ({}, {}, [5, 5], "again"),
        ({}, {}, [4, 6], "theirs"),
        ({}, {"points": 2}, [5, 3], "again"),
    ],
)
def test_opening_initiative(both, ours, theirs, dice, winner):
    assert both("opening-initiative", dice, ours, theirs).outcome == (winner, False)


@pytest.mark.rule("CD-initiative-roll", "CD-initiative-contest")
@pytest.mark.parametrize(
    "ours, theirs, dice, totals, winner",
    [
        ({"points": 1}, {"points": 2}, [5, 5], (6, 7), "challenger"),
        ({"points": 1}, {}, [5, 6], (6, 6), "active"),
        ({}, {}, [3, 8], (3, 8), "challenger"),
        ({}, {}, [6, 4], (6, 4), "active"),
    ],
)
def test_contests(both, ours, theirs, dice, totals, winner):
    result = both("contest-initiative", dice, ours, theirs)
    assert (result.details["ours"]["total"], result.details["theirs"]["total"]) == totals
    assert result.outcome == (winner, False)


@pytest.mark.rule("CD-initiative-modifiers", "CD-grand-tac-points")
@pytest.mark.parametrize(
    "side, total",
    [
        ({"points": 2, "attached": "superior"}, 9), ({"attached": "poor"}, 3), ({"points": 1, "own": "excellent"}, 5),
        ({"attached": "excellent"}, 6), ({"attached": "good"}, 5), ({"attached": "average"}, 4), ({"points": 2}, 6),
        ({"own": "superior"}, 4),
    ],
)  # fmt: skip
def test_what_counts_for_initiative(both, side, total):
    for check in ("opening-initiative", "contest-initiative"):
        assert both(check, [4, 1], side, {}).details["ours"]["total"] == total
        assert both(check, [1, 4], {}, side).details["theirs"]["total"] == total


@pytest.mark.rule("CD-grand-tac-points", "CD-command-radius-effect")
def test_points_that_cannot_be_committed(refusal):
    for check in ("opening-initiative", "contest-initiative"):
        assert refusal(check, facts={"ours.pool": 1, "ours.points": 2}) == "CD-grand-tac-points"
        assert refusal(check, facts={"theirs.pool": 3, "theirs.points": 3}) == ""
        assert refusal(check, facts={"theirs.points": 1, "theirs.in_chain": False}) == "CD-command-radius-effect"
        assert refusal(check, facts={"theirs.in_chain": False}) == ""


@pytest.mark.rule("CD-turn-end-17")
@pytest.mark.parametrize("check", ["opening-initiative", "contest-initiative"])
def test_natural_seventeen_ends_the_turn(both, cd, check):
    assert both(check, [9, 8], {}, {}).outcome.turn_ends
    assert both(check, [7, 10], {}, {}).outcome.turn_ends
    assert not both(check, [8, 8], {"attached": "superior"}, {"attached": "superior"}).outcome.turn_ends
    bound = cd[check]
    odds = bound.odds(bound.read({"ours.points": 3}))
    assert odds.chance(lambda found: found.turn_ends) * 10 == 1


@pytest.mark.rule("CD-grand-tac-pool")
@pytest.mark.parametrize(
    "rating, points", [("poor", 1), ("average", 2), ("good", 3), ("excellent", 4), ("superior", 5)]
)
def test_grand_tac_pool(outcome, rating, points):
    assert outcome("grand-tac-pool", rating=rating).points == points


@pytest.mark.rule("CD-contest-windows")
@pytest.mark.parametrize(
    "facts, allowed",
    [
        ({"moment": "brigade_done", "units_left": 2}, True), ({"moment": "division_named", "units_left": 1}, True),
        ({"moment": "brigade_done", "contested": True, "units_left": 2}, False),
        ({"moment": "mid_move", "units_left": 2}, False), ({"moment": "brigade_done", "units_left": 0}, False),
        ({"moment": "brigade_done", "another": True}, False),
    ],
)  # fmt: skip
def test_contest_windows(outcome, facts, allowed):
    assert outcome("contest-window", **facts).allowed is allowed


@pytest.mark.rule("CD-division-activation")
@pytest.mark.parametrize("ours, theirs, side", [(0, 3, "other"), (0, 0, "end"), (2, 3, "same"), (1, 0, "same")])
def test_who_names_the_next_division(outcome, ours, theirs, side):
    assert outcome("next-side", ours=ours, theirs=theirs).next == side


@pytest.mark.rule("CD-unit-activation", "CD-pinned-4in", "CD-fire-discipline-when")
@pytest.mark.parametrize(
    "facts, result",
    [
        ({"enemy": 180, "order": "fire"}, (True, False, True)),
        ({"enemy": 420}, (False, True, False)),
        ({"enemy": 240, "order": "free"}, (True, True, False)),
        ({"enemy": 240, "order": "firefight"}, (True, False, True)),
        ({"enemy": 241, "order": "fire"}, (False, True, False)),
        ({"in_firefight": True, "order": "firefight"}, (True, False, True)),
        ({"branch": "cavalry", "enemy": 60, "order": "fire"}, (False, True, False)),
        ({"branch": "artillery", "enemy": 180, "unlimbered": True}, (False, False, False)),
        ({"branch": "artillery", "enemy": 240, "unlimbered": True}, (False, False, False)),
        ({"branch": "artillery", "enemy": 241, "unlimbered": True}, (False, True, False)),
        ({"branch": "artillery", "enemy": 180, "unlimbered": True, "enemy_branch": "cavalry"}, (False, True, False)),
        ({"branch": "artillery", "enemy": 180}, (False, True, False)),
    ],
)
def test_what_a_unit_may_do_in_its_activation(outcome, facts, result):
    assert outcome("unit-activation", **facts) == result


@pytest.mark.rule("CD-unit-activation", "CD-end-phase")
def test_steps_of_an_activation_and_of_the_end_phase(cd):
    assert cd.tables.value("CD-unit-activation", "steps") == ["fire_discipline", "skirmish", "move_or_charge", "fire"]
    assert cd.tables.value("CD-end-phase", "steps") == [
        "expire_status",
        "clear_smoke",
        "end_firefights",
        "set_moved_last_turn",
        "clear_counters",
        "test_victory",
    ]


@pytest.mark.rule("CD-end-phase", "CD-smoke", "CD-firefight")
@pytest.mark.parametrize(
    "facts, after",
    [
        ({"status": "shaken", "since": 3}, ("steady", False, False, False)),
        ({"status": "shaken", "since": 4}, ("shaken", False, False, False)),
        ({"status": "broken", "since": 3}, ("broken", False, False, False)),
        ({"status": "broken", "since": 2}, ("steady", False, False, False)),
        ({"smoke": True}, ("steady", False, False, False)),
        ({"smoke": True, "fired": True}, ("steady", True, False, False)),
        ({"in_firefight": True, "enemy": 240}, ("steady", False, True, False)),
        ({"in_firefight": True, "enemy": 241}, ("steady", False, False, False)),
        ({"moved": True}, ("steady", False, False, True)),
    ],
)
def test_end_phase(outcome, facts, after):
    assert outcome("end-phase", turn=4, **facts) == after
