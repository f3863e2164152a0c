"""Guns: every range of every nation, the bands, heavy and light guns, how batteries move."""

import pytest

GUNS = {"arm": "foot_artillery", "formation": "unlimbered"}
RANGES = {
    ("austria", "3_pounder"): (6, 9, 12, 30),
    ("austria", "6_pounder"): (6, 12, 15, 33),
    ("austria", "12_pounder"): (6, 10, 21, 40),
    ("britain", "3_pounder"): (6, 9, 12, 36),
    ("britain", "6_pounder"): (6, 12, 21, 42),
    ("britain", "9_pounder"): (6, 15, 24, 48),
    ("france", "4_pounder"): (6, 12, 21, 39),
    ("france", "6_pounder"): (6, 15, 24, 48),
    ("france", "8_pounder"): (6, 18, 23, 48),
    ("france", "12_pounder"): (6, 18, 30, 56),
    ("prussia", "3_pounder"): (6, 9, 15, 33),
    ("prussia", "6_pounder"): (6, 12, 27, 48),
    ("prussia", "12_pounder"): (6, 18, 20, 62),
    ("russia", "6_pounder"): (6, 12, 24, 48),
    ("russia", "12_pounder"): (6, 18, 24, 62),
}
BANDS = ("close_canister", "canister", "effective", "long")


@pytest.mark.rule("BP-ART-4")
@pytest.mark.parametrize("nation, gun", RANGES)
def test_every_range_of_every_nation(outcome, nation, gun):
    limits = RANGES[nation, gun]
    for band, limit, beyond in zip(BANDS, limits, (*BANDS[1:], "none"), strict=True):
        assert outcome("gun-range", nation=nation, gun=gun, distance=limit).band == band
        assert outcome("gun-range", nation=nation, gun=gun, distance=limit + 1).band == beyond


@pytest.mark.rule("BP-ART-4")
def test_no_other_guns_are_in_the_table(refusal):
    for nation in ("austria", "britain", "france", "prussia", "russia"):
        for gun in ("3_pounder", "4_pounder", "6_pounder", "8_pounder", "9_pounder", "12_pounder"):
            known = (nation, gun) in RANGES
            assert refusal("gun-range", nation=nation, gun=gun, distance=5) == ("" if known else "BP-ART-4")
            assert refusal("artillery", facts={"ours.nation": nation, "ours.gun": gun, "ours.distance": 5}) == (
                "" if known else "BP-ART-4"
            )


@pytest.mark.rule("BP-ART-4", "BP-ART-1")
@pytest.mark.parametrize(
    "nation, gun, distance, band, dice",
    [
        ("austria", "12_pounder", 11, "effective", 2),
        ("prussia", "12_pounder", 21, "long", 1),
        ("austria", "3_pounder", 31, "none", 0),
    ],
)
def test_ledger_ranges(outcome, nation, gun, distance, band, dice):
    found = outcome("gun-range", nation=nation, gun=gun, distance=distance)
    assert (found.band, found.dice) == (band, dice)


@pytest.mark.rule("BP-ART-4")
def test_guns_do_not_fire_beyond_long_range(refusal):
    assert refusal("artillery", facts={"ours.distance": 48}) == ""
    assert refusal("artillery", facts={"ours.distance": 49}) == "BP-SHOOT-2"


@pytest.mark.rule("BP-ART-1")
@pytest.mark.parametrize(
    "distance, band, dice, to_hit, save",
    [
        (6, "close_canister", 3, 1, -2),
        (15, "canister", 3, 0, -2),
        (24, "effective", 2, 0, -2),
        (48, "long", 1, -1, -1),
    ],
)
def test_the_bands(outcome, fire, distance, band, dice, to_hit, save):
    assert outcome("gun-range", nation="france", gun="6_pounder", distance=distance) == (band, dice, to_hit, save)
    found = fire("artillery", [1] * dice, {**GUNS, "distance": distance})
    assert found[3:] == (to_hit, save)


@pytest.mark.rule("BP-ART-1")
@pytest.mark.parametrize(
    "distance, thrown, expected",
    [
        (5, [3, 4, 2, 5, 6], (2, 1, False, 1, -2)),
        (24, [4, 3, 5], (1, 1, False, 0, -2)),
        (30, [5, 4], (1, 1, False, -1, -1)),
    ],
)
def test_ledger_fires_of_a_french_six_pounder(fire, distance, thrown, expected):
    assert fire("artillery", thrown, {**GUNS, "distance": distance}, {"morale": 4}) == expected


@pytest.mark.rule("BP-ART-1", "BP-UNIT-2")
@pytest.mark.parametrize("size, dice", [("large", (4, 4, 3, 2)), ("small", (2, 2, 1, 1)), ("tiny", (1, 1, 1, 1))])
def test_dice_by_the_size_of_a_battery(outcome, size, dice):
    for distance, number in zip((6, 15, 24, 48), dice, strict=True):
        assert outcome("gun-range", nation="france", gun="6_pounder", distance=distance, size=size).dice == number


@pytest.mark.rule("BP-ART-2")
@pytest.mark.parametrize(
    "nation, gun, distance, thrown, expected",
    [
        ("russia", "12_pounder", 50, [4, 4], (1, 1, False, 0, -1)),
        ("britain", "9_pounder", 48, [4, 5], (1, 0, False, 0, -1)),
        ("france", "8_pounder", 48, [4], (0, 0, False, -1, -1)),
    ],
)
def test_heavy_guns_at_long_range(fire, nation, gun, distance, thrown, expected):
    ours = {**GUNS, "nation": nation, "gun": gun, "distance": distance}
    assert fire("artillery", thrown, ours, {"morale": 4}) == expected


@pytest.mark.rule("BP-ART-3")
def test_light_guns_at_effective_range(fire):
    four = {**GUNS, "nation": "france", "gun": "4_pounder"}
    assert fire("artillery", [4, 1, 5], {**four, "distance": 20}, {"morale": 4}) == (1, 0, False, 0, -1)
    assert fire("artillery", [1, 1, 1], {**four, "distance": 12})[4] == -2
    assert fire("artillery", [1], {**four, "distance": 39})[4] == -1
    three = {**GUNS, "nation": "austria", "gun": "3_pounder"}
    assert fire("artillery", [1, 1], {**three, "distance": 12})[4] == -1


@pytest.mark.rule("BP-ART-5")
@pytest.mark.parametrize(
    "gun, kind",
    [
        ("3_pounder", "light"),
        ("4_pounder", "light"),
        ("6_pounder", "medium"),
        ("8_pounder", "medium"),
        ("9_pounder", "heavy"),
        ("12_pounder", "heavy"),
    ],
)
def test_classes_of_guns(outcome, gun, kind):
    assert outcome("gun-class", gun=gun).gun_class == kind


@pytest.mark.rule("BP-ART-6")
@pytest.mark.parametrize(
    "facts, inches",
    [
        ({"battery": "horse", "moves": 2}, 36),
        ({"battery": "horse", "limbered": False}, 6),
        ({"battery": "foot"}, 12),
        ({"battery": "foot", "limbered": False}, 6),
        ({"battery": "foot", "limbered": False, "gun_class": "light"}, 12),
        ({"battery": "horse", "limbered": False, "gun_class": "light"}, 12),
        ({"battery": "foot", "limbered": False, "gun_class": "heavy", "moves": 3}, 18),
    ],
)
def test_how_far_batteries_move(outcome, facts, inches):
    assert outcome("battery-move", **facts).inches == inches


@pytest.mark.rule("BP-ARTM-6", "BP-ART-1")
@pytest.mark.parametrize("nation, added, hits", [("france", -1, 1), ("britain", 0, 2)])
def test_fire_after_a_prolong(fire, nation, added, hits):
    ours = {**GUNS, "nation": nation, "distance": 20, "prolonged": True}
    found = fire("artillery", [4, 5, *[6] * hits], ours)
    assert (found[0], found[3]) == (hits, added)


@pytest.mark.rule("BP-SHOOT-6", "BP-ART-1")
def test_closing_fire_of_guns_is_close_canister_with_one_bonus(fire):
    found = fire("artillery", [3, 1, 1, 6], {**GUNS, "closing": True, "distance": 20}, {"morale": 4})
    assert found == (1, 0, False, 1, -2)


@pytest.mark.rule("BP-SHELT-2")
def test_gunners_who_will_run_fire_two_dice(fire):
    ours = {**GUNS, "closing": True, "sheltering": True}
    on = "sheltering"
    assert fire("artillery", [3, 4, 5], ours, {"morale": 4}, on) == (1, 1, False, 0, -2)
    light = {**ours, "nation": "france", "gun": "4_pounder"}
    assert fire("artillery", [3, 4, 5], light, {"morale": 4}, on) == (1, 1, False, 0, -2)
