"""A village that burns by a special rule of the battle (SC-0.11)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.battle.commanding import fight_out
from grognard.scenarios.loading import load
from grognard.simulate.many import begin, staffed
from grognard.systems.steel_canister.effects import leave_flames, open_to
from grognard.systems.steel_canister.facts.steps import entered_as
from grognard.systems.steel_canister.game import GAME

VILLAGE = frozenset(["Schöngrabern"])


def battle(*, burns: bool = True, last: int = 200, turns: int = 4) -> Any:
    found = load("schoengrabern")
    (rule,) = found.header.special_rule
    (effect,) = rule.effect
    kept = (replace(rule, effect=(replace(effect, turns=(1, last)),)),) if burns else ()
    scenario = replace(found, header=replace(found.header, special_rule=kept))
    return begin(scenario, seed=1, system="steel-canister", options={"turns": turns})


def beside(b: Any) -> tuple[Any, tuple[int, int]]:
    """A battalion south of the village, looking at it, and a space of the village next to it."""
    spaces = b.board.built_of(VILLAGE)
    assert spaces
    inside = min(spaces, key=lambda each: each[::-1])
    here = inside[0], inside[1] - 1
    assert here not in spaces
    foot = next(each for each in b.on_board("French advance guard") if each.arm == "infantry")
    return put(b, foot.id, here), inside


def put(b: Any, unit: str, space: tuple[int, int]) -> Any:
    b.world.units[unit] = replace(b.unit(unit), space=space, facing="N", formation="semi_formed")
    b.restarted(b.world)
    return b.unit(unit)


@pytest.mark.rule("SC-0.11")
@pytest.mark.parametrize("burns", [True, False])
def test_nobody_goes_or_runs_into_the_flames(burns: bool) -> None:
    b = battle(burns=burns).fight
    now, inside = beside(b)
    for unit in [each.id for each in b.in_space(inside)]:
        del b.world.units[unit]
    b.restarted(b.world)
    assert (entered_as(b, now, inside) is None) is burns
    assert open_to(b, now, now.space, inside) is not burns


@pytest.mark.rule("SC-0.11")
@pytest.mark.parametrize("burns", [True, False])
def test_a_village_in_flames_covers_nobody(burns: bool) -> None:
    b = battle(burns=burns).fight
    now, inside = beside(b)
    assert ("strong_point" in b.covers(inside, now.space, ("wall",))) is not burns
    labels = [each.label for each in GAME.ground_card(b, "", b.board.heart(inside)).rows]
    assert ("In flames" in labels) is burns


@pytest.mark.rule("SC-0.11", "SC-5.5")
def test_who_stands_in_the_flames_falls_back_out_of_them() -> None:
    b = battle().fight
    now, inside = beside(b)
    now = put(b, now.id, inside)
    assert not b.shut(inside, inside)  # who is in may pass through
    leave_flames(b)
    assert b.unit(now.id).space not in b.burning()
    assert b.unit(now.id).space[1] < inside[1]  # towards the south, whence the French came


@pytest.mark.rule("SC-0.11")
def test_the_fire_goes_out() -> None:
    b = battle(last=2).fight
    now, inside = beside(b)
    assert b.shut(now.space, inside)
    b.world.turn = 3
    assert not b.shut(now.space, inside)


@pytest.mark.rule("SC-0.11")
def test_schoengrabern_is_fought_with_its_village_on_fire_and_nobody_goes_in() -> None:
    fought = battle(turns=6)
    inside: set[str] = set()

    def look(*_: Any) -> None:
        b = fought.fight
        if b.moment()[0] > 1:
            inside.update(each.id for each in b.on_board() if each.space in b.burning() and not each.melee)

    fight_out(fought, staffed(fought, "staff"), each_answer=look)
    assert fought.fight.burning()
    assert not inside
