"""Passages of lines: who is at risk of disorder when a unit has gone through friends."""

from __future__ import annotations

from itertools import pairwise

from grognard.ground.shapes import crosses
from grognard.kernel.checks import implements
from grognard.miniatures.motion.placements import middle

from ..checks.moving.changes import PassThroughFacts
from ..table import bodies
from ..table.field import PowderField
from .moving import MoveStep


@implements("BP-POL-2", "BP-POL-3")
def at_risk(b: PowderField, unit: str, step: MoveStep) -> tuple[str, ...]:
    """The mover and the friends it passed through who risk disorder, the mover first; nobody where the draft is off."""
    if not b.on("passage_of_lines") or not step.through:
        return ()
    now = b.unit(unit)
    passed = []
    for friend in step.through:
        facts = PassThroughFacts(
            mover=now.formation,
            passed=b.unit(friend).formation,
            announced=True,
            # to brush a friend with a wing is no passage
            middle=centre_through(b, unit, step, friend),
            through=len(step.through),
        )
        check = b.rules["pass-through"]
        if check.refusal(facts) is None and b.settle("pass-through", facts).risk:
            passed.append(friend)
    # the mover risks his order if anybody he passed does
    return (unit, *passed) if passed else ()


def centre_through(b: PowderField, unit: str, step: MoveStep, friend: str) -> bool:
    """Whether the middle of a mover goes through a friend's ground."""
    if step.moved is None:
        return False
    deep = bodies.shape(b.t, b.unit(unit)).depth
    way = [middle(place, deep) for place in step.moved.path]
    frame = b.survey.body(friend).frame
    return any(crosses(frame, one, other) for one, other in pairwise(way))
