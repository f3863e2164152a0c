"""Module 2 in play: the troops of the 18th century."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from grognard.ground.units import SUB
from grognard.systems.cold_steel.facts import skirmishers as skirmishing
from grognard.systems.cold_steel.facts.combat.combatants import gallop_charge
from grognard.systems.cold_steel.facts.fire import firing
from grognard.systems.cold_steel.facts.marching import facts, rate
from grognard.systems.cold_steel.orders import drill, judging, options
from grognard.systems.cold_steel.phases import initiative, movement, small_arms
from grognard.systems.cold_steel.phases.initiative.divisions import losses
from grognard.systems.cold_steel.phases.small_arms.volleys import volley_facts
from grognard.systems.cold_steel.staging import events, run, says, stage, unit
from grognard.systems.cold_steel.table.state import Attack, Doings, Oblique, Order, Straight, WalkingFire

from ..musketry import enemy as foe

M2 = ("module-2",)
FIRM = {"status": "determined"}


def century(*units: Any, date: str = "1745-06-04", variants: tuple[str, ...] = M2, **more: Any) -> Any:
    """A field of the 18th century."""
    return stage(*units, date=date, variants=variants, **more)


def foot(name: str = "a", side: str = "blue", at: Any = (500, 500), **more: Any) -> Any:
    """A battalion of 24 figures in line."""
    return unit(name, side, at=at, **more)


def horse(name: str = "h", side: str = "blue", at: Any = (500, 500), **more: Any) -> Any:
    """A regiment of dragoons."""
    return unit(name, side, at=at, arm="dragoons", men=300, formation="line", **more)


def trained(**units: Any) -> dict[str, Any]:
    """Ratings that say what units have learned."""
    return {name: {"training": words} for name, words in units.items()}


def move(b: Any) -> Any:
    """The movement phase."""
    b.world.phase = "movement"
    run(movement.play(b))
    return b


# -- who they are


@pytest.mark.rule("CS-M2-1.4.3")
@pytest.mark.parametrize("variants, irregular", [(M2, True), ((), False)])
def test_grenzers_are_irregulars_in_the_18th_century(variants: tuple[str, ...], irregular: bool) -> None:
    b = century(foot(nation="austrian"), foe(), variants=variants, ratings={"a": {"people": "austrian_grenzer"}})
    rated = b.entry("a").rated
    assert (rated.irregular, rated.discipline == "none", b.unit("a").formation == "irregular") == (irregular,) * 3


@pytest.mark.rule("CS-M2-1.4.2", "CS-6.3a")
@pytest.mark.parametrize("words, limit", [(["out_of_step"], 240), ([], 600)])
def test_who_does_not_march_in_step_moves_as_militia(words: list[str], limit: int) -> None:
    ratings = {"a": {"training": words, "discipline": "disciplined"}}
    b = century(foot(men=900), foe(paces=900), ratings=ratings)
    march = facts(b, b.unit("a"), "line", "march")
    assert (march.in_step, march.discipline) == (not words, "disciplined")
    assert b.settle("frontage", _frontage(b, march)).limit == limit


def _frontage(b: Any, march: Any) -> Any:
    asks = b.rules["frontage"].asks
    return asks(**{name: getattr(march, name) for name in asks.names if name in march.names})


@pytest.mark.rule("CS-M2-6.3a")
@pytest.mark.parametrize("words, front", [(["three_ranks"], 50), ([], 75)])
def test_cavalry_in_three_ranks(words: list[str], front: int) -> None:
    b = century(unit("a", at=(500, 500), arm="dragoons", men=150, formation="line"), foe(), ratings=trained(a=words))
    march = facts(b, b.unit("a"), "line", "march")
    assert b.settle("frontage", _frontage(b, march)).abreast == front


@pytest.mark.rule("CS-M2-6.3b", "CS-7.2.4c")
@pytest.mark.parametrize(
    "nation, date, variants, more, ranks",
    [
        ("austrian", "1756", M2, {}, 2), ("austrian", "1757", M2, {}, 1), ("austrian", "1756", (), {}, 1),
        ("prussian", "1756", M2, {}, 1), ("austrian", "1756", M2, {"ranks": 3}, 1),
        ("prussian", "1757", M2, {"ranks": 4}, 2),
    ],
)  # fmt: skip
def test_a_shot_through_an_austrian_line_strikes_two_ranks(
    nation: str, date: str, variants: tuple[str, ...], more: dict[str, int], ranks: int
) -> None:
    b = century(foot(nation=nation, **more), foe(paces=900), date=f"{date}-06-01", variants=variants)
    before_it = (500 * SUB, 800 * SUB)
    assert firing.ranks(b, SimpleNamespace(**firing.as_target(b, "a", before_it))) == ranks


@pytest.mark.rule("CS-M2-6.2")
@pytest.mark.parametrize("variants, paces", [(M2, 80), ((), 120)])
def test_field_guns_move_as_heavy_ones(variants: tuple[str, ...], paces: int) -> None:
    guns = unit("a", at=(500, 500), arm="foot_artillery", men=100, formation="limbered", calibre="6-pdr")
    b = century(guns, foe(paces=900), variants=variants)
    assert rate(b, facts(b, b.unit("a"), "limbered", "march")) == paces


# -- orders


@pytest.mark.rule("CS-M2-3.3.2.1")
@pytest.mark.parametrize(
    "nation, date, allowed",
    [("prussian", "1757", True), ("austrian", "1757", False), ("prussian", "1740", False), ("prussian", "1741", True)],
)
def test_only_prussians_march_obliquely(nation: str, date: str, allowed: bool) -> None:
    b = century(foot(nation=nation), foe(paces=900), date=f"{date}-06-01")
    refused = judging.judge_order(b, "a", Order(Oblique(20)))
    assert (refused is None) == allowed


@pytest.mark.rule("CS-M2-3.3.2.3")
@pytest.mark.parametrize(
    "nation, date, allowed",
    [("french", "1762", True), ("french", "1761", True), ("french", "1760", False), ("british", "1776", False)],
)
def test_only_late_french_send_out_skirmishers(nation: str, date: str, allowed: bool) -> None:
    b = century(foot(nation=nation, arm="light_infantry"), foe(paces=900), date=f"{date}-06-01")
    assert (skirmishing.may_send(b, "a") is None) == allowed


@pytest.mark.rule("CS-M2-8.2.2")
def test_walking_fire_goes_half_the_way_and_fires_as_if_it_stood() -> None:
    fired = {}
    for walking in (True, False):
        order = Order(Straight(), combat=WalkingFire() if walking else None)
        b = century(foot(nation="prussian"), foe(paces=250), state={"a": {"order": order}})
        move(b)
        fired[walking] = b.unit("a").now.paces, b.unit("a").now.walking
    assert fired == {True: (60, True), False: (120, False)}


@pytest.mark.rule("CS-M2-8.2.2", "CS-8.2.2c")
@pytest.mark.parametrize("walking, variants, less", [(True, M2, 0), (False, M2, -2), (True, (), -2)])
def test_walking_fire_loses_nothing_for_its_march(walking: bool, variants: tuple[str, ...], less: int) -> None:
    state = {"a": {**FIRM, "volley_spent": True, "now": Doings(moved="march", paces=60, walking=walking)}}
    b = century(foot(nation="prussian"), foe(), variants=variants, state=state, phase="small_arms_fire")
    run(small_arms.play(b))
    marks = [event for event in events(b, "volley") if event.units["unit"] == "a"]
    moved = [worth for event in marks for _, label, worth in event.roll.modifiers if "march" in label]
    assert sum(moved) == less


@pytest.mark.rule("CS-M2-8.2.2")
def test_walking_fire_is_for_those_who_learned_it_and_at_the_march() -> None:
    b = century(foot(nation="prussian"), foot("n", nation="austrian", at=(900, 500)), foe(paces=900))
    assert judging.judge_order(b, "a", Order(Straight(), combat=WalkingFire())) is None
    assert judging.judge_order(b, "a", Order(Straight(gait="quick"), combat=WalkingFire())).rule == "CS-M2-8.2.2"
    assert judging.judge_order(b, "n", Order(Straight(), combat=WalkingFire())).rule == "CS-M2-8.2.2"
    assert "walking" in options.order_option(b, "a").fields
    assert "walking" not in options.order_option(b, "n").fields


# -- automatic orders


def automatic(b: Any, choose: Any = None) -> dict[str, str]:
    """What units do by themselves after the initiative phase."""
    b.world.phase = "initiative"
    run(initiative.play(b), choose)
    return {event.units["unit"]: event.values["order"] for event in events(b, "automatic_order")}


@pytest.mark.rule("CS-M2-4.1a")
@pytest.mark.parametrize("variants, order", [(M2, None), ((), "form_square")])
def test_no_square_by_itself_against_cavalry_in_front(variants: tuple[str, ...], order: str | None) -> None:
    b = century(foot(), horse("x", "red", (500, 680), facing=180), variants=variants)
    assert automatic(b).get("a") == order


@pytest.mark.rule("CS-M2-4.1b")
@pytest.mark.parametrize(
    "answer, order", [(("accept", {}), "face_cavalry"), (("change", {"to": "form_square"}), "form_square")]
)
def test_cavalry_on_the_flank_is_faced_or_met_in_square(answer: Any, order: str) -> None:
    friend = foot("f", at=(500, 420))
    b = century(foot(), friend, horse("x", "red", (260, 490), facing=90), state={"f": {"mission": ""}})
    assert automatic(b, says("blue", answer, kind="automatic")).get("a") == order
    assert not events(b, "initiative_check")


@pytest.mark.rule("CS-M2-4.1b")
def test_who_faces_the_cavalry_stands_there() -> None:
    b = century(
        foot(men=240), foot("f", at=(500, 420)), horse("x", "red", (260, 490), facing=90), state={"f": {"mission": ""}}
    )
    automatic(b, says("blue", ("accept", {}), kind="automatic"))
    b.world.phase = "movement"
    run(movement.play(b))
    marched = [event for event in events(b, "marched") if event.units["unit"] == "a"]
    assert [event.values["degrees"] < -45 for event in marched] == [True]
    assert marched[0].values["paces"] <= 1


@pytest.mark.rule("CS-M2-4.1c")
@pytest.mark.parametrize("nation, order", [("first nations", "irregulars_advance"), ("austrian", None)])
def test_only_irregulars_who_seek_melee_rush_in(nation: str, order: str | None) -> None:
    b = century(foot(arm="irregular", nation=nation, men=200), foe(paces=100, men=200), date="1757-08-01")
    assert automatic(b).get("a") == order


@pytest.mark.rule("CS-M2-4.1d")
@pytest.mark.parametrize("nation, order", [("prussian", None), ("austrian", "return_fire")])
def test_prussians_do_not_halt_to_return_fire(nation: str, order: str | None) -> None:
    state = {"a": {"before": Doings(musket_losses=3, shot_at=True), "order": Order(Straight(), by="mission")}}
    b = century(foot(nation=nation), foe(paces=100), state=state)
    assert automatic(b).get("a") == order


def battery(**more: Any) -> Any:
    """Six guns in action."""
    return unit("g", at=(500, 500), arm="foot_artillery", men=100, **more)


@pytest.mark.rule("CS-M2-4.1e")
def test_the_limbers_of_threatened_guns_leave_and_the_guns_stay() -> None:
    b = century(battery(), foot("f", at=(500, 420)), horse("x", "red", (500, 650), facing=180))
    assert automatic(b).get("g") is None
    assert b.unit("g").deserted
    b.world.units.pop("x")
    refused = drill.formation_change(b, "g", "limbered")
    assert getattr(refused, "rule", "") == "CS-M2-4.1e"
    assert judging.judge_order(b, "g", Order(Straight("prolong", paces=20))) is None


@pytest.mark.rule("CS-M2-4.1e")
@pytest.mark.parametrize("dice, back", [([10, 10], True), ([2, 2], False)])
def test_a_leader_brings_the_limbers_back(dice: list[int], back: bool) -> None:
    b = century(battery(), foe(paces=1500), state={"g": {"deserted": True}}, dice=dice)
    leader = next(each for each in b.world.leaders.values() if each.side == "blue")
    from msgspec.structs import replace

    b.world.leaders[leader.id] = replace(leader, attached="g", position=b.survey.middle("g"))
    automatic(b)
    assert b.unit("g").deserted != back


@pytest.mark.rule("CS-M2-4.1e")
def test_without_a_leader_they_stay_away() -> None:
    b = century(battery(), foe(paces=1500), state={"g": {"deserted": True}}, dice=[])
    automatic(b)
    assert b.unit("g").deserted


@pytest.mark.rule("CS-M2-4.4a", "CS-M2-4.4b")
def test_brigades_test_where_there_are_no_divisions() -> None:
    b = century(foot(), foot("b", at=(900, 500)), foe(paces=900), variants=(*M2, "module-2-division-test"))
    assert list(b.world.divisions) == ["blue: blue brigade", "red: red brigade"]
    due = losses(b, b.world.divisions["blue: blue brigade"], [b.unit("a"), b.unit("b")])
    assert not due.due


# -- fire


@pytest.mark.rule("CS-M2-7.2.1b")
def test_a_secret_howitzer_is_told_to_the_check() -> None:
    from grognard.systems.cold_steel.phases import artillery

    guns = unit("g", at=(500, 500), arm="foot_artillery", men=100, nation="russian")
    b = century(guns, foe(paces=20), date="1759-08-12", variants=(*M2, "secret-howitzer"), phase="artillery_fire")
    run(artillery.play(b))
    labels = {label: worth for event in events(b) if event.roll for _, label, worth in event.roll.modifiers}
    assert labels.get("Russian secret howitzer at P3") == 10


@pytest.mark.rule("CS-M2-8.2.3")
def test_pikes_do_not_fire() -> None:
    b = century(foot(nation="swedish"), foe(), date="1704-01-01", ratings={"a": {"pikes": 8, "drill": "prussian_1788"}})
    plan = _plan(b)
    shot = volley_facts(b, plan, 0)
    assert (shot.figures, shot.pikes) == (24, 8)
    assert b.rules["small-arms"].pool(shot).shooters == 16


def _plan(b: Any) -> Any:
    from grognard.systems.cold_steel.facts.fire import aiming
    from grognard.systems.cold_steel.facts.fire.aiming import Wishes

    b.world.phase = "small_arms_fire"
    return aiming.plan(b, aiming.look(b, "a"), Wishes())[0]


# -- fire, then the charge


@pytest.mark.rule("CS-M2-8.1")
def test_swedes_fire_and_close_in_one_turn() -> None:
    """170 paces away at the quick step: 110 to where they fire, and on into the enemy."""
    order = Order(Straight(gait="quick"), combat=Attack("x"))
    b = century(
        foot(nation="swedish"),
        foe(paces=170),
        date="1704-01-01",
        dice=5,
        ratings={"a": {"drill": "prussian_1788"}, "x": {"weapon": "none"}},
        state={"a": {"order": order}},
    )
    move(b)
    assert b.survey.distance("a", "x") == 60
    assert (b.unit("a").now.onrush, b.unit("a").now.rate) == ("x", 180)
    b.world.phase = "small_arms_fire"
    run(small_arms.play(b))
    assert [event.units["unit"] for event in events(b, "volley")][:1] == ["a"]
    assert b.survey.distance("a", "x") <= 20
    assert b.unit("a").now.came_into == ("x",)
    assert [event.units for event in events(b, "onrush")] == [{"unit": "a", "target": "x"}]


@pytest.mark.rule("CS-M2-8.1")
def test_without_module_2_they_close_in_the_movement_phase() -> None:
    order = Order(Straight(gait="quick"), combat=Attack("x"))
    b = century(
        foot(nation="swedish"),
        foe(paces=170),
        date="1704-01-01",
        variants=(),
        ratings={"a": {"drill": "prussian_1788"}},
        state={"a": {"order": order}},
    )
    move(b)
    assert b.survey.distance("a", "x") <= 20


@pytest.mark.rule("CS-M2-8.3a")
def test_fire_trained_cavalry_fires_then_charges_in_disorder() -> None:
    order = Order(Straight(gait="quick"), combat=Attack("x"))
    b = century(
        horse("a", armament="carbine"),
        foe(paces=170),
        date="1741-04-10",
        dice=5,
        state={"a": {"order": order}},
        ratings={**trained(a=["fire_trained"]), "x": {"weapon": "none"}},
    )
    move(b)
    assert b.unit("a").now.onrush == "x"
    b.world.phase = "small_arms_fire"
    run(small_arms.play(b))
    assert any(event.units["unit"] == "a" for event in events(b, "volley"))
    assert b.unit("a").disorder == 1
    assert b.survey.distance("a", "x") <= 20


@pytest.mark.rule("CS-M2-8.3b")
def test_fire_trained_cavalry_that_stands_fires_and_loses_order() -> None:
    b = century(
        horse("a", armament="carbine"),
        horse("x", "red", (500, 560), facing=180),
        date="1741-04-10",
        ratings=trained(a=["fire_trained"], x=[]),
        state={"x": {"now": Doings(moved="double", paces=200)}},
        phase="small_arms_fire",
    )
    run(small_arms.play(b))
    assert [event.units["unit"] for event in events(b, "volley")] == ["a"]
    assert b.unit("a").disorder == 1


@pytest.mark.rule("CS-M2-9.2.1", "CS-M2-9.2.2")
@pytest.mark.parametrize(
    "words, now, gallop",
    [
        (["gallop"], Doings(moved="double", came_into=("x",)), True),
        (["gallop"], Doings(moved="quick", came_into=("x",)), False),
        (["gallop"], Doings(moved="double"), False),
        (["trot"], Doings(moved="double", came_into=("x",)), False),
    ],
)
def test_the_gallop_counts_in_the_turn_it_comes_in(words: list[str], now: Doings, gallop: bool) -> None:
    b = century(horse("a"), foe(paces=20), ratings=trained(a=words), state={"a": {"now": now}})
    assert gallop_charge(b, b.unit("a")) == gallop


@pytest.mark.rule("CS-M2-6.3b", "CS-7.2.3d")
@pytest.mark.parametrize("date, front", [("1756", 225), ("1757", 300)])
def test_austrians_stood_in_four_ranks_until_1756(date: str, front: int) -> None:
    b = century(foot(nation="austrian", men=900), foe(paces=900), date=f"{date}-06-01")
    assert b.settle("frontage", _frontage(b, facts(b, b.unit("a"), "line", "march"))).abreast == front


@pytest.mark.rule("CS-M2-7.2.1a", "CS-M2-7.2.2")
@pytest.mark.parametrize("date, base", [("1704-08-13", 10), ("1720-01-01", 10), ("1721-01-01", 20)])
def test_early_guns_hit_half_as_often_and_no_nation_shoots_better(date: str, base: int) -> None:
    from grognard.systems.cold_steel.phases import artillery

    guns = unit("g", at=(500, 500), arm="foot_artillery", men=100, nation="french", calibre="6-pdr")
    b = century(guns, foe(paces=400), date=date, variants=(*M2, "national-artillery"), phase="artillery_fire")
    run(artillery.play(b))
    rows = [(rule, worth) for event in events(b) if event.roll for rule, _, worth in event.roll.modifiers]
    assert base in [worth for rule, worth in rows if rule in ("CS-7.2.1a", "CS-M2-7.2.1a")]
    assert not [rule for rule, _ in rows if rule == "CS-7.2.2j"]
