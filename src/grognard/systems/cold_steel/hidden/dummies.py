"""Dummy cards: how many a side may use, and how they are marched about (CS-1.6.2f)."""

from __future__ import annotations

from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.ground.relations import bearing
from grognard.ground.units import SUB, point, to_sub
from grognard.kernel.checks import Refusal, implements

from ..checks.setting_up.cards import DummyCardsFacts
from ..events.hidden import DummiesAllowed, DummySent
from ..table.battlefield import Battlefield
from ..table.ground import bridleways
from ..table.state import Card
from . import grouping


@implements("CS-1.6.2f", "CS-1.6.2.1a", "CS-1.6.2.2")
def count(b: Battlefield) -> None:
    """In secret: how many dummies each side may use, by the rating of its overall commander."""
    for side in b.roster.sides:
        # the army's commander alone knows how many, and alone lays them
        seat = b.seats_of(side)[0]
        entries = [entry for entry in b.roster.units.values() if entry.side == side]
        chief = next(leader for leader in b.roster.leaders.values() if leader.side == side and leader.level == "army")
        facts = DummyCardsFacts(
            regiments=DummyCardsFacts.nearest("regiments", grouping.regiments(entries)),
            commander=b.world.leaders[chief.id].rating,
            light=b.world.light,
            terrain=b.character,
        )
        result = b.roll("dummy-cards", facts, secret=seat)
        most = result.settled.most
        b.privately(
            DummiesAllowed(most=most),
            seat,
            rules=("CS-1.6.2.1a", "CS-1.6.2f"),
            roll=result,
            sets=[Set("", "", {"dummies": {**b.world.dummies, side: most}})],
        )


def of_seat(b: Battlefield, seat: str) -> list[Card]:
    """The dummies that a seat plays."""
    return [card for card in b.world.cards.values() if card.dummy and card.seat == seat]


def judge_send(b: Battlefield, seat: str, card: str, to: tuple[int, int]) -> Refusal | None:
    """Whether a dummy may be sent there."""
    if card not in {each.id for each in of_seat(b, seat)}:
        return Refusal("CS-1.6.2f", "only your own dummy cards are sent about")
    at = point(*to)
    # a card on a lake would be known for a dummy at once
    if not b.ground.passable((at, at)):
        return Refusal("CS-1.6.2f", "no troops could stand there")
    return None


@implements("CS-1.6.2f")
def send(b: Battlefield, seat: str, card: str, to: tuple[int, int]) -> None:
    """A dummy is to march to a place; it sets out in the movement phase as troops would."""
    b.privately(
        DummySent(card=b.world.cards[card].label, to=list(to)),
        seat,
        rules=("CS-1.6.2f",),
        sets=[Set("cards", card, {"to": point(*to)})],
    )


@implements("CS-1.6.2f", "CS-6.1a")
def march(b: Battlefield) -> None:
    """Every dummy goes a quarter of a turn's march on its way, round what nobody can cross."""
    t = b.rules.tables
    quarters = t.number("CS-6.7.1a", "quarters")
    sets = []
    for card in b.world.cards.values():
        if not card.dummy or card.to is None:
            continue
        # at the pace of the arm on its face, or its speed would give it away
        pace = t.row("CS-6.1a", "mounted" if card.arm == "cavalry" else "foot").columns["march"]
        way = bridleways.over_the_ground(b, card.position, card.to)
        x, y = bridleways.ridden(card.position, way, to_sub(pace) // quarters)
        # whole paces, as the cards of real troops lie: a dummy must not be told by its fractions
        at = x // SUB * SUB, y // SUB * SUB
        # it could get no farther: then it stays, as troops would
        if at == card.position:
            sets.append(Set("cards", card.id, {"to": None}))
        else:
            heading = round(bearing(card.position, at)) % 360
            sets.append(Set("cards", card.id, {"position": at, "heading": heading, "moved": b.world.turn}))
    if sets:
        b.emit(Noted(), rules=("CS-1.6.2f",), sets=sets, to=())
