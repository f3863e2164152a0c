"""Changed ground on a seat's table: fires, ruins, works, obstacles and boats, from its view alone."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from grognard.battle import pictures as pic
from grognard.ground.units import SUB, Point

from ..table.ground.built import features
from ..table.state import Work
from .view import Briefing, View

LEVELS = ("", "light works", "medium works", "heavy works")


def structures(view: View, briefing: Briefing) -> Iterator[pic.StructurePicture]:
    """What burns, lies in ruins or has been strengthened."""
    if not view.structures:
        return
    built = features(briefing.ground)
    for name, shown in view.structures.items():
        area = built[name]
        yield pic.StructurePicture(
            id=name, name=area.name or area.kind.replace("_", " "), outline=tuple(_spot(at) for at in area.rings[0]),
            burning=bool(shown.lit), since=shown.lit, cover=(shown.cover or "no cover").replace("_", " "),
            ruined=shown.cover is None,
        )  # fmt: skip


def works(view: View) -> Iterator[pic.WorkPicture]:
    """Lines that engineers have made, each stretch of works by its own level."""
    for work in view.works.values():
        if work.kind == "gap":
            x, y = _spot(work.line[0])
            half = work.paces / 2
            yield _line(work, ((x - half, y), (x + half, y)), f"gap, {work.paces} paces")
        elif work.kind == "obstacle":
            yield _line(work, _stretch(work, 0, work.paces), f"obstacle, {work.paces} paces")
        else:
            yield from _levels(work)


def _levels(work: Work) -> Iterator[pic.WorkPicture]:
    whole = round(hypot(*(a - c for a, c in zip(*work.line, strict=True))) / SUB)
    for level, start, end in ((work.level + 1, 0, work.paces), (work.level, work.paces, whole)):
        if level and end > start:
            text = f"{LEVELS[level]}, {end - start} paces"
            yield _line(work, _stretch(work, start, end), text, level)


def _line(work: Work, points: tuple[pic.Spot, ...], text: str, level: int = 0) -> pic.WorkPicture:
    name = f"{work.id}/{level}" if level else work.id
    return pic.WorkPicture(id=name, side=work.side, kind=work.kind, points=points, text=text, level=level)


def _stretch(work: Work, start: int, end: int) -> tuple[pic.Spot, pic.Spot]:
    """From so many paces along the line to so many."""
    (x, y), (x2, y2) = _spot(work.line[0]), _spot(work.line[1])
    whole = hypot(x2 - x, y2 - y) or 1
    one, other = ((x + (x2 - x) * at / whole, y + (y2 - y) * at / whole) for at in (start, end))
    return _rounded(one), _rounded(other)


def boats(view: View) -> Iterator[pic.BoatPicture]:
    """Boats that are its own or in sight."""
    for boat in view.boats.values():
        x, y = _spot(boat.position)
        inside = [unit.id for unit in view.units.values() if unit.aboard == boat.id]
        inside += [seen.id for seen in view.seen.values() if seen.aboard == boat.id]
        yield pic.BoatPicture(
            id=boat.id, side=boat.side, own=boat.side == view.side, x=x, y=y, men=boat.men, aboard=tuple(inside)
        )  # fmt: skip


def _spot(at: Point) -> pic.Spot:
    return at[0] / SUB, at[1] / SUB


def _rounded(at: tuple[float, float]) -> pic.Spot:
    return round(at[0], 1), round(at[1], 1)
