"""The state of a battle: collections of frozen records, and events applied to them.

A world is a msgspec Struct whose fields are either plain frozen values or dictionaries of frozen records. An event
replaces the records it changes, so a snapshot is a shallow copy: nothing that it holds will ever change.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Protocol, TypeVar, get_args, get_origin, get_type_hints, runtime_checkable

import msgspec

from grognard.kernel.errors import BadData

from .events import Event, Set

W = TypeVar("W", bound=msgspec.Struct)


@runtime_checkable
class WrittenOtherwise(Protocol):
    """A record whose fields were written otherwise by earlier versions: battles saved then are read still."""

    @staticmethod
    def written_now(fields: dict[str, Any]) -> dict[str, Any]:
        """Plain data of some of its fields, as it is written now."""


@runtime_checkable
class FirstWritten(Protocol):
    """A record that was written otherwise by earlier versions and can still be: what was reckoned from it then, such as
    the digests of golden battles, comes out the same."""

    def first_written(self) -> dict[str, Any]:
        """Its fields as plain data, as they were first written."""


def snapshot(world: W) -> W:
    """The world as it is now, safe from whatever happens later."""
    copied = {
        name: dict(value) if type(value := getattr(world, name)) is dict else value for name in world.__struct_fields__
    }
    return type(world)(**copied)


def apply(world: msgspec.Struct, event: Event) -> None:
    """Let an event happen."""
    for change in event.sets:
        if not change.collection:
            for name, value in (change.fields or {}).items():
                setattr(world, name, value)
            continue
        records = getattr(world, change.collection)
        if change.fields is None:
            records.pop(change.key, None)
        elif change.key in records:
            # a new record in place of the old: snapshots that hold the old one keep it
            records[change.key] = msgspec.structs.replace(records[change.key], **change.fields)
        else:
            # somebody new: the event has to bring every field that has no usual value
            records[change.key] = _record_type(type(world), change.collection)(**change.fields)


def typed(world: type[msgspec.Struct], event: Event) -> Event:
    """An event read from a file, its values turned from plain data into what the world holds; BadData where it holds
    nothing of the kind."""
    try:
        return msgspec.structs.replace(event, sets=tuple(_typed(world, change) for change in event.sets))
    except (KeyError, TypeError, AttributeError, msgspec.ValidationError) as error:
        raise BadData(f"turn {event.turn}, {event.kind!r} sets what is not there: {error}") from None


def _typed(world: type[msgspec.Struct], change: Set) -> Set:
    if change.fields is None:
        return change
    record: Any = _record_type(world, change.collection) if change.collection else world
    types, written = _field_types(record), change.fields
    if issubclass(record, WrittenOtherwise):
        written = record.written_now(written)
    fields = {name: msgspec.convert(value, types[name]) for name, value in written.items()}
    return Set(change.collection, change.key, fields)


@cache
def _field_types(record: type) -> dict[str, Any]:
    return get_type_hints(record)


@cache
def _record_type(world: type[msgspec.Struct], collection: str) -> Any:
    kind = _field_types(world)[collection]
    if get_origin(kind) is not dict:
        raise TypeError(f"{collection} is no collection of {world.__name__}")
    return get_args(kind)[1]
