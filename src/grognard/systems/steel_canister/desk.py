"""What people see of the decisions: the forms of the options (`battle.forms`). Words only, no rules."""

from __future__ import annotations

from grognard.battle.forms import Form, FormField, Term, by_id

_GIVER = FormField(label="By", role="giver")
_TOLD = FormField(label="Unit", role="told")


def _drawn(*words: str) -> dict[str, Term]:
    return {word: Term(icon=word) for word in words}


_FORMATIONS = {
    **_drawn("line", "double_line", "attack_column", "closed_column", "square", "skirmish", "march_column"),
    **_drawn("limbered", "unlimbered"),
    "semi_formed": Term(icon="*M1 3h4v3H1zM7 4.500h4v3H7zM13 3h4v3h-4zM4 9h4v3H4zM10.500 9.500h4v3h-4z"),
    "field_column": Term(icon="*M5 2h8v3H5zM5 6.200h8v3H5zM5 10.400h8v3H5z"),
    "echelon_left": Term(icon="*M11 2h6v3h-6zM6 6h6v3H6zM1 10h6v3H1z"),
    "echelon_right": Term(icon="*M1 2h6v3H1zM6 6h6v3H6zM11 10h6v3h-6z"),
}
_WAYS = ("forward", "forward_left", "forward_right", "left", "right", "back_left", "back_right", "back")
_POINTS = {"N": "north", "E": "east", "S": "south", "W": "west"}
_FACINGS = FormField(terms={letter: Term(word, icon=word) for letter, word in _POINTS.items()})
_CUBES = {**_drawn("charge", "move", "fire"), "rally": Term(icon="colours"), **_drawn("hold")}
BRIGADE_ORDER = Form(
    id="brigade_order",
    fields={"brigade": FormField(), "order": FormField(terms=_drawn("attack", "move", "hold", "withdraw"))},
    gives="Give order",
)
SCRAP = Form(id="scrap", fields={"brigade": FormField()})
REPLACEMENT = Form(id="replacement", fields={"unit": _TOLD})
CUBE = Form(
    id="cube",
    name="Cube",
    fields={"unit": _TOLD, "cube": FormField(terms=_CUBES)},
    gives="Place cube",
)
ATTACH = Form(id="attach", fields={"leader": _GIVER, "unit": _TOLD})
DETACH = Form(id="detach", fields={"leader": _GIVER})
RIDE = Form(id="ride", name="Ride", fields={"to": FormField(label="To")})
MARCH = Form(id="march", name="March", fields={"place": FormField(label="To")}, gives="March")
STEP = Form(id="step", name="Step", fields={"to": FormField(label="To", terms=_drawn(*_WAYS))})
FIRE = Form(id="fire", name="Fire", fields={"target": FormField(role="target")})
TURN = Form(id="turn", name="Turn", fields={"facing": _FACINGS})
CHANGE = Form(id="form", name="Form", fields={"formation": FormField(terms=_FORMATIONS), "facing": _FACINGS})
LIMBER = Form(id="limber", name="Limber", fields={"facing": _FACINGS})
RALLY = Form(id="rally", name="Rally", fields={"facing": _FACINGS})
FORMS = by_id(
    (BRIGADE_ORDER, SCRAP, REPLACEMENT, CUBE, ATTACH, DETACH, RIDE, MARCH, STEP, FIRE, TURN, CHANGE, LIMBER, RALLY)
)

IN_SHORT = {
    "1": "Leaders", "2": "Orders", "3": "Cubes", "4": "Initiative", "5a": "Cavalry charge", "5b": "Cavalry charge",
    "5c": "Infantry charge", "5d": "Infantry charge", "5e": "Move and fire", "5f": "Move and fire", "5g": "Reaction",
    "5h": "Reaction", "6": "Guns", "7": "Muskets", "8": "Melee", "9a": "Breakthrough", "9b": "Breakthrough",
    "9c": "Breakthrough melee", "10": "Fatigue", "11": "Morale", "12": "End",
}  # fmt: skip
"""What is done in each phase, in a word or two: for the ribbon."""
GOES = {"A": "the side that goes first", "B": "the side that goes second"}
"""Who the two players are, before it is settled."""
