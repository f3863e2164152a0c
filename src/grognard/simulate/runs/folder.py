"""The folder of a run: its manifest, a journal that takes each game as it is finished, and files of rows at the end.

The journal is the truth. A line is on disk before the game counts as finished, and a line that was cut short by a kill
is taken off when the run goes on; so nothing finished is lost, and nothing is fought twice.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from time import sleep
from types import TracebackType
from typing import Self

import msgspec

from grognard.kernel.errors import BadData, BadInput

from .chronicle import GameRecord
from .plans import RunPlan

MANIFEST, JOURNAL = "manifest.json", "games.jsonl"
TRIES, BRIEF = 3, 0.05
"""Tries at a folder that is held, and the seconds from one to the next."""


class RunFolder:
    """A folder that is written by one process at a time."""

    def __init__(self, path: Path, plan: RunPlan) -> None:
        """Begin in a new folder, or go on in one that was begun by the same command; BadInput for any other."""
        self.path, self.plan = path, plan
        try:
            path.mkdir(parents=True, exist_ok=True)
            self._lock()
            self._begin()
            self._journal = os.open(path / JOURNAL, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
            self.done = self._mended()
        except OSError as error:
            raise BadInput(f"{path}: cannot be written: {error.strerror or error}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        os.close(self._journal)
        os.close(self._held)

    def keep(self, record: GameRecord) -> None:
        """A game that was finished; it is on disk when this returns."""
        line = msgspec.json.encode(_portable(record)) + b"\n"
        # one write, so that another reader sees a whole line or none
        os.write(self._journal, line)
        os.fsync(self._journal)
        self.done.add((record.arm, record.seed))

    def _lock(self) -> None:
        self._held = os.open(self.path, os.O_RDONLY)
        # whoever only looks whether a run goes on holds it for less than a moment
        for _ in range(TRIES):
            if _claim(self._held):
                return
            sleep(BRIEF)
        os.close(self._held)
        raise BadInput(f"{self.path}: another run writes there now; wait for it, or name another folder")

    def _begin(self) -> None:
        manifest = self.path / MANIFEST
        if manifest.exists():
            self._must_go_on(read_plan(self.path))
        elif strays := sorted(each.name for each in self.path.iterdir()):
            raise BadInput(f"{self.path}: not empty and no run ({strays[0]} is in it); name another folder")
        # written again where more games are asked for than before
        write_whole(manifest, msgspec.json.format(msgspec.json.encode(self.plan), indent=2) + b"\n")

    def _must_go_on(self, begun: RunPlan) -> None:
        """What is asked for now must be what is there, but for more games of it."""
        if begun.build != self.plan.build:
            raise BadInput(
                f"{self.path}: was begun by another version of the program ({begun.build}, this is {self.plan.build}); "
                "games of both would be mixed: name another folder"
            )
        if (begun.arms, begun.seed, begun.kind) != (self.plan.arms, self.plan.seed, self.plan.kind):
            raise BadInput(f"{self.path}: holds {_different(begun, self.plan)}; name another folder")
        if self.plan.games < begun.games:
            raise BadInput(f"{self.path}: holds a run of {begun.games} games each; ask for as many, or for more")

    def _mended(self) -> set[tuple[int, int]]:
        """Games that are in the journal, which ends with a whole line afterwards."""
        text = (self.path / JOURNAL).read_bytes()
        whole = text.rfind(b"\n") + 1
        if whole < len(text):  # a run was killed while it wrote
            os.ftruncate(self._journal, whole)
        return {(record.arm, record.seed) for record in records(self.path)}


def _claim(folder: int) -> bool:
    """Hold a folder for oneself; False where somebody else does."""
    try:
        import fcntl
    except ImportError:  # where there are no such locks a second writer is not found out
        return True
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def is_written(path: Path) -> bool:
    """Whether some process fights a run into this folder now."""
    folder = os.open(path, os.O_RDONLY)
    try:
        return not _claim(folder)
    finally:
        os.close(folder)


def _portable(record: GameRecord) -> dict[str, object]:
    from grognard.battle.record.fair import written

    return {**msgspec.structs.asdict(record), "seed": written(record.seed)}


def _different(begun: RunPlan, asked: RunPlan) -> str:
    """What another run than the one asked for is there."""
    if begun.seed != asked.seed:
        return f"a run with seed {begun.seed}, not {asked.seed}"
    for one, other in zip(begun.arms, asked.arms, strict=False):
        if one.digest != other.digest and one.name == other.name:
            return f"games of {one.job.battle} before it was changed"
        if one != other:
            return f"a run of {_told(one.job)}, not {_told(other.job)}"
    return f"a {begun.kind} run of {len(begun.arms)} jobs, not {asked.kind} of {len(asked.arms)}"


def _told(job: msgspec.Struct) -> str:
    fields = msgspec.structs.asdict(job)
    return ", ".join(f"{name} {value}" for name, value in fields.items() if value)


def write_whole(path: Path, content: bytes) -> None:
    """A file that is there whole or not at all."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    with draft.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def read_plan(path: Path) -> RunPlan:
    """The plan of a run that was begun; BadInput where there is none."""
    manifest = path / MANIFEST
    if not manifest.is_file():
        raise BadInput(
            f"{path}: no run (there is no {MANIFEST} in it); grognard simulate BATTLE --out {path} makes one"
        )
    try:
        return msgspec.json.decode(manifest.read_bytes(), type=RunPlan)
    except msgspec.MsgspecError as error:
        raise BadData(f"{manifest}: {error}") from None


def records(path: Path) -> Iterator[GameRecord]:
    """The games of a run, as they were finished; a last line that is cut short is no game."""
    decoder = msgspec.json.Decoder(GameRecord, strict=False)
    with (path / JOURNAL).open("rb") as journal:
        for number, line in enumerate(journal, start=1):
            if not line.endswith(b"\n"):
                return
            try:
                found = decoder.decode(line)  # not strictly: a long seed is written as text
            except msgspec.MsgspecError as error:
                raise BadData(f"{path / JOURNAL}, line {number}: {error}") from None
            yield found


def sorted_records(path: Path) -> list[GameRecord]:
    """The games of a run in the order of the plan, whoever finished first."""
    return sorted(records(path), key=lambda each: (each.arm, each.seed))
