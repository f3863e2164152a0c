"""Who is seated where, and whether an answer may be given at all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard import systems
from grognard.battle.fight import Seat as Place
from grognard.kernel.errors import BadInput

from ..battles.table import Table
from ..errors import Stale


def no_files(system: str, options: Mapping[str, Any]) -> None:
    """Variants are those of the system: a stranger must not name files of this machine."""
    named, known = options.get("variants", []), systems.variants(system)
    if not isinstance(named, list | tuple) or any(not isinstance(each, str) or each not in known for each in named):
        raise BadInput(f"options, variants: {str(named)[:100]}; there are {', '.join(known) or 'none'}")


def seated(places: tuple[Place, ...], wanted: Mapping[str, str] | None) -> dict[str, str]:
    """Who sits where: what was asked for by seat or side; else the first side is mine, and the rest the computer's."""
    if wanted is None:
        wanted = {places[0].side: "me"}
    known = {each.id for each in places} | {each.side for each in places}
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise BadInput(f"seats: no {unknown[0]!r}; there are {', '.join(each.id for each in places)}")
    return {each.id: wanted.get(each.id, wanted.get(each.side, "staff")) for each in places}


def may_go_on(table: Table) -> None:
    """Refuse while nobody may answer."""
    if table.held:
        raise Stale(table.trouble)
    if table.paused:
        raise Stale("the host has paused the battle")
