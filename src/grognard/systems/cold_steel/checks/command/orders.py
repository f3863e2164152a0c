"""Chapter 3: what orders cost, how they reach a unit, when they are acted on and how long they stand."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import Refused, Roll, Thrown, check, implements, reckoning, refuse
from grognard.kernel.facts import Count, Facts, Paces, Range
from grognard.kernel.modifiers import counted, each, given, modifiers, reckon
from grognard.kernel.tables import Tables

from ...terms import zones

MovementWord = Literal["forward", "oblique", "backward", "wheel", "conversion", "prolong"]
CommandTurn = Annotated[int, Range(1, 200), "number of this turn"]
ChitCount = Annotated[int, Range(0, 5)]


def barred(t: Tables, rule: str, row: str) -> Refused:
    """The refusal whose words stand in the tables."""
    found = t.row(rule, row)
    return refuse(found.rule, found.label)


def limit(t: Tables, rule: str, row: str, field: str = "within") -> int:
    """The number in a row that bars something."""
    return t.row(rule, row).columns[field]


class CommandSpendingFacts(Facts):
    """What a commander does with this turn's command points."""

    command_points: Annotated[int, Range(0, 10), "points he has this turn"]
    orders: Annotated[Count, "orders given in person"] = 0
    missions: Annotated[Count, "missions given in person"] = 0
    attachments: Annotated[Count, "attachment orders"] = 0
    written: Annotated[Count, "commands written for aides or regimental commanders, missions too"] = 0
    messages: Annotated[Count, "messages written; each goes with a courier"] = 0
    paces: Annotated[Paces, "how far his figure moves"] = 0
    paces_in_hand: Annotated[Paces, "paces that points spent before still carry him"] = 0
    order_in_hand: Annotated[bool, "a point spent before on paces still holds its order"] = False


class CommandSpendingResult(NamedTuple):
    """Points spent, and points left with the paces they still carry him."""

    spent: int
    left: int
    paces_left: int


@check("command-spending", "CS-3.2k", asks=CommandSpendingFacts)
def command_spending(t: Tables) -> Roll[CommandSpendingFacts, CommandSpendingResult]:
    """What commands and moves cost in command points, and whether there are enough."""
    stride = t.row("CS-3.2j", "paces").per
    order, mission, attachment = (t.row("CS-3.2k", item).value for item in ("orders", "missions", "attachments"))

    def in_person(s: CommandSpendingFacts) -> int:
        return order * s.orders + mission * s.missions + attachment * s.attachments - _held(t, s)

    def farther(s: CommandSpendingFacts) -> int:
        """Paces beyond those in hand and those that come with the points spent in person, as full strides."""
        # points spent on orders carry him too, so only what is left of the ride costs more
        return max(0, rounds(max(0, s.paces - s.paces_in_hand), stride) - in_person(s)) * stride

    costs = [
        *modifiers(
            t,
            "CS-3.2k",
            each("orders"),
            each("missions"),
            each("attachments"),
            each("written"),
            each("messages"),
            counted("couriers", lambda s: s.messages),
            given("order_in_hand", lambda s: _held(t, s)),
        ),
        *modifiers(t, "CS-3.2j", counted("paces", farther)),
    ]
    looks = [cost.look for cost in costs]
    # one sum for both: the price shown and the bar against overspending must not differ
    too_dear = modifiers(t, "CS-3.2k", given("too_dear", lambda s: reckon(looks, s).total > s.command_points))

    def result(throw: Thrown[CommandSpendingFacts]) -> CommandSpendingResult:
        left = throw.s.command_points - throw.total
        # paces bought and not ridden; those of unspent points are among them
        carried = (left + in_person(throw.s)) * stride + farther(throw.s) + throw.s.paces_in_hand
        return CommandSpendingResult(throw.total, left, carried - throw.s.paces)

    return Roll(modifiers=[*costs, *too_dear], result=result, depends=CommandSpendingFacts.names)


@implements("CS-3.2j")
def _held(t: Tables, s: CommandSpendingFacts) -> int:
    """What an order in hand takes off the price of the next thing ordered in person."""
    return (
        -t.row("CS-3.2k", "order_in_hand").value if s.order_in_hand and (s.orders or s.missions or s.attachments) else 0
    )


def rounds(paces: int, each_turn: int) -> int:
    """How many goes a distance takes at so many paces each."""
    return -(-paces // each_turn)


@implements("CS-3.2b")
def delivered(t: Tables, turn: int, paces: int) -> int:
    """The turn in whose movement phase a rider sent off this turn arrives."""
    # sent off in the command phase he rides in the same turn's movement
    return turn + max(1, rounds(paces, t.number("CS-3.2b", "paces"))) - 1


@implements("CS-3.2e")
def next_command_phase(turn: int) -> int:
    """What comes in a movement phase is acted on in the command phase that follows."""
    return turn + 1


class AideFacts(Facts):
    """A command written for an aide."""

    turn: CommandTurn = 1
    distance: Annotated[Paces, "paces the aide has to ride to the unit"]
    aide_distance: Annotated[Paces, "paces from the commander to the aide when the command is written"] = 0
    aides_out: Annotated[Count, "aides of this commander who are not yet back"] = 0


class AideResult(NamedTuple):
    """What the command costs, when it arrives and when the unit acts on it."""

    command_points: int
    delivered: int
    acted_on: int


@reckoning("aide", "CS-3.2a", asks=AideFacts)
def aide(t: Tables, s: AideFacts) -> AideResult:
    """When a command sent by aide arrives and is acted on."""
    if s.aides_out >= limit(t, "CS-3.2a", "all_out", "aides"):
        raise barred(t, "CS-3.2a", "all_out")
    if s.aide_distance > limit(t, "CS-3.2a", "too_far"):
        raise barred(t, "CS-3.2a", "too_far")
    arrives = delivered(t, s.turn, s.distance)
    return AideResult(t.row("CS-3.2k", "written").value, arrives, next_command_phase(arrives))


class AideReturnFacts(Facts):
    """An aide without a command."""

    distance: Annotated[Paces, "paces from the aide to his commander"]
    idle: Annotated[bool, "he waited by the commander when that one began to move; no: he rides back"] = False


class AideReturnResult(NamedTuple):
    """How the aide comes back to his commander."""

    goes_along: bool
    movement_phases: int


@reckoning("aide-return", "CS-3.2f", asks=AideReturnFacts)
def aide_return(t: Tables, s: AideReturnFacts) -> AideReturnResult:
    """How many movement phases an aide needs to be back with his commander."""
    if s.idle and s.distance <= limit(t, "CS-3.2a", "too_far"):
        return AideReturnResult(True, 0)
    return AideReturnResult(False, rounds(s.distance, t.number("CS-3.2b", "paces")))


class MessageFacts(Facts):
    """A written message with its courier."""

    turn: CommandTurn = 1
    distance: Annotated[Paces, "paces the courier has to ride"]
    words: Annotated[int, Range(1, 2000), "words of the message"] = 20
    recipient: Annotated[
        Literal["unhurt", "seriously_wounded", "killed"], "what befell him on the turn of the delivery"
    ] = "unhurt"
    successor_commands: Annotated[int, Range(0, 200), "turn on which a dead man's successor takes command"] = 0


class MessageResult(NamedTuple):
    """What a message costs, when it arrives, who reads it and when."""

    command_points: int
    delivered: int
    read: int
    reader: str


@reckoning("message", "CS-3.2c", asks=MessageFacts)
def message(t: Tables, s: MessageFacts) -> MessageResult:
    """When a written message is delivered and read, and by whom."""
    if s.words > limit(t, "CS-3.2c", "too_long", "words"):
        raise barred(t, "CS-3.2c", "too_long")
    price = t.row("CS-3.2k", "messages").value + t.row("CS-3.2k", "couriers").value
    arrives = delivered(t, s.turn, s.distance)
    reader = "successor" if s.recipient == "killed" else "recipient"
    return MessageResult(price, arrives, _read(t, s, next_command_phase(arrives)), reader)


def _read(t: Tables, s: MessageFacts, soonest: int) -> int:
    if s.recipient == "killed":
        if not s.successor_commands:
            raise barred(t, "CS-3.2d", "no_reader")
        # found on the dead man, it waits for whoever takes command
        return max(soonest, s.successor_commands)
    return soonest + (t.number("CS-3.2d", "seriously_wounded") if s.recipient == "seriously_wounded" else 0)


class RegimentalCommandFacts(Facts):
    """A command given to a regimental commander for his whole regiment."""

    turn: CommandTurn = 1
    battalions: Annotated[int, Range(2, 20), "battalions or squadrons of the regiment"]
    different_orders: Annotated[int, Range(1, 20), "different orders in the command"] = 1
    commander_distance: Annotated[Paces, "paces from the player to the regimental commander"] = 0
    unit_distance: Annotated[Paces, "paces from the regimental commander to the unit meant"] = 0


class RegimentalCommandResult(NamedTuple):
    """What the command costs and on which turn its chits are placed."""

    command_points: int
    turn: int


@check("regimental-command", "CS-3.2g", asks=RegimentalCommandFacts)
def regimental_command(t: Tables) -> Roll[RegimentalCommandFacts, RegimentalCommandResult]:
    """Which units a regimental commander's word reaches, and with what delay."""
    near, far = limit(t, "CS-3.2g", "too_far"), limit(t, "CS-3.2g", "out_of_reach")
    large, mixed = limit(t, "CS-3.2h", "large", "over"), limit(t, "CS-3.2h", "mixed", "over")
    price = t.row("CS-3.2k", "written").value
    return Roll(
        modifiers=[
            *modifiers(
                t,
                "CS-3.2g",
                given("too_far", lambda s: s.commander_distance > near),
                given("out_of_reach", lambda s: s.unit_distance > far),
            ),
            *modifiers(
                t,
                "CS-3.2h",
                given("large", lambda s: s.battalions > large),
                given("mixed", lambda s: s.different_orders > mixed),
            ),
        ],
        result=lambda throw: RegimentalCommandResult(price, throw.s.turn + throw.total),
        depends=("turn",),
    )


class OrderFacts(Facts):
    """An order given in person: whom it is for and which chits are placed."""

    leader_distance: Annotated[Paces, "paces between the leader's path and the command stand, or centre"] = 0
    to: Annotated[Literal["unit", "company", "troop", "section"], "the whole unit or a part of it"] = "unit"
    movement: Annotated[MovementWord, "what the movement chit says"] = "forward"
    movement_chits: Annotated[ChitCount, "movement chits placed"] = 0
    formation_chits: Annotated[ChitCount, "formation chits placed"] = 0
    attack_chits: Annotated[ChitCount, "attack chits placed"] = 0
    special_chits: Annotated[ChitCount, "special chits placed"] = 0
    attachment: Annotated[bool, "the special chit attaches the leader to the unit"] = False
    attack_mission: Annotated[bool, "the unit is on an attack mission"] = False


class OrderResult(NamedTuple):
    """What the order costs and what it leaves the unit free to do."""

    command_points: int
    halts: bool
    """No movement chit: the unit halts."""
    stops_at: int
    """Paces from the enemy at which it stops; 0 when it may close."""


@reckoning("order", "CS-3.2m", asks=OrderFacts)
def order(t: Tables, s: OrderFacts) -> OrderResult:
    """Whether chits make one order that this leader can give, and what it costs."""
    if s.leader_distance > limit(t, "CS-3.2o", "too_far"):
        raise barred(t, "CS-3.2o", "too_far")
    chits = {kind: getattr(s, f"{kind}_chits") for kind in ("movement", "formation", "attack", "special")}
    if max(chits.values()) > limit(t, "CS-3.2m", "too_many", "chits"):
        raise barred(t, "CS-3.2m", "too_many")
    placed = {kind for kind, number in chits.items() if number}
    # any part of a permitted set is an order too, by the ruling (CS-3.2m)
    if not any(placed <= set(chits_of_one) for chits_of_one in t.value("CS-3.2m", "sets")):
        raise barred(t, "CS-3.2m", "no_set")
    # a part of a unit wheels or is prolonged, and nothing besides
    if s.to != "unit" and not (placed == {"movement"} and s.movement in t.value("CS-3.2l", s.to)):
        raise barred(t, "CS-3.2l", "barred")
    price = t.row("CS-3.2k", "attachments" if s.attachment and "special" in placed else "orders").value
    closes = s.attack_mission or "attack" in placed
    return OrderResult(price, "movement" not in placed, 0 if closes else _short_of_p3(t))


def _short_of_p3(t: Tables) -> int:
    return next(start for start, _, zone in zones(t).bands if start is not None and zone == "P2")


class LeftoverMovementFacts(Facts):
    """A unit that wheels or changes formation and then goes on."""

    rate: Annotated[int, Range(0, 1200), "paces it could move this turn at its gait"]
    wheel: Annotated[int, Range(0, 1200), "paces its outer flank travels in the wheel"] = 0
    quarters: Annotated[int, Range(0, 20), "quarters of a turn its formation change takes"] = 0


class LeftoverMovementResult(NamedTuple):
    """Paces left to go straight ahead along the new front."""

    paces: int


@reckoning("leftover-movement", "CS-3.2n", asks=LeftoverMovementFacts)
def leftover_movement(t: Tables, s: LeftoverMovementFacts) -> LeftoverMovementResult:
    """How far a unit may still go straight ahead after a wheel or a formation change."""
    whole = t.number("CS-6.7.1a", "quarters")
    # a quarter spent on forming is a quarter of the rate gone, before the wheel is paid
    left = s.rate * max(0, whole - s.quarters) // whole
    if s.wheel > left:
        raise barred(t, "CS-3.2n", "no_time")
    return LeftoverMovementResult(left - s.wheel)


class OrderStandsFacts(Facts):
    """A chit on a unit at the end of a turn."""

    chit: Annotated[Literal["movement", "attack", "formation", "special"], "its kind"]
    done: Annotated[bool, "what it says has been carried out"] = False
    replaced: Annotated[bool, "the unit was given a new order"] = False
    overridden: Annotated[bool, "an automatic order took its place"] = False
    impossible: Annotated[bool, "the unit's morale makes it impossible"] = False


class OrderStandsResult(NamedTuple):
    """Whether the chit stays on the unit."""

    stays: bool


@reckoning("order-stands", "CS-3.3.2b", asks=OrderStandsFacts)
def order_stands(t: Tables, s: OrderStandsFacts) -> OrderStandsResult:
    """Whether an order is still in force next turn: movement goes on, other orders end when carried out."""
    # a march goes on until somebody says otherwise; what is formed or done is over
    finished = s.done and s.chit in ("formation", "special")
    return OrderStandsResult(not (finished or s.replaced or s.overridden or s.impossible))
