"""Automatic orders as chits: what a unit marked with one will try to do in the movement phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from msgspec.structs import replace

from grognard.army.oob import FormationName
from grognard.kernel.checks import implements

from ...checks.initiative.automatic_orders import Automatic
from ...facts import eighteenth
from ...facts.initiative.threats import Picture, canter_reaches, chosen_target, nearest_known, turn_toward, ward_menace
from ...facts.situations import zone_at
from ...officers.steering import IN_PLACE, against
from ...orders import drill
from ...table.battlefield import Battlefield
from ...table.state import (
    Attack,
    FallBack,
    FormationChit,
    Marching,
    Order,
    PlainChit,
    UnitState,
    WalkingFire,
    Wheel,
    Withdraw,
)
from ...terms import Gait


def automatic_chits(
    b: Battlefield, unit: UnitState, found: Automatic, *, target: str, picture: Picture
) -> Order | None:
    """The chits of an automatic order; None where the unit cannot carry it out."""
    order = _MAKERS[found.order](b, unit, found, target, picture)
    return None if order is None else replace(order, by=f"automatic:{found.order}", rule=found.rule)


@implements("CS-4.1i")
def _fall_back(b: Battlefield, unit: UnitState, found: Automatic, _target: str, picture: Picture) -> Order | None:
    """Away from the nearest enemy who threatens it, else from the nearest; with no enemy there is nowhere to go."""
    sides = [several for by in picture.threats[unit.id].values() for several in by.values()]
    foes = {foe for several in sides for foe in several}
    # by what is known to the unit's side: an enemy nobody has seen does not steer its flight
    nearest = min(foes, key=lambda foe: (b.survey.distance(unit.id, foe), foe), default=nearest_known(b, unit.id)[0])
    return Order(FallBack(cast(Gait, found.gait), nearest)) if nearest else None


@implements("CS-4.1d")
def _form_square(b: Battlefield, unit: UnitState, found: Automatic, _target: str, _picture: Picture) -> Order | None:
    formation = cast(FormationName, found.formation)
    return Order(formation=FormationChit(formation)) if _can_form(b, unit, formation) else None


@implements("CS-4.1c")
def _withdraw(b: Battlefield, unit: UnitState, found: Automatic, _target: str, _picture: Picture) -> Order:
    nearest, _ = nearest_known(b, unit.id)
    formation = FormationChit(cast(FormationName, found.formation)) if found.formation else None
    return Order(Withdraw(cast(Gait, found.gait), nearest), formation)


@implements("CS-4.1e")
def _reform(b: Battlefield, unit: UnitState, _found: Automatic, _target: str, _picture: Picture) -> Order | None:
    """Not with the enemy upon it, where nobody reforms (CS-3.3.2.3a)."""
    in_contact = zone_at(b, nearest_known(b, unit.id)[1]) == "P3"
    return None if in_contact else Order(special=PlainChit("reform"))


@implements("CS-4.1g")
def _return_fire(b: Battlefield, unit: UnitState, found: Automatic, _target: str, _picture: Picture) -> Order:
    """It halts, and forms line for it where it can."""
    deploys = found.formation == "line" and _can_form(b, unit, "line")
    return Order(formation=FormationChit("line")) if deploys else Order()


@implements("CS-4.1f")
def _form_line(b: Battlefield, unit: UnitState, _found: Automatic, _target: str, _picture: Picture) -> Order | None:
    return Order(formation=FormationChit("line")) if _can_form(b, unit, "line") else None


@implements("CS-4.1b")
def _protect(b: Battlefield, unit: UnitState, _found: Automatic, _target: str, picture: Picture) -> Order | None:
    """Against the enemy it sees who threatens its ward, chosen as any target is. The rules name no gait: quick step;
    cavalry canters if that brings it to the enemy this turn, as when it advances for itself."""
    foe = chosen_target(b, unit.id, ward_menace(b, unit, picture), picture)
    fast = b.entry(unit.id).rated.arm == "cavalry" and canter_reaches(b, unit, foe)
    return against(b, unit.id, foe, "double" if fast else "quick")


@implements("CS-4.1a", "CS-4.1h")
def _advance(b: Battlefield, unit: UnitState, found: Automatic, target: str, _picture: Picture) -> Order | None:
    """Against its target, turned to him first. Who fires before he closes does not come on at the double
    (CS-M2-8.3a)."""
    gait = "quick" if eighteenth.fires_first(b, unit.id) else cast(Gait, found.gait)
    return against(b, unit.id, target, gait)


def _face_cavalry(b: Battlefield, unit: UnitState, _found: Automatic, _target: str, picture: Picture) -> Order:
    """18th century: it wheels to the nearest cavalry on its flank or rear (CS-M2-4.1b), and stands there."""
    sides = picture.threats[unit.id]["cavalry"]
    foes = [foe for side in ("flank", "rear") for foe in sides.get(side, ())]
    nearest = min(foes, key=lambda foe: (b.survey.distance(unit.id, foe), foe))
    return Order(Wheel(turn_toward(b, unit, nearest), paces=IN_PLACE))


_MAKERS: dict[str, Callable[[Battlefield, UnitState, Automatic, str, Picture], Order | None]] = {
    "fall_back": _fall_back,
    "form_square": _form_square,
    "withdraw": _withdraw,
    "reform": _reform,
    "return_fire": _return_fire,
    "form_line": _form_line,
    "protect": _protect,
    "irregulars_advance": _advance,
    "cavalry_advance": _advance,
    "face_cavalry": _face_cavalry,
}


def _can_form(b: Battlefield, unit: UnitState, formation: FormationName) -> bool:
    """Whether its drill knows the way from where it stands, or it is on the way already."""
    under_way = unit.forming is not None and unit.forming.to == formation
    # a unit on the way to a formation has no change to it in the tables any more, but can still do it
    return under_way or isinstance(drill.formation_change(b, unit.id, formation), drill.Change)


def doing_already(unit: UnitState, name: str, order: Order, menaced: list[str]) -> bool:
    """Whether a unit does by its own orders what the automatic order wants of it."""
    own = unit.order or Order()
    # half-way through the same change: a second chit would only begin it anew
    if order.formation and not order.way and unit.forming is not None and unit.forming.to == order.form:
        return not own.way and own.form in ("", order.form)
    match name:
        case "return_fire":
            return not own.way and own.form == order.form
        case "cavalry_advance" | "irregulars_advance" | "protect":
            meant = (order.target, *menaced)
            # any forward attack without a named target may be meant against the same enemy
            return own.attacks and (own.target in meant if own.target else own.way == "forward")
        case _:
            return _bare(own) == _bare(order)


def _bare(order: Order) -> Order:
    """The chits alone, without who put them there."""
    # distances are left out: how far it goes does not make it another order
    move = replace(order.move, paces=0) if isinstance(order.move, (Marching, Withdraw)) else order.move
    combat = Attack(walking=order.walking) if order.attacks else WalkingFire() if order.walking else None
    return replace(order, move=move, combat=combat, by="", rule="")
