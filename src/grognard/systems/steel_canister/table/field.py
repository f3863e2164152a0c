"""A Steel & Canister battle as its procedures see it: units in spaces, sight, cover, leaders, and who may know what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from grognard.battle.events import Event, Set
from grognard.battle.fight import Fight, Seat
from grognard.battle.posts import Chain
from grognard.battle.special.effects import worth_in
from grognard.ground.units import to_sub
from grognard.kernel.checks import implements
from grognard.kernel.ruleset import Ruleset
from grognard.miniatures.knowledge import LastLook
from grognard.miniatures.memo import Memo
from grognard.miniatures.seating import Seating
from grognard.scenarios.model import Scenario

from ..checks.command import Level, farthest
from ..checks.measures import FacingArcResult, halves
from ..checks.moving import Edge, Step, StepFacts
from ..muster import Mustered
from ..terms import Cover, Facing, Leader, Side, branch
from . import sight
from .board import Board, Going, Space
from .state import LeaderState, UnitState, World

_PLACES = frozenset(("space", "where", "formation", "status"))
"""Fields of a unit on which sight and room depend."""
_POSTS = frozenset(("space", "where", "lost_on"))
"""Fields of a leader on which it depends whence he looks out."""


class StepTried(NamedTuple):
    """A step as the check asks for it, and whether the rules refuse it."""

    facts: StepFacts
    refused: bool


class Standing:
    """What holds as long as all units and leaders stand as they stand, by seats."""

    def __init__(self) -> None:
        self.eyes: dict[str, frozenset[Space]] = {}
        """Spaces of its units."""
        self.posts: dict[str, tuple[Space, ...]] = {}
        """Spaces of its units and leaders."""
        self.sighted: dict[str, frozenset[str]] = {}
        """Others whom it would see if it looked about now."""
        self.made_out: dict[tuple[str, Space], bool] = {}
        """Whether one of its units sees a space."""
        self.ways: dict[tuple[str, Space, int], dict[Space, int]] = {}
        """How far a word of a side carries from a space (SC-1.4b)."""
        self.shots: dict[tuple[str, str], tuple[UnitState, UnitState, int, Any]] = {}
        """The facts of shots of one unit at another, with both as they were then, and the turn."""


class Field(Fight[World]):
    """What the phases work with."""

    special_worth = worth_in(Path(__file__).parents[1])

    def __init__(
        self,
        scenario: Scenario,
        seats: tuple[Seat, ...],
        rules: Ruleset,
        world: World,
        chain: Chain,
        roster: Mapping[str, Mustered],
        board: Board,
    ) -> None:
        super().__init__(scenario, seats, rules, world)
        self.chain, self.roster, self.board = chain, roster, board
        board.fires = board.built_of(self.special.ever_burning())
        self.seating = Seating(chain, seats)
        self.knowledge = LastLook(seats, self._sighted)
        self.memo = Memo()
        """What other modules have worked out from the table, for as long as it holds."""
        self._spaces: dict[Space, list[str]] | None = None
        self._hiding: set[Space] | None = None
        self._witnesses: dict[tuple[str, Space], Space | None] = {}
        """Whence a space was seen by a seat when somebody last asked."""
        self.standing = Standing()
        """What others have worked out from where everybody stands, once somebody has asked."""
        self.sight_limit = self._air()
        """Spaces over which one sees at most by a special rule of the battle; 0 for as far as the ground lets."""

    # -- who there is

    def unit(self, unit: str) -> UnitState:
        """A unit as it is now."""
        return self.world.units[unit]

    def name(self, who: str) -> str:
        """The name of a unit, leader or brigade."""
        return self.seating.name(who)

    def on_board(self, side: str | None = None) -> list[UnitState]:
        """Units on the board, in the order of the roster."""
        return [unit for unit in self.world.units.values() if unit.where == "board" and side in (None, unit.side)]

    def enemies(self, side: str) -> list[UnitState]:
        """The other side's units on the board."""
        return [unit for unit in self.world.units.values() if unit.where == "board" and unit.side != side]

    def player(self, letter: str) -> str:
        """The side that is player A or B this turn."""
        return self.world.a if letter == "A" else self.seating.other(self.world.a)

    def in_space(self, space: Space, side: str | None = None) -> list[UnitState]:
        """The units in a space."""
        there = self._grouped().get(space)
        if not there:
            return []
        units = self.world.units
        return [unit for each in there if (unit := units[each]).side == side or side is None]

    def held_against(self, side: str, space: Space) -> bool:
        """Whether anybody of another side stands in a space."""
        there, units = self._grouped().get(space), self.world.units
        return there is not None and any(units[unit].side != side for unit in there)

    def _grouped(self) -> dict[Space, list[str]]:
        """The units on the board by their spaces, in the order of the roster."""
        if self._spaces is None:
            self._spaces = {}
            for unit in self.on_board():
                self._spaces.setdefault(unit.space, []).append(unit.id)
        return self._spaces

    @implements("SC-0.9")
    def room(self, space: Space, side: str, without: str = "") -> int:
        """Halves of a space that a side may still fill; guns without a crew fill nothing."""
        t = self.rules.tables
        there = self.in_space(space, side)
        filled = sum(halves(t, u.arm, u.formation) for u in there if u.id != without) if there else 0
        return t.number("SC-0.9", "halves") - filled

    def fits(self, unit: UnitState, space: Space, formation: str = "") -> bool:
        """Whether a unit has room in a space."""
        needed = halves(self.rules.tables, unit.arm, formation or unit.formation)
        return needed <= self.room(space, unit.side, without=unit.id)

    def live(self, unit: str) -> int:
        """Figures left."""
        now = self.world.units[unit]
        return now.figures - now.killed

    # -- the board

    def range(self, one: str, other: str) -> int:
        """Spaces between two units."""
        return self.board.range(self.unit(one).space, self.unit(other).space)

    @implements("SC-0.6")
    def sees(self, one: Space, other: Space) -> bool:
        """Whether two spaces are in sight of each other."""
        if not sight.through_air(self.board, one, other, self.sight_limit):
            return False
        screen = sight.screen(self.rules.tables, self.board, one, other)
        return screen is not None and screen.isdisjoint(self._formed())

    def burning(self) -> frozenset[Space]:
        """Spaces in flames by a special rule of the battle."""
        names = self.special.burning(self.moment()[0])
        return self.board.built_of(names) if names else frozenset()

    @implements("SC-0.11")
    def shut(self, space: Space, there: Space) -> bool:
        """Whether nobody can go from a space into another: it is water, or burns; who is in the flames may get out."""
        if there in self.board.impassable:
            return True
        burning = self.burning()
        return bool(burning) and there in burning and space not in burning

    def _air(self) -> int:
        """How far fog or a storm of the battle lets one see now; who stands in the next space is always seen."""
        paces = self.special.sight(self.moment()[0])
        return max(1, to_sub(paces) // self.board.side) if paces else 0

    def _seen_from(self, posts: Iterable[Space], space: Space) -> Space | None:
        if self.sight_limit:
            posts = [post for post in posts if sight.through_air(self.board, post, space, self.sight_limit)]
        return sight.seen_from(self.rules.tables, self.board, posts, space, self._formed())

    @staticmethod
    def between(one: Space, other: Space) -> list[Space]:
        """The spaces whose inside the straight line between two spaces goes through."""
        return sight.between(one, other)

    def _formed(self) -> set[Space]:
        """Spaces with a unit that hides what is behind it."""
        if self._hiding is None:
            self._hiding = {space for space in self._grouped() if self._hides(space)}
        return self._hiding

    def _hides(self, space: Space) -> bool:
        through, units = self.rules.tables.value("SC-0.6", "see_through"), self.world.units
        return any(units[each].formation not in through for each in self._grouped().get(space, ()))

    @implements("SC-0.4")
    def side_attacked(self, target: str, from_space: Space) -> Side:
        """The side of a unit on which a space lies; who is in its own space is before its front."""
        unit = self.unit(target)
        if from_space == unit.space:
            return "front"
        seen: FacingArcResult = self.reckoned(
            "facing-arc",
            dx=from_space[0] - unit.space[0],
            dy=from_space[1] - unit.space[1],
            faces=unit.facing,
            formation=unit.formation,
            strong_point=self.board.terrain[unit.space] == "strong_point",
        )
        return seen.side

    def reach_of(self, level: Level) -> int:
        """The farthest that the word of a leader of this level carries to anybody."""
        return self.memo.keep(("carries", level), self.rules, lambda: farthest(self.rules.tables, level))

    def reckoned(self, check: str, **facts: Any) -> Any:
        """The outcome of a check that needs no dice. The same few facts come up thousands of times, so that it is kept
        with the board, whose tables it follows from."""
        key = check, *facts, *facts.values()
        found = self.board.reckoned.get(key)
        if found is None:
            found = self.board.reckoned[key] = self.settle(check, self.rules[check].asks(**facts))
        return found

    @implements("SC-0.11")
    def cover(self, target: str, from_space: Space) -> Cover:
        """The worst single cover of a unit against somebody in a space."""
        return worst(self.covers(self.unit(target).space, from_space, ("wall", "low_wall")))

    @implements("SC-0.11")
    def covers(self, space: Space, from_space: Space, walls: Sequence[str]) -> list[str]:
        """All that covers who stands in a space from somebody in another."""
        board, last = self.board, self._last_before(from_space, space)
        found: list[str] = [terrain] if (terrain := board.terrain[space]) in ("strong_point", "heavy", "light") else []
        if space in self.burning():
            found = []
        found += ["hill"] if board.level[space] > board.level[from_space] else []
        edge = board.edge(last, space) if last != space else "none"
        return [*found, edge] if edge in walls else found

    def more_cover(self, covers: Sequence[str]) -> int:
        """Dice that all covers but the worst take, where they add up."""
        t = self.rules.tables
        if not t.value("SC-0.11", "summed"):
            return 0
        dice = [-int(t.value("SC-0.11", each)["cover"]) for each in covers]
        return sum(dice) - max(dice, default=0)

    @staticmethod
    def _last_before(one: Space, other: Space) -> Space:
        """The space next to the second from which a line from the first comes in."""
        dx, dy = one[0] - other[0], one[1] - other[1]
        longest = max(abs(dx), abs(dy)) or 1
        return other[0] + round(dx / longest), other[1] + round(dy / longest)

    def stepping(self, unit: str, to: Space, ap_left: int | None = None, now: UnitState | None = None) -> StepFacts:
        """The facts of a step into a neighbouring space, from where a unit is or, in `now`, would be."""
        now = now or self.unit(unit)
        points = max(0, now.ap - now.spent if ap_left is None else ap_left)
        return self.trying(now, to, now.facing, points).facts

    def trying(self, now: UnitState, to: Space, facing: Facing, points: int) -> StepTried:
        """A step into a neighbouring space by a unit that faces so, with so many points. There are few kinds of them,
        and each comes up thousands of times."""
        board, space = self.board, now.space
        going, step = board.going(space, to), board.step_to(space, facing, to)
        blown, moved = bool(now.blown), now.entered > 0
        key = going, step, now.arm, now.formation, now.manned, now.weight, blown, moved, points
        found: StepTried | None = board.steps_known.get(key)
        if found is None:
            facts = self._step(now, going, step, points)
            found = board.steps_known[key] = StepTried(facts, self.rules["step"].refusal(facts) is not None)
        return found

    def _step(self, now: UnitState, going: Going, step: Step, points: int) -> StepFacts:
        marching = going.road and now.formation in ("march_column", "limbered")
        return StepFacts(
            step=step,
            arm=now.arm,
            formation=now.formation,
            terrain=going.terrain,
            # a march keeps to the road over the bridge, and what the road leads over is no hindrance
            edge="none" if marching and self._bridged(going.edge) else going.edge,
            uphill=going.uphill,
            on_road=marching,
            road=going.road,
            manned=now.manned,
            blown=bool(now.blown),
            heavy_guns=now.weight == "heavy" and branch(now.arm) == "artillery" and now.manned,
            moved=now.entered > 0,
            ap_left=points,
        )

    @implements("SC-1.3d")
    def _bridged(self, edge: Edge) -> bool:
        """Whether a road takes a march over what lies between two spaces."""
        return self.rules.tables.value("SC-1.3d", "cancels") or edge == "river"

    def visible_enemies(self, unit: str) -> list[str]:
        """Enemy units in sight, nearest first."""
        now = self.unit(unit)
        found = [
            (self.board.range(now.space, foe.space), foe.id)
            for foe in self.enemies(now.side)
            if self.sees(now.space, foe.space)
        ]
        return [foe for _, foe in sorted(found)]

    def nearest_enemy(self, unit: str, at: Space | None = None) -> int | None:
        """Range to the nearest enemy in sight, from where the unit is or would be. Only those its seat knows of count,
        so that what is open to it tells nothing of others."""
        now, known = self.unit(unit), self.seen_by(self.seat_of(unit))
        here = at or now.space
        seen = [foe for foe in self.enemies(now.side) if foe.id in known and self.sees(here, foe.space)]
        return min((self.board.range(here, foe.space) for foe in seen), default=None)

    # -- leaders

    def leaders_with(self, unit: str) -> list[LeaderState]:
        """Leaders attached to a unit."""
        return [leader for leader in self.world.leaders.values() if leader.attached == unit and leader.where == "board"]

    def leader_with(self, unit: str) -> Leader:
        """The highest leader attached to it."""
        levels = {leader.level for leader in self.leaders_with(unit)}
        return "higher" if levels - {"brigade"} else "brigade" if levels else "none"

    # -- changes

    def happen(self, event: Event) -> None:
        """Let an event change the world, and bring up to date what was derived from what it changed."""
        if not event.sets:
            return
        moved: dict[str, UnitState | None] = {}
        stirred = False
        for change in event.sets:
            places = _PLACES if change.collection == "units" else _POSTS if change.collection == "leaders" else None
            if places is None or (change.fields is not None and places.isdisjoint(change.fields)):
                continue
            stirred = True
            if change.collection == "units":
                moved[change.key] = self.world.units.get(change.key)
        super().happen(event)
        air, self.sight_limit = self.sight_limit, self._air()
        if stirred or air != self.sight_limit:
            self.standing = Standing()
        for unit, before in moved.items():
            self._stands(before, self.world.units.get(unit))

    def _stands(self, before: UnitState | None, now: UnitState | None) -> None:
        """A unit stands elsewhere, or otherwise: only the spaces that it left and came to are looked at again."""
        if before is None or now is None or self._spaces is None:
            self._forget()
            return
        spaces, order = self._spaces, self._places()
        if before.where == "board":
            rest = [each for each in spaces[before.space] if each != now.id]
            if rest:
                spaces[before.space] = rest
            else:
                del spaces[before.space]
        if now.where == "board":
            # in the order of the roster, as if all had been looked through
            spaces[now.space] = sorted((*spaces.get(now.space, ()), now.id), key=order.__getitem__)
        hiding = self._hiding
        if hiding is None:
            return
        for space in {before.space, now.space}:
            if self._hides(space) is not (space in hiding):
                hiding ^= {space}

    def _places(self) -> dict[str, int]:
        """The place of each unit on the roster."""
        units = self.world.units
        return self.memo.keep(("places", len(units)), self.rules, lambda: {each: i for i, each in enumerate(units)})

    def with_unit(self, there: UnitState) -> Field:
        """The same field with one unit elsewhere, or otherwise; nobody has looked about on it yet."""
        made = copy(self)
        made.world = replace(self.world, units={**self.world.units, there.id: there})
        made.entries, made.quarter = [], 0
        made.knowledge = LastLook(self.seats, made._sighted)
        made.standing = Standing()
        made._spaces, made._hiding = dict(self._grouped()), set(self._formed())
        made._stands(self.unit(there.id), there)
        return made

    def _forget(self) -> None:
        self._spaces = self._hiding = None
        self.standing = Standing()

    def restarted(self, world: World) -> None:
        """Another world: nothing derived from the old one holds."""
        super().restarted(world)
        self.sight_limit = self._air()
        self._forget()
        self.knowledge.restarted()

    def change(self, unit: str, **fields: Any) -> Set:
        """A change of a unit, to go with an event."""
        return Set("units", unit, fields)

    # -- who knows what

    def seat_of(self, who: str) -> str:
        """The seat that commands a unit, leader or brigade."""
        found = self.seating.find(who)
        return found if found is not None else self.seating.seat_of(self.world.brigades[who].units[0])

    def look_again(self, unit: str) -> None:
        """A unit has moved: who sees it now, and what it sees itself. Others' sights wait for the next look."""
        now, own, known = self.unit(unit), self.seating.seat_of(unit), self.knowledge.seen
        for seat, seen in known.items():
            if seat == own:
                # added, not replaced: what its other units saw at the last look still holds
                fresh = [
                    each.id
                    for each in self.on_board()
                    if each.id not in seen and self.seating.seat_of(each.id) != own and self.sees(now.space, each.space)
                ]
                if fresh:
                    known[seat] = seen.union(fresh)
            elif (now.where == "board" and self._seen_from(self._posts(seat), now.space) is not None) is not (
                unit in seen
            ):
                known[seat] = seen ^ {unit}

    def seen_by(self, seat: str) -> frozenset[str]:
        """Units on the board, not the seat's own, that its units or leaders saw at the last look."""
        return self.knowledge.seen_by(seat)

    def _sighted(self, seat: str) -> frozenset[str]:
        sighted = self.standing.sighted
        # nobody has moved since they last looked about: they see whom they saw
        if seat not in sighted:
            places, seat_of = self._posts(seat), self.seating.seat_of
            there = self._grouped().items()
            others = [(space, [unit for unit in units if seat_of(unit) != seat]) for space, units in there]
            sighted[seat] = frozenset(
                unit for space, units in others if units and self._seen_from(places, space) for unit in units
            )
        return sighted[seat]

    def _posts(self, seat: str) -> tuple[Space, ...]:
        """Spaces from which a seat looks out: those of its units and leaders."""
        posts = self.standing.posts
        if seat not in posts:
            leaders = {
                leader.space
                for leader in self.world.leaders.values()
                if leader.where == "board" and not leader.lost_on and self.seating.seat_of(leader.id) == seat
            }
            posts[seat] = tuple({*self._eyes(seat), *leaders})
        return posts[seat]

    def _eyes(self, seat: str) -> frozenset[Space]:
        """Spaces in which units of a seat stand."""
        eyes, units = self.standing.eyes, self.world.units
        if seat not in eyes:
            own = (units[unit] for unit in self.seating.mustered(seat) if unit in units)
            eyes[seat] = frozenset(unit.space for unit in own if unit.where == "board")
        return eyes[seat]

    def knows(self, seat: str, who: str) -> bool:
        """Whether a seat can make out a unit or leader."""
        owner = self.seating.find(who)
        if owner is None or owner == seat or who in self.seen_by(seat):
            return True
        leader = self.world.leaders.get(who)
        return leader is not None and self._made_out(seat, leader.space)

    def _made_out(self, seat: str, space: Space) -> bool:
        """Whether one of a seat's units sees a space."""
        made_out = self.standing.made_out
        found = made_out.get((seat, space))
        if found is None:
            eyes, witness = self._eyes(seat), self._witnesses.get((seat, space))
            # who saw it before most likely still does
            if witness is None or witness not in eyes or not self.sees(witness, space):
                witness = self._witnesses[seat, space] = self._seen_from(eyes, space)
            found = made_out[seat, space] = witness is not None
        return found


def worst(covers: Sequence[str]) -> Cover:
    """The worst of some covers: a hill or a wall is as good as light terrain."""
    if "strong_point" in covers:
        return "strong_point"
    return "heavy" if "heavy" in covers else "light" if covers else "none"
