"""Kinds of events: declared once, written into the plain record, read again with types."""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import ClassVar

import pytest
from msgspec import UNSET

from grognard import systems
from grognard.battle.events import Event
from grognard.battle.kinds import COMMON, Kind, Maybe, MaybeWho, Noted, Secret, Telling, Who, gathered, log_text, parts


class Saluted(Kind, rename={"from_": "from"}):
    """Somebody is saluted."""

    kind: ClassVar = "saluted"
    text: ClassVar = "{unit} salutes {leader}: {guns} guns, {how}"
    unit: Who
    leader: Who
    guns: int
    how: str = "at_dawn"
    by: MaybeWho = UNSET
    twice: Maybe[bool] = UNSET
    from_: Secret[list[int]] = UNSET


class Army:
    """Names, and nothing else."""

    def name_then(self, who: str, turn: int) -> str:
        return f"{who.title()} ({turn})"

    def agreed(self, words: str, who: Iterable[str]) -> str:
        return words.replace("salutes", "salute") if "guards" in who else words


def test_it_is_filed_by_role_value_and_secret_and_leaves_out_what_was_not_said():
    said = Saluted(unit="guard", leader="ney", guns=21, from_=[1, 2])
    assert said.filed() == ({"unit": "guard", "leader": "ney"}, {"guns": 21, "how": "at_dawn"}, {"from": [1, 2]})


def test_what_was_filed_is_read_again():
    said = Saluted(unit="guard", leader="ney", guns=21, by="staff", twice=True, from_=[1, 2])
    units, values, secret = said.filed()
    assert Saluted.read(Event("saluted", units=units, values=values, secret=secret)) == said


def test_whoever_may_not_know_finds_secrets_unset_and_the_unseen_nameless():
    event = Event(
        "saluted",
        3,
        units={"unit": "guard", "leader": "ney"},
        values={"guns": 21, "how": "at_dawn"},
        secret={"from": [1, 2]},
        owners=("a",),
        masked={"b": ("leader",)},
    )
    seen = event.seen_by("b")
    assert Saluted.read(seen).from_ is UNSET
    assert Saluted.read(event.seen_by("a")).from_ == [1, 2]
    assert log_text(Army(), seen, {"saluted": Saluted}) == "Guard (3) salutes an unseen unit: 21 guns, at dawn"


def test_a_kind_of_an_older_version_is_told_by_what_it_holds():
    assert log_text(Army(), Event("old_thing", values={"men": 3}), {}) == "old thing: men 3"


def test_words_of_ours_begin_with_a_capital():
    event = Event("saluted", units={"unit": "", "leader": "ney"}, values={"guns": 1, "how": "x"})
    assert log_text(Army(), event, {"saluted": Saluted}).startswith("An unseen unit")


def test_the_battle_has_the_last_word_on_the_grammar():
    event = Event("saluted", 3, units={"unit": "guards", "leader": "ney"}, values={"guns": 21, "how": "twice"})
    assert log_text(Army(), event, {"saluted": Saluted}) == "Guards (3) salute Ney (3): 21 guns, twice"


def test_a_kind_derived_from_another_may_keep_its_name_and_say_more():
    class NotedCard(Noted):
        card: Maybe[str] = UNSET

    assert gathered(SimpleNamespace(a=NotedCard))["noted"] is Noted
    assert NotedCard(card="").filed() == ({}, {"card": ""}, {})


def test_two_kinds_of_one_name_are_refused():
    class Again(Kind):
        kind: ClassVar = "saluted"

    with pytest.raises(TypeError, match="'saluted': Saluted, Again"):
        gathered(SimpleNamespace(a=Saluted, b=Again))


@pytest.mark.parametrize("system", systems.playable())
def test_every_template_speaks_of_fields_that_its_kind_has(system):
    for each in systems.game(system).kinds.values():
        fields = {theirs: 1 for part in parts(each) for _, theirs in part}
        if each.log_text is Kind.log_text:
            each.text.format_map({"turn": 1, **fields})
    assert set(COMMON) <= set(systems.game(system).kinds.values()) or not systems.game(system).kinds


def test_who_had_a_part_is_told_from_who_had_none():
    at = Telling(Army(), Event("saluted", units={"unit": "guard", "by": ""}))
    assert (at.has("by"), at.name("by"), at.has("leader")) == (True, "an unseen unit", False)
