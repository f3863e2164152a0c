"""What a seat may know, by allow-list: whatever is not copied here stays hidden.

A seat knows all about the units it commands. Of other units it knows what can be seen of those that its own units or
leaders see: where they stand, how they are formed, how many figures are left, markers and open chits.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from grognard.army.oob import FormationName, Interval
from grognard.army.shapes import Part
from grognard.battle.games import Mark
from grognard.ground.field import Field
from grognard.ground.units import Point
from grognard.kernel.ruleset import Ruleset
from grognard.miniatures.views import SeenLeader, leaders_seen
from grognard.miniatures.views import marks as marked
from grognard.scenarios.model import Header

from .. import beyond
from ..beyond import EdgeCard
from ..checks.ground.smoke import Ball
from ..checks.ground.weather import Compass, Strength
from ..checks.setting_up.cards import Light
from ..orders.order_text import bare
from ..phases.command import marks as mission_marks
from ..phases.deployment import zones
from ..table.battlefield import Battlefield
from ..table.bodies import shape_of
from ..table.roster import Entry, LeaderEntry
from ..table.state import (
    Abandoned,
    Boat,
    Card,
    Force,
    Ghost,
    LeaderState,
    Mission,
    Order,
    Rider,
    Stage,
    UnitState,
    Work,
)
from ..terms import Arm, Status, Weather
from ..works.showing import Shown, shown_boats, shown_structures, shown_works


class Seen(Struct, frozen=True, omit_defaults=True):
    """A unit of somebody else's that is seen."""

    id: str
    name: str
    side: str
    arm: Arm
    irregular: bool
    position: Point
    heading: int
    formation: FormationName
    interval: Interval
    figures: int
    """Still standing."""
    disorder: int
    status: Status
    forming: bool
    engaged: tuple[str, ...]
    """Own units it is locked with."""
    chits: Order | None = None
    nation: str = ""
    """As its colours and coats show."""
    of: int = 0
    """Figures it began with: losses do not narrow its front, so that anybody can count the gaps."""
    parts: tuple[Part, ...] = ()
    """Company by company, in its own frame."""
    prone: bool = False
    aboard: str = ""
    """The boat it is in."""


class Likeness(Struct, frozen=True):
    """What a seat remembers of a unit that it has lost from sight."""

    name: str
    side: str
    arm: Arm
    irregular: bool
    nation: str
    parts: tuple[Part, ...]


class SeenCard(Struct, frozen=True, omit_defaults=True):
    """A grand-tactical card of somebody else's: where it lies, and what has been told of it. A dummy looks the same."""

    id: str
    side: str
    position: Point
    heading: int
    counter: bool = False
    uncovered: bool = False
    arm: Literal["", Arm] = ""
    infantry: int = 0
    cavalry: int = 0
    batteries: int = 0


class View(Struct, frozen=True):
    """All that a seat may know."""

    seat: str
    side: str
    turn: int
    phase: Stage
    over: str
    units: dict[str, UnitState]
    """Its own."""
    seen: dict[str, Seen]
    ghosts: dict[str, Ghost]
    """Enemies seen earlier, by unit."""
    leaders: dict[str, LeaderState]
    leaders_seen: dict[str, SeenLeader]
    riders: dict[str, Rider]
    missions: dict[str, Mission]
    abandoned: dict[str, Abandoned]
    smoke: tuple[Ball, ...]
    weather: Weather
    wind: Strength
    wind_from: Compass
    wet: bool
    sight: int
    structures: dict[str, Shown] = {}
    """Works and buildings that are not as the map has them."""
    works: dict[str, Work] = {}
    boats: dict[str, Boat] = {}
    likenesses: dict[str, Likeness] = {}
    """Of those among the ghosts, by unit."""
    made: dict[str, Entry] = {}
    """Own units that were made, or made up anew, during the battle: as the roster would have them."""

    def entry(self, briefing: Briefing, unit: str) -> Entry:
        """One of its own units as it is made up now; skirmishers who are out are their parent's."""
        id = self.units[unit].parent or unit if unit in self.units else unit
        return self.made.get(id) or briefing.roster[id]

    light: Light = "day"
    forces: dict[str, Force] = {}
    """Its own beyond the table."""
    edge_cards: tuple[EdgeCard, ...] = ()
    """At the table's edges, where there is off-board play: its own, and the enemy's face down."""
    cards: dict[str, Card] = {}
    """Its own grand-tactical cards."""
    cards_seen: dict[str, SeenCard] = {}
    """Those of others."""
    zones: tuple[tuple[tuple[float, float], ...], ...] = ()
    """Before the battle: where it may set up."""
    dummies: int = 0
    """Dummy cards that it may use in all."""
    by_officers: tuple[str, ...] = ()
    """While it commands: its units that their officers will mark anew when it has done, by their missions. What chits
    they still have are the last turn's."""
    nearest: dict[str, tuple[str, int]] = {}
    """Of its units on the table: the nearest enemy that the seat sees, and the paces between their nearest parts."""


class Briefing(Struct, frozen=True):
    """What a seat knows from the start and for good: the map, its own troops, the rules, the scenario's task."""

    seat: str
    side: str
    header: Header
    ground: Field
    rules: Ruleset
    year: int
    roster: dict[str, Entry]
    leaders: dict[str, LeaderEntry]
    edges: dict[str, str]
    """Each side's own edge of the table."""
    nation: str = ""
    """Of its side's commander."""


def briefing(b: Battlefield, seat: str) -> Briefing:
    """The briefing of a seat."""
    side, roster = b.seating.side_of(seat), b.roster
    return Briefing(
        seat,
        side,
        b.scenario.header,
        b.ground,
        b.rules,
        b.year,
        b.owned(seat, roster.units),
        b.owned(seat, roster.leaders),
        roster.chain.edges,
        roster.sides[side].nation,
    )


def view(b: Battlefield, seat: str) -> View:
    """The world as a seat knows it."""
    w, side = b.world, b.seating.side_of(seat)
    own, seen = _own_units(b, seat), _all_seen(b, seat)
    # in sight, it is shown as it is; out of sight since all last took note, it was seen this turn
    ghosts = {
        g.unit: replace(g, turn=g.turn or w.turn) for g in w.ghosts.values() if g.seat == seat and g.unit not in seen
    }
    return View(
        seat=seat,
        side=side,
        turn=w.turn,
        phase=w.phase,
        over=w.over,
        units=own,
        seen=seen,
        ghosts=ghosts,
        leaders=b.own_leaders(seat),
        leaders_seen=leaders_seen(b, seat),
        riders=_riders(b, seat),
        missions=_missions(b, seat),
        # whose hand is on abandoned guns the other side sees only when they are taken
        abandoned={
            guns.id: guns if guns.touched_by == side else replace(guns, touched_by="") for guns in w.abandoned.values()
        },
        smoke=w.smoke,
        weather=w.weather,
        wind=w.wind,
        wind_from=w.wind_from,
        wet=w.wet,
        sight=b.air.limit,
        structures=shown_structures(b),
        works=shown_works(b, side),
        boats=shown_boats(b, seat, side),
        made={unit: b.entry(unit) for unit in w.raised if unit in own},
        likenesses={unit: _likeness(b, ghost) for unit, ghost in ghosts.items() if unit in w.units},
        light=w.light,
        forces=beyond.own_forces(b, seat),
        edge_cards=beyond.cards(b, seat),
        # when it will be turned over hangs on what the enemy has seen
        cards={card.id: replace(card, due=0) for card in w.cards.values() if card.seat == seat},
        # by label, the only name that both sides know
        cards_seen={card.label: _card(card) for card in _on_table(w.cards.values()) if card.seat != seat},
        zones=zones.drawn(b, side) if w.phase == "deployment" and w.placing else (),
        # the army's commander alone uses them
        dummies=w.dummies.get(side, 0) if b.seats_of(side)[0] == seat else 0,
        by_officers=_left_to_officers(b, seat),
        nearest=b.nearest_seen(seat),
    )


def _own_units(b: Battlefield, seat: str) -> dict[str, UnitState]:
    units = b.own_units(seat)
    return b.memo.keep(("own as told", seat), units, lambda: {unit: _own(now) for unit, now in units.items()})


def _all_seen(b: Battlefield, seat: str) -> dict[str, Seen]:
    seen, own = b.knowledge.seen_by(seat), b.own_units(seat)
    of = seen, b.survey.standing, *(b.as_before("units", each.id) for each in b.seats if each.id != seat)
    # sorted, for a set has no order and two equal views must be equal
    return b.memo.keep_while(
        ("all seen", seat), of, lambda: {unit: _seen(b, unit, seat, own) for unit in sorted(seen) if b.here(unit)}
    )


def _riders(b: Battlefield, seat: str) -> dict[str, Rider]:
    """His alone: a rider of another seat of the same side is not his to read."""
    riders = b.world.riders.values()
    return b.memo.keep(
        ("own riders", seat),
        b.as_before("riders"),
        lambda: {each.id: each for each in riders if each.leader and b.seat_of(each.leader) == seat},
    )


def _missions(b: Battlefield, seat: str) -> dict[str, Mission]:
    missions = b.world.missions.values()
    return b.memo.keep(
        ("own missions", seat),
        b.as_before("missions"),
        lambda: {each.id: each for each in missions if each.leader and b.seat_of(each.leader) == seat},
    )


def _left_to_officers(b: Battlefield, seat: str) -> tuple[str, ...]:
    if b.world.phase != "command":
        return ()
    return tuple(mission_marks.left_to_officers(b, seat, mission_marks.told_now(b)))


def _own(unit: UnitState) -> UnitState:
    """What the enemy knows of it is not the owner's to know."""
    return replace(unit, identified=False, news=0) if unit.identified or unit.news else unit


def _on_table(cards: Iterable[Card]) -> list[Card]:
    """Those that lie on the table for all to see, by the names that all know."""
    return sorted((card for card in cards if card.label), key=lambda card: card.label)


def _card(card: Card) -> SeenCard:
    """Of a covered card nothing but where it lies."""
    # arm and number are on its face, which is down
    told = SeenCard(card.label, card.side, card.position, card.heading, card.counter)
    if not card.uncovered:
        return told
    return replace(
        told, uncovered=True, arm=card.arm, infantry=card.infantry, cavalry=card.cavalry, batteries=card.batteries
    )


def _likeness(b: Battlefield, ghost: Ghost) -> Likeness:
    now, entry = b.unit(ghost.unit), b.entry(ghost.unit)
    # as it was seen last: formation and place of then, not of now
    parts = shape_of(b, now, ghost.formation, "open").parts
    return Likeness(
        _named(b, ghost.seat, now.id), now.side, entry.rated.arm, entry.rated.irregular, entry.unit.nation, parts
    )


def _seen(b: Battlefield, unit: str, seat: str, own: dict[str, UnitState]) -> Seen:
    """As the seat was shown it before, while nothing about it has changed: most units stand as they stood."""
    # keyed by the unit's state: as long as that is the same object, nothing one could see has changed
    return b.memo.keep(("seen", seat, unit), b.unit(unit), lambda: _made_out(b, seat, unit, own))


def _named(b: Battlefield, seat: str, unit: str) -> str:
    """Its name, or what one takes it for (CS-1.6.3a)."""
    return b.called(seat, unit).removeprefix("a ") or b.name(unit)


def _made_out(b: Battlefield, seat: str, unit: str, own: dict[str, UnitState]) -> Seen:
    now, rated = b.unit(unit), b.entry(unit).rated
    return Seen(
        id=unit,
        name=_named(b, seat, unit),
        side=now.side,
        arm=rated.arm,
        irregular=rated.irregular,
        position=now.position,
        heading=now.heading,
        formation=now.formation,
        interval=now.interval,
        figures=now.figures - now.lost,
        disorder=now.disorder,
        status=now.status,
        forming=now.forming is not None,
        # whom it fights is seen only by those it fights
        engaged=tuple(foe for foe in now.melee if foe in own),
        # open chits, without who gave them
        chits=bare(now.revealed),
        nation=b.entry(unit).unit.nation,
        of=now.figures,
        parts=shape_of(b, now, now.formation, now.interval).parts,
        prone=now.prone,
        aboard=now.aboard,
    )


def marks(b: Battlefield) -> list[Mark]:
    """Everybody on the table as a small map shows him."""
    return marked(
        b,
        arm=lambda unit: b.entry(unit.id).rated.arm,
        steady=lambda unit: unit.status not in ("broken", "routed"),
        alive=lambda leader: leader.hurt != "killed",
    )
