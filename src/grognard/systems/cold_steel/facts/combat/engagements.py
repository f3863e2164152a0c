"""Who fights whom: opposing units within P3, put together into combats, in the order in which they are settled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from grognard.kernel.checks import Refused, implements

from ...checks.close_combat.cavalry_options import SeveralAttackersFacts
from ...checks.close_combat.combat_rules import EngagedFacts, Engagement, ReinforcementFacts, resolution_order
from ...checks.setting_up.measures import reach as zone_reach
from ...table.battlefield import Battlefield
from ...table.state import Order, UnitState, Wheel


class Pairing(NamedTuple):
    """Two units that fight each other, the one who came on first."""

    one: str
    other: str
    through: str = ""
    """The friend behind whom `one` stands, if it fights through him (CS-9.2.3e)."""


LinkedPairings = list[Pairing]
"""All pairings that hang together by a unit."""


def reach(b: Battlefield) -> int:
    """The end of P3, in paces: as far as one need look for an enemy."""
    return zone_reach(b.rules.tables, b.rules.tables.value("CS-9", "zone"))


@implements("CS-9")
def _engaged(b: Battlefield, one: str, other: str) -> bool:
    """Whether two opposing units are near enough to come to blows."""
    return bool(b.settle("engaged", EngagedFacts(distance=b.survey.distance(one, other))).close_combat)


@implements("CS-9.2")
def pairings(b: Battlefield) -> list[Pairing]:
    """All pairs that fight this turn, in the order of the roster. Batteries do not close with each other."""
    # not two batteries: they stay and fire at each other (CS-9.2)
    near = [pair for pair in _near(b) if not _gun_duel(b, *pair) and _may_fight(b, *pair)]
    found = [_attacker_first(b, *pair) for pair in near]
    return found + list(_through_friends(b, found))


def _near(b: Battlefield) -> Iterator[tuple[str, str]]:
    """Opposing units upon each other, in the order of the roster, each pair once."""
    # from one side only: every pair has one of each
    ours = next(iter(b.roster.sides))
    for unit in b.on_table(ours):
        yield from ((unit.id, foe) for foe in b.survey.enemies_within(unit.id, reach(b)) if _engaged(b, unit.id, foe))


def _gun_duel(b: Battlefield, one: str, other: str) -> bool:
    return b.entry(one).rated.arm == b.entry(other).rated.arm == "artillery"


def _attacker_first(b: Battlefield, one: str, other: str) -> Pairing:
    """Who came into P3 this turn is named first; else the order of the roster holds."""
    came, met = one in b.unit(other).now.came_into, other in b.unit(one).now.came_into
    # both may have come upon each other; then the order of the roster holds
    return Pairing(other, one) if met < came else Pairing(one, other)


def came_upon(b: Battlefield, one: str, other: str) -> bool:
    """Whether the first came into the other's P3 this turn."""
    return other in b.unit(one).now.came_into


@implements("CS-9.2.1b")
def attacks(b: Battlefield, one: str, other: str) -> bool:
    """Whether the first is the attacker: it came upon the other this turn or last, or when their melee began."""
    now = b.unit(one)
    # the melee of an earlier turn keeps who began it: the attacker does not become defender by staying
    return came_upon(b, one, other) or other in now.before.came_into or (other in now.melee and other in now.set_upon)


# -- reinforcing


def _may_fight(b: Battlefield, one: str, other: str) -> bool:
    """Whether neither is a newcomer to a combat that it may not join."""
    return _may_join(b, one, other) and _may_join(b, other, one)


@implements("CS-9.2.3a", "CS-9.2.3b", "CS-9.2.3d")
def _may_join(b: Battlefield, unit: str, foe: str) -> bool:
    """A newcomer joins only a melee, and only if it began its move outside P3. Whoever may not join stands by: it is
    in P3 from now on, so it fights from the next turn."""
    locked = b.unit(foe)
    # only a newcomer can be kept out: whoever is in it already, or was come upon, fights
    if not locked.melee or unit in locked.melee or not came_upon(b, unit, foe):
        return True
    last: Literal["melee", "firefight"] = "firefight" if locked.firefight else "melee"
    now, arm = b.unit(unit), b.entry(unit).rated.arm
    return _allowed(
        b, ReinforcementFacts(last_result=last, arm=arm, starts_in_p3=now.now.engaged, wheel=_wheeled(now.order))
    )


def _wheeled(order: Order | None) -> int:
    """Degrees that a unit was to wheel this turn."""
    return min(abs(order.move.degrees), 180) if order is not None and isinstance(order.move, Wheel) else 0


def _allowed(b: Battlefield, joining: ReinforcementFacts) -> bool:
    try:
        return bool(b.settle("reinforcement", joining).joins)
    except Refused:
        return False


@implements("CS-9.2.3e")
def _through_friends(b: Battlefield, found: list[Pairing]) -> Iterator[Pairing]:
    """Cavalry ordered to attack that stands behind cavalry in melee fights its friend's enemies."""
    fighting = {unit for pair in found for unit in pair[:2]}
    for pair in found:
        for friend, foe in (pair[:2], pair[1::-1]):
            if foe in b.unit(friend).melee and not b.unit(friend).firefight:
                # who fights somebody of his own has no hands free for his friend's enemy
                behind = [each for each in b.survey.friends_within(friend, reach(b)) if each not in fighting]
                yield from (Pairing(each, foe, friend) for each in behind if _backs(b, b.unit(each), friend))


def _backs(b: Battlefield, unit: UnitState, friend: str) -> bool:
    """Whether it came up to reinforce through a friend."""
    if unit.order is None or not unit.order.attacks or b.survey.zone(friend, unit.id) != "rear":
        return False
    arm, friends_arm = b.entry(unit.id).rated.arm, b.entry(friend).rated.arm
    joining = ReinforcementFacts(
        last_result="melee", arm=arm, starts_in_p3=unit.now.engaged, through_friend=True, friend_arm=friends_arm
    )
    return _allowed(b, joining)


# -- combats


def combats(b: Battlefield, found: Iterable[Pairing]) -> list[LinkedPairings]:
    """The pairings by combat, in the order in which the combats are settled."""
    groups: list[LinkedPairings] = []
    for pair in found:
        # a pairing may tie together combats that had nothing to do with each other so far
        tied = [group for group in groups if any(set(pair[:2]) & set(each[:2]) for each in group)]
        groups = [group for group in groups if group not in tied]
        groups.append([each for group in tied for each in group] + [pair])
    return _in_order(b, groups)


@implements("CS-9.1a", "CS-2h")
def _in_order(b: Battlefield, groups: list[LinkedPairings]) -> list[LinkedPairings]:
    places = [_engagement(b, group) for group in groups]
    order = resolution_order(places)
    return [groups[i] for i in sorted(range(len(groups)), key=lambda i: order.index(places[i]))]


def _engagement(b: Battlefield, group: LinkedPairings) -> Engagement:
    units = fighters(group)
    middles = [b.survey.middle(unit) for unit in units]
    cavalry = any(b.entry(unit).rated.arm == "cavalry" for unit in units)
    # whole sixteenths, so that ties are ties on every machine
    north, east = (sum(middle[axis] for middle in middles) // len(middles) for axis in (1, 0))
    return Engagement(cavalry, north, east)


def fighters(group: Iterable[Pairing]) -> list[str]:
    """All units in these pairings, each once."""
    return list(dict.fromkeys(unit for pair in group for unit in pair[:2]))


def standing(b: Battlefield, group: Iterable[Pairing]) -> LinkedPairings:
    """The pairings of a combat that still hold: whoever was beaten or has gone fights no more, and whoever's enemies
    have left is free."""
    return [pair for pair in group if _holds(b, pair)]


def _holds(b: Battlefield, pair: Pairing) -> bool:
    here = [b.unit(unit) for unit in pair if unit]
    if any(unit.where != "table" or unit.now.combat == "lost" for unit in here):
        return False
    # who fights through a friend is as near to the enemy as the friend is
    return _engaged(b, pair.through or pair.one, pair.other)


# -- one after the other


@implements("CS-9.2.3f")
def bouts(b: Battlefield, group: LinkedPairings) -> list[LinkedPairings]:
    """A combat in the bouts it is fought in: cavalry that comes upon one enemy with other cavalry attacks in turn,
    those in melee with him already first, then the nearest; all others fight at once."""
    place: dict[str, int] = {}
    for target in fighters(group):
        riders = sorted(_riders(b, group, target), key=lambda rider: _first_to_strike(b, rider, target))
        # all of them in contact since earlier turns: then they fight at once, like others
        if _in_turn(b, len(riders)) and any(came_upon(b, each, target) or through for each, through in riders):
            for turn, (rider, _) in enumerate(riders):
                # a rider with several enemies waits for the latest of his turns
                place[rider] = max(turn, place.get(rider, 0))
    turn_of = [max(place.get(pair.one, 0), place.get(pair.other, 0)) for pair in group]
    by_turn = [[pair for pair, at in zip(group, turn_of, strict=True) if at == turn] for turn in sorted(set(turn_of))]
    return [bout for bout in by_turn if bout]


def _in_turn(b: Battlefield, riders: int) -> bool:
    return riders > 0 and bool(b.settle("several-attackers", SeveralAttackersFacts(attackers=riders)).one_after_another)


def _riders(b: Battlefield, group: LinkedPairings, target: str) -> list[tuple[str, str]]:
    foes = [(pair.one, pair.through) for pair in group if pair.other == target]
    foes += [(pair.other, "") for pair in group if pair.one == target]
    return [foe for foe in foes if b.entry(foe[0]).rated.arm == "cavalry"]


def _first_to_strike(b: Battlefield, rider: tuple[str, str], target: str) -> tuple[bool, int, str]:
    unit, through = rider
    # behind a friend he is farther off than he stands: the friend strikes first
    return unit not in b.unit(target).melee, b.survey.distance(unit, target) + (reach(b) if through else 0), unit
