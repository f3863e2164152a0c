"""A problem found in a scenario: how bad, where, and what."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from .. import lines

_FROM_MESSAGE = re.compile(
    r"(?P<file>[\w./-]+\.(?:toml|geojson|zip))(?:, line (?P<line>\d+))?(?:, (?P<where>[^:]+?))?: (?P<what>.*)"
)


class ScenarioProblem(Struct, frozen=True):
    """One thing to put right (error) or to look at (warning)."""

    severity: Literal["error", "warning"]
    file: str
    line: int
    """0 where it is not known."""
    where: str
    """Unit, formation, side or feature; empty for the file as a whole."""
    message: str

    def __str__(self) -> str:
        """As one sentence: file, line, unit: what is wrong."""
        place = [self.file, f"line {self.line}" if self.line else "", self.where]
        said = ", ".join(part for part in place if part)
        return f"{said}: {self.message}" if said else self.message

    @classmethod
    def from_message(cls, message: str) -> ScenarioProblem:
        """An error of reading, taken apart into its places."""
        match = _FROM_MESSAGE.fullmatch(message)
        if match is None:
            return cls("error", "", 0, "", message)
        return cls("error", match["file"], int(match["line"] or 0), match["where"] or "", match["what"])


class Report:
    """Makes problems of one file, with the line that a path stands on."""

    def __init__(self, file: str, index: dict[lines.Path, int]) -> None:
        self.file = file
        self._index = index

    def error(self, path: lines.Path, where: str, message: str) -> ScenarioProblem:
        """Something that must be put right before the battle can be fought."""
        return ScenarioProblem("error", self.file, lines.line_of(self._index, path), where, message)

    def warning(self, path: lines.Path, where: str, message: str) -> ScenarioProblem:
        """Something that may be meant, and is worth a look."""
        return ScenarioProblem("warning", self.file, lines.line_of(self._index, path), where, message)


def in_order(problems: Iterable[ScenarioProblem]) -> list[ScenarioProblem]:
    """Errors before warnings, then by file and line."""
    return sorted(problems, key=lambda problem: (problem.severity, problem.file, problem.line, problem.message))
