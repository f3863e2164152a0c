"""Other readings of command, movement and formations: each changes what it says."""

from typing import Any

import pytest


@pytest.fixture
def pair(roll):
    """`pair("variant", "check", [dice], **facts)`: the outcome as the rules stand, and under the variant."""

    def make(variant: str, check: str, dice: list[int] | None = None, base: str = "", **facts: Any) -> tuple[Any, Any]:
        return roll(check, dice, facts=facts, variant=base).outcome, roll(
            check, dice, facts=facts, variant=variant
        ).outcome

    return make


@pytest.mark.rule("BP-CMD-1")
def test_clamped_rating(pair):
    facts = {"staff": 10, "formations": "march_column", "on_road": True}
    assert [each.staff for each in pair("clamped-rating", "command", [1, 1], **facts)] == [12, 10]
    assert [each.staff for each in pair("clamped-rating", "command", [6, 5], staff=5, distance=36)] == [2, 5]


@pytest.mark.rule("BP-CMD-4")
def test_general_any_time(pair):
    assert [each.speaks for each in pair("general-any-time", "speaker", general=True, others=2)] == [False, True]


@pytest.mark.rule("BP-MASS-3")
def test_massed_saves_in_melee(pair):
    found = pair("massed-saves-in-melee", "massed-save", wound="hand_to_hand")
    assert [each.column_save for each in found] == [True, False]
    facts = {"hits": 1, "formation": "attack_column", "massed": True, "wound": "hand_to_hand"}
    assert [each.casualties for each in pair("massed-saves-in-melee", "saves", [3], **facts)] == [0, 1]


@pytest.mark.rule("BP-MASS-6")
def test_stagger_on_hold(pair):
    found = pair("stagger-on-hold", "staggered", enemy="hold", tested=False)
    assert [each.disordered for each in found] == [True, False]


@pytest.mark.rule("BP-MIXED-2")
def test_mixed_column_is_deep(pair, both):
    facts = {"hits": 1, "formation": "mixed_attack_column"}
    assert [each.casualties for each in pair("mixed-column-is-deep", "saves", [3], **facts)] == [1, 0]
    guns, target = {"arm": "foot_artillery", "distance": 12}, {"formation": "mixed_attack_column", "zone": "rear"}
    hits = [
        both("artillery", [3, 1, 1, *saves], guns, target, variant).outcome.casualties
        for variant, saves in (("", ()), ("mixed-column-is-deep", (1,)))
    ]
    assert hits == [0, 1]


@pytest.mark.rule("BP-GRANDE-10")
def test_square_by_choice(pair):
    facts = {"charged_by": "cavalry", "light_infantry": True}
    assert [each.forms for each in pair("square-by-choice", "grande-bande-charged", [4], **facts)] == ["square", ""]
    chosen = pair("square-by-choice", "grande-bande-charged", [4], **facts, reforms=True)
    assert [each.forms for each in chosen] == ["square", "square"]


@pytest.mark.rule("BP-MEAS-1")
def test_sixty_six_percent(pair):
    found = pair("sixty-six-percent", "measure", base="measuring-66", inches=100)
    assert [round(each.inches, 2) for each in found] == [66.67, 66]


@pytest.mark.rule("BP-RET-1")
def test_retire_by_length(pair):
    found = pair("retire-by-length", "retire-distance", base="retire-moves", gap=5)
    assert [round(each.inches, 2) for each in found] == [7.1, 12.1]


@pytest.mark.rule("BP-FRIC-6")
def test_skirmishers_threaten_less(pair):
    guns = {"enemy": "artillery", "enemy_formation": "unlimbered", "formation": "skirmish", "distance": 12}
    found = pair("skirmishers-threaten-less", "engagement", base="friction-zones", **guns)
    assert [each.state for each in found] == ["engaged", "threatened"]


@pytest.mark.rule("BP-WOODS-9")
def test_woods_save_under_fire(pair):
    facts = {"hits": 1, "formation": "skirmish", "terrain": "woods"}
    assert [each.casualties for each in pair("woods-save-under-fire", "saves", [3], **facts)] == [1, 0]


@pytest.mark.rule("BP-CAVF-5")
def test_shaken_lines_save(pair):
    facts = {"hits": 1, "arm": "light_cavalry", "by": "cavalry", "wound": "hand_to_hand", "shaken": True}
    found = pair("shaken-lines-save", "saves", [3], base="cavalry-formations", **facts)
    assert [each.casualties for each in found] == [1, 0]


@pytest.mark.rule("BP-ARTM-7", "BP-ARTM-9")
@pytest.mark.parametrize("variant, how", [("heavy-guns-prolong", "prolong"), ("heavy-guns-by-hand", "hand_haul")])
def test_where_heavy_guns_are_unreliable(pair, variant, how):
    facts = {"arm": "foot_artillery", "formations": "unlimbered", "guns": "heavy", "how": how}
    assert [each.moves for each in pair(variant, "command", [4, 4], **facts)] == [0, 1]
    other = "hand_haul" if how == "prolong" else "prolong"
    assert [each.moves for each in pair(variant, "command", [4, 4], **{**facts, "how": other})] == [0, 0]


@pytest.mark.rule("BP-UNIT-3")
def test_lists_that_differ(pair):
    assert [each.hand_to_hand for each in pair("nine-dice-heavies", "profile", arm="heavy_cavalry")] == [8, 9]
    assert [each.stamina for each in pair("stout-horse-guns", "profile", arm="horse_artillery")] == [1, 2]


@pytest.mark.rule("BP-FORM-3")
def test_screens_fire_all(pair):
    found = pair("screens-fire-all", "formation", formation="mixed_line", shooting=3)
    assert [each.skirmish for each in found] == [1, 3]


@pytest.mark.rule("BP-ARMY-2")
def test_play_on(pair):
    assert [each.goes_on for each in pair("play-on", "army-morale", brigades=2, broken=1)] == [False, True]
