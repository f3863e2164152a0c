"""Chapters 7 and 8: the questions around a fire that need no dice."""

import pytest


@pytest.mark.rule("CS-7.1g", "CS-8.1b")
@pytest.mark.parametrize(
    "fire, moved, step, after_losses",
    [
        ("artillery", False, 1, False),
        ("artillery", True, 1, False),
        ("small_arms", False, 1, False),
        ("small_arms", True, 2, True),
    ],
)
def test_those_who_stood_fire_before_those_who_moved(outcome, fire, moved, step, after_losses):
    assert outcome("fire-order", fire=fire, moved=moved) == (step, after_losses)


@pytest.mark.rule("CS-8.1b", "CS-8.1h")
def test_movers_fire_with_what_the_first_step_left_them(outcome):
    hits = outcome(
        "small-arms", [90], figures=24, range=100, discipline="militia", status="resolute", opening_volley=True
    ).hits
    assert outcome("fire-order", fire="small_arms", moved=True).after_losses
    assert outcome("firing-figures", figures=24, casualties=hits).firing == 22


@pytest.mark.rule("CS-7.1e", "CS-7.1f")
@pytest.mark.parametrize(
    "facts, paces, used, may_fire",
    [
        ({}, 0, 0, True),
        ({"paces": 20}, 20, 50, True),
        ({"paces": 21}, 21, 53, False),
        ({"paces": 25}, 25, 63, False),
        ({"paces": 40}, 40, 100, False),
        ({"paces": 60}, 40, 100, False),
        ({"quarters_spent": 2}, 0, 50, True),
        ({"quarters_spent": 2, "paces": 1}, 1, 53, False),
        ({"quarters_spent": 2, "paces": 40}, 20, 100, False),
        ({"quarters_spent": 1, "paces": 10}, 10, 50, True),
        ({"quarters_spent": 4}, 0, 100, False),
    ],
)
def test_guns_moved_by_hand(outcome, facts, paces, used, may_fire):
    assert outcome("prolong", **facts) == (paces, used, may_fire)


@pytest.mark.rule("CS-7.1f")
def test_a_battery_that_unlimbered_fires_at_half(cs, outcome):
    used = outcome("prolong", quarters_spent=2).movement_used
    check = cs["artillery"]
    assert check.pool(check.situation(guns=1, range=400, pounds=6, movement_used=used)).each == 10
    heavy = check.situation(
        guns=1, range=400, pounds=12, movement_used=outcome("prolong", quarters_spent=4).movement_used
    )
    assert check.refusal(heavy).rule == "CS-7.1f"


@pytest.mark.rule("CS-7.2.2k")
@pytest.mark.parametrize(
    "facts, under_fire",
    [({}, False), ({"batteries": 1}, True), ({"batteries": 3}, True), ({"small_arms_last_turn": True}, True)],
)
def test_when_a_battery_is_under_fire(outcome, facts, under_fire):
    assert outcome("under-fire", **facts).under_fire is under_fire


@pytest.mark.rule("CS-7.2.2l", "CS-8.2.2j")
@pytest.mark.parametrize(
    "facts, artillery, small_arms",
    [
        ({"distance": 0}, True, True),
        ({"distance": 20}, True, True),
        ({"distance": 21}, False, False),
        ({"distance": 0, "between": False}, False, False),
        ({"distance": 0, "made": "artillery_phase"}, False, True),
        ({"distance": 0, "made": "small_arms_phase"}, False, False),
    ],
)
def test_which_smoke_obscures_a_target(outcome, facts, artillery, small_arms):
    assert outcome("smoke-in-the-way", fire="artillery", **facts).smoke is artillery
    assert outcome("smoke-in-the-way", fire="small_arms", **facts).smoke is small_arms


@pytest.mark.rule("CS-8.2.2b")
@pytest.mark.parametrize(
    "facts, opening",
    [
        ({}, True),
        ({"fired": "formed"}, False),
        ({"fired": "firefight"}, False),
        ({"fired": "skirmishers"}, True),
        ({"fired": "skirmishers,formed"}, False),
        ({"weapon": "rifle"}, True),
        ({"weapon": "bow"}, False),
        ({"weapon": "javelin"}, False),
        ({"weapon": "pistol"}, True),
    ],
)
def test_who_still_has_an_opening_volley(outcome, facts, opening):
    assert outcome("opening-volley", **facts).opening_volley is opening


SIX_STANDS = {"stands": 6, "figures_on_stand": 4}


@pytest.mark.rule("CS-8.1d", "CS-8.1e", "CS-8.1j")
@pytest.mark.parametrize(
    "facts, shares",
    [
        ({"at_first": 6}, (24, 0, 0)),
        ({"at_first": 4}, (16, 0, 0)),
        ({"at_first": 4, "at_second": 2}, (16, 8, 0)),
        ({"at_first": 6, "friend_nearer": 2}, (16, 0, 8)),
        ({"at_first": 6, "friend_nearer": 2, "friend": "own_skirmishers"}, (16, 0, 0)),
        ({"at_first": 4, "at_second": 2, "friend_nearer": 4}, (0, 8, 16)),
    ],
)
def test_fire_is_divided_stand_by_stand(outcome, facts, shares):
    assert outcome("divided-fire", **SIX_STANDS, **facts) == shares


@pytest.mark.rule("CS-8.1e")
def test_each_target_has_its_own_total_and_roll(roll, outcome):
    shares = outcome("divided-fire", **SIX_STANDS, at_first=4, at_second=2)
    first = roll("small-arms", [60], figures=shares.first, range=60)
    second = roll("small-arms", [81], figures=shares.second, range=60)
    assert [made.details["pool_percent"] for made in (first, second)] == [160, 80]
    assert [made.outcome.hits for made in (first, second)] == [2, 0]


@pytest.mark.rule("CS-8.1j")
def test_fire_on_a_friend_takes_the_friends_modifiers(cs, outcome):
    shares = outcome("divided-fire", **SIX_STANDS, at_first=6, friend_nearer=2)
    check = cs["small-arms"]
    on_target = check.pool(check.situation(figures=shares.first, range=60))
    on_friend = check.pool(check.situation(figures=shares.friend, range=40, target_formation="double_line"))
    assert (on_target.percent, on_friend.percent) == (160, 8 * 14)


@pytest.mark.rule("CS-8.1e", "CS-8.1j")
@pytest.mark.parametrize(
    "facts, rule",
    [
        ({"at_first": 7}, "CS-8.1e"),
        ({"at_first": 5, "at_second": 2}, "CS-8.1e"),
        ({"at_first": 2, "friend_nearer": 3}, "CS-8.1j"),
    ],
)
def test_no_more_stands_fire_than_there_are(roll, facts, rule):
    assert roll("divided-fire", **SIX_STANDS, **facts).refusal.rule == rule
