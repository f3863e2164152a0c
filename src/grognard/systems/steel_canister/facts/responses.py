"""Answers to a charge: which there are, and the facts of squares and evasions."""

from __future__ import annotations

from typing import NamedTuple

from grognard.kernel.checks import implements
from grognard.kernel.opposed import Pair
from grognard.kernel.tables import Tables

from ..checks.reactions import EmergencySquareFacts, EvasionFacts, MayEvadeFacts
from ..table.board import Space
from ..table.field import Field
from ..table.state import UnitState
from ..terms import Cover, branch


class Approach(NamedTuple):
    """Action points of a charge in its target's sight: all of them, and those that give time for a square."""

    paid: int
    square: int


class Leg(NamedTuple):
    """Action points of a part of a charge, and those of them that dice added."""

    paid: int = 0
    dice: int = 0


@implements("SC-1.7b")
def approach(t: Tables, before: Leg, last: Leg) -> Approach:
    """What the target has seen of a charge: its way, and its last step."""
    # our reading: the last step into the target's space counts as seen, and what dice add counts too
    legs = [before, last] if t.value("SC-1.7b", "counts_last") else [before]
    with_dice = t.value("SC-1.7b", "counts_dice")
    return Approach(before.paid + last.paid, sum(leg.paid - (0 if with_dice else leg.dice) for leg in legs))


@implements("SC-1.7a", "SC-1.7d")
def possible(b: Field, charger: str, target: str) -> list[str]:
    """The responses a target may choose from; skirmishers may have to evade."""
    rider, now = b.unit(charger), b.unit(target)
    threat = MayEvadeFacts(
        arm=now.arm,
        formation=now.formation,
        status=now.status,
        engaged=now.melee,
        ground=ground(b, now.space),
        charger_formed=formed(b, rider),
    )
    evades = b.rules["may-evade"].refusal(threat) is None
    if evades and b.settle("may-evade", threat).must:
        return ["evade"]
    squares = branch(rider.arm) == "cavalry" and now.formation != "square" and _may_square(b, now)
    return ["stand", *(["evade"] if evades else []), *(["square"] if squares else [])]


def ground(b: Field, space: Space) -> Cover:
    """What a unit stands in, as the checks of section 1.7 ask."""
    terrain = b.board.terrain[space]
    return terrain if terrain in ("light", "heavy", "strong_point") else "none"


def formed(b: Field, unit: UnitState) -> bool:
    """Cavalry, or infantry neither skirmishing nor semi-formed."""
    return branch(unit.arm) == "cavalry" or unit.formation in b.rules.tables.value("SC-4.1g", "formed")


def _may_square(b: Field, now: UnitState) -> bool:
    return b.rules["emergency-square"].refusal(square_facts(b, now, 0)) is None


def square_facts(b: Field, now: UnitState, charge_ap: int) -> EmergencySquareFacts:
    """A unit that tries to form square before a charge, as the check asks for it."""
    return EmergencySquareFacts(
        charge_ap=EmergencySquareFacts.nearest("charge_ap", charge_ap),
        arm=now.arm,
        formation=now.formation,
        status=now.status,
        in_melee=now.melee,
        ground=ground(b, now.space),
    )


@implements("SC-1.7e", "SC-1.7g")
def evasion_facts(b: Field, charger: str, target: str, charge_ap: int) -> Pair:
    """A charger and one who runs from him, as the check asks for them."""
    rider, now = b.unit(charger), b.unit(target)
    covered = ground(b, now.space) in ("heavy", "strong_point")
    chase = EvasionFacts(
        arm=rider.arm, formation=rider.formation, charge_ap=EvasionFacts.nearest("charge_ap", charge_ap)
    )
    flight = EvasionFacts(
        evades=True,
        arm=now.arm,
        formation=now.formation,
        ap_spent=EvasionFacts.nearest("ap_spent", now.spent),
        before_formed=formed(b, rider) and not covered,
    )
    return Pair(chase, flight)
