"""What a newcomer stumbles over in an evening: a map that moves by itself, a card in the way, dialogs without keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from sitting import Sitting
from test_lessons import at_step, started
from test_watching import begun, sat, shown, until_shown

LOOK = "() => document.querySelector('.gmap .sheet')?.style.transform"
UNDER_CARD = """() => {
  const box = document.querySelector('.coach').getBoundingClientRect();
  const meets = each => {
    const other = each.getBoundingClientRect();
    const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left);
    const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
    return other.width > 0 && wide > 2 && high > 2;
  };
  return [...document.querySelectorAll(
    '.gmap .troops [data-units], .playstrip, .mapbar, .rings .ring, .stage .slip')].filter(meets).length;
}"""
WHOLE = """() => {
  const box = document.querySelector('.gmap .ground').getBoundingClientRect();
  const left = document.querySelector('aside.left').getBoundingClientRect().right;
  const right = document.querySelector('.right').getBoundingClientRect().left;
  return box.left >= left && box.right <= right;
}"""


def settled(me: Sitting) -> Any:
    """Where the map looks, when it has come to rest."""
    me.page.wait_for_timeout(700)
    return me.page.evaluate(LOOK)


def left_alone(me: Sitting) -> Any:
    """Where the map looks when nothing is asked and nothing is played: both may move it for as long as they last."""
    for _ in range(20):
        me.skip_what_is_played()
        if me.page.locator(".hand h2").count():
            me.done_if_asked()
        looks = settled(me)
        if not shown(me).count() and not me.page.locator(".hand h2").count():
            return looks
    raise AssertionError("something is asked or played again and again")


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720)])
def test_the_map_comes_back_to_the_look_one_had(sit: Callable[..., Sitting], base: str, size: tuple[int, int]) -> None:
    me = sit(plays=True, moves=True)
    me.page.set_viewport_size({"width": size[0], "height": size[1]})
    sat(me, begun(base, "cold-steel", 4))
    me.page.locator(".gmap .ground").wait_for()
    me.page.keyboard.press("Escape")
    before = left_alone(me)
    assert me.page.evaluate(WHOLE), "columns lie under the panels"
    for _ in range(2):
        until_shown(me)
        me.page.wait_for_timeout(1200)
        me.page.keyboard.press("Escape")
        assert left_alone(me) == before


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720)])
def test_the_card_of_a_lesson_lies_where_nothing_is_hidden(sit: Callable[..., Sitting], size: tuple[int, int]) -> None:
    me = sit(seed=2)
    me.page.set_viewport_size({"width": size[0], "height": size[1]})
    card = started(me, "drill")
    me.page.wait_for_timeout(900)
    assert me.page.evaluate(UNDER_CARD) == 0
    me.page.locator('[data-option="hold"]').click()
    at_step(card, 2)
    me.page.wait_for_timeout(900)
    assert me.page.evaluate(UNDER_CARD) == 0


def test_the_card_is_moved_and_folded_and_that_is_kept(sit: Callable[..., Sitting]) -> None:
    me = sit(seed=2)
    card = started(me, "drill")
    me.page.wait_for_timeout(600)
    grip = card.locator(".grip")
    box = grip.bounding_box()
    assert box is not None
    me.page.mouse.move(box["x"] + 5, box["y"] + 8)
    me.page.mouse.down()
    me.page.mouse.move(500, 300, steps=6)
    me.page.mouse.up()
    me.page.wait_for_timeout(500)
    moved = card.bounding_box()
    assert moved is not None
    assert abs(moved["x"] - 500) < 40
    grip.focus()
    me.page.keyboard.press("ArrowRight")
    me.page.wait_for_timeout(500)
    nudged = card.bounding_box()
    assert nudged is not None
    assert nudged["x"] > moved["x"] + 10
    card.get_by_role("button", name="Fold the lesson to a line").click()
    expect(card.locator("footer")).to_be_hidden()
    expect(card).to_contain_text("Press Done: the rest wait for orders")
    me.page.reload()
    card.wait_for()
    me.page.wait_for_timeout(600)
    expect(card.locator("footer")).to_be_hidden()
    again = card.bounding_box()
    assert again is not None
    assert abs(again["x"] - nudged["x"]) < 4
    card.get_by_role("button", name="Unfold the lesson").click()
    grip.focus()
    me.page.keyboard.press("Home")
    me.page.wait_for_timeout(900)
    assert me.page.evaluate(UNDER_CARD) == 0


def test_help_has_the_keyboard_to_itself(sit: Callable[..., Sitting]) -> None:
    me = sit(seed=2)
    started(me, "drill")
    page = me.page
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    page.set_viewport_size({"width": 1280, "height": 600})
    chosen = "() => document.querySelectorAll('.gmap .unit.selected').length"
    page.keyboard.press("PageDown")
    page.wait_for_timeout(300)
    assert dialog.evaluate("node => node.scrollTop") > 0
    for _ in range(8):
        page.keyboard.press("Tab")
        assert dialog.evaluate("node => node.contains(document.activeElement)")
    page.keyboard.press("w")
    assert page.evaluate(chosen) == 0
    expect(page.locator("aside.left")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_a_game_taken_off_the_gallery_is_put_back(sit: Callable[..., Sitting]) -> None:
    me = sit(seed=2)
    for _ in range(2):
        started(me, "drill")
    me.visit("/#/")
    games = me.page.locator(".games li")
    expect(games).to_have_count(1)
    games.get_by_role("button", name=re.compile("off this list; it can be put back")).click()
    expect(games).to_have_count(0)
    me.page.get_by_role("button", name="Put it back").click()
    expect(games).to_have_count(1)
