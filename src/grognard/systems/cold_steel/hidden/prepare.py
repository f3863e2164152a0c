"""Before the deployment: whether there is one, and the cards that stand for the troops."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from grognard.ground.units import SUB, Point
from grognard.kernel.checks import implements
from grognard.kernel.sources import NO_DICE

from ..checks.setting_up.deployment import CouncilOfWarFacts, CouncilOfWarResult, OpeningEngagement
from ..table.battlefield import Battlefield
from ..table.state import Card
from . import grouping

ENGAGEMENTS: dict[str, OpeningEngagement] = {"attack_defence": "attack_defence", "meeting": "meeting_engagement"}
"""What scenarios call them, in the words of the checks."""
FIRST_CENTURY, LAST_CENTURY = 1700, 1791
"""The 18th century ends with the wars of the Revolution."""


def prepare(b: Battlefield, *, placing: bool, cards: bool, council: bool) -> None:
    """A deployment phase comes first where the players place their troops, hide them or confer."""
    w = b.world
    w.placing, w.on_cards, w.confers = placing, cards, council or required(b)
    if not (placing or cards or w.confers):
        return
    w.phase = "deployment"
    if cards:
        _deal(b)


@implements("CS-1.5a")
def required(b: Battlefield) -> bool:
    """Whether a side has to hold a council of war. Who plays all of a side has nobody to confer with."""
    return any(len(b.seats_of(side)) > 1 and conference(b, side).required for side in b.roster.sides)


def conference(b: Battlefield, side: str, due_in: int = 0) -> CouncilOfWarResult:
    """The rules of a side's council of war."""
    chief = next(leader for leader in b.roster.leaders.values() if leader.side == side and leader.level == "army")
    facts = CouncilOfWarFacts(
        engagement=ENGAGEMENTS[b.scenario.header.engagement],
        eighteenth_century=FIRST_CENTURY <= b.year <= LAST_CENTURY,
        commander=chief.rating,
        due_in=due_in,
    )
    found: CouncilOfWarResult = b.rules["council-of-war"].roll(facts, NO_DICE).settled  # there are no dice yet
    return found


@implements("CS-1.6a")
def _deal(b: Battlefield) -> None:
    """A card for every group of troops on the table."""
    units, cards = b.world.units, b.world.cards
    for seat in b.seats:
        here = [unit for unit in b.seating.mustered(seat.id) if units[unit].where == "table"]
        for group in grouping.groups(b, here):
            card = new_card(b, f"card-{len(cards) + 1}", seat.id, group)
            cards[card.id] = card
            # written straight into the world: the record begins only when all is set up
            for unit in group.units:
                units[unit] = replace(units[unit], card=card.id)


@implements("CS-1.6.1a", "CS-D.5", "CS-D.6")
def new_card(b: Battlefield, id: str, seat: str, group: grouping.Group) -> Card:
    """A card with its face and its back."""
    side = b.unit(group.units[0]).side
    at = middle_of(b, group.units)
    return Card(id, side, seat, group.arm, at, b.unit(group.units[0]).heading, group.name)


def middle_of(b: Battlefield, units: Sequence[str]) -> Point:
    """The middle of some units, in whole paces."""
    places = [b.survey.middle(unit) for unit in units]
    # rounded to whole paces: the middle of a card must not tell where single units stand
    x, y = (sum(place[axis] for place in places) // (len(places) * SUB) * SUB for axis in (0, 1))
    return x, y
