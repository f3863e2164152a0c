"""What a commander says next. A failed order silences him, so the order in which he speaks matters: what is likely and
worth much comes first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from grognard.battle.decisions import Answer, Decision
from grognard.commanders.appreciation import TableSpot, bearing, gap, turned
from grognard.commanders.clusters import clusters
from grognard.kernel.domains import Several

from ..acts.answers import group_orders, order_of
from ..facts.command import near
from ..table.orders import Order
from ..terms import Giving, branch
from .conduct import Conduct, UnitWish, whole
from .table import spot
from .ways import leads_on, round_friends

TRIED = 8
"""Words that are tried at most before he is content."""
ALIKE, STRAY = 35.0, 0.6
"""Degrees and part of the way by which those who are told together may differ in where they go."""
EVEN = 1e-3
RALLIES = {"shaken": 0.5, "worn": 0.15}
"""What it is worth to bring a casualty back to a unit that is shaken, or would be with another one."""
LEADS = 1.25
"""By how much better the chance must be that a charge comes home if he leads it himself: he can say nothing more."""
QUIET = 12
"""Inches to the enemy within which nobody is rallied who could do something else."""


class SpokenWord(NamedTuple):
    """An order that might be given, with what it is worth and how likely it is obeyed."""

    answer: Answer
    worth: float
    chance: float
    passes: float
    """How likely he is to go on speaking."""

    @property
    def rank(self) -> float:
        """Of orders of which the first that fails is the last, those come first that are worth most for what they
        risk."""
        # keeps it finite for what cannot fail
        return self.worth * self.chance / (1 - self.passes + EVEN)


class Speaking:
    """The orders of one commander on one look at the table."""

    def __init__(self, conduct: Conduct, decision: Decision, leader: str) -> None:
        self.conduct, self.odds, self.b = conduct, conduct.odds, conduct.b
        self.decision, self.leader = decision, leader
        self._blocked: set[str] = set()

    def answer(self) -> Answer | None:
        """What he says next; nothing if he had better be silent."""
        waiting = [unit for unit in self.b.under(self.leader) if self._hears(unit)]
        wishes = {unit: found for unit in waiting if (found := self._wishes(unit))}
        words = sorted(self._words(wishes), key=lambda word: (-word.rank, word.answer.option))
        # judging a word is slow, and after so many refusals the others are poor ones
        ways = (answer for word in words for answer in self._ways(word))
        tried = self.decision.first_accepted(islice(ways, TRIED))
        return tried or self._last(waiting)

    def _ways(self, word: SpokenWord) -> Iterator[Answer]:
        """A word as it can be said: a march that would only run into friends goes round them, or is not ordered."""
        key, values = word.answer.option.partition(":"), word.answer.values
        if key[0] == "brigade":
            units = tuple(values["units"])
            orders = group_orders(self.b, units, order_of(self.b, key[0], units[0], values))
            if all(leads_on(self.b, unit, order, units) for unit, order in orders.items()):
                yield word.answer
            else:
                yield from self._those_who_can(word.answer, orders)
            return
        order = order_of(self.b, key[0], key[2], values)
        if order.word != "move" or order.to is None:
            yield word.answer
        elif key[2] in self._blocked:
            return  # a shorter way leads no farther
        elif leads_on(self.b, key[2], order):
            yield word.answer
        else:
            self._blocked.add(key[2])
            yield from self._aside(word.answer, key[2], order)

    def _aside(self, answer: Answer, unit: str, order: Order) -> Iterator[Answer]:
        if order.formation in ("", "march_column"):
            for values in round_friends(self.b, unit, order, answer.values):
                yield self.decision.answer(answer.option, **values)

    def _those_who_can(self, answer: Answer, orders: dict[str, Order]) -> Iterator[Answer]:
        """The same word to those of a group who would get anywhere, as far as they still hang together."""
        free = [unit for unit, order in orders.items() if leads_on(self.b, unit, order, orders)]
        spacing = self.b.t.number("BP-CMD-6", "spacing")
        groups = clusters(free, lambda one, other: self.b.inches(one, other) <= spacing)
        for group in sorted(groups, key=lambda each: -len(each)):
            to = orders[group[0]].to
            if len(group) > 1 and to is not None:
                yield self.decision.answer(answer.option, **{**answer.values, "units": group, "to": whole(spot(to))})

    def _hears(self, unit: str) -> bool:
        """Whether a unit is there to be told something: the decision judges the rest."""
        now = self.b.world.units.get(unit)
        return now is not None and now.where == "table" and not now.ordered and now.moved_by == ""

    def _wishes(self, unit: str) -> list[UnitWish]:
        if self.b.unit(unit).disordered or self.b.in_combat(unit):
            return []
        return self.conduct.wishes(unit)

    def _words(self, wishes: dict[str, list[UnitWish]]) -> Iterator[SpokenWord]:
        for group in self._groups(wishes):
            yield from self._together(group)
        for found in wishes.values():
            words: dict[str, SpokenWord] = {}
            for i, wish in enumerate(found):
                # the best of a unit's wishes goes before the others, which are for when it is refused
                worth = wish.worth * (1 - 0.02 * i)
                like = words.get(wish.word)
                if like is None:
                    word = words[wish.word] = self._single(wish)
                else:
                    # what it says does not make it likelier to be obeyed; it takes time to find out how likely that is
                    word = like._replace(answer=self.decision.answer(wish.key(), **wish.values))
                yield word._replace(worth=worth)
                if wish.word == "charge":
                    yield from self._lead(wish, word)

    def _single(self, wish: UnitWish) -> SpokenWord:
        order = order_of(self.b, wish.word, wish.unit, wish.values)
        return self._word(self.decision.answer(wish.key(), **wish.values), (wish.unit,), order, "order", wish)

    def _word(self, answer: Answer, units: Sequence[str], order: Order, giving: Giving, wish: UnitWish) -> SpokenWord:
        moves = self.odds.moves(self.leader, units, order, giving)
        # a charge that needs two moves is worth nothing with one
        return SpokenWord(answer, wish.worth * len(units), moves[wish.moves - 1], moves[3])

    def _lead(self, wish: UnitWish, by_order: SpokenWord) -> Iterator[SpokenWord]:
        """A charge that he leads himself, if it is so much likelier to come home that he says nothing more for it."""
        target = wish.values["target"]
        if wish.moves < 2 or near(self.b, self.leader, wish.unit) > self.b.t.number("BP-CMD-10", "within"):
            return
        answer = self.decision.answer(f"follow_me:{wish.unit}", target=target)
        led = self._word(answer, (wish.unit,), Order("charge", target=target), "follow_me", wish)
        # he says nothing more after it: that must be worth it
        if led.chance > LEADS * by_order.chance:
            yield led._replace(passes=0.0)

    # -- several at once

    def _groups(self, wishes: dict[str, list[UnitWish]]) -> Iterator[list[UnitWish]]:
        """Units of one brigade that march the same way, near to each other."""
        marching: dict[tuple[str, str], list[UnitWish]] = {}
        for unit, found in wishes.items():
            first, now = found[0], self.b.unit(unit)
            if first.word == "move" and first.goes is not None and branch(now.arm) != "artillery":
                marching.setdefault((now.brigade, branch(now.arm)), []).append(first)
        for those in marching.values():
            for close in clusters(those, self._close):
                # again: those who go another way may have held the others together
                group = max(clusters(_alike(close, self.b.place), self._close), key=len)
                if len(group) > 1:
                    yield list(group)

    def _close(self, one: UnitWish, other: UnitWish) -> bool:
        return self.b.inches(one.unit, other.unit) <= self.b.t.number("BP-CMD-6", "spacing")

    def _together(self, group: list[UnitWish]) -> Iterator[SpokenWord]:
        option = self.decision.option(f"brigade:{self.leader}")
        field = option.fields.get("units") if option is not None else None
        units = [wish.unit for wish in group]
        if not isinstance(field, Several) or not set(units) <= set(field.values):
            return
        first, goes = group[0], group[0].goes
        assert goes is not None
        formations = [str(wish.values.get("formation", "")) for wish in group]
        # the formation that most of them want first
        for formation in sorted(set(formations), key=lambda each: (-formations.count(each), each)):
            values = {"to": whole(goes), **({"formation": formation} if formation else {})}
            answer = self.decision.answer(f"brigade:{self.leader}", units=units, **values)
            order = order_of(self.b, "brigade", units[0], values)
            yield self._word(answer, units, order, "brigade_order", first)

    # -- the last word

    def _last(self, waiting: Sequence[str]) -> Answer | None:
        """When nothing else is to be said: a rally of those who need it most."""
        found = []
        for unit in waiting:
            now = self.b.unit(unit)
            state = "shaken" if self.b.shaken(unit) else "worn" if now.casualties + 1 >= now.stamina else ""
            apart = near(self.b, self.leader, unit)
            if state and now.casualties and apart <= self.b.t.number("BP-CMD-11", "within"):
                found.append((-RALLIES[state], apart, unit))
        return self.decision.first_accepted(self.decision.answer(f"rally:{unit}") for _, _, unit in sorted(found))


def _alike(wishes: Sequence[UnitWish], place: Callable[[str], TableSpot]) -> list[UnitWish]:
    """Of some marches those that lead the same way as the longest of them, the shortest first: its end is the
    group's."""
    ways = [(gap(place(wish.unit), wish.goes), wish) for wish in wishes if wish.goes is not None]
    far, longest = max(ways, key=lambda way: (way[0], way[1].unit))
    assert longest.goes is not None
    course = bearing(place(longest.unit), longest.goes)
    same = [
        (length, wish.unit, wish)
        for length, wish in ways
        if wish.goes is not None
        and turned(bearing(place(wish.unit), wish.goes), course) < ALIKE
        and length > (1 - STRAY) * far
    ]
    return [wish for _, _, wish in sorted(same, key=lambda each: each[:2])]
