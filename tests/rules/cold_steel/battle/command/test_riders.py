"""Aides, couriers, regimental commanders: how commands travel."""

import pytest
from msgspec.structs import replace

from grognard.army.oob import Formation, Leader
from grognard.battle.kinds import Noted
from grognard.ground.units import SUB
from grognard.kernel.sources import SeededDice
from grognard.systems.cold_steel import setup, staging
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.orders import riders
from grognard.systems.cold_steel.phases.command.desk import Desk
from grognard.systems.cold_steel.phases.command.points import commander
from grognard.systems.cold_steel.staging import BLUE, RED, events, stage, unit
from grognard.systems.cold_steel.table.state import Forming, Order, Straight

from ..hiding import wood
from .test_command import change
from .test_told import decision as decide

CHIEF, RED_LEADER = "general-blue", "general-red"
AIDE = f"{CHIEF}/aide-1"


def field(*units, leader=(500, 100), turn=2, **more):
    troops = units or (unit("a", at=(500, 500), formation="open_square"),)
    b = stage(
        *troops,
        unit("r", RED, at=(500, 2800), facing=180),
        phase="command",
        leaders={BLUE: leader, RED: (2900, 2900)},
        **more,
    )
    b.world.turn = turn
    return b


def with_brigadier(*units, regiment=(), **more):
    """A field where a brigadier of his own commands blue's units; `regiment` are units of a regiment in his brigade."""
    made = staging.scenario(*units, *regiment, unit("r", RED, at=(500, 2800), facing=180), **more)
    blue, red = made.sides
    body = Formation("1st regiment", level="regiment", units=tuple(each for _, each in regiment))
    brigade = Formation(
        "1st brigade",
        Leader("Brigadier", position=(500, 120)),
        units=tuple(each for _, each in units),
        formations=(body,) if regiment else (),
    )
    made = replace(made, sides=(replace(blue, formations=(brigade,)), red))
    b = setup.begin(made, setup.Options())
    b.use_dice(dict.fromkeys(("", BLUE, RED), SeededDice(3)))
    b.world.turn = 2
    b.knowledge.look()
    return b


def put(b, leader, unit, paces, points=5):
    """A leader so many paces south of the middle of a unit, his aides by him."""
    x, y = b.survey.middle(unit)
    at = (x, y - paces * SUB)
    change(b, leader, position=at, points=points, paces=0)
    for each in list(b.world.riders.values()):
        if each.leader == leader:
            b.world.riders[each.id] = replace(each, position=at)


def refusal(b, option, **values):
    found = decide(b).refusal(decide(b).answer(option, **values))
    return found.rule if found else ""


def take(b, option, **values):
    at = Desk(b, BLUE)
    decision = at.decision()
    answer = decision.answer(option, **values)
    assert decision.refusal(answer) is None, decision.refusal(answer)
    at.take(replace(answer, values=decision.completed(answer)))


def order(unit="a", leader=CHIEF, **chits):
    return {"leader": leader, "what": "order", "unit": unit, **chits}


def ride(b):
    """The riders' part of a movement phase, and the turn after it."""
    riders.ride(b)
    b.world.turn += 1


# -- aides


@pytest.mark.rule("CS-3.2a", "CS-3.2k")
@pytest.mark.parametrize("paces, rule", [(20, ""), (21, "CS-3.2a")])
def test_an_aide_takes_a_command_only_by_his_general(paces, rule):
    b = field()
    put(b, CHIEF, "a", 400)
    x, y = b.world.leaders[CHIEF].position
    for each in (AIDE, f"{CHIEF}/aide-2"):
        b.world.riders[each] = replace(b.world.riders[each], position=(x, y - paces * SUB))
    assert refusal(b, "aide", **order(movement="forward")) == rule


@pytest.mark.rule("CS-3.2a", "CS-3.2k")
def test_a_command_by_aide_costs_a_point_also_a_mission():
    b = field()
    put(b, CHIEF, "a", 400, points=2)
    take(b, "aide", **order(movement="forward"))
    assert (b.world.leaders[CHIEF].points, b.world.leaders[CHIEF].paces) == (1, 0)
    take(b, "aide", leader=CHIEF, what="mission", unit="a", kind="attack", objective=[500, 1500])
    assert b.world.leaders[CHIEF].points == 0
    assert b.unit("a").mission == ""


@pytest.mark.rule("CS-3.2a")
def test_two_aides_carry_two_commands_and_no_third():
    b = field()
    put(b, CHIEF, "a", 400)
    take(b, "aide", **order(movement="forward"))
    take(b, "aide", **order(movement="forward"))
    assert refusal(b, "aide", **order(movement="forward")) == "CS-3.2a"


@pytest.mark.rule("CS-3.2b", "CS-3.2e")
@pytest.mark.parametrize("paces, acted_on", [(480, 3), (500, 4), (960, 4), (961, 5)])
def test_an_aide_rides_480_paces_a_turn_and_the_unit_acts_on_the_next(paces, acted_on):
    b = field(unit("a", at=(500, 1500), formation="open_square"))
    put(b, CHIEF, "a", paces)
    take(b, "aide", **order(movement="forward", gait="quick"))
    while b.unit("a").order is None:
        ride(b)
        riders.take_effect(b)
    assert b.world.turn == acted_on
    assert b.unit("a").order == Order(Straight(gait="quick"), by=CHIEF, rule="CS-3.2e")


@pytest.mark.rule("CS-3.2e")
def test_nothing_happens_in_the_turn_in_which_he_arrives():
    b = field()
    put(b, CHIEF, "a", 100)
    take(b, "aide", **order(movement="forward"))
    riders.ride(b)
    assert b.world.riders[AIDE].delivered == 2
    assert b.unit("a").order is None


@pytest.mark.rule("CS-3.2b")
def test_he_seeks_the_unit_where_it_has_gone():
    b = field()
    put(b, CHIEF, "a", 470)
    take(b, "aide", **order(movement="forward"))
    b.emit(Noted(), sets=[b.change("a", position=(500 * SUB, 620 * SUB))], to=())
    riders.ride(b)
    assert not b.world.riders[AIDE].delivered


@pytest.mark.rule("CS-3.2b")
def test_he_rides_round_the_enemy():
    b = field(unit("a", at=(500, 900), formation="open_square"))
    put(b, CHIEF, "a", 470)
    b.world.units["r"] = replace(b.unit("r"), position=(500 * SUB, 700 * SUB))
    b.restarted(b.world)
    take(b, "aide", **order(movement="forward"))
    riders.ride(b)
    assert not b.world.riders[AIDE].delivered
    riders.ride(b)
    assert b.world.riders[AIDE].delivered


@pytest.mark.rule("CS-3.2b")
def test_his_way_does_not_tell_where_a_hidden_enemy_stands():
    """In one battle an enemy lies in the wood through which he rides, in the other the wood is empty."""
    found = []
    for at in ((500, 700), (2500, 2800)):
        b = field(unit("a", at=(500, 900), formation="open_square"), features=[wood(500, 860)])
        put(b, CHIEF, "a", 470)
        b.world.units["r"] = replace(b.unit("r"), position=(at[0] * SUB, at[1] * SUB))
        b.restarted(b.world)
        take(b, "aide", **order(movement="forward"))
        assert "r" not in b.knowledge.seen_by(BLUE) or at[1] == 2800
        riders.ride(b)
        found.append(b.world.riders[AIDE].position)
    assert found[0] == found[1]


@pytest.mark.rule("CS-3.2b")
def test_he_rides_round_a_lake_but_straight_through_a_wood():
    def ground(kind):
        corners = [[300, 600], [700, 600], [700, 700], [300, 700], [300, 600]]
        shape = {"type": "Polygon", "coordinates": [corners]}
        return [{"type": "Feature", "properties": {"kind": kind}, "geometry": shape}]

    for kind, delivered in (("heavy_woods", True), ("water", False)):
        b = field(unit("a", at=(500, 900), formation="open_square"), features=ground(kind))
        put(b, CHIEF, "a", 470)
        take(b, "aide", **order(movement="forward"))
        riders.ride(b)
        assert bool(b.world.riders[AIDE].delivered) == delivered


@pytest.mark.rule("CS-3.2f")
def test_he_rides_back_by_himself():
    b = field(unit("a", at=(500, 1500), formation="open_square"))
    put(b, CHIEF, "a", 700)
    take(b, "aide", **order(movement="forward"))
    ride(b)
    ride(b)
    riders.take_effect(b)
    assert b.world.riders[AIDE].back
    ride(b)
    assert b.world.riders[AIDE].back
    ride(b)
    assert not b.world.riders[AIDE].back
    assert len(events(b, "aide_back")) == 1


@pytest.mark.rule("CS-3.2f")
def test_idle_aides_ride_with_him():
    b = field()
    put(b, CHIEF, "a", 400)
    take(b, "ride", leader=CHIEF, to=[700, 300])
    assert b.world.riders[AIDE].position == b.world.leaders[CHIEF].position


@pytest.mark.rule("CS-3.2f")
def test_an_idle_aide_left_behind_catches_up():
    b = field()
    put(b, CHIEF, "a", 400)
    change(b, CHIEF, position=(500 * SUB, 900 * SUB))
    riders.ride(b)
    there, back = b.world.riders[AIDE].position, b.world.leaders[CHIEF].position
    assert there != back
    riders.ride(b)
    assert b.world.riders[AIDE].position == back


@pytest.mark.rule("CS-3.2e")
def test_a_command_that_cannot_be_carried_out_is_void():
    b = field()
    put(b, CHIEF, "a", 100)
    take(b, "aide", **order(movement="forward"))
    ride(b)
    b.world.units["a"] = replace(b.unit("a"), status="broken")
    riders.take_effect(b)
    assert b.unit("a").order is None
    assert "broken" in GAME.tell(b, events(b, "order_void")[0])


@pytest.mark.rule("CS-3.2f")
def test_he_turns_back_if_the_unit_is_gone():
    b = field(unit("a", at=(500, 500)), unit("c", at=(900, 500)))
    put(b, CHIEF, "a", 400)
    take(b, "aide", **order(movement="forward"))
    b.emit(Noted(), sets=[b.change("a", where="lost")], to=())
    riders.ride(b)
    assert b.world.riders[AIDE].carries is None
    assert len(events(b, "aide_lost")) == 1


@pytest.mark.rule("CS-3.2a", "CS-3.2e", "CS-3.3.1a")
def test_a_mission_by_aide_is_taken_up_by_the_whole_brigade():
    b = field(unit("a", at=(500, 500)), unit("c", at=(900, 500)))
    put(b, CHIEF, "a", 300)
    take(b, "aide", leader=CHIEF, what="mission", units=["a", "c"], kind="attack", objective=[700, 1500])
    ride(b)
    riders.take_effect(b)
    mission = b.world.missions[b.unit("a").mission]
    assert mission.given == 3
    assert b.unit("c").mission == mission.id


@pytest.mark.rule("CS-3.2p")
def test_riders_and_what_they_carry_are_their_own_seats_secret():
    b = field()
    put(b, CHIEF, "a", 400)
    take(b, "aide", **order(movement="forward"))
    ride(b)
    riders.take_effect(b)
    assert {event.to for event in events(b)} <= {(BLUE,), ()}


# -- the attached leader


@pytest.mark.rule("CS-3.3.2.3b")
def test_an_attached_leader_goes_with_his_unit():
    b = field()
    change(b, CHIEF, attached="a", position=b.survey.middle("a"))
    b.emit(Noted(), sets=[b.change("a", position=(500 * SUB, 620 * SUB))], to=())
    riders.ride(b)
    assert b.world.leaders[CHIEF].position == b.survey.middle("a")
    assert b.world.leaders[CHIEF].points == 0


@pytest.mark.rule("CS-3.3.2.3b")
def test_he_is_alone_when_his_unit_is_gone():
    b = field(unit("a", at=(500, 500)), unit("c", at=(900, 500)))
    change(b, CHIEF, attached="a", position=b.survey.middle("a"))
    b.emit(Noted(), sets=[b.change("a", where="lost")], to=())
    riders.ride(b)
    assert b.world.leaders[CHIEF].attached == ""


# -- messages


@pytest.mark.rule("CS-3.2c", "CS-3.2k")
def test_a_message_and_its_courier_cost_one_point():
    b = with_brigadier(unit("a", at=(500, 500)))
    change(b, CHIEF, points=1)
    take(b, "message", leader=CHIEF, to="brigadier", text="Hold the wood at all costs.")
    assert b.world.leaders[CHIEF].points == 0
    assert refusal(b, "message", leader=CHIEF, to="brigadier", text="And the mill.") == "CS-3.2k"


@pytest.mark.rule("CS-3.2c")
@pytest.mark.parametrize("words, allowed", [(100, True), (101, False)])
def test_a_message_has_at_most_100_words(words, allowed):
    b = with_brigadier(unit("a", at=(500, 500)))
    change(b, CHIEF, points=1)
    assert (refusal(b, "message", leader=CHIEF, to="brigadier", text="on " * words) == "") == allowed


def courier(b, paces):
    change(b, CHIEF, position=(500 * SUB, 100 * SUB), points=1)
    change(b, "brigadier", position=(500 * SUB, (100 + paces) * SUB))
    take(b, "message", leader=CHIEF, to="brigadier", text="Come at once.")


def read_on(b):
    while not events(b, "message") and b.world.turn < 12:
        riders.ride(b)
        yield b.world.turn
        b.world.turn += 1
        riders.take_effect(b)


@pytest.mark.rule("CS-3.2c", "CS-3.2d")
@pytest.mark.parametrize("paces, read", [(480, 3), (900, 4)])
def test_a_courier_rides_like_an_aide_and_the_message_is_read_next_turn(paces, read):
    b = with_brigadier(unit("a", at=(500, 500)))
    courier(b, paces)
    list(read_on(b))
    assert b.world.turn == read
    assert events(b, "message")[0].values == {"text": "Come at once."}
    assert not any(rider.kind == "courier" for rider in b.world.riders.values())


@pytest.mark.rule("CS-3.2d")
def test_a_man_seriously_wounded_reads_a_turn_later():
    b = with_brigadier(unit("a", at=(500, 500)))
    courier(b, 300)
    for turn in read_on(b):
        if turn == 2:
            change(b, "brigadier", hurt="serious_wound", worst="serious_wound", hurt_on=2)
    assert b.world.turn == 4


@pytest.mark.rule("CS-3.2d")
def test_a_dead_mans_successor_reads_it_when_he_commands():
    b = with_brigadier(unit("a", at=(500, 500)))
    courier(b, 300)
    for turn in read_on(b):
        if turn == 2:
            change(b, "brigadier", hurt="killed", hurt_on=2, where="lost")
        if turn == 4:
            change(b, "brigadier", hurt="", hurt_on=0, where="table")
    assert b.world.turn == 5


@pytest.mark.rule("CS-3.1.2a")
@pytest.mark.parametrize("turn, worth", [(3, True), (4, False)])
def test_a_superiors_new_order_spurs_him_on_for_a_turn(turn, worth):
    b = with_brigadier(unit("a", at=(500, 500)), unit("c", at=(900, 500)))
    courier(b, 300)
    riders.ride(b)
    b.world.turn = turn
    chief, brigadier = b.world.leaders[CHIEF], b.world.leaders["brigadier"]
    assert not commander(b, chief).new_order
    assert commander(b, brigadier).new_order == worth


@pytest.mark.rule("CS-3.1.2a")
def test_a_subordinates_report_spurs_nobody_on():
    b = with_brigadier(unit("a", at=(500, 500)))
    change(b, "brigadier", points=1)
    take(b, "message", leader="brigadier", to=CHIEF, text="All is well.")
    riders.ride(b)
    b.world.turn += 1
    assert not commander(b, b.world.leaders[CHIEF]).new_order


# -- regimental commanders


def regiment(number, apart=150):
    return [unit(f"b{i}", at=(500 + apart * i, 500), men=240) for i in range(number)]


def told(b, **more):
    return {"leader": CHIEF, "regiment": "1st brigade / 1st regiment", "formation": "column_of_divisions", **more}


def colonel(number, points=1, **more):
    b = with_brigadier(regiment=regiment(number, **more))
    put(b, CHIEF, "b0", 20, points)
    return b


@pytest.mark.rule("CS-3.2g", "CS-3.2k")
def test_the_colonel_tells_all_his_battalions_at_once_for_a_point():
    b = colonel(3)
    take(b, "regiment", **told(b))
    assert b.world.leaders[CHIEF].points == 0
    assert [b.unit(each).order.form for each in ("b0", "b1", "b2")] == ["column_of_divisions"] * 3


@pytest.mark.rule("CS-3.2g")
@pytest.mark.parametrize("apart, reached", [(300, True), (301, False)])
def test_he_is_heard_300_paces_about(apart, reached):
    b = colonel(2, apart=apart)
    take(b, "regiment", **told(b))
    assert (b.unit("b1").order is not None) == reached


@pytest.mark.rule("CS-3.2g", "CS-3.2j")
def test_the_ride_to_the_colonel_costs_points_too():
    b = colonel(3, points=1)
    put(b, CHIEF, "b0", 21, points=1)
    assert refusal(b, "regiment", **told(b)) == "CS-3.2k"
    put(b, CHIEF, "b0", 21, points=2)
    take(b, "regiment", **told(b))
    assert b.world.leaders[CHIEF].paces == 239


@pytest.mark.rule("CS-3.2h")
@pytest.mark.parametrize("number, mixed, turns", [(4, False, 0), (5, False, 1), (4, True, 1), (5, True, 2)])
def test_large_regiments_and_mixed_commands_take_longer(number, mixed, turns):
    b = colonel(number, apart=70)
    more = {"others": ["b1"], "other_formation": "double_line"} if mixed else {}
    take(b, "regiment", **told(b, **more))
    start = b.world.turn
    while b.unit("b0").order is None:
        b.world.turn += 1
        riders.take_effect(b)
    assert b.world.turn - start == turns
    assert b.unit("b1").order.form == ("double_line" if mixed else "column_of_divisions")
    assert not any(rider.kind == "regiment" for rider in b.world.riders.values())


@pytest.mark.rule("CS-3.2g", "CS-3.3.1a")
def test_a_regiment_is_given_a_mission_through_its_colonel():
    b = colonel(3)
    take(b, "regiment", **told(b, what="mission", kind="attack", objective=[650, 1500], formation=""))
    assert {b.unit(each).mission for each in ("b0", "b1", "b2")} == {b.unit("b0").mission}
    assert b.world.missions[b.unit("b0").mission].given == 2


@pytest.mark.rule("CS-3.2g")
def test_who_is_busy_forming_does_not_hear_the_colonel():
    b = colonel(2)
    b.world.units["b1"] = replace(b.unit("b1"), forming=Forming("line", quarters=2))
    take(b, "regiment", **told(b))
    assert b.unit("b1").order is None
    assert events(b, "order_void")[0].rules == ("CS-3.2g", "CS-A.1d")


# -- previews


@pytest.mark.rule("CS-3.2c", "CS-3.2k")
@pytest.mark.parametrize("paces, arrives", [(480, 2), (490, 3), (960, 3)])
def test_a_preview_knows_when_the_courier_is_there_and_what_he_costs(paces, arrives):
    b = with_brigadier(unit("a", at=(500, 500)))
    change(b, CHIEF, position=(500 * SUB, 100 * SUB), points=2)
    change(b, "brigadier", position=(500 * SUB, (100 + paces) * SUB))
    seen = GAME.preview(b, BLUE, decide(b).answer("message", leader=CHIEF, to="brigadier", text="Come at once."))
    assert (seen.arrives, seen.cost, seen.left) == (arrives, 1, 1)
    courier(b, paces)
    list(read_on(b))
    assert b.world.turn == arrives + 1, "read the turn after he came"


@pytest.mark.rule("CS-3.2g", "CS-3.2j")
@pytest.mark.parametrize("paces, cost", [(20, 1), (21, 2)])
def test_a_preview_counts_the_ride_to_the_colonel(paces, cost):
    b = colonel(3)
    put(b, CHIEF, "b0", paces, points=2)
    assert GAME.preview(b, BLUE, decide(b).answer("regiment", **told(b))).cost == cost


def test_the_record_of_riders_can_be_read_again():
    import msgspec

    from grognard.battle.events import Event
    from grognard.battle.worlds import typed
    from grognard.systems.cold_steel.table.state import World

    b = colonel(5, apart=70, points=5)
    take(b, "regiment", **told(b))
    take(b, "message", leader=CHIEF, to="brigadier", text="On.")
    take(
        b,
        "aide",
        leader=CHIEF,
        what="mission",
        units=["b0", "b1"],
        kind="attack",
        objective=[700, 1500],
        route=[[1, 2]],
    )
    take(b, "aide", **order("b2", movement="forward"))
    for _ in range(2):
        ride(b)
        riders.take_effect(b)
    for event in events(b):
        again = msgspec.json.decode(msgspec.json.encode(event), type=Event)
        assert typed(World, again) == event
