"""Settings in the browser: each takes effect at once, and is there when one comes back."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect
from settling import SMALL
from sitting import Sitting

WIDE = "[document.documentElement, document.querySelector('main')].map(each => each.scrollWidth)"
TEXT = "document.documentElement.style.getPropertyValue('--text')"


def settings(me: Sitting) -> Sitting:
    """Go to the page."""
    me.visit("/#/settings")
    me.page.locator("h1").wait_for()
    return me


def chosen(me: Sitting, group: str, name: str) -> None:
    """Choose something."""
    me.page.get_by_role("group", name=group).get_by_role("button", name=name, exact=True).click()


def test_light_colours_text_and_motion_at_once_and_later(sit: Callable[..., Sitting]) -> None:
    me = settings(sit())
    root = me.page.locator("html")
    chosen(me, "Light", "night")
    expect(root).to_have_attribute("data-theme", "dark")
    chosen(me, "Colours", "for colour-blind eyes")
    expect(root).to_have_attribute("data-vision", "cb")
    chosen(me, "Motion", "calm")
    expect(root).to_have_attribute("data-motion", "calm")
    me.page.get_by_role("slider", name="Text").fill("3")
    assert me.page.evaluate(TEXT) == "1.3"
    me.page.reload()
    me.page.locator("h1").wait_for()
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-motion", "calm")
    assert me.page.evaluate(TEXT) == "1.3"
    assert max(me.page.evaluate(WIDE)) <= 1600
    chosen(me, "Light", "as the device")
    expect(root).to_have_attribute("data-theme", "light")


def test_the_language_is_switched_and_stays(sit: Callable[..., Sitting]) -> None:
    me = settings(sit())
    chosen(me, "Language", "Deutsch")
    me.page.get_by_role("heading", name="Einstellungen").wait_for()
    me.page.get_by_role("link", name="Meine Schlachten").click()
    me.page.get_by_role("heading", name="Ihr Zug").wait_for()
    settings(me)
    chosen(me, "Sprache", "Français")
    me.page.get_by_role("heading", name="Réglages").wait_for()
    chosen(me, "Langue", "English")
    me.page.get_by_role("heading", name="Settings").wait_for()


def test_distances_are_told_in_metres_too(sit: Callable[..., Sitting]) -> None:
    me = settings(sit())
    chosen(me, "Distance", "also metres")
    me.page.get_by_text("143 paces off (109 m)").wait_for()


def test_another_key_for_a_tool_is_its_key_at_the_table(sit: Callable[..., Sitting]) -> None:
    me = settings(sit())
    me.button("Another key for: Ruler").click()
    me.page.keyboard.press("b")
    me.page.get_by_role("alert").get_by_text("B is taken: Ranges").wait_for()
    me.page.keyboard.press("q")
    expect(me.button("Another key for: Ruler")).to_have_text("Q")
    me.visit("/#/battles")
    me.page.get_by_role("combobox", name="Battle").select_option(SMALL)
    me.button("Begin").click()
    me.laid_out()
    ruler = me.page.get_by_role("button", name="Ruler (R)")
    me.page.keyboard.press("r")
    expect(ruler).to_have_attribute("aria-pressed", "false")
    me.page.keyboard.press("q")
    expect(ruler).to_have_attribute("aria-pressed", "true")
    settings(me)
    me.button("Reset to usual").click()
    expect(me.button("Another key for: Ruler")).to_have_text("R")


def test_it_fits_a_phone(sit: Callable[..., Sitting]) -> None:
    me = settings(sit())
    me.page.set_viewport_size({"width": 390, "height": 844})
    for size in ("1", "4"):
        me.page.get_by_role("slider", name="Text").fill(size)
        me.page.wait_for_timeout(200)
        assert max(me.page.evaluate(WIDE)) <= 390
