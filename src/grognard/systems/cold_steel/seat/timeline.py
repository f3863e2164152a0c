"""How a unit would spend the quarters of a turn by an order: it forms, it goes, it stands, and where."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any, Literal

from grognard.army.footprints import drawn_shape
from grognard.battle.kinds import many
from grognard.battle.previews import records as pre
from grognard.ground.units import spot
from grognard.miniatures.drawing import parts_of
from grognard.miniatures.motion.placements import Placement

from ..events.words import formation_in_words
from ..maneuver.halts import halt
from ..maneuver.plans import Plan
from ..table.battlefield import Battlefield
from ..table.bodies import shape_of
from ..table.state import Order, UnitState

SCALE = ("0", "¼", "½", "¾", "1")
Doing = Literal["forms", "goes", "stands"]
_STYLES: dict[Doing, pre.SpanStyle] = {"forms": "hatched", "goes": "full", "stands": "empty"}


def track(now: UnitState, found: Plan) -> tuple[pre.Span, ...]:
    """The parts of the turn one after the other; nothing where it would stand all the while."""
    quarters = doings(Placement(now.position, now.heading), found)
    if all(each == "stands" for each in quarters):
        return ()
    says = {"forms": formation_in_words(found.formation), "goes": _goes(found), "stands": "stands"}
    spans = [(does, len(list(run))) for does, run in groupby(quarters)]
    return tuple(pre.Span(text=says[does], share=share, style=_STYLES[does]) for does, share in spans)


def doings(here: Placement, found: Plan) -> list[Doing]:
    """What it does in each quarter: it goes where its place differs from the one before; while it forms it stands."""
    way = (here, *found.places)
    return [
        "goes"
        # where it goes comes first: a change that takes only movement is a march with a new shape
        if quarter < len(way) and _moved(way[quarter - 1], way[quarter])
        else "forms"
        if quarter <= found.quarters
        else "stands"
        for quarter in range(1, len(SCALE))
    ]


def _moved(one: Placement, other: Placement) -> bool:
    return one.position != other.position or (one.heading - other.heading) % 360 != 0


def _goes(found: Plan) -> str:
    turn = f"{abs(found.degrees)}° {'left' if found.degrees < 0 else 'right'}" if found.degrees else ""
    return ", ".join(filter(None, [turn, f"{many(found.paces, 'pace')}" if found.paces else ""]))


def places(b: Battlefield, unit: str, found: Plan, order: Order) -> Iterator[pre.Place]:
    """Its place and formation at the end of each quarter, as far as it comes before an enemy in sight stops it."""
    now, stop = b.unit(unit), halt(b, unit, order, found, order.target)
    for quarter, place in enumerate(found.places, start=1):
        if stop.foe and quarter > max(1, stop.quarter):
            return
        place = stop.place if stop.foe and quarter >= stop.quarter else place
        formed = quarter >= found.quarters and not found.unfinished
        formation: Any = found.formation if formed else now.formation
        interval = order.formation.interval if formed and order.formation else now.interval
        parts = parts_of(shape_of(b, now, formation, interval).parts)
        x, y = spot(place.position)
        yield pre.Place(
            label=SCALE[quarter],
            x=x,
            y=y,
            heading=place.heading % 360,
            formation=formation,
            parts=parts,
            shape=drawn_shape(formation),
        )
