"""Words for those whom a link sees but cannot name: their own ids would tell who they are.

A rule system says which ids would tell a seat too much (`Game.unidentified`). Wherever one of them stands in what a
link is sent, a word stands in its place that says nothing, and what the link sends is read by the same words. Such a
word stays the same for that link as long as the battle lasts; it follows from a secret that lies with the battle on
disk. Who has been identified goes by his own id from then on, in what is told anew of the past as well. The battle, its
record and the computers know the ids only.

An id is a whole string, or a part of a decision's or an option's key between colons. Sentences and names are left as
they are: the rule systems name nobody in them whom the reader does not know, and players write what they like. A true
id that a link should not know is a word without meaning when the link sends it.
"""

from __future__ import annotations

import hmac
from base64 import b32encode
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from hashlib import sha256
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from grognard.battle.decisions import Answer, Decision, Option
from grognard.kernel.checks import Refusal
from grognard.kernel.domains import Choice, Domain, Several

from ..shapes import Told

T = TypeVar("T")
WordChange = Callable[[str], str]
FOR_READERS = frozenset(("name", "short", "text", "words", "title", "side", "nation", "seat", "parts"))
"""Fields that hold what people read, or how something is drawn, and never an id of a unit."""
BYTES = 7
"""Of an alias: no two alike, and nothing to go by."""
NAMED = ("id", "unit", "key")
"""Fields by which a record says whom it is about."""


class Aliases:
    """The words of one battle, for all its links."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()
        self._made: dict[tuple[str, str], str] = {}

    def disguise(self, reader: str, hidden: Iterable[str]) -> Disguise:
        """What a reader is sent instead of these ids."""
        words = {id: self._word(reader, id) for id in hidden}
        return Disguise(words) if words else PLAIN

    def _word(self, reader: str, id: str) -> str:
        key = reader, id
        if key not in self._made:
            mixed = hmac.new(self._secret, f"{reader}\0{id}".encode(), sha256).digest()[:BYTES]
            self._made[key] = f"unknown-{b32encode(mixed).decode().rstrip('=').lower()}"
        return self._made[key]


class Disguise:
    """Ids as one reader gets them, and his words as the battle understands them."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self._words = dict(words)
        # true ids come last in the union: said by one who should not know them they lead to an alias, which is no id
        self._meant = {word: id for id, word in words.items()} | self._words
        """A true id that he should not know means its alias, which is nobody's: as good as any id that there is not."""
        self._lists: dict[tuple[str, ...], tuple[str, ...]] = {}

    def __bool__(self) -> bool:
        """Whether there is anything to hide."""
        return bool(self._words)

    # -- what is sent

    def record(self, found: T) -> T:
        """A record with the words in place of the ids; of many that are named by ids those under an alias come last,
        so that their place in the order of battle does not tell who they are."""
        return self._changed(found) if self._words else found

    def told(self, events: Iterable[Told]) -> tuple[Told, ...]:
        """Events; the roles and the names of their values are words of the rules."""
        if not self._words:
            return tuple(events)
        return tuple(
            replace(
                each, units=self._valued(each.units), values=self._valued(each.values), secret=self._valued(each.secret)
            )
            for each in events
        )

    def decision(self, asked: Decision) -> Decision:
        """A decision as the reader is asked it: it takes answers in his words."""
        if not self._words:
            return asked
        # read once, here: the default may be a function that thinks
        default = asked.default
        return Decision(
            asked.seat,
            asked.kind,
            asked.text,
            lambda: self._options(asked.options),
            default=(self._key(default.option), self._values(asked.option(default.option), default.values, self._key)),
            rules=asked.rules,
            about=self._valued(asked.about),
            one=lambda key: self._one(asked, key),
            judge=lambda key, values: self._judged(asked, key, values),
            why=lambda key, name, value: asked.why(self.meant(key), name, _through(value, self.meant)),
            done=self._key(asked.done),
            chances=self._changed(asked.chances),
            lines=self._changed(asked.lines),
        )

    def _changed(self, found: Any) -> Any:
        if type(found) is str:
            return self._words.get(found, found)
        if isinstance(found, Struct):
            now = {name: getattr(found, name) for name in _telling(type(found))}
            new = {name: self._changed(value) for name, value in now.items()}
            # compared by identity, all the way down: most of a view holds nothing hidden and is sent as it is
            other = {name: value for name, value in new.items() if value is not now[name]}
            return replace(found, **other) if other else found
        if type(found) is dict:
            items = [(self._changed(key), self._changed(value)) for key, value in found.items()]
            same = all(key is now and value is found[key] for key, (now, value) in zip(found, items, strict=True))
            return found if same else dict(_hidden_last(zip(found.items(), items, strict=True)))
        if type(found) in (tuple, list):
            pairs = [(each, self._changed(each)) for each in found]
            return type(found)(_hidden_last(pairs)) if _differ(pairs) else found
        return found

    def _valued(self, found: dict[str, Any]) -> dict[str, Any]:
        """Plain data, the keys of which are words of the rules."""
        return {
            key: value if key in FOR_READERS else self._valued(value) if type(value) is dict else self._changed(value)
            for key, value in found.items()
        }

    def _options(self, options: Iterable[Option]) -> list[Option]:
        return list(_hidden_last([(each, self._option(each)) for each in options]))

    def _option(self, option: Option) -> Option:
        return replace(
            option,
            key=self._key(option.key),
            about=self._key(option.about),
            optional=self._values(option, option.optional, self._key),
            fields={name: self._domain(domain) for name, domain in option.fields.items()},
        )

    def _domain(self, domain: Domain) -> Domain:
        if not isinstance(domain, (Choice, Several)):
            return domain
        # many options share one list of targets, and each list is gone through only once
        if domain.values not in self._lists:
            pairs = [(each, self._key(each)) for each in domain.values]
            self._lists[domain.values] = tuple(_hidden_last(pairs)) if _differ(pairs) else domain.values
        values = self._lists[domain.values]
        if values is domain.values:
            return domain
        return Choice(values) if isinstance(domain, Choice) else Several(values, domain.most)

    def _key(self, key: str) -> str:
        """A key that is an id, or has one between colons."""
        return _by_parts(self._words, key)

    # -- what comes back

    def meant(self, said: str) -> str:
        """The key or id that a reader means by a word."""
        return _by_parts(self._meant, said)

    def named(self, by: WordChange) -> WordChange:
        """What a reader calls those whom he names, by what the battle calls them: a true id that he should not know
        means nobody, so it keeps its own letters."""
        return lambda said: name if (name := by(meant := self.meant(said))) != meant else said

    def echoed(self, sentence: str, *said: str) -> str:
        """A refusal that quotes what was meant, as it quotes what was said."""
        for word in said:
            sentence = sentence.replace(repr(self.meant(word)), repr(word))
        return sentence

    def answer(self, asked: Decision, given: Answer) -> Answer:
        """An answer in the reader's words to a decision of the battle, as the battle takes it."""
        key = self.meant(given.option)
        return Answer(asked.seat, asked.id, key, self._values(asked.option(key), given.values, self.meant))

    def _one(self, asked: Decision, key: str) -> Option | None:
        found = asked.option(self.meant(key))
        return None if found is None else self._option(found)

    def _judged(self, asked: Decision, key: str, values: Mapping[str, Any]) -> Refusal | None:
        return asked.refusal(self.answer(asked, Answer(asked.seat, asked.id, key, dict(values))))

    def _values(self, option: Option | None, values: Mapping[str, Any], by: WordChange) -> dict[str, Any]:
        """Values of an option: those that are chosen from a list may be ids; the rest is places, numbers, free text."""
        listed = {name for name, each in option.fields.items() if isinstance(each, (Choice, Several))} if option else ()
        return {name: _through(value, by) if name in listed else value for name, value in values.items()}


PLAIN = Disguise({})
"""Where nothing is hidden."""


def _by_parts(words: Mapping[str, str], key: str) -> str:
    if ":" not in key:
        return words.get(key, key)
    return ":".join(words.get(part, part) for part in key.split(":"))


def _through(value: Any, by: WordChange) -> Any:
    if isinstance(value, (list, tuple)):
        return type(value)(_through(each, by) for each in value)
    return by(value) if isinstance(value, str) else value


def _differ(pairs: Iterable[tuple[Any, Any]]) -> bool:
    return any(old is not new for old, new in pairs)


def _hidden_last(pairs: Iterable[tuple[T, T]]) -> Iterable[T]:
    """All as they are now, in their order; those under another name than before at the end, by that name."""
    known: list[T] = []
    hidden: list[T] = []
    for old, new in pairs:
        (known if _name(old) == _name(new) else hidden).append(new)
    # by alias: the order of battle, which anybody can read in the scenario, would tell who is who
    return [*known, *sorted(hidden, key=_name)]


def _name(one: Any) -> str:
    if type(one) is str:
        return one
    if type(one) is tuple and one and type(one[0]) is str:  # a dictionary's pair
        return one[0]
    return next((str(getattr(one, name)) for name in NAMED if hasattr(one, name)), "")


@cache
def _telling(record: type[Struct]) -> tuple[str, ...]:
    """The fields of a record that may hold an id somewhere; not those that are words of the rules, or numbers."""
    hints = get_type_hints(record)
    return tuple(name for name in record.__struct_fields__ if name not in FOR_READERS and _may_tell(hints[name]))


def _may_tell(hint: Any) -> bool:
    # a word of the rules, even where it happens to be spelt like an id
    if get_origin(hint) is Literal:
        return False
    if get_args(hint):
        return any(map(_may_tell, get_args(hint)))
    return hint not in (int, float, bool, bytes, type(None), ...)
