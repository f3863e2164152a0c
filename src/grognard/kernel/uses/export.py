"""Results, odds and facts as plain data, for JSON and for whoever draws them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..checks import Check, Refusal, Result
from ..facts import text_of
from ..odds import Odds
from .open_facts import Case


def plain(value: Any) -> Any:
    """Named tuples as dictionaries, sets as sorted lists, all the way down."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: plain(part) for name, part in value._asdict().items()}
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    if isinstance(value, Mapping):
        return {name: plain(part) for name, part in value.items()}
    return [plain(part) for part in value] if isinstance(value, (list, tuple)) else value


def result_data(system: str, check: Check[Any, Any], result: Result[Any]) -> dict[str, Any]:
    """A check that was made. `uncounted` are the dice that were thrown and did not count, by their places from 0; of
    two sides each has its own as well."""
    details = dict(result.details)
    sides = [side for side in ("ours", "theirs") if side in details]
    data = {
        "system": system,
        "check": result.check,
        "rule": result.rule,
        "dice": list(result.dice),
        "uncounted": _uncounted(check, [details[side]["dice"] for side in sides] or [result.dice]),
        "natural": result.natural,
        "modifiers": _modifiers(result.modifiers),
        "total": result.total,
        "outcome": plain(result.outcome),
    }
    if result.refusal:
        data["refusal"] = plain(result.refusal)
    for side in sides:
        own = {"modifiers": _modifiers(details[side]["modifiers"]), "uncounted": check.uncounted(details[side]["dice"])}
        details[side] = {**details[side], **own}
    return {**data, **plain(details)}


def _uncounted(check: Check[Any, Any], throws: Sequence[Sequence[int]]) -> list[int]:
    """The places of dice that did not count among those of all throws, one after the other."""
    found: list[int] = []
    before = 0
    for faces in throws:
        found += [before + place for place in check.uncounted(faces)]
        before += len(faces)
    return found


def _modifiers(applied: Any) -> list[dict[str, Any]]:
    """Without the empty side of checks that have only one."""
    return [{name: part for name, part in plain(one).items() if part != "" or name != "side"} for one in applied]


def odds_data(system: str, check: str, cases: list[Case]) -> dict[str, Any]:
    """Odds; under `cases` when some facts were left open and matter, else straight under `outcomes`."""
    data: dict[str, Any] = {"system": system, "check": check}
    if len(cases) == 1 and not cases[0].facts:
        return data | _case(cases[0])
    return data | {"cases": [{"facts": plain(case.facts)} | _case(case) for case in cases]}


def _case(case: Case) -> dict[str, Any]:
    if case.odds is None:
        return {"refusal": plain(case.refusal), "outcomes": []}
    return {"outcomes": outcomes_data(case.odds)}


def outcomes_data(odds: Odds[Any]) -> list[dict[str, Any]]:
    """Each outcome with its chance as a fraction and in percent."""
    return [
        {"outcome": plain(outcome), "probability": str(chance), "percent": round(float(chance) * 100, 6)}
        for outcome, chance in odds
    ]


def facts_data(check: Check[Any, Any]) -> list[dict[str, Any]]:
    """What a check asks for."""
    defaults = check.defaults()
    return [
        {
            "fact": name,
            "allowed": domain.allowed,
            "required": name not in defaults,
            "default": plain(defaults.get(name)),
            "default_text": text_of(defaults[name]) if name in defaults else "",
            "meaning": meaning(check, name),
        }
        for name, domain in check.domains().items()
    ]


def meaning(check: Check[Any, Any], fact: str) -> str:
    """What a fact means: its own words, or the label of the modifier that it brings in."""
    own = check.meanings()[fact]
    key = fact.rpartition(".")[2]
    rows = (row for modifier in check.modifiers for row in modifier.rows)
    return own or next((row.label for row in rows if row.key == key), "")


def refusal_words(refusal: Refusal) -> str:
    """A refusal in one line of text."""
    return f"not allowed: {refusal.reason} ({refusal.rule})"
