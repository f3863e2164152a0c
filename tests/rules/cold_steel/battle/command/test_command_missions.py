"""Missions given: at the council of war, in person, announced or not; and who may have one together."""

import pytest
from msgspec.structs import replace

from grognard.army.oob import Formation
from grognard.ground.units import SUB
from grognard.kernel.sources import SeededDice
from grognard.systems.cold_steel import setup, staging
from grognard.systems.cold_steel.phases import command
from grognard.systems.cold_steel.phases.command import council
from grognard.systems.cold_steel.phases.command.desk import Desk
from grognard.systems.cold_steel.seat.view import view
from grognard.systems.cold_steel.staging import BLUE, RED, events, run, says, stage, unit
from grognard.systems.cold_steel.table.state import Order, Straight

CHIEF = "general-blue"


def field(*units, turn=2, leader=(500, 480), **more):
    troops = units or (unit("a", at=(500, 500)), unit("c", at=(800, 500)))
    b = stage(
        *troops,
        unit("r", RED, at=(500, 2500), facing=180),
        phase="command",
        leaders={BLUE: leader, RED: (2900, 2900)},
        **more,
    )
    b.world.turn = turn
    return b


def two_brigades():
    made = staging.scenario(unit("a", at=(500, 500)), unit("c", at=(800, 500)), unit("r", RED, at=(500, 2500)))
    blue, red = made.sides
    a, c = blue.formations[0].units
    parts = (Formation("1st", units=(a,)), Formation("2nd", units=(c,)))
    b = setup.begin(replace(made, sides=(replace(blue, formations=parts), red)), setup.Options())
    b.use_dice(dict.fromkeys(("", BLUE, RED), SeededDice(3)))
    b.world.turn = 2
    return b


def mission(*units, **more):
    return {"leader": CHIEF, "units": list(units), "kind": "attack", "objective": [650, 1500], **more}


def decide(b, points):
    b.world.leaders[CHIEF] = replace(b.world.leaders[CHIEF], points=points)
    return Desk(b, BLUE)


def refusal(b, points=5, **values):
    decision = decide(b, points).decision()
    found = decision.refusal(decision.answer("mission", **values))
    return found.rule if found else ""


def take(b, points=5, **values):
    desk = decide(b, points)
    decision = desk.decision()
    answer = decision.answer("mission", **values)
    assert decision.refusal(answer) is None, decision.refusal(answer)
    desk.take(replace(answer, values=decision.completed(answer)))
    return b.world.leaders[CHIEF]


# -- in person


@pytest.mark.rule("CS-3.2k", "CS-3.3.1a")
def test_a_mission_in_person_takes_two_points():
    b = field()
    assert refusal(b, 1, **mission("a")) == "CS-3.2k"
    after = take(b, 2, **mission("a"))
    assert (after.points, after.paces) == (0, 480)
    assert b.world.missions[b.unit("a").mission].objective == (650, 1500)


@pytest.mark.rule("CS-3.2k", "CS-3.2o")
@pytest.mark.parametrize("paces, points", [(260, 2), (500, 2), (501, 3)])
def test_the_paces_of_both_points_carry_him_there(paces, points):
    b = field()
    x, y = b.survey.middle("a")
    b.world.leaders[CHIEF] = replace(b.world.leaders[CHIEF], position=(x, y - paces * SUB))
    assert refusal(b, points - 1, **mission("a", "c")) == "CS-3.2k"
    assert take(b, points, **mission("a", "c")).points == 0


@pytest.mark.rule("CS-3.3.1a")
def test_a_brigade_has_one_mission_together():
    b = field()
    take(b, **mission("a", "c"))
    assert b.unit("a").mission == b.unit("c").mission != ""


@pytest.mark.rule("CS-3.3.1a")
def test_units_of_two_brigades_have_no_mission_together():
    b = two_brigades()
    assert refusal(b, **mission("a", "c")) == "CS-3.3.1a"
    assert refusal(b, **mission("a")) != "CS-3.3.1a"


@pytest.mark.rule("CS-3.3.1a")
def test_a_new_mission_takes_the_place_of_the_old_one():
    b = field()
    take(b, **mission("a", "c"))
    old = b.unit("a").mission
    desk = decide(b, 5)
    desk.written = 5
    decision = desk.decision()
    answer = decision.answer("mission", **mission("a", kind="defense"))
    desk.take(replace(answer, values=decision.completed(answer)))
    assert b.unit("a").mission != old
    assert b.world.missions[old].units == ("c",)
    assert len(b.world.missions[old].places) == 1


@pytest.mark.rule("CS-3.3.1a", "CS-3.3.1d")
@pytest.mark.parametrize(
    "more, rule",
    [
        ({"kind": "attack"}, "CS-3.3.1a"),
        ({"kind": "maneuver"}, "CS-3.3.1a"),
        ({"kind": "defense"}, ""),
        ({"kind": "rearguard"}, ""),
        ({"kind": "skirmish"}, ""),
        ({"kind": "protect"}, "CS-3.3.1f"),
        ({"kind": "protect", "ward": "c"}, ""),
        ({"kind": "support", "ward": "c"}, ""),
        ({"kind": "protect", "ward": "a"}, "CS-3.3.1f"),
        ({"kind": "follow_me"}, ""),
    ],
)
def test_what_a_mission_must_say(more, rule):
    assert refusal(field(), leader=CHIEF, units=["a"], **more) == rule


@pytest.mark.rule("CS-3.3.1d")
def test_support_is_another_word_for_protect():
    b = field()
    take(b, leader=CHIEF, units=["a"], kind="support", ward="c")
    assert b.world.missions[b.unit("a").mission].kind == "protect"


@pytest.mark.rule("CS-3.3.1a")
def test_a_defence_without_a_place_is_of_the_ground_it_stands_on():
    b = field()
    take(b, leader=CHIEF, units=["a"], kind="defense")
    assert b.world.missions[b.unit("a").mission].objective == (500, 500)


# -- hidden, or announced


@pytest.mark.rule("CS-2b", "CS-3.2p", "CS-3.3.1c")
def test_the_enemy_learns_nothing_of_a_mission():
    b = field(dice=[9, 9, 1, 1])
    run(command.play(b), says(BLUE, ("mission", mission("a"))))
    given = events(b, "mission")
    assert [event.to for event in given] == [(BLUE,)]
    assert not events(b, "announced")
    assert not view(b, RED).missions


@pytest.mark.rule("CS-3.3.1c")
def test_by_the_option_its_type_is_told_to_all_and_nothing_else():
    b = field(dice=[9, 9, 1, 1], variants=("announced-missions",))
    run(command.play(b), says(BLUE, ("mission", mission("a"))))
    told = events(b, "announced")
    assert [(event.to, event.values) for event in told] == [(None, {"kind": "attack", "number": 1, "side": BLUE})]


# -- the council of war


@pytest.mark.rule("CS-3.3.1a")
def test_missions_at_the_council_cost_nothing_and_reach_everybody():
    b = field(turn=1, leader=(2900, 100))
    run(command.play(b), says(BLUE, ("mission", mission("a", "c")), kind="council"))
    own = b.world.missions[b.unit("a").mission]
    assert (own.kind, own.objective, own.units) == ("attack", (650, 1500), ("a", "c"))
    assert own.given == 1


@pytest.mark.rule("CS-3.3.1a")
def test_who_is_told_nothing_at_the_council_gets_a_mission_all_the_same():
    b = field(turn=1)
    run(command.play(b))
    assert all(each.mission in b.world.missions for each in b.world.units.values())
    assert all(each.order is not None for each in b.world.units.values())


@pytest.mark.rule("CS-3.3.1a")
def test_there_is_no_council_after_the_first_turn():
    b = field()
    asked = []

    def choose(decision):
        asked.append(decision.kind)
        return decision.default

    run(command.play(b), choose)
    assert set(asked) == {"command"}
    assert not b.world.missions


@pytest.mark.rule("CS-3.3.1a")
def test_those_who_arrive_later_are_given_a_mission_free():
    from grognard.army.oob import Arrival

    late = unit("late", at=(500, 0), arrival=Arrival(3, "south"))
    b = field(unit("a", at=(500, 500)), late, turn=4, state={"late": {"where": "table"}})
    run(council.council_of_war(b))
    assert b.unit("late").mission in b.world.missions
    assert b.unit("a").mission == ""


@pytest.mark.rule("CS-3.3.1a")
def test_who_was_ordered_about_since_he_came_gets_none():
    from grognard.army.oob import Arrival

    late = unit("late", at=(500, 0), arrival=Arrival(3, "south"))
    state = {"late": {"where": "table", "order": Order(Straight())}}
    b = field(unit("a", at=(500, 500)), late, turn=4, state=state)
    run(council.council_of_war(b))
    assert b.unit("late").mission == ""


@pytest.mark.rule("CS-2b")
def test_the_phase_goes_by_its_steps():
    b = field(turn=1, dice=[9, 9, 1, 1])
    run(command.play(b), says(BLUE, ("order", {"leader": CHIEF, "unit": "a", "movement": "forward"})))
    kinds = [event.kind for event in events(b)]
    steps = [kinds.index(kind) for kind in ("mission", "points", "ordered", "mission_marks", "revealed")]
    assert steps == sorted(steps)
