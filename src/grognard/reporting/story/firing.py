"""Fire of one turn in sentences: gathered by target, the heaviest first, the rest in one line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..record import Record
from ..wording import listed, men, the
from .deeds import Actor, Deed
from .teller import Teller

MOST = 4
"""Targets told of in one turn."""
SHOOTERS = 4


class Target(NamedTuple):
    """Somebody under fire."""

    whom: Actor
    shooters: tuple[str, ...]
    by: tuple[str, ...]
    """The units that they belong to."""
    hits: int
    lost: int
    """Men, this turn; 0 where something else than fire may have cost them, or where it is not known."""
    fell: str
    """What it came to, in the past tense."""


def firing(teller: Teller, turn: int, found: Sequence[Deed], spoken: set[str]) -> Iterable[str]:
    """The sentences; whoever's collapse is told here is spoken of."""
    targets = _targets(teller, turn, found)
    telling = [one for one in targets if one.lost or one.fell][:MOST]
    answered: set[str] = set()
    for one in telling:
        # looked for before it is passed over, since of two who shot at each other the first tells of both
        other = next((each for each in telling if each.whom.unit not in answered and _exchange(one, each)), None)
        if one.whom.unit in answered:
            continue
        if other is not None:
            answered.add(other.whom.unit)
            yield teller.pen.write(
                "exchange", one=one.whom.name, other=other.whom.name, a=men(one.lost), b=men(other.lost)
            )
        else:
            yield _sentence(teller, one)
        spoken.update([one.whom.id] if one.fell else [])
    # a turn of fire that cost nobody is still fire: one sentence, so that it is not silent
    if not telling and any(one.hits for one in targets):
        yield _sentence(teller, next(one for one in targets if one.hits))
    yield _rest(teller, targets, telling)


def _exchange(one: Target, other: Target) -> bool:
    """Whether two only shot at each other, and both lost men and stood."""
    alone = one.by == (other.whom.unit,) and other.by == (one.whom.unit,)
    return alone and bool(one.lost and other.lost) and not (one.fell or other.fell)


def _sentence(teller: Teller, one: Target) -> str:
    who = listed(one.shooters, SHOOTERS)
    if one.lost:
        fell = f" and {one.fell}" if one.fell else ""
        fell_it = f", and it {one.fell}" if one.fell else ""
        return teller.pen.write("fire_loss", who=who, whom=one.whom.name, men=men(one.lost), fell=fell, fell_it=fell_it)
    if one.fell:
        return teller.pen.write("fire_fell", who=who, whom=one.whom.name, fell=one.fell)
    return teller.pen.write("fire_hit", who=who, whom=one.whom.name)


def _rest(teller: Teller, targets: Sequence[Target], telling: Sequence[Target]) -> str:
    """What the fire cost others, by side."""
    lost: dict[str, int] = {}
    for one in targets:
        if one not in telling and one.lost:
            lost[one.whom.side] = lost.get(one.whom.side, 0) + one.lost
    told = [f"{the(side)} {men(number)}" for side, number in lost.items()]
    return teller.pen.write("fire_rest", sides=listed(told)) if told else ""


def _targets(teller: Teller, turn: int, found: Sequence[Deed]) -> list[Target]:
    """Everybody fired at, the one who lost most first."""
    shots: dict[str, list[Deed]] = {}
    for deed in found:
        if deed.what == "fire" and deed.whom.id:
            shots.setdefault(deed.whom.unit, []).append(deed)
    # what close combat cost is told there, and its men must not be counted for fire too
    met = {actor.unit for deed in found if deed.what == "clash" for actor in (deed.who, deed.whom)}
    by = {unit: {deed.who.unit for deed in fired} for unit, fired in shots.items()}
    # nor does fire answer for men whom somebody took who did not fire at them
    fought = met | {
        deed.who.unit for deed in found if deed.what == "loss" and deed.whom.unit not in by.get(deed.who.unit, ())
    }
    morale = {deed.who.unit: deed for deed in teller.last_morale(found) if teller.worse(deed)}
    targets = [
        Target(
            _whole(fired),
            tuple(dict.fromkeys(deed.who.name for deed in fired)),
            tuple(dict.fromkeys(deed.who.unit for deed in fired)),
            sum(int(deed.facts.get("hits", 0)) for deed in fired),
            0 if unit in fought else lost_in(teller.record, turn, unit),
            "" if unit in met or unit not in morale else teller.words.status.words[morale[unit].facts["status"]],
        )
        for unit, fired in shots.items()
    ]
    # a unit that gave way is worth a sentence before one that lost half a hundred men
    return sorted(targets, key=lambda one: (-bool(one.fell) * 50 - one.lost, one.whom.id))


def _whole(fired: Sequence[Deed]) -> Actor:
    """The target: the battalion rather than its skirmishers, where both were shot at."""
    return min((deed.whom for deed in fired), key=lambda actor: "/" in actor.id)


def lost_in(record: Record, turn: int, unit: str) -> int:
    """Men that a unit lost in a turn; none where it was lost altogether, is not known, or more came back to the ranks
    than fell."""
    before, after = record.states[turn - 1].units.get(unit), record.states[turn].units.get(unit)
    if before is None or after is None or after.destroyed:
        return 0
    return max(0, before.men - after.men)
