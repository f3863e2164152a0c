"""Pages and server know no rule system: no word of theirs belongs to one system only.

The words come from the systems themselves: what they call their decisions, options, fields, values, phases, kinds of
events, layers, and the options of a battle. A word that several systems share, or that an army knows without any rules,
is everybody's. What is written with an underscore is looked for anywhere; a plain English word only where it is used as
a name: in quotes, in a pattern, before the colon of a key, or as a field or value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from every_system import PLAYABLE

from grognard import systems
from grognard.army import oob
from grognard.battle.battles import Battle
from grognard.battle.commanding import Chair
from grognard.battle.games import Game
from grognard.battle.kinds import COMMON
from grognard.commanders.yardsticks.reckless import Reckless
from grognard.scenarios.loading import load

ROOT = Path(__file__).parents[2]
ARMY = {word for name in ("FormationName", "Interval") for word in getattr(oob, name).__args__}
OURS = {
    "road": "a line on every field", "square": "a shape in every picture", "column": "of a grid or a list",
    "end": "of a line or a row", "leaders": "in every picture", "points": "of victory, or of a line",
    "units": "in every picture", "place": "a button to choose one", "group": "of people in a list",
    "heading": "degrees, in every picture", "orders": "a panel of the page", "paces": "how far, on every map",
    "yes": "an answer", "card": "a thing on the map", "text": "a sentence", "mark": "a sign on the map",
    "arm": "of a unit", "kind": "of anything", "odds": "a panel of the page",
    "spot": "a domain: a place on the table", "edge": "of the table", "what": "of anything", "at": "of anything",
    "ask": "a row of the page's list of questions", "turn": "of the battle, and by degrees",
    "step": "of a turn, and of a ladder", "form": "of an option", "beyond": "where a unit is: off the table",
    "fire": "a style of areas", "wheel": "what a mouse has", "right": "a side of the page",
    "limber": "a kind of part of a battery's picture", "aide": "a rider on the map",
    "march": "a scene that every map can play", "start": "of a phase, a line, a clock",
    "aside": "what a lesson says beside its steps", "leave": "a button of a lesson",
    "A": "a key of the keyboard",
    "left": "a side of the page", "back": "to what was before", **dict.fromkeys("NESW", "a point of the compass"),
    **dict.fromkeys(("forward_left", "forward_right", "back_left", "back_right"), "a way from space to space"),
    "responses": "of the server, in its description",
    "council": "talk with a clock, as it lies on disk",
    "put_down": "what a failed attempt had written is put down again, in the journal",
}  # fmt: skip
"""Words that a system uses and that are ours as well, with what they mean here."""
EVERY_KIND = {"gone": "how a unit went, in any system that says it (docs/adding-a-system.md)"}
"""Kinds of events that pages may ask for, beside those of `battle.kinds`."""


def words_of(system: str) -> set[str]:
    """What a system calls its decisions, options, fields, values, phases, events, layers and options of a battle."""
    game = systems.game(system)
    found = {phase for phase in game.phases if not phase[0].isdigit()}
    named = {*game.kinds, *game.choices(), *(str(value) for values in game.choices().values() for value in values)}
    found |= {word for word in named if "_" in word}  # plain ones are English, and asked for by `kinds_named`
    for form in game.forms.values():
        found |= {form.id, *form.fields, *(term for field in form.fields.values() for term in field.terms)}
    for options in ({}, {name: values[-1] for name, values in game.choices().items() if name != "scale"}):
        found |= words_of_play(game, options)
    return {word for word in found if re.fullmatch(r"[A-Za-z_]+", word)}


def words_of_play(game: Game[Any], options: Mapping[str, Any]) -> set[str]:
    """What random play brings up, with options as they are given; the last of each also has its words."""
    found: set[str] = set()
    battle = Battle.begin(game, load("farm-at-the-crossroads"), seed=3, options={"turns": 2, **options})
    player, chairs = Reckless(5, done=0.4), {seat.id: Chair(battle, seat.id) for seat in battle.fight.seats}
    for _ in range(60):
        if not battle.open:
            break
        decision = battle.open[0]
        ids = {*battle.fight.world.units, *battle.fight.world.leaders, decision.seat}
        found |= {decision.kind}
        found |= {part for option in decision.options for part in option.key.split(":") if part not in ids}
        picture = game.picture(battle.view(decision.seat), game.briefing(battle.fight, decision.seat))
        found |= {layer.key for layer in picture.layers}
        battle.answer(player.decide(chairs[decision.seat], decision))
    return found


def sources() -> list[Path]:
    pages = [path for path in (ROOT / "web" / "src").rglob("*") if path.suffix in (".ts", ".svelte")]
    ours = [path for path in pages if not path.name.endswith(".test.ts") and path.name not in ("api.ts", "made.ts")]
    return [*ours, *(ROOT / "src" / "grognard" / "server").rglob("*.py")]


def used(word: str) -> re.Pattern[str]:
    if "_" in word:
        return re.compile(rf"\b{word}\b")
    return re.compile(rf"[\"'`]{word}[\"'`:]|[(^/|]{word}\||\|{word}[|)$/:]|\b(?:fields|values)\??\.{word}\b")


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
        if word in line and used(word).search(line)
    ]
    assert not found, "\n".join(["words of one system:", *found])


def test_every_word_that_is_allowed_is_used():
    lines = [line for path in sources() for line in path.read_text("utf-8").splitlines()]
    assert [word for word in OURS if not any(word in line and used(word).search(line) for line in lines)] == []


def test_no_button_or_heading_of_the_page_is_a_systems_own():
    """What a system calls its buttons, ladders, layers and measures, the page does not say by itself."""
    own = {each.lower() for system in PLAYABLE for each in said_by(systems.game(system)) if each}
    assert {"place order", "morale", "missions", "superstition"} <= own
    texts = sorted((ROOT / "web" / "src" / "words").rglob("*.ts"))
    assert len(texts) > 30
    found = {each for path in texts for each in re.findall(r"\"([^\"\n]*)\"", path.read_text("utf-8"))}
    plain = {"charge", "march", "go on"}  # a reach that every system has, a month, and the end of a pause
    assert sorted(each for each in found if each.lower() in own - plain) == []


def said_by(game: Game[Any]) -> Iterator[str]:
    for form in game.forms.values():
        yield from (form.gives, form.blank)
    battle = Battle.begin(game, load("farm-at-the-crossroads"), seed=3, options={"turns": 2})
    seat = battle.fight.seats[0].id
    picture = game.picture(battle.view(seat), game.briefing(battle.fight, seat))
    yield picture.ladder
    yield from (each.name for each in (*picture.layers, *picture.measures))


def test_pages_and_server_ask_no_event_for_a_kind_of_one_system():
    shared = {kind.kind for kind in COMMON}
    kinds = {word for system in PLAYABLE for word in systems.game(system).kinds} - shared - set(EVERY_KIND)
    found = [
        f"{path.relative_to(ROOT)}:{number}: {named}"
        for path in sources()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        for named in re.findall(r"\bkind\b[^\"'`=]{0,12}={2,3}\s*[\"'`](\w+)[\"'`]", line)
        if named in kinds
    ]
    assert not found, "\n".join(["kinds of events of one system:", *found])
