"""A new battle, with a link for each who is to sit at it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import cast

from grognard import systems
from grognard.commanders import is_kind
from grognard.kernel.errors import BadInput
from grognard.scenarios.model import Scenario

from ..archive.storage import Link, SitterKind
from ..battles.clock import DecisionClock
from ..battles.house import House
from ..battles.reviving import whole
from ..battles.table import Table
from ..errors import TooMany
from ..limits import Limits
from ..lobby import gallery
from ..shapes import GivenSeat, NewGame, NewLinks
from ..tokens import hashed, new_token
from . import dicing
from .seating import no_files, seated


def begin(house: House, wanted: NewGame, limits: Limits) -> NewLinks:
    """Set up a battle; BadInput where it cannot be."""
    if wanted.battle not in gallery.battles():
        raise BadInput(f"no battle {wanted.battle!r}; there are {', '.join(gallery.battles())}")
    return begin_with(house, gallery.scenario(wanted.battle), wanted, limits)


def begin_with(house: House, scenario: Scenario, wanted: NewGame, limits: Limits) -> NewLinks:
    """The same with a scenario that need not be offered to others."""
    game = systems.game(wanted.system)
    no_files(wanted.system, wanted.options)
    options = game.options(scenario.header.options_for(wanted.system, wanted.options))
    kinds = seated(game.seats(scenario, options), wanted.seats)
    if all(is_kind(kind) for kind in kinds.values()):
        _room_for_computers(house, limits.computer_battles)
    name, people = secrets.token_urlsafe(9), [seat for seat, kind in kinds.items() if kind in dicing.PERSONS]
    battle = dicing.unbegun(name, game, scenario, options, wanted.seed, people)
    if not battle.seedless:
        battle.go_on()
    table = Table(name, battle, sitting(kinds))
    table.clock = DecisionClock(wanted.clock)
    table.let_watch(wanted.spectators)
    tokens = {seat: new_token() for seat, kind in kinds.items() if kind in ("me", "open")}
    found = opened(house, table, whole(battle), tokens)
    dicing.opened(house, table)
    house.tables.add(table)
    return found


def _room_for_computers(house: House, most: int) -> None:
    """TooMany where enough of them fight among themselves already."""
    if most and sum(table.unmanned and not table.asleep and not table.battle.over for table in house.tables) >= most:
        raise TooMany(
            f"{most} battles between computers are going on, the most that this server fights at a time; look again "
            "when one is over (its host can change this with --computer-battles)"
        )


def sitting(kinds: Mapping[str, str]) -> dict[str, SitterKind]:
    return {seat: cast(SitterKind, "player" if kind == "me" else kind) for seat, kind in kinds.items()}


def opened(house: House, table: Table, save: bytes, tokens: Mapping[str, str], revealed: bool = False) -> NewLinks:
    """Write a battle down as it is saved, and hand out the links."""
    host, spectator = new_token(), new_token()
    links = {hashed(token): Link(table.game, "player", seat) for seat, token in tokens.items()}
    links |= {hashed(host): Link(table.game, "host", ""), hashed(spectator): Link(table.game, "spectator", "")}
    head, system = table.battle.scenario.header, table.battle.game.id
    about: dict[str, str | int] = {
        "battle": head.id,
        "system": system,
        "title": head.title,
        "spectators": table.spectators,
    }
    about |= {"secret": table.secret, "clock": table.clock.seconds}
    # on disk before anybody has a link to it
    house.storage.create(table.game, about, save, table.kinds, links, over=table.battle.over, revealed=revealed)
    given = [
        GivenSeat(each.id, each.side, each.title, table.kinds[each.id], tokens.get(each.id, ""))
        for each in table.battle.fight.seats
    ]
    return NewLinks(table.game, host, tuple(given), spectator)
