"""What a winner does at once: a victory move, riding past a square, following through."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from msgspec.structs import replace

from grognard.battle.decisions import Decision, Option
from grognard.battle.kinds import Noted
from grognard.battle.procedures import Steps, ask
from grognard.ground.units import SUB, point, to_sub
from grognard.kernel.checks import Refusal, implements
from grognard.kernel.domains import Choice, Domain, Number, Spot
from grognard.miniatures.motion.nearness import overlap, trimmed

from ..checks.fighting.aftermath import VictoryMoveFacts
from ..checks.moving.rates import rate_of
from ..checks.troops.skirmishers import FollowThroughFacts
from ..checks.troops.squares import RideAroundFacts
from ..desk import forms
from ..effects.losses import disorder
from ..effects.marches import carried, ridden_down
from ..events.combat import VictoryMoved
from ..facts.moving import MoveStep, next_step
from ..table import bodies
from ..table.field import PowderField
from ..table.orders import Order
from ..terms import branch

Sweep = Callable[[PowderField, str, str, tuple[str, ...]], Steps[None]]
"""A sweeping advance: who, at whom, and past whom as if they were not there."""
Reach = Callable[[PowderField, str], list[str]]
AS_IT_IS = "as_it_is"
_AWAY = (-1_000_000, -1_000_000)


def _nobody(b: PowderField, unit: str) -> list[str]:
    return []


@implements("BP-HTH-6", "BP-MASS-5")
def victory(
    b: PowderField,
    unit: str,
    *,
    gone: bool,
    rule: str = "BP-HTH-6",
    reach: Reach = _nobody,
    sweep: Sweep | None = None,
) -> Steps[None]:
    """A winner whose enemies have all gone may move at once; with `sweep` that move may be a charge."""
    if not b.here(unit) or b.in_combat(unit):
        return
    now = b.unit(unit)
    facts = VictoryMoveFacts(
        move=rate_of(b.t, now.arm, now.formation),
        formation=now.formation,
        gone=gone,
        shaken=b.shaken(unit),
        disordered=now.disordered,
        swept=int(now.swept),
    )
    found = b.settle("victory-move", facts)
    if found.allowed:
        # one sweep a turn, so that the phase comes to an end
        targets = reach(b, unit) if found.may_charge and sweep is not None else []
        yield from _go(b, unit, rule, targets, sweep)


@implements("BP-SQCAV-4")
def ride_around(b: PowderField, unit: str, *, won: bool, only_squares: bool, reach: Reach, sweep: Sweep) -> Steps[bool]:
    """Cavalry that has beaten squares may ride on past them as if they were not there, even into somebody else, and is
    disordered then; whether it does."""
    now = b.unit(unit)
    if not b.here(unit) or now.arm not in ("light_cavalry", "heavy_cavalry"):
        return False
    facts = RideAroundFacts(
        arm=now.arm, only_squares=only_squares, won=won, shaken=b.shaken(unit), disordered=now.disordered
    )
    if not b.settle("ride-around", facts).may:
        return False
    squares = tuple(b.opponents(unit))
    # it rides as if the squares were not there
    with without(b, squares):
        targets = [] if now.swept else [each for each in reach(b, unit) if each not in squares]
    answer = yield from ask(_asked(b, unit, "ride_around", "BP-SQCAV-4", targets, past=squares))
    if answer.option == "done":
        return False
    # the contacts go before it moves, or it would count as still fighting
    b.emit(Noted(), rules=("BP-SQCAV-4",), sets=[*b.part(unit), b.change(unit, swept=True, won=False)], to=())
    if answer.option == "charge":
        yield from sweep(b, unit, answer.values["target"], squares)
    else:
        _move(b, unit, answer.values, "BP-SQCAV-4", "ride_around", past=squares)
    disorder(b, unit, "past a square", "BP-SQCAV-4")
    return True


@contextmanager
def without(b: PowderField, units: tuple[str, ...]) -> Iterator[None]:
    """As if some units were not on the table, for as long as one asks."""
    with ExitStack() as stack:
        for unit in units:
            # only in the survey: the battle itself does not change
            stack.enter_context(b.survey.supposing(replace(b.unit(unit), position=_AWAY)))
        yield


@implements("BP-SKIRM-7")
def follow_through(b: PowderField, unit: str, *, allowed: int, used: int) -> Steps[None]:
    """A charger who was told to goes on past skirmishers who have given way."""
    now = b.unit(unit)
    # facts know three moves at most
    facts = FollowThroughFacts(allowed=min(3, allowed), used=min(3, used), ordered=True, disordered=now.disordered)
    if not b.here(unit) or b.in_combat(unit) or not b.settle("follow-through", facts).moves:
        return
    answer = yield from ask(_asked(b, unit, "follow_through", "BP-SKIRM-7", []))
    if answer.option != "done":
        _move(b, unit, answer.values, "BP-SKIRM-7", "follow")


def _go(b: PowderField, unit: str, rule: str, targets: list[str], sweep: Sweep | None) -> Steps[None]:
    answer = yield from ask(_asked(b, unit, "victory_move", rule, targets))
    if answer.option == "done":
        return
    b.emit(Noted(), rules=(rule,), sets=[b.change(unit, swept=True, won=False)], to=())
    if answer.option == "charge" and sweep is not None:
        yield from sweep(b, unit, answer.values["target"], ())
        return
    _move(b, unit, answer.values, rule, "")


def _asked(
    b: PowderField, unit: str, kind: str, rule: str, targets: list[str], *, past: tuple[str, ...] = ()
) -> Decision:
    size = b.ground.size
    fields: dict[str, Domain] = {
        "to": Spot(size[0] // SUB, size[1] // SUB),
        "facing": Number(-1, 359),
        "formation": Choice((AS_IT_IS, *_formations(b, unit))),
    }
    options = [
        Option("done", "Stay", rule, about=unit),
        Option("move", "Go on", rule, fields, {"facing": -1, "formation": AS_IT_IS}, about=unit, form=forms.VICTORY.id),
    ]
    if targets:
        options.append(
            Option(
                "charge",
                "Sweep on into them",
                "BP-HTH-6",
                {"target": Choice(tuple(targets))},
                {"target": targets[0]},
                about=unit,
                form=forms.SWEEP.id,
            )
        )

    def judge(option: str, values: Any) -> Refusal | None:
        if option != "move" or _step(b, unit, values, past) is not None:
            return None
        kept = b.kept_from(unit, point(*values["to"])) if "to" in values else None
        return kept or Refusal(rule, "it cannot go there")

    words = {"ride_around": "may ride on past the square", "follow_through": "may follow through"}
    text = f"{b.name(unit)} {words.get(kind, 'has won, and may move at once')}"
    return Decision(
        b.seat_of(unit), kind, text, options, default=("done", {}), rules=(rule,), about={"unit": unit}, judge=judge
    )


def _formations(b: PowderField, unit: str) -> tuple[str, ...]:
    """Formations that a victory move may be spent on."""
    now = b.unit(unit)
    known: tuple[str, ...] = tuple(b.t.value("BP-FORM-1", "arms")[branch(now.arm)])
    plain = ("line", "attack_column", "march_column", "square") if branch(now.arm) == "infantry" else ("line",)
    return tuple(each for each in plain if each in known and each != now.formation)


def _order(values: Any) -> Order:
    formation = values.get("formation", AS_IT_IS)
    if formation != AS_IT_IS:
        return Order("form", formation=formation, facing=values.get("facing", -1))
    x, y = values["to"]
    return Order("move", to=(to_sub(x), to_sub(y)), facing=values.get("facing", -1), most=1)


def _step(b: PowderField, unit: str, values: Any, past: tuple[str, ...] = ()) -> MoveStep | None:
    """What the move comes to; None where it leads nowhere, or ends on those whom it goes past."""
    with without(b, past):
        step = next_step(b, unit, _order(values), last=True)
    if step is None:
        return None
    # it may ride past them, not end on them
    mine = trimmed(bodies.shape(b.t, b.unit(unit), step.formation), step.place)
    on_them = any(overlap(mine, trimmed(bodies.shape(b.t, b.unit(each)), b.placement(each))) for each in past)
    return None if on_them else step


def _move(b: PowderField, unit: str, values: Any, rule: str, how: str, *, past: tuple[str, ...] = ()) -> None:
    step = _step(b, unit, values, past)
    if step is None:
        return
    fields = {"position": step.place.position, "heading": step.place.heading, "formation": step.formation}
    b.report(
        VictoryMoved(unit=unit, paces=step.gone // SUB, inches=round(step.gone / b.inch), how=how),
        rules=(rule,),
        sets=[b.change(unit, **fields), *carried(b, unit, step.place)],
    )
    ridden_down(b, unit)
