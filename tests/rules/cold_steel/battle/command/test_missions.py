"""What units on missions do each turn without their general (CS-3.3.1)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.ground.units import to_sub
from grognard.systems.cold_steel import officers as missions
from grognard.systems.cold_steel.effects import units as effects
from grognard.systems.cold_steel.orders import judging
from grognard.systems.cold_steel.orders.groups import prepared
from grognard.systems.cold_steel.staging import stage, unit
from grognard.systems.cold_steel.table.battlefield import Battlefield
from grognard.systems.cold_steel.table.state import Attack, Mission, Oblique, Order, Straight, Wheel


def sent(b: Battlefield, kind: Any, *units: str, **more: Any) -> Battlefield:
    """The battlefield once these units have a mission."""
    mission = Mission("m", b.unit(units[0]).side, kind, units, **more)
    b.world.missions["m"] = prepared(b, mission)
    for each in units:
        b.world.units[each] = replace(b.world.units[each], mission="m")
    return b


def column(name: str = "a", at: tuple[float, float] = (1000, 500), **more: Any) -> Any:
    """A battalion in column, facing north."""
    return unit(name, at=at, formation="column_of_divisions", **more)


def put(b: Battlefield, name: str, x: int, y: int) -> None:
    """Set a unit down elsewhere."""
    effects.move(b, name, (to_sub(x), to_sub(y)), b.unit(name).heading, rules=("CS-6.1a",), how="moves", paces=0)


def ordered(b: Battlefield, name: str = "a") -> Order:
    """What the unit does, made sure that it may."""
    order = missions.follow(b, name)
    assert judging.judge_order(b, name, order) is None
    assert missions.fits(b, name, order) is None
    return order


# -- CS-3.3.1a


@pytest.mark.rule("CS-3.3.1a")
def test_a_unit_far_from_its_general_goes_on_along_its_route() -> None:
    b = sent(stage(column()), "attack", "a", objective=(1000, 2500))
    order = ordered(b)
    assert (order.way, order.by) == ("forward", "mission")


@pytest.mark.rule("CS-3.3.1a")
def test_chits_that_lead_off_the_route_do_not_fit() -> None:
    b = sent(
        stage(unit("a", at=(1000, 1500), formation="column_of_divisions", facing=90)),
        "attack",
        "a",
        objective=(1000, 2500),
        start=(1000, 500),
    )
    assert missions.fits(b, "a", Order(Straight())) is None  # still within reach of the route
    put(b, "a", 1195, 1500)
    refusal = missions.fits(b, "a", Order(Straight()))
    assert refusal is not None
    assert refusal.rule == "CS-3.3.1a"
    assert missions.fits(b, "a", Order()) is None


@pytest.mark.rule("CS-3.3.1a")
def test_the_way_goes_by_the_places_of_the_route() -> None:
    b = sent(stage(column()), "attack", "a", objective=(2000, 2000), route=((1000, 1500),))
    assert ordered(b).way == "forward"
    put(b, "a", 1000, 1450)
    turn = ordered(b)
    assert turn.way == "wheel"
    assert turn.move.degrees > 30


@pytest.mark.rule("CS-3.3.1a")
def test_it_does_not_set_out_before_its_time() -> None:
    b = sent(stage(column()), "attack", "a", objective=(1000, 2500), wait_until=3)
    assert ordered(b).way == ""
    b.world.turn = 3
    assert ordered(b).way == "forward"


@pytest.mark.rule("CS-3.3.1a")
def test_units_of_one_group_keep_their_places_beside_each_other() -> None:
    b = sent(stage(column(), column("b", at=(1150, 500))), "attack", "a", "b", objective=(1500, 2500))
    goals = [missions.places.next_place(b, b.world.missions["m"], each).spot for each in ("a", "b")]
    (ax, ay), (bx, by) = goals
    assert round(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5) == 150
    assert ax < 1500 < bx


@pytest.mark.rule("CS-3.3.1a")
def test_without_a_mission_the_last_order_stands() -> None:
    b = stage(column(), state={"a": {"order": Order(Straight(gait="quick"))}})
    assert missions.follow(b, "a") == Order(Straight(gait="quick"))
    assert missions.follow(stage(column()), "a") == Order()


@pytest.mark.rule("CS-3.3.1a")
def test_nobody_knows_of_enemies_whom_his_side_does_not_see() -> None:
    hill = {
        "type": "Feature",
        "properties": {"kind": "heavy_woods"},
        "geometry": {
            "type": "Polygon",
            "coordinates": [[[700, 800], [1300, 800], [1300, 1000], [700, 1000], [700, 800]]],
        },
    }
    foe = unit("foe", "red", at=(1000, 1100), facing=180)
    hidden = sent(stage(column(at=(1000, 700)), foe, features=[hill]), "attack", "a", objective=(1000, 2500))
    assert "foe" not in hidden.knowledge.seen_by("blue")
    assert ordered(hidden).form == ""
    seen = sent(stage(column(at=(1000, 720)), foe), "attack", "a", objective=(1000, 2500), start=(1000, 0))
    assert missions.kinds.Post(seen, "a").foes


# -- CS-3.3.1e: attack


def facing(gap: int, *, formation: str = "line", nation: str = "British", **more: Any) -> Battlefield:
    """A battalion on an attack mission with an enemy so many paces ahead."""
    b = stage(
        unit("a", at=(1000, 1000), formation=formation, nation=nation),
        unit("foe", "red", at=(1000, 1000 + gap), facing=180, **more),
    )
    return sent(b, "attack", "a", objective=(1000, 1200), start=(1000, 500))


@pytest.mark.rule("CS-3.3.1e")
def test_it_deploys_before_it_comes_under_musketry() -> None:
    order = ordered(facing(350, formation="column_of_companies"))
    assert order.form == "line"
    assert ordered(facing(900, formation="column_of_companies")).form == ""


@pytest.mark.rule("CS-3.3.1e")
def test_a_line_halts_and_fires_in_musketry_range() -> None:
    order = ordered(facing(70))
    assert (order.way, order.target) == ("", "foe")


@pytest.mark.rule("CS-3.3.1e")
def test_a_line_closes_up_to_musketry_range_and_no_nearer() -> None:
    order = ordered(facing(150))
    assert (order.way, order.move.paces, order.attacks) == ("forward", 70, False)


@pytest.mark.rule("CS-3.3.1e")
@pytest.mark.parametrize("state, charges", [({}, False), ({"status": "wavering"}, True), ({"disorder": 6}, True)])
def test_it_charges_an_enemy_who_is_shaken(state: dict[str, Any], charges: bool) -> None:
    b = facing(70)
    b.world.units["foe"] = replace(b.world.units["foe"], **state)
    order = ordered(b)
    assert order.attacks is charges
    assert (order.way == "forward") is charges


@pytest.mark.rule("CS-3.3.1e")
def test_the_french_go_in_with_the_column() -> None:
    order = ordered(facing(100, formation="attack_column", nation="French"))
    assert (order.way, order.attacks, order.target) == ("forward", True, "foe")


@pytest.mark.rule("CS-3.3.1e")
@pytest.mark.parametrize("x, attacked", [(1200, True), (1201, False)])
def test_enemies_beside_the_objective_are_attacked_up_to_200_paces(x: int, attacked: bool) -> None:
    b = stage(unit("a", at=(1000, 900)), unit("foe", "red", at=(x, 1200), facing=180))
    sent(b, "attack", "a", objective=(1000, 1200))
    assert missions.attacks(b, b.world.missions["m"], "a", "foe") is attacked
    refusal = missions.fits(b, "a", Order(Straight(), combat=Attack("foe")))
    assert (refusal is None) is attacked


@pytest.mark.rule("CS-3.3.1e")
@pytest.mark.parametrize("y, attacked", [(1300, True), (1301, False)])
def test_enemies_past_the_objective_are_attacked_up_to_100_paces(y: int, attacked: bool) -> None:
    b = stage(unit("a", at=(1000, 900)), unit("foe", "red", at=(1000, y), facing=180))
    sent(b, "attack", "a", objective=(1000, 1200))
    assert missions.attacks(b, b.world.missions["m"], "a", "foe") is attacked


@pytest.mark.rule("CS-3.3.1e")
@pytest.mark.parametrize("x, attacked", [(1200, True), (1201, False)])
def test_enemies_along_the_route_are_attacked_up_to_200_paces_from_it(x: int, attacked: bool) -> None:
    b = stage(unit("a", at=(1000, 500)), unit("foe", "red", at=(x, 1000), facing=270))
    sent(b, "attack", "a", objective=(1000, 2000))
    assert missions.attacks(b, b.world.missions["m"], "a", "foe") is attacked


@pytest.mark.rule("CS-3.3.1e", "CS-3.3.2.3a")
def test_it_reforms_before_it_attacks() -> None:
    b = facing(350)
    b.world.units["a"] = replace(b.world.units["a"], disorder=4)
    assert ordered(b).chit == "reform"
    near = facing(100)
    near.world.units["a"] = replace(near.world.units["a"], disorder=4)
    assert ordered(near).chit == ""


# -- the other arms


@pytest.mark.rule("CS-3.3.1e")
def test_a_battery_drives_up_unlimbers_and_fires() -> None:
    def battery(y: int, formation: str) -> Battlefield:
        b = stage(
            unit("g", at=(1000, y), arm="foot_artillery", formation=formation),
            unit("foe", "red", at=(1000, 1800), facing=180),
        )
        return sent(b, "attack", "g", objective=(1000, 1900), start=(1000, 500))

    assert ordered(battery(700, "limbered"), "g").way == "forward"
    assert ordered(battery(1250, "limbered"), "g").form == "unlimbered"
    assert ordered(battery(1250, "unlimbered"), "g") == Order(by="mission")
    assert ordered(battery(500, "unlimbered"), "g").form == "limbered"


@pytest.mark.rule("CS-3.3.1e")
@pytest.mark.parametrize(
    "formation, facing, charges",
    [("line", 180, False), ("line", 90, True), ("open_square", 90, False), ("open_order", 180, True)],
)
def test_cavalry_waits_for_a_good_target(formation: str, facing: int, charges: bool) -> None:
    b = stage(
        unit("c", at=(1000, 1000), arm="heavy_cavalry", men=400),
        unit("foe", "red", at=(1000, 1300), facing=facing, formation=formation),
    )
    sent(b, "attack", "c", objective=(1000, 1400), start=(1000, 500))
    order = ordered(b, "c")
    assert order.attacks is charges
    if charges:
        assert order.move.gait in ("quick", "double")
        assert order.target == "foe"
    else:
        assert order.way == ""


# -- CS-3.3.1g: defense


@pytest.mark.rule("CS-3.3.1g")
@pytest.mark.parametrize("gap, may", [(120, True), (121, False)])
def test_a_defender_goes_only_at_enemies_in_the_area_or_120_paces_from_it(gap: int, may: bool) -> None:
    b = stage(unit("a", at=(1000, 1000)), unit("foe", "red", at=(1000, 1150 + gap), facing=180))
    sent(b, "defense", "a", objective=(1000, 1000), radius=150)
    assert (missions.fits(b, "a", Order(Straight())) is None) is may
    assert (missions.fits(b, "a", Order(Straight(), combat=Attack("foe"))) is None) is may
    assert missions.fits(b, "a", Order(Straight("backward"))) is None


@pytest.mark.rule("CS-3.3.1g")
def test_a_defender_holds_and_faces_the_nearest_enemy() -> None:
    b = stage(unit("a", at=(1000, 1000)), unit("foe", "red", at=(1400, 1000), facing=270))
    sent(b, "defense", "a", objective=(1000, 1000))
    order = ordered(b)
    assert order.way == "conversion"
    assert order.move.degrees > 45
    front = stage(unit("a", at=(1000, 1000)), unit("foe", "red", at=(1000, 1700), facing=180))
    assert ordered(sent(front, "defense", "a", objective=(1000, 1000))) == Order(by="mission")


@pytest.mark.rule("CS-3.3.1g")
def test_a_defender_goes_to_the_place_he_is_to_hold() -> None:
    b = sent(stage(column()), "defense", "a", objective=(1000, 1500))
    assert ordered(b).way == "forward"


@pytest.mark.rule("CS-3.3.1g")
def test_a_garrison_stays_in_its_buildings() -> None:
    farm = {
        "type": "Feature",
        "properties": {"kind": "building", "name": "Farm"},
        "geometry": {
            "type": "Polygon",
            "coordinates": [[[900, 900], [1100, 900], [1100, 1100], [900, 1100], [900, 900]]],
        },
    }
    b = stage(
        unit("a", at=(1000, 1030), formation="garrison"),
        unit("foe", "red", at=(1000, 1300), facing=180),
        features=[farm],
    )
    order = ordered(sent(b, "defense", "a", objective=(1000, 1030)))
    assert (order.way, order.form) == ("", "")


@pytest.mark.rule("CS-3.3.1g", "CS-3.3.2.3j")
@pytest.mark.parametrize("horse, special", [(900, "send_skirmishers"), (500, "")])
def test_a_waiting_battalion_sends_out_skirmishers_unless_horse_is_about(horse: int, special: str) -> None:
    b = stage(
        unit("a", at=(1000, 1000)),
        unit("foe", "red", at=(1000, 1500), facing=180),
        unit("horse", "red", at=(1100, 1000 + horse), facing=180, arm="light_cavalry"),
    )
    assert ordered(sent(b, "defense", "a", objective=(1000, 1000))).chit == special


# -- CS-3.3.1f and CS-4.1b: protect


def protector(ward_gap: int, own_gap: int) -> Battlefield:
    """Cavalry behind a battery, and a weak enemy so far from both."""
    b = stage(
        unit("ward", at=(1000, 1000), arm="foot_artillery"),
        unit("a", at=(1000, 1000 + ward_gap - own_gap), arm="light_cavalry", men=600),
        unit("foe", "red", at=(1000, 1000 + ward_gap), facing=180, men=200, formation="open_order"),
    )
    return sent(b, "protect", "a", ward="ward")


@pytest.mark.rule("CS-3.3.1f")
@pytest.mark.parametrize("ward, own, attacked", [(120, 240, True), (121, 240, False), (120, 241, False)])
def test_a_protector_attacks_who_comes_near_its_ward_and_itself(ward: int, own: int, attacked: bool) -> None:
    b = protector(ward, own)
    assert (b.survey.distance("ward", "foe"), b.survey.distance("a", "foe")) == (ward, own)
    assert ordered(b).attacks is attacked


@pytest.mark.rule("CS-3.3.1f")
def test_a_protector_keeps_its_place_by_its_ward() -> None:
    b = stage(column("ward", at=(1000, 1000)), column(at=(1000, 800)))
    sent(b, "protect", "a", ward="ward")
    assert ordered(b).way == ""
    put(b, "ward", 1000, 1120)
    order = ordered(b)
    assert (order.way, order.move.paces) == ("forward", 120)
    refusal = missions.fits(b, "a", Order(Straight("backward")))
    assert refusal is not None
    assert refusal.rule == "CS-3.3.1f"


@pytest.mark.rule("CS-4.1b")
def test_a_threat_to_the_ward_is_known_when_the_protector_sees_it() -> None:
    b = protector(200, 440)
    assert missions.threat_to_ward(b, "a") == "foe"
    far = protector(300, 500)
    assert missions.threat_to_ward(far, "a") == ""
    assert missions.threat_to_ward(b, "ward") == ""


@pytest.mark.rule("CS-4.1b")
def test_a_threat_behind_a_wood_is_not_known() -> None:
    wood = {
        "type": "Feature",
        "properties": {"kind": "heavy_woods"},
        "geometry": {
            "type": "Polygon",
            "coordinates": [[[1010, 1000], [1010, 700], [1300, 700], [1300, 1000], [1010, 1000]]],
        },
    }
    b = stage(
        unit("ward", at=(900, 1000), men=300),
        unit("a", at=(1350, 800)),
        unit("foe", "red", at=(900, 1150), facing=180),
        features=[wood],
    )
    sent(b, "protect", "a", ward="ward")
    assert not b.survey.sees("a", "foe")
    assert missions.threat_to_ward(b, "a") == ""


# -- CS-3.3.1h: rearguard


@pytest.mark.rule("CS-3.3.1h")
def test_a_rearguard_never_goes_toward_the_enemy_unless_it_attacks() -> None:
    b = stage(unit("a", at=(1000, 1000)), unit("foe", "red", at=(1000, 1600), facing=180))
    sent(b, "rearguard", "a", objective=(1000, 500), route=((1000, 1000),))
    refusal = missions.fits(b, "a", Order(Straight()))
    assert refusal is not None
    assert refusal.rule == "CS-3.3.1h"
    assert missions.fits(b, "a", Order(Straight("backward"))) is None


@pytest.mark.rule("CS-3.3.1h")
def test_a_rearguard_holds_its_position_and_goes_back_when_pressed() -> None:
    def against(gap: int) -> Order:
        b = stage(unit("a", at=(1000, 1000)), unit("foe", "red", at=(1000, 1000 + gap), facing=180))
        return ordered(sent(b, "rearguard", "a", objective=(1000, 500), route=((1000, 1000),)))

    assert against(800).way == ""
    assert against(300).way in ("backward", "conversion", "wheel")


@pytest.mark.rule("CS-3.3.1h")
@pytest.mark.parametrize("gap, attacked", [(150, True), (151, False)])
def test_a_rearguard_attacks_who_has_got_into_its_position(gap: int, attacked: bool) -> None:
    b = stage(unit("a", at=(1000, 1000)), unit("foe", "red", at=(1000, 1000 + gap), facing=180))
    sent(b, "rearguard", "a", objective=(1000, 1000), radius=150)
    assert missions.attacks(b, b.world.missions["m"], "a", "foe") is attacked


# -- CS-3.3.1i: maneuver


@pytest.mark.rule("CS-3.3.1i")
@pytest.mark.parametrize("men, may", [(120, True), (140, False)])
def test_on_a_maneuver_only_a_fourfold_force_goes_within_500_paces(men: int, may: bool) -> None:
    b = stage(column(at=(1000, 1000)), unit("foe", "red", at=(1000, 1550), facing=180, men=men))
    sent(b, "maneuver", "a", objective=(1000, 2500), start=(1000, 500))
    assert (missions.fits(b, "a", Order(Straight())) is None) is may


@pytest.mark.rule("CS-3.3.1i")
def test_on_a_maneuver_it_stops_500_paces_from_the_enemy() -> None:
    b = stage(column(at=(1000, 1000)), unit("foe", "red", at=(1000, 1570), facing=180))
    order = ordered(sent(b, "maneuver", "a", objective=(1000, 2500), start=(1000, 500)))
    assert (order.way, order.move.paces) == ("forward", 70)


@pytest.mark.rule("CS-3.3.1i")
def test_on_a_maneuver_it_gets_away_from_an_enemy_who_comes_too_near() -> None:
    b = stage(column(at=(1000, 1000)), unit("foe", "red", at=(1000, 1400), facing=180))
    order = ordered(sent(b, "maneuver", "a", objective=(1000, 2500), start=(1000, 500)))
    assert order.way in ("wheel", "conversion", "backward", "")


# -- CS-3.3.1j: skirmish


def skirmishing(gap: int) -> Battlefield:
    """A battalion in open order on a skirmish mission, an enemy so many paces off."""
    b = stage(
        unit("a", at=(1000, 1000), formation="open_order", arm="light_infantry"),
        unit("foe", "red", at=(1000, 1000 + gap), facing=180),
    )
    return sent(b, "skirmish", "a", objective=(1000, 1500))


@pytest.mark.rule("CS-3.3.1j")
@pytest.mark.parametrize("gap, movement", [(30, "backward"), (40, ""), (120, ""), (160, "forward")])
def test_skirmishers_keep_40_to_120_paces_from_the_enemy(gap: int, movement: str) -> None:
    order = ordered(skirmishing(gap))
    assert order.way == movement
    if movement == "backward":
        assert order.move.paces >= 10
    if movement == "forward":
        assert 40 <= gap - order.move.paces <= 120


@pytest.mark.rule("CS-3.3.1j")
def test_skirmishers_may_not_be_led_nearer_or_farther_than_that() -> None:
    near = missions.fits(skirmishing(100), "a", Order(Straight(paces=61)))
    assert near is not None
    assert near.rule == "CS-3.3.1j"
    assert missions.fits(skirmishing(100), "a", Order(Straight(paces=60))) is None
    far = missions.fits(skirmishing(100), "a", Order(Straight("backward", paces=21)))
    assert far is not None
    assert far.rule == "CS-3.3.1j"


# -- CS-3.3.1k, l: follow me


def led(**more: Any) -> Battlefield:
    """Two battalions and a general between them."""
    b = stage(column("a", at=(900, 1000)), column("b", at=(1100, 1000)), leaders={"blue": (1000, 980)})
    general = next(leader.id for leader in b.world.leaders.values() if leader.side == "blue")
    sent(b, "follow_me", "a", "b", ward=general, given=1)
    if more:
        b.world.leaders[general] = replace(b.world.leaders[general], **more)
    return b


@pytest.mark.rule("CS-3.3.1k")
def test_units_that_follow_keep_their_places_by_the_general() -> None:
    b = led(position=(to_sub(1000), to_sub(1000)))
    assert ordered(b).way == ""  # he has hardly moved
    b = led(position=(to_sub(1000), to_sub(1000)))
    general = b.world.missions["m"].ward
    b.world.leaders[general] = replace(b.world.leaders[general], position=(to_sub(1000), to_sub(999)))
    assert missions.fits(b, "a", Order(Straight(paces=30))) is None
    for wrong in (Order(Straight("backward")), Order(Wheel(40))):
        refusal = missions.fits(b, "a", wrong)
        assert refusal is not None
        assert refusal.rule == "CS-3.3.1k"


@pytest.mark.rule("CS-3.3.1l")
@pytest.mark.parametrize("how", [{"hurt": "light_wound", "hurt_on": 5}, {"position": (to_sub(1000), to_sub(1400))}])
def test_once_the_general_is_hit_or_gone_they_keep_their_last_chits(how: dict[str, Any]) -> None:
    b = led(**how)
    b.world.turn = 6
    b.world.units["a"] = replace(b.world.units["a"], order=Order(Straight(gait="quick")))
    assert missions.follow(b, "a") == Order(Straight(gait="quick"))
    refusal = missions.fits(b, "a", Order(Oblique(10)))
    assert refusal is not None
    assert refusal.rule == "CS-3.3.1l"
    assert missions.fits(b, "a", Order(Straight(gait="quick"))) is None


# -- CS-3.3.1d


@pytest.mark.rule("CS-3.3.1d")
def test_every_kind_of_mission_is_known() -> None:
    from grognard.systems.cold_steel.checks.command.missions import MISSIONS

    assert set(missions.kinds.KINDS) == set(MISSIONS)
    assert len(MISSIONS) == 7
