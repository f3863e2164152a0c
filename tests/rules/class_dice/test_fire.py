"""Fire: ranges, the whole casualty table, every modifier, ammunition."""

import pytest

from grognard.kernel.checks import Thrown

COLUMNS = [(15, 25), (14, 14), (13, 13), (10, 12), (7, 9), (4, 6), (3, 3), (2, 2), (1, 1), (0, 0)]
STEPS = [
    "1 1 0 0 0 0 0 0 0 0",
    "3 3 2 2 1 1 0 0 0 0",
    "5 4 4 3 3 2 2 1 1 0",
    "6 5 5 4 4 3 3 2 2 1",
    "7 6 6 5 5 4 4 3 3 2",
    "8 7 7 6 6 5 5 4 4 3",
    "9 8 8 7 7 6 6 5 5 4",
    "10 9 9 8 8 7 7 6 6 5",
    "11 10 10 9 9 8 8 7 7 6",
    "12 11 11 10 10 9 9 8 8 7",
]
SHORT = 120
"""Paces at which neither muskets nor rifles have a modifier."""


@pytest.mark.rule("CD-fire-table")
@pytest.mark.parametrize("stands", range(10))
def test_every_cell_of_the_casualty_table(cd, stands):
    check = cd["small-arms"]
    facts = check.read({"stands": stands, "distance": SHORT})
    for edges, steps in zip(COLUMNS, STEPS[stands].split(), strict=True):
        for total in edges:
            assert check.result(Thrown(total, 5, facts)).steps == int(steps), total


@pytest.mark.rule("CD-fire-table")
def test_the_head_of_the_casualty_table(cd):
    """The columns for 2 and for 1 are alike in every row, so that no fire tells them apart."""
    assert cd.tables.value("CD-fire-table", "columns") == [low for low, _ in COLUMNS]


@pytest.mark.rule("CD-fire-table", "CD-fire-row")
@pytest.mark.parametrize(
    "tubes, row", [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (7, 3), (8, 4), (9, 4), (10, 5), (11, 5), (12, 6)]
)
def test_tubes_count_as_half_as_many_stands(cd, tubes, row):
    check = cd["artillery"]
    facts = check.read({"tubes": tubes, "distance": 480, "gun": "6pdr"})
    for edges, steps in zip(COLUMNS, STEPS[row].split(), strict=True):
        assert check.result(Thrown(edges[0], 5, facts)).steps == int(steps)


@pytest.mark.rule("CD-fire-table", "CD-fire-procedure")
@pytest.mark.parametrize(
    "check, facts, die, total, steps",
    [
        ("small-arms", {"stands": 8, "distance": 120, "first": True}, 6, 8, 9),
        ("artillery", {"tubes": 8, "gun": "12pdr", "shot": "canister", "distance": 300}, 5, 12, 5),
        ("small-arms", {"stands": 6, "distance": 60, "first": True}, 7, 11, 7),
        ("artillery", {"tubes": 12, "gun": "12pdr", "shot": "canister", "distance": 300, "rate": 4}, 7, 16, 9),
        ("small-arms", {"stands": 0, "distance": 60, "first": True}, 10, 14, 1),
    ],
)
def test_ledger_fires(roll, check, facts, die, total, steps):
    result = roll(check, [die], **facts)
    assert (result.total, result.outcome.steps) == (total, steps)


@pytest.mark.rule("CD-fire-zero")
def test_a_roll_of_nothing(roll):
    facts = {"stands": 6, "distance": SHORT, "cover": "medium"}
    assert roll("small-arms", [5], **facts).outcome.steps == 4
    assert roll("small-arms", [5], variant="note-on-zero", **facts).outcome.steps == 0
    assert roll("small-arms", [6], variant="note-on-zero", **facts).outcome.steps == 5
    assert roll("small-arms", [4], **{**facts, "stands": 9}).outcome.steps == 0


@pytest.mark.rule("CD-fire-row")
def test_large_bodies_are_split(roll):
    assert roll("small-arms", [5], stands=12, distance=SHORT).outcome.steps == 9 + 3
    assert roll("small-arms", [5], stands=19, distance=SHORT).outcome.steps == 9 + 9 + 1
    assert roll("artillery", [5], tubes=16, gun="6pdr", distance=480).outcome.steps == 6 + 2


@pytest.mark.rule("CD-fire-who", "CD-fire-row")
@pytest.mark.parametrize(
    "facts, firing",
    [
        ({"castings": 24}, (24, 8)), ({"castings": 24, "formation": "column"}, (6, 2)),
        ({"castings": 24, "formation": "closed_column"}, (6, 2)), ({"castings": 24, "formation": "square"}, (6, 2)),
        ({"castings": 18, "formation": "square"}, (4, 2)), ({"castings": 24, "formation": "general"}, (12, 4)),
        ({"castings": 7, "formation": "general"}, (6, 2)), ({"castings": 7}, (7, 2)), ({"castings": 8}, (8, 3)),
        ({"castings": 2}, (2, 0)), ({"castings": 3}, (3, 1)), ({"castings": 4, "formation": "column"}, (4, 1)),
        ({"castings": 7, "branch": "cavalry"}, (7, 4)), ({"castings": 8, "branch": "cavalry", "formation": "general"},
                                                         (4, 2)),
    ],
)  # fmt: skip
def test_which_stands_fire(outcome, facts, firing):
    assert outcome("firing-stands", **facts) == firing


@pytest.mark.rule("CD-fire-who")
def test_who_does_not_fire(refusal):
    assert refusal("firing-stands", castings=24, formation="road") == "CD-fire-who"
    assert refusal("small-arms", stands=6, distance=SHORT, formation="road") == "CD-formations"
    assert refusal("artillery", tubes=6, gun="6pdr", distance=480, formation="limbered") == "CD-formations"
    assert refusal("firing-tubes", tubes=6, limbered=True) == "CD-fire-who"


@pytest.mark.rule("CD-fire-row", "CD-battalion-guns")
@pytest.mark.parametrize(
    "tubes, rows", [(7, (6,)), (1, (1,)), (2, (2,)), (12, (12,)), (13, (12, 1)), (16, (12, 4)), (25, (12, 12, 1))]
)
def test_rows_of_tubes(outcome, tubes, rows):
    assert outcome("firing-tubes", tubes=tubes).rows == rows


BANDS = {
    "musket": [("close", 60, 2), ("short", 120, 0), ("medium", 240, -3), ("long", 300, -6), ("extreme", 360, -9)],
    "rifle": [("close", 60, 2), ("short", 120, 0), ("medium", 240, -3), ("long", 360, -6), ("extreme", 480, -9)],
}


@pytest.mark.rule("CD-range-musket", "CD-range-rifle")
@pytest.mark.parametrize("weapon", list(BANDS))
def test_ranges_of_small_arms(outcome, roll, refusal, weapon):
    nearest = 0
    for band, edge, worth in BANDS[weapon]:
        for distance in (nearest, edge):
            assert outcome("small-arms-range", weapon=weapon, distance=distance).band == band
            assert roll("small-arms", [5], stands=6, weapon=weapon, distance=distance).total == 5 + worth
        nearest = edge + 1
    assert outcome("small-arms-range", weapon=weapon, distance=nearest).band == "beyond"
    assert refusal("small-arms", stands=6, weapon=weapon, distance=nearest) == f"CD-range-{weapon}"


GUNS = {
    "12pdr": [(6, 7), (12, 0), (18, -2), (40, -9)],
    "8pdr": [(5, 6), (10, 0), (14, -2), (30, -9)],
    "6pdr": [(4, 5), (8, 0), (12, -3), (28, -9)],
    "4pdr": [(3, 3), (6, 0), (12, -3), (19, -9)],
    "austrian_3pdr": [(3, 3), (6, 0), (9, -3), (15, -9)],
}


@pytest.mark.rule("CD-range-artillery")
@pytest.mark.parametrize("gun", list(GUNS))
def test_ranges_of_guns(outcome, roll, refusal, gun):
    (canister, bonus), *ball = GUNS[gun]
    for distance in (0, canister * 60):
        assert roll("artillery", [5], gun=gun, tubes=6, shot="canister", distance=distance).total == 5 + bonus
        assert outcome("artillery-range", gun=gun, shot="canister", distance=distance).band == "canister"
    assert refusal("artillery", gun=gun, tubes=6, shot="canister", distance=canister * 60 + 1) == "CD-range-artillery"
    nearest = 0
    for band, (inches, worth) in zip(("short", "long", "extreme"), ball, strict=True):
        for distance in (nearest, inches * 60):
            assert outcome("artillery-range", gun=gun, distance=distance).band == band
            assert roll("artillery", [5], gun=gun, tubes=6, distance=distance).total == 5 + worth
        nearest = inches * 60 + 1
    assert refusal("artillery", gun=gun, tubes=6, distance=nearest) == "CD-range-artillery"


@pytest.mark.rule(
    "CD-fire-mods-small-arms",
    "CD-fire-mods-moving",
    "CD-fire-mods-morale",
    "CD-fire-mods-cover",
    "CD-fire-mods-target",
    "CD-initial-volley",
    "CD-out-of-ammo",
)
@pytest.mark.parametrize(
    "facts, worth",
    [
        ({"extra_ap": True}, 1), ({"ammunition": 0}, -3), ({"first": True}, 2), ({"extra_ap": True, "first": True}, 3),
        ({"moved": 300, "allowance": 480}, -1), ({"moved": 240, "allowance": 480}, 0),
        ({"moved": 241, "allowance": 480}, -1), ({"status": "shaken"}, -2), ({"status": "disordered"}, -4),
        ({"cover": "sparse"}, -1), ({"cover": "light"}, -3), ({"cover": "medium"}, -5), ({"cover": "heavy"}, -8),
        ({"cover": "entrenched"}, -8), ({"firer_smoke": True}, -2), ({"target_smoke": True}, -2),
        ({"cover": "light", "firer_smoke": True, "target_smoke": True}, -5), ({"target_flank": True}, 5),
        ({"target_formation": "square"}, 5), ({"target_formation": "closed_column"}, 3),
        ({"target_formation": "column"}, 0), ({"target_formation": "general"}, 0),
        ({"target_formation": "general", "cover": "light"}, -8),
        ({"target": "artillery", "target_formation": "unlimbered"}, -5),
    ],
)  # fmt: skip
def test_what_counts_for_small_arms(roll, facts, worth):
    assert roll("small-arms", [5], stands=6, distance=SHORT, **facts).total == 5 + worth


@pytest.mark.rule(
    "CD-fire-mods-artillery",
    "CD-fire-mods-moving",
    "CD-fire-mods-morale",
    "CD-fire-mods-cover",
    "CD-fire-mods-target",
    "CD-initial-volley",
)
@pytest.mark.parametrize(
    "facts, worth",
    [
        ({"rate": 4}, 2), ({"rate": 3}, 1), ({"rate": 2}, 0), ({"rate": 1}, -1), ({"first": True}, 1),
        ({"rate": 4, "first": True}, 3), ({"status": "shaken"}, -2), ({"status": "disordered"}, -4),
        ({"cover": "light"}, -3), ({"firer_smoke": True}, -2), ({"target_flank": True}, 5),
        ({"target_formation": "square"}, 5), ({"target_formation": "closed_column"}, 3),
        ({"target_formation": "general", "cover": "light"}, -8),
        ({"target": "artillery", "target_formation": "unlimbered"}, -7),
        ({"target": "artillery", "target_formation": "unlimbered", "shot": "canister"}, -4 + 5),
        ({"target": "artillery", "target_formation": "limbered"}, 0),
        ({"battalion_guns": True, "moved": 240, "allowance": 480}, -1), ({"moved": 480, "allowance": 480}, 0),
        ({"rate": 4, "ammunition": 3}, 1), ({"rate": 3, "ammunition": 1}, -1),
    ],
)  # fmt: skip
def test_what_counts_for_guns(roll, facts, worth):
    assert roll("artillery", [5], gun="6pdr", tubes=6, distance=240, **facts).total == 5 + worth


@pytest.mark.rule("CD-fire-mods-moving", "CD-fire-mods-morale", "CD-out-of-ammo", "CD-ap-cost")
def test_fire_that_is_not_allowed(refusal):
    gun = {"gun": "6pdr", "tubes": 2, "distance": 240}
    dragged = {**gun, "battalion_guns": True, "allowance": 480}
    assert refusal("artillery", moved=241, **dragged) == "CD-fire-mods-moving"
    assert refusal("artillery", moved=240, **dragged) == ""
    assert refusal("artillery", status="broken", **gun) == "CD-fire-mods-morale"
    assert refusal("artillery", ammunition=0, **gun) == "CD-out-of-ammo"
    foot = {"stands": 6, "distance": SHORT}
    assert refusal("small-arms", status="broken", **foot) == "CD-fire-mods-morale"
    assert refusal("small-arms", ammunition=1, extra_ap=True, **foot) == "CD-ap-cost"
    assert refusal("small-arms", ammunition=2, extra_ap=True, **foot) == ""
    assert refusal("small-arms", ammunition=0, extra_ap=True, **foot) == "CD-out-of-ammo"


@pytest.mark.rule("CD-cavalry-fire")
def test_carbines(refusal):
    facts = {"stands": 3, "branch": "cavalry", "distance": 240}
    assert refusal("small-arms", formation="general", **facts) == ""
    assert refusal("small-arms", formation="line", **facts) == "CD-cavalry-fire"
    assert refusal("small-arms", formation="general", charges=True, **facts) == "CD-cavalry-fire"
    assert refusal("small-arms", formation="general", **{**facts, "distance": 241}) == "CD-cavalry-fire"


@pytest.mark.rule("CD-ap-natural-9-10", "CD-ap-cost", "CD-fire-mods-small-arms", "CD-out-of-ammo")
@pytest.mark.parametrize(
    "facts, die, spent, more",
    [
        ({"ammunition": 5}, 5, 1, False), ({"ammunition": 5}, 9, 2, False), ({"ammunition": 5}, 10, 1, True),
        ({"ammunition": 1}, 9, 1, False), ({"ammunition": 1}, 10, 1, False), ({"ammunition": 0}, 9, 0, False),
        ({"ammunition": 0}, 10, 0, False), ({"ammunition": 5, "extra_ap": True}, 8, 2, False),
        ({"ammunition": 5, "extra_ap": True}, 9, 3, False),
    ],
)  # fmt: skip
def test_ammunition_of_a_volley(outcome, facts, die, spent, more):
    assert outcome("small-arms", [die], stands=6, distance=SHORT, **facts)[1:] == (spent, more)


@pytest.mark.rule("CD-ap-natural-9-10", "CD-ap-cost", "CD-fire-mods-artillery")
@pytest.mark.parametrize(
    "rate, ammunition, die, spent, more",
    [(4, 20, 5, 4, False), (1, 20, 5, 1, False), (4, 3, 5, 3, False), (2, 20, 9, 3, False), (2, 20, 10, 2, True)],
)
def test_ammunition_of_a_battery(outcome, rate, ammunition, die, spent, more):
    facts = {"gun": "6pdr", "tubes": 6, "distance": 480, "rate": rate, "ammunition": ammunition}
    assert outcome("artillery", [die], **facts)[1:] == (spent, more)


@pytest.mark.rule("CD-ap-natural-9-10")
@pytest.mark.parametrize(
    "die, left, extra, out",
    [(1, 4, 1, False), (7, 4, 1, False), (8, 4, 2, False), (9, 4, 2, False), (10, 4, 3, False), (10, 1, 1, True),
     (8, 2, 2, True)],
)  # fmt: skip
def test_ammunition_after_a_natural_ten(outcome, die, left, extra, out):
    assert outcome("ammunition-spent", [die], left=left) == (extra, out)


@pytest.mark.rule("CD-ap-cost", "CD-out-of-ammo")
def test_rates_of_fire(outcome, refusal):
    assert outcome("rate-of-fire", wanted=4, ammunition=3).rate == 3
    assert outcome("rate-of-fire", wanted=4, ammunition=9).rate == 4
    assert outcome("rate-of-fire", wanted=1, ammunition=1).rate == 1
    assert refusal("rate-of-fire", wanted=5, ammunition=9) == "CD-ap-cost"
    assert refusal("rate-of-fire", wanted=2, ammunition=0) == "CD-out-of-ammo"


@pytest.mark.rule("CD-out-of-ammo")
def test_out_of_ammunition_weighs_on_morale(roll):
    assert roll("morale", [5], troop_class="conscript", cw=11, out_of_ammo=True).total == 2


@pytest.mark.rule("CD-ap-supply")
@pytest.mark.parametrize(
    "arm, points", [("infantry", 8), ("cavalry", 3), ("foot_artillery", 20), ("horse_artillery", 16)]
)
def test_ammunition_at_the_start(outcome, arm, points):
    assert outcome("ammunition-supply", arm=arm).ammunition == points


BALL = {"gun": "6pdr", "tubes": 8, "distance": 480, "natural": 6, "behind": 180, "first_distance": 300}


@pytest.mark.rule("CD-ricochet", "CD-fire-mods-artillery")
def test_ricochet_uses_the_same_die(roll, outcome):
    first = roll("artillery", [6], gun="6pdr", tubes=8, distance=300)
    assert (first.total, first.outcome.steps) == (6, 4)
    second = roll("ricochet", **BALL)
    assert (second.total, second.outcome.steps) == (4, 4)
    assert outcome("ricochet", **{**BALL, "tubes": 2}).steps == 1


@pytest.mark.rule("CD-ricochet")
@pytest.mark.parametrize(
    "change, rule",
    [
        ({"shot": "canister", "distance": 240}, "CD-ricochet"), ({"behind": 240}, ""), ({"behind": 241}, "CD-ricochet"),
        ({"howitzers": True}, "CD-ricochet"), ({"open_ground": False}, "CD-ricochet"), ({"first_distance": 720}, ""),
        ({"first_distance": 721}, "CD-ricochet"),
    ],
)  # fmt: skip
def test_when_there_is_no_ricochet(refusal, change, rule):
    assert refusal("ricochet", **{**BALL, **change}) == rule


@pytest.mark.rule("CD-defensive-fire", "CD-defensive-fire-limits")
@pytest.mark.parametrize(
    "facts, allowed",
    [
        ({"distance": 240}, True), ({"distance": 241}, False),
        ({"branch": "artillery", "gun": "12pdr", "distance": 780}, False),
        ({"branch": "artillery", "gun": "12pdr", "distance": 720}, True),
        ({"branch": "artillery", "gun": "4pdr", "distance": 361}, False),
        ({"distance": 60, "fires": 1}, False), ({"distance": 60, "fires": 1, "charged": True}, True),
        ({"distance": 300, "fires": 1, "charged": True}, False),
    ],
)  # fmt: skip
def test_defensive_fire(outcome, facts, allowed):
    assert outcome("defensive-fire", **facts).allowed is allowed


@pytest.mark.rule("CD-battalion-guns")
def test_battalion_guns(outcome, refusal):
    assert outcome("battalion-guns", gun="4pdr").tubes == 2
    assert outcome("battalion-guns", gun="austrian_3pdr").tubes == 2
    assert refusal("battalion-guns", gun="6pdr") == "CD-battalion-guns"


@pytest.mark.rule("CD-artillery-losses")
@pytest.mark.parametrize(
    "effect, removed",
    [("shaken", False), ("disordered", False), ("recoil", True), ("broken", True), ("rout", True), ("none", False)],
)
def test_gunners_leave_their_guns(outcome, effect, removed):
    assert outcome("battery-loss", effect=effect).removed is removed
    assert not outcome("battery-loss", effect=effect, unlimbered=False).removed


@pytest.mark.rule("CD-artillery-losses")
def test_each_step_silences_a_tube(outcome):
    assert outcome("casualties", branch="artillery", strength=8, steps=3).castings == 5
    assert outcome("casualties", branch="artillery", strength=3, steps=3).removed


@pytest.mark.rule("CD-combined-action")
def test_units_that_act_together(outcome, refusal):
    assert outcome("combined-action", first=4, second=5).together == 9
    for differs in ("brigade", "weapon", "band", "status", "target"):
        assert refusal("combined-action", **{differs: False}) == "CD-combined-action"
    assert outcome("combined-action", action="charge", band=False, weapon=False, first=24, second=18).together == 42
    assert refusal("combined-action", action="charge", status=False) == "CD-combined-action"


@pytest.mark.rule("CD-combined-action")
@pytest.mark.parametrize("steps, shares", [(0, (0, 0)), (1, (1, 0)), (2, (1, 1)), (5, (3, 2))])
def test_units_that_charge_as_one_share_their_losses(outcome, steps, shares):
    facts = {"first": 24, "second": 18, "first_cw": 12, "second_cw": 9}
    assert outcome("combined-charge", steps=steps, **facts) == (42, 10, *shares)
    assert outcome("combined-charge", steps=steps, first=18, second=24)[2:] == shares[::-1]
