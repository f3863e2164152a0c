"""The text form of an answer, both ways: `french orders:2-33e: move to=[900, 400] pace="quick"`.

The seat, the decision with a colon behind it, the option, then each value as JSON behind its field's name. A word that
would not stand by itself (it is empty, has a space in it or begins with a quotation mark) is written as JSON too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from grognard.kernel.errors import BadInput

EXAMPLE = 'french orders:2-33e: move to=[900, 400] pace="quick"'
"""What a refusal shows as the right form."""

_WORD = re.compile(r"[^\s\"]\S*")
_FIELD = re.compile(r"[^\s\"=][^\s=]*(?==)")
_JSON = json.JSONDecoder()


def answer_text(seat: str, decision: str, option: str, values: Mapping[str, Any]) -> str:
    """An answer in a line."""
    told = [_bare(seat, _WORD), f"{_bare(decision, _WORD)}:", _bare(option, _WORD)]
    told += [f"{_named(name)}={_json(value)}" for name, value in values.items()]
    return " ".join(told)


def answer_parts(text: str) -> tuple[str, str, str, dict[str, Any]]:
    """Seat, decision, option and values of an answer; refuses what is none with BadInput."""
    line = _Line(text.strip())
    seat, decision, option = line.word("a seat"), line.asked(), line.word("an option")
    values: dict[str, Any] = {}
    while not line.ended:
        name = line.field()
        if name in values:
            raise line.wrong(f"{name} is said twice")
        values[name] = line.value(name)
    return seat, decision, option, values


class _Line:
    """A line that is read from left to right."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    @property
    def ended(self) -> bool:
        return self.at == len(self.text)

    def wrong(self, what: str) -> BadInput:
        return BadInput(f"not an answer: {what}; one is written like this: {EXAMPLE}")

    def word(self, wanted: str) -> str:
        """A word by itself or in quotation marks, and the space behind it."""
        word = self._word(_WORD, wanted)
        self._space()
        return word

    def asked(self) -> str:
        """The decision, which ends in a colon."""
        if self.text.startswith('"', self.at):
            decision = self._quoted("a decision")
            if not self.text.startswith(":", self.at):
                raise self.wrong("a decision has a colon behind it")
            self.at += 1
        else:
            # the last colon is the one behind it: the ids of decisions have colons of their own
            decision, colon, more = self._word(_WORD, "a decision").rpartition(":")
            if not colon or more or not decision:
                raise self.wrong("a decision has a colon behind it")
        self._space()
        return decision

    def field(self) -> str:
        """The name of a field, and the sign behind it."""
        name = self._word(_FIELD, "a field with its value")
        if not self.text.startswith("=", self.at):
            raise self.wrong(f"{name} has no value")
        self.at += 1
        return name

    def value(self, name: str) -> Any:
        """A value in JSON, and the space behind it."""
        value = self._decoded(f"{name} has no value in JSON")
        self._space()
        return value

    def _word(self, form: re.Pattern[str], wanted: str) -> str:
        if self.text.startswith('"', self.at):
            return self._quoted(wanted)
        found = form.match(self.text, self.at)
        if found is None:
            raise self.wrong(f"{wanted} is missing" if self.ended else f"{self.text[self.at :][:40]!r} is not {wanted}")
        self.at = found.end()
        return found[0]

    def _quoted(self, wanted: str) -> str:
        word = self._decoded(f"{wanted} begins with a quotation mark and does not end with one")
        assert isinstance(word, str)  # it began with a quotation mark
        return word

    def _decoded(self, trouble: str) -> Any:
        try:
            value, self.at = _JSON.raw_decode(self.text, self.at)
        except (ValueError, RecursionError):
            raise self.wrong(trouble) from None
        return value

    def _space(self) -> None:
        if self.ended:
            return
        if self.text[self.at] != " ":
            raise self.wrong(f"a space is missing before {self.text[self.at :][:40]!r}")
        while self.text.startswith(" ", self.at):
            self.at += 1


def _bare(word: str, form: re.Pattern[str]) -> str:
    return word if form.fullmatch(word) and word.isprintable() else _json(word)


def _named(name: str) -> str:
    bare = name.isprintable() and _FIELD.match(f"{name}=")
    return name if bare and bare[0] == name else _json(name)


def _json(value: Any) -> str:
    """JSON that is read as it stands, and with every character spelt out that could not be seen."""
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(value)
