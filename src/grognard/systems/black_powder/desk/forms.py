"""The forms of the options (`battle.forms`): how their fields are asked for."""

from __future__ import annotations

from grognard.battle.forms import Form, FormField, Term, by_id

_FORMATIONS = {
    "as_it_is": Term("As it is"),
    "line": Term("Line", "All its dice when it shoots", "line"),
    "attack_column": Term("Attack column", "Easier to order, saves better, shoots with one die", "attack_column"),
    "march_column": Term("March column", "Quick by road, helpless in a fight", "march_column"),
    "square": Term("Square", "Against cavalry: neither flank nor rear", "open_square"),
    "mixed_line": Term("Line with a screen", "Its light company out in front", "skirmish"),
    "mixed_attack_column": Term("Column with a screen", "Its light company out in front", "skirmish"),
    "grande_bande": Term("Grande Bande", "The whole battalion skirmishes", "skirmish"),
    "echelon": Term("Echelon", "Easier to order, better against foot", "line"),
    "limbered": Term("Limber up", "Takes a whole move", "limbered"),
    "unlimbered": Term("Unlimber", "Free at the end of a move", "unlimbered"),
}
_TO = FormField(label="To")
_FACING = FormField(
    label="Facing", unit="°", zero="North", below="as it comes", reach=(-1, 359), help="Where it faces at the end"
)
_KEEP = FormField(label="Keep its front", help="To a side or back, without turning")
_FORMATION = FormField(label="Formation", terms=_FORMATIONS)
_FIRST = FormField(label="Change formation first", help="Before it goes, or when it has arrived")
_MOVES = FormField(label="Moves at most", help="Guns on the prolong fire if only one was ordered")
_PASSAGE = FormField(label="Passage of lines", help="It may pass through friends on its way")
_TARGET = FormField(label="Target", role="target")
_THROUGH = FormField(label="Follow through", help="Go on past skirmishers who give way")
_UNITS = FormField(label="Units", role="told")
_MOVING = {
    "to": _TO,
    "facing": _FACING,
    "keep_front": _KEEP,
    "formation": _FORMATION,
    "form_first": _FIRST,
    "moves": _MOVES,
    "passage": _PASSAGE,
}

INSTRUCT = Form(
    id="instruct",
    fields={
        "responses": FormField(
            label="When charged",
            terms={"ask": Term("Ask each time"), "usual": Term("As is usual for each unit")},
        )
    },
)
MOVE = Form(id="move", name="Move", fields=_MOVING)
CHARGE = Form(
    id="charge",
    name="Charge",
    fields={"target": _TARGET, "follow_through": _THROUGH, "passage": _PASSAGE, "moves": _MOVES},
)
FORM = Form(id="form", name="Form", fields={"formation": _FORMATION, "facing": _FACING})
TURN = Form(id="turn", name="Turn", fields={"facing": _FACING})
PROLONG = Form(id="prolong", name="Prolong", fields={"to": _TO, "facing": _FACING, "moves": _MOVES})
HAUL = Form(id="hand_haul", name="By hand", fields={"to": _TO, "facing": _FACING})
RETIRE = Form(id="retire", name="Retire", fields={"moves": _MOVES})
BRIGADE = Form(id="brigade", name="Brigade order", fields={"units": _UNITS, **_MOVING})
BRIGADE_CHARGE = Form(
    id="brigade_charge",
    name="Brigade charges",
    fields={"units": _UNITS, "target": _TARGET, "follow_through": _THROUGH, "passage": _PASSAGE, "moves": _MOVES},
)
BRIGADE_RALLY = Form(id="brigade_rally", name="Brigade rallies", fields={"units": _UNITS})
FOLLOW_ME = Form(
    id="follow_me",
    name="Follow me",
    fields={**_MOVING, "target": FormField(label="Charge", role="target", unsaid="nobody")},
)
RIDE = Form(id="ride", name="Ride", fields={"to": _TO})
JOIN = Form(id="join", name="Join", fields={"unit": FormField(label="Unit", role="told")})
ASTRAY = Form(id="lead_astray", fields={"to": _TO})
ASSAULT = Form(
    id="assault", name="Assault", fields={"objective": FormField(label="Objective"), "formation": _FORMATION}
)
FIRE = Form(
    id="fire",
    name="Fire",
    fields={
        "target": _TARGET,
        "left_foe": FormField(label="To its left", role="target", unsaid="nobody"),
        "right_foe": FormField(label="To its right", role="target", unsaid="nobody"),
    },
)
VICTORY = Form(id="victory_move", fields={"to": _TO, "facing": _FACING, "formation": _FORMATION, "target": _TARGET})
FORMS = by_id(
    (
        INSTRUCT, MOVE, CHARGE, FORM, TURN, PROLONG, HAUL, RETIRE, BRIGADE, BRIGADE_CHARGE, BRIGADE_RALLY, FOLLOW_ME,
        RIDE, JOIN, ASTRAY, ASSAULT, FIRE, VICTORY,
    )
)  # fmt: skip
