"""Through the order of battle, each unit and leader with his path in armies.toml."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.army.oob import Formation, Leader, Side, Unit

from .. import lines


def walk(sides: tuple[Side, ...]) -> Iterator[tuple[lines.Path, Unit]]:
    """Every unit with its path in armies.toml."""
    for at, side in enumerate(sides):
        for inner, formation in enumerate(side.formations):
            yield from _walk(("side", at, "formations", inner), formation)


def _walk(path: lines.Path, formation: Formation) -> Iterator[tuple[lines.Path, Unit]]:
    for at, unit in enumerate(formation.units):
        yield (*path, "units", at), unit
    for at, inner in enumerate(formation.formations):
        yield from _walk((*path, "formations", at), inner)


def walk_leaders(sides: tuple[Side, ...]) -> Iterator[tuple[lines.Path, Leader]]:
    """Every leader with his path in armies.toml, those of the armies and those below them."""
    for at, side in enumerate(sides):
        for role in ("commander", "successor", "predecessor"):
            if (leader := getattr(side, role)) is not None:
                yield ("side", at, role), leader
        yield from _leaders(("side", at), side.formations)


def _leaders(path: lines.Path, formations: tuple[Formation, ...]) -> Iterator[tuple[lines.Path, Leader]]:
    for at, formation in enumerate(formations):
        inner = (*path, "formations", at)
        if formation.commander is not None:
            yield (*inner, "commander"), formation.commander
        yield from _leaders(inner, formation.formations)
