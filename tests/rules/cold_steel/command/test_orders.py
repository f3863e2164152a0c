"""Chapter 3: command points spent, riders, regimental commands, chits."""

import pytest

FORBIDDEN = "CS-3.2k"


@pytest.mark.rule("CS-3.2k", "CS-3.2a", "CS-3.2c")
@pytest.mark.parametrize(
    "facts, points",
    [
        ({}, 0),
        ({"orders": 1}, 1),
        ({"orders": 3}, 3),
        ({"missions": 1}, 2),
        ({"missions": 2}, 4),
        ({"attachments": 1}, 2),
        ({"written": 1}, 1),
        ({"written": 4}, 4),
        ({"messages": 1}, 1),
        ({"messages": 2}, 2),
        ({"missions": 1, "orders": 2}, 4),
        ({"missions": 1, "attachments": 1, "written": 1}, 5),
    ],
)
def test_what_commands_cost(outcome, facts, points):
    assert outcome("command-spending", command_points=5, **facts)[:2] == (points, 5 - points)


@pytest.mark.rule("CS-3.2k", "CS-3.2j")
@pytest.mark.parametrize(
    "points, facts, legal",
    [
        (4, {"missions": 1, "orders": 2}, True),
        (4, {"missions": 2, "orders": 1}, False),
        (1, {"attachments": 1}, False),
        (2, {"attachments": 1}, True),
        (2, {"orders": 2, "paces": 480}, True),
        (2, {"orders": 1, "paces": 480}, True),
        (2, {"orders": 3}, False),
        (2, {"paces": 481}, False),
        (2, {"missions": 1, "paces": 480}, True),
        (2, {"missions": 1, "paces": 481}, False),
        (5, {"paces": 1200}, True),
        (5, {"paces": 1201}, False),
        (2, {"written": 1, "orders": 1, "paces": 240}, True),
        (2, {"written": 1, "orders": 1, "paces": 241}, False),
    ],
)
def test_whether_the_points_are_enough(roll, points, facts, legal):
    result = roll("command-spending", command_points=points, **facts)
    assert (result.refusal is None) == legal
    assert legal or result.refusal.rule == FORBIDDEN


@pytest.mark.rule("CS-3.2j")
@pytest.mark.parametrize(
    "points, facts, spent, left, paces_left",
    [
        (5, {}, 0, 5, 1200),
        (2, {"paces": 1}, 1, 1, 479),
        (2, {"paces": 240}, 1, 1, 240),
        (2, {"paces": 241}, 2, 0, 239),
        (3, {"orders": 1, "paces": 240}, 1, 2, 480),
        (3, {"orders": 1, "paces": 300}, 2, 1, 420),
        (4, {"missions": 1, "paces": 480}, 2, 2, 480),
        (3, {"orders": 1}, 1, 2, 720),
        (3, {"written": 1, "messages": 1}, 2, 1, 240),
    ],
)
def test_a_point_carries_an_order_and_240_paces(outcome, points, facts, spent, left, paces_left):
    assert outcome("command-spending", command_points=points, **facts) == (spent, left, paces_left)


@pytest.mark.rule("CS-3.2j")
@pytest.mark.parametrize(
    "facts, spent, paces_left",
    [
        ({"paces": 200}, 0, 2 * 240 + 100),  # on paces that are paid for already
        ({"paces": 301}, 1, 2 * 240 - 1),
        ({"orders": 1, "order_in_hand": True}, 0, 2 * 240 + 300),  # the point that he rode on still holds an order
        ({"orders": 1}, 1, 2 * 240 + 300),
        ({"missions": 1, "order_in_hand": True}, 1, 2 * 240 + 300),
        ({"orders": 1, "order_in_hand": True, "paces": 540}, 1, 240 + 0),
        ({"written": 1, "order_in_hand": True}, 1, 240 + 300),  # which a written command does not use
    ],
)
def test_what_earlier_points_still_hold(outcome, facts, spent, paces_left):
    found = outcome("command-spending", command_points=2, paces_in_hand=300, **facts)
    assert (found.spent, found.left, found.paces_left) == (spent, 2 - spent, paces_left)


@pytest.mark.rule("CS-3.2j", "CS-3.2k")
def test_every_item_is_on_the_bill(roll):
    bill = roll("command-spending", command_points=9, orders=1, missions=1, messages=1, paces=960).modifiers
    assert [(line.rule, line.label, line.value) for line in bill] == [
        ("CS-3.2k", "order in person", 1),
        ("CS-3.2k", "mission in person", 2),
        ("CS-3.2k", "message", 1),
        ("CS-3.2j", "moving farther than those points carry, each 240 paces", 1),
    ]


@pytest.mark.rule("CS-3.2a", "CS-3.2b", "CS-3.2e")
@pytest.mark.parametrize(
    "turn, distance, delivered", [(1, 0, 1), (1, 480, 1), (1, 481, 2), (1, 500, 2), (4, 960, 5), (4, 961, 6)]
)
def test_aide_brings_a_command(outcome, turn, distance, delivered):
    assert outcome("aide", turn=turn, distance=distance) == (1, delivered, delivered + 1)


@pytest.mark.rule("CS-3.2e")
def test_command_of_turn_one_is_acted_on_in_turn_two(outcome):
    assert outcome("aide", distance=300).acted_on == 2


@pytest.mark.rule("CS-3.2a")
def test_aide_must_be_at_hand(roll):
    assert roll("aide", distance=100, aide_distance=20).outcome.command_points == 1
    refusal = roll("aide", distance=100, aide_distance=21).refusal
    assert refusal == ("CS-3.2a", "the aide must stand within 20 paces of his commander")


@pytest.mark.rule("CS-3.2a")
def test_a_commander_has_two_aides(roll):
    assert roll("aide", distance=100, aides_out=1).refusal is None
    assert roll("aide", distance=100, aides_out=2).refusal == ("CS-3.2a", "all 2 aides are out with commands")


@pytest.mark.rule("CS-3.2f")
@pytest.mark.parametrize(
    "distance, idle, expected",
    [
        (700, False, (False, 2)),
        (480, False, (False, 1)),
        (481, False, (False, 2)),
        (20, False, (False, 1)),
        (20, True, (True, 0)),
        (21, True, (False, 1)),
    ],
)
def test_aide_comes_back(outcome, distance, idle, expected):
    assert outcome("aide-return", distance=distance, idle=idle) == expected


@pytest.mark.rule("CS-3.2c")
@pytest.mark.parametrize("distance, delivered", [(480, 1), (900, 2), (960, 2), (961, 3)])
def test_courier_rides_480_paces_and_costs_nothing(outcome, distance, delivered):
    assert outcome("message", distance=distance) == (1, delivered, delivered + 1, "recipient")


@pytest.mark.rule("CS-3.2c")
def test_a_message_has_a_hundred_words(roll):
    assert roll("message", distance=0, words=100).refusal is None
    assert roll("message", distance=0, words=101).refusal == ("CS-3.2c", "a message has at most 100 words")


@pytest.mark.rule("CS-3.2d")
@pytest.mark.parametrize(
    "facts, read, reader",
    [
        ({}, 4, "recipient"),
        ({"recipient": "seriously_wounded"}, 5, "recipient"),
        ({"recipient": "killed", "successor_commands": 6}, 6, "successor"),
        ({"recipient": "killed", "successor_commands": 2}, 4, "successor"),
    ],
)
def test_message_delivered_on_turn_three_is_read(outcome, facts, read, reader):
    assert outcome("message", turn=3, distance=400, **facts) == (1, 3, read, reader)


@pytest.mark.rule("CS-3.2d")
def test_nobody_reads_a_dead_mans_message_before_there_is_a_successor(roll):
    assert roll("message", distance=400, recipient="killed").refusal.rule == "CS-3.2d"


@pytest.mark.rule("CS-3.2g", "CS-3.2h")
@pytest.mark.parametrize("battalions, orders, turn", [(3, 1, 7), (4, 1, 7), (5, 1, 8), (4, 2, 8), (5, 2, 9), (9, 5, 9)])
def test_regimental_delays_add_up(outcome, battalions, orders, turn):
    facts = {"turn": 7, "battalions": battalions, "different_orders": orders}
    assert outcome("regimental-command", **facts) == (1, turn)


@pytest.mark.rule("CS-3.2h")
def test_delays_are_named(roll):
    delays = roll("regimental-command", battalions=5, different_orders=2).modifiers
    assert [line.label for line in delays] == [
        "turn's delay: regiment of more than 4 battalions",
        "turn's delay: more than 1 order in the command",
    ]


@pytest.mark.rule("CS-3.2g")
@pytest.mark.parametrize(
    "edge, beyond, reason",
    [
        ({"commander_distance": 20}, {"commander_distance": 21}, "within 20 paces of the player"),
        ({"unit_distance": 300}, {"unit_distance": 301}, "within 300 paces of the regimental commander"),
    ],
)
def test_how_far_a_regimental_commander_reaches(roll, edge, beyond, reason):
    assert roll("regimental-command", battalions=3, **edge).outcome == (1, 1)
    refusal = roll("regimental-command", battalions=3, **beyond).refusal
    assert refusal.rule == "CS-3.2g"
    assert reason in refusal.reason


LEGAL = [
    {"movement_chits": 1, "formation_chits": 1, "attack_chits": 1},
    {"movement_chits": 1, "formation_chits": 1},
    {"movement_chits": 1},
    {"formation_chits": 1},
    {"movement_chits": 1, "attack_chits": 1},
    {"special_chits": 1},
    {"special_chits": 1, "formation_chits": 1},
    {},
]
MIXED = [
    {"special_chits": 1, "movement_chits": 1},
    {"special_chits": 1, "attack_chits": 1},
    {"special_chits": 1, "movement_chits": 1, "formation_chits": 1},
    {"special_chits": 1, "movement_chits": 1, "formation_chits": 1, "attack_chits": 1},
]
KINDS = ["movement_chits", "formation_chits", "attack_chits", "special_chits"]


@pytest.mark.rule("CS-3.2m", "CS-3.2k")
@pytest.mark.parametrize("chits", LEGAL)
def test_chits_that_make_one_order(outcome, chits):
    assert outcome("order", **chits).command_points == 1


@pytest.mark.rule("CS-3.2m")
@pytest.mark.parametrize("chits", MIXED)
def test_special_chits_go_with_formation_only(roll, chits):
    assert roll("order", **chits).refusal.rule == "CS-3.2m"


@pytest.mark.rule("CS-3.2m")
@pytest.mark.parametrize("kind", KINDS)
def test_one_chit_of_each_kind(roll, kind):
    reason = "one order holds at most 1 chit of each kind"
    assert roll("order", facts={kind: 2}).refusal == ("CS-3.2m", reason)


@pytest.mark.rule("CS-3.2m")
@pytest.mark.parametrize(
    "facts, stops_at",
    [
        ({"movement_chits": 1}, 21),
        ({"movement_chits": 1, "attack_chits": 1}, 0),
        ({"movement_chits": 1, "attack_mission": True}, 0),
    ],
)
def test_only_an_attack_closes_with_the_enemy(outcome, facts, stops_at):
    assert outcome("order", **facts) == (1, False, stops_at)


@pytest.mark.rule("CS-3.2m")
def test_no_movement_chit_means_halt(outcome):
    assert outcome("order").halts
    assert outcome("order", formation_chits=1).halts


@pytest.mark.rule("CS-3.2k", "CS-3.3.2.3b")
def test_an_attachment_takes_two_points(outcome):
    assert outcome("order", special_chits=1, attachment=True).command_points == 2


@pytest.mark.rule("CS-3.2o")
def test_leader_must_come_within_twenty_paces(roll):
    assert roll("order", leader_distance=20, movement_chits=1).refusal is None
    refusal = roll("order", leader_distance=21, movement_chits=1).refusal
    assert refusal == ("CS-3.2o", "his path must come within 20 paces of the command stand or centre")


@pytest.mark.rule("CS-3.2l")
@pytest.mark.parametrize(
    "part, facts, legal",
    [
        ("company", {"movement": "wheel", "movement_chits": 1}, True),
        ("company", {"movement": "prolong", "movement_chits": 1}, False),
        ("company", {"movement": "forward", "movement_chits": 1}, False),
        ("company", {"formation_chits": 1}, False),
        ("company", {"movement": "wheel", "movement_chits": 1, "formation_chits": 1}, False),
        ("company", {"special_chits": 1}, False),
        ("troop", {"movement": "wheel", "movement_chits": 1}, True),
        ("troop", {"movement": "prolong", "movement_chits": 1}, False),
        ("section", {"movement": "wheel", "movement_chits": 1}, True),
        ("section", {"movement": "prolong", "movement_chits": 1}, True),
        ("section", {"movement": "oblique", "movement_chits": 1}, False),
        ("unit", {"movement": "oblique", "movement_chits": 1}, True),
    ],
)
def test_parts_of_units_only_wheel_or_prolong(roll, part, facts, legal):
    result = roll("order", to=part, **facts)
    assert result.refusal.rule == "CS-3.2l" if not legal else result.outcome.command_points == 1


@pytest.mark.rule("CS-3.2n")
@pytest.mark.parametrize(
    "facts, paces",
    [
        ({"rate": 120, "wheel": 50}, 70),
        ({"rate": 120, "quarters": 2}, 60),
        ({"rate": 120, "quarters": 1}, 90),
        ({"rate": 120, "quarters": 3}, 30),
        ({"rate": 120, "quarters": 4}, 0),
        ({"rate": 120, "quarters": 6}, 0),
        ({"rate": 90, "quarters": 1}, 67),
        ({"rate": 180, "quarters": 2, "wheel": 90}, 0),
        ({"rate": 120}, 120),
    ],
)
def test_what_is_left_goes_straight_ahead(outcome, facts, paces):
    assert outcome("leftover-movement", **facts).paces == paces


@pytest.mark.rule("CS-3.2n")
def test_a_wheel_beyond_the_rate_is_refused(roll):
    assert roll("leftover-movement", rate=120, wheel=121).refusal.rule == "CS-3.2n"
    assert roll("leftover-movement", rate=120, wheel=61, quarters=2).refusal.rule == "CS-3.2n"


@pytest.mark.rule("CS-3.3.2b")
@pytest.mark.parametrize("chit", ["movement", "attack", "formation", "special"])
def test_orders_stand_until_something_ends_them(outcome, chit):
    assert outcome("order-stands", chit=chit).stays
    for end in ("replaced", "overridden", "impossible"):
        assert not outcome("order-stands", facts={"chit": chit, end: True}).stays


@pytest.mark.rule("CS-3.3.2b")
@pytest.mark.parametrize(
    "chit, stays", [("movement", True), ("attack", True), ("formation", False), ("special", False)]
)
def test_formation_and_special_chits_go_when_done(outcome, chit, stays):
    assert outcome("order-stands", chit=chit, done=True).stays == stays
