"""A battle in figures: the numbers of a report for a page that draws them itself."""

from __future__ import annotations

from collections import Counter

from grognard import systems
from grognard.army.nations import nation
from grognard.battle.record.saves import Find, Progress, Saved, followed
from grognard.kernel.uses.outcome_text import faces_told

from . import armies, verdicts
from .falling import ACROSS, Fall, falls, hexagons, named
from .figures import FormationLosses, LuckLine, Review, ReviewedLuck, ReviewedMoment, ReviewedRoll, ReviewedSide
from .fortune import Decisive, course, decisive, luck
from .lexicon import Lexicon, lexicon
from .record import Record, read
from .refight import Refought, refight
from .story.episodes import Turning, of_side, turning_points, weights
from .wording import men

MOMENTS = 3
"""Turns that are named where one side alone can be counted."""


def review(
    content: Saved,
    find: Find,
    source: str,
    seat: str | None = None,
    *,
    progress: Progress = lambda done, of: None,
) -> Review:
    """A saved battle in figures: all of it, or as one seat lived it."""
    with followed(source):
        return _reviewed(read(content, find, source, seat), progress)


def _reviewed(record: Record, progress: Progress) -> Review:
    head, words = record.scenario.header, lexicon(record.content.system)
    refought = refight(record, [kind for counting in words.dice for kind in counting.events], progress)
    fell = falls(record, words)
    return Review(
        title=head.title,
        date=head.date,
        system=record.content.system,
        rules=systems.rulebook(record.content.system).name,
        seat=record.seat or "",
        verdict=verdicts.verdict(record),
        why=verdicts.why(record),
        price=verdicts.price(record),
        turns=record.turns,
        over=record.over,
        table=head.table_paces,
        sides=tuple(_side(record, side) for side in record.sides),
        points=_points(record),
        winner=str(record.ending.get("winner", "")),
        moments=tuple(_moment(record, one) for one in _turns(record)),
        formations=tuple(row for side in record.sides for row in _formations(record, side, fell)),
        rolls=tuple(_roll(record, one) for one in decisive(record, words, refought)),
        luck=tuple(_lucks(record, words, refought)),
        trouble=refought.trouble,
        across=ACROSS,
        fallen=hexagons(fell),
        places=named(record.scenario, fell),
    )


def _nation(record: Record, side: str) -> str:
    return nation(next(each.nation for each in record.scenario.sides if each.name == side)).id


def _side(record: Record, side: str) -> ReviewedSide:
    units = of_side(record, side)
    ranks = tuple(sum(state.units[unit].men for unit in units) for state in record.states)
    began = sum(record.states[0].units[unit].men_at_start for unit in units)
    return ReviewedSide(side, _nation(record, side), began, ranks)


def _points(record: Record) -> dict[str, int]:
    """Those that all are told at the end; of a battle that goes on, to whoever may know all."""
    told = record.ending.get("points", {})
    return {str(side): int(value) for side, value in told.items()} if told else dict(record.states[-1].points)


def _turns(record: Record) -> list[Turning]:
    """The turns on which it turned; where one side alone can be counted, those that cost it most."""
    if len(record.sides) > 1:
        return turning_points(record)
    side = record.sides[0]
    cost = [(turn[side], number) for number, turn in enumerate(weights(record), start=1) if turn[side]]
    worst = sorted(cost, key=lambda each: (-each[0], each[1]))[:MOMENTS]
    return [Turning(number, side, swing) for swing, number in sorted(worst, key=lambda each: each[1])]


def _moment(record: Record, one: Turning) -> ReviewedMoment:
    lost, gave = verdicts.lost_on(record, one.turn, one.against)
    if gave:
        rest = f" and {len(gave) - 1} more" if len(gave) > 1 else ""
        short = f"{gave[0]}{rest} gave way"
    else:
        short = f"{men(lost)} lost"
    return ReviewedMoment(one.turn, one.against, verdicts.turning_text(record, one), short)


def _formations(record: Record, side: str, fell: list[Fall]) -> list[FormationLosses]:
    first, last = record.states[0].units, record.states[-1].units
    found = []
    for name, units in armies.grouped(record, side).items():
        own, began = set(units), sum(first[unit].men_at_start for unit in units)
        lost = max(0, began - sum(last[unit].men for unit in units))
        to: Counter[str] = Counter()
        for fall in fell:
            if fall.unit in own:
                to += fall.to
        known = [to["small_arms"], to["artillery"], to["close"]]
        # men who rallied were counted when they ran: what is left of the whole is neither
        while sum(known) > lost:
            known[known.index(max(known))] -= 1
        whose = record.chain.units[units[0]].unit.nation
        small, guns, close = known
        found.append(FormationLosses(side, name, nation(whose).id, began, lost, small, guns, close, lost - sum(known)))
    return sorted(found, key=lambda each: -each.lost)


def _roll(record: Record, one: Decisive) -> ReviewedRoll:
    check = systems.rules(record.content.system)[one.roll.check]
    details = one.roll.details if isinstance(one.roll.details, dict) else {}
    both = [details[side]["dice"] for side in ("ours", "theirs") if isinstance(details.get(side), dict)]
    dice = both[0] if both and both[0] else one.roll.dice
    known = systems.rulebook(record.content.system).rules.get(one.roll.rule)
    return ReviewedRoll(
        one.turn,
        one.phase,
        one.side,
        one.text,
        one.title,
        one.roll.rule,
        known.title if known is not None else "",
        tuple(str(face) for face in faces_told(dice, check.uncounted(dice))),
        str(one.chance) if one.chance.denominator <= 100_000 else f"1/{round(1 / one.chance)}",
        float(one.chance) * 100,
        one.tail,
        one.stake,
        one.men,
        one.why == "unlikely",
    )


def _lucks(record: Record, words: Lexicon, refought: Refought) -> list[ReviewedLuck]:
    found = luck(record, words, refought)
    lines = []
    for side in record.sides:
        own = [one for one in found if one.side == side]
        if own:
            path = course(record, words, refought, side)
            sorts = tuple(LuckLine(one.title, one.rolls, one.expected, one.actual, one.spread) for one in own)
            rolls = sum(one.rolls for one in own)
            lines.append(ReviewedLuck(side, _nation(record, side), rolls, path.off, path.band, sorts))
    return lines
