"""What everybody at a table is told by a notice, and who asks to take something back. Both are kept with the talk."""

from __future__ import annotations

import time
from collections.abc import Collection

from ..archive.storage import Storage
from ..battles.table import Table
from ..battles.talk import Spoken, keep


def announce(storage: Storage, table: Table, text: str) -> None:
    """Tell everybody at a table, whose lock is held."""
    keep(storage, table.game, table.talk, Spoken("notice", "", (), text, table.battle.turn, time.time()))


def wish(storage: Storage, table: Table, seats: Collection[str]) -> None:
    """These seats and no others ask to take something back from now on."""
    if table.consents != set(seats):
        now = Spoken("wishes", "", tuple(sorted(seats)), "", table.battle.turn, time.time())
        keep(storage, table.game, table.talk, now)
        table.consents = set(seats)
