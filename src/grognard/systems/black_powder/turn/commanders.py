"""Commanders who have spoken ride, join a unit, or leave one."""

from __future__ import annotations

from typing import Any

from grognard.battle.decisions import Decision, Option
from grognard.battle.procedures import Steps, ask
from grognard.ground.shapes import distance as apart
from grognard.ground.units import Point, point
from grognard.kernel.checks import Refusal, implements
from grognard.kernel.domains import Choice

from ..checks.command.initiative import CommanderMoveFacts
from ..desk import forms
from ..events.command import CommanderJoined, CommanderRode
from ..table.field import MOST_INCHES, PowderField
from ..table.state import LeaderState
from .options import spot


@implements("BP-CMD-9")
def ride(b: PowderField, leader: str) -> Steps[None]:
    """A commander who has spoken may move once, and join a unit of his own."""
    now = b.world.leaders[leader]
    if now.moved or now.fell_on or now.where != "table" or b.world.over or _why_not(b, now, now.position) is not None:
        return
    answer = yield from ask(_decision(b, now))
    word = answer.option.partition(":")[0]
    if word == "ride":
        to = point(*answer.values["to"])
        b.report(
            CommanderRode(leader=leader, inches=-(-apart(now.position, to) // b.inch)),
            rules=("BP-CMD-9",),
            sets=[b.change_leader(leader, position=to, attached="", moved=True)],
        )
    elif word == "join":
        unit = answer.values["unit"]
        b.report(
            CommanderJoined(leader=leader, unit=unit, joined=True),
            rules=("BP-CMD-9",),
            sets=[b.change_leader(leader, attached=unit, position=b.unit(unit).position, moved=True)],
        )


def _decision(b: PowderField, now: LeaderState) -> Decision:
    name = b.name(now.id)
    options = [
        Option("done", f"{name} stays where he is", "BP-CMD-9"),
        Option(f"ride:{now.id}", f"{name} rides", "BP-CMD-9", {"to": spot(b)}, {}, now.id, forms.RIDE.id),
    ]
    near = tuple(
        unit
        for unit in b.under(now.id)
        if b.here(unit) and unit != now.attached and _why_not(b, now, b.unit(unit).position) is None
    )
    if near:
        options.append(
            Option(
                f"join:{now.id}", f"{name} joins a unit", "BP-CMD-9", {"unit": Choice(near)}, {}, now.id, forms.JOIN.id
            )
        )

    def judge(key: str, values: Any) -> Refusal | None:
        return _why_not(b, now, point(*values["to"])) if key.startswith("ride:") else None

    return Decision(
        b.seat_of(now.id),
        "ride",
        f"{name} has spoken: does he ride?",
        options,
        default=("done", {}),
        rules=("BP-CMD-9",),
        judge=judge,
        about={"leader": now.id},
    )


def _why_not(b: PowderField, now: LeaderState, to: Point) -> Refusal | None:
    brigade = next((each for each in b.world.brigades.values() if each.leader == now.id), None)
    facts = CommanderMoveFacts(
        distance=min(MOST_INCHES, -(-apart(now.position, to) // b.inch)),
        mounted=now.mounted,
        moved=now.moved,
        standing=(brigade.order if brigade else "") or "none",
    )
    return b.rules["commander-move"].refusal(facts)
