"""The staff commander at Class Dice: what he reads from a view, what he orders, and that he never errs."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.battle.battles import Battle
from grognard.battle.commanding import Chair, fight_out
from grognard.commanders.duties import Duty
from grognard.scenarios.loading import load
from grognard.simulate.many import staffed
from grognard.systems import game
from grognard.systems.class_dice.seat import view as views
from grognard.systems.class_dice.staff import assault, screens
from grognard.systems.class_dice.staff.conduct import Conduct
from grognard.systems.class_dice.staff.grouping import grouped
from grognard.systems.class_dice.staff.guns import gunnery
from grognard.systems.class_dice.staff.marching import Marching
from grognard.systems.class_dice.staff.memory import GroundMemory
from grognard.systems.class_dice.staff.odds import ChargePromise, promise, threat
from grognard.systems.class_dice.staff.picture import Picture
from grognard.systems.class_dice.staff.ranges import Ranges
from grognard.systems.class_dice.staff.reading import Reader
from grognard.systems.class_dice.staff.routes import Going
from grognard.systems.class_dice.staging import RED, stage, unit

ATTACK = Duty("attack", (1200.0, 2400.0), 0.0)
HOLD = Duty("hold", (1200.0, 1200.0), 0.0, stays=True)
CUIRASSIERS = {"arm": "heavy_cavalry", "troop_class": "elite", "cw": 12}


def picture(*units, **how) -> Picture:
    b = stage(*units, **how)
    b.knowledge.look()
    briefing = views.briefing(b, "blue")
    return Picture(briefing, views.view(b, "blue"), GroundMemory(briefing.ground, briefing.rules.tables))


def conduct(p: Picture) -> Conduct:
    ground, tables = p.briefing.ground, p.tables
    countries = {arm: Going(ground, tables, arm) for arm in ("infantry", "cavalry", "artillery")}
    return Conduct(Marching(p, countries), Ranges.of(tables))


def first(p: Picture, name: str, duty: Duty):
    return next(iter(conduct(p).wishes(p.view.units[name], duty)), None)


# -- whole battles


def test_it_fights_a_battle_to_its_end_without_an_illegal_answer():
    battle = Battle.begin(game("class-dice"), load("farm-at-the-crossroads"), seed=4)
    commanders = staffed(battle, "staff")
    chairs = {seat.id: Chair(battle, seat.id) for seat in battle.fight.seats}
    kinds = set()
    while battle.open:
        decision = battle.open[0]
        answer = commanders[decision.seat].decide(chairs[decision.seat], decision)
        assert decision.refusal(answer) is None
        kinds.add(decision.kind)
        battle.answer(answer)
    assert battle.fight.world.over
    assert {"counsel", "leaders", "brigade", "volley"} <= kinds


def test_it_is_never_idle_nor_suicidal():
    battle = Battle.begin(game("class-dice"), load("maida"), seed=2)
    fight_out(battle, staffed(battle, "staff"))
    units = [each for each in battle.fight.world.units.values() if each.arm != "artillery"]
    lost = sum(each.starting - (each.steps if each.where == "table" else 0) for each in units)
    assert 0.05 < lost / sum(each.starting for each in units) < 0.7


def test_the_same_seed_gives_the_same_battle():
    def fought() -> list[object]:
        battle = Battle.begin(game("class-dice"), load("farm-at-the-crossroads"), seed=9, options={"turns": 4})
        fight_out(battle, staffed(battle, "staff"))
        return list(battle.entries)

    assert fought() == fought()


def test_it_decides_by_its_view_alone():
    """What an enemy is worth and has in his pouches is not told, so it changes no answer."""

    def answered(**secret) -> list[str]:
        units = [unit("a", at=(20, 20)), unit("h", at=(24, 18), arm="light_cavalry")]
        b = stage(*units, unit("x", RED, at=(20, 25), facing=180, **secret))
        b.knowledge.look()
        briefing, view = views.briefing(b, "blue"), views.view(b, "blue")
        p = Picture(briefing, view, GroundMemory(briefing.ground, briefing.rules.tables))
        return [str(wish) for name in ("a", "h") for wish in conduct(p).wishes(p.view.units[name], ATTACK)]

    assert answered() == answered(cw=3, troop_class="conscript", ammunition=0, volleyed=True)


# -- reading


def test_the_enemy_is_remembered_and_forgotten():
    p = picture(unit("a", at=(20, 20)), unit("x", RED, at=(20, 30), facing=180))
    reader = Reader(p.briefing, grouped(p.briefing), p.memory)
    assert [foe.id for foe in reader.situation(p.view).foes] == ["x"]
    gone = replace(p.view, seen={}, turn=p.view.turn + 1)
    assert [foe.age for foe in reader.situation(gone).foes] == [1]
    assert not reader.situation(replace(gone, turn=p.view.turn + 20)).foes


def test_bodies_keep_arms_apart():
    p = picture(
        unit("a", at=(20, 20)),
        unit("b", at=(27, 20)),
        unit("h", at=(34, 20), arm="heavy_cavalry"),
        unit("x", RED, at=(20, 30)),
    )
    groups = grouped(p.briefing)
    assert {group.arm for group in groups} == {"foot", "horse"}
    assert next(group for group in groups if group.arm == "foot").units == ("a", "b")


# -- charges, by the exact odds


@pytest.mark.parametrize(
    "charger, target, good",
    [
        ({"formation": "column"}, {"facing": 180}, False),  # a steady line, front to front
        ({"formation": "column"}, {"facing": 270, "status": "disordered"}, True),
        ({"formation": "column"}, {"facing": 180, "status": "broken"}, True),
        ({"arm": "heavy_cavalry", "formation": "column"}, {"facing": 180, "formation": "square"}, False),
        ({"arm": "heavy_cavalry", "formation": "column"}, {"facing": 90, "status": "disordered"}, True),
        ({"formation": "square"}, {"facing": 180, "status": "broken"}, False),
    ],
)
def test_a_charge_is_made_when_it_promises_something(charger, target, good):
    p = picture(unit("a", at=(20, 20), **charger), unit("x", RED, at=(20, 24.5), **target))
    assert (assault.best(p, p.view.units["a"], ATTACK) is not None) is good


def test_numbers_tell():
    p = picture(
        unit("a", at=(20, 20), formation="column"),
        unit("b", at=(22.5, 20), formation="column"),
        unit("x", RED, at=(21, 24.5), facing=180),
    )
    a, b, x = p.view.units["a"], p.view.units["b"], p.view.seen["x"]
    assert promise(p, a, x, [b]).value > promise(p, a, x).value


def against_many(ours: int, theirs: int, *others, **target) -> tuple[Picture, ChargePromise | None]:
    """Elite horse in the rear of somebody, which promises something whatever the numbers."""
    horse = unit("a", at=(20, 20), formation="column", castings=ours, **CUIRASSIERS)
    p = picture(horse, *others, unit("x", RED, at=(20, 24.5), facing=0, castings=theirs, **target))
    return p, assault.best(p, p.view.units["a"], ATTACK)


@pytest.mark.parametrize("status", ["steady", "shaken"])
def test_nobody_charges_more_than_three_times_his_number_in_good_order(status):
    p, chosen = against_many(4, 12, status=status)
    assert (p.castings(p.view.units["a"]), p.castings(p.view.seen["x"])) == (4, 12)
    assert chosen is not None
    p, chosen = against_many(4, 13, status=status)
    # it is not the odds that forbid it: the larger the target, the more is to be won
    assert promise(p, p.view.units["a"], p.view.seen["x"]).value > assault.BOLD["attack"]
    assert chosen is None


@pytest.mark.parametrize(
    "target",
    [{"status": "disordered"}, {"status": "broken"}, {"arm": "artillery", "formation": "unlimbered"}],
)
def test_those_in_disorder_and_guns_are_charged_however_many_they_are(target):
    assert against_many(4, 13, **target)[1] is not None


def test_those_who_charge_together_count_together():
    beside = unit("b", at=(22.5, 20), formation="column", castings=2, **CUIRASSIERS)
    chosen = against_many(2, 12, beside)[1]
    assert chosen is not None
    assert chosen.beside == ("b",)
    assert against_many(2, 12)[1] is None
    assert against_many(2, 13, beside)[1] is None


@pytest.mark.parametrize("ours, theirs, assaults", [(12, 4, False), (13, 4, True), (12, 3, True)])
def test_foot_charges_rather_than_fires_at_fewer_than_a_third_of_it(ours, theirs, assaults):
    p = picture(
        unit("a", at=(20, 20), formation="column", castings=ours), unit("x", RED, at=(20, 24.5), castings=theirs)
    )
    a, x = p.view.units["a"], p.view.seen["x"]
    assert conduct(p)._assaults(a, ATTACK, x) is assaults
    assert not conduct(p)._assaults(a, HOLD, x)


def test_a_screen_makes_a_charge_dearer():
    def value(stands: int) -> float:
        p = picture(
            unit("a", at=(20, 20), formation="column"), unit("x", RED, at=(20, 24.5), facing=180, screen=stands)
        )
        return promise(p, p.view.units["a"], p.view.seen["x"]).value

    assert value(1) < value(0)


def test_a_square_is_no_prey_for_horse():
    p = picture(unit("a", at=(20, 20)), unit("h", RED, at=(20, 30), facing=180, arm="heavy_cavalry"))
    a, h = p.view.units["a"], p.view.seen["h"]
    assert threat(p, h, a, square=True) < 0 < threat(p, h, a, square=False)


# -- what units do


def test_weak_foot_forms_square_before_strong_horse():
    p = picture(unit("a", at=(20, 20), castings=6), unit("h", RED, at=(20, 28), facing=180, arm="heavy_cavalry"))
    assert first(p, "a", HOLD)[:1] == ("change",)
    assert first(p, "a", HOLD)[1]["formation"] == "square"


def test_columns_march_far_off_and_deploy_before_the_enemy():
    far = picture(unit("a", at=(20, 5)), unit("x", RED, at=(20, 40), facing=180))
    assert first(far, "a", ATTACK)[1]["formation"] == "column"
    on_the_way = picture(unit("a", at=(20, 20), formation="column"), unit("x", RED, at=(20, 29), facing=180))
    assert "formation" not in first(on_the_way, "a", ATTACK)[1]  # a line gets on half as fast
    near = picture(unit("a", at=(20, 23.5), formation="column"), unit("x", RED, at=(20, 29), facing=180, castings=30))
    wished = conduct(near).wishes(near.view.units["a"], ATTACK)
    assert ("march", "line") in [(kind, values.get("formation")) for kind, values in wished]


def test_a_unit_turns_to_who_comes_at_its_flank():
    p = picture(unit("a", at=(20, 20)), unit("x", RED, at=(27, 20), facing=270))
    kind, values = first(p, "a", HOLD)
    assert kind == "change"
    assert abs(values["facing"] - 90) < 12


def test_guns_save_their_powder_at_long_range_and_not_at_canister():
    p = picture(
        unit("g", at=(20, 20), arm="artillery", ammunition=8), unit("x", RED, at=(20, 23.5), facing=180), turns=20
    )
    close = gunnery.best(p, p.view.units["g"], ["x"])
    p = picture(unit("g", at=(20, 5), arm="artillery", ammunition=8), unit("x", RED, at=(20, 30), facing=180), turns=20)
    assert close is not None
    assert close.shot == "canister"
    assert close.steps > 1
    assert gunnery.best(p, p.view.units["g"], ["x"]) is None


def test_guns_without_powder_do_not_fire():
    p = picture(unit("g", at=(20, 20), arm="artillery", ammunition=0), unit("x", RED, at=(20, 24), facing=180))
    assert gunnery.best(p, p.view.units["g"], ["x"]) is None


def test_skirmishers_go_out_when_the_enemy_is_near():
    p = picture(unit("a", at=(20, 20)), unit("x", RED, at=(20, 32), facing=180))
    assert screens.out(p, p.view.units["a"], HOLD) == {"screen": 1}
    p = picture(unit("a", at=(20, 2)), unit("x", RED, at=(20, 46), facing=180))
    assert screens.out(p, p.view.units["a"], HOLD) == {}


def test_a_broken_unit_stays():
    p = picture(unit("a", at=(20, 20), status="broken"), unit("x", RED, at=(20, 24), facing=180))
    assert first(p, "a", ATTACK) == ("stay", {})


# -- the way


def test_a_river_is_crossed_by_its_bridge():
    river = {
        "type": "Feature", "properties": {"kind": "river", "name": "the river", "fordable": False},
        "geometry": {"type": "LineString", "coordinates": [[0, 1200], [4320, 1200]]},
    }  # fmt: skip
    bridge = {
        "type": "Feature", "properties": {"kind": "bridge"},
        "geometry": {"type": "Point", "coordinates": [3000, 1200]},
    }  # fmt: skip
    p = picture(unit("a", at=(20, 10)), unit("x", RED, at=(20, 40), facing=180), features=[river, bridge])
    country = Going(p.briefing.ground, p.tables, "infantry")
    way = country.toward((1200.0, 600.0), (1200.0, 2000.0))
    assert way[0] > 1300
    assert country.toward((1200.0, 600.0), (1800.0, 600.0)) == (1800.0, 600.0)


def test_a_road_is_neither_gone_round_nor_crossed_in_general_order():
    road = {
        "type": "Feature", "properties": {"kind": "road", "name": "the road"},
        "geometry": {"type": "LineString", "coordinates": [[0, 1200], [4320, 1200]]},
    }  # fmt: skip
    p = picture(unit("a", at=(20, 10)), unit("x", RED, at=(20, 40), facing=180), features=[road])
    country = Going(p.briefing.ground, p.tables, "infantry")
    assert country.toward((1200.0, 600.0), (1200.0, 2000.0)) == (1200.0, 2000.0)
    assert country.cost((5, 4), (5, 6)) == 480.0
    assert not country.rough((1200.0, 600.0), (1200.0, 2000.0))
