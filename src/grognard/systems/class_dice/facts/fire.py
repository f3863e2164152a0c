"""The facts of fire: who bears on whom, with what, at which range."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from grognard.ground.shapes import Quad
from grognard.ground.units import Point, to_sub
from grognard.kernel.checks import Refusal, Refused, implements

from ..checks.ammunition import CombinedActionFacts
from ..checks.field import CoverFacts
from ..checks.fire import ArtilleryFacts, RicochetFacts, SmallArmsFacts
from ..checks.ranges import ArtilleryRangeFacts, Band, FiringStandsFacts, SmallArmsRangeFacts
from ..table import ground
from ..table.field import ClassField
from ..terms import Cover, Gun, Shot, branch
from .bearings import sees, standing_behind, zone


class FirePlan(NamedTuple):
    """How a unit fires: with an additional point, at which rate, with which shot."""

    extra_ap: bool = False
    rate: int = 2
    shot: Shot = "ball"


PLAIN = FirePlan()


def reach(b: ClassField, unit: str) -> int:
    """Paces to which a unit fires at most; 0 for one that cannot fire at all."""
    now = b.unit(unit)
    if branch(now.arm) == "artillery":
        return _to(b, "CD-range-artillery", f"{now.gun}_extreme")
    if not now.weapon:
        return 0
    if branch(now.arm) == "cavalry":
        return b.paces(b.t.row("CD-cavalry-fire", "unfit").columns["within"])
    return _to(b, f"CD-range-{now.weapon}", "extreme")


def _to(b: ClassField, rule: str, row: str) -> int:
    return b.paces(b.t.row(rule, row).columns["to"])


def gun_band(b: ClassField, gun: Gun, paces: int, shot: Shot) -> Band:
    """The range band of a gun."""
    found: Band = b.settle("artillery-range", ArtilleryRangeFacts(distance=paces, gun=gun, shot=shot)).band
    return found


def canister_reach(b: ClassField, gun: Gun) -> int:
    """Paces to which a gun fires canister."""
    return _to(b, "CD-range-artillery", f"{gun}_canister")


@implements("CD-cover-classes")
def cover_from(b: ClassField, firer: str, target: str) -> Cover:
    """The cover of a target against a firer: the middle and both ends of its front look at it."""
    frame, middle = b.survey.body(firer).frame, b.survey.middle(target)

    def asked() -> Cover:
        spots = _front(frame)
        found, crossed = ground.covers(b.ground, spots, middle, to_sub(b.paces(1)))
        counts: Cover = b.settle("cover", CoverFacts(cover=found, crossed=crossed, lines=len(spots))).cover
        return counts

    # ground does not change, and both mostly stand where they stood
    return b.memo.keep(("cover", frame, middle), b.ground, asked)


def _front(frame: Quad) -> tuple[Point, Point, Point]:
    left, right = frame[0], frame[1]
    return left, ((left[0] + right[0]) // 2, (left[1] + right[1]) // 2), right


def _shooting(b: ClassField, unit: str, target: str, at: int | None, own_turn: bool) -> dict[str, Any]:
    now, other = b.unit(unit), b.unit(target)
    return {
        # facts know no more than that, and no gun reaches so far
        "distance": min(20_000, b.survey.distance(unit, target) if at is None else at),
        "ammunition": now.ammunition,
        "status": now.status,
        "first": not now.volleyed,
        "firer_smoke": now.smoke,
        "target_smoke": other.smoke,
        # its own move tells only in its own activation, not when it fires in the enemy's
        "moved": now.gone if own_turn else 0,
        "allowance": now.allowance if own_turn else 0,
        "cover": cover_from(b, unit, target),
        "target": branch(other.arm),
        "target_formation": other.formation,
        "target_flank": zone(b, target, unit) != "front",
    }


@implements("CD-fire-who", "CD-battalion-guns", "CD-skirmish-screens")
def small_arms_facts(
    b: ClassField, unit: str, target: str, plan: FirePlan, *, at: int | None = None, own_turn: bool = True
) -> SmallArmsFacts:
    """Infantry, or cavalry with carbines, that fires. Stands in the screen do not fire with the unit."""
    now = b.unit(unit)
    # those in the screen are out in front and do not fire in the ranks
    # called in, they stand in the ranks again
    out = 0 if now.screen_beaten else now.screen * b.t.number("CD-infantry-stand", "castings")
    arm: Any = branch(now.arm)
    stands = b.settle(
        "firing-stands",
        FiringStandsFacts(castings=max(0, b.castings(unit) - out), formation=now.formation, branch=arm),
    ).stands
    facts = SmallArmsFacts(
        stands=stands,
        weapon=now.weapon or "musket",
        branch=arm,
        formation=now.formation,
        extra_ap=plan.extra_ap,
        charges=now.charged,
        **_shooting(b, unit, target, at, own_turn),
    )
    return b.specially("musketry", facts, unit=unit)


def artillery_facts(
    b: ClassField, unit: str, target: str, plan: FirePlan, *, at: int | None = None, own_turn: bool = True
) -> ArtilleryFacts:
    """A battery that fires."""
    now = b.unit(unit)
    facts = ArtilleryFacts(
        gun=now.gun,
        tubes=min(40, b.castings(unit)),
        shot=plan.shot,
        rate=plan.rate,
        formation=now.formation,
        **_shooting(b, unit, target, at, own_turn),
    )
    return b.specially("artillery", facts, unit=unit)


@implements("CD-battalion-guns")
def battalion_guns_facts(b: ClassField, unit: str, target: str, *, at: int | None, own_turn: bool) -> ArtilleryFacts:
    """The pair of light guns that an infantry unit has with it; they fire one point's worth, from its ammunition."""
    now, t = b.unit(unit), b.t
    gun: Gun = now.battalion_guns or "4pdr"
    facts = _shooting(b, unit, target, at, own_turn)
    shot: Shot = "canister" if facts["distance"] <= canister_reach(b, gun) else "ball"
    return ArtilleryFacts(
        gun=gun,
        tubes=t.number("CD-battalion-guns", "tubes"),
        shot=shot,
        rate=t.number("CD-ap-cost", "lowest_rate"),
        battalion_guns=True,
        **facts,
    )


def fire_facts(
    b: ClassField, unit: str, target: str, plan: FirePlan, *, at: int | None = None, own_turn: bool = True
) -> tuple[str, SmallArmsFacts | ArtilleryFacts]:
    """The check of a unit's fire, and its facts; refused where nobody of it fires."""
    if b.branch(unit) == "artillery":
        return "artillery", artillery_facts(b, unit, target, plan, at=at, own_turn=own_turn)
    return "small-arms", small_arms_facts(b, unit, target, plan, at=at, own_turn=own_turn)


@implements("CD-combined-action")
def combined_facts(
    b: ClassField, units: Sequence[str], target: str, plan: FirePlan, *, at: int | None = None, own_turn: bool = True
) -> tuple[str, SmallArmsFacts | ArtilleryFacts]:
    """The check of several units that fire as one, and its facts: an initial volley if it is that for all of them, with
    the smoke and the move of whoever is worse off. Refused where they are not alike."""
    check, facts = fire_facts(b, units[0], target, plan, at=at, own_turn=own_turn)
    for other in units[1:]:
        kind, theirs = fire_facts(b, other, target, plan, at=at, own_turn=own_turn)
        armed = (
            # who scrounges fires otherwise than who has powder
            kind == check and _weapon(facts) == _weapon(theirs) and bool(facts.ammunition) == bool(theirs.ammunition)
        )
        alike = CombinedActionFacts(
            brigade=b.unit(other).brigade == b.unit(units[0]).brigade,
            weapon=armed,
            band=band(b, facts) == band(b, theirs),
            status=facts.status == theirs.status,
            target=facts.cover == theirs.cover and facts.target_flank == theirs.target_flank,
            first=row(facts),
            second=row(theirs),
        )
        # by the share of its allowance that each has used, as an exact fraction
        worse = max(facts, theirs, key=lambda each: Fraction(each.moved, each.allowance or 1))
        joined = {
            **vars(facts),
            "tubes" if check == "artillery" else "stands": b.settle("combined-action", alike).together,
            "first": facts.first and theirs.first,
            "firer_smoke": facts.firer_smoke or theirs.firer_smoke,
            "moved": worse.moved,
            "allowance": worse.allowance,
        }
        facts = type(facts)(**joined)
    return check, facts


def _weapon(facts: SmallArmsFacts | ArtilleryFacts) -> str:
    return facts.gun if isinstance(facts, ArtilleryFacts) else facts.weapon


def row(facts: SmallArmsFacts | ArtilleryFacts) -> int:
    """Tubes or stands that fire."""
    return facts.tubes if isinstance(facts, ArtilleryFacts) else facts.stands


def band(b: ClassField, facts: SmallArmsFacts | ArtilleryFacts) -> Band:
    """The range band of a fire."""
    if isinstance(facts, ArtilleryFacts):
        return gun_band(b, facts.gun, facts.distance, facts.shot)
    found: Band = b.settle("small-arms-range", SmallArmsRangeFacts(distance=facts.distance, weapon=facts.weapon)).band
    return found


def why_not_together(b: ClassField, units: Sequence[str], target: str, plan: FirePlan) -> Refusal | None:
    """Why several units may not fire at a target as one; None where they may."""
    for unit in units:
        refusal = why_not(b, unit, target, plan)
        if refusal is not None:
            return refusal
    try:
        combined_facts(b, units, target, plan)
    except Refused as refused:
        return refused.refusal
    return None


@implements("CD-fire-procedure", "CD-charge-artillery")
def why_not(
    b: ClassField, unit: str, target: str, plan: FirePlan = PLAIN, *, at: int | None = None, own_turn: bool = True
) -> Refusal | None:
    """Why a unit may not fire at another; None where it may."""
    now = b.unit(unit)
    if now.silenced:
        return Refusal("CD-charge-artillery", "its guns are silenced for this turn")
    if branch(now.arm) != "artillery" and not now.weapon:
        return Refusal("CD-fire-who", "it has nothing to fire")
    if zone(b, unit, target) != "front":
        return Refusal("CD-arcs", "it fires to its front only")
    try:
        check, facts = fire_facts(b, unit, target, plan, at=at, own_turn=own_turn)
    except Refused as refused:
        return refused.refusal
    refusal = b.rules[check].refusal(facts)
    # last, because to look along the line is slow
    if refusal is None and not sees(b, unit, target):
        return Refusal("CD-line-of-sight", "it has no clear line")
    return refusal


def targets(b: ClassField, unit: str, within: int | None = None) -> list[str]:
    """Enemies that a unit may fire at now, the nearest first; only those that its seat knows of."""
    return [foe for foe in _in_range(b, unit, within) if _may_aim(b, unit, foe)]


def has_target(b: ClassField, unit: str) -> bool:
    """Whether there are any."""
    return any(_may_aim(b, unit, foe) for foe in _in_range(b, unit))


def is_target(b: ClassField, unit: str, foe: str) -> bool:
    """Whether an enemy is one of them: the others are not asked about."""
    return foe in _in_range(b, unit) and _may_aim(b, unit, foe)


def _in_range(b: ClassField, unit: str, within: int | None = None) -> list[str]:
    far = reach(b, unit) if within is None else min(within, reach(b, unit))
    return b.survey.enemies_within(unit, far) if far and b.here(unit) else []


def _may_aim(b: ClassField, unit: str, foe: str) -> bool:
    """Whether a unit may fire at an enemy with the plan it would use: canister does not reach as far as ball."""
    # only whom its seat knows of, or the list of targets would betray the others; on which side he is, is soonest told
    if zone(b, unit, foe) != "front" or not b.knows(b.seat_of(unit), foe) or not b.survey.sees(unit, foe):
        return False
    return why_not(b, unit, foe, usual_plan(b, unit, foe)) is None


def usual_plan(b: ClassField, unit: str, target: str, at: int | None = None) -> FirePlan:
    """How a unit fires that was told nothing more: canister within its reach, at the usual rate."""
    now = b.unit(unit)
    if branch(now.arm) != "artillery":
        return PLAIN
    distance = b.survey.distance(unit, target) if at is None else at
    return FirePlan(
        rate=min(2, max(1, now.ammunition)), shot="canister" if distance <= canister_reach(b, now.gun) else "ball"
    )


@implements("CD-ricochet")
def ricochet(
    b: ClassField, unit: str, target: str, plan: FirePlan, fired: ArtilleryFacts, natural: int
) -> tuple[str, RicochetFacts] | None:
    """The unit behind the target that ball goes on into, with the facts; None where it does not."""
    now = b.unit(unit)
    behind = standing_behind(b, unit, target, b.paces(b.t.number("CD-ricochet", "behind")))
    # canister spends itself on its target
    if not behind or plan.shot != "ball":
        return None
    spot, here = b.survey.middle(behind), b.survey.middle(target)
    # over open ground only, and not uphill: else ball does not bounce on
    bare = all(ground.cover_at(b.ground, each) == "none" for each in (here, spot))
    open_ground = bare and not ground.higher(b.ground, spot, here)
    facts = RicochetFacts(
        gun=now.gun,
        tubes=fired.tubes,
        rate=plan.rate,
        natural=natural,
        behind=b.survey.distance(target, behind),
        first_distance=b.survey.distance(unit, target),
        open_ground=open_ground,
        howitzers=now.howitzers,
        **_shooting(b, unit, behind, None, True),
    )
    return (behind, facts) if b.rules["ricochet"].refusal(facts) is None else None
