"""The fields of a mission, as every option that gives one has them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from grognard.kernel.domains import Choice, Domain, Number, Spot, Spots

from ...orders import assignments
from ...table.battlefield import Battlefield
from ...terms import Gait
from . import by_word
from .spending import own_units

MOST_STOPS = 8
"""Places on the way of a mission."""
MOST_RADIUS = 1000
MOST_TURNS = 200


def mission_fields(b: Battlefield, seat: str, kinds: Iterable[str] = assignments.KINDS) -> dict[str, Domain]:
    """What a mission says."""
    width, height = b.scenario.header.table_paces
    own = (*own_units(b, seat), *by_word.correspondents(b, seat))
    return {
        "kind": Choice(tuple(kinds)),
        "objective": Spot(width, height),
        "route": Spots(width, height, MOST_STOPS),
        "radius": Number(0, MOST_RADIUS),
        "ward": Choice(("", *own)),
        "gait": Choice(get_args(Gait)),
        "wait_until": Number(0, MOST_TURNS),
    }
