"""What a step provokes: fire and charges by the side that does not move (SC-1.1i, SC-1.1j, SC-6.4)."""

from __future__ import annotations

from grognard.battle.decisions import Decision, Option
from grognard.battle.procedures import Steps, ask
from grognard.kernel.checks import implements

from ..facts.charges import Path, may_charge, path_to
from ..facts.fire import in_reach, may_shoot, worth_it
from ..facts.steps import left
from ..table.field import Field
from ..table.state import UnitState
from .charges import charge, fires, spends
from .fire import shoot


def provoked(b: Field, unit: str) -> Steps[None]:
    """A unit has entered a space: enemies who have it before them may fire, then those who hold may charge."""
    t, phase, space = b.rules.tables, b.world.phase, b.unit(unit).space
    if phase in t.value("SC-1.1i", "phases"):
        yield from _under_fire(b, unit)
    # it may have been shot away, or driven back: then there is nobody to charge
    if phase in t.value("SC-1.1j", "phases") and _there(b, unit, b.unit(unit)) and b.unit(unit).space == space:
        yield from _charged(b, unit)


@implements("SC-1.1i")
def _under_fire(b: Field, unit: str) -> Steps[None]:
    """Opportunity fire at a unit that has just moved."""
    before = b.unit(unit)
    # whom nothing of theirs reaches is not asked about: that is most of an army
    near = [
        foe.id for foe in b.enemies(before.side) if in_reach(b, foe, before.space) and b.sees(foe.space, before.space)
    ]
    for firer in near:
        if not _there(b, unit, before):
            return
        if may_shoot(b, firer, unit, early=True) is None and (yield from fires(b, firer, unit, "SC-1.1i")):
            shoot(b, firer, unit, rules=("SC-1.1i",))


def _there(b: Field, unit: str, before: UnitState) -> bool:
    now = b.unit(unit)
    return now.where == "board" and now.space == before.space


@implements("SC-6.4", "SC-1.1j", "SC-1.8b")
def _charged(b: Field, unit: str) -> Steps[None]:
    """Opportunity charges at it, one after the other, each resolved at once."""
    before = b.unit(unit)
    for charger in [foe.id for foe in b.enemies(before.side)]:
        if not _there(b, unit, before):
            return
        path = opportunity(b, charger, unit)
        if path is not None and (yield from _takes(b, charger, unit, path)):
            yield from charge(b, charger, unit, path, reach(b, b.unit(charger)), opportunity=True)


@implements("SC-1.8b")
def reach(b: Field, unit: UnitState) -> int:
    """Action points that an opportunity charge may cost."""
    return int(min(b.reckoned("action-points", arm=unit.arm).opportunity, left(unit)))


@implements("SC-6.4")
def opportunity(b: Field, charger: str, target: str) -> Path | None:
    """The way of an opportunity charge, if this unit may make one at that enemy."""
    now, foe = b.unit(charger), b.unit(target)
    # what is told quickest first: most stand too far off, or are not fit for it
    if now.cube not in ("hold", "fire") or not may_charge(b, now):
        return None
    points = reach(b, now)
    if max(abs(foe.space[0] - now.space[0]), abs(foe.space[1] - now.space[1])) > points:
        return None
    if not b.sees(now.space, foe.space) or not _holds(b, now):
        return None
    if not b.reckoned("brigade-order", order=b.world.brigades[now.brigade].order).opportunity:
        return None
    return path_to(b, now, foe, points)


@implements("SC-7.3")
def _holds(b: Field, now: UnitState) -> bool:
    """Whether a unit stands ready: by its cube, or because there is nobody its cube could have it fire at."""
    # a fire cube without a target may be taken for hold (our ruling on SC-7.3)
    waiting = now.cube == "fire" and not now.acted
    return now.cube == "hold" or (waiting and not worth_it(b, now.id, early=True))


def _takes(b: Field, charger: str, target: str, path: Path) -> Steps[bool]:
    answer = yield from ask(
        Decision(
            b.seat_of(charger),
            "opportunity_charge",
            f"{b.name(charger)}: charge {b.name(target)} now?",
            [Option("charge", f"charge, {spends(path)}", "SC-6.4"), Option("hold", "hold", "SC-6.4")],
            default=("hold", {}),
            rules=("SC-6.4", "SC-1.1j"),
            about={"unit": charger, "target": target},
        )
    )
    return answer.option == "charge"
