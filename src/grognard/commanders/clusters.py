"""Units into bodies: those that belong together, in parts small enough to act as one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

Unit = TypeVar("Unit")


def clusters(units: Iterable[Unit], together: Callable[[Unit, Unit], bool]) -> list[list[Unit]]:
    """Units linked by `together`, directly or through others, in the order they are given."""
    found: list[list[Unit]] = []
    for unit in units:
        near = [each for each in found if any(together(unit, other) for other in each)]
        for each in near:
            found.remove(each)
        found.append([other for each in near for other in each] + [unit])
    return found


def parts(cluster: Sequence[Unit], most: int) -> list[Sequence[Unit]]:
    """As few and as equal parts as may be."""
    count = -(-len(cluster) // most)
    size = -(-len(cluster) // count)
    return [cluster[i : i + size] for i in range(0, len(cluster), size)]
