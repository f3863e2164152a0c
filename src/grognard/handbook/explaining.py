"""A roll as a person reads it, in lines of text."""

from __future__ import annotations

from typing import Any

from grognard.kernel.checks import OURS, THEIRS, Check, Result
from grognard.kernel.uses.export import refusal_words
from grognard.kernel.uses.outcome_text import faces_told, words


def explained(check: Check[Any, Any], result: Result[Any], seed: int | None = None) -> str:
    """The roll as a person reads it: dice, every modifier with its rule, total, outcome."""
    lines = [f"{check.title}  [{result.rule}]"]
    if result.dice:
        natural = "" if result.natural is None or _speaks_for_itself(result) else f" = {result.natural}"
        faces = ", ".join(_faces(check, result))
        lines.append(f"  dice  {faces}{natural}" + (f"   (seed {seed})" if seed is not None else ""))
    for applied in result.modifiers:
        side = f"{applied.side}: " if applied.side else ""
        lines.append(f"  {applied.value:+5d}  {side}{applied.label}  [{applied.rule}]")
    parts = {side: part for side, part in result.details.items() if isinstance(part, dict) and "told" in part}
    lines += [f"  {side}: {part['told']}" for side, part in parts.items()]
    if result.total is not None:
        lines.append(f"  {result.total:5d}  {total_name(result)}")
    if result.refusal:
        lines.append(f"  => {refusal_words(result.refusal)}")
    else:
        lines.append(f"  => {words(result.outcome)}")
    return "\n".join(lines)


def _faces(check: Check[Any, Any], result: Result[Any]) -> list[str]:
    """The dice as they fell, those that do not count in brackets; of two sides, one's after the other's."""
    sides = [part["dice"] for name, part in result.details.items() if name in (OURS, THEIRS)] or [result.dice]
    return [face for faces in sides for face in faces_told(faces, check.uncounted(faces))]


def _speaks_for_itself(result: Result[Any]) -> bool:
    """A single die that counts for what it shows, or that only hits or misses."""
    return len(result.dice) == 1 and (result.natural == result.dice[0] or "pool" in result.details)


def total_name(result: Result[Any]) -> str:
    details = result.details
    if "total_name" in details:
        return str(details["total_name"])
    if "pool_percent" in details:
        return f"percent each, {details['shooters']} in all: pool {details['pool_percent']}%"
    if "ours" in details:
        return f"difference: ours {details['ours']['total']}, theirs {details['theirs']['total']}"
    return "total"
