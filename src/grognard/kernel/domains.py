"""Domains: the values that a fact or a field of a decision may take.

One family for both. A domain says whether it accepts a value, reads one from text, lists them all where there is an
end to them, and says in words what is allowed. Domains are small values: equal when they allow the same.

The classes are written by hand because nothing here may import slowly: `grognard check` is typed between two throws.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

_YES = {"yes": True, "true": True, "y": True, "1": True, "no": False, "false": False, "n": False, "0": False}


class Domain:
    """The values that something may take."""

    __slots__: tuple[str, ...] = ()
    __match_args__: tuple[str, ...] = ()
    type: ClassVar[str]
    """What a page or a program calls this kind of domain."""

    def accepts(self, value: Any) -> bool:
        """Whether the value is one of those allowed."""
        raise NotImplementedError

    @property
    def allowed(self) -> str:
        """What is allowed, in words."""
        raise NotImplementedError

    def parse(self, text: str) -> object:
        """The value a text stands for; a text that stands for none comes back as it is, for `accepts` to refuse."""
        return text

    def held(self, value: object) -> object:
        """A value as a situation holds it: one that can be compared and hashed."""
        return value

    def every(self) -> tuple[object, ...]:
        """Every value, for odds over a fact left open."""
        raise NotImplementedError(f"{self.type} has no end of values")

    def data(self) -> dict[str, Any]:
        """As plain data, for JSON."""
        return {"type": self.type, **{name: getattr(self, name) for name in self.__match_args__}}

    def __eq__(self, other: object) -> bool:
        same = type(other) is type(self)
        return same and all(getattr(other, name) == getattr(self, name) for name in self.__match_args__)

    def __hash__(self) -> int:
        return hash((self.type, *(getattr(self, name) for name in self.__match_args__)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(repr(getattr(self, name)) for name in self.__match_args__)})"


class YesNo(Domain):
    """Yes or no. Answers are kept as the words, facts as true or false; either is understood."""

    __slots__ = ()
    type = "yes_no"
    WORDS: ClassVar[tuple[str, str]] = ("no", "yes")

    def accepts(self, value: Any) -> bool:
        """Whether it is either of them."""
        return isinstance(value, bool) or (isinstance(value, str) and value in self.WORDS)

    @property
    def allowed(self) -> str:
        """In words."""
        return "yes or no"

    def parse(self, text: str) -> object:
        """The same read from a text; letters and digits will do."""
        return _YES.get(text.lower(), text)

    def every(self) -> tuple[object, ...]:
        """No, then yes."""
        return False, True

    @staticmethod
    def means(value: object) -> bool:
        """Whether a value that was accepted says yes."""
        return value is True or value == "yes"


class Number(Domain):
    """A whole number, both ends included."""

    __slots__ = ("high", "low", "rounds")
    __match_args__ = ("low", "high")
    type = "number"

    def __init__(self, low: int, high: int, rounds: str = "") -> None:
        self.low, self.high, self.rounds = low, high, rounds

    def accepts(self, value: Any) -> bool:
        """Whether it lies between."""
        # by its exact type: true and false would otherwise pass for 1 and 0
        return type(value) is int and self.low <= value <= self.high

    @property
    def allowed(self) -> str:
        """In words."""
        fraction = {"up": ", a fraction counting as the next", "down": ", a fraction dropped"}.get(self.rounds, "")
        return f"{self.low} to {self.high}{fraction}"

    def parse(self, text: str) -> object:
        """The number that a text shows; a fraction only where it is said what becomes of it."""
        try:
            return int(text)
        except ValueError:
            whole, point, part = text.replace(",", ".").partition(".")
        if not (self.rounds and point and whole.isdecimal() and part.isdecimal()):
            return text
        return int(whole) + (self.rounds == "up" and int(part) > 0)

    def every(self) -> tuple[object, ...]:
        """From the lowest to the highest."""
        return tuple(range(self.low, self.high + 1))


Listed = tuple[str, ...] | Callable[[], tuple[str, ...]]
"""The words of a domain; or what lists them when somebody looks, where that takes long."""


class _WordList:
    """The words that a domain allows. Where it takes long to list them, `holds` tells of one alone whether it is among
    them, and the others are left alone until somebody looks at them."""

    __slots__ = ("_holds", "_words")

    def __init__(self, values: Listed, holds: Callable[[str], bool] | None = None) -> None:
        self._words, self._holds = values, holds

    @property
    def values(self) -> tuple[str, ...]:
        """The words."""
        if callable(self._words):
            self._words = self._words()
        return self._words

    def has(self, word: Any) -> bool:
        """Whether it is one of the words."""
        if self._holds is not None and callable(self._words):
            return self._holds(word)
        return word in self.values


class Choice(_WordList, Domain):
    """One of these words."""

    __slots__ = ()
    __match_args__ = ("values",)
    type = "choice"
    of: ClassVar[str] = ""
    """How many of them, in words."""

    def accepts(self, value: Any) -> bool:
        """Whether the value is one of them."""
        return self.has(value)

    def parse(self, text: str) -> object:
        """The word, however its letters are written."""
        return text if text in self.values else next((v for v in self.values if v.lower() == text.lower()), text)

    @property
    def allowed(self) -> str:
        """In words."""
        return "one of " + ", ".join(self.values) if self.values else "nothing"

    def every(self) -> tuple[object, ...]:
        """Each word."""
        return self.values


class Several(_WordList, Domain):
    """Any of these words, each at most once; at most so many of them (0 for any number)."""

    __slots__ = ("most",)
    __match_args__ = ("values", "most")
    type = "several"

    def __init__(self, values: Listed, most: int = 0, holds: Callable[[str], bool] | None = None) -> None:
        super().__init__(values, holds)
        self.most = most

    def accepts(self, value: Any) -> bool:
        """Whether all are among them."""
        if not isinstance(value, (tuple, list, frozenset)) or len(set(map(str, value))) != len(value):
            return False
        return (not self.most or len(value) <= self.most) and all(self.has(item) for item in value)

    @property
    def allowed(self) -> str:
        """In words."""
        return f"none, or {self.of}" + (", ".join(self.values) or "nothing")

    @property
    def of(self) -> str:
        """How many of them, in words."""
        return f"at most {self.most} of " if self.most else "any of "

    def parse(self, text: str) -> object:
        """Words with commas between them."""
        return frozenset() if text in ("", "none") else frozenset(text.split(","))

    def held(self, value: object) -> object:
        """Without an order."""
        return frozenset(value) if isinstance(value, (tuple, list)) else value

    def every(self) -> tuple[object, ...]:
        """None, and each alone: rules count only one of them, so for odds that is enough."""
        return (frozenset(), *(frozenset([word]) for word in self.values))


class Spot(Domain):
    """A place on the table, x and y in whole paces."""

    __slots__ = ("height", "width")
    __match_args__ = ("width", "height")
    type = "spot"

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height

    def accepts(self, value: Any) -> bool:
        """Whether it is a place on the table."""
        if not isinstance(value, (tuple, list)) or len(value) != 2:
            return False
        x, y = value
        return type(x) is int and type(y) is int and 0 <= x <= self.width and 0 <= y <= self.height

    @property
    def allowed(self) -> str:
        """In words."""
        return f"x from 0 to {self.width}, y from 0 to {self.height}"


class Spots(Domain):
    """Places one after the other, a route."""

    __slots__ = ("height", "most", "width")
    __match_args__ = ("width", "height", "most")
    type = "spots"

    def __init__(self, width: int, height: int, most: int) -> None:
        self.width, self.height, self.most = width, height, most

    def accepts(self, value: Any) -> bool:
        """Whether all are places on the table, and not too many."""
        spot = Spot(self.width, self.height)
        return isinstance(value, (tuple, list)) and len(value) <= self.most and all(map(spot.accepts, value))

    @property
    def allowed(self) -> str:
        """In words."""
        return f"at most {self.most} places, {Spot(self.width, self.height).allowed}"


class Words(Domain):
    """Free text of at most so many words."""

    __slots__ = ("most",)
    __match_args__ = ("most",)
    type = "words"

    def __init__(self, most: int) -> None:
        self.most = most

    def accepts(self, value: Any) -> bool:
        """Whether it is short enough."""
        # letters are limited too: one word without end would be a text without end
        return isinstance(value, str) and len(value.split()) <= self.most and len(value) <= 20 * self.most

    @property
    def allowed(self) -> str:
        """In words."""
        return f"at most {self.most} words"
