"""Whole battles by commanders who look for a fight: under every switch, what must hold holds after every phase."""

from random import Random

import pytest

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.commanding import Chair
from grognard.battle.decisions import Answer, Decision
from grognard.commanders.yardsticks.reckless import Reckless
from grognard.scenarios.loading import load
from grognard.systems.black_powder.checks.measures import SWITCHES

GAME = systems.game("black-powder")
DRAFTS = tuple(switch.replace("_", "-") for switch in SWITCHES)


class Bold:
    """He charges whom he can, marches at the enemy, and fires with all."""

    def __init__(self, battle: Battle, seed: int) -> None:
        self.battle, self.random, self.reckless = battle, Random(seed), Reckless(seed)

    def decide(self, decision: Decision) -> Answer:
        found = None
        if decision.kind in ("orders", "initiative"):
            found = self._charge(decision) or (self._advance(decision) if decision.kind == "orders" else None)
        elif decision.kind == "shoot":
            found = decision.answer("at_will")
        return found or self.reckless.decide(Chair(self.battle, decision.seat), decision)

    def _charge(self, decision: Decision) -> Answer | None:
        options = [each for each in decision.options if each.key.startswith(("charge:", "brigade_charge:"))]
        self.random.shuffle(options)
        answers = []
        for each in options[:3]:
            values = {"target": self.random.choice(each.fields["target"].values)}
            if "units" in each.fields:
                values["units"] = list(each.fields["units"].values[:2])
            answers.append(decision.answer(each.key, **values))
        return decision.first_accepted(answers)

    def _advance(self, decision: Decision) -> Answer | None:
        fight = self.battle.fight
        moves = [each for each in decision.options if each.key.startswith("move:")]
        self.random.shuffle(moves)
        answers = []
        for each in moves[:3]:
            unit = each.key.partition(":")[2]
            foe = fight.nearest_enemy(unit)[0]
            if foe:
                x, y = fight.survey.middle(foe)
                change = {"unlimbered": "limbered", "limbered": "unlimbered"}.get(fight.unit(unit).formation)
                more = {"formation": change} if change else {}
                answers.append(decision.answer(each.key, to=(x // 16, y // 16), **more))
        return decision.first_accepted(answers)


def fought(name: str, seed: int, turns: int, *variants: str) -> Battle:
    """A battle fought to its end, with what must hold looked at as each phase begins."""
    battle = Battle.begin(GAME, load(name), seed=seed, options={"turns": turns, "variants": variants})
    bold, moment = Bold(battle, seed), None
    while battle.open:
        world = battle.fight.world
        if moment != (world.stroke, world.phase):
            moment = world.stroke, world.phase
            assert GAME.invariants(battle.fight) == []
        battle.answer(bold.decide(battle.open[0]))
    assert GAME.invariants(battle.fight) == []
    return battle


def kinds(battle: Battle) -> set[str]:
    return {entry.kind for entry in battle.fight.entries if type(entry).__name__ == "Event"}


@pytest.mark.parametrize("variant", systems.variants("black-powder"))
def test_a_battle_is_fought_under_every_variant(variant):
    battle = fought("farm-at-the-crossroads", 3, 3, variant)
    assert battle.fight.world.over
    assert {"order", "fired"} <= kinds(battle)


@pytest.mark.rule("BP-SEQ-1", "BP-TURN-1")
def test_the_phases_of_a_turn_and_of_the_draft():
    def order(battle: Battle) -> list[str]:
        begun = [entry for entry in battle.fight.entries if getattr(entry, "kind", "") == "phase"]
        return [entry.values["phase"] for entry in begun[:6]]

    usual = fought("farm-at-the-crossroads", 1, 1)
    draft = fought("farm-at-the-crossroads", 1, 1, "turn-sequence-v2")
    assert order(usual) == ["start", "initiative", "command", "shooting", "combat", "end"]
    assert order(draft) == ["start", "initiative", "shooting", "command", "combat", "end"]
    assert [entry.kind for entry in usual.fight.entries if getattr(entry, "kind", "") == "turn"] == ["turn"]


def test_all_drafts_together():
    battle = fought("farm-at-the-crossroads", 2, 6, *DRAFTS)
    assert len(DRAFTS) == 14
    assert {"standing_order", "order", "fired", "charges"} <= kinds(battle)


@pytest.mark.rule("BP-HTH-1", "BP-BREAK-4", "BP-ARMY-1", "BP-BRIG-1")
def test_bold_commanders_come_to_blows_and_an_army_breaks():
    battle = fought("farm-at-the-crossroads", 2, 10)
    assert {"charges", "melee", "morale", "gone", "losses", "army_broken"} <= kinds(battle)
    outcome = GAME.outcome(battle.fight)
    assert outcome["winner"]
    assert sum(side["lost"] for side in outcome["sides"].values()) > 0
