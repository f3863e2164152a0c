"""Whoever looks about finds the table as he left it: papers that hold the keyboard, a map that stays where it was, and
a past that tells nothing of today."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from settling import SMALL, Backstage, sit_at
from sitting import ASKED, Sitting

ALONE = {"Prussians": "me", "French": "staff"}
DESK = {"width": 1440, "height": 900}


def focused(page: Page, selector: str) -> bool:
    """Whether the focus is at something, or in it."""
    return bool(page.evaluate("at => Boolean(document.activeElement?.closest(at))", selector))


def test_help_takes_the_keyboard_and_gives_it_back(sit: Callable[..., Sitting], base: str) -> None:
    with Backstage(base, SMALL, ALONE) as table:
        me = sit_at(sit(), table.tokens["prussians"])
        me.page.set_viewport_size({"width": 1100, "height": 620})
        me.laid_out()
        me.page.keyboard.press("?")
        paper = me.page.get_by_role("dialog")
        expect(paper).to_be_focused()
        me.page.keyboard.press("PageDown")
        me.page.wait_for_function("() => document.querySelector('[role=dialog]').scrollTop > 0")
        for _ in range(9):
            me.page.keyboard.press("Tab")
            assert focused(me.page, "[role=dialog]"), "nobody on the table behind it is taken in hand"
        me.page.keyboard.press("s")
        me.page.keyboard.press("Escape")
        expect(paper).to_have_count(0)
        expect(me.page.locator(".sightpanel")).to_have_count(0)
        expect(me.map.locator(".unit.selected")).to_have_count(0)


def done_and_back(me: Sitting) -> bool:
    """End this part; whether what happened was played, and put away."""
    before = me.state
    me.done_button.click()
    me.moved_on(before)
    me.page.wait_for_function(f"() => document.querySelector('[data-played]') || ({ASKED})()")
    played = me.skip_what_is_played()
    me.asked()
    return played


def test_the_map_is_as_it_was_when_what_happened_was_watched(sit: Callable[..., Sitting], base: str) -> None:
    with Backstage(base, SMALL, ALONE) as table:
        me = sit_at(sit(plays=True), table.tokens["prussians"])
        said: list[str] = []
        me.page.on("console", lambda line: said.append(line.text) if line.type == "error" else None)
        me.page.set_viewport_size(DESK)
        me.laid_out()
        whole = me.map.locator("rect.whole")
        before = whole.bounding_box()
        me.leave_it_to_officers()
        watched = 0
        for _ in range(4):
            watched += done_and_back(me)
            assert whole.bounding_box() == before
        assert watched
        ends = me.page.locator("div.ends").first
        expect(ends).to_contain_text("so far")
        me.page.keyboard.press("[")
        expect(me.page.locator(".table.past")).to_have_count(1)
        expect(ends).not_to_contain_text("so far")
        assert not [line for line in said if "Infinity" in line]
