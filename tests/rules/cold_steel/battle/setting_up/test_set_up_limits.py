"""The set-up: what a refusal may tell, in which words, and what counts as a unit or a regiment."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.battle import choosing
from grognard.battle.battles import Battle
from grognard.ground.units import point
from grognard.kernel.sources import SeededDice
from grognard.scenarios import bundled
from grognard.scenarios.loading import load
from grognard.scenarios.model import SetUpZone
from grognard.systems.cold_steel import setup, staging
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.hidden import grouping
from grognard.systems.cold_steel.phases.command import parts
from grognard.systems.cold_steel.phases.deployment import zones
from grognard.systems.cold_steel.phases.deployment.beginning import lay_cards
from grognard.systems.cold_steel.staging import BLUE, RED, unit

from ..command.test_composition import field
from ..hiding import WIDE, army, begun, wood
from .test_deployment_phase import refusal, table

NORTH = SetUpZone(RED, ((0, 700), (3000, 700), (3000, 3000), (0, 3000)))
SOUTH = SetUpZone(BLUE, ((0, 0), (3000, 0), (3000, 700), (0, 700)))


# -- where the enemy may be


def ranks(*, cards: bool, deployed: tuple[str, ...] = (RED,)) -> str:
    """The rule that keeps blue from setting up ten paces before a red battalion."""
    post = unit("post", RED, at=(1500, 705), facing=180)
    b = table(unit("b", at=(600, 300)), post, zone=(SOUTH, NORTH), cards=cards)
    b.world.deployed = deployed
    return refusal(b, "unit:b", BLUE, spot=[1500, 695], heading=0)


@pytest.mark.rule("CS-1.6b", "CS-1.6a")
def test_a_refusal_does_not_tell_a_card_with_troops_from_a_dummy() -> None:
    assert ranks(cards=False) == "CS-1.6b", "figures stand there for all to see"
    assert ranks(cards=True) == ""


@pytest.mark.rule("CS-1.6b", "CS-1.5b")
def test_where_the_attacker_will_stand_is_no_news_for_the_defender() -> None:
    assert ranks(cards=False, deployed=()) == ""


@pytest.mark.rule("CS-1.6b")
@pytest.mark.parametrize(
    "side, at, words",
    [
        (RED, (1600, 2300), "no more than 1,200 paces from his own edge"),
        (RED, (500, 2500), "keeps 600 paces clear of either end"),
        (BLUE, (1600, 1300), "no more than 1,200 paces from his own edge"),
    ],
)
def test_a_zone_is_told_in_paces_and_to_the_right_man(side: str, at: Any, words: str) -> None:
    """A table of 4,800 by 3,600 paces; blue attacks."""
    found = zones.judge(table(size=(4800, 3600)), side, [point(*at)])
    assert found is not None
    assert words in found.reason
    assert ("the defender" in found.reason) == (side == RED)


# -- dummies


@pytest.mark.rule("CS-1.6.3f", "CS-1.6.2f")
def test_in_a_wood_a_counter_stands_for_a_dummy_too_from_the_start() -> None:
    made = staging.scenario(
        unit("b", at=(1500, 600)),
        unit("r", RED, at=(2200, 3400), facing=180),
        size=WIDE,
        features=[wood(3000, 4000)],
        leaders={BLUE: (1500.0, 500.0), RED: (1500.0, 3900.0)},
    )
    made = replace(made, header=replace(made.header, engagement="attack_defence", attacker=BLUE))
    battle = Battle.begin(GAME, made, seed=7, options={"cards": True, "placing": "players"})
    battle.fight.world.dummies = {RED: 1, BLUE: 0}
    battle.answer(battle.open[0].answer("dummy", arm="cavalry", spot=[700, 3400], heading=180))
    while battle.fight.world.phase == "deployment":
        battle.answer(battle.open[0].default)
    assert [card.counter for card in battle.view(BLUE).cards_seen.values()] == [True, True]


@pytest.mark.rule("CS-1.6.2.1a")
@pytest.mark.parametrize("squadrons, regiments", [(4, 2), (1, 1)])
def test_regiments_of_several_squadrons_count_each(squadrons: int, regiments: int) -> None:
    horse = [unit(name, at=(600, 500), arm="dragoons", men=400, squadrons=squadrons) for name in ("h1", "h2")]
    b = begun(army(("horse", horse)))
    assert grouping.regiments(b.entry(each) for each in ("h1", "h2")) == regiments


# -- ad hoc groups


def division() -> Any:
    """A division of foot, horse and guns."""
    one = [unit("a", at=(600, 500)), unit("g1", at=(700, 400), arm="foot_artillery")]
    two = [unit("h", at=(900, 500), arm="dragoons", men=400, squadrons=4)]
    return begun(army(("first", one), ("second", two), division="Division"))


@pytest.mark.rule("CS-1.6.2e")
@pytest.mark.parametrize("units, rule", [(("a", "g1"), ""), (("h",), ""), (("h", "g1"), "CS-1.6.2e")])
def test_batteries_are_units_of_an_ad_hoc_group_too(units: Any, rule: str) -> None:
    found = grouping.judge_adhoc(division(), units)
    assert (found.rule if found else "") == rule


# -- room


@pytest.mark.rule("CS-1.6.5a", "CS-1.6.5b")
def test_a_card_from_which_the_others_have_gone_is_crowded_no_longer() -> None:
    """Another player's brigade was put on its ground, and off it again."""
    one, two = [unit("a", at=(600, 500))], [unit("c", at=(1500, 500))]
    b = begun(army(("first", one), ("second", two)), placing="players")
    card = b.unit("a").card
    b.world.cards[card] = replace(b.world.cards[card], crowded=True)
    lay_cards(b, [BLUE])
    assert not b.world.cards[card].crowded


# -- sections of guns


@pytest.mark.rule("CS-3.2l")
def test_a_section_is_prolonged_no_farther_than_guns_are_in_a_turn() -> None:
    b = field(unit("g", at=(500, 500), arm="foot_artillery", men=120), leaders={"blue": (500.0, 450.0)})
    b.world.leaders = {name: replace(each, points=3) for name, each in b.world.leaders.items()}
    option = parts.option(b, "blue")
    assert option is not None
    assert option.fields["paces"].high == b.rules.tables.row("CS-6.1a", "prolonging").columns["march"]


@pytest.mark.rule("CS-1.6b")
@pytest.mark.parametrize("name", sorted(bundled()))
def test_everybody_starts_where_his_side_may_set_up(name: str) -> None:
    scenario = load(name)
    b = setup.begin(scenario, choosing.read(setup.Options, scenario.header.options_for("cold-steel", {})))
    b.use_dice(dict.fromkeys(("", *(seat.id for seat in b.seats)), SeededDice(1)))
    outside = [each.id for each in b.on_table() if zones.judge(b, each.side, b.survey.body(each.id).frame) is not None]
    here = [leader for leader in b.world.leaders.values() if leader.where == "table"]
    outside += [leader.id for leader in here if zones.judge(b, leader.side, [leader.position]) is not None]
    assert outside == []
