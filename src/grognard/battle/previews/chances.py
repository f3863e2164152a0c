"""Chances as people read them: in percent, in words, with what makes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from grognard.kernel.checks import Check, Refusal
from grognard.kernel.sources import SeededDice

from .records import Chance, OddsOf, Worth

Shares = dict[str, Fraction]
"""How likely each outcome is, by its words."""


def told(
    check: Check[Any, Any],
    title: str,
    facts: Any,
    shares: Mapping[str, Fraction],
    values: Mapping[str, int] | None = None,
    *,
    taken: tuple[str, ...] = (),
    kept: bool = False,
    rule: str = "",
    **place: Any,
) -> OddsOf:
    """Chances with the modifiers that make them: the likeliest first, numbers in their own order, or in the order in
    which they are given if that is to be kept. `taken` is what was taken for granted, `place` how far apart they are;
    `rule` stands for the check's own where another part of the rules decides."""
    mean = float(sum(shares[text] * value for text, value in values.items())) if values else None
    order: Callable[[str], Any] = (lambda text: values[text]) if values else (lambda text: -shares[text])
    return OddsOf(
        title=title,
        check=check.name,
        rule=rule or check.rule,
        facts=taken,
        mean=mean,
        chances=tuple(
            Chance(text=text, percent=percent(shares[text]), value=(values or {}).get(text))
            for text in (shares if kept else sorted(shares, key=order))
            # outcomes that cannot come about are left out
            if shares[text]
        ),
        modifiers=worths(check, facts),
        **place,
    )


def worths(check: Check[Any, Any], facts: Any) -> tuple[Worth, ...]:
    """The modifiers of a check; none where there are no facts to go by."""
    if facts is None:
        return ()
    shown = check.roll(facts, SeededDice(0))  # the dice do not matter: only modifiers are read off it
    return tuple(Worth(rule=m.rule, label=m.label, value=m.value, side=m.side) for m in shown.modifiers)


def denied(check: Check[Any, Any], title: str, refusal: Refusal, **place: Any) -> OddsOf:
    """What cannot be tried, and why."""
    return OddsOf(
        title=title,
        check=check.name,
        rule=check.rule,
        refusal=refusal.reason,
        refusal_rule=refusal.rule,
        **place,
    )


def percent(share: Fraction) -> float:
    """A chance in percent."""
    return round(100 * float(share), 2)


def whole_percents(shares: Sequence[Fraction]) -> list[int]:
    """Chances that make up the whole, in percents that do so too: what rounding down leaves goes to those who lost most
    by it."""
    cut = [int(100 * share) for share in shares]
    lost = sorted(range(len(shares)), key=lambda at: (cut[at] - 100 * shares[at], at))
    for at in lost[: 100 - sum(cut)]:
        cut[at] += 1
    return cut


def figure(share: Fraction) -> str:
    """The same in a few letters; what can happen at all is never told as nothing."""
    found = float(100 * share)
    return f"{found:.0f}%" if not 0 < found < 1 else "<1%"


def added(odds: Iterable[tuple[Any, Fraction]], words: Callable[[Any], str]) -> Shares:
    """Odds by the words for their outcomes."""
    shares: Shares = {}
    for outcome, chance in odds:
        text = words(outcome)
        shares[text] = shares.get(text, Fraction(0)) + chance
    return shares
