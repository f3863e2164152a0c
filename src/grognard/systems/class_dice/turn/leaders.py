"""Leaders of the active division: they ride, attach themselves, and leave the ranks."""

from __future__ import annotations

from typing import Any

from grognard.battle.decisions import Decision, Option
from grognard.battle.procedures import Steps, ask
from grognard.ground.units import SUB, Point, point
from grognard.kernel.checks import Refusal, implements
from grognard.kernel.domains import Choice, Spot

from ..checks.command import LeaderAttachmentFacts, LeaderMoveFacts
from ..desk import forms
from ..events.command import LeaderAttached, LeaderDetached, LeaderRode
from ..table.field import ClassField
from ..table.state import DivisionState, LeaderState


@implements("CD-leader-movement", "CD-leader-attachment", "CD-division-activation")
def ride_out(b: ClassField) -> Steps[None]:
    """The leaders of the active division, and those above them, each ride once in a turn and may attach themselves."""
    division = b.world.divisions[b.world.active]
    seats: list[str] = []
    for leader in _leaders(b, division):
        seat = b.seat_of(leader.id)
        # in the order of the leaders, each asked once for all of his
        if seat not in seats:
            seats.append(seat)
    for seat in seats:
        while True:
            options = _options(b, division, seat)
            if not options:
                break
            answer = yield from ask(_decision(b, seat, options))
            if answer.option == "done":
                break
            word, leader_id = answer.option.split(":", 1)
            _does(b, word, b.world.leaders[leader_id], answer.values)
    # leaders see too: what they have ridden to see counts for what follows
    b.knowledge.look()


def _leaders(b: ClassField, division: DivisionState) -> list[LeaderState]:
    """The commander of a division and those above him, on the table."""
    # one man may command at several levels: he rides once
    ids = dict.fromkeys((division.leader, division.corps, division.army))
    found = [b.world.leaders[each] for each in ids if each]
    return [leader for leader in found if leader.where == "table" and not leader.fell_on]


def _decision(b: ClassField, seat: str, options: list[Option]) -> Decision:
    def judge(key: str, values: Any) -> Refusal | None:
        word, _, leader_id = key.partition(":")
        if word != "ride":
            return None
        leader = b.world.leaders[leader_id]
        facts = LeaderMoveFacts(distance=min(20_000, _way(b, leader, point(*values["to"]))), moved=leader.moved)
        return b.rules["leader-move"].refusal(facts)

    return Decision(
        seat,
        "leaders",
        "Leaders ride and attach themselves",
        [Option("done", "Go on", "CD-division-activation"), *options],
        default=("done", {}),
        rules=("CD-leader-movement", "CD-leader-attachment"),
        judge=judge,
        about={"division": b.world.active},
    )


def _way(b: ClassField, leader: LeaderState, to: Point) -> int:
    return b.paces_between(leader.position, to)


def _options(b: ClassField, division: DivisionState, seat: str) -> list[Option]:
    width, height = (each // SUB for each in b.ground.size)
    found = []
    for leader in _leaders(b, division):
        if b.seat_of(leader.id) != seat:
            continue
        name = b.name(leader.id)
        if not leader.moved:
            found.append(
                Option(
                    f"ride:{leader.id}",
                    f"{name} rides",
                    "CD-leader-movement",
                    {"to": Spot(width, height)},
                    {},
                    leader.id,
                    forms.RIDE.id,
                )
            )
        if leader.attached_to:
            found.append(
                Option(f"detach:{leader.id}", f"{name} leaves the ranks", "CD-leader-attachment", about=leader.id)
            )
            continue
        units = tuple(unit for unit in division.units if _may_attach(b, leader, unit, "regiment"))
        if units:
            found.append(
                Option(
                    f"attach:{leader.id}",
                    f"{name} leads a regiment",
                    "CD-leader-attach-to",
                    {"unit": Choice(units)},
                    {},
                    leader.id,
                    forms.ATTACH.id,
                )
            )
        brigades = tuple(each for each in division.brigades if _may_attach(b, leader, each, "brigade"))
        if brigades:
            found.append(
                Option(
                    f"join:{leader.id}",
                    f"{name} leads a brigade",
                    "CD-leader-attach-to",
                    {"brigade": Choice(brigades)},
                    {},
                    leader.id,
                    forms.JOIN.id,
                )
            )
    return found


@implements("CD-leader-attach-limit", "CD-leader-attach-to")
def attachment_facts(b: ClassField, leader: LeaderState, to: str, kind: str) -> LeaderAttachmentFacts | None:
    """What attaching asks; None where there is nobody to attach to."""
    units = [to] if kind == "regiment" else _of_brigade(b, to)
    here = [unit for unit in units if b.here(unit)]
    if not here:
        return None
    distance = min(b.survey.distance_to(unit, leader.position) for unit in here)
    present = frozenset(
        each.level for each in b.world.leaders.values() if each.attached == to and each.attached_to == kind
    )
    # who has ridden attaches himself only to those he has come to
    near = distance if not leader.moved else (0 if distance <= b.paces(1) else 20_000)
    return LeaderAttachmentFacts(
        rating=leader.rating, level=leader.level, distance=min(20_000, near), tried=leader.tried, present=present
    )


def _of_brigade(b: ClassField, brigade: str) -> list[str]:
    units = b.world.units.values()
    return b.memo.keep(
        ("brigade", brigade, len(units)), b.seating, lambda: [each.id for each in units if each.brigade == brigade]
    )


def _may_attach(b: ClassField, leader: LeaderState, to: str, kind: str) -> bool:
    facts = attachment_facts(b, leader, to, kind)
    return facts is not None and b.rules["leader-attachment"].refusal(facts) is None


def _does(b: ClassField, word: str, leader: LeaderState, values: dict[str, Any]) -> None:
    if word == "ride":
        to = point(*values["to"])
        b.report(
            LeaderRode(leader=leader.id, paces=_way(b, leader, to)),
            rules=("CD-leader-movement",),
            sets=[b.change_leader(leader.id, position=to, moved=True, attached="", attached_to="")],
        )
    elif word == "detach":
        b.report(
            LeaderDetached(leader=leader.id),
            rules=("CD-leader-attachment",),
            sets=[b.change_leader(leader.id, attached="", attached_to="")],
        )
    elif word == "attach":
        _attach(b, leader, values["unit"], "regiment")
    else:
        _attach(b, leader, values["brigade"], "brigade")


@implements("CD-leader-attachment")
def _attach(b: ClassField, leader: LeaderState, to: str, kind: str) -> None:
    facts = attachment_facts(b, leader, to, kind)
    assert facts is not None
    units = [to] if kind == "regiment" else [each.id for each in b.on_table(leader.side) if each.brigade == to]
    # the nearest unit stands for a brigade: to it he rides
    first = min(units, key=lambda unit: (b.survey.distance_to(unit, leader.position), unit))
    roll = b.roll("leader-attachment", facts, by=leader.id, seen=(leader.id, first))
    got = roll.settled.attached
    # the try is his move, whether it succeeds or not
    fields: dict[str, Any] = {"tried": True, "moved": True}
    if got:
        fields |= {"attached": to, "attached_to": kind, "position": b.unit(first).position}
    b.report(
        LeaderAttached(leader=leader.id, unit=first, attached=got, brigade=b.name(to) if kind == "brigade" else ""),
        rules=("CD-leader-attachment", "CD-leader-attach-to"),
        roll=roll,
        sets=[b.change_leader(leader.id, **fields)],
    )
