"""Chapter 4: initiative, division effectiveness, pursuit and the surprise roll in fog."""

import pytest

DICE = {
    2: [1, 1],
    3: [1, 2],
    4: [2, 2],
    6: [3, 3],
    7: [3, 4],
    8: [4, 4],
    9: [4, 5],
    14: [7, 7],
    15: [7, 8],
    20: [10, 10],
}


@pytest.mark.rule("CS-4.3.1")
@pytest.mark.parametrize(
    "dice, rating, result, disorder",
    [
        ([1, 1], 1, "confusion", 2),
        ([3, 3], 1, "confusion", 2),
        ([3, 4], 1, "failed", 0),
        ([6, 7], 1, "failed", 0),
        ([7, 7], 1, "succeeded", 0),
        ([10, 10], 16, "succeeded", 0),
    ],
)
def test_result_by_total(roll, dice, rating, result, disorder):
    made = roll("initiative", dice, morale_rating=rating)
    assert made.total == sum(dice) + rating
    assert made.outcome == (result, disorder)


ROWS = [
    ({"disorder": 1}, -1),
    ({"disorder": 4}, -4),
    ({"discipline": "rabble"}, -9),
    ({"discipline": "raw_recruits"}, -7),
    ({"discipline": "militia"}, -3),
    ({"discipline": "trained"}, 0),
    ({"discipline": "disciplined"}, 3),
    ({"discipline": "hardened"}, 5),
    ({"casualties_percent": 24}, 0),
    ({"casualties_percent": 25}, -4),
    ({"casualties_percent": 49}, -4),
    ({"casualties_percent": 50}, -8),
    ({"casualties_percent": 75}, -12),
    ({"contradicting_order": True}, 5),
    ({"arm": "cavalry", "declines_flank": True}, -5),
    ({"arm": "infantry", "declines_flank": True}, 0),
    ({"arm": "cavalry", "target_unformed": True}, -3),
    ({"arm": "infantry", "target_unformed": True}, 0),
    ({"arm": "cavalry", "target_cover": "light_cover"}, 3),
    ({"arm": "cavalry", "target_cover": "light_works"}, 3),
    ({"arm": "cavalry", "target_cover": "medium_works"}, 5),
    ({"arm": "cavalry", "target_cover": "heavy_cover"}, 7),
    ({"arm": "cavalry", "target_cover": "heavy_woods"}, 7),
    ({"arm": "cavalry", "target_cover": "heavy_works"}, 7),
    ({"arm": "cavalry", "target_cover": "light_cover,heavy_works"}, 7),
    ({"arm": "infantry", "target_cover": "heavy_works"}, 0),
    ({"arm": "artillery", "supported": True}, 3),
    ({"arm": "cavalry", "supported": True}, 0),
    ({"arm": "artillery", "threatened_flank": True}, -5),
    ({"arm": "infantry", "threatened_flank": True}, 0),
]


@pytest.mark.rule("CS-4.3.2")
@pytest.mark.parametrize("facts, value", ROWS)
def test_modifiers(modifier, facts, value):
    assert modifier("initiative", morale_rating=1, **facts) == 1 + value


@pytest.mark.rule("CS-4.3.2")
@pytest.mark.parametrize("rating", [1, 16])
def test_the_full_morale_rating_counts(modifier, rating):
    assert modifier("initiative", morale_rating=rating) == rating


@pytest.mark.rule("CS-4.3.2")
def test_labels_tell_the_distances(cs):
    rows = cs.tables.rows("CS-4.3.2")
    assert "within 320 paces" in rows["declines_flank"].label
    assert "within 60 paces" in rows["supported"].label
    assert rows["casualties"].label == "each 25% of original strength lost"


@pytest.mark.rule("CS-4.3.2")
@pytest.mark.parametrize(
    "facts, total, result",
    [
        ({"morale_rating": 7, "discipline": "militia", "disorder": 3}, 10, "failed"),
        (
            {"morale_rating": 12, "arm": "cavalry", "discipline": "disciplined", "target_unformed": True},
            21,
            "succeeded",
        ),
        ({"morale_rating": 8, "arm": "artillery", "threatened_flank": True, "supported": True}, 15, "succeeded"),
    ],
)
def test_ledger_cases(roll, facts, total, result):
    made = roll("initiative", [4, 5], **facts)
    assert (made.total, made.outcome.result) == (total, result)


@pytest.mark.rule("CS-4.4.1a")
@pytest.mark.parametrize(
    "facts, value",
    [
        ({"lost_percent": 30}, -2),
        ({"lost_percent": 49}, -2),
        ({"lost_percent": 50}, -4),
        ({"lost_percent": 74}, -4),
        ({"lost_percent": 75}, -7),
        ({"lost_percent": 100}, -7),
        ({"lost_percent": 30, "works_lost": 1}, -6),
        ({"lost_percent": 30, "structures_lost": 2}, -4),
        ({"lost_percent": 30, "works_taken": 1}, 2),
        ({"lost_percent": 30, "structures_taken": 3}, 1),
        ({"lost_percent": 30, "commanders_lost": 1}, -4),
        ({"lost_percent": 30, "enemies_broken": 2}, 0),
        ({"lost_percent": 30, "leader": "poor"}, -1),
        ({"lost_percent": 30, "leader": "average"}, 0),
        ({"lost_percent": 30, "leader": "superior"}, 1),
        ({"lost_percent": 50, "commanders_lost": 1, "enemies_broken": 2, "leader": "superior"}, -1),
        ({"lost_percent": 75, "works_taken": 2}, 1),
    ],
)
def test_division_modifiers(modifier, facts, value):
    assert modifier("division-effectiveness", morale_rating=1, **facts) == 1 + value


@pytest.mark.rule("CS-4.4.1a")
def test_division_labels(cs):
    rows = cs.tables.rows("CS-4.4.1a")
    assert [rows[row].label[:11] for row in ("lost_30", "lost_50", "lost_75")] == [
        "30% or more",
        "50% or more",
        "75% or more",
    ]
    for rating in ("poor", "average", "superior"):
        assert rows[f"leader_{rating}"].label == f"{rating} leader within 40 paces"


@pytest.mark.rule("CS-4.4a")
def test_no_division_test_below_thirty_percent(roll):
    assert roll("division-effectiveness", [], morale_rating=8, lost_percent=29).refusal.rule == "CS-4.4a"


@pytest.mark.rule("CS-4.4a")
@pytest.mark.parametrize(
    "units, lost, tested_at, due, step",
    [
        (10, 3, "none", True, 30),
        (10, 2, "none", False, 0),
        (10, 3, "30", False, 30),
        (10, 5, "30", True, 50),
        (20, 15, "none", True, 75),
        (20, 15, "75", False, 75),
        (200, 149, "50", False, 50),
    ],
)
def test_when_a_division_tests(outcome, units, lost, tested_at, due, step):
    made = outcome("division-losses", units=units, lost=lost, tested_at=tested_at)
    assert (made.due, made.step, made.percent) == (due, step, 100 * lost // units)


@pytest.mark.rule("CS-4.4b", "CS-4.4.2")
@pytest.mark.parametrize(
    "dice, result, effect, disorder",
    [
        ([4, 4], "confusion", "retire to P1", 2),
        ([4, 5], "failed", "retire to P1", 0),
        ([7, 8], "failed", "retire to P1", 0),
        ([8, 8], "succeeded", "none", 0),
    ],
)
def test_division_results(outcome, dice, result, effect, disorder):
    assert outcome("division-effectiveness", dice, morale_rating=1, lost_percent=30) == (result, effect, disorder)


@pytest.mark.rule("CS-4.4b")
def test_division_ledger_case(roll):
    made = roll("division-effectiveness", [4, 5], morale_rating=8, lost_percent=30)
    assert (made.total, made.outcome.result) == (15, "succeeded")


@pytest.mark.rule("CS-9.2.2i")
@pytest.mark.parametrize("dice, may_hold, disorder", [([2, 2], True, 0), ([1, 2], False, 0)])
def test_disciplined_cavalry_may_decline_pursuit(outcome, dice, may_hold, disorder):
    facts = {"morale_rating": 10, "arm": "cavalry", "discipline": "disciplined", "disorder": 2}
    made = outcome("pursuit", dice, **facts)
    assert (made.may_hold, made.disorder) == (may_hold, disorder)


@pytest.mark.rule("CS-9.2.2i")
def test_confused_pursuers_take_two_disorder_and_infantry_never_pursues(roll):
    assert roll("pursuit", [1, 1], morale_rating=5, arm="cavalry").outcome == ("confusion", False, 2)
    assert roll("pursuit", [], morale_rating=5).refusal.rule == "CS-9.2.2i"


@pytest.mark.rule("CS-B.8c")
@pytest.mark.parametrize("dice, surprised", [([3, 4], False), ([3, 3], True), ([1, 1], True)])
def test_surprise_roll_in_fog(outcome, dice, surprised):
    assert outcome("fog-surprise", dice, morale_rating=8).surprised is surprised


@pytest.mark.rule("CS-4.4.1b")
@pytest.mark.parametrize(
    "facts, expected",
    [
        ({"occupied": True, "nearest_enemy": 20}, (False, 0, 0)),
        ({"occupied": True, "nearest_enemy": 21}, (True, 0, 1)),
        ({"occupied": False, "nearest_enemy": 900}, (False, 0, 0)),
        ({"occupied": True, "nearest_enemy": 300, "works_paces": 250}, (True, 3, 0)),
        ({"occupied": True, "nearest_enemy": 300, "works_paces": 100}, (True, 1, 0)),
        ({"occupied": True, "nearest_enemy": 300, "works_paces": 101}, (True, 2, 0)),
        ({"occupied": True, "nearest_enemy": 5, "works_paces": 250}, (False, 0, 0)),
    ],
)
def test_when_works_and_structures_are_taken(outcome, facts, expected):
    assert outcome("works-taken", **facts) == expected


@pytest.mark.rule("CS-M2-4.4a")
def test_module_2_leaves_the_division_test_out_unless_asked_for(roll):
    facts = {"morale_rating": 8, "lost_percent": 30}
    assert roll("division-effectiveness", [], "module-2", **facts).refusal.rule == "CS-M2-4.4a"
    assert roll("division-losses", [], "module-2", units=10, lost=3).refusal.rule == "CS-M2-4.4a"
    made = roll("division-effectiveness", [4, 5], "module-2", "module-2-division-test", **facts)
    assert made.outcome.result == "succeeded"


@pytest.mark.rule("CS-M2-4.4b")
@pytest.mark.parametrize("body", ["brigade", "column"])
def test_module_2_tests_brigades_and_columns(roll, body):
    variants = ("module-2", "module-2-division-test")
    assert roll("division-losses", [], *variants, units=6, lost=2, body=body).outcome == (True, 33, 30)
    assert roll("division-losses", [], units=6, lost=2, body=body).refusal.rule == "CS-M2-4.4b"
