"""What a special chit is: its record, the words of its check, who may be given it, what it does and when, how it looks.

Each stands in a file of its own, which declares it as `SPECIAL`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from grognard.army.oob import FormationName
from grognard.battle.forms import FormField
from grognard.ground.units import Point
from grognard.kernel.checks import Refusal
from grognard.kernel.domains import Domain

from ...checks.command.special_orders import RULES, SpecialOrderWord
from ...table.battlefield import Battlefield
from ...table.state import FormationChit, Order, SpecialChit, SpecialName, UnitState

Moment = Literal[
    "chits_turned", "initiative", "boats_put_off", "landing", "boarding", "making_up", "skirmishing", "spiking",
    "fire_raising", "recovery", "labour", "fire_fighting",
]  # fmt: skip
"""When in a turn a special chit is carried out; the phases say in which order. Some lead to a change of formation
instead, which has its time among the others."""
Judge = Callable[[Battlefield, UnitState, Order], Refusal | None]
Effect = Callable[[Battlefield, UnitState, Order], bool | None]
"""Chits that are for once say whether they were carried out: they are off the unit then, or void. Others lie with it
until they are done."""


class ChitAct(NamedTuple):
    """What a chit does, and when."""

    when: Moment
    do: Effect


class SaidWith(Struct, frozen=True):
    """A field of an answer that belongs to this chit alone, or to a few of its kind."""

    domain: Domain
    """As wide as it is for any unit of any arm."""
    unsaid: Any
    shown: FormField


class SpecialOrder(Struct, frozen=True, kw_only=True):
    """A special chit."""

    chit: SpecialChit
    """Its record with nothing more said. The fields of the record are called as those of an answer."""
    word: SpecialOrderWord
    """In the words of the check."""
    mounted_word: SpecialOrderWord | None = None
    """The same for cavalry, where squadrons have a rule of their own."""
    wary: bool = False
    """Its check asks how near the enemy is."""
    judge: Judge
    """Why a unit cannot carry it out here and now."""
    done: Callable[[Battlefield, UnitState, Order], bool]
    """Whether it has been carried out, or can no longer be, so that it goes when the turn ends."""

    act: ChitAct | None = None
    formation: Callable[[UnitState, FormationChit | None], FormationChit | None] | None = None
    """The formation that it comes to, beside the one that was told."""

    makes_up: bool = False
    """The unit is another afterwards, and forms as what it will be: the change is not judged by what it is."""
    changes_arm: bool = False
    forms: Callable[[Battlefield, str], tuple[FormationName, ...]] | None = None
    """Formations that may be told with it, beside those that the unit can pass into as it is."""

    icon: str
    """On 18 by 15, as `battle.forms` has them."""
    label: str = ""
    """On a button, where the plain word is too long."""
    fields: Mapping[str, SaidWith] = {}
    """What has to be said with it."""
    also: tuple[str, ...] = ()
    """Fields of other chits that it uses in its own way."""
    course: str = ""
    """Which of these is a course from north."""
    choices: Callable[[Battlefield, UnitState], Mapping[str, Domain]] | None = None
    """What may be said in its fields now."""
    asks: str = ""
    """The question, where it makes no sense without an answer in one of its fields."""
    notes: Callable[[Battlefield, UnitState, Order], Iterable[str]] | None = None
    """What it promises, in words, before it is given."""
    way: Callable[[Battlefield, UnitState, Order], tuple[Point, ...]] | None = None
    """Where it leads on the map."""

    @property
    def name(self) -> SpecialName:
        """As an answer and the log call it."""
        return self.chit.name

    def called(self, b: Battlefield, now: UnitState) -> SpecialOrderWord:
        """In the words of the check, for this unit."""
        return self.mounted_word if self.mounted_word and b.entry(now.id).rated.arm == "cavalry" else self.word

    def rule(self, b: Battlefield, now: UnitState) -> str:
        """The rule that it comes from, for this unit."""
        return RULES[self.called(b, now)]

    def read(self, said: Mapping[str, Any]) -> SpecialChit:
        """Its record from the fields of an answer."""
        told = {name: said[name] for name in (*self.fields, *self.also)}
        # answers come as lists; a record that is compared and kept as a key needs tuples
        return replace(self.chit, **{k: tuple(v) if isinstance(v, list) else v for k, v in told.items()})

    def written(self, chit: SpecialChit) -> dict[str, Any]:
        """The fields of an answer that would give it."""
        return {name: getattr(chit, name) for name in (*self.fields, *self.also)}

    def complete(self, chit: SpecialChit) -> Refusal | None:
        """What is still to be said."""
        # nothing said in any of its fields: then the chit means nothing
        if not self.asks or any(self.written(chit).values()):
            return None
        return Refusal("CS-3.2m", f"{self.name}: {self.asks}")
