"""Fire: who may shoot at whom, and the facts of a shot."""

from __future__ import annotations

from typing import Any

from grognard.battle.kinds import many
from grognard.kernel.checks import Refusal, implements

from ..checks.fire import (
    ArtilleryFacts,
    FireEffectFacts,
    GunArcFacts,
    MusketryFacts,
    Shooting,
)
from ..checks.measures import side_towards
from ..table.board import Space
from ..table.field import Field, worst
from ..table.state import UnitState
from ..terms import branch

# -- who may fire at whom


@implements("SC-1.1e", "SC-1.1g")
def may_shoot(b: Field, unit: str, target: str, *, early: bool, support: bool = False) -> Refusal | None:
    """Why a unit may not fire at a target, if it may not. `early` is fire in 5a to 5h. Who has to be taken first is
    said by `targets`, since fire that a move provokes goes at the mover."""
    now, foe = b.unit(unit), b.unit(target)
    if now.where != "board" or foe.where != "board" or now.side == foe.side:
        return Refusal("SC-3.2", "there is no such target")
    return _may_fire(b, now, early) or _may_hit(b, now, foe, support)


def _may_fire(b: Field, unit: UnitState, early: bool) -> Refusal | None:
    t = b.rules.tables
    if unit.ap - unit.spent < shot_cost(b, unit, early):
        return Refusal("SC-1.2g", "it has no action point left to fire")
    if unit.charged or unit.opportunity:
        return Refusal("SC-6.2", "a unit that charged does nothing else this turn")
    if early and unit.shot_early:
        return Refusal("SC-1.1e", "it has fired already in this part of the turn")
    # one shot in 5a to 5h and one in 6 or 7 (our reading of SC-1.1g), never more than two
    if unit.shots >= t.number("SC-1.1g", "most") or (not early and _shot_late(unit)):
        return Refusal("SC-1.1g", "it has fired as often as a unit may in a turn")
    return None


def _shot_late(unit: UnitState) -> bool:
    return unit.shots > int(unit.shot_early)


@implements("SC-1.1g", "SC-1.2g")
def shot_cost(b: Field, unit: UnitState, early: bool) -> int:
    """Action points of a shot; those of phases 6 and 7 may be free."""
    if not early and not b.rules.tables.value("SC-1.1g", "costs"):
        return 0
    guns = branch(unit.arm) == "artillery"
    cost: int = b.reckoned("action-cost", action="fire_artillery" if guns else "fire_small_arms", arm=unit.arm).ap
    return cost


def _may_hit(b: Field, unit: UnitState, foe: UnitState, support: bool) -> Refusal | None:
    check, facts = shot_at(b, unit.id, foe.id)
    refusal = b.rules[check].refusal(facts)
    if check != "artillery":
        return refusal
    return refusal or _laid_on(b, unit, foe.space, support) or _clear(b, unit, foe.space)


@implements("SC-2.3", "SC-4.1j")
def _laid_on(b: Field, unit: UnitState, space: Space, support: bool) -> Refusal | None:
    """Guns bear on a narrow arc; in support of a neighbour who is charged on all their front."""
    ahead, aside = b.board.ahead(unit.space, unit.facing, space)
    if support:
        # our ruling: in support of a neighbour who is charged the narrow arc of guns is waived
        bears = in_front(unit, space)
    else:
        bears = b.reckoned(
            "gun-arc", ahead=GunArcFacts.nearest("ahead", ahead), aside=GunArcFacts.nearest("aside", aside)
        ).in_arc
    return None if bears else Refusal("SC-2.3", "the target does not lie in the arc of the guns")


def in_front(unit: UnitState, space: Space) -> bool:
    """Whether a space lies in the front arc of a unit (SC-0.4), whatever its formation."""
    return side_towards(unit.facing, space[0] - unit.space[0], space[1] - unit.space[1]) == "front"


def _clear(b: Field, unit: UnitState, space: Space) -> Refusal | None:
    """Guns do not fire past a melee in the same line."""
    fought = any(each.melee for between in b.between(unit.space, space) for each in b.in_space(between))
    return Refusal("SC-2.3", "guns do not fire past units in melee") if fought else None


@implements("SC-2.3", "SC-3.2")
def targets(b: Field, unit: str, *, early: bool) -> list[str]:
    """The enemies a unit may fire at by its own choice: guns at any, muskets at the nearest."""
    now = b.unit(unit)
    if now.where != "board" or _may_fire(b, now, early) is not None:
        return []
    near = (foe for foe in b.enemies(now.side) if in_reach(b, now, foe.space) and b.sees(now.space, foe.space))
    found = [foe.id for foe in near if _may_hit(b, now, foe, support=False) is None]
    if branch(now.arm) == "artillery" or not found:
        return found
    # muskets are not free to choose among targets: the nearest, or any of several equally near
    nearest = min(b.range(unit, foe) for foe in found)
    return [foe for foe in found if b.range(unit, foe) == nearest]


def in_reach(b: Field, unit: UnitState, space: Space) -> bool:
    """Whether a space is no farther off than a unit's arm ever hits anything."""
    known: dict[tuple[str, str], int] = b.memo.keep("reach", b.rules, dict)
    reach = known.get((unit.arm, unit.weight))
    if reach is None:
        reach = known[unit.arm, unit.weight] = _reach(b, unit)
    return b.board.range(unit.space, space) <= reach


def _reach(b: Field, unit: UnitState) -> int:
    t = b.rules.tables
    if branch(unit.arm) == "artillery":
        return max(int(end) for end in t.value("SC-2.1", unit.weight).values())
    return max(int(end) for end in t.value("SC-3.1", "bands").values())


# -- the facts of a shot


def cannon_at(b: Field, unit: str, target: str) -> ArtilleryFacts:
    """A battery and its target."""
    now = b.unit(unit)
    facts = ArtilleryFacts(
        **_shooting(b, now, b.unit(target)),
        weight=now.weight,
        turned=now.turned_guns,
        manned=now.formation == "unlimbered" and now.manned and now.guns_at is None,
    )
    return b.specially("artillery", facts, unit=unit)


def musketry_at(b: Field, unit: str, target: str) -> MusketryFacts:
    """A unit and the target of its muskets."""
    now, space = b.unit(unit), b.unit(target).space
    facts = MusketryFacts(
        **_shooting(b, now, b.unit(target)),
        arm=now.arm,
        formation=now.formation,
        rifles=now.rifles,
        british=now.british,
        moved=now.entered > 0,
        in_arc=_in_arc(b, now, space),
    )
    return b.specially("musketry", facts, unit=unit)


@implements("SC-3.2")
def _in_arc(b: Field, unit: UnitState, space: Space) -> bool:
    """Squares, skirmishers and units in a strong point fire all round."""
    all_round = unit.formation in b.rules.tables.value("SC-3.2", "all_round")
    return all_round or b.board.terrain[unit.space] == "strong_point" or in_front(unit, space)


def _shooting(b: Field, unit: UnitState, foe: UnitState) -> dict[str, Any]:
    covers = b.covers(foe.space, unit.space, ("wall", "low_wall"))
    return {
        "range": Shooting.nearest("range", b.board.range(unit.space, foe.space)),
        "grade": unit.grade,
        "status": unit.status,
        "killed": unit.killed,
        "in_melee": unit.melee,
        "visible": b.sees(unit.space, foe.space),
        "target_formation": foe.formation,
        "target_cover": worst(covers),
        "more_cover": b.more_cover(covers),
        "target_flank": b.side_attacked(foe.id, unit.space) != "front",
        "target_in_melee": foe.melee,
    }


def shot_at(b: Field, unit: str, target: str) -> tuple[str, Shooting]:
    """The check of a shot and its facts."""
    now, foe, turn, known = b.unit(unit), b.unit(target), b.world.turn, b.standing.shots
    found = known.get((unit, target))
    # whoever may fire asks for them again when he counts the dice, and when he throws them
    if found is None or found[0] is not now or found[1] is not foe or found[2] != turn:
        facts = (cannon_at if branch(now.arm) == "artillery" else musketry_at)(b, unit, target)
        found = known[unit, target] = now, foe, turn, facts
    return ("artillery" if branch(now.arm) == "artillery" else "musketry"), found[3]


def hurt(b: Field, now: UnitState, hits: int, killed: int) -> FireEffectFacts:
    """A unit that fire has hit, as the check asks for it; `killed` are the figures it had lost before."""
    return FireEffectFacts(
        hits=FireEffectFacts.nearest("hits", hits),
        grade=now.grade,
        guard=now.guard,
        status=now.status,
        leader=b.leader_with(now.id),
        arm=now.arm,
        figures=now.figures,
        killed=killed,
    )


def worth_it(b: Field, unit: str, *, early: bool) -> list[str]:
    """The enemies at whom a unit may fire with at least one die: nobody fires without."""
    return [foe for foe in targets(b, unit, early=early) if dice_at(b, unit, foe)]


def dice_at(b: Field, unit: str, target: str) -> int:
    """Dice of a shot."""
    check, facts = shot_at(b, unit, target)
    pool: tuple[object, ...] = b.rules[check].dice(facts).dice  # type: ignore[attr-defined]
    return len(pool)


def expects(b: Field, unit: str, target: str) -> str:
    """What a shot promises: how far, how many dice, and how likely one of them hits."""
    check, facts = shot_at(b, unit, target)
    chance = b.rules[check].odds(facts).chance(lambda shot: shot.hits > 0)
    dice = many(dice_at(b, unit, target), "die", "dice")
    return f"{many(b.range(unit, target), 'space')} away, {dice}: {round(100 * chance)}% to hit"
