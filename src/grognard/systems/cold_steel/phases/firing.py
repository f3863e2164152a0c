"""What commanders decide about fire: targets they name, and fire past friends (CS-7.5b, CS-7.7a)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from msgspec import UNSET

from grognard.battle.decisions import Decision, Option
from grognard.battle.previews.records import LineOfFire
from grognard.battle.procedures import Steps, ask, together
from grognard.kernel.checks import implements
from grognard.kernel.domains import Several

from ..desk.others import FIRE_THROUGH
from ..events.fire import FireHeld, TargetOverruled
from ..facts import situations
from ..facts.fire.firing import Chance
from ..facts.fire.overruling import ordered_at, overruled
from ..table.battlefield import Battlefield

AUTOMATIC = "by_the_list"
"""The answer of a general who leaves the target to his gunners."""

SWINGS = "The target is outside its arc: it swings round first, which halves its chance (CS-7.1d)"


def attended(b: Battlefield) -> list[str]:
    """Units that a player commander is attached to, in the order of the roster."""
    there = {leader.attached for leader in b.world.leaders.values() if _may_name(b, leader.id)}
    return [unit.id for unit in b.on_table() if unit.id in there]


@implements("CS-7.5b")
def designated(b: Battlefield, choices: Mapping[str, list[str]]) -> Steps[dict[str, str]]:
    """The commanders of attended units name their targets, all seats together: unit to target. Nobody is asked who has
    no choice."""
    # with one target there is nothing to name, and a question would only hold up the game
    asked = [_designation(b, unit, targets) for unit, targets in choices.items() if len(targets) > 1]
    answers = yield from together([ask(decision) for decision in asked])
    named = zip(asked, answers, strict=True)
    return {decision.about["unit"]: answer.option for decision, answer in named if answer.option != AUTOMATIC}


def _may_name(b: Battlefield, leader: str) -> bool:
    now = b.world.leaders[leader]
    return bool(now.attached) and now.where == "table" and now.hurt != "killed" and situations.is_player(b, leader)


def _designation(b: Battlefield, unit: str, targets: list[str]) -> Decision:
    seat = b.seat_of(unit)
    options = [Option(AUTOMATIC, "whom the list of targets names", "CS-7.5a")]
    options += [
        Option(target, f"{b.name_to(seat, target)}, {b.survey.distance(unit, target)} paces", "CS-7.5b", about=target)
        for target in targets
    ]
    return Decision(
        seat,
        "designate",
        f"Whom is {b.name(unit)} to fire at?",
        options,
        rules=("CS-7.5b",),
        about={"unit": unit},
    )


class Masked(NamedTuple):
    """A unit that has friends in the way of its fire."""

    target: str
    friends: tuple[str, ...]
    pressed: bool = False
    """It fires all the same unless it is told not to."""
    risk: str = ""
    """What its friends risk, in words."""
    swung: int | None = None
    """The heading to which its guns are swung round first."""


def restrained(b: Battlefield, masked: Mapping[str, Masked]) -> Steps[frozenset[str]]:
    """Commanders say which of these units, who have friends in the way, fire all the same; all seats together, one
    question to each. Unless told, those who are pressed do."""
    # one question to a seat, not one to a unit: batteries in a line are masked together
    seats = dict.fromkeys(b.seat_of(unit) for unit in masked)
    asked = [
        _restraint(b, seat, {unit: so for unit, so in masked.items() if b.seat_of(unit) == seat}) for seat in seats
    ]
    answers = yield from together([ask(decision) for decision in asked])
    return frozenset(unit for answer in answers if answer.option == "fire" for unit in answer.values["units"])


@implements("CS-7.7a", "CS-8.1j")
def _restraint(b: Battlefield, seat: str, masked: Mapping[str, Masked]) -> Decision:
    pressed = tuple(unit for unit, so in masked.items() if so.pressed)
    lines = "; ".join(_line_of_fire(b, seat, unit, so) for unit, so in masked.items())
    one = len(masked) == 1
    options = [
        Option("hold", "hold its fire" if one else "all of them hold their fire", "CS-7.7a"),
        Option(
            "fire",
            "fire all the same" if one else "all of them fire all the same",
            "CS-7.7a",
            {"units": Several(tuple(masked))},
            {"units": pressed},
            form=FIRE_THROUGH.id,
        ),
    ]
    asks = "Fire all the same?" if one else "Who fires all the same?"
    text = f"Friends are in the way: {lines}. {asks}"
    return Decision(
        seat,
        "hold_fire",
        text,
        options,
        # those who are hard pressed fire through friends unless their general forbids it
        default=("fire", {"units": pressed}) if pressed else ("hold", {}),
        rules=("CS-7.7a", "CS-8.1j"),
        lines=[
            LineOfFire(
                unit=unit,
                target=so.target,
                past=so.friends,
                danger=so.risk,
                heading=so.swung,
                turning="" if so.swung is None else SWINGS,
            )
            for unit, so in masked.items()
        ],
    )


def _line_of_fire(b: Battlefield, seat: str, unit: str, masked: Masked) -> str:
    friends = " and ".join(b.name(friend) for friend in masked.friends)
    swings = "" if masked.swung is None else "swing round and "
    return f"{b.name(unit)} would {swings}fire at {b.name_to(seat, masked.target)} past {friends}"


def holds_fire(b: Battlefield, unit: str, friend: str, rule: str) -> None:
    """Its commander learns that a unit does not fire, and for whose sake."""
    b.privately(FireHeld(unit=unit, friend=friend), b.seat_of(unit), rules=(rule,))


@implements("CS-7.5b")
def tell_overruled(b: Battlefield, unit: str, targets: Collection[str], found: Iterable[Chance]) -> None:
    """Its commander learns that a unit fires at somebody else than he ordered, and why."""
    instead = overruled(b, unit, ordered_at(b, unit), targets, found)
    if instead is None:
        return
    told = TargetOverruled(unit=unit, target=instead.target, ordered=instead.ordered, why=instead.why or UNSET)
    b.privately(told, b.seat_of(unit), rules=("CS-7.5b",))
