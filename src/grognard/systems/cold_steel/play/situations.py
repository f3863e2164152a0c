"""Facts read from the battlefield that several phases ask for: morale, support, cover, threats, smoke, leaders near."""

from __future__ import annotations

from math import ceil
from typing import Any

from grognard.ground.relations import supported_flanks
from grognard.ground.shapes import distance_to_segment
from grognard.ground.units import SUB, Point, to_sub
from grognard.kernel.checks import Result, implements

from ..checks.morale import Shaken
from ..checks.smoke import Ball, banks
from ..going import cover_at
from ..terms import Arm, Cover, Rating, Side
from . import effects
from .battlefield import FAR, Battlefield
from .state import LeaderState, UnitState

RATINGS: tuple[Rating, ...] = ("superior", "average", "poor")


def cover(b: Battlefield, unit: str) -> frozenset[Cover]:
    """What a unit stands in, judged at its middle; lying down is light cover against fire (CS-3.3.2.3ab)."""
    found = cover_at(b.ground, b.middle(unit))
    return found | {"light_cover"} if b.unit(unit).prone else found


def in_woods(b: Battlefield, unit: str) -> bool:
    """Whether it stands in woods, light or heavy."""
    return bool(cover_at(b.ground, b.middle(unit)) & {"light_cover", "heavy_woods"})


# -- threats (CS-1.8)


@implements("CS-1.8a")
def threats(b: Battlefield, unit: str) -> dict[Arm, dict[Side, list[str]]]:
    """Who threatens a unit: enemies by arm and by the side they are on."""
    found: dict[Arm, dict[Side, list[str]]] = {"infantry": {}, "cavalry": {}}
    for foe in _menacing(b, unit):
        arm: Arm = "cavalry" if b.entry(foe).rated.arm == "cavalry" else "infantry"
        found[arm].setdefault(b.zone(unit, foe), []).append(foe)
    own = max(1, b.live(unit))
    t = b.rules.tables
    for sides in found.values():
        for side in list(sides):
            share = t.number("CS-1.8a", "front" if side == "front" else "flank_or_rear")
            if sum(b.live(foe) for foe in sides[side]) * share < own:
                del sides[side]
    return found


def _menacing(b: Battlefield, unit: str) -> list[str]:
    """Enemies who are near enough, seen, steady enough, and not hidden by a bank of smoke."""
    t, side = b.rules.tables, b.unit(unit).side
    reach = {"infantry": t.number("CS-1.8a", "infantry"), "cavalry": t.number("CS-1.8a", "cavalry"), "artillery": -1}
    return [
        foe.id
        for foe in b.enemies(side)
        if foe.status not in ("broken", "routed")
        and b.paces(unit, foe.id) <= reach[b.entry(foe.id).rated.arm]
        and b.sees(unit, foe.id)
        and not smoke_hides(b, b.body(unit).eye, b.body(foe.id).eye)
    ]


def threat_sides(b: Battlefield, unit: str) -> frozenset[Side]:
    """The sides from which a unit is threatened by anybody."""
    found = threats(b, unit)
    return frozenset(side for sides in found.values() for side in sides)


def threatening(b: Battlefield, unit: str) -> list[str]:
    """All who threaten it, nearest first."""
    foes = {foe for sides in threats(b, unit).values() for several in sides.values() for foe in several}
    return sorted(foes, key=lambda foe: (b.paces(unit, foe), foe))


@implements("CS-1.8b")
def smoke_hides(b: Battlefield, one: Point, other: Point) -> bool:
    """Whether a single bank large enough lies near the line of sight, between the two."""
    if not b.world.smoke:
        return False
    t = b.rules.tables
    least, within = t.number("CS-1.8b", "balls"), to_sub(t.number("CS-1.8b", "within"))
    for bank in smoke_banks(b):
        if len(bank) >= least and any(
            distance_to_segment((ball.x * SUB, ball.y * SUB), one, other) <= within and _between(ball, one, other)
            for ball in bank
        ):
            return True
    return False


def _between(ball: Ball, one: Point, other: Point) -> bool:
    """Neither behind the one nor beyond the other."""
    x, y = ball.x * SUB, ball.y * SUB
    dx, dy = other[0] - one[0], other[1] - one[1]
    along = (x - one[0]) * dx + (y - one[1]) * dy
    return 0 <= along <= dx * dx + dy * dy


def smoke_banks(b: Battlefield) -> list[list[Ball]]:
    """The smoke on the table by banks; worked out once for each state of the smoke."""
    if b.known_banks is None or b.known_banks[0] is not b.world.smoke:
        b.known_banks = (b.world.smoke, banks(b.rules.tables, b.world.smoke))
    return b.known_banks[1]


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
        and (leader.attached == unit or b.paces_to_point(unit, leader.position) <= paces)
    ]


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
    """Friends on the flanks and behind, and leaders near, as the morale check asks for them."""
    t = b.rules.tables
    flank, rear = (t.row("CS-5.2.2a", row).columns["within"] for row in ("flank_support", "rear_support"))
    friends = [each for each in b.friends_within(unit, max(flank, rear)) if b.formed(b.unit(each))]
    beside = [b.body(each) for each in friends if b.paces(unit, each) <= flank]
    near = {row: t.row("CS-5.2.2a", row).columns["within"] for row in ("player_near", "leader_near")}
    leaders = leaders_near(b, unit, max(near.values()))
    return {
        "flank_support": len(supported_flanks(b.body(unit), beside, to_sub(flank), b.half_front)),
        "rear_support": any(b.zone(unit, each) == "rear" and b.paces(unit, each) <= rear for each in friends),
        "player_near": any(is_player(b, leader.id) for leader in leaders),
        "leader_near": any(not is_player(b, leader.id) for leader in leaders),
    }


def retreating(unit: UnitState) -> bool:
    """Broken, routed or falling back (CS-5.1)."""
    return unit.where == "table" and (unit.retired or unit.status in ("broken", "routed"))


def morale_facts(b: Battlefield, unit: str, kind: type[Shaken] = Shaken, **more: Any) -> Any:
    """All facts of a morale check or rally; `more` are those that only the moment knows."""
    now, entry, t = b.unit(unit), b.entry(unit), b.rules.tables
    _, nearest = b.nearest_enemy(unit)
    friends, enemies = (t.row("CS-5.2.2a", row).columns["within"] for row in ("friends_retreating", "enemy_retreating"))
    doing = now.now
    facts: dict[str, Any] = {
        "morale_rating": entry.rated.morale_rating,
        "status": now.status,
        "disorder": now.disorder,
        "casualties_percent": b.percent_lost(unit),
        "irregular": entry.rated.irregular,
        "cover": cover_at(b.ground, b.middle(unit)),
        "friends_retreating": min(10, sum(retreating(b.unit(each)) for each in b.friends_within(unit, friends))),
        "enemy_retreating": min(10, sum(retreating(b.unit(each)) for each in b.enemies_within(unit, enemies))),
        "threatened": threat_sides(b, unit),
        "fired_on": frozenset(side for side in doing.fire_from if side != "front"),
        "nearest_enemy": nearest,
        "enemy_seen": enemy_seen(b, unit),
        "unanswered_fire": bool(doing.fire_from) and not doing.fired,
        "converged": now.converged,
        "surprised": doing.surprised,
        **support(b, unit),
        **more,
    }
    return kind(**facts)


def enemy_seen(b: Battlefield, unit: str) -> bool:
    """Whether an enemy is in range and line of sight: within the P0 point (CS-5.2.2a)."""
    return any(b.sees(unit, foe) for foe in b.enemies_within(unit, far_range(b)))


def far_range(b: Battlefield) -> int:
    """The end of P0, in paces."""
    ends: list[int] = [row["to"] for row in b.rules.tables.value("CS-1.2.2a", "rows") if "to" in row]
    return max(ends)


def check_morale(
    b: Battlefield, unit: str, *, cause: str, rules: tuple[str, ...] = ("CS-5.2a",), **more: Any
) -> Result[Any]:
    """A unit checks its morale and takes the result; irregulars never rout (CS-5.6)."""
    result = b.roll("morale", morale_facts(b, unit, **more))
    if result.outcome is not None:
        settle_morale(b, unit, result, cause=cause, rules=rules)
    return result


def settle_morale(b: Battlefield, unit: str, result: Result[Any], *, cause: str, rules: tuple[str, ...]) -> None:
    """Apply the outcome of a morale check or rally."""
    status = result.settled.status
    irregular = b.entry(unit).rated.irregular
    if irregular and status in ("routed", "dispersed"):
        from .phases.rally import scatter

        b.report("morale", rules=rules, units={"unit": unit}, values={"status": status, "before": b.unit(unit).status,
                 "cause": cause}, roll=result)  # fmt: skip
        scatter(b, unit)
        return
    effects.become(b, unit, status, rules=(*rules, result.rule), cause=cause, roll=result)


@implements("CS-5.1")
def quarters_lost(b: Battlefield, unit: str) -> int:
    """Full quarters of its original strength that a unit has lost."""
    now = b.unit(unit)
    quarter = b.rules.tables.number("CS-5.1", "quarter")
    return 100 * now.lost // (now.figures * quarter)


def check_losses(b: Battlefield, units: list[str], **more: Any) -> None:
    """At the end of a phase: who has lost another quarter of his strength checks his morale, once a phase (CS-5.1).
    Also clears whence fire came in this phase."""
    for unit in units:
        now = b.unit(unit)
        lost = quarters_lost(b, unit)
        if now.where == "table" and lost > now.quarter_checked:
            if now.status in ("routed",) or b.live(unit) <= 0:
                continue
            check_morale(b, unit, cause="losses", rules=("CS-5.1", "CS-5.2a"), **more)
            if b.unit(unit).where == "table":
                b.emit("noted", units={"unit": unit}, sets=[b.change(unit, quarter_checked=lost)], to=())
    for unit in units:
        if b.unit(unit).now.fire_from:
            b.emit("noted", units={"unit": unit}, sets=[effects.doing(b, unit, fire_from=())], to=())


def distance_to_smoke(b: Battlefield, point: Point) -> list[int]:
    """Paces from a place to every smoke ball."""
    from grognard.ground.shapes import distance

    return [ceil(distance(point, (ball.x * SUB, ball.y * SUB)) / SUB) for ball in b.world.smoke]


__all__ = [
    "FAR", "best_leader", "check_losses", "check_morale", "cover", "distance_to_smoke", "enemy_seen", "far_range",
    "in_woods", "is_player", "leaders_near", "morale_facts", "quarters_lost", "retreating", "settle_morale",
    "smoke_banks", "smoke_hides", "support", "threat_sides", "threatening", "threats",
]  # fmt: skip
