"""The staff's leaders: whom they join and whom they leave."""

from __future__ import annotations

from typing import Any

from grognard.battle.battles import Battle
from grognard.battle.commanding import Chair
from grognard.battle.events import Event
from grognard.simulate.many import begin, staffed
from grognard.systems.cold_steel.staging import RED, scenario, unit

GENERAL = "general-blue"


def fought(made: Any, turns: int, seed: int = 1, **options: Any) -> Battle:
    """So many turns between staffs, none of whose answers is refused."""
    battle = begin(made, seed=seed, options=options)
    staffs, chairs = staffed(battle, "staff"), {seat.id: Chair(battle, seat.id) for seat in battle.fight.seats}
    while battle.open and battle.turn <= turns:
        decision = battle.open[0]
        answer = staffs[decision.seat].decide(chairs[decision.seat], decision)
        assert decision.refusal(answer) is None
        battle.answer(answer)
    return battle


def events(battle: Battle, kind: str) -> list[Event]:
    return [entry for entry in battle.entries if isinstance(entry, Event) and entry.kind == kind]


def shaken(paces: int, status: str = "wavering") -> Any:
    """A battalion that has lost heart, an enemy so many paces before it, and the general behind."""
    return scenario(
        unit("a", at=(1500, 1000)),
        unit("x", RED, at=(1500, 1000 + paces), facing=180, men=240),
        leaders={"blue": (1500.0, 700.0), RED: (2900.0, 2900.0)},
        ratings={"a": {"status": status}},
    )


def test_the_general_joins_a_battalion_that_wavers():
    battle = fought(shaken(900), 1)
    assert [event.units for event in events(battle, "attached")] == [{"leader": GENERAL, "unit": "a"}]


def test_he_does_not_join_one_with_the_enemy_near():
    assert not events(fought(shaken(290), 1), "attached")


def test_he_leaves_it_once_it_is_itself_again():
    battles = [fought(shaken(1900), 3, seed) for seed in range(1, 7)]
    rallied = [battle for battle in battles if battle.fight.unit("a").status == "determined"]
    assert rallied
    assert all(not battle.fight.world.leaders[GENERAL].attached for battle in rallied)


def written(battle: Battle) -> list[tuple[int, str, str, str]]:
    return [
        (event.turn, event.units["leader"], event.units["to"], event.values["text"])
        for event in events(battle, "message_sent")
    ]


def test_generals_write_to_brigadiers_whose_task_is_new_and_who_have_not_heard_it_at_the_council():
    battle = fought("maida", 12)
    letters = written(battle)
    assert letters
    assert all(turn > 1 for turn, *_ in letters)
    chains = {unit: entry.leaders for unit, entry in battle.fight.roster.units.items()}
    assert all(
        any(to in chain and by in chain[chain.index(to) :] for chain in chains.values()) for _, by, to, _ in letters
    )
    assert len(set(letters)) == len(letters)


def test_where_each_command_has_a_seat_the_army_commander_alone_writes_to_the_others():
    battle = fought("maida", 3, seats="commands")
    army = {leader for leader, entry in battle.fight.roster.leaders.items() if entry.level == "army"}
    assert {by for _, by, _, _ in written(battle)} <= army
    assert written(battle)


def test_he_does_not_run_with_those_who_run():
    assert not events(fought(shaken(900, "broken"), 1), "attached")
