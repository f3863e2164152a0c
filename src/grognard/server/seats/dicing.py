"""The seed of a new battle: the server promises its part, then all persons promise and give theirs, and the first die
falls when all are in.

What was promised and given so far lies with the battle on disk, so that a server that was killed in between goes on
where it was, and a page that was closed too: its browser keeps the part.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from grognard.battle.battles import Battle
from grognard.battle.games import Game
from grognard.battle.record import saves
from grognard.battle.record.fair import Fair, Pledge, committed
from grognard.scenarios.model import Scenario

from ..archive.storage import JournalRow
from ..battles.house import House
from ..battles.table import Table
from ..shapes import OwnPart
from .notices import announce

PERSONS = ("me", "player", "open")
"""Kinds of those who give a part."""


def unbegun(
    name: str,
    game: Game[Any],
    scenario: Scenario,
    options: Mapping[str, Any],
    seed: int | str | None,
    people: Iterable[str],
) -> Battle:
    """A new battle: with a seed that was chosen, or with one that is being made of parts, if anybody is to give one."""
    if seed is not None:
        return Battle(game, scenario, options, int(seed), Fair(name, "", "", chosen=str(int(seed))))
    part = secrets.token_hex(16)
    fair = Fair(name, committed(name, "", part), part, dict.fromkeys(people, Pledge()))
    return Battle(game, scenario, options, fair.seed or 0, fair)


def opened(house: House, table: Table) -> None:
    """A new battle is at its table; a seed that was chosen is told to all."""
    fair = table.battle.fair
    if fair is not None and fair.chosen:
        announce(house.storage, table, f"the host has chosen the seed {fair.chosen}: the dice can be foretold")


def take(house: House, token: str, own: OwnPart) -> int:
    """A person promises or gives a part; returns the state. Nothing is taken once the dice have begun."""
    visitor = house.admit(token, role="player")
    table, link = visitor
    with house.before(visitor, alone=True):
        house.sit_down(visitor)
        fair = table.battle.fair
        if not table.battle.seedless or fair is None:
            return table.state(link)
        draw = fair.draw
        fair = fair.promise(link.seat, own.promise) if own.promise else fair.give(link.seat, own.part)
        if fair != table.battle.fair:
            _put(house, table, fair, link.seat)
        if fair.draw != draw:
            who = table.title(link.seat)
            announce(house.storage, table, f"{who} no longer has the part of the dice it drew: all draw theirs anew")
        state = table.state(link)
    house.changed(table)
    return state


def reseated(house: House, table: Table) -> None:
    """Somebody else sits at a table, whose lock is held: before the first die, who gives a part changes with it."""
    fair = table.battle.fair
    if not table.battle.seedless or fair is None:
        return
    among = fair.among(seat for seat, kind in table.kinds.items() if kind in PERSONS)
    if among.draw != fair.draw:
        announce(house.storage, table, "all who play draw their part of the dice anew")
    if among != fair:
        _put(house, table, among, "")


def _put(house: House, table: Table, fair: Fair, seat: str) -> None:
    """On disk first. With the last part the battle begins."""
    old = table.battle
    # another battle, because all its dice follow from the seed
    battle = Battle(old.game, old.scenario, old.options, fair.seed or 0, fair)
    if not battle.seedless:
        battle.go_on()
    row = JournalRow("dice", msgspec.json.encode({"seat": seat, "draw": fair.draw, "begun": battle.begun}))
    content = saves.sealed(saves.saved(battle))
    house.storage.keep(table.game, content, table.rows + 1, row, over=battle.over)
    table.rows += 1
    table.saved_at, table.saved_on = table.rows, battle.turn
    table.begin_anew(battle)
