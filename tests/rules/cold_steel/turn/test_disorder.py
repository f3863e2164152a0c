"""Chapter 10: recovery from disorder."""

import pytest

DICE = {total: [total // 2, total - total // 2] for total in range(2, 21)}


@pytest.mark.rule("CS-10.2.2")
@pytest.mark.parametrize(
    "total, removed",
    [(2, 1), (3, 1), (4, 2), (6, 2), (7, 3), (9, 3), (10, 4), (13, 4), (14, 5), (17, 5), (18, 6), (20, 6)],
)
def test_markers_removed_by_total(outcome, total, removed):
    assert outcome("disorder-recovery", DICE[total], disorder=10) == (removed, 10 - removed)


@pytest.mark.rule("CS-10.2.2")
def test_even_the_worst_roll_removes_a_marker(roll):
    result = roll("disorder-recovery", [1, 1], disorder=5, in_woods=True)
    assert (result.total, result.outcome) == (-2, (1, 4))


@pytest.mark.rule("CS-10.2b")
@pytest.mark.parametrize("disorder, removed", [(0, 0), (2, 2), (6, 6), (7, 6)])
def test_never_more_markers_than_the_unit_has(outcome, disorder, removed):
    assert outcome("disorder-recovery", [9, 9], disorder=disorder) == (removed, disorder - removed)


@pytest.mark.rule("CS-10.2.1")
@pytest.mark.parametrize(
    "facts, value",
    [
        ({}, 0),
        ({"discipline": "hardened"}, 4),
        ({"discipline": "disciplined"}, 2),
        ({"discipline": "trained"}, 0),
        ({"discipline": "militia"}, -2),
        ({"discipline": "raw_recruits"}, -4),
        ({"discipline": "rabble"}, -6),
        ({"discipline": "hardened", "irregular": True}, 0),
        ({"leader": "poor"}, 1),
        ({"leader": "average"}, 2),
        ({"leader": "superior"}, 3),
        ({"casualties_percent": 24}, 0),
        ({"casualties_percent": 25}, -2),
        ({"casualties_percent": 49}, -2),
        ({"casualties_percent": 50}, -4),
        ({"casualties_percent": 75}, -6),
        ({"under_fire": True}, -3),
        ({"in_woods": True}, -4),
    ],
)
def test_modifiers(modifier, facts, value):
    assert modifier("disorder-recovery", disorder=5, **facts) == value


@pytest.mark.rule("CS-10.2.1")
@pytest.mark.parametrize("leader", ["poor", "average", "superior"])
def test_labels_tell_how_near_a_leader_must_be(roll, leader):
    result = roll("disorder-recovery", [5, 6], disorder=5, leader=leader)
    assert [m.label for m in result.modifiers] == [f"{leader} leader within 20 paces"]


@pytest.mark.rule("CS-10.2.1")
def test_the_casualties_label_tells_the_step(roll):
    result = roll("disorder-recovery", [5, 6], disorder=5, casualties_percent=50)
    assert [m.label for m in result.modifiers] == ["each 25% casualties ×2"]


@pytest.mark.rule("CS-10.2b", "CS-10.2.1")
@pytest.mark.parametrize(
    "natural, facts, total, removed",
    [
        (9, {"discipline": "disciplined"}, 11, 4),
        (10, {"discipline": "hardened", "leader": "superior"}, 17, 5),
        (10, {"discipline": "militia", "casualties_percent": 50, "under_fire": True}, 1, 1),
    ],
)
def test_ledger_cases(roll, natural, facts, total, removed):
    result = roll("disorder-recovery", DICE[natural], disorder=10, **facts)
    assert (result.total, result.outcome.removed) == (total, removed)


@pytest.mark.rule("CS-10.2a")
@pytest.mark.parametrize(
    "facts, reason",
    [
        ({"reform_order": False, "nearest_enemy": 900}, "without a reform order disorder stays"),
        ({"moved": True}, "the unit moved, wheeled or changed facing or formation"),
        ({"nearest_enemy": 20}, "an enemy is within P3"),
    ],
)
def test_who_may_not_remove_disorder(roll, facts, reason):
    assert roll("disorder-recovery", disorder=3, **facts).refusal == ("CS-10.2a", reason)


@pytest.mark.rule("CS-10.2a")
def test_a_unit_just_outside_close_combat_may_reform(outcome):
    assert outcome("disorder-recovery", [5, 5], disorder=3, nearest_enemy=21).removed == 3
