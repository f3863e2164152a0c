"""Rolls as links are told of them: with what the record does not keep because the rules know it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from grognard.battle.battles import Battle
from grognard.battle.events import Event, Rolled
from grognard.battle.rolls import reckoned, shots
from grognard.kernel.checks import OURS, THEIRS
from grognard.kernel.handful import Handful, Handfuls


def rolled(battle: Battle, event: Event, known: Event, seat: str) -> dict[str, Any] | None:
    """The roll of an event as a link knows it: with the sides of its dice, whether they are its own, what a die needs,
    or else one should know of it, and where two rolled against each other, each by himself. Without a seat nothing is
    one's own, or all is."""
    roll = known.roll
    if roll is None:
        return None
    plain: dict[str, Any] = msgspec.to_builtins(roll)
    check = battle.fight.rules[roll.check]
    others = battle.game.other_shooters(battle.fight, known)
    more: dict[str, Any] = {
        "sides": check.sides,
        "words": reckoned(roll, others),
        "shots": shots(roll, others),
        "uncounted": check.uncounted(roll.dice),
    }
    if isinstance(check, (Handful, Handfuls)):
        more |= {"counts": "dice", "needs": _needs(check.needs, roll)}
    if note := battle.game.roll_note(battle.fight, known):
        more["needs"] = note
    if check.under:
        more["counts"] = "below"
    if OURS in (roll.details or {}):
        more["parts"] = _parts(battle, event, known, seat)
    told = {**plain, **{name: value for name, value in more.items() if value}}
    return told if not seat or event.owners is None or seat in event.owners else {**told, "own": False}


def _needs(needs: str, roll: Rolled) -> str:
    """What a die needs, and how many have it."""
    hits = (roll.details or {}).get("hits")
    return needs if hits is None or not roll.dice else f"{needs}: {hits or 'none'}"


def _parts(battle: Battle, event: Event, known: Event, seat: str) -> list[dict[str, Any]]:
    """Each side of an opposed roll."""
    assert known.roll is not None
    fight, game = battle.fight, battle.game
    found = []
    for side, who, called in zip((OURS, THEIRS), game.rollers(fight, event), game.rollers(fight, known), strict=False):
        part = known.roll.details[side]
        # where each die counts for itself the modifiers' sum is no result: the part says in words what came of it
        told = {name: part[name] for name in ("dice", "modifiers", "total", "told") if name in part}
        if places := battle.fight.rules[known.roll.check].uncounted(part["dice"]):
            told["uncounted"] = places
        mine = {"own": seat in _seats(battle, who)} if seat else {}
        found.append({"name": fight.name(called) if called else "", **told, **mine})
    return found


def _seats(battle: Battle, who: str) -> Sequence[str]:
    """Whose dice they are: those of a side, or of a unit's seat."""
    return battle.fight.seats_of(who) or (battle.fight.seat_of(who),)
