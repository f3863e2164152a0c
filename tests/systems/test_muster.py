"""Ratings from history's facts: would a player who knows the period nod?"""

import json
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from grognard import systems
from grognard.army.oob import Arm, Experience, Formation, Leader, Pieces, Side, Unit
from grognard.kernel.errors import BadData
from grognard.scenarios import bundled
from grognard.scenarios.loading import load
from grognard.scenarios.model import Header, Scenario, Victory
from grognard.systems.cold_steel.judgement import judgement, plain_nation
from grognard.systems.cold_steel.muster import commanders, muster
from grognard.systems.cold_steel.terms import DISCIPLINES


def unit(**facts: Any) -> Unit:
    defaults: dict[str, Any] = {
        "id": "first", "name": "1/1", "arm": "infantry", "nation": "French", "men": 600, "experience": "trained",
        "position": (0, 0), "facing": 0, "formation": "line",
    }  # fmt: skip
    return Unit(**{**defaults, **facts})


def battle(*units: Unit, year: int = 1809, ratings: dict[str, Any] | None = None, **header: Any) -> Scenario:
    brigade = Formation("Brigade", units=units, commander=Leader("Brigadier", "poor"))
    side = Side("Army", "French", Leader("General", "superior"), "south", (brigade,))
    top = Header("test", "Test", f"{year}-06-01", "nowhere", "", (1000, 1000), Victory(10), **header)
    return Scenario(top, (side,), {}, {"cold-steel": ratings or {}})


def one(year: int = 1809, ratings: dict[str, Any] | None = None, header: dict[str, Any] | None = None, **facts: Any):
    given = {"first": ratings} if ratings else {}
    return muster(battle(unit(**facts), year=year, ratings=given, **(header or {})))[0]


def better(one: str, other: str) -> bool:
    return DISCIPLINES.index(one) < DISCIPLINES.index(other)


@pytest.mark.rule("CS-1.4.1a", "CS-1.4.2")
@pytest.mark.parametrize("experience", get_args(Experience))
@pytest.mark.parametrize("arm", get_args(Arm))
def test_every_kind_of_unit_gets_ratings_the_rules_accept(arm, experience):
    facts = {"guns": 6, "calibre": "6-pounder"} if arm.endswith("artillery") else {}
    rated = one(arm=arm, experience=experience, **facts)
    low, high = (7, 16) if experience in ("elite", "veteran", "trained") else (2, 10)
    assert low <= rated.morale_rating <= high
    assert (rated.discipline == "none") == (arm == "irregular") == rated.irregular
    classes = {row["morale_class"]: row for row in systems.rules("cold-steel").tables.value("CS-1.4.1a", "rows")}
    assert classes[rated.morale_class]["from"] <= rated.morale_rating <= classes[rated.morale_class]["to"]


def test_the_old_guard_stands_above_all_and_conscripts_below_the_line():
    guard = one(1813, arm="guard", experience="elite")
    line = one(1813)
    boys = one(1813, experience="conscript")
    assert (guard.morale_rating, guard.morale_class, guard.discipline) == (16, "elite", "hardened")
    assert guard.morale_rating > line.morale_rating > boys.morale_rating
    assert better(guard.discipline, line.discipline)
    assert better(line.discipline, boys.discipline)


def test_prussian_musketeers_of_1806_are_well_drilled_but_only_average():
    prussian, french = one(1806, nation="Prussian"), one(1806, experience="veteran")
    assert (prussian.discipline, prussian.morale_class) == ("disciplined", "average")
    assert french.morale_rating > prussian.morale_rating + 2
    assert one(1813, nation="Prussian").discipline == "trained"


def test_conscripts_of_1813_have_less_drill_than_those_of_1809_and_no_less_heart():
    early, late = one(1809, experience="conscript"), one(1813, experience="conscript")
    assert better(early.discipline, late.discipline)
    assert early.morale_rating == late.morale_rating


def test_landwehr_of_1813_has_more_heart_than_other_militia():
    landwehr = one(1813, nation="Prussian", experience="militia", name="I/3rd Kurmark Landwehr")
    others = one(1813, nation="Prussian", experience="militia", name="town guard")
    assert landwehr.morale_rating == others.morale_rating + 2
    assert landwehr.discipline == "militia"


def test_spanish_foot_of_1811_stands_but_cannot_manoeuvre():
    spanish, british = one(1811, nation="Spanish"), one(1811, nation="British")
    assert spanish.morale_class == "average"
    assert better("trained", spanish.discipline)
    assert british.morale_rating > spanish.morale_rating
    assert better(one(1795, nation="Spanish").discipline, spanish.discipline)


def test_a_rating_tells_how_it_came_about():
    why = one(1806, nation="Prussian").why
    assert any("parade drill" in reason for reason in why)
    assert sum("morale -1" in reason for reason in why) == 1


@pytest.mark.rule("CS-1.4.1c")
def test_units_start_resolute_unless_the_battle_says_otherwise():
    assert one().status == "resolute"
    assert one(ratings={"status": "wavering"}).status == "wavering"


@pytest.mark.rule("CS-1.7a")
@pytest.mark.parametrize("scale, men, figures", [(20, 600, 30), (30, 600, 20), (60, 600, 10), (20, 31, 2), (60, 5, 1)])
def test_figures_by_scale(scale, men, figures):
    assert one(men=men, header={"figure_scale": scale}).figures == figures


@pytest.mark.parametrize(
    "arm, armament, weapon",
    [
        ("infantry", "", "musket"),
        ("infantry", "musket and bayonet (ten riflemen a company)", "musket"),
        ("light_infantry", "half rifle, half musket", "musket"),
        ("light_infantry", "Baker rifle", "rifle"),
        ("dragoons", "straight sword and musketoon", "carbine"),
        ("dragoons", "sword, pistols, carbine", "carbine"),
        ("dragoons", "pistols, a brace of carbines somewhere", "pistol"),
        ("heavy_cavalry", "straight sword, pistols", "pistol"),
        ("heavy_cavalry", "straight sword, cuirass", "none"),
        ("lancers", "lance and sabre", "none"),
        ("light_cavalry", "", "carbine"),
        ("irregular", "bow and arrows", "bow"),
        ("foot_artillery", "", "none"),
    ],
)
def test_small_arms_from_the_armament_in_words(arm, armament, weapon):
    assert one(arm=arm, armament=armament).weapon == weapon


@pytest.mark.rule("CS-9.2.1h")
@pytest.mark.parametrize(
    "arm, weapons, fires, hand_to_hand",
    [
        ("infantry", (), "musket", "usual"),
        ("infantry", ("musket", "bayonet"), "musket", "bayonet"),
        ("infantry", ("musket",), "musket", "none"),
        ("infantry", ("musket", "sword", "bayonet"), "musket", "bayonet"),
        ("irregular", ("musket", "axe"), "musket", "melee"),
        ("irregular", ("pike",), "none", "melee"),
        ("light_infantry", ("rifle", "musket", "bayonet"), "rifle", "bayonet"),
        ("dragoons", ("carbine", "pistol", "sword"), "carbine", "melee"),
        ("lancers", ("lance", "sabre"), "none", "melee"),
        ("foot_artillery", ("rocket",), "none", "usual"),
    ],
)
def test_weapons_as_data(arm, weapons, fires, hand_to_hand):
    rated = one(arm=arm, weapons=weapons)
    assert (rated.weapon, rated.hand_to_hand, rated.rockets) == (fires, hand_to_hand, weapons == ("rocket",))


@pytest.mark.rule("CS-9.2.1h")
def test_words_about_weapons_that_they_had_are_no_weapons():
    """Landwehr had +3 for the pikes that some of them, says the text, had lately given up."""
    told = "musket, many old or foreign patterns; some third-rank men had only lately given up pikes"
    assert one(armament=told).hand_to_hand == "bayonet"
    landwehr = [unit for unit in muster(load(bundled()["hagelberg"])) if "Landwehr" in unit.name]
    assert len(landwehr) >= 14
    assert {unit.hand_to_hand for unit in landwehr if unit.arm == "infantry"} == {"bayonet"}


@pytest.mark.rule("CS-8.2.2i")
def test_how_a_unit_was_taught_to_fire():
    assert one().musketry == ""
    assert one(weapons=("rifle", "bayonet")).musketry == "trained_to_aim"
    assert one(ratings={"weapon": "rifle"}).musketry == "trained_to_aim"
    assert one(musketry="trained_to_aim").musketry == "trained_to_aim"
    assert one(arm="irregular", musketry="unaccustomed").musketry == "unaccustomed"
    assert one(weapons=("rifle",), ratings={"musketry": ""}).musketry == ""


@pytest.mark.rule("CS-A.2i")
@pytest.mark.parametrize(
    "nation, year, drill",
    [
        ("French", 1807, "french_1791"),
        ("French", 1809, "french_1808"),
        ("Prussian", 1741, "prussian_1788"),
        ("Prussian", 1806, "prussian_1799"),
        ("King's German Legion", 1811, "british"),
        ("Canadian", 1813, "british"),
        ("Canadian", 1759, "french_1791"),
        ("Scottish", 1746, "french_1791"),
        ("Russian-German Legion", 1813, "prussian_1808"),
        ("Belgian", 1815, "french_1808"),
        ("Saxon", 1813, "french_1808"),
        ("Swiss", 1806, "french_1791"),
    ],
)
def test_drill_by_nation_and_year(nation, year, drill):
    assert one(year, nation=nation).drill == drill


def test_only_formed_infantry_has_a_drill():
    assert one(arm="light_cavalry").drill == one(arm="irregular").drill == one(arm="foot_artillery").drill == "none"


@pytest.mark.parametrize("calibre, pounds", [("6-pounder", 6), ("12 pdr", 12), ("4- and 8-pounder", 8), ("", 6)])
def test_gun_weights(calibre, pounds):
    assert one(arm="foot_artillery", guns=6, calibre=calibre).gun_pounds == pounds


@pytest.mark.parametrize("some, others, pounds", [((2, 12), (4, 8), 8), ((3, 12), (2, 18), 12), ((2, 12), (2, 8), 12)])
def test_a_mixed_battery_counts_by_what_most_of_its_guns_are(some, others, pounds):
    mixed = Pieces(*some), Pieces(*others)
    rated = one(arm="foot_artillery", guns=some[0] + others[0], pieces=mixed, calibre="3-pounder")
    assert rated.gun_pounds == pounds


def test_battalion_guns_are_weighed_apart():
    rated = one(battalion_guns=2, battalion_gun_calibre="4-pounder")
    assert (rated.gun_pounds, rated.battalion_gun_pounds) == (0, 4)


def test_light_cavalry_is_told_from_the_rest():
    assert one(arm="light_cavalry").light_cavalry
    assert one(arm="lancers").light_cavalry
    assert not one(arm="dragoons").light_cavalry
    assert not one(arm="light_infantry").light_cavalry


def test_the_battle_has_the_last_word():
    rated = one(ratings={"morale_rating": 3, "discipline": "rabble", "drill": "russian"})
    assert (rated.morale_rating, rated.morale_class, rated.discipline, rated.drill) == (3, "mob", "rabble", "russian")
    assert "morale_rating: ratings/cold-steel.toml" in rated.why


@pytest.mark.rule("CS-1.4.3")
def test_a_unit_made_irregular_loses_its_discipline():
    assert one(ratings={"irregular": True}).discipline == "none"
    with pytest.raises(BadData, match=r"ratings/cold-steel.toml, first: irregulars .*CS-1\.4\.3"):
        one(ratings={"irregular": True, "discipline": "trained"})


@pytest.mark.parametrize(
    "ratings, message",
    [
        ({"morale_rating": 17}, "first: .*<= 16.*morale_rating"),
        ({"discipline": "superb"}, "first: .*superb.*discipline"),
        ({"moral": 9}, "first: .*moral.*its fields are morale_rating"),
        ({"discipline": "none"}, r"first: a regular unit needs a discipline rating"),
    ],
)
def test_a_wrong_rating_is_refused_by_name(ratings, message):
    with pytest.raises(BadData, match=message):
        one(ratings=ratings)


def test_a_rating_for_nobody_is_refused_with_who_may_be_meant():
    with pytest.raises(BadData, match=r"frist: armies.toml has no unit of this id; do you mean first"):
        muster(battle(unit(), ratings={"frist": {"morale_rating": 9}}))


def test_an_army_without_a_drill_must_be_given_one():
    with pytest.raises(BadData, match=r"first: no drill is known for nation 'Ruritanian'.*french_1808"):
        one(nation="Ruritanian")
    assert one(nation="Ruritanian", ratings={"drill": "russian"}).drill == "russian"


def test_an_unreadable_calibre_is_refused():
    with pytest.raises(BadData, match="first: calibre = 'big'; write it as in 6-pounder"):
        one(arm="foot_artillery", guns=2, calibre="big")


@pytest.mark.rule("CS-1.4.4")
def test_units_know_their_nearest_commander_and_his_rating():
    rated = one()
    assert (rated.commander, rated.commander_rating) == ("Brigadier", "poor")
    assert [(leader.name, leader.level) for leader in commanders(battle(unit()))] == [
        ("General", "army"),
        ("Brigadier", "brigade"),
    ]


def test_a_commanders_rating_can_be_replaced():
    field = battle(unit(), ratings={"commanders": {"Brigadier": "superior"}})
    assert muster(field)[0].commander_rating == "superior"
    with pytest.raises(BadData, match=r"Brigadier: 'brilliant'; a rating is superior, average, poor"):
        muster(battle(unit(), ratings={"commanders": {"Brigadier": "brilliant"}}))
    with pytest.raises(BadData, match="no commander 'Ney'; there are Brigadier, General"):
        muster(battle(unit(), ratings={"commanders": {"Ney": "poor"}}))


def test_two_sides_may_have_leaders_of_one_name():
    scenario = battle(unit())
    other = replace(scenario.sides[0], name="Foes", commander=Leader("General", "poor"))
    scenario = replace(scenario, sides=(*scenario.sides, other))
    assert [(each.side, each.rating) for each in commanders(scenario) if each.name == "General"] == [
        ("Army", "superior"),
        ("Foes", "poor"),
    ]


def test_a_battle_without_a_year_is_refused():
    scenario = battle(unit())
    with pytest.raises(BadData, match=r"scenario.toml, date: 'one fine day'"):
        muster(replace(scenario, header=replace(scenario.header, date="one fine day")))


def test_units_of_nested_formations_are_mustered_in_order():
    inner = Formation("Regiment", units=(unit(id="second"),), level="regiment")
    outer = Formation("Division", units=(unit(id="first"),), formations=(inner,), commander=Leader("D"))
    scenario = battle(unit())
    scenario = replace(scenario, sides=(replace(scenario.sides[0], formations=(outer,)),))
    assert [(rated.id, rated.formation, rated.commander) for rated in muster(scenario)] == [
        ("first", "Division", "D"),
        ("second", "Regiment", "D"),
    ]


def test_a_mustered_unit_is_plain_data():
    plain = msgspec.to_builtins(one())
    assert json.loads(json.dumps(plain))["morale_rating"] == plain["morale_rating"]


def test_nations_are_read_however_they_are_written():
    assert plain_nation("King's German Legion") == plain_nation("kings_german_legion") == "kings_german_legion"
    assert plain_nation("Württemberg") == "wurttemberg"


def test_the_judgement_covers_every_arm_and_experience_and_gives_reasons():
    judged = judgement()
    assert set(judged.arm) == set(get_args(Arm))
    assert set(judged.experience) == set(get_args(Experience))
    assert all(entry.why for entry in (*judged.arm.values(), *judged.experience.values(), *judged.adjustment))
    assert all(entry.morale or entry.discipline for entry in judged.adjustment)


# ---- the bundled battles


def by_name(battle_id: str, part: str):
    return next(rated for rated in muster(load(battle_id)) if part in rated.name)


@pytest.mark.parametrize("battle_id", bundled())
def test_every_bundled_battle_musters(battle_id):
    scenario = load(battle_id)
    rated = muster(scenario)
    units = [unit for side in scenario.sides for unit in side.all_units()]
    assert [each.id for each in rated] == [unit.id for unit in units]
    assert all(1 <= each.morale_rating <= 16 and each.figures >= 1 for each in rated)
    assert all((each.drill == "none") == (each.arm != "infantry" or each.irregular) for each in rated)
    assert all((each.gun_pounds > 0) == (each.arm == "artillery") for each in rated)
    assert {each.commander for each in rated} <= {leader.name for leader in commanders(scenario)}


@pytest.mark.parametrize("battle_id", bundled())
def test_experience_orders_the_troops_of_every_battle(battle_id):
    """Whatever nation and year add, a nation's veterans are never below its own recruits of the same arm."""
    scenario = load(battle_id)
    units = {unit.id: unit for side in scenario.sides for unit in side.all_units()}
    ranks = get_args(Experience)
    rated = muster(scenario)
    for one_, other in ((a, b) for a in rated for b in rated):
        first, second = units[one_.id], units[other.id]
        if (first.nation, first.arm) == (second.nation, second.arm) and first.experience != second.experience:
            higher = ranks.index(first.experience) < ranks.index(second.experience)
            landwehr = "militia" in (first.experience, second.experience)
            assert not higher or landwehr or one_.morale_rating > other.morale_rating


def test_who_is_who_at_the_bundled_battles():
    assert by_name("quatre-bras", "1st Foot Guards").morale_class == "elite"
    assert by_name("quatre-bras", "Landwehr").morale_class == "poor"
    assert by_name("hagelberg", "Landwehr").morale_class == "average"
    assert by_name("auerstedt", "Alvensleben").discipline == "disciplined"
    assert by_name("albuera", "Guardias Esp").morale_class == "superior"
