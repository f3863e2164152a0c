"""The forms of everything else that is decided in Cold Steel: leaders, letters, rallying, cards, setting up."""

from __future__ import annotations

from grognard.battle.forms import Form, FormField, Hand, Term, When

from .orders import ALL_TOLD, FAR, FORMATIONS, GIVER, TOLD, TURN

_FACING = FormField(unit="°", step=5)
_TO = FormField(label="To")
_STANDING = {
    "standing": FormField(label="From now on", terms={"ask": Term("ask me"), "odds": Term("by the odds")}),
    "least": FormField(label="Not worse", unit=" % or more", step=5, shown=When("standing", ("odds",))),
}

PART = Form(id="part", fields={"leader": GIVER, "unit": TOLD, "flank": FormField(), "degrees": TURN, "paces": FAR})
MESSAGE = Form(id="message", fields={"leader": GIVER, "to": _TO, "text": FormField(label="Words")}, gives="Send it")
RIDE = Form(id="ride", fields={"leader": GIVER, "to": _TO})
ATTACH = Form(id="attach", fields={"leader": GIVER, "unit": TOLD})
DETACH = Form(id="detach", fields={"leader": GIVER})
RALLY_RULE = Form(id="rally_rule", fields=_STANDING)
RALLY = Form(id="rally", fields={"units": ALL_TOLD, **_STANDING})
FIRE_THROUGH = Form(id="fire_through", fields={"units": ALL_TOLD})
WISH = Form(id="wish", fields={"to": _TO})
ARRIVAL = Form(id="arrival", fields={"place": FormField(label="Along it", unit=" paces along", step=50)})

_CARRIED = Hand(does="carry", spot="spot", front="heading")
PLACE = Form(id="place", name="Place", fields={"spot": FormField(), "heading": _FACING}, hand=_CARRIED)
PLACE_UNIT = Form(
    id="place_unit",
    name="Unit",
    fields={"spot": FormField(), "heading": _FACING, "formation": FormField(terms=FORMATIONS)},
    hand=_CARRIED,
)
PLACE_LEADER = Form(
    id="place_leader", name="Leader", fields={"spot": FormField()}, hand=Hand(does="carry", spot="spot")
)
GROUP = Form(id="group", fields={"units": ALL_TOLD})
DUMMY = Form(
    id="dummy",
    fields={"arm": FormField(), "spot": FormField(), "heading": _FACING},
    gives="Lay a dummy",
    hand=Hand(does="lay", spot="spot", front="heading", kind="arm"),
)
UNDUMMY = Form(
    id="undummy",
    name="Dummy",
    heading="Dummy cards",
    fields={"card": FormField()},
    hand=Hand(does="remove", piece="card"),
)
DUMMY_MARCH = Form(
    id="dummy_march", fields={"card": FormField(), "to": _TO}, hand=Hand(does="carry", spot="to", piece="card")
)
FORMS = (
    PART, MESSAGE, RIDE, ATTACH, DETACH, RALLY_RULE, RALLY, FIRE_THROUGH, WISH, ARRIVAL, PLACE, PLACE_UNIT,
    PLACE_LEADER, GROUP, DUMMY, UNDUMMY, DUMMY_MARCH,
)  # fmt: skip
