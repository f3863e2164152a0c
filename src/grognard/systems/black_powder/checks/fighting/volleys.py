"""Two kinds of check: dice to hit of one side that the other saves (`Volley`), and both at once (`Bout`).

What dice need follows from modifiers that are added to each of them: one list for those who strike, one for those who
save. Both kinds give exact odds of casualties and of what goes with them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from grognard.kernel.checks import OURS, THEIRS, Check, Memory, Out, Refusal, Refused, Result, S, refusal_of
from grognard.kernel.dice import D6, Sum
from grognard.kernel.domains import Domain
from grognard.kernel.errors import BadInput
from grognard.kernel.modifiers import Applied, Modifier
from grognard.kernel.odds import Odds
from grognard.kernel.opposed import Pair, both_sides
from grognard.kernel.reckoner import Reckoner
from grognard.kernel.sources import DiceSource

from .dice_pools import SIX, Saving, Struck, ToHit, casualty_chances, needed, struck_chances, throw_saves, throw_to_hit


class Striking(NamedTuple):
    """How dice to hit are thrown: `dice` gives what each die adds by itself, one number a die."""

    base: int
    modifiers: Sequence[Modifier]
    dice: Callable[[Any], Sequence[int]]
    again: Callable[[Any], int] = lambda _: 0


class Saves(NamedTuple):
    """How hits are saved: the morale value, and how many failed saves are thrown again."""

    modifiers: Sequence[Modifier]
    morale: Callable[[Any], int]
    again: Callable[[Any], int] = lambda _: 0


class Shot(NamedTuple, Generic[S]):
    """What a result is read from."""

    hits: int
    casualties: int
    six: bool
    s: S


def needs_words(need: int, does: str) -> str:
    """`4 or more hits`, `6 saves`."""
    return f"{need}{'' if need == SIX else ' or more'} {does}"


def to_hit_words(needs: Sequence[int], thrown: int) -> str:
    """`4 or more hits`; of dice that need different numbers how many need which; and how many were thrown again."""
    each = [(needs_words(need, "hits"), sum(other == need for other in needs)) for need in sorted(set(needs))]
    told = ", ".join(words if len(each) == 1 else f"{words} with {count}" for words, count in each)
    again = thrown - len(needs)
    return told + (f"; {again} thrown again" if again else "")


class _Dice:
    """The dice of one who strikes and of one who saves, bound to their modifiers."""

    def __init__(self, striking: Striking, saves: Saves, side: str, other: str) -> None:
        self.striking, self.saves, self.side, self.other = striking, saves, side, other
        self.to_hit_list, self.save_list = Reckoner(striking.modifiers, side), Reckoner(saves.modifiers, other)

    def to_hit(self, striker: Any) -> ToHit:
        worth = self.to_hit_list.sum(striker)
        if worth is None:
            # reckoned again with its reasons: sum() is quick because it keeps none
            refusal = refusal_of(self.to_hit_list.explain(striker).forbidden)
            assert refusal is not None
            raise Refused(refusal)
        base = self.striking.base
        # each die for itself, since some may add more than others
        needs = tuple(needed(base, worth[0] + own) for own in self.striking.dice(striker))
        return ToHit(needs, self.striking.again(striker))

    def saving(self, target: Any) -> Saving:
        worth = self.save_list.sum(target)
        assert worth is not None, "nothing forbids a save"
        return Saving(needed(self.saves.morale(target), worth[0]), self.saves.again(target))

    def refusal(self, striker: Any) -> Refusal | None:
        return refusal_of(self.to_hit_list.explain(striker).forbidden)

    def strike(self, striker: Any, dice: DiceSource, purpose: str) -> tuple[dict[str, Any], Struck]:
        to_hit, reckoned = self.to_hit(striker), self.to_hit_list.explain(striker)
        faces, struck = throw_to_hit(to_hit, dice, purpose) if to_hit.needs else ((), Struck(0, False))
        told = f"{struck.hits} of {len(to_hit.needs)} hit"
        if to_hit.needs:
            told += f"; {to_hit_words(to_hit.needs, len(faces))}"
        return _part(faces, reckoned.applied, reckoned.total, told) | {"hits_made": struck.hits}, struck

    def save(self, target: Any, hits: int, dice: DiceSource, purpose: str) -> tuple[dict[str, Any], int]:
        saving, reckoned = self.saving(target), self.save_list.explain(target)
        faces, lost = throw_saves(saving, hits, dice, purpose)
        told = f"{hits - lost} of {hits} saved; {needs_words(saving.need, 'saves')}" if hits else "nothing to save"
        return _part(faces, reckoned.applied, reckoned.total, told), lost


def _part(faces: tuple[int, ...], applied: Sequence[Applied], total: int, told: str) -> dict[str, Any]:
    return {"dice": faces, "natural": 0, "modifiers": tuple(applied), "total": total, "told": told}


def casualties(to_hit: ToHit, saving: Saving) -> dict[tuple[int, bool, int], int]:
    """How many of all equally likely throws come to which hits, a natural six or none, and which casualties."""
    most = len(to_hit.needs)
    found: dict[tuple[int, bool, int], int] = {}
    for struck, weight in struck_chances(to_hit).items():
        for lost, part in casualty_chances(saving, struck.hits, most).items():
            key = (struck.hits, struck.six, lost)
            found[key] = found.get(key, 0) + weight * part
    return found


class Volley(Check[S, Out]):
    """One side's dice to hit, the other's saves. `striker` and `target` say what their modifiers look at."""

    throws = "d6s to hit, then d6s to save"

    def __init__(
        self,
        *,
        striking: Striking,
        saves: Saves,
        result: Callable[[Shot[S]], Out],
        striker: Callable[[S], Any] = lambda s: s,
        target: Callable[[S], Any] = lambda s: s,
        depends: Callable[[S], Hashable] = lambda _: None,
    ) -> None:
        self.modifiers, self.result = [*striking.modifiers, *saves.modifiers], result
        self._dice = _Dice(striking, saves, OURS, THEIRS)
        self._striker, self._target, self._depends = striker, target, depends
        self._known: Memory[Out] = Memory()

    def groups(self) -> Sequence[tuple[str, Sequence[Modifier]]]:
        return [("to hit", self._dice.striking.modifiers), ("to save", self._dice.saves.modifiers)]

    @property
    def sides(self) -> int:
        return SIX

    def refusal(self, s: S) -> Refusal | None:
        return self._dice.refusal(self._striker(s))

    def to_hit(self, s: S) -> ToHit:
        """What the dice to hit need."""
        return self._dice.to_hit(self._striker(s))

    def saving(self, s: S) -> Saving:
        """What the saves need."""
        return self._dice.saving(self._target(s))

    def roll(self, s: S, dice: DiceSource) -> Result[Out]:
        if refusal := self.refusal(s):
            return Result(self.name, self.rule, (), None, (), None, None, refusal)
        ours, struck = self._dice.strike(self._striker(s), dice, self.name)
        theirs, lost = self._dice.save(self._target(s), struck.hits, dice, f"{self.name}, saves")
        outcome = self.result(Shot(struck.hits, lost, struck.six, s))
        return _result(self, ours, theirs, outcome)

    def odds(self, s: S) -> Odds[Out]:
        to_hit, saving = self.to_hit(s), self.saving(s)
        # by what the dice need: many situations come to the same throw
        key = (to_hit, saving, self._depends(s))
        return self._known.get(key) or self._known.keep(key, self._odds(s, to_hit, saving))

    def _odds(self, s: S, to_hit: ToHit, saving: Saving) -> Odds[Out]:
        # in an order that people read: by casualties, and those without a six first
        cases = sorted(casualties(to_hit, saving).items(), key=lambda case: (case[0][2], case[0][1]))
        return Odds((self.result(Shot(hits, lost, six, s)), weight) for (hits, six, lost), weight in cases)


def _result(check: Check[Any, Out], ours: dict[str, Any], theirs: dict[str, Any], outcome: Out) -> Result[Out]:
    return Result(
        check.name,
        check.rule,
        ours["dice"] + theirs["dice"],
        None,
        ours["modifiers"] + theirs["modifiers"],
        None,
        outcome,
        None,
        {OURS: ours, THEIRS: theirs},
    )


V = TypeVar("V")


class PairVolley(Volley[Pair, Out]):
    """A volley whose facts are given for both sides: ours strikes, theirs saves. `idle` are facts that mean nothing for
    a side, and are not asked for; `usual` is what is taken for granted about a side unlike the other."""

    def __init__(
        self,
        *,
        striking: Striking,
        saves: Saves,
        result: Callable[[Shot[Pair]], Out],
        idle: Mapping[str, Sequence[str]] | None = None,
        usual: Mapping[str, object] | None = None,
    ) -> None:
        self._idle = {f"{side}.{name}" for side, names in (idle or {}).items() for name in names}
        self._usual = dict(usual or {})
        super().__init__(
            striking=striking,
            saves=saves,
            result=result,
            striker=lambda s: s.ours.facing(s.theirs),
            target=lambda s: s.theirs.facing(s.ours),
        )

    def domains(self) -> Mapping[str, Domain]:
        return self._meant(both_sides(self.asks.domains()))

    def meanings(self) -> Mapping[str, str]:
        return self._meant(both_sides(self.asks.meanings()))

    def defaults(self) -> Mapping[str, object]:
        return self._meant(both_sides(self.asks.defaults) | self._usual)

    def _meant(self, of: Mapping[str, V]) -> dict[str, V]:
        return {name: value for name, value in of.items() if name not in self._idle}

    def read(self, given: Mapping[str, object]) -> Pair:
        self._refuse_idle(given)
        return Pair.read(self.asks, {**self._usual, **given})

    def checked(self, given: Mapping[str, object]) -> dict[str, Any]:
        self._refuse_idle(given)
        return Pair.checked(self.asks, given)

    def _refuse_idle(self, given: Mapping[str, object]) -> None:
        """A fact that would be ignored is a misunderstanding: say whose it is."""
        for name in given:
            if name in self._idle:
                side, _, fact = name.partition(".")
                other = f"{THEIRS if side == OURS else OURS}.{fact}"
                whose = f"say {other}" if other not in self._idle else "nobody asks for it"
                raise BadInput(f"{name} means nothing here: {OURS} strikes, {THEIRS} is struck; {whose}")


class Fought(NamedTuple):
    """What a round is read from: casualties of each side, what dice add to the result of each, both sides."""

    ours_lost: int
    theirs_lost: int
    ours_bonus: int
    theirs_bonus: int
    ours: Any
    theirs: Any


D3 = D6.read_as("d3", lambda face: (face + 1) // 2)
"""A d6 of which two faces count as one number."""


class Bout(Check[Pair, Out]):
    """Both sides strike at the same time: both throw to hit, then theirs save, then ours; last the die that `bonus`
    grants a side for its result, by the rule `bonus_row` names. `added` is the list that is added to the casualties
    which a side caused."""

    throws = "d6s to hit for each side, then d6s to save; then the D3 of those who have one"

    def __init__(
        self,
        *,
        striking: Striking,
        saves: Saves,
        result: Callable[[Fought], Out],
        bonus: Callable[[Any], bool],
        bonus_row: tuple[str, str],
        added: Sequence[Modifier],
    ) -> None:
        self.modifiers, self.result = [*striking.modifiers, *saves.modifiers, *added], result
        self._bonus, self._bonus_row, self._added_list = bonus, bonus_row, added
        self._added_to = {side: Reckoner(added, side) for side in (OURS, THEIRS)}
        self._dice = {OURS: _Dice(striking, saves, OURS, THEIRS), THEIRS: _Dice(striking, saves, THEIRS, OURS)}
        self._known: Memory[Out] = Memory()

    @property
    def sides(self) -> int:
        return SIX

    def groups(self) -> Sequence[tuple[str, Sequence[Modifier]]]:
        dice = self._dice[OURS]
        return [
            ("to hit", dice.striking.modifiers),
            ("to save", dice.saves.modifiers),
            ("to the combat result, besides casualties caused", self._added_list),
        ]

    def refusal(self, s: Pair) -> Refusal | None:
        us, them = s.ours.facing(s.theirs), s.theirs.facing(s.ours)
        return self._dice[OURS].refusal(us) or self._dice[THEIRS].refusal(them)

    def worth(self, side: Any) -> int:
        """What is added to the casualties that a side caused, dice apart."""
        # the list is the same for both; the side only labels its rows
        found = self._added_to[OURS].sum(side)
        return found[0] if found else 0

    def roll(self, s: Pair, dice: DiceSource) -> Result[Out]:
        if refusal := self.refusal(s):
            return Result(self.name, self.rule, (), None, (), None, None, refusal)
        us, them = s.ours.facing(s.theirs), s.theirs.facing(s.ours)
        # both to hit before any save: the blows are simultaneous
        ours, struck = self._dice[OURS].strike(us, dice, f"{self.name}, {OURS}")
        theirs, returned = self._dice[THEIRS].strike(them, dice, f"{self.name}, {THEIRS}")
        their_saves, theirs_lost = self._dice[OURS].save(them, struck.hits, dice, f"{self.name}, {THEIRS} save")
        our_saves, ours_lost = self._dice[THEIRS].save(us, returned.hits, dice, f"{self.name}, {OURS} save")
        ours, our_bonus = self._added(_joined(ours, our_saves), us, dice, OURS)
        theirs, their_bonus = self._added(_joined(theirs, their_saves), them, dice, THEIRS)
        outcome = self.result(Fought(ours_lost, theirs_lost, our_bonus, their_bonus, *s))
        return _result(self, ours, theirs, outcome)

    def _added(self, part: dict[str, Any], side: Any, dice: DiceSource, name: str) -> tuple[dict[str, Any], int]:
        """What makes up a side's result besides casualties: listed with the rest, and the die that some throw."""
        listed = [row._replace(label=f"result: {row.label}") for row in self._added_to[name].explain(side).applied]
        faces: tuple[int, ...] = ()
        worth = 0
        if self._bonus(side):
            thrown = Sum(1, D3)
            faces = dice.throw(thrown, f"{self.name}, {name} result")
            worth = thrown.natural(faces)
            rule, label = self._bonus_row
            listed.append(Applied(rule, f"result: {label}", worth, name))
        return part | {"dice": part["dice"] + faces, "modifiers": (*part["modifiers"], *listed)}, worth

    def odds(self, s: Pair) -> Odds[Out]:
        us, them = s.ours.facing(s.theirs), s.theirs.facing(s.ours)
        ours = (self._dice[OURS].to_hit(us), self._dice[OURS].saving(them))
        theirs = (self._dice[THEIRS].to_hit(them), self._dice[THEIRS].saving(us))
        bonuses = (self._bonus(us), self._bonus(them))
        # bonus and worth too: they change the result though not the dice
        key = (ours, theirs, bonuses, self.worth(us), self.worth(them))
        return self._known.get(key) or self._known.keep(key, self._odds(s, ours, theirs, bonuses))

    def _odds(
        self, s: Pair, ours: tuple[ToHit, Saving], theirs: tuple[ToHit, Saving], bonuses: tuple[bool, bool]
    ) -> Odds[Out]:
        inflicted, suffered = _lost(*ours), _lost(*theirs)
        added = [Sum(1, D3).weights if bonus else {0: 1} for bonus in bonuses]
        return Odds(
            (self.result(Fought(mine, his, one, other, *s)), weight * more * first * second)
            for his, weight in inflicted.items()
            for mine, more in suffered.items()
            for one, first in added[0].items()
            for other, second in added[1].items()
        )

    def domains(self) -> Mapping[str, Domain]:
        return both_sides(self.asks.domains())

    def meanings(self) -> Mapping[str, str]:
        return both_sides(self.asks.meanings())

    def defaults(self) -> Mapping[str, object]:
        return both_sides(self.asks.defaults)

    def read(self, given: Mapping[str, object]) -> Pair:
        return Pair.read(self.asks, given)

    def checked(self, given: Mapping[str, object]) -> dict[str, Any]:
        return Pair.checked(self.asks, given)


def _lost(to_hit: ToHit, saving: Saving) -> dict[int, int]:
    """Weights of casualties alone."""
    found: dict[int, int] = {}
    for (_, _, lost), weight in casualties(to_hit, saving).items():
        found[lost] = found.get(lost, 0) + weight
    return found


def _joined(striking: dict[str, Any], saving: dict[str, Any]) -> dict[str, Any]:
    """What a side threw in all."""
    return {
        "dice": striking["dice"] + saving["dice"],
        "natural": 0,
        "modifiers": striking["modifiers"] + saving["modifiers"],
        "total": striking["total"] + saving["total"],
        "told": f"{striking['told']}; {saving['told']}",
        "hits_made": striking["hits_made"],
    }
