"""Forces beyond the table: who is in them, how strong they are, and what stands on the cards at the edges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec.structs import replace

from grognard.army.nations import nation
from grognard.army.oob import Edge
from grognard.battle.events import Set
from grognard.kernel.checks import implements

from ..checks.movement.off_board import Size
from ..table.battlefield import Battlefield
from ..table.bodies import shape_of
from ..table.state import Force, Peek, UnitState
from .edges import spot_at

FIGHTERS = ("infantry", "cavalry")
"""Arms whose figures stand on the cards; guns go along."""
BUSY = ("marching", "fighting", "arriving", "astray")
"""On the road, where no new orders reach it."""


class ForceCard(NamedTuple):
    """Figures on the card that a side lays at an edge (CS-C.2c)."""

    infantry: int = 0
    cavalry: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.infantry + self.cavalry


def force_of(b: Battlefield, unit: str) -> Force | None:
    """The force that a unit is in."""
    return next((force for force in b.world.forces.values() if unit in force.units), None)


def there(b: Battlefield, force: Force) -> list[UnitState]:
    """Its units that are still with it, in the order of the force."""
    return [now for unit in force.units if (now := b.unit(unit)).where == "beyond"]


def fighters(b: Battlefield, force: Force) -> list[UnitState]:
    """Its foot and horse."""
    return [unit for unit in there(b, force) if b.entry(unit.id).rated.arm in FIGHTERS]


@implements("CS-C.2c")
def card_of(b: Battlefield, forces: Iterable[Force]) -> ForceCard:
    """The figures of forces as they stand on a card."""
    units = [unit for force in forces for unit in fighters(b, force)]
    count = {arm: sum(b.live(unit.id) for unit in units if b.entry(unit.id).rated.arm == arm) for arm in FIGHTERS}
    return ForceCard(count["infantry"], count["cavalry"])


def size_of(b: Battlefield, units: Iterable[str]) -> Size:
    """How large a force is: less than a company or squadron, one, or several. Companies that have lost men count for
    what is left of them."""
    companies = sum((_companies(b, b.unit(unit)) for unit in units), Fraction())
    return "part_company" if companies < 1 else "company" if companies <= 1 else "battalion"


@implements("CS-C.4f")
def barrier(b: Battlefield, units: Sequence[str]) -> Size:
    """How large a force is that bars the way. To be fought it must be a battalion or as many companies as one has, or
    several squadrons, whatever they have lost."""
    found = size_of(b, units)
    return "company" if found == "battalion" and sum(_battalions(b, b.unit(unit)) for unit in units) < 1 else found


def _battalions(b: Battlefield, now: UnitState) -> Fraction:
    """A unit's share of a battalion, or of the squadrons that are as good as one."""
    if b.entry(now.id).rated.arm == "cavalry":
        return Fraction(_organised(b, now), b.rules.tables.number("CS-C.4f", "squadrons"))
    return Fraction(_organised(b, now), nation(b.entry(now.id).unit.nation).companies_in(b.year))


def _companies(b: Battlefield, now: UnitState) -> Fraction:
    """Companies or squadrons in its ranks, by the men left of them."""
    # fractions, not rounded: half a company more or less decides
    return Fraction(_organised(b, now) * b.live(now.id), now.figures)


def _organised(b: Battlefield, now: UnitState) -> int:
    """Companies or squadrons that it began with; guns are none."""
    arm, unit = b.entry(now.id).rated.arm, b.entry(now.id).unit
    if arm not in FIGHTERS:
        return 0
    if arm == "cavalry":
        # where the roster names no squadrons, as many as it is drawn with
        return unit.squadrons or len(shape_of(b, now, "line", "open").parts)
    return unit.companies or nation(unit.nation).companies_in(b.year)


def commander_of(b: Battlefield, units: Sequence[str]) -> str:
    """The nearest leader of their own seat who commands all of these units."""
    seat, chains = b.seat_of(units[0]), [b.entry(unit).leaders for unit in units]
    common = [leader for leader in chains[0] if all(leader in chain for chain in chains)]
    # nobody of their own seat commands them all: then the highest does
    return next((leader for leader in common if b.seat_of(leader) == seat), common[-1])


@implements("CS-C.4a")
def in_the_area(b: Battlefield, side: str, edge: Edge) -> list[Force]:
    """A side's forces beyond an edge, whatever they do there, once they have come there; those out for the day keep out
    of everybody's way."""
    return [
        force
        for force in b.world.forces.values()
        if force.side == side
        and force.edge == edge
        and force.status != "out"
        and _come(b, force)
        and fighters(b, force)
    ]


def _come(b: Battlefield, force: Force) -> bool:
    # who is bound for a post is not there before he arrives
    return force.status != "posted" or force.due <= b.world.turn


def engaged(b: Battlefield, force: Force) -> bool:
    """Whether an enemy force has attacked it and they still fight."""
    return any(force.id in other.foes for other in b.world.forces.values() if other.status == "fighting")


# -- changes, to go with events


def changed(force: Force, **fields: Any) -> Set:
    """A change of a force; one without units is no more."""
    if "units" in fields and not fields["units"]:
        return Set("forces", force.id, None)
    return Set("forces", force.id, fields)


def made(force: Force) -> Set:
    """A new force."""
    return Set("forces", force.id, {name: getattr(force, name) for name in force.__struct_fields__})


def taken_from(b: Battlefield, units: Iterable[str]) -> list[Set]:
    """Units leave the forces they were in."""
    going = set(units)
    return [
        changed(force, units=tuple(unit for unit in force.units if unit not in going))
        for force in b.world.forces.values()
        if going.intersection(force.units)
    ]


def peeked(b: Battlefield, seat: str, edge: Edge, card: ForceCard) -> Set:
    """A seat has read the enemy's card at an edge."""
    peek = Peek(seat, edge, b.world.turn, card.infantry, card.cavalry)
    return Set("peeks", f"{seat}:{edge}", {name: getattr(peek, name) for name in peek.__struct_fields__})


# -- before the first turn


@implements("CS-C.1", "CS-1.1b")
def muster(b: Battlefield) -> None:
    """Those whom the order of battle puts beyond an edge are forces there, brigade by brigade, without orders yet."""
    if not b.world.off_board:
        return
    groups: dict[tuple[str, Edge, str], list[str]] = {}
    for entry in b.roster.units.values():
        if entry.unit.off_board is not None:
            groups.setdefault((b.seat_of(entry.id), entry.unit.off_board, entry.brigade), []).append(entry.id)
    for number, ((seat, edge, _), units) in enumerate(groups.items(), 1):
        side = b.unit(units[0]).side
        place = spot_at(b, edge, b.unit(units[0]).position)[0].place
        # without orders they stand where the order of battle has them
        force = Force(f"{seat}/off-{number}", side, seat, tuple(units), edge, place, leader=commander_of(b, units))
        b.world.forces[force.id] = force
        for unit in units:
            # written straight into the world: the record begins only after this
            b.world.units[unit] = replace(b.unit(unit), where="beyond")
