"""Nobody can tell by the dice that all see what was rolled in secret: a throw comes from the open stream only where
every seat is shown it, and otherwise from the stream of a seat that is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from grognard.battle.battles import Battle
from grognard.battle.commanding import fight_out
from grognard.battle.events import Event
from grognard.battle.record.recorded import Threw
from grognard.commanders import commander
from grognard.simulate.fuzz import some_options
from grognard.simulate.many import begin

SMALL, COMMANDS = "farm-at-the-crossroads", "maida"
BATTLES = [
    ("cold-steel", SMALL, 1, {"turns": 8}),
    ("cold-steel", SMALL, 2, {"turns": 6, "cards": True, "placing": "players"}),
    ("cold-steel", COMMANDS, 3, {"turns": 6, "off_board": "yes", "placing": "players"}),
    ("cold-steel", "quatre-bras", 4, {"turns": 5}),
    ("steel-canister", SMALL, 1, {"turns": 8}),
    ("steel-canister", SMALL, 2, {"turns": 8}),
    ("steel-canister", COMMANDS, 3, {"turns": 6}),
    ("steel-canister", "quatre-bras", 4, {"turns": 5}),
    *(("cold-steel", SMALL, seed, some_options("cold-steel", seed) | {"turns": 5}) for seed in range(5, 9)),
]
NEAR = 400
"""Entries of the record within which a throw is told of: many volleys are rolled before the first is felt."""


def fought(system: str, scenario: str, seed: int, options: dict[str, Any]) -> Battle:
    """A battle of a planner against one who does anything, so that rare things happen too."""
    battle = begin(scenario, seed=seed, system=system, options=options)
    kinds = ("staff", "random") if seed % 2 else ("random", "staff")
    seats = [seat.id for seat in battle.fight.seats]
    fight_out(
        battle, {seat: commander(kinds[place % 2], system, seat, seed + place) for place, seat in enumerate(seats)}
    )
    return battle


def throws(battle: Battle) -> Iterator[tuple[Threw, Event | None]]:
    """Every throw with the first event that tells of it, and of no other throw that happened to fall alike."""
    entries, spent = battle.entries, Counter[tuple[int, tuple[int, ...]]]()
    for place, entry in enumerate(entries):
        if type(entry) is not Threw:
            continue
        told = None
        for at, each in enumerate(entries[place + 1 : place + NEAR], place + 1):
            if type(each) is Event and tells(each, entry) > spent[at, entry.faces]:
                spent[at, entry.faces] += 1
                told = each
                break
        yield entry, told


def tells(event: Event, threw: Threw) -> int:
    """How often these dice stand in an event's roll."""
    check = threw.purpose.split(",")[0]
    if event.roll is None or event.roll.check != check:
        return 0
    of_sides = [part["dice"] for part in (event.roll.details or {}).values() if isinstance(part, dict)]
    # the roll of one who stands for both sides has his dice in two places, but they were thrown once
    return max(int(event.roll.dice == threw.faces), sum(tuple(dice) == threw.faces for dice in of_sides))


@pytest.mark.parametrize(
    "system, scenario, seed, options", BATTLES, ids=lambda value: str(value) if not isinstance(value, dict) else ""
)
def test_what_only_some_are_shown_is_rolled_with_their_own_dice(system, scenario, seed, options):
    battle = fought(system, scenario, seed, options)
    seats = [seat.id for seat in battle.fight.seats]
    wrong, private = set(), 0
    for threw, event in throws(battle):
        if event is None:
            wrong.add((threw.purpose, threw.stream, "nobody is told"))
            continue
        shown = [seat for seat in seats if event.known_to(seat) and battle.game.roll_seen(battle.fight, event, seat)]
        private += bool(threw.stream)
        if threw.stream not in shown if threw.stream else len(shown) < len(seats):
            wrong.add((threw.purpose, threw.stream or "open", event.kind, tuple(shown)))
    assert not wrong
    assert private
