"""Answers out of turn: local initiative, defensive fire, what follows on a charge that was won."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.battle.decisions import Answer, Decision
from grognard.kernel.domains import Choice, Number

from ..seat.view import Seen
from ..table.state import UnitState
from ..terms import branch
from .guns.gunnery import best, cannonade, musketry
from .odds import initiative, promise, threat
from .picture import Picture

FOLLOWS = 0.1
"""What another charge must promise to those who have just won one."""
BETTER = 0.05
"""By how much a square must be the better for foot to form it."""
STANDS = 60.0
"""Paces at which steady foot that is free to choose gives its fire: the nearer the better, and only once."""


def react(p: Picture, decision: Decision) -> Answer | None:
    """Square, countercharge or front, whatever promises most; what the rules suggest where it is compulsory."""
    foe = p.view.seen.get(decision.about.get("foe", ""))
    if foe is None:
        return None
    asked = [(word, unit) for word, _, unit in (option.key.partition(":") for option in decision.options) if unit]
    for unit in dict.fromkeys(unit for _, unit in asked):
        may = [word for word, whose in asked if whose == unit]
        wish = _wish(p, p.view.units[unit], foe, may, charged=decision.about.get("target", "") == unit)
        if wish:
            return decision.answer(f"{wish}:{unit}")
    # where nothing may be left undone, the rules' own suggestion is taken
    return decision.answer("done") if decision.option("done") is not None else None


def _wish(p: Picture, unit: UnitState, foe: Seen, may: Sequence[str], *, charged: bool) -> str:
    rider = branch(foe.arm) == "cavalry"
    if "form_square" in may and rider and _square(p, unit, foe):
        return "form_square"
    if "countercharge" in may and initiative(p, unit, foe, "aggressive") > 0:
        return "countercharge"
    if "face" in may and not p.faces(unit, foe):
        return "face"
    if "limber" in may and charged and not unit.ammunition:
        return "limber"
    if "charge" in may and not charged and promise(p, unit, foe).value > 2 * FOLLOWS:
        return "charge"
    return ""


def _square(p: Picture, unit: UnitState, foe: Seen) -> bool:
    # in cover horse is no danger, and a square would give the cover away
    if p.cover(unit) not in ("none", "sparse"):
        return False
    return threat(p, foe, unit, square=True) + BETTER < threat(p, foe, unit, square=False)


def approach_fire(p: Picture, decision: Decision) -> Answer | None:
    """Steady foot lets them come close; who wavers, and guns, fire with what does most."""
    unit, foe = p.view.units[decision.about["unit"]], p.view.seen.get(decision.about.get("foe", ""))
    option = decision.option("fire")
    if option is None or foe is None:
        return None
    if branch(unit.arm) == "artillery":
        rates = option.fields.get("rate")
        most = rates.high if isinstance(rates, Number) else 1
        # an ammunition point is worth a part of a step, here too
        gains = {rate: cannonade(p, unit, foe, rate) - 0.2 * rate for rate in range(1, most + 1)}
        return decision.answer("fire", rate=max(gains, key=lambda rate: (gains[rate], -rate)))
    inches = option.fields.get("inches")
    if not isinstance(inches, Choice):
        return None
    at = {each: musketry(p, unit, foe, distance=STANDS * int(each)) for each in inches.values}
    return decision.answer("fire", inches=max(at, key=lambda each: (at[each], each)))


def volley(p: Picture, decision: Decision) -> Answer | None:
    """The best target, or none where it is a waste."""
    unit, option = p.view.units[decision.about["unit"]], decision.option("fire")
    field = option.fields.get("target") if option is not None else None
    if option is None or not isinstance(field, Choice):
        return None
    rates = option.fields.get("rate")
    found = best(p, unit, field.values, most=rates.high if isinstance(rates, Number) else 4)
    if found is None:
        return decision.answer("done") if decision.option("done") is not None else None
    more = {"rate": found.rate, "shot": found.shot} if found.rate else {}
    answer = decision.answer("fire", target=found.target, **more)
    # the battery may not be able to pay that rate: then the usual one
    return answer if decision.accepts(answer) else decision.answer("fire", target=found.target)


def ride_down(p: Picture, decision: Decision) -> Answer | None:
    """Always, but by those who have not the numbers for another fight."""
    unit = p.view.units[decision.about["unit"]]
    return decision.answer("done" if 2 * unit.steps < unit.starting else "ride_down")


def follow_up(p: Picture, decision: Decision) -> Answer | None:
    """On at the next enemy, if it promises well."""
    unit, option = p.view.units[decision.about["unit"]], decision.option("continue")
    field = option.fields.get("target") if option is not None else None
    if not isinstance(field, Choice):
        return None
    found = [(promise(p, unit, p.view.seen[foe]).value, foe) for foe in field.values if foe in p.view.seen]
    worth, target = max(found, default=(0.0, ""))
    # tired and out of the line, it needs better odds than at first
    return decision.answer("continue", target=target) if worth >= FOLLOWS else decision.answer("done")


ANSWERS: dict[str, Callable[[Picture, Decision], Answer | None]] = {
    "react": react, "approach_fire": approach_fire, "volley": volley, "ride_down": ride_down, "follow_up": follow_up,
}  # fmt: skip
