"""A seat's view as a situation: what its bodies are worth now, where the enemy is, what there is to win."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from grognard.commanders.appreciation import Body, Foe, Goal, Situation, Spot, gap, middle, sideways
from grognard.commanders.clusters import ARMS, HORSE, Group
from grognard.commanders.objectives import fight_points, goals_of, homeward
from grognard.ground.sight import Sight
from grognard.ground.units import SUB, Point, point

from ..seat.view import Briefing, Seen, View
from ..table.battlefield import sight_rules
from ..table.forms import LOOSE, SQUARES
from ..table.roster import Entry
from ..table.state import UnitState
from ..terms import Arm, Status
from . import hiding
from .outlook import Land
from .special.works import covered

STEADY: dict[Status, float] = {
    "resolute": 1.0, "determined": 0.9, "wavering": 0.45, "broken": 0.1, "routed": 0.0, "dispersed": 0.0,
}  # fmt: skip
FLED = ("broken", "routed")
DISORDER = 0.06
"""Steadiness that a marker of disorder costs."""
GUN = 60.0
"""Men that a gun is worth."""
TOUCH = 220.0
"""Paces to the nearest enemy at which troops are in the fight."""
FORGOTTEN = 6
"""Turns after which an enemy that was lost from sight is left out of account."""
NEARLY = 20.0
"""Paces within which places are the same when one asks what is in sight from them."""
GUN_RANGES = (600.0, 1200.0)
"""Paces at which guns do well, and at which they still hit."""
ABREAST = 150.0
"""Paces of front of a battalion, a regiment of horse or a battery, about."""


class KnownEnemy(Struct, frozen=True):
    """What a seat remembers of an enemy."""

    arm: Arm
    figures: int
    steadiness: float


class Reader:
    """Reads a seat's views; remembers enemies that have been seen."""

    def __init__(self, briefing: Briefing, groups: Sequence[Group]) -> None:
        self.briefing, self.groups = briefing, groups
        header = briefing.header
        self.scale = header.figure_scale
        self.goals = (*goals_of(header.victory, briefing.side, briefing.ground), *self._fight(briefing))
        self.land = Land(briefing.ground)
        self.home = homeward(briefing.edges[briefing.side])
        self.known: dict[str, KnownEnemy] = {}
        self._arms: dict[str, Arm] = {}
        """Of units made, or dismounted, during the battle."""
        self._sight = Sight(briefing.ground, sight_rules(briefing.rules))
        self._looked: dict[tuple[int, ...], bool] = {}
        self.started_with = sum(self._worth(e.rated.arm, self._began(e)) for e in briefing.roster.values())

    def _fight(self, briefing: Briefing) -> list[Goal]:
        """The enemy's army as a goal, where beating it earns points or both sides come to fight."""
        points = fight_points(briefing.header.victory, briefing.side)
        width, height = briefing.header.table_paces
        return [Goal("fight", "army", points, (width / 2, height / 2))] if points else []

    def _began(self, entry: Entry) -> int:
        return entry.unit.guns + entry.unit.howitzers if entry.rated.arm == "artillery" else entry.rated.figures

    def _worth(self, arm: Arm, figures: int) -> float:
        return figures * GUN if arm == "artillery" else figures * self.scale * (HORSE if arm == "cavalry" else 1.0)

    def situation(self, view: View) -> Situation:
        """What the seat knows now."""
        width, height = self.briefing.header.table_paces
        self._arms = {unit: entry.rated.arm for unit, entry in view.made.items()}
        foes = tuple(self._foes(view))
        near = [foe.place for foe in foes if foe.age == 0]
        return Situation(
            turn=view.turn,
            last=self.briefing.header.victory.length_turns,
            bodies=tuple(body for group in self.groups if (body := self._body(view, group, near)) is not None),
            foes=foes,
            goals=self.goals,
            home=self.home,
            field=self.briefing.ground,
            size=(float(width), float(height)),
            started_with=self.started_with,
            down=self._down(view),
            gun_ranges=GUN_RANGES,
            sees=self._sees,
        )

    def _sees(self, one: Spot, other: Spot) -> bool:
        """Whether two places lie in sight of each other; looked up for places a few paces apart."""
        key = tuple(round(each / NEARLY) for each in (*one, *other))
        if key not in self._looked:
            a, b = (point(key[0] * NEARLY, key[1] * NEARLY), point(key[2] * NEARLY, key[3] * NEARLY))
            self._looked[key] = self._sight.clear(a, b)
        return self._looked[key]

    # -- our own

    def _down(self, view: View) -> float:
        """The part of the units that are beaten or gone."""
        units = [view.units[unit] for unit in self.briefing.roster if unit in view.units]
        return sum(unit.where == "lost" or unit.status in FLED for unit in units) / max(1, len(units))

    def _body(self, view: View, group: Group, foes: Sequence[Spot]) -> Body | None:
        """A body as it is now; None when there is nothing left of it."""
        units = _as_they_are(view, group.units)
        here = [unit for unit in units if unit.where == "table"]
        waiting = [unit for unit in units if unit.where == "waiting"]
        present = here or waiting
        if not present:
            return None
        steady = [unit for unit in here if STEADY[unit.status] > 0.2]
        spots = tuple(spot(unit.position) for unit in steady)
        facing = present[0].heading
        place = middle(spots or [spot(unit.position) for unit in present])
        return Body(
            id=group.id,
            name=group.name,
            arm=group.arm,
            strength=sum(self._strength(unit) for unit in (steady if here else waiting)),
            at_start=sum(self._worth(self._arm(u), u.figures) for u in units if not here or u.where != "waiting"),
            place=place,
            facing=facing,
            steadiness=_average(here) if here else 1.0,
            front=_front(place, facing, spots),
            pace=self._pace(group),
            spots=spots,
            here=bool(here),
            due=self._due(waiting),
            fighting=any(unit.melee for unit in here)
            or any(abs(each[0] - foe[0]) < TOUCH and gap(each, foe) < TOUCH for each in spots for foe in foes)
            or any(unit.before.shot_at for unit in here),
            loose=bool(here) and all(unit.formation in LOOSE or unit.formation == "irregular" for unit in here),
            fixed=bool(here) and all(unit.formation == "garrison" and not unit.aboard for unit in here),
        )

    def _arm(self, unit: UnitState) -> Arm:
        return self._arms.get(unit.parent or unit.id) or self.briefing.roster[unit.parent or unit.id].rated.arm

    def _strength(self, unit: UnitState) -> float:
        return self._worth(self._arm(unit), unit.figures - unit.lost)

    def _pace(self, group: Group) -> float:
        row = "mounted" if group.arm == "horse" else "foot"
        return float(self.briefing.rules.tables.row("CS-6.1a", row).columns["march"])

    def _due(self, waiting: Iterable[UnitState]) -> int:
        arrivals = (self.briefing.roster[unit.id].unit.arrival for unit in waiting)
        return min((arrival.turn for arrival in arrivals if arrival), default=0)

    # -- the enemy

    def _foes(self, view: View) -> Iterable[Foe]:
        for seen in view.seen.values():
            if seen.side != view.side:
                steady = steadiness(seen.status, seen.disorder)
                self.known[seen.id] = KnownEnemy(seen.arm, seen.figures, steady)
                yield self._foe(view, seen, steady)
        for ghost in view.ghosts.values():
            known = self.known.get(ghost.unit)
            age = view.turn - ghost.turn if ghost.turn else 1
            if known is not None and 0 <= age <= FORGOTTEN * known.steadiness:
                worth = self._worth(known.arm, known.figures)
                at = spot(ghost.position)
                yield Foe(ghost.unit, ARMS[known.arm], worth, at, ghost.heading, known.steadiness, max(1, age))

        yield from hiding.cards(view, self._worth)

    def _foe(self, view: View, seen: Seen, steady: float) -> Foe:
        return Foe(
            id=seen.id,
            arm=ARMS[seen.arm],
            strength=self._worth(seen.arm, seen.figures),
            place=spot(seen.position),
            facing=seen.heading,
            steadiness=steady,
            guarded=seen.formation in (*SQUARES, "skirmish_squares", "garrison")
            or covered(view, self.land, seen.position),
        )


def steadiness(status: Status, disorder: int) -> float:
    """How far troops can be relied on."""
    return max(0.0, STEADY[status] - DISORDER * min(disorder, 10))


def _average(units: Sequence[UnitState]) -> float:
    whole = sum(unit.figures for unit in units)
    return sum(steadiness(unit.status, unit.disorder) * unit.figures for unit in units) / max(1, whole)


def _front(place: Spot, facing: float, spots: Sequence[Spot]) -> float:
    if not spots:
        return ABREAST
    rights = [sideways(place, facing, each) for each in spots]
    return max(rights) - min(rights) + ABREAST


def spot(position: Point) -> Spot:
    """A place in paces."""
    return position[0] / SUB, position[1] / SUB


def _as_they_are(view: View, units: Iterable[str]) -> list[UnitState]:
    """Units of a body, or what they have gone into."""
    found: dict[str, UnitState] = {}
    for unit in units:
        now = view.units.get(unit)
        while now is not None and now.where == "joined":
            now = view.units.get(now.within)
        if now is not None:
            found[now.id] = now
    return list(found.values())
