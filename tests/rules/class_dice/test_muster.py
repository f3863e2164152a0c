"""Ratings from history's facts: every bundled battle, with a reason for each number."""

from collections import Counter
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from grognard.army.oob import Arm, Experience, Formation, Leader, Side, Unit
from grognard.kernel.errors import BadData
from grognard.scenarios import bundled
from grognard.scenarios.loading import load
from grognard.scenarios.model import Header, Scenario, Victory
from grognard.systems.class_dice.muster import leaders, muster
from grognard.systems.class_dice.terms import Rating, TroopClass, branch


def unit(**facts: Any) -> Unit:
    defaults: dict[str, Any] = {
        "id": "first", "name": "1/1", "arm": "infantry", "nation": "Bavarian", "men": 600, "experience": "trained",
        "position": (0, 0), "facing": 0, "formation": "line",
    }  # fmt: skip
    return Unit(**{**defaults, **facts})


def battle(*formations: Formation, year: int = 1809, ratings: dict[str, Any] | None = None) -> Scenario:
    side = Side("Army", "Bavarian", Leader("General", "superior"), "south", formations)
    top = Header("test", "Test", f"{year}-06-01", "nowhere", "", (1000, 1000), Victory(10))
    return Scenario(top, (side,), {}, {"class-dice": ratings or {}})


def one(year: int = 1809, ratings: dict[str, Any] | None = None, **facts: Any):
    brigade = Formation("Brigade", units=(unit(**facts),), commander=Leader("Brigadier", "poor"))
    return muster(battle(brigade, year=year, ratings={"first": ratings} if ratings else {}))[0]


@pytest.mark.rule("CD-unit", "CD-combat-worth", "CD-scale", "CD-ap-supply", "CD-leader-ratings")
@pytest.mark.parametrize("name", bundled())
def test_every_bundled_battle_musters(name):
    scenario = load(name)
    found = muster(scenario)
    led = leaders(scenario)
    assert [each.id for each in found] == [unit.id for side in scenario.sides for unit in side.all_units()]
    for each in found:
        assert 0 <= each.cw <= 19
        assert each.troop_class in get_args(TroopClass)
        assert bool(each.tubes) == (branch(each.arm) == "artillery") == (each.gun is not None)
        assert bool(each.castings) == bool(each.stands) == (branch(each.arm) != "artillery")
        assert each.ammunition == {"musket": 8, "rifle": 8, "carbine": 3}.get(each.weapon, each.ammunition)
        assert len(each.why) >= 2
        assert each.command in {leader.id for leader in led}
    for side in scenario.sides:
        assert [leader.level for leader in led if leader.side == side.name].count("army") == 1
    assert {leader.rating for leader in led} <= set(get_args(Rating))


@pytest.mark.rule("CD-division-activation", "CD-division-integrity")
@pytest.mark.parametrize("name", bundled())
def test_every_unit_is_in_one_division(name):
    scenario = load(name)
    found, led = muster(scenario), {leader.id: leader for leader in leaders(scenario)}
    for each in found:
        assert each.id in led[each.command].units
        assert led[each.command].side == each.side
    divisions = Counter(unit for leader in led.values() if leader.level == "division" for unit in leader.units)
    assert max(divisions.values(), default=1) == 1


@pytest.mark.rule("CD-cw-guideline")
@pytest.mark.parametrize(
    "experience, troop_class, cw",
    [("elite", "elite", 16), ("veteran", "line", 13), ("trained", "line", 11), ("conscript", "conscript", 7),
     ("militia", "conscript", 5)],
)  # fmt: skip
def test_what_experience_is_worth(experience, troop_class, cw):
    found = one(experience=experience)
    assert (found.troop_class, found.cw) == (troop_class, cw)


@pytest.mark.rule("CD-combat-worth")
@pytest.mark.parametrize("experience", get_args(Experience))
@pytest.mark.parametrize("arm", get_args(Arm))
def test_every_kind_of_unit_gets_a_rating(arm, experience):
    found = one(arm=arm, experience=experience, guns=6)
    assert 0 <= found.cw <= 19
    assert (found.troop_class == "conscript") == (experience in ("conscript", "militia"))


def test_guards_and_grenadiers_throw_the_dice_of_the_elite():
    assert [
        (one(arm=arm, experience="veteran").troop_class, one(arm=arm, experience="veteran").cw)
        for arm in ("guard", "grenadier", "infantry")
    ] == [("elite", 15), ("elite", 15), ("line", 13)]
    assert one(1812, arm="guard", experience="elite", nation="French").cw == 19
    assert one(1809, arm="irregular", experience="militia").cw == 1


@pytest.mark.parametrize(
    "year, facts, cw",
    [
        (1741, {"nation": "Prussian"}, 13), (1741, {"nation": "Prussian", "arm": "dragoons"}, 9),
        (1806, {"nation": "Prussian"}, 11), (1813, {"nation": "Prussian", "experience": "militia"}, 7),
        (1806, {"nation": "French", "experience": "veteran"}, 14), (1811, {"nation": "Spanish"}, 10),
        (1815, {"nation": "British"}, 12), (1815, {"nation": "King's German Legion", "experience": "veteran"}, 14),
        (1815, {"nation": "Belgian"}, 10), (1813, {"nation": "Saxon"}, 9), (1812, {"nation": "Russian"}, 12),
        (1809, {"arm": "heavy_cavalry"}, 12), (1809, {"arm": "horse_artillery", "guns": 6}, 12),
    ],
)  # fmt: skip
def test_nations_and_years(year, facts, cw):
    assert one(year, **facts).cw == cw


@pytest.mark.rule("CD-scale", "CD-infantry-stand", "CD-other-stands")
@pytest.mark.parametrize(
    "facts, castings, stands",
    [({"men": 600}, 10, 4), ({"men": 540}, 9, 3), ({"men": 30}, 1, 1), ({"men": 1440}, 24, 8),
     ({"men": 360, "arm": "light_cavalry"}, 6, 3)],
)  # fmt: skip
def test_castings_and_stands(facts, castings, stands):
    found = one(**facts)
    assert (found.castings, found.stands, found.tubes) == (castings, stands, 0)


@pytest.mark.rule("CD-unit")
def test_odd_sizes_are_left_as_history_has_them():
    assert any("outside the usual size of 2 to 9 stands" in why for why in one(men=60).why)
    assert not any("outside" in why for why in one(men=600).why)


GUNS = {
    ("12-pounder", "French", "foot_artillery"): ("12pdr", "12pdr_heavy"),
    ("12-pounder", "Austrian", "foot_artillery"): ("8pdr", "12pdr_light"),
    ("9-pounder", "British", "foot_artillery"): ("8pdr", "8pdr"),
    ("8-pounder", "French", "foot_artillery"): ("8pdr", "8pdr"),
    ("9-pounder", "British", "horse_artillery"): ("8pdr", "8pdr_horse"),
    ("6-pounder", "French", "foot_artillery"): ("6pdr", "6pdr"),
    ("7-pounder", "Prussian", "foot_artillery"): ("6pdr", "6pdr"),
    ("10-pounder", "Russian", "foot_artillery"): ("12pdr", "12pdr_heavy"),
    ("10-pounder", "Russian", "horse_artillery"): ("12pdr", "8pdr_horse"),
    ("5-pounder", "French", "horse_artillery"): ("6pdr", "6pdr_horse"),
    ("4-pounder", "French", "horse_artillery"): ("4pdr", "6pdr_horse"),
    ("4-pounder", "Spanish", "foot_artillery"): ("4pdr", "4pdr"),
    ("6-pounder", "Austrian", "foot_artillery"): ("4pdr", "4pdr"),
    ("4-pounder", "Austrian", "foot_artillery"): ("4pdr", "4pdr"),
    ("7-pounder", "Austrian", "horse_artillery"): ("4pdr", "6pdr_horse"),
    ("8-pounder", "Austrian", "horse_artillery"): ("8pdr", "8pdr_horse"),
    ("3-pounder", "Austrian", "foot_artillery"): ("austrian_3pdr", "4pdr"),
    ("", "French", "foot_artillery"): ("6pdr", "6pdr"),
    ("", "French", "horse_artillery"): ("4pdr", "6pdr_horse"),
}


@pytest.mark.rule("CD-range-artillery", "CD-move-artillery", "CD-ap-supply")
@pytest.mark.parametrize("calibre, nation, arm", list(GUNS))
def test_guns_by_their_calibre(calibre, nation, arm):
    found = one(arm=arm, nation=nation, calibre=calibre, guns=6, howitzers=2)
    assert (found.gun, found.carriage) == GUNS[calibre, nation, arm]
    assert (found.tubes, found.castings) == (8, 0)
    assert found.ammunition == {"foot_artillery": 20, "horse_artillery": 16}[arm]


@pytest.mark.rule("CD-range-artillery")
def test_batteries_of_howitzers():
    found = one(arm="foot_artillery", calibre="12-pounder", guns=1, howitzers=5)
    assert (found.gun, found.howitzers) == ("6pdr", True)


@pytest.mark.rule("CD-battalion-guns")
def test_battalion_guns():
    found = one(1741, nation="Prussian", battalion_guns=2, battalion_gun_calibre="3-pounder")
    assert (found.battalion_guns, found.battalion_gun, found.tubes) == (2, "4pdr", 0)
    assert one(nation="Austrian", battalion_guns=2).battalion_gun == "austrian_3pdr"


@pytest.mark.rule("CD-cavalry-fire", "CD-ap-supply", "CD-skirmish-screens")
@pytest.mark.parametrize(
    "facts, weapon, ammunition, light",
    [
        ({}, "musket", 8, False), ({"arm": "light_infantry", "weapons": ("rifle", "bayonet")}, "rifle", 8, True),
        ({"arm": "light_cavalry", "weapons": ("carbine", "sabre")}, "carbine", 3, False),
        ({"arm": "lancers", "weapons": ("lance",)}, "none", 0, False),
        ({"arm": "irregular", "weapons": ("lance",)}, "none", 0, True),
    ],
)  # fmt: skip
def test_what_they_fire(facts, weapon, ammunition, light):
    found = one(**facts)
    assert (found.weapon, found.ammunition, found.light) == (weapon, ammunition, light)


@pytest.mark.rule("CD-formations")
@pytest.mark.parametrize(
    "facts, formation",
    [
        ({"formation": "attack_column"}, "column"), ({"formation": "march_column"}, "road"),
        ({"formation": "open_square"}, "square"), ({"formation": "open_order"}, "general"),
        ({"formation": "garrison"}, "line"), ({"arm": "foot_artillery", "formation": "unlimbered"}, "unlimbered"),
        ({"arm": "foot_artillery", "formation": "march_column"}, "limbered"),
        ({"arm": "light_cavalry", "formation": "column_of_squadrons"}, "column"),
    ],
)  # fmt: skip
def test_the_formation_it_begins_in(facts, formation):
    assert one(**facts).formation == formation


def test_the_battle_has_the_last_word():
    found = one(ratings={"cw": 3, "troop_class": "elite"})
    assert (found.cw, found.troop_class) == (3, "elite")
    assert found.why[-2:] == ("cw: ratings/class-dice.toml", "troop_class: ratings/class-dice.toml")
    with pytest.raises(BadData, match="no field 'size'"):
        one(ratings={"size": 3})
    with pytest.raises(BadData, match="no unit of this id"):
        muster(battle(Formation("B", units=(unit(),)), ratings={"nobody": {"cw": 3}}))


@pytest.mark.rule("CD-leader-ratings")
def test_leaders_by_history():
    brigade = Formation("B", units=(unit(),), commander=Leader("Brigadier", "poor"))
    found = {each.name: (each.level, each.rating) for each in leaders(battle(brigade))}
    assert found == {"General": ("army", "excellent"), "Brigadier": ("division", "poor")}
    named = {each.name: each.rating for each in leaders(load("quatre-bras"))}
    assert named["Field Marshal the Duke of Wellington"] == "superior"
    assert named["Marshal Ney"] == "good"
    given = battle(brigade, ratings={"commanders": {"General": "good"}})
    assert {each.name: each.rating for each in leaders(given)}["General"] == "good"
    for wrong in ({"Nobody": "good"}, {"General": "fair"}):
        with pytest.raises(BadData, match="commanders"):
            leaders(battle(brigade, ratings={"commanders": wrong}))


@pytest.mark.rule("CD-division-activation")
def test_commands_of_quatre_bras_and_albuera():
    quatre_bras = {each.id: each for each in muster(load("quatre-bras"))}
    led = {leader.id: leader for leader in leaders(load("quatre-bras"))}
    brunswick = {each.command for each in quatre_bras.values() if "runswick" in each.brigade}
    assert {led[command].name for command in brunswick} == {"Duke Frederick William of Brunswick"}
    albuera = load("albuera")
    names = {leader.id: leader.name for leader in leaders(albuera)}
    colborne = next(each for each in muster(albuera) if "Colborne" in each.brigade)
    assert names[colborne.command] == "Major-General William Stewart"
    assert "Lieutenant-Colonel John Colborne" not in names.values()


@pytest.mark.rule("CD-division-activation")
def test_what_stands_under_nobody_is_the_army_commanders_reserve():
    scenario = battle(Formation("Reserve", units=(unit(),)))
    (found,) = muster(scenario)
    (general,) = leaders(scenario)
    assert (found.command, general.level, general.units) == (general.id, "army", ("first",))
    corps = Formation("Corps", level="corps", commander=Leader("Marshal"), units=(unit(),))
    with_corps = replace(scenario, sides=(replace(scenario.sides[0], formations=(corps,)),))
    assert {each.name: each.level for each in leaders(with_corps)} == {"General": "army", "Marshal": "corps"}
    assert muster(with_corps)[0].command == "marshal"
