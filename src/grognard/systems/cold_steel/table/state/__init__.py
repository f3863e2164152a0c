"""The state of a Cold Steel battle: frozen records, replaced by events, never changed."""

from __future__ import annotations

from .command import Command, Division, Hurt, LeaderState, Mission, Rallies, Rider, Standing
from .ground import Abandoned, Boat, Structure, Work, guns_of
from .hidden import Card, Force, Ghost, Peek
from .orders import Forming, Labour, Movement, Order, Special, Wing
from .units import Doings, Moved, Raised, Share, UnitState, Where
from .world import Stage, World

__all__ = [
    "Abandoned",
    "Boat",
    "Card",
    "Command",
    "Division",
    "Doings",
    "Force",
    "Forming",
    "Ghost",
    "Hurt",
    "Labour",
    "LeaderState",
    "Mission",
    "Moved",
    "Movement",
    "Order",
    "Peek",
    "Raised",
    "Rallies",
    "Rider",
    "Share",
    "Special",
    "Stage",
    "Standing",
    "Structure",
    "UnitState",
    "Where",
    "Wing",
    "Work",
    "World",
    "guns_of",
]
