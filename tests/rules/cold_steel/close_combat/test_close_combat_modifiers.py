"""9.2.1: what each side adds to its dice in close combat."""

import pytest


@pytest.fixture
def added(roll):
    """What our side adds to its dice, besides a morale rating of 8."""

    def made(*variants, **facts):
        given = {
            "morale_rating": 8,
            "weapons": "bayonet",
            **{name.replace("__", "."): value for name, value in facts.items()},
        }
        result = roll("close-combat", [5, 6, 5, 6], *variants, facts=given)
        return result.details["ours"]["total"] - 11 - 8

    return made


ROWS = [
    ({}, 0),
    ({"disorder": 1}, -1),
    ({"disorder": 5}, -5),
    ({"casualties_percent": 24}, 0),
    ({"casualties_percent": 25}, -3),
    ({"casualties_percent": 49}, -3),
    ({"casualties_percent": 50}, -6),
    ({"casualties_percent": 75}, -9),
    ({"casualties_percent": 100}, -12),
    ({"attacks": "front"}, 0),
    ({"attacks": "flank"}, 5),
    ({"attacks": "rear"}, 9),
    ({"flanks_secured": True}, 7),
    ({"formation": "line"}, 0),
    ({"formation": "closed_column"}, 0),
    ({"formation": "open_column"}, -4),
    ({"formation": "open_order"}, -4),
    ({"formation": "extended_order"}, -6),
    ({"formation": "skirmish_squares"}, 0),
    ({"status": "resolute"}, 4),
    ({"status": "determined"}, 0),
    ({"status": "wavering"}, -3),
    ({"status": "broken"}, -6),
    ({"status": "routed"}, -9),
    ({"leader": "none"}, 0),
    ({"leader": "poor"}, 1),
    ({"leader": "average"}, 2),
    ({"leader": "superior"}, 3),
    ({"cover": "heavy_works"}, 4),
    ({"cover": "medium_works"}, 3),
    ({"cover": "light_works"}, 2),
    ({"cover": "light_cover"}, 2),
    ({"cover": "heavy_cover"}, 3),
    ({"cover": "heavy_woods"}, 3),
    ({"cover": "light_cover,heavy_works"}, 4),
    ({"cover": "heavy_works", "enemy_inside": True}, 0),
    ({"cover": "heavy_woods", "enemy_inside": True}, 0),
    ({"surprised": True}, -6),
    ({"irregular": True}, 3),
    ({"weapons": "none"}, -4),
    ({"weapons": "bayonet"}, 0),
    ({"weapons": "melee"}, 3),
    ({"weapons": "melee", "irregular": True}, 6),
    ({"engineers": True}, 0),
    ({"weather": "rain"}, -3),
    ({"weather": "snow"}, -3),
    ({"weather": "fog"}, 0),
    ({"gallop_charge": True}, 0),
    ({"gallop_charge": True, "arm": "cavalry"}, 0),
]


@pytest.mark.rule(
    "CS-9.2.1a",
    "CS-9.2.1b",
    "CS-9.2.1d",
    "CS-9.2.1e",
    "CS-9.2.1f",
    "CS-9.2.1g",
    "CS-9.2.1h",
    "CS-9.2.1k",
    "CS-9.2.1l",
    "CS-9.2.1m",
    "CS-9.2.1n",
)
@pytest.mark.parametrize("facts, value", ROWS)
def test_modifiers(added, facts, value):
    assert added(**{f"ours__{name}": fact for name, fact in facts.items()}) == value


@pytest.mark.rule("CS-9.2.1a")
@pytest.mark.parametrize("facts, _", ROWS)
def test_the_enemy_gains_nothing_by_our_state(roll, facts, _):
    plain = {"morale_rating": 8, "weapons": "bayonet"}
    result = roll(
        "close-combat", [5, 6, 5, 6], facts={**plain, **{f"ours.{name}": fact for name, fact in facts.items()}}
    )
    assert result.details["theirs"]["total"] == 19


@pytest.mark.rule("CS-9.2.1a")
@pytest.mark.parametrize("rating", [1, 16])
def test_the_full_morale_rating_counts(roll, rating):
    result = roll("close-combat", [5, 6, 5, 6], facts={"ours.morale_rating": rating, "theirs.morale_rating": 8})
    assert result.details["ours"]["total"] == 11 + rating


@pytest.mark.rule("CS-9.2.1a", "CS-9.2.1e")
def test_labels_tell_distances_and_steps(cs):
    rows = cs.tables.rows("CS-9.2.1a")
    for rating in ("poor", "average", "superior"):
        assert rows[f"leader_{rating}"].label == f"{rating} leader within 20 paces"
    assert rows["casualties"].label == "each 25% casualties"


@pytest.mark.rule("CS-9.2.1a")
@pytest.mark.parametrize(
    "dice, facts, total",
    [
        (
            [5, 6],
            {"morale_rating": 9, "status": "resolute", "disorder": 3, "casualties_percent": 30, "leader": "average"},
            20,
        ),
        ([5, 5], {"morale_rating": 8, "arm": "cavalry", "attacks": "flank"}, 28),
        ([6, 6], {"morale_rating": 5, "surprised": True, "formation": "open_order"}, 7),
    ],
)
def test_ledger_cases(roll, dice, facts, total):
    given = {"theirs.morale_rating": 8, **{f"ours.{name}": fact for name, fact in facts.items()}}
    assert roll("close-combat", [*dice, 5, 6], facts=given).details["ours"]["total"] == total


@pytest.mark.rule("CS-9.2.1k")
@pytest.mark.parametrize(
    "status, total", [("resolute", 21), ("determined", 17), ("wavering", 14), ("broken", 11), ("routed", 8)]
)
def test_morale_seven_and_a_ten_on_the_dice(roll, status, total):
    facts = {"morale_rating": 7, "ours.status": status}
    assert roll("close-combat", [5, 5, 5, 6], facts=facts).details["ours"]["total"] == total


@pytest.mark.rule("CS-9.2.1b", "CS-9.2.1c")
@pytest.mark.parametrize(
    "facts, value",
    [
        ({"ours__arm": "cavalry", "ours__attacks": "flank"}, 7),
        ({"ours__arm": "cavalry", "ours__attacks": "front"}, 0),
        ({"ours__arm": "cavalry", "ours__attacks": "rear"}, 9),
        ({"ours__arm": "infantry", "ours__attacks": "flank"}, 5),
        ({"ours__arm": "cavalry", "ours__attacks": "flank", "theirs__flanks_secured": True}, 5),
        ({"ours__arm": "cavalry", "ours__attacks": "flank", "theirs__formation": "closed_square"}, 5),
        ({"ours__arm": "cavalry", "ours__attacks": "flank", "theirs__formation": "skirmish_squares"}, 7),
        ({"ours__arm": "cavalry", "ours__attacks": "flank", "theirs__arm": "cavalry"}, 5),
        ({"ours__arm": "cavalry", "ours__attacks": "flank", "theirs__arm": "artillery"}, 5),
        ({"theirs__attacks": "flank"}, 0),
    ],
)
def test_of_flank_open_flank_and_rear_only_the_highest_counts(added, facts, value):
    assert added(**facts) == value


@pytest.mark.rule("CS-9.2.1d", "CS-9.1d")
@pytest.mark.parametrize(
    "formation, enemy, value",
    [
        ("closed_square", "cavalry", 7),
        ("open_square", "cavalry", 7),
        ("skirmish_squares", "cavalry", 0),
        ("line", "cavalry", 0),
        ("closed_square", "infantry", 0),
        ("open_square", "artillery", 0),
    ],
)
def test_squares_have_secured_flanks_against_cavalry_alone(added, formation, enemy, value):
    assert added(ours__formation=formation, theirs__arm=enemy) == value


@pytest.mark.rule("CS-9.2.1d")
def test_a_square_with_covered_flanks_counts_them_once(added):
    assert added(ours__formation="closed_square", ours__flanks_secured=True, theirs__arm="infantry") == 7
    assert added(ours__formation="closed_square", ours__flanks_secured=True, theirs__arm="cavalry") == 7


@pytest.mark.rule("CS-9.2.1h")
@pytest.mark.parametrize(
    "arm, weapons, value",
    [
        ("infantry", "usual", 0),
        ("cavalry", "usual", 3),
        ("artillery", "usual", 0),
        ("infantry", "none", -4),
        ("infantry", "melee", 3),
        ("cavalry", "none", -4),
    ],
)
def test_arms_for_close_quarters(added, arm, weapons, value):
    assert added(ours__arm=arm, ours__weapons=weapons) == value


@pytest.mark.rule("CS-9.2.1i")
@pytest.mark.parametrize(
    "cover, value",
    [("none", 0), ("light_works", 2), ("medium_works", 2), ("heavy_works", 2), ("light_cover", 0), ("heavy_woods", 0)],
)
def test_engineers_help_against_works(added, cover, value):
    assert added(ours__engineers=True, theirs__cover=cover) == value
    assert added(theirs__cover=cover) == 0


@pytest.mark.rule("CS-9.2.1j")
@pytest.mark.parametrize(
    "ours, theirs, value", [(24, 6, 4), (24, 12, 4), (24, 13, 0), (23, 12, 0), (6, 24, 0), (24, 0, 0), (0, 0, 0)]
)
def test_double_frontage(added, ours, theirs, value):
    assert added(ours__frontage=ours, theirs__frontage=theirs) == value


@pytest.mark.rule("CS-9.2.1m")
def test_the_same_wood_helps_neither(roll):
    facts = {"morale_rating": 8, "cover": "heavy_woods", "enemy_inside": True}
    result = roll("close-combat", [5, 6, 5, 6], facts=facts)
    assert [result.details[side]["total"] for side in ("ours", "theirs")] == [19, 19]


@pytest.mark.rule("CS-9.2.1n")
@pytest.mark.parametrize(
    "weather, infantry, cavalry", [("rain", -3, 0), ("snow", -3, 0), ("fog", 0, 0), ("clear", 0, 0)]
)
def test_rain_is_hard_on_infantry(roll, weather, infantry, cavalry):
    facts = {"morale_rating": 8, "weather": weather, "weapons": "bayonet", "theirs.arm": "cavalry"}
    sides = roll("close-combat", [5, 6, 5, 6], facts=facts).details
    assert sides["ours"]["total"] == 19 + infantry
    assert sides["theirs"]["total"] == 19 + cavalry


@pytest.mark.rule("CS-9.2.1n")
def test_snow_is_hard_on_both_sides_infantry(added, roll):
    result = roll("close-combat", [5, 6, 5, 6], facts={"morale_rating": 8, "weather": "snow"})
    assert [result.details[side]["total"] for side in ("ours", "theirs")] == [16, 16]
    assert added(weather="rain", weapons="melee") == 0


@pytest.mark.rule("CS-M2-9.2.1")
def test_cavalry_that_charges_at_the_gallop(roll, added):
    facts = {"morale_rating": 9, "ours.arm": "cavalry", "ours.gallop_charge": True}
    assert roll("close-combat", [5, 5, 5, 6], "module-2", facts=facts).details["ours"]["total"] == 24
    assert roll("close-combat", [5, 5, 5, 6], facts=facts).details["ours"]["total"] == 22
    assert added("module-2", ours__arm="infantry", ours__gallop_charge=True) == 0


@pytest.mark.rule("CS-9.2.1a")
def test_every_line_carries_rule_and_side(roll):
    facts = {"morale_rating": 8, "ours.disorder": 2, "theirs.status": "wavering"}
    result = roll("close-combat", [5, 6, 5, 6], facts=facts)
    assert [(line.side, line.label, line.value) for line in result.modifiers] == [
        ("ours", "morale rating", 8),
        ("ours", "disorder marker ×2", -2),
        ("theirs", "morale rating", 8),
        ("theirs", "wavering", -3),
    ]
    assert {line.rule for line in result.modifiers} == {"CS-9.2.1a"}
