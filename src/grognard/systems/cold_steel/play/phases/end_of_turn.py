"""The end_of_turn phase."""

from __future__ import annotations

from grognard.battle.procedures import Steps

from ..battlefield import Battlefield
from ..telling import Tell

TELLS: dict[str, Tell] = {}


def play(b: Battlefield) -> Steps[None]:
    """The phase from beginning to end."""
    yield from ()


def outcome(b: Battlefield) -> dict[str, object]:
    """Who won and by what."""
    raise NotImplementedError
