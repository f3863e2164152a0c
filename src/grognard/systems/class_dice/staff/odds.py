"""What a charge promises: from its movement roll over reactions, screens and approach fire to the roll of the charge.

Every step is weighed by the exact odds of its check. What a seat does not know of an enemy (class, worth) is taken as
usual for line troops.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from grognard.kernel.checks import Refused
from grognard.kernel.opposed import Pair

from ..checks.charge import ChargeFacts
from ..checks.charts import paces
from ..checks.melee import MeleeFacts
from ..checks.morale import Ordeal
from ..checks.movement import AllowanceFacts, MovementFacts
from ..checks.sequence.local_initiative import LocalInitiativeFacts
from ..seat.view import Seen
from ..table.state import UnitState
from ..terms import Status, branch
from .guns.gunnery import fire
from .picture import Picture, Troops

OURS = {
    "attacker_surrenders": -1.1, "attacker_routs": -1.0, "attacker_broken": -0.5, "attacker_staggers": -0.2,
    "attacker_halts": -0.08,
}  # fmt: skip
"""What a result costs, as a part of the attacker."""
THEIRS = {
    "defender_recoils": 0.12, "defender_disordered": 0.3, "defender_broken": 0.6, "defender_routs": 1.0,
    "defender_surrenders": 1.2,
}  # fmt: skip
"""What a result gains, as a part of the defender."""
TAKEN = ("defender_disordered", "defender_broken", "defender_routs", "defender_surrenders")
"""Results by which guns are lost."""
HAND_TO_HAND = 0.15
"""How likely a melee must be before one thinks of how it would go."""
LOSES = 0.3
"""The part of what is left of him that the loser of a round of melee loses by giving way."""
LINGERS = 1.05
"""Ground is seldom as even as a map: a way costs about so much more."""
SHORT = 0.4
"""How often a charge that does not get home comes under fire."""
BESIDE, SHARE = 300.0, 0.5
"""Paces from the target within which others may fire at a charger, and how often they do."""
STATUSES: tuple[Status, ...] = ("steady", "shaken", "disordered", "broken")


class ChargePromise(NamedTuple):
    """What a charge promises."""

    target: str
    value: float
    """In parts of the mean strength of both: from -1 for a certain ruin to 1 for a certain triumph."""
    home: float
    """How likely it is to reach its target."""
    beside: tuple[str, ...] = ()


def comes_home(p: Picture, unit: UnitState, far: float) -> float:
    """How likely a charger is to get so far."""
    division = p.view.divisions.get(unit.division)
    leader = p.view.leaders.get(division.leader) if division is not None else None
    co = leader.rating if leader is not None else "average"
    facts = MovementFacts(
        troop_class=unit.troop_class, co=co, cw=unit.cw, status=unit.status, in_smoke=unit.smoke,
        moved_last_turn=unit.moved_last_turn,
    )  # fmt: skip
    if unit.status == "broken":
        return 0.0
    odds = p.rules["movement"].odds(facts)
    enough = sum(weight for out, weight in odds.weights.items() if charge_reach(p, unit, out.quarters) >= far * LINGERS)
    return enough / odds.total


def charge_reach(p: Picture, unit: Troops, quarters: int = 4) -> int:
    """Paces that a charge may go after a movement roll."""
    known, key = p.memory.reaches, (unit.arm, unit.formation, quarters)
    if key not in known:
        facts = AllowanceFacts(arm=unit.arm, formation=unit.formation, quarters=quarters, charging=True)
        try:
            known[key] = int(next(iter(p.rules["allowance"].odds(facts).weights)).paces)
        except Refused:
            known[key] = 0
    return known[key]


def promise(p: Picture, unit: UnitState, foe: Seen, others: Sequence[UnitState] = ()) -> ChargePromise:
    """What a charge upon an enemy promises, alone or with others of its brigade."""
    together = [unit, *others]
    # as likely as the one with the worst chance: they charge as one
    comes = min(comes_home(p, each, p.gap(each, foe)) for each in together)
    ours = sum(p.castings(each) for each in together)
    # guns are worth more than their tubes say
    theirs = p.castings(foe) * (2 if branch(foe.arm) == "artillery" else 1)
    value = 0.0
    for chance, stance in _reactions(p, unit, foe):
        for likely, status in _screen(p, unit, foe):
            value += chance * likely * _struck(p, together, foe, stance, status, theirs)
    suffered = _closing(p, together, foe)[0] / p.tables.number("CD-casualty-step", "steps_per_casting")
    mean = (ours + theirs) / 2
    # who falls short may have been under fire for nothing, who does not get under way has not
    shot_at = comes + SHORT * (1 - comes)
    return ChargePromise(foe.id, (comes * value - shot_at * suffered) / mean, comes, tuple(each.id for each in others))


def initiative(p: Picture, unit: Troops, charger: Troops, action: str) -> float:
    """How likely a unit is to act against a charger: with what is known of it."""
    own = isinstance(unit, UnitState)
    facts = LocalInitiativeFacts(
        troop_class=unit.troop_class if isinstance(unit, UnitState) else "line",
        status=unit.status, in_smoke=unit.smoke, in_firefight=unit.firefight,
        cavalry_charge=branch(charger.arm) == "cavalry",
        acted=unit.local_acts if isinstance(unit, UnitState) else 0,
    )  # fmt: skip
    check = p.rules["local-initiative"]
    if check.refusal(facts) is not None:
        return 0.0
    wanted = ("aggressive",) if action == "aggressive" else ("aggressive", "non_aggressive")
    # an enemy may let the chance go by
    return float(check.odds(facts).chance(lambda out: out.action in wanted)) * (1.0 if own else 0.95)


def _reactions(p: Picture, unit: UnitState, foe: Seen) -> list[tuple[float, str]]:
    """How the enemy may meet the charge: in square, riding out, or as he stands."""
    mounted = branch(unit.arm) == "cavalry"
    if mounted and branch(foe.arm) == "infantry" and foe.formation != "square":
        chance = initiative(p, foe, unit, "non_aggressive")
        return [(chance, "square"), (1 - chance, "stands")]
    # only to the front may cavalry ride out
    if mounted and branch(foe.arm) == "cavalry" and p.faces(foe, unit):
        chance = initiative(p, foe, unit, "aggressive")
        return [(chance, "rides"), (1 - chance, "stands")]
    return [(1.0, "stands")]


def _screen(p: Picture, unit: UnitState, foe: Seen) -> list[tuple[float, Status]]:
    """The status in which a charger comes out of the enemy's skirmishers."""
    if not foe.screen or branch(foe.arm) != "infantry":
        return [(1.0, unit.status)]
    odds = p.rules["crash-through"].odds(Ordeal(troop_class=unit.troop_class, status=unit.status))
    found: dict[Status, float] = {}
    for out, weight in odds.weights.items():
        # smoke alone leaves it as it was
        got: Status = {"shaken": "shaken", "disordered": "disordered"}.get(out.effect, "steady")  # type: ignore[assignment]
        worse = max(got, unit.status, key=STATUSES.index)
        found[worse] = found.get(worse, 0.0) + weight / odds.total
    return [(chance, status) for status, chance in found.items()]


def _closing(p: Picture, together: Sequence[UnitState], foe: Seen) -> tuple[float, int]:
    """Casualty steps on the way, and closing casualties in percent."""
    key = together[0].id, foe.id
    steps = p.closing.get(key)
    if steps is None:
        steps = p.closing[key] = _fired_at(p, together[0], foe)
    whole = sum(each.steps for each in together)
    return steps, min(100, round(100 * steps / max(1, whole)))


def _fired_at(p: Picture, unit: UnitState, foe: Seen) -> float:
    """Casualty steps that a charger may expect on his way."""
    short = paces(p.tables, p.tables.row("CD-range-musket", "short").columns["to"])
    near = min(p.gap(unit, foe), float(short))
    # only those with the charge in front of them fire at it
    steps = fire(p, foe, unit, near) if foe.status != "broken" and p.faces(foe, unit) else 0.0
    for other in p.standing:
        if other.id != foe.id and p.gap(foe, other) <= BESIDE and p.faces(other, unit):
            steps += SHARE * fire(p, other, unit, min(p.gap(other, unit), 2.0 * short))
    return steps


def _struck(p: Picture, together: Sequence[UnitState], foe: Seen, stance: str, status: Status, theirs: int) -> float:
    """What the roll of the charge is worth on the average, in castings."""
    unit = together[0]
    castings = sum(p.castings(each) for each in together)
    path = round(min(p.gap(each, foe) for each in together))
    attacker = ChargeFacts(
        arm=unit.arm, troop_class=unit.troop_class, cw=sum(each.cw for each in together) // len(together),
        status=status, formation=unit.formation, castings=min(130, castings), path=path,
        closing=_closing(p, together, foe)[1], downhill=p.above(unit, foe),
        strikes="front" if stance == "square" else p.zone(foe, p.place(unit), charge=True), leaders=_il(p, unit),
    )  # fmt: skip
    defender = ChargeFacts(
        arm=foe.arm, cw=usual_worth(p), status=foe.status,
        formation="square" if stance == "square" else foe.formation, castings=min(130, p.castings(foe)),
        secure_flanks=0 if stance == "square" else p.secure_flanks(foe), cover=p.cover(foe),
        countercharges=stance == "rides",
    )  # fmt: skip
    check, pair = p.rules["charge"], Pair(attacker, defender)
    # no charge at all: as bad as being routed
    if check.refusal(pair) is not None:
        return -float(castings)
    odds: Any = check.odds(pair)
    guns = branch(foe.arm) == "artillery"
    total = 0.0
    for out, weight in odds.weights.items():
        gained = THEIRS.get(out.outcome, 0.0)
        if guns and out.outcome in TAKEN:
            gained = 1.0
        total += weight * (OURS.get(out.outcome, 0.0) * castings + gained * theirs)
        # a melee that is unlikely is not worth its reckoning, which is the slowest part
        if out.outcome == "melee" and weight >= HAND_TO_HAND * odds.total:
            total += weight * _melee(p, attacker, defender, castings, theirs)
    return total / float(odds.total)


def _melee(p: Picture, attacker: ChargeFacts, defender: ChargeFacts, ours: int, theirs: int) -> float:
    """What a melee is worth, in castings: by its first round, whose loser may be expected to give way."""
    odds: Any = p.rules["melee"].odds(Pair(MeleeFacts(**vars(attacker)), MeleeFacts(**vars(defender))))
    step = p.tables.number("CD-casualty-step", "steps_per_casting")
    total = 0.0
    for out, weight in odds.weights.items():
        lost, taken = min(ours, out.attacker_steps / step), min(theirs, out.defender_steps / step)
        decided = LOSES * {"attacker": theirs - taken, "defender": lost - ours}.get(out.winner, 0.0)
        total += weight * (taken - lost + decided)
    return total / float(odds.total)


def usual_worth(p: Picture) -> int:
    """The CW of line troops, for enemies whose worth nobody knows."""
    return int(p.tables.value("CD-cw-guideline", "line")["usual"])


def _il(p: Picture, unit: UnitState) -> int:
    """What leaders with a unit add to its charge."""
    return sum(
        p.tables.number("CD-leader-il", leader.rating)
        for leader in p.view.leaders.values()
        if leader.attached and leader.attached == (unit.id if leader.attached_to == "regiment" else unit.brigade)
    )


def threat(p: Picture, foe: Seen, unit: UnitState, *, square: bool) -> float:
    """What a charge of enemy cavalry upon one of our foot would promise him, whether or not it is in square: the
    mean worth of the result of its roll, as parts of a unit."""
    attacker = ChargeFacts(
        arm=foe.arm, cw=usual_worth(p), status=foe.status, castings=min(130, p.castings(foe)),
        # far enough for horse to be at the gallop
        strikes="front" if square else p.zone(unit, p.place(foe), charge=True), path=600,
    )  # fmt: skip
    defender = ChargeFacts(
        arm=unit.arm, cw=unit.cw, status=unit.status, formation="square" if square else unit.formation,
        castings=min(130, p.castings(unit)), secure_flanks=0 if square else p.secure_flanks(unit),
        cover=p.cover(unit),
    )  # fmt: skip
    check, pair = p.rules["charge"], Pair(attacker, defender)
    if check.refusal(pair) is not None:
        return -1.0
    odds: Any = check.odds(pair)
    won = sum(THEIRS.get(out.outcome, OURS.get(out.outcome, 0.0)) * weight for out, weight in odds.weights.items())
    return float(won / odds.total)
