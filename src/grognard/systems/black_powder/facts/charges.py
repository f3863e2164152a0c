"""Who may charge whom, and who can be reached."""

from __future__ import annotations

from grognard.kernel.checks import Refusal, implements

from ..checks.troops.massed import FacingFacts
from ..table.field import PowderField
from ..terms import Moving, Zone
from .combat import charge_facts
from .moving import moves_to_contact


@implements("BP-CHG-1", "BP-INF-2")
def may_charge(
    b: PowderField, unit: str, target: str, *, by: Moving, massed: bool = False, leaving: bool = False
) -> Refusal | None:
    """Why a unit may not charge an enemy; None where it may. Orders may give it several moves to get before him;
    `leaving`: whom it fights now it leaves."""
    # told in the same words whether it is hidden or not there: the reason must betray nothing
    if not b.knows(b.seat_of(unit), target) or not b.here(target):
        return Refusal("BP-CHG-1", b.t.row("BP-CHG-1", "unseen").label)
    # with several moves it may come round before the last of them
    facts = charge_facts(b, unit, target, in_front=None if by == "initiative" else True)
    facts = facts.replace(in_combat=False) if leaving else facts
    refusal = b.rules["may-charge"].refusal(facts)
    if refusal is None and b.branch(unit) == "infantry":
        face = b.settle("may-charge", facts).face
        refusal = b.rules["facing"].refusal(FacingFacts(there=_infantry_on(b, target, face), massed=massed))
    return refusal


def _infantry_on(b: PowderField, target: str, face: Zone) -> int:
    """Infantry units in contact with a facing."""
    held = [each for each in b.contacts_of(target) if each.target == target and each.face == face]
    return sum(b.branch(each.charger) == "infantry" for each in held)


def could_reach(b: PowderField, unit: str, target: str, moves: int = 1) -> bool:
    """Whether so many moves bring a unit upon an enemy."""
    return 0 < moves_to_contact(b, unit, target, moves) <= moves
