"""Taking back: one's own last answer while nothing has come to light, or more than that if all who play ask for it."""

from __future__ import annotations

from grognard.battle.battles import Battle
from grognard.battle.decisions import Answer
from grognard.kernel.errors import BadInput

from .house import House
from .rewinding import answers, rewound
from .seating import may_go_on
from .shapes import Undone
from .storage import Link, Row
from .table import Table

ADVICE = "Go on from here."


def undo(house: House, token: str) -> Undone:
    """Take back a seat's last answer if nothing has come to light since; else note that it wishes to."""
    table, link = house.admit(token, role="player")
    with house.at(table):
        may_go_on(table)
        try:
            with house.journal.mended(table, ADVICE):
                table.battle.undo(link.seat)
                house.journal.write(table, [Row("undo", link.seat.encode())])
        except BadInput as error:
            return _wished(house, table, link, error)
        _taken_back(table, table.battle)
        state = table.state(link)
    house.changed(table)
    return Undone(state, True)


def _wished(house: House, table: Table, link: Link, error: BadInput) -> Undone:
    if len(table.people()) < 2 or not any(type(entry) is Answer for entry in table.battle.entries):
        raise error
    table.consents.add(link.seat)
    missing = tuple(seat for seat in table.people() if seat not in table.consents)
    if not missing:
        _rewind(house, table)
    house.changed(table)
    return Undone(table.state(link), not missing, missing)


def by_host(house: House, table: Table) -> None:
    """The host takes back the last answer of a person, whatever has come to light, if all of them consent."""
    with house.at(table):
        people = table.people()
        missing = [seat for seat in people if seat not in table.consents]
        if len(people) > 1 and missing:
            raise BadInput(f"all who play must ask for it; still to ask: {', '.join(missing)}")
        _rewind(house, table)
    house.changed(table)


def _rewind(house: House, table: Table) -> None:
    people = set(table.people())
    at = next((i for i, entry in answers(table.battle) if entry.seat in people), None)
    if at is None:
        raise BadInput("nobody has answered anything yet")
    with house.journal.mended(table, ADVICE):
        table.battle = rewound(table.battle, at)
        house.journal.rewound(table, at)
    _taken_back(table, table.battle)


def _taken_back(table: Table, battle: Battle) -> None:
    table.undone += 1
    table.saved_on = min(table.saved_on, battle.turn)
    table.begin_anew(battle)
    table.consents.clear()
    table.all_well()
