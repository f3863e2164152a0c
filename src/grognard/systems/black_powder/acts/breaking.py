"""Break tests: the roll, another for the valiant, and what the result does to a unit and its supports."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from grognard.battle.kinds import Noted
from grognard.battle.procedures import Steps
from grognard.ground.shapes import distance as apart
from grognard.kernel.checks import Result, implements

from ..checks.fighting.breaking import (
    AnotherTestFacts,
    BreakEffectFacts,
    BreakNeededFacts,
    BreakTestFacts,
    BreakTestResult,
)
from ..checks.fighting.supports import PassedFacts, passing_rolls
from ..checks.moving.rates import rate_of
from ..effects.losses import break_up, disorder
from ..effects.retreats import retire
from ..events.combat import PassedThrough, Reformed
from ..events.troops import BreakTested
from ..facts.combat import break_facts, supports
from ..facts.moving import reformed
from ..table import bodies
from ..table.field import PowderField
from ..terms import BreakResult, Formation, Trigger
from .asking import asked

_MOST = 30


@implements("BP-BREAK-1", "BP-SPEC-11")
def must_test(
    b: PowderField, unit: str, cause: Trigger, *, before: int, suffered: int, artillery: bool = False
) -> bool:
    """Whether a unit takes a break test, with what it had and what it took just now."""
    now = b.unit(unit)
    if not b.here(unit):
        return False
    facts = BreakNeededFacts(
        cause=cause,
        stamina=now.stamina,
        casualties=min(_MOST, before),
        suffered=min(_MOST, suffered),
        artillery=artillery,
        special=frozenset(now.special),
        tested=int(now.tested),
    )
    needed: bool = b.settle("break-needed", facts).tests
    # a unit of a broken brigade counts as shaken, though its casualties do not say so
    return needed or (cause in ("closing_fire", "drawn") and b.shaken(unit))


@implements("BP-BREAK-2", "BP-BREAK-4", "BP-SPEC-6", "BP-SPEC-7")
def break_test(
    b: PowderField,
    unit: str,
    cause: Trigger,
    *,
    enemy: str = "",
    excess: int = 0,
    artillery: bool = False,
    shaken: bool | None = None,
    facts: BreakTestFacts | None = None,
) -> Steps[BreakResult]:
    """A unit takes a break test and does what comes of it; returns that. `shaken` under fire as it was before; `facts`
    where they were written down before, since some of the enemies may have gone."""
    facts = facts or facts_now(b, unit, cause, excess=excess, artillery=artillery, shaken=shaken)
    # used up by the first test of the battle, whatever it comes to
    fields: dict[str, Any] = {"steady_used": True} if b.has(unit, "steady") else {}
    if cause == "support_broke":
        fields["tested"] = True
    roll = b.roll("break-test", facts, by=unit, seen=(unit,))
    read: BreakTestResult = roll.settled
    _tell(b, unit, facts, roll, enemy, fields)
    if not _holds(b, read.result) and _may_again(b, unit):
        text = f"{b.name(unit)} may roll its break test again"
        again = yield from asked(
            b, unit, "reroll_break", text, ("again", "Roll again"), ("leave", "Let it stand"), "BP-SPEC-7", usual=True
        )
        if again:
            # the roll again counts as one more test, so that what helps the first one only does not help twice
            roll = b.roll("break-test", facts.replace(taken=facts.taken + 1), by=unit, seen=(unit,))
            read = roll.settled
            _tell(b, unit, facts, roll, enemy, {"valiant_used": True})
    result = read.result
    if read.instead:
        text = f"{b.name(unit)} may hold in disorder, or retreat in good order"
        holds = yield from asked(
            b, unit, "hold_or_retreat", text, ("stay", "Hold"), ("go", "Retreat"), "BP-BREAK-4", usual=True, foe=enemy
        )
        result = result if holds else read.instead
    # who fought has his supports, though his enemy may be gone by now
    engaged = b.in_combat(unit) or cause in ("lost", "drawn")
    yield from _apply(b, unit, result, enemy, from_combat=cause != "shooting", engaged=engaged, hasty=read.forms_square)
    return result


def facts_now(
    b: PowderField, unit: str, cause: Trigger, *, excess: int = 0, artillery: bool = False, shaken: bool | None = None
) -> BreakTestFacts:
    """What a break test asks, as things stand now."""
    return break_facts(b, unit, cause, excess=min(_MOST, excess), artillery=artillery, shaken=shaken)


def _holds(b: PowderField, result: BreakResult) -> bool:
    return bool(b.t.value("BP-BREAK-5", result)["move"] == "none")


def _may_again(b: PowderField, unit: str) -> bool:
    now = b.unit(unit)
    facts = AnotherTestFacts(special=frozenset(now.special), used=int(now.valiant_used))
    return bool(b.settle("another-test", facts).allowed)


_STATUS = {"none": "steady", "retire": "retreats", "fallback": "falls_back", "removed": "broken"}
"""What a report calls those who took a test, by how they move then."""


def _tell(
    b: PowderField, unit: str, facts: BreakTestFacts, roll: Result[Any], enemy: str, fields: dict[str, Any]
) -> None:
    result = roll.settled.result
    status = _STATUS[b.t.value("BP-BREAK-5", result)["move"]]
    changed = {name: value for name, value in fields.items() if getattr(b.unit(unit), name) != value}
    b.report(
        BreakTested(unit=unit, cause=facts.cause, effect=result, status=status, before="steady", by=enemy or UNSET),
        rules=("BP-BREAK-1", "BP-BREAK-2", "BP-BREAK-4"),
        roll=roll,
        sets=[b.change(unit, **changed)] if changed else [],
    )


# -- what it does


@implements("BP-BREAK-5", "BP-BREAK-3", "BP-SQUARE-5")
def _apply(
    b: PowderField, unit: str, result: BreakResult, enemy: str, *, from_combat: bool, engaged: bool, hasty: bool
) -> Steps[None]:
    now = b.unit(unit)
    helpers = (
        # under fire there are no supports to go back with it
        supports(b, unit) if from_combat and engaged else {"rear": [], "left_flank": [], "right_flank": []}
    )
    rear, everybody = helpers["rear"], [each for kind in helpers.values() for each in kind]
    facts = BreakEffectFacts(
        result=result,
        move=rate_of(b.t, now.arm, now.formation),
        rear_support=bool(rear),
        behind=_behind(b, unit, rear),
        rear_supports=len(rear),
        supports=len(everybody),
        echelon=now.formation == "echelon" and from_combat,
    )
    effect = b.settle("break-effect", facts)
    if hasty:
        into(b, unit, "square", "BP-SQUARE-5")
        disorder(b, unit, "hasty square", "BP-SQUARE-5")
    if effect.move == "none":
        if effect.disordered:
            disorder(b, unit, "break test", "BP-BREAK-5")
        return
    if effect.move == "removed":
        break_up(b, unit, rules=("BP-BREAK-4",))
        yield from friends_test(b, everybody, enemy)
        return
    distance = effect.inches if effect.move == "fallback" else None
    passed = rear if effect.supports == "passed" else []
    along = {"rear": rear, "all": everybody}.get(effect.supports, [])
    _go_along(b, along, enemy, effect.move, distance)  # first, so that the way is free
    there = retire(
        b,
        unit,
        enemy,
        distance=distance,
        disordered=effect.disordered,
        from_combat=from_combat,
        how=effect.move,
        rules=("BP-BREAK-5", "BP-HTH-7"),
    )
    # it had no room to go: that breaks it as the test itself might
    if not there and b.unit(unit).fate == "broken":
        yield from friends_test(b, everybody, enemy)
        return
    _pass_through(b, passed, unit)


def _behind(b: PowderField, unit: str, rear: list[str]) -> int:
    """Inches a unit goes until it is clear behind its rear support; no farther than a move."""
    if not rear:
        return 0
    here, friend = b.unit(unit).position, b.unit(rear[0])
    deep = bodies.shape(b.t, friend).depth
    far = apart(here, friend.position) + deep
    # rounded up, or it would still touch its friend
    return min(rate_of(b.t, b.unit(unit).arm, b.unit(unit).formation), -(-far // b.inch))


def _go_along(b: PowderField, along: list[str], enemy: str, move: str, distance: float | None) -> None:
    """Supports that go back with a beaten friend, disordered."""
    for friend in along:
        if not b.here(friend) or b.in_combat(friend):
            continue
        # the draft lets those in echelon keep their order
        echelon = b.unit(friend).formation == "echelon" and b.on("cavalry_formations")
        retire(
            b,
            friend,
            enemy,
            distance=distance,
            disordered=not echelon,
            from_combat=False,
            how="along",
            rules=("BP-BREAK-5",),
        )


@implements("BP-CCS-3", "BP-BREAK-5")
def _pass_through(b: PowderField, passed: list[str], unit: str) -> None:
    """Rear supports through which a beaten friend goes, where the drafts make them roll for their order."""
    for friend in passed:
        now = b.unit(friend)
        if not b.here(friend) or not passing_rolls(b.t, now.arm, now.formation):
            continue
        roll = b.roll("passed-through", PassedFacts(arm=now.arm, formation=now.formation), by=friend, seen=(friend,))
        lost = roll.settled.disordered
        b.report(
            PassedThrough(unit=friend, friend=unit, disordered=lost),
            rules=("BP-CCS-3",),
            roll=roll,
            sets=[b.change(friend, disordered=True)] if lost and not now.disordered else [],
        )


@implements("BP-BREAK-3")
def friends_test(b: PowderField, friends: list[str], enemy: str) -> Steps[None]:
    """Those who supported a unit that broke take a test, each once a phase."""
    for friend in friends:
        if b.here(friend) and must_test(b, friend, "support_broke", before=b.unit(friend).casualties, suffered=0):
            # an enemy who is gone himself gives no direction to run from
            yield from break_test(b, friend, "support_broke", enemy=enemy if enemy and b.here(enemy) else "")


def into(b: PowderField, unit: str, formation: Formation, rule: str) -> None:
    """A unit takes up another formation where it stands."""
    place = reformed(b, b.unit(unit), formation)
    b.report(
        Reformed(unit=unit, formation=formation.replace("_", " ")),
        rules=(rule,),
        sets=[b.change(unit, formation=formation, position=place.position, heading=place.heading)],
    )


def clear_tested(b: PowderField) -> None:
    """As a phase begins, everybody may be tested for broken friends again."""
    sets = [b.change(unit.id, tested=False) for unit in b.world.units.values() if unit.tested]
    if sets:
        # bookkeeping: nobody is told
        b.emit(Noted(), rules=("BP-BREAK-3",), sets=sets, to=())
