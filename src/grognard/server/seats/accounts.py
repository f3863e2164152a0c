"""A battle that is over, looked back on: its illustrated report, and the same in figures.

A seat gets the report of what it learnt itself; the whole one is given out once all may be seen.
"""

from __future__ import annotations

from collections import OrderedDict

import msgspec
from fastapi.concurrency import run_in_threadpool

from grognard.battle.record import saves
from grognard.kernel.errors import BadInput

from ..archive.storage import Link
from ..battles.house import House
from ..battles.table import Table
from ..views.speech import EVERYTHING
from ..workshop import Workshop

KEPT = 16
"""Reports at hand; they are some hundred kilobytes each."""
UNTIL_REVEALED = "until its host shows both armies (under “Look back”)"


ReportAsked = tuple[str, str, int, bool]
"""The battle, whose report, how long the record was, and whether all may be known."""


class Accounts:
    """Writes reports."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._written: OrderedDict[ReportAsked, str] = OrderedDict()
        self._reviewed: OrderedDict[ReportAsked, bytes] = OrderedDict()

    async def report(self, workshop: Workshop, token: str) -> str:
        """The page that `grognard report` makes of the battle, as far as the link may know it."""
        key, content, minds = await run_in_threadpool(self._asked_for, token)
        if key not in self._written:
            self._written[key] = await workshop.made(("report", *key), written, content, key[1], key[3], minds)
            while len(self._written) > KEPT:
                self._written.popitem(last=False)
        self._written.move_to_end(key)
        return self._written[key]

    def _asked_for(self, token: str) -> tuple[ReportAsked, bytes, dict[str, str]]:
        """Which report a link may have, the battle as it is saved, and the computer's seats, if their reasons may be
        told."""
        visitor = self._house.admit(token)
        table, link = visitor
        with self._house.before(visitor):
            _must_be_over(table)
            seat = "" if _may_know_all(table, link) else link.seat
            if not seat and not _may_know_all(table, link):
                raise BadInput(f"the report would tell what only the players know; it is kept {UNTIL_REVEALED}")
            key = table.game, seat, len(table.battle.entries), _may_know_all(table, link)
            # what the other side thought is not a seat's to know before all is shown
            minds = {each: str(table.kinds[each]) for each in table.computers()} if not seat else {}
            return key, saves.sealed(saves.saved(table.battle)), minds

    async def review(self, workshop: Workshop, token: str) -> bytes:
        """The same in figures, as JSON."""
        key, content, _ = await run_in_threadpool(self._asked_for, token)
        if key not in self._reviewed:
            self._reviewed[key] = await workshop.made(("review", *key), reviewed, content, key[1])
            while len(self._reviewed) > KEPT:
                self._reviewed.popitem(last=False)
        self._reviewed.move_to_end(key)
        return self._reviewed[key]


def _must_be_over(table: Table) -> None:
    if not table.battle.over:
        raise BadInput("the battle is not over yet; look again when it is")


def _may_know_all(table: Table, link: Link) -> bool:
    """Whether everything is shown to a link, now that the battle is over."""
    return table.revealed or table.looked_back(link).sees == EVERYTHING


def written(content: bytes, seat: str, all_known: bool, minds: dict[str, str]) -> str:
    """The report of a battle from the bytes of its file; of one seat, or of all, with the computer's reasons."""
    from grognard import systems
    from grognard.reporting.page import report

    return report(
        saves.from_bytes(content, "the battle"),
        systems.game,
        "the battle",
        seat or None,
        seed_known=all_known,
        commanders=minds,
    )


def reviewed(content: bytes, seat: str) -> bytes:
    """The same battle in figures."""
    from grognard import systems
    from grognard.reporting.review import review

    return msgspec.json.encode(
        review(saves.from_bytes(content, "the battle"), systems.game, "the battle", seat or None)
    )
