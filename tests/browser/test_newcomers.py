"""What newcomers stumbled over: a battle that does not start, an order that Done drops, a card that is cut off, words
of another time."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from settling import SMALL, Backstage, moving_on, sit_at
from sitting import READ, Sitting
from test_small_things import ALONE, until_asked

# -- a battle that does not start


@pytest.mark.parametrize(
    "status, body, said",
    [
        (0, {}, "the server does not answer. See whether it still runs"),
        (
            503,
            {"error": "the battles cannot be reached: the disk is full"},
            "the battles cannot be reached: the disk is full. See",
        ),
        (409, {"error": "nobody sits there"}, "nobody sits there. Choose other options"),
    ],
)
def test_a_battle_that_cannot_be_started_says_why_and_what_to_do(
    sit: Callable[..., Sitting], status: int, body: dict[str, str], said: str
) -> None:
    me = sit()

    def refuse(route: Route) -> None:
        if status:
            route.fulfill(status=status, json=body)
        else:
            route.abort()

    me.page.route("**/api/games", refuse)
    me.visit()
    me.page.get_by_role("button", name=re.compile("^Play ")).first.click()
    told = me.page.get_by_role("alert")
    expect(told).to_contain_text(f"The battle was not started: {said}")
    expect(told).not_to_contain_text("/api")
    me.troubles.clear()  # the refusal was ours


# -- an order that Done would drop


def at_orders(sit: Callable[..., Sitting], table: Backstage) -> Sitting:
    """Asked for the orders of the first turn."""
    until_asked(table, "prussians", "command")
    me = sit_at(sit(), table.tokens["prussians"])
    me.laid_out()
    return me


def lay_out(me: Sitting) -> str:
    """A march for the first unit; its name."""
    me.page.wait_for_timeout(READ)
    me.page.keyboard.press("Tab")
    me.orders.locator("[data-value=forward]").click()
    expect(me.orders.locator("[data-value=forward]")).to_have_attribute("aria-pressed", "true")
    return me.page.locator(".hand h2").inner_text()


@pytest.mark.parametrize("by_key", [True, False])
def test_done_asks_once_what_is_to_become_of_an_order_that_is_laid_out(
    sit: Callable[..., Sitting], base: str, by_key: bool
) -> None:
    def done() -> None:
        me.page.wait_for_timeout(READ)
        if by_key:
            me.page.keyboard.press("Control+Enter")
        else:
            me.done_button.click()

    with Backstage(base, SMALL, ALONE) as table:
        me = at_orders(sit, table)
        lay_out(me)
        asks = me.page.get_by_role("alertdialog", name="One order is laid out but not placed.")
        done()
        expect(asks).to_be_visible()
        me.page.keyboard.press("Escape")
        expect(asks).to_have_count(0)
        expect(me.orders.locator("[data-value=forward]")).to_have_attribute("aria-pressed", "true")
        assert not me.promised
        done()
        before = me.state
        asks.get_by_role("button", name="Place it, then done").click()
        me.moved_on(before)
        me.asked()
        (placed, ended) = me.promised
        assert (placed["values"]["movement"], ended["option"]) == ("forward", "done")


def test_done_drops_what_one_leaves_and_asks_nothing_where_nothing_lies_there(
    sit: Callable[..., Sitting], base: str
) -> None:
    with Backstage(base, SMALL, ALONE) as table:
        me = at_orders(sit, table)
        lay_out(me)
        me.done_button.click()
        moving_on(me, me.page.get_by_role("button", name="Leave it, done all the same").click)
        assert [each["option"] for each in me.promised] == ["done"]
        me.asked()
        me.page.wait_for_timeout(READ)
        me.page.keyboard.press("Tab")
        moving_on(me, me.done_button.click)
        expect(me.page.get_by_role("alertdialog")).to_have_count(0)


# -- a card that is cut off

LONG = {"brigade": "Avantgarde / Grenadierbrigade von Hinrichs", "formation": "closed_attack_column_of_divisions"}
CUT = """() => [...document.querySelectorAll('.hand .head *, .hand dl *')]
  .filter(each => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline')
  .map(each => each.textContent.trim())"""


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_unit_card_shows_all_of_its_words_in_a_window_of_1280(
    sit: Callable[..., Sitting], base: str, language: str
) -> None:
    with Backstage(base, SMALL, ALONE) as table:
        until_asked(table, "prussians", "command")
        me = sit()
        me.page.set_viewport_size({"width": 1280, "height": 900})
        me.page.add_init_script(
            f'localStorage.setItem(\'grognard.prefs\', \'{{"pace": 4, "language": "{language}"}}\')'
        )
        me.page.route(re.compile(rf"/api/seats/{table.tokens['prussians']}$"), _long_words)
        me.page.route_web_socket("**/live*", lambda line: None)
        sit_at(me, table.tokens["prussians"])
        me.units.first.wait_for()
        me.page.wait_for_timeout(READ)
        me.page.keyboard.press("Tab")
        expect(me.page.locator(".hand .head p")).to_contain_text("attack column of divisions")
        assert me.page.evaluate(CUT) == []


def _long_words(route: Route) -> None:
    response = route.fetch()
    seat: dict[str, Any] = response.json()
    seat["picture"]["units"] = [{**unit, **LONG} for unit in seat["picture"]["units"]]
    route.fulfill(response=response, body=json.dumps(seat))


# -- words of another time


def told(page: Page) -> str:
    """All that the table says in words."""
    return page.locator(".byword").inner_text()


def test_the_words_of_a_look_back_are_those_of_that_moment(sit: Callable[..., Sitting], base: str) -> None:
    with Backstage(base, SMALL, ALONE) as table:
        table.on_to("move", 4)
        me = sit_at(sit(), table.tokens["prussians"])
        me.units.first.wait_for()
        me.page.keyboard.press("[")
        expect(me.page.locator("[data-played]")).to_be_visible()
        me.page.keyboard.press("Home")
        expect(me.page.locator(".ribbon")).to_contain_text("The beginning")
        me.page.keyboard.press("t")
        expect(me.page.locator(".byword[data-step='0']")).to_be_visible()
        expect(me.page.locator(".byword .when")).to_contain_text("The table as it was at the beginning.")
        expect(me.page.locator("#byword-line")).to_have_count(0)
        first = told(me.page)
        me.page.keyboard.press("ArrowDown")
        expect(me.page.locator(".byword .when")).to_contain_text("at the end of turn 2")
        assert told(me.page) != first
        me.page.get_by_role("button", name="Back to now").last.click()
        expect(me.page.locator("#byword-line")).to_be_visible()
        me.page.keyboard.press("Escape")
        expect(me.page.locator(".byword")).to_have_count(0)
