"""What an answer of the deployment would do: where the troops would stand, and whether they have room."""

from __future__ import annotations

from grognard.army.footprints import drawn_shape
from grognard.battle.decisions import Answer
from grognard.battle.previews import records as pre
from grognard.miniatures.drawing import at, parts_of

from ..phases.deployment import sketch
from ..phases.deployment.desk import DeploymentTable
from ..table.battlefield import Battlefield
from ..table.bodies import shape_of
from ..table.state import UnitState


def preview(b: Battlefield, seat: str, answer: Answer) -> pre.Preview:
    """The places of all whom it would put down."""
    # a table of its own: the one in play is with the procedure, and must not be touched by a look
    table = DeploymentTable(b, seat)
    decision = table.decision()
    kind, _, who = answer.option.partition(":")
    # half an answer is shown too, as long as it says where
    if kind not in ("place", "unit") or decision.option(answer.option) is None or "spot" not in answer.values:
        return pre.Preview()
    wanted = table.wanted(kind, who, decision.completed(answer))
    crowded = sketch.in_the_way(b, wanted)
    notes = (f"no room of its own: {', '.join(b.name(unit) for unit in crowded)}",) if crowded else ()
    return pre.Preview(units=tuple(_stood(b, unit) for unit in wanted.values()), notes=notes)


def _stood(b: Battlefield, unit: UnitState) -> pre.UnitPreview:
    place = pre.Place(
        **at(unit.position),
        heading=unit.heading,
        formation=unit.formation,
        parts=parts_of(shape_of(b, unit, unit.formation, unit.interval).parts),
        shape=drawn_shape(unit.formation),
    )
    return pre.UnitPreview(unit=unit.id, places=(place,), rules=("CS-1.6.1b",))
