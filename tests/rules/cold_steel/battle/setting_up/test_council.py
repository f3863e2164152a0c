"""Councils of war, who may talk with whom, and messages between players (CS-1.5, CS-3.2c, CS-3.2d, CS-3.2i)."""

import msgspec
import pytest
from msgspec.structs import replace

from grognard.army.oob import Arrival, Formation, Leader
from grognard.battle import choosing
from grognard.ground.units import SUB
from grognard.kernel.sources import ScriptedDice, SeededDice
from grognard.scenarios.loading import load
from grognard.systems.cold_steel import setup, staging
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.orders import riders
from grognard.systems.cold_steel.phases import command, deployment
from grognard.systems.cold_steel.phases.command.desk import Desk
from grognard.systems.cold_steel.phases.command.points import commander
from grognard.systems.cold_steel.phases.deployment.council import attending
from grognard.systems.cold_steel.staging import BLUE, RED, events, run, unit

from ..hiding import asked

CHIEF, FIRST, SECOND = "general-blue", "general-first", "general-second"


def side_by_side(date="1809-05-01", rating="average", due=0, engagement="attack_defence", attacker=BLUE, **options):
    """Blue has a commander and two generals under him, each with a seat; the second's troops are due on a turn."""
    made = staging.scenario(unit("r", RED, at=(1500, 2900), facing=180), date=date, size=(3000, 3000))
    blue, red = made.sides
    arrival = {"arrival": Arrival(due, "south")} if due else {}
    bodies = (
        Formation(
            "first",
            Leader("General first", position=(500, 300)),
            "division",
            units=(unit("a", at=(500, 400))[1],),
        ),
        Formation(
            "second",
            Leader("General second", position=(1400, 300)),
            "division",
            units=(unit("c", at=(1400, 400), **arrival)[1],),
        ),
    )
    chief = replace(blue.commander, rating=rating)
    header = replace(made.header, engagement=engagement, attacker=attacker)
    made = replace(made, header=header, sides=(replace(blue, commander=chief, formations=bodies), red))
    b = setup.begin(made, choosing.read(setup.Options, {"seats": "commands", **options}))
    b.use_dice({stream: SeededDice(5) for stream in ("", *(seat.id for seat in b.seats))})
    b.knowledge.look()
    return b


# -- the council


@pytest.mark.rule("CS-1.5a")
@pytest.mark.parametrize(
    "date, rating, held",
    [
        ("1745-05-11", "average", True),
        ("1745-05-11", "superior", False),
        ("1809-05-01", "average", False),
    ],
)
def test_in_the_18th_century_a_council_is_required_unless_the_commander_is_superior(date, rating, held):
    assert side_by_side(date, rating).world.confers is held


@pytest.mark.rule("CS-1.5a", "CS-1.5b")
def test_the_attackers_council_follows_the_defenders_cards():
    b = side_by_side(council=True, placing="players")
    kinds = asked(b)
    seats = [BLUE, FIRST, SECOND]
    assert [each for each in kinds if each[0] == "confer"] == [("confer", seat) for seat in seats]
    defence = [at for at, (_, seat) in enumerate(kinds) if seat == RED]
    council = [at for at, (kind, _) in enumerate(kinds) if kind == "confer"]
    attack = [at for at, (kind, seat) in enumerate(kinds) if kind == "deploy" and seat != RED]
    assert max(defence) < min(council) <= max(council) < min(attack)


@pytest.mark.rule("CS-1.5b")
def test_in_a_meeting_engagement_the_councils_come_before_any_set_up():
    b = side_by_side(council=True, cards=True, engagement="meeting")
    kinds = [kind for kind, _ in asked(b)]
    assert kinds[:3] == ["confer"] * 3
    assert "confer" not in kinds[3:]


@pytest.mark.rule("CS-1.5c")
@pytest.mark.parametrize("due, attends", [(10, True), (11, False)])
def test_who_comes_more_than_ten_turns_later_does_not_attend(due, attends):
    b = side_by_side(council=True, due=due)
    assert attending(b, BLUE) == [BLUE, FIRST, *([SECOND] if attends else [])]


@pytest.mark.rule("CS-1.5d")
def test_the_council_lasts_fifteen_minutes_at_most():
    b = side_by_side(council=True)
    decision = next(deployment.play(b))[0]
    assert decision.about["minutes"] == "15"
    assert "15 minutes" in decision.text


@pytest.mark.rule("CS-1.5e")
def test_players_talk_freely_in_the_council_and_later_only_base_to_base():
    b = side_by_side(council=True)
    steps = deployment.play(b)
    next(steps)
    assert GAME.talk(b, BLUE) == (FIRST, SECOND)
    assert GAME.talk(b, RED) == ()
    b = side_by_side()
    assert GAME.talk(b, BLUE) == ()
    x, y = b.world.leaders[FIRST].position
    for paces, touching in ((20, True), (21, False)):
        b.world.leaders[CHIEF] = replace(b.world.leaders[CHIEF], position=(x + paces * SUB, y))
        assert GAME.talk(b, BLUE) == ((FIRST,) if touching else ())
        assert GAME.talk(b, FIRST) == ((BLUE,) if touching else ())


def test_nobody_talks_with_the_enemy():
    b = side_by_side()
    at = b.world.leaders[CHIEF].position
    b.world.leaders["general-red"] = replace(b.world.leaders["general-red"], position=at)
    assert GAME.talk(b, RED) == ()
    assert RED not in GAME.talk(b, BLUE)


# -- messages


def written(b, words=3, seat=BLUE, leader=CHIEF, to=FIRST):
    desk = Desk(b, seat)
    decision = desk.decision()
    text = " ".join(["hold"] * words)
    answer = decision.answer("message", leader=leader, to=to, text=text)
    return desk, decision.refusal(answer), answer


def apart(b, paces):
    """The chief so many paces from the general he writes to, with points to spend."""
    x, y = b.world.leaders[FIRST].position
    b.world.leaders[CHIEF] = replace(b.world.leaders[CHIEF], position=(x + paces * SUB, y), points=3)
    b.world.turn = 2


@pytest.mark.rule("CS-1.5e", "CS-3.2c")
@pytest.mark.parametrize("words, rule", [(100, ""), (101, "CS-3.2c")])
def test_a_message_of_a_hundred_words_costs_a_point_and_a_longer_one_is_refused(words, rule):
    b = side_by_side()
    apart(b, 900)
    desk, refused, answer = written(b, words)
    assert (refused.rule if refused else "") == rule
    if not rule:
        desk.take(answer)
        assert b.world.leaders[CHIEF].points == 2


def turns_until_read(b, most=8) -> int:
    """Ride and read, turn by turn, until somebody reads it."""
    for _ in range(most):
        riders.ride(b)
        b.world.turn += 1
        riders.take_effect(b)
        if events(b, "message"):
            return b.world.turn
    return 0


@pytest.mark.rule("CS-3.2c", "CS-3.2d")
@pytest.mark.parametrize("paces, read", [(480, 3), (481, 4), (900, 4), (961, 5)])
def test_a_courier_rides_480_paces_a_turn_and_the_message_is_read_in_the_next_command_phase(paces, read):
    b = side_by_side()
    apart(b, paces)
    desk, _, answer = written(b)
    desk.take(answer)
    assert turns_until_read(b) == read


@pytest.mark.rule("CS-3.2c", "CS-1.5e")
def test_only_the_addressee_reads_a_message():
    b = side_by_side()
    apart(b, 900)
    desk, _, answer = written(b)
    desk.take(answer)
    turns_until_read(b)
    (letter,) = events(b, "message")
    assert letter.to == (FIRST,)
    for seat in (SECOND, RED):
        heard = [event.seen_by(seat) for event in events(b) if event.known_to(seat)]
        assert b"hold hold" not in msgspec.json.encode([heard, GAME.view(b, seat)])


@pytest.mark.rule("CS-3.2d")
@pytest.mark.parametrize("hurt, read", [("", 3), ("light_wound", 3), ("serious_wound", 4)])
def test_a_seriously_wounded_general_reads_a_turn_later(hurt, read):
    b = side_by_side()
    apart(b, 300)
    desk, _, answer = written(b)
    desk.take(answer)
    riders.ride(b)
    b.world.leaders[FIRST] = replace(b.world.leaders[FIRST], hurt=hurt, worst=hurt, hurt_on=2 if hurt else 0)
    for turn in (3, 4):
        b.world.turn = turn
        riders.take_effect(b)
        assert bool(events(b, "message")) is (turn >= read)


@pytest.mark.rule("CS-3.2d")
def test_the_successor_of_a_fallen_general_reads_it_when_he_takes_command():
    from grognard.systems.cold_steel.phases.end_of_turn import leaders

    b = side_by_side()
    apart(b, 300)
    desk, _, answer = written(b)
    desk.take(answer)
    riders.ride(b)
    b.world.leaders[FIRST] = replace(b.world.leaders[FIRST], hurt="killed", worst="killed", hurt_on=2, where="lost")
    read = []
    for turn in (3, 4, 5):
        leaders.successions(b)  # at the end of the turn before
        b.world.turn = turn
        riders.take_effect(b)
        read.append(len(events(b, "message")))
    assert read == [0, 0, 1], "named at the end of turn 4, he commands from turn 5"
    assert events(b, "message")[0].to == (FIRST,)


# -- regimental players


@pytest.mark.rule("CS-3.2i")
@pytest.mark.parametrize("option, due, less", [(True, 5, True), (True, 0, False), (False, 5, False)])
def test_option_players_who_bring_reinforcements_roll_three_less(option, due, less):
    b = side_by_side(due=due, regimental_players=option)
    facts = commander(b, b.world.leaders[SECOND])
    assert facts.regimental_player is less
    b.use_dice({stream: ScriptedDice([7, 7]) for stream in b.streams})
    points = b.roll("command-points", facts).settled.command_points
    assert points == (3 if less else 4)
    assert not commander(b, b.world.leaders[CHIEF]).regimental_player


def test_a_whole_command_phase_with_seats_for_commanders():
    b = side_by_side()
    run(command.play(b))
    assert events(b, "points")


def test_scenarios_of_the_18th_century_confer_only_where_there_is_somebody_to_confer_with():
    battle = load("mollwitz")
    assert not GAME.begin(battle, {}).world.confers
    assert GAME.begin(battle, {"seats": "commands"}).world.confers
