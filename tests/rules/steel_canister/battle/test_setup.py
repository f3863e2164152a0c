"""The battle before its first turn."""

import pytest
from msgspec.structs import replace

from grognard.army.oob import Formation, Leader
from grognard.battle.choosing import Options
from grognard.kernel.sources import SeededDice
from grognard.scenarios import bundled
from grognard.scenarios.loading import load
from grognard.systems.steel_canister import setup
from grognard.systems.steel_canister.game import GAME
from grognard.systems.steel_canister.staging import RED, SPACE, scenario, unit
from grognard.systems.steel_canister.table import state as state
from grognard.systems.steel_canister.table.distances import hears_superior, near_superior
from grognard.systems.steel_canister.terms import branch
from sampling import SAMPLE


@pytest.mark.rule("SC-4.1i", "SC-4.1f")
@pytest.mark.parametrize("name", SAMPLE)
def test_nobody_stands_formed_in_close_country_when_a_battle_begins(name):
    b = setup.begin(load(bundled()[name]), Options())
    t = b.rules.tables
    close = [u for u in b.on_board() if b.board.terrain[u.space] in t.value("SC-4.1f", "ground")]
    formed = [u.id for u in close if branch(u.arm) == "infantry" and u.formation in t.value("SC-4.1f", "from")]
    assert not formed


def division(corps, chief, brigadier):
    """A battle in which a brigade is under a division, and that under a corps whose commander leads the army."""
    plain = scenario(unit("a", at=(1, 1)), unit("r", RED, at=(1, 11)), size=(40, 30))

    def leader(name, at):
        return Leader(name, position=(SPACE * (at[0] + 0.5), SPACE * (at[1] + 0.5)))

    blue, red = plain.sides
    under = replace(blue.formations[0], commander=leader("Brigadier", brigadier))
    over = Formation("division", level="division", commander=leader("Chief", chief), formations=(under,))
    sides = replace(blue, commander=leader("Marshal", corps), formations=(over,)), red
    b = setup.begin(replace(plain, sides=sides), Options())
    b.use_dice({"": SeededDice(1)})
    return b, next(each for each in b.world.brigades.values() if each.side == "blue")


@pytest.mark.rule("SC-1.6", "SC-5.6")
@pytest.mark.parametrize(
    "corps, chief, hears, near",
    [
        ((30, 20), (1, 7), True, True),  # within the 6 of his own chief
        ((30, 20), (1, 8), False, False),
        ((1, 1), (30, 20), True, True),  # beside the marshal
        ((1, 10), (30, 20), False, True),  # within the marshal's 9, who is not his own chief
        ((1, 11), (30, 20), False, False),
    ],
)
def test_which_superior_a_brigadier_hears(corps, chief, hears, near):
    b, brigade = division(corps, chief, (1, 1))
    assert (hears_superior(b, brigade), near_superior(b, brigade)) == (hears, near)


@pytest.mark.rule("SC-8.1")
@pytest.mark.parametrize("battle", SAMPLE)
def test_a_battle_lasts_as_many_turns_as_its_scenario_says(battle):
    found = load(bundled()[battle])
    said = found.header.victory.length_turns
    assert GAME.turns(found) == GAME.begin(found, GAME.options({})).world.turns == said


@pytest.mark.rule("SC-8.1")
def test_troops_arrive_on_the_turn_that_the_scenario_says():
    late = [each for side in load("quatre-bras").sides for each in side.all_units() if each.arrival]
    assert late
    assert all(state.arrival_turn(each) == each.arrival.turn for each in late)
