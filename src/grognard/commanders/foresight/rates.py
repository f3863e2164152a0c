"""What fire and shock bring about in a turn, as a staff reckons when it thinks ahead."""

from __future__ import annotations

from msgspec import Struct


class Rates(Struct, frozen=True):
    """What a turn of fire and shock brings about, as parts of a strength; a system states its own."""

    muskets: float = 0.05
    """Men who fall to foot in the open within musket shot, for each man who fires."""
    shot: float = 100.0
    """Paces that muskets carry to some purpose."""
    guns: float = 0.11
    """The same for guns in good range, for each man that they are worth; at long range a part of it."""
    long_range: float = 0.35
    cover: float = 0.5
    """What is left of it on those who are under cover."""
    breaks: float = 0.32
    """The part of its men with whose loss a unit's steadiness is gone."""
    shock: float = 0.35
    """Steadiness that an even fight with the bayonet costs both sides in a turn."""
    walls: float = 1.8
    """How much stronger those are who fight from behind walls."""
