"""The forms of missions: in person, at the council of war, by an aide, to a regiment, and for forces off the table."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.battle.forms import ALWAYS, Either, Every, Form, FormField, Hand, Need, Term, When, only_when

from .icons import ICONS
from .orders import ALL_TOLD, AS_ORDER, CHITS, GIVER, TOLD, for_others

KINDS = {
    "attack": Term(
        icon="attack",
        help="Go to the objective by the route, and attack whoever stands on the way, by the objective or just "
        "beyond it.",
    ),
    "protect": Term(icon=ICONS["protect"], help="Keep beside a unit or leader, and attack whoever comes near him."),
    "support": Term(
        icon=ICONS["support"],
        help="Keep beside a unit or leader, and attack whoever comes near him. The same as protect.",
    ),
    "defense": Term(
        icon=ICONS["defense"], help="Hold the ground around the objective; attack only who enters it or comes close."
    ),
    "rearguard": Term(
        icon=ICONS["rearguard"],
        help="Fall back to the objective and hold it. Except in attack it moves only away from the enemy.",
    ),
    "maneuver": Term(
        icon=ICONS["maneuver"], help="March to the objective by the route, and keep well away from the enemy."
    ),
    "skirmish": Term(icon="skirmish", help="Go up to the enemy, keep him under fire and keep the distance."),
    "follow_me": Term(
        icon=ICONS["follow_me"], help="Keep place beside the leader and go where he goes. He must be among them."
    ),
}
_BESIDE = When("kind", ("protect", "support"))
MISSION = {
    "kind": FormField(label="Mission", terms=KINDS),
    "objective": FormField(
        seldom=When("kind", ("protect", "support", "follow_me")),
        needed=(Need(When("kind", ("attack",)), "Where to attack?"), Need(When("kind", ("maneuver",)), "Where to go?")),
    ),
    "route": FormField(seldom=ALWAYS),
    "radius": FormField(unit=" paces", step=25, reach=(0, 500), seldom=ALWAYS),
    "ward": FormField(
        label="For",
        shown=_BESIDE,
        seldom=ALWAYS,
        apart_from="units",
        needed=(
            Need(When("kind", ("protect",)), "Whom to protect?"),
            Need(When("kind", ("support",)), "Whom to support?"),
        ),
    ),
    "gait": FormField(),
    "wait_until": FormField(label="From turn", zero="at once", reach=(0, 30), seldom=ALWAYS),
}
GIVE_MISSION = "Give mission"
IN_PERSON = Form(
    id="mission", name="Mission", fields={"leader": GIVER, "units": ALL_TOLD, **MISSION}, gives=GIVE_MISSION
)
_AS_MISSION = When("what", ("mission",))
_CARRY = FormField(label="Carry")
_KIND = replace(MISSION["kind"], needed=(Need(ALWAYS),))
_EITHER_GAIT = FormField(shown=Either((Every((AS_ORDER, When("movement"))), _AS_MISSION)))
_COMMAND = {
    **only_when(AS_ORDER, CHITS),
    **only_when(_AS_MISSION, {**MISSION, "kind": _KIND}),
    "gait": _EITHER_GAIT,
}
"""An order or a mission, whichever is carried."""
BY_AIDE = Form(
    id="aide",
    name="By aide",
    gives="Send him",
    fields={
        "leader": GIVER,
        "what": _CARRY,
        **only_when(AS_ORDER, {"unit": replace(TOLD, needed=(Need(ALWAYS),))}),
        **only_when(_AS_MISSION, {"units": replace(ALL_TOLD, needed=(Need(ALWAYS),))}),
        **_COMMAND,
    },
)
TO_REGIMENT = Form(
    id="regiment",
    name="Regiment",
    gives="Send word",
    fields={
        "leader": GIVER,
        "regiment": FormField(role="told"),
        "what": _CARRY,
        **_COMMAND,
        **only_when(AS_ORDER, {"others": FormField(), **for_others()}),
    },
)
BEYOND = Form(
    id="beyond",
    hand=Hand(does="send", units="units", edge="edge", along="place"),
    fields={
        "leader": GIVER,
        "units": ALL_TOLD,
        "task": FormField(),
        "edge": FormField(),
        "place": FormField(label="Along it", unit=" paces along", step=50),
        **MISSION,
        "objective": replace(MISSION["objective"], needed=()),
        "ward": replace(MISSION["ward"], needed=()),
    },
)
FORMS = (IN_PERSON, BY_AIDE, TO_REGIMENT, BEYOND)
