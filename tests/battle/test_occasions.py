"""Whether an occasion has come. The cases are those of the page as well (web/src/lesson/lesson.test.ts)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.battle.events import Event
from grognard.battle.teaching.occasions import GivenWord, OpenQuestion, Witness, is_gone, met
from grognard.scenarios.inspection.teaching import KINDS
from grognard.scenarios.lessons import LessonStep, Occasion

CASES = json.loads((Path(__file__).parent / "occasions.json").read_text("utf-8"))


def witness(said: dict[str, Any]) -> Witness:
    laid = said.get("laid")
    return Witness(
        events=[Event(kind=kind, units=units, values=values) for kind, units, values in said.get("events", [])],
        mark=said.get("mark", 0),
        given=[GivenWord(*each) for each in said.get("given", [])],
        asked=[OpenQuestion(*each) for each in said.get("asked", [])],
        units=said.get("units", {}),
        selected=said.get("selected", ()),
        laid=(laid[0], laid[1]) if laid else None,
        turn=said.get("turn", 0),
        phase=said.get("phase", ""),
    )


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_an_occasion_is_met_or_not(case):
    assert met(msgspec.convert(case["occasion"], Occasion), witness(case["seen"])) == case["met"]


def test_the_cases_have_every_kind_of_occasion_met_and_not_met():
    for kind in KINDS:
        marks = [case["met"] for case in CASES if kind in case["occasion"]]
        assert None in marks or kind == "any", kind
        assert any(mark is not None for mark in marks), kind


def test_what_a_seat_knows_alone_counts_too():
    event = Event(kind="order", values={"passed": True}, secret={"staff": 8})
    seen = Witness(events=[event])
    assert met(msgspec.convert({"event": {"kind": "order", "values": {"staff": 8}}}, Occasion), seen) == 1


def test_a_step_is_gone_when_its_occasion_is_past_or_its_unit_no_more():
    step = msgspec.convert(
        {"title": "x", "done": {"selected": "a"}, "light": ["unit:a"], "gone": {"turn": 3}}, LessonStep
    )
    here = {"a": {"where": "table"}}
    assert not is_gone(step, Witness(units=here, turn=2))
    assert is_gone(step, Witness(units=here, turn=3))
    assert is_gone(step, Witness(units={"a": {"where": "lost"}}, turn=1))
    assert is_gone(step, Witness(units={"a": {"where": "left"}}, turn=1))
    assert not is_gone(step, Witness(units={}, turn=1)), "whom one does not see may still be there"
