"""The forms of Cold Steel's decisions: every word that they know is a word of the orders, and nothing is left out."""

from __future__ import annotations

from typing import get_args

import pytest

from grognard.army.oob import FormationName
from grognard.battle.decisions import Option
from grognard.battle.forms import FieldCondition, When, holds, missing, shown
from grognard.systems.cold_steel.desk import FORMS, missions, orders, others
from grognard.systems.cold_steel.orders import answers, assignments, standing
from grognard.systems.cold_steel.orders.specials import SPECIALS
from grognard.systems.cold_steel.phases.command.fields import WHAT
from grognard.systems.cold_steel.table.state import Rallies

VALUES = {
    "movement": {*answers.ANY_UNIT["movement"].values} - {""},
    "formation": {*get_args(FormationName)},
    "special": {*SPECIALS},
    "kind": {*assignments.KINDS},
    "what": {*WHAT},
    "standing": {*get_args(Rallies)},
}


def leaves(condition: FieldCondition | None) -> list[When]:
    if condition is None or isinstance(condition, When):
        return [condition] if condition else []
    return [leaf for each in condition.of for leaf in leaves(each)]


def order(**values: object) -> list[str]:
    fields = {"leader": answers.ANY_UNIT["movement"], **answers.ANY_UNIT}
    return shown(orders.ORDER, Option("order", "", "", fields, answers.UNSAID), values)


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS.keys())
def test_every_word_of_a_form_is_a_word_of_the_orders(form):
    for name, field in form.fields.items():
        plain = name.removeprefix("other_")
        if plain in VALUES and field.terms:
            assert set(field.terms) <= VALUES[plain], name
        for each in (field.shown, field.seldom, field.course, *(need.when for need in field.needed)):
            for leaf in leaves(each):
                assert set(leaf.among) <= VALUES[leaf.field.removeprefix("other_")] if leaf.among else True, name
        for value in field.brings:
            assert value in VALUES[plain]
    for gesture in form.ways:
        assert set(gesture.values.values()) <= VALUES["movement"]


def test_every_special_chit_mission_and_movement_has_its_drawing():
    assert set(orders.SPECIAL_TERMS) == VALUES["special"]
    assert set(missions.KINDS) == VALUES["kind"]
    assert set(orders.MOVEMENTS) == VALUES["movement"]
    assert all(
        term.icon for terms in (orders.SPECIAL_TERMS, missions.KINDS, orders.MOVEMENTS) for term in terms.values()
    )
    assert all(term.help for term in missions.KINDS.values())


def test_the_fields_of_orders_and_missions_are_all_described():
    assert set(orders.CHITS) == set(answers.CHITS)
    assert set(missions.MISSION) == set(assignments.FIELDS)
    assert set(others.RALLY_RULE.fields) == set(standing.FIELDS)


def test_degrees_go_with_a_wheel_and_paces_with_a_march():
    assert not {"degrees", "paces", "gait", "pays_frontage", "interval", "face"} & set(order())
    assert "degrees" in order(movement="wheel")
    assert "paces" not in order(movement="wheel")
    assert {"gait", "paces"} <= set(order(movement="forward"))
    assert {"interval", "face"} <= set(order(formation="line"))
    assert {"right", "ahead"} <= set(order(special="take_place"))
    assert "others" in order(special="converge")


def test_a_boat_has_a_course_not_a_turn():
    assert {"degrees", "paces"} <= set(order(special="move_boat"))
    course = orders.CHITS["degrees"].course
    assert course is not None
    assert holds(course, {"special": "move_boat"})
    assert not holds(course, {"movement": "wheel", "special": ""})


def test_a_mission_asks_for_the_one_word_that_it_lacks():
    fields = dict.fromkeys(missions.IN_PERSON.fields, answers.ANY_UNIT["gait"])
    option = Option("mission", "", "", fields, assignments.UNSAID)
    said = {"leader": "x", "units": ("a",)}
    lacks = {kind: missing(missions.IN_PERSON, option, {**said, "kind": kind}) for kind in assignments.KINDS}
    assert {kind: names for kind, names in lacks.items() if names} == {
        "attack": ["objective"],
        "maneuver": ["objective"],
        "protect": ["ward"],
        "support": ["ward"],
    }


def test_a_regiment_is_told_an_order_or_a_mission_and_its_other_units_something_else():
    fields = dict.fromkeys(missions.TO_REGIMENT.fields, answers.ANY_UNIT["gait"])
    optional = dict.fromkeys(fields, "")
    option = Option("regiment", "", "", fields, optional)

    def seen(**values: object) -> set[str]:
        return set(shown(missions.TO_REGIMENT, option, values))

    assert {"movement", "others"} <= seen(what="order")
    assert not {"kind", "other_movement"} & seen(what="order")
    assert {"kind", "objective", "gait"} <= seen(what="mission")
    assert "movement" not in seen(what="mission", others=("a",))
    assert "other_movement" in seen(what="order", others=("a",))
    assert "other_paces" in seen(what="order", others=("a",), other_movement="forward")
    assert missing(missions.TO_REGIMENT, option, dict.fromkeys(fields, "x") | {"what": "mission", "kind": ""}) == [
        "kind"
    ]
