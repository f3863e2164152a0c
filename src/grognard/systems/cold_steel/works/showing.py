"""What a seat knows of works, fires and boats. What stands or burns on the ground lies on the table for all to see, as
smoke and abandoned guns do; what is still being worked at is known to its own side, and boats to whoever sees them."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ..table.battlefield import Battlefield
from ..table.ground import structures
from ..table.state import Boat, Work
from ..terms import Cover


class Shown(Struct, frozen=True, omit_defaults=True):
    """Works or a building that is not as the map has it."""

    id: str
    cover: Cover | None = None
    """What it gives now; nothing in ruins."""
    lit: int = 0
    """The turn on which it was set alight; 0 while it does not burn."""


def shown_structures(b: Battlefield) -> dict[str, Shown]:
    """All that burn, or give other cover than they did."""
    found = {}
    for name, now in b.world.structures.items():
        level, area = structures.level_of(b, name), b.built[name]
        # only what differs from the map: the rest is in the briefing
        if now.lit or level != structures.level_at_first(area):
            found[name] = Shown(name, structures.cover_of_level(b.rules.tables, level), now.lit)
    return found


def shown_works(b: Battlefield, side: str) -> dict[str, Work]:
    """What engineers have made; who made it only its own side is told."""
    return {
        # who made it would tell where that unit has been
        work.id: work if work.side == side else Work(work.id, work.side, work.kind, work.line, work.level, work.paces)
        for work in b.world.works.values()
    }


def shown_boats(b: Battlefield, seat: str, side: str) -> dict[str, Boat]:
    """Its own side's boats, and those that its units see; where these came from it need not have seen."""
    return {
        boat.id: boat if boat.side == side else replace(boat, put_off=None)
        for boat in b.world.boats.values()
        if boat.side == side or any(b.survey.point_sees(boat.position, eye) for eye in b.knowledge.eyes(seat))
    }
