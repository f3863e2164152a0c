"""Cards from one look to the next: they follow their troops, are uncovered as the enemy comes near, and give way to
figures."""

from __future__ import annotations

from typing import Any

from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.battle.posts import slug
from grognard.ground.shapes import distance
from grognard.ground.units import to_sub
from grognard.kernel.checks import implements

from ..checks.setting_up.measures import reach
from ..events.hidden import CardCounted, CardGone, CardLaid, CardNeverLaid, CardUncovered, NothingBehindCard
from ..facts import situations
from ..table.battlefield import Battlefield
from ..table.state import Card, UnitState
from . import grouping, seeing, turning
from .prepare import middle_of, new_card


def watch(b: Battlefield) -> None:
    """All look at the cards: after each quarter of movement, and at the end of the turn."""
    if not b.world.on_cards or b.world.phase == "deployment":
        return
    _gather(b)
    _follow(b)
    # a list of its own: looking may turn cards to figures, or take them away
    for card in list(b.world.cards.values()):
        _look_at(b, card)
    recognise(b)


# -- who is on which card


def _gather(b: Battlefield) -> None:
    """Skirmishers go by their parents; cards without troops are taken away; stragglers get one of their own."""
    joined = [(unit, b.unit(unit.parent).card) for unit in b.on_table() if unit.parent]
    # skirmishers must not be found beside their parent's card
    sets = [b.change(unit.id, card=card) for unit, card in joined if card and card != unit.card]
    if sets:
        b.emit(Noted(), rules=("CS-1.6a",), sets=sets, to=())
    put_away(b)
    for card in list(b.world.cards.values()):
        _part(b, card)


def put_away(b: Battlefield) -> None:
    """Cards whose troops are gone are taken away; before they lie on the table nobody else notices."""
    for card in list(b.world.cards.values()):
        if card.dummy or seeing.units_of(b, card.id):
            continue
        # who was on it and is off the table must not point to a card that is no more
        gone = [b.change(unit.id, card="") for unit in b.world.units.values() if unit.card == card.id]
        b.emit(
            CardGone(card=card.label) if card.label else CardNeverLaid(card=card.label),
            rules=("CS-1.6a",),
            sets=[Set("cards", card.id, None), *gone],
            to=None if card.label else (),
        )


@implements("CS-1.6.5a")
def _part(b: Battlefield, card: Card) -> None:
    """A unit that is farther from the middle of its group than the P1 point goes on a card of its own: a card stands
    for troops about it."""
    for group in strays(b, card):
        lay(b, group, card)


def strays(b: Battlefield, card: Card) -> list[grouping.Group]:
    """Units too far from the middle of their group, each by itself."""
    units = [unit for unit in seeing.units_of(b, card.id) if not unit.parent]
    if len(units) < 2:
        return []
    far = to_sub(reach(b.rules.tables, "P1"))
    middle = middle_of(b, [unit.id for unit in units])
    astray = [unit.id for unit in units if distance(b.survey.middle(unit.id), middle) > far]
    # somebody stays behind: a card is not left without any troops
    return [grouping.Group(b.name(unit), b.entry(unit).rated.arm, (unit,)) for unit in astray[: len(units) - 1]]


def lay(b: Battlefield, group: grouping.Group, old: Card | None = None) -> None:
    """A new card on the table for some units, with what the old one has been through. From which card they came only
    those learn who know that there are troops on it."""
    seat, side = b.seat_of(group.units[0]), b.unit(group.units[0]).side
    # numbered apart from the labels: those all can read, and a gap in them would tell something
    serial = b.world.serial + 1
    card = new_card(b, f"card-{slug(side)}-{serial}", seat, group)
    label, laid = next_label(b, side)
    fields = {name: getattr(card, name) for name in card.__struct_fields__} | {"label": label}
    if old is not None:
        # what befell the old card befell those on it, and what is due is due
        fields |= {"shaken": old.shaken, "due": old.due}
    # covered, nobody knows that there was anything on it to come from
    whence = old.label if old is not None and old.uncovered else ""
    sets = [Set("cards", card.id, fields), *(b.change(unit, card=card.id) for unit in group.units)]
    b.emit(
        CardLaid(card=label, from_=whence),
        rules=("CS-1.6a",),
        sets=[*sets, Set("", "", {"serial": serial, "laid": laid})],
    )


def next_label(b: Battlefield, side: str) -> tuple[str, dict[str, int]]:
    """What a new card of a side is called, and the cards laid so far with it."""
    number = b.world.laid.get(side, 0) + 1
    return label_of(side, number), {**b.world.laid, side: number}


def label_of(side: str, number: int) -> str:
    """What both sides call a card: whose it is, and a number."""
    return f"{slug(side)}-card-{number}"


@implements("CS-2e", "CS-1.6a")
def enrol(b: Battlefield, arrived: list[str]) -> None:
    """Troops that come onto the table hidden: each group on a card."""
    if not b.world.on_cards:
        return
    for seat in b.seats:
        new = [unit for unit in arrived if b.seat_of(unit) == seat.id and b.unit(unit).where == "table"]
        for group in grouping.groups(b, new):
            lay(b, group)


# -- where they are, and what is seen of them


def _follow(b: Battlefield) -> None:
    """Cards lie where their troops are."""
    sets = []
    for card in b.world.cards.values():
        units = [unit.id for unit in seeing.units_of(b, card.id) if not unit.parent]
        fields: dict[str, Any] = {"counter": seeing.in_hiding(b, card.position)}
        if units:
            at = middle_of(b, units)
            moved = {"moved": b.world.turn} if at != card.position else {}
            fields = {
                "position": at,
                "heading": b.unit(units[0]).heading,
                **moved,
                "counter": seeing.in_hiding(b, at),
                "crowded": card.crowded and turning.crowded(b, card),
            }
        # only what has changed: every look would else be an event
        new = {name: value for name, value in fields.items() if getattr(card, name) != value}
        sets += [Set("cards", card.id, new)] if new else []
    if sets:
        b.emit(Noted(), rules=("CS-1.6a",), sets=sets, to=())


@implements("CS-1.6.4a", "CS-1.6.4b")
def _look_at(b: Battlefield, card: Card) -> None:
    """Number and arm come out, a dummy turns out to be nothing, figures take the place of troops in view."""
    # as it is now: an earlier card of the same round may have changed it
    card = b.world.cards.get(card.id, card)
    if card.id not in b.world.cards:
        return
    reading = seeing.read(b, card)
    if card.dummy:
        if reading.learns:
            take_away(b, card)
        return
    # before it is turned: threats count while it is a card (CS-1.6.5c)
    _shake(b, card)
    if seeing.at_once(b, reading):
        turning.to_figures(b, b.world.cards[card.id])
        return
    if reading.learns:
        uncover(b, card)
    _expect(b, b.world.cards[card.id], reading)


def _expect(b: Battlefield, card: Card, reading: seeing.Reading) -> None:
    """Whether figures are to come, and when. Who goes out of sight again stays hidden."""
    if not reading.figures:
        # out of sight again before the figures came: the news is stale
        if card.due:
            b.emit(Noted(), sets=[Set("cards", card.id, {"due": 0})], to=())
        return
    if card.due:
        return
    # the date is set when it first comes into view, and stays
    due, news = seeing.appearance(b, card, reading)
    if not due:
        turning.to_figures(b, card, news=news)
    else:
        b.emit(Noted(), rules=("CS-1.6.4b",), sets=[Set("cards", card.id, {"due": due})], to=())


@implements("CS-1.6.4b", "CS-1.6.4c")
def figures_due(b: Battlefield) -> None:
    """After the command phase: cards that were in view before give way to figures, if they still are."""
    due = [card for card in b.world.cards.values() if card.due and card.due <= b.world.turn]
    for card in due:
        # it may have gone out of sight in the meantime
        if card.id in b.world.cards and seeing.read(b, card).figures:
            turning.to_figures(b, b.world.cards[card.id])
    if due:
        # figures see and are seen: others may now have to be turned too
        watch(b)
        b.knowledge.look()


@implements("CS-1.6.3a", "CS-1.6.4a")
def uncover(b: Battlefield, card: Card) -> None:
    """The enemy learns, or learns anew, how many units of which arm a card stands for."""
    count = counts(b, seeing.units_of(b, card.id))
    # nothing new to learn
    if card.uncovered and all(getattr(card, arm) == number for arm, number in count.items()):
        return
    told = CardCounted if card.uncovered else CardUncovered
    b.emit(
        told(card=card.label, infantry=count["infantry"], cavalry=count["cavalry"], batteries=count["batteries"]),
        rules=("CS-1.6.4a",),
        sets=[Set("cards", card.id, {"uncovered": True, **count})],
    )


def counts(b: Battlefield, units: list[UnitState]) -> dict[str, int]:
    """Units by arm, as the enemy is told; skirmishers are part of their battalion."""
    arms = [b.entry(unit.id).rated.arm for unit in units if not unit.parent]
    return {
        "infantry": arms.count("infantry"),
        "cavalry": arms.count("cavalry"),
        "batteries": arms.count("artillery"),
    }


@implements("CS-1.6.2f")
def take_away(b: Battlefield, card: Card) -> None:
    """The enemy would learn number and type: there is nothing."""
    b.emit(NothingBehindCard(card=card.label), rules=("CS-1.6.4a",), sets=[Set("cards", card.id, None)])


@implements("CS-1.6.5c")
def _shake(b: Battlefield, card: Card) -> None:
    """Troops on a card who are threatened remember it."""
    if not card.shaken and any(situations.threat_sides(b, unit.id) for unit in seeing.units_of(b, card.id)):
        b.emit(Noted(), rules=("CS-1.6.5c",), sets=[Set("cards", card.id, {"shaken": True})], to=())


@implements("CS-1.6.3a")
def recognise(b: Battlefield) -> None:
    """Figures so near to the enemy that he can tell exactly who they are; he does not forget it. Whoever has moved
    apart from those he was crowded with stands on his own ground again."""
    near = reach(b.rules.tables, "P2")
    sets = []
    for unit in b.on_table():
        # the quick test first: few are near enough to be told exactly
        unknown = not unit.card and not unit.identified and b.survey.nearest_enemy(unit.id)[1] <= near
        if unknown and seeing.read_unit(b, unit).learns == seeing.EXACT:
            sets.append(b.change(unit.id, identified=True))
        if unit.packed and not turning.neighbours(b, unit):
            sets.append(b.change(unit.id, packed=False))
    if sets:
        b.emit(Noted(), rules=("CS-1.6.3a",), sets=sets, to=())
