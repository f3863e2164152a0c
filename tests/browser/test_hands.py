"""What hands can do at the table: several units at once, the keyboard alone, looking on."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Route, expect
from sitting import Sitting

FOCUSED = "selector => Boolean(document.activeElement.closest(selector))"


def begin(me: Sitting) -> None:
    """The first battle, at the council of war."""
    me.visit()
    me.button("Begin here").click()
    me.laid_out()


def test_a_mission_for_two_by_a_click_on_the_enemy_and_an_order_for_both_at_once(sit: Callable[..., Sitting]) -> None:
    me = sit()
    begin(me)
    me.unit("I. Musketeers").click()
    me.unit("II. Musketeers").click(modifiers=["Shift"])
    me.orders.get_by_role("button", name="attack", exact=True).click()
    me.unit("1st Light").click()
    expect(me.orders).to_contain_text(re.compile(r"square [A-Z]\d"))
    before = me.state
    me.page.keyboard.press("Enter")
    me.moved_on(before)
    expect(me.page.get_by_role("tab", name=re.compile("^Missions"))).to_contain_text("1")
    me.done()
    me.unit("I. Musketeers").click()
    me.unit("II. Musketeers").click(modifiers=["Shift"])
    expect(me.place_button).to_contain_text("Leave it to them")  # on a mission, what keeps them to it comes first
    me.orders.get_by_role("button", name="Order", exact=True).click()
    me.click_ground(200, 0, "I. Musketeers")
    expect(me.map.locator(".plan")).to_have_count(2)
    me.button("Place order for 2 units up to 2 points").click()
    for unit in ("I. Musketeers", "II. Musketeers"):
        expect(me.map.get_by_role("button", name=re.compile(rf"^{re.escape(unit)},.*forward"))).to_be_visible()


def test_done_pressed_twice_ends_ones_part_once_and_shows_that_it_is_worked_on(sit: Callable[..., Sitting]) -> None:
    me = sit()
    begin(me)
    me.done()
    before, on_the_way = me.state, list[Route]()
    # a slow line: what is promised comes late, and meanwhile nothing more can be said

    def keep(route: Route) -> None:
        on_the_way.append(route)

    me.page.route("**/answers", keep)
    me.done_button.click()
    expect(me.page.locator(".done")).to_have_attribute("aria-busy", "true")
    expect(me.page.locator(".done")).to_be_disabled()
    expect(me.page.locator(".busy")).to_be_attached()
    me.page.wait_for_timeout(700)
    me.page.keyboard.press("Control+Enter")
    me.page.wait_for_timeout(200)
    assert len(on_the_way) == 1
    on_the_way[0].continue_()
    me.moved_on(before)


def test_a_mission_asks_whom_to_support_and_a_click_on_a_friend_answers(sit: Callable[..., Sitting]) -> None:
    me = sit()
    begin(me)
    me.unit("I. Musketeers").click()
    me.orders.get_by_role("button", name="support", exact=True).click()
    expect(me.page.locator(".go")).to_have_text(re.compile("Whom to support"))
    me.unit("Fusiliers").click()
    expect(me.orders.locator("select").last).to_have_value(re.compile("fusiliers"))
    me.place()
    expect(me.page.get_by_role("tab", name=re.compile("^Missions"))).to_contain_text("1")


def test_what_became_of_units_is_told_after_done(sit: Callable[..., Sitting]) -> None:
    me = sit()
    begin(me)
    changes = me.page.get_by_text("Since your last orders")
    while me.turn < 5 and not me.over and not changes.count():
        me.done()
    expect(changes).to_be_visible()


def test_the_keyboard_alone_reaches_units_panels_and_answers(sit: Callable[..., Sitting]) -> None:
    me = sit()
    begin(me)
    me.done()
    me.page.keyboard.press("Tab")
    expect(me.orders).to_be_visible()
    first = me.page.locator(".hand h2").inner_text()
    me.page.keyboard.press("Tab")
    expect(me.page.locator(".hand h2")).not_to_have_text(first)
    reached = set()
    for _ in range(6):
        me.page.keyboard.press("F6")
        reached |= {part for part in ("header.ribbon", ".left", ".hand", ".log") if me.page.evaluate(FOCUSED, part)}
    assert reached == {"header.ribbon", ".left", ".hand", ".log"}
    while not me.page.evaluate(FOCUSED, ".hand"):
        me.page.keyboard.press("F6")
    for _ in range(40):
        if me.page.evaluate("() => document.activeElement.textContent.trim() === 'forward'"):
            break
        me.page.keyboard.press("Tab")
    me.page.keyboard.press("Enter")
    expect(me.page.locator(".time .track")).to_be_visible()
    me.done_by_key()


def test_who_looks_on_sees_the_table_and_is_asked_nothing(sit: Callable[..., Sitting]) -> None:
    me = sit()
    begin(me)
    me.to_turn(2)
    kept = me.page.evaluate("() => JSON.parse(localStorage.getItem('grognard.games'))[0]")
    other = sit().visit(f"/#/seat/{kept['spectator']}")
    expect(other.page.get_by_text("You look on")).to_be_visible()
    expect(other.done_button).to_have_count(0)
    expect(other.page.get_by_role("tab", name="In sight of all")).to_be_visible()
    expect(other.units.first).to_be_visible()
