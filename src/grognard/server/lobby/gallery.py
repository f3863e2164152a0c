"""What there is to play, for the opening page: rule systems, battles, rules in our words."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from grognard import systems
from grognard.army.nations import nation
from grognard.army.oob import Side
from grognard.battle.choosing import OptionLabels
from grognard.battle.games import Game
from grognard.kernel.errors import BadInput
from grognard.scenarios import bundled
from grognard.scenarios.inspection.checking import must_be_sound
from grognard.scenarios.loading import load
from grognard.scenarios.model import Scenario
from grognard.scenarios.telling import applied

from ..shapes import (
    BattleHeader,
    BattleOffer,
    Choices,
    Gallery,
    Goal,
    LessonOffer,
    LessonTitle,
    RuleText,
    SideCard,
    Special,
    System,
    Variant,
)
from ..views.steps import steps
from .drawn_up import bodies

SMALL = 18
"""Units: so many can be commanded without losing count."""


@cache
def gallery(origin: str = "") -> Gallery:
    """All of it, read once."""
    # The fullest rulebook first: it is what the page offers before anybody has chosen.
    playable = sorted(systems.playable(), key=lambda each: -len(systems.rulebook(each).rules))
    offered = [offer(scenario(battle), playable) for battle in battles()]
    first = sorted(
        offered, key=lambda each: (each.id in bundled(), not each.teaching, not each.small, each.turns, each.title)
    )
    return Gallery(tuple(map(_system, playable)), tuple(first), _lessons(playable), origin)


def _lessons(playable: Sequence[str]) -> tuple[LessonOffer, ...]:
    found = (
        (battle, name, lesson)
        for battle in battles()
        for name, lesson in scenario(battle).lessons.items()
        if lesson.system in playable
    )
    ordered = sorted(found, key=lambda each: (each[2].place, each[2].title))
    return tuple(
        LessonOffer(
            name, battle, each.system, each.side, each.title, each.about, each.minutes, len(each.step), each.opponent,
            each.seed, each.options, {name: LessonTitle(said.title, said.about) for name, said in each.words.items()},
        )
        for battle, name, each in ordered
    )  # fmt: skip


def _system(name: str) -> System:
    book = systems.rulebook(name)
    variants = tuple(
        Variant(key, str(tomllib.loads(path.read_text("utf-8")).get("about", "")))
        for key, path in systems.variants(name).items()
    )
    game = systems.game(name)
    return System(name, book.name, book.about, game.phases, steps(name), variants, tuple(_options(game)))


def _options(game: Game[Any]) -> Iterator[Choices]:
    """The options of a battle as the system names them; plain words where it does not."""
    labels, meanings = game.option_labels(), game.meanings()
    for name, values in game.choices().items():
        own = labels.get(name, OptionLabels())
        called = tuple(own.values.get(str(each)) or _plain(each) for each in values)
        yield Choices(name, tuple(values), own.name or _titled(name), called, _sentence(meanings.get(name, "")))


def _plain(value: object) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value).replace("_", " ")


def _titled(word: str) -> str:
    return (word[:1].upper() + word[1:]).replace("_", " ")


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}." if text else ""


_OWN: dict[str, Path] = {}
"""Battles of the host's own by id: folders and zips that he named when he started the server."""


def take_in(places: Sequence[str]) -> None:
    """Offer battles of the host's own; refuses what cannot be fought, and an id that is taken."""
    found: dict[str, Path] = {}
    for place in places:
        path = Path(place)
        if not path.exists():
            raise BadInput(f"{place}: no such folder; a battle of your own is a folder or a zip")
        own = load(path)
        must_be_sound(own, place)
        # a battle of one's own may not stand in the place of another
        if own.header.id in {**bundled(), **found}:
            raise BadInput(f"{place}: id = {own.header.id!r} in scenario.toml is taken; give it another")
        found[own.header.id] = path.resolve()
    _OWN.clear()
    _OWN.update(found)
    # read once, but now there is more to read
    scenario.cache_clear()
    gallery.cache_clear()


def battles() -> dict[str, Path]:
    """The place of every battle that is offered, by id. No other files can be named from outside."""
    return {**bundled(), **_OWN}


@cache
def scenario(battle: str) -> Scenario:
    """A battle that is offered, read once."""
    return load(battles()[battle])


def offer(found: Scenario, playable: Sequence[str]) -> BattleOffer:
    """A battle for the opening page."""
    lengths = {name: systems.game(name).turns(found) for name in playable}
    return BattleOffer(**_about(found), lengths=lengths, bodies=bodies(found))


def header(found: Scenario, system: str) -> BattleHeader:
    """A battle for those who sit at it, with the lessons for the rules it is fought by."""
    head = found.header
    return BattleHeader(
        **_about(found),
        start=head.start,
        scoring=head.victory.scoring,
        goals=tuple(Goal(each.side, each.points, each.text) for each in head.victory.condition),
        # what the other side will do stays with the server
        lessons={name: replace(each, written=()) for name, each in found.lessons.items() if each.system == system},
        special_rules=tuple(Special(each.title, each.text, applied(each, system)) for each in head.special_rule),
    )


def _about(found: Scenario) -> dict[str, Any]:
    head = found.header
    units = sum(1 for side in found.sides for _ in side.all_units())
    return {
        "id": head.id,
        "title": head.title,
        "date": head.date,
        "place": head.place,
        "summary": head.summary,
        "minutes_per_turn": head.minutes_per_turn,
        "turns": head.victory.length_turns,
        "table": head.table_paces,
        "teaching": head.teaching,
        "fictitious": head.fictitious,
        "small": units <= SMALL,
        "sides": tuple(map(side_card, found.sides)),
        "variants": head.variants,
        "teaches": head.teaches,
        "briefings": {each.side: each.text for each in head.briefing if each.text},
    }


def side_card(side: Side) -> SideCard:
    """An army in one line."""
    units = list(side.all_units())
    guns = sum(unit.guns + unit.howitzers + unit.battalion_guns for unit in units)
    men = sum(unit.men for unit in units)
    return SideCard(side.name, nation(side.nation).id, side.commander.name, men, guns, len(units))


def rule(system: str, rule_id: str) -> RuleText:
    """A rule of a system; BadInput with a hint where there is none."""
    found = systems.rulebook(system)[rule_id]
    return RuleText(found.id, found.title, found.summary, found.ruling, found.doubt, found.section)
