"""A battle without a mouse: where the focus goes when what had it is gone, what is said, keys that spare the way."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect
from settling import SMALL, Backstage
from sitting import Sitting
from test_keyboard import at_orders
from test_small_things import ALONE

LOW = {"width": 1366, "height": 768}
FOCUSED = "document.activeElement"
HIDDEN = """() => {
  const at = document.activeElement, box = at.getBoundingClientRect();
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return !(top && (at.contains(top) || top.contains(at)));
}"""


def heard(page: Page, words: str | re.Pattern[str]) -> None:
    """Something has been said to those who listen."""
    expect(page.locator(".voice p").filter(has_text=words).last).to_be_attached()


def in_hand(me: Sitting) -> str:
    """Who is in hand, by the card."""
    return me.page.locator(".hand h2").inner_text()


def sits(sit: Callable[..., Sitting], table: Backstage) -> Sitting:
    """At the orders of the first turn, at a screen of common size."""
    me = at_orders(sit, table)
    me.page.set_viewport_size(LOW)
    return me


def test_tab_on_the_map_says_whom_it_takes(sit: Callable[..., Sitting], base: str) -> None:
    with Backstage(base, SMALL, ALONE) as table:
        me = sits(sit, table)
        me.page.keyboard.press("Tab")
        expect(me.page.locator(".hand h2")).to_be_visible()
        heard(me.page, re.compile(rf"^{re.escape(in_hand(me))}, in hand"))


def test_one_key_places_an_order_and_what_comes_of_it_is_said(sit: Callable[..., Sitting], base: str) -> None:
    with Backstage(base, SMALL, ALONE) as table:
        me = sits(sit, table)
        press = me.page.keyboard.press
        press("Tab")
        expect(me.orders).to_be_visible()
        name = in_hand(me)
        press("a")
        assert me.page.evaluate(f"{FOCUSED}.closest('[data-answers]') !== null"), "A leads to what may be said"
        me.orders.locator("[data-value=forward]").focus()
        press("Enter")
        heard(me.page, re.compile(r"\d paces"))
        button = me.page.locator("button.go")
        expect(button).to_have_attribute("aria-keyshortcuts", "Shift+Enter")
        expect(button.locator("kbd")).to_be_visible()
        before = me.state
        press("Shift+Enter")
        me.moved_on(before)
        assert me.last_promise()["values"]["movement"] == "forward"
        me.page.wait_for_timeout(300)
        assert me.page.evaluate(f"{FOCUSED} !== document.body"), "the focus is in the card"
        press("Tab")
        assert in_hand(me) == name, "Tab goes on within the card"


def test_the_focus_goes_on_in_the_card_when_its_button_is_gone(sit: Callable[..., Sitting], base: str) -> None:
    with Backstage(base, SMALL, ALONE) as table:
        me = sits(sit, table)
        press = me.page.keyboard.press
        press("Tab")
        me.orders.locator("[data-value=forward]").focus()
        press("Enter")
        button = me.page.locator("button.go")
        expect(button).to_be_enabled()
        button.focus()
        before = me.state
        press("Enter")
        me.moved_on(before)
        # where the answer comes at once the button is there again before anybody could miss it
        me.page.wait_for_function("document.activeElement.matches('.hand h2, .hand button.go')")
        folded = me.orders.locator("[data-field] button.closed").first
        folded.focus()
        field = me.page.evaluate(f"{FOCUSED}.closest('[data-field]').dataset.field")
        press("Enter")
        me.page.wait_for_timeout(200)
        assert me.page.evaluate(f"{FOCUSED}.closest('[data-field]')?.dataset.field") == field


def test_a_second_enter_on_whom_the_cross_aims_at_places_the_order(sit: Callable[..., Sitting], base: str) -> None:
    with Backstage(base, SMALL, ALONE) as table:
        me = sits(sit, table)
        press, says = me.page.keyboard.press, me.page.locator(".crossed [role=status]")
        press("c")
        press("PageDown")
        press("Enter")
        expect(says).to_contain_text("in hand")
        box, bar = me.page.locator(".crossed").bounding_box(), me.page.locator(".mapbar").bounding_box()
        assert box
        assert bar
        assert box["y"] + box["height"] <= bar["y"] or box["x"] + box["width"] <= bar["x"]
        for _ in range(12):
            press("PageDown")
            if "enemy (French)" in says.inner_text():
                break
        press("Enter")
        expect(says).to_contain_text("aimed at")
        heard(me.page, re.compile("."))
        expect(me.page.locator("button.go")).to_be_enabled()
        before = me.state
        press("Enter")
        me.moved_on(before)
        assert me.last_promise()["values"]["target"]


def test_what_the_keyboard_is_at_never_lies_behind_the_foot_of_the_card(sit: Callable[..., Sitting], base: str) -> None:
    with Backstage(base, SMALL, ALONE) as table:
        me = sits(sit, table)
        press = me.page.keyboard.press
        press("Tab")
        me.orders.locator("[data-value=forward]").focus()
        press("Enter")
        expect(me.page.locator("button.go")).to_be_enabled()
        seen = 0
        for _ in range(14):
            press("Tab")
            me.page.wait_for_timeout(60)
            if not me.page.evaluate(f"{FOCUSED}.closest('.hand-body') !== null"):
                break
            seen += 1
            assert not me.page.evaluate(HIDDEN), me.page.evaluate(f"{FOCUSED}.outerHTML")
        assert seen > 3


def test_a_notice_is_said(sit: Callable[..., Sitting], base: str) -> None:
    with Backstage(base, SMALL, ALONE) as table:
        me = sits(sit, table)
        me.page.keyboard.press("Enter")
        expect(me.page.locator(".notice")).to_be_visible()
        heard(me.page, me.page.locator(".notice").inner_text().strip())


def test_the_opening_page_has_a_main_part_and_says_what_is_chosen(sit: Callable[..., Sitting]) -> None:
    page = sit().visit("/").page
    page.get_by_role("group", name="Rules").get_by_role("button").first.wait_for()
    for name in ("Rules", "Against"):
        expect(page.get_by_role("group", name=name).locator("[aria-pressed=true]")).to_have_count(1)
    assert page.locator("h1, h2, h3").evaluate_all("all => all[0].tagName") == "H1"
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="To the battles")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".hero button")).to_be_focused()


def test_another_language_leaves_the_focus_at_its_button(sit: Callable[..., Sitting]) -> None:
    page = sit().visit("/#/settings").page
    page.get_by_role("button", name="Deutsch").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    expect(page.get_by_role("button", name="Deutsch")).to_be_focused()


def test_a_lesson_goes_on_and_shows_itself_by_keys(sit: Callable[..., Sitting]) -> None:
    page = sit().visit("/").page
    page.get_by_role("button", name="Start the lesson").first.click()
    coach = page.locator("aside.coach")
    coach.wait_for()
    shows = coach.locator("[data-key=d]")
    expect(shows).to_have_attribute("aria-keyshortcuts", "D")
    step = coach.get_attribute("data-step")
    page.keyboard.press("d")
    page.wait_for_function(
        """was => {
          const { step, reading } = document.querySelector('aside.coach').dataset;
          return step !== was || reading;
        }""",
        arg=step,
    )
    if coach.get_attribute("data-reading"):
        page.keyboard.press("o")
        expect(coach).not_to_have_attribute("data-step", step or "")


def test_a_renamed_battle_keeps_the_focus_in_its_card(sit: Callable[..., Sitting], base: str) -> None:
    with Backstage(base, SMALL, ALONE) as table:
        page = sits(sit, table).visit("/#/battles").page
        page.get_by_role("button", name=re.compile("^More")).first.focus()
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Rename", exact=True).focus()
        page.keyboard.press("Enter")
        page.get_by_role("textbox").fill("The farm again")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="The farm again")).to_be_visible()
        page.wait_for_function("() => document.activeElement !== document.body")
        assert "The farm again" in page.evaluate(f"{FOCUSED}.closest('article, li, section').innerText")


def test_large_german_words_are_not_cut(sit: Callable[..., Sitting], base: str) -> None:
    with Backstage(base, SMALL, ALONE) as table:
        me = sits(sit, table)
        large = {"pace": 4, "language": "de", "text": 1.15}
        me.page.evaluate("prefs => localStorage.setItem('grognard.prefs', JSON.stringify(prefs))", large)
        me.page.reload()
        me.laid_out()
        me.page.keyboard.press("Tab")
        me.page.locator("button.go").wait_for()
        for words in (".told .caps", ".left [role=tab]", "button.go span"):
            cut = "all => all.filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.innerText)"
            assert me.page.locator(words).evaluate_all(cut) == []
        tab, handle = (
            me.page.locator(each).first.bounding_box() for each in (".left [role=tab]:last-child", ".west .edge button")
        )
        assert tab
        assert handle
        assert tab["x"] + tab["width"] <= handle["x"]
