"""The log of a battle in the terminal: a sentence for each event with its rules, and the dice if wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from grognard.battle.events import Event, Rolled
from grognard.battle.games import Game
from grognard.battle.rolls import reckoned
from grognard.kernel.uses.outcome_text import faces_told

HEADINGS = {"turn": "\n== Turn {turn}", "phase": "\n-- {phase}"}


class Log:
    """Turns events into lines. The marches of a unit through the quarters of a turn are told as one, when something
    else happens or the phase is over."""

    def __init__(self, game: Game[Any], fight: Any, *, dice: bool = False) -> None:
        self.game, self.fight, self.dice = game, fight, dice
        self._marches: dict[tuple[str, str], Event] = {}

    def lines(self, events: Iterable[Event]) -> Iterator[str]:
        """The lines of some events, and of marches that were under way."""
        for event in events:
            march = event.kind == "moved" and isinstance(event.values.get("paces"), int) and "unit" in event.units
            # a march that was rolled for is told by itself, or its dice would be lost in the sum
            if march and not (self.dice and event.roll is not None):
                self._march(event)
                continue
            # what is not worth a line does not break a march in two
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
        # a retreat after a march is another deed, so it is not added to it
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
        """The lines of one event; none for what is not worth one. With dice, whatever was rolled for is worth one."""
        if event.kind in HEADINGS:
            yield HEADINGS[event.kind].format(turn=event.turn, phase=self.game.phase_name(event.phase))
            return
        text = self.game.tell(self.fight, event)
        more = self.game.particulars(self.fight, event) if self.dice else ""
        roll = event.roll if self.dice else None
        if not text and not more and roll is None:
            return
        # particulars alone: there is no sentence above that says whose they are
        if not text and roll is None:
            yield f"      {self._who(event)}: {more}"
            return
        rules = f"  [{', '.join(dict.fromkeys(event.rules))}]" if event.rules else ""
        yield f"{text or self._rolled_for(event)}{rules}"
        if more:
            yield f"      {more}"
        if roll is not None:
            yield from self._roll_lines(event, roll)

    def _rolled_for(self, event: Event) -> str:
        """Who rolled and what for, where no sentence says it."""
        what = event.roll.check.replace("-", " ") if event.roll is not None else event.kind.replace("_", " ")
        who = self._who(event)
        return f"{who}: {what}" if who else what.capitalize()

    def _who(self, event: Event) -> str:
        return next((self.fight.name(each) for each in event.units.values() if each), "")

    def _roll_lines(self, event: Event, roll: Rolled) -> Iterator[str]:
        """Dice and modifiers as a table player would add them up; both sides', each with its name, where two rolled."""
        details = roll.details if isinstance(roll.details, dict) else {}
        sides = [details[side] for side in ("ours", "theirs") if isinstance(details.get(side), dict)]
        # a save may hold rolls of a check that the rules of today no longer have
        check = self.fight.rules[roll.check] if roll.check in self.fight.rules.declared else None
        needs, uncounted = (check.needs, check.uncounted) if check is not None else ("", _all_count)
        under = check is not None and check.under
        for side, who in zip(sides, self.game.rollers(self.fight, event), strict=False):
            told = side_line(side, f"; {needs}" if needs else "", uncounted(side.get("dice", ())))
            yield f"      {roll.check}, {self.fight.name(who) if who else 'unseen'}: {told}"
        if not sides:
            others = self.game.other_shooters(self.fight, event)
            yield f"      {roll.check}: {single_line(roll, needs, others, uncounted(roll.dice), under=under)}"


def _all_count(_faces: Sequence[int]) -> tuple[int, ...]:
    return ()


def side_line(side: dict[str, Any], needs: str, uncounted: Sequence[int] = ()) -> str:
    """One side of an opposed roll; `uncounted` are the places of dice that did not count."""
    faces, added = _faces(side.get("dice", ()), uncounted), _added(side.get("modifiers", ()))
    if "told" in side:  # a side that throws several sorts of dice says itself what came of them
        return f"{faces} {added}: {side['told']}"
    if "hits" in side:
        return f"{_thrown(side.get('total'), faces, added, needs)}: {_hits(side['hits'])}"
    return f"{faces} {added} = {side.get('total')}"


def single_line(
    roll: Rolled, needs: str, others: int = 0, uncounted: Sequence[int] = (), *, under: bool = False
) -> str:
    """One throw with all that was counted, and what came of it; `under` where the dice are to stay below that."""
    details = roll.details if isinstance(roll.details, dict) else {}
    faces, added = _faces(roll.dice, uncounted), _added(roll.modifiers)
    if "pool_percent" in details:
        return f"{faces} {added} = {roll.total}%; {reckoned(roll, others)}: {_hits(details['hits'])}"
    if under and roll.total is not None and roll.dice:
        thrown = sum(roll.dice)
        told = f"{faces} = {thrown}, against {added} = {thrown + roll.total}, by {roll.total:+d}"
    elif "pool" in details:
        told = _pool(details, faces, added, needs) if roll.dice or roll.modifiers else faces
    else:
        told = f"{faces} {added}" + (f" = {roll.total}" if roll.total is not None else "")
    # hits alone stand in the sum already
    outcome = outcome_words(roll.outcome) if roll.outcome != {"hits": details.get("hits")} else ""
    return f"{told}: {outcome}" if outcome else told


def _pool(details: dict[str, Any], faces: str, added: str, needs: str) -> str:
    """What the dice of a pool showed."""
    return f"{_thrown(details['pool'], faces, added, f'; {needs}' if needs else '')}: {details['hits']} of them"


def _thrown(number: Any, faces: str, added: str, needs: str) -> str:
    """The dice of a pool, then how many there are of them and why."""
    why = f" ({added})" if added else ""
    return f"{faces}, {number} {'die' if number == 1 else 'dice'}{why}{needs}"


def outcome_words(outcome: Any) -> str:
    """What came of a roll, in one line; nothing for what has parts of its own, which sentences tell."""
    if not isinstance(outcome, dict):
        return str(outcome).replace("_", " ") if isinstance(outcome, (str, int)) else ""
    said = []
    for name, value in outcome.items():
        word = name.replace("_", " ")
        if isinstance(value, bool):
            said.append(word if value else f"{word}: no")
        elif isinstance(value, (str, int)) and value != "":
            said.append(f"{word} {str(value).replace('_', ' ')}")
    return ", ".join(said)


def _hits(number: int) -> str:
    return f"{number} hit{'' if number == 1 else 's'}"


def _faces(faces: Any, uncounted: Sequence[int]) -> str:
    """Faces as they fell, those that do not count in brackets."""
    return "dice " + ",".join(faces_told(faces, uncounted)) if faces else "no dice"


def _added(modifiers: Any) -> str:
    return "; ".join(f"{value:+d} {label} ({rule})" for rule, label, value in modifiers)
