"""Fires in play: lit, fought, spreading, burning cover down, smoking; shells and rockets that set houses alight."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.battle.special.effects import SpecialEffects
from grognard.ground.units import SUB
from grognard.scenarios.model import Conditions, Effect, SpecialRule
from grognard.systems.cold_steel import officers as missions
from grognard.systems.cold_steel.orders import judging, options, specials
from grognard.systems.cold_steel.phases import artillery
from grognard.systems.cold_steel.staging import RED, events, run, stage, told, unit
from grognard.systems.cold_steel.table.ground import structures
from grognard.systems.cold_steel.table.ground.cover import cover_at
from grognard.systems.cold_steel.table.state import Abandoned, Labour, Mission, Order, PlainChit, Structure
from grognard.systems.cold_steel.works import fires

from ..ground import area

FAR_FOE = unit("r", RED, at=(2800, 2900), facing=180)
RAIN = Conditions(weather="rain")


MILL = area("building", 400, 400, 600, 520, name="Mill")


def holding(
    special: Any = "", dice: Any = (), features: Any = (MILL,), turn: int = 1, lit: Any = None, **more: Any
) -> Any:
    """A battalion at 500, 500 in the mill; `lit` are turns by structure."""
    order = {"order": Order(special=PlainChit(special))} if special else {}
    b = stage(
        unit("a", at=(500, 500), formation="garrison"),
        FAR_FOE,
        dice=dice,
        features=features,
        state={"a": order},
        **more,
    )
    b.world.turn = turn
    for name, when in (lit or {}).items():
        b.world.structures[name] = Structure(name, lit=when, whole=covers(b, name))
    return b


def covers(b: Any, name: str) -> Any:
    return structures.cover_of_level(b.rules.tables, structures.level_of(b, name))


def burning(b: Any) -> list[str]:
    return [each.id for each in b.world.structures.values() if each.lit]


# -- by a special rule of the battle


@pytest.mark.rule("CS-3.3.2.3w")
def test_what_a_special_rule_sets_alight_burns_from_that_turn_on_and_is_lit_once():
    b = holding()
    rule = SpecialRule("Fire", "The mill burns.", effect=(Effect("fire", turns=(2, 200), place="Mill"),))
    b.special = SpecialEffects(with_rules(b.scenario, rule), b.special_worth)
    fires.kindle(b)
    assert burning(b) == []
    b.world.turn = 2
    fires.kindle(b)
    (name,) = burning(b)
    assert told(b)[-1].startswith("Mill")
    # put out, it stays so
    b.world.structures[name] = Structure(name)
    fires.kindle(b)
    assert burning(b) == []


def with_rules(scenario: Any, *rules: SpecialRule) -> Any:
    return replace(scenario, header=replace(scenario.header, special_rule=rules))


# -- lit (CS-3.3.2.3w)


@pytest.mark.rule("CS-3.3.2.3w")
@pytest.mark.parametrize(
    "face, more, burns",
    [
        (7, {}, True),
        (6, {}, False),
        (9, {"conditions": RAIN}, False),
        (10, {"conditions": RAIN}, True),
    ],
)
def test_seven_or_more_lights_it_rain_takes_three_off(face, more, burns):
    b = holding("start_fire", dice=[face], turn=4, **more)
    specials.carry_out(b, "fire_raising")
    assert burning(b) == (["Mill"] if burns else [])
    assert ("Mill is on fire" in told(b)) == burns
    if burns:
        assert b.world.structures["Mill"].lit == 4


@pytest.mark.rule("CS-3.3.2.3w")
@pytest.mark.parametrize(
    "feature, reason",
    [
        (area("building", 400, 400, 600, 520, stone=True), "flammable"),
        (area("building", 400, 400, 600, 520, flammable=False), "flammable"),
        (area("light_works", 400, 400, 600, 520), "flammable"),
        (area("building", 400, 521, 600, 600), "occupy or touch"),
    ],
)
def test_what_does_not_burn_or_is_out_of_reach(feature, reason):
    b = stage(unit("a", at=(500, 500)), FAR_FOE, features=[feature])
    refused = judging.judge_order(b, "a", Order(special=PlainChit("start_fire")))
    assert refused.rule == "CS-3.3.2.3w"
    assert reason in refused.reason
    assert "start_fire" not in options.order_option(b, "a").fields["special"].values


@pytest.mark.rule("CS-3.3.2.3w")
@pytest.mark.parametrize("south, legal", [(520, True), (521, False)])
def test_a_unit_touches_what_is_within_20_paces(south, legal):
    b = stage(unit("a", at=(500, 500)), FAR_FOE, features=[area("building", 400, south, 600, 600)])
    assert (judging.judge_order(b, "a", Order(special=PlainChit("start_fire"))) is None) == legal


@pytest.mark.rule("CS-3.3.2.3w")
def test_a_fire_lit_on_turn_4_lowers_the_cover_at_the_end_of_turn_9():
    stone = area("building", 400, 400, 600, 520, name="Mill", stone=True, flammable=True)
    b = holding(features=[stone], lit={"Mill": 4}, dice=[1] * 30)
    assert cover_at(b, b.survey.middle("a")) == {"medium_works"}
    for turn, cover in ((8, "medium_works"), (9, "light_works"), (13, "light_works")):
        b.world.turn = turn
        fires.burn(b)
        assert cover_at(b, b.survey.middle("a")) == {cover}
    b.world.turn = 14
    fires.burn(b)
    assert not cover_at(b, b.survey.middle("a"))
    assert "Mill has burned down" in told(b)
    for turn, left in ((18, ["Mill"]), (19, [])):  # the ruins burn on for as long as a level would
        b.world.turn = turn
        fires.burn(b)
        assert burning(b) == left
    assert "The fire at Mill has burned itself out" in told(b)
    assert b.unit("a").formation == "garrison"  # the rules do not drive him out


# -- fought (CS-3.3.2.3x)


@pytest.mark.rule("CS-3.3.2.3x")
@pytest.mark.parametrize("burned, face, out", [(2, 8, True), (2, 7, False), (5, 10, False), (0, 6, True)])
def test_turns_burned_count_against_those_who_fight_it(burned, face, out):
    b = holding("fight_fire", dice=[face], turn=1 + burned, lit={"Mill": 1})
    specials.carry_out(b, "fire_fighting")
    fires.burn(b)
    assert (not b.world.structures["Mill"].lit) == out
    assert events(b, "fire_fought")[0].values["out"] == out
    assert specials.SPECIALS["fight_fire"].done(b, b.unit("a"), Order(special=PlainChit("fight_fire"))) == out


@pytest.mark.rule("CS-3.3.2.3x")
def test_there_must_be_a_fire_to_fight():
    assert judging.judge_order(holding(), "a", Order(special=PlainChit("fight_fire"))).rule == "CS-3.3.2.3x"


@pytest.mark.rule("CS-3.3.2.3x")
def test_a_garrison_fights_the_fire_in_what_it_holds_by_itself():
    b = holding(turn=2, lit={"Mill": 2})
    b.world.missions["m"] = Mission("m", "blue", "defense", ("a",), objective=(500, 500))
    b.world.units["a"] = replace(b.unit("a"), mission="m")
    assert missions.follow(b, "a").chit == "fight_fire"


def test_a_garrison_leaves_ruins_that_still_burn():
    b = holding(turn=7, lit={"Mill": 2})
    b.world.missions["m"] = Mission("m", "blue", "defense", ("a",), objective=(500, 500))
    b.world.units["a"] = replace(b.unit("a"), mission="m")
    b.world.structures["Mill"] = replace(b.world.structures["Mill"], burnt=1)
    assert missions.follow(b, "a").form == "line"


def test_officers_leave_ruins_go_on_with_work_and_spike_guns_they_took():
    b = holding(turn=2)
    b.world.missions["m"] = Mission("m", "blue", "defense", ("a",), objective=(500, 500))
    b.world.structures["Mill"] = Structure("Mill", burnt=1)
    b.world.units["a"] = replace(b.unit("a"), mission="m")
    assert missions.follow(b, "a").form == "line"
    b.world.units["a"] = replace(b.unit("a"), formation="line", engineers=1, labour=Labour("build_works", 2))
    assert missions.follow(b, "a").chit == "build_works"
    b.world.units["a"] = replace(b.unit("a"), labour=None)
    b.world.abandoned["g"] = Abandoned("g", RED, (500 * SUB, 510 * SUB), 6)
    assert missions.follow(b, "a").chit == "spike_guns"
    b.world.abandoned["g"] = Abandoned("g", "blue", (500 * SUB, 510 * SUB), 6)
    assert missions.follow(b, "a").chit == ""


# -- spreads (CS-3.3.2.3y)


def neighbours(gap: int, east: bool = True) -> list[dict[str, Any]]:
    """A barn so many paces east or west of the mill."""
    west = 600 + gap if east else 300 - gap
    return [dict(MILL), area("building", west, 400, west + 100, 520, name="Barn")]


@pytest.mark.rule("CS-3.3.2.3y")
@pytest.mark.parametrize(
    "east, face, catches", [(True, 4, True), (True, 3, False), (False, 6, False), (False, 7, True)]
)
def test_on_the_sixth_turn_it_leaps_downwind_more_easily(east, face, catches):
    """The wind is from the west. Stone under the roof keeps the mill standing so long."""
    mill, barn = neighbours(20, east)
    mill["properties"] = {**mill["properties"], "stone": True, "flammable": True}
    b = holding(features=[mill, barn], turn=7, lit={"Mill": 1}, dice=[face])
    fires.burn(b)
    assert ("Barn" in burning(b)) == catches


@pytest.mark.rule("CS-3.3.2.3y")
def test_the_fire_of_a_plain_house_leaps_from_its_ruins():
    b = holding(features=neighbours(20), lit={"Mill": 1}, dice=[3, 4])
    for turn, alight in ((6, ["Mill"]), (7, ["Mill"]), (8, ["Mill", "Barn"])):
        b.world.turn = turn
        fires.burn(b)
        assert burning(b) == alight
    assert not structures.level_of(b, "Mill")


@pytest.mark.rule("CS-3.3.2.3y")
@pytest.mark.parametrize("gap, turn", [(21, 7), (20, 6)])
def test_neither_over_21_paces_nor_on_the_fifth_turn(gap, turn):
    mill, barn = neighbours(gap)
    mill["properties"] = {**mill["properties"], "stone": True, "flammable": True}
    b = holding(features=[mill, barn], turn=turn, lit={"Mill": 1})
    fires.burn(b)
    assert burning(b) == ["Mill"]


@pytest.mark.rule("CS-3.3.2.3y")
def test_rain_keeps_fires_from_spreading():
    mill, barn = neighbours(20)
    mill["properties"] = {**mill["properties"], "stone": True, "flammable": True}
    for face, catches in ((6, False), (7, True)):
        b = holding(features=[mill, barn], turn=7, lit={"Mill": 1}, dice=[face], conditions=RAIN)
        fires.burn(b)
        assert ("Barn" in burning(b)) == catches


# -- smoke (CS-3.3.2.3z)


@pytest.mark.rule("CS-3.3.2.3z")
def test_two_burning_structures_make_eight_balls_a_turn():
    b = holding(features=neighbours(50), turn=2, lit={"Mill": 1, "Barn": 1})
    fires.burn(b)
    assert len(b.world.smoke) == 8
    assert all(400 <= ball.x <= 750 and 440 <= ball.y <= 480 for ball in b.world.smoke)


@pytest.mark.rule("CS-B.11b", "CS-3.3.2.3z")
def test_the_smoke_of_a_fire_lies_on_the_house_however_small():
    b = holding(features=[area("building", 480, 490, 500, 502, name="Hut")], turn=2, lit={"Hut": 1})
    fires.burn(b)
    assert [(ball.x, ball.y) for ball in b.world.smoke] == [(482, 496), (488, 496), (492, 496), (498, 496)]


# -- shells and rockets (CS-7.2.5b)


def bombarded(shells: int, dice: Any, piece: str = "howitzer", **more: Any) -> Any:
    """One piece at 250 paces fires at the garrison of a mill that shells have struck before."""
    guns = {"guns": 0, "howitzers": 1} if piece == "howitzer" else {"guns": 1, "howitzers": 0}
    features = more.pop("features", [MILL])
    b = stage(
        unit("a", at=(500, 500), formation="garrison"),
        unit("g", RED, at=(500, 770), facing=180, arm="foot_artillery", men=30, **guns),
        dice=dice,
        features=features,
        phase="artillery_fire",
    )
    b.world.structures["Mill"] = Structure("Mill", shells=shells)
    run(artillery.play(b))
    return b


@pytest.mark.rule("CS-7.2.5b")
@pytest.mark.parametrize("shells, faces, alight", [(0, [1], False), (1, [1], True), (1, [99], False)])
def test_the_second_shell_of_the_battle_sets_a_house_alight(shells, faces, alight):
    b = bombarded(shells, [*faces, 10, 10, 10, 10])
    assert b.world.structures["Mill"].shells == shells + (faces == [1])
    assert burning(b) == (["Mill"] if alight else [])


@pytest.mark.rule("CS-7.2.5b")
def test_cannon_and_stone_do_not_burn():
    assert not burning(bombarded(5, [1, 10, 10, 10, 10], piece="gun"))
    assert not burning(
        bombarded(5, [1, 10, 10, 10, 10], features=[area("building", 400, 400, 600, 520, name="Mill", stone=True)])
    )


@pytest.mark.rule("CS-7.2.5b")
def test_one_rocket_is_enough():
    b = holding()
    fires.shelled(b, b.survey.middle("a"), rockets=1)
    assert burning(b) == ["Mill"]
    fires.shelled(b, (2000 * SUB, 2000 * SUB), rockets=1)  # on open ground
    assert burning(b) == ["Mill"]
