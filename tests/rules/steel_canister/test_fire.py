"""Sections 2 and 3: artillery, musketry, and what fire does."""

import pytest

BANDS = {
    "light": (2, 5, 8, (4, 2, 1)),
    "medium": (3, 7, 11, (5, 3, 1)),
    "heavy": (4, 8, 12, (6, 4, 2)),
}


@pytest.mark.rule("SC-2.1", "SC-2.2")
@pytest.mark.parametrize("weight", list(BANDS))
def test_bands_and_dice_of_guns(outcome, pool, refusal, weight):
    canister, effective, long, dice = BANDS[weight]
    edges = [(1, "canister", 0), (canister, "canister", 0), (canister + 1, "effective", 1),
             (effective, "effective", 1), (effective + 1, "long", 2), (long, "long", 2)]  # fmt: skip
    for spaces, band, place in edges:
        assert outcome("gun-range", range=spaces, weight=weight).band == band
        assert pool("artillery", range=spaces, weight=weight) == dice[place]
    assert outcome("gun-range", range=long + 1, weight=weight).band == "beyond"
    assert refusal("artillery", range=long + 1, weight=weight) == "SC-2.3"


@pytest.mark.rule("SC-2.1")
@pytest.mark.parametrize(
    "pounds, weight",
    [(3, "light"), (4, "light"), (5, "medium"), (6, "medium"), (9, "medium"), (10, "heavy"), (12, "heavy")],
)
def test_gun_classes(outcome, pounds, weight):
    assert outcome("gun-class", pounds=pounds).weight == weight


@pytest.mark.rule("SC-2.2", "SC-2.4")
@pytest.mark.parametrize(
    "facts, dice, hits",
    [
        ({"weight": "medium", "range": 2}, [6, 5, 5, 1, 2], 3),
        ({"weight": "light", "range": 8}, [4], 0),
        ({"weight": "medium", "range": 6, "target_formation": "attack_column"}, [5, 6, 1, 3], 2),
        ({"weight": "medium", "range": 2, "target_formation": "skirmish", "target_cover": "heavy"}, [5], 1),
    ],
)
def test_ledger_cannonades(outcome, facts, dice, hits):
    assert outcome("artillery", dice, **facts).hits == hits


TARGETS = [
    ({"target_formation": formation}, 1)
    for formation in (
        "attack_column",
        "closed_column",
        "square",
        "march_column",
        "field_column",
        "double_line",
        "limbered",
    )
] + [
    ({"target_formation": "line"}, 0),
    ({"target_flank": True}, 2),
    ({"target_formation": "skirmish"}, -2),
    ({"target_formation": "unlimbered"}, -1),
    ({"target_cover": "light"}, -1),
    ({"target_cover": "heavy"}, -2),
    ({"target_cover": "strong_point"}, -3),
    ({"status": "halted"}, -1),
    ({"status": "disordered"}, -2),
    ({"status": "fallback"}, -2),
    ({"grade": "grenadier"}, 1),
    ({"grade": "elite"}, 1),
    ({"grade": "crack"}, 0),
    ({"grade": "green"}, -1),
    ({"grade": "conscript"}, -1),
    ({"grade": "militia"}, -1),
]


@pytest.mark.rule("SC-2.4")
@pytest.mark.parametrize(
    "facts, worth", [*TARGETS, ({"turned": True}, -1), ({"killed": 1}, 0), ({"killed": 2}, -1), ({"killed": 5}, -2)]
)
def test_what_counts_for_guns(pool, facts, worth):
    assert pool("artillery", weight="medium", range=2, **facts) == 5 + worth


@pytest.mark.rule("SC-2.3")
@pytest.mark.parametrize(
    "facts",
    [{"manned": False}, {"status": "retreat"}, {"status": "rout"}, {"in_melee": True}, {"visible": False},
     {"target_in_melee": True}],
)  # fmt: skip
def test_guns_that_may_not_fire(refusal, facts):
    assert refusal("artillery", range=2, **facts) == "SC-2.3"


@pytest.mark.rule("SC-2.3")
@pytest.mark.parametrize(
    "ahead, aside, bears", [(2, 1, True), (1, 1, False), (4, -2, True), (4, 3, False), (0, 0, False), (-2, 0, False)]
)
def test_arc_of_guns(outcome, ahead, aside, bears):
    assert outcome("gun-arc", ahead=ahead, aside=aside).in_arc is bears


@pytest.mark.rule("SC-2.5", "SC-1.2h")
@pytest.mark.parametrize(
    "facts, captured, manned",
    [({"enemy_here": True}, True, False), ({}, False, False), ({"enemy_here": True, "friend_here": True}, False, False),
     ({"crew_here": True}, False, True), ({"crew_here": True, "crew_status": "halted"}, False, True),
     ({"crew_here": True, "crew_status": "disordered"}, False, False),
     ({"crew_here": True, "enemy_here": True, "friend_here": True}, False, False)],
)  # fmt: skip
def test_guns_without_crew(outcome, facts, captured, manned):
    assert outcome("unmanned-guns", **facts) == (captured, manned)


MUSKETS = [
    ("infantry", "line", 4, 2), ("infantry", "attack_column", 2, 1), ("infantry", "closed_column", 1, 0),
    ("infantry", "square", 2, 1), ("light_infantry", "semi_formed", 2, 1), ("light_infantry", "skirmish", 3, 2),
]  # fmt: skip


@pytest.mark.rule("SC-3.1")
@pytest.mark.parametrize("arm, formation, near, far", MUSKETS)
def test_musketry_dice(pool, refusal, arm, formation, near, far):
    assert pool("musketry", range=1, arm=arm, formation=formation) == near
    assert pool("musketry", range=2, arm=arm, formation=formation) == far
    assert refusal("musketry", range=3, arm=arm, formation=formation) == "SC-3.2"


@pytest.mark.rule("SC-3.1")
def test_rifles_and_carbines(pool, refusal):
    rifles = {"arm": "light_infantry", "formation": "skirmish", "rifles": True}
    assert [pool("musketry", range=spaces, **rifles) for spaces in (1, 2, 3)] == [3, 2, 1]
    assert refusal("musketry", range=4, **rifles)
    assert pool("musketry", range=1, arm="light_cavalry", formation="skirmish") == 1
    assert refusal("musketry", range=2, arm="light_cavalry", formation="skirmish")
    assert refusal("musketry", range=1, arm="heavy_cavalry", formation="line")
    assert refusal("musketry", range=1, formation="march_column")


@pytest.mark.rule("SC-3.2")
@pytest.mark.parametrize(
    "facts",
    [{"status": "retreat"}, {"status": "rout"}, {"in_melee": True}, {"visible": False}, {"in_arc": False},
     {"target_in_melee": True}],
)  # fmt: skip
def test_who_may_not_fire(refusal, facts):
    assert refusal("musketry", range=1, **facts) == "SC-3.2"


@pytest.mark.rule("SC-3.3")
@pytest.mark.parametrize(
    "facts, worth",
    [*TARGETS, ({"british": True}, 1), ({"moved": True}, -1), ({"killed": 2}, 0), ({"killed": 3}, -1),
     ({"killed": 8}, -2)],
)  # fmt: skip
def test_what_counts_for_muskets(pool, facts, worth):
    assert pool("musketry", range=1, **facts) == 4 + worth


@pytest.mark.rule("SC-3.3")
def test_exceptions_for_muskets(pool):
    assert pool("musketry", range=1, formation="attack_column", british=True) == 2
    assert pool("musketry", range=1, arm="light_infantry", formation="skirmish", moved=True) == 3
    horse = {"range": 1, "arm": "light_cavalry", "formation": "skirmish", "grade": "elite"}
    assert [pool("musketry", killed=killed, **horse) for killed in (1, 2)] == [2, 1]


@pytest.mark.rule("SC-3.3")
@pytest.mark.parametrize(
    "facts, dice, hits",
    [
        ({"range": 1, "target_formation": "attack_column"}, [6, 5, 3, 2, 1], 2),
        ({"range": 2, "british": True, "moved": True, "target_cover": "light"}, [5], 1),
        ({"range": 1, "target_flank": True}, [5, 5, 6, 1, 1, 1], 3),
    ],
)
def test_ledger_volleys(outcome, facts, dice, hits):
    assert outcome("musketry", dice, **facts).hits == hits


@pytest.mark.rule("SC-3.5")
@pytest.mark.parametrize(
    "facts, dice, result",
    [
        ({"hits": 0}, [1, 1], "none"),
        ({"hits": 1}, [1, 1], "none"),
        ({"hits": 2}, [4, 5], "none"),
        ({"hits": 2}, [4, 4], "halted"),
        ({"hits": 3, "grade": "militia"}, [], "disordered"),
        ({"hits": 2, "grade": "green", "status": "halted"}, [], "halted"),
        ({"hits": 4}, [1, 1], "retreat"),
        ({"hits": 5}, [1, 1], "rout"),
        ({"hits": 9}, [1, 1], "rout"),
        ({"hits": 5}, [6, 5], "disordered"),
        ({"hits": 3, "grade": "grenadier", "guard": True, "leader": "higher"}, [1] * 6 + [5, 5], "none"),
        ({"hits": 3, "leader": "brigade"}, [1, 1, 5], "halted"),
        ({"hits": 2, "grade": "elite", "status": "disordered"}, [5, 1], "none"),
    ],
)
def test_steadiness(outcome, facts, dice, result):
    assert outcome("fire-effect", dice, **facts).result == result


@pytest.mark.rule("SC-3.5", "SC-4.4h")
@pytest.mark.parametrize(
    "facts, dice, result",
    [
        ({"hits": 1, "killed": 5}, [1], "none"),
        ({"hits": 1, "killed": 6}, [], "halted"),
        ({"hits": 1, "killed": 6, "grade": "elite"}, [5, 1], "none"),
        ({"hits": 2, "killed": 2}, [1, 1], "halted"),
        ({"hits": 2, "killed": 3}, [1], "halted"),
        ({"hits": 2, "killed": 6}, [], "disordered"),
        ({"hits": 2, "killed": 12}, [], "disordered"),
        ({"hits": 1, "killed": 4, "figures": 12, "arm": "heavy_cavalry", "grade": "crack"}, [5], "none"),
        ({"hits": 1, "killed": 2, "figures": 6, "arm": "foot_artillery"}, [1], "halted"),
        ({"hits": 1, "killed": 1, "figures": 6, "arm": "foot_artillery"}, [1, 1], "none"),
    ],
)
def test_losses_tell(outcome, facts, dice, result):
    """A die less for each three figures, or two of horse and guns; from a third of them on every hit presses."""
    assert outcome("fire-effect", dice, **facts).result == result
