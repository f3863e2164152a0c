"""Where the text leaves a doubt: how it is played here, and how by the variant that reads it otherwise."""

import pytest

from grognard import systems
from grognard.battle.kinds import Noted
from grognard.systems.cold_steel.phases import artillery, small_arms
from grognard.systems.cold_steel.phases.end_of_turn import leaders
from grognard.systems.cold_steel.staging import RED, events, run, stage, unit
from grognard.systems.cold_steel.table.state import Doings

from ..close_combat.test_close_combat import two_lines
from ..hiding import hidden
from ..morale.test_rally import checks, field, foot, play
from .test_leaders import field as with_leader

VARIANTS = {
    "volley-outlasts-firefight": "CS-8.2.2b", "carbines-halted": "CS-8.2.2c", "runaways-shake": "CS-5.5",
    "fire-into-melee": "CS-8.1g", "nobody-past-fright": "CS-5.1", "steady-stop-at-the-edge": "CS-9.2.2h",
    "guns-unmask": "CS-1.6.6a",
}  # fmt: skip


@pytest.mark.parametrize("variant, rule", VARIANTS.items())
def test_each_is_listed_with_its_rule_which_names_it(variant, rule):
    book = systems.rulebook("cold-steel")
    assert variant in book.rules[rule].variants
    assert book.rules[rule].doubt
    assert book.rules[rule].ruling


# -- fire


@pytest.mark.rule("CS-8.2.2b")
@pytest.mark.parametrize("variants, spent", [((), True), (("volley-outlasts-firefight",), False)])
def test_a_firefight_spends_the_opening_volley(variants, spent):
    firefight, melee = two_lines([6, 7, 5, 5], variants=variants), two_lines([5, 5, 5, 5], variants=variants)
    assert firefight.unit("a").firefight
    assert [firefight.unit(each).volley_spent for each in "ar"] == [spent, spent]
    assert [melee.unit(each).volley_spent for each in "ar"] == [False, False]


@pytest.mark.rule("CS-8.2.2c", "CS-8.2.2i")
@pytest.mark.parametrize(
    "moved, percent", [("no", 5 + 5 - 3), ("march", 5 + 5 - 3 - 2), ("quick", 5 + 5 - 3 - 3), ("double", 0)]
)
@pytest.mark.parametrize("halted", [False, True])
def test_carbines_are_fired_on_the_move_or_by_a_variant_only_from_the_halt(moved, percent, halted):
    """Base 5 and close range 5, cavalry -3, march -2, quick -3."""
    horse = unit("a", at=(500, 500), arm="light_cavalry", men=400)
    foe = unit("x", RED, at=(500, 540), facing=180)
    variants = ("carbines-halted",) if halted else ()
    state = {
        "a": {
            "volley_spent": True,
            "status": "determined",
            "now": Doings(moved=moved, paces=0 if moved == "no" else 60),
        },
        "x": {"now": Doings(engaged=True)},
    }
    b = stage(horse, foe, phase="small_arms_fire", state=state, variants=variants)
    run(small_arms.play(b))
    shots = [event.roll.details["percent_each"] for event in events(b, "volley") if event.units["unit"] == "a"]
    assert shots == ([percent] if percent and (moved == "no" or not halted) else [])
    check = systems.rules("cold-steel", *variants)["small-arms"]
    facts = check.read({"figures": 20, "range": 40, "arm": "cavalry", "weapon": "carbine", "moved": moved})
    assert (check.refusal(facts) is None) is bool(shots)


@pytest.mark.rule("CS-8.1g")
@pytest.mark.parametrize("variants", [(), ("fire-into-melee",)])
def test_nobody_fires_at_enemies_who_are_locked_with_friends_save_by_a_variant(variants):
    """The friend who fights is on the enemy's far side, so that nobody stands in the line of fire."""
    units = unit("a", at=(500, 500)), unit("x", RED, at=(500, 600), facing=0), unit("f", at=(500, 640), facing=180)
    guns = unit("g", at=(900, 500), facing=315, arm="foot_artillery", men=120)
    state = {"x": {"melee": ("f",)}, "f": {"melee": ("x",)}}
    for phase, procedure, kind in (
        ("small_arms_fire", small_arms, "volley"),
        ("artillery_fire", artillery, "cannonade"),
    ):
        b = stage(*units, guns, phase=phase, state=state, variants=variants)
        run(procedure.play(b))
        assert bool([each for each in events(b, kind) if each.units["target"] == "x"]) is bool(variants), kind


# -- who checks


@pytest.mark.rule("CS-5.1")
@pytest.mark.parametrize("variants, due", [((), False), (("nobody-past-fright",), True)])
def test_who_flees_himself_is_not_shaken_by_friends_in_retreat_save_by_a_variant(variants, due):
    units = foot("a", at=(1000, 1000)), foot("f", at=(1200, 1000)), foot("r", RED, at=(1000, 1500))
    b = play(field(*units, state={"a": {"status": "broken"}, "f": {"status": "broken"}}, variants=variants))
    assert (("a", "friends retreating") in checks(b)) is due


@pytest.mark.rule("CS-10.1.2f")
@pytest.mark.parametrize("variants, due", [((), 0), (("nobody-past-fright",), 1)])
def test_routed_men_have_no_heart_to_lose_to_a_fallen_leader_save_by_a_variant(variants, due):
    b = with_leader([10, 10, 10, 9, 9], friends=(unit("a", at=(500, 500)),), variants=variants)
    b.emit(Noted(), sets=[b.change("a", status="routed")], to=())
    leaders.leader_casualties(b)
    assert len(events(b, "morale")) == due


# -- the edge of the table


@pytest.mark.rule("CS-9.2.2h")
@pytest.mark.parametrize("variants", [(), ("steady-stop-at-the-edge",)])
@pytest.mark.parametrize("status", ["wavering", "broken"])
def test_who_falls_back_over_the_edge_is_lost_but_by_a_variant_steady_men_stop_there(variants, status):
    from grognard.systems.cold_steel.maneuver import moves

    b = stage(unit("a", at=(500, 100)), unit("r", RED, at=(500, 110), facing=180), variants=variants)
    b.emit(Noted(), sets=[b.change("a", status=status)], to=())
    moves.retreat(b, "a", gait="quick", away_from="r", rules=("CS-9.2.2h",), cause="falls back")
    stays = bool(variants) and status == "wavering"
    assert b.unit("a").where == ("table" if stays else "lost")
    if stays:
        assert b.ground.on_table(b.survey.middle("a"))
        assert b.survey.middle("a")[1] < 10 * 16


# -- guns on cards


@pytest.mark.rule("CS-1.6.6a")
@pytest.mark.parametrize("variants, on_card", [((), True), (("guns-unmask",), False)])
def test_a_battery_on_a_card_fires_and_stays_on_it_save_by_a_variant(variants, on_card):
    guns = unit("guns", at=(1500, 1000), arm="foot_artillery", guns=8, howitzers=0)
    b = hidden(guns, unit("r", RED, at=(1500, 1900), facing=180), variants=variants)
    b.world.phase = "artillery_fire"
    assert b.unit("guns").card
    run(artillery.play(b))
    assert events(b, "card_shelled")
    assert bool(b.unit("guns").card) is on_card
    assert ("guns" in b.knowledge.seen_by(RED)) is not on_card
