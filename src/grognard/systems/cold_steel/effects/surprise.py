"""Surprise as it happens: who is taken unawares before any dice of close combat, and the roll of defenders in fog."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.kernel.checks import Result, implements

from ..events.close_combat import OnTheAlert, TakenBySurprise
from ..facts.combat.engagements import Pairing, came_upon
from ..facts.combat.surprise import taken_unawares, unseen
from ..table.battlefield import Battlefield
from . import units as effects
from .initiative import initiative_check


def take_by_surprise(b: Battlefield, pairings: Iterable[Pairing]) -> None:
    """Before any dice of close combat: who is surprised this turn. Once for each unit."""
    found = [(pair.one, pair.other) for pair in pairings]
    # both ways: two may have come upon each other
    found += [(other, one) for one, other in found]
    attackers: dict[str, list[str]] = {}
    for foe, unit in found:
        if came_upon(b, foe, unit):
            attackers.setdefault(unit, []).append(foe)
    for unit, foes in attackers.items():
        if b.world.weather != "clear":
            # the weather's own roll takes the place of what was seen or not (CS-B.8c)
            _roll_in_fog(b, unit, foes[0])
        elif sudden := [foe for foe in foes if taken_unawares(b, unit, foe)]:
            _caught(b, unit, sudden[0], "CS-9.2.1f", "unseen" if unseen(b, unit, sudden[0]) else "smoke")


@implements("CS-B.8c")
def _roll_in_fog(b: Battlefield, unit: str, foe: str) -> None:
    """In fog, rain and snow the defender's officers must be quick; what they fail in costs no disorder."""
    result = initiative_check(b, unit, check="fog-surprise")
    if result.settled.surprised:
        _caught(b, unit, foe, "CS-B.8c", b.world.weather, result)
    else:
        b.report(OnTheAlert(unit=unit, foe=foe), rules=("CS-B.8c",), roll=result)


def _caught(b: Battlefield, unit: str, foe: str, rule: str, why: str, result: Result[Any] | None = None) -> None:
    b.report(
        TakenBySurprise(unit=unit, foe=foe, why=why),
        rules=(rule,),
        roll=result,
        sets=[effects.doing(b, unit, surprised=True)],
    )
