"""Phases 6 and 7, artillery fire and musketry, and the single shots of phases 5a to 5h."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grognard.battle.decisions import Answer, Decision, Option
from grognard.battle.procedures import Steps, ask, together
from grognard.kernel.checks import Result, implements

from ..checks.fire import (
    GunRangeFacts,
    Shooting,
    ShotResult,
    pressed,
)
from ..effects import away_from, lose_to, loss_move, worsen
from ..events.combat import ShotFired, Steadiness
from ..facts.fire import dice_at, expects, hurt, shot_at, shot_cost, worth_it
from ..facts.steps import points_left
from ..table.field import Field
from ..table.state import UnitState
from ..terms import branch

LATE = ("6", "7")
"""The phases of fire for all."""


class Fired(NamedTuple):
    """A shot that was rolled and has not struck yet."""

    unit: str
    target: str
    hits: int


# -- a shot


@implements("SC-1.1i", "SC-3.4")
def shoot(b: Field, unit: str, target: str, *, rules: Iterable[str] = (), support: bool = False) -> None:
    """A shot in 5a to 5h, resolved at once: its losses, and what it does to the target's status."""
    support_rule = ("SC-4.1j",) if support else ()
    fired = _fire(b, unit, target, early=True, rules=(*rules, *support_rule))
    if _struck(b, [fired]):
        _give_way(b, target, unit)


@implements("SC-2.2", "SC-3.1", "SC-1.2g")
def _fire(b: Field, unit: str, target: str, *, early: bool, rules: Iterable[str] = ()) -> Fired:
    """Roll the shot; it costs its action point whatever it does."""
    now, (check, facts) = b.unit(unit), shot_at(b, unit, target)
    # in plain sight the dice are for all; where a seat does not see the firer they come from his owner's stream
    result: Result[ShotResult] = b.roll(check, facts, by=unit, seen=(unit,))
    hits, spent = result.settled.hits, now.spent + shot_cost(b, now, early)
    b.report(
        ShotFired(
            unit=unit,
            target=target,
            how=_how(b, now, facts),
            hits=hits,
            dice=result.total or 0,
            from_=list(now.space),
            at=list(b.unit(target).space),
            points=points_left(now, spent),
        ),
        rules=dict.fromkeys((result.rule, "SC-1.2g", *rules)),
        roll=result,
        sets=[b.change(unit, spent=spent, shots=now.shots + 1, shot_early=now.shot_early or early)],
    )
    return Fired(unit, target, hits)


def _how(b: Field, unit: UnitState, facts: Shooting) -> str:
    if branch(unit.arm) != "artillery":
        return "skirmish fire" if unit.formation == "skirmish" else "volley"
    band: str = b.settle("gun-range", GunRangeFacts(range=facts.range, weight=unit.weight)).band
    return "canister" if band == "canister" else "ball"


@implements("SC-3.4")
def _struck(b: Field, shots: list[Fired]) -> bool:
    """All that hit one unit together: its losses, then one roll for its steadiness. Whether it has to run."""
    target, hits = shots[0].target, sum(shot.hits for shot in shots)
    if not hits or b.unit(target).where != "board":
        return False
    # steadiness is tested by what it had lost before this fire
    each, before = b.rules.tables.number("SC-3.4", "figures_per_hit"), b.unit(target).killed
    lose_to(b, target, [(shot.unit, shot.hits * each) for shot in shots], rules=("SC-3.4",), cause="fire")
    return b.unit(target).where == "board" and _shaken(b, target, hits, before)


@implements("SC-3.5")
def _shaken(b: Field, target: str, hits: int, killed: int) -> bool:
    """What fire does to the status of a unit that stands; whether it retreats or routs of it."""
    facts = hurt(b, b.unit(target), hits, killed)
    if not pressed(b.rules.tables, facts):
        return False
    rolled = b.roll("fire-effect", facts, by=target)
    result = rolled.settled.result
    b.report(Steadiness(unit=target, hits=hits, result=result), rules=("SC-3.5",), roll=rolled)
    if result == "none":
        return False
    worsened = worsen(b, target, result, "fire", rules=("SC-3.5",))
    return worsened in ("retreat", "rout") and b.unit(target).where == "board"


def _give_way(b: Field, unit: str, before: str) -> None:
    """It runs from whoever fired."""
    now = b.unit(unit)
    if now.status in ("retreat", "rout"):
        loss_move(b, unit, now.status, away_from(b.unit(before).space, now.space), rules=("SC-3.5",))


# -- the phases


def artillery(b: Field) -> Steps[None]:
    """Phase 6."""
    yield from _play(b, guns=True)


def musketry(b: Field) -> Steps[None]:
    """Phase 7."""
    yield from _play(b, guns=False)


@implements("SC-1.1g")
def _play(b: Field, *, guns: bool) -> Steps[None]:
    """All choose, all shots are rolled, and only then do they strike; who has to run does so after all fire."""
    firing = [unit.id for unit in b.on_board() if (branch(unit.arm) == "artillery") == guns]
    asked = [decision for unit in firing if (decision := _choice(b, unit)) is not None]
    answers: list[Answer] = yield from together([ask(decision) for decision in asked])
    chosen = [(decision.about["unit"], answer.option) for decision, answer in zip(asked, answers, strict=True)]
    # all are rolled before any strikes: fire of one phase is simultaneous
    shots = [_fire(b, unit, key.removeprefix("at:"), early=False) for unit, key in chosen if key != "hold"]
    struck: dict[str, list[Fired]] = {}
    for shot in shots:
        struck.setdefault(shot.target, []).append(shot)
    running = [target for target, hit in struck.items() if _struck(b, hit)]
    for target in running:
        # from whoever hit it hardest
        _give_way(b, target, max(struck[target], key=lambda shot: shot.hits).unit)


def _choice(b: Field, unit: str) -> Decision | None:
    """What a unit fires at, if it can hit anybody at all."""
    found = worth_it(b, unit, early=False)
    if not found:
        return None
    keys, hold = {f"at:{foe}": foe for foe in found}, Option("hold", "hold its fire", "SC-1.1g")

    def one(key: str) -> Option | None:
        foe = keys.get(key, "")
        if not foe:
            return hold if key == hold.key else None
        return Option(key, f"at {b.name(foe)}, {expects(b, unit, foe)}", _rule(b, unit), about=foe)

    best = max(found, key=lambda foe: dice_at(b, unit, foe))
    return Decision(
        b.seat_of(unit),
        "fire",
        f"{b.name(unit)}: fire?",
        # what each shot promises is worked out only where somebody looks at it
        lambda: [*filter(None, map(one, keys)), hold],
        one=one,
        keys=lambda: [*keys, hold.key],
        default=(f"at:{best}", {}),
        rules=("SC-1.1g",),
        about={"unit": unit},
    )


def _rule(b: Field, unit: str) -> str:
    return "SC-2.3" if branch(b.unit(unit).arm) == "artillery" else "SC-3.2"
