"""Phases 5e and 5f in play: steps, dice, turns, formations, guns, rallies, compulsory moves."""

import pytest

from grognard.systems.steel_canister.facts.marches import march_to
from grognard.systems.steel_canister.facts.steps import ways
from grognard.systems.steel_canister.phases import movement
from grognard.systems.steel_canister.phases.movement_actions import rallying
from grognard.systems.steel_canister.staging import BLUE, RED, events, run, says, stage, unit


def act(*actions):
    return says(*(("action", key, values) for key, values in actions))


def step(name, to="forward"):
    return f"{name}:step", {"to": to}


def staged(*units, phase="5e", **more):
    return stage(*units, phase=phase, **more)


def keys(b, seat=BLUE):
    steps = movement.play(b)
    try:
        return {option.key for option in next(steps)[0].options if ":" in option.key and "leader" not in option.key}
    except StopIteration:
        return set()


@pytest.mark.rule("SC-1.2a")
@pytest.mark.rule("SC-1.1e")
def test_a_column_marches_three_spaces():
    b = staged(unit("a", at=(5, 1), formation="attack_column", cube="move"), dice=[])
    run(movement.play(b), act(step("a"), step("a"), step("a")))
    assert (b.unit("a").space, b.unit("a").spent, b.unit("a").entered) == ((5, 4), 3, 3)


@pytest.mark.rule("SC-1.1e")
@pytest.mark.rule("SC-7.3")
@pytest.mark.parametrize(
    "cube, offered",
    [
        ("move", {"a:march", "a:step", "a:turn", "a:form"}),
        ("fire", {"a:fire"}),
        ("rally", set()),
        ("hold", set()),
    ],
)
def test_the_first_action_is_that_of_the_cube(cube, offered):
    b = staged(unit("a", at=(5, 1), cube=cube), unit("e", RED, at=(5, 3), facing="S"))
    assert keys(b) == offered


@pytest.mark.rule("SC-7.3")
def test_after_the_first_action_any():
    b = staged(unit("a", at=(5, 1), cube="fire", acted=True, spent=1), unit("e", RED, at=(5, 3), facing="S"))
    assert keys(b) == {"a:march", "a:step", "a:turn", "a:form", "a:fire"}


@pytest.mark.rule("SC-1.3e")
@pytest.mark.rule("SC-1.3a")
def test_a_line_pays_for_its_dressing():
    b = staged(unit("a", at=(5, 1), cube="move"), dice=[5, 2])
    run(movement.play(b), act(step("a"), step("a")))
    assert (b.unit("a").space, b.unit("a").spent) == ((5, 3), 3)


@pytest.mark.rule("SC-1.3i")
def test_a_step_too_dear_costs_all_that_is_left():
    b = staged(unit("a", at=(5, 1), cube="move", ap=1), dice=[6])
    run(movement.play(b), act(step("a")))
    assert (b.unit("a").space, b.unit("a").spent) == ((5, 1), 1)
    assert events(b, "stuck")


@pytest.mark.rule("SC-1.2b")
@pytest.mark.rule("SC-1.2c")
def test_steps_by_what_they_cost():
    b = staged(unit("a", at=(5, 5), formation="attack_column"), unit("c", at=(9, 5), arm="light_cavalry"))
    assert set(ways(b, "a", 3)) == {"forward", "forward_left", "forward_right", "left", "right", "back"}
    assert set(ways(b, "a", 1)) == {"forward"}
    assert "back_left" in ways(b, "c", 5)


@pytest.mark.rule("SC-1.2c")
def test_no_diagonal_between_two_enemies():
    b = staged(unit("a", at=(5, 5)), unit("e", RED, at=(5, 6)), unit("f", RED, at=(6, 5)))
    assert "forward_right" not in ways(b, "a", 3)


@pytest.mark.rule("SC-0.9")
def test_two_columns_fit_a_space_but_no_line():
    friends = [unit("f", at=(5, 6), formation="attack_column")]
    assert "forward" in ways(staged(unit("a", at=(5, 5), formation="attack_column"), *friends), "a", 3)
    assert "forward" not in ways(staged(unit("a", at=(5, 5)), *friends), "a", 3)


@pytest.mark.rule("SC-0.10")
def test_straight_through_skirmishers():
    b = staged(
        unit("a", at=(5, 5), cube="move"),
        unit("s", at=(5, 6), arm="light_infantry", formation="skirmish"),
        dice=[1, 1],
    )
    assert "forward" not in ways(b, "a", 3)
    run(movement.play(b), act(step("a", "forward_through")))
    assert (b.unit("a").space, b.unit("a").spent) == ((5, 7), 2)


@pytest.mark.rule("SC-4.1f")
@pytest.mark.rule("SC-1.3b")
def test_formed_infantry_comes_apart_in_a_wood():
    b = staged(unit("a", at=(5, 5), formation="attack_column", cube="move"), terrain={(5, 6): "heavy"})
    run(movement.play(b), act(step("a")))
    assert (b.unit("a").formation, b.unit("a").spent) == ("semi_formed", 2)


@pytest.mark.rule("SC-0.11")
def test_cavalry_stays_out_of_woods():
    b = staged(unit("c", at=(5, 5), arm="heavy_cavalry"), terrain={(5, 6): "heavy"})
    assert "forward" not in ways(b, "c", 4)


@pytest.mark.rule("SC-5.2")
def test_halted_troops_go_no_nearer():
    b = staged(unit("a", at=(5, 5), status="halted"), unit("e", RED, at=(5, 8), facing="S"))
    found = ways(b, "a", 3)
    assert "forward" not in found
    assert "back" in found


@pytest.mark.rule("SC-7.2")
def test_a_brigade_on_hold_enters_one_space():
    b = staged(unit("a", at=(5, 5), entered=1), orders={BLUE: "hold"})
    assert not ways(b, "a", 3)


@pytest.mark.rule("SC-7.2")
def test_who_withdraws_ends_no_nearer():
    b = staged(unit("a", at=(5, 5)), unit("e", RED, at=(5, 8), facing="S"), orders={BLUE: "withdraw"})
    assert "forward" not in ways(b, "a", 3, began=3)
    assert "back" in ways(b, "a", 3, began=3)


@pytest.mark.rule("SC-1.2e")
@pytest.mark.rule("SC-1.2f")
@pytest.mark.parametrize("arm, facing, spent", [("infantry", "E", 1), ("infantry", "S", 1), ("foot_artillery", "E", 3)])
def test_turning(arm, facing, spent):
    b = staged(unit("a", at=(5, 5), arm=arm, cube="move"))
    run(movement.play(b), act(("a:turn", {"facing": facing})))
    assert (b.unit("a").facing, b.unit("a").spent) == (facing, spent)


@pytest.mark.rule("SC-1.2d")
def test_a_line_forms_column_for_one_point():
    b = staged(unit("a", at=(5, 5), cube="move"))
    run(movement.play(b), act(("a:form", {"formation": "attack_column"})))
    assert (b.unit("a").formation, b.unit("a").spent) == ("attack_column", 1)


@pytest.mark.rule("SC-1.2h")
def test_guns_limber_to_any_side_and_unlimber():
    b = staged(unit("g", at=(5, 5), arm="horse_artillery", cube="move"))
    run(movement.play(b), act(("g:limber", {"facing": "W"}), ("g:unlimber", {})))
    now = b.unit("g")
    assert (now.formation, now.facing, now.spent, now.turned_guns) == ("unlimbered", "W", 4, True)


@pytest.mark.rule("SC-2.5")
def test_a_crew_mans_its_guns_again():
    b = staged(unit("g", at=(5, 5), arm="foot_artillery", manned=False, guns_at=(5, 6), cube="move"), dice=[])
    run(movement.play(b), act(step("g"), ("g:re_man", {})))
    assert (b.unit("g").manned, b.unit("g").guns_at, b.unit("g").spent) == (True, None, 2)


@pytest.mark.rule("SC-5.3")
@pytest.mark.parametrize(
    "status, die, then",
    [("halted", 4, "good_order"), ("rout", 4, "rout"), ("rout", 5, "retreat"), ("halted", 1, "halted")],
)
def test_rally(status, die, then):
    b = staged(unit("a", at=(5, 5), status=status, cube="rally", ap=1, loss_moved=True), dice=[die])
    run(movement.play(b), act(("a:rally", {})))
    assert (b.unit("a").status, b.unit("a").spent) == (then, 1)


@pytest.mark.rule("SC-5.3")
def test_one_step_a_turn():
    b = staged(unit("a", at=(5, 5), status="disordered", cube="rally"), dice=[5])
    run(movement.play(b), act(("a:rally", {})))
    assert b.unit("a").status == "halted"
    assert "a:rally" not in keys(b)


@pytest.mark.rule("SC-5.4")
@pytest.mark.parametrize(
    "status, enemy, moved, spaces",
    [("rout", 10, False, 4), ("retreat", 9, False, 3), ("retreat", 10, False, 0), ("rout", 10, True, 0)],
)
def test_compulsory_moves(status, enemy, moved, spaces):
    b = staged(unit("a", at=(5, 5), status=status, loss_moved=moved), unit("e", RED, at=(5, enemy)), dice=[2])
    run(movement.play(b))
    assert b.unit("a").space == (5, 5 - spaces)


@pytest.mark.rule("SC-5.3")
@pytest.mark.parametrize("away, near", [(2, True), (3, False)])
def test_an_enemy_within_two_spaces_makes_rallying_harder(away, near):
    b = staged(unit("a", at=(5, 5), status="disordered", cube="rally"), unit("e", RED, at=(5, 5 + away)))
    assert rallying(b, b.unit("a")).enemy_near is near


@pytest.mark.rule("SC-7.4")
def test_a_leader_rides_six_spaces():
    b = staged(unit("a", at=(5, 5)))
    run(movement.play(b), act(("leader:general-blue", {"to": "6,6"})))
    assert b.world.leaders["general-blue"].space == (6, 6)


@pytest.mark.rule("SC-7.4")
def test_and_no_farther():
    b = staged(unit("a", at=(5, 5)))
    rides = next(option for option in next(movement.play(b))[0].options if option.key == "leader:general-blue")
    x, y = b.world.leaders["general-blue"].space
    reached = [max(abs(int(to.split(",")[0]) - x), abs(int(to.split(",")[1]) - y)) for to in rides.fields["to"].values]
    assert max(reached) == 6


@pytest.mark.rule("SC-1.3d")
def test_a_road_march_has_points_of_its_own(monkeypatch):
    b = staged(unit("a", at=(5, 1), formation="march_column", cube="move"), dice=[])
    monkeypatch.setattr(b.board, "road", lambda one, other: one[0] == other[0] == 5)
    run(movement.play(b), act(*[step("a")] * 5))
    assert b.unit("a").space == (5, 6)
    assert not ways(b, "a", 0)


def on_a_road(b, monkeypatch):
    monkeypatch.setattr(b.board, "road", lambda one, other: one[0] == other[0] == 5)
    return b


@pytest.mark.rule("SC-1.3d")
def test_points_spent_on_a_rally_are_not_spent_on_the_road(monkeypatch):
    units = unit("a", at=(5, 1), formation="march_column", status="halted", cube="rally")
    b = on_a_road(staged(units, dice=[6]), monkeypatch)
    run(movement.play(b), act(("a:rally", {"facing": "N"}), *[step("a")] * 2))
    assert (b.unit("a").status, b.unit("a").space, b.unit("a").spent) == ("good_order", (5, 3), 3)
    assert not ways(b, "a", 0)


@pytest.mark.rule("SC-7.2", "SC-0.10")
@pytest.mark.parametrize("order, spaces", [("attack", 2), ("hold", 0)])
def test_to_pass_through_friends_is_to_enter_two_spaces(order, spaces):
    loose = [unit(f"s{i}", at=(5, 2), arm="light_infantry", formation="skirmish", cube="hold") for i in (1, 2)]
    b = staged(unit("a", at=(5, 1), formation="attack_column", cube="move"), *loose, orders={BLUE: order}, dice=[])
    found = ways(b, "a", 3)
    assert ("forward_through" in found) is bool(spaces)
    if spaces:
        run(movement.play(b), act(step("a", "forward_through")))
    assert (b.unit("a").space, b.unit("a").entered) == ((5, 1 + spaces), spaces)


@pytest.mark.rule("SC-1.3g", "SC-2.5")
@pytest.mark.parametrize("manned, dice", [(True, 1), (False, 0)])
def test_a_crew_without_its_heavy_guns_walks_as_others_do(manned, dice):
    guns = {"arm": "foot_artillery", "weight": "heavy", "formation": "limbered" if manned else "unlimbered"}
    b = staged(unit("g", at=(5, 1), manned=manned, guns_at=None if manned else (5, 3), cube="move", **guns), dice=[1])
    run(movement.play(b), act(step("g")))
    (stepped,) = events(b, "stepped")
    assert len(stepped.roll.dice) == dice


@pytest.mark.rule("SC-5.2")
def test_what_a_shaken_unit_may_do_tells_nothing_of_enemies_it_cannot_see():
    """From one space nearer it would see the enemy behind the wood; as far as it knows there is none."""
    halted = unit("a", at=(5, 5), formation="attack_column", status="halted", cube="move")
    known, behind = unit("e", RED, at=(0, 5), facing="E"), unit("h", RED, at=(8, 5), facing="S")
    ground = {"terrain": {(6, 5): "heavy"}, "leaders": {"blue": (4, 5), "blue-1": (4, 5)}}
    alone, watched = staged(halted, known, **ground), staged(halted, known, behind, **ground)
    assert (watched.seen_by(BLUE), watched.sees((5, 6), (8, 5))) == ({"e"}, True)
    assert watched.board.range((5, 6), (8, 5)) < watched.board.range((5, 5), (0, 5))
    assert "forward" in ways(alone, "a", 3)
    assert set(ways(watched, "a", 3)) == set(ways(alone, "a", 3))


@pytest.mark.rule("SC-0.11", "SC-4.1f")
@pytest.mark.parametrize("arm, space, formation", [("infantry", (5, 0), "semi_formed"), ("dragoons", (4, 0), "line")])
def test_who_comes_onto_the_board_minds_the_ground_there(arm, space, formation):
    late = unit("a", at=(5, 0), arm=arm, where="waiting", off_board="south")
    b = staged(late, unit("f", at=(1, 5)), terrain={(5, 0): "heavy"}, dice=[])
    run(movement.play(b))
    assert (b.unit("a").where, b.unit("a").space, b.unit("a").formation) == ("board", space, formation)


@pytest.mark.rule("SC-1.2e")
@pytest.mark.parametrize(
    "arm, formation, paid",
    [("foot_artillery", "limbered", 1), ("horse_artillery", "limbered", 1), ("infantry", "attack_column", 1)],
)
def test_an_about_face_costs_one_point_whoever_makes_it(arm, formation, paid):
    b = staged(unit("a", at=(5, 3), arm=arm, formation=formation, cube="move"), dice=[])
    run(movement.play(b), act(("a:turn", {"facing": "S"})))
    assert (b.unit("a").facing, b.unit("a").spent) == ("S", paid)


@pytest.mark.rule("SC-1.2a", "SC-1.2b", "SC-1.2c")
@pytest.mark.parametrize(
    "to, rule", [("forward", "SC-1.2a"), ("left", "SC-1.2b"), ("back", "SC-1.2b"), ("forward_right", "SC-1.2c")]
)
def test_a_step_is_told_by_the_rule_that_prices_it(to, rule):
    b = staged(unit("a", at=(5, 3), formation="attack_column", cube="move"), dice=[])
    run(movement.play(b), act(step("a", to)))
    (stepped,) = events(b, "stepped")
    assert stepped.rules == (rule, "SC-1.3a")


def march(name, *space):
    return f"{name}:march", {"place": tuple(120 * each + 60 for each in space)}


@pytest.mark.rule("SC-1.2a")
@pytest.mark.rule("SC-1.1e")
def test_a_march_takes_several_steps_with_one_word():
    b = staged(unit("a", at=(5, 1), formation="attack_column", cube="move"), dice=[])
    run(movement.play(b), act(march("a", 5, 4)))
    assert (b.unit("a").space, b.unit("a").spent, b.unit("a").entered) == ((5, 4), 3, 3)
    assert len(events(b, "stepped")) == 3


@pytest.mark.rule("SC-1.2c")
def test_a_march_goes_the_cheapest_way():
    b = staged(unit("a", at=(5, 1), formation="attack_column", cube="move"), dice=[])
    found = march_to(b, "a", (6, 3), 3)
    assert [way.name for way in found.ways] == ["forward", "forward_right"]
    assert (found.points, march_to(b, "a", (5, 5), 3)) == ((3, 3), None)


@pytest.mark.rule("SC-1.2a")
def test_a_place_that_its_points_do_not_reach_is_refused():
    b = staged(unit("a", at=(5, 1), formation="attack_column", cube="move"), dice=[])
    decision = next(movement.play(b))[0]
    option, values = march("a", 5, 5)
    assert decision.refusal(decision.answer(option, **values)).rule == "SC-1.2a"
    assert decision.refusal(decision.answer(option, place=(660, 420))) is None


@pytest.mark.rule("SC-1.3i")
def test_a_march_ends_where_a_step_proves_too_dear():
    b = staged(unit("a", at=(5, 1), cube="move"), terrain={(5, 2): "light", (5, 3): "light"}, dice=[6, 6, 6, 6])
    run(movement.play(b), act(march("a", 5, 3)))
    assert (b.unit("a").space, b.unit("a").spent) == ((5, 2), 3)


@pytest.mark.rule("SC-1.1e")
def test_a_march_ends_where_somebody_comes_in_sight():
    wood = {(x, 2): "heavy" for x in range(16)}
    b = staged(
        unit("a", at=(5, 1), arm="light_infantry", formation="skirmish", cube="move"),
        unit("e", RED, at=(5, 8), facing="S"),
        terrain=wood,
        dice=[],
    )
    assert "e" not in b.seen_by(BLUE)
    run(movement.play(b), act(march("a", 5, 4)))
    assert "e" in b.seen_by(BLUE)
    assert b.unit("a").space == (5, 3)
