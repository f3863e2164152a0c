"""The forms of the options (`battle.forms`): how their fields are asked for."""

from __future__ import annotations

from grognard.battle.forms import Form, FormField, Term, by_id

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
_TO = FormField(label="To")
_FACING = FormField(
    label="Facing", unit="°", zero="North", below="as it comes", reach=(-1, 359), help="Where it faces at the end"
)
_SCREEN = FormField(
    label="Skirmishers", unit=" stands", zero="none out", below="as they are", help="Stands out before its front"
)
_SKIRMISH = FormField(label="Skirmish with", role="target", unsaid="nobody", help="Its screen fights before it acts")
_FORMATION = FormField(label="Formation", terms=_FORMATIONS)
_TARGET = FormField(label="Target", role="target")
_EXTRA = FormField(label="Additional ammunition point", help="+1 for another ammunition point")
_RATE = FormField(label="Rate of fire", unit=" AP", help="4 AP +2, 3 AP +1, 2 AP 0, 1 AP -1")
_SHOT = FormField(label="Shot", terms={"usual": Term("As is usual", "Canister where it reaches")})
_FIRING = {"target": _TARGET, "extra_ap": _EXTRA, "rate": _RATE, "shot": _SHOT}
_SCREENING = {"screen": _SCREEN, "skirmish": _SKIRMISH}
_POINTS = FormField(label="Grand-Tac points", zero="none", help="Each adds 1 to the roll, and is spent")

COUNSEL = Form(id="counsel", fields={"points": _POINTS})
INSTRUCT = Form(
    id="instruct",
    fields={
        "reactions": FormField(
            label="Reactions",
            terms={
                "charges": Term("Ask at charges", "and where a unit is free to choose when it fires"),
                "ask": Term("Ask at every move close by"),
                "always": Term("Always, as is usual"),
                "never": Term("Never, unless compulsory"),
            },
        ),
        "contests": FormField(
            label="Contests",
            terms={"ask": Term("Ask"), "always": Term("Always, with no points"), "never": Term("Never")},
        ),
    },
)
RIDE = Form(id="ride", name="Ride", fields={"to": _TO})
ATTACH = Form(id="attach", name="Attach", fields={"unit": FormField(label="To", role="told")})
JOIN = Form(id="join", name="Join a brigade", fields={"brigade": FormField(label="Brigade")})
MARCH = Form(
    id="march",
    name="March",
    fields={
        "to": _TO,
        "facing": _FACING,
        "keep_front": FormField(label="Keep its front", help="To a side or back, each pace counting twice"),
        "formation": _FORMATION,
        "form_first": FormField(label="Change formation first"),
        "fire_after": FormField(label="Fire afterwards", help="Guns that fire after a move get less far"),
        **_SCREENING,
    },
)
CHARGE = Form(
    id="charge",
    name="Charge",
    fields={"target": _TARGET, "beside": FormField(label="Together with", role="told"), **_SCREENING},
)
FIRE = Form(id="fire", name="Fire", fields={**_FIRING, **_SCREENING})
CHANGE = Form(id="change", name="Form", fields={"formation": _FORMATION, "facing": _FACING, **_SCREENING})
STAY = Form(id="stay", name="Stay", fields=_SCREENING)
PROLONG = Form(
    id="prolong",
    name="By hand",
    fields={"points": FormField(label="Effort", unit=" AP"), "facing": _FACING},
)
REACT = Form(
    id="react",
    fields={
        "wish": FormField(
            label="Wish",
            terms={
                "face": Term("Turn to face"),
                "form_square": Term("Form square"),
                "withdraw": Term("Withdraw"),
                "change_formation": Term("Change formation"),
                "countercharge": Term("Countercharge"),
                "charge": Term("Charge"),
                "limber": Term("Limber up"),
            },
        ),
        "formation": _FORMATION,
    },
)
APPROACH = Form(
    id="approach_fire",
    fields={
        "inches": FormField(
            label="At",
            terms={"4": Term("4 inches, medium range"), "2": Term("2 inches, short range"), "1": Term("1 inch, close")},
        ),
        "extra_ap": _EXTRA,
        "rate": _RATE,
        "shot": _SHOT,
    },
)
FOLLOW = Form(id="follow_up", fields={"target": _TARGET})
FORMS = by_id(
    (COUNSEL, INSTRUCT, RIDE, ATTACH, JOIN, MARCH, CHARGE, FIRE, CHANGE, STAY, PROLONG, REACT, APPROACH, FOLLOW)
)
