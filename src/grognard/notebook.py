"""How things show themselves in a notebook: a battle as its map, odds as bars, checks, rules and decisions as tables.

Plain HTML without a colour of text, so that it can be read on light and on dark pages. Everything is escaped: names and
texts come from files of strangers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from grognard.battle.battles import Battle
from grognard.battle.decisions import Decision, Option
from grognard.kernel.checks import Check
from grognard.kernel.odds import MOST_SHOWN, Odds
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.uses.outcome_text import words
from grognard.kernel.uses.sheet import whole_sheet
from grognard.reporting.drawings.maps import Atlas, Live

BAR = "display:inline-block;height:.8em;background:#8a6d3b;width:{percent:.2f}%"
MOST_OPTIONS = 40
"""Options of a decision that are listed; orders to a large army may be hundreds."""
MOST_LETTERS = 120
"""Of the values that a field may hold."""


def battle_svg(battle: Battle) -> str:
    """The table with all troops where they stand now."""
    game, fight = battle.game, battle.fight
    pictures = tuple(game.picture(battle.view(seat.id), game.briefing(fight, seat.id)) for seat in battle.seats)
    return Atlas(Live(battle.scenario), {0: pictures}).alone(f"{battle.scenario.header.title}, turn {battle.turn}")


def odds_html(odds: Odds[Any]) -> str:
    """A row for each outcome: percent, fraction, a bar, the outcome in words."""
    rows = [
        (_right(f"{float(chance):.3%}"), _right(str(chance)), _bar(float(chance)), escape(words(outcome)))
        for outcome, chance in list(odds)[:MOST_SHOWN]
    ]
    return _table(("chance", "exactly", "", "outcome"), rows) + _more(len(odds) - len(rows), "outcomes")


def check_html(check: Check[Any, Any]) -> str:
    """The chart: dice, what modifies them, the tables of its results, and what these take for granted."""
    chart = whole_sheet(check)
    modifiers = [(_right(value), escape(label), escape(rule)) for value, label, rule in chart.modifiers]
    tables = "".join(_table(each.heads, [tuple(map(escape, row)) for row in each.rows]) for each in chart.charts)
    taken = ", ".join(f"{name}={value}" for name, value in chart.assumed.items())
    return (
        f"<p><b>{escape(check.title)}</b> [{escape(check.rule)}] {escape(chart.dice)}</p>"
        f"{_table(('value', 'when', 'rule'), modifiers)}{tables}"
        f"{f'<p>taken for granted: {escape(taken)}</p>' if taken else ''}"
    )


def ruleset_html(rules: Ruleset) -> str:
    """Every check with its rule and what it settles."""
    declared = [rules.declared[name] for name in rules]
    rows = [(f"<code>{escape(one.name)}</code>", escape(one.rule), escape(one.title)) for one in declared]
    return f"<p><b>{escape(rules.system)}</b>, {len(rows)} checks</p>{_table(('check', 'rule', 'settles'), rows)}"


def decision_html(decision: Decision) -> str:
    """What is asked, and a row for each option with its fields."""
    shown = decision.options[:MOST_OPTIONS]
    rows = [
        (f"<code>{escape(option.key)}</code>", escape(option.text), _fields(option), escape(option.rule))
        for option in shown
    ]
    rules = f" [{escape(', '.join(decision.rules))}]" if decision.rules else ""
    more = _more(len(decision.options) - len(shown), "options")
    usual = f"<p>default: <code>{escape(str(decision.default))}</code></p>"
    return (
        f"<p><b>{escape(decision.text)}</b>{rules}<br>{escape(decision.seat)}, {escape(decision.id)}</p>"
        f"{_table(('option', 'means', 'fields', 'rule'), rows)}{more}{usual}"
    )


def _fields(option: Option) -> str:
    lines = []
    for name, domain in option.fields.items():
        allowed = domain.allowed if len(domain.allowed) <= MOST_LETTERS else f"{domain.allowed[:MOST_LETTERS]}…"
        usual = "; may be left out" if name in option.optional else ""
        lines.append(f"<code>{escape(name)}</code>: {escape(allowed + usual)}")
    return "<br>".join(lines)


def _bar(share: float) -> str:
    style = BAR.format(percent=100 * share)
    return f'<div style="width:12em;text-align:left"><span style="{style}"></span></div>'


def _right(text: str) -> str:
    return f'<div style="text-align:right">{escape(text)}</div>'


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of cells that are HTML already; nothing where there is no row."""
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>" if body else ""


def _more(number: int, of: str) -> str:
    return f"<p>and {number:,} more {of}</p>" if number > 0 else ""
