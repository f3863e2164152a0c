"""Chances as people read them: in percent, in words, with what makes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from grognard.battle.previews import records as pre
from grognard.kernel.checks import Refusal
from grognard.kernel.sources import SeededDice

from ..table.field import ClassField

Shares = dict[str, Fraction]
"""How likely each outcome is, by its words."""


def told(
    b: ClassField,
    check: str,
    title: str,
    facts: Any,
    shares: Mapping[str, Fraction],
    values: Mapping[str, int] | None = None,
    *,
    taken: tuple[str, ...] = (),
    kept: bool = False,
    **place: Any,
) -> pre.OddsOf:
    """Chances with the modifiers that make them: the likeliest first, numbers in their own order, or in the order in
    which they are given if that is to be kept."""
    made = b.rules[check]
    mean = float(sum(shares[text] * value for text, value in values.items())) if values else None
    order: Callable[[str], Any] = (lambda text: values[text]) if values else (lambda text: -shares[text])
    shown = made.roll(facts, SeededDice(0))  # the dice do not matter: only modifiers are read off it
    return pre.OddsOf(
        title=title,
        check=check,
        rule=made.rule,
        facts=taken,
        mean=mean,
        chances=tuple(
            pre.Chance(text=text, percent=percent(shares[text]), value=(values or {}).get(text))
            for text in (shares if kept else sorted(shares, key=order))
            # outcomes that cannot come about are left out
            if shares[text]
        ),
        modifiers=tuple(pre.Worth(rule=m.rule, label=m.label, value=m.value, side=m.side) for m in shown.modifiers),
        **place,
    )


def denied(b: ClassField, check: str, title: str, refusal: Refusal, **place: Any) -> pre.OddsOf:
    """What cannot be tried, and why."""
    return pre.OddsOf(
        title=title,
        check=check,
        rule=b.rules[check].rule,
        refusal=refusal.reason,
        refusal_rule=refusal.rule,
        **place,
    )


def percent(share: Fraction) -> float:
    """A chance in percent."""
    return round(100 * float(share), 2)


def figure(share: Fraction) -> str:
    """The same in a few letters."""
    return f"{float(100 * share):.0f}%"


def apart(b: ClassField, unit: str, target: str) -> dict[str, Any]:
    """How far it is from one to the other, in paces and in the inches of the charts."""
    paces = b.survey.distance(unit, target)
    return {"paces": paces, "band": f"{paces / b.paces(1):.1f} inches"}


def added(found: Any, words: Callable[[Any], str]) -> Shares:
    """Odds by the words for their outcomes."""
    shares: Shares = {}
    for outcome, chance in found:
        text = words(outcome)
        shares[text] = shares.get(text, Fraction(0)) + chance
    return shares


def in_order(words: Sequence[str], shares: Shares) -> Shares:
    """The same in the order in which they are best compared."""
    return {text: shares[text] for text in words if text in shares}
