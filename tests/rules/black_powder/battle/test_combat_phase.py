"""Hand-to-hand on staged ground: rounds, results, break tests, supports, victory moves."""

import pytest

from grognard.systems.black_powder.game import GAME
from grognard.systems.black_powder.staging import RED, events, run, says, stage, unit
from grognard.systems.black_powder.table.state import Contact
from grognard.systems.black_powder.turn.combat import combat_phase

HORSE = {"arm": "light_cavalry"}
GUNS = {"arm": "foot_artillery"}
ONE = {"hand_to_hand": 1}
"""A unit with a single die, so that a test can write all of them down."""


def fought(*units, dice, contacts=(("a", "b", "front"),), answers=(), rounds=0, in_cover=False, **more):
    b = stage(*units, dice=dice, phase="combat", **more)
    for charger, target, face in contacts:
        b.world.contacts[f"{charger}>{target}"] = Contact(
            f"{charger}>{target}", charger, target, face, rounds=rounds, in_cover=in_cover
        )
    b.restarted(b.world)
    run(combat_phase(b), says(*answers))
    return b


def ours(**more):
    return unit("a", at=(20, 20), **{**ONE, **more})


def theirs(**more):
    return unit("b", RED, at=(20, 20), facing=180, **{**ONE, **more})


def results(b):
    return [each.values["effect"] for each in events(b, "morale")]


def scores(b):
    return events(b, "melee")[0].values["scores"]


# -- rounds


@pytest.mark.rule("BP-HTH-1", "BP-HTH-2", "BP-HTH-4")
def test_a_charger_hits_on_three_and_the_loser_tests():
    b = fought(ours(charged=True), theirs(), dice=[3, 3, 3, 5, 5])
    assert scores(b) == [1, 0]
    assert b.unit("b").casualties == 1
    assert results(b) == ["hold_locked"]
    assert b.world.contacts["a>b"].rounds == 1
    assert not b.unit("a").charged, "the next round is no charge"
    assert b.unit("a").won


@pytest.mark.rule("BP-HTH-2", "BP-HTH-4")
def test_who_won_the_last_round_hits_better():
    b = fought(ours(won=True), theirs(), dice=[3, 1, 6], rounds=1)
    assert scores(b) == [0, 0]
    assert events(b, "melee")[0].roll.details["ours"]["hits_made"] == 1
    assert not b.unit("a").won


@pytest.mark.rule("BP-HTH-4")
def test_in_a_draw_only_the_shaken_test():
    b = fought(ours(casualties=3), theirs(), dice=[1, 1, 5, 5])
    assert [each.units["unit"] for each in events(b, "morale")] == ["a"]
    b = fought(ours(), theirs(), dice=[1, 1])
    assert not events(b, "morale")
    assert b.world.contacts


@pytest.mark.rule("BP-HTH-4", "BP-BREAK-1", "BP-BREAK-3")
@pytest.mark.parametrize("second, result, tested", [([6, 6], "hold_locked", []), ([1, 1], "break", ["d"])])
def test_in_a_draw_the_shaken_of_both_sides_test(second, result, tested):
    """Though the first to test breaks, and the other has nobody before it any more; its supports count still."""
    rear = unit("d", RED, at=(20, 24), facing=180)
    units = (ours(casualties=3, closing_caused=1), theirs(casualties=3), rear)
    b = fought(*units, dice=[1, 1, 1, 1, *second, *([6, 6] if tested else [])])
    assert scores(b) == [1, 1]
    assert results(b)[:2] == ["break", result]
    assert [each.units["unit"] for each in events(b, "morale")] == ["a", "b", *tested]
    assert b.here("b") == (result == "hold_locked")


@pytest.mark.rule("BP-HTH-4", "BP-FLANK-1", "BP-BREAK-2")
def test_in_a_draw_tests_are_taken_as_the_blows_have_fallen():
    """Struck in the rear, and so tested, though he who struck it has broken before."""
    b = fought(ours(casualties=3), theirs(casualties=3), dice=[1, 1, 1, 1, 6, 6], contacts=[("a", "b", "rear")])
    assert [each.roll.total for each in events(b, "morale")] == [2, 12 - 1]


@pytest.mark.rule("BP-HTH-3", "BP-SHOOT-6")
def test_casualties_of_closing_fire_count_once():
    b = fought(ours(charged=True), theirs(closing_caused=2), dice=[1, 1, 5, 5])
    assert scores(b) == [0, 2]
    assert b.unit("b").closing_caused == 0


@pytest.mark.rule("BP-HTH-3", "BP-HTH-5")
def test_supports_add_to_the_result_and_no_dice():
    rear = unit("c", RED, at=(20, 24), facing=180)
    left = unit("d", RED, at=(33, 21), facing=180)
    b = fought(ours(), theirs(), rear, left, dice=[1, 1, 5, 5])
    assert scores(b) == [0, 2]


@pytest.mark.rule("BP-HTH-5", "BP-STATE-2")
def test_the_shaken_support_nobody():
    rear = unit("c", RED, at=(20, 24), facing=180, casualties=3)
    assert scores(fought(ours(), theirs(), rear, dice=[1, 1])) == [0, 0]


@pytest.mark.rule("BP-CCS-1", "BP-CCS-2")
def test_the_second_line_stands_close_by_the_draft():
    def result(north):
        rear = unit("c", RED, at=(20, north), facing=180)
        return scores(fought(ours(), theirs(), rear, dice=[1, 1, 5, 5][: 4 if north < 25 else 2], variants=DRAFT))

    assert result(24)[1] == 1
    assert result(26)[1] == 0


DRAFT = ("friction-support",)


@pytest.mark.rule("BP-HTH-2", "BP-FLANK-1")
def test_struck_in_the_flank():
    b = fought(ours(), theirs(), dice=[4, 4, 1, 4, 4], contacts=[("a", "b", "left_flank")])
    roll = events(b, "melee")[0].roll
    assert roll.details["theirs"]["hits_made"] == 0
    assert events(b, "morale")[0].roll.total == 8 - 1


@pytest.mark.rule("BP-FLANK-2", "BP-HTH-2", "BP-HTH-3")
def test_a_garrison_has_a_rear():
    """Walls add to the result of who holds them; they do not turn his back into a front."""
    village = {
        "type": "Feature",
        "properties": {"kind": "village"},
        "geometry": {"type": "Polygon", "coordinates": [[[200, 300], [400, 300], [400, 400], [200, 400], [200, 300]]]},
    }
    dice = [4, 4, 4, 4, 1, 1, 1, 4, 4]
    b = fought(ours(hand_to_hand=3), theirs(), dice=dice, features=[village], contacts=[("a", "b", "rear")], rounds=1)
    assert scores(b) == [3, 2]
    assert events(b, "melee")[0].roll.details["theirs"]["hits_made"] == 0, "a 4 with 1 off"
    assert events(b, "morale")[0].roll.total == 8 - 1


@pytest.mark.rule("BP-SAVE-2")
def test_cover_counts_in_the_first_round_for_those_who_were_charged_in_it():
    wood = {
        "type": "Feature",
        "properties": {"kind": "heavy_woods"},
        "geometry": {"type": "Polygon", "coordinates": [[[200, 300], [400, 300], [400, 400], [200, 400], [200, 300]]]},
    }
    for rounds, covered, lost in ((0, True, 0), (1, True, 1), (0, False, 1)):
        dice = [4, 1, 3] if not lost else [4, 1, 3, 5, 5]
        b = fought(ours(), theirs(), dice=dice, features=[wood], rounds=rounds, in_cover=covered)
        assert b.unit("b").casualties == lost


# -- what the loser does


@pytest.mark.rule("BP-BREAK-5")
def test_a_unit_falls_back_half_a_move():
    b = fought(ours(), theirs(), dice=[4, 1, 1, 4, 3])
    assert results(b) == ["fallback_through_disordered"]
    assert b.inches("a", "b") == 6
    assert b.unit("b").disordered
    assert b.unit("b").retired
    assert not b.world.contacts


@pytest.mark.rule("BP-BREAK-5")
def test_a_unit_falls_back_behind_its_rear_support():
    """Through it, and no farther than to be clear behind it; without the drafts the support keeps its order."""
    rear = unit("c", RED, at=(20, 23), facing=180)
    b = fought(ours(closing_caused=1), theirs(), rear, dice=[4, 1, 1, 4, 3])
    assert b.unit("b").position[1] > b.unit("c").position[1]
    assert not b.unit("c").disordered


@pytest.mark.rule("BP-CCS-3", "BP-BREAK-5")
@pytest.mark.parametrize("die, disordered", [(3, True), (4, False)])
def test_those_passed_through_roll_for_their_order_by_the_drafts(die, disordered):
    for variant in ("friction-support", "passage-of-lines"):
        rear = unit("c", RED, at=(20, 23), facing=180)
        b = fought(ours(closing_caused=1), theirs(), rear, dice=[4, 1, 1, 4, 3, die], variants=(variant,))
        assert b.unit("c").disordered == disordered


@pytest.mark.rule("BP-BREAK-5")
def test_cavalry_takes_its_supports_along():
    """A 5 hand-to-hand: it retreats a move with all its supports, all of them disordered."""
    rear = unit("c", RED, at=(20, 26), facing=180, **HORSE)
    b = fought(ours(**HORSE, closing_caused=1), theirs(**HORSE), rear, dice=[6, 1, 1, 3, 2], size=(72, 72))
    assert results(b) == ["retreat_with_all_disordered"]
    assert b.unit("b").disordered
    assert b.unit("c").disordered
    assert b.inches("a", "c") > 18


@pytest.mark.rule("BP-BREAK-3", "BP-BREAK-1")
def test_friends_of_a_broken_unit_test_once():
    rear = unit("c", RED, at=(20, 24), facing=180)
    b = fought(ours(closing_caused=2), theirs(), rear, dice=[4, 1, 1, 1, 1, 6, 6])
    assert b.unit("b").fate == "broken"
    assert [(each.units["unit"], each.values["cause"]) for each in events(b, "morale")] == [
        ("b", "lost"),
        ("c", "support_broke"),
    ]
    assert b.unit("c").tested


@pytest.mark.rule("BP-BREAK-3", "BP-CMD-9")
def test_a_commander_is_lost_with_the_unit_that_he_had_joined():
    states = {"brigadier-red-1": {"attached": "b"}}
    b = fought(ours(), theirs(), dice=[4, 1, 1, 1, 1], states=states)
    leader = b.world.leaders["brigadier-red-1"]
    assert leader.fallen == 1
    assert leader.fell_on == b.world.stroke
    assert len(events(b, "leader_fell")) == 1


@pytest.mark.rule("BP-HTH-7", "BP-BREAK-6")
def test_guns_beaten_hand_to_hand_are_lost():
    b = fought(ours(), theirs(**GUNS), dice=[4, 1, 1, 4, 3])
    assert b.unit("b").fate == "broken"


@pytest.mark.rule("BP-HTH-7")
def test_who_has_no_way_back_breaks():
    block = unit("c", at=(20, 27), facing=180)
    walls = [unit(f"w{i}", at=(9 + 11 * (i % 3), 25 + i // 3)) for i in (0, 2)]
    b = fought(ours(), theirs(), block, *walls, dice=[4, 1, 1, 2, 2])
    assert b.unit("b").fate == "broken"


# -- special rules


@pytest.mark.rule("BP-SPEC-6")
def test_steady_units_pass_once():
    b = fought(ours(), theirs(special=("steady",)), dice=[4, 1, 1])
    assert results(b) == ["hold_locked"]
    assert b.unit("b").steady_used
    b = fought(ours(), theirs(special=("steady",), steady_used=True), dice=[4, 1, 1, 1, 1])
    assert b.unit("b").fate == "broken"


@pytest.mark.rule("BP-SPEC-7")
def test_valiant_units_test_again_once():
    b = fought(ours(), theirs(special=("valiant",)), dice=[4, 1, 1, 1, 1, 5, 5])
    assert results(b) == ["break", "hold_locked"]
    assert b.unit("b").valiant_used
    assert b.here("b")
    b = fought(ours(), theirs(special=("valiant",), valiant_used=True), dice=[4, 1, 1, 1, 1])
    assert b.unit("b").fate == "broken"
    b = fought(ours(), theirs(special=("valiant",)), dice=[4, 1, 1, 1, 1], answers=[("reroll_break", "leave", {})])
    assert b.unit("b").fate == "broken"


@pytest.mark.rule("BP-SPEC-4")
def test_heavy_cavalry_adds_its_weight():
    heavy = ours(arm="heavy_cavalry", special=("heavy_cavalry",), charged=True)
    b = fought(heavy, theirs(), dice=[1, 1, 6, 5, 5])
    assert scores(b) == [3, 0]


# -- squares


@pytest.mark.rule("BP-SQUARE-5")
def test_infantry_that_cavalry_beats_and_that_holds_forms_a_hasty_square():
    b = fought(ours(**HORSE), theirs(), dice=[4, 1, 1, 4, 4])
    assert b.unit("b").formation == "square"
    assert b.unit("b").disordered
    assert b.world.contacts


@pytest.mark.rule("BP-SQUARE-6")
def test_infantry_that_gives_way_to_cavalry_breaks():
    b = fought(ours(**HORSE), theirs(), dice=[4, 1, 1, 4, 3])
    assert results(b) == ["break"]
    assert b.unit("b").fate == "broken"


@pytest.mark.rule("BP-SQCAV-3", "BP-HTH-3")
def test_cavalry_stands_off_from_a_square():
    b = fought(ours(**HORSE, charged=True), theirs(formation="square"), dice=[1, 1, 4, 3])
    assert scores(b) == [0, 3]
    assert events(b, "morale")[0].roll.total == 9
    assert results(b) == ["fallback_through_disordered"]


@pytest.mark.rule("BP-SQCAV-4")
def test_cavalry_rides_past_a_square_that_it_has_beaten():
    square = theirs(formation="square", disordered=True)
    answers = [("ride_around", "move", {"to": (420, 420)})]
    lancers = unit("a", at=(20, 20), **HORSE, hand_to_hand=4)
    b = fought(lancers, square, dice=[4, 4, 4, 4, 1, 1, 1, 1, 1, 5, 5], answers=answers)
    assert events(b, "victory_move")[0].values["how"] == "ride_around"
    assert b.unit("a").disordered
    assert not b.in_combat("a")


BEATEN = [4, 4, 4, 4, 1, 1, 1, 1, 1, 5, 5]
"""Four hits none of which is saved, nothing from the square, which holds."""


@pytest.mark.rule("BP-SQCAV-4")
def test_the_square_is_as_if_it_were_not_there():
    rider = unit("a", at=(20, 20), **HORSE, hand_to_hand=4)
    answers = [("ride_around", "move", {"to": (300, 540)})]
    b = fought(rider, theirs(formation="square", disordered=True), dice=BEATEN, answers=answers)
    assert b.unit("a").position == (300 * 16, 540 * 16)
    assert b.unit("b").formation == "square"


@pytest.mark.rule("BP-SQCAV-4", "BP-HTH-6")
def test_cavalry_rides_past_a_square_into_others():
    """It is disordered when it arrives, and fights so: what its charge adds is lost again."""
    rider = unit("a", at=(20, 20), **HORSE, hand_to_hand=4)
    guns = unit("c", RED, at=(20, 33), facing=180, **GUNS, **ONE)
    answers = [("ride_around", "charge", {"target": "c"}), ("respond", "stand", {})]
    dice = [*BEATEN, 3, 3, 3, 3, 1]
    b = fought(rider, theirs(formation="square", disordered=True), guns, dice=dice, answers=answers)
    assert b.world.contacts["a>c"].rounds == 1
    assert events(b, "melee")[1].roll.details["ours"]["hits_made"] == 0
    assert b.unit("a").disordered


# -- after a victory


@pytest.mark.rule("BP-HTH-6")
def test_a_winner_moves_at_once():
    answers = [("victory_move", "move", {"to": (300, 420)})]
    b = fought(ours(), theirs(), dice=[4, 1, 1, 1, 1], answers=answers)
    assert events(b, "victory_move")
    assert b.unit("a").position == (300 * 16, 420 * 16)
    assert b.unit("a").swept
    assert not b.unit("a").won


@pytest.mark.rule("BP-HTH-6")
def test_a_disordered_winner_stays():
    b = fought(ours(disordered=True, hand_to_hand=2), theirs(), dice=[6, 1, 1, 1, 1, 1])
    assert b.unit("b").fate == "broken"
    assert not events(b, "victory_move")


@pytest.mark.rule("BP-HTH-6")
def test_a_sweeping_advance_is_fought_in_the_same_phase():
    other = unit("c", RED, at=(20, 30), facing=180, **ONE)
    answers = [("victory_move", "charge", {"target": "c"}), ("respond", "stand", {})]
    b = fought(ours(), theirs(), other, dice=[4, 1, 1, 1, 1, 3, 1, 1, 5, 5], answers=answers)
    assert [each.units["target"] for each in events(b, "melee")] == ["b", "c"]
    assert b.world.contacts["a>c"].rounds == 1
    assert events(b, "charges")[0].values["how"] == "sweep"


@pytest.mark.rule("BP-HTH-6", "BP-HTH-2")
def test_a_sweep_into_those_who_have_just_gone_back_is_fought_in_the_same_phase_too():
    """The same two as before, but a new combat: it counts as a charge, and nobody sweeps a second time."""
    answers = [("victory_move", "charge", {"target": "b"}), ("respond", "stand", {})]
    b = fought(ours(), theirs(), dice=[4, 1, 1, 4, 3, 3, 1, 1, 6, 6], answers=answers)
    assert [each.values["how"] for each in events(b, "charges")] == ["sweep"]
    assert [each.units["target"] for each in events(b, "melee")] == ["b", "b"]
    assert [each.roll.details["ours"]["hits_made"] for each in events(b, "melee")] == [1, 1]
    assert b.world.contacts["a>b"].rounds == 1
    assert not b.unit("a").charged
    assert b.unit("b").casualties == 2


# -- massed columns


def two_columns(**more):
    return [
        unit("a", at=(20, 20), formation="attack_column", massed="a", charged=True, **{**ONE, **more}),
        unit("c", at=(20, 16), formation="attack_column", massed="a", charged=True, **{**ONE, **more}),
    ]


MASS = [("a", "b", "front"), ("c", "b", "front")]


@pytest.mark.rule("BP-MASS-4", "BP-MASS-6", "BP-HTH-1")
def test_a_massed_column_fights_together_and_is_staggered():
    """Both strike without the +1 for a charge; the line divides its dice; it holds, and the columns are disordered."""
    b = fought(*two_columns(), theirs(hand_to_hand=2), dice=[3, 4, 1, 1, 1, 5, 5], contacts=MASS)
    blows = [(each.units["unit"], each.units["target"], each.values["casualties"]) for each in events(b, "blows")]
    assert blows == [("a", "b", 0), ("c", "b", 1), ("b", "a", 0), ("b", "c", 0)]
    assert results(b) == ["hold_locked"]
    assert b.unit("a").disordered
    assert b.unit("c").disordered


@pytest.mark.rule("BP-MASS-5", "BP-HTH-6")
def test_every_unit_of_a_massed_column_goes_on():
    answers = [("victory_move:a", "move", {"to": (300, 420)}), ("victory_move:c", "move", {"to": (420, 320)})]
    b = fought(*two_columns(), theirs(), dice=[4, 1, 1, 1, 1, 1], contacts=MASS, answers=answers)
    assert b.unit("b").fate == "broken"
    assert [each.units["unit"] for each in events(b, "victory_move")] == ["a", "c"]
    assert not b.unit("a").massed


@pytest.mark.rule("BP-HTH-1")
def test_dice_are_divided_as_the_owner_likes():
    b = fought(
        *two_columns(), theirs(hand_to_hand=4), dice=[1, 1, 4, 4, 4, 1, 1, 1, 1, 5, 5, 5, 5], contacts=MASS,
        answers=[("split", "divide", {"dice": 3})],
    )  # fmt: skip
    thrown = [len(each.roll.details["ours"]["dice"]) for each in events(b, "blows")]
    assert thrown == [1, 1, 3, 1]


@pytest.mark.rule("BP-HTH-1", "BP-HTH-2")
def test_divided_dice_are_weighed_for_each_enemy_before_they_are_thrown():
    told = {}

    def weigh(b, decision):
        if decision.kind == "split" and not told:
            told.update({dice: _weighed(b, decision, dice) for dice in (0, 1, 4)})
        return decision.default

    b = stage(*two_columns(), theirs(hand_to_hand=4), dice=[1] * 20, phase="combat")
    for charger, target, face in MASS:
        b.world.contacts[f"{charger}>{target}"] = Contact(f"{charger}>{target}", charger, target, face)
    b.restarted(b.world)
    run(combat_phase(b), lambda decision: weigh(b, decision))
    assert [title for title, _ in told[0]] == ["Blows at c, 4 dice"]
    assert [title for title, _ in told[4]] == ["Blows at a, 4 dice"]
    assert [title for title, _ in told[1]] == ["Blows at a, 1 die", "Blows at c, 3 dice"]
    means = dict(told[1])
    # each die hits and is saved for itself
    assert means["Blows at c, 3 dice"] == pytest.approx(3 * means["Blows at a, 1 die"], rel=0.01)
    assert dict(told[0])["Blows at c, 4 dice"] == pytest.approx(4 * means["Blows at a, 1 die"], rel=0.01)


def _weighed(b, decision, dice):
    found = GAME.weigh(b, decision, decision.answer("divide", dice=dice))
    return [(each.title, each.mean) for shown in found.units for each in shown.odds]


# -- drafts


@pytest.mark.rule("BP-CAVM-1")
def test_draws_disorder_cavalry_by_the_draft():
    b = fought(ours(**HORSE), theirs(), dice=[1, 1], variants=("cavalry-melees",))
    assert b.unit("a").disordered
    assert not b.unit("b").disordered
    b = fought(ours(**HORSE), theirs(), dice=[1, 1])
    assert not b.unit("a").disordered


@pytest.mark.rule("BP-CAVM-2")
def test_the_disordered_save_worse_by_the_draft():
    b = fought(ours(), theirs(disordered=True), dice=[4, 1, 4, 5, 5], variants=("cavalry-melees",))
    assert b.unit("b").casualties == 1
    b = fought(ours(), theirs(disordered=True), dice=[4, 1, 4])
    assert b.unit("b").casualties == 0


@pytest.mark.rule("BP-CAVF-3")
def test_an_echelon_goes_back_in_order_by_the_draft():
    b = fought(ours(), theirs(**HORSE, formation="echelon"), dice=[4, 1, 1, 4, 4], variants=("cavalry-formations",))
    assert results(b) == ["fallback_through_disordered"]
    assert not b.unit("b").disordered


@pytest.mark.rule("BP-GRANDE-9")
def test_who_is_doomed_breaks_when_the_fight_comes():
    b = fought(ours(**HORSE), theirs(formation="grande_bande", doomed=True), dice=[])
    assert b.unit("b").fate == "broken"
    assert not events(b, "melee")
