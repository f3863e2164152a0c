"""The state of a battle: collections of frozen records, and events applied to them.

A world is a msgspec Struct whose fields are either plain frozen values or dictionaries of frozen records. An event
replaces the records it changes, so a snapshot is a shallow copy: nothing that it holds will ever change.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from grognard.kernel.errors import BadData

from .events import Event, Set

W = TypeVar("W", bound=msgspec.Struct)


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
    types = _field_types(_record_type(world, change.collection) if change.collection else world)
    fields = {name: msgspec.convert(value, types[name]) for name, value in change.fields.items()}
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
