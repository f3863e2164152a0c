"""How attackers go at the enemy: columns up to where a charge reaches, lines to where muskets tell, skirmishers first;
villages and woods are stormed when the odds are good, and else shot at from close by."""

from __future__ import annotations

from msgspec.structs import replace

from ..knowledge.view import Seen
from ..table.board import Space
from ..table.state import UnitState
from ..terms import Formation, branch
from .approach import approach, straight
from .duties import Duty
from .odds import Prospects
from .picture import Picture

COLUMN: Formation = "attack_column"
SHELTER = ("heavy", "strong_point")
FIRE, CLOSE_FIRE = 2, 1
"""Spaces from the enemy at which attackers stop to fire, in the open and at those who have cover."""
OUT_OF_SHOT = 3
"""Spaces from a village at which foot waits while guns shell it."""
SIEGE = 3
"""Turns after which foot goes close to a village even so."""
ELSEWHERE = 9
"""Spaces within which attackers look for somebody in the open rather than stand before a village."""
HIDE = 3
"""Spaces that those who wait go to get out of the sight of guns."""
PATIENCE = 1
"""Turns that a column waits for its chance to charge before it forms line and goes nearer to fire."""
DEPLOY = 6
"""Spaces from the enemy at which light troops go into open order."""
HORSE = 5
"""Spaces from enemy horse within which they do not."""
STORM = 0.0
"""The edge that an assault on a village or wood must promise: as likely to win as to lose."""
MATES = 4
"""Spaces within which another battalion can join an assault."""
BACKING = 5
"""Spaces within which formed troops must stand behind them."""


def sheltered(p: Picture, foe: Seen | None) -> bool:
    """Whether an enemy stands in buildings or thick woods."""
    return foe is not None and p.board.terrain[foe.space] in SHELTER


def aim(p: Picture, unit: UnitState, duty: Duty) -> Seen | None:
    """The nearest enemy who stands; those in a village that others are to take are left aside, if there is anybody
    else about."""
    nearest = p.nearest(unit.space)
    # so near he cannot be left aside any more
    if nearest is None or not sheltered(p, nearest) or ripe(p, nearest) or p.range(unit, nearest) <= OUT_OF_SHOT:
        return nearest
    others = [foe for foe in p.steady if foe.id == duty.foe or not sheltered(p, foe)]
    found = min(others, key=lambda foe: (p.range(unit, foe), foe.id), default=None)
    return found if found is not None and p.range(unit, found) <= ELSEWHERE else nearest


def ripe(p: Picture, foe: Seen | None) -> bool:
    """Whether foot may go close to those in cover: woods, or loose troops, or such as are shaken or have a third of
    their men down. A battalion that fires from a village in line has to be shelled first."""
    if foe is None or p.board.terrain[foe.space] != "strong_point" or foe.formation in ("semi_formed", "skirmish"):
        return True
    return foe.status != "good_order" or 3 * p.fallen(foe) >= foe.figures + p.fallen(foe)


def storms(p: Picture, unit: UnitState, duty: Duty, foe: Seen | None) -> bool:
    """Whether a battalion in column, with another if one is near, can hope to take a village or wood with the bayonet,
    the fire before contact counted."""
    if foe is None or not sheltered(p, foe) or branch(unit.arm) != "infantry" or unit.status != "good_order":
        return False
    mates = sum(
        branch(other.arm) == "infantry" and other.status == "good_order" and not other.melee
        for other in p.own
        if other.id != unit.id and p.range(other, foe) <= MATES
    )
    column = replace(unit, formation=COLUMN, spent=0)  # as it will be next turn
    return Prospects(p).charge(column, foe, straight(unit, foe, FIRE), min(1, mates)) >= STORM - duty.urge


def in_position(p: Picture, unit: UnitState, duty: Duty, foe: Seen | None) -> bool:
    """Whether an attacker is near enough to the enemy for what it is to do next turn."""
    if foe is None:
        return False
    away = p.away(unit.space, foe)
    if branch(unit.arm) == "cavalry":
        return _may_charge(p, unit)
    if unit.formation == "skirmish":
        return away <= FIRE
    if storms(p, unit, duty, foe):
        return away <= CLOSE_FIRE or approach(p, replace(unit, formation=COLUMN), foe, unit.ap) is not None
    if sheltered(p, foe):
        return away <= (CLOSE_FIRE if ripe(p, foe) or duty.waited >= SIEGE else OUT_OF_SHOT)
    if unit.formation == "line" or duty.waited > PATIENCE:
        return away <= FIRE
    return away <= FIRE or _may_charge(p, unit)


def waits(p: Picture, unit: UnitState, duty: Duty, foe: Seen | None) -> bool:
    """Whether an attacker has nothing to do yet but to wait until a village has been shelled."""
    if not sheltered(p, foe) or ripe(p, foe) or duty.waited >= SIEGE or storms(p, unit, duty, foe):
        return False
    return p.away(unit.space, foe) <= OUT_OF_SHOT + HIDE


def hiding_place(p: Picture, unit: UnitState) -> Space | None:
    """The nearest space where fewer guns bear on a unit that waits, out of musket shot; None if it stands well."""
    now = _guns_on(p, unit.space)
    if not now:
        return None
    (x, y), about = unit.space, range(-HIDE, HIDE + 1)
    around = [(x + i, y + j) for i in about for j in about if p.board.on_board((x + i, y + j))]
    fit = [
        (_guns_on(p, space), p.board.range(unit.space, space), space)
        for space in around
        if p.away(space, p.nearest(space)) >= OUT_OF_SHOT
        and p.board.terrain[space] in ("open", "light")
        and space not in p.board.impassable
        and (space == unit.space or p.fits(unit, space, unit.formation))
    ]
    # of equals the nearest, and then always the same one
    best = min(fit, default=None)
    return best[2] if best is not None and best[0] < now else None


def _guns_on(p: Picture, space: Space) -> int:
    """Enemy batteries in action that have a space in range and sight."""
    reach = int(p.tables.value("SC-2.1", "medium")["long"])
    return sum(
        branch(foe.arm) == "artillery"
        and foe.formation == "unlimbered"
        and p.board.range(space, foe.space) <= reach
        and p.sees(space, foe.space)
        for foe in p.steady
    )


def _may_charge(p: Picture, unit: UnitState) -> bool:
    """Whether there is an enemy in the open whom it could charge with all its points."""
    near = (foe for foe in p.steady if p.range(unit, foe) <= unit.ap + 1 and not sheltered(p, foe))
    return any(approach(p, unit, foe, unit.ap) is not None for foe in near)


def formation(p: Picture, unit: UnitState, duty: Duty, foe: Seen | None) -> str:
    """What an attacking battalion forms near the enemy; nothing where it may march as it likes."""
    away, now = p.away(unit.space, foe), unit.formation
    # far off the march column is quicker
    if away > DEPLOY:
        return ""
    if storms(p, unit, duty, foe):
        return COLUMN
    now_or_never = ripe(p, foe) or duty.waited >= SIEGE
    if sheltered(p, foe) and away <= FIRE + 1 and now_or_never and not p.horse_near(unit.space, HORSE):
        return "line" if p.fits(unit, unit.space, "line") else now
    if unit.arm == "light_infantry" and not sheltered(p, foe) and _screens(p, unit):
        return "skirmish"
    patient = 0 if p.drilled else PATIENCE
    near = away <= FIRE + (2 if p.drilled else 1)
    if duty.waited >= patient and near and not sheltered(p, foe) and p.fits(unit, unit.space, "line"):
        return "line"  # no chance to charge: a firefight then
    return now if now in ("line", COLUMN) else COLUMN


def _screens(p: Picture, unit: UnitState) -> bool:
    """Whether light troops can go before the others in open order: no horse about, and formed friends behind."""
    if p.horse_near(unit.space, HORSE):
        return False
    return any(
        other.arm == "infantry"
        and other.status == "good_order"
        and other.formation in ("line", "attack_column")
        and p.board.range(unit.space, other.space) <= BACKING
        for other in p.own
    )
