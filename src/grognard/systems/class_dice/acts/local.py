"""Local initiative: units that act while it is the enemy's move, because they wish to or because they must."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from grognard.battle.decisions import Decision, Option
from grognard.battle.kinds import Noted
from grognard.battle.procedures import Steps, ask
from grognard.ground.units import SUB
from grognard.kernel.checks import Refusal, implements
from grognard.kernel.domains import Choice, Domain
from grognard.miniatures.motion.moving import OnTheSpot, Stops, advance
from grognard.miniatures.motion.placements import bearing_to, off

from ..checks.local_initiative import (
    Action,
    CounterchargeFacts,
    FlankDangerFacts,
    LocalActionFacts,
    LocalInitiativeFacts,
    Wish,
)
from ..checks.movement import AllowanceFacts, BatteryAllowanceFacts
from ..checks.units import FormationFacts
from ..desk import forms
from ..effects.retreats import carried_along, straight_back
from ..events.movement import Faced, FormationChanged, LocalInitiative, Marched, MovementRolled
from ..facts.bearings import zone
from ..facts.command import is_led
from ..facts.moving import charge_way, movement_facts, neighbours
from ..table import bodies
from ..table.field import ClassField
from ..terms import Formation, branch
from .firing import lock

REACH = 12
"""Inches within which a seat that wishes to be asked at every move is asked."""
_FOOT: tuple[Formation, ...] = ("line", "column", "closed_column", "general", "square")
_HORSE: tuple[Formation, ...] = ("line", "column", "general")


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
        found += ["change_formation", "withdraw"] if not now.moved else []
        if not charged and not now.moved and may_charge(b, unit, mover):
            found.append("charge")
    elif not now.moved and now.formation == "limbered":
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
    for unit in _near(b, mover, target):
        if _must(b, unit, mover, target) and wishes(b, unit, mover, charged=unit == target):
            done += yield from _answered(b, [unit], mover, target, compulsory=True)
    for seat in b.side_seats(b.seating.other(b.unit(mover).side)):
        while b.here(mover):
            units = [unit for unit in volunteers(b, mover, target) if b.seat_of(unit) == seat]
            if not units:
                break
            answered = yield from _answered(b, units, mover, target, compulsory=False)
            if not answered:
                break
            done += answered
    return done


def _must(b: ClassField, unit: str, mover: str, target: str) -> bool:
    """Whether a unit has to roll; nobody is alarmed by an enemy whom he does not see."""
    if not b.here(unit) or not b.here(mover) or not b.knows(b.seat_of(unit), mover):
        return False
    charged = unit == target
    return in_danger(b, unit, mover, charged=charged) and may_roll(b, unit, mover, charge=charged)


def _near(b: ClassField, mover: str, target: str) -> list[str]:
    within = b.paces(b.t.number("CD-local-initiative-mandatory", "within"))
    near = b.survey.enemies_within(mover, within)
    return near if not target or target in near else [target, *near]


def volunteers(b: ClassField, mover: str, target: str = "", within: int = 0) -> list[str]:
    """Units whose seats are asked whether they would roll; only where it can matter."""
    near = [target] if target else b.survey.enemies_within(mover, within or b.paces(REACH))
    found = []
    for unit in near:
        if not b.here(unit) or not b.knows(b.seat_of(unit), mover):
            continue
        said = b.instructions(unit).reactions
        if said == "never" or (not target and said != "ask"):
            continue
        if may_roll(b, unit, mover, charge=bool(target)) and wishes(b, unit, mover, charged=bool(target)):
            found.append(unit)
    return found


def _answered(
    b: ClassField, units: Sequence[str], mover: str, target: str, *, compulsory: bool
) -> Steps[list[Reaction]]:
    """What a seat decides about them, carried out."""
    seat = b.seat_of(units[0])
    default = _usual(b, units[0], mover, target, compulsory)
    said = b.instructions(units[0]).reactions
    if said == "always" or (said == "never" and compulsory):
        choice = default
    else:
        answer = yield from ask(_decision(b, seat, units, mover, target, compulsory, default))
        choice = (
            None
            if answer.option == "done"
            else (answer.option.split(":", 1)[1], answer.values["wish"], answer.values.get("formation", "as_it_is"))
        )
    if choice is None:
        return []
    unit, wish, formation = choice
    return carry_out(b, unit, mover, wish, formation, charged=unit == target, compulsory=compulsory)


def _usual(b: ClassField, unit: str, mover: str, target: str, compulsory: bool) -> tuple[str, Wish, str] | None:
    """What a unit does that is left to itself: square against horse, a countercharge, its front to the enemy."""
    may = wishes(b, unit, mover, charged=unit == target)
    if not compulsory and (
        not target or may[0] not in ("form_square", "countercharge") or b.branch(mover) != "cavalry"
    ):
        return None
    return unit, may[0], "as_it_is"


def _decision(
    b: ClassField, seat: str, units: Sequence[str], mover: str, target: str, compulsory: bool, default: Any
) -> Decision:
    options = []
    for unit in units:
        may = wishes(b, unit, mover, charged=unit == target)
        fields: dict[str, Domain] = {"wish": Choice(tuple(may))}
        usual: dict[str, Any] = {"wish": may[0]}
        if "change_formation" in may:
            forms_of = _FOOT if b.branch(unit) == "infantry" else _HORSE
            fields["formation"] = Choice(("as_it_is", *(each for each in forms_of if each != b.unit(unit).formation)))
            usual["formation"] = "as_it_is"
        options.append(
            Option(
                f"roll:{unit}",
                f"{b.name(unit)} rolls",
                "CD-local-initiative-table",
                fields,
                usual,
                unit,
                forms.REACT.id,
            )
        )
    if not compulsory:
        options.append(Option("done", "Nobody reacts", "CD-local-initiative-use"))
    what = "charges" if target else "has moved"
    must = " Its flank is in danger: it must roll." if compulsory else ""
    return Decision(
        seat,
        "react",
        f"{b.name_to(seat, mover)} {what}. Local initiative?{must}",
        options,
        default=(f"roll:{default[0]}", {"wish": default[1]}) if default else ("done", {}),
        rules=("CD-local-initiative-use",),
        judge=_judge,
        done="" if compulsory else "done",
        about={"foe": mover, "target": target} if b.knows(seat, mover) else None,
    )


def _judge(key: str, values: Any) -> Refusal | None:
    if values.get("wish") == "change_formation" and values.get("formation", "as_it_is") == "as_it_is":
        return Refusal("CD-local-initiative-actions", "into which formation?")
    return None


# -- what it does


@implements("CD-local-initiative-table", "CD-local-initiative-mods", "CD-local-initiative-limits")
def carry_out(
    b: ClassField, unit: str, mover: str, wish: Wish, formation: str, *, charged: bool, compulsory: bool
) -> list[Reaction]:
    """A unit rolls for local initiative, and does what it wished if the roll allows it. One that must end a danger and
    may not do what it wished turns to face."""
    facts = initiative_facts(b, unit, mover, charge=charged)
    roll = b.roll("local-initiative", facts, by=unit, seen=(unit,))
    action: Action = roll.settled.action
    done = wish if _allowed(b, unit, wish, action) else None
    if done is None and compulsory and action != "none" and not b.survey.all_front(unit):
        done = "face"
    acts = b.unit(unit).local_acts + (done is not None)
    b.report(
        LocalInitiative(unit=unit, action="none" if done is None else done, wish=wish, compulsory=compulsory),
        rules=("CD-local-initiative-table",),
        roll=roll,
        sets=[b.change(unit, tried=b.world.action, local_acts=acts)],
    )
    if done is None:
        return []
    if b.unit(unit).firefight:
        lock(b, unit, False)
    _act(b, unit, mover, done, formation)
    return [Reaction(unit, done)]


def _act(b: ClassField, unit: str, mover: str, wish: Wish, formation: str) -> None:
    match wish:
        case "face":
            face(b, unit, mover)
        case "form_square":
            take_formation(b, unit, "square", "CD-local-initiative-use")
        case "limber":
            take_formation(b, unit, "limbered", "CD-local-initiative-use")
        case "change_formation":
            take_formation(b, unit, formation, "CD-local-initiative-use")  # type: ignore[arg-type]
        case "withdraw":
            _withdraw(b, unit, mover)
        case _:
            pass


def face(b: ClassField, unit: str, enemy: str, rule: str = "CD-local-initiative-use") -> None:
    """A unit turns on the spot to face an enemy, if there is room."""
    now = b.unit(unit)
    shape, start = bodies.shape(b.t, now), b.placement(unit)
    turn = off(now.heading, bearing_to(b.survey.middle(unit), b.survey.middle(enemy)))
    stops = Stops(b.ground.size, neighbours(b, unit, 2 * (shape.width + shape.depth), keep=0))
    moved = advance(shape, start, [OnTheSpot(turn)], 1, lambda _: 0, stops)
    if moved.place != start:
        b.report(
            Faced(unit=unit, heading=moved.place.heading),
            rules=(rule,),
            sets=[b.change(unit, position=moved.place.position, heading=moved.place.heading, moved=True)],
        )


def take_formation(b: ClassField, unit: str, formation: Formation, rule: str) -> None:
    """A unit takes up a formation where it stands; in a square it calls its skirmishers in."""
    screens = b.t.value("CD-skirmish-screens", "formations")
    more: dict[str, Any] = {} if formation in screens else {"screen": 0}
    b.report(
        FormationChanged(unit=unit, formation=formation),
        rules=(rule,),
        sets=[b.change(unit, formation=formation, moved=True, **more)],
    )


@implements("CD-local-initiative-limits")
def _withdraw(b: ClassField, unit: str, mover: str) -> None:
    """Straight back from the enemy with its front kept, after a movement roll; each pace counts twice."""
    now = b.unit(unit)
    roll = b.roll("movement", movement_facts(b, unit, vacating=False), by=unit, seen=(unit,))
    quarters = roll.settled.quarters
    b.report(MovementRolled(unit=unit, quarters=quarters), rules=("CD-move-table",), roll=roll)
    if not quarters:
        return
    if branch(now.arm) == "artillery":
        facts = BatteryAllowanceFacts(carriage=now.carriage, action="field", quarters=quarters)
        paces = b.settle("battery-allowance", facts).paces
    else:
        paces = b.settle("allowance", AllowanceFacts(arm=now.arm, formation=now.formation, quarters=quarters)).paces
    moved = straight_back(b, unit, mover, paces // b.t.number("CD-move-apply", "aside"), about=False)
    if moved.edge:
        return
    b.report(
        Marched(unit=unit, paces=moved.straight // SUB, how="withdraws"),
        rules=("CD-local-initiative-actions",),
        sets=[
            b.change(
                unit,
                position=moved.place.position,
                heading=moved.place.heading,
                moved=True,
                gone=paces,
                allowance=paces,
            ),
            *carried_along(b, unit, moved.place),
        ],
    )


def next_action(b: ClassField) -> None:
    """A unit sets out: what others roll against is a new action."""
    b.emit(Noted(), rules=("CD-local-initiative-limits",), sets=[b.change_world(action=b.world.action + 1)], to=())
