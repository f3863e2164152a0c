"""The staff commander at Steel & Canister: what he reads from a view, what he orders, and that he never errs."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.battle.battles import Battle
from grognard.battle.commanding import Chair, fight_out
from grognard.scenarios.loading import load
from grognard.simulate.many import staffed
from grognard.systems import game
from grognard.systems.steel_canister.knowledge import view as views
from grognard.systems.steel_canister.staff import assault, batteries
from grognard.systems.steel_canister.staff.actions import Conduct
from grognard.systems.steel_canister.staff.approach import approach, stopped
from grognard.systems.steel_canister.staff.cubes import BOLD, WORST, promising
from grognard.systems.steel_canister.staff.duties import Duty
from grognard.systems.steel_canister.staff.odds import Prospects
from grognard.systems.steel_canister.staff.orders import wanted
from grognard.systems.steel_canister.staff.picture import Picture
from grognard.systems.steel_canister.staff.reading import Reader, grouped
from grognard.systems.steel_canister.staff.routes import Country, Flow
from grognard.systems.steel_canister.staging import stage, unit


def picture(*units, **how) -> Picture:
    b = stage(*units, **how)
    return Picture(views.briefing(b, "blue"), views.view(b, "blue"))


def conduct(p: Picture) -> Conduct:
    return Conduct(p, {arm: Country(p.board, arm) for arm in ("infantry", "cavalry", "artillery")}, {})


def first(p: Picture, name: str, duty: Duty):
    return next(iter(conduct(p).wishes(p.view.units[name], duty)), None)


# -- whole battles


def test_it_fights_a_battle_to_its_end_without_an_illegal_answer():
    battle = Battle.begin(game("steel-canister"), load("farm-at-the-crossroads"), seed=4)
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
    assert {"orders", "cubes", "action", "initiative", "fire"} <= kinds


def test_it_is_never_idle_nor_suicidal():
    battle = Battle.begin(game("steel-canister"), load("maida"), seed=2)
    fight_out(battle, staffed(battle, "staff"))
    units = battle.fight.world.units.values()
    lost = sum(each.figures if each.where == "lost" else each.killed for each in units)
    whole = sum(each.figures for each in units)
    assert 0.05 < lost / whole < 0.7


def test_the_same_seed_gives_the_same_battle():
    def fought() -> list[object]:
        battle = Battle.begin(game("steel-canister"), load("farm-at-the-crossroads"), seed=9, options={"turns": 4})
        fight_out(battle, staffed(battle, "staff"))
        return list(battle.entries)

    assert fought() == fought()


# -- reading


def test_the_enemy_is_remembered_and_forgotten():
    b = stage(unit("a", at=(5, 2)), unit("x", side="red", at=(5, 9), facing="S"))
    briefing, view = views.briefing(b, "blue"), views.view(b, "blue")
    reader = Reader(briefing, grouped(briefing))
    assert [foe.id for foe in reader.situation(view).foes] == ["x"]
    gone = replace(view, seen={}, turn=view.turn + 1)
    assert [foe.age for foe in reader.situation(gone).foes] == [1]
    assert not reader.situation(replace(gone, turn=view.turn + 20)).foes


def test_bodies_keep_arms_apart():
    p = picture(
        unit("a", at=(5, 2)),
        unit("b", at=(6, 2)),
        unit("h", at=(7, 2), arm="heavy_cavalry", figures=12),
        unit("x", side="red", at=(5, 9)),
    )
    groups = grouped(p.briefing)
    assert {group.arm for group in groups} == {"foot", "horse"}
    assert next(group for group in groups if group.arm == "foot").units == ("a", "b")


# -- odds and charges


@pytest.mark.parametrize(
    "charger, target, good",
    [
        ({"formation": "attack_column"}, {"facing": "W"}, True),
        ({"arm": "heavy_cavalry", "formation": "line"}, {"formation": "square", "facing": "S"}, False),
        ({"arm": "heavy_cavalry", "formation": "line"}, {"status": "disordered", "facing": "S"}, True),
        ({"formation": "attack_column", "grade": "conscript"}, {"facing": "S"}, False),
    ],
)
def test_a_charge_is_tried_when_it_promises_something(charger, target, good):
    p = picture(unit("a", at=(5, 4), ap=4, **charger), unit("x", side="red", at=(5, 6), **target))
    duty = Duty("hold", (5, 6), "N")
    assert (promising(p, p.view.units["a"], duty) == "x") is good


def test_patience_runs_out():
    p = picture(unit("a", at=(5, 4), ap=3), unit("x", side="red", at=(5, 6), facing="S"))
    a = p.view.units["a"]
    assert promising(p, a, Duty("attack", (5, 6), "N")) is None
    way = approach(p, a, p.view.seen["x"], 3)
    assert way is not None
    assert WORST - 0.3 < Prospects(p).charge(a, p.view.seen["x"], way) < BOLD["attack"]


def test_a_charge_counts_what_the_ground_costs():
    foe = unit("x", side="red", at=(5, 7), facing="S", formation="line")
    p = picture(unit("a", at=(5, 4), formation="attack_column", ap=3), foe)
    assert approach(p, p.view.units["a"], p.view.seen["x"], 3) == (3, 0, (5, 6))
    p = picture(unit("a", at=(5, 4), formation="attack_column", ap=3), foe, terrain={(5, 7): "strong_point"})
    assert approach(p, p.view.units["a"], p.view.seen["x"], 3) is None, "a village costs a point more"


def test_a_volley_that_is_sure_to_tell_makes_a_charge_worse():
    a, x = unit("a", at=(5, 4), ap=3), unit("x", side="red", at=(5, 7), facing="S", formation="line")
    alone, backed = picture(a, x), picture(a, x, unit("y", side="red", at=(6, 7), facing="S", formation="line"))
    way = approach(alone, alone.view.units["a"], alone.view.seen["x"], 3)
    edges = [Prospects(p).charge(p.view.units["a"], p.view.seen["x"], way) for p in (alone, backed)]
    assert edges[1] < edges[0]


def test_the_more_dice_of_fire_the_likelier_a_charge_is_stopped():
    chances = [stopped(dice, 2, free=1) for dice in range(1, 8)]
    assert chances[0] == 0, "one hit stops nobody who has his men"
    assert stopped(1, 2, free=0) > 0
    assert chances == sorted(chances)
    assert stopped(5, 4, free=1) < stopped(5, 2, free=1)


def test_columns_halt_where_they_can_charge_next_turn_and_lines_where_muskets_tell():
    duty = Duty("attack", (5, 9), "N", foe="x")
    foe = unit("x", side="red", at=(5, 8), facing="S", formation="line")
    for formation, at, there in [("attack_column", (5, 5), True), ("line", (5, 5), False), ("line", (5, 6), True)]:
        p = picture(unit("a", at=at, formation=formation, ap=3), foe)
        assert assault.in_position(p, p.view.units["a"], duty, p.view.seen["x"]) is there


def test_a_steady_battalion_in_a_village_is_shelled_before_foot_goes_close():
    village = {(5, 8): "strong_point"}
    a = unit("a", at=(5, 5), formation="attack_column", ap=3)
    p = picture(a, unit("x", side="red", at=(5, 8), facing="S", formation="line"), terrain=village)
    foe, duty = p.view.seen["x"], Duty("attack", (5, 8), "N", foe="x")
    assert assault.sheltered(p, foe)
    assert not assault.ripe(p, foe)
    assert assault.in_position(p, p.view.units["a"], duty, foe), "out of musket shot"
    late = replace(duty, waited=assault.SIEGE)
    assert not assault.in_position(p, p.view.units["a"], late, foe), "it cannot wait for ever"
    shaken = picture(a, unit("x", side="red", at=(5, 8), facing="S", status="disordered"), terrain=village)
    assert assault.ripe(shaken, shaken.view.seen["x"])


def test_light_troops_go_first_in_open_order_if_others_stand_behind():
    light = unit("l", at=(5, 5), arm="light_infantry", formation="attack_column", ap=3)
    foe = unit("x", side="red", at=(5, 9), facing="S", formation="line")
    duty = Duty("attack", (5, 9), "N")
    backed = picture(light, unit("a", at=(5, 3), formation="attack_column"), foe)
    assert assault.formation(backed, backed.view.units["l"], duty, backed.view.seen["x"]) == "skirmish"
    alone = picture(light, foe)
    assert assault.formation(alone, alone.view.units["l"], duty, alone.view.seen["x"]) == "attack_column"


def test_guns_do_not_waste_powder_on_walls():
    village = {(5, 8): "strong_point"}
    far, near = (
        picture(
            unit("g", at=at, facing="N", arm="foot_artillery", weight="medium", ap=3),
            unit("x", side="red", at=(5, 8), facing="S", formation="line"),
            terrain=village,
        )
        for at in ((5, 2), (5, 5))
    )
    assert batteries.marks(far, far.view.units["g"]) == []
    assert [foe.id for foe in batteries.marks(near, near.view.units["g"])] == ["x"], "canister tells"


# -- marching


def test_the_way_leads_round_what_cannot_be_entered():
    p = picture(unit("a", at=(5, 4)), unit("x", side="red", at=(5, 10)))
    country = Country(p.board, "cavalry")
    free = Flow(country, (5, 8), {}).away((5, 4))
    p.board.impassable.update({(4, 6), (5, 6), (6, 6)})
    try:
        assert Flow(Country(p.board, "cavalry"), (5, 8), {}).away((5, 4)) > free == 4
    finally:
        p.board.impassable.clear()


def test_a_column_goes_forward_to_its_place():
    p = picture(
        unit("a", at=(5, 2), formation="attack_column", cube="move", ap=3),
        unit("x", side="red", at=(5, 10), facing="S"),
    )
    assert first(p, "a", Duty("attack", (5, 9), "N")) == ("step", {"to": "forward"})


def test_foot_forms_square_before_horse():
    p = picture(
        unit("a", at=(5, 4), cube="move", ap=3),
        unit("x", side="red", at=(5, 7), facing="S", arm="heavy_cavalry", figures=12),
    )
    assert first(p, "a", Duty("attack", (5, 9), "N")) == ("form", {"formation": "square", "facing": "N"})


def test_guns_pivot_to_an_enemy_beside_them():
    p = picture(
        unit("g", at=(5, 4), facing="N", arm="foot_artillery", cube="move", ap=3),
        unit("x", side="red", at=(9, 4), facing="W"),
    )
    assert first(p, "g", Duty("bombard", (5, 4), "N", stays=True)) == ("turn", {"facing": "E"})


# -- orders


def test_a_brigade_that_attacks_gets_the_order_to():
    b = stage(unit("a", at=(5, 2)), unit("x", side="red", at=(5, 9), facing="S"))
    p = Picture(views.briefing(b, "blue"), views.view(b, "blue"))
    brigade = next(iter(p.view.brigades.values()))
    assert wanted(p, brigade, {"a": Duty("attack", (5, 9), "N")}) == "attack"
    assert wanted(p, brigade, {"a": Duty("hold", (5, 2), "N", stays=True)}) == "hold"
    assert wanted(p, brigade, {"a": Duty("retire", (5, 0), "S")}) == "withdraw"


# -- storming


FARM = {(5, 6): "strong_point"}


def before_the_farm(*more, variants=(), **ours) -> Picture:
    a = unit("a", at=(5, 4), formation="attack_column", ap=3, **ours)
    garrison = unit("x", side="red", at=(5, 6), facing="S", formation="semi_formed")
    return picture(a, *more, garrison, terrain=FARM, variants=variants)


MATE = unit("b", at=(5, 4), formation="attack_column", ap=3)


def test_two_columns_storm_a_farm_and_one_does_not():
    """Four dice against the two of the garrison, or two."""
    two, one = before_the_farm(MATE), before_the_farm()
    duty = Duty("attack", (5, 6), "N")
    assert assault.storms(two, two.view.units["a"], duty, two.view.seen["x"])
    assert promising(two, two.view.units["a"], duty) == "x"
    assert not assault.storms(one, one.view.units["a"], duty, one.view.seen["x"])


def test_who_would_come_apart_at_the_contact_does_not_storm():
    p = before_the_farm(MATE, variants=("apart-at-contact",))
    assert not assault.storms(p, p.view.units["a"], Duty("attack", (5, 6), "N"), p.view.seen["x"])
    assert promising(p, p.view.units["a"], Duty("attack", (5, 6), "N")) is None


def test_a_battalion_that_is_to_storm_forms_column_where_its_charge_reaches():
    p = before_the_farm(MATE)
    duty, unit_, foe = Duty("attack", (5, 6), "N"), p.view.units["a"], p.view.seen["x"]
    assert assault.formation(p, replace(unit_, formation="line"), duty, foe) == "attack_column"
    assert assault.in_position(p, unit_, duty, foe)
    assert not assault.in_position(p, replace(unit_, space=(5, 3)), duty, foe)
