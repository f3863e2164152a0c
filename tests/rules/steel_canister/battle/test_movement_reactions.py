"""5g and 5h, opportunity fire and opportunity charges."""

import pytest

from grognard.systems.steel_canister.phases import movement
from grognard.systems.steel_canister.phases.movement_actions import budget
from grognard.systems.steel_canister.phases.movement_opportunity import opportunity
from grognard.systems.steel_canister.staging import RED, events, run, says, stage, unit


@pytest.mark.rule("SC-1.1f")
@pytest.mark.rule("SC-1.8c")
@pytest.mark.parametrize(
    "arm, spent, points", [("infantry", 2, 1), ("infantry", 0, 2), ("light_cavalry", 0, 3), ("foot_artillery", 0, 0)]
)
def test_reaction_points(arm, spent, points):
    b = stage(unit("a", at=(5, 5), arm=arm, spent=spent), phase="5g")
    assert budget(b, b.unit("a"), True) == points


@pytest.mark.rule("SC-1.1f")
def test_a_reaction_moves_and_does_not_rally():
    b = stage(unit("a", at=(5, 5), status="halted", formation="attack_column", cube="hold"), phase="5g", dice=[])
    decision = next(movement.react(b))[0]
    assert {option.key for option in decision.options} == {"a:march", "a:step", "a:turn", "a:form", "done"}
    run(movement.react(b), says(("reaction", "a:step", {"to": "back"})))
    assert (b.unit("a").space, b.unit("a").reacted, b.unit("a").acted) == ((5, 4), 2, False)


@pytest.mark.rule("SC-1.1f")
def test_who_charged_does_not_react():
    b = stage(unit("a", at=(5, 5), charged=True), phase="5g")
    with pytest.raises(StopIteration):
        next(movement.react(b))


@pytest.mark.rule("SC-1.1i")
def test_a_line_fires_at_those_who_come_into_its_arc():
    b = stage(
        unit("a", at=(5, 5), formation="attack_column", cube="move"),
        unit("e", RED, at=(5, 8), facing="S"),
        phase="5e",
        dice=[1, 1, 1, 1, 1, 1],
    )
    run(movement.play(b), says(("action", "a:step", {"to": "forward"}), ("opportunity_fire:e", "fire", {})))
    assert (b.unit("e").spent, b.unit("e").shot_early) == (1, True)
    assert events(b, "shot")


def mover_and_hussars(cube="hold", order="attack"):
    return stage(
        unit("a", at=(5, 5), formation="attack_column", cube="move"),
        unit("h", RED, at=(5, 9), facing="S", arm="light_cavalry", cube=cube),
        phase="5e",
        dice=[6, 6, 6, 1, 1, 1],
        orders={RED: order},
    )


@pytest.mark.rule("SC-6.4")
@pytest.mark.rule("SC-1.1j")
@pytest.mark.parametrize(
    "cube, order, charged", [("hold", "attack", True), ("move", "attack", False), ("hold", "withdraw", False)]
)
def test_cavalry_on_hold_springs_at_a_mover(cube, order, charged):
    b = mover_and_hussars(cube, order)
    answers = says(
        ("action", "a:step", {"to": "forward"}), ("opportunity_charge:h", "charge", {}), ("respond:a", "stand", {})
    )
    run(movement.play(b), answers)
    assert b.unit("h").opportunity is charged
    assert b.unit("a").melee is charged


@pytest.mark.rule("SC-1.8b")
def test_not_further_than_its_points():
    b = mover_and_hussars()
    assert opportunity(b, "h", "a") is None


@pytest.mark.rule("SC-6.4")
def test_contact_ends_the_movers_action():
    b = mover_and_hussars()
    choose = says(
        ("action", "a:step", {"to": "forward"}), ("opportunity_charge:h", "charge", {}), ("respond:a", "stand", {})
    )
    run(movement.play(b), choose)
    assert b.unit("a").space == b.unit("h").space == (5, 6)
    assert (b.unit("h").came_from, b.unit("h").attacker) == ((5, 7), True)


@pytest.mark.rule("SC-1.8c", "SC-1.3d")
@pytest.mark.parametrize(
    "arm, formation, spent, spaces",
    [("foot_artillery", "limbered", 3, 0), ("infantry", "march_column", 3, 0), ("infantry", "march_column", 1, 2)],
)
def test_a_road_gives_no_points_for_reactions(arm, formation, spent, spaces, monkeypatch):
    b = stage(unit("a", at=(5, 1), arm=arm, formation=formation, spent=spent), phase="5g", dice=[])
    monkeypatch.setattr(b.board, "road", lambda one, other: one[0] == other[0] == 5)
    run(movement.react(b), says(*[("reaction", "a:step", {"to": "forward"})] * spaces))
    assert b.unit("a").space == (5, 1 + spaces)
    with pytest.raises(StopIteration):
        next(movement.react(b))


@pytest.mark.rule("SC-7.3")
@pytest.mark.parametrize("facing, holds", [("S", False), ("W", True)])
def test_a_fire_cube_with_no_target_is_as_good_as_hold(facing, holds):
    b = stage(
        unit("a", at=(5, 5), formation="attack_column", cube="move"),
        unit("e", RED, at=(5, 6), facing=facing, formation="attack_column", cube="fire"),
        phase="5e",
    )
    assert (opportunity(b, "e", "a") is not None) is holds
