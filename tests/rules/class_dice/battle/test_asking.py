"""Nobody is asked a hundred times: what a seat says once for all, or for the rest of a turn, and when it matters."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.systems.class_dice.acts import charging
from grognard.systems.class_dice.staging import RED, events, run, says, stage, unit
from grognard.systems.class_dice.turn import activation, initiative


def armies(inches, dice=(9, 2)):
    return stage(unit("a", at=(30, 10)), unit("b", RED, at=(30, 10 + inches), facing=180), dice=list(dice))


def asked(b, steps, *answers):
    """The kinds of decisions that come up; those that are not named here are answered as usual."""
    kinds, told = [], list(answers)

    def choose(decision):
        kinds.append(decision.kind)
        if told and told[0][0] == decision.kind and decision.seat == told[0][1]:
            _, _, option, values = told.pop(0)
            return decision.answer(option, **values)
        return decision.default

    run(steps, choose)
    return kinds


@pytest.mark.rule("CD-contest-windows")
@pytest.mark.parametrize("inches, times", [(16, 2), (17, 0)])
def test_a_contest_is_asked_about_where_the_enemy_is_near(inches, times):
    b = armies(inches)
    run(initiative.opening(b), says())
    assert asked(b, activation.one_brigade(b)).count("contest") == times  # when it is named, and when it has done


@pytest.mark.rule("CD-contest-windows")
def test_who_wishes_to_be_asked_each_time_is_asked_from_afar():
    b = armies(40)
    asked(b, initiative.opening(b), ("counsel", "red", "instruct", {"contests": "ask"}))
    assert asked(b, activation.one_brigade(b)).count("contest") == 2


@pytest.mark.rule("CD-contest-windows", "CD-initiative-contest")
@pytest.mark.parametrize("odds, times", [(41, 2), (42, 0)])
def test_a_contest_is_not_asked_about_where_it_is_less_likely_won_than_a_seat_has_said(odds, times):
    # of a hundred throws of two dice 45 are higher for the challenger, 4 of which end the turn: 41
    b = armies(10)
    asked(b, initiative.opening(b), ("counsel", "red", "instruct", {"odds": odds}))
    assert asked(b, activation.one_brigade(b)).count("contest") == times


@pytest.mark.rule("CD-contest-windows")
def test_who_leaves_it_to_them_for_the_rest_of_the_turn_is_not_asked_again_till_the_next():
    b = armies(10)
    run(initiative.opening(b), says())
    assert asked(b, activation.one_brigade(b), ("contest", "red", "leave_it", {})).count("contest") == 1
    assert b.world.instructions["red"].leave_it == 1
    assert b.world.instructions["red"].contests == "in_reach"


def cavalry(dice, **said):
    """Heavy cavalry of twelve castings charges infantry of eighteen from nine inches."""
    horse = unit("a", at=(30, 20), arm="heavy_cavalry", castings=12, weapon="")
    b = stage(horse, unit("b", RED, at=(30, 29), facing=180, castings=18), dice=dice)
    b.world.instructions["red"] = replace(b.world.instructions["red"], **said)
    return b


CHARGE = [4, 4, 4, 4, 4, 4] + 30 * [6]


@pytest.mark.rule("CD-local-initiative-use", "CD-local-initiative-table")
@pytest.mark.parametrize("odds, times", [(0, 1), (72, 1), (73, 0)])
def test_a_reaction_is_not_asked_about_where_it_is_less_likely_than_a_seat_has_said(odds, times):
    # two dice less 1 for a cavalry charge come to 5 or more in 26 of 36 throws: 72.2 percent
    b = cavalry(CHARGE, odds=odds)
    kinds = asked(b, charging.charge(b, "a", "b"))
    assert kinds.count("react") == times


@pytest.mark.rule("CD-local-initiative-use")
def test_who_lets_it_be_is_not_asked_about_reactions_again_this_turn():
    b = cavalry(CHARGE)
    kinds = asked(b, charging.charge(b, "a", "b"), ("react", "red", "let_be", {}))
    assert kinds.count("react") == 1
    assert b.unit("b").formation == "line"
    assert b.world.instructions["red"].let_be == b.world.turn
    assert not events(b, "local_initiative")
