"""Battles on disk: plain JSON, versioned, written whole or not at all; loading, and running the rules again to verify.

A file holds the scenario, options, seed and the record. `load` applies the events up to the start of the last phase and
gives the later answers once more; `verify` gives all of them from the beginning and compares every die and event.
"""

from __future__ import annotations

import glob
import hashlib
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from grognard.kernel.bounded import read_bytes
from grognard.kernel.errors import BadData, BadInput, GrognardError
from grognard.scenarios.model import Scenario

from ..battles import Battle, Checkpoint
from ..decisions import Answer
from ..events import Event
from ..games import Game
from ..worlds import typed
from .fair import Fair, Seen, check, written
from .recorded import Threw, drawn_otherwise

FORMAT = "grognard battle"
VERSION = 2
MIGRATIONS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {
    1: lambda data: {**data, "version": 2},  # long seeds as text, and what they are made of
}
"""From each older version to the next: a function of the plain data."""
NOTHING_SEEN = Seen()
_DIGITS = re.compile("[0-9]{1,40}")
LARGEST = 100_000_000
"""Bytes; a longer file is not one of ours."""

_SEAL = b',"digest":"'
"""The last field of a file, and what its digest is not of."""

SavedEntry = Answer | Threw | Event


class Saved(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a file."""

    format: str
    version: int
    made_by: str
    system: str
    scenario: Scenario
    options: dict[str, Any]
    seed_written: int | str = field(name="seed")
    """A long one is a text of digits."""
    at: int
    """Entries before the start of the last phase."""
    dice: dict[str, tuple[str, str]]
    """Where the streams stood then, in hexadecimal."""
    entries: list[SavedEntry]
    fair: Fair | None = None
    """What the seed is made of, where it was not chosen."""
    digest: str = ""

    @property
    def seed(self) -> int:
        """From which all dice follow; 0 while it is being made."""
        if isinstance(self.seed_written, str) and not _DIGITS.fullmatch(self.seed_written):
            raise BadData(f"seed = {self.seed_written[:50]!r}; it is a whole number")
        return int(self.seed_written)


class Verified(Struct, frozen=True):
    """What was gone through and found right."""

    title: str
    system: str
    seed: int
    turns: int
    answers: int
    dice: int
    events: int
    parts: tuple[str, ...] | None = None
    """Seats that gave a part of the seed, beside the server; nothing where it was chosen."""


def saved(battle: Battle) -> Saved:
    """A battle as it is written down: whole, so without what an answer that was broken off has led to."""
    # an answer that was broken off may have begun a phase already; that one is not whole
    points = (each for each in reversed(battle.checkpoints) if each.entry <= battle.whole)
    point = next(points, Checkpoint(0, None, {}))
    dice = {stream: (f"{state:x}", f"{step:x}") for stream, (state, step) in point.dice.items()}
    return Saved(
        FORMAT,
        VERSION,
        version("grognard"),
        battle.game.id,
        battle.scenario,
        dict(battle.options),
        written(battle.seed),
        point.entry,
        dice,
        battle.entries[: battle.whole],
        battle.fair,
    )


def sealed(content: Any) -> bytes:
    """A file's bytes: the content with the digest of all bytes before it, which no later version reads otherwise."""
    # the digest is the last field, so the bytes before it are all there is, in the order they were written
    body, mark, _ = msgspec.json.encode(content).rpartition(_SEAL)
    return body + mark + _digest(body) + b'"}'


def save(battle: Battle, path: Path) -> None:
    """Write a battle: what stood in the file before is lost only when all of the new is on disk."""
    content = sealed(saved(battle))
    # beside the file, not in a temporary folder: only within one file system is a rename whole or nothing
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            # without it the new name could be on disk before the bytes are
            os.fsync(file.fileno())
        draft.replace(path)
        _settle(path.parent)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror or error}") from None
    finally:
        draft.unlink(missing_ok=True)  # there only if something broke in


def _settle(folder: Path) -> None:
    """The new name on disk as well, where folders can be asked for that."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def clear_drafts(path: Path) -> None:
    """Remove what a process that was killed while it saved has left beside a file."""
    if os.name != "posix":
        return  # where asking whether a process runs would end it
    for draft in path.parent.glob(f".{glob.escape(path.name)}.[0-9]*"):
        if draft.suffix[1:].isdecimal() and not _runs(int(draft.suffix[1:])):
            draft.unlink(missing_ok=True)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    # a number too great for any process names none that runs
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


def read(path: Path) -> Saved:
    """The content of a file; refuses with a plain sentence what is cut short, tampered with or too new."""
    return from_bytes(read_bytes(path, LARGEST), str(path))


def from_bytes(text: bytes, source: str, *, trusted: bool = False) -> Saved:
    """As `read`, from bytes; from where nobody else writes, without a look at the digest."""
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadData(f"{source}: not a whole battle: it is cut short or is no JSON; take an earlier save") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadData(f'{source}: not a saved battle; one begins with "format": "{FORMAT}"')
    data = _migrated(data, source)
    body, _, seal = text.rpartition(_SEAL)
    try:
        found = msgspec.convert(data, Saved)
    except msgspec.ValidationError as error:
        raise BadData(f"{source}: {error}") from None
    # asked last, so that a file of another kind or version is told that, and not that it was changed
    if not trusted and seal.rstrip() != _digest(body) + b'"}':
        raise BadData(f"{source}: it was changed after it was saved, and cannot be trusted; take an untouched copy")
    return found


def _migrated(data: dict[str, Any], source: str) -> dict[str, Any]:
    found = data.get("version")
    if type(found) is not int or found < 1:
        raise BadData(f"{source}: version = {found!r}; it is a whole number from 1 to {VERSION}")
    if found > VERSION:
        maker = data.get("made_by", "a newer Grognard")
        raise BadData(f"{source}: saved by {maker} in format {found}; this Grognard reads up to {VERSION}: update it")
    while found < VERSION:
        data = MIGRATIONS[found](data)
        found = data["version"]
    return data


def _digest(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest().encode()


Find = Callable[[str], Game[Any]]
"""How a system's game is found by its id; `grognard.systems.game`, which this layer does not import."""


def load(path: Path, find: Find) -> Battle:
    """A battle that goes on where it was saved."""
    return resumed(read(path), find, str(path))


def resumed(content: Saved, find: Find, source: str = "the save") -> Battle:
    """As `load`, from what was read."""
    with followed(source):
        battle = unfought(content, find)
        dice = {stream: (_whole(state), _whole(step)) for stream, (state, step) in content.dice.items()}
        if not 0 <= content.at <= len(content.entries):
            raise BadData(f"at = {content.at}; the record has {len(content.entries)} entries")
        seats = {seat.id for seat in battle.seats}
        if strange := sorted(dice.keys() - seats - {""}):
            raise BadData(
                f"dice = {strange[0]!r}; dice are those of the battle (empty) or of a seat: {', '.join(sorted(seats))}"
            )
        battle.resume(_typed_entries(battle, content), content.at, dice)
    return battle


def unfought(content: Saved, find: Find) -> Battle:
    """The battle of a file before anything has happened."""
    return Battle(find(content.system), content.scenario, content.options, content.seed, content.fair)


def _whole(text: str) -> int:
    try:
        return int(text, 16)
    except ValueError:
        raise BadData(f"dice = {text[:40]!r}; where a stream stands is a number in hexadecimal") from None


@contextmanager
def followed(source: str) -> Iterator[None]:
    """Around whatever the rules make of a record. One that was written by hand may lead them anywhere."""
    try:
        yield
    except GrognardError as error:
        # it names the file already
        if str(error).startswith(source):
            raise
        sense = "" if isinstance(error, BadInput) else "its record makes no sense to the rules: "
        raise BadData(f"{source}: {sense}{error}") from None
    except OSError:
        raise
    except Exception as error:
        if os.environ.get("GROGNARD_TRACEBACK"):
            raise
        said = " ".join(f"{type(error).__name__} {error}".split())[:200]
        raise BadData(
            f"{source}: the rules cannot follow its record ({said}): it was made by hand, or it is our fault; "
            "GROGNARD_TRACEBACK=1 before the command shows where"
        ) from None


def _typed_entries(battle: Battle, content: Saved) -> list[SavedEntry]:
    world = type(battle.fight.world)
    return [typed(world, entry) if type(entry) is Event else entry for entry in content.entries]


Progress = Callable[[int, int], object]
"""Told now and then how many of how many are done."""


def verify(path: Path, find: Find, progress: Progress = lambda done, of: None, seen: Seen = NOTHING_SEEN) -> Verified:
    """Check the seed against its parts and what a player saw of them, and every die against the seed; then fight the
    battle again from its seed and answers, and compare every die and every event with the record."""
    content = read(path)
    with followed(str(path)):
        check(content.fair, content.seed, seen)
        battle = unfought(content, find)
        _dice_of_the_seed(content, [seat.id for seat in battle.fight.seats])
        entries = _typed_entries(battle, content)
        given = [entry for entry in entries if type(entry) is Answer]
        battle.go_on()
        for number, answer in enumerate(given, start=1):
            try:
                battle.answer(answer)
            except GrognardError as error:
                # the first difference says more than the refusal that it led to
                _compare(battle.entries, entries[: len(battle.entries)])
                raise BadData(f"answer {number} ({answer}): {error}") from None
            progress(number, len(given))
        _compare(battle.entries, entries)
    answers, dice, events = (sum(type(entry) is kind for entry in entries) for kind in (Answer, Threw, Event))
    parts = tuple(content.fair.seats) if content.fair is not None and not content.fair.chosen else None
    return Verified(
        content.scenario.header.title, content.system, content.seed, battle.turn, answers, dice, events, parts
    )


def _dice_of_the_seed(content: Saved, seats: list[str]) -> None:
    """Every throw is what the seed gives, in the order of the record: whatever the rules say today."""
    found = drawn_otherwise(content.entries, content.seed, seats)
    if found is not None:
        place, faces = found
        raise BadData(
            f"{_moment(content.entries[: place + 1])}, entry {place + 1}: the record has "
            f"{_short(content.entries[place])}; its seed gives {', '.join(map(str, faces))}"
        )


def _compare(again: list[Any], entries: list[Any]) -> None:
    for number, (ours, theirs) in enumerate(zip(again, entries, strict=False)):
        if ours != theirs:
            raise BadData(
                f"{_moment(entries[: number + 1])}, entry {number + 1}: the record has {_short(theirs)}; "
                f"by the rules it is {_short(ours)}. Its dice are those of its seed: the record was altered, or the "
                "rules have changed since it was fought"
            )
    if len(again) != len(entries):
        first = "record" if len(again) > len(entries) else "battle by the rules"
        raise BadData(f"the {first} ends first: {len(entries)} entries recorded, {len(again)} by the rules")


def _moment(entries: list[Any]) -> str:
    last = next((entry for entry in reversed(entries) if type(entry) is Event), None)
    return f"turn {last.turn}, {last.phase.replace('_', ' ')}" if last else "at the beginning"


def _short(entry: Any) -> str:
    text = msgspec.json.encode(entry).decode()
    return text if len(text) <= 160 else f"{text[:157]}..."
