"""Command friction: engagement, threat, point-blank range, reforming; standing orders of brigades."""

import pytest

ZONES = {"variant": "friction-zones"}
ORDERS = {"variant": "friction-brigade-orders"}


@pytest.mark.rule("BP-FRIC-1", "BP-FRIC-3")
@pytest.mark.parametrize(
    "facts, state",
    [
        ({"distance": 18}, "engaged"), ({"distance": 19}, "unengaged"), ({"distance": 12, "seen": False}, "engaged"),
        ({"distance": 13, "seen": False}, "unengaged"), ({"distance": 5, "enemy_formation": "skirmish"}, "unengaged"),
        ({"distance": 6}, "threatened"), ({"distance": 7}, "engaged"), ({"distance": 6, "in_front": False}, "engaged"),
        ({"distance": 6, "seen": False}, "engaged"), ({"distance": 5, "enemy_formation": "grande_bande"}, "threatened"),
    ],
)  # fmt: skip
def test_states(outcome, facts, state):
    assert outcome("engagement", **facts, **ZONES).state == state


@pytest.mark.rule("BP-FRIC-1")
def test_a_draft_that_is_off(refusal):
    assert refusal("engagement", distance=3) == "BP-FRIC-1"
    assert refusal("engagement", distance=3, **ORDERS) == ""


@pytest.mark.rule("BP-FRIC-6")
@pytest.mark.parametrize(
    "enemy, enemy_formation, arm, formation, reach",
    [
        ("infantry", "line", "infantry", "line", 6), ("infantry", "line", "cavalry", "line", 6),
        ("artillery", "unlimbered", "infantry", "line", 12), ("artillery", "unlimbered", "infantry", "skirmish", 6),
        ("artillery", "unlimbered", "infantry", "grande_bande", 6),
        ("artillery", "unlimbered", "infantry", "mixed_line", 12),
        ("artillery", "unlimbered", "cavalry", "line", 12), ("cavalry", "line", "infantry", "line", 12),
        ("cavalry", "line", "infantry", "skirmish", 12), ("cavalry", "line", "cavalry", "line", 6),
        ("cavalry", "line", "artillery", "unlimbered", 6), ("infantry", "grande_bande", "infantry", "line", 6),
    ],
)  # fmt: skip
def test_threat(outcome, enemy, enemy_formation, arm, formation, reach):
    facts = {"enemy": enemy, "enemy_formation": enemy_formation, "arm": arm, "formation": formation, **ZONES}
    assert outcome("engagement", distance=reach, **facts).state == "threatened"
    assert outcome("engagement", distance=reach + 1, **facts).state == "engaged"
    assert outcome("engagement", distance=reach, in_front=False, **facts).state == "engaged"


@pytest.mark.rule("BP-FRIC-6")
def test_limbered_guns_threaten_nobody(outcome):
    facts = {"enemy": "artillery", "enemy_formation": "limbered", "distance": 3, **ZONES}
    assert outcome("engagement", **facts).state == "engaged"


@pytest.mark.rule("BP-FRIC-4")
def test_it_must_face_an_enemy_before_it_closes(refusal):
    assert refusal("approach", start=18, move=6, faces=False, **ZONES) == "BP-FRIC-4"
    assert refusal("approach", start=18, move=6, faces=True, **ZONES) == ""
    assert refusal("approach", start=18, move=6, faces=False) == ""
    assert refusal("approach", start=18, move=0, faces=False, **ZONES) == ""


@pytest.mark.rule("BP-FRIC-5")
@pytest.mark.parametrize("state", ["unengaged", "engaged", "threatened"])
def test_the_table_that_was_never_written(outcome, bp, state):
    assert outcome("idle", state=state, **ZONES).moves == 0
    assert bp.tables.value("BP-FRIC-5", "table") == []


@pytest.mark.rule("BP-FRIC-7")
@pytest.mark.parametrize(
    "facts, stops",
    [
        ({"start": 20, "move": 12, "threat": 12}, 12), ({"start": 20, "move": 12, "threat": 6}, 8),
        ({"start": 10, "move": 12, "threat": 6}, 6), ({"start": 10, "move": 12, "charging": True}, 0),
        ({"start": 10, "move": 12, "threat": 6, "to_close_range": True}, 4), ({"start": 5, "move": 3, "threat": 6}, 5),
        ({"start": 10, "move": 12, "threat": 3}, 4),
    ],
)  # fmt: skip
def test_where_an_approach_stops(outcome, facts, stops):
    assert outcome("approach", **facts, **ZONES).stops_at == stops


@pytest.mark.rule("BP-FRIC-7")
def test_without_the_draft_nothing_stops_it(outcome, refusal):
    assert outcome("approach", start=10, move=8, threat=6).stops_at == 2
    assert refusal("point-blank", distance=1) == ""


@pytest.mark.rule("BP-FRIC-7")
@pytest.mark.parametrize("distance, charging, rule", [(4, False, ""), (3, False, "BP-FRIC-7"), (0, True, "")])
def test_point_blank(refusal, distance, charging, rule):
    assert refusal("point-blank", distance=distance, charging=charging, **ZONES) == rule


@pytest.mark.rule("BP-FRIC-8")
@pytest.mark.parametrize(
    "facts, disordered",
    [
        ({"state": "unengaged"}, False), ({"state": "engaged"}, True), ({"state": "threatened"}, True),
        ({"state": "engaged", "reform_moves": 1}, False), ({"state": "unengaged", "in_combat": True}, True),
    ],
)  # fmt: skip
def test_reforming_takes_an_action(outcome, facts, disordered):
    assert outcome("reform", **facts, **ZONES).disordered is disordered


@pytest.mark.rule("BP-FRIC-8")
def test_the_disordered_may_be_told_to_reform(refusal, outcome):
    assert refusal("may-order", disordered=True, reform=True, **ZONES) == ""
    assert refusal("may-order", disordered=True, **ZONES) == "BP-STATE-3"
    assert not outcome("reform", state="engaged").disordered


@pytest.mark.rule("BP-FRIC-2", "BP-ORD-2", "BP-ORD-3", "BP-ORD-4", "BP-ORD-6")
@pytest.mark.parametrize(
    "standing, giving, engagement, bonus",
    [
        ("assault", "brigade_order", "unengaged", 3), ("assault", "brigade_order", "engaged", 0),
        ("assault", "order", "unengaged", 0), ("maneuver", "brigade_order", "unengaged", 3),
        ("maneuver", "brigade_order", "engaged", 0), ("maneuver", "brigade_order", "threatened", 0),
        ("withdrawal", "brigade_order", "engaged", 3), ("withdrawal", "brigade_order", "unengaged", 3),
        ("withdrawal", "order", "engaged", 0), ("hold", "order", "unengaged", 0),
        ("rest", "brigade_rally", "unengaged", 3), ("none", "brigade_order", "unengaged", 0),
    ],
)  # fmt: skip
def test_what_standing_orders_add(outcome, standing, giving, engagement, bonus):
    facts = {"staff": 8, "standing": standing, "giving": giving, "engagement": engagement}
    assert outcome("command", [5, 5], **facts, **ORDERS).staff == 8 + bonus
    assert outcome("command", [5, 5], **{**facts, "giving": "order"}).staff == 8


@pytest.mark.rule("BP-ORD-2", "BP-ORD-4")
def test_an_order_with_three_more(outcome):
    for standing, state in (("assault", "unengaged"), ("withdrawal", "engaged")):
        facts = {"staff": 8, "standing": standing, "giving": "brigade_order", "engagement": state}
        assert outcome("command", [5, 5], **facts, **ORDERS)[:3] == (11, True, 1)


@pytest.mark.rule("BP-ORD-1")
@pytest.mark.parametrize(
    "order, under",
    [
        ("assault", "assault"), ("maneuver", "maneuver"), ("withdrawal", "maneuver"), ("hold", "hold"),
        ("reserve", "reserve"), ("rest", "reserve"),
    ],
)  # fmt: skip
def test_the_orders_there_are(outcome, bp, refusal, order, under):
    assert outcome("standing-order", order=order, **ORDERS) == (order, under)
    assert refusal("standing-order", order=order) == "BP-ORD-1"
    with pytest.raises(Exception, match="allowed: one of assault"):
        bp["standing-order"].read({"order": "retreat"})


@pytest.mark.rule("BP-ORD-1", "BP-FRIC-1")
def test_engagement_comes_with_standing_orders(refusal):
    assert refusal("engagement", distance=3, **ORDERS) == ""


@pytest.mark.rule("BP-ORD-2")
@pytest.mark.parametrize(
    "facts, rule",
    [
        ({"zone": "rear"}, "BP-ORD-2"), ({"zone": "rear", "willing": False}, ""), ({"zone": "left_flank"}, ""),
        ({"doing": "charge"}, ""), ({"doing": "counter_charge", "arm": "cavalry"}, ""), ({"doing": "close_range"}, ""),
        ({"doing": "close_range", "arm": "artillery"}, ""), ({"doing": "close_range", "arm": "cavalry"}, "BP-ORD-2"),
    ],
)  # fmt: skip
def test_assault(refusal, facts, rule):
    assert refusal("under-order", standing="assault", **facts, **ORDERS) == rule


@pytest.mark.rule("BP-ORD-2")
def test_an_assault_begins_with_a_free_change(outcome):
    found = {
        name: outcome("assault-begins", formation_wanted=name, **ORDERS)
        for name in ("attack_column", "march_column", "line", "square")
    }
    assert [each.free_change for each in found.values()] == [True, True, False, False]
    assert all(each.turns for each in found.values())


@pytest.mark.rule("BP-ORD-3")
@pytest.mark.parametrize(
    "facts, rule",
    [
        ({}, ""), ({"doing": "charge"}, "BP-ORD-3"), ({"doing": "charge", "arm": "cavalry"}, "BP-ORD-3"),
        ({"doing": "counter_charge", "arm": "cavalry"}, ""), ({"doing": "counter_charge"}, "BP-ORD-3"),
        ({"doing": "close_range"}, "BP-ORD-3"), ({"zone": "rear"}, ""),
    ],
)  # fmt: skip
def test_maneuver(refusal, facts, rule):
    assert refusal("under-order", standing="maneuver", **facts, **ORDERS) == rule
    assert refusal("under-order", standing="maneuver", **facts) == ""


@pytest.mark.rule("BP-ORD-3")
def test_a_maneuver_lapses_to_hold(outcome, refusal):
    assert outcome("lapse", order="maneuver", halted=True, **ORDERS).order == "hold"
    assert refusal("lapse", order="maneuver", halted=True, changed=True, **ORDERS) == "BP-ORD-3"
    assert outcome("lapse", order="maneuver", **ORDERS).order == "maneuver"
    assert outcome("lapse", order="assault", halted=True, **ORDERS).order == "assault"


@pytest.mark.rule("BP-ORD-4")
@pytest.mark.parametrize(
    "facts, rule", [({"farther": True}, ""), ({}, "BP-ORD-4"), ({"doing": "charge"}, "BP-ORD-3"),
    ({"doing": "close_range"}, "BP-ORD-4")]
)  # fmt: skip
def test_withdrawal(refusal, facts, rule):
    assert refusal("under-order", standing="withdrawal", **facts, **ORDERS) == rule


@pytest.mark.rule("BP-ORD-5")
@pytest.mark.parametrize(
    "facts, rule",
    [
        ({}, ""), ({"doing": "charge"}, "BP-ORD-5"), ({"doing": "counter_charge", "arm": "cavalry"}, ""),
        ({"doing": "close_range", "from_staff": 12}, ""), ({"doing": "close_range", "from_staff": 13}, "BP-ORD-5"),
        ({"doing": "close_range", "arm": "cavalry"}, "BP-ORD-5"),
        ({"doing": "close_range", "arm": "artillery"}, "BP-ORD-5"),
    ],
)  # fmt: skip
def test_hold(refusal, facts, rule):
    assert refusal("under-order", standing="hold", **facts, **ORDERS) == rule


@pytest.mark.rule("BP-ORD-5")
def test_a_brigade_that_holds(outcome, refusal):
    facts = {"staff": 8, "standing": "hold"}
    assert outcome("command", [5, 5], **facts, **ORDERS)[1:4] == (False, 1, True)
    assert outcome("command", [6, 6], **facts, **ORDERS)[1:4] == (False, 0, False)
    assert outcome("command", [5, 5], **facts)[1:4] == (False, 0, False)
    assert refusal("order-group", units=3, standing="hold", **ORDERS) == "BP-ORD-5"
    assert refusal("order-group", units=3, standing="assault", **ORDERS) == ""
    assert refusal("commander-move", distance=1, standing="hold", **ORDERS) == "BP-ORD-5"
    assert refusal("commander-move", distance=1, standing="assault", **ORDERS) == ""
    assert refusal("commander-move", distance=1, standing="hold") == ""


@pytest.mark.rule("BP-ORD-6")
def test_reserve_and_rest(refusal, outcome):
    for standing in ("reserve", "rest"):
        assert refusal("under-order", standing=standing, **ORDERS) == "BP-ORD-6"
        assert refusal("under-order", standing=standing, doing="charge", **ORDERS) == "BP-ORD-6"
        assert refusal("under-order", standing=standing, willing=False, **ORDERS) == ""
    assert refusal("command", giving="brigade_rally") == "BP-ORD-6"
    assert outcome("command", [5, 5], staff=8, standing="rest", giving="brigade_rally", **ORDERS)[:3] == (11, True, 0)
    assert [
        outcome("rally", casualties=casualties, brigade_rally=True, **ORDERS).casualties for casualties in (3, 1, 0)
    ] == [
        2,
        1,
        0,
    ]
    assert not outcome("rally", casualties=1, brigade_rally=True, disordered=True, **ORDERS).disordered


@pytest.mark.rule("BP-ORD-7")
@pytest.mark.parametrize(
    "units, brigade, rule", [(2, 4, "BP-ORD-7"), (3, 4, ""), (2, 5, "BP-ORD-7"), (3, 5, ""), (2, 3, "")]
)
def test_a_brigade_command_takes_in_more_than_half(refusal, units, brigade, rule):
    assert refusal("order-group", units=units, brigade=brigade, **ORDERS) == rule
    assert refusal("order-group", units=units, brigade=brigade) == ""
