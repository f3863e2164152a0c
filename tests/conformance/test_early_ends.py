"""What ends a battle before its time is told beforehand, under every system, and happens at that number."""

from __future__ import annotations

import pytest
from every_system import PLAYABLE

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.commanding import fight_out
from grognard.battle.ending.early import Counted, by_conditions, least, quits
from grognard.battle.ending.tally import Army, UnitStanding
from grognard.battle.ending.victory import broken
from grognard.battle.ending.victory import counted as counted_of
from grognard.scenarios.loading import load
from grognard.scenarios.model import Condition, Victory
from grognard.simulate.many import staffed

SMALL = "farm-at-the-crossroads"
REAL = systems.playable()
COUNTED_LATER = ("black-powder",)
"""Systems whose armies are counted as their own half of a turn begins (BP-BRIG-1), not as the turn does."""


def begun(system: str) -> Battle:
    return Battle.begin(systems.game(system), load(SMALL), seed=3)


@pytest.mark.parametrize("system", PLAYABLE)
def test_every_system_can_say_it(system: str) -> None:
    battle = begun(system)
    for seat in ("", *(each.id for each in battle.fight.seats)):
        for end in battle.game.early_ends(battle.fight, seat):
            assert end.side in {each.side for each in battle.fight.seats}
            assert end.text


@pytest.mark.parametrize("system", REAL)
def test_both_armies_may_quit_and_only_ones_own_is_counted(system: str) -> None:
    battle = begun(system)
    sides = {seat.side for seat in battle.fight.seats}
    for seat in battle.fight.seats:
        found = {end.side: end for end in battle.game.early_ends(battle.fight, seat.id) if not end.wins}
        assert set(found) == sides
        for side, end in found.items():
            assert (end.down is not None) is (side == seat.side)
            counted = "its only " if end.of == 1 else f"{end.needed} of its {end.of} "
            assert (counted in end.text) is (side == seat.side)
            # the farm counts, and who quits holds nothing any more: that is told before it happens
            assert end.then == "what it holds is given up, for its men march off"
    assert all(end.down is None for end in battle.game.early_ends(battle.fight, ""))


@pytest.mark.parametrize("system", REAL)
@pytest.mark.parametrize("seed", [3, 5, 7, 11])
def test_an_army_quits_with_the_number_that_was_told_and_not_before(system: str, seed: int) -> None:
    battle = Battle.begin(systems.game(system), load(SMALL), seed=seed)

    def gone(battle: Battle) -> list[str]:
        """Armies that have come to the number which their own seat was told."""
        seats = battle.fight.seats
        told = [end for seat in seats for end in battle.game.early_ends(battle.fight, seat.id) if end.down is not None]
        return [end.side for end in told if end.down >= end.needed]

    before: list[str] = []

    def goes_on(battle: Battle) -> None:
        now = [] if battle.over else gone(battle)
        assert not now or (system in COUNTED_LATER and not set(now) & set(before)), f"turn {battle.turn} begins"
        before[:] = now

    fight_out(battle, staffed(battle), goes_on)
    assert battle.over
    if battle.turn < battle.fight.world.turns:
        assert gone(battle)
        assert battle.outcome["winner"] not in gone(battle) or len(gone(battle)) > 1
        _told_of_ground(battle)


def _told_of_ground(battle: Battle) -> None:
    """Nobody who quit holds anything, and where that is why, the line says so."""
    outcome = battle.game.outcome(battle.fight)
    for side in outcome["quits"]:
        ground = [line["how"] for line in outcome["sides"][side]["lines"] if "held" in line["how"]]
        assert ground
        assert all(how == "not held" or how.startswith("not held: the ") for how in ground)


# -- counting


def army(down: int, of: int) -> Army:
    return Army(
        "Blue",
        tuple(
            UnitStanding(id=str(n), arm="infantry", men_at_start=500, men=400, place=(0.0, 0.0), beaten=n < down)
            for n in range(of)
        ),
    )


@pytest.mark.parametrize("of, needed", [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (9, 5), (10, 5)])
def test_half_of_the_units_exactly_is_enough(of: int, needed: int) -> None:
    assert counted_of(army(0, of)).needed == needed
    assert broken(army(needed, of)) == f"{needed} of {of} units beaten or destroyed"
    if of > 1:
        assert broken(army(needed - 1, of)) == ""


def test_the_fewest_with_which_something_happens() -> None:
    assert least(5, lambda n: n >= 3) == 3
    assert least(5, lambda n: False) == 6
    assert least(0, lambda n: True) == 1


def test_an_army_of_several_seats_is_counted_for_none_of_them() -> None:
    battle = begun("cold-steel")
    (one, *_) = battle.fight.seats
    third = Counted("units", "gone", 1, 6, 2, "X-1")
    assert quits(battle.fight, one.id, one.side, third).text == "2 of its 6 units gone"
    single = Counted("brigades", "broken", 0, 1, 1, "X-1")
    assert quits(battle.fight, one.id, one.side, single).text == "its only brigade broken"
    for stranger in ("", "nobody"):
        found = quits(battle.fight, stranger, one.side, third)
        assert (found.text, found.down, found.rule) == ("34 % or more of its units gone", None, "X-1")


def test_conditions_that_end_it_are_told_with_their_turns() -> None:
    held = Condition(kind="ground", side="Blue", text="the farm is Blue", points=4, ends_after=2)
    (found,) = by_conditions(Victory(length_turns=8, condition=(held,)))
    assert (found.side, found.wins, found.text) == ("Blue", True, "the farm is Blue, for 2 turns running")
    assert by_conditions(Victory(length_turns=8, condition=())) == ()
