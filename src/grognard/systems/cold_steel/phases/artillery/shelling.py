"""Guns fire at cards: hits are noted on them, and nobody checks his morale before figures replace them (CS-1.6.6a)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grognard.battle.events import Set
from grognard.ground.arcs import middle_of
from grognard.ground.shapes import Quad, distance, distance_to_segment, rectangle
from grognard.ground.units import SUB, Point, to_sub
from grognard.kernel.checks import Result, implements

from ...checks.fire.artillery import ArtilleryFacts, BombardmentResult
from ...checks.fire.targets import TargetFormation
from ...effects import smoke
from ...events.hidden import CardShelled
from ...facts.fire import firing, laying, restraint
from ...hidden.turning import to_figures
from ...table.battlefield import Battlefield
from ...table.ground import arcs
from ...table.ground.cover import cover_at
from ...table.state import Card
from ...terms import Arm, zones
from . import shooting

USUAL: dict[Arm, TargetFormation] = {"infantry": "line", "cavalry": "line", "artillery": "unlimbered"}
"""As what the gunners reckon the troops behind a card: they see no more than its face."""
WIDE, DEEP = 150, 60
"""Paces of the ground on which they lay their guns: about a battalion's."""
MOST_HITS = 200
"""As many as the checks know."""


class Shelling(NamedTuple):
    """Pieces that fire at a card."""

    unit: str
    card: str
    pool: list[laying.Bearing]


@implements("CS-1.6.6a")
def shell(b: Battlefield, busy: Iterable[str]) -> None:
    """Batteries that have no troops to fire at shell the nearest card that is uncovered, in range and in their arc."""
    # nothing but cards is shelled here: in an open battle there is nothing to look for
    if not b.world.on_cards:
        return
    taken = set(busy)
    ready = [
        unit for unit in b.on_table() if unit.id not in taken and not unit.battalion_guns and laying.may_fire(b, unit)
    ]
    for unit in ready:
        found = _target(b, unit.id) if not laying.has_rockets(b, unit.id) else None
        if found is not None:
            _fire(b, found)


@implements("CS-1.6.6a")
def unmask(b: Battlefield) -> None:
    """By a variant, figures replace every card from which guns have fired."""
    if not b.world.on_cards or not b.rules.tables.value("CS-1.6.6a", "guns_unmask"):
        return
    for card in dict.fromkeys(unit.card for unit in b.on_table() if unit.card and unit.now.fired):
        to_figures(b, b.world.cards[card])


def _target(b: Battlefield, unit: str) -> Shelling | None:
    """The nearest card that some piece bears on, with no friend near the line of fire."""
    side, at, far = b.unit(unit).side, b.survey.middle(unit), to_sub(laying.farthest(b))
    foes = [card for card in b.world.cards.values() if card.side != side and card.uncovered]
    near = sorted((gap, card.label) for card in foes if (gap := distance(at, card.position)) <= far)
    by_label = {card.label: card for card in foes}
    for _, label in near:
        card = by_label[label]
        # nobody fires past friends at what he cannot make out
        pool = _bearing(b, unit, card) if _in_view(b, unit, card) and not _masked(b, unit, card) else []
        if pool:
            return Shelling(unit, card.id, pool)
    return None


def _in_view(b: Battlefield, unit: str, card: Card) -> bool:
    paces = -(-distance(b.survey.middle(unit), card.position) // SUB)
    return b.survey.glance(b.survey.body(unit).eye, card.position) and (b.air.far_sighted or b.air.clear_enough(paces))


def _masked(b: Battlefield, unit: str, card: Card) -> bool:
    """Whether a friend stands so near the line of fire that an officer holds his."""
    line = b.unit(unit).position, card.position
    near, side = to_sub(restraint.NEAR), b.unit(unit).side
    others = (each for each in b.on_table(side) if each.id != unit)
    return any(
        distance_to_segment(b.survey.middle(each.id), *line) <= near for each in others if _ahead(b, unit, each.id)
    )


def _ahead(b: Battlefield, unit: str, friend: str) -> bool:
    return b.survey.zone(unit, friend) == "front"


def _bearing(b: Battlefield, unit: str, card: Card) -> list[laying.Bearing]:
    """The pieces of the largest pool: of one kind, at one zone."""
    arc, far = b.rules.tables.number("CS-7.1c", "arc"), laying.farthest(b)
    zone, pools = zones(b.rules.tables), dict[tuple[str, str], list[laying.Bearing]]()
    for piece, stand in laying.pieces(b, unit):
        paces = arcs.reach(stand, (_ground(card),), arc)
        if paces is not None and paces <= far:
            pools.setdefault((piece, zone[paces]), []).append(laying.Bearing(piece, stand, paces))
    # a card takes one shot a battery: the pool with most pieces is taken
    return max(pools.values(), key=len, default=[])


def _ground(card: Card) -> Quad:
    return rectangle(card.position, card.heading, to_sub(WIDE), to_sub(DEEP))


def _fire(b: Battlefield, each: Shelling) -> None:
    card = b.world.cards[each.card]
    facts = battery_facts(b, each, card)
    result: Result[BombardmentResult] = b.roll("artillery", facts, by=each.unit)
    if result.outcome is None:
        return
    _note(b, each, card, facts, result)
    guns = min(40, len(each.pool))
    smoke.make(b, each.unit, smoke.balls_of(b, guns=guns), ("CS-7.1h", "CS-B.11a"))


def battery_facts(b: Battlefield, each: Shelling, card: Card) -> ArtilleryFacts:
    """What the gunners see: the card's face, where it lies and whether it moved; nothing of what is on it."""
    # no target and no range: a card is not a unit, and what is on it stays hidden
    laid = laying.Laid(each.unit, "", 0, False)
    muzzles: Point = middle_of([piece.stand for piece in each.pool])
    return ArtilleryFacts(
        **shooting.of_battery(b, laid, each.pool),
        target_arm=card.arm,
        target_formation=USUAL[card.arm],
        # the gunners guess a plain line: what they are told must not depend on what is really there
        target_irregular=False,
        target_cover=cover_at(b, card.position),
        target_aspect=0,
        target_moved=card.moved == b.world.turn,
        slope=firing.slope(b, muzzles, card.position),
        smoke=smoke.in_the_way(b, muzzles, card.position, "artillery"),
        wet_ground=b.world.wet,
        hits_before=0,
        range=min(piece.paces for piece in each.pool),
    )


@implements("CS-1.6.6a", "CS-1.6.5c")
def _note(b: Battlefield, each: Shelling, card: Card, facts: ArtilleryFacts, result: Result[BombardmentResult]) -> None:
    """The hits are noted on the card; everybody sees where the shot falls."""
    hits = result.settled.hits
    # the roar of the guns is heard by all, but who fires is told only to those who know the battery
    hidden = {seat.id: ("unit",) for seat in b.seats if not b.knows(seat.id, each.unit)}
    total = min(MOST_HITS, card.hits + hits)
    b.emit(
        CardShelled(
            unit=each.unit, card=card.label, paces=facts.range, pieces=facts.guns, piece=facts.piece, hits=hits
        ),
        rules=("CS-1.6.6a", result.rule),
        roll=result,
        # shaken: massed troops who were under fire check their morale when figures replace the card (CS-1.6.5c)
        sets=[b.doing(each.unit, fired=True), Set("cards", card.id, {"hits": total, "shaken": True})],
        owners=b.owners(each.unit),
        masked=hidden,
    )
