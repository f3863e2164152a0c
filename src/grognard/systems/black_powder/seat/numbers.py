"""Chances as people read them: in percent, in words, with what makes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from grognard.battle.previews import records as pre
from grognard.ground.units import SUB
from grognard.kernel.checks import Refusal
from grognard.kernel.sources import SeededDice

from ..table.field import PowderField

Shares = dict[str, Fraction]
"""How likely each outcome is, by its words."""


def told(
    b: PowderField,
    check: str,
    title: str,
    facts: Any,
    shares: Mapping[str, Fraction],
    values: Mapping[str, int] | None = None,
    *,
    taken: tuple[str, ...] = (),
    place: Mapping[str, Any] | None = None,
) -> pre.OddsOf:
    """Chances with the modifiers that make them: numbers in their own order, words in the order in which they are
    given."""
    mean = float(sum(shares[text] * value for text, value in values.items())) if values else None
    order: Callable[[str], Any] = (lambda text: values[text]) if values else list(shares).index
    return pre.OddsOf(
        title=title,
        check=check,
        rule=b.rules[check].rule,
        facts=taken,
        mean=mean,
        chances=tuple(
            pre.Chance(text=text, percent=round(100 * float(shares[text]), 2), value=(values or {}).get(text))
            for text in sorted(shares, key=order)
            if shares[text]
        ),
        modifiers=worths(b, check, facts),
        **(place or {}),
    )


def worths(b: PowderField, check: str, facts: Any) -> tuple[pre.Worth, ...]:
    """The modifiers of a check."""
    shown = b.rules[check].roll(facts, SeededDice(0))  # the dice do not matter: only modifiers are read off it
    return tuple(pre.Worth(rule=m.rule, label=m.label, value=m.value, side=m.side) for m in shown.modifiers)


def denied(
    b: PowderField, check: str, title: str, refusal: Refusal, place: Mapping[str, Any] | None = None
) -> pre.OddsOf:
    """What cannot be tried, and why."""
    return pre.OddsOf(
        title=title,
        check=check,
        rule=b.rules[check].rule,
        refusal=refusal.reason,
        refusal_rule=refusal.rule,
        **(place or {}),
    )


def apart(b: PowderField, unit: str, target: str) -> dict[str, Any]:
    """How far it is from one to the other, in paces and in inches."""
    gap = b.survey.gap(unit, target)
    return {"paces": gap // SUB, "band": f"{gap / b.inch:.1f} inches"}


def figure(share: Fraction) -> str:
    """A chance in a few letters."""
    found = float(100 * share)
    return f"{found:.0f}%" if not 0 < found < 1 else "<1%"
