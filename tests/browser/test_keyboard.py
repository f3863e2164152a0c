"""A table without a mouse: Enter does what lies there now, the cross takes units, what is asked is said and is near."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect
from settling import SMALL, Backstage, sit_at
from sitting import Sitting
from test_small_things import ALONE, BOTH, until_asked

FOCUSED = "() => document.activeElement.dataset.value"


def at_orders(sit: Callable[..., Sitting], table: Backstage) -> Sitting:
    """Asked for the orders of the first turn."""
    until_asked(table, "prussians", "command")
    me = sit_at(sit(), table.tokens["prussians"])
    me.laid_out()
    return me


def test_enter_makes_the_choice_that_has_the_focus_and_then_places_it(sit: Callable[..., Sitting], base: str) -> None:
    with Backstage(base, SMALL, ALONE) as table:
        me = at_orders(sit, table)
        press = me.page.keyboard.press
        press("Tab")
        expect(me.orders).to_be_visible()
        me.orders.locator("[data-value=forward]").focus()
        press("Enter")
        expect(me.orders.locator("[data-value=forward]")).to_have_attribute("aria-pressed", "true")
        press("Tab")
        assert me.page.evaluate(FOCUSED) == "oblique"
        press("Enter")
        expect(me.orders.locator("[data-value=oblique]")).to_have_attribute("aria-pressed", "true")
        assert not me.promised
        before = me.state
        press("Enter")
        me.moved_on(before)
        assert me.last_promise()["values"]["movement"] == "oblique"


def test_the_cross_says_who_is_under_it_and_enter_takes_him(sit: Callable[..., Sitting], base: str) -> None:
    with Backstage(base, SMALL, ALONE) as table:
        me = at_orders(sit, table)
        press, says = me.page.keyboard.press, me.page.locator(".crossed [role=status]")
        press("a")
        expect(me.page.locator("h3[data-asks]")).to_be_focused()
        press("c")
        press("PageDown")
        expect(says).to_contain_text("Dragoon squadron")
        press("Enter")
        expect(says).to_contain_text("Dragoon squadron, in hand")
        expect(me.page.locator(".hand h2")).to_have_text(re.compile("Dragoon"))
        for _ in range(12):
            press("PageDown")
            if "enemy (French)" in says.inner_text():
                break
        expect(says).to_contain_text("1st Light, enemy (French)")
        press("Enter")
        expect(says).to_contain_text("1st Light, enemy (French), aimed at")
        expect(me.orders.locator("[data-field=target] select")).not_to_have_value("")


def test_what_is_asked_is_said_and_has_the_focus(sit: Callable[..., Sitting], base: str) -> None:
    with Backstage(base, SMALL, BOTH, seed=2, turns=8) as table:
        until_asked(table, "french", "hold_fire")
        me = sit_at(sit(), table.tokens["french"])
        me.units.first.wait_for()
        spoken = me.page.locator(".read-out[role=status]")
        expect(spoken).to_contain_text(re.compile(r"^Turn \d+\. French, you are asked: Friends are in the way"))
        expect(spoken).to_contain_text("1: hold its fire; 2: fire all the same.")
        me.page.keyboard.press("a")
        expect(me.page.locator("section.question h3")).to_be_focused()
        me.page.keyboard.press("t")
        line = me.page.locator("#byword-line")
        expect(line).to_be_focused()
        before = me.state
        me.page.keyboard.type("fire")
        me.page.keyboard.press("Enter")
        me.moved_on(before)
        given = me.last_promise()
        assert given["option"] == "fire"
        assert given["values"]["units"], "yes is not said for nobody"
