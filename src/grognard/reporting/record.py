"""A saved battle gone through once: what happened, as far as the reader may know it, and how things stood each turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from grognard.battle.ending.tally import UnitStanding
from grognard.battle.events import Event
from grognard.battle.fight import Fight
from grognard.battle.pictures import Picture
from grognard.battle.posts import Chain, chain_of
from grognard.battle.record.recorded import seeded
from grognard.battle.record.replaying import Replay
from grognard.battle.record.saves import Find, Saved
from grognard.battle.worlds import typed
from grognard.kernel.errors import BadData
from grognard.scenarios.model import Scenario

UNSEEN = "an unseen enemy"


class ToldEvent(NamedTuple):
    """An event as the reader knows it, with the names that its actors bore then."""

    number: int
    """Its place among the entries of the record."""
    event: Event
    names: dict[str, str]
    sides: dict[str, str]
    text: str
    """The game's own sentence, for events with dice."""


class State(NamedTuple):
    """How things stood at the end of a turn."""

    units: dict[str, UnitStanding]
    points: dict[str, int]
    held: dict[tuple[str, str], bool]
    """Whether a side held what one of its conditions speaks of, by side and text."""


class Record(NamedTuple):
    """All that a report is made from."""

    content: Saved
    source: str
    find: Find
    seat: str | None
    side: str
    """Of the seat; nothing where all is told."""
    chain: Chain
    told: tuple[ToldEvent, ...]
    states: tuple[State, ...]
    """Before the first turn, then at the end of each."""
    over: bool
    outcome: dict[str, Any]
    """The game's own account of both sides; nothing where one seat's report is made."""
    ending: dict[str, Any]
    """The values of the event that ended it, if it is over."""
    quits: tuple[str, ...]
    """Sides whose army left the field before its time."""
    options: dict[str, Any]

    @property
    def scenario(self) -> Scenario:
        """The battle that was fought."""
        return self.content.scenario

    @property
    def turns(self) -> int:
        """Turns that were fought, the unfinished one included."""
        return len(self.states) - 1

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of which all is known."""
        names = tuple(side.name for side in self.scenario.sides)
        return names if self.seat is None else (self.side,)


def read(content: Saved, find: Find, source: str, seat: str | None = None) -> Record:
    """Go through a saved battle as everybody knows it afterwards, or as one seat lived it."""
    replay = _replay(content, find, source)
    replay.must_have(seat)
    chain = chain_of(content.scenario)
    told: list[ToldEvent] = []
    states: list[State] = []
    ending: dict[str, Any] = {}
    for number, event in _events(replay, seat):
        if event.kind == "turn":
            # before the turn is told: what stands now is how the one before it ended
            states.append(_state(replay, seat))
        if event.kind == "over":
            ending = event.values
        told.append(_told(replay, number, event))
    if not states:
        raise BadData(f"{source}: nothing has happened in it yet; play a turn and save it again")
    states.append(_state(replay, seat))
    over = replay.game.over(replay.fight)
    side = next((each.side for each in replay.fight.seats if each.id == seat), "")
    # the whole account counts enemies whom the seat never saw
    account = replay.game.outcome(replay.fight)
    outcome, quits = account if seat is None else {}, tuple(account.get("quits", ()))
    past = tuple(told), tuple(states)
    return Record(content, source, find, seat, side, chain, *past, over, outcome, ending, quits, replay.options)


def pictures(record: Record, turns: set[int]) -> dict[int, tuple[Picture, ...]]:
    """The table at the end of some turns, as each seat draws it that the reader may look over the shoulder of; at the
    end of turn 0 it is as the battle began."""
    replay = _replay(record.content, record.find, record.source)
    found: dict[int, tuple[Picture, ...]] = {}
    turn = 0
    for _, event in _events(replay, None):
        if event.kind == "turn":
            if turn in turns:
                found[turn] = _pictures(replay, record.seat)
            turn += 1
    # the last turn has none after it that would say it is over
    if turn in turns:
        found[turn] = _pictures(replay, record.seat)
    return found


def counted(record: Record) -> Iterator[tuple[tuple[int, str], dict[str, UnitStanding]]]:
    """The units that the reader can count, at the end of every phase, with its turn and name."""
    replay = _replay(record.content, record.find, record.source)
    when: tuple[int, str] | None = None
    for event in _before(replay):
        if when is not None and (event.turn, event.phase) != when:
            yield when, _units(replay, record.seat)
        when = event.turn, event.phase
    if when is not None:
        yield when, _units(replay, record.seat)


def _before(replay: Replay) -> Iterator[Event]:
    """Each event just before it happens."""
    world = type(replay.fight.world)
    for entry in replay.content.entries:
        if type(entry) is Event:
            yield entry
            replay.fight.happen(typed(world, entry))


def _replay(content: Saved, find: Find, source: str) -> Replay:
    replay = Replay(content, find, source)
    seats = [seat.id for seat in replay.fight.seats]
    replay.fight.use_dice(seeded(content.seed, seats))  # no dice are thrown, but some reckonings ask for a source
    return replay


def _events(replay: Replay, seat: str | None) -> Iterator[tuple[int, Event]]:
    """Events with their place among the entries, as the seat learns of them."""
    numbers = [number for number, entry in enumerate(replay.content.entries) if type(entry) is Event]
    # every event is applied, also those that the seat never heard of: the world must be whole
    for number, event in zip(numbers, replay.events(), strict=True):
        if seat is None:
            yield number, event
        elif event.known_to(seat):
            yield number, event.seen_by(seat)


def _told(replay: Replay, number: int, event: Event) -> ToldEvent:
    fight = replay.fight
    names = {role: fight.name(who) if who else UNSEEN for role, who in event.units.items()}
    sides = {role: _side(fight, who) if who else "" for role, who in event.units.items()}
    return ToldEvent(number, event, names, sides, replay.game.tell(fight, event) if event.roll is not None else "")


def _side(fight: Fight[Any], who: str) -> str:
    try:
        seat = fight.seat_of(who)
    except KeyError:  # a body of troops, or guns that nobody serves
        return ""
    return next(each.side for each in fight.seats if each.id == seat)


def _units(replay: Replay, seat: str | None) -> dict[str, UnitStanding]:
    tally = replay.game.tally(replay.fight)
    return {
        unit.id: unit
        for army in tally.armies
        for unit in army.units
        if seat is None or replay.fight.seat_of(unit.id) == seat
    }


def _state(replay: Replay, seat: str | None) -> State:
    units = _units(replay, seat)
    if seat is not None:  # who holds what may hang on an enemy whom the seat does not see
        return State(units, {}, {})
    sides = replay.game.outcome(replay.fight)["sides"]
    points = {side: account["points"] for side, account in sides.items()}
    # a line that says why it came out so at the end tells of an army that quit: nobody took the place from it
    held = {
        (side, line["text"]): line["how"] == "held"
        for side, account in sides.items()
        for line in account["lines"]
        if line["how"] in ("held", "not held")
    }
    return State(units, points, held)


def _pictures(replay: Replay, seat: str | None) -> tuple[Picture, ...]:
    # a replay lets nobody look about: without this everybody would still be seen who was seen at the first map
    replay.fight.restarted(replay.fight.world)
    seats = [each.id for each in replay.fight.seats if seat in (None, each.id)]
    game, fight = replay.game, replay.fight
    return tuple(game.picture(game.view(fight, each), game.briefing(fight, each)) for each in seats)
