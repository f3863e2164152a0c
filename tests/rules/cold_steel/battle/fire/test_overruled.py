"""A target that was ordered and is not fired at: whoever ordered it is told, at the order and at the shot."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.battle.decisions import Answer
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.phases import artillery
from grognard.systems.cold_steel.phases.command.desk import Desk
from grognard.systems.cold_steel.staging import events, run, stage, unit
from grognard.systems.cold_steel.table.state import FireAt, Order

from .. import musketry
from ..gunnery import battery, fire, line
from ..musketry import QUIET, foot

HORSE = unit("horse", "red", at=(500, 1100), facing=180, arm="heavy_cavalry", men=600)
LEADER = next(iter(stage(battery(), HORSE).world.leaders))


def ordered(target: str, by: str = LEADER) -> dict[str, Any]:
    return {"order": Order(combat=FireAt(target), by=by)}


def told(b: Any) -> list[str]:
    return [GAME.tell(b, event) for event in events(b, "overruled")]


@pytest.mark.rule("CS-7.5b")
def test_a_battery_that_fires_at_another_than_ordered_says_so_and_why() -> None:
    b = fire(battery(), HORSE, line("foot", at=(500, 750)), state={"g": ordered("foot")})
    assert told(b) == ["g fires at horse, not at foot as ordered: on the list of targets this comes first: cavalry"]
    (event,) = events(b, "overruled")
    assert (event.to, event.rules) == (("blue",), ("CS-7.5b",))


@pytest.mark.rule("CS-7.5b")
@pytest.mark.parametrize("order", [ordered("horse"), ordered("foot", by="mission"), {}])
def test_nothing_is_said_where_the_order_is_kept_or_nobody_gave_one(order: dict[str, Any]) -> None:
    assert not told(fire(battery(), HORSE, line("foot", at=(500, 750)), state={"g": order}))


@pytest.mark.rule("CS-7.5b")
def test_a_target_that_cannot_be_fired_at_is_told_as_such() -> None:
    b = fire(battery(), HORSE, line("foot", at=(500, 2000)), state={"g": ordered("foot")})
    assert told(b) == ["g fires at horse, not at foot as ordered, at whom it cannot fire from here"]


@pytest.mark.rule("CS-7.5b")
def test_the_general_with_the_guns_has_his_way_and_is_told_nothing() -> None:
    from .test_artillery import attach

    b = stage(battery(), HORSE, line("foot", at=(500, 750)), phase="artillery_fire", state={"g": ordered("foot")})
    attach(b, LEADER, "g")
    run(artillery.play(b), lambda decision: decision.answer("foot"))
    assert not told(b)


@pytest.mark.rule("CS-7.5b")
def test_a_battalion_fires_at_the_closest_whatever_was_ordered() -> None:
    near, far = musketry.enemy("near", 60, at=(470, 560)), musketry.enemy("far", at=(540, 600))
    state = {"a": ordered("far"), "near": QUIET, "far": QUIET}
    b = musketry.fire(foot(), near, far, state=state, choose=lambda decision: decision.default)
    (said,) = told(b)
    assert said.startswith("a fires at near, not at far as ordered: on the list of targets this comes first: closest")


@pytest.mark.rule("CS-7.5b")
def test_the_order_itself_says_whom_the_list_would_choose() -> None:
    b = stage(battery(), HORSE, line("foot", at=(500, 750)), phase="command")
    (note,) = [note for note in _preview(b, "foot").notes if "CS-7.5b" in note]
    assert note.startswith("g would fire at horse, not at foot: this comes first: cavalry (CS-7.5a)")
    assert not [note for note in _preview(b, "horse").notes if "CS-7.5b" in note]


def _preview(b: Any, target: str) -> Any:
    asked = Desk(b, "blue").decision()
    answer = asked.answer("order:g", leader=LEADER, target=target)
    return GAME.preview(b, "blue", Answer("blue", "command", "order:g", asked.completed(answer)))
