"""A Grande Bande that reforms, and disordered units that get into order again in the draft on friction."""

from __future__ import annotations

from grognard.battle.procedures import Steps
from grognard.kernel.checks import implements

from ..checks.command.friction import ReformFacts
from ..checks.troops.skirmishers import ReformingFacts
from ..events.movement import BandeReformed, DressedAgain
from ..table.field import PowderField
from ..terms import Moving
from .breaking import break_test


@implements("BP-GRANDE-7")
def call_together(b: PowderField, unit: str) -> Steps[bool]:
    """The reforming test of a Grande Bande: what it costs, and whether the unit still can take up its formation."""
    now = b.unit(unit)
    facts = ReformingFacts(morale=now.morale, stamina=now.stamina, casualties=now.casualties)
    roll = b.roll("reforming", facts, by=unit, seen=(unit,))
    found = roll.settled
    b.report(
        BandeReformed(unit=unit, lost=found.casualties - now.casualties),
        rules=("BP-GRANDE-7",),
        roll=roll,
        # casualties are kept up to stamina; what is beyond is in the break test
        sets=[b.change(unit, casualties=min(found.casualties, now.stamina))],
    )
    if not found.break_test:
        return True
    column = b.t.value("BP-GRANDE-7", "column")
    assert column == "shooting", "the only column in which this test is read"
    result = yield from break_test(b, unit, "shooting", excess=found.excess, shaken=b.shaken(unit))
    # any other result sends it off, and it does not form
    return b.here(unit) and result.startswith("hold")


@implements("BP-FRIC-8")
def dress(b: PowderField, unit: str, moves: int, by: Moving) -> int:
    """A disordered unit spends a move to get into order again. Moves it took."""
    now = b.unit(unit)
    needed = b.t.number("BP-FRIC-8", "moves")
    facts = ReformFacts(state=now.engagement, in_combat=b.in_combat(unit), reform_moves=min(moves, 3))
    if not now.disordered or b.settle("reform", facts).disordered:
        return 0
    b.report(
        DressedAgain(unit=unit),
        rules=("BP-FRIC-8",),
        sets=[b.change(unit, disordered=False, moves=now.moves + needed, moved_by=by)],
    )
    return needed
