"""A seat's view as a situation: what its bodies are worth now, where the enemy is, what there is to win."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from grognard.commanders.appreciation import Foe, Situation, TableSpot
from grognard.commanders.clusters import ARMS, HORSE, Group
from grognard.commanders.reading import OwnUnit, SituationReader
from grognard.ground.batch import Lookout
from grognard.ground.sight import Sight
from grognard.ground.units import point, spot

from ..checks.setting_up.measures import reach
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
FORGOTTEN = 6
"""Turns after which an enemy that was lost from sight is left out of account."""
NEARLY = 20.0
"""Paces within which places are the same when one asks what is in sight from them."""
STEADY_ENOUGH = 0.2
"""Steadier than this by its status, a unit is counted on."""


class KnownEnemy(Struct, frozen=True):
    """What a seat remembers of an enemy."""

    arm: Arm
    figures: int
    steadiness: float


class Reader(SituationReader[View]):
    """Reads a seat's views; remembers enemies that have been seen."""

    touch, abreast = 220.0, 150.0
    gun_safety = 560.0
    """Nearer a battery may not go by a march that it is not to break off."""
    rooted, behind = 1000.0, 300.0
    """A battalion that shifts its post is caught in column and in disorder; and where many stand close behind one that
    breaks, it carries them along."""
    gun_worth = 15.0
    """To limber up, go and unlimber takes turns without a shot, and disorder where friends are in the way: batteries
    that went for a better place hardly fired, while those that stayed did nine tenths of all harm."""

    def __init__(self, briefing: Briefing, groups: Sequence[Group], *, patient: bool = False) -> None:
        super().__init__(briefing.header, briefing.side, briefing.edges[briefing.side], briefing.ground, groups)
        self.briefing = briefing
        self.scale = briefing.header.figure_scale
        self.land = Land(briefing.ground)
        self.known: dict[str, KnownEnemy] = {}
        self._arms: dict[str, Arm] = {}
        """Of units made, or dismounted, during the battle."""
        self._lookout = Lookout(Sight(briefing.ground, sight_rules(briefing.rules)))
        self._looked: dict[tuple[int, ...], bool] = {}
        if patient:
            # from guns that stay in action comes most of the harm, and who walks about under them is beaten piecemeal
            self.patience = True
            far = _farthest_shot(briefing)
            self.gun_ranges, self.gun_safety = (min(self.gun_ranges[0], far), far), 400.0
        self.started_with = sum(self._worth(e.rated.arm, self._began(e)) for e in briefing.roster.values())

    def _began(self, entry: Entry) -> int:
        return entry.unit.guns + entry.unit.howitzers if entry.rated.arm == "artillery" else entry.rated.figures

    def _worth(self, arm: Arm, figures: int) -> float:
        return figures * GUN if arm == "artillery" else figures * self.scale * (HORSE if arm == "cavalry" else 1.0)

    def situation(self, view: View) -> Situation:
        """What the seat knows now."""
        # dismounted horse fights as foot, so the roster's word is out of date
        self._arms = {unit: entry.rated.arm for unit, entry in view.made.items()}
        return super().situation(view)

    def last(self, view: View) -> int:
        """As the scenario says."""
        return self.briefing.header.victory.length_turns

    def sees(self, one: TableSpot, other: TableSpot) -> bool:
        """Whether two places lie in sight of each other; looked up for places a few paces apart."""
        # rounded: sight from a few paces off is the same, and looking is slow
        key = round(one[0] / NEARLY), round(one[1] / NEARLY), round(other[0] / NEARLY), round(other[1] / NEARLY)
        found = self._looked.get(key)
        if found is None:
            a, b = point(key[0] * NEARLY, key[1] * NEARLY), point(key[2] * NEARLY, key[3] * NEARLY)
            found = self._looked[key] = self._lookout.sees(a, b)
        return found

    # -- our own

    def beaten(self, view: View) -> list[bool]:
        """Of those on the roster: whether they are lost or have fled."""
        units = [view.units[unit] for unit in self.briefing.roster if unit in view.units]
        return [unit.where == "lost" or unit.status in FLED for unit in units]

    def members(self, view: View, group: Group) -> list[OwnUnit]:
        """The units of a body, or what they have gone into."""
        row = "mounted" if group.arm == "horse" else "foot"
        pace = float(self.briefing.rules.tables.row("CS-6.1a", row).columns["march"])
        return [self._member(unit, pace) for unit in _as_they_are(view, group.units)]

    def _member(self, unit: UnitState, pace: float) -> OwnUnit:
        arm = self._arms.get(unit.parent or unit.id) or self.briefing.roster[unit.parent or unit.id].rated.arm
        return OwnUnit(
            place=spot(unit.position),
            facing=unit.heading,
            where="here" if unit.where == "table" else "waiting" if unit.where == "waiting" else "gone",
            strength=self._worth(arm, unit.figures - unit.lost),
            at_start=self._worth(arm, unit.figures),
            figures=unit.figures,
            steadiness=steadiness(unit.status, unit.disorder),
            formed=STEADY[unit.status] > STEADY_ENOUGH,
            pace=pace,
            fighting=bool(unit.melee or unit.before.shot_at),
            loose=unit.formation in LOOSE or unit.formation == "irregular",
            fixed=unit.formation == "garrison" and not unit.aboard,
            due=self._due(unit) if unit.where == "waiting" else 0,
        )

    def _due(self, unit: UnitState) -> int:
        arrival = self.briefing.roster[unit.id].unit.arrival
        return arrival.turn if arrival else 0

    # -- the enemy

    def foes(self, view: View) -> Iterable[Foe]:
        """Those in sight, those remembered where they were last seen, and what may be behind cards."""
        for seen in view.seen.values():
            if seen.side != view.side:
                steady = steadiness(seen.status, seen.disorder)
                # remembered for when it goes out of sight
                self.known[seen.id] = KnownEnemy(seen.arm, seen.figures, steady)
                yield self._foe(view, seen, steady)
        for ghost in view.ghosts.values():
            known = self.known.get(ghost.unit)
            age = view.turn - ghost.turn
            # who was shaken when last seen is forgotten sooner: he may have run off
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


def _farthest_shot(briefing: Briefing) -> float:
    """Paces that guns fire on this table."""
    tables = briefing.rules.tables
    effective = tables.value("CS-7.5a", "effective")
    zones = effective.get(briefing.ground.character, effective["open"])
    return float(max(reach(tables, zone) for zone in zones))


def steadiness(status: Status, disorder: int) -> float:
    """How far troops can be relied on."""
    return max(0.0, STEADY[status] - DISORDER * min(disorder, 10))


def _as_they_are(view: View, units: Iterable[str]) -> list[UnitState]:
    """Units of a body, or what they have gone into."""
    found: dict[str, UnitState] = {}
    for unit in units:
        now = view.units.get(unit)
        # joined more than once: to the last unit it has gone into
        while now is not None and now.where == "joined":
            now = view.units.get(now.within)
        if now is not None:
            found[now.id] = now
    return list(found.values())
