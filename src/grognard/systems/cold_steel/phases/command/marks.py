"""Units under a mission: chits that fit it are free, however far the player is (CS-3.3.1a, CS-3.3.1l)."""

from __future__ import annotations

from collections.abc import Collection

from grognard.battle.decisions import Values
from grognard.battle.events import Event
from grognard.battle.kinds import PhaseBegins
from grognard.kernel.checks import Refusal, implements

from ... import officers as missions
from ...events.command import LeftToMissions, MarkedForMission, OrderGiven
from ...officers import fitting
from ...orders import answers, futile, judging, order_text
from ...table.battlefield import Battlefield
from ...table.state import Mission
from .spending import own_units

MARKS = (MarkedForMission.kind, LeftToMissions.kind)
"""Events by which chits are put on units under a mission."""


def may_mark(b: Battlefield, seat: str) -> list[str]:
    """Units of a seat that have a mission and take orders just now."""
    return list(_under_missions(b, seat))


def _under_missions(b: Battlefield, seat: str) -> dict[str, Mission]:
    """The same, each with its mission."""
    units, written = b.world.units, b.world.missions

    def found() -> dict[str, Mission]:
        ready = (units[unit] for unit in own_units(b, seat) if units[unit].mission in written)
        # its name would only be wanted for a refusal in words
        return {now.id: written[now.mission] for now in ready if judging.deaf(now, "") is None}

    of = b.own_units(seat), b.as_before("missions"), b.knowledge.eyes(seat)
    return b.memo.keep_while(("under missions", seat), of, found)


@implements("CS-3.3.1a", "CS-3.3.1l")
def judge_mark(b: Battlefield, seat: str, values: Values) -> Refusal | None:
    """Whether the chits may be put on the unit at no cost."""
    unit = b.unit(values["unit"])
    if unit.mission not in b.world.missions:
        return Refusal("CS-3.3.1a", f"{b.name(unit.id)} has no mission; it needs an order")
    order = answers.to_order(values)
    return futile.nobody_to_attack(order) or judging.judge_order(b, unit.id, order) or missions.fits(b, unit.id, order)


@implements("CS-3.3.1a", "CS-3.3.1l")
def mark(b: Battlefield, seat: str, values: Values, id: str) -> None:
    """Chits on a unit that fit its mission."""
    unit = values["unit"]
    order = answers.to_order(values, by="mission", rule="CS-3.3.1a")
    b.privately(
        MarkedForMission(unit=unit, chits=order_text.said(order, lambda foe: b.name_to(seat, foe))),
        seat,
        rules=("CS-3.3.1a", "CS-3.3.1l"),
        sets=[b.change(unit, order=order)],
    )


@implements("CS-3.3.1a", "CS-3.3.2b")
def go_on(b: Battlefield, seat: str, marked: set[str]) -> None:
    """Units that the player leaves to their missions are marked as their officers understand them; those whose leader
    on a follow me mission is hurt or gone, and all without a mission, keep the chits that still stand."""
    # all read before any is marked, so that no unit's chits hang on those of one before it
    found = [(unit, missions.follow(b, unit)) for unit in left_to_officers(b, seat, marked)]
    marked.update(unit for unit, _ in found)
    if found:
        b.privately(
            LeftToMissions(number=len(found)),
            seat,
            rules=("CS-3.3.1a",),
            sets=[b.change(unit, order=order) for unit, order in found],
        )


def left_to_officers(b: Battlefield, seat: str, marked: Collection[str]) -> list[str]:
    """Units of a seat whose officers will mark them anew when it has done, whatever chits they still have."""
    return [unit for unit, written in _under_missions(b, seat).items() if unit not in marked and _led(b, written)]


def told_now(b: Battlefield) -> set[str]:
    """Units that players have told something in this command phase, as the record tells; of all seats."""
    # each that is told something is changed by it, and a phase that begins changes the whole
    return b.memo.keep_while("told now", (b.as_before("units"), b.as_before("")), lambda: _told_now(b))


def _told_now(b: Battlefield) -> set[str]:
    found: set[str] = set()
    for entry in reversed(b.entries):
        if type(entry) is not Event:
            continue
        if entry.kind == PhaseBegins.kind:
            break
        if entry.kind in MARKS or (entry.kind == OrderGiven.kind and entry.values.get("how") == "in person"):
            found.update(change.key for change in entry.sets if change.fields and "order" in change.fields)
    return found


@implements("CS-3.3.1l")
def _led(b: Battlefield, mission: Mission) -> bool:
    # once he is hurt or has shifted, they keep the chits they have (CS-3.3.1l)
    return mission.kind != "follow_me" or not (fitting.wounded(b, mission) or fitting.shifted(b, mission))
