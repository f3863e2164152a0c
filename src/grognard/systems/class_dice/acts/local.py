"""Local initiative: units that act while it is the enemy's move, because they wish to or because they must."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from grognard.battle.kinds import Noted
from grognard.battle.procedures import Steps, ask
from grognard.ground.units import SUB, to_sub
from grognard.kernel.checks import implements
from grognard.miniatures.motion.moving import Moved, OnTheSpot, Stops, Straight, advance
from grognard.miniatures.motion.placements import Placement, bearing_to, off

from ..checks.movement import AllowanceFacts, BatteryAllowanceFacts
from ..checks.sequence.local_initiative import (
    Action,
    CounterchargeFacts,
    FlankDangerFacts,
    LocalActionFacts,
    LocalInitiativeFacts,
    Wish,
)
from ..checks.units import FormationFacts
from ..effects.retreats import straight_back
from ..events.movement import Faced, FormationChanged, LocalInitiative, Marched
from ..facts.bearings import zone
from ..facts.command import is_led
from ..facts.moving import charge_way, neighbours
from ..table import bodies, ground
from ..table.field import ClassField
from ..terms import Formation, branch
from .firing import lock
from .reactions import LET_BE, chance, let_be, reaction
from .runs import movement_roll, set_down

REACH = 12
"""Inches within which a seat that wishes to be asked at every move is asked."""
ROOM = 5
"""Degrees by which a unit turns less and less far where there is no room for all of its turn."""
_HOW: dict[Wish, str] = {"withdraw": "withdraws", "sidestep": "moves aside", "advance": "advances"}


class Reaction(NamedTuple):
    """What a unit has done, or is about to do: `charge` and `countercharge` are for the caller."""

    unit: str
    wish: Wish


# -- who may, who must


def initiative_facts(b: ClassField, unit: str, mover: str, *, charge: bool) -> LocalInitiativeFacts:
    """What local initiative asks of a unit."""
    now = b.unit(unit)
    return LocalInitiativeFacts(
        troop_class=now.troop_class,
        status=now.status,
        in_smoke=now.smoke,
        in_firefight=now.firefight,
        cavalry_charge=charge and b.branch(mover) == "cavalry",
        leader_attached=is_led(b, unit),
        # once for each action of the enemy, whatever came of it
        tried=now.tried == b.world.action,
        acted=now.local_acts,
    )


@implements("CD-local-initiative-limits", "CD-status-limits")
def may_roll(b: ClassField, unit: str, mover: str, *, charge: bool) -> bool:
    """Whether a unit may roll against an enemy's action."""
    facts = initiative_facts(b, unit, mover, charge=charge)
    return b.rules["local-initiative"].refusal(facts) is None


@implements("CD-local-initiative-mandatory")
def in_danger(b: ClassField, unit: str, mover: str, *, charged: bool) -> bool:
    """Whether an enemy endangers a unit's flank or rear, so that it must roll."""
    if b.branch(mover) == "artillery":
        return False
    now = b.unit(unit)
    facts = FlankDangerFacts(
        zone=zone(b, unit, mover), distance=b.survey.distance(unit, mover), formation=now.formation, charges=charged
    )
    return bool(b.settle("flank-danger", facts).must_roll)


@implements("CD-local-initiative-actions", "CD-countercharge", "CD-local-initiative-use")
def wishes(b: ClassField, unit: str, mover: str, *, charged: bool) -> list[Wish]:
    """What a unit could do about an enemy, the likeliest first."""
    now, found = b.unit(unit), list[Wish]()
    horse_comes = b.branch(mover) == "cavalry"
    loose = b.survey.all_front(unit)
    foot = branch(now.arm) == "infantry"
    # the likeliest first: square is the usual answer to horse, and the last to foot
    if foot and now.formation != "square" and horse_comes:
        found.append("form_square")
    if branch(now.arm) == "cavalry" and charged:
        facts = CounterchargeFacts(arm=now.arm, zone=zone(b, unit, mover), action="aggressive")
        if b.settle("countercharge", facts).may:
            found.append("countercharge")
    if not loose and zone(b, unit, mover) != "front":
        found.append("face")
    if foot and now.formation != "square" and not horse_comes:
        found.append("form_square")
    if not loose and "face" not in found:
        found.append("face")
    if branch(now.arm) == "artillery" and now.formation == "unlimbered":
        found.append("limber")
    if branch(now.arm) != "artillery":
        found += ["change_formation", "withdraw", "sidestep"]
        if not charged:
            found.append("advance")
            if not now.moved and may_charge(b, unit, mover):
                found.append("charge")
    elif now.formation == "limbered":
        found.append("withdraw")
    return [wish for wish in found if _allowed(b, unit, wish, "aggressive")]


def may_charge(b: ClassField, unit: str, target: str) -> bool:
    """Whether a unit could charge another by its formation and status."""
    now = b.unit(unit)
    if branch(now.arm) == "artillery" or now.status == "broken" or now.firefight:
        return False
    facts = FormationFacts(arm=now.arm, formation=now.formation)
    if b.rules["formation"].refusal(facts) is not None or not b.settle("formation", facts).charge:
        return False
    return zone(b, unit, target) == "front" and charge_way(b, unit, target).reaches


def _allowed(b: ClassField, unit: str, wish: Wish, action: Action) -> bool:
    facts = LocalActionFacts(wish=wish, action=action, moved=b.unit(unit).moved)
    return b.rules["local-action"].refusal(facts) is None


# -- the question


@implements("CD-local-initiative-use", "CD-local-initiative-mandatory")
def react(b: ClassField, mover: str, target: str = "") -> Steps[list[Reaction]]:
    """Units that react to a unit's move, or to its charge upon a target: first those that must."""
    done: list[Reaction] = []
    if not b.here(mover):
        return done
    # those who must come first: what they do may change what others wish
    for unit in _near(b, mover, target):
        if _must(b, unit, mover, target) and wishes(b, unit, mover, charged=unit == target):
            done += (yield from _answered(b, [unit], mover, target, compulsory=True)) or []
    for seat in b.seats_of(b.seating.other(b.unit(mover).side)):
        # asked again as long as somebody may: one unit's move may open a way to another
        while b.here(mover):
            units = [unit for unit in volunteers(b, mover, target) if b.seat_of(unit) == seat]
            if not units:
                break
            answered = yield from _answered(b, units, mover, target, compulsory=False)
            if answered is None:
                break
            done += answered
    return done


def _must(b: ClassField, unit: str, mover: str, target: str) -> bool:
    """Whether a unit has to roll; nobody is alarmed by an enemy whom he does not see."""
    if not b.here(unit) or not b.here(mover) or not b.knows(b.seat_of(unit), mover):
        return False
    return in_danger(b, unit, mover, charged=unit == target) and may_roll(b, unit, mover, charge=bool(target))


def _near(b: ClassField, mover: str, target: str) -> list[str]:
    within = b.paces(b.t.number("CD-local-initiative-mandatory", "within"))
    near = b.survey.enemies_within(mover, within)
    return near if not target or target in near else [target, *near]


def volunteers(b: ClassField, mover: str, target: str = "", within: int = 0) -> list[str]:
    """Units whose seats are asked whether they would roll; only where it can matter, and is likely enough for them."""
    near = [target] if target else b.survey.enemies_within(mover, within or b.paces(REACH))
    found = []
    for unit in near:
        if not b.here(unit) or not b.knows(b.seat_of(unit), mover):
            continue
        said = b.instructions(unit)
        # who has asked to be left alone this turn is asked only about what he must
        if said.reactions == "never" or (not target and said.reactions != "ask") or _quiet(b, b.seat_of(unit)):
            continue
        if may_roll(b, unit, mover, charge=bool(target)) and _worth_asking(b, unit, mover, target, said.odds):
            found.append(unit)
    return found


def _worth_asking(b: ClassField, unit: str, mover: str, target: str, least: int) -> bool:
    facts = initiative_facts(b, unit, mover, charge=bool(target))
    return any(chance(b, unit, wish, facts) >= least for wish in wishes(b, unit, mover, charged=bool(target)))


def _answered(
    b: ClassField, units: Sequence[str], mover: str, target: str, *, compulsory: bool
) -> Steps[list[Reaction] | None]:
    """What a seat decides about them, carried out; None where nobody is to do anything."""
    seat, said = b.seat_of(units[0]), b.instructions(units[0])
    unit, wished = units[0], dict[str, Any](wish=_usual(b, units[0], mover, target, compulsory))
    asked = said.reactions != "always" and not (compulsory and (said.reactions == "never" or _quiet(b, seat)))
    if asked:
        may = {each: wishes(b, each, mover, charged=each == target) for each in units}
        answer = yield from ask(reaction(b, seat, may, mover, target, wished["wish"], compulsory=compulsory))
        if answer.option == LET_BE:
            let_be(b, seat)
        wish, _, unit = answer.option.partition(":")
        wished = {**answer.values, "wish": wish if unit else None}
    if wished["wish"] is None:
        return None
    return carry_out(b, unit, mover, wished, charge=bool(target), compulsory=compulsory)


def _quiet(b: ClassField, seat: str) -> bool:
    """Whether a seat does not wish to be asked any more this turn."""
    return b.world.instructions[seat].let_be == b.world.turn


def _usual(b: ClassField, unit: str, mover: str, target: str, compulsory: bool) -> Wish | None:
    """What a unit does that is left to itself: square against horse, a countercharge, its front to the enemy."""
    may = wishes(b, unit, mover, charged=unit == target)
    if not compulsory and (
        not target or may[0] not in ("form_square", "countercharge") or b.branch(mover) != "cavalry"
    ):
        return None
    return may[0]


# -- what it does


@implements("CD-local-initiative-table", "CD-local-initiative-mods", "CD-local-initiative-limits")
def carry_out(
    b: ClassField, unit: str, mover: str, said: Mapping[str, Any], *, charge: bool, compulsory: bool
) -> list[Reaction]:
    """A unit rolls for local initiative, and does what it wished if the roll allows it. One that must end a danger and
    may not or cannot do what it wished does what it can."""
    wish: Wish = said["wish"]
    facts = initiative_facts(b, unit, mover, charge=charge)
    roll = b.roll("local-initiative", facts, by=unit, seen=(unit,))
    may = [each for each in _instead(b, unit, mover, wish, compulsory) if _allowed(b, unit, each, roll.settled.action)]
    done = next((each for each in may if _room(b, unit, mover, each)), None)
    # an attempt that led to nothing uses no action, only the try
    acts = b.unit(unit).local_acts + (done is not None)
    b.report(
        LocalInitiative(
            unit=unit, action=done or "none", wish=wish, compulsory=compulsory, cramped=bool(may and not done) or UNSET
        ),
        rules=("CD-local-initiative-table",),
        roll=roll,
        sets=[b.change(unit, tried=b.world.action, local_acts=acts)],
    )
    if done is None:
        return []
    if b.unit(unit).firefight:
        lock(b, unit, False)
    _act(b, unit, mover, done, said, roll.settled.action)
    return [Reaction(unit, done)]


@implements("CD-local-initiative-mandatory")
def _instead(b: ClassField, unit: str, mover: str, wish: Wish, compulsory: bool) -> list[Wish]:
    """What a unit does, the first that it may and can: its wish, and where it has to end a danger, whatever ends it."""
    if not compulsory:
        return [wish]
    ends: tuple[Wish, ...] = (
        ("face", "form_square", "withdraw") if b.branch(mover) == "cavalry" else ("face", "withdraw")
    )
    may = wishes(b, unit, mover, charged=False)
    return list(dict.fromkeys([wish, *(each for each in ends if each in may)]))


def _room(b: ClassField, unit: str, mover: str, wish: Wish) -> bool:
    """Whether there is room for it: a long line among friends may not be able to turn."""
    return wish != "face" or _turned(b, unit, mover) is not None


def _act(b: ClassField, unit: str, mover: str, wish: Wish, said: Mapping[str, Any], action: Action) -> None:
    match wish:
        case "face":
            face(b, unit, mover)
        case "form_square":
            take_formation(b, unit, "square", "CD-local-initiative-use")
        case "limber":
            take_formation(b, unit, "limbered", "CD-local-initiative-use")
        case "change_formation":
            take_formation(b, unit, said["formation"], "CD-local-initiative-use")
        case "withdraw" | "sidestep" | "advance":
            _moves(b, unit, mover, wish, said.get("aside", "leftward"), action)
        case _:
            pass


def _turned(b: ClassField, unit: str, enemy: str) -> Placement | None:
    """A unit's place when it has turned on the spot to an enemy: as far as there is room, if that brings him into its
    front zone; None where there is none."""
    now = b.unit(unit)
    shape, start = bodies.shape(b.t, now), b.placement(unit)
    turn = off(now.heading, bearing_to(b.survey.middle(unit), b.survey.middle(enemy)))
    stops = Stops(b.ground.size, neighbours(b, unit, 2 * (shape.width + shape.depth), keep=0))
    # turned less far it may still bring the enemy into its front zone
    least = max(0, abs(turn) - b.t.number("CD-arcs", "front"))
    for degrees in range(abs(turn), least - 1, -ROOM):
        moved = advance(shape, start, [OnTheSpot(degrees if turn > 0 else -degrees)], 1, lambda _: 0, stops)
        if moved.place != start:
            return moved.place
    return None


def face(b: ClassField, unit: str, enemy: str, rule: str = "CD-local-initiative-use") -> None:
    """A unit turns on the spot to face an enemy, if there is room."""
    place = _turned(b, unit, enemy)
    if place is not None:
        sets = [b.change(unit, position=place.position, heading=place.heading, moved=True)]
        b.report(Faced(unit=unit, heading=place.heading), rules=(rule,), sets=sets)


def take_formation(b: ClassField, unit: str, formation: Formation, rule: str) -> None:
    """A unit takes up a formation where it stands; in a square it calls its skirmishers in."""
    screens = b.t.value("CD-skirmish-screens", "formations")
    more: dict[str, Any] = {} if formation in screens else {"screen": 0}
    b.report(
        FormationChanged(unit=unit, formation=formation),
        rules=(rule,),
        sets=[b.change(unit, formation=formation, moved=True, **more)],
    )


@implements("CD-local-initiative-limits", "CD-local-initiative-actions")
def _moves(b: ClassField, unit: str, mover: str, wish: Wish, hand: str, action: Action) -> None:
    """Straight back from the enemy, to a side or toward him, after a movement roll; each pace counts twice but those
    ahead. Without an aggressive action it stays where it is rather than come nearer to an enemy in sight."""
    now = b.unit(unit)
    quarters = movement_roll(b, unit)
    if not quarters:
        return
    if branch(now.arm) == "artillery":
        facts = BatteryAllowanceFacts(carriage=now.carriage, action="field", quarters=quarters)
        paces = b.settle("battery-allowance", facts).paces
    else:
        paces = b.settle("allowance", AllowanceFacts(arm=now.arm, formation=now.formation, quarters=quarters)).paces
    aside = paces // b.t.number("CD-move-apply", "aside")
    if wish == "withdraw":
        moved = straight_back(b, unit, mover, aside, about=False, willing=True)
    elif wish == "sidestep":
        moved = _straight(b, unit, to_sub(aside), 90 if hand == "rightward" else -90)
    else:
        moved = _straight(b, unit, to_sub(paces), 0)
    facts_of = LocalActionFacts(wish=wish, action=action, nearer=_nearer(b, unit, moved.place))
    if moved.edge or b.rules["local-action"].refusal(facts_of) is not None:
        return
    b.report(
        Marched(unit=unit, paces=moved.straight // SUB, how=_HOW[wish], held=moved.held or UNSET),
        rules=("CD-local-initiative-actions",),
        sets=set_down(b, unit, moved.place, moved=True, gone=paces, allowance=paces),
    )


def _straight(b: ClassField, unit: str, far: int, aside: int) -> Moved:
    now = b.unit(unit)
    shape = bodies.shape(b.t, now)
    near = neighbours(b, unit, far + 2 * (shape.width + shape.depth))
    stops = Stops(b.ground.size, near, bounds=b.bounds(unit))
    toll = ground.tolls(b, now, now.formation, by_road=False)
    return advance(shape, b.placement(unit), [Straight(far, aside)], far, toll, stops)


def _nearer(b: ClassField, unit: str, place: Placement) -> bool:
    """Whether a unit would be nearer to an enemy whom its seat sees."""
    now, seat = b.unit(unit), b.seat_of(unit)
    seen = [foe.id for foe in b.enemies(now.side) if b.knows(seat, foe.id)]
    before = {foe: b.survey.gap(unit, foe) for foe in seen}
    # measured as if it stood there: distances are kept for all pairs, and go back by themselves
    with b.survey.supposing(replace(now, position=place.position, heading=place.heading)):
        return any(b.survey.gap(unit, foe) < far for foe, far in before.items())


def next_action(b: ClassField) -> None:
    """A unit sets out: what others roll against is a new action."""
    b.emit(Noted(), rules=("CD-local-initiative-limits",), sets=[b.change_world(action=b.world.action + 1)], to=())
