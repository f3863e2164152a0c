"""Pages and server know no rule system: no word of theirs belongs to one system only.

The words come from the systems themselves: what they call their decisions, options, fields, values and phases. A word
that several systems share, or that an army knows without any rules, is everybody's. What is written with an underscore
is looked for anywhere; a plain English word only where it is used as a name: in quotes, or as a field or value.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from every_system import PLAYABLE

from grognard import systems
from grognard.army import oob
from grognard.battle.battles import Battle
from grognard.battle.commanding import Chair
from grognard.commanders.random import Reckless
from grognard.scenarios.loading import load

ROOT = Path(__file__).parents[2]
ARMY = {word for name in ("FormationName", "Interval") for word in getattr(oob, name).__args__}
OURS = {
    "done": "the answer with which a person has nothing more to say",
    "unit": "everybody has units", "units": "everybody has units", "leader": "everybody has leaders",
    "order": "what a unit does, in every picture", "target": "a role in a form", "place": "in every preview",
    "group": "of steps on the ribbon", "to": "whom a rider goes to", "heading": "degrees, in every picture",
    "orders": "a panel of the page", "paces": "in every picture", "yes": "an answer", "card": "a thing on the map",
    "text": "a sentence", "mark": "a sign on the map", "arm": "of a unit",
    "formation": "of a unit, in every picture", "kind": "of anything", "odds": "a panel of the page",
    "spot": "a domain: a place on the table", "edge": "of the table", "what": "of anything", "at": "of anything",
    "ask": "a row of the page's list of questions", "message": "what went wrong",
    "turn": "of the battle", "step": "of a turn", "form": "of an option", "beyond": "where a unit is: off the table",
    "attack": "a drawing that systems name", "hold": "a drawing that systems name", "skirmish": "a drawing",
    "fire": "a drawing that systems name", "move": "a drawing that systems name", "charge": "a drawing",
    "forward": "a drawing, and a direction on a grid", "oblique": "a drawing", "backward": "a drawing",
    "wheel": "a drawing, and what a mouse has", "left": "a side", "right": "a side", "no": "an answer",
    "limber": "a kind of part of a battery's picture", "aide": "a rider on the map", "council": "talk before a battle",
}  # fmt: skip
"""Words that a system uses and that are ours as well, with what they mean here."""

SETTING_UP = {"dummy", "undummy", "dummy_card"}
"""Still to go: `web/src/setup` lays out forces by the options of the one system in which players do so themselves."""


def words_of(system: str) -> set[str]:
    """What a system calls its decisions, options, fields, values and phases."""
    game = systems.game(system)
    found = {phase for phase in game.phases if not phase[0].isdigit()}
    for form in game.forms.values():
        found |= {form.id, *form.fields, *(term for field in form.fields.values() for term in field.terms)}
    battle = Battle.begin(game, load("farm-at-the-crossroads"), seed=3, options={"turns": 2})
    player, chairs = Reckless(5, done=0.4), {seat.id: Chair(battle, seat.id) for seat in battle.fight.seats}
    for _ in range(60):
        if not battle.open:
            break
        decision = battle.open[0]
        ids = {*battle.fight.world.units, *battle.fight.world.leaders, decision.seat}
        found |= {decision.kind}
        found |= {part for option in decision.options for part in option.key.split(":") if part not in ids}
        battle.answer(player.decide(chairs[decision.seat], decision))
    return {word for word in found if re.fullmatch(r"[A-Za-z_]+", word)}


def sources() -> list[Path]:
    pages = [path for path in (ROOT / "web" / "src").rglob("*") if path.suffix in (".ts", ".svelte")]
    ours = [path for path in pages if not path.name.endswith(".test.ts") and path.name not in ("api.ts", "made.ts")]
    return [*ours, *(ROOT / "src" / "grognard" / "server").rglob("*.py")]


def used(word: str) -> re.Pattern[str]:
    if "_" in word:
        return re.compile(rf"\b{word}\b")
    return re.compile(rf"[\"'`]{word}[\"'`:]|\b(?:fields|values)\??\.{word}\b")


@pytest.fixture(scope="module")
def belonging() -> dict[str, str]:
    """Words that only one system has, with whose they are."""
    by = {system: words_of(system) for system in PLAYABLE}
    return {
        word: system
        for system, words in by.items()
        for word in words - ARMY - set(OURS)
        if not any(word in others for other, others in by.items() if other != system)
    }


def test_pages_and_server_have_no_word_of_a_single_system(belonging):
    assert len(belonging) > 50
    found = [
        f"{path.relative_to(ROOT)}:{number}: {word} ({system})"
        for path in sources()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        for word, system in belonging.items()
        if word in line and used(word).search(line) and not (word in SETTING_UP and "setup" in path.parts)
    ]
    assert not found, "\n".join(["words of one system:", *found])
