"""Shooting on staged ground: who fires at whom, saves, disorder, tests when all have fired."""

import pytest

from grognard.systems.black_powder.staging import RED, events, run, says, stage, unit
from grognard.systems.black_powder.table.state import Contact
from grognard.systems.black_powder.turn.shooting import shooting_phase

GUNS = {"arm": "foot_artillery"}


def shooting(b, choose=None):
    run(shooting_phase(b), choose)
    return b


def fired(b):
    return [(each.units["unit"], each.units["target"], each.values["casualties"]) for each in events(b, "fired")]


@pytest.mark.rule("BP-SHOOT-1", "BP-SAVE-1")
def test_a_volley_hits_and_is_saved():
    b = shooting(stage(unit("a", at=(20, 20)), unit("b", RED, at=(20, 30), facing=180), dice=[4, 2, 5, 3, 4]))
    assert fired(b) == [("a", "b", 1)]
    assert b.unit("b").casualties == 1
    assert not b.unit("b").disordered
    assert b.unit("a").fired


@pytest.mark.rule("BP-SHOOT-1")
def test_only_the_side_to_move_shoots_and_each_unit_once():
    b = stage(unit("a", at=(20, 20)), unit("b", RED, at=(20, 30), facing=180), dice=[1, 1, 1])
    choose = says(("shoot", "fire:a", {"target": "b"}))
    shooting(b, choose)
    assert fired(b) == [("a", "b", 0)]


@pytest.mark.rule("BP-SHOOT-1")
def test_nobody_need_shoot():
    b = stage(unit("a", at=(20, 20)), unit("b", RED, at=(20, 30), facing=180), dice=[])
    shooting(b, says(("shoot", "done", {})))
    assert fired(b) == []


@pytest.mark.rule("BP-SHOOT-4")
def test_a_six_disorders_though_it_is_saved():
    b = shooting(stage(unit("a", at=(20, 20)), unit("b", RED, at=(20, 30), facing=180), dice=[6, 1, 1, 4]))
    assert b.unit("b").disordered
    assert b.unit("b").casualties == 0


@pytest.mark.rule("BP-SHOOT-2")
@pytest.mark.parametrize("north, fires", [(38, True), (39, False)])
def test_muskets_reach_eighteen_inches(north, fires):
    b = stage(unit("a", at=(20, 20)), unit("b", RED, at=(20, north), facing=180), dice=[1, 1, 1] if fires else [])
    assert bool(fired(shooting(b))) == fires


@pytest.mark.rule("BP-SHOOT-5")
def test_targets_lie_in_front():
    b = stage(unit("a", at=(20, 20), facing=90), unit("b", RED, at=(20, 30), facing=180), dice=[])
    assert fired(shooting(b)) == []


@pytest.mark.rule("BP-SHOOT-5")
def test_the_nearest_is_fired_at():
    b = stage(
        unit("a", at=(20, 20)),
        unit("far", RED, at=(27, 34), facing=180),
        unit("near", RED, at=(20, 30), facing=180),
        dice=[1, 1, 1],
    )
    assert fired(shooting(b)) == [("a", "near", 0)]


@pytest.mark.rule("BP-SHOOT-3")
def test_close_range_and_disorder_of_the_firer():
    b = stage(unit("a", at=(20, 20)), unit("b", RED, at=(20, 25), facing=180), dice=[3, 1, 1, 6])
    assert events(shooting(b), "fired")[0].values["hits"] == 1
    b = stage(unit("a", at=(20, 20), disordered=True), unit("b", RED, at=(20, 25), facing=180), dice=[3, 1, 1])
    assert events(shooting(b), "fired")[0].values["hits"] == 0


@pytest.mark.rule("BP-ART-1", "BP-ART-4", "BP-SAVE-2")
@pytest.mark.parametrize("north, dice, save", [(25, 3, -2), (34, 3, -2), (43, 2, -2), (46, 1, -1)])
def test_guns_by_their_range(north, dice, save):
    """A French 6-pounder: 6, 15, 24 and 48 inches."""
    b = stage(
        unit("a", at=(20, 20), **GUNS),
        unit("b", RED, at=(20, north), facing=180),
        dice=[1] * dice,
        size=(72, 80),
    )
    roll = events(shooting(b), "fired")[0].roll
    assert len(roll.details["ours"]["dice"]) == dice
    assert roll.details["theirs"]["total"] == save


@pytest.mark.rule("BP-BREAK-1", "BP-STATE-1")
def test_a_unit_with_more_than_it_can_bear_tests_when_all_have_fired():
    """Two lines fire at one battalion that is shaken: the second volley is fired before it tests, and excess counts."""
    b = stage(
        unit("a", at=(17, 20)),
        unit("c", at=(24, 20)),
        unit("b", RED, at=(20, 30), facing=180, casualties=3),
        dice=[4, 1, 1, 1, 4, 1, 1, 1, 6, 5],
    )
    shooting(b)
    tests = events(b, "morale")
    assert [each.units["unit"] for each in tests] == ["b"]
    assert tests[0].roll.total == 11 - 2
    assert tests[0].values["effect"] == "hold"
    assert b.unit("b").casualties == 3


@pytest.mark.rule("BP-BREAK-1")
def test_who_is_just_shaken_does_not_test_under_fire():
    b = stage(unit("a", at=(20, 20)), unit("b", RED, at=(20, 30), facing=180, casualties=2), dice=[4, 1, 1, 1])
    shooting(b)
    assert b.shaken("b")
    assert events(b, "morale") == []


@pytest.mark.rule("BP-BREAK-4", "BP-BREAK-5")
@pytest.mark.parametrize("answer, disordered, moved", [("stay", True, False), ("go", False, True)])
def test_infantry_holds_in_disorder_or_retreats_in_order(answer, disordered, moved):
    """A 6 under fire: 7 on the dice and one excess."""
    b = stage(unit("a", at=(20, 20)), unit("b", RED, at=(20, 30), facing=180, casualties=3), dice=[4, 1, 1, 1, 4, 3])
    shooting(b, says(("hold_or_retreat", answer, {})))
    assert b.unit("b").disordered == disordered
    assert (b.inches("a", "b") > 12) == moved


@pytest.mark.rule("BP-BREAK-4", "BP-HTH-7")
def test_a_retreat_is_one_move_with_the_face_to_the_enemy():
    """4 under fire: retreat disordered."""
    b = stage(unit("a", at=(20, 20)), unit("b", RED, at=(20, 30), facing=180, casualties=3), dice=[4, 1, 1, 1, 4, 1])
    shooting(b)
    assert b.inches("a", "b") == 22
    assert b.unit("b").heading == 180
    assert b.unit("b").disordered


@pytest.mark.rule("BP-BREAK-4", "BP-BREAK-3")
def test_a_unit_shaken_before_breaks_on_a_three():
    b = stage(unit("a", at=(20, 20)), unit("b", RED, at=(20, 30), facing=180, casualties=3), dice=[4, 1, 1, 1, 2, 2])
    shooting(b)
    assert b.unit("b").fate == "broken"
    assert events(b, "gone")[0].values["how"] == "broken"
    b = stage(
        unit("a", at=(20, 20)),
        unit("b", RED, at=(20, 30), facing=180, casualties=1),
        dice=[4, 4, 4, 1, 1, 1, 2, 2],
    )
    shooting(b)
    assert b.here("b"), "shaken only by this fire"


@pytest.mark.rule("BP-BREAK-6")
def test_guns_in_action_do_not_go_back():
    b = stage(
        unit("a", at=(20, 20)),
        unit("b", RED, at=(20, 25), facing=180, casualties=2, **GUNS),
        dice=[4, 1, 1, 1, 4, 1],
    )
    shooting(b)
    assert b.unit("b").fate == "broken"


@pytest.mark.rule("BP-BREAK-2", "BP-BREAK-1")
def test_casualties_from_guns_count_in_the_test():
    b = stage(
        unit("a", at=(20, 20), **GUNS),
        unit("b", RED, at=(20, 34), facing=180, casualties=3),
        dice=[4, 1, 1, 1, 6, 6],
    )
    shooting(b)
    assert events(b, "morale")[0].roll.total == 12 - 1 - 1


@pytest.mark.rule("BP-SHOOT-5")
def test_those_who_fight_neither_shoot_nor_are_shot_at():
    b = stage(
        unit("a", at=(20, 20)),
        unit("c", at=(27, 20)),
        unit("b", RED, at=(20, 21), facing=180),
        dice=[],
    )
    b.world.contacts["a>b"] = Contact("a>b", "a", "b", "front")
    assert fired(shooting(b)) == []


@pytest.mark.rule("BP-SPEC-11")
def test_first_fire_is_had_once():
    firer = unit("a", at=(20, 20), special=("first_fire",))
    b = stage(firer, unit("b", RED, at=(20, 30), facing=180), dice=[1, 1, 1, 1])
    shooting(b)
    assert b.unit("a").volleyed
    firer = unit("a", at=(20, 20), special=("first_fire",), volleyed=True)
    shooting(stage(firer, unit("b", RED, at=(20, 30), facing=180), dice=[1, 1, 1]))


@pytest.mark.rule("BP-SPEC-9")
def test_sharpshooters_throw_again():
    b = stage(
        unit("a", at=(20, 20), special=("sharpshooters",)),
        unit("b", RED, at=(20, 30), facing=180),
        dice=[1, 1, 1, 4, 1],
    )
    assert fired(shooting(b)) == [("a", "b", 1)]


@pytest.mark.rule("BP-SPEC-11", "BP-BREAK-1")
def test_wavering_units_test_for_a_single_casualty():
    b = stage(
        unit("a", at=(20, 20)),
        unit("b", RED, at=(20, 30), facing=180, special=("wavering",)),
        dice=[4, 1, 1, 1, 5, 5],
    )
    shooting(b)
    assert len(events(b, "morale")) == 1


@pytest.mark.rule("BP-GRANDE-4")
def test_a_grande_bande_fires_a_die_to_its_flank():
    b = stage(
        unit("a", at=(20, 20), formation="grande_bande"),
        unit("b", RED, at=(20, 30), facing=180),
        unit("c", RED, at=(30, 20), facing=270),
        dice=[1, 1, 1],
    )
    choose = says(("shoot", "fire:a", {"target": "b", "right_foe": "c"}))
    shooting(b, choose)
    assert [len(each.roll.details["ours"]["dice"]) for each in events(b, "fired")] == [2, 1]


@pytest.mark.rule("BP-SHOOT-5")
def test_tables_may_silence_who_has_moved_much():
    moved = unit("a", at=(20, 20), moves=3)
    foe = unit("b", RED, at=(20, 30), facing=180)
    assert fired(shooting(stage(moved, foe, dice=[1, 1, 1])))
    assert not fired(shooting(stage(moved, foe, dice=[], variants=("two-moves-then-shoot",))))
