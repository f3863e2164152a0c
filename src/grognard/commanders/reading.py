"""A seat's view as a situation: what its bodies are worth now, where the enemy is, what there is to win.

A system's reader says what each of its units is to a staff (`OwnUnit`) and which enemies it knows of (`Foe`); how units
make up bodies, and bodies a situation, is the same under all rules.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from grognard.battle.special.staying import stays
from grognard.ground.field import Field
from grognard.scenarios.model import Header

from .appreciation import Foe, PointsGoal, Situation, TableSpot, TroopBody, least_gap, middle, sideways
from .clusters import Group
from .foresight.rates import Rates
from .objectives import accounts_of, fight_points, goals_of, homeward

V = TypeVar("V")
"""The system's view."""
E = TypeVar("E")
"""An enemy as the system's view has him."""
K = TypeVar("K", bound="KnownFoe[Any]")


class OwnUnit(Struct, frozen=True):
    """One of our units as a staff counts it."""

    place: TableSpot
    facing: float
    where: Literal["here", "waiting", "gone"]
    strength: float
    """The men that it has now."""
    at_start: float
    figures: int
    """By which its steadiness counts in that of its body."""
    steadiness: float
    """1 for fresh troops in good order, 0 for a mob in flight."""
    formed: bool
    """Whether it is steady enough to be counted on."""
    pace: float
    """Paces it marches in a turn."""
    fighting: bool = False
    loose: bool = False
    """In open order: fit to skirmish, not to storm."""
    fixed: bool = False
    """It garrisons a place."""
    due: int = 0
    """The turn it comes, if it is waiting and that is known; else 0."""


class KnownFoe(Struct, Generic[E], frozen=True):
    """What a seat remembers of an enemy: how it saw him last, and on which turn."""

    seen: E
    turn: int


def remembered(
    known: dict[str, K], turn: int, found_gone: Callable[[K], bool], lasts: Callable[[K], float]
) -> Iterator[tuple[K, int]]:
    """Enemies who are in sight or were, each with how many turns ago. Forgotten are those who would be seen if they
    were still there, and those of whom nothing has been seen for longer than their memory lasts."""
    for id, foe in list(known.items()):
        age = turn - foe.turn
        # who is in sight now is there, however near we stand
        if (age and found_gone(foe)) or age > lasts(foe):
            del known[id]
        else:
            yield foe, age


class SituationReader(ABC, Generic[V]):
    """Reads a seat's views; a subclass remembers the enemies that have been seen."""

    touch: float
    """Paces to the nearest enemy at which troops are in the fight."""
    abreast: float
    """Paces of front of a battalion, a regiment of horse or a battery, about."""
    gun_ranges: TableSpot = (600.0, 1200.0)
    """Paces at which guns do well, and at which they still hit."""
    gun_safety: float = 320.0
    """Paces that guns keep from enemy foot and horse when they choose a place."""
    gun_worth: float = 60.0
    """What fire must be worth for guns to stay where they are: the dearer a move under these rules, the less."""
    rooted: float = 0.0
    """Paces from the ground that it is to hold within which a body fights from where it stands in any case."""
    behind: float = 0.0
    """Paces behind that ground at which others are drawn up; 0 for the usual."""
    started_with: float = 0.0
    """Our strength at the start, troops on the march included."""
    rates: Rates | None = Rates()
    """What fire and shock bring in a turn under these rules, about; None where nobody has found rates by which a staff
    that thinks ahead does better than by rules of thumb."""
    patience: bool = False
    """Whether under these rules an army does best that stands and fires until it has to go in."""
    guns_seek: bool = True
    """Whether under these rules guns gain by looking for places from which they see more."""

    def __init__(self, header: Header, side: str, edge: str, field: Field, groups: Sequence[Group]) -> None:
        """`edge` is the side's own edge of the table."""
        self.field, self.groups = field, groups
        self._stays = stays(header.special_rule)
        width, height = header.table_paces
        self.size = float(width), float(height)
        points = fight_points(header.victory, side)
        # the enemy's army is a goal where beating it earns points or both sides come to fight
        fight = [PointsGoal("fight", "army", points, (width / 2, height / 2))] if points else []
        self.goals = (*goals_of(header.victory, side, field), *fight)
        briefed = header.briefed(side)
        self.stance = briefed.stance
        # who wants to leave goes back by his way out, wherever he came from
        self.home = homeward(briefed.edge if briefed.stance == "withdraw" and briefed.edge else edge)
        self.margin = float(header.victory.levels[0][0])
        self.accounts = accounts_of(header.victory, side, field)

    @abstractmethod
    def last(self, view: V) -> int:
        """The last turn of the battle."""

    @abstractmethod
    def members(self, view: V, group: Group) -> list[OwnUnit]:
        """The units of a body as they are now."""

    @abstractmethod
    def foes(self, view: V) -> Iterable[Foe]:
        """The enemies that are seen or remembered."""

    @abstractmethod
    def beaten(self, view: V) -> list[bool]:
        """For each of our units, whether it is beaten or gone."""

    @abstractmethod
    def sees(self, one: TableSpot, other: TableSpot) -> bool:
        """Whether two places lie in sight of each other, as far as the ground goes."""

    def situation(self, view: V) -> Situation:
        """What the seat knows now."""
        now: Any = view
        foes, beaten = tuple(self.foes(view)), self.beaten(view)
        near = sorted(foe.place for foe in foes if foe.age == 0)
        return Situation(
            turn=now.turn,
            last=self.last(view),
            bodies=tuple(body for group in self.groups if (body := self._body(view, group, near)) is not None),
            foes=foes,
            goals=self.goals,
            home=self.home,
            stance=self.stance,
            field=self.field,
            size=self.size,
            started_with=self.started_with,
            down=sum(beaten) / max(1, len(beaten)),
            margin=self.margin,
            accounts=self.accounts,
            beaten=sum(beaten),
            gun_ranges=self.gun_ranges,
            gun_safety=self.gun_safety,
            gun_worth=self.gun_worth,
            rooted=self.rooted,
            behind=self.behind,
            sees=self.sees,
            rates=self.rates,
            patience=self.patience,
            guns_seek=self.guns_seek,
        )

    def _body(self, view: V, group: Group, foes: Sequence[TableSpot]) -> TroopBody | None:
        """A body as it is now; None when there is nothing left of it."""
        now: Any = view
        units = self.members(view, group)
        here = [unit for unit in units if unit.where == "here"]
        waiting = [unit for unit in units if unit.where == "waiting"]
        present = here or waiting
        if not present:
            return None
        formed = [unit for unit in here if unit.formed]
        spots = tuple(unit.place for unit in formed)
        place, facing = middle(spots or [unit.place for unit in present]), present[0].facing
        return TroopBody(
            id=group.id,
            name=group.name,
            arm=group.arm,
            strength=sum(unit.strength for unit in (formed if here else waiting)),
            # while some are here, those on the march count neither as strength nor as loss
            at_start=sum(unit.at_start for unit in units if not here or unit.where != "waiting"),
            place=place,
            facing=facing,
            steadiness=_average(here) if here else 1.0,
            front=self._front(place, facing, spots),
            pace=present[0].pace,
            spots=spots,
            here=bool(here),
            due=min((unit.due for unit in waiting if unit.due), default=0),
            fighting=any(unit.fighting for unit in here) or self._touching(spots, foes),
            loose=bool(here) and all(unit.loose for unit in here),
            fixed=bool(here) and (all(unit.fixed for unit in here) or self._bound(group, now.turn)),
        )

    def _bound(self, group: Group, turn: int) -> bool:
        """Whether the units of a body may not leave where they are by a special rule of the battle."""
        return any(
            group.units[0] in effect.units and effect.turns[0] <= turn <= effect.turns[1] for effect in self._stays
        )

    def _touching(self, spots: Iterable[TableSpot], foes: Sequence[TableSpot]) -> bool:
        across = [x for x, _ in foes]
        return any(least_gap(each, foes, across, self.touch) < self.touch for each in spots)

    def _front(self, place: TableSpot, facing: float, spots: Sequence[TableSpot]) -> float:
        rights = [sideways(place, facing, each) for each in spots]
        return max(rights) - min(rights) + self.abreast if rights else self.abreast


def _average(units: Sequence[OwnUnit]) -> float:
    whole = sum(unit.figures for unit in units)
    return sum(unit.steadiness * unit.figures for unit in units) / max(1, whole)
