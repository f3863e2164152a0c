"""The log told with dice: every die that a battle throws stands in it, and whose it is."""

import re
from collections import Counter

import pytest

from grognard.battle.commanding import fight_out
from grognard.battle.events import Event
from grognard.battle.record.recorded import Threw
from grognard.simulate.log import Log
from grognard.simulate.many import begin, staffed

DICE = re.compile(r"^      (?P<check>[^:]+?)(?:, [^:]+)?: dice (?P<faces>[\d,]+)")
BATTLES = [
    ("steel-canister", "maida", 4242, {}, "staff"),
    ("steel-canister", "farm-at-the-crossroads", 7, {"turns": 6}, "random"),
    ("cold-steel", "maida", 4242, {"turns": 14}, "staff"),
    ("cold-steel", "farm-at-the-crossroads", 31337, {}, "staff"),
    ("cold-steel", "farm-at-the-crossroads", 5, {"cards": True, "weather": "random", "turns": 8}, "staff"),
    ("cold-steel", "farm-at-the-crossroads", 7, {"variants": ["random-allocation"], "turns": 8}, "random"),
]


def fought(system, battle, seed, options, commanders):
    made = begin(battle, seed=seed, system=system, options=options)
    fight_out(made, staffed(made, commanders))
    return made


def told(battle, events):
    log = Log(battle.game, battle.fight, dice=True)
    return [*log.lines(events), *log.rest()]


def dice_in(lines):
    """Faces by check, as often as they are told."""
    found = Counter()
    for line in lines:
        for each in DICE.finditer(line):
            found[each["check"], each["faces"]] += 1
    return found


def thrown(battle, streams=None):
    found = Counter()
    for entry in battle.entries:
        if type(entry) is Threw and (streams is None or entry.stream in streams):
            found[entry.purpose.partition(",")[0], ",".join(map(str, entry.faces))] += 1
    return found


@pytest.fixture(scope="module", params=BATTLES, ids=lambda each: f"{each[0]}, {each[1]}, {each[2]}, {each[4]}")
def battle(request):
    return fought(*request.param)


def singly(counts):
    """Percentile dice of one pool are thrown one by one and told together: faces are counted singly."""
    single = Counter()
    for (check, faces), number in counts.items():
        for face in faces.split(","):
            single[check, face] += number
    return single


def test_every_die_is_told(battle):
    hidden = singly(thrown(battle)) - singly(dice_in(told(battle, battle.events())))
    assert not hidden


def test_a_seat_is_told_its_secret_dice_and_no_others(battle):
    for seat in battle.fight.seats:
        own = singly(dice_in(told(battle, battle.events(seat.id))))
        assert not singly(thrown(battle, {seat.id})) - own


def test_secret_dice_stay_with_their_seat(battle):
    """The event that tells of a throw from a seat's own stream is known to that seat alone."""
    pending = []
    for entry in battle.entries:
        if type(entry) is Threw:
            pending.append(entry)
        elif type(entry) is Event and entry.roll is not None:
            secret = [each for each in pending if each.purpose == entry.roll.check and each.stream]
            same = [each for each in secret if each.faces == entry.roll.dice]
            if same:  # where both sides have thrown the same faces before either is told, each is told its own
                own = [each for each in same if (each.stream,) == entry.owners]
                assert own
                pending.remove(own[0])
