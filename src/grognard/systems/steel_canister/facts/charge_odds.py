"""What becomes of a charge, exactly: its way with the dice, fire as it comes on, square or evasion, the first round.

Worked out on the field as a seat knows it. Whoever can fire is taken to fire, and the target to do what is usual: it
forms square if it may, evades if it must, and else stands.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec.structs import replace

from grognard.kernel.odds import Odds
from grognard.kernel.opposed import Pair
from grognard.kernel.uses.chain import Thrower, chain_odds

from ..checks.melee import MeleeResult
from ..checks.moving import StepFacts, fixed_cost
from ..knowledge.known import known, standing_at
from ..table.board import Space
from ..table.field import Field
from ..table.state import UnitState
from .charges import Path, charges, gun_support, rough
from .fire import hurt, may_shoot, shot_at
from .melee import Sides, pair_of
from .responses import Approach, Leg, approach, evasion_facts, possible, square_facts
from .steps import MOST_AP, entered_as, left

Shares = dict[str, Fraction]
"""How likely each end of a charge is."""
FALLS_SHORT, STOPPED = "it falls short", "stopped by fire"
WE_WIN, WE_LOSE = "we win", "we lose"
SQUARE, EVADES, CAUGHT = "they form square in time", "they evade", "they evade, but are caught"


class Run(NamedTuple):
    """A charge without what the enemy does: whether it gets to the last space, into contact, and at what price."""

    near: bool
    arrives: bool
    paid: int
    seen: Approach


def steps_of(b: Field, now: UnitState, path: Path) -> list[StepFacts]:
    """The steps of a charge, as the check asks for them."""
    found, here = [], replace(now, facing=path.facing)
    for place, to in enumerate(path.spaces):
        contact = place + 1 == len(path.spaces)
        found.append(b.stepping(now.id, to, MOST_AP, here))
        formation = entered_as(b, here, to, contact=contact) or here.formation
        here = replace(here, space=to, formation=formation, entered=here.entered + 1)
    return found


def run_in(b: Field, now: UnitState, path: Path) -> Odds[Run]:
    """The way of a charge with its dice."""
    t, steps = b.rules.tables, steps_of(b, now, path)
    # the price of a step counts for square and evasion only if the target sees where it ends
    watched = [b.sees(space, path.spaces[-1]) for space in path.spaces]

    def run(throw: Thrower) -> Run:
        points, paid, seen = left(now) - path.turning, 0, Leg()
        for place, step in enumerate(steps):
            last, fixed, facts = place + 1 == len(steps), fixed_cost(t, step), step.replace(ap_left=points - paid)
            made = throw(b.rules["step"], facts) if b.rules["step"].refusal(facts) is None else None
            if made is None or not made.enters:
                # what it has is spent on the way, also where it does not arrive
                return Run(last, False, points, Approach(0, 0))
            paid += made.paid
            leg = Leg(made.paid, made.paid - fixed)
            if last:
                return Run(True, True, paid, approach(t, seen, leg))
            seen = Leg(seen.paid + leg.paid, seen.dice + leg.dice) if watched[place] else seen
        raise AssertionError("a charge has at least one step")

    return chain_odds(run)


def last_space(now: UnitState, path: Path) -> Space:
    """Where it stands before contact."""
    return path.spaces[-2] if len(path.spaces) > 1 else now.space


def response(b: Field, unit: str, target: str) -> str:
    """What the target is taken to do."""
    found = possible(b, unit, target)
    return "square" if "square" in found else found[0]


def firers(b: Field, now: UnitState, path: Path, target: str, answer: str) -> tuple[Field, list[str]]:
    """Those who could fire at it in its last space, on a field where it stands there."""
    field = standing_at(b, replace(now, space=last_space(now, path), facing=path.facing))
    # who tries a square does not fire in that charge
    foes = [foe.id for foe in field.enemies(now.side) if not (foe.id == target and answer == "square")]
    return field, [foe for foe in foes if _bears(field, foe, now.id, target)]


def _bears(b: Field, firer: str, unit: str, target: str) -> bool:
    return may_shoot(b, firer, unit, early=True) is None or gun_support(b, firer, unit, target)


def under_fire(b: Field, unit: str, shooting: Iterable[str]) -> dict[int, Fraction]:
    """How likely it comes on with so many figures lost; what is missing to 1 is stopped."""
    comes = {0: Fraction(1)}
    for firer in shooting:
        check, facts = shot_at(b, firer, unit)
        further: dict[int, Fraction] = {}
        for shot, chance in b.rules[check].odds(facts):
            for lost, so_far in comes.items():
                # with nobody left there is nobody to come on
                if lost + shot.hits < b.live(unit):
                    # losses of earlier volleys weaken the dice against this one
                    stands = so_far * chance * _stands(b, unit, shot.hits, lost)
                    further[lost + shot.hits] = further.get(lost + shot.hits, Fraction(0)) + stands
        comes = further
    return comes


def _stands(b: Field, unit: str, hits: int, lost: int) -> Fraction:
    """The chance that fire does not shake it, when fire before has cost it so many figures."""
    facts = hurt(b, b.unit(unit), hits, b.unit(unit).killed + lost)
    return b.rules["fire-effect"].odds(facts).chance(lambda out: out.result == "none")


def met(b: Field, now: UnitState, path: Path, target: str, *, lost: int = 0, status: str = "") -> Pair:
    """The first round of the melee, as the check asks for it."""
    space, came = path.spaces[-1], last_space(now, path)
    formation = entered_as(b, replace(now, space=came, facing=path.facing), space, contact=True) or now.formation
    crossed = any(rough(b, one, other) for one, other in zip((now.space, *path.spaces), path.spaces, strict=False))
    into = replace(
        now,
        space=space,
        facing=path.facing,
        formation=formation,
        came_from=came,
        melee=True,
        attacker=True,
        first_round=True,
        crossed=crossed,
        killed=now.killed + lost,
    )
    foe: Any = b.unit(target)
    foe = replace(foe, melee=True, attacker=False, first_round=True, **({"status": status} if status else {}))
    field = standing_at(standing_at(b, into), foe)
    return pair_of(field, Sides(space, now.side, foe.side), now.id, target)


def ends(b: Field, now: UnitState, path: Path, target: str) -> Shares:
    """How likely each end of the charge is."""
    answer = response(b, now.id, target)
    field, shooting = firers(b, now, path, target, answer)
    comes = under_fire(field, now.id, shooting)
    through = sum(comes.values(), Fraction(0))
    shares: Shares = {}
    for run, chance in run_in(b, now, path):
        if not run.near:
            _add(shares, FALLS_SHORT, chance)
            continue
        # fire comes before the last step: who would have fallen short there may be stopped first
        _add(shares, STOPPED, chance * (1 - through))
        if not run.arrives:
            _add(shares, FALLS_SHORT, chance * through)
            continue
        for lost, share in comes.items():
            _add_all(shares, _received(b, now, path, target, answer, run, lost), chance * share)
    return shares


def advised(b: Field, seat: str, unit: str, among: Iterable[str]) -> str:
    """Of these enemies the one whom it is best to charge, if more is to be won than lost by it; else nobody."""
    field = known(b, seat)
    now = field.unit(unit)
    ways = charges(field, unit, left(now))
    promise = {foe: _edge(ends(field, now, ways[foe], foe)) for foe in among if foe in ways}
    best = max(promise, key=lambda foe: promise[foe], default="")
    return best if best and promise[best] > 0 else ""


def _edge(shares: Shares) -> Fraction:
    """How much likelier a charge is to win than to be beaten or stopped; what leads to nothing counts for neither."""
    won = (chance for end, chance in shares.items() if end in (EVADES, CAUGHT) or end.startswith(WE_WIN))
    lost = (chance for end, chance in shares.items() if end == STOPPED or end.startswith(WE_LOSE))
    return sum(won, Fraction(0)) - sum(lost, Fraction(0))


def _received(b: Field, now: UnitState, path: Path, target: str, answer: str, run: Run, lost: int) -> Shares:
    if answer == "evade":
        caught = (
            b.rules["evasion"].odds(evasion_facts(b, now.id, target, run.seen.paid)).chance(lambda out: out.retreats)
        )
        return {CAUGHT: caught, EVADES: 1 - caught}
    if answer != "square":
        return first_round(b, met(b, now, path, target, lost=lost))
    shares: Shares = {}
    for squared, chance in b.rules["emergency-square"].odds(square_facts(b, b.unit(target), run.seen.square)):
        if squared.formed:
            _add(shares, SQUARE, chance)
        else:
            status = "disordered" if squared.disordered and b.unit(target).status in ("good_order", "halted") else ""
            _add_all(shares, first_round(b, met(b, now, path, target, lost=lost, status=status)), chance)
    return shares


def stood(b: Field, rider: UnitState, path: Path, target: str, answer: str) -> Shares:
    """How likely each end is for the target of a charge that gets to it, if it answers so; as the target tells it."""
    shares: Shares = {}
    for run, chance in run_in(b, rider, path):
        if run.arrives:
            _add_all(shares, _received(b, rider, path, target, answer, run, 0), chance)
    # only charges that arrive are asked about, so their chances are brought back to 1
    whole = sum(shares.values(), Fraction(0)) or Fraction(1)
    told: Shares = {}
    for end, share in sorted(shares.items(), key=lambda each: -each[1]):
        _add(told, _AS_TARGET.get(end) or _turned(end), share / whole)
    return told


_AS_TARGET = {SQUARE: "the square stands in time", EVADES: "it gets away", CAUGHT: "it is caught and retreats"}


def _turned(end: str) -> str:
    """The end of a melee as the other side tells it."""
    if end.startswith(WE_WIN):
        return "melee lost"
    return "melee won" if end.startswith(WE_LOSE) else end


_LOSES = {"fallback": "falls back", "retreat": "retreats", "rout": "routs"}


def first_round(b: Field, pair: Pair) -> Shares:
    """The first round in words, seen from the side that charged."""
    shares: Shares = {}
    for melee, chance in b.rules["melee"].odds(pair):
        _add(shares, in_words(melee), chance)
    return shares


def in_words(melee: MeleeResult, ours: str = "ours") -> str:
    """A round of melee as one side tells it."""
    if melee.winner == "none":
        return "locked in melee"
    won = melee.winner == ours
    return f"{WE_WIN}: the enemy {_LOSES[melee.result]}" if won else f"{WE_LOSE}: it {_LOSES[melee.result]}"


def _add(shares: Shares, end: str, chance: Fraction) -> None:
    if chance:
        shares[end] = shares.get(end, Fraction(0)) + chance


def _add_all(shares: Shares, more: Shares, chance: Fraction) -> None:
    for end, share in more.items():
        _add(shares, end, share * chance)
