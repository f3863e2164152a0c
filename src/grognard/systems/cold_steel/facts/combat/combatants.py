"""The facts of one side of a close combat, read from the battlefield."""

from __future__ import annotations

from math import ceil
from typing import Any, cast

from grognard.ground.relations import bearing, supported_flanks
from grognard.ground.shapes import placed, side_of
from grognard.ground.units import SUB, Point, to_sub
from grognard.kernel.checks import implements

from ...checks.close_combat.combat import CloseCombatFacts
from ...checks.close_combat.combat_rules import AttackDirectionFacts, FlanksSecuredFacts, Guard
from ...table import forms
from ...table.battlefield import Battlefield
from ...table.bodies import frontage
from ...table.ground import obstacles
from ...table.ground.cover import cover_at, cover_in_combat
from ...table.state import UnitState
from ...terms import Side
from .. import situations
from ..fire.ranks import FACED, stands_of
from .engagements import Pairing, attacks
from .surprise import surprised

_OBSTACLES = ("wall", "fence", "hedge", "stream", "river")
_COVER = ("light_woods", "heavy_woods", "village", "town", "building", "light_works", "medium_works", "heavy_works")


def combatant(
    b: Battlefield, unit: str, foe: str, *, pairings: int, pair: Pairing, attacking: bool | None = None, **share: Any
) -> CloseCombatFacts:
    """One side of a pairing. `attacking` says whether it comes upon the other, where that is only supposed; `share`
    what is different about a squadron that fights by itself."""
    now, entry = b.unit(unit), b.entry(unit)
    # as many as the check takes
    figures = CloseCombatFacts.nearest("figures", b.live(unit))
    facts: dict[str, Any] = {
        "morale_rating": entry.rated.morale_rating,
        "arm": entry.rated.arm,
        "figures": figures,
        "front_figures": min(front_figures(b, now), figures),
        "pairings": CloseCombatFacts.nearest("pairings", pairings),
        "status": now.status,
        "disorder": now.disorder,
        "casualties_percent": b.percent_lost(unit),
        "formation": forms.as_target(b, now),
        "attacks": direction(b, unit, foe, pair, attacks(b, unit, foe) if attacking is None else attacking),
        "flanks_secured": flanks_secured(b, unit),
        "cover": cover_in_combat(b, unit, foe),
        "enemy_inside": in_same_cover(b, unit, foe),
        "leader": leader(b, unit),
        "surprised": surprised(b, unit, foe),
        "irregular": entry.rated.irregular,
        "weapons": entry.rated.hand_to_hand,
        "engineers": bool(now.engineers),
        "frontage": frontage(b, now),
        "weather": b.world.weather,
        "gallop_charge": gallop_charge(b, now),
        "trot_trained": "trot" in entry.rated.training,
    }
    # a squadron's own figures go over those of its regiment
    return CloseCombatFacts(**(facts | share))


@implements("CS-M2-9.2.1")
def gallop_charge(b: Battlefield, now: UnitState) -> bool:
    """Whether cavalry trained for it came into the enemy at the canter this turn."""
    came = now.now.moved == "double" and bool(now.now.came_into)
    return came and "gallop" in b.entry(now.id).rated.training


@implements("CS-9.2.1e")
def leader(b: Battlefield, unit: str) -> str:
    """The best leader near enough to count."""
    within = b.rules.tables.row("CS-9.2.1a", "leader_average").columns["within"]
    return situations.best_leader(b, unit, within) or "none"


# -- front rank


@implements("CS-9.2.2l")
def front_figures(b: Battlefield, now: UnitState) -> int:
    """Live figures of the front rank, of one face where it has several; every gun of a battery."""
    if b.entry(now.id).rated.arm == "artillery" or now.lost >= now.figures:
        return b.live(now.id)
    figures = [stand.figures for stand in stands_of(b, now.id)]
    # a square or house has one face to each enemy; a line all its front
    return max(figures) if now.formation in FACED else sum(figures)


# -- where the attack strikes


@implements("CS-9.2.1b", "CS-9.2.3c")
def direction(b: Battlefield, unit: str, foe: str, pair: Pairing, attacking: bool) -> Side:
    """Which side of its enemy a unit strikes, judged for this pairing alone. Squares, garrisons and irregulars have
    only fronts; who fights through a friend meets the enemy in front (CS-9.2.3e)."""
    if b.survey.all_front(foe) or pair.through:
        return "front"
    mine, theirs = b.unit(unit), b.unit(foe)
    # no move noted: it stands where the combat found it
    came_from = mine.now.from_where if mine.now.from_where != (0, 0) else b.survey.middle(unit)
    approach = AttackDirectionFacts(
        # straight against him is nought degrees: two fronts face each other
        oblique=_apart(mine.heading, theirs.heading + 180),
        stands_beyond=AttackDirectionFacts.nearest("stands_beyond", _stands_beyond(b, unit, foe)),
        # rounded up, so that the edge of the rear zone is not widened by a fraction
        behind=ceil(_apart(bearing(b.survey.middle(foe), came_from), theirs.heading + 180)),
        attacking=attacking,
    )
    return cast(Side, b.settle("attack-direction", approach).attacks)


def _apart(one: float, other: float) -> Any:
    """Degrees between two headings, 0 to 180."""
    turn = (one - other) % 360
    return min(turn, 360 - turn)


def _stands_beyond(b: Battlefield, unit: str, foe: str) -> int:
    """Whole companies, squadrons or guns past the line of the enemy's front."""
    left, right = b.survey.body(foe).frame[:2]
    # every corner, for a stand that straddles the line is not beyond it
    return sum(all(side_of(left, right, corner) <= 0 for corner in part) for part in b.survey.body(unit).parts)


# -- flanks and cover


@implements("CS-9.2.1d")
def flanks_secured(b: Battlefield, unit: str) -> bool:
    """Whether both flanks are covered, each by a formed friend, an obstacle or ground that nobody passes."""
    within = b.rules.tables.number("CS-9.2.1d", "within")
    # open order and runaways secure nobody (CS-9.2.1d)
    friends = [b.survey.body(each) for each in b.survey.friends_within(unit, within) if b.formed(b.unit(each))]
    held = supported_flanks(b.survey.body(unit), friends, to_sub(within), b.survey.rules.half_front)
    left, right = (_guard(b, unit, side, within, side in held) for side in ("left", "right"))
    facts = FlanksSecuredFacts(left=left[0], left_distance=left[1], right=right[0], right_distance=right[1])
    return bool(b.settle("flanks-secured", facts).flanks_secured)


def _guard(b: Battlefield, unit: str, side: str, within: int, friend: bool) -> tuple[Guard, int]:
    """What covers a flank, and how far off it is."""
    if friend:
        # near enough is all that is asked: his own distance does not matter
        return "formed_friend", within
    start, end = _beside(b, unit, side, within)
    met = b.ground.crossings((start, end))
    if not b.ground.passable((start, end), met):
        return "impassable", within
    way = (start, end)
    at = [
        line.at
        for line in met.lines
        # an obstacle that a road or a gap leads through covers no flank
        if line.line.kind in _OBSTACLES and line.by is None and not obstacles.open_at(b, way, line)
    ] + obstacles.made(b, way)
    return ("obstacle", -(-min(at) // SUB)) if at else ("none", 0)


def _beside(b: Battlefield, unit: str, side: str, within: int) -> tuple[Point, Point]:
    """From the middle of a flank straight outwards, as far as counts."""
    frame = b.survey.body(unit).frame
    front, rear = (frame[0], frame[3]) if side == "left" else (frame[1], frame[2])
    start = ((front[0] + rear[0]) // 2, (front[1] + rear[1]) // 2)
    return start, placed(start, b.unit(unit).heading, to_sub(within) * (-1 if side == "left" else 1), 0)


@implements("CS-9.2.1m")
def in_same_cover(b: Battlefield, unit: str, foe: str) -> bool:
    """Whether the enemy stands in the same wood, village or works; on a wooded table both may stand in its woods."""
    mine, theirs = b.ground.areas_at(b.survey.middle(unit)), b.ground.areas_at(b.survey.middle(foe))
    if any(area.kind in _COVER and area in theirs for area in mine):
        return True
    # neither stands in a named wood: on a wooded table all ground outside the clearings is cover (CS-1.2c)
    bare = not any(area.kind in _COVER for area in (*mine, *theirs))
    return bare and bool(cover_at(b, b.survey.middle(unit)) & cover_at(b, b.survey.middle(foe)))
