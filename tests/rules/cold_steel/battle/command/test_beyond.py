"""Forces beyond the table: who may be sent, what they need, and when they would arrive."""

import pytest

from grognard.battle import choosing
from grognard.kernel.errors import BadInput
from grognard.scenarios.model import Beyond
from grognard.systems.cold_steel import beyond, invariants, setup
from grognard.systems.cold_steel.beyond import assigning, edges, forces, marching
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.phases import command, movement
from grognard.systems.cold_steel.seat.view import view
from grognard.systems.cold_steel.staging import BLUE, RED, events, run, says, stage, told, unit

OPEN = Beyond("west", "open", "primary")
ATTACK = {"kind": "attack", "objective": (1500, 1500)}


def field(*units, off_board="yes", ground=(OPEN,), dice=1, **more):
    here = (unit("a", at=(1500, 500)), unit("r", RED, at=(1500, 2500), facing=180))
    return stage(*here, *units, options={"off_board": off_board}, beyond=ground, dice=dice, **more)


def sent(b, units, *, before=True, seat=BLUE, **said):
    """A force gets its orders; the refusal if it does not."""
    values = {**assigning.UNSAID, "units": units, "edge": "west", **ATTACK, **said}
    turn = 0 if before else b.world.turn
    refusal = assigning.judge(b, values, turn=turn)
    if refusal is None:
        assigning.assign(b, seat, values, f"{seat}/force-{len(b.world.forces) + 1}", turn=turn)
        assert not invariants.broken(b)
    return refusal


def force_with(b, unit):
    return forces.force_of(b, unit)


# ---- the switch


@pytest.mark.rule("CS-1.1b")
@pytest.mark.parametrize("off_board", ["no", "scenario"])
def test_without_off_board_play_nobody_goes_beyond_the_table(off_board):
    b = field(unit("f", at=(100, 1000), off_board="west"), off_board=off_board)
    assert b.world.forces == {}
    assert sent(b, ["f"]).rule == "CS-1.1b"
    council = next(d for d in _asked(b, command.play(b)) if d.kind == "council")
    assert council.option("beyond") is None
    run(movement.play(b))
    assert b.unit("f").where == "waiting"


def _asked(b, steps):
    """The decisions that come up while all take the default."""
    asked = []

    def choose(decision):
        asked.append(decision)
        return decision.default

    run(steps, choose)
    return asked


@pytest.mark.rule("CS-1.1b", "CS-C.1")
def test_who_begins_beyond_an_edge_is_a_force_without_orders():
    b = field(unit("f", at=(-400, 1000), off_board="west"), unit("g", at=(-400, 1200), off_board="west"))
    force = force_with(b, "f")
    assert (force.units, force.edge, force.place, force.status) == (("f", "g"), "west", 1000, "idle")
    assert b.unit("f").where == "beyond"
    assert not invariants.broken(b)


def test_an_unknown_choice_is_refused():
    with pytest.raises(BadInput, match="off_board"):
        choosing.read(setup.Options, {"off_board": "maybe"})


# ---- the ground


@pytest.mark.rule("CS-C.2a")
def test_every_edge_has_its_ground():
    b = field(ground=(Beyond("west", "hilly_wooded", "none", True),), character="rolling")
    assert [edges.ground(b, edge) for edge in ("west", "north")] == [
        edges.OffBoardGroundFacts(terrain="hilly_wooded", roads="no_roads", visibility="unobstructed"),
        edges.OffBoardGroundFacts(terrain="rolling", roads="secondary_roads", visibility="obstructed"),
    ]


# ---- who may be sent, and with what


@pytest.mark.rule("CS-C.1")
def test_before_the_battle_anybody_may_be_sent_later_only_who_is_not_on_the_table():
    b = field(unit("f", at=(100, 1000), off_board="west"), unit("w", at=(100, 900), arrival=_due(9)))
    assert assigning.free(b, BLUE, before=True) == ("a", "f", "w")
    assert assigning.free(b, BLUE) == ("f", "w")


def _due(turn, edge="west"):
    from grognard.army.oob import Arrival

    return Arrival(turn, edge)


@pytest.mark.rule("CS-C.2b")
@pytest.mark.parametrize(
    "lost, refused",
    [(0, False), (1, True)],  # a squadron of 6 figures; less than a squadron
)
def test_a_screen_is_at_least_a_squadron(lost, refused):
    b = field(
        unit("s", at=(100, 1000), arm="light_cavalry", men=120, squadrons=1, off_board="west"),
        state={"s": {"lost": lost}},
    )
    refusal = sent(b, ["s"], task="screen", kind="")
    assert (refusal is not None and refusal.rule == "CS-C.2b") is refused


@pytest.mark.rule("CS-C.2b")
def test_guns_do_not_go_alone():
    guns = unit("g", at=(100, 1000), arm="foot_artillery", off_board="west")
    b = field(guns, unit("f", at=(90, 1000), off_board="west"))
    assert sent(b, ["g"]).rule == "CS-C.2b"
    assert sent(b, ["g", "f"]) is None


@pytest.mark.rule("CS-C.3a", "CS-3.3.1b")
@pytest.mark.parametrize("edge", ["west", "south"])
def test_whoever_is_to_come_on_needs_a_mission_by_whatever_edge(edge):
    b = field(unit("f", at=(100, 1000), off_board="west"))
    refusal = sent(b, ["f"], edge=edge, kind="")
    assert refusal.rule == "CS-C.3a"
    assert force_with(b, "f").status == "idle"
    assert sent(b, ["f"], edge=edge, task="screen", kind="") is None


@pytest.mark.rule("CS-C.3a")
def test_a_force_without_a_mission_never_tests_for_arrival():
    b = field(unit("f", at=(100, 1000), off_board="west"))
    for turn in range(1, 12):
        b.world.turn, b.world.phase = turn, "movement"
        run(movement.play(b))
    assert b.unit("f").where == "beyond"
    assert not events(b, "arrival_test")


@pytest.mark.rule("CS-C.2c")
def test_three_cards_each_and_none_at_the_enemys_edge():
    b = field(unit("f", at=(100, 1000), off_board="west"))
    cards = beyond.cards(b, BLUE)
    assert [(card.edge, card.own) for card in cards] == [
        ("west", True), ("east", True), ("south", True), ("west", False), ("north", False), ("east", False),
    ]  # fmt: skip
    assert (cards[0].infantry, cards[0].cavalry) == (24, 0)
    assert all(card.infantry is None for card in cards if not card.own), "face down"
    assert sent(b, ["f"], edge="east") is None
    assert [card.infantry for card in beyond.cards(b, BLUE) if card.own] == [0, 24, 0]


@pytest.mark.rule("CS-C.2b", "CS-C.2c")
def test_the_enemy_learns_nothing_from_what_is_sent():
    b = field(unit("f", at=(100, 1000), off_board="west"))
    before = view(b, RED)
    assert sent(b, ["f"]) is None
    assert view(b, RED) == before
    assert events(b, "off_board")[0].to == (BLUE,)


def test_a_place_past_the_end_of_the_edge_is_refused_in_words():
    b = field(unit("f", at=(100, 1000), off_board="west"))
    refusal = sent(b, ["f"], place=3001)
    assert refusal.reason == "the west edge is 3000 paces long; 3001 lies beyond it"


# ---- the perfect arrival turn


def arrives(b, units, place, turn, edge="west"):
    return marching.perfect_arrival(b, units, edges.EdgeSpot(edge, place), turn).settled


@pytest.mark.rule("CS-C.3b", "CS-C.3c")
@pytest.mark.parametrize(
    "place, nation, turn, expected",
    [
        (1900, "Prussian", 2, 5),  # 1,000 paces with half its front, primary road, open: 3 turns
        (1200, "French", 0, 1),  # 300 paces, French: 1 - 2, at least 1
    ],
)
def test_turns_of_a_march(place, nation, turn, expected):
    b = field(unit("f", RED, at=(0, 1000), facing=90, off_board="west", nation=nation))
    half = marching.room(b, ["f"]) // 2
    assert arrives(b, ["f"], place - half + 100, turn).perfect_arrival_turn == expected


@pytest.mark.rule("CS-C.3b", "CS-C.3c")
@pytest.mark.parametrize("nation, turns", [("Prussian", 13), ("French", 11)])
def test_from_behind_the_friendly_edge_over_rolling_ground(nation, turns):
    b = field(
        unit("f", RED, at=(900, 3000), off_board="north", nation=nation),
        ground=(Beyond("west", "rolling", "secondary"),),
    )
    half = marching.room(b, ["f"]) // 2
    place = 3000 - (1900 - 900 - half)  # 900 to the corner and the rest down the western edge
    assert arrives(b, ["f"], place, 0).turns == turns


@pytest.mark.rule("CS-C.3c")
@pytest.mark.parametrize("discipline, more", [("trained", 0), ("militia", 2), ("raw_recruits", 2), ("rabble", 2)])
def test_ill_disciplined_units_march_two_turns_longer(discipline, more):
    def turns(rated):
        units = (unit(name, RED, at=(0, 2000), off_board="west") for name in ("f", "g"))
        b = field(*units, ratings=rated)
        return arrives(b, ["f", "g"], 1500, 0).turns

    assert turns({"g": {"discipline": discipline}}) - turns({}) == more


@pytest.mark.rule("CS-C.3b")
def test_from_out_in_space_the_way_in_counts():
    near, far = (
        arrives(field(unit("f", RED, at=(x, 1500), off_board="west")), ["f"], 1500, 0).turns for x in (0, -1600)
    )
    assert far - near == 4


@pytest.mark.rule("CS-C.3b")
def test_the_turn_is_counted_from_the_mission():
    b = field(unit("f", at=(0, 1000), off_board="west"))
    b.world.turn = 6
    assert sent(b, ["f"], before=False, place=1500) is None
    force = force_with(b, "f")
    assert (force.issued, force.perfect) == (6, 6 + arrives(b, ["f"], 1500, 0).turns)


@pytest.mark.rule("CS-C.1", "CS-C.3b")
def test_troops_due_later_march_from_the_turn_they_are_due():
    b = field(unit("w", at=(0, 1000), arrival=_due(9)))
    turns = arrives(b, ["w"], 1500, 0).turns
    assert sent(b, ["w"], place=1500) is None
    assert force_with(b, "w").perfect == 9 + turns
    assert b.unit("w").where == "beyond"


def test_a_force_waits_for_the_turn_that_its_mission_names():
    b = field(unit("f", at=(0, 1000), off_board="west"))
    assert sent(b, ["f"], place=1000, wait_until=14) is None
    assert force_with(b, "f").perfect == 14


# ---- in the command phase


@pytest.mark.rule("CS-C.1", "CS-C.2b")
def test_at_the_council_a_unit_on_the_table_is_sent_round_the_flank():
    b = field(unit("b", at=(1800, 500)), dice=5)
    sends = says(BLUE, ("beyond", {"units": ["b"], "edge": "west", "place": 2000, **ATTACK}), kind="council")
    run(command.play(b), sends)
    assert b.unit("b").where == "beyond"
    assert force_with(b, "b").issued == 0
    assert b.unit("b").mission == ""
    assert any(line.startswith("b is to march to the west edge, 2000 paces along it") for line in told(b))
    assert "b" not in b.knowledge.seen_by(RED)


@pytest.mark.rule("CS-C.2b")
def test_not_all_of_an_army_goes():
    b = field(unit("b", at=(1800, 500)))
    council = next(d for d in _asked(b, command.play(b)) if d.kind == "council" and d.seat == BLUE)
    wrong = council.refusal(council.answer("beyond", units=["a", "b"], edge="west", **ATTACK))
    assert wrong.reason == "somebody has to stay: not all of an army goes beyond the table"


@pytest.mark.rule("CS-C.3a")
def test_a_force_beyond_gets_no_other_mission():
    b = field(unit("f", at=(100, 1000), off_board="west"))
    council = next(d for d in _asked(b, command.play(b)) if d.kind == "council" and d.seat == BLUE)
    assert council.refusal(council.answer("mission", units=["f"], **ATTACK)).rule == "CS-C.3a"
    assert b.unit("f").mission == "", "nor does the staff hand it one"


@pytest.mark.rule("CS-C.1", "CS-3.2k")
def test_during_the_battle_it_takes_a_written_command():
    b = field(unit("f", at=(100, 1000), off_board="west"), dice=5)
    b.world.turn = 3
    general = b.seats[0].leaders[0]
    sends = says(BLUE, ("beyond", {"leader": general, "units": ["f"], "edge": "west", **ATTACK}))
    run(command.play(b), sends)
    assert force_with(b, "f").issued == 3
    had = next(event.values["points"] for event in events(b, "points") if event.units["leader"] == general)
    left = next(each for each in events(b, "off_board")[0].sets if each.collection == "leaders")
    assert (left.key, left.fields["points"]) == (general, had - 1)


@pytest.mark.rule("CS-3.2k")
def test_without_a_point_nobody_is_told():
    b = field(unit("f", at=(100, 1000), off_board="west"))
    from grognard.systems.cold_steel.phases.command import off_board

    values = {**assigning.UNSAID, "leader": b.seats[0].leaders[0], "units": ["f"], "edge": "west", **ATTACK}
    assert off_board.judge_desk(b, BLUE, values).rule == "CS-3.2k"
    assert off_board.desk_option(b, BLUE) is None


@pytest.mark.rule("CS-C.1")
def test_on_the_march_no_orders_reach_it():
    b = field(unit("f", at=(100, 1000), off_board="west"), unit("g", at=(100, 1200), off_board="west"))
    assert sent(b, ["f"]) is None
    assert sent(b, ["g"], task="screen", kind="") is None
    assert assigning.free(b, BLUE) == ("g",)


# ---- leaving the table


@pytest.mark.rule("CS-C.1")
@pytest.mark.parametrize("mission, where", [(True, "beyond"), (False, "left")])
def test_a_unit_that_marches_off_with_a_mission_is_a_force_from_then_on(mission, where):
    b = _leaving(mission)
    run(movement.play(b))
    assert b.unit("x").where == where
    assert b.unit("x").left_by == "west"
    if mission:
        force = force_with(b, "x")
        assert (force.edge, force.status, force.units) == ("west", "idle", ("x",))
        assert b.unit("x").mission == ""
    assert "x" in assigning.free(b, BLUE), "who has left in good order can be sent on"
    assert sent(b, ["x"], before=False, place=1500) is None
    assert b.unit("x").left_by == "west", "gone by that edge until it comes back"
    assert not invariants.broken(b)


def _leaving(mission):
    from grognard.systems.cold_steel.table.state import Mission, Order, Straight

    b = field(unit("x", at=(30, 1000), facing=270), phase="movement")
    b.world.turn = 6
    order = Order(Straight(gait="march"), by="mission" if mission else b.seats[0].leaders[0])
    if mission:
        b.world.missions["m"] = Mission("m", BLUE, "maneuver", ("x",), (0, 1000), leader=b.seats[0].leaders[0])
    from msgspec.structs import replace

    b.world.units["x"] = replace(b.unit("x"), order=order, mission="m" if mission else "")
    return b


@pytest.mark.rule("CS-C.2b", "CS-3.3.2.3i")
def test_a_squadron_detached_and_marched_off_can_screen():
    from msgspec.structs import replace

    from grognard.systems.cold_steel.table.state import Detach, Order, Straight

    horse = unit("d", at=(60, 1000), facing=270, arm="dragoons", men=480, squadrons=4, formation="column_of_squadrons")
    b = field(horse, phase="movement")
    b.world.units["d"] = replace(b.unit("d"), order=Order(special=Detach(1)))
    run(movement.play(b))
    squadron = next(each for each in b.world.units if each not in ("a", "d", "r"))
    forward = Order(Straight(gait="double"), by=b.seats[0].leaders[0])
    b.world.units[squadron] = replace(b.unit(squadron), order=forward)
    run(movement.play(b))
    assert b.unit(squadron).where == "left"
    assert squadron in assigning.free(b, BLUE)
    assert sent(b, [squadron], before=False, task="screen", kind="") is None
    assert [card.cavalry for card in beyond.cards(b, BLUE) if card.own] == [6, 0, 0]


@pytest.mark.rule("CS-C.1")
@pytest.mark.parametrize(
    "objective, gone", [((0, 1000), True), ((20, 1000), True), ((60, 1000), False), ((1000, 0), False)]
)
def test_a_mission_to_the_edge_of_a_flank_leads_off_the_table(objective, gone):
    b = field(unit("x", at=(200, 1000), facing=270, formation="column_of_divisions"), dice=3)
    sends = says(BLUE, ("mission", {"units": ["x"], "kind": "maneuver", "objective": objective}), kind="council")
    for turn in range(1, 9):
        b.world.turn, b.world.phase = turn, "command"
        run(command.play(b), sends)
        b.world.phase = "movement"
        run(movement.play(b))
    assert (b.unit("x").where == "beyond") is gone


# ---- the edge as a road


@pytest.mark.rule("CS-C.3b")
@pytest.mark.parametrize(
    "start, end, paces",
    [
        (("west", 1000), ("west", 2500), 1500),
        (("south", 200), ("west", 300), 500),
        (("south", 2800), ("east", 300), 500),
        (("north", 100), ("west", 2900), 200),
        (("east", 1500), ("west", 1500), 6000),
    ],
)
def test_ways_along_the_edge(start, end, paces):
    b = field()
    assert edges.way(b, edges.EdgeSpot(*start), edges.EdgeSpot(*end)) == paces
    assert edges.way(b, edges.EdgeSpot(*end), edges.EdgeSpot(*start)) == paces


@pytest.mark.rule("CS-C.5e", "CS-C.5f")
@pytest.mark.parametrize(
    "start, paces, side, end",
    [
        (("west", 1500), 200, "left", ("west", 1700)),  # facing east, left is north
        (("west", 1500), 720, "right", ("west", 780)),
        (("east", 1500), 360, "left", ("east", 1140)),
        (("south", 1500), 600, "left", ("south", 900)),
        (("west", 2700), 720, "left", ("north", 210)),  # (720 - 300) / 2 along the enemy's base line
        (("west", 2700), 200, "left", ("west", 2900)),
        (("east", 2700), 720, "right", ("north", 2790)),
        (("west", 300), 720, "right", ("south", 210)),  # along the own base line
        (("east", 300), 720, "left", ("south", 2790)),
        (("south", 100), 200, "left", ("west", 50)),
    ],
)
def test_where_the_lost_come_out(start, paces, side, end):
    b = field()
    assert edges.strayed(b, BLUE, edges.EdgeSpot(*start), paces, side) == edges.EdgeSpot(*end)


# ---- before it is ordered


@pytest.mark.rule("CS-C.3b", "CS-C.3c")
def test_a_preview_tells_the_perfect_arrival_turn_and_what_makes_it():
    b = field(unit("f", at=(0, 1000), off_board="west"), ground=(Beyond("west", "rolling", "none"),))
    council = next(d for d in _asked(b, command.play(b)) if d.kind == "council" and d.seat == BLUE)
    seen = GAME.preview(b, BLUE, council.answer("beyond", units=["f"], edge="west", place=1500, **ATTACK))
    assert seen.arrives == 2 - 2 + 4 + 3
    assert seen.notes == (
        "each 400 paces or fraction: +2 turns",
        "French: -2 turns",
        "no road net: +4 turns",
        "rolling terrain: +3 turns",
        "if nobody bars its way: on time 3%, 2 turns late 7%, 3 turns late 11%, 5 turns late 24%, 8 turns late 19%, "
        "lost 36%",
    )
    assert seen.points == ((0.0, 1500.0), (1500.0, 1500.0))
    assert GAME.preview(b, BLUE, council.answer("beyond", edge="west")).arrives == 0
