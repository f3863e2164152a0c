"""Random play with every invariant watched: whatever anybody answers, the world stays in order."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import Struct

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.commanding import Chair
from grognard.battle.decisions import Answer
from grognard.battle.events import Event
from grognard.commanders.yardsticks.reckless import Reckless
from grognard.scenarios.model import Scenario

OTHERWISE = 0.6
"""How often an option is not left as it usually is."""


class Broken(Exception):
    """An invariant does not hold: our own mistake, with all that is needed to see it again."""


class Fuzzed(Struct, frozen=True):
    """What was played without anything going wrong."""

    turns: int
    answers: int
    events: int


def fuzz(system: str, scenario: Scenario, seed: int, turns: int, options: dict[str, Any] | None = None) -> Fuzzed:
    """Play so many turns with random legal answers, looking at every invariant after every event, then play the
    record again and compare."""
    game = systems.game(system)
    battle = Battle(game, scenario, {**(options or {}), "turns": turns}, seed)
    _watch(battle, f"{system}, {scenario.header.id}, seed {seed}")
    battle.go_on()
    players = {seat.id: Reckless(seed + place) for place, seat in enumerate(battle.fight.seats)}
    chairs = {seat.id: Chair(battle, seat.id) for seat in battle.fight.seats}
    while battle.open:
        decision = battle.open[0]
        battle.answer(players[decision.seat].decide(chairs[decision.seat], decision))
    _again(battle)
    answers = sum(type(entry) is Answer for entry in battle.entries)
    return Fuzzed(battle.turn, answers, sum(type(entry) is Event for entry in battle.entries))


def some_options(system: str, seed: int) -> dict[str, Any]:
    """Options for a battle: each choice that the system leaves as usual or otherwise, and perhaps a variant."""
    random = Random(seed)
    chosen = {
        name: random.choice(may) for name, may in systems.game(system).choices().items() if random.random() < OTHERWISE
    }
    variants = sorted(systems.variants(system))
    if variants and random.random() < OTHERWISE:
        chosen["variants"] = [random.choice(variants)]
    return chosen


def _watch(battle: Battle, what: str) -> None:
    fight, happen = battle.fight, battle.fight.happen

    def watched(event: Event) -> None:
        happen(event)
        if wrong := battle.game.invariants(fight):
            raise Broken(
                f"{what}, turn {event.turn}, {event.phase}, after {event.kind} {event.units}: {'; '.join(wrong)}"
            )

    fight.happen = watched  # type: ignore[method-assign]


def _again(battle: Battle) -> None:
    """The same seed and answers must give the same record."""
    again = Battle.begin(battle.game, battle.scenario, seed=battle.seed, options=battle.options)
    for entry in battle.entries:
        if type(entry) is Answer:
            again.answer(entry)
    if again.entries != battle.entries:
        raise Broken(f"seed {battle.seed}: the same answers do not give the same record")
