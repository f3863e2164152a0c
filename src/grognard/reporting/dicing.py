"""The dice on the page: decisive rolls with every die, modifier and rule, and how lucky each side was."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from typing import Any

from grognard import systems
from grognard.battle.events import Rolled
from grognard.kernel.uses.outcome_text import faces_told

from .drawings.charts import fortune_bar, side_colour
from .fortune import Decisive, Luck, total
from .record import Record
from .wording import the

LITTLE, MUCH = 0.5, 1.5
"""Standard deviations from which dice were a little, or clearly, kinder or harsher than they had to be."""


def rolls(record: Record, found: Sequence[Decisive]) -> str:
    """The decisive rolls, one card each."""
    return f'<ol class="rolls">{"".join(_card(record, one) for one in found)}</ol>' if found else ""


def _card(record: Record, one: Decisive) -> str:
    colour = side_colour(record, one.side) if one.side else "inherit"
    why = f"{'unlikely; ' if one.why == 'unlikely' else ''}{one.stake}"
    return (
        f'<li style="border-color:{colour}"><p class="what"><b>Turn {one.turn}</b> · {escape(one.text)}'
        f'</p><p class="soft">{escape(one.title)} {_rule(record, one.roll.rule)} · {why}</p>'
        f'{"".join(_sums(record, one.roll))}<p class="chance">{escape(chance(one.chance, one.tail))}</p></li>'
    )


def chance(value: Fraction, tail: str) -> str:
    """`9/100 = 9.0%, one time in 11`."""
    often = f", one time in {round(1 / value)}" if value <= Fraction(1, 4) else ""
    # nobody reads a fraction of twenty digits; the percentage beside it is exact enough
    exact = str(value) if value.denominator <= 100_000 else f"about 1/{round(1 / value)}"
    that = f"The chance of this {tail}" if tail else "The chance of this"
    return f"{that}: {exact} = {float(value) * 100:.1f}%{often}"


def _sums(record: Record, roll: Rolled) -> Iterable[str]:
    """Dice and modifiers as they are added up at a table; both sides' where two rolled."""
    details = roll.details if isinstance(roll.details, dict) else {}
    sides = [details[side] for side in ("ours", "theirs") if isinstance(details.get(side), dict)]
    if not sides:
        yield _sum(record, roll, roll.dice, roll.modifiers, _result(record, roll, details))
    for side in sides:
        hits = side.get("told") or (_hits(side["hits"]) if "hits" in side else str(side.get("total")))
        yield _sum(record, roll, side.get("dice", ()), side.get("modifiers", ()), hits)


def _result(record: Record, roll: Rolled, details: dict[str, Any]) -> str:
    if "pool_percent" in details:
        sure, rest = details["automatic"], details["remainder"]
        parts = [f"{sure} sure"] if sure else []
        parts += [f"{rest}% for one more"] if rest else []
        return f"{details['pool_percent']}% in all ({', '.join(parts) or 'nothing'}): {_hits(details['hits'])}"
    if "pool" in details:
        return f"{details['pool']} dice, {_hits(details['hits'])}"
    if roll.total is None:
        return ""
    if systems.rules(record.content.system)[roll.check].under:
        # what was added is a number that the dice are to stay below: both are summed up, so that the margin is plain
        return f"{sum(roll.dice)} against {sum(roll.dice) + roll.total}, by {roll.total:+d}"
    return str(roll.total)


def _hits(number: int) -> str:
    return f"{number} hit{'s' * (number != 1)}"


def _rule(record: Record, rule: str) -> str:
    """A rule's id, with its title for whoever points at it."""
    known = systems.rulebook(record.content.system).rules.get(rule)
    title = f' title="{escape(known.title)}"' if known is not None else ""
    return f'<span class="rule-id"{title}>{escape(rule)}</span>'


def _sum(record: Record, roll: Rolled, dice: Sequence[int], modifiers: Sequence[Any], result: str) -> str:
    uncounted = systems.rules(record.content.system)[roll.check].uncounted(dice)
    faces = "".join(f'<span class="die">{face}</span>' for face in faces_told(dice, uncounted))
    added = "".join(
        f'<span class="mod">{value:+d} {escape(str(label))} {_rule(record, str(rule))}</span>'
        for rule, label, value in modifiers
    )
    return f'<p class="sum">{faces}{added}<span class="total">{escape(result)}</span></p>'


def luck(record: Record, found: Sequence[Luck]) -> str:
    """Expected and actual for each sort of roll, both sides under one another."""
    if not found:
        return ""
    body = []
    for title in dict.fromkeys(one.title for one in found):
        same = [one for one in found if one.title == title]
        for one in same:
            head = f'<th rowspan="{len(same)}">{escape(title)}' if one is same[0] else ""
            colour = side_colour(record, one.side)
            body.append(
                f'<tr>{head}<td style="color:{colour}">{escape(one.side)}<td class="n strength">{one.rolls}'
                f'<td class="n">{one.expected:.1f}<td class="n">{one.actual:g}<td>{fortune_bar(one, colour)}</tr>'
            )
    told = " ".join(_verdict(found, side) for side in record.sides if any(one.side == side for one in found))
    return (
        f"<p>{escape(told)}</p>"
        '<div class="wide"><table class="luck"><thead><tr><th>Rolls<th>Side<th class="n strength">Number'
        f'<th class="n">Expected<th class="n">Came up<th>Worse · better</tr></thead>'
        f"<tbody>{''.join(body)}</tbody></table></div>"
        '<p class="soft">Expected is the sum of the exact odds of each roll before the dice fell. A full bar is three'
        " standard deviations.</p>"
    )


def _verdict(found: Sequence[Luck], side: str) -> str:
    off = total(found, side)
    how = "better" if off > 0 else "worse"
    name = the(side)
    name = name[:1].upper() + name[1:]
    if abs(off) < LITTLE:
        return f"{name} threw about what was to be expected."
    return f"{name} threw {'clearly' if abs(off) >= MUCH else 'a little'} {how} than was to be expected."
