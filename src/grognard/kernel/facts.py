"""Facts: what the rules ask about a moment. A situation is a typed bundle of them, one class for each check.

A fact is declared as a plain annotated attribute; one without a default must be known before dice are rolled:

    class Recovery(Facts):
        disorder: Annotated[int, Range(0, 40), "disorder markers on the unit"]
        discipline: Discipline = "trained"        # Literal["hardened", "disciplined", …]
        in_woods: bool = False
        cover: frozenset[Cover] = frozenset()

From the annotation come the values that may be typed, the refusal of others, and the list that odds run through when a
fact is left open.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, NamedTuple, get_args, get_origin, get_type_hints

from .domains import Choice, Domain, Number, Several, YesNo
from .errors import BadInput

if TYPE_CHECKING:
    from typing import Self, dataclass_transform
else:

    def dataclass_transform(**_):
        """Only the type checker needs the real one."""
        return lambda cls: cls


_MISSING = object()


class Range(NamedTuple):
    """The whole numbers a fact may take, both ends included."""

    low: int
    high: int
    rounds: str = ""
    """`up` or `down` where a fraction may be typed, and what becomes of it."""


Count = Annotated[int, Range(0, 40)]
"""A small number of things: markers, units, hits."""

Paces = Annotated[int, Range(0, 20_000)]
"""A distance on the table."""


def _declared(hint: Any) -> tuple[Domain, str]:
    """The domain of a fact and what it means, from its annotation."""
    meaning, limits = "", None
    if get_origin(hint) is Annotated:
        hint, *notes = get_args(hint)
        meaning = next((note for note in notes if isinstance(note, str)), "")
        limits = next((note for note in reversed(notes) if isinstance(note, Range)), None)
    return _domain(hint, limits), meaning


def _domain(hint: Any, limits: Range | None) -> Domain:
    if hint is bool:
        return YesNo()
    if hint is int and limits:
        return Number(*limits)
    choices: tuple[str, ...] = get_args(hint)
    if get_origin(hint) is Literal:
        return Choice(choices)
    if get_origin(hint) is frozenset:
        return Several(get_args(choices[0]))
    raise TypeError(f"a fact is a bool, a ranged int, a Literal or a frozenset of one, not {hint}")


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Facts:
    """Base of all situations. Immutable; equal when all facts are equal. The constructor trusts its caller: use
    `of` for values that come from outside."""

    _declared: ClassVar[Mapping[str, tuple[Domain, str]]]
    names: ClassVar[tuple[str, ...]] = ()
    defaults: ClassVar[dict[str, object]] = {}
    imposed: ClassVar[tuple[Any, ...]] = ()
    """Modifiers that no rule of the system gives, but the battle itself; see `under`."""

    if not TYPE_CHECKING:

        def __init__(self, **given):
            facts = self.__dict__
            facts.update(self.defaults)
            facts.update(given)
            # only counted, since situations are made by the thousand; the type checker sees to the names
            if len(facts) != len(self.names):
                self._complain(given)

    def __init_subclass__(cls) -> None:
        names: dict[str, None] = {}
        cls.defaults = {}
        # bases first, so that inherited facts come before a class's own
        for base in reversed(cls.__mro__):
            if base is Facts or not issubclass(base, Facts):
                continue
            own = base.__dict__.get("__annotations__", {})  # noqa: RUF063  # importing inspect takes longer than a check
            names |= dict.fromkeys(own)
            cls.defaults |= {name: base.__dict__[name] for name in own if name in base.__dict__}
        cls.names = tuple(names)

    @classmethod
    def declared(cls) -> Mapping[str, tuple[Domain, str]]:
        """The domain of every fact and what the fact means, in the order declared."""
        # looked for in the class itself: hasattr would find the list of its base
        if "_declared" not in cls.__dict__:
            hints = get_type_hints(cls, include_extras=True)
            cls._declared = {name: _declared(hints[name]) for name in cls.names}
        return cls._declared

    @classmethod
    def domains(cls) -> Mapping[str, Domain]:
        """The domain of every fact, in the order declared."""
        return {name: domain for name, (domain, _) in cls.declared().items()}

    @classmethod
    def meanings(cls) -> Mapping[str, str]:
        """What every fact means, in the words of its declaration; nothing where it has none."""
        return {name: meaning for name, (_, meaning) in cls.declared().items()}

    @classmethod
    def required(cls) -> tuple[str, ...]:
        """The facts that have no default."""
        return tuple(name for name in cls.names if name not in cls.defaults)

    @classmethod
    def nearest(cls, name: str, number: int) -> int:
        """The number that a fact can be told for this one: itself, or the end of the fact's range that it is beyond."""
        domain = cls.declared()[name][0]
        assert isinstance(domain, Number)
        return domain.low if number < domain.low else domain.high if number > domain.high else number

    @classmethod
    def of(cls, given: Mapping[str, object]) -> Self:
        """A situation from values that may be wrong: text is read, everything is checked."""
        return cls(**cls.read(given, require=True))

    @classmethod
    def read(cls, given: Mapping[str, object], *, require: bool = False) -> dict[str, Any]:
        """Checked values of the facts given, text read as what it stands for."""
        facts, declared = {}, cls.declared()
        for name, value in given.items():
            if name not in declared:
                raise BadInput(_unknown(name, cls.names))
            domain = declared[name][0]
            facts[name] = domain.held(domain.parse(value.strip()) if isinstance(value, str) else value)
            if not domain.accepts(facts[name]):
                whole = "whole numbers, " if isinstance(value, str) and _is_fraction(value) else ""
                raise BadInput(f"{name} = {_shown(value)}; allowed: {whole}{domain.allowed}")
        if require and (missing := [name for name in cls.required() if name not in facts]):
            wanted = "; ".join(f"{name} ({declared[name][0].allowed})" for name in missing)
            raise BadInput(f"still to be said: {wanted}")
        return facts

    def replace(self, **changes: object) -> Self:
        """The same situation with some facts changed."""
        # past the constructor, which would look up what is told already
        told = object.__new__(type(self))
        facts = told.__dict__
        facts.update(self.__dict__)
        facts.update(changes)
        facts.pop("foe", None)
        if len(facts) != len(self.names) + ("imposed" in facts):
            self._complain(changes)
        return told

    def under(self, imposed: tuple[Any, ...]) -> Self:
        """The same facts where a battle's own special rules add these modifiers, whatever is checked."""
        if not imposed:
            return self
        # past the constructor: it is no fact that anybody could tell
        told = object.__new__(type(self))
        told.__dict__.update(self.__dict__)
        told.__dict__["imposed"] = imposed
        return told

    def facing(self, foe: Self) -> Self:
        """The same facts with the other side's within reach, as `foe`: for rules that look at both."""
        # past the constructor, because `foe` is no declared fact and would be refused
        seen = object.__new__(type(self))
        facts = seen.__dict__
        facts.update(self.__dict__)
        facts["foe"] = foe
        return seen

    def items(self) -> dict[str, Any]:
        """All facts by name."""
        return {name: self.__dict__[name] for name in self.names}

    def _complain(self, given: Mapping[str, object]) -> None:
        for name in given:
            if name not in self.names:
                raise BadInput(_unknown(name, self.names))
        missing = [name for name in self.required() if name not in given]
        raise BadInput(f"{type(self).__name__}: still to be said: {', '.join(missing)}")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name}: facts do not change; use replace()")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__dict__ == self.__dict__

    def __hash__(self) -> int:
        facts = self.__dict__
        return hash((type(self), *[facts[name] for name in self.names]))

    def __repr__(self) -> str:
        facts = {name: self.__dict__[name] for name in self.names}
        told = [
            f"{name}={_shown(value)}" for name, value in facts.items() if value != self.defaults.get(name, _MISSING)
        ]
        return f"{type(self).__name__}({', '.join(told)})"


def text_of(value: object) -> str:
    """A fact's value as a person would type it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, frozenset):
        return ",".join(sorted(value)) or "none"
    return str(value)


def _is_fraction(text: str) -> bool:
    """Whether a text is a number, though not a whole one."""
    return bool(re.fullmatch(r"\s*-?\d+[.,]\d+\s*", text))


def _shown(value: object) -> str:
    return text_of(value) if isinstance(value, (bool, frozenset, int)) else repr(value)


def _unknown(name: str, known: tuple[str, ...]) -> str:
    import difflib  # only when something is wrong

    near = difflib.get_close_matches(name, known, 3, 0.5)
    return f"no fact is called {name}; " + (
        f"do you mean {' or '.join(near)}?" if near else "it asks for " + ", ".join(known)
    )
