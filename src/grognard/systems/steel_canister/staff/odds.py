"""What a charge promises, by the exact odds of the melee and of an emergency square."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.kernel.handful import Handful
from grognard.kernel.opposed import Pair

from ..checks.fire import FireEffectFacts, free_hits, guns_bear
from ..checks.measures import all_front, side_towards
from ..checks.melee import MeleeFacts
from ..checks.moving import storms_as
from ..checks.reactions import EmergencySquareFacts
from ..knowledge.view import Seen
from ..muster import british
from ..table.board import Space
from ..table.state import UnitState
from ..terms import Cover, Side, branch
from .approach import ApproachPlan, approach, rough, short, stopped, volleys
from .picture import Picture

PULLED_UP = -0.25
"""What it is worth to stand before a square that was formed in time: halted, under its fire."""
BROKEN_OFF = -0.35
"""What it is worth to be stopped on the way: shaken, close to the enemy, under his fire."""
HIT = 0.03
"""What a hit on the way costs, besides the figure."""
_MUSKETS = 2
"""Spaces that muskets reach."""
_PRESSED = 2
"""Hits that press anybody."""
_VOLLEY = 1 / 3
"""Hits that a die of fire brings."""


MeleeSide = dict[str, Any]
"""The facts of one side of a melee, by name."""


class Prospects:
    """The odds of one picture."""

    def __init__(self, picture: Picture) -> None:
        self.p = picture

    # -- who can reach whom

    def reach(self, unit: UnitState, foe: Seen) -> ApproachPlan | None:
        """The way of a charge at an enemy; None if it is out of the question."""
        return approach(self.p, unit, foe, unit.ap - unit.spent)

    def able(self, unit: UnitState) -> bool:
        """Whether a unit is fit to charge."""
        arm = branch(unit.arm)
        if arm == "artillery" or unit.blown or unit.melee or unit.charged or unit.status != "good_order":
            return False
        loose = arm == "infantry" and unit.formation in self.p.tables.value("SC-6.1", "in_cover")
        return loose or unit.formation in self.p.tables.value("SC-6.1", arm)

    # -- what comes of it

    def charge(self, unit: UnitState, foe: Seen, way: ApproachPlan, helpers: int = 0) -> float:
        """From -1 for a certain defeat to 1 for a certain victory."""
        # a routed unit does not fight for its space
        there = [each for each in self.p.held.get(foe.space, [foe]) if each.status != "rout"] or [foe]
        # whom the enemy will name to lead is not known: the worst of them for us
        edge = min(self._against(unit, each, way, helpers) for each in there)
        dice = self._fire(unit, foe, way)
        steady, comes = self._steadiness(unit), 1 - short(way, unit.ap - unit.spent)
        free = free_hits(self.p.tables, unit.figures, unit.killed)
        for volley in dice:
            # each volley by itself: the check of fire's effect is made after each of them
            comes *= 1 - stopped(volley, steady, free)
        return comes * edge + (1 - comes) * BROKEN_OFF - HIT * _VOLLEY * sum(dice)

    def _steadiness(self, unit: UnitState) -> int:
        """Dice by which a unit stands fire."""
        check = self.p.briefing.rules["fire-effect"]
        assert isinstance(check, Handful)
        facts = FireEffectFacts(
            hits=_PRESSED,
            grade=unit.grade,
            guard=unit.guard,
            status=unit.status,
            arm=unit.arm,
            figures=unit.figures,
            killed=unit.killed,
        )
        return len(check.dice(facts).dice)

    def _against(self, unit: UnitState, foe: Seen, way: ApproachPlan, helpers: int) -> float:
        # the side from which it comes in counts, which is not always the one on which it stands now
        origin = way.last if self.p.drilled else None
        plain = self.edge(unit, foe, helpers=helpers, origin=origin, crossed=rough(self.p, way, foe))
        if branch(unit.arm) != "cavalry" or branch(foe.arm) != "infantry" or foe.formation == "square" or foe.melee:
            return plain
        # a square formed in time stops horse, whatever the odds would have been
        chance = self._square(foe, way.cost)
        return (1 - chance) * plain + chance * PULLED_UP

    def _square(self, foe: Seen, cost: int) -> float:
        ground = self.p.board.terrain[foe.space]
        facts = EmergencySquareFacts(
            charge_ap=min(12, cost),
            arm=foe.arm,
            formation=foe.formation,
            status=foe.status,
            ground=ground if ground in ("light", "heavy", "strong_point") else "none",
        )
        check = self.p.briefing.rules["emergency-square"]
        if check.refusal(facts) is not None:
            # who may not try cannot form one
            return 0.0
        return float(check.odds(facts).chance(lambda out: out.formed))

    def _fire(self, unit: UnitState, foe: Seen, way: ApproachPlan) -> list[int]:
        """The volleys of those who have the last space before contact in front of them."""
        return volleys(self.p, unit, way.last, self.firing_at(way.last))

    def firing_at(self, space: Space) -> list[Seen]:
        """The enemies near a space who have it in front of them."""
        near = [other for other in self.p.steady if self.p.board.range(other.space, space) <= _MUSKETS]
        return [each for each in near if self._fires_at(each, space)]

    def _fires_at(self, foe: Seen, space: Space) -> bool:
        if foe.melee or not self._fronts(foe, space):
            return False
        if branch(foe.arm) == "artillery":
            return foe.formation == "unlimbered" and foe.manned
        return branch(foe.arm) == "infantry" and foe.formation in self.p.tables["SC-3.1"]

    def _fronts(self, foe: Seen, space: Space) -> bool:
        return self.side(foe, space) == "front"

    def side(self, foe: Seen | UnitState, origin: Space) -> Side:
        """The side of a unit on which a space lies."""
        closed = all_front(self.p.tables, foe.formation, self.p.board.terrain[foe.space])
        # from its own space nobody is behind it
        if closed or origin == foe.space:
            return "front"
        return side_towards(foe.facing, origin[0] - foe.space[0], origin[1] - foe.space[1])

    def edge(
        self, unit: UnitState, foe: Seen, *, helpers: int = 0, origin: Space | None = None, crossed: bool = False
    ) -> float:
        """Chance to win the first round less the chance to lose it, if the unit charges."""
        came = origin or unit.space
        # those who fight there already count as numbers, and their dice are not known yet
        there = self.p.friends.get(foe.space, ())
        mates = sum(isinstance(u, UnitState) and u.melee and branch(u.arm) != "artillery" for u in there)
        ours = self._own(
            unit,
            charged=True,
            units=min(8, 1 + mates + helpers),
            lances=unit.lances,
            charged_through=crossed,
            formation=storms_as(self.p.tables, unit.formation, self.p.board.terrain[foe.space]),
        )
        many = sum(branch(each.arm) != "artillery" for each in self.p.held.get(foe.space, [foe]))
        theirs: MeleeSide = {
            "arm": foe.arm, "formation": foe.formation, "status": foe.status, "blown": foe.blown,
            "units": min(8, many), "british": british(foe.nation), "killed": self.p.fallen(foe),
            "attacked": self.side(foe, came), "cover": self.cover(foe.space, came),
        }  # fmt: skip
        return self._odds("charge", ours, theirs)

    def standing(self, unit: UnitState, charger: Seen) -> float:
        """The same for a unit that is charged and stands."""
        ours: MeleeSide = {
            "arm": charger.arm, "formation": charger.formation, "status": charger.status, "blown": charger.blown,
            "killed": self.p.fallen(charger), "charged": True,
        }  # fmt: skip
        side = self.side(unit, charger.space)
        theirs = self._own(unit, attacked=side, cover=self.cover(unit.space, charger.space))
        # seen from the other side
        return -self._odds("stand", ours, theirs)

    def _own(self, unit: UnitState, **more: Any) -> MeleeSide:
        known: MeleeSide = {
            "arm": unit.arm, "formation": unit.formation, "grade": unit.grade, "guard": unit.guard,
            "old_guard": unit.old_guard, "british": unit.british, "status": unit.status, "blown": bool(unit.blown),
            "killed": min(40, unit.killed),
        }  # fmt: skip
        return {**known, **more}

    def _odds(self, what: str, ours: MeleeSide, theirs: MeleeSide) -> float:
        """Chance of ours to win less the chance to lose; `what` is weighed tells which facts there are of both."""
        known, key = self.p.board.weighed, (what, *ours.values(), *theirs.values())
        found: float | None = known.get(key)
        if found is None:
            found = known[key] = self._weighed(Pair(MeleeFacts(**ours), MeleeFacts(**theirs)))
        return found

    def _weighed(self, pair: Pair) -> float:
        check = self.p.briefing.rules["melee"]
        if check.refusal(pair) is not None:
            return 0.0
        odds = check.odds(pair)
        return float(odds.chance(lambda out: out.winner == "ours") - odds.chance(lambda out: out.winner == "theirs"))

    def cover(self, space: Space, origin: Space) -> Cover:
        """What somebody in a space stands in, against one who comes from another."""
        board, terrain = self.p.board, self.p.board.terrain[space]
        if terrain == "strong_point" or terrain == "heavy":
            return terrain
        higher = board.level[space] > board.level[origin]
        return "light" if terrain == "light" or higher else "none"


def salvo(p: Picture, unit: UnitState, foe: Seen, space: Space | None = None) -> int:
    """Dice of a battery against an enemy, from where it stands or from another space."""
    prospects, at = Prospects(p), space or unit.space
    return _dice(
        p,
        "artillery",
        range=max(1, p.board.range(at, foe.space)),
        grade=unit.grade,
        status=unit.status,
        killed=min(40, unit.killed),
        target_formation=foe.formation,
        target_cover=prospects.cover(foe.space, at),
        target_flank=prospects.side(foe, at) != "front",
        weight=unit.weight,
    )


def volley(p: Picture, unit: UnitState, foe: Seen) -> int:
    """Dice of a unit's muskets against an enemy it has in front of it."""
    prospects = Prospects(p)
    return _dice(
        p,
        "musketry",
        range=max(1, p.range(unit, foe)),
        grade=unit.grade,
        status=unit.status,
        killed=min(40, unit.killed),
        target_formation=foe.formation,
        target_cover=prospects.cover(foe.space, unit.space),
        target_flank=prospects.side(foe, unit.space) != "front",
        arm=unit.arm,
        formation=unit.formation,
        rifles=unit.rifles,
        british=unit.british,
        moved=unit.entered > 0,
    )


def _dice(p: Picture, name: str, **facts: Any) -> int:
    """The dice of a shot, none where it may not be fired. Few kinds of shots are weighed again and again."""
    known, key = p.board.weighed, (name, *facts.values())
    found: int | None = known.get(key)
    if found is None:
        check = p.briefing.rules[name]
        shot = check.asks(**facts)
        fits = isinstance(check, Handful) and check.refusal(shot) is None
        found = known[key] = len(check.dice(shot).dice) if isinstance(check, Handful) and fits else 0
    return found


def fire_zone(p: Picture, foe: Seen) -> tuple[tuple[Space, int], ...]:
    """The spaces about an enemy on which his muskets or his canister bear, with the dice for each."""
    guns = branch(foe.arm) == "artillery"
    if foe.melee or (guns and (foe.formation != "unlimbered" or not foe.manned)):
        return ()
    if not guns and (branch(foe.arm) != "infantry" or foe.formation not in p.tables["SC-3.1"]):
        return ()
    known, key = p.board.weighed, ("zone", guns, foe.space, foe.facing, foe.formation)
    found: tuple[tuple[Space, int], ...] | None = known.get(key)
    if found is None:
        found = known[key] = tuple(_zone(p, foe, guns))
    return found


def _zone(p: Picture, foe: Seen, guns: bool) -> Iterator[tuple[Space, int]]:
    board, t, (x, y) = p.board, p.tables, foe.space
    reach = int(t.value("SC-2.1", "medium")["canister"]) if guns else _MUSKETS
    dice = t.value("SC-2.2", "medium") if guns else t.value("SC-3.1", foe.formation)
    prospects, about = Prospects(p), range(-reach, reach + 1)
    for space in ((x + i, y + j) for i in about for j in about if (i, j) != (0, 0)):
        away = board.range(foe.space, space)
        if not board.on_board(space) or away > reach:
            continue
        ahead = board.ahead(foe.space, foe.facing, space)
        if guns_bear(t, *ahead) if guns else prospects.side(foe, space) == "front":
            yield space, int(dice["canister"] if guns else dice.get("near" if away <= 1 else "far", 0))
