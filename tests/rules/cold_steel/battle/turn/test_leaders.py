"""Leaders near the enemy: who rolls, what a hit does, who loses heart, who takes over."""

import pytest

from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.phases import end_of_turn
from grognard.systems.cold_steel.phases.end_of_turn import leaders
from grognard.systems.cold_steel.staging import BLUE, RED, events, run, stage, unit

PHASE = "leader_casualties_and_disorder_recovery"
BLUE_LEADER, RED_LEADER = "general-blue", "general-red"


def field(dice, *, leader=(500, 480), foe=(500, 600), friends=(), **more):
    """A blue leader at a place, a red battalion facing him, red's own leader far away."""
    own = friends or (unit("a", at=(1500, 500)),)
    return stage(
        *own,
        unit("r", RED, at=foe, facing=180),
        dice=dice,
        phase=PHASE,
        leaders={BLUE: leader, RED: (2900.0, 2900.0)},
        **more,
    )


def change(b, leader, **fields):
    from msgspec.structs import replace

    b.world.leaders[leader] = replace(b.world.leaders[leader], **fields)


@pytest.mark.rule("CS-10.1")
@pytest.mark.parametrize("paces, rolls", [(600, 1), (601, 0)])
def test_a_leader_rolls_with_an_enemy_within_600_paces(paces, rolls):
    b = field([5, 5], leader=(500, 100), foe=(500, 100 + paces))
    leaders.leader_casualties(b)
    assert len(events(b, "unhurt")) == rolls


@pytest.mark.rule("CS-10.1.1a")
@pytest.mark.parametrize(
    "paces, dice, hit",
    [(121, [8, 8], False), (121, [8, 9], True), (120, [6, 7], False), (120, [7, 7], True), (20, [5, 5], False),
     (20, [5, 6], True)],
)  # fmt: skip
def test_the_nearer_the_enemy_the_easier_a_leader_is_hit(paces, dice, hit):
    b = field([*dice, *([1] if hit else [])], leader=(500, 600 - paces), foe=(500, 600))
    leaders.leader_casualties(b)
    assert bool(events(b, "leader_hit")) is hit


@pytest.mark.rule("CS-10.1.1b")
@pytest.mark.parametrize("dice, hit", [([3, 4], False), ([4, 4], True)])
def test_a_leader_with_a_unit_in_close_combat_is_hit_on_an_eight(dice, hit):
    b = field([*dice, *([1] if hit else [])], leader=(500, 540), friends=(unit("a", at=(500, 580)),))
    change(b, BLUE_LEADER, attached="a")
    leaders.leader_casualties(b)
    assert bool(events(b, "leader_hit")) is hit


@pytest.mark.rule("CS-10.1.2a")
@pytest.mark.parametrize(
    "die, hurt", [(1, "horse_shot"), (3, "horse_shot"), (4, "light_wound"), (7, "light_wound"), (8, "serious_wound"),
                  (9, "serious_wound"), (10, "killed")],
)  # fmt: skip
def test_what_a_hit_does(die, hurt):
    b = field([10, 10, die])
    leaders.leader_casualties(b)
    assert b.world.leaders[BLUE_LEADER].hurt == hurt


@pytest.mark.rule("CS-10.1.2a")
def test_the_enemy_sees_that_a_leader_is_hit_but_not_how_badly():
    b = field([10, 10, 9])
    leaders.leader_casualties(b)
    event = events(b, "leader_hit")[0]
    assert GAME.tell(b, event) == "General blue is seriously wounded"
    assert "red" in event.to
    assert GAME.tell(b, event.seen_by("red")) == "General blue is hit"
    assert event.seen_by("red").roll is None


@pytest.mark.rule("CS-10.1.2b")
def test_a_shot_horse_counts_for_one_turn():
    b = field([10, 10, 1])
    run(end_of_turn.play(b))
    assert (b.world.leaders[BLUE_LEADER].hurt, b.world.leaders[BLUE_LEADER].worst) == ("horse_shot", "")
    b.world.turn = 2
    leaders.fresh_horses(b)
    assert b.world.leaders[BLUE_LEADER].hurt == ""


@pytest.mark.rule("CS-10.1.2b", "CS-10.1.2d")
def test_a_new_horse_does_not_heal_a_wound():
    b = field([10, 10, 2])
    change(b, BLUE_LEADER, hurt="serious_wound", worst="serious_wound")
    leaders.leader_casualties(b)
    assert b.world.leaders[BLUE_LEADER].worst == "serious_wound"
    b.world.turn = 2
    leaders.fresh_horses(b)
    assert b.world.leaders[BLUE_LEADER].hurt == "serious_wound"


@pytest.mark.rule("CS-10.1.2c")
def test_wounds_do_not_add_up_and_the_worst_one_stays():
    b = field([10, 10, 5])
    change(b, BLUE_LEADER, hurt="serious_wound", worst="serious_wound")
    leaders.leader_casualties(b)
    now = b.world.leaders[BLUE_LEADER]
    assert (now.hurt, now.worst) == ("light_wound", "serious_wound")
    b = field([10, 10, 5])
    change(b, BLUE_LEADER, hurt="light_wound", worst="light_wound")
    leaders.leader_casualties(b)
    assert b.world.leaders[BLUE_LEADER].worst == "light_wound"


@pytest.mark.rule("CS-10.1.2e")
def test_killed_on_turn_5_his_successor_is_named_on_7_and_commands_on_8():
    b = field([10, 10, 10], friends=(unit("a", at=(1500, 500)),))
    b.world.turn = 5
    run(end_of_turn.play(b))
    dead = b.world.leaders[BLUE_LEADER]
    assert (dead.hurt, dead.where, dead.successor_from) == ("killed", "lost", 8)
    b.world.turn = 6
    run(end_of_turn.play(b))
    assert b.world.leaders[BLUE_LEADER].hurt == "killed"
    b.world.turn = 7
    run(end_of_turn.play(b))
    new = b.world.leaders[BLUE_LEADER]
    assert (new.hurt, new.worst, new.where, new.rating, new.successor_from) == ("", "", "table", "average", 0)
    assert b.name(BLUE_LEADER) == "the successor of General blue"
    assert events(b, "successor")[0].to == ("blue",)


@pytest.mark.rule("CS-10.1.2e")
def test_the_successor_whom_the_scenario_names_takes_over():
    from msgspec.structs import replace

    from grognard.army.oob import Leader

    b = field([10, 10, 10])
    heir = Leader("Schwerin", rating="superior")
    b.roster.sides[BLUE] = replace(b.roster.sides[BLUE], successor=heir)
    leaders.leader_casualties(b)
    b.world.turn = 3
    leaders.successions(b)
    assert (b.name(BLUE_LEADER), b.world.leaders[BLUE_LEADER].rating) == ("Schwerin", "superior")


@pytest.mark.rule("CS-10.1.2f", "CS-5.1")
@pytest.mark.parametrize("paces, checks", [(100, 1), (101, 0)])
@pytest.mark.parametrize("die", [4, 8, 10])
def test_units_within_100_paces_who_see_him_hit_check_morale(paces, checks, die):
    b = field([10, 10, die, 9, 9], leader=(500, 500 - paces), foe=(500, 900), friends=(unit("a", at=(500, 510)),))
    change(b, BLUE_LEADER, position=(500 * 16, int(b.survey.middle("a")[1]) - _depth(b) - paces * 16))
    leaders.leader_casualties(b)
    assert len(events(b, "morale")) == checks


def _depth(b):
    """From the middle of the battalion to its rear edge, in sixteenths."""
    return b.survey.middle("a")[1] - min(y for part in b.survey.body("a").parts for _, y in part)


@pytest.mark.rule("CS-10.1.2f", "CS-5.1")
def test_a_shot_horse_shakes_nobody():
    b = field([10, 10, 3], friends=(unit("a", at=(500, 500)),))
    leaders.leader_casualties(b)
    assert not events(b, "morale")


@pytest.mark.rule("CS-10.1.2f")
def test_who_does_not_see_him_fall_does_not_check():
    ring = [[300, 420], [700, 420], [700, 490], [300, 490], [300, 420]]
    shape = {"type": "Polygon", "coordinates": [ring]}
    woods = {"type": "Feature", "properties": {"kind": "heavy_woods"}, "geometry": shape}
    b = field([10, 10, 10], leader=(500, 410), friends=(unit("a", at=(500, 510)),), features=[woods])
    assert b.survey.distance_to("a", b.world.leaders[BLUE_LEADER].position) <= 100
    leaders.leader_casualties(b)
    assert events(b, "leader_hit")
    assert not events(b, "morale")


@pytest.mark.rule("CS-10.1.2f")
@pytest.mark.parametrize("die, checks", [(9, 0), (10, 1)])
def test_variant_only_a_death_shakes_them(die, checks):
    b = field([10, 10, die, 9, 9], friends=(unit("a", at=(500, 500)),), variants=("killed-only",))
    leaders.leader_casualties(b)
    assert len(events(b, "morale")) == checks


@pytest.mark.rule("CS-5.1", "CS-10.1.2f")
def test_all_leaders_roll_before_anybody_checks_and_each_unit_checks_once():
    b = stage(
        unit("a", at=(500, 500)),
        unit("r", RED, at=(500, 620), facing=180),
        phase=PHASE,
        dice=[10, 10, 10, 10, 10, 10, 9, 9, 9, 9],
        leaders={BLUE: (500.0, 450.0), RED: (500.0, 670.0)},
    )
    leaders.leader_casualties(b)
    kinds = [event.kind for event in events(b) if event.kind in ("leader_hit", "morale")]
    assert kinds == ["leader_hit", "leader_hit", "morale", "morale"]


@pytest.mark.rule("CS-10.1.2f")
def test_the_enemy_does_not_lose_heart_over_our_general():
    b = field([10, 10, 10], leader=(500, 560), foe=(500, 600))
    leaders.leader_casualties(b)
    assert not events(b, "morale")


@pytest.mark.rule("CS-10.1.2e")
def test_the_log_calls_the_dead_by_their_own_names():
    b = field([10, 10, 10])
    leaders.leader_casualties(b)
    b.world.turn = 3
    leaders.successions(b)
    assert GAME.tell(b, events(b, "leader_hit")[0]) == "General blue is killed"
    told = GAME.tell(b, events(b, "successor")[0])
    assert told == "The successor of General blue (average) takes command in place of General blue"


@pytest.mark.rule("CS-10.1.2e")
def test_the_dead_are_counted_for_victory_and_a_second_successor_may_be_needed():
    b = field([10, 10, 10])
    leaders.leader_casualties(b)
    assert b.world.fallen == ((BLUE, "General blue"),)
    change(b, BLUE_LEADER, hurt="killed", hurt_on=1, where="lost", name="the successor of General blue", since=4)
    b.world.turn = 9
    leaders.successions(b)
    assert b.name(BLUE_LEADER) == "the next officer after General blue"


@pytest.mark.rule("CS-10.1", "CS-10.1.2e")
def test_the_dead_do_not_roll_again():
    b = field([])
    change(b, BLUE_LEADER, hurt="killed", where="lost")
    leaders.leader_casualties(b)
    assert not events(b)
