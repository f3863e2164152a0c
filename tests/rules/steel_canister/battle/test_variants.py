"""Other readings of the charts in play: the same moment as the rules stand, and under the variant."""

import pytest

from grognard.systems.steel_canister.facts import fire as fire_facts
from grognard.systems.steel_canister.phases import breakthrough, charges, command, fire, melee, movement
from grognard.systems.steel_canister.phases.movement_actions import StepsOpen, budget, option
from grognard.systems.steel_canister.staging import RED, events, run, says, stage, unit
from grognard.systems.steel_canister.table.field import worst

BRIGADE = "blue: blue brigade"
COLUMN = {"formation": "attack_column"}


def each(variant):
    """As the rules stand, and under the variant."""
    return pytest.mark.parametrize("variants", [(), (variant,)], ids=["plain", variant])


@each("flank-diagonals")
@pytest.mark.rule("SC-0.4")
def test_a_shot_at_the_rear_diagonal(variants):
    b = stage(unit("a", at=(4, 4)), unit("e", RED, at=(5, 5)), variants=variants)
    assert b.side_attacked("e", (4, 4)) == ("left" if variants else "rear")


@each("summed-cover")
@pytest.mark.rule("SC-0.11")
def test_a_wood_on_a_hill_behind_a_wall(variants):
    b = stage(
        unit("a", at=(5, 5)),
        unit("e", RED, at=(5, 6), facing="S"),
        variants=variants,
        terrain={(5, 6): "heavy"},
        levels={(5, 6): 1},
        edges={((5, 5), (5, 6)): "wall"},
    )
    covers = b.covers((5, 6), (5, 5), ("wall", "low_wall"))
    facts = fire_facts.musketry_at(b, "a", "e")
    assert (worst(covers), facts.target_cover, facts.more_cover) == ("heavy", "heavy", 2 if variants else 0)


@each("extra-reaction")
@pytest.mark.rule("SC-1.1f")
def test_reaction_points_on_top(variants):
    b = stage(unit("a", at=(5, 5), spent=3, **COLUMN), phase="5g", dice=[], variants=variants)
    assert budget(b, b.unit("a"), True) == (2 if variants else 0)
    run(movement.react(b), says(*[("reaction", "a:step", {"to": "forward"})] * 2))
    a = b.unit("a")
    assert (a.space, a.spent, a.reacted) == (((5, 7), 3, 2) if variants else ((5, 5), 3, 0))


@each("extra-reaction")
@pytest.mark.rule("SC-1.1f", "SC-1.3i")
def test_who_gets_stuck_in_a_reaction_has_no_more_of_it(variants):
    rough = {(5, 6): "light"}
    b = stage(unit("a", at=(5, 5), spent=1, ap=2), phase="5g", dice=[6, 6], variants=variants, terrain=rough)
    run(movement.react(b), says(("reaction", "a:step", {"to": "forward"})))
    a = b.unit("a")
    assert (a.space, a.spent, a.reacted) == ((5, 5), 1 if variants else 2, 2 if variants else 1)


@each("one-shot-a-turn")
@pytest.mark.rule("SC-1.1g")
def test_a_second_shot(variants):
    b = stage(unit("a", at=(5, 5), shots=1, shot_early=True), unit("e", RED, at=(5, 6)), variants=variants)
    assert fire_facts.targets(b, "a", early=False) == ([] if variants else ["e"])


@each("free-fire-phases")
@pytest.mark.rule("SC-1.1g")
def test_fire_without_a_point_left(variants):
    b = stage(unit("a", at=(5, 5), spent=3), unit("e", RED, at=(5, 6)), variants=variants, phase="7")
    run(fire.musketry(b), says(("fire:e", "hold", {})))
    assert (len(events(b, "shot")), b.unit("a").spent) == ((1, 3) if variants else (0, 3))


@each("breakthrough-again")
@pytest.mark.rule("SC-1.1h")
def test_a_second_breakthrough(variants):
    b = stage(
        unit("a", at=(4, 5), may_break=3, attacker=True, came_from=(4, 4), **COLUMN),
        unit("e", RED, at=(4, 7), facing="S"), dice=[5, 5, 5, 1, 1, 1, 1, 1, 1, 1, 1, 5], phase="9a", variants=variants,
    )  # fmt: skip
    run(breakthrough.player_a(b))
    run(breakthrough.melees(b))
    assert b.unit("a").space == ((4, 8) if variants else (4, 7))
    assert b.unit("a").may_break == 0


@each("fire-at-reactions")
@pytest.mark.rule("SC-1.1i")
def test_fire_at_a_reaction(variants):
    b = stage(
        unit("a", at=(5, 5), **COLUMN), unit("e", RED, at=(5, 8), facing="S"), phase="5g", dice=1, variants=variants
    )
    run(movement.react(b), says(("reaction", "a:step", {"to": "forward"}), ("opportunity_fire:e", "fire", {})))
    assert len(events(b, "shot")) == len(variants)


@each("charge-at-reactions")
@pytest.mark.rule("SC-1.1j")
def test_a_charge_at_a_reaction(variants):
    b = stage(
        unit("a", at=(5, 5), **COLUMN),
        unit("h", RED, at=(5, 9), facing="S", arm="light_cavalry", cube="hold"),
        phase="5g",
        dice=1,
        variants=variants,
    )
    run(movement.react(b), says(("reaction", "a:step", {"to": "forward"}), ("opportunity_charge:h", "charge", {})))
    assert b.unit("h").opportunity is bool(variants)


@each("turn-while-forming")
@pytest.mark.rule("SC-1.2d")
def test_facing_another_way_while_forming(variants):
    b = stage(unit("a", at=(5, 5), cube="move"), phase="5e", variants=variants)
    found = option(b, "a", "form", StepsOpen(b, {}, False)).fields["facing"].values
    assert found == (("N", "E", "S", "W") if variants else ("N",))


@each("unsent-orders-lost")
@pytest.mark.rule("SC-1.6")
def test_an_order_written_and_not_sent(variants):
    b = stage(unit("a", at=(5, 1)), dice=[4, 3], leaders={"blue-1": (1, 0)}, variants=variants)
    b.world.turn = 2
    run(command.orders(b), says(("orders", "order", {"brigade": BRIGADE, "order": "move"})))
    brigade = b.world.brigades[BRIGADE]
    assert (brigade.order, brigade.written) == ("attack", "" if variants else "move")


def charge_uphill(die, variants):
    """Two steps, the last of them up a hill, where the die adds a point: 3 AP in sight."""
    b = stage(
        unit("c", at=(5, 5), arm="heavy_cavalry", cube="charge"),
        unit("e", RED, at=(5, 7), facing="S", spent=3),
        phase="5a",
        dice=[5, die, 1, 1, 1, 1, 1, 1, 1],
        levels={(5, 7): 1},
        variants=variants,
    )
    run(charges.play(b), says(("respond:e", "square", {})))
    return b.unit("e").formation == "square"


@pytest.mark.rule("SC-1.7b")
@pytest.mark.parametrize(
    "variants, most",
    [
        ((), 3),
        (("square-without-dice",), 2),
        (("square-before-contact",), 1),
        (("square-without-dice", "square-before-contact"), 1),
    ],
)
def test_points_that_give_time_for_a_square(variants, most):
    assert charge_uphill(most, variants)
    assert not charge_uphill(most + 1, variants)


@pytest.mark.rule("SC-6.6", "SC-4.3c")
@pytest.mark.parametrize(
    "variants, lost", [((), (1, 2)), (("loss-move-kills",), (1, 3)), (("loss-move-only-kills",), (0, 1))]
)
def test_what_a_lost_melee_costs(variants, lost):
    b = stage(
        unit("a", at=(5, 5), came_from=(5, 4), melee=True, attacker=True, first_round=True, **COLUMN),
        unit("e", RED, at=(5, 5), facing="S", melee=True, first_round=True),
        dice=[5, 5, 1, 1, 1, 5, 1, 1, 1, 2],
        phase="8",
        variants=variants,
    )
    run(melee.play(b))
    assert (b.unit("a").killed, b.unit("e").killed) == lost
    assert b.unit("e").space == (5, 6)


@each("radius-by-leader")
@pytest.mark.rule("SC-1.4a")
def test_infantry_under_a_cavalry_general(variants):
    b = stage(
        unit("a", at=(5, 0)),
        *(unit(name, at=(at, 1), arm="light_cavalry") for at, name in enumerate("cd")),
        leaders={"blue-1": (0, 0)},
        variants=variants,
    )
    run(command.cubes(b))
    assert b.unit("a").in_command is bool(variants)


@each("dice-once-a-move")
@pytest.mark.rule("SC-1.3a")
def test_a_line_on_the_march(variants):
    b = stage(unit("a", at=(5, 1), cube="move"), phase="5e", dice=[1] if variants else [1, 1, 1], variants=variants)
    run(movement.play(b), says(*[("action", "a:step", {"to": "forward"})] * 3))
    assert b.unit("a").space == (5, 4)


@each("rough-roads")
@pytest.mark.rule("SC-1.3d")
def test_a_stream_under_a_road(variants):
    b = stage(unit("a", at=(5, 1), formation="march_column"), variants=variants, edges={((5, 1), (5, 2)): "stream"})
    b.board._roads[(5, 1), (5, 2)] = True
    assert b.stepping("a", (5, 2)).edge == ("stream" if variants else "none")
