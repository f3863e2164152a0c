"""Decisions: what a seat is asked, what it may answer, and why an answer is refused.

What is legal is listed once, as options with the values that each of their fields may take. That list makes the
buttons of a browser, the moves of a computer commander, the masks of an agent, and it is what answers are held against.
A list may be long, so it is made when somebody looks at it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct

from grognard.doors import door
from grognard.kernel.checks import Refusal
from grognard.kernel.domains import Choice, Domain, Several

from .previews.records import Chance, LineOfFire
from .record.answer_text import answer_parts, answer_text

Value = Any
"""What a field may hold: a word, a whole number, a place, several words."""
Values = Mapping[str, Any]
"""The fields of an answer, by name."""


class Option(Struct, frozen=True):
    """One thing that may be answered."""

    key: str
    text: str
    rule: str = ""
    fields: dict[str, Domain] = {}
    optional: dict[str, Value] = {}
    """What fields mean that are not mentioned; a field without an entry here must be."""
    about: str = ""
    """Whose option it is: the unit, leader or card that is told something or chosen, by its id; a body of the order of
    battle by its name."""
    form: str = ""
    """How its fields are described to a person: one of the system's forms, by its id."""


class Answer(Struct, frozen=True, omit_defaults=True, tag="answer"):
    """What a seat decided. A small value with a text form both ways."""

    seat: str
    decision: str
    option: str
    values: dict[str, Value] = {}

    def __str__(self) -> str:
        """In a line, as `parse` reads it: `french orders:2-33e: move to=[900, 400]`."""
        return answer_text(self.seat, self.decision, self.option, self.values)

    @classmethod
    def parse(cls, text: str) -> Answer:
        """An answer from its text, the other way of `str(answer)`. A place comes back as a list, as from a save."""
        return cls(*answer_parts(text))


Preferred = tuple[str, Mapping[str, Value]]
"""An option by its key, with values."""
Judge = Callable[[str, Mapping[str, Value]], Refusal | None]
Why = Callable[[str, str, Value], Refusal | None]
Named = Callable[[str], str]
"""What a reader calls a unit, a leader or a card; the word itself where it is nobody's id."""
Agreeing = Callable[[str, Iterable[str]], str]
"""A sentence made to agree with the names of those it is about."""
MOST_TOLD = 12
"""Of a long list in a sentence."""


class Decision:
    """Something that a seat has to decide.

    `options` may be a list or a function that makes it, and `default` an answer or a function that gives it; `one`
    finds a single option without making them all, and `keys` gives the keys of all that may be on the list, some of
    which `one` may not find: whoever wants any option need not have them all made. `as_listed` makes those that are
    listed narrower than they are taken, by key. `judge` says what the fields alone cannot: why this combination is
    refused. `why` gives the rules' reason where an option (then field and value are empty) or a field's value is not on
    the list just now, `done` the option with which a person says that he has nothing more to say, if that is not the
    default. `about` says what it is about: `unit` whom, and `minutes` how long people may take, which a server keeps
    and after which the default is answered. `chances` are the exact odds of those about whom it is decided, by their
    ids: what may become of each, the value above zero where that is for the better and below where it is for the worse.
    `lines` are the lines of fire that it is about, which a table draws while it is open.
    """

    def __init__(
        self,
        seat: str,
        kind: str,
        text: str,
        options: Sequence[Option] | Callable[[], Sequence[Option]],
        *,
        default: Preferred | Callable[[], Preferred] | None = None,
        rules: tuple[str, ...] = (),
        about: Mapping[str, str] | None = None,
        one: Callable[[str], Option | None] | None = None,
        keys: Callable[[], Sequence[str]] | None = None,
        as_listed: Mapping[str, Callable[[], Option | None]] | None = None,
        judge: Judge | None = None,
        why: Why | None = None,
        done: str = "",
        chances: Mapping[str, tuple[Chance, ...]] | None = None,
        lines: Sequence[LineOfFire] = (),
    ) -> None:
        self.seat, self.kind, self._text, self.rules = seat, kind, text, tuple(dict.fromkeys(rules))
        self._agrees: Agreeing | None = None
        self.about = dict(about or {})
        # one seat may be asked the same of several units at once; the id tells the questions apart
        self.id = f"{kind}:{self.about['unit']}" if "unit" in self.about else kind
        self._options, self._one, self._judge, self._why = options, one, judge, why
        self._keys, self._as_listed = keys, as_listed or {}
        self._default, self._done = default, done
        self.chances, self.lines = dict(chances or {}), tuple(lines)
        self._found: dict[str, Option | None] = {}
        self._allowed: Answer | None = None

    @property
    def text(self) -> str:
        """What is asked, in a sentence."""
        if self._agrees is not None:
            self._text, self._agrees = self._agrees(self._text, self.about.values()), None
        return self._text

    def agreeing(self, agrees: Agreeing) -> None:
        """Have its sentence agree with the names in it when somebody reads it, which computers do not."""
        self._agrees = agrees

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """All that may be answered."""
        return tuple(self._options() if callable(self._options) else self._options)

    def option(self, key: str) -> Option | None:
        """The option with this key, or None where there is none."""
        if self._one is not None:
            # a commander, the validation and the record ask for the same option, one after the other
            if key not in self._found:
                self._found[key] = self._one(key)
            return self._found[key]
        return next((option for option in self.options if option.key == key), None)

    def drawn(self, choose: Callable[[Sequence[Any]], Any]) -> Option:
        """Any one option, by a function that chooses among several: as likely as if the whole list were chosen from,
        which is not made where it can be helped."""
        if self._keys is None or "options" in self.__dict__:
            found: Option = choose(self.options)
            return found
        keys = list(self._keys())
        while keys:
            key = choose(keys)
            maker = self._as_listed.get(key)
            option = self.option(key) if maker is None else maker()
            if option is not None:
                return option
            keys.remove(key)
        raise AssertionError(f"{self.id}: nothing to answer")

    @cached_property
    def default(self) -> Answer:
        """What is answered when nobody cares: the first option unless the rules name a better one."""
        named = self._default() if callable(self._default) else self._default
        key, values = named or (self.options[0].key, {})
        return self.answer(key, **values)

    @property
    def done(self) -> str:
        """The option with which a person says that he has nothing more to say."""
        return self._done or self.default.option

    def answer(self, option: str, **values: Value) -> Answer:
        """An answer to this decision."""
        return Answer(self.seat, self.id, option, values)

    def completed(self, answer: Answer) -> dict[str, Value]:
        """The answer's values with those that were not mentioned."""
        option = self.option(answer.option)
        return {**(option.optional if option else {}), **answer.values}

    def refusal(self, answer: Answer, named: Named = str) -> Refusal | None:
        """Why the answer is not accepted, if it is not; `named` says what whoever gave it calls people."""
        # a commander asks before he gives it, and the battle once more
        if answer is self._allowed:
            return None
        option = self.option(answer.option)
        if option is None:
            return self.why(answer.option, "", "") or self._unlisted(answer.option, named)
        name = _unfit(option, answer)
        if name is not None:
            # the rule's own reason says more than a list of what would be allowed
            known = self.why(answer.option, name, answer.values[name]) if name in option.fields else None
            return known or Refusal(option.rule, _wrong(option, name, answer.values[name], named))
        if unsaid := _unsaid(option, answer):
            what = ", ".join(map(_words, unsaid))
            return Refusal(option.rule, f"{_called(option, named)}: still to be said: {what}")
        return self._judged(answer)

    def _judged(self, answer: Answer) -> Refusal | None:
        """What the fields alone cannot say; asked last, so that it may rely on every field being there and allowed."""
        refused = self._judge(answer.option, self.completed(answer)) if self._judge else None
        if refused is None:
            self._allowed = answer
        return refused

    def happened(self) -> None:
        """Something has changed: what was allowed may be so no more."""
        self._allowed = None

    def accepts(self, answer: Answer) -> bool:
        """Whether an answer would be taken. Where it would not, this is quicker than to ask for the refusal, which
        names all options, or all values that would be allowed."""
        if answer is self._allowed:
            return True
        option = self.option(answer.option)
        if option is None or _unfit(option, answer) is not None or _unsaid(option, answer):
            return False
        return self._judged(answer) is None

    def first_accepted(self, answers: Iterable[Answer]) -> Answer | None:
        """The first of some answers that would be taken; those after it are left alone."""
        return next((answer for answer in answers if self.accepts(answer)), None)

    def why(self, option: str, field: str, value: Value) -> Refusal | None:
        """The rules' own reason why an option, or a value of one of its fields, is not on the list; None where they
        have none to give."""
        return self._why(option, field, value) if self._why else None

    def _unlisted(self, key: str, named: Named) -> Refusal:
        known = [_key(each, named) for each in sorted({option.key for option in self.options})]
        told = f"{_key(key, named)!r} cannot be answered; there is {_listed(known)}"
        return Refusal(self.rules[0] if self.rules else "", told)

    def __repr__(self) -> str:
        keys = [option.key for option in self.options]
        return (
            f"<Decision {self.id} of {self.seat}: {self.text}; options {_listed(keys)}; default {self.default.option}>"
        )

    def _repr_html_(self) -> str:
        """A notebook's picture: a row for each option, with what its fields may hold."""
        return str(door("decision as HTML")(self))

    def data(self) -> dict[str, Any]:
        """All of it as plain data, for JSON."""
        from msgspec import to_builtins

        default = self.default
        return {
            "id": self.id, "seat": self.seat, "kind": self.kind, "text": self.text, "rules": list(self.rules),
            "about": self.about, "options": _plain(self.options),
            "default": {"option": default.option, "values": default.values}, "done": self.done,
            "chances": to_builtins(self.chances),
            "lines": to_builtins(self.lines),
        }  # fmt: skip


def _plain(options: Sequence[Option]) -> list[dict[str, Any]]:
    """Options as plain data. Many options share the domains of their fields, so each of those is made only once."""
    made: dict[int, dict[str, Any]] = {}

    def plain(domain: Domain) -> dict[str, Any]:
        # by identity: the options keep their domains alive, so no id stands for two of them
        if id(domain) not in made:
            made[id(domain)] = domain.data()
        return made[id(domain)]

    return [
        {
            "key": each.key,
            "text": each.text,
            "rule": each.rule,
            "optional": each.optional,
            "about": each.about,
            "form": each.form,
            "fields": {name: plain(domain) for name, domain in each.fields.items()},
        }
        for each in options
    ]


def refusal_among(asked: Sequence[Decision], answer: Answer, named: Named = str) -> Refusal | None:
    """Why an answer to one of these decisions of a seat would not be taken, if it would not."""
    decision = next((each for each in asked if each.id == answer.decision), None)
    if decision is None:
        waiting = ", ".join(each.id for each in asked) or "nothing"
        return Refusal("", f"{answer.seat} is not asked {answer.decision!r} now; it is asked {waiting}")
    return decision.refusal(answer, named)


def _unfit(option: Option, answer: Answer) -> str | None:
    """The first field of an answer that the option does not have, or not with that value; None where all fit."""
    for name, value in answer.values.items():
        if name not in option.fields or not option.fields[name].accepts(value):
            return name
    return None


def _unsaid(option: Option, answer: Answer) -> list[str]:
    """Fields that an answer must name and does not."""
    return [name for name in option.fields if name not in answer.values and name not in option.optional]


def _wrong(option: Option, name: str, value: Value, named: Named) -> str:
    """What is wrong with one field, in names where there are any."""
    if name not in option.fields:
        known = ", ".join(option.fields) or "no fields"
        return f"{_called(option, named)}: no field {name!r}; it has {known}"
    domain = option.fields[name]
    allowed = domain.allowed
    if isinstance(domain, (Choice, Several)):
        allowed = domain.of + _listed([named(each) for each in domain.values if each])
    return f"{_called(option, named)}, {_words(name)}: {_said(value, named)}; allowed: {allowed}"


def _called(option: Option, named: Named) -> str:
    """An option that is about somebody by its text, else by its key: that is what programs know it by."""
    return option.text if _key(option.key, named) != option.key else option.key


def _key(key: str, named: Named) -> str:
    """A key with the names of those in it: `order:2-33e` is the order for him."""
    names = [named(part) for part in key.split(":")]
    return key if ":".join(names) == key else ": ".join(names)


def _said(value: Value, named: Named) -> str:
    """A value by its name; what is nobody's is quoted as it was said."""
    if isinstance(value, (tuple, list)):
        return _listed([_said(each, named) for each in value])
    return name if isinstance(value, str) and (name := named(value)) != value else repr(value)


def _listed(words: Sequence[str]) -> str:
    told, more = words[:MOST_TOLD], len(words) - MOST_TOLD
    return (", ".join(told) or "nothing") + (f" and {more} more" if more > 0 else "")


def _words(name: str) -> str:
    return name.replace("_", " ")
