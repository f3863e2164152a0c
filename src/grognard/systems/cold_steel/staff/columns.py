"""Columns beyond the table: those who stand there without orders are brought on where they are, at what is worth most.

Nobody is sent off the table, nor by an order that ends at its edge. A flank march takes troops out of the battle for
turns that cannot be foretold, may go astray or be met, and comes on where the plan, which knows only what is on the
table, has nobody to act with it: it is never plainly worth it. Nor do those who are still to come go round: tried on
all bundled battles that have any, the least delay and the arrival test cost more turns than the roads beyond the table
save."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.battle.decisions import Answer, Decision
from grognard.commanders.appreciation import Situation, gap
from grognard.kernel.domains import Choice

from ..beyond.edges import paces_at
from ..seat.view import Briefing, View
from ..table.state import Force

KEY = "beyond"


def orders(view: View, briefing: Briefing, s: Situation, decision: Decision) -> Iterator[Answer]:
    """An order for each force without one, that no goal has sent off the table."""
    option = decision.option(KEY) if view.forces else None
    if option is None:
        return
    leaders = option.fields.get("leader")
    for force in view.forces.values():
        if force.status != "idle" or _gone_for_good(view, s, force):
            continue
        values = {
            "units": list(force.units), "task": "movement", "edge": force.edge, "place": force.place,
            "kind": "attack", "objective": _aim(briefing, s, force),
        }  # fmt: skip
        # whoever has a point to spare: the first who is accepted writes it
        for leader in leaders.values if isinstance(leaders, Choice) else ("",):
            yield decision.answer(KEY, **values, **({"leader": leader} if leader else {}))


def _gone_for_good(view: View, s: Situation, force: Force) -> bool:
    """Whether they went off by an edge by which troops are to leave."""
    edges = {goal.edge for goal in s.goals if goal.kind == "leave"}
    return any(view.units[unit].left_by in edges for unit in force.units if view.units[unit].left_by)


def _aim(briefing: Briefing, s: Situation, force: Force) -> tuple[int, int]:
    """The ground that is worth most for its distance; the middle of the table where no ground is."""
    width, height = briefing.header.table_paces
    here = paces_at((width, height), force.edge, force.place)
    # points for the distance: far ground must be worth much more
    worth = [(goal.points / (gap(here, goal.place) + 1), goal.place) for goal in s.goals if goal.kind != "leave"]
    x, y = max(worth)[1] if worth else (width / 2, height / 2)
    return round(min(max(x, 0), width)), round(min(max(y, 0), height))
