"""Records are made known to msgspec before several threads read them.

The first time that a record of a type is read, msgspec looks through the type. Should a second thread read one of the
same type at that moment, it finds half of it and takes the whole process down with it (0.22: a segmentation fault). A
server that has just started, with many who come back to their battles at once, is where that happens.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard import systems


def know_records() -> None:
    """Look through the types of all records that there are. Called once, by one thread."""
    for system in systems.playable():
        systems.game(system)
    for kind in set(_records(msgspec.Struct)):
        if kind.__module__.startswith("grognard."):
            msgspec.json.Decoder(kind)


def _records(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in kind.__subclasses__():
        yield each
        yield from _records(each)
