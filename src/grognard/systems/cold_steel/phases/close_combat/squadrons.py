"""Squadrons that attack one after the other (CS-9.2.3g to i)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from grognard.army.shapes import shares
from grognard.battle.decisions import Decision, Option
from grognard.battle.procedures import Steps, ask
from grognard.ground.shapes import distance_of_quads
from grognard.ground.units import SUB
from grognard.kernel.checks import implements

from ...checks.close_combat.cavalry_options import SquadronAttacksFacts, SquadronAttacksResult
from ...effects import units as effects
from ...events.close_combat import SquadronAttacks
from ...facts.combat.engagements import Pairing, came_upon, standing
from ...table.battlefield import FAR, Battlefield
from ...table.bodies import shape_of
from .contests import FoughtPairing, fight_out

MOST_SQUADRONS = 12
Before = Callable[[int, int], None]
"""Called before the dice of each squadron with its number and how many come: the square's volleys."""


def squadrons_of(b: Battlefield, unit: str) -> int:
    """Squadrons of a cavalry unit that have anybody left to ride."""
    line = shape_of(b, b.unit(unit), "line", "open")
    # dead squadrons do not attack, and the check knows no more than twelve
    return max(1, min(len(line.parts), b.live(unit), MOST_SQUADRONS))


def gap(b: Battlefield, unit: str) -> int:
    """Paces from its most distant squadron to the next one."""
    parts = b.survey.body(unit).parts
    if len(parts) < 2:
        return 0
    nearest = (min(distance_of_quads(one, other) for other in parts if other is not one) for one in parts)
    # rounded up, so that 60 paces and a bit is too far
    return min(-(-max(nearest) // SUB), FAR)


@implements("CS-9.2.3g")
def sequence(b: Battlefield, pair: Pairing) -> SquadronAttacksResult | None:
    """How the squadrons of an attacker could come on one by one; None where it makes no difference."""
    one, other = pair.one, pair.other
    # only who came at the enemy this turn attacks in turn; those who were come upon fight as they stand
    if b.entry(one).rated.arm != "cavalry" or not came_upon(b, one, other) or b.unit(one).formation == "irregular":
        return None
    arm = b.entry(other).rated.arm
    cavalry = arm == "cavalry"
    # a defender with its squadrons scattered answers as one body
    ready = squadrons_of(b, other) if cavalry and gap(b, other) <= _most_gap(b) else 1
    facts = SquadronAttacksFacts(
        squadrons=squadrons_of(b, one), gap=gap(b, one), defender=arm, defending_squadrons=ready
    )
    found: SquadronAttacksResult = b.settle("squadron-attacks", facts)
    return found if found.attacks > 1 else None


def _most_gap(b: Battlefield) -> int:
    return b.rules.tables.number("CS-9.2.3g", "most_gap")


def in_sequence(b: Battlefield, pair: Pairing) -> Steps[SquadronAttacksResult | None]:
    """Ask the attacker whether its squadrons attack one after the other, if they can."""
    found = sequence(b, pair)
    if found is None:
        return None
    options = [
        Option("together", "all squadrons together", "CS-9.2"),
        Option("in_turn", f"{found.attacks} squadrons one after the other", "CS-9.2.3g"),
    ]
    text = f"{b.name(pair.one)} attacks {b.name_to(b.seat_of(pair.one), pair.other)}"
    rules = ("CS-9.2.3g",)
    answer = yield from ask(
        Decision(
            b.seat_of(pair.one), "squadrons", text, options, rules=rules, about={"unit": pair.one, "foe": pair.other}
        )
    )
    return found if answer.option == "in_turn" else None


class Regiment:
    """A unit whose squadrons fight one by one: each with the regiment's markers and those it won in its own fights.
    The regiment carries as many as the squadron that has most, as units thrown together do."""

    def __init__(self, b: Battlefield, unit: str, squadrons: int) -> None:
        self.b, self.unit, self.squadrons = b, unit, squadrons
        self.figures = shares(b.live(unit), squadrons)
        self.losses = b.percent_lost(unit)
        self.gained = [0] * squadrons

    def share(self, number: int) -> dict[str, Any]:
        """A squadron's own figures and markers, and the losses of the regiment before its squadrons fought."""
        figures = max(1, self.figures[number])
        # the markers it had before the squadrons fought: those won since belong to single squadrons
        common = self.b.unit(self.unit).disorder - max(self.gained)
        return {
            "figures": figures,
            "front_figures": figures,
            "disorder": min(common + self.gained[number], effects.MOST_DISORDER),
            # of before: a squadron does not suffer for what the one ahead of it lost
            "casualties_percent": self.losses,
            # not known: where squadrons fight one by one, nobody counts as twice as wide (CS-9.2.1j)
            "frontage": 0,
        }

    def gain(self, number: int, markers: int) -> int:
        """A squadron has lost order; how many markers more that makes for the regiment."""
        # the regiment grows worse only when its worst squadron does
        before = max(self.gained)
        self.gained[number] += markers
        return max(self.gained) - before


@implements("CS-9.2.3h", "CS-9.2.3i")
def attack_in_turn(b: Battlefield, pair: Pairing, plan: SquadronAttacksResult, before: Before) -> list[FoughtPairing]:
    """Squadron after squadron, each with its own figures and markers; the enemy rolls anew every time. It ends when the
    enemy is beaten, each squadron of his where he has several. Casualties and disorder are taken at once; the levels of
    all attacks are left to be settled."""
    ours = Regiment(b, pair.one, plan.attacks)
    theirs = Regiment(b, pair.other, squadrons_of(b, pair.other)) if plan.pairs else None
    enemies = list(range(plan.pairs)) or [0]
    mets: list[FoughtPairing] = []
    for number in range(plan.attacks):
        if not standing(b, [pair]) or not enemies:
            break
        b.report(SquadronAttacks(unit=pair.one, foe=pair.other, number=number + 1), rules=("CS-9.2.3g",))
        before(number, plan.attacks)
        # the volleys may have driven off or destroyed one of them
        if not standing(b, [pair]):
            break
        # its own opposite number, or the first of those who are left (CS-9.2.3i)
        met_by = number if number in enemies else enemies[0]
        by_itself = {pair.one: partial(ours.gain, number)}
        fighting = {pair.one: ours.share(number)}
        if theirs is not None:
            by_itself[pair.other] = partial(theirs.gain, met_by)
            fighting[pair.other] = theirs.share(met_by)
        mets += fight_out(b, [pair], fighting, by_itself)
        if mets[-1].lost_by(pair.other):
            enemies.remove(met_by)
    return mets
