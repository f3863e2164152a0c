"""Wavering units may try to rally or let it be: their commander is asked, or has said once and for all (CS-5.3c)."""

import msgspec
import pytest

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.record import saves
from grognard.scenarios.loading import load
from grognard.systems.cold_steel.checks.morale.morale import RallyFacts
from grognard.systems.cold_steel.orders import standing
from grognard.systems.cold_steel.phases import command, rally
from grognard.systems.cold_steel.phases.rally.wavering import trial
from grognard.systems.cold_steel.staff.answering import rally as staff_rally
from grognard.systems.cold_steel.staging import BLUE, RED, events, run, says, told

from .test_rally import area, checks, field, foot

SHAKEN = {"a": {"status": "wavering"}, "c": {"status": "wavering"}}


def pair(**more):
    """Two wavering battalions far apart, nobody else about: nothing counts but rating 9, wavering -3, no enemy +4."""
    units = foot("a", at=(500, 1000)), foot("c", at=(1500, 1000)), foot("r", RED, at=(1000, 2900))
    return field(*units, state=SHAKEN, **more)


def play(b, answer=None):
    """The phase; returns what was asked."""
    asked = []

    def choose(decision):
        asked.append(decision)
        return decision.answer("rally", **answer) if answer is not None else decision.default

    run(rally.play(b), choose)
    return asked


def at_least(total):
    """How many of the hundred throws of two ten-sided dice come to so much."""
    return sum(one + other >= total for one in range(1, 11) for other in range(1, 11))


# -- the question


@pytest.mark.rule("CS-5.3c", "CS-5.2.1a")
def test_one_question_for_all_wavering_units_with_exact_odds():
    (asked,) = play(pair())
    assert (asked.kind, asked.options[0].fields["units"].values) == ("rally", ("a", "c"))
    found = {each.text: (each.percent, each.value) for each in asked.chances["a"]}
    # 2D10 + 9 - 3 + 4 against 27, 23, 19, 15, 12; a natural 20 is over 26 here, a natural 2 is a rout as it is
    resolute, determined, wavering = at_least(17), at_least(13), at_least(9)
    assert found["resolute"] == (resolute, 2)
    assert found["determined"] == (determined - resolute, 1)
    assert found["wavering"] == (wavering - determined, 0)
    assert found["broken"] == (at_least(5) - wavering, -1)
    assert found["routed"] == (100 - at_least(5), -2)
    assert [each.value for each in asked.chances["a"]] == [2, 1, 0, -1, -2]


@pytest.mark.rule("CS-5.3c")
@pytest.mark.parametrize("units", [(), ("c",), ("a", "c")])
def test_only_those_try_who_are_to(units):
    b = pair()
    play(b, {"units": units})
    assert checks(b) == [(unit, "rallying") for unit in units]


@pytest.mark.rule("CS-5.3c", "CS-5.2b")
def test_who_does_not_try_stays_wavering_and_gets_no_worse():
    b = pair(tens=(2, 2))
    play(b, {"units": ("a",)})
    assert (b.unit("a").status, b.unit("c").status) == ("routed", "wavering")


@pytest.mark.rule("CS-5.3b")
def test_broken_and_routed_units_are_not_asked():
    b = field(
        foot("a", at=(500, 1000)),
        foot("c", at=(1500, 1000)),
        state={
            "a": {"status": "broken"},
            "c": {"status": "routed"},
        },
    )
    assert play(b) == []
    assert checks(b) == [("c", "rallying"), ("a", "rallying")]


@pytest.mark.rule("CS-5.3c", "CS-5.1")
def test_who_has_to_check_for_a_friend_in_flight_is_not_asked():
    units = foot("a", at=(1000, 1000)), foot("f", at=(1200, 1000)), foot("r", RED, at=(1000, 1500))
    b = field(*units, state={"a": {"status": "wavering"}, "f": {"status": "broken"}})
    assert play(b) == []
    assert checks(b) == [("a", "friends retreating")]


@pytest.mark.rule("CS-5.3c")
def test_both_seats_are_asked_at_once_each_for_its_own():
    units = foot("a", at=(500, 500)), foot("r", RED, at=(500, 1500))
    b = field(*units, state={"a": {"status": "wavering"}, "r": {"status": "wavering"}})
    steps = rally.play(b)
    asked = next(steps)
    assert [(each.seat, list(each.chances)) for each in asked] == [(BLUE, ["a"]), (RED, ["r"])]


@pytest.mark.rule("CS-5.3c")
def test_all_try_as_things_stood_when_it_was_decided():
    """The first breaks within 120 paces of the second: that does not spoil the odds the second was sent with."""
    units = foot("a", at=(1000, 1000)), foot("c", at=(1200, 1000)), foot("r", RED, at=(1000, 1500))
    b = field(*units, state=SHAKEN, tens=(5, 5, 7, 7))
    play(b, {"units": ("a", "c")})
    rolls = {event.units["unit"]: event.roll for event in events(b, "morale")}
    assert b.unit("a").status == "broken"
    assert not [label for _, label, _ in rolls["c"].modifiers if "retreating" in label]


# -- what nobody can see


@pytest.mark.rule("CS-5.3c")
def test_enemies_whom_nobody_sees_do_not_betray_themselves_by_the_odds():
    """A broken enemy behind a wood would be worth 2 to a unit that tries; its commander knows nothing of it."""
    own, foe = foot("a", at=(1000, 1000)), foot("r", RED, at=(1000, 1190))
    state, wood = {"a": {"status": "wavering"}, "r": {"status": "broken"}}, [area("heavy_woods", 700, 1020, 1300, 1180)]
    seen, hidden = field(own, foe, state=state), field(own, foe, state=state, features=wood)
    alone = field(own, state={"a": {"status": "wavering"}})
    assert (seen.knows(BLUE, "r"), hidden.knows(BLUE, "r")) == (True, False)
    assert trial(hidden, BLUE, "a").odds == trial(alone, BLUE, "a").odds
    retreating = RallyFacts(morale_rating=9, status="wavering", enemy_retreating=1, nearest_enemy=190)
    assert trial(seen, BLUE, "a").odds == seen.rules["rally"].odds(retreating)
    play(hidden, {"units": ("a",)})
    (event,) = [each for each in events(hidden, "morale") if each.units["unit"] == "a"]
    assert ["enemy" in label for _, label, _ in event.roll.modifiers if "retreating" in label] == [True]


@pytest.mark.rule("CS-5.3c")
def test_one_whom_nobody_sees_in_p3_forbids_it_all_the_same():
    b = field(foot("a", at=(1000, 1000)), foot("r", RED, at=(1000, 1015)), state={"a": {"status": "wavering"}})
    assert trial(b, BLUE, "a") is None
    b.knowledge.seen = {BLUE: frozenset(), RED: frozenset()}
    assert len(play(b, {"units": ("a",)})) == 1
    assert checks(b) == []


# -- standing instructions


@pytest.mark.rule("CS-5.3c")
@pytest.mark.parametrize(
    "said, tries",
    [
        ({"standing": "always"}, True),
        ({"standing": "never"}, False),
        ({"standing": "odds", "least": 72}, True),
        ({"standing": "odds", "least": 73}, False),
    ],
)
def test_a_standing_instruction_holds_from_the_next_turn_on_and_nobody_is_asked(said, tries):
    b = pair()
    assert 100 - sum(each.percent for each in play(pair())[0].chances["a"] if each.value < 0) == 72
    assert len(play(b, {"units": (), **said})) == 1
    assert checks(b) == []
    assert play(b) == []
    assert (checks(b) == [("a", "rallying"), ("c", "rallying")]) is tries
    assert any("By standing instruction" in line for line in told(b))


@pytest.mark.rule("CS-5.3c")
def test_it_can_be_changed_at_the_desk_for_nothing():
    b = pair()
    b.world.phase = "command"
    run(command.play(b), says(BLUE, (standing.KEY, {"standing": "never", "least": 75})))
    assert standing.of_seat(b, BLUE).rally == "never"
    assert standing.of_seat(b, RED).rally == "ask"
    (event,) = events(b, "instructed")
    assert event.to == (BLUE,)
    assert play(b) == []
    assert checks(b) == []


# -- the computer


@pytest.mark.rule("CS-5.3c")
@pytest.mark.parametrize("rating, tries", [(9, True), (5, False)])
def test_the_suggestion_and_the_staff_go_by_the_odds(rating, tries):
    """Rating 9: 36 in a hundred get better, 28 worse. Rating 5: 10 better, 64 worse."""
    b = pair(ratings={name: {"morale_rating": rating} for name in "acr"})
    (asked,) = play(b)
    assert (asked.default.values["units"] == ("a", "c")) is tries
    assert bool(checks(b)) is tries
    answer = staff_rally(None, asked)
    assert asked.refusal(answer) is None
    assert (answer.values["units"] == ("a", "c")) is tries


# -- saved and taken back


def shaken_battle():
    """A battle just before its first rally phase, with a wavering battalion on either side."""
    return Battle.begin(systems.game("cold-steel"), load("farm-at-the-crossroads"), seed=6, options={"turns": 6})


@pytest.mark.rule("CS-5.3c")
def test_question_and_instruction_are_saved_and_taken_back(tmp_path):
    battle, path = shaken_battle(), tmp_path / "b.grog.json"
    while battle.open and battle.open[0].kind != "rally":
        battle.answer(battle.open[0].default)
    decision = battle.open[0]
    saves.save(battle, path)
    assert [each.data() for each in saves.load(path, systems.game).open] == [each.data() for each in battle.open]
    msgspec.json.encode(decision.data())
    battle.answer(decision.answer("rally", units=(), standing="never", least=75))
    assert saves.load(path, systems.game).open[0].id == decision.id
    saves.save(battle, path)
    assert saves.load(path, systems.game).fight.world == battle.fight.world
    assert saves.verify(path, systems.game).answers
