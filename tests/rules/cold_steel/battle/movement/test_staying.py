"""Troops that may not leave a place by a special rule of the battle (CS-6.1a)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.battle.decisions import Answer
from grognard.battle.staging import bind
from grognard.ground.units import SUB, to_sub
from grognard.scenarios.model import Effect
from grognard.systems.cold_steel.composition import detaching
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.maneuver import moves
from grognard.systems.cold_steel.orders import judging
from grognard.systems.cold_steel.phases import movement
from grognard.systems.cold_steel.phases.command.desk import Desk
from grognard.systems.cold_steel.staging import RED, run, stage, told, unit
from grognard.systems.cold_steel.table.state import Attack, Detach, FormationChit, Oblique, Order, Straight, Wheel

TITLE = "The garrison"
GROUND = ((300.0, 900.0), (700.0, 900.0), (700.0, 1050.0), (300.0, 1050.0))
STAY = Effect("stay", units=("a",), area=GROUND, turns=(1, 3))
AHEAD, ASSAULT = Order(Straight()), Order(Straight(gait="double"), combat=Attack(target="r"))
HORSE: dict[str, Any] = {"arm": "heavy_cavalry", "men": 300}


def field(*units: Any, effect: Effect = STAY, turn: int = 1, phase: str = "movement", **more: Any) -> Any:
    """The ground of a ends fifty paces before its front where it stands at (500, 1000)."""
    b = stage(*units, phase=phase, **more)
    bind(b, effect, title=TITLE)
    b.world.turn = turn
    return b


def at(b: Any, name: str = "a") -> tuple[float, float]:
    x, y = b.unit(name).position
    return x / SUB, y / SUB


def march(order: Order, **more: Any) -> Any:
    b = field(
        unit("a", at=(500, 1000)), unit("r", RED, at=(500, 2500), facing=180), state={"a": {"order": order}}, **more
    )
    run(movement.play(b))
    return b


@pytest.mark.rule("CS-6.1a")
@pytest.mark.parametrize("turn, stands", [(1, 1050), (3, 1050), (4, 1120)])
def test_a_march_stops_at_the_border_says_why_and_goes_on_after_its_turns(turn: int, stands: int) -> None:
    b = march(AHEAD, turn=turn)
    assert at(b) == (500, stands)
    assert (f"held by the special rule {TITLE}" in " ".join(told(b))) is (turn <= 3)


@pytest.mark.rule("CS-6.1a")
def test_others_are_not_held() -> None:
    assert at(march(AHEAD, effect=Effect("stay", units=("r",), area=GROUND))) == (500, 1120)


@pytest.mark.rule("CS-6.1a", "CS-3.2n")
@pytest.mark.parametrize(
    "order",
    [Order(Oblique(degrees=45, gait="double")), Order(Wheel(40, gait="double")), Order(Wheel(-90, gait="double")),
     Order(Straight("backward", gait="double")), Order(Wheel(90, way="conversion", gait="double"))],
)  # fmt: skip
def test_it_leaves_the_place_by_no_other_way(order: Order) -> None:
    b = march(order)
    x, y = at(b)
    assert 300 <= x <= 700
    assert 900 <= y <= 1050
    assert at(b) != (500, 1000) or b.unit("a").heading != 0


@pytest.mark.rule("CS-6.1a")
def test_at_the_border_an_order_to_go_out_is_refused_but_it_forms_and_goes_back_in() -> None:
    b = field(unit("a", at=(500, 1050)), phase="command")
    refused = judging.judge_order(b, "a", AHEAD)
    assert refused is not None
    assert TITLE in refused.reason
    assert refused.rule == "CS-6.1a"
    for order in (Order(Straight("backward")), Order(Wheel(90)), Order(formation=FormationChit("closed_square"))):
        assert judging.judge_order(b, "a", order) is None


@pytest.mark.rule("CS-6.1a", "CS-3.2m")
@pytest.mark.parametrize("turn, upon", [(1, False), (4, True)])
def test_a_charge_is_cut_off_at_the_border(turn: int, upon: bool) -> None:
    foe = unit("r", RED, at=(500, 1130), facing=180)
    b = field(unit("a", at=(500, 1000), **HORSE), foe, turn=turn, state={"a": {"order": ASSAULT}})
    run(movement.play(b))
    assert (b.survey.distance("a", "r") <= 20) is upon
    assert (at(b) == (500, 1050)) is not upon


@pytest.mark.rule("CS-6.1a", "CS-9.2.2i", "CS-5.4b")
def test_a_pursuit_and_a_second_attack_end_at_the_border() -> None:
    b = field(unit("a", at=(500, 1000), **HORSE), unit("r", RED, at=(500, 1300), facing=0, **HORSE))
    assert not moves.follow_up(b, "a", "r", rules=("CS-9.2.2i",))
    assert at(b) == (500, 1050)
    assert TITLE in told(b)[-1]
    b = field(unit("a", at=(500, 1000), **HORSE), unit("r", RED, at=(500, 1110), facing=180))
    assert not moves.close_with(b, "a", "r", paces=120, degrees=60, rules=("CS-9.2.3j",))
    assert at(b) == (500, 1000)


@pytest.mark.rule("CS-6.1a", "CS-5.2.3c")
def test_it_runs_out_of_the_place_and_is_free_until_it_is_back() -> None:
    state = {"a": {"status": "routed"}}
    b = field(unit("a", at=(500, 1000)), unit("r", RED, at=(500, 1100), facing=180), state=state)
    run(movement.play(b))
    assert at(b)[1] < 900
    assert b.bounds("a") is None
    b.world.units["a"] = replace(b.unit("a"), position=(to_sub(500), to_sub(950)))
    assert b.bounds("a") is not None


@pytest.mark.rule("CS-6.1a")
def test_the_preview_ends_at_the_border_and_names_the_special_rule() -> None:
    b = field(
        unit("a", at=(500, 1000)),
        unit("r", RED, at=(500, 2500), facing=180),
        phase="command",
        leaders={"blue": (500, 990)},
    )
    asked = Desk(b, "blue").decision()
    answer = asked.answer("order:a", leader="general-blue", movement="forward")
    (found,) = GAME.preview(b, "blue", Answer("blue", "command", "order:a", asked.completed(answer))).units
    assert max(place.y for place in found.places) == 1050
    assert any(TITLE in row.value for row in found.rows)


@pytest.mark.rule("CS-6.1a", "CS-3.3.2.3i")
def test_what_is_detached_from_it_may_not_leave_either() -> None:
    order = Order(special=Detach(companies=2))
    b = field(unit("a", at=(500, 1000)), unit("r", RED, at=(500, 2500), facing=180), state={"a": {"order": order}})
    assert detaching.detach(b, "a")
    (small,) = [each.id for each in b.on_table("blue") if each.id != "a"]
    assert b.bounds(small) is not None
    b.world.turn = 4
    assert b.bounds(small) is None
