"""Chapter 5: morale checks and rally."""

import pytest

from grognard.systems.cold_steel.terms import percent_lost

LEVELS = ["dispersed", "routed", "broken", "wavering", "determined", "resolute"]


def dice_for(natural):
    """Two faces that make a natural number."""
    first = max(1, natural - 10)
    return [first, natural - first]


@pytest.mark.rule("CS-5.2a", "CS-5.2.1a")
@pytest.mark.parametrize(
    "total, level",
    [
        (4, "dispersed"),
        (11, "dispersed"),
        (12, "routed"),
        (14, "routed"),
        (15, "broken"),
        (18, "broken"),
        (19, "wavering"),
        (22, "wavering"),
        (23, "determined"),
        (26, "determined"),
        (27, "resolute"),
        (30, "resolute"),
        (35, "resolute"),
    ],
)
def test_level_by_total(roll, total, level):
    rating = min(16, max(1, total - 10))
    result = roll("morale", dice_for(total - rating), morale_rating=rating)
    assert (result.total, result.outcome.result) == (total, level)


@pytest.mark.rule("CS-5.2.1b")
@pytest.mark.parametrize(
    "rating, facts, total, level",
    [
        (16, {"player_near": True, "no_enemy": False, "rear_support": True, "flank_support": 1}, 28, "broken"),
        (11, {}, 13, "routed"),
        (9, {}, 11, "dispersed"),
    ],
)
def test_natural_two_breaks_at_best(roll, rating, facts, total, level):
    facts = {name: value for name, value in facts.items() if name != "no_enemy"}
    result = roll("morale", [1, 1], morale_rating=rating, **facts)
    assert (result.total, result.outcome.result) == (total, level)


@pytest.mark.rule("CS-5.2.1b")
def test_natural_three_is_not_special(outcome):
    assert outcome("morale", [1, 2], morale_rating=16).result == "wavering"


@pytest.mark.rule("CS-5.2.1c")
@pytest.mark.parametrize(
    "rating, disorder, total, level", [(5, 8, 17, "determined"), (6, 0, 26, "determined"), (7, 0, 27, "resolute")]
)
def test_natural_twenty_is_at_least_determined(roll, rating, disorder, total, level):
    result = roll("morale", [10, 10], morale_rating=rating, disorder=disorder)
    assert (result.total, result.outcome.result) == (total, level)


@pytest.mark.rule("CS-5.2.1c")
def test_natural_nineteen_is_not_special(outcome):
    assert outcome("morale", [9, 10], morale_rating=1).result == "wavering"


ROWS = [  # facts, value for regulars, value for irregulars
    ({}, 0, 0),
    ({"cover": "heavy_woods"}, 4, 6),
    ({"cover": "heavy_works"}, 4, 4),
    ({"cover": "medium_works"}, 3, 3),
    ({"cover": "light_works"}, 2, 2),
    ({"cover": "light_cover"}, 2, 4),
    ({"cover": "heavy_cover"}, 3, 6),
    ({"cover": "light_cover,medium_works"}, 3, 4),
    ({"flank_support": 1}, 2, 2),
    ({"flank_support": 2}, 4, 4),
    ({"rear_support": True}, 2, 2),
    ({"player_near": True}, 6, 6),
    ({"leader_near": True}, 3, 3),
    ({"player_near": True, "leader_near": True}, 9, 9),
    ({"enemy_retreating": 1}, 2, 2),
    ({"enemy_retreating": 2}, 4, 4),
    ({"enemy_retreating": 3}, 4, 4),
    ({"status": "determined"}, 0, 0),
    ({"status": "wavering"}, -3, -3),
    ({"status": "broken"}, -4, -4),
    ({"status": "routed", "nearest_enemy": 121}, -5, -5),
    ({"status": "routed", "nearest_enemy": 1200}, -5, -5),
    ({"status": "routed", "nearest_enemy": 120}, 0, 0),
    ({"status": "routed", "nearest_enemy": 1201}, 0, 0),
    ({"threatened": "front"}, -1, -1),
    ({"threatened": "flank"}, -3, -3),
    ({"threatened": "rear"}, -5, -5),
    ({"threatened": "front,rear"}, -5, -5),
    ({"enemy_seen": False}, 4, 4),
    ({"disorder": 1}, -1, -1),
    ({"disorder": 6}, -6, -6),
    ({"small_arms_check": True}, 0, -3),
    ({"artillery_check": True}, 0, -6),
    ({"unanswered_fire": True}, -2, -4),
    ({"fired_on": "flank"}, -3, -6),
    ({"fired_on": "rear"}, -4, -8),
    ({"fired_on": "flank,rear"}, -4, -8),
    ({"friends_retreating": 1}, -2, -2),
    ({"friends_retreating": 2}, -4, -4),
    ({"friends_retreating": 5}, -4, -4),
    ({"converged": True}, -3, -3),
    ({"surprised": True}, -3, -6),
    ({"casualties_percent": 24}, 0, 0),
    ({"casualties_percent": 25}, -2, -4),
    ({"casualties_percent": 50}, -2, -4),
    ({"casualties_percent": 51}, -4, -8),
    ({"casualties_percent": 75}, -4, -8),
    ({"casualties_percent": 76}, -6, -12),
    ({"casualties_percent": 100}, -6, -12),
]


@pytest.mark.rule("CS-5.2.2a", "CS-5.2.2b")
@pytest.mark.parametrize("facts, regular, irregular", ROWS)
def test_modifiers(modifier, facts, regular, irregular):
    assert modifier("morale", morale_rating=8, **facts) == 8 + regular
    assert modifier("morale", morale_rating=8, irregular=True, **facts) == 8 + irregular


@pytest.mark.rule("CS-5.2.2a")
@pytest.mark.parametrize(
    "row, text",
    [
        ("flank_support", "within 120 paces"),
        ("rear_support", "within 200 paces"),
        ("player_near", "within 60 paces"),
        ("leader_near", "within 60 paces"),
        ("enemy_retreating", "within 200 paces"),
        ("friends_retreating", "within 120 paces"),
        ("casualties_quarter", "25% to 50% casualties"),
        ("casualties_half", "51% to 75% casualties"),
        ("casualties_most", "76% or more casualties"),
    ],
)
def test_labels_tell_distances_and_bands(cs, row, text):
    assert text in cs.tables.row("CS-5.2.2a", row).label


@pytest.mark.rule("CS-5.2a", "CS-5.2.2a")
@pytest.mark.parametrize(
    "dice, facts, total, level",
    [
        ([5, 6], {"morale_rating": 9, "casualties_percent": 25, "disorder": 2, "player_near": True}, 22, "wavering"),
        (
            [5, 5],
            {"morale_rating": 8, "flank_support": 2, "rear_support": True, "threatened": "front", "disorder": 1},
            22,
            "wavering",
        ),
        (
            [6, 6],
            {
                "morale_rating": 10,
                "irregular": True,
                "cover": "heavy_cover",
                "artillery_check": True,
                "casualties_percent": 30,
            },
            18,
            "broken",
        ),
    ],
)
def test_ledger_cases(roll, dice, facts, total, level):
    result = roll("morale", dice, **facts)
    assert (result.total, result.outcome.result) == (total, level)


@pytest.mark.rule("CS-5.2b")
@pytest.mark.parametrize(
    "status, rallying, dice, now",
    [
        ("broken", False, [10, 9], "broken"),
        ("routed", False, [10, 9], "routed"),
        ("broken", False, [2, 3], "dispersed"),
        ("broken", True, [10, 9], "determined"),
        ("wavering", False, [10, 9], "determined"),
        ("determined", False, [9, 9], "resolute"),
    ],
)
def test_only_a_rally_improves_a_unit_that_flees(outcome, status, rallying, dice, now):
    rating = 10 if status == "routed" or dice != [2, 3] else 7
    assert outcome("morale", dice, morale_rating=rating, status=status, rallying=rallying).status == now


@pytest.mark.rule("CS-5.3a", "CS-5.3b", "CS-5.3c")
@pytest.mark.parametrize(
    "facts, refused_by",
    [
        ({"status": "broken", "nearest_enemy": 120, "cover": "heavy_works"}, "CS-5.3a"),
        ({"status": "routed", "nearest_enemy": 20}, "CS-5.3a"),
        ({"status": "routed", "nearest_enemy": 601}, None),
        ({"status": "routed", "nearest_enemy": 600}, "CS-5.3b"),
        ({"status": "routed", "nearest_enemy": 400}, "CS-5.3b"),
        ({"status": "routed", "nearest_enemy": 400, "cover": "heavy_cover"}, None),
        ({"status": "routed", "nearest_enemy": 400, "cover": "heavy_woods"}, None),
        ({"status": "routed", "nearest_enemy": 400, "cover": "heavy_works"}, None),
        ({"status": "routed", "nearest_enemy": 400, "cover": "light_works"}, "CS-5.3b"),
        ({"status": "broken", "nearest_enemy": 121, "cover": "medium_works"}, None),
        ({"status": "wavering", "nearest_enemy": 60}, None),
        ({"status": "wavering", "nearest_enemy": 60, "fired_last_turn": True}, "CS-5.3c"),
        ({"status": "wavering", "nearest_enemy": 20}, "CS-5.3c"),
        ({"status": "wavering", "nearest_enemy": 21}, None),
        ({"status": "resolute", "nearest_enemy": 900}, "CS-5.3b"),
        ({"status": "dispersed", "nearest_enemy": 900}, "CS-5.3b"),
    ],
)
def test_who_may_rally(cs, facts, refused_by):
    refusal = cs["rally"].refusal(cs["rally"].situation(morale_rating=9, **facts))
    assert (refusal and refusal.rule) == refused_by


@pytest.mark.rule("CS-5.3b")
def test_a_rally_is_a_morale_check_with_all_its_modifiers(roll):
    result = roll("rally", [8, 8], morale_rating=9, status="broken", nearest_enemy=700, player_near=True)
    assert (result.total, result.outcome.status) == (16 + 9 - 4 + 6, "resolute")


@pytest.mark.rule("CS-5.2.2a", "CS-9.2.1g")
@pytest.mark.parametrize(
    "lost, original, percent",
    [(5, 24, 21), (6, 24, 25), (12, 24, 50), (25, 49, 52), (18, 24, 75), (101, 200, 51), (499, 2000, 24), (0, 24, 0)],
)
def test_percent_lost_never_completes_a_quarter_by_rounding(cs, lost, original, percent):
    assert percent_lost(cs.tables, lost, original) == percent
