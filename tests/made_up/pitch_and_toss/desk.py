"""What people see of the decisions: the forms of the options. Words and drawings only, no rules."""

from __future__ import annotations

from grognard.battle.forms import Form, FormField, Need, Term, When, by_id

_DISC = "M9 1.5 A6 6 0 1 0 9 13.5 A6 6 0 1 0 9 1.5"
_PENNY = f"{_DISC}|M9 5 L9 10"
_POINTS = f"{_DISC}|M6 9.5 L6 5.5 L9 8 L12 5.5 L12 9.5 L6 9.5"
_HEADS = f"{_DISC}|*M6 6 L8 6 L8 9 L6 9|*M10 6 L12 6 L12 9 L10 9"
"""Drawings of our own."""
_CROWN = When("coin", ("crown",))

PITCH = Form(
    id="toss",
    name="Toss",
    heading="Pitch a coin",
    gives="Pitch it",
    fields={
        "target": FormField(label="At whom", role="target"),
        "coin": FormField(
            label="Coin",
            terms={
                "penny": Term("penny", "small change", _PENNY),
                "crown": Term("crown", "counts double", _POINTS),
                "two_headed": Term("two heads", "falls best; on a 1 all see it", _HEADS),
            },
        ),
        "ells": FormField(label="How high", unit=" ells", help="7 or more is a high toss, which wind takes away"),
        "caught": FormField(
            label="Caught in",
            help="a crown does not fall into the mud",
            terms={"palm": Term("the palm"), "hat": Term("a hat"), "boot": Term("a boot")},
            shown=_CROWN,
            needed=(Need(_CROWN, "What is the crown caught in?"),),
        ),
    },
)
FORMS = by_id((PITCH,))
