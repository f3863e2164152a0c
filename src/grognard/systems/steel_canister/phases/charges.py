"""Phases 5a to 5d, charges; and one charge from its declaration to contact, as opportunity charges use it too."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET

from grognard.battle.decisions import Decision, Option
from grognard.battle.kinds import Maybe, Noted, many
from grognard.battle.procedures import Steps, ask
from grognard.kernel.checks import Result, implements

from ..checks.moving import fixed_cost
from ..effects import become, drive_off_leaders, relocated
from ..events.combat import ChargeBroken, Charges, ChargeStep, Contact, FellShort, TookGround
from ..events.troops import PointsSpent
from ..facts.charge_odds import advised
from ..facts.charges import Path, charges, gun_support, rough
from ..facts.fire import dice_at, expects, may_shoot, shot_cost
from ..facts.responses import Approach, Leg, approach
from ..facts.staying import waits
from ..facts.steps import MOST_AP, entered_as, left, points_left
from ..maneuver import step_dice
from ..table.board import Space
from ..table.field import Field
from ..table.state import UnitState
from ..terms import branch
from . import charges_responses as responses
from .fire import shoot

_ARMS: dict[str, str] = {"5a": "cavalry", "5b": "cavalry", "5c": "infantry", "5d": "infantry"}


# -- the phases


@implements("SC-1.1d", "SC-7.3")
def play(b: Field) -> Steps[None]:
    """One charge phase: each unit of the player with a charge cube that can reach somebody charges or declines."""
    phase = b.world.phase
    side = b.player(b.rules.tables.value("SC-1.1a", "players")[phase])
    own = [unit.id for unit in b.on_board(side) if branch(unit.arm) == _ARMS[phase] and unit.cube == "charge"]
    for unit in own:
        budget = left(b.unit(unit))
        # asked again for each: an earlier charge may have changed its cube, or taken its target away
        found = charges(b, unit, budget) if b.unit(unit).cube == "charge" and not waits(b, unit) else {}
        target = (yield from _chosen(b, unit, found)) if found else ""
        if target:
            yield from charge(b, unit, target, found[target], budget)
    # a charge that came to nothing may still be a move
    idle = [b.change(unit, cube="move") for unit in own if not b.unit(unit).charged]
    if idle:
        b.emit(Noted(), rules=("SC-7.3",), sets=idle, to=())


def _chosen(b: Field, unit: str, found: dict[str, Path]) -> Steps[str]:
    options = [
        Option(f"charge:{foe}", f"charge {b.name(foe)}, {spends(path)}", "SC-6.2", about=foe)
        for foe, path in found.items()
    ]
    answer = yield from ask(
        Decision(
            b.seat_of(unit),
            "charge",
            f"{b.name(unit)}: charge?",
            [*options, Option("decline", "do not charge; it may move instead", "SC-7.3")],
            default=lambda: _advised(b, unit, found),
            rules=("SC-6.1", "SC-6.2"),
            about={"unit": unit},
        )
    )
    return answer.option.removeprefix("charge:") if answer.option != "decline" else ""


def spends(path: Path) -> str:
    """What a charge costs, in words."""
    return f"{many(path.cost, 'action point')} and what dice add"


def _advised(b: Field, unit: str, found: Iterable[str]) -> tuple[str, dict[str, Any]]:
    """What nobody has to be ashamed of: at the enemy against whom more is to be won than lost, or not at all. Worked
    out on what the seat knows, so that it betrays nothing."""
    target = advised(b, b.seat_of(unit), unit, found)
    return (f"charge:{target}" if target else "decline"), {}


# -- a charge


@implements("SC-6.3", "SC-6.2")
def charge(b: Field, unit: str, target: str, path: Path, budget: int, *, opportunity: bool = False) -> Steps[bool]:
    """A charge in its six steps; whether it comes to a melee."""
    _declared(b, unit, target, path, opportunity)
    # declared before it runs, rolled only when it is upon the target (SC-6.3)
    response = yield from responses.respond(b, unit, target)
    run = _Run(b, unit, target, budget - path.turning, len(path.spaces))
    if not all(run.step(space) for space in path.spaces[:-1]):
        return False
    if not (yield from _under_fire(b, unit, target, response)):
        return False
    # its dice come after the fire: stopped by that, it would not have thrown them
    last = run.rolled(path.spaces[-1])
    if last is None:
        return False
    if not (yield from responses.met(b, unit, target, response, run.approach(last, path.spaces[-1]), path.spaces[-1])):
        step_dice(b, unit, last, len(path.spaces), len(path.spaces))
        return False
    return _closes(b, unit, path.spaces[-1], last, run.crossed)


def _declared(b: Field, unit: str, target: str, path: Path, opportunity: bool) -> None:
    now = b.unit(unit)
    spent = now.spent + path.turning
    fields = {"facing": path.facing, "spent": spent, "acted": True, "charged": True, "opportunity": opportunity}
    b.report(
        Charges(
            unit=unit,
            target=target,
            opportunity=opportunity,
            from_=list(now.space),
            points=points_left(now, spent),
        ),
        rules=("SC-6.2", "SC-6.4") if opportunity else ("SC-6.2",),
        sets=[b.change(unit, **fields, on_road=False)],
    )


class _Run:
    """A charger on its way: what it may still spend, and what of it the target has seen."""

    def __init__(self, b: Field, unit: str, target: str, budget: int, steps: int) -> None:
        self.b, self.unit, self.target, self.budget = b, unit, target, budget
        self.steps, self.tried = steps, 0
        self.seen, self.stood = Leg(), b.unit(unit).space
        self.crossed = rough(b, b.unit(unit).space, b.unit(unit).space)

    @implements("SC-6.2", "SC-1.3a")
    def step(self, to: Space) -> bool:
        """A step towards the target, paid with its dice; whether it could be paid."""
        b, roll = self.b, self.rolled(to)
        if roll is None:
            return False
        now, paid, leg = b.unit(self.unit), roll.settled.paid, self.leg(roll, to)
        fields = {
            "spent": now.spent + paid,
            "entered": now.entered + 1,
            "formation": entered_as(b, now, to) or now.formation,
        }
        b.report(
            ChargeStep(
                unit=self.unit,
                target=self.target,
                from_=list(now.space),
                to=list(to),
                paid=paid,
                step=self.tried,
                of=self.steps,
                points=points_left(now, now.spent + paid),
            ),
            rules=("SC-6.2", "SC-1.3a"),
            roll=roll,
            sets=relocated(b, self.unit, to, **fields),
        )
        b.look_again(self.unit)
        drive_off_leaders(b, to, now.side)
        self.budget -= paid
        # riding through friends it has no room; if it fails there it goes back to where it had
        self.stood = to if b.fits(b.unit(self.unit), to) else self.stood
        if b.sees(to, b.unit(self.target).space):
            self.seen = Leg(self.seen.paid + leg.paid, self.seen.dice + leg.dice)
        return True

    def leg(self, roll: Result[Any], to: Space) -> Leg:
        """What a step costs, and what of it the dice add."""
        paid = roll.settled.paid
        plain = fixed_cost(self.b.rules.tables, self.b.stepping(self.unit, to, MOST_AP))
        return Leg(paid, paid - plain)

    def approach(self, last: Result[Any], to: Space) -> Approach:
        """How much of the charge the target has seen when it is upon it."""
        return approach(self.b.rules.tables, self.seen, self.leg(last, to))

    @implements("SC-6.2", "SC-0.10")
    def rolled(self, to: Space) -> Result[Any] | None:
        """The dice of the next step; None when its action points run out: it stops there, halted, or where it last had
        room if it is riding through friends."""
        b, now = self.b, self.b.unit(self.unit)
        self.tried += 1
        self.crossed = self.crossed or rough(b, now.space, to)
        facts = b.stepping(self.unit, to, min(MOST_AP, max(0, self.budget)))
        tried = b.roll("step", facts, by=self.unit)
        roll = None if tried.refusal else tried
        if roll is not None and roll.settled.enters:
            return roll
        b.report(
            FellShort(
                unit=self.unit,
                target=self.target,
                from_=list(now.space),
                failed=self.tried,
                of=self.steps,
                costs=fixed_cost(b.rules.tables, facts),
                points=points_left(now, max(now.ap, now.spent)),
            ),
            rules=("SC-6.2", "SC-1.3i"),
            roll=roll,
            sets=relocated(b, self.unit, self.stood, spent=max(now.ap, now.spent)),
        )
        become(b, self.unit, "halted", rules=("SC-6.2",), cause="the charge falls short")
        return None


@implements("SC-1.1i", "SC-4.1j")
def _under_fire(b: Field, unit: str, target: str, response: str) -> Steps[bool]:
    """Those who stand fire at the charger in its last space before contact; whether it comes on."""
    # fire that changes its status or drives it back ends the charge
    status, space = b.unit(unit).status, b.unit(unit).space
    for firer in [each.id for each in b.enemies(b.unit(unit).side)]:
        if firer == target and response == "square":
            continue
        plain = may_shoot(b, firer, unit, early=True) is None
        support = not plain and gun_support(b, firer, unit, target)
        if not plain and not support:
            continue
        if (yield from fires(b, firer, unit, "SC-4.1j" if support else "SC-6.3")):
            shoot(b, firer, unit, rules=("SC-1.1i",), support=support)
        now = b.unit(unit)
        if now.where != "board" or now.status != status or now.space != space:
            if now.where == "board":
                b.report(ChargeBroken(unit=unit, target=target), rules=("SC-6.3",))
            return False
    return True


def fires(b: Field, firer: str, at: str, rule: str) -> Steps[bool]:
    """Whether a unit fires at an enemy who has just come into a space before it."""
    if not dice_at(b, firer, at):
        return False

    def one(key: str) -> Option | None:
        if key != "fire":
            return Option("hold", "hold its fire", rule) if key == "hold" else None
        cost = many(shot_cost(b, b.unit(firer), early=True), "action point")
        return Option("fire", f"fire, {expects(b, firer, at)}; {cost}", rule)

    answer = yield from ask(
        Decision(
            b.seat_of(firer),
            "opportunity_fire",
            f"{b.name(firer)}: fire at {b.name(at)}?",
            lambda: [*filter(None, map(one, ("fire", "hold")))],
            one=one,
            keys=lambda: ("fire", "hold"),
            default=("fire", {}),
            rules=("SC-1.1i", rule),
            about={"unit": firer, "target": at},
        )
    )
    return answer.option == "fire"


def _closes(b: Field, unit: str, space: Space, last: Result[Any], crossed: bool) -> bool:
    """The charger pays its last step and enters."""
    now = b.unit(unit)
    fields = {"spent": now.spent + last.settled.paid, "entered": now.entered + 1}
    return _enters(b, unit, space, crossed, ("SC-6.3",), last, **fields)


@implements("SC-6.8")
def broken_into(b: Field, unit: str, space: Space, *, charge_ap: int, last: int, crossed: bool) -> Steps[bool]:
    """A unit breaks through into a space that the enemy holds: he responds as to a charge, but does not fire."""
    seen = approach(b.rules.tables, Leg(charge_ap), Leg(last))
    target = b.in_space(space, b.seating.other(b.unit(unit).side))[0].id
    response = yield from responses.respond(b, unit, target)
    if not (yield from responses.met(b, unit, target, response, seen, space)):
        return False
    return _enters(b, unit, space, crossed, ("SC-6.8",), None)


def _enters(
    b: Field, unit: str, space: Space, crossed: bool, rules: tuple[str, ...], roll: Result[Any] | None, **fields: Any
) -> bool:
    """Melee with whoever is still in the space, else the ground is its own."""
    now = b.unit(unit)
    met = bool(b.in_space(space, b.seating.other(now.side)))
    fields["formation"] = entered_as(b, now, space, contact=met) or now.formation
    if met:
        contact(b, unit, space, crossed=crossed, roll=roll, rules=rules, **fields)
        return True
    took = TookGround(unit=unit, to=list(space), from_=list(now.space), points=_points(now, fields))
    b.report(took, rules=(*rules, "SC-1.7f"), roll=roll, sets=relocated(b, unit, space, **fields))
    b.look_again(unit)
    drive_off_leaders(b, space, now.side)
    return False


@implements("SC-6.3", "SC-6.5")
def contact(
    b: Field,
    unit: str,
    space: Space,
    *,
    crossed: bool,
    rules: tuple[str, ...],
    roll: Result[Any] | None = None,
    **fields: Any,
) -> None:
    """A unit enters a space that the enemy holds: all in it are in melee."""
    now = b.unit(unit)
    foes, friends = b.in_space(space, b.seating.other(now.side)), b.in_space(space, now.side)
    # joining a melee one is on the side that one's friends are on, whoever charged
    attacks = friends[0].attacker if friends else True
    sets = relocated(
        b, unit, space, melee=True, attacker=attacks, came_from=now.space, first_round=True, crossed=crossed, **fields
    )
    sets += [b.change(foe.id, **_struck(foe, attacks)) for foe in foes if not foe.melee]
    home = Contact(unit=unit, target=foes[0].id, to=list(space), from_=list(now.space), points=_points(now, fields))
    b.report(home, rules=rules, roll=roll, sets=sets)
    b.look_again(unit)
    drive_off_leaders(b, space, now.side)


def _points(now: UnitState, fields: dict[str, Any]) -> Maybe[PointsSpent]:
    """What of its points the last step left, where it cost any."""
    return points_left(now, fields["spent"]) if "spent" in fields else UNSET


def _struck(foe: UnitState, attacked: bool) -> dict[str, Any]:
    return {"melee": True, "attacker": not attacked, "first_round": True, "came_from": None, "crossed": False}
