"""The turn: initiative, contests, activation of divisions and units, the end phase."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.systems.class_dice.game import GAME
from grognard.systems.class_dice.staging import BLUE, RED, events, run, says, stage, unit
from grognard.systems.class_dice.turn import activation, ending, initiative


def two():
    return unit("a", at=(30, 10)), unit("b", RED, at=(30, 40), facing=180)


def near():
    """So near to each other that a seat is asked whether it contests."""
    return unit("a", at=(30, 10)), unit("b", RED, at=(30, 25), facing=180)


def opened(b, *answers):
    run(initiative.opening(b), says(*answers))
    return b


# -- initiative


@pytest.mark.rule("CD-initiative-opening", "CD-initiative-roll", "CD-grand-tac-points")
def test_points_committed_in_secret_win_the_opening_roll_and_are_spent():
    b = stage(*two(), dice=[5, 6])
    opened(b, ("counsel", "done", {"points": 2}))  # blue is asked first: 5 + 2 against 6
    assert b.world.holder == BLUE
    assert b.world.points == {BLUE: 0, RED: 2}  # two average commanders
    rolled = events(b, "initiative")[0]
    assert rolled.values["points"] == [2, 0]


@pytest.mark.rule("CD-initiative-roll")
def test_army_commanders_who_roll_alike_roll_again():
    b = opened(stage(*two(), dice=[4, 4, 3, 8]))
    assert b.world.holder == RED
    assert [event.values["winner"] for event in events(b, "initiative")] == ["", RED]


@pytest.mark.rule("CD-turn-end-17", "CD-turn-sequence")
def test_seventeen_on_both_dice_ends_the_turn_before_anybody_acts():
    b = opened(stage(*two(), dice=[8, 9]))
    assert b.world.ended
    GAME._next(b)
    assert b.world.phase == "end"


@pytest.mark.rule("CD-grand-tac-pool")
def test_a_pool_is_filled_anew_each_turn():
    b = stage(*two(), dice=[5, 6, 5, 6])
    opened(b, ("counsel", "done", {"points": 2}))
    opened(b)
    assert b.world.points[BLUE] == 2


# -- division activation and contests


@pytest.mark.rule("CD-division-activation")
def test_a_side_without_units_left_hands_the_initiative_over_without_a_roll():
    b = stage(*two(), dice=[9, 2], phase="activation")
    opened(b)
    run(activation.one_brigade(b))  # blue stands
    assert b.world.active == ""
    run(activation.one_brigade(b))
    assert [event.values["side"] for event in events(b, "initiative_passes")] == [RED]
    assert b.unit("b").activated
    run(activation.one_brigade(b))
    assert b.world.ended


@pytest.mark.rule("CD-initiative-contest", "CD-contest-windows")
def test_a_challenger_who_wins_becomes_active_and_the_other_keeps_its_activations():
    b = opened(stage(*near(), dice=[9, 2, 3, 8]))
    run(activation.one_brigade(b), says(("contest", "contest:division-of-divisionnaire-red", {})))
    assert b.world.active == "division-of-divisionnaire-red"
    assert b.world.holder == RED
    assert not b.unit("a").activated


@pytest.mark.rule("CD-initiative-roll", "CD-initiative-contest")
def test_a_tied_contest_leaves_the_active_division_active():
    b = opened(stage(*near(), dice=[9, 2, 5, 5]))
    run(activation.one_brigade(b), says(("contest", "contest:division-of-divisionnaire-red", {})))
    assert b.world.holder == BLUE
    assert b.unit("a").activated  # it went on, and stood


@pytest.mark.rule("CD-contest-windows")
def test_a_division_contests_the_same_active_division_only_once_a_turn():
    b = opened(stage(*near(), dice=[9, 2, 9, 2]))
    asked = []

    def choose(decision):
        asked.append(decision.kind)
        contests = decision.kind == "contest"
        return decision.answer("contest:division-of-divisionnaire-red") if contests else decision.default

    run(activation.one_brigade(b), choose)
    assert asked.count("contest") == 1  # not asked again when the brigade is done


@pytest.mark.rule("CD-turn-end-17")
def test_a_contest_may_end_the_turn():
    b = opened(stage(*near(), dice=[9, 2, 10, 7]))
    run(activation.one_brigade(b), says(("contest", "contest:division-of-divisionnaire-red", {})))
    assert b.world.ended


@pytest.mark.rule("CD-contest-windows")
def test_who_has_said_never_is_not_asked():
    b = stage(*near(), dice=[9, 2])
    opened(b, ("counsel", "done", {}), ("counsel", "instruct", {"contests": "never"}))
    kinds = []

    def choose(decision):
        kinds.append(decision.kind)
        return decision.default

    run(activation.one_brigade(b), choose)
    assert "contest" not in kinds


# -- leaders


@pytest.mark.rule("CD-leader-movement", "CD-leader-attachment", "CD-leader-attach-to")
def test_a_leader_rides_and_attaches_himself_by_a_die():
    b = opened(stage(*two(), dice=[9, 2, 6]))  # an average division leader attaches on 6 or less
    answers = says(("leaders", "attach:divisionnaire-blue", {"unit": "a"}))
    run(activation.one_brigade(b), answers)
    leader = b.world.leaders["divisionnaire-blue"]
    assert (leader.attached_to, leader.attached) == ("regiment", "a")


@pytest.mark.rule("CD-leader-attachment")
def test_a_leader_who_fails_may_not_try_again_in_this_activation():
    b = opened(stage(*two(), dice=[9, 2, 7]))
    offered = []

    def choose(decision):
        if decision.kind != "leaders":
            return decision.default
        offered.append([option.key for option in decision.options])
        first = len(offered) == 1
        return decision.answer("attach:divisionnaire-blue", unit="a") if first else decision.default

    run(activation.one_brigade(b), choose)
    assert "attach:divisionnaire-blue" in offered[0]
    assert "attach:divisionnaire-blue" not in offered[1]
    assert b.world.leaders["divisionnaire-blue"].attached == ""


@pytest.mark.rule("CD-command-radius-effect")
def test_a_unit_out_of_its_commanders_reach_does_not_march_with_the_division():
    far = opened(stage(*two(), leaders={"blue-1": (30, 27)}, dice=[9, 2]))
    keys = []

    def choose(decision):
        if decision.kind == "brigade":
            keys.extend(option.key for option in decision.options)
        return decision.default

    run(activation.one_brigade(far), choose)
    assert "march:a" not in keys
    assert "stay:a" in keys


# -- the end phase


@pytest.mark.rule("CD-end-phase", "CD-morale-duration")
@pytest.mark.parametrize(
    "status, turn, after",
    [("shaken", 1, "shaken"), ("shaken", 2, "steady"), ("broken", 2, "broken"), ("broken", 3, "steady")],
)
def test_a_status_ends_after_its_full_turns(status, turn, after):
    others = unit("c", at=(20, 10)), unit("d", at=(40, 10)), unit("b", RED, at=(30, 40), facing=180)
    b = stage(unit("a", at=(30, 10), status=status, since=1), *others)
    b.world.turn = turn
    run(ending.end_phase(b))
    assert b.unit("a").status == after


@pytest.mark.rule("CD-smoke", "CD-end-phase")
def test_smoke_stays_with_who_fired_this_turn_and_clears_from_others():
    fired, idle = unit("a", at=(30, 10), smoke=True, smoked=True), unit("c", at=(40, 10), smoke=True)
    b = stage(fired, idle, unit("b", RED, at=(30, 40), facing=180))
    run(ending.end_phase(b))
    assert (b.unit("a").smoke, b.unit("c").smoke) == (True, False)


@pytest.mark.rule("CD-firefight", "CD-end-phase")
def test_a_firefight_without_an_enemy_near_is_over():
    b = stage(unit("a", at=(30, 10), firefight=True), unit("b", RED, at=(30, 15), facing=180))
    run(ending.end_phase(b))
    assert not b.unit("a").firefight


@pytest.mark.rule("CD-army-break", "CD-victory")
def test_an_army_with_half_its_units_broken_has_lost():
    broken = unit("a", at=(30, 10), status="broken", since=1)
    b = stage(broken, unit("c", at=(40, 10)), unit("b", RED, at=(30, 40), facing=180))
    run(ending.end_phase(b))
    assert GAME.outcome(b)["winner"] == RED


@pytest.mark.rule("CD-victory")
def test_at_the_limit_points_decide_and_a_small_lead_is_a_draw():
    lost = stage(unit("a", at=(30, 10), castings=18), unit("b", RED, at=(30, 40), facing=180), turns=1)
    lost.world.units["a"] = replace(lost.unit("a"), steps=54 - 15)
    run(ending.end_phase(lost))
    outcome = GAME.outcome(lost)
    assert outcome["winner"] == RED
    assert outcome["sides"][RED]["points"] == 5  # fifteen steps are five castings
