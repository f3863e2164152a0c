"""How a charge is met: the choice of a response, squares, counter-charges, evading, gunners who run."""

from __future__ import annotations

from typing import NamedTuple

from grognard.battle.decisions import Decision, Option
from grognard.battle.procedures import Steps, ask
from grognard.ground.units import SUB
from grognard.kernel.checks import implements
from grognard.miniatures.motion.moving import CourseLeg, Stops, Straight, Wheel, advance
from grognard.miniatures.motion.placements import Placement, bearing_to, off, turned_about

from ..checks.fighting.charging import CounterChargeFacts, EvadeFacts
from ..checks.fighting.drafts import ChargeRollFacts, ChargeStep, rolled_charges
from ..checks.moving.rates import rate_of
from ..checks.troops.squares import FormSquareFacts
from ..checks.troops.units import side_struck
from ..effects.marches import carried
from ..effects.retreats import retire
from ..events.combat import ChargeRan, ChargeRolled, ResponseMade, SquareTried, TurnedAbout
from ..facts.combat import response_facts
from ..facts.moving import neighbours, reformed
from ..table import bodies, ground
from ..table.field import PowderField
from ..terms import Response, Zone
from .skirmishers import react

_USUAL: tuple[Response, ...] = ("turn_to_face", "closing_fire", "counter_charge", "stand")
_WORDS: dict[str, str] = {
    "stand": "Stand",
    "closing_fire": "Stand and fire",
    "counter_charge": "Counter-charge",
    "evade": "Evade",
    "turn_to_face": "Turn to face them",
    "shelter": "Fire, and run to a friend",
}


class Onset(NamedTuple):
    """A charge as it comes upon its target."""

    chargers: tuple[str, ...]
    target: str
    zone: Zone
    """The zone of the target in which the first charger stood when the move began that makes contact."""
    begun: int
    """Inches between them when the charge began."""
    reach: int
    """Inches that the first charger may still go, this move counted in."""
    place: Placement
    """Where the first charger would be upon its target."""
    sweeping: bool = False

    @property
    def first(self) -> str:
        """Who leads it."""
        return self.chargers[0]


class Meeting(NamedTuple):
    """How it was met."""

    contact: bool
    """They come to blows; otherwise the target is away, or gone."""
    face: Zone = "front"
    fire: int = 0
    """Dice of closing fire at most; 0 for none."""
    counter: bool = False
    shelter: str = ""
    """The friend with whom it takes refuge; the charge may go on at him."""
    overrun: bool = False
    """Cavalry rides on at once."""
    company: bool = False
    """It was a Skirmish Company: who was told to may follow through."""
    evaded: bool = False
    """It turned and ran before the charge was upon it."""


ALL = 14


@implements("BP-CHG-2", "BP-SQUARE-1")
def meet(b: PowderField, on: Onset) -> Steps[Meeting]:
    """The target of a charge that reaches it does what it may."""
    target, face = on.target, side_struck(b.t, b.unit(on.target).formation, on.zone)
    found = b.settle("charge-responses", response_facts(b, target, on.first, on.zone, on.begun))
    # skirmishers in the open have no choice: their die says what they do
    if found.reacts:
        came = yield from react(b, target, on.first)
        return Meeting(came.contact, face, shelter=came.shelter, overrun=came.overrun, company=came.company)
    choices: tuple[Response, ...] = found.responses
    # the roll for square stands in the place of all other responses
    if choices == ("form_square",):
        return _square(b, on, face)
    # who may do nothing but stand needs no roll to stand
    if len(choices) > 1 and not charge_roll(b, target, "roll_to_respond", face):
        choices = ("stand",)
    response = yield from _choose(b, on, choices)
    b.report(ResponseMade(unit=target, charger=on.first, response=response), rules=("BP-CHG-2",))
    return _respond(b, on, face, response)


def _choose(b: PowderField, on: Onset, choices: tuple[Response, ...]) -> Steps[Response]:
    """Ask how the target meets the charge, unless nothing is left to choose or its seat wants not to be asked."""
    usual = usual_response(b, on.target, choices)
    seat = b.seat_of(on.target)
    # a seat that was told not to be asked must not be waited for
    if len(choices) == 1 or b.world.instructions[seat].responses == "usual":
        return usual
    answer = yield from ask(
        Decision(
            seat,
            "respond",
            f"{b.name_to(seat, on.first)} charges {b.name(on.target)}, upon its {on.zone.replace('_', ' ')}",
            [Option(each, _WORDS[each], "BP-CHG-2", about=on.target) for each in choices],
            default=(usual, {}),
            rules=("BP-CHG-2", "BP-SHOOT-6", "BP-CHG-3", "BP-CHG-4"),
            about={"unit": on.target, "foe": on.first, "reach": str(min(400, on.reach))},
        )
    )
    return next(each for each in choices if each == answer.option)


def usual_response(b: PowderField, unit: str, choices: tuple[Response, ...]) -> Response:
    """What a unit does that nobody tells: it faces the enemy, fires, rides out; guns on their limbers get away."""
    if "evade" in choices and b.branch(unit) == "artillery":
        return "evade"
    # "stand" is always among them
    return next(each for each in _USUAL if each in choices)


def _respond(b: PowderField, on: Onset, face: Zone, response: Response) -> Meeting:
    match response:
        case "closing_fire":
            return Meeting(True, face, fire=ALL)
        case "counter_charge":
            ride_out(b, on.target, on.first)
            return Meeting(True, face, counter=True)
        case "evade":
            return _evade(b, on)
        case "turn_to_face":
            _turn(b, on.target, on.first)
            return Meeting(True, "front")
        case "shelter":
            return Meeting(False, face, shelter=shelterer(b, on.target))
        case _:
            return Meeting(True, face)


@implements("BP-SQUARE-2", "BP-SQUARE-3")
def _square(b: PowderField, on: Onset, face: Zone) -> Meeting:
    """Infantry in the open that cavalry contacts rolls to form square."""
    target, now = on.target, b.unit(on.target)
    facts = FormSquareFacts(
        formation=now.formation, zone=face, distance=on.begun, sweeping=on.sweeping, disordered=now.disordered
    )
    roll = b.roll("form-square", facts, by=target, seen=(target, on.first))
    came = roll.settled
    # who was in disorder stays so, even in a square well formed
    fields: dict[str, object] = {"disordered": True} if came.disordered and not now.disordered else {}
    if came.square:
        place = reformed(b, now, "square")
        fields |= {"formation": "square", "position": place.position, "heading": place.heading}
    b.report(
        SquareTried(
            unit=target, charger=on.first, square=came.square, disordered=came.disordered, fires=came.closing_fire
        ),
        rules=("BP-SQUARE-2", "BP-SQUARE-3"),
        roll=roll,
        sets=[b.change(target, **fields)] if fields else [],
    )
    # one closing volley a turn
    fire = b.t.number("BP-SQUARE-2", "dice") if came.closing_fire and not now.closing_fired else 0
    return Meeting(True, "front" if came.square else face, fire=fire)


@implements("BP-CHG-3")
def ride_out(b: PowderField, unit: str, charger: str) -> None:
    """Cavalry rides half the way to meet a charge."""
    now = b.unit(unit)
    facts = CounterChargeFacts(gap=b.inches(unit, charger), move=rate_of(b.t, now.arm, now.formation))
    inches = b.settle("counter-charge", facts).inches
    start, shape = b.placement(unit), bodies.shape(b.t, now)
    # it wheels on its middle and rides straight: no time for more
    turn = off(start.heading, bearing_to(start.position, b.survey.middle(charger)))
    legs: list[CourseLeg] = [Wheel(turn, "centre")] if turn else []
    legs.append(Straight(b.sub(inches)))
    near = neighbours(b, unit, b.sub(inches) + 2 * (shape.width + shape.depth), target=charger, charging=True)
    stops = Stops(b.ground.size, near, bounds=b.bounds(unit))
    moved = advance(shape, start, legs, b.sub(inches) + shape.width, ground.going(b, now), stops)
    b.report(
        ChargeRan(unit=unit, target=charger, paces=moved.straight // SUB, inches=round(moved.straight / b.inch)),
        rules=("BP-CHG-3",),
        sets=[
            b.change(unit, position=moved.place.position, heading=moved.place.heading),
            *carried(b, unit, moved.place),
        ],
    )


@implements("BP-CHG-3")
def _evade(b: PowderField, on: Onset) -> Meeting:
    """A unit turns and makes one move away; who has movement left to reach it strikes it in the rear."""
    unit, now = on.target, b.unit(on.target)
    facts = EvadeFacts(
        # the charger's whole movement, and not only this move of it
        gap=b.inches(unit, on.first),
        charger=min(400, on.reach),
        move=rate_of(b.t, now.arm, now.formation),
    )
    found = b.settle("evade", facts)
    there = retire(
        b,
        unit,
        on.first,
        distance=found.inches,
        disordered=False,
        from_combat=False,
        breaks=False,
        how="evade",
        rules=("BP-CHG-3",),
    )
    if not there or not found.caught:
        return Meeting(False, evaded=True)
    # it ran with its back to them, and so it is struck
    _turn(b, unit, on.first, away=True)
    return Meeting(True, side_struck(b.t, now.formation, "rear"))


@implements("BP-CHG-4")
def _turn(b: PowderField, unit: str, charger: str, *, away: bool = False) -> None:
    """A unit turns on the spot to face a charger, or with its back to it."""
    bearing = bearing_to(b.survey.middle(unit), b.survey.middle(charger))
    heading = (bearing + 180) % 360 if away else bearing
    place = turned_about(b.placement(unit), bodies.shape(b.t, b.unit(unit)).depth, heading)
    b.report(
        TurnedAbout(unit=unit),
        rules=("BP-CHG-3" if away else "BP-CHG-4",),
        sets=[b.change(unit, position=place.position, heading=place.heading)],
    )


@implements("BP-SHELT-1")
def shelterer(b: PowderField, unit: str) -> str:
    """The nearest formed friend with whom gunners take refuge."""
    near = b.survey.friends_within(unit, b.t.number("BP-SHELT-1", "reach"))
    # a friend who fights cannot take them in
    return next((each for each in near if b.formed(each) and not b.in_combat(each)), "")


# -- the draft by which a charge is rolled for


@implements("BP-CHSEQ-1")
def charge_roll(b: PowderField, unit: str, step: ChargeStep, struck: Zone = "front") -> bool:
    """Whether a unit does what a step of a charge asks of it; always, where charges are not rolled for."""
    if not rolled_charges(b.t):
        return True
    now = b.unit(unit)
    facts = ChargeRollFacts(step=step, arm=now.arm, formation=now.formation, disordered=now.disordered, struck=struck)
    roll = b.roll("charge-roll", facts, by=unit, seen=(unit,))
    does: bool = roll.settled.does
    b.report(ChargeRolled(unit=unit, step=step, does=does), rules=("BP-CHSEQ-1",), roll=roll)
    return does
