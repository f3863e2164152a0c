"""Commanders who have spoken: they ride, join a unit, and leave one."""

from __future__ import annotations

from typing import Any

from grognard.battle.decisions import Decision, Option
from grognard.battle.procedures import Steps, ask
from grognard.ground.shapes import distance as apart
from grognard.ground.units import Point, point
from grognard.kernel.checks import Refusal, implements
from grognard.kernel.domains import Choice

from ..checks.command.command import Standing
from ..checks.command.initiative import CommanderMoveFacts
from ..desk import forms
from ..events.command import CommanderJoined, CommanderRode
from ..table.field import MOST_INCHES, PowderField
from .options import spot


@implements("BP-CMD-9")
def ride(b: PowderField, leader: str) -> Steps[None]:
    """A commander who has finished giving orders moves once, or joins one of his units."""
    now = b.world.leaders[leader]
    if now.moved or now.where != "table" or now.fell_on:
        return
    answer = yield from ask(_decision(b, leader))
    word = answer.option.partition(":")[0]
    if word == "ride":
        to = point(*answer.values["to"])
        b.report(
            CommanderRode(leader=leader, inches=way(b, leader, to)),
            rules=("BP-CMD-9",),
            sets=[b.change_leader(leader, position=to, moved=True, attached="")],
        )
    elif word == "join":
        unit = answer.values["unit"]
        b.report(
            CommanderJoined(leader=leader, unit=unit, joined=True),
            rules=("BP-CMD-9",),
            sets=[b.change_leader(leader, position=b.unit(unit).position, moved=True, attached=unit)],
        )


def way(b: PowderField, leader: str, to: Point) -> int:
    """Inches from a commander to a place, a fraction counting as the next."""
    return min(MOST_INCHES, -(-apart(b.world.leaders[leader].position, to) // b.inch))


def standing(b: PowderField, leader: str) -> Standing:
    """The standing order of a commander's own brigade."""
    own = [each for each in b.world.brigades.values() if each.leader == leader]
    return own[0].order or "none" if own else "none"


@implements("BP-CMD-9", "BP-ORD-5")
def why_not_ride(b: PowderField, leader: str, to: Point) -> Refusal | None:
    """Why a commander may not go there; None where he may."""
    facts = CommanderMoveFacts(
        distance=way(b, leader, to),
        mounted=b.world.leaders[leader].mounted,
        moved=b.world.leaders[leader].moved,
        standing=standing(b, leader),
    )
    return b.rules["commander-move"].refusal(facts)


def _decision(b: PowderField, leader: str) -> Decision:
    name, here = b.name(leader), [unit for unit in b.under(leader) if b.here(unit)]
    near = tuple(unit for unit in here if why_not_ride(b, leader, b.unit(unit).position) is None)
    options = [Option("done", f"{name} stays", "BP-CMD-9")]
    if why_not_ride(b, leader, b.world.leaders[leader].position) is None:
        options.append(
            Option(f"ride:{leader}", f"{name} rides", "BP-CMD-9", {"to": spot(b)}, {}, leader, forms.RIDE.id)
        )
    if near:
        options.append(
            Option(
                f"join:{leader}", f"{name} joins a unit", "BP-CMD-9", {"unit": Choice(near)}, {}, leader, forms.JOIN.id
            )
        )

    def judge(key: str, values: Any) -> Refusal | None:
        return why_not_ride(b, leader, point(*values["to"])) if key.startswith("ride:") else None

    return Decision(
        b.seat_of(leader),
        "ride",
        f"{name}: where to?",
        options,
        default=("done", {}),
        rules=("BP-CMD-9",),
        judge=judge,
        about={"leader": leader},
    )
