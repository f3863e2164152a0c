"""Taking back: one's own last answer while nothing has come to light, or more than that if all who play ask for it."""

from __future__ import annotations

from grognard.battle.decisions import Answer
from grognard.kernel.errors import BadInput

from ..archive.storage import JournalRow, Link
from ..battles.house import House
from ..battles.rewinding import last_word, rewound, told
from ..battles.table import Table
from ..shapes import Undone
from .notices import announce, wish
from .seating import may_go_on

ADVICE = "Go on from here."


def undo(house: House, token: str) -> Undone:
    """Take back a seat's last answer if nothing has come to light since; else note that it wishes to."""
    visitor = house.admit(token, role="player")
    table, link = visitor
    with house.before(visitor, alone=True):
        may_go_on(table)
        try:
            with house.journal.mended(table, ADVICE), house.storage.access.together():
                # what computers answered since they answer again; people are not asked a second time
                again = table.computers()
                table.battle.undo(link.seat, again)
                house.journal.write(table, [JournalRow("undo", "\n".join((link.seat, *again)).encode())])
                wish(house.storage, table, ())
        except BadInput as error:
            return _wished(house, table, link, error)
        table.taken_back(table.battle)
        state = table.state(link)
    house.changed(table)
    return Undone(state, True)


def _wished(house: House, table: Table, link: Link, error: BadInput) -> Undone:
    # alone at the table there is nobody to ask for consent, so the refusal stands
    if len(table.people()) < 2 or not any(type(entry) is Answer for entry in table.battle.entries):
        raise error
    wish(house.storage, table, {*table.consents, link.seat})
    missing = tuple(seat for seat in table.people() if seat not in table.consents)
    if not missing:
        _rewind(house, table)
    house.changed(table)
    return Undone(table.state(link), not missing, missing)


def refuse(house: House, token: str) -> Undone:
    """Say no to those who ask to take something back: their wish is dropped, and all are told."""
    visitor = house.admit(token, role="player")
    table, link = visitor
    with house.before(visitor, alone=True):
        asking = [seat for seat in table.people() if seat in table.consents and seat != link.seat]
        if not asking:
            raise BadInput("nobody asks to take anything back")
        who = ", ".join(map(table.title, asking))
        wish(house.storage, table, ())
        announce(house.storage, table, f"{table.title(link.seat)}: no, nothing is taken back ({who} had asked)")
        state = table.state(link)
    house.changed(table)
    return Undone(state, False)


def by_host(house: House, table: Table) -> None:
    """The host takes back the last answer of a person, whatever has come to light, if all of them consent."""
    with house.alone(table):
        people = table.people()
        missing = [seat for seat in people if seat not in table.consents]
        if len(people) > 1 and missing:
            raise BadInput(f"all who play must ask for it; still to ask: {', '.join(map(table.title, missing))}")
        _rewind(house, table)
    house.changed(table)


def _rewind(house: House, table: Table) -> None:
    at = last_word(table.battle, table.people())
    if at is None:
        raise BadInput("nobody has answered anything yet")
    words = told(table.battle, at)
    with house.journal.mended(table, ADVICE), house.storage.access.together():
        table.battle = rewound(table.battle, at)
        house.journal.rewound(table, at)
        wish(house.storage, table, ())
        announce(house.storage, table, f"taken back, as all wished: {words}")
    table.taken_back(table.battle)
