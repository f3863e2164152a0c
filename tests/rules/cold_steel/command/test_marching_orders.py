"""Chapter 3: which movement and formation orders may be given, and what a wheel costs."""

import pytest

GAITS = ["march", "quick", "double"]
ALLOWED = {
    ("forward", "march"), ("forward", "quick"), ("forward", "double"),
    ("oblique", "march"), ("oblique", "quick"),
    ("backward", "march"),
    ("wheel", "march"), ("wheel", "quick"), ("wheel", "double"),
    ("conversion", "march"),
}  # fmt: skip


@pytest.mark.rule("CS-3.3.2.1c")
@pytest.mark.parametrize(
    "order, pivot, allowed",
    [
        ("wheel", "flank", True),
        ("wheel", "centre", False),
        ("conversion", "centre", True),
        ("conversion", "flank", False),
    ],
)
@pytest.mark.parametrize("arm", ["infantry", "cavalry"])
def test_a_wheel_turns_on_a_flank_only_and_a_conversion_on_the_centre(roll, order, pivot, allowed, arm):
    refusal = roll("movement-order", order=order, pivot=pivot, arm=arm).refusal
    rule = None if allowed else "CS-3.3.2.1c"
    if order == "conversion" and arm == "cavalry":
        rule = "CS-3.3.2.1a"
    assert (refusal and refusal.rule) == rule


@pytest.mark.rule("CS-3.3.2.1a")
@pytest.mark.parametrize("gait", GAITS)
@pytest.mark.parametrize("order", ["forward", "oblique", "backward", "wheel", "conversion"])
def test_gaits_of_infantry(roll, order, gait):
    result = roll("movement-order", order=order, gait=gait)
    if (order, gait) in ALLOWED:
        assert result.outcome.order == order
    else:
        assert result.refusal == ("CS-3.3.2.1a", f"no {order} at the {gait}")


@pytest.mark.rule("CS-3.3.2.1a")
@pytest.mark.parametrize(
    "order, infantry, cavalry, artillery",
    [
        ("forward", True, True, True),
        ("oblique", True, True, True),
        ("backward", True, False, False),
        ("wheel", True, True, True),
        ("conversion", True, False, False),
        ("prolong", False, False, False),
    ],
)
def test_orders_by_arm(roll, order, infantry, cavalry, artillery):
    may = [roll("movement-order", order=order, arm=arm).refusal is None for arm in ("infantry", "cavalry", "artillery")]
    assert may == [infantry, cavalry, artillery]


@pytest.mark.rule("CS-3.3.2.1a")
def test_cavalry_obliques_at_the_trot(outcome):
    assert outcome("movement-order", order="oblique", gait="quick", arm="cavalry").order == "oblique"


@pytest.mark.rule("CS-3.3.2.1a", "CS-6.1a")
@pytest.mark.parametrize(
    "order, gait, rule",
    [
        ("prolong", "march", None),
        ("prolong", "quick", "CS-3.3.2.1a"),
        ("wheel", "march", None),
        ("forward", "march", "CS-6.1a"),
        ("oblique", "march", "CS-6.1a"),
    ],
)
def test_unlimbered_guns_are_prolonged(roll, order, gait, rule):
    refusal = roll("movement-order", order=order, gait=gait, arm="artillery", unlimbered=True).refusal
    assert (refusal and refusal.rule) == rule


@pytest.mark.rule("CS-3.3.2.1b")
def test_oblique_march_leads_at_most_22_degrees_off(roll, outcome):
    assert outcome("movement-order", order="oblique", degrees=22).order == "oblique"
    refusal = roll("movement-order", order="oblique", degrees=23).refusal
    assert refusal == ("CS-3.3.2.1b", "an oblique march leads at most 22 degrees off straight ahead")


@pytest.mark.rule("CS-A.1g")
def test_no_conversion_in_column(roll, outcome):
    assert roll("movement-order", order="conversion", in_column=True).refusal.rule == "CS-A.1g"
    assert outcome("movement-order", order="conversion").order == "conversion"
    assert outcome("movement-order", order="wheel", in_column=True).order == "wheel"


@pytest.mark.rule("CS-M2-3.3.2.1")
@pytest.mark.parametrize(
    "nation, year, allowed",
    [("prussian", 1757, True), ("prussian", 1741, True), ("prussian", 1740, False), ("austrian", 1757, False)],
)
@pytest.mark.parametrize("gait", ["march", "quick"])
def test_only_prussians_after_1740_march_obliquely(roll, nation, year, allowed, gait):
    facts = {"order": "oblique", "nation": nation, "year": year, "gait": gait}
    refusal = roll("movement-order", [], "module-2", **facts).refusal
    assert refusal is None if allowed else refusal.rule == "CS-M2-3.3.2.1"
    assert roll("movement-order", **facts).refusal is None


@pytest.mark.rule("CS-A.1d")
@pytest.mark.parametrize("check, order", [("movement-order", "forward"), ("formation-order", "line")])
def test_no_new_order_while_a_change_is_unfinished(roll, check, order):
    assert roll(check, order=order, quarters_unfinished=2).refusal.rule == "CS-A.1d"
    assert roll(check, order=order, quarters_unfinished=0).refusal is None


@pytest.mark.rule("CS-3.3.2.2")
@pytest.mark.parametrize(
    "order, infantry, cavalry, artillery",
    [
        ("column", True, True, False),
        ("line", True, True, False),
        ("open_order", True, True, False),
        ("extended_order", True, True, False),
        ("square", True, False, False),
        ("limber", False, False, True),
        ("unlimber", False, False, True),
        ("klumpen", True, False, False),
    ],
)
def test_formation_orders_by_arm(roll, order, infantry, cavalry, artillery):
    def may(arm):
        refusal = roll("formation-order", order=order, arm=arm, standing_in="open").refusal
        return refusal is None or refusal.rule != "CS-3.3.2.2"

    assert [may(arm) for arm in ("infantry", "cavalry", "artillery")] == [infantry, cavalry, artillery]


@pytest.mark.rule("CS-3.3.2.2")
def test_klumpen_are_for_open_and_extended_order(roll):
    may = {
        order: not roll("formation-order", order="klumpen", standing_in=order).refusal
        for order in ("close", "open", "extended")
    }
    assert may == {"close": False, "open": True, "extended": True}


@pytest.mark.rule("CS-6.7")
def test_irregulars_take_no_formation_orders(roll):
    assert roll("formation-order", order="line", irregular=True).refusal.rule == "CS-6.7"


@pytest.mark.rule("CS-3.3.2.1a")
@pytest.mark.parametrize(
    "front, degrees, order, paces",
    [
        (100, 30, "wheel", 53),
        (100, 30, "conversion", 27),
        (100, 90, "wheel", 158),
        (100, 180, "conversion", 158),
        (60, 45, "wheel", 48),
    ],
)
def test_a_wheel_costs_what_the_fastest_stand_travels(outcome, front, degrees, order, paces):
    assert outcome("wheel", front=front, degrees=degrees, order=order).paces == paces
