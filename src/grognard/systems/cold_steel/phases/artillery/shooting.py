"""Guns and howitzers fire: 7.2, 7.3, 7.6, 7.7. First every shot is worked out, then all of them strike."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from grognard.battle.kinds import Noted
from grognard.ground.arcs import middle_of
from grognard.ground.shapes import segments_meet
from grognard.ground.units import Point, to_sub
from grognard.kernel.checks import Result, implements

from ...checks.fire.artillery import ArtilleryFacts, BombardmentResult, GrazingFireFacts, GunAllocationFacts
from ...checks.fire.fire_rules import UnderFireFacts
from ...checks.fire.targets import Aspect
from ...checks.setting_up.measures import reach as zone_reach
from ...effects import smoke
from ...effects.fire import FireHarm, suffer, whence
from ...events.fire import Cannonade, Graze, GunsStruck
from ...facts import situations
from ...facts.fire import firing
from ...facts.fire.laying import Bearing, Laid, movement_used
from ...facts.fire.restraint import friends_in_the_way
from ...table.battlefield import Battlefield
from ...table.ground import structures
from ...terms import zones
from ...works import fires


class Shot(NamedTuple):
    """The fire of some pieces on one unit, worked out but not yet felt."""

    unit: str
    target: str
    facts: Any
    """A Battery, or Grazing."""
    result: Result[BombardmentResult]
    friend: str
    """Who of our own takes what goes astray."""
    first: bool
    """Not a graze."""


class _Seen(NamedTuple):
    """A friend as those behind him see him."""

    target_arm: str
    target_formation: str
    target_irregular: bool
    target_aspect: Aspect


@implements("CS-7.2", "CS-7.1g")
def fire(b: Battlefield, laid: Iterable[Laid]) -> list[Shot]:
    """All batteries fire. The hits on one battery are counted together, for two of them wreck a gun."""
    shots: list[Shot] = []
    # counted as the shots are worked out, for none of them has struck yet
    hits: dict[str, int] = {}
    for each in laid:
        for pool, friend in pools(b, each):
            facts = battery_facts(b, each, pool, friend, hits.get(each.target, 0))
            shot = _shoot(b, "artillery", each, facts, friend, True)
            if shot is not None:
                shots.append(shot)
                _count(b, hits, shot)
                shots += _grazes(b, each, pool, facts, hits)
    return shots


def _shoot(
    b: Battlefield, check: str, laid: Laid, facts: Any, friend: str, first: bool, target: str = ""
) -> Shot | None:
    result = b.roll(check, facts, by=laid.unit)
    if result.outcome is None:
        return None
    return Shot(laid.unit, target or laid.target, facts, result, friend, first)


def _count(b: Battlefield, hits: dict[str, int], shot: Shot) -> None:
    before = hits.get(shot.target, 0)
    hits[shot.target] = before + shot.result.settled.hits * firing.ranks(b, shot.facts)


# -- pools


@implements("CS-7.2.4b", "CS-7.7a")
def pools(b: Battlefield, laid: Laid) -> list[tuple[list[Bearing], str]]:
    """Pieces in like circumstances: of one kind, at one zone, with the same friend in the way or none."""
    zone = zones(b.rules.tables)
    pools: dict[tuple[str, str, str], list[Bearing]] = {}
    for each, friend in friends_in_the_way(b, laid):
        # told to spare friends, these pieces stay silent; the rest of the battery fires
        if not (friend and laid.spares):
            pools.setdefault((each.piece, zone[each.paces], friend), []).append(each)
    # sorted: dice are thrown in an order that does not hang on who was looked at first
    return [(pool, friend) for (_, _, friend), pool in sorted(pools.items())]


# -- facts


def battery_facts(b: Battlefield, laid: Laid, pool: list[Bearing], friend: str, hits: int) -> ArtilleryFacts:
    """All that the check wants to know of some pieces and their target."""
    # one range for the pool: they are all in the same zone, and nothing finer is asked
    paces = min(each.paces for each in pool)
    facts = ArtilleryFacts(
        **of_battery(b, laid, pool),
        **_of_target(b, _muzzles(pool), laid.target, hits),
        **_of_friend(b, laid.unit, friend),
        range=paces,
    )
    return b.specially("artillery", facts, unit=laid.unit)


def of_battery(b: Battlefield, laid: Laid, pool: list[Bearing]) -> dict[str, Any]:
    """What the check wants to know of the guns themselves."""
    now, entry, world = b.unit(laid.unit), b.entry(laid.unit), b.world
    return {
        "guns": len(pool),
        "piece": pool[0].piece,
        "pounds": max(1, entry.rated.battalion_gun_pounds if now.battalion_guns else entry.rated.gun_pounds),
        "scale": str(b.scale),
        "discipline": firing.discipline(b, laid.unit),
        "disorder": now.disorder,
        "status": now.status,
        "moved": firing.has_moved(now),
        "movement_used": movement_used(b, now),
        "pivots": laid.pivots,
        "under_fire": under_fire(b, laid.unit),
        "terrain": firing.character(b),
        "weather": world.weather,
        "nation": firing.nation(b, laid.unit),
        "year": b.year,
        "secret_howitzer": "secret_howitzer" in entry.rated.training,
    }


@implements("CS-7.2.2k")
def under_fire(b: Battlefield, unit: str) -> bool:
    """Named as a target in this phase, or shot at with small arms in the last turn."""
    now = b.unit(unit)
    aimed = UnderFireFacts(batteries=int(now.now.named), small_arms_last_turn=now.before.shot_at)
    found: bool = b.settle("under-fire", aimed).under_fire
    return found


def _muzzles(pool: list[Bearing]) -> Point:
    """The middle of the pieces that fire together."""
    # slope and smoke are judged from the guns that fire, not from the middle of the battery
    return middle_of([each.stand for each in pool])


def _of_target(b: Battlefield, muzzles: Point, target: str, hits: int) -> dict[str, Any]:
    seen = b.unit(target)
    return {
        **firing.as_target(b, target, muzzles),
        "target_moved": firing.has_moved(seen),
        "slope": firing.slope(b, muzzles, b.survey.body(target).eye),
        "smoke": smoke.in_the_way(b, muzzles, b.survey.middle(target), "artillery"),
        "wet_ground": wet_ground(b, target),
        # hits of earlier this turn and of shots that are still in the air
        "hits_before": ArtilleryFacts.nearest("hits_before", seen.now.cannon_hits + hits),
    }


@implements("CS-7.2.2p")
def wet_ground(b: Battlefield, target: str) -> bool:
    """Wet by the scenario, or because the target stands in marsh or mud; rain the check knows of."""
    return b.world.wet or any(area.kind in ("marsh", "mud") for area in b.ground.areas_at(b.survey.middle(target)))


def _of_friend(b: Battlefield, unit: str, friend: str) -> dict[str, Any]:
    if not friend:
        return {}
    rated = b.entry(friend).rated
    seen = _Seen(
        rated.arm, firing.formation_of(b, friend), rated.irregular, firing.aspect(b, friend, b.unit(unit).position)
    )
    return {"friend_in_arc": True, "friend_arm": rated.arm, "friend_ranks": firing.ranks(b, seen)}


# -- grazing fire


@implements("CS-7.3a", "CS-7.3b", "CS-7.3c")
def _grazes(b: Battlefield, laid: Laid, pool: list[Bearing], facts: ArtilleryFacts, hits: dict[str, int]) -> list[Shot]:
    """The same fire on all who stand behind the target, friend or enemy. Nobody who was passed can be struck any more,
    so that no double goes astray."""
    # grazing is for targets at P1 only (CS-7.3a)
    if situations.zone_at(b, facts.range) != "P1":
        return []
    shots = []
    for unit, paces in _behind(b, laid):
        own = {
            **of_battery(b, laid, pool),
            # every unit behind is judged by its own cover, order and movement (CS-7.3b)
            **_of_target(b, _muzzles(pool), unit, hits.get(unit, 0)),
            "range": paces,
            "first_range": facts.range,
        }
        shot = _shoot(b, "grazing-fire", laid, GrazingFireFacts(**own), "", False, unit)
        if shot is not None:
            shots.append(shot)
            _count(b, hits, shot)
    return shots


@implements("CS-7.3a")
def _behind(b: Battlefield, laid: Laid) -> list[tuple[str, int]]:
    """Units at P1 crossed by the line from the guns over the target's middle, with open ground before them; each with
    its range."""
    guns, middle = b.unit(laid.unit).position, b.survey.middle(laid.target)
    reach = zone_reach(b.rules.tables, "P1")
    end = _prolonged(guns, middle, to_sub(zone_reach(b.rules.tables, "P0")))
    # farther from the gun than the target, or it is not behind it
    near = b.survey.distance(laid.unit, laid.target)
    found = [
        (paces, other)
        for paces, other, _ in b.survey.around(laid.unit, reach)
        if near < paces and other != laid.target and not b.unit(other).card and _crossed(b, other, middle, end)
    ]
    # from the target on: what lies before it did not stop the first shot
    return [(other, paces) for paces, other in sorted(found) if b.survey.sight.clear(middle, b.survey.middle(other))]


def _prolonged(a: Point, c: Point, length: int) -> Point:
    """The point at that distance from a, in the direction of c."""
    dx, dy = c[0] - a[0], c[1] - a[1]
    whole = max(1.0, (dx * dx + dy * dy) ** 0.5)
    return a[0] + round(dx * length / whole), a[1] + round(dy * length / whole)


def _crossed(b: Battlefield, unit: str, a: Point, c: Point) -> bool:
    """Whether a line crosses the ground that a unit covers."""
    one, two, three, four = b.survey.body(unit).frame
    # both diagonals: a line that cuts a rectangle meets one of them
    return segments_meet(a, c, one, three) or segments_meet(a, c, two, four)


# -- what the shots do


@implements("CS-7.2.5a", "CS-7.2.5b", "CS-7.6a", "CS-7.7c", "CS-7.1i")
def strike(b: Battlefield, shot: Shot) -> None:
    """A shot is felt: reported, then losses and disorder of the target, and of a friend in the way."""
    outcome = shot.result.settled
    guns = b.entry(shot.target).rated.arm == "artillery"
    losses = outcome.guns_destroyed if guns else outcome.casualties
    rules = ("CS-7.2.5a", "CS-7.6a") if guns else ("CS-7.2.4c", "CS-7.2.5a")
    # before the losses: the report tells of the target as it was aimed at
    _report(b, shot, losses)
    # taken before it suffers, for a unit that is destroyed stands nowhere
    spot = b.survey.middle(shot.target)
    suffer(b, FireHarm(shot.target, losses, outcome.disorder, "artillery fire", rules), shot.unit)
    if shot.facts.piece == "howitzer":
        fires.shelled(b, spot, shells=outcome.hits)
    if shot.friend and outcome.friend_disorder:
        _stray(b, shot)


def _report(b: Battlefield, shot: Shot, losses: int) -> None:
    outcome, facts = shot.result.settled, shot.facts
    piece = "battalion gun" if b.unit(shot.unit).battalion_guns else facts.piece
    astray = outcome.friend_disorder > 0
    on_structure = outcome.hits and facts.piece == "howitzer" and _in_structure(b, shot.target)
    b.report(
        (Cannonade if shot.first else Graze)(
            unit=shot.unit,
            target=shot.target,
            friend=shot.friend if astray else UNSET,
            paces=facts.range,
            pieces=facts.guns,
            piece=piece,
            hits=outcome.hits,
            astray=outcome.friend_disorder if astray else UNSET,
            on_structure=outcome.hits if on_structure else UNSET,
            ranks=ranks if outcome.hits and (ranks := firing.ranks(b, facts)) > 1 else UNSET,
        ),
        rules=(shot.result.rule,),
        roll=shot.result,
        sets=[_fired(b, shot.unit, shot.target), _hit(b, shot, losses)],
    )


def _in_structure(b: Battlefield, unit: str) -> bool:
    """Whether shells that strike a unit strike a building or works too (CS-7.2.5b)."""
    return bool(structures.holds(b, b.survey.middle(unit)))


def _fired(b: Battlefield, unit: str, target: str) -> Any:
    at = dict.fromkeys((*b.unit(unit).now.fired_at, target))
    return b.doing(unit, fired=True, fired_at=tuple(at))


def _hit(b: Battlefield, shot: Shot, losses: int) -> Any:
    outcome, now = shot.result.settled, b.unit(shot.target).now
    # multiplied by ranks here too: it is what is applied that wrecks guns (CS-7.6a)
    applied = outcome.hits * firing.ranks(b, shot.facts)
    hurt = now.fire_hurt or bool(losses or outcome.disorder)
    struck_from = whence(b, shot.target, shot.unit, losses)
    return b.change(
        shot.target, now=replace(now, cannon_hits=now.cannon_hits + applied, fire_hurt=hurt, fire_from=struck_from)
    )


@implements("CS-7.7c")
def _stray(b: Battlefield, shot: Shot) -> None:
    """A friend suffers what enemy fire would do to him."""
    outcome, friend = shot.result.settled, shot.friend
    losses = outcome.friend_casualties + outcome.friend_guns_destroyed
    now = b.unit(friend).now
    hurt = replace(now, fire_hurt=True, fire_from=whence(b, friend, shot.unit, losses))
    b.emit(Noted(unit=friend), sets=[b.change(friend, now=hurt)], to=())
    suffer(b, FireHarm(friend, losses, outcome.friend_disorder, "friendly fire", ("CS-7.7a", "CS-7.7c")), shot.unit)


@implements("CS-7.6a")
def scattered_hits(b: Battlefield, shots: Iterable[Shot]) -> None:
    """Variant random-allocation: which guns of a battery the turn's hits fell on."""
    if b.rules.tables.value("CS-7.6a", "allocation") != "random":
        return
    guns = [shot.target for shot in shots if b.entry(shot.target).rated.arm == "artillery"]
    for unit in dict.fromkeys(guns):
        hits, left = b.unit(unit).now.cannon_hits, b.live(unit)
        if hits and left > 1:
            result = b.roll(
                "gun-allocation",
                GunAllocationFacts(
                    hits=GunAllocationFacts.nearest("hits", hits), guns=GunAllocationFacts.nearest("guns", left)
                ),
                by=unit,
            )
            b.privately(GunsStruck(unit=unit), b.seat_of(unit), rules=("CS-7.6a",), roll=result)
            suffer(b, FireHarm(unit, result.settled.guns_destroyed, 0, "artillery fire", ("CS-7.6a",)), "")


def struck(shots: Iterable[Shot]) -> list[str]:
    """All whom a shot reached."""
    return [unit for shot in shots for unit in (shot.target, shot.friend) if unit]


@implements("CS-7.1h")
def lay_smoke(b: Battlefield, shots: Iterable[Shot], launched: Iterable[str]) -> None:
    """A ball for every gun that fired, along the battery's front."""
    fired: dict[str, int] = {}
    for shot in shots:
        # a graze is the same ball flying on: it makes no smoke of its own
        if shot.first:
            fired[shot.unit] = fired.get(shot.unit, 0) + shot.facts.guns
    for unit in launched:
        fired[unit] = fired.get(unit, 0) + 1
    for unit, guns in fired.items():
        if b.unit(unit).where == "table":
            smoke.make(b, unit, smoke.balls_of(b, guns=min(40, guns)), ("CS-7.1h", "CS-B.11a"))
