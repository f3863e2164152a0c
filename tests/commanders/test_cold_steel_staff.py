"""The staff at a Cold Steel table: it sees its view, and answers what it is asked."""

from __future__ import annotations

import pytest

from grognard.battle.commanding import Chair
from grognard.battle.decisions import Decision, Option
from grognard.commanders import KINDS, commander
from grognard.commanders.appreciation import gap
from grognard.commanders.planning import Plan, Planner
from grognard.commanders.staff import Staff
from grognard.ground.units import spot
from grognard.scenarios.model import Condition, Victory
from grognard.simulate.many import Job, begin, fight_one, staffed
from grognard.systems.cold_steel import staging
from grognard.systems.cold_steel.phases import command
from grognard.systems.cold_steel.seat import view
from grognard.systems.cold_steel.staff import adapter
from grognard.systems.cold_steel.staging import stage, unit

FARM = Condition(
    side="blue",
    kind="ground",
    points=5,
    text="the farm",
    measure="held",
    area=((450.0, 1900.0), (650.0, 1900.0), (650.0, 2100.0), (450.0, 2100.0)),
)


class Seated:
    """A chair beside a staged battlefield."""

    def __init__(self, b, seat):
        self.b, self.seat = b, seat
        self.briefing = view.briefing(b, seat)

    @property
    def view(self):
        return view.view(self.b, self.seat)


def staged(*units, **more):
    return stage(*units, victory=Victory(20, condition=(FARM,)), **more)


def in_command(b):
    """Both sides command by the staff; what they answered."""
    staffs = {seat.id: commander("staff", "cold-steel", seat.id, 1) for seat in b.seats}
    chairs = {seat.id: Seated(b, seat.id) for seat in b.seats}
    given = []

    def choose(decision):
        given.append(staffs[decision.seat].decide(chairs[decision.seat], decision))
        return given[-1]

    staging.run(command.play(b), choose)
    return given


def battalions(**more):
    return (
        unit("a", at=(500, 500)),
        unit("b", at=(700, 500)),
        unit("x", "red", at=(500, 2000), facing=180),
        unit("y", "red", at=(700, 2000), facing=180),
    )


# -- missions


def test_at_the_council_the_attacker_gets_an_attack_and_the_defender_a_defence():
    b = staged(*battalions(), dice=1)
    in_command(b)
    kinds = {unit.id: b.world.missions[unit.mission].kind for unit in b.on_table()}
    assert kinds == {"a": "attack", "b": "attack", "x": "defense", "y": "defense"}


def test_a_brigade_that_follows_its_mission_is_not_told_again():
    b = staged(*battalions(), dice=1)
    in_command(b)
    b.world.turn = 2
    assert not [answer for answer in in_command(b) if answer.option in ("mission", "aide")]


def test_leaders_ride_close_to_their_troops_but_not_into_musketry():
    b = staged(unit("a", at=(500, 1700)), unit("x", "red", at=(500, 2000), facing=180), leaders={"blue": (500, 1300)})
    in_command(b)
    leader = next(each for each in b.world.leaders.values() if each.side == "blue")
    assert gap(spot(leader.position), (500, 2000)) > 150


def test_the_army_commander_keeps_out_of_canister():
    b = staged(unit("a", at=(500, 1700)), unit("x", "red", at=(500, 2000), facing=180), leaders={"blue": (500, 1600)})
    in_command(b)
    leader = next(each for each in b.world.leaders.values() if each.side == "blue")
    assert gap(spot(leader.position), (500, 2000)) > 600


# -- what units ask


def asked(b, kind, unit, *keys, rule="CS-4.1a"):
    seat = b.seat_of(unit)
    options = [Option(key, key) for key in keys]
    decision = Decision(seat, kind, "?", options, default=(keys[0], {}), rules=(rule,), about={"unit": unit})
    return adapter(seat, 1).decide(Seated(b, seat), decision, Plan({}))


def horse(**more):
    return unit("h", at=(500, 500), arm="heavy_cavalry", men=480, formation="line", **more)


@pytest.mark.parametrize("formation, answer", [("open_square", "cancel"), ("line", "cancel"), ("open_order", "accept")])
def test_horse_is_held_back_from_bayonets_but_not_from_skirmishers(formation, answer):
    b = staged(horse(), unit("x", "red", at=(500, 750), facing=180, formation=formation))
    assert asked(b, "automatic", "h", "accept", "cancel").option == answer


def test_horse_may_go_at_the_flank_of_a_line():
    b = staged(horse(), unit("x", "red", at=(500, 750), facing=90))
    assert asked(b, "automatic", "h", "accept", "cancel").option == "accept"


def test_spent_horse_is_held_back():
    b = staged(horse(), unit("x", "red", at=(500, 750), facing=90), state={"h": {"disorder": 5}})
    assert asked(b, "automatic", "h", "accept", "cancel").option == "cancel"


def test_a_commander_with_his_horse_simply_ignores_the_order():
    b = staged(horse(), unit("x", "red", at=(500, 750), facing=180))
    assert asked(b, "automatic", "h", "accept", "ignore").option == "ignore"


def test_squares_are_always_formed():
    b = staged(unit("a", at=(500, 500)), unit("x", "red", at=(500, 750), facing=180, arm="heavy_cavalry"))
    assert asked(b, "automatic", "a", "accept", "cancel", rule="CS-4.1d").option == "accept"


@pytest.mark.parametrize(
    "arm, paces, answer",
    [
        ("heavy_cavalry", 400, "hold"),
        ("heavy_cavalry", 440, "pursue"),
        ("infantry", 240, "hold"),
        ("infantry", 260, "pursue"),
    ],
)
def test_a_pursuit_stops_before_fresh_enemies(arm, paces, answer):
    b = staged(horse(), unit("x", "red", at=(500, 500 + paces), facing=180, arm=arm))
    assert asked(b, "secondary", "h", "pursue", "hold").option == answer


@pytest.mark.parametrize(
    "arm, facing, status, answer",
    [
        ("dragoons", 180, "determined", "in_turn"),
        ("dragoons", 0, "determined", "together"),
        ("dragoons", 180, "wavering", "together"),
        ("infantry", 180, "determined", "together"),
    ],
)
def test_squadrons_go_in_turn_at_horse_that_stands_and_together_at_others(arm, facing, status, answer):
    b = staged(
        horse(),
        unit("x", "red", at=(500, 530), facing=facing, arm=arm, formation="line"),
        state={"x": {"status": status}},
    )
    options = [Option("together", ""), Option("in_turn", "")]
    decision = Decision("blue", "squadrons", "?", options, rules=("CS-9.2.3g",), about={"unit": "h", "foe": "x"})
    assert adapter("blue", 1).decide(Seated(b, "blue"), decision, Plan({})).option == answer


def test_a_pursuit_with_nobody_behind_goes_on():
    b = staged(horse(), unit("x", "red", at=(500, 2500), facing=180))
    assert asked(b, "secondary", "h", "pursue", "hold").option == "pursue"


def test_the_shaken_are_ridden_down_next():
    b = staged(horse(), unit("x", "red", at=(500, 700), facing=180), state={"x": {"status": "wavering"}})
    assert asked(b, "secondary", "h", "pursue", "hold", "x").option == "x"


def test_what_the_staff_does_not_know_is_left_to_the_rules():
    b = staged(*battalions())
    decision = Decision("blue", "weather", "?", [Option("rain", ""), Option("shine", "")], default=("shine", {}))
    assert Staff(adapter("blue", 1), Planner(1)).decide(Seated(b, "blue"), decision).option == "shine"


# -- whole battles


def test_a_battle_comes_to_blows_and_ends_in_time():
    fought = fight_one(Job("farm-at-the-crossroads"), 5).outcome
    assert fought["turns"] <= 10
    assert sum(side["lost"] for side in fought["sides"].values()) > 0


def test_the_same_seed_gives_the_same_battle():
    one, other = (fight_one(Job("farm-at-the-crossroads"), 3).outcome for _ in range(2))
    assert one == other


def test_no_answer_of_the_staff_is_refused():
    battle = begin("too-few-orders", seed=2)
    staffs = staffed(battle, "staff")
    chairs = {seat.id: Chair(battle, seat.id) for seat in battle.fight.seats}
    while battle.open and battle.turn <= 6:
        decision = battle.open[0]
        answer = staffs[decision.seat].decide(chairs[decision.seat], decision)
        assert battle.refusal(answer) is None
        battle.answer(answer)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_commander_can_be_had(kind):
    assert commander(kind, "cold-steel", "blue", 1)
