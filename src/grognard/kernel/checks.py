"""Checks. One declaration rolls, explains itself, gives exact odds, says which facts it asks for and prints itself.

A check is declared as a function of the tables, so that a variant or house rule is just another set of tables:

    @check("command-points", "CS-3.1", asks=Command)
    def command_points(t: Tables) -> Roll[Command, Points]:
        \"\"\"Command points for this turn.\"\"\"
        points = t.bands("CS-3.1.1", "rows", Points)
        return Roll(
            dice=TWO_D10,
            modifiers=modifiers(t, "CS-3.1.2a", each("smoke_balls"), by("rating"), …),
            result=lambda throw: points[throw.total],
        )

Four kinds: `Roll` (dice plus modifiers, read off a table; also with no dice at all) and `Reckoning` (an answer that
needs neither) are here, `Pooled` (many shooters at a percentage each) and `Opposed` (the difference of two modified
rolls) in modules of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar

from grognard.doors import door

from .dice import NO_DICE, Dice, Under, uncounted
from .domains import Domain
from .errors import GrognardError
from .facts import Facts
from .modifiers import Applied, Modifier, Reckoned
from .odds import Odds
from .reckoner import Reckoner
from .sources import NO_DICE as NOTHING_THROWN
from .sources import DiceSource
from .tables import ModifierRow, Tables

S = TypeVar("S", bound=Any)
Out = TypeVar("Out", bound=Hashable)
_CACHE_SIZE = 4096

OURS, THEIRS = "ours", "theirs"
"""The two sides of a check that has two, as its facts, its modifiers and its details name them."""


class Refusal(NamedTuple):
    """Why something may not be done."""

    rule: str
    reason: str


class Refused(GrognardError):
    """Raised where an outcome was asked for and the rules allow none."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"not allowed: {refusal.reason} ({refusal.rule})")
        self.refusal = refusal


class Thrown(NamedTuple, Generic[S]):
    """What a result is read from: the total, the natural number and the situation."""

    total: int
    natural: int
    s: S


class Result(NamedTuple, Generic[Out]):
    """A check that was made: every die, every modifier, and the outcome or the reason why there is none."""

    check: str
    rule: str
    dice: tuple[int, ...]
    natural: int | None
    modifiers: tuple[Applied, ...]
    total: int | None
    outcome: Out | None
    refusal: Refusal | None = None
    details: Mapping[str, Any] = {}
    """Further figures of this kind of check: the pool's percentages, each side's total."""

    @property
    def settled(self) -> Out:
        """The outcome, where the rules must give one; raises Refused where they do not."""
        if self.outcome is None:
            raise Refused(self.refusal or Refusal(self.rule, "no outcome"))
        return self.outcome


class Memory(dict[Hashable, Odds[Out]]):
    """Odds worked out before, forgotten when there are too many of them."""

    def keep(self, key: Hashable, odds: Odds[Out]) -> Odds[Out]:
        """Remember and return."""
        # cleared whole: whoever asks for so many different odds goes through situations one by one, not back and forth
        if len(self) >= _CACHE_SIZE:
            self.clear()
        self[key] = odds
        return odds


class Chart(NamedTuple):
    """A table of the rules as it is printed: a heading, the heads of its columns, its rows."""

    title: str
    heads: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


class Check(Generic[S, Out]):
    """What all kinds have in common. Name, rule, title and the facts asked for are set when it is bound."""

    name: str = ""
    rule: str = ""
    title: str = ""
    asks: type[Facts] = Facts
    modifiers: Sequence[Modifier] = ()
    needs: str = ""
    """What a die needs, in words, where each die counts for itself: `a 5 or 6 hits`."""
    throws: str = ""
    """What is thrown, in words, where no single expression says it: `d6s to hit, then d6s to save`."""

    charts: Callable[[], Sequence[Chart]] | None = None
    """Its tables as they are printed, where a rule has such; otherwise a sheet works them out."""

    def groups(self) -> Sequence[tuple[str, Sequence[Modifier]]]:
        """Its modifiers under headings that say what they are added to."""
        return [("modifiers", self.modifiers)]

    def uncounted(self, faces: Sequence[int]) -> tuple[int, ...]:
        """The dice of a throw that did not count, by their places: the lowest of three, where two are added up."""
        return ()

    @property
    def under(self) -> bool:
        """Whether its dice are to stay below what the modifiers make, so that the total is by how much they do."""
        return False

    @property
    def sides(self) -> int:
        """Sides of the dice it throws; 0 where it throws none, or where they depend on the facts."""
        return 0

    def roll(self, s: S, dice: DiceSource) -> Result[Out]:
        """Make the check: throw what it needs and say how the outcome came about."""
        raise NotImplementedError

    def settle(self, s: S) -> Out:
        """The outcome of a check that needs no dice; raises Refused where the rules say no."""
        return self.roll(s, NOTHING_THROWN).settled

    def odds(self, s: S) -> Odds[Out]:
        """How likely each outcome is, exactly. Raises Refused where the rules forbid the check."""
        raise NotImplementedError

    def refusal(self, s: S) -> Refusal | None:
        """The reason why the rules forbid the check in this situation, if they do."""
        return None

    def domains(self) -> Mapping[str, Domain]:
        """The facts it asks for, each with the values it may take."""
        return self.asks.domains()

    def meanings(self) -> Mapping[str, str]:
        """What each of these facts means, in the words of its declaration; nothing where it has none."""
        return self.asks.meanings()

    def defaults(self) -> Mapping[str, object]:
        """What is taken for granted about facts that nobody mentions."""
        return self.asks.defaults

    def situation(self, **facts: object) -> S:
        """A situation for this check from facts that may be wrong or still text; refused with a plain reason."""
        return self.read(facts)

    def read(self, given: Mapping[str, object]) -> S:
        """As `situation`, for facts whose names are no identifiers."""
        asks: Any = self.asks
        situation: S = asks.of(given)
        return situation

    def checked(self, given: Mapping[str, object]) -> dict[str, Any]:
        """The facts given, read and checked, without asking for those that are missing."""
        return self.asks.read(given)

    def rules(self) -> list[str]:
        """The ids of the rules that have a say in it."""
        ids = [self.rule, *(row.rule for modifier in self.modifiers for row in modifier.rows)]
        return list(dict.fromkeys(ids))

    def __repr__(self) -> str:
        known = self.defaults()
        needed = [name for name in self.domains() if name not in known]
        asks = f"; must be told {', '.join(needed)}" if needed else ""
        also = f"; may be told {', '.join(known)}" if known else ""
        return f"<Check {self.name} [{self.rule}]: {self.title}{asks}{also}>"

    def _repr_html_(self) -> str:
        """A notebook's picture: the chart of the check."""
        return str(door("check as HTML")(self))


class Roll(Check[S, Out]):
    """Dice plus modifiers give a total; `result` reads the outcome off it.

    `depends` names the facts that `result` looks at itself; odds are remembered for each total modifier and each of
    their values.
    """

    def __init__(
        self,
        *,
        result: Callable[[Thrown[S]], Out],
        dice: Dice | Callable[[S], Dice] = NO_DICE,
        modifiers: Sequence[Modifier] = (),
        depends: Sequence[str] = (),
        throws: str = "",
    ) -> None:
        self.result, self.modifiers, self.throws, self.depends = result, modifiers, throws, tuple(depends)
        self._dice, self._always = dice, isinstance(dice, Dice)
        self._reckon = Reckoner(modifiers)
        self._depends: Callable[[S], Hashable] = attrgetter(*depends) if depends else lambda _: None
        self._known: Memory[Out] = Memory()

    @property
    def sides(self) -> int:
        return self._dice.sides if isinstance(self._dice, Dice) else 0

    @property
    def under(self) -> bool:
        return isinstance(self._dice, Under)

    def uncounted(self, faces: Sequence[int]) -> tuple[int, ...]:
        return uncounted(self._dice, faces)

    def dice(self, s: S) -> Dice:
        """What has to be thrown."""
        return self._dice if isinstance(self._dice, Dice) else self._dice(s)

    def refusal(self, s: S) -> Refusal | None:
        return refusal_of(self._reckon.explain(s).forbidden)

    def roll(self, s: S, dice: DiceSource) -> Result[Out]:
        reckoned = self._reckon.explain(s)
        if reckoned.forbidden:
            return refused_result(self, reckoned)
        wanted = self.dice(s)
        faces = dice.throw(wanted, self.name) if wanted.dice else ()
        natural = wanted.natural(faces)
        shown = natural if wanted.dice else None
        # the table is entered with the key, which a rule may read off the dice otherwise than their sum
        key = natural if wanted.plain else wanted.key(faces)
        total, applied = last_step(key + reckoned.total, reckoned)
        outcome = self.result(Thrown(total, key, s))
        if wanted.plain:
            return Result(self.name, self.rule, faces, shown, applied, total, outcome)
        # people are told the sum of what lies on the table, never a key that is only a sign
        counted = wanted.counted(faces)
        told = total if counted == key else (counted + reckoned.total) >> len(reckoned.halvings)
        name = wanted.total_name
        details = {} if name == Dice.total_name else {"total_name": name}
        return Result(self.name, self.rule, faces, shown, applied, told, outcome, None, details)

    def odds(self, s: S) -> Odds[Out]:
        worth = self._reckon.sum(s)
        if worth is None:
            raise refused_by(self._reckon, s)
        # two situations with the same sum have the same odds unless the result looks at a fact itself
        key = (worth, self._depends(s), None if self._always else self.dice(s))
        return self._known.get(key) or self._known.keep(key, self._odds(s, *worth))

    def by_throw(self, s: S) -> list[tuple[int, int, Out]]:
        """What comes of every number that the dice can show, with how many of all throws show it."""
        found = self._reckon.sum(s)
        if found is None:
            raise refused_by(self._reckon, s)
        worth, halvings = found
        return [
            (number, weight, self.result(Thrown((number + worth) >> halvings, number, s)))
            for number, weight in self.dice(s).weights.items()
        ]

    def _odds(self, s: S, worth: int, halvings: int) -> Odds[Out]:
        def outcome(natural: int) -> Out:
            return self.result(Thrown((natural + worth) >> halvings, natural, s))  # halving rounds down, as >> does

        return Odds((outcome(natural), weight) for natural, weight in self.dice(s).weights.items())


class Reckoning(Check[S, Out]):
    """An answer that follows from the facts and the tables alone. `answer` may raise Refused."""

    def __init__(self, answer: Callable[[S], Out]) -> None:
        self.answer = answer

    def refusal(self, s: S) -> Refusal | None:
        try:
            self.answer(s)
        except Refused as refused:
            return refused.refusal
        return None

    def roll(self, s: S, dice: DiceSource) -> Result[Out]:
        try:
            return Result(self.name, self.rule, (), None, (), None, self.answer(s))
        except Refused as refused:
            return Result(self.name, self.rule, (), None, (), None, None, refused.refusal)

    def settle(self, s: S) -> Out:
        """The same as by `roll`, without a result of which only the outcome is wanted: asked hundreds of times."""
        outcome = self.answer(s)
        if outcome is None:
            raise Refused(Refusal(self.rule, "no outcome"))
        return outcome

    def odds(self, s: S) -> Odds[Out]:
        return Odds.certain(self.answer(s))


F = TypeVar("F", bound=Callable[..., Any])


def implements(*rules: str) -> Callable[[F], F]:
    """Mark a plain function with the rules it carries out."""

    def mark(function: F) -> F:
        function.rules = rules  # type: ignore[attr-defined]
        return function

    return mark


def refuse(rule: str, reason: str) -> Refused:
    """The exception by which a reckoning says no."""
    return Refused(Refusal(rule, reason))


class Declared(NamedTuple):
    """A check's declaration, found in a system's modules and bound to tables when it is wanted."""

    name: str
    rule: str
    asks: type[Facts]
    title: str
    make: Callable[[Tables], Check[Any, Any]]
    charts: Charts | None = None

    def bind(self, t: Tables) -> Check[Any, Any]:
        """The check under these tables."""
        bound, charts = self.make(t), self.charts
        bound.name, bound.rule, bound.asks, bound.title = self.name, self.rule, self.asks, self.title
        if charts is not None:
            bound.charts = lambda: charts(t)
        return bound


Charts = Callable[[Tables], Sequence[Chart]]
"""The printed tables of a check, made from the tables in force."""


def check(
    name: str, rule: str, *, asks: type[Facts], charts: Charts | None = None
) -> Callable[[Callable[[Tables], Check[Any, Any]]], Declared]:
    """Declare a check: the function makes it from the tables, its docstring's first line is the title."""

    def declare(make: Callable[[Tables], Check[Any, Any]]) -> Declared:
        if not make.__doc__:
            raise TypeError(f"{name}: a check says in its docstring what it settles")
        return Declared(name, rule, asks, make.__doc__.strip().splitlines()[0].rstrip("."), make, charts)

    return declare


def reckoning(
    name: str, rule: str, *, asks: type[Facts], charts: Charts | None = None
) -> Callable[[Callable[[Tables, Any], Any]], Declared]:
    """Declare a check without dice or modifiers by the function that answers it from tables and situation."""

    def declare(answer: Callable[[Tables, Any], Any]) -> Declared:
        def make(t: Tables) -> Check[Any, Any]:
            return Reckoning(lambda s: answer(t, s))

        make.__doc__ = answer.__doc__
        return check(name, rule, asks=asks, charts=charts)(make)

    return declare


def last_step(total: int, reckoned: Reckoned, side: str = "") -> tuple[int, tuple[Applied, ...]]:
    """Halve as the very last step, each halving rounding down, and list all that counted."""
    applied = reckoned.applied
    for row in reckoned.halvings:
        # a halving is listed by what it took off, so that a reader can add up the list
        applied.append(Applied(row.rule, row.label, total // 2 - total, side))
        total //= 2
    return total, tuple(applied)


def refusal_of(row: ModifierRow | None) -> Refusal | None:
    return Refusal(row.rule, row.label) if row else None


def refused_by(reckoner: Reckoner, s: Any) -> Refused:
    """The exception for a situation that one of the modifiers forbids."""
    row = reckoner.explain(s).forbidden
    assert row is not None
    return Refused(Refusal(row.rule, row.label))


def refused_result(made: Check[Any, Out], reckoned: Reckoned) -> Result[Out]:
    refusal = refusal_of(reckoned.forbidden)
    return Result(made.name, made.rule, (), None, tuple(reckoned.applied), None, None, refusal)
