"""The log of a battle in the terminal: a sentence for each event with its rules, and the dice if wanted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.battle.events import Event, Rolled
from grognard.battle.games import Game

HEADINGS = {"turn": "\n== Turn {turn}", "phase": "\n-- {phase}"}


def lines(game: Game, fight: Any, event: Event, *, dice: bool) -> Iterator[str]:
    """The lines of one event; none for what is not worth one."""
    if event.kind in HEADINGS:
        phase = event.phase.replace("_", " ")
        yield HEADINGS[event.kind].format(turn=event.turn, phase=phase)
        return
    text = game.tell(fight, event)
    if not text:
        return
    rules = f"  [{', '.join(dict.fromkeys(event.rules))}]" if event.rules else ""
    yield f"{text}{rules}"
    if dice and event.roll is not None:
        yield from roll_lines(event.roll)


def roll_lines(roll: Rolled) -> Iterator[str]:
    """Dice and modifiers as a table player would add them up."""
    details = roll.details if isinstance(roll.details, dict) else {}
    sides = [details[side] for side in ("ours", "theirs") if isinstance(details.get(side), dict)]
    if sides:
        for side in sides:
            yield f"      {_faces(side.get('dice', ()))} {_added(side.get('modifiers', ()))} = {side.get('total')}"
        return
    total = f" = {roll.total}" if roll.total is not None else ""
    yield f"      {roll.check}: {_faces(roll.dice)} {_added(roll.modifiers)}{total}"


def _faces(faces: Any) -> str:
    return "dice " + ",".join(map(str, faces)) if faces else "no dice"


def _added(modifiers: Any) -> str:
    return "; ".join(f"{value:+d} {label} ({rule})" for rule, label, value in modifiers)
