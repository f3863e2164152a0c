"""Dummy cards on the march: sent about in the command phase, free of points (CS-1.6.2f)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.battle.decisions import Option
from grognard.kernel.checks import Refusal, implements
from grognard.kernel.domains import Choice, Domain, Spot

from ...desk.others import DUMMY_MARCH
from ...hidden import dummies
from ...table.battlefield import Battlefield


def option(b: Battlefield, seat: str) -> Option | None:
    """Dummy cards that a seat may send somewhere."""
    own = tuple(card.id for card in dummies.of_seat(b, seat))
    fields: dict[str, Domain] = {"card": Choice(own), "to": Spot(*b.scenario.header.table_paces)}
    return Option("dummy_card", "A dummy card marches", "CS-1.6.2f", fields, form=DUMMY_MARCH.id) if own else None


@implements("CS-1.6.2f")
def judge(b: Battlefield, seat: str, values: Mapping[str, Any]) -> Refusal | None:
    """Only one's own, and to a place where troops could be."""
    return dummies.judge_send(b, seat, values["card"], values["to"])


def send(b: Battlefield, seat: str, values: Mapping[str, Any], _id: str) -> None:
    """It sets out in the movement phase."""
    dummies.send(b, seat, values["card"], values["to"])
