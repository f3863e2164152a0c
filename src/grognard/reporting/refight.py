"""The battle fought again from its seed and answers, with an ear to every roll: only so are the facts of a roll known,
and with them the exact odds of what came up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from grognard.battle.decisions import Answer
from grognard.battle.events import Event, Rolled
from grognard.battle.record.saves import Progress, unfought
from grognard.kernel.checks import Check, Result
from grognard.kernel.errors import GrognardError
from grognard.kernel.odds import Odds
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.uses.export import plain

from .record import Record


class HeardRoll(NamedTuple):
    """A roll with its odds before the dice fell."""

    at: int
    """Entries in the record when it was made."""
    facts: Any
    result: Result[Any]
    title: str
    odds: Odds[Any]


class Listening(Ruleset):
    """The same checks, every roll of them noted."""

    def __init__(self, rules: Ruleset, entries: list[Any]) -> None:
        super().__init__(rules.system, rules.declared, rules.tables)
        self._entries = entries
        self.wanted: set[str] = set()
        self.heard: dict[str, list[HeardRoll]] = {}

    def __getitem__(self, name: str) -> Check[Any, Any]:
        # asked first: getting it binds it, and it must be listened to once only
        known = name in self._bound
        check = super().__getitem__(name)
        if not known and name in self.wanted:
            self._listen(check)
        return check

    def _listen(self, check: Check[Any, Any]) -> None:
        roll = check.roll

        def noted(s: Any, dice: Any) -> Result[Any]:
            result = roll(s, dice)
            # what was refused was not rolled, so there are no odds of it
            if result.outcome is not None:
                heard = HeardRoll(len(self._entries), s, result, check.title, check.odds(s))
                self.heard.setdefault(check.name, []).append(heard)
            return result

        check.roll = noted  # type: ignore[method-assign]


class Refought(NamedTuple):
    """What was heard, by the place of the event in the record; or why nothing was."""

    rolls: dict[int, HeardRoll]
    trouble: str = ""


def refight(record: Record, kinds: Iterable[str], progress: Progress = lambda done, of: None) -> Refought:
    """Fight it again. Under rules that have changed since it was saved it may not come out as recorded: then there are
    no odds, and the report says so."""
    content = record.content
    wanted = set(kinds)
    battle = unfought(content, record.find)
    rules = Listening(battle.fight.rules, battle.entries)
    # listening costs the odds of every roll, so only to checks of which the report tells
    rules.wanted = {e.roll.check for e in content.entries if type(e) is Event and e.kind in wanted and e.roll}
    battle.fight.rules = rules
    try:
        battle.go_on()
        for number, entry in enumerate(content.entries, start=1):
            if type(entry) is Answer:
                battle.answer(entry)
                progress(number, len(content.entries))
    except GrognardError as error:
        return Refought({}, f"fought again by the rules of today it takes another course ({error})")
    # it may also come to its end without a refusal, by other dice
    if _courses(battle.entries) != _courses(content.entries):
        return Refought({}, "fought again by the rules of today it takes another course")
    return Refought(dict(_matched(battle.entries, wanted, rules.heard)))


def _courses(entries: Iterable[Any]) -> list[tuple[str, int, Any]]:
    """What must be the same in both: every event and its dice."""
    return [(e.kind, e.turn, e.roll and e.roll.dice) for e in entries if type(e) is Event]


def _matched(
    entries: list[Any], wanted: set[str], heard: dict[str, list[HeardRoll]]
) -> Iterable[tuple[int, HeardRoll]]:
    """Each event that tells of a roll with the roll: the last one before it that came out so."""
    for number, entry in enumerate(entries):
        if type(entry) is Event and entry.kind in wanted and entry.roll is not None:
            # several rolls may be alike; the one meant is the last that was made before the event was told
            before = [one for one in heard.get(entry.roll.check, ()) if one.at <= number]
            found = next((one for one in reversed(before) if _same(one.result, entry.roll)), None)
            if found is not None:
                yield number, found


def _same(result: Result[Any], roll: Rolled) -> bool:
    """An event may hold one side's dice of a roll of two."""
    return result.dice[: len(roll.dice)] == roll.dice and plain(result.outcome) == roll.outcome
