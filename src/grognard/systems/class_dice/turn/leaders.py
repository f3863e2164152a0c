"""Leaders of the active division: they ride, attach themselves, and leave the ranks."""

from __future__ import annotations

from collections.abc import Sequence
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
            keys = _keys(b, division, seat)
            if all(_option(b, division, key) is None for key in keys):
                break
            answer = yield from ask(_decision(b, division, seat, keys))
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


def _decision(b: ClassField, division: DivisionState, seat: str, keys: list[str]) -> Decision:
    def one(key: str) -> Option | None:
        if key == "done":
            return Option("done", "Go on", "CD-division-activation")
        return _option(b, division, key) if key in keys else None

    def every() -> list[Option]:
        return [option for key in ("done", *keys) if (option := one(key)) is not None]

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
        every,
        default=("done", {}),
        rules=("CD-leader-movement", "CD-leader-attachment"),
        one=one,
        judge=judge,
        about={"division": b.world.active},
    )


def _way(b: ClassField, leader: LeaderState, to: Point) -> int:
    return b.paces_between(leader.position, to)


def _keys(b: ClassField, division: DivisionState, seat: str) -> list[str]:
    """What the leaders of a seat may be told, as far as it does not hang on where others stand."""
    words = ("ride", "detach", "attach", "join")
    return [f"{word}:{each.id}" for each in _leaders(b, division) if b.seat_of(each.id) == seat for word in words]


def _option(b: ClassField, division: DivisionState, key: str) -> Option | None:
    """What a leader may be told by a word; None where it cannot be told him now."""
    word, leader_id = key.split(":", 1)
    leader, name = b.world.leaders[leader_id], b.name(leader_id)
    match word:
        case "ride":
            if leader.moved:
                return None
            width, height = (each // SUB for each in b.ground.size)
            to = Spot(width, height)
            return Option(key, f"{name} rides", "CD-leader-movement", {"to": to}, {}, leader.id, forms.RIDE.id)
        case "detach":
            text = f"{name} leaves the ranks"
            return Option(key, text, "CD-leader-attachment", about=leader.id) if leader.attached_to else None
        case "attach":
            units = _open_to(b, leader, division.units, "regiment")
            return _attaching(key, f"{name} leads a regiment", "unit", units, forms.ATTACH.id) if units else None
        case _:
            brigades = _open_to(b, leader, division.brigades, "brigade")
            return _attaching(key, f"{name} leads a brigade", "brigade", brigades, forms.JOIN.id) if brigades else None


def _attaching(key: str, text: str, field: str, to: tuple[str, ...], form: str) -> Option:
    return Option(key, text, "CD-leader-attach-to", {field: Choice(to)}, {}, key.split(":", 1)[1], form)


def _open_to(b: ClassField, leader: LeaderState, those: Sequence[str], kind: str) -> tuple[str, ...]:
    """Those whom a leader may attach himself to; nobody while he is with others."""
    return () if leader.attached_to else tuple([each for each in those if _may_attach(b, leader, each, kind)])


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
