"""A battle on open ground as its procedures see it: the fight with a survey, knowledge and seating beside it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Generic

from grognard.battle.events import Event, Set
from grognard.battle.fight import Fight, Seat, W
from grognard.battle.posts import Chain
from grognard.battle.special.staying import Bounds
from grognard.ground.field import Field
from grognard.ground.units import SUB, Point
from grognard.kernel.checks import Refusal
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.tables import Tables
from grognard.scenarios.model import Scenario

from .knowledge import Knowledge, KnowledgeRules
from .memo import Memo
from .motion.placements import Placement
from .records import L, U
from .seating import Seating
from .survey import Survey
from .survey_rules import SurveyRules


class TableFight(Fight[W], Generic[W, U, L]):
    """What procedures of a system without a grid work with.

    The world has `units` and `leaders`, dictionaries by id of records as `records.py` describes them. The parts are
    kept up to date by the events that happen; procedures ask them: `b.survey.distance(one, other)`,
    `b.knowledge.seen_by(seat)`, `b.seating.mustered(seat)`.
    """

    def __init__(
        self,
        scenario: Scenario,
        seats: tuple[Seat, ...],
        rules: Ruleset,
        world: W,
        chain: Chain,
        ground: Field,
        survey_rules: Callable[[Any], SurveyRules[U]],
        knowledge_rules: Callable[[Any], KnowledgeRules[U, L]] = lambda _: KnowledgeRules(),
    ) -> None:
        """`survey_rules` and `knowledge_rules` are handed the fight, which has its world, rules and ground by then."""
        super().__init__(scenario, seats, rules, world)
        self.ground = ground
        self.seating = Seating(chain, seats)
        # before knowledge, which asks it who stands in whose sight
        self.survey: Survey[U] = Survey(self, ground, survey_rules(self), chain.sides)
        self.knowledge: Knowledge[U, L] = Knowledge(self, self.seating, self.survey, knowledge_rules(self))
        self._army = {post.side: post.id for post in reversed(chain.leaders.values()) if post.level == "army"}
        self.memo = Memo()
        """What other modules have worked out from the table, for as long as it holds."""
        self._as_before: dict[tuple[str, str], object] = {}
        self._fields_as_before: dict[tuple[str, str], object] = {}
        self._air = 0

    @property
    def t(self) -> Tables:
        """The numbers of the rules."""
        return self.rules.tables

    # -- who there is

    @property
    def units(self) -> dict[str, U]:
        """All units, by id."""
        found: dict[str, U] = self.world.units  # type: ignore[attr-defined]
        return found

    @property
    def leaders(self) -> dict[str, L]:
        """All leaders, by id."""
        found: dict[str, L] = self.world.leaders  # type: ignore[attr-defined]
        return found

    def unit(self, unit: str) -> U:
        """A unit as it is now."""
        found: U = self.world.units[unit]  # type: ignore[attr-defined]
        return found

    def here(self, unit: str) -> bool:
        """Whether a unit is on the table."""
        found: U = self.world.units[unit]  # type: ignore[attr-defined]
        return found.where == "table"

    def placement(self, unit: str) -> Placement:
        """Where a unit stands and faces."""
        now: U = self.world.units[unit]  # type: ignore[attr-defined]
        return Placement(now.position, now.heading)

    def on_table(self, side: str | None = None) -> list[U]:
        """Units on the table, of one side or of both, in the order of the roster."""
        return [unit for unit in self.units.values() if unit.where == "table" and side in (None, unit.side)]

    def enemies(self, side: str) -> list[U]:
        """The other side's units on the table."""
        return [unit for unit in self.units.values() if unit.where == "table" and unit.side != side]

    def name(self, who: str) -> str:
        """What a unit or leader is called."""
        return self.seating.name(who)

    def waits(self, unit: str) -> Refusal | None:
        """Why a special rule of the battle lets a unit wait where it is, if one does."""
        return self.special.waits(self.moment()[0], unit, partial(self._enemy_within, unit))

    def bounds(self, unit: str) -> Bounds | None:
        """The ground that a unit may not leave now by a special rule of the battle; None where it may go anywhere."""
        # asked before every step, and most battles have no such rule
        if not self.special.binds:
            return None
        stands = self.unit(unit).position, self.survey.middle(unit)

        def inside(bounds: Bounds) -> bool:
            # the middle of its ground too, or it would be free by forming so that its front is over the border
            return any(bounds.holds(spot) for spot in stands)

        return self.special.bounds(
            self.moment()[0], self.listed(unit), inside, partial(self._enemy_within, unit), self.ground
        )

    def listed(self, unit: str) -> str:
        """The unit of the order of battle that a unit is. A system that makes up units during a battle says here from
        which one they came: what is said of that unit holds for them."""
        return unit

    def kept_from(self, unit: str, spot: Point) -> Refusal | None:
        """Why a unit may not go to a spot: it may not leave where it is; None where it may."""
        bounds = self.bounds(unit)
        return bounds.refusal if bounds is not None and not bounds.holds(spot) else None

    def _enemy_within(self, unit: str, paces: int) -> bool:
        """Whether an enemy is so near of whom a unit's seat knows: what it may do must tell nothing of others."""
        foes = self.survey.enemies_within(unit, paces * SUB / self.survey.rules.measure)
        return any(self.knows(self.seat_of(unit), foe) for foe in foes)

    @property
    def sight_limit(self) -> int:
        """How far one sees by a special rule of the battle, in the rules' measure; 0 for as far as the ground lets."""
        paces = self.special.sight(self.moment()[0])
        return paces * SUB // self.survey.rules.measure if paces else 0

    def in_other_air(self) -> bool:
        """Whether a special rule lets one see farther, or less far, than when this was last asked."""
        before, self._air = self._air, self.special.sight(self.moment()[0])
        return before != self._air

    # -- whose they are, and who knows of them

    def army_leader(self, side: str) -> str:
        """The commander of an army."""
        return self._army[side]

    def army_seat(self, side: str) -> str:
        """The seat that commands a whole army."""
        return self.seat_of(self._army[side])

    def seat_of(self, who: str) -> str:
        """The seat that commands a unit or leader. A system that makes up units during a battle says here whose they
        are."""
        return self.seating.seat_of(who)

    def owners(self, *who: str) -> tuple[str, ...]:
        """The seats that command these units or leaders."""
        return tuple(dict.fromkeys(self.seat_of(each) for each in who if each))

    def own_units(self, seat: str) -> dict[str, U]:
        """The units that a seat commands, as they are now. The same object until one of them changes."""
        units, mine = self.units, self.knowledge.commanded(seat)
        # also by where all stand, which is another while one supposes that a unit stood otherwise
        of = self.as_before("units", seat), self.survey.standing, mine
        return self.memo.keep_while(("commanded", seat), of, lambda: {unit: units[unit] for unit in mine})

    def own_leaders(self, seat: str) -> dict[str, L]:
        """The leaders that a seat commands, as they are now. The same object until one of them changes."""
        of = self.as_before("leaders", seat)
        return self.memo.keep(("own leaders", seat), of, lambda: self.owned(seat, self.leaders))

    def knows(self, seat: str, who: str) -> bool:
        """Whether a seat can make out a unit or leader."""
        return self.knowledge.knows(seat, who)

    def nearest_seen(self, seat: str, *, rounded: bool = False) -> dict[str, tuple[str, int]]:
        """Of each unit of a seat on the table the nearest enemy on it that the seat sees, and how far it is in the
        rules' measure; worked out for all at once, and kept until somebody moves or all look about. Rounded, the first
        by id is named of several who are as near in that measure."""
        of = self.survey.standing, self.knowledge.seen_by(seat)
        return self.memo.keep_while(("nearest seen", seat, rounded), of, lambda: self._nearest_seen(seat, rounded))

    def _nearest_seen(self, seat: str, rounded: bool) -> dict[str, tuple[str, int]]:
        side, units = self.seating.side_of(seat), self.units
        seen = (units[unit] for unit in self.knowledge.seen_by(seat))
        foes = (foe.id for foe in seen if foe.side != side and foe.where == "table")
        return self.survey.nearest_among(self.knowledge.eyes(seat), foes, rounded=rounded)

    def called(self, seat: str, who: str) -> str:
        """What a seat calls a unit that it sees but cannot name; nothing where it knows who it is."""
        return self.knowledge.called(seat, who)

    # -- what changes

    def change(self, unit: str, **fields: Any) -> Set:
        """A change of a unit, to go with an event."""
        return Set("units", unit, fields)

    def change_leader(self, leader: str, **fields: object) -> Set:
        """A change of a leader, to go with an event."""
        return Set("leaders", leader, dict(fields))

    def change_world(self, **fields: object) -> Set:
        """A change of the whole, to go with an event."""
        return Set("", "", dict(fields))

    def happen(self, event: Event) -> None:
        """Let an event change the world, and forget what was derived from what it changed."""
        super().happen(event)
        for change in event.sets:
            self._touched(change)
            if change.collection == "units" and self.survey.changed(change):
                # a record that is made or taken away in the battle, not set: whose it is nobody knew before
                self.knowledge.recount(all_anew=change.fields is None or "id" in change.fields)

    def as_before(self, collection: str, seat: str = "") -> object:
        """Another object whenever a record of a collection has changed, come or gone: for whoever keeps what was worked
        out from them. With a seat only those count that it commands, of units and leaders."""
        return self._as_before.setdefault((collection, seat), object())

    def field_as_before(self, collection: str, field: str) -> object:
        """The same for one field of all records of a collection: another object whenever it has been set in any."""
        return self._fields_as_before.setdefault((collection, field), object())

    def _touched(self, change: Set) -> None:
        self._as_before.pop((change.collection, ""), None)
        for collection, field in tuple(self._fields_as_before):
            # a record that has gone takes all of its fields with it
            if collection == change.collection and (change.fields is None or field in change.fields):
                del self._fields_as_before[collection, field]
        # whose a unit is that was made in the battle is not looked up: it may be gone already
        owner = self.seating.find(change.key)
        for seat in (owner,) if owner is not None else (each.id for each in self.seats):
            self._as_before.pop((change.collection, seat), None)

    def made_up(self, unit: str) -> None:
        """A unit has been made, or is not made up as it was: its body and its owner may be others."""
        self.survey.forget(unit)
        self.knowledge.recount()

    def restarted(self, world: W) -> None:
        """Another world: nothing derived from the old one holds."""
        super().restarted(world)
        self._as_before.clear()
        self._fields_as_before.clear()
        self.survey.restarted()
        self.knowledge.restarted()
