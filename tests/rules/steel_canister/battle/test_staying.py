"""Troops that may not leave a place by a special rule of the battle (SC-1.2a)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.battle.decisions import Answer
from grognard.battle.staging import bind
from grognard.ground.units import SUB
from grognard.scenarios.model import Effect
from grognard.systems.steel_canister.effects import loss_move
from grognard.systems.steel_canister.facts.charges import charges
from grognard.systems.steel_canister.facts.marches import march_to
from grognard.systems.steel_canister.facts.staying import kept_from
from grognard.systems.steel_canister.facts.steps import ways
from grognard.systems.steel_canister.game import GAME
from grognard.systems.steel_canister.phases import breakthrough, movement
from grognard.systems.steel_canister.staging import BLUE, RED, run, says, stage, unit

TITLE = "The garrison"
Space = tuple[int, int]


def ground(b: Any, west: int, south: int, east: int, north: int) -> tuple[tuple[float, float], ...]:
    """Spaces as an area in paces, the last of them included."""
    side = b.board.side / SUB
    return tuple(
        (side * x, side * y) for x, y in ((west, south), (east + 1, south), (east + 1, north + 1), (west, north + 1))
    )


def staged(*units: Any, turn: int = 1, area: tuple[int, int, int, int] = (3, 3, 7, 6), **more: Any) -> Any:
    """The ground of a ends with the space before it where it stands at (5, 5)."""
    b = stage(*units, phase=more.pop("phase", "5e"), **more)
    bind(b, Effect("stay", units=("a",), area=ground(b, *area), turns=(1, 3)), title=TITLE)
    b.world.turn = turn
    return b


COLUMN = {"formation": "attack_column", "cube": "move"}


def middle(b: Any, space: Space) -> list[int]:
    x, y = b.board.middle(space)
    return [x // SUB, y // SUB]


@pytest.mark.rule("SC-1.2a")
@pytest.mark.parametrize("turn, reached", [(1, False), (3, False), (4, True)])
def test_no_step_leads_out_until_its_turns_are_over(turn: int, reached: bool) -> None:
    b = staged(unit("a", at=(5, 6), **COLUMN), turn=turn)
    names = set(ways(b, "a", 3))
    assert ({"forward", "forward_left", "forward_right"} <= names) is reached
    assert {"left", "right"} <= names  # within it goes where it likes
    b = staged(unit("a", at=(5, 5), **COLUMN), turn=turn)
    assert (march_to(b, "a", (5, 7), 3) is not None) is reached
    assert march_to(b, "a", (5, 6), 3) is not None


@pytest.mark.rule("SC-1.2a")
def test_others_go_where_they_like() -> None:
    b = staged(unit("a", at=(5, 4), **COLUMN), unit("c", at=(5, 6), **COLUMN))
    assert "forward" in ways(b, "c", 3)


@pytest.mark.rule("SC-1.2a")
def test_an_order_out_of_the_place_is_refused_and_the_preview_says_why() -> None:
    b = staged(unit("a", at=(5, 5), **COLUMN), unit("r", RED, at=(0, 9), facing="S"))
    (asked,) = next(movement.play(b))
    out, within = asked.answer("a:march", place=middle(b, (5, 7))), asked.answer("a:march", place=middle(b, (5, 6)))
    refused = asked.refusal(out)
    assert refused is not None
    assert TITLE in refused.reason
    assert refused.rule == "SC-1.2a"
    assert asked.refusal(within) is None
    assert any(TITLE in note for note in GAME.preview(b, BLUE, Answer(BLUE, asked.id, out.option, out.values)).notes)


@pytest.mark.rule("SC-1.2a", "SC-6.1")
@pytest.mark.parametrize("turn, may", [(1, False), (4, True)])
def test_nobody_outside_is_charged(turn: int, may: bool) -> None:
    b = staged(unit("a", at=(5, 6), **COLUMN), unit("r", RED, at=(5, 7), facing="S"), turn=turn)
    assert ("r" in charges(b, "a", 3)) is may
    b = staged(unit("a", at=(5, 5), **COLUMN), unit("r", RED, at=(5, 6), facing="S"), turn=turn)
    assert "r" in charges(b, "a", 3)


@pytest.mark.rule("SC-1.2a", "SC-6.8")
@pytest.mark.parametrize("turn, space", [(1, (5, 6)), (4, (5, 7))])
def test_a_breakthrough_ends_at_the_border_and_says_why(turn: int, space: Space) -> None:
    known = {"may_break": 3, "attacker": True, "came_from": (5, 4), "formation": "attack_column"}
    b = staged(
        unit("a", at=(5, 5), **known), unit("r", RED, at=(0, 9), facing="S"), turn=turn, dice=[5] * 9, phase="9a"
    )
    run(breakthrough.player_a(b), says(("way", "forward", {}), ("way", "forward", {})))
    assert b.unit("a").space == space
    log = " ".join(GAME.tell(b, event) for event in b.entries if hasattr(event, "kind"))
    assert (TITLE in log) is (turn == 1)


@pytest.mark.rule("SC-1.2a", "SC-5.4")
def test_it_runs_out_of_the_place_and_is_free_until_it_is_inside_again() -> None:
    b = staged(unit("a", at=(5, 3), status="rout", **COLUMN), unit("r", RED, at=(5, 5), facing="S"))
    loss_move(b, "a", "rout", (0, -1), rules=("SC-5.4",))
    now = b.unit("a")
    assert now.space[1] < 3
    assert kept_from(b, now, (now.space[0], now.space[1] - 1)) is None
    assert kept_from(b, stage(unit("a", at=(5, 5))).unit("a"), (8, 5)) is not None


@pytest.mark.rule("SC-1.2a")
def test_ground_smaller_than_a_space_is_the_space_in_which_its_troops_begin() -> None:
    b = stage(unit("a", at=(5, 5), **COLUMN), phase="5e")
    x, y = b.chain.units["a"].unit.position
    bind(b, Effect("stay", units=("a",), area=((x, y),), within=1), title=TITLE)
    assert not ways(b, "a", 3)
    assert kept_from(b, b.unit("a"), (5, 6)) is not None
