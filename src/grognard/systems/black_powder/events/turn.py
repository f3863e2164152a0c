"""What happens as a side's turn begins and ends."""

from __future__ import annotations

from typing import ClassVar

from grognard.battle.kinds import Kind, Retold, Who


class SideBegins(Kind):
    """A side's turn begins."""

    kind: ClassVar = "side"
    text: ClassVar = "{side} to move"
    side: str


class UnitArrived(Kind):
    """A unit comes onto the table."""

    kind: ClassVar = "arrived"
    text: ClassVar = "{unit} arrives by the {edge} edge"
    retold: ClassVar = (Retold("arrived", who="unit"),)
    unit: Who
    edge: str


class Instructed(Kind):
    """A seat says how charges are met."""

    kind: ClassVar = "instructed"
    seat: str
    responses: str


class CommanderReplaced(Kind):
    """Another takes the place of a commander who was lost."""

    kind: ClassVar = "replaced"
    text: ClassVar = "{leader} has a successor, staff rating {staff}"
    leader: Who
    staff: int
