"""The forms of orders: the chits of a unit, told in person, by an aide, to a regiment, or as its mission allows."""

from __future__ import annotations

from typing import get_args

from msgspec.structs import replace

from grognard.army.oob import FormationName
from grognard.battle.forms import (
    ALWAYS,
    Either,
    Every,
    Form,
    FormField,
    Gesture,
    Need,
    Neither,
    Term,
    When,
    only_when,
    prefixed,
)

from ..orders.answers import SAID_WITH
from ..orders.specials import SPECIALS
from .icons import ICONS

UNDRAWN = ("garrison", "irregular")
TURN = FormField(unit="°", step=5, below="left", above="right", zero="straight", reach=(-90, 90))
FAR = FormField(unit=" paces", step=10, zero="as far as it can", reach=(0, 400))
GIVER = FormField(label="By", role="giver")
TOLD = FormField(label="Unit", role="told")
ALL_TOLD = FormField(label="Units", role="told")

MOVEMENTS = {
    "forward": Term(icon="forward"),
    "oblique": Term(icon="oblique"),
    "backward": Term("back", icon="backward"),
    "wheel": Term(icon="wheel"),
    "conversion": Term("convert", icon=ICONS["conversion"]),
    "prolong": Term(icon=ICONS["prolong"]),
}
FORMATIONS = {name: Term(icon=name) for name in get_args(FormationName) if name not in UNDRAWN}
SPECIAL_TERMS: dict[str, Term] = {name: Term(special.label, icon=special.icon) for name, special in SPECIALS.items()}


def _with_specials(field: str) -> When:
    """With one of the special chits that have a field, or use it in their own way."""
    names = (name for name, special in SPECIALS.items() if field in (*special.fields, *special.also))
    return When("special", tuple(names))


_COURSES = When("special", tuple(name for name, special in SPECIALS.items() if special.course == "degrees"))

CHITS = {
    "movement": FormField(
        terms=MOVEMENTS, whole=True, brings={"wheel": {"degrees": 30}, "conversion": {"degrees": 30}}
    ),
    "gait": FormField(shown=When("movement")),
    "degrees": FormField(
        unit=TURN.unit,
        step=TURN.step,
        below=TURN.below,
        above=TURN.above,
        zero=TURN.zero,
        reach=TURN.reach,
        shown=Either((When("movement", ("oblique", "wheel", "conversion")), _with_specials("degrees"))),
        course=_COURSES,
    ),
    "paces": FormField(
        unit=FAR.unit,
        step=FAR.step,
        zero=FAR.zero,
        reach=FAR.reach,
        shown=Either((When("movement", ("forward", "oblique", "backward", "prolong")), _with_specials("paces"))),
    ),
    "formation": FormField(terms=FORMATIONS, unsaid="as it is"),
    "interval": FormField(shown=When("formation"), seldom=ALWAYS),
    "face": FormField(shown=When("formation"), seldom=ALWAYS),
    "attack": FormField(icon="attack"),
    "target": FormField(role="target"),
    "special": FormField(terms=SPECIAL_TERMS),
    "pays_frontage": FormField(label="Keep order", terms={"yes": Term("yes")}, shown=When("movement"), seldom=ALWAYS),
    "walking": FormField(seldom=ALWAYS),
    **{name: replace(said.shown, shown=_with_specials(name)) for name, said in SAID_WITH.items()},
}
"""What a unit is told, field by field."""
WAYS = (
    Gesture(values={"movement": "forward"}, most=4, far="paces"),
    Gesture(values={"movement": "oblique"}, over=4, most=60, turn="degrees", far="paces"),
    Gesture(values={"movement": "backward"}, over=135, far="paces"),
    Gesture(values={"movement": "wheel"}, turn="degrees"),
    Gesture(values={"movement": "conversion"}, turn="degrees"),
)
HALT, PLACE_ORDER = "Halt", "Place order"
# whoever marches attacks whom he meets; whoever stays where he is has to be told whom
_IDLE = Every((When("attack"), Neither((When("movement"),))))
_AIMED = {**CHITS, "target": replace(CHITS["target"], needed=(Need(_IDLE, "Attack whom?"),))}
ORDER = Form(
    id="order",
    name="Order",
    fields={"leader": GIVER, "unit": TOLD, **_AIMED},
    blank=HALT,
    offhand=True,
    gives=PLACE_ORDER,
    ways=WAYS,
)
BY_AIDE = Form(
    id="order_by_aide",
    name="By aide",
    heading="By aide",
    fields=ORDER.fields,
    blank=HALT,
    gives=PLACE_ORDER,
    ways=WAYS,
)
MARK = Form(id="mark", name="By its mission", fields={"unit": TOLD, **_AIMED}, blank=HALT, gives=PLACE_ORDER, ways=WAYS)
AS_ORDER = When("what", ("order",))
"""Where a command is an order or a mission."""


def for_others() -> dict[str, FormField]:
    """What the other units of a regiment are told, where some are named."""
    return only_when(When("others"), prefixed("other_", CHITS))


FORMS = (ORDER, BY_AIDE, MARK)
