"""Who commands a unit and how well: attached leaders, radius, division integrity."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.ground.units import Point
from grognard.kernel.checks import implements

from ..checks.command import CommandChainFacts, LeaderReachFacts, ratings
from ..checks.field import IntegrityFacts
from ..checks.sequence.initiative import InitiativeFacts
from ..checks.units import LossesFacts
from ..table.field import ClassField
from ..table.state import DivisionState, LeaderState, UnitState
from ..terms import Attached, Level, Rating

FAR = 20_000
"""Paces: what cannot be reached at all."""
_LEVELS: tuple[Level, ...] = ("division", "corps", "army")


@implements("CD-leader-attach-to")
def attached(b: ClassField, unit: str) -> Iterator[LeaderState]:
    """The leaders whose bonus serves a unit."""
    now = b.unit(unit)
    for leader in b.world.leaders.values():
        if not leader.attached_to or leader.side != now.side:
            continue
        of_it = leader.attached == (unit if leader.attached_to == "regiment" else now.brigade)
        if not of_it:
            continue
        # who is not there has no distance to anybody
        near = b.survey.distance_to(unit, leader.position) if now.where == "table" else 0
        facts = LeaderReachFacts(attached_to=leader.attached_to, of_it=of_it, distance=min(FAR, near))
        if b.settle("leader-reach", facts).applies:
            yield leader


def is_led(b: ClassField, unit: str) -> bool:
    """Whether a leader of any level is attached to it or its brigade."""
    return next(attached(b, unit), None) is not None


def il(b: ClassField, unit: str) -> int:
    """The IL of all leaders who serve it."""
    return sum(b.t.number("CD-leader-il", leader.rating) for leader in attached(b, unit))


def led_by(b: ClassField, unit: str) -> dict[str, Any]:
    """The facts of morale about attached leaders."""
    found: dict[str, Any] = {}
    for leader in attached(b, unit):
        rating: Attached = leader.rating
        found[f"{leader.level}_leader"] = rating
        if leader.level != "division":
            # only above a division does it matter how near he is
            found[f"{leader.level}_at_regiment"] = leader.attached_to == "regiment"
    return found


@implements("CD-move-table")
def commanding_officer(b: ClassField, unit: str) -> Rating:
    """The rating by which a unit moves: its division commander's, or that of a better corps or army leader attached."""
    division = b.division_of(unit)
    own: Rating = b.world.leaders[division.leader].rating
    order = ratings(b.t)
    better = [leader.rating for leader in attached(b, unit) if leader.level != "division"]
    # ratings are listed from the best to the worst
    return min((own, *better), key=order.index)


def commander_at(b: ClassField, division: DivisionState) -> Point | None:
    """Where a division's commander is; nowhere if he has fallen or is not on the table."""
    leader = b.world.leaders[division.leader]
    return leader.position if leader.where == "table" and not leader.fell_on else None


def to_commander(b: ClassField, unit: str) -> int:
    """Paces from a unit to its division commander."""
    at = commander_at(b, b.division_of(unit))
    return FAR if at is None else min(FAR, b.survey.distance_to(unit, at))


@implements("CD-command-radius-effect")
def chain_facts(b: ClassField, division: DivisionState) -> CommandChainFacts:
    """A division's commander and those above him. A leader whom the army lacks, or who commands at both levels, is at
    no distance."""
    leaders = b.world.leaders
    own = leaders[division.leader]
    corps = leaders.get(division.corps) if division.corps != division.leader else None
    # who commands at both levels needs no message to himself
    army = leaders.get(division.army) if division.army not in (division.leader, division.corps) else None
    return CommandChainFacts(
        to_corps=_apart(b, own, corps),
        to_army=_apart(b, corps, army) if corps is not None else 0,
    )


def _apart(b: ClassField, one: LeaderState, other: LeaderState | None) -> int:
    if other is None:
        return 0
    # one of them is not there: no distance can be measured
    if "table" not in (one.where, other.where) or one.where != other.where:
        return FAR
    return min(FAR, b.paces_between(one.position, other.position))


def in_command(b: ClassField, unit: str) -> bool:
    """Whether it is activated with its division: that hangs on its division commander alone."""
    far = to_commander(b, unit)
    # asked about many units before each decision, and again and again about the same paces
    return b.memo.keep(("activated at", far), b.rules, lambda: _activated(b, far))


def _activated(b: ClassField, far: int) -> bool:
    return bool(b.settle("command-chain", CommandChainFacts(to_division=far, to_corps=0, to_army=0)).activated)


def draws_points(b: ClassField, division: str) -> bool:
    """Whether a division may be given Grand-Tac points."""
    return bool(b.settle("command-chain", chain_facts(b, b.world.divisions[division])).grand_tac)


@implements("CD-initiative-modifiers")
def initiative_of(b: ClassField, division: DivisionState, points: int) -> InitiativeFacts:
    """The commander who rolls for a division in a contest, with so many points: the army's or the corps' leader if he
    is with it, the army's before the corps'."""
    facts = InitiativeFacts(
        points=points,
        pool=b.world.points[division.side],
        in_chain=draws_points(b, division.id),
        attached=_with_it(b, division),
        own=b.world.leaders[division.leader].rating,
    )
    return b.specially("command", facts, side=division.side)


def _with_it(b: ClassField, division: DivisionState) -> Attached:
    # the army's leader first: of two who are there he is the one who rolls
    for level in ("army", "corps"):
        for leader in b.world.leaders.values():
            here = leader.attached in (*division.units, *division.brigades) and bool(leader.attached_to)
            if leader.level == level and here and leader.side == division.side:
                return leader.rating
    return "none"


def called(b: ClassField, seat: str, division: DivisionState) -> str:
    """A division as a seat calls it: by its name if the seat knows any of its troops."""
    return f"{division.name} ({division.side})" if seat in who_know(b, division) else f"a division of {division.side}"


def who_know(b: ClassField, division: DivisionState) -> tuple[str, ...]:
    """The seats that know a division by its name: those of its side, and those that know any of its troops."""
    return tuple(
        seat.id
        for seat in b.seats
        if seat.side == division.side or any(b.knows(seat.id, unit) for unit in division.units)
    )


@implements("CD-division-integrity")
def has_integrity(b: ClassField, unit: str) -> bool:
    """Whether a unit has division integrity."""
    division = b.division_of(unit)
    members = [b.unit(each) for each in division.units]
    # out of those it began with: who is gone still counts
    lost = sum(each.where in ("lost", "left") or each.status == "broken" for each in members)
    facts = IntegrityFacts(
        distance=to_commander(b, unit),
        commander=commander_at(b, division) is not None,
        units=min(60, len(members)),
        lost=min(60, lost),
    )
    return bool(b.settle("division-integrity", facts).integrity)


def half_lost(b: ClassField, now: UnitState) -> bool:
    """Whether it has lost half or more."""
    percent = b.t.number("CD-morale-triggers", "half")
    facts = LossesFacts(starting=now.starting, current=now.steps, percent=percent)
    return bool(b.settle("losses", facts).met)


def ordeal(b: ClassField, unit: str) -> dict[str, Any]:
    """What morale and crash through both ask of a unit."""
    now = b.unit(unit)
    return {
        "troop_class": now.troop_class,
        "status": now.status,
        "integrity": has_integrity(b, unit),
        "half_lost": half_lost(b, now),
        # who never had any is not out of it
        "out_of_ammo": fires(now) and not now.ammunition,
        **led_by(b, unit),
    }


def fires(now: UnitState) -> bool:
    """Whether it has anything to fire with at all."""
    return bool(now.weapon) or now.arm == "artillery"
