"""Chapter 3: skirmishers."""

import pytest


@pytest.mark.rule("CS-3.3.2.3j")
def test_only_units_with_skirmishers_send_them_out(roll):
    assert roll("send-out-skirmishers", stands=9).outcome == (1, 8)
    assert roll("send-out-skirmishers", stands=9, has_skirmishers=False).refusal.rule == "CS-3.3.2.3j"


@pytest.mark.rule("CS-3.3.2.3j")
@pytest.mark.parametrize("stands, light, expected", [(9, 2, (2, 7)), (9, 0, (0, 9)), (2, 5, (2, 0))])
def test_the_light_company_goes_out(outcome, stands, light, expected):
    assert outcome("send-out-skirmishers", stands=stands, light_stands=light) == expected


@pytest.mark.rule("CS-3.3.2.3r")
@pytest.mark.parametrize("stands, out", [(9, 3), (8, 2), (3, 1), (2, 0)])
def test_the_third_rank_goes_out_without_loss_of_fire(outcome, stands, out):
    assert outcome("send-out-skirmishers", stands=stands, third_rank=True) == (out, stands)


@pytest.mark.rule("CS-M2-3.3.2.3")
@pytest.mark.parametrize(
    "nation, year, allowed",
    [("french", 1762, True), ("french", 1761, True), ("french", 1760, False), ("british", 1776, False)],
)
def test_in_the_18th_century_only_the_late_french_skirmish(roll, nation, year, allowed):
    facts = {"stands": 9, "nation": nation, "year": year}
    refusal = roll("send-out-skirmishers", [], "module-2", **facts).refusal
    assert refusal == (None if allowed else ("CS-M2-3.3.2.3", "only French units after 1760 send out skirmishers"))
    assert roll("send-out-skirmishers", **facts).refusal is None


@pytest.mark.rule("CS-M2-3.3.2.3")
def test_troops_always_in_open_order_are_not_affected(roll):
    facts = {"stands": 9, "nation": "british", "year": 1757, "always_open": True}
    assert roll("send-out-skirmishers", [], "module-2", **facts).refusal is None


@pytest.mark.rule("CS-3.3.2.3k")
@pytest.mark.parametrize("ahead, legal", [(59, False), (60, True), (260, True), (261, False)])
def test_skirmishers_stand_60_to_260_paces_ahead(roll, ahead, legal):
    result = roll("skirmishers", ahead=ahead)
    assert result.outcome.place == "in_front" if legal else result.refusal.rule == "CS-3.3.2.3k"


@pytest.mark.rule("CS-3.3.2.3k")
@pytest.mark.parametrize("order, legal", [("open", True), ("extended", True), ("close", False)])
def test_skirmishers_stand_in_open_or_extended_order(roll, order, legal):
    result = roll("skirmishers", order=order)
    assert result.outcome.rule == "CS-3.3.2.3k" if legal else result.refusal.rule == "CS-3.3.2.3k"


@pytest.mark.rule("CS-3.3.2.3k")
def test_skirmishers_move_with_their_parent_without_an_order(outcome):
    assert outcome("skirmishers").when == "moves with the parent, without order"


@pytest.mark.rule("CS-3.3.2.3n")
def test_a_casualty_sends_them_back_at_the_end_of_the_fire_phase(outcome):
    screen = outcome("skirmishers", casualties=True)
    assert screen[:3] == ("with_the_parent", "CS-3.3.2.3n", "end of this fire phase")


@pytest.mark.rule("CS-3.3.2.3o")
def test_cavalry_sends_them_back_without_order_or_movement(outcome):
    screen = outcome("skirmishers", cavalry_threat=True)
    assert screen[:3] == ("with_the_parent", "CS-3.3.2.3o", "this movement phase, without order or movement")


@pytest.mark.rule("CS-3.3.2.3p")
@pytest.mark.parametrize(
    "enemy, early, place, formed",
    [
        (20, False, "at_the_sides", True),
        (21, False, "in_front", False),
        (20, True, "at_the_sides", True),
        (120, True, "at_the_sides", True),
        (121, True, "in_front", False),
    ],
)
def test_at_close_range_they_step_to_the_sides(outcome, enemy, early, place, formed):
    screen = outcome("skirmishers", parent_enemy=enemy, aside_at_p2=early)
    assert (screen.place, screen.counts_as_formed) == (place, formed)


@pytest.mark.rule("CS-3.3.2.3m")
def test_skirmish_fire_leaves_the_parent_its_first_volley(outcome):
    assert outcome("skirmishers").first_volley_left
    assert not outcome("skirmishers", parent_has_fired=True).first_volley_left


@pytest.mark.rule("CS-3.3.2.3l")
@pytest.mark.parametrize(
    "weapon, target, crosses, allowed",
    [
        ("small_arms", "parent", True, False),
        ("small_arms", "parent", False, True),
        ("small_arms", "skirmishers", True, True),
        ("artillery", "parent", True, True),
        ("artillery", "skirmishers", True, True),
    ],
)
def test_whom_a_skirmish_line_screens(roll, weapon, target, crosses, allowed):
    result = roll("skirmish-screen", weapon=weapon, target=target, crosses_screen=crosses)
    assert result.outcome == (target,) if allowed else result.refusal.rule == "CS-3.3.2.3l"
