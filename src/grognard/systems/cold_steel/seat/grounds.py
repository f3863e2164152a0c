"""Changed ground on a seat's table: fires, ruins, works, obstacles and boats, from its view alone."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from grognard.battle import pictures as pic
from grognard.battle.kinds import many
from grognard.ground.units import SUB, spot

from ..table.ground.built import features
from ..table.state import Work
from .view import Briefing, View

LEVELS = ("", "light works", "medium works", "heavy works")


def zones(view: View) -> Iterator[pic.Area]:
    """Before the battle: the ground on which the seat may set up."""
    for number, corners in enumerate(view.zones, start=1):
        yield pic.Area(id=f"zone-{number}", words="your ground to set up on", outline=corners, style="lit")


def structures(view: View, briefing: Briefing) -> Iterator[pic.Area]:
    """What burns, lies in ruins or has been strengthened."""
    if not view.structures:
        return
    built = features(briefing.ground)
    for name, shown in view.structures.items():
        area = built[name]
        called = area.name or area.kind.replace("_", " ")
        outline = tuple(spot(at) for at in area.rings[0])
        cover = (shown.cover or "no cover").replace("_", " ")
        # its name stands on the map already, so the label leaves it out
        if shown.lit:
            words, label = f"{called} burns since turn {shown.lit}", f"in flames since turn {shown.lit}"
            yield pic.Area(id=name, words=words, outline=outline, label=label, style="fire")
        elif shown.cover is None:
            yield pic.Area(id=name, words=f"{called}, in ruins", outline=outline, label="in ruins", style="hatched")
        else:
            yield pic.Area(id=name, words=f"{called}: {cover}", outline=outline, label=cover, style="strong")


def works(view: View) -> Iterator[pic.Line]:
    """Lines that engineers have made, each stretch of works by its own level."""
    for work in view.works.values():
        if work.kind == "gap":
            x, y = spot(work.line[0])
            half = work.paces / 2
            yield _line(work, ((x - half, y), (x + half, y)), f"gap, {work.paces} paces", "gap")
        elif work.kind == "obstacle":
            yield _line(work, _stretch(work, 0, work.paces), f"obstacle, {work.paces} paces", "stakes")
        else:
            yield from _levels(work)


def _levels(work: Work) -> Iterator[pic.Line]:
    whole = round(hypot(*(a - c for a, c in zip(*work.line, strict=True))) / SUB)
    # the part that is done stands one level higher than the rest
    for level, start, end in ((work.level + 1, 0, work.paces), (work.level, work.paces, whole)):
        if level and end > start:
            text = f"{LEVELS[level]}, {end - start} paces"
            yield _line(work, _stretch(work, start, end), text, "teeth", level)


def _line(work: Work, points: tuple[pic.TableSpot, ...], words: str, style: pic.LineStyle, level: int = 0) -> pic.Line:
    name = f"{work.id}/{level}" if level else work.id
    return pic.Line(id=name, words=words, points=points, style=style, weight=max(1, level), side=work.side)


def _stretch(work: Work, start: int, end: int) -> tuple[pic.TableSpot, pic.TableSpot]:
    """From so many paces along the line to so many."""
    (x, y), (x2, y2) = spot(work.line[0]), spot(work.line[1])
    whole = hypot(x2 - x, y2 - y) or 1
    one, other = ((x + (x2 - x) * at / whole, y + (y2 - y) * at / whole) for at in (start, end))
    return _rounded(one), _rounded(other)


def guns(view: View) -> Iterator[pic.Token]:
    """Guns that nobody serves."""
    for left in view.abandoned.values():
        x, y = spot(left.position)
        words = f"{left.pieces} {'spiked' if left.spiked else 'abandoned'}"
        yield pic.Token(
            id=left.id,
            words=f"{many(left.pieces, 'gun')}, {'spiked' if left.spiked else 'abandoned'}",
            x=x,
            y=y,
            glyph="guns",
            count=left.pieces,
            label=words,
            side=left.side,
        )


def boats(view: View, briefing: Briefing) -> Iterator[pic.Token]:
    """Boats that are its own or in sight, with who is in them as far as they are known."""
    for boat in view.boats.values():
        x, y = spot(boat.position)
        # own troops by name, others only as they are made out
        names = [view.entry(briefing, unit.id).name for unit in view.units.values() if unit.aboard == boat.id]
        names += [seen.name for seen in view.seen.values() if seen.aboard == boat.id]
        inside = f"aboard: {', '.join(names)}" if names else "empty"
        yield pic.Token(
            id=boat.id, words=f"{boat.id}, carries {boat.men} men, {inside}", x=x, y=y, glyph="boat", side=boat.side
        )


def _rounded(at: tuple[float, float]) -> pic.TableSpot:
    return round(at[0], 1), round(at[1], 1)
