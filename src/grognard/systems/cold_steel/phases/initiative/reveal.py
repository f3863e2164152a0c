"""When all checks are done the players turn over their new or old chits (CS-4.3)."""

from __future__ import annotations

from grognard.kernel.checks import implements

from ...orders.chits import bare, said
from ...table.battlefield import Battlefield


@implements("CS-4.3")
def reveal_chits(b: Battlefield) -> None:
    """Chits that have changed since the last reveal lie open for all who see the unit."""
    for unit in b.on_table():
        if bare(unit.order) != bare(unit.revealed):
            b.report(
                "turned_over", rules=("CS-4.3",), units={"unit": unit.id}, values={"chits": said(unit.order)},
                sets=[b.change(unit.id, revealed=unit.order)],
            )  # fmt: skip
