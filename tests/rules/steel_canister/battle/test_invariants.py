"""What must hold after every phase: each break of it is found, and battles with any answers keep it."""

import random

import pytest
from msgspec.structs import replace

from grognard.kernel.sources import SeededDice
from grognard.systems.steel_canister.game import GAME
from grognard.systems.steel_canister.invariants import broken
from grognard.systems.steel_canister.staging import scenario, stage, unit


def small(**more):
    return stage(unit("a", at=(4, 4), **more), unit("c", at=(6, 4)), unit("r", side="red", at=(4, 8), facing="S"))


def test_a_sound_field_has_nothing_wrong():
    assert broken(small()) == []


@pytest.mark.parametrize(
    "fields, words",
    [
        ({"killed": 19}, "19 of 18 figures killed"),
        ({"killed": 12, "status": "rout"}, "with 12 of 18 figures killed"),
        ({"space": (4, 99)}, "off the board"),
        ({"space": (6, 4)}, "fill 4 halves"),
        ({"space": (4, 8)}, "shares its space with an enemy"),
        ({"melee": True}, "fights nobody"),
        ({"shots": 3}, "fired 3 times"),
        ({"spent": 9}, "spent 9 of 3"),
        ({"formation": "limbered"}, "infantry in limbered"),
        ({"status": "cross"}, "status cross"),
        ({"manned": False}, "its guns at None"),
        ({"entered": -1}, "entered -1"),
    ],
)
def test_what_is_wrong_is_named(fields, words):
    b = small()
    b.world.units["a"] = replace(b.unit("a"), **fields)
    b.restarted(b.world)
    assert any(words in told for told in broken(b)), broken(b)


def test_leaders_and_brigades():
    b = small()
    leader = next(iter(b.world.leaders.values()))
    b.world.leaders[leader.id] = replace(leader, attached="a", space=(9, 9))
    brigade = next(iter(b.world.brigades.values()))
    b.world.brigades[brigade.id] = replace(brigade, broken=True)
    told = " ".join(broken(b))
    assert "which is not where he is" in told
    assert "broken, with the order attack" in told


def _any_answer(rng, decision):
    """An answer that the decision accepts, as the dice of a fuzzer will have it."""
    for _ in range(8):
        option = rng.choice(decision.options)
        values = {
            name: rng.choice(domain.values) for name, domain in option.fields.items() if hasattr(domain, "values")
        }
        if set(values) == set(option.fields):
            answer = decision.answer(option.key, **values)
            if decision.refusal(answer) is None:
                return answer
    return decision.default


def _phase(b, rng):
    steps = GAME.phase(b)
    try:
        open_ = list(next(steps))
        while True:
            open_ = list(steps.send((open_[0], _any_answer(rng, open_[0]))))
    except StopIteration:
        return


@pytest.mark.parametrize("seed", range(3))
def test_battles_with_any_answers_keep_them(seed):
    blue = [unit(f"b{x}", at=(x, 4)) for x in (4, 6)]
    red = [unit(f"r{x}", side="red", at=(x, 6), facing="S") for x in (4, 6)]
    horse = [unit("bc", at=(3, 4), arm="dragoons"), unit("rc", side="red", at=(7, 6), facing="S", arm="lancers")]
    guns = [unit("bg", at=(8, 4), arm="foot_artillery"), unit("rg", side="red", at=(2, 6), arm="foot_artillery")]
    made = scenario(*blue, *red, *horse, *guns)
    b, rng = GAME.begin(made, {"turns": 5}), random.Random(seed)
    b.use_dice(dict.fromkeys(("", *(seat.id for seat in b.seats)), SeededDice(seed)))
    while not GAME.over(b):
        _phase(b, rng)
        assert broken(b) == []
    assert set(GAME.outcome(b)) == {"winner", "level", "why", "turns", "quits", "sides"}
