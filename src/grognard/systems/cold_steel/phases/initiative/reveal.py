"""When all checks are done the players turn over their new or old chits (CS-4.3)."""

from __future__ import annotations

from grognard.kernel.checks import implements

from ...events.initiative_and_rally import ChitsTurnedOver
from ...orders.order_text import bare, said
from ...table.battlefield import Battlefield


@implements("CS-4.3")
def reveal_chits(b: Battlefield) -> None:
    """Chits that have changed since the last reveal lie open for all who see the unit."""
    for unit in b.on_table():
        if bare(unit.order) != bare(unit.revealed):
            b.report(
                ChitsTurnedOver(unit=unit.id, chits=said(unit.order)),
                rules=("CS-4.3",),
                sets=[b.change(unit.id, revealed=unit.order)],
            )
