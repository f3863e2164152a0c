"""What must hold after every phase, whatever anybody answers. Words for a test to print; nothing if all is well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import get_args

from grognard.ground.features import WORKS
from grognard.ground.shapes import Quad, area_twice, pairs
from grognard.ground.units import SUB, Point
from grognard.ground.waters import afloat

from .effects.units import MOST_DISORDER
from .table.battlefield import LONGEST, Battlefield
from .table.forms import LOOSE
from .table.ground.lines import length
from .table.raised import counted
from .table.state import FallBack, Order, Stage, UnitState, Where, Withdraw
from .terms import Status, Weather

CROWDED_PERCENT = 25
"""More of the smaller body than this on another's ground, and they stand in one another."""
_LOOSE = (*LOOSE, "irregular", "garrison", "skirmish_squares")
_WHERE, _STATUS, _PHASE, _WEATHER = (frozenset(get_args(words)) for words in (Where, Status, Stage, Weather))


def broken(b: Battlefield) -> list[str]:
    """What does not hold, in words."""
    return [f"turn {b.world.turn}, {b.world.phase}: {wrong}" for check in CHECKS for wrong in check(b)]


def legal_states(b: Battlefield) -> Iterator[str]:
    """Words and numbers lie in their ranges."""
    for unit in b.world.units.values():
        wrong = {
            f"where {unit.where}": unit.where not in _WHERE,
            f"status {unit.status}": unit.status not in _STATUS,
            "dispersed, but on the table": unit.status == "dispersed" and unit.where == "table",
            f"disorder {unit.disorder}": not 0 <= unit.disorder <= MOST_DISORDER,
            f"passing disorder {unit.passing_disorder}": not 0 <= unit.passing_disorder <= MOST_DISORDER,
            f"held for {unit.held} turns": unit.held < 0,
            f"heading {unit.heading}": type(unit.heading) is not int or not 0 <= unit.heading < 360,
            f"position {unit.position}": any(type(number) is not int for number in unit.position),
            f"lies down, though {unit.status}": unit.prone and unit.status in ("broken", "routed"),
        }
        yield from (f"{unit.id}: {told}" for told, holds in wrong.items() if holds)
    if b.world.phase not in _PHASE or b.world.weather not in _WEATHER or b.world.turn < 1:
        yield f"no such moment: turn {b.world.turn}, {b.world.phase}, {b.world.weather}"


def strengths(b: Battlefield) -> Iterator[str]:
    """Nobody loses more than he has, guns and losses of a battery add up, and no man comes from nowhere."""
    for unit in b.world.units.values():
        if not 0 <= unit.lost <= unit.figures:
            yield f"{unit.id}: {unit.lost} of {unit.figures} figures lost"
        if unit.where == "table" and unit.lost >= unit.figures:
            yield f"{unit.id}: on the table without a figure left"
        if unit.guns < 0 or unit.howitzers < 0:
            yield f"{unit.id}: {unit.guns} guns, {unit.howitzers} howitzers"
    yield from _men_conserved(b)
    yield from _pieces(b)


def _men_conserved(b: Battlefield) -> Iterator[str]:
    """A unit and its skirmishers together are as many as marched to the battle."""
    found = counted(b)
    for entry in b.roster.units.values():
        pieces = entry.unit.guns + entry.unit.howitzers
        started = pieces if entry.rated.arm == "artillery" else entry.rated.figures
        if found[entry.id][0] != started:
            yield f"{entry.id}: {found[entry.id][0]} figures, it began with {started}"


def _pieces(b: Battlefield) -> Iterator[str]:
    for unit in b.world.units.values():
        if unit.where == "table" and b.entry(unit.id).rated.arm == "artillery":
            served = unit.guns + unit.howitzers
            if served != unit.figures - unit.lost:
                yield f"{unit.id}: {served} pieces served, {unit.figures} less {unit.lost} lost"


def places(b: Battlefield) -> Iterator[str]:
    """Everybody on the table stands on it, and smoke too. The tail of a column that comes may lie beyond the edge, and
    a leader may ride beside it."""
    width, height = (paces * SUB for paces in b.scenario.header.table_paces)
    spots = [(unit.id, _foothold(b, unit, width, height), 0) for unit in b.on_table()]
    leaders = (leader for leader in b.world.leaders.values() if leader.where == "table")
    spots += [(leader.id, leader.position, LONGEST * SUB) for leader in leaders]
    spots += [(f"smoke of turn {ball.made}", (ball.x * SUB, ball.y * SUB), 0) for ball in b.world.smoke]
    for who, (x, y), beyond in spots:
        if not (-beyond <= x <= width + beyond and -beyond <= y <= height + beyond):
            yield f"{who}: at {x / SUB:.0f}, {y / SUB:.0f}, off the table"


def _foothold(b: Battlefield, unit: UnitState, width: int, height: int) -> Point:
    """The middle of its front if that is on the table, else its own."""
    x, y = unit.position
    return unit.position if 0 <= x <= width and 0 <= y <= height else b.survey.middle(unit.id)


def room(b: Battlefield) -> Iterator[str]:
    """No two formed units stand in one another, unless they fight. While all move at once they are told one after the
    other, and may pass through friends (CS-6.8): then only where they end counts."""
    # half-way through the phase, units told one by one may well overlap for a moment
    if b.world.phase == "movement":
        return
    for unit in b.on_table():
        if not _solid(unit):
            continue
        for _, other, _ in b.survey.around(unit.id, 0):
            foe = b.unit(other)
            # each pair once; who fights hand to hand stands in the other's ranks
            if unit.id < other and _solid(foe) and other not in unit.melee and _crowded(b, unit.id, other):
                yield f"{unit.id} and {other} stand in one another"


def _solid(unit: UnitState) -> bool:
    """In close order and not running: nobody else can stand where it does. Who is on a card, or was crowded there, has
    the room he has (CS-1.6.5e)."""
    return not (
        unit.card or unit.packed or unit.parent or unit.formation in _LOOSE or unit.status in ("broken", "routed")
    )


def _crowded(b: Battlefield, one: str, other: str) -> bool:
    mine, theirs = b.survey.body(one).parts, b.survey.body(other).parts
    shared = sum(_shared(a, c) for a in mine for c in theirs)
    smaller = min(sum(abs(area_twice(part)) for part in parts) for parts in (mine, theirs))
    return shared * 100 > CROWDED_PERCENT * smaller


def _shared(one: Quad, other: Quad) -> float:
    """Twice the area that two convex quads have in common."""
    piece: list[tuple[float, float]] = list(one)
    # the clipping below wants it counter-clockwise
    ring = other if area_twice(other) > 0 else tuple(reversed(other))
    for a, c in pairs(ring):
        piece = _left_of(piece, a, c)
        if not piece:
            return 0
    return abs(sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(piece, [*piece[1:], piece[0]], strict=True)))


def _left_of(piece: list[tuple[float, float]], a: tuple[int, int], c: tuple[int, int]) -> list[tuple[float, float]]:
    """The part of a piece on the left of a line."""

    def side(p: tuple[float, float]) -> float:
        return (c[0] - a[0]) * (p[1] - a[1]) - (c[1] - a[1]) * (p[0] - a[0])

    kept: list[tuple[float, float]] = []
    for p, q in zip(piece, [*piece[1:], piece[0]], strict=True):
        here, there = side(p), side(q)
        if here >= 0:
            kept.append(p)
        if here * there < 0:
            # the very point at which the edge of the piece crosses the line
            share = here / (here - there)
            kept.append((p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share))
    return kept


def combats(b: Battlefield) -> Iterator[str]:
    """Whoever is locked with an enemy is on the table, and the enemy with him."""
    for unit in b.world.units.values():
        for foe in unit.melee:
            other = b.world.units.get(foe)
            if other is None or other.side == unit.side or unit.id not in other.melee:
                yield f"{unit.id}: locked with {foe}, who knows nothing of it"
            elif unit.where != "table" or other.where != "table":
                yield f"{unit.id}: locked with {foe}, but one of them is gone"


def skirmishers(b: Battlefield) -> Iterator[str]:
    """Skirmishers and their parents know each other."""
    units = b.world.units
    for unit in units.values():
        if unit.parent and unit.parent not in units:
            yield f"{unit.id}: comes from {unit.parent}, which there is not"
        if unit.skirmishers and (unit.skirmishers not in units or units[unit.skirmishers].parent != unit.id):
            yield f"{unit.id}: {unit.skirmishers} are not its skirmishers"


def orders(b: Battlefield) -> Iterator[str]:
    """Orders and missions speak of units that there are, and those who run have none."""
    for unit in b.world.units.values():
        for order in (unit.order, unit.ordered):
            yield from _order(b, unit, order) if order is not None else ()
        if unit.mission and unit.mission not in b.world.missions:
            yield f"{unit.id}: mission {unit.mission}, which there is not"
    for mission in b.world.missions.values():
        for who in mission.units:
            if who not in b.world.units:
                yield f"mission {mission.id}: for {who}, which there is not"


def _order(b: Battlefield, unit: UnitState, order: Order) -> Iterator[str]:
    move = order.move
    for who in (order.target, move.away_from if isinstance(move, (FallBack, Withdraw)) else ""):
        if who and who not in b.world.units:
            yield f"{unit.id}: an order about {who}, which there is not"
    if unit.where in ("left", "lost"):
        yield f"{unit.id}: ordered about, though it is {unit.how or unit.where}"


def leaders(b: Battlefield) -> Iterator[str]:
    """Points are never owed, the dead command nothing, and who is attached is so to a unit on the table."""
    for leader in b.world.leaders.values():
        if leader.points < 0 or leader.paces < 0:
            yield f"{leader.id}: {leader.points} points, {leader.paces} paces"
        if leader.hurt == "killed" and (leader.points or leader.where == "table"):
            yield f"{leader.id}: dead, with {leader.points} points, {leader.where}"
        if leader.attached and (leader.attached not in b.world.units or b.unit(leader.attached).where != "table"):
            yield f"{leader.id}: with {leader.attached}, which is not on the table"


def riders(b: Battlefield) -> Iterator[str]:
    """Riders ride for somebody, to somebody."""
    known = {*b.world.units, *b.world.leaders}
    for rider in b.world.riders.values():
        if rider.leader not in b.world.leaders or (rider.to and rider.to not in known):
            yield f"{rider.id}: rides for {rider.leader} to {rider.to}"


def forces(b: Battlefield) -> Iterator[str]:
    """Everybody beyond the table is in one force of his own side, and nobody else is in any."""
    count = Counter(unit for force in b.world.forces.values() for unit in force.units)
    for unit in b.world.units.values():
        # the beaten stay listed with their force, so that it can be told what became of them
        if count[unit.id] != (unit.where == "beyond") and not (count[unit.id] == 1 and unit.where in ("left", "lost")):
            yield f"{unit.id}: {unit.where}, and in {count[unit.id]} forces beyond the table"
    for force in b.world.forces.values():
        if not force.units or any(b.unit(unit).side != force.side for unit in force.units):
            yield f"force {force.id}: {force.units} for {force.side}"
        if force.status == "marching" and (force.mission is None or force.perfect < 1):
            yield f"force {force.id}: marches without a mission, or no one knows until when"
    if b.world.forces and not b.world.off_board:
        yield "forces beyond the table, where there is no off-board play"


def cards(b: Battlefield) -> Iterator[str]:
    """Whoever is on a card is on one that there is, of his own side; a card has troops or is a dummy, and once on the
    table a name."""
    laid = b.world.cards
    for unit in b.on_table():
        if unit.card and (unit.card not in laid or laid[unit.card].side != unit.side or laid[unit.card].dummy):
            yield f"{unit.id}: on the card {unit.card}, which there is not"
    if len({card.label for card in laid.values() if card.label}) < sum(bool(card.label) for card in laid.values()):
        yield "two cards have one name"
    for card in laid.values():
        if not b.world.on_cards or (not card.label and b.world.phase != "deployment"):
            yield f"{card.id}: lies on the table and should not"
        if card.hits < 0 or (card.dummy and card.uncovered):
            yield f"{card.id}: {card.hits} hits, uncovered {card.uncovered}"


def ground(b: Battlefield) -> Iterator[str]:
    """Structures are those of the field, burn only with something left of them, works lie on lines, boats on water, and
    whoever is in a boat is where it is or has been driven from it this turn."""
    top = len(WORKS)
    for name, each in b.world.structures.items():
        if name not in b.built or each.burnt < 0 or each.lit > b.world.turn or bool(each.lit) != bool(each.whole):
            yield f"structure {name}: {each}"
    for work in b.world.works.values():
        most = top if work.kind == "works" else 0
        if not 0 <= work.level <= most or work.paces < 0 or work.level * length(work) + work.paces <= 0:
            yield f"{work.id}: {work}"
        if work.kind != "gap" and work.paces > length(work):
            yield f"{work.id}: {work.paces} paces of {length(work)}"
    for boat in b.world.boats.values():
        if not afloat(b.ground, boat.position):
            yield f"boat {boat.id}: on dry land at {boat.position}"
    for unit in b.world.units.values():
        if unit.aboard and unit.aboard not in b.world.boats:
            yield f"{unit.id}: in {unit.aboard}, which there is not"
        if unit.labour is not None and not unit.engineers:
            yield f"{unit.id}: at work without engineers"


CHECKS: tuple[Callable[[Battlefield], Iterator[str]], ...] = (
    legal_states, strengths, places, room, combats, skirmishers, orders, leaders, riders, cards, forces,
    ground,
)  # fmt: skip
