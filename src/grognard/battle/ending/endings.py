"""The end of a turn: the battle goes on, or it is over and somebody has won. The same under all rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.ground.field import Field

from ..events import Set
from ..fight import Fight
from ..kinds import BattleOver, Noted
from . import outcomes, victory
from .giving_up import by_giving_up
from .tally import Army, Tally
from .victory import Ending, Score, Verdict

Settle = Callable[[Tally, Ending | None], tuple[tuple[Score, ...], Verdict]]
"""Who has won, by how a battle stands and why it ended early, if it did."""


def by_scenario(b: Fight[Any], field: Field) -> Settle:
    """As the scenario's conditions say."""
    return lambda stands, ending: victory.settle(b.scenario.header.victory, stands, field, ending)


def go_on_or_end(
    b: Fight[Any], field: Field, stands: Tally, ending: Ending | None, settle: Settle, *, rules: tuple[str, ...]
) -> None:
    """While nothing ends it and turns are left, it is remembered how long places have been held; else it is settled,
    told and over. The world has `turns`, `held` and `gave_up`."""
    world, ending = b.world, by_giving_up(b) or ending
    if ending is None and world.turn < world.turns:
        held = victory.turns_held(b.scenario.header.victory.condition, stands, field)
        # where nothing can be held the record is spared an event each turn
        if held != world.held:
            b.emit(Noted(), sets=[Set("", "", {"held": held})], to=())
        return
    scores, verdict = settle(stands, ending)
    reason = outcomes.in_words(world.turn, scores, verdict, ending)
    points = {score.side: score.points for score in scores}
    over = BattleOver(reason=reason, winner=verdict.winner, level=verdict.level, points=points)
    b.emit(over, rules=rules, sets=[Set("", "", {"over": reason})])


def outcome(
    b: Fight[Any], stands: Tally, ending: Ending | None, settle: Settle, account: Callable[[Army], dict[str, int]]
) -> dict[str, Any]:
    """Who won and by what, as plain data; before the end, how it stands. `account` counts what a system calls broken,
    routed and destroyed, and the guns lost."""
    over = b.world.over
    # while it goes on nobody has quit, even who would have to if it ended now
    told = by_giving_up(b) or ending if over else None
    scores, verdict = settle(stands, told)
    quits = told.quits if told else ()
    return outcomes.outcome(stands, scores, verdict, account, turn=b.world.turn, over=over, quits=quits)
