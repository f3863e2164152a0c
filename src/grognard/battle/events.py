"""Events: what happened, by which rules, what it changes, and who may know of it. Only events change a battle."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Set(Struct, frozen=True, array_like=True):
    """A change of one thing: new values for some of its fields. No fields at all: it is gone."""

    collection: str
    """Name of a collection of the world (`units`), or nothing for a field of the world itself."""
    key: str
    fields: dict[str, Any] | None


class Rolled(Struct, frozen=True, omit_defaults=True):
    """A check that was made, as the record keeps it."""

    check: str
    rule: str
    dice: tuple[int, ...] = ()
    total: int | None = None
    modifiers: tuple[tuple[str, str, int], ...] = ()
    """Of each modifier its rule, its label and its value."""
    outcome: Any = None
    details: Any = None


class Event(Struct, frozen=True, omit_defaults=True, tag="event"):
    """Something that happened."""

    kind: str
    turn: int = 0
    phase: str = ""
    quarter: int = 0
    """Of the movement phase, 1 to 4."""
    rules: tuple[str, ...] = ()
    units: dict[str, str] = {}
    """Who had a part in it, by role: `unit`, `target`, `leader`."""
    values: dict[str, Any] = {}
    """What everybody may know who learns of it."""
    secret: dict[str, Any] = {}
    """What only its owners know."""
    roll: Rolled | None = None
    """Only its owners see the dice."""
    sets: tuple[Set, ...] = ()
    to: tuple[str, ...] | None = None
    """Seats that learn of it; None: all."""
    owners: tuple[str, ...] | None = None
    """Seats that know all of it; None: all who learn of it."""
    masked: dict[str, tuple[str, ...]] = {}
    """Roles that a seat cannot make out, by seat."""
    called: dict[str, dict[str, str]] = {}
    """What a seat calls those whom it sees but cannot name, by seat and role."""

    def known_to(self, seat: str) -> bool:
        """Whether the seat learns of it at all."""
        return self.to is None or seat in self.to

    def seen_by(self, seat: str) -> Event:
        """The event as the seat learns of it, by allow-list: what is not named here does not pass."""
        hidden, called = self.masked.get(seat, ()), self.called.get(seat, {})
        owner = self.owners is None or seat in self.owners
        return Event(
            kind=self.kind,
            turn=self.turn,
            phase=self.phase,
            quarter=self.quarter,
            rules=self.rules,
            units={role: "" if role in hidden else called.get(role, who) for role, who in self.units.items()},
            values=self.values,
            secret=self.secret if owner else {},
            roll=self.roll if owner else None,
        )
