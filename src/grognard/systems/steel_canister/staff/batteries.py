"""Guns: whom they fire at, and where they go to do it well. Villages are shelled from close by, out of musket shot."""

from __future__ import annotations

from ..knowledge.view import Seen
from ..table.board import Space
from ..table.state import UnitState
from ..terms import FACINGS, Facing, branch
from .assault import sheltered
from .duties import Duty
from .odds import salvo
from .picture import Picture
from .routes import Country

NEAR, SEEK = 3, 6
"""Guns go no nearer to the enemy than beyond so many spaces, and seek a better place within so many."""
MUSKETS = 2
"""Spaces that those reach who are shut up in a village; guns need only stay out of that."""
WELL, WAY, DEAR = 2, 0.3, 0.8
"""Dice from which on a place is worth unlimbering in, and those that a space of the way to it costs: more to those who
know that guns on wheels are shot to pieces."""
CHOSEN = 1.6
"""How much more a hit on the enemy counts whom the plan wants shelled."""


def marks(p: Picture, unit: UnitState) -> list[Seen]:
    """Enemies a battery can hit from where it stands, the best first."""
    found = [(salvo(p, unit, foe), foe) for foe in p.targets(unit, p.gun_reach(unit))]
    # the id last, so that a tie is broken alike in every run
    worth = [(-dice * _wanted(foe), p.range(unit, foe), foe.id, foe) for dice, foe in found if dice]
    return [foe for _, _, _, foe in sorted(worth, key=lambda each: each[:3])]


def _wanted(foe: Seen) -> float:
    """Who is already running is not worth powder; guns are hard to hit for good."""
    if foe.status in ("retreat", "rout"):
        return 0.3
    return 0.8 if branch(foe.arm) == "artillery" else 1.0


def to_shell(p: Picture, duty: Duty | None) -> bool:
    """Whether the plan wants a garrison shelled, so that guns leave a poor place for a better one."""
    foe = p.view.seen.get(duty.foe) if duty is not None else None
    return sheltered(p, foe)


def well(p: Picture, unit: UnitState, found: list[Seen]) -> bool:
    """Whether a battery hits somebody well from where it stands."""
    return salvo(p, unit, found[0]) >= WELL


def turned(p: Picture, unit: UnitState) -> Facing | None:
    """The way to turn unlimbered guns so that they hit most."""
    best: tuple[int, Facing] | None = None
    for facing in FACINGS:
        dice = max((salvo(p, unit, foe) for foe in p.targets(unit, p.gun_reach(unit), facing)), default=0)
        # swinging guns round costs points that the shot wants: not for one that is hardly worth firing
        if facing != unit.facing and dice >= WELL and (best is None or dice > best[0]):
            best = dice, facing
    return best[1] if best is not None else None


def mark_from(p: Picture, unit: UnitState, space: Space, wanted: str = "") -> tuple[float, Seen] | None:
    """The enemy a battery would hit best from a space, and how well, if it is a good one for guns."""
    if not safe(p, space):
        return None
    reach = p.gun_reach(unit)
    found = [
        (dice * (CHOSEN if foe.id == wanted else 1.0), foe.id, foe)
        for foe in p.steady
        if p.board.range(space, foe.space) <= reach
        and not foe.melee
        and p.sees(space, foe.space)
        and (dice := salvo(p, unit, foe, space)) >= WELL
    ]
    best = max(found, key=lambda each: each[:2], default=None)
    return (best[0], best[2]) if best is not None else None


def safe(p: Picture, space: Space) -> bool:
    """Whether no enemy is too near: of those in a village, only the muskets count."""
    return all(
        p.board.range(space, foe.space) > (MUSKETS if sheltered(p, foe) else NEAR)
        for foe in p.steady
        if abs(foe.space[0] - space[0]) <= NEAR and abs(foe.space[1] - space[1]) <= NEAR
    )


def post(p: Picture, unit: UnitState, duty: Duty | None, country: Country) -> Space | None:
    """The place about from which the enemy can be hit best, weighing the way; failing that, where the task wants the
    guns."""
    (x, y), reach = unit.space, p.gun_reach(unit)
    near = any(p.range(unit, foe) <= reach + SEEK for foe in p.steady)
    # with nobody about there is nothing to weigh, and every space of the square would be asked for nothing
    sought, wanted = range(-SEEK, SEEK + 1) if near else (), duty.foe if duty is not None else ""
    best: tuple[float, Space] | None = None
    for space in ((x + i, y + j) for i in sought for j in sought):
        if (
            not p.board.on_board(space)
            or not p.fits(unit, space, "unlimbered")
            or not country.into(country.number(space))
        ):
            continue
        found = mark_from(p, unit, space, wanted)
        worth = found[0] - (DEAR if p.drilled else WAY) * p.board.range(unit.space, space) if found is not None else 0.0
        if found is not None and (best is None or (worth, space) > best):
            best = worth, space
    if best is not None:
        return best[1]
    return duty.space if duty is not None and not duty.stays else None
