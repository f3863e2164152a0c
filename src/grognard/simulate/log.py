"""The log of a battle in the terminal: a sentence for each event with its rules, and the dice if wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from grognard.battle.events import Event, Rolled
from grognard.battle.games import Game

HEADINGS = {"turn": "\n== Turn {turn}", "phase": "\n-- {phase}"}


class Log:
    """Turns events into lines. The marches of a unit through the quarters of a turn are told as one, when something
    else happens or the phase is over."""

    def __init__(self, game: Game, fight: Any, *, dice: bool = False) -> None:
        self.game, self.fight, self.dice = game, fight, dice
        self._marches: dict[tuple[str, str], Event] = {}

    def lines(self, events: Iterable[Event]) -> Iterator[str]:
        """The lines of some events, and of marches that were under way."""
        for event in events:
            if event.kind == "moved" and isinstance(event.values.get("paces"), int) and "unit" in event.units:
                self._march(event)
                continue
            told = list(self._told(event))
            if told:
                yield from self.rest()
                yield from told

    def rest(self) -> Iterator[str]:
        """The marches that have not been told yet."""
        marches, self._marches = self._marches, {}
        for event in marches.values():
            yield from self._told(event)

    def _march(self, event: Event) -> None:
        key = event.units["unit"], str(event.values.get("how", ""))
        before = self._marches.get(key)
        if before is not None:
            numbers = {
                name: before.values.get(name, 0) + value
                for name, value in event.values.items()
                if type(value) is int and name in ("paces", "degrees", "spaces")
            }
            event = replace(event, values={**event.values, **numbers})
        self._marches[key] = event

    def _told(self, event: Event) -> Iterator[str]:
        """The lines of one event; none for what is not worth one."""
        if event.kind in HEADINGS:
            yield HEADINGS[event.kind].format(turn=event.turn, phase=self.game.phase_name(event.phase))
            return
        text = self.game.tell(self.fight, event)
        if not text:
            return
        rules = f"  [{', '.join(dict.fromkeys(event.rules))}]" if event.rules else ""
        yield f"{text}{rules}"
        if self.dice and event.roll is not None:
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
