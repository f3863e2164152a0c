"""Facts read from the battlefield that several phases ask for: morale, support, cover, threats, smoke, leaders near."""

from __future__ import annotations

from math import ceil
from typing import Any

from grognard.ground.shapes import distance, distance_to_segment
from grognard.ground.units import SUB, Point, to_sub
from grognard.kernel.checks import implements

from ..checks.ground.smoke import Ball, banks
from ..checks.morale.aftermath import SupportFacts
from ..checks.morale.morale import MoraleFacts, RallyFacts
from ..checks.setting_up.deployment import ThreatFacts
from ..checks.setting_up.measures import ZoneFacts, reach
from ..table.battlefield import FAR, Battlefield
from ..table.ground.cover import cover_at
from ..table.state import LeaderState, UnitState
from ..terms import Arm, Rating, Side

RATINGS: tuple[Rating, ...] = ("superior", "average", "poor")


def in_woods(b: Battlefield, unit: str) -> bool:
    """Whether it stands in woods, light or heavy."""
    return bool(cover_at(b, b.survey.middle(unit)) & {"light_cover", "heavy_woods"})


# -- threats (CS-1.8)


@implements("CS-1.8a")
def threats(b: Battlefield, unit: str) -> dict[Arm, dict[Side, list[str]]]:
    """Who threatens a unit: enemies by arm and by the side they are on."""
    found: dict[Arm, dict[Side, list[str]]] = {"infantry": {}, "cavalry": {}}
    for foe in _menacing(b, unit):
        found[b.entry(foe).rated.arm].setdefault(b.survey.zone(unit, foe), []).append(foe)
    # at least one: a unit at its last gasp must not divide by nothing
    own = max(1, b.live(unit))
    return {
        arm: {side: foes for side, foes in by.items() if _enough(b, arm, side, foes, own)} for arm, by in found.items()
    }


def _enough(b: Battlefield, arm: Arm, side: Side, foes: list[str], own: int) -> bool:
    """Whether these, who are near and in sight, together have figures enough to threaten so many on that side."""
    figures = sum(b.live(foe) for foe in foes)
    # nearness and sight have been tested for each of them, so only the odds are asked
    facts = ThreatFacts(own_figures=own, enemy_figures=figures, distance=0, enemy_arm=arm, side=side)
    return bool(b.settle("threat", facts).threatened)


def _menacing(b: Battlefield, unit: str) -> list[str]:
    """Enemies who are near enough, seen, steady enough, and not hidden by a bank of smoke. Guns never threaten."""
    t, units, side = b.rules.tables, b.world.units, b.unit(unit).side
    reach = {"infantry": t.number("CS-1.8a", "infantry"), "cavalry": t.number("CS-1.8a", "cavalry"), "artillery": -1}
    farthest = max(reach.values())
    return [
        foe
        for paces, foe, clear in b.survey.around(unit, farthest)
        if clear
        and units[foe].side != side
        and not units[foe].card  # nobody can tell what is there
        and units[foe].status not in ("broken", "routed")
        and paces <= reach[b.entry(foe).rated.arm]
        # slow to ask, so after everything cheap
        and b.survey.sees(unit, foe)
        and not smoke_hides(b, b.survey.body(unit).eye, b.survey.body(foe).eye)
    ]


def all_threats(b: Battlefield) -> dict[str, dict[Arm, dict[Side, list[str]]]]:
    """Who threatens whom, for every unit on the table."""
    return {unit.id: threats(b, unit.id) for unit in b.on_table()}


def threatened_by(b: Battlefield, unit: str) -> list[str]:
    """The enemies that a unit threatens, alone or with others on the same side of them, nearest first."""
    arm = b.entry(unit).rated.arm
    if arm == "artillery":
        return []
    near = b.survey.enemies_within(unit, b.rules.tables.number("CS-1.8a", arm))
    # nobody is drawn on by what he cannot make out
    near = [foe for foe in near if not b.unit(foe).card]
    return [foe for foe in near if any(unit in several for several in threats(b, foe)[arm].values())]


def threat_sides(b: Battlefield, unit: str) -> frozenset[Side]:
    """The sides from which a unit is threatened by anybody."""
    found = threats(b, unit)
    return frozenset(side for sides in found.values() for side in sides)


def threatening(b: Battlefield, unit: str) -> list[str]:
    """All who threaten it, nearest first."""
    foes = {foe for sides in threats(b, unit).values() for several in sides.values() for foe in several}
    return sorted(foes, key=lambda foe: (b.survey.distance(unit, foe), foe))


@implements("CS-1.8b")
def smoke_hides(b: Battlefield, one: Point, other: Point) -> bool:
    """Whether a single bank large enough lies near the line of sight, between the two."""
    if not b.world.smoke:
        return False
    t = b.rules.tables
    least, within = t.number("CS-1.8b", "balls"), to_sub(t.number("CS-1.8b", "within"))
    # a box around the line first: most smoke lies somewhere else
    (west, east), (south, north) = (sorted((one[axis], other[axis])) for axis in (0, 1))
    return any(
        west - within <= x <= east + within
        and south - within <= y <= north + within
        and distance_to_segment((x, y), one, other) <= within
        and _between((x, y), one, other)
        for bank in smoke_banks(b)
        if len(bank) >= least
        for x, y in ((ball.x * SUB, ball.y * SUB) for ball in bank)
    )


def _between(place: Point, one: Point, other: Point) -> bool:
    """Neither behind the one nor beyond the other."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    along = (place[0] - one[0]) * dx + (place[1] - one[1]) * dy
    return 0 <= along <= dx * dx + dy * dy


def smoke_banks(b: Battlefield) -> list[list[Ball]]:
    """The smoke on the table by banks; worked out once for each state of the smoke."""
    # kept as long as the smoke is the same: fire and threats ask many times between two changes
    return b.memo.keep("banks of smoke", b.world.smoke, lambda: banks(b.rules.tables, b.world.smoke))


# -- leaders


def leaders_near(b: Battlefield, unit: str, paces: int) -> list[LeaderState]:
    """Leaders of its side on the table, alive and no farther off; an attached leader is with his unit."""
    side = b.unit(unit).side
    return [
        leader
        for leader in b.world.leaders.values()
        if leader.side == side
        and leader.where == "table"
        and leader.hurt != "killed"
        # an attached leader counts as there, though his figure may stand off the unit's ground
        and (leader.attached == unit or _near_place(b, unit, leader.position, paces))
    ]


def _near_place(b: Battlefield, unit: str, place: Point, paces: int) -> bool:
    """Whether a place is no farther from a unit; the rectangle around it is asked first, since most are far off."""
    frame, reach = b.survey.body(unit).frame, to_sub(paces)
    for axis in (0, 1):
        ends = [corner[axis] for corner in frame]
        if not min(ends) - reach <= place[axis] <= max(ends) + reach:
            return False
    return b.survey.distance_to(unit, place) <= paces


def best_leader(b: Battlefield, unit: str, paces: int) -> Rating | None:
    """The best rating among leaders that near."""
    near = [leader.rating for leader in leaders_near(b, unit, paces)]
    return min(near, key=RATINGS.index, default=None)


def is_player(b: Battlefield, leader: str) -> bool:
    """Whether a leader is the player's own figure: the first of his seat; the others are his brigadiers."""
    return any(seat.leaders and seat.leaders[0] == leader for seat in b.seats)


# -- morale


@implements("CS-5.2.2b")
def support(b: Battlefield, unit: str) -> dict[str, Any]:
    """Friends on the flanks and behind, leaders near, and fire not answered, as the morale check asks for them."""
    found: dict[str, Any] = b.settle("support", neighbours(b, unit))._asdict()
    return found


def neighbours(b: Battlefield, unit: str) -> SupportFacts:
    """Who stands near a unit that checks its morale, and how it was fired on."""
    doing = b.unit(unit).now
    near = {**_friends_beside(b, unit), **_leaders_beside(b, unit)}
    return SupportFacts(**near, suffered=bool(doing.fire_from), fired=doing.fired)


def _friends_beside(b: Battlefield, unit: str) -> dict[str, Any]:
    """Paces to the nearest formed friend off either flank and behind, as far as support reaches, and his status. What
    has only fronts has neither flank nor rear to support."""
    found: dict[str, Any] = {}
    for friend in formed_friends(b, unit, max(within(b, row) for row in ("flank_support", "rear_support"))):
        place: str = b.survey.zone(unit, friend)
        if place == "flank":
            place = "right" if _to_the_right(b, unit, friend) else "left"
        paces = b.survey.distance(unit, friend)
        # the nearest on each side is the one that supports; farther ones add nothing
        if place != "front" and paces < found.get(place, FAR):
            found |= {place: paces, f"{place}_status": b.unit(friend).status}
    return found


def _leaders_beside(b: Battlefield, unit: str) -> dict[str, int]:
    """Paces to the nearest player figure and to the nearest other leader of its side, as far as they count."""
    found: dict[str, int] = {}
    for leader in leaders_near(b, unit, max(within(b, row) for row in ("player_near", "leader_near"))):
        who = "player" if is_player(b, leader.id) else "leader"
        paces = 0 if leader.attached == unit else b.survey.distance_to(unit, leader.position)
        found[who] = min(paces, found.get(who, FAR))
    return found


def _to_the_right(b: Battlefield, unit: str, other: str) -> bool:
    """Whether the middle of another lies right of a line through the unit's front, the way it faces."""
    left, right = b.survey.body(unit).frame[:2]
    (x, y), (mx, my) = b.survey.middle(other), b.unit(unit).position
    return (right[0] - left[0]) * (x - mx) + (right[1] - left[1]) * (y - my) > 0


def formed_friends(b: Battlefield, unit: str, paces: int) -> list[str]:
    """Friends who support and secure, no farther off, in the order of the table."""
    side, units = b.unit(unit).side, b.world.units
    return [each for _, each, _ in b.survey.around(unit, paces) if units[each].side == side and b.formed(units[each])]


def within(b: Battlefield, row: str) -> int:
    """How near something must be to count in a morale check."""
    paces: int = b.rules.tables.row("CS-5.2.2a", row).columns["within"]
    return paces


def retreating(unit: UnitState) -> bool:
    """Broken, routed or falling back, also when that is what it is about to do (CS-5.1)."""
    # an order to fall back counts too: about to go, it shakes its neighbours already
    falls_back = unit.retired or (unit.order is not None and unit.order.way == "fall_back")
    return unit.where == "table" and (falls_back or unit.status in ("broken", "routed"))


@implements("CS-5.1")
def retreating_near(b: Battlefield, unit: str, paces: int, *, friends: bool) -> list[str]:
    """Friends, or enemies, that retreat no farther off, in the order of the table. Skirmishers who come in and the
    unit they come from are one body: they do not frighten each other."""
    own, units = b.unit(unit), b.world.units
    kin = (own.parent, own.skirmishers)
    return [
        each
        for _, each, _ in b.survey.around(unit, paces)
        if (units[each].side == own.side) == friends and each not in kin and retreating(units[each])
    ]


def morale_facts(b: Battlefield, unit: str, kind: type[MoraleFacts] = MoraleFacts, **more: Any) -> Any:
    """All facts of a morale check or rally; `more` are those that only the moment knows."""
    now, entry = b.unit(unit), b.entry(unit)
    _, nearest = b.survey.nearest_enemy(unit)
    friends, enemies = within(b, "friends_retreating"), within(b, "enemy_retreating")
    doing = now.now
    facts: dict[str, Any] = {
        "morale_rating": entry.rated.morale_rating,
        "status": now.status,
        "disorder": now.disorder,
        "casualties_percent": b.percent_lost(unit),
        "irregular": entry.rated.irregular,
        "cover": cover_at(b, b.survey.middle(unit)),
        "friends_retreating": MoraleFacts.nearest(
            "friends_retreating", len(retreating_near(b, unit, friends, friends=True))
        ),
        "enemy_retreating": MoraleFacts.nearest(
            "enemy_retreating", len(retreating_near(b, unit, enemies, friends=False))
        ),
        "threatened": threat_sides(b, unit),
        # fire from the front is what everybody expects: only flank and rear shake a unit
        "fired_on": frozenset(side for side in doing.fire_from if side != "front"),
        "nearest_enemy": nearest,
        "enemy_seen": enemy_seen(b, unit),
        "converged": now.converged,
        "surprised": doing.surprised,
        **support(b, unit),
        # last, so that the caller's facts go over those read here
        **more,
    }
    return b.specially("rally" if issubclass(kind, RallyFacts) else "morale", kind(**facts), unit=unit)


def enemy_seen(b: Battlefield, unit: str) -> bool:
    """Whether an enemy is in range and line of sight: within the P0 point (CS-5.2.2a)."""
    side, units = b.unit(unit).side, b.world.units
    near = b.survey.around(unit, far_range(b))
    return any(clear and units[foe].side != side and b.survey.sees(unit, foe) for _, foe, clear in near)


def zone_at(b: Battlefield, paces: int) -> str:
    """The zone of a distance to an enemy."""
    zone: str = b.settle("zone", ZoneFacts(distance=paces)).zone
    return zone


def far_range(b: Battlefield) -> int:
    """The end of P0, in paces."""
    ends: list[int] = [row["to"] for row in b.rules.tables.value("CS-1.2.2a", "rows") if "to" in row]
    return max(ends)


@implements("CS-5.1")
def quarters_lost(b: Battlefield, unit: str) -> int:
    """Full quarters of its original strength that a unit has lost."""
    now = b.unit(unit)
    quarter = b.rules.tables.number("CS-5.1", "quarter")
    return 100 * now.lost // (now.figures * quarter)


def distance_to_smoke(b: Battlefield, point: Point) -> list[int]:
    """Paces from a place to every smoke ball."""
    return [ceil(distance(point, (ball.x * SUB, ball.y * SUB)) / SUB) for ball in b.world.smoke]


def engaged(b: Battlefield, now: UnitState) -> bool:
    """Whether it is locked with an enemy, or one who still stands up to it is within P3."""
    if now.melee:
        return True
    foes = b.survey.enemies_within(now.id, reach(b.rules.tables, "P3"))
    return any(b.unit(foe).status not in ("broken", "routed") for foe in foes)


__all__ = [
    "FAR", "all_threats", "best_leader", "distance_to_smoke", "enemy_seen", "engaged",
    "far_range", "formed_friends", "in_woods", "is_player", "leaders_near", "morale_facts", "neighbours",
    "quarters_lost", "retreating", "retreating_near", "smoke_banks", "smoke_hides",
    "support", "threat_sides", "threatened_by", "threatening", "threats", "within", "zone_at",
]  # fmt: skip
