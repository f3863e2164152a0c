"""Switches and groups on the table: what each draft of command and movement changes in a battle."""

import pytest
from msgspec.structs import replace

from grognard.systems.black_powder.acts.marching import march
from grognard.systems.black_powder.acts.orders import give
from grognard.systems.black_powder.staging import RED, events, run, stage, unit
from grognard.systems.black_powder.table.orders import Order
from grognard.systems.black_powder.turn import command, initiative

from .inches import at, where

CHIEF = "brigadier-blue-1"
FAR = unit("r", RED, at=(66, 46), facing=180)


@pytest.mark.rule("BP-MEAS-1")
@pytest.mark.parametrize("variants, y", [((), 16), (("measuring-66",), 12), (("sixty-six-percent",), 11.9)])
def test_moves_at_the_reduced_scale(variants, y):
    b = stage(unit("a", at=(20, 4)), FAR, variants=variants)
    run(march(b, "a", Order("move", to=at(20, 40)), 1, "order"))
    assert where(b, "a") == (20, y)


@pytest.mark.rule("BP-MEAS-1", "BP-CMD-3")
@pytest.mark.parametrize("variants, near", [((), 11), (("measuring-66",), 17)])
def test_the_enemy_is_farther_at_the_reduced_scale_and_the_commander_is_not(variants, near):
    b = stage(
        unit("a", at=(20, 20)),
        unit("r", RED, at=(20, 31), facing=180),
        dice=[1, 1],
        variants=variants,
        leaders={"blue-1": (20, 3)},
    )
    assert b.inches("a", "r") == near
    assert b.staff_inches(CHIEF, "a") == 15  # to the rear of its line
    run(give(b, CHIEF, ("a",), Order("form", formation="attack_column"), "order"))
    assert events(b, "order")[0].secret["staff"] == 8 - 1 - (near <= 12)


@pytest.mark.rule("BP-RET-1")
@pytest.mark.parametrize("variants, apart", [((), 22), (("retire-moves",), 13)])
def test_retiring_just_beyond_initiative_range(variants, apart):
    b = stage(unit("a", at=(30, 30)), unit("r", RED, at=(30, 40), facing=180), variants=variants, phase="initiative")

    def choose(decision):
        return decision.default if b.unit("a").moved_by else decision.answer("retire:a")

    run(initiative.initiative_moves(b), choose)
    assert b.inches("a", "r") == apart


@pytest.mark.rule("BP-RELF-1")
@pytest.mark.parametrize("variants, formation", [((), "attack_column"), (("reliable-formations",), "line")])
def test_reliable_into_line(variants, formation):
    b = stage(
        unit("a", at=(20, 4), formation="attack_column", special=("reliable_line",)),
        FAR,
        dice=[5, 5],
        variants=variants,
    )
    run(give(b, CHIEF, ("a",), Order("form", formation="line"), "order"))
    assert b.unit("a").formation == formation


@pytest.mark.rule("BP-CAVF-3")
@pytest.mark.parametrize("formation, y", [("line", 4), ("echelon", 22)])
def test_echelon_hears_better(formation, y):
    b = stage(
        unit("c", at=(20, 4), arm="light_cavalry", formation=formation),
        FAR,
        dice=[5, 4],
        variants=("cavalry-formations",),
    )
    run(give(b, CHIEF, ("c",), Order("move", to=at(20, 40)), "order"))
    assert where(b, "c") == (20, y)


@pytest.mark.rule("BP-MASS-1", "BP-CMD-6")
def test_two_attack_columns_charge_as_one():
    b = stage(
        unit("a", at=(20, 10), formation="attack_column"),
        unit("b", at=(26, 10), formation="attack_column"),
        unit("r", RED, at=(22, 30), facing=180, shooting=0),
        dice=[2, 3, *[1] * 60],
        phase="command",
    )
    told = command.decision(b, CHIEF)
    answer = told.answer(f"brigade_charge:{CHIEF}", units=("a", "b"), target="r")
    assert told.refusal(answer) is None
    units, order, giving = command.spoken(b, answer.option, told.completed(answer))
    run(give(b, CHIEF, units, order, giving))
    assert {b.unit(each).massed for each in "ab"} == {"a"}
    assert sorted(each.charger for each in b.contacts_of("r")) == ["a", "b"]


@pytest.mark.rule("BP-BMOR-3")
def test_the_shaken_of_a_shaken_brigade_may_retire_without_an_order():
    b = stage(
        unit("a", at=(20, 20), casualties=3), unit("r", RED, at=(20, 45), facing=180), variants=("brigade-morale-v2",)
    )
    assert not initiative._able(b, "blue")
    brigade = b.world.brigades[b.unit("a").brigade]
    b.world.brigades[brigade.id] = replace(brigade, morale="shaken")
    assert initiative._able(b, "blue") == ["a"]
