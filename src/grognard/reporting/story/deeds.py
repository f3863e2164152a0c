"""Deeds: the few things that a story is made of, read from a system's events by its lexicon.

`fire`, `loss`, `charge`, `surprised`, `clash`, `pursued`, `stormed_on`, `fell_short`, `stopped`, `evaded`, `trophy`,
`overran`, `morale`, `quit`, `gone`, `arrived`, `body`, `leader`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from grognard.battle.kinds import Retold

from ..lexicon import Lexicon
from ..record import UNSEEN, Record, ToldEvent


class Actor(NamedTuple):
    """Somebody with a part in a deed."""

    id: str
    name: str
    side: str

    @property
    def unit(self) -> str:
        """The unit of the roster that he belongs to: skirmishers are their parent's."""
        return self.id.partition("/")[0]


NOBODY = Actor("", UNSEEN, "")


class Deed(NamedTuple):
    """One deed of a unit or leader."""

    what: str
    turn: int
    number: int
    who: Actor
    whom: Actor
    facts: dict[str, Any]


def deeds(record: Record, words: Lexicon) -> tuple[Deed, ...]:
    """All deeds of a battle in their order."""
    return tuple(
        _deed(told, telling, words)
        for told in record.told
        for telling in words.events.get(told.event.kind, ())
        if all(told.event.values.get(name) == value for name, value in telling.when.items())
    )


def _deed(told: ToldEvent, telling: Retold, words: Lexicon) -> Deed:
    event = told.event
    facts = {**event.secret, **event.values}
    if telling.deed == "clash":
        facts["winner"] = telling.winner.get(str(facts.get("winner")), "")
    if telling.deed == "leader":
        fate = telling.befell or str(facts.get(telling.fate, ""))
        facts["fate"] = "killed" if facts.get("falls") and fate not in words.fates else fate
    if telling.deed == "body":
        facts["body"] = str(facts.get(telling.body, ""))
        facts["text"] = telling.text.format_map(facts)
    return Deed(telling.deed, event.turn, told.number, _actor(told, telling.who), _actor(told, telling.whom), facts)


def _actor(told: ToldEvent, role: str) -> Actor:
    if not told.event.units.get(role):
        return NOBODY
    return Actor(told.event.units[role], told.names[role], told.sides[role])
