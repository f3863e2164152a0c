"""The forms of the options (`battle.forms`): how their fields are asked for."""

from __future__ import annotations

from grognard.battle.forms import ALWAYS, Form, FormField, Need, Term, When, by_id

_FORMATIONS = {
    "as_it_is": Term("As it is"),
    "road": Term("March column", icon="march_column"),
    "column": Term("Column", icon="attack_column"),
    "closed_column": Term("Closed column", "Closed up: cavalry has little against it, guns have much", "attack_column"),
    "line": Term("Line", icon="line"),
    "general": Term("General order", "Loose: quicker than a line, weak against a charge", "skirmish"),
    "square": Term("Square", "Against cavalry: neither flank nor rear", "open_square"),
    "limbered": Term("Limber up", icon="limbered"),
    "unlimbered": Term("Unlimber", icon="unlimbered"),
}
_CHANGES = tuple(each for each in _FORMATIONS if each != "as_it_is")
_TO = FormField(label="To", needed=(Need(ALWAYS, "Where to?"),))
_FACING = FormField(
    label="Facing", unit="°", unsaid="as it comes", reach=(0, 359), course=ALWAYS, help="Where it faces at the end"
)
_SCREEN = FormField(
    label="Screen", unit=" out", zero="in", unsaid="as it is", reach=(0, 9), help="Skirmishers out before its front"
)
_SKIRMISH = FormField(
    label="Skirmish", role="target", unsaid="with nobody", help="Its screen fights before it acts; it must be out"
)
_FORMATION = FormField(label="Formation", terms=_FORMATIONS)
_TARGET = FormField(label="Target", role="target")
_EXTRA = FormField(label="Volley", terms={"yes": Term("one more ammunition point", "+1 on the fire table")})
_RATE = FormField(label="Rate", unit=" AP", help="Ammunition points: 4 add 2, 3 add 1, 2 nothing, 1 takes 1 away")
_SHOT = FormField(label="Shot", terms={"usual": Term("As is usual", "Canister where it reaches")})
_FIRING = {"target": _TARGET, "extra_ap": _EXTRA, "rate": _RATE, "shot": _SHOT}
_SCREENING = {"screen": _SCREEN, "skirmish": _SKIRMISH}
_POINTS = FormField(label="Points", zero="none", help="Grand-Tac points: each adds 1 to the roll, and is spent")

COUNSEL = Form(id="counsel", fields={"points": _POINTS}, gives="Roll")
INSTRUCT = Form(
    id="instruct",
    gives="Let it be so",
    fields={
        "reactions": FormField(
            label="Reactions",
            whole=True,
            terms={
                "charges": Term("Ask at charges", "and where a unit is free to choose when it fires"),
                "ask": Term("Ask at all moves", "at every move close by"),
                "always": Term("Always", "as is usual, unasked"),
                "never": Term("Never", "unless they must"),
            },
        ),
        "contests": FormField(
            label="Contests",
            terms={
                "in_reach": Term("Ask when near", "where one of the division has an enemy in sight within 16 inches"),
                "ask": Term("Ask each time"),
                "always": Term("Always", "whenever it may be, with no points"),
                "never": Term("Never"),
            },
        ),
        "odds": FormField(
            label="Ask from",
            unit=" % on",
            zero="whatever the odds",
            step=10,
            help="Nobody is asked about a reaction or a contest that succeeds less often",
        ),
    },
)
RIDE = Form(id="ride", name="Ride", fields={"to": _TO}, gives="Ride there")
ATTACH = Form(
    id="attach",
    name="Lead a regiment",
    fields={"unit": FormField(label="Which", role="told", needed=(Need(ALWAYS, "Which?"),))},
    gives="Go to it",
)
JOIN = Form(
    id="join",
    name="Lead a brigade",
    fields={"brigade": FormField(label="Which", needed=(Need(ALWAYS, "Which?"),))},
    gives="Go to it",
)
MARCH = Form(
    id="march",
    name="March",
    gives="March",
    fields={
        "to": _TO,
        "formation": _FORMATION,
        "form_first": FormField(
            label="When",
            terms={"yes": Term("change first", "Otherwise at the end of its move")},
            shown=When("formation", _CHANGES),
        ),
        "facing": _FACING,
        "keep_front": FormField(
            label="Front", terms={"yes": Term("keep it", "To a side or back, each pace counting twice")}, seldom=ALWAYS
        ),
        "fire_after": FormField(label="Then", terms={"yes": Term("fire", "Guns that fire after a move get less far")}),
        **_SCREENING,
    },
)
CHARGE = Form(
    id="charge",
    name="Charge",
    gives="Charge",
    fields={"target": _TARGET, "beside": FormField(label="With", role="told"), **_SCREENING},
)
FIRE = Form(id="fire", name="Fire", fields={**_FIRING, **_SCREENING}, gives="Fire")
CHANGE = Form(id="change", name="Form", fields={"formation": _FORMATION, "facing": _FACING, **_SCREENING}, gives="Form")
STAY = Form(id="stay", name="Stay", fields=_SCREENING, gives="Stay")
PROLONG = Form(
    id="prolong",
    name="By hand",
    gives="Drag the guns",
    fields={"points": FormField(label="Effort", unit=" AP", needed=(Need(ALWAYS, "How hard?"),)), "facing": _FACING},
)
REACT = Form(
    id="react",
    gives="Try it",
    fields={
        "formation": FormField(label="Into", terms=_FORMATIONS, needed=(Need(ALWAYS, "Into which?"),)),
        "aside": FormField(
            label="To the",
            terms={"leftward": Term("Left"), "rightward": Term("Right")},
            needed=(Need(ALWAYS, "To which hand?"),),
        ),
    },
)
APPROACH = Form(
    id="approach_fire",
    gives="Fire",
    fields={
        "inches": FormField(
            label="At",
            terms={"4": Term("4 inches", "medium range"), "2": Term("2 inches", "short"), "1": Term("1 inch", "close")},
        ),
        "extra_ap": _EXTRA,
        "rate": _RATE,
        "shot": _SHOT,
    },
)
FOLLOW = Form(id="follow_up", fields={"target": _TARGET}, gives="At them")
FORMS = by_id(
    (COUNSEL, INSTRUCT, RIDE, ATTACH, JOIN, MARCH, CHARGE, FIRE, CHANGE, STAY, PROLONG, REACT, APPROACH, FOLLOW)
)
