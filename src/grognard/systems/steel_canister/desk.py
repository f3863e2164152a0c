"""What people see of the decisions: the forms of the options (`battle.forms`). Words only, no rules."""

from __future__ import annotations

from grognard.battle.forms import Form, FormField, Term, by_id

_GIVER = FormField(label="By", role="giver")
_TOLD = FormField(label="Unit", role="told")


def _drawn(*words: str) -> dict[str, Term]:
    return {word: Term(icon=word) for word in words}


_FORMATIONS = _drawn("line", "double_line", "attack_column", "march_column", "limbered", "unlimbered", "skirmish")
BRIGADE_ORDER = Form(
    id="brigade_order",
    fields={"brigade": FormField(), "order": FormField(terms=_drawn("attack", "move", "hold"))},
    gives="Give order",
)
SCRAP = Form(id="scrap", fields={"brigade": FormField()})
REPLACEMENT = Form(id="replacement", fields={"unit": _TOLD})
CUBE = Form(
    id="cube",
    name="Cube",
    fields={"unit": _TOLD, "cube": FormField(terms=_drawn("charge", "move", "fire", "hold"))},
    gives="Place cube",
)
ATTACH = Form(id="attach", fields={"leader": _GIVER, "unit": _TOLD})
DETACH = Form(id="detach", fields={"leader": _GIVER})
RIDE = Form(id="ride", name="Ride", fields={"to": FormField(label="To")})
STEP = Form(id="step", name="Step", fields={"to": FormField(label="To", terms=_drawn("forward"))})
FIRE = Form(id="fire", name="Fire", fields={"target": FormField(role="target")})
TURN = Form(id="turn", name="Turn", fields={"facing": FormField()})
CHANGE = Form(id="form", name="Form", fields={"formation": FormField(terms=_FORMATIONS), "facing": FormField()})
LIMBER = Form(id="limber", name="Limber", fields={"facing": FormField()})
RALLY = Form(id="rally", name="Rally", fields={"facing": FormField()})
FORMS = by_id((BRIGADE_ORDER, SCRAP, REPLACEMENT, CUBE, ATTACH, DETACH, RIDE, STEP, FIRE, TURN, CHANGE, LIMBER, RALLY))
