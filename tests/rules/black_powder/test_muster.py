"""Ratings from history's facts: every bundled battle, with a reason for each number."""

from typing import Any, get_args

import pytest

from grognard.army.oob import Arm, Experience, Formation, Leader, Side, Unit
from grognard.kernel.errors import BadData
from grognard.scenarios import bundled
from grognard.scenarios.loading import load
from grognard.scenarios.model import Header, Scenario, Victory
from grognard.systems.black_powder.muster import leaders, muster
from grognard.systems.black_powder.terms import Special, branch


def unit(**facts: Any) -> Unit:
    defaults: dict[str, Any] = {
        "id": "first", "name": "1/1", "arm": "infantry", "nation": "Bavarian", "men": 600, "experience": "trained",
        "position": (0, 0), "facing": 0, "formation": "line",
    }  # fmt: skip
    return Unit(**{**defaults, **facts})


def battle(*formations: Formation, year: int = 1809, ratings: dict[str, Any] | None = None) -> Scenario:
    side = Side("Army", "Bavarian", Leader("General", "superior"), "south", formations)
    top = Header("test", "Test", f"{year}-06-01", "nowhere", "", (1000, 1000), Victory(10))
    return Scenario(top, (side,), {}, {"black-powder": ratings or {}})


def one(year: int = 1809, ratings: dict[str, Any] | None = None, **facts: Any):
    brigade = Formation("Brigade", units=(unit(**facts),), commander=Leader("Brigadier", "poor"))
    return muster(battle(brigade, year=year, ratings={"first": ratings} if ratings else {}))[0]


@pytest.mark.rule("BP-UNIT-1", "BP-UNIT-3", "BP-CMD-1", "BP-ART-4")
@pytest.mark.parametrize("name", bundled())
def test_every_bundled_battle_musters(name):
    scenario = load(name)
    found, led = muster(scenario), leaders(scenario)
    assert [each.id for each in found] == [unit.id for side in scenario.sides for unit in side.all_units()]
    for each in found:
        assert each.morale in (3, 4, 5)
        assert each.stamina >= 1
        assert set(each.special) <= set(get_args(Special))
        assert each.command in {leader.id for leader in led}
        assert len(each.why) >= 3
        assert bool(each.weapon) <= (branch(each.arm) == "infantry")
        guns = branch(each.arm) == "artillery"
        assert guns == (each.formation in ("limbered", "unlimbered"))
    for side in scenario.sides:
        assert [leader.level for leader in led if leader.side == side.name].count("army") == 1
    assert all(5 <= leader.staff <= 10 and leader.why for leader in led)


@pytest.mark.rule("BP-UNIT-2", "BP-SKIRM-1")
@pytest.mark.parametrize(
    "men, size, profile",
    [
        (99, "tiny", (1, 1, 1)),
        (100, "small", (4, 2, 2)),
        (399, "small", (4, 2, 2)),
        (400, "standard", (6, 3, 3)),
        (799, "standard", (6, 3, 3)),
        (800, "large", (8, 4, 4)),
    ],
)
def test_sizes_of_foot(men, size, profile):
    found = one(men=men)
    assert (found.size, (found.hand_to_hand, found.shooting, found.stamina)) == (size, profile)
    assert found.formation == ("skirmish" if men == 99 else "line")


@pytest.mark.rule("BP-UNIT-2", "BP-BASE-1")
@pytest.mark.parametrize("guns, size", [(2, "small"), (4, "small"), (5, "standard"), (9, "standard"), (10, "large")])
def test_sizes_of_batteries(guns, size):
    found = one(arm="foot_artillery", men=100, guns=guns, calibre="6-pounder", formation="limbered")
    assert (found.size, found.formation, found.weapon) == (size, "limbered", "")


@pytest.mark.rule("BP-UNIT-3")
@pytest.mark.parametrize(
    "experience, morale", [("elite", 3), ("veteran", 3), ("trained", 4), ("conscript", 5), ("militia", 5)]
)
def test_experience_is_morale(experience, morale):
    assert one(experience=experience).morale == morale


@pytest.mark.rule("BP-UNIT-3", "BP-SPEC-3", "BP-SPEC-4")
@pytest.mark.parametrize(
    "arm, plays, dice, special",
    [
        ("heavy_cavalry", "heavy_cavalry", 8, "heavy_cavalry"),
        ("lancers", "light_cavalry", 6, "lancers"),
        ("dragoons", "light_cavalry", 6, "tough_fighters"),
        ("light_cavalry", "light_cavalry", 6, "marauders"),
    ],
)
def test_horse(arm, plays, dice, special):
    found = one(arm=arm, men=300)
    assert (found.arm, found.hand_to_hand, found.shooting) == (plays, dice, 0)
    assert special in found.special


@pytest.mark.rule("BP-ART-4")
@pytest.mark.parametrize(
    "nation, calibre, row, gun",
    [
        ("French", "8-pounder", "france", "8_pounder"),
        ("Prussian", "12-pounder", "prussia", "12_pounder"),
        ("Russian", "6-pounder", "russia", "6_pounder"),
        ("Austrian", "", "austria", "6_pounder"),
        ("Hanoverian", "9-pounder", "britain", "9_pounder"),
        ("British", "4-pounder", "britain", "3_pounder"),
        ("Spanish", "4-pounder", "france", "4_pounder"),
    ],
)
def test_guns_find_a_row_of_the_range_table(nation, calibre, row, gun):
    found = one(arm="foot_artillery", men=100, guns=6, calibre=calibre, formation="unlimbered", nation=nation)
    assert (found.nation, found.gun) == (row, gun)


@pytest.mark.rule("BP-GRANDE-1", "BP-GRANDE-6")
def test_light_infantry_in_open_order_begins_as_a_grande_bande():
    found = one(arm="light_infantry", formation="open_order")
    assert found.formation == "grande_bande"
    assert "light_infantry" in found.special
    assert one(arm="infantry", formation="open_order").special == ()


@pytest.mark.rule("BP-SPEC-11")
def test_nations_and_years_add_special_rules():
    assert "first_fire" in one(nation="British", year=1806).special
    assert "first_fire" not in one(nation="British", year=1840).special
    assert "stubborn" in one(nation="Russian", year=1812).special
    assert "stubborn" not in one(nation="Prussian", year=1812).special


@pytest.mark.rule("BP-CMD-1")
def test_staff_ratings():
    brigades = [
        Formation(f"Brigade {i}", units=(unit(id=f"u{i}"),), commander=Leader(name, rating))
        for i, (name, rating) in enumerate([("A", "superior"), ("B", "average"), ("C", "poor"), ("Davout", "superior")])
    ]
    found = {leader.name: leader.staff for leader in leaders(battle(*brigades))}
    assert found == {"A": 9, "B": 8, "C": 7, "Davout": 10, "General": 9}


@pytest.mark.rule("BP-UNIT-3")
def test_a_battle_has_the_last_word():
    assert one(ratings={"morale": 3}).morale == 3
    with pytest.raises(BadData, match="no field 'courage'"):
        one(ratings={"courage": 9})
    with pytest.raises(BadData, match="no special rule 'brave'"):
        one(ratings={"special": ["brave"]})


@pytest.mark.parametrize("arm", get_args(Arm))
@pytest.mark.parametrize("experience", get_args(Experience))
def test_everybody_musters(arm, experience):
    guns = {"guns": 6, "formation": "limbered"} if arm.endswith("artillery") else {}
    found = one(arm=arm, experience=experience, **guns)
    assert found.why
