"""Whole battles with forces beyond the table: deployment, saves, secrets, and what the computer does."""

import msgspec
import pytest

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.commanding import fight_out
from grognard.battle.events import Event
from grognard.battle.record import saves
from grognard.scenarios.loading import load
from grognard.scenarios.model import Scenario
from grognard.simulate.many import staffed
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.staging import BLUE, RED, scenario, unit

COLUMN = {"formation": "column_of_divisions", "off_board": "west"}


def begun(*, seed=3, **options):
    """Two battalions a side; two more of blue's wait beyond the west edge."""
    made = scenario(
        unit("a", at=(1500, 500)),
        unit("b", at=(1800, 500)),
        unit("f", at=(0, 1400), **COLUMN),
        unit("g", at=(0, 1600), **COLUMN),
        unit("r", RED, at=(1500, 2500), facing=180),
        unit("q", RED, at=(1800, 2500), facing=180),
        turns=14,
    )
    made = msgspec.convert(msgspec.to_builtins(made), Scenario)  # as it would be read from disk
    return Battle.begin(GAME, made, seed=seed, options={"off_board": "yes", **options})


def on_by_default(battle, until=lambda battle: False, **said):
    """All take the default, but blue sends the column on its way at the first chance."""
    sent = not said
    while battle.open and not until(battle):
        decision = battle.open[0]
        if not sent and decision.seat == BLUE and decision.option("beyond") is not None:
            battle.answer(decision.answer("beyond", **said))
            sent = True
        else:
            battle.answer(decision.default)
    return battle


MARCH = {"units": ["f", "g"], "edge": "west", "place": 1500, "kind": "attack", "objective": (1500, 1500)}


def kinds(battle, seat=None):
    return [event.kind for event in battle.events(seat)]


@pytest.mark.rule("CS-C.5c", "CS-2e")
def test_a_column_marches_tests_and_comes_on():
    battle = on_by_default(begun(), **MARCH)
    assert battle.over
    told = kinds(battle)
    assert told.index("off_board") < told.index("card_read") < told.index("arrival_test") < told.index("arrived")
    assert {battle.fight.unit(each).where for each in ("f", "g")} == {"table"}


def test_a_battle_with_a_column_on_the_march_can_be_saved_and_verified(tmp_path):
    battle, path = begun(), tmp_path / "b.grog.json"
    on_by_default(battle, lambda each: each.turn == 2, **MARCH)
    saves.save(battle, path)
    loaded = saves.load(path, systems.game)
    assert loaded.fight.world.forces == battle.fight.world.forces
    assert loaded.fight.world == battle.fight.world
    on_by_default(battle)
    saves.save(battle, path)
    assert saves.verify(path, systems.game).answers > 0


# ---- deployment


@pytest.mark.rule("CS-C.1", "CS-C.2b")
@pytest.mark.parametrize("cards", [False, True])
def test_troops_are_sent_round_while_the_army_is_set_up(cards):
    battle = begun(placing="players", cards=cards)
    sends = {"units": ["b"], "edge": "east", "place": 2900, "kind": "attack", "objective": (2000, 2000)}
    on_by_default(battle, lambda each: each.turn == 2, **sends)
    fight = battle.fight
    assert (fight.unit("b").where, fight.unit("b").card) == ("beyond", "")
    force = next(force for force in fight.world.forces.values() if "b" in force.units)
    assert (force.issued, force.edge, force.status) == (0, "east", "marching")
    assert not [card for card in fight.world.cards.values() if card.side == BLUE and card.name == "b"]
    assert GAME.invariants(fight) == []


# ---- secrets


def told_to(battle, seat):
    view = battle.view(seat)
    picture = GAME.picture(view, GAME.briefing(battle.fight, seat))
    return msgspec.json.encode([view, picture, battle.events(seat), [d.data() for d in battle.decisions(seat)]])


@pytest.mark.rule("CS-C.2b", "CS-C.2c", "CS-C.4a")
@pytest.mark.parametrize(
    "other",
    [
        {**MARCH, "edge": "east", "place": 700},
        {"units": ["f"], "edge": "west", "task": "screen"},
        {"units": ["f", "g"], "edge": "south", "task": "defence", "kind": "defense"},
        {**MARCH, "wait_until": 12},
    ],
)
def test_what_is_sent_beyond_the_table_cannot_be_told_from_any_byte(other):
    """Until somebody of them is on the table the enemy gets the same, whatever was sent where."""
    one, two = begun(), begun()
    on_by_default(one, lambda each: each.turn == 2, **{**MARCH, "wait_until": 12})
    on_by_default(two, lambda each: each.turn == 2, **other)
    compared = 0
    while one.open and two.open and one.turn < 9:
        if any(force.status in ("arriving", "astray") for b in (one, two) for force in b.fight.world.forces.values()):
            break
        assert told_to(one, RED) == told_to(two, RED)
        compared += 1
        for battle in (one, two):
            battle.answer(battle.open[0].default)
    assert compared >= 4


# ---- the computer


@pytest.mark.rule("CS-C.3a")
def test_the_staff_brings_on_columns_that_wait_beyond_the_table():
    battle = begun()
    fight_out(battle, staffed(battle, "staff"))
    assert battle.over
    assert all(battle.fight.unit(each).where != "beyond" for each in ("f", "g"))
    assert "off_board" in kinds(battle)


def test_quatre_bras_with_off_board_play_begins_and_offers_the_columns_on_the_road():
    battle = Battle.begin(GAME, load("quatre-bras"), seed=1, options={"off_board": "yes"})
    council = next(decision for decision in battle.open if decision.seat == battle.fight.seats[0].id)
    option = council.option("beyond")
    waiting = [unit.id for unit in battle.fight.world.units.values() if unit.where == "waiting"]
    assert waiting
    assert set(option.fields["units"].values) & set(waiting)
    assert len(option.fields["edge"].values) == 3
    assert [type(entry) for entry in battle.entries if type(entry) is Event and entry.kind == "off_board"] == []
