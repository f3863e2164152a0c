"""What was worked out from the table and still holds."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from operator import is_
from typing import Any, TypeVar, cast

T = TypeVar("T")


class Memo:
    """Results kept by name, each with what it was worked out from.

    State is frozen and replaced by events, never changed. So a result holds as long as what it came from is the same
    object, and nobody has to say when it is out of date.
    """

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[object, Any]] = {}

    def keep(self, name: Hashable, of: object, make: Callable[[], T]) -> T:
        """The result of that name; worked out anew if it came from anything but this very object."""
        kept = self._kept.get(name)
        if kept is None or kept[0] is not of:
            kept = self._kept[name] = of, make()
        found: T = kept[1]
        return found

    def keep_while(self, name: Hashable, of: tuple[object, ...], make: Callable[[], T]) -> T:
        """The same for what came from several: it holds as long as each of them is the same object."""
        kept = self._kept.get(name)
        if kept is None or not all(map(is_, of, cast(tuple[object, ...], kept[0]))):
            kept = self._kept[name] = of, make()
        found: T = kept[1]
        return found
