"""Golden battles: kept beside the tests as text, the answers that were given and all that came of them.

A golden battle is named by its scenario, seed and number of turns: `farm-at-the-crossroads.7.3`. To compare one, its
answers are given again under the rules of today; who gave them does not matter, so that a better staff leaves it alone.
Only those whose name ends in a commander, `.staff` or `.staff-1`, are fought by it each time: they show when it decides
otherwise.

    > french orders: done                                      an answer
    I/Musketeers march 300 paces  [CS-6.1]                     what came of it, in words, with every die
    = 112 dice and events so far, 5f0c8be1a37d                 and a digest of what has no words
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from grognard.battle.battles import Battle
from grognard.battle.commanding import fight_out
from grognard.battle.decisions import Answer
from grognard.battle.events import Event
from grognard.battle.worlds import FirstWritten
from grognard.kernel.errors import BadData, GrognardError

from .log import Log
from .many import begin, staffed

ANSWER, DIGEST, TROUBLE = "> ", "= ", "! "
"""What lines begin with that are no words of the log."""
STAFFS = ("staff", "staff-1")
"""What the names of those end in that a commander fights each time."""

# keys in a fixed order, or equal battles could have unequal digests
_encode = msgspec.json.Encoder(order="deterministic").encode


class GoldenFile(NamedTuple):
    """A golden battle as it lies in its folder, which is called as its system."""

    path: Path

    @property
    def id(self) -> str:
        """`cold-steel/maida.2.12`."""
        return f"{self.path.parent.name}/{self.path.stem}"

    @property
    def by_staff(self) -> str:
        """The commander whose decisions it shows; nothing where its answers are given again."""
        last = self.path.stem.rpartition(".")[2]
        return last if last in STAFFS else ""

    @property
    def text(self) -> str:
        """What it was when it was written."""
        return self.path.read_text("utf-8")

    def begun(self) -> Battle:
        """The battle before the first answer."""
        scenario, seed, turns = self.path.stem.removesuffix(f".{self.by_staff}").rsplit(".", 2)
        # as many as its name says: the text must not depend on the scenario's own length
        return begin(scenario, seed=int(seed), system=self.path.parent.name, options={"turns": int(turns)})


def kept(folder: Path) -> list[GoldenFile]:
    """The golden battles of all systems."""
    return [GoldenFile(path) for path in sorted(folder.glob("*/*.txt"))]


def now(golden: GoldenFile) -> str:
    """What it would be today: the staff's are fought, the others' answers are given again."""
    return fought(golden) if golden.by_staff else replayed(golden, answers_in(golden.text))


def fought(golden: GoldenFile) -> str:
    """The text of the battle as two staffs of today fight it, or two of the commander whose it is."""
    battle = golden.begun()
    fight_out(battle, staffed(battle, golden.by_staff or "staff"))
    return _text(golden, battle)


def replayed(golden: GoldenFile, answers: Iterable[Answer]) -> str:
    """The text of the battle with these answers, as far as the rules of today take them."""
    battle = golden.begun()
    for answer in answers:
        try:
            battle.answer(answer)
        except GrognardError as refused:
            # kept in the text: the comparison then shows where the rules of today part from it
            return _text(golden, battle, f"{answer}: {refused}")
    asked = ", ".join(f"{decision.seat} {decision.id}" for decision in battle.open)
    return _text(golden, battle, f"there is no answer to {asked}" if asked else "")


def answers_in(text: str) -> list[Answer]:
    """The answers that stand in a golden battle."""
    return [Answer.parse(line.removeprefix(ANSWER)) for line in text.split("\n") if line.startswith(ANSWER)]


def write(golden: GoldenFile, *, keep_answers: bool) -> bool:
    """Write one anew: as the staffs of today fight it, or what comes of the same answers. Whether it has changed.

    Where the rules no longer take the answers, it is left as it was and BadData says why.
    """
    text = now(golden) if keep_answers else fought(golden)
    # a file with trouble in it would be golden from then on
    trouble = next((line for line in text.split("\n") if line.startswith(TROUBLE)), "")
    if trouble:
        raise BadData(f"{golden.id}: its answers do not fit the rules any more: {trouble.removeprefix(TROUBLE)}")
    before = golden.text
    golden.path.write_text(text, "utf-8")
    return text != before


def _text(golden: GoldenFile, battle: Battle, trouble: str = "") -> str:
    turns = f"{battle.options['turns']} turns"
    lines = [f"{battle.scenario.header.title}, {golden.path.parent.name}, seed {battle.seed}, {turns}"]
    lines += _lines(battle)
    return "\n".join([*lines, *([TROUBLE + trouble] if trouble else [])]) + "\n"


def _lines(battle: Battle) -> Iterator[str]:
    """Answers, and what came of each; at the end of a turn a digest of all dice and events up to there."""
    log, seal, number = Log(battle.game, battle.fight, dice=True), hashlib.sha256(), 0
    for entry in battle.entries:
        if type(entry) is Answer:
            # what the log held back belongs before the next answer
            yield from log.rest()
            yield f"{ANSWER}{entry}"
            continue
        if type(entry) is Event:
            if entry.kind == "turn" and number:
                yield from log.rest()
                yield _digest(number, seal.hexdigest())
            yield from log.lines([entry])
        number += 1
        seal.update(_encode(_whole(entry)))
    yield from log.rest()
    yield _digest(number, seal.hexdigest())


def _whole(value: Any) -> Any:
    """A record as plain data with every field. What equals its default may be left out of a save or stand in it, so
    that equal records need not be equal bytes there."""
    if isinstance(value, FirstWritten):
        return _whole(value.first_written())
    if isinstance(value, msgspec.Struct):
        return {name: _whole(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, dict):
        return {key: _whole(each) for key, each in value.items()}
    return [_whole(each) for each in value] if isinstance(value, (list, tuple)) else value


def _digest(number: int, seal: str) -> str:
    return f"{DIGEST}{number:,} dice and events so far, {seal[:12]}"
