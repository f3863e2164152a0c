"""The forms of the options (`battle.forms`): how their fields are asked for."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.battle.forms import ALWAYS, Form, FormField, Need, Term, When, by_id

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
_CHANGES = tuple(each for each in _FORMATIONS if each != "as_it_is")
_TO = FormField(label="To", needed=(Need(ALWAYS, "Where to?"),))
_FACING = FormField(
    label="Facing",
    unit="°",
    unsaid="as it comes",
    reach=(0, 359),
    course=ALWAYS,
    seldom=ALWAYS,
    help="Where it faces at the end",
)
_KEEP = FormField(label="Front", terms={"yes": Term("keep it", "To a side or back, without turning")}, seldom=ALWAYS)
_FORMATION = FormField(label="Formation", terms=_FORMATIONS)
_FIRST = FormField(
    label="When",
    terms={"yes": Term("change first", "Otherwise when it has arrived")},
    shown=When("formation", tuple(each for each in _CHANGES if each != "unlimbered")),
)
_MOVES = FormField(label="Most moves", help="It stops after so many, however well he rolls")
_PASSAGE = FormField(label="Friends", terms={"yes": Term("pass through", "Through friends on its way, announced")})
_AIMED = FormField(label="Target", role="target")
_TARGET = FormField(label="Target", role="target", needed=(Need(ALWAYS, "Whom?"),))
_THROUGH = FormField(
    label="Then", terms={"yes": Term("follow through", "Go on past skirmishers who give way")}, seldom=ALWAYS
)
_UNITS = FormField(label="Units", role="told", needed=(Need(ALWAYS, "Who?"),))
_MOVING = {
    "to": _TO,
    "formation": _FORMATION,
    "form_first": _FIRST,
    "facing": _FACING,
    "moves": _MOVES,
    "keep_front": _KEEP,
    "passage": _PASSAGE,
}
_CHARGING = {"target": _TARGET, "moves": _MOVES, "follow_through": _THROUGH, "passage": _PASSAGE}
_SPEAK = "Speak the order, and roll"

INSTRUCT = Form(
    id="instruct",
    gives="Let it be so",
    fields={
        "responses": FormField(
            label="If charged",
            terms={
                "ask": Term("Ask each time", "how the unit that is charged meets the charge"),
                "usual": Term("As is usual", "Fire, face the enemy, counter-charge or stand: what suits the unit"),
            },
        )
    },
)
MOVE = Form(id="move", name="Move", fields=_MOVING, gives=_SPEAK)
CHARGE = Form(id="charge", name="Charge", fields=_CHARGING, gives=_SPEAK)
FORM = Form(
    id="form",
    name="Form",
    gives=_SPEAK,
    fields={
        "formation": FormField(label="Into", terms=_FORMATIONS, needed=(Need(ALWAYS, "Into which?"),)),
        "facing": _FACING,
    },
)
TURN = Form(
    id="turn",
    name="Turn",
    gives=_SPEAK,
    fields={"facing": FormField(label="Facing", unit="°", course=ALWAYS, needed=(Need(ALWAYS, "Where to?"),))},
)
PROLONG = Form(id="prolong", name="Prolong", fields={"to": _TO, "facing": _FACING, "moves": _MOVES}, gives=_SPEAK)
HAUL = Form(id="hand_haul", name="By hand", fields={"to": _TO, "facing": _FACING}, gives=_SPEAK)
RETIRE = Form(id="retire", name="Retire", fields={"moves": _MOVES}, gives=_SPEAK)
BRIGADE = Form(id="brigade", name="Brigade order", fields={"units": _UNITS, **_MOVING}, gives=_SPEAK)
BRIGADE_CHARGE = Form(id="brigade_charge", name="Brigade charges", fields={"units": _UNITS, **_CHARGING}, gives=_SPEAK)
BRIGADE_RALLY = Form(id="brigade_rally", name="Brigade rallies", fields={"units": _UNITS}, gives=_SPEAK)
FOLLOW_ME = Form(
    id="follow_me",
    name="Follow me",
    fields={**_MOVING, "target": FormField(label="Charge", role="target", unsaid="nobody")},
    gives=_SPEAK,
)
RIDE = Form(id="ride", name="Ride", fields={"to": _TO}, gives="Ride there")
JOIN = Form(
    id="join",
    name="Join a unit",
    fields={"unit": FormField(label="Unit", role="told", needed=(Need(ALWAYS, "Which?"),))},
    gives="Join it",
)
ASTRAY = Form(id="lead_astray", fields={"to": _TO}, gives="There")
ASSAULT = Form(
    id="assault",
    name="Assault",
    fields={"objective": FormField(label="Objective"), "formation": _FORMATION},
    gives="Let it be so",
)
FIRE = Form(
    id="fire",
    name="Fire",
    gives="Fire",
    fields={
        "target": _AIMED,
        "left_foe": FormField(label="To its left", role="target", unsaid="nobody"),
        "right_foe": FormField(label="To its right", role="target", unsaid="nobody"),
    },
)
VICTORY = Form(
    id="victory_move",
    fields={"to": _TO, "facing": _FACING, "formation": _FORMATION, "target": _TARGET},
    gives="Go on",
)
SWEEP = Form(id="sweep", fields={"target": _AIMED}, gives="At them")
ALONE = {
    form.id: replace(form, id=f"alone_{form.id}", gives="Let it do so")
    for form in (MOVE, CHARGE, FORM, TURN, PROLONG, HAUL, RETIRE)
}
"""The same for units that act by their own initiative: nobody speaks, and nobody rolls."""
FORMS = by_id(
    (
        INSTRUCT, MOVE, CHARGE, FORM, TURN, PROLONG, HAUL, RETIRE, BRIGADE, BRIGADE_CHARGE, BRIGADE_RALLY, FOLLOW_ME,
        RIDE, JOIN, ASTRAY, ASSAULT, FIRE, VICTORY, SWEEP, *ALONE.values(),
    )
)  # fmt: skip
