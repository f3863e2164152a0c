"""The artillery phase."""

from __future__ import annotations

from grognard.battle.procedures import Steps

from ..battlefield import Battlefield
from ..telling import Tell

TELLS: dict[str, Tell] = {}


def play(b: Battlefield) -> Steps[None]:
    """The phase from beginning to end."""
    yield from ()
