"""Forms: how a system describes the fields of its options, and what follows for whoever fills them in."""

from __future__ import annotations

import pytest

from grognard.battle.decisions import Option
from grognard.battle.forms import (
    ALWAYS,
    Either,
    Every,
    Form,
    FormField,
    Need,
    Neither,
    When,
    by_id,
    holds,
    is_said,
    missing,
    only_when,
    prefixed,
    shown,
)
from grognard.kernel.domains import Choice, Number, Several

MOVE = {
    "go": FormField(brings={"wheel": {"degrees": 30}}),
    "degrees": FormField(shown=When("go", ("wheel",))),
    "whom": FormField(needed=(Need(When("go", ("follow",)), "Whom to follow?"),), apart_from="units"),
}
OPTION = Option(
    "move",
    "",
    "",
    {"go": Choice(("", "wheel", "follow")), "degrees": Number(-90, 90), "whom": Choice(("", "a"))},
    {"go": "", "degrees": 0, "whom": ""},
)
FORM = Form(id="move", fields=MOVE)


@pytest.mark.parametrize(
    "value, means",
    [
        ("", False), ("no", False), (False, False), (None, False), ((), False), ([], False),
        ("yes", True), (True, True), (0, True), ("x", True), ((1, 2), True),
    ],
)  # fmt: skip
def test_what_is_said_at_all(value, means):
    assert is_said(value) is means


def test_conditions():
    values = {"a": "x", "b": ""}
    unsaid = [Neither((When("b"), When("c"))), Neither((When("b"), When("a"))), Neither(())]
    assert [holds(each, values) for each in unsaid] == [True, False, True]
    assert [holds(each, values) for each in (When("a"), When("a", ("y",)), When("b"), When("c"), ALWAYS)] == [
        True,
        False,
        False,
        False,
        True,
    ]
    both = When("a"), When("b")
    assert [holds(Every(both), values), holds(Either(both), values), holds(Either(()), values)] == [False, True, False]


def test_fields_are_shown_and_needed_by_what_is_said():
    assert shown(FORM, OPTION, {}) == ["go", "whom"]
    assert shown(FORM, OPTION, {"go": "wheel"}) == ["go", "degrees", "whom"]
    assert missing(FORM, OPTION, {}) == []
    assert missing(FORM, OPTION, {"go": "follow"}) == ["whom"]
    assert missing(FORM, OPTION, {"go": "follow", "whom": "a"}) == []
    assert missing(Form(id="none"), Option("x", "", "", {"units": Several(("a",))}), {}) == ["units"]


def test_a_form_made_of_others_keeps_its_conditions_together():
    twice = {**MOVE, **only_when(When("others"), prefixed("other_", MOVE))}
    fields = {**OPTION.fields, **{f"other_{name}": each for name, each in OPTION.fields.items()}}
    option = Option("x", "", "", {"others": Several(("a",)), **fields}, dict.fromkeys(("others", *fields), ""))
    form = Form(id="twice", fields=twice)
    assert shown(form, option, {"go": "wheel"}) == ["others", "go", "degrees", "whom"]
    assert shown(form, option, {"others": ("a",), "other_go": "wheel"}) == [
        "others",
        "go",
        "whom",
        "other_go",
        "other_degrees",
        "other_whom",
    ]
    assert missing(form, option, {"other_go": "follow"}) == []
    assert missing(form, option, {"others": ("a",), "other_go": "follow"}) == ["other_whom"]
    assert twice["other_go"].brings == {"wheel": {"other_degrees": 30}}
    assert twice["other_whom"].apart_from == "units"
    assert twice["other_degrees"].label == "Degrees"


def test_no_two_forms_of_one_id():
    with pytest.raises(ValueError, match="two forms are called 'move'"):
        by_id([FORM, FORM])
