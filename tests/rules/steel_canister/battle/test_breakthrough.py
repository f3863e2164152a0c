"""Breakthrough moves, their melees, and fatigue in play."""

import pytest

from grognard.systems.steel_canister.phases import breakthrough
from grognard.systems.steel_canister.staging import events, run, says, stage, told, unit

COLUMN = {"formation": "attack_column"}


def winner(margin, dice, *others, arm="infantry", attacker=True, **more):
    formation = more.pop("formation", "attack_column" if arm == "infantry" else "double_line")
    known = {"may_break": margin, "attacker": attacker, "came_from": (4, 4) if attacker else None}
    kept = {key: more.pop(key) for key in ("terrain", "edges", "levels") if key in more}
    own = unit("a", at=(4, 5), arm=arm, formation=formation, **known, **more)
    return stage(own, *others, dice=dice, phase="9a", **kept)


@pytest.mark.rule("SC-4.5c")
def test_a_winner_may_be_drawn_back():
    b = winner(1, [1], arm="dragoons")
    run(breakthrough.player_a(b))
    assert (b.unit("a").space, b.unit("a").status, b.unit("a").facing) == ((4, 3), "good_order", "N")


@pytest.mark.rule("SC-4.5c")
def test_it_stops_before_a_full_space():
    b = winner(1, [1], unit("f", at=(4, 4)), arm="dragoons")
    run(breakthrough.player_a(b))
    assert b.unit("a").space == (4, 5)


@pytest.mark.rule("SC-4.5a", "SC-4.5b", "SC-4.5c")
def test_a_nought_holds_the_ground_and_a_three_lets_it_turn():
    b = winner(1, [3])
    run(breakthrough.player_a(b), says(("turn", "S", {})))
    assert (b.unit("a").space, b.unit("a").facing) == ((4, 5), "S")


@pytest.mark.rule("SC-6.8", "SC-1.1h")
def test_it_runs_into_a_second_line():
    b = winner(3, [5], unit("b", side="red", at=(4, 7), facing="S"), spent=3)
    run(breakthrough.player_a(b))
    a = b.unit("a")
    assert (a.space, a.melee, a.came_from, a.broke_through, a.may_break) == ((4, 7), True, (4, 6), 2, 0)
    assert b.unit("b").melee
    assert not events(b, "shot")
    assert next(line for line in told(b) if "storms on" in line) == "a storms on 1 space, to 4,6"


@pytest.mark.rule("SC-1.1h")
def test_the_new_melee_is_fought_in_9c_and_its_winner_holds():
    b = winner(3, [5, 5, 5, 1, 1, 1, 1, 1, 1, 1, 1], unit("b", side="red", at=(4, 7), facing="S"))
    run(breakthrough.player_a(b))
    run(breakthrough.melees(b))
    assert (b.unit("b").status, b.unit("a").space) == ("retreat", (4, 7))
    assert (b.unit("a").may_break, b.unit("a").melee) == (0, False)


@pytest.mark.rule("SC-1.1h")
def test_old_melees_are_not_fought_again_in_9c():
    b = stage(
        unit("a", at=(4, 5), melee=True, attacker=True, came_from=(4, 4)),
        unit("b", side="red", at=(4, 5), melee=True),
        dice=[],
        phase="9c",
    )
    run(breakthrough.melees(b))
    assert b.unit("a").melee


@pytest.mark.rule("SC-6.8", "SC-6.1")
def test_woods_stop_cavalry():
    woods = dict.fromkeys([(3, 6), (4, 6), (5, 6)], "heavy")
    b = winner(3, [5], arm="dragoons", terrain=woods)
    run(breakthrough.player_a(b))
    run(breakthrough.fatigue(b))
    assert (b.unit("a").space, b.unit("a").broke_through) == ((4, 5), 0)
    assert not events(b, "fatigue")


@pytest.mark.rule("SC-6.8")
def test_the_way_may_be_chosen():
    b = winner(3, [5], arm="dragoons")  # 3 points
    run(breakthrough.player_a(b), says(("way", "forward_left", {})))
    assert (b.unit("a").space, b.unit("a").broke_through) == ((3, 7), 3)


@pytest.mark.rule("SC-6.8", "SC-1.3b")
def test_heavy_ground_costs_a_point_more_and_loosens_the_ranks():
    b = winner(3, [5], terrain={(4, 6): "heavy"})
    run(breakthrough.player_a(b))
    assert (b.unit("a").space, b.unit("a").formation, b.unit("a").broke_through) == ((4, 6), "semi_formed", 2)


@pytest.mark.rule("SC-6.8")
@pytest.mark.parametrize("answer, rolls", [("hold", 0), ("roll", 1)])
def test_who_was_charged_may_choose(answer, rolls):
    b = winner(1, [2] if rolls else [], attacker=False)
    run(breakthrough.player_a(b), says(("breakthrough", answer, {})))
    assert len(events(b, "breakthrough")) == rolls
    assert b.unit("a").space == ((4, 4) if rolls else (4, 5))
    assert b.unit("a").may_break == 0


@pytest.mark.rule("SC-6.8")
@pytest.mark.parametrize(
    "more", [{"formation": "square"}, {"terrain": {(4, 5): "strong_point"}, "formation": "semi_formed"}]
)
def test_squares_and_garrisons_stay(more):
    b = winner(2, [], **more)
    run(breakthrough.player_a(b))
    assert not events(b, "breakthrough")


@pytest.mark.rule("SC-6.8", "SC-1.7b", "SC-1.7a")
def test_infantry_may_form_square_against_a_breakthrough():
    # 4 points; three seen: a die of 3 forms the square, and the cavalry pulls up
    b = winner(3, [6, 3], unit("b", side="red", at=(4, 8), facing="S"), arm="dragoons")
    run(breakthrough.player_a(b), says(("respond", "square", {})))
    assert (b.unit("b").formation, b.unit("a").space, b.unit("a").status) == ("square", (4, 7), "halted")


@pytest.mark.rule("SC-4.4c")
def test_what_makes_a_charge_rough():
    b = stage(
        unit("a", at=(4, 4)),
        terrain={(6, 6): "swamp"},
        edges={((4, 4), (4, 5)): "stream", ((5, 4), (5, 5)): "wall", ((7, 4), (7, 5)): "low_wall"},
    )
    assert breakthrough.rough(b, (4, 4), (4, 5))
    assert breakthrough.rough(b, (5, 4), (5, 5))
    assert breakthrough.rough(b, (6, 6), (6, 7))
    assert not breakthrough.rough(b, (7, 4), (7, 5))


@pytest.mark.rule("SC-4.6a", "SC-4.6b")
@pytest.mark.parametrize(
    "arm, formation, dice, status, blown",
    [("infantry", "attack_column", [4, 5], "good_order", 0), ("infantry", "attack_column", [4, 6], "halted", 0),
     ("dragoons", "line", [5, 6], "halted", 1), ("dragoons", "double_line", [5, 6], "halted", 0),
     ("dragoons", "line", [4, 4], "good_order", 0)],
)  # fmt: skip
def test_fatigue(arm, formation, dice, status, blown):
    b = stage(unit("a", at=(4, 5), arm=arm, formation=formation, broke_through=2), dice=dice, phase="10")
    run(breakthrough.fatigue(b))
    assert (b.unit("a").status, b.unit("a").blown) == (status, blown)


@pytest.mark.rule("SC-4.6a")
def test_fatigue_leaves_a_worse_status_and_those_who_did_not_move():
    b = stage(
        unit("a", at=(4, 5), broke_through=1, status="disordered", **COLUMN),
        unit("c", at=(6, 5)),
        dice=[6, 6],
        phase="10",
    )
    run(breakthrough.fatigue(b))
    assert [b.unit(each).status for each in "ac"] == ["disordered", "good_order"]


@pytest.mark.rule("SC-6.8")
def test_who_charged_in_to_help_must_roll_too():
    b = stage(
        unit("a", at=(4, 5), may_break=1, came_from=(4, 4), **COLUMN),
        unit("r", side="red", at=(4, 11)),
        dice=[2],
        phase="9a",
    )
    run(breakthrough.player_a(b), says(("breakthrough", "hold", {})))
    assert b.unit("a").space == (4, 4)  # -1: drawn back the way it came


@pytest.mark.rule("SC-4.6b", "SC-1.7b")
@pytest.mark.parametrize("press, fatigues", [("pull_up", 0), ("press", 1)])
def test_a_step_that_ends_before_a_square_tires_nobody(press, fatigues):
    b = winner(1, [4, 1, 1, 1], unit("b", side="red", at=(4, 6), facing="S"), arm="dragoons")
    run(breakthrough.player_a(b), says(("respond", "square", {}), ("press", press, {})))
    assert b.unit("b").formation == "square"
    run(breakthrough.fatigue(b))
    assert len(events(b, "fatigue")) == fatigues


@pytest.mark.rule("SC-1.1h", "SC-4.6a")
def test_who_is_drawn_back_from_a_second_breakthrough_is_tired_by_the_first():
    b = stage(
        unit("a", at=(4, 7), came_from=(4, 6), attacker=True, may_break=1, broke_through=2, **COLUMN),
        unit("r", side="red", at=(4, 11)),
        dice=[1, 6, 6],
        variants=("breakthrough-again",),
        phase="9c",
    )
    run(breakthrough.melees(b))
    assert (b.unit("a").space, b.unit("a").broke_through) == ((4, 6), 2)
    run(breakthrough.fatigue(b))
    assert b.unit("a").status == "halted"
