"""The options of a unit that is told to do something, and orders made of answers."""

from __future__ import annotations

from typing import Any

from grognard.battle.decisions import Option
from grognard.ground.units import SUB
from grognard.kernel.checks import Refusal, implements
from grognard.kernel.domains import Choice, Domain, Number, Spot, YesNo

from ..acts.answers import AS_IT_IS, MOST, order_of
from ..desk import forms
from ..facts.changes import formations
from ..facts.charges import may_charge
from ..facts.moving import moves_to_contact
from ..facts.rates import rate_of
from ..facts.telling import Told, missing, why_not
from ..facts.threats import against_orders
from ..table.field import PowderField
from ..terms import Moving, branch

WORDS: tuple[Told, ...] = ("move", "charge", "form", "turn", "prolong", "hand_haul", "retire", "reform")


def spot(b: PowderField) -> Spot:
    """Any place on the table."""
    width, height = (each // SUB for each in b.ground.size)
    return Spot(width, height)


def option(b: PowderField, word: Told, unit: str, by: Moving) -> Option | None:
    """What a unit can be told with a word; None where it cannot."""
    if missing(b, word, unit, by) is not None:
        return None
    foes = targets(b, unit, by) if word == "charge" else ()
    if word == "charge" and not foes:
        return None
    fields, usual = fields_of(b, word, unit, by, foes)
    form = {
        "move": forms.MOVE,
        "charge": forms.CHARGE,
        "form": forms.FORM,
        "turn": forms.TURN,
        "prolong": forms.PROLONG,
        "hand_haul": forms.HAUL,
        "retire": forms.RETIRE,
    }.get(word)
    if form is not None and by == "initiative":
        form = forms.ALONE[form.id]
    rule = _RULES[word]
    return Option(
        f"{word}:{unit}", f"{b.name(unit)} {_DOES[word]}", rule, fields, usual, unit, form.id if form and fields else ""
    )


_RULES: dict[Told, str] = {
    "move": "BP-MOVE-1",
    "charge": "BP-CHG-1",
    "form": "BP-MOVE-2",
    "turn": "BP-MOVE-1",
    "prolong": "BP-ARTM-5",
    "hand_haul": "BP-ARTM-8",
    "retire": "BP-HTH-7",
    "reform": "BP-FRIC-8",
}
_DOES: dict[Told, str] = {
    "move": "moves",
    "charge": "charges",
    "form": "changes formation",
    "turn": "turns",
    "prolong": "is dragged on the prolong",
    "hand_haul": "is hauled by hand",
    "retire": "retires",
    "reform": "gets into order again",
}


@implements("BP-CHG-1")
def targets(b: PowderField, unit: str, by: Moving) -> tuple[str, ...]:
    """Enemies whom a unit may be told to charge, the nearest first: known, in sight, and reached with its moves."""
    now, seat = b.unit(unit), b.seat_of(unit)
    if branch(now.arm) == "artillery":
        return ()
    most = 1 if by == "initiative" else MOST
    near = (foe for foe in b.survey.enemies_within(unit, rate_of(b, now, "") * most) if b.knows(seat, foe))
    able = (foe for foe in near if may_charge(b, unit, foe, by=by) is None)
    return tuple(foe for foe in able if moves_to_contact(b, unit, foe, most))


def fields_of(
    b: PowderField, word: Told, unit: str, by: Moving, foes: tuple[str, ...]
) -> tuple[dict[str, Domain], dict[str, Any]]:
    """The fields of such an option, and what they mean where nothing is said; `foes` are those whom it may charge."""
    fields: dict[str, Domain] = {}
    usual: dict[str, Any] = {}

    def add(name: str, domain: Domain, meant: Any = None) -> None:
        fields[name] = domain
        if meant is not None:
            usual[name] = meant

    if word in ("move", "prolong", "hand_haul"):
        add("to", spot(b))
    if word == "charge":
        add("target", Choice(foes))
        add("follow_through", YesNo(), "no")
        if b.on("passage_of_lines") and by == "order":
            add("passage", YesNo(), "no")
    if word == "form":
        add("formation", Choice(formations(b, unit)))
    if word == "move":
        moving_fields(b, unit, add)
    if word in ("move", "prolong", "hand_haul", "form"):
        add("facing", Number(-1, 359), -1)
    if word == "turn":
        add("facing", Number(0, 359))
    if word in ("move", "charge", "prolong", "retire") and by == "order":
        add("moves", Number(1, MOST), MOST if word != "retire" else 1)
    return fields, usual


def moving_fields(b: PowderField, unit: str, add: Any) -> None:
    """How a unit goes somewhere."""
    add("formation", Choice((AS_IT_IS, *formations(b, unit))), AS_IT_IS)
    add("form_first", YesNo(), "yes")
    add("keep_front", YesNo(), "no")
    if b.on("passage_of_lines"):
        add("passage", YesNo(), "no")


def judged(b: PowderField, word: str, unit: str, values: Any, by: Moving) -> Refusal | None:
    """Why a unit may not be told this; None where it may."""
    order = order_of(b, word, unit, values)
    if word == "charge":
        return may_charge(b, unit, order.target, by=by) or against_orders(b, unit, "charge")
    return why_not(b, unit, order)
