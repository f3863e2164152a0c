"""Who is winning, by how much, and whether the battle is over before its time. Knows no rule system.

    tally = ...                                    # by the rule system, at the end of each turn
    ending = early_end(victory, tally, field)      # None: it goes on, unless its turns are over
    scores, verdict = settle(victory, tally, field, ending)

Our rulings, where scenarios are silent:

- The side with more points wins, and its lead is called as the scenario's scoring calls it; a lead too small for the
  lowest level is a draw. Where the scoring names no levels, 3 points are marginal, 6 clear, 10 decisive.
- An army is broken when half or more of its units are beaten or destroyed; those still to come count as unbroken, so
  that a beaten vanguard does not end a battle before the main body is there. An army is finished when it has no formed
  unit left on the field and none still to come. Either way it quits the field.
- An army that quits has lost, by the lowest level at least, unless it is ahead by such a level on points all the same:
  then the one has the field and the other what it came for, and the battle is drawn. What it had on the field counts no
  more for holding ground; what of it was in good order marches off and is saved, and the guns of the rest fall to those
  who stay. If both quit, points decide.
- A condition that `ends_after` so many turns running is a victory of the highest level.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from grognard.ground.field import Field
from grognard.scenarios.model import Condition, Victory

from .early import Counted
from .measures import GROUND, ConditionCount
from .tally import Army, Tally, after_quitting

BROKEN_PERCENT = 50
DRAW = "draw"


class VictoryLine(Struct, frozen=True):
    """What one condition earned."""

    points: int
    how: str
    """What was counted."""
    text: str
    """The condition in the scenario's words."""


class Score(Struct, frozen=True):
    """What a side earned."""

    side: str
    points: int
    lines: tuple[VictoryLine, ...]


class Ending(Struct, frozen=True):
    """Why a battle is over before its time."""

    why: str
    quits: tuple[str, ...] = ()
    """Sides that leave the field."""
    winner: str = ""
    """The side that has won there and then, if one has."""
    gave_up: bool = False
    """Who quits has given the battle up: he has lost it, ahead on points or not."""


class Verdict(Struct, frozen=True):
    """How a battle ended."""

    winner: str
    """A side; nothing for a draw."""
    level: str
    """As the scenario calls it, or `draw`."""
    lead: int
    """In points over the next side; an army may win behind on points if the other one quits."""
    why: str


# ---- points


def score(conditions: Sequence[Condition], tally: Tally, field: Field) -> tuple[Score, ...]:
    """The points of each side, with a line for each of its conditions."""
    return tuple(_side_score(army.side, conditions, tally, field) for army in tally.armies)


def _side_score(side: str, conditions: Iterable[Condition], tally: Tally, field: Field) -> Score:
    lines = tuple(_line(ConditionCount(condition, tally, field)) for condition in conditions if condition.side == side)
    return Score(side, sum(line.points for line in lines), lines)


def _line(count: ConditionCount) -> VictoryLine:
    condition = count.condition
    if condition.measure is None:
        return VictoryLine(0, "for people to judge", condition.text)
    total = count.total()
    times = _times(condition, total)
    return VictoryLine(times * condition.points, _how(condition, total, times), condition.text)


def _times(condition: Condition, total: int) -> int:
    """How often the points are earned."""
    if not condition.each:
        return int(total >= condition.needed)
    times = total // condition.each
    return min(times, condition.most) if condition.most else times


def _at_most(times: int) -> str:
    return "once at the most" if times == 1 else f"up to {times} times"


def _how(condition: Condition, total: int, times: int) -> str:
    if condition.measure in ("held", "clear"):
        return condition.measure if times else f"not {condition.measure}"
    counted = f"{(condition.measure or '').replace('_', ' ')}: {total:,}"
    if condition.each:
        worth = f"{condition.points} point{'s' * (condition.points != 1)} for each"
        steps = f" {condition.each:,}" if condition.each > 1 else ""
        return f"{counted}, {worth}{steps}{f', {_at_most(condition.most)}' if condition.most else ''}"
    return f"{counted} of {condition.needed:,} needed"


def score_at_end(
    conditions: Sequence[Condition], tally: Tally, field: Field, ending: Ending | None
) -> tuple[Score, ...]:
    """The points when it is over. Who quits holds no ground any more, so they are counted after he has gone, and a line
    that came out otherwise by it says so: on the map his men still stand there."""
    if ending is None or not ending.quits:
        return score(conditions, tally, field)
    before = score(conditions, tally, field)
    after = score(conditions, after_quitting(tally, ending.quits), field)
    ground = {condition.text for condition in conditions if condition.measure in GROUND}
    return tuple(_gone(now, was, ending.quits, ground) for now, was in zip(after, before, strict=True))


def _gone(now: Score, was: Score, quits: Sequence[str], ground: Container[str]) -> Score:
    lines = (
        new if new == old else replace(new, how=f"{new.how}: {left_the_field(quits, new.text in ground)}")
        for new, old in zip(now.lines, was.lines, strict=True)
    )
    return replace(now, lines=tuple(lines))


def left_the_field(quits: Sequence[str], ground: bool) -> str:
    """Who quit, and what that means for ground."""
    who = " and ".join(side if side.lower().startswith("the ") or "'s " in side else f"the {side}" for side in quits)
    return f"{who} quit the field" + (", and whoever of theirs stood there marched off" if ground else "")


# ---- the end


def turns_held(conditions: Iterable[Condition], tally: Tally, field: Field) -> dict[str, int]:
    """Turns running, this one included, for which each condition that may end the battle has been met.

    By `side:place`, or `side:text` for ground without a name. The rule system keeps it for the next turn's tally.
    """
    ending = [condition for condition in conditions if condition.ends_after]
    met = {_key(condition) for condition in ending if ConditionCount(condition, tally, field).total()}
    return {key: tally.held.get(key, 0) + 1 for key in sorted(met)}


def _key(condition: Condition) -> str:
    return f"{condition.side}:{condition.place or condition.text}"


def early_end(victory: Victory, tally: Tally, field: Field) -> Ending | None:
    """Whether the battle is over at the end of this turn, though turns may be left."""
    held = turns_held(victory.condition, tally, field)
    for condition in victory.condition:
        if condition.ends_after and held.get(_key(condition), 0) >= condition.ends_after:
            return Ending(f"{condition.text}, for {condition.ends_after} turns running", winner=condition.side)
    reasons = {army.side: told for army in tally.armies if (told := broken(army))}
    if not reasons:
        return None
    return Ending("; ".join(f"{side}: {told}" for side, told in reasons.items()), quits=tuple(reasons))


def broken(army: Army) -> str:
    """Why an army quits the field; nothing if it fights on."""
    now = counted(army)
    if army.units and now.down >= now.needed:
        return f"{now.down} of {now.of} units beaten or destroyed"
    if not any(unit.to_come or (unit.on_field and unit.orderly) for unit in army.units):
        return "no formed unit left on the field"
    return ""


def counted(army: Army) -> Counted:
    """How many of its units are beaten or destroyed, and with how many an army is broken: half of them exactly will
    do."""
    of = len(army.units)
    needed = -(-BROKEN_PERCENT * of // 100)
    return Counted("units", "beaten or destroyed", sum(unit.down for unit in army.units), of, needed)


# ---- the verdict


def settle(
    victory: Victory, tally: Tally, field: Field, ending: Ending | None = None
) -> tuple[tuple[Score, ...], Verdict]:
    """Points and verdict of a battle that is over, by its length or by an early end."""
    scores = score_at_end(victory.condition, tally, field, ending)
    return scores, verdict(victory, scores, ending)


def verdict(victory: Victory, scores: Sequence[Score], ending: Ending | None = None) -> Verdict:
    """Who has won, and how clearly."""
    winner = _by_ending(scores, ending)
    # who stays on the field has won even a little behind on points, by the lowest level at least
    if winner and ending:
        behind = -_lead(winner, scores)
        if not (ending.winner or ending.gave_up) and behind >= victory.levels[0][0]:
            return Verdict("", DRAW, 0, f"{ending.why}, but {behind} points ahead")
        level = victory.levels[-1][1] if ending.winner else _level(victory, _lead(winner, scores), victory.levels[0][1])
        return Verdict(winner, level, _lead(winner, scores), ending.why)
    # of several with as many points the first; its lead is nought then, and that is a draw
    first = max(scores, key=lambda one: one.points).side
    lead = _lead(first, scores)
    level = _level(victory, lead, DRAW)
    why = f"{lead} point{'s' * (lead != 1)} ahead" if lead else "level on points"
    return Verdict("" if level == DRAW else first, level, lead, why)


def _by_ending(scores: Sequence[Score], ending: Ending | None) -> str:
    """The side that wins because of how the battle ended: by a condition, or as the only one not to quit."""
    if ending is None or ending.winner:
        return ending.winner if ending else ""
    stays = [one.side for one in scores if one.side not in ending.quits]
    return stays[0] if ending.quits and len(stays) == 1 else ""


def _lead(side: str, scores: Sequence[Score]) -> int:
    own = sum(one.points for one in scores if one.side == side)
    return own - max((one.points for one in scores if one.side != side), default=0)


def _level(victory: Victory, lead: int, otherwise: str) -> str:
    """What a lead is called."""
    reached = [word for least, word in victory.levels if lead >= least]
    return reached[-1] if reached else otherwise
