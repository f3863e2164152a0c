"""Decisions: what a seat is asked, what it may answer, and why an answer is refused.

What is legal is listed once, as options with the values that each of their fields may take. That list makes the
buttons of a browser, the moves of a computer commander, the masks of an agent, and it is what answers are held against.
A list may be long, so it is made when somebody looks at it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct

from grognard.kernel.checks import Refusal

Value = Any
"""What a field may hold: a word, a whole number, a place, several words."""


class Choice(Struct, frozen=True, tag="choice"):
    """One of these words."""

    values: tuple[str, ...]

    def accepts(self, value: Value) -> bool:
        """Whether the value is one of them."""
        return value in self.values

    @property
    def allowed(self) -> str:
        """In words."""
        return ", ".join(self.values) if self.values else "nothing"


class Number(Struct, frozen=True, tag="number"):
    """A whole number."""

    low: int
    high: int

    def accepts(self, value: Value) -> bool:
        """Whether it lies between."""
        return type(value) is int and self.low <= value <= self.high

    @property
    def allowed(self) -> str:
        """In words."""
        return f"{self.low} to {self.high}"


class Spot(Struct, frozen=True, tag="spot"):
    """A place on the table, x and y in whole paces."""

    width: int
    height: int

    def accepts(self, value: Value) -> bool:
        """Whether it is a place on the table."""
        if not isinstance(value, (tuple, list)) or len(value) != 2:
            return False
        x, y = value
        return type(x) is int and type(y) is int and 0 <= x <= self.width and 0 <= y <= self.height

    @property
    def allowed(self) -> str:
        """In words."""
        return f"x from 0 to {self.width}, y from 0 to {self.height}"


class Several(Struct, frozen=True, tag="several"):
    """Any of these words, each at most once; at most so many of them (0 for any number)."""

    values: tuple[str, ...]
    most: int = 0

    def accepts(self, value: Value) -> bool:
        """Whether all are among them."""
        if not isinstance(value, (tuple, list)) or len(set(map(str, value))) != len(value):
            return False
        return (not self.most or len(value) <= self.most) and all(item in self.values for item in value)

    @property
    def allowed(self) -> str:
        """In words."""
        return (f"at most {self.most} of " if self.most else "any of ") + (", ".join(self.values) or "nothing")


class Spots(Struct, frozen=True, tag="spots"):
    """Places one after the other, a route."""

    width: int
    height: int
    most: int

    def accepts(self, value: Value) -> bool:
        """Whether all are places on the table, and not too many."""
        spot = Spot(self.width, self.height)
        return isinstance(value, (tuple, list)) and len(value) <= self.most and all(map(spot.accepts, value))

    @property
    def allowed(self) -> str:
        """In words."""
        return f"at most {self.most} places, {Spot(self.width, self.height).allowed}"


class Words(Struct, frozen=True, tag="words"):
    """Free text of at most so many words."""

    most: int

    def accepts(self, value: Value) -> bool:
        """Whether it is short enough."""
        return isinstance(value, str) and len(value.split()) <= self.most and len(value) <= 20 * self.most

    @property
    def allowed(self) -> str:
        """In words."""
        return f"at most {self.most} words"


Domain = Choice | Number | Spot | Spots | Several | Words


class Option(Struct, frozen=True):
    """One thing that may be answered."""

    key: str
    text: str
    rule: str = ""
    fields: dict[str, Domain] = {}
    optional: dict[str, Value] = {}
    """What fields mean that are not mentioned; a field without an entry here must be."""


class Answer(Struct, frozen=True, omit_defaults=True, tag="answer"):
    """What a seat decided. A small value with a text form both ways."""

    seat: str
    decision: str
    option: str
    values: dict[str, Value] = {}

    def __str__(self) -> str:
        import json

        told = " ".join(f"{name}={json.dumps(value)}" for name, value in self.values.items())
        return f"{self.seat} {self.decision}: {self.option} {told}".rstrip()


Judge = Callable[[str, Mapping[str, Value]], Refusal | None]


class Decision:
    """Something that a seat has to decide.

    `options` may be a list or a function that makes it; `one` finds a single option without making them all; `judge`
    says what the fields alone cannot: why this combination is refused.
    """

    def __init__(
        self,
        seat: str,
        kind: str,
        text: str,
        options: Sequence[Option] | Callable[[], Sequence[Option]],
        *,
        default: tuple[str, Mapping[str, Value]] | None = None,
        rules: tuple[str, ...] = (),
        about: Mapping[str, str] | None = None,
        one: Callable[[str], Option | None] | None = None,
        judge: Judge | None = None,
    ) -> None:
        self.seat, self.kind, self.text, self.rules = seat, kind, text, tuple(dict.fromkeys(rules))
        self.about = dict(about or {})
        self.id = f"{kind}:{self.about['unit']}" if "unit" in self.about else kind
        self._options, self._one, self._judge = options, one, judge
        self._default = default
        self._found: dict[str, Option | None] = {}

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """All that may be answered."""
        return tuple(self._options() if callable(self._options) else self._options)

    def option(self, key: str) -> Option | None:
        """The option of that key."""
        if self._one is not None:
            if key not in self._found:
                self._found[key] = self._one(key)
            return self._found[key]
        return next((option for option in self.options if option.key == key), None)

    @property
    def default(self) -> Answer:
        """What is answered when nobody cares: the first option unless the rules name a better one."""
        key, values = self._default or (self.options[0].key, {})
        return self.answer(key, **values)

    def answer(self, option: str, **values: Value) -> Answer:
        """An answer to it."""
        return Answer(self.seat, self.id, option, values)

    def completed(self, answer: Answer) -> dict[str, Value]:
        """The answer's values with those that were not mentioned."""
        option = self.option(answer.option)
        return {**(option.optional if option else {}), **answer.values}

    def refusal(self, answer: Answer) -> Refusal | None:
        """Why the answer is not accepted, if it is not."""
        option = self.option(answer.option)
        if option is None:
            known = ", ".join(sorted({each.key for each in self.options})[:12])
            return Refusal(
                self.rules[0] if self.rules else "", f"{answer.option!r} cannot be answered; there is {known}"
            )
        wrong = _wrong_field(option, answer.values)
        if wrong is not None:
            return Refusal(option.rule, wrong)
        return self._judge(answer.option, self.completed(answer)) if self._judge else None

    def data(self) -> dict[str, Any]:
        """All of it as plain data, for JSON."""
        from msgspec import to_builtins

        default = self.default
        return {
            "id": self.id, "seat": self.seat, "kind": self.kind, "text": self.text, "rules": list(self.rules),
            "about": self.about, "options": to_builtins(self.options),
            "default": {"option": default.option, "values": default.values},
        }  # fmt: skip


def _wrong_field(option: Option, values: Mapping[str, Value]) -> str | None:
    for name, value in values.items():
        if name not in option.fields:
            known = ", ".join(option.fields) or "no fields"
            return f"{option.key}: no field {name!r}; it has {known}"
        if not option.fields[name].accepts(value):
            return f"{option.key}, {name}: {value!r}; allowed: {option.fields[name].allowed}"
    missing = [name for name in option.fields if name not in values and name not in option.optional]
    return f"{option.key}: still to be said: {', '.join(missing)}" if missing else None
