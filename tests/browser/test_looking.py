"""The map looks where it is asked to, and the table can be used in windows of every size."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from sitting import Sitting

SHEET = "() => getComputedStyle(document.querySelector('.gmap .sheet')).transform"
FREE = """() => {
  const panels = [...document.querySelectorAll('aside.left, .mini, .right aside, .sheet.raised, header.ribbon')].map(p => p.getBoundingClientRect());
  return [...document.querySelectorAll('[data-units]')].filter(unit => {
    const u = unit.getBoundingClientRect(), x = u.x + u.width / 2, y = u.y + u.height / 2;
    return x < 0 || y < 0 || x > innerWidth || y > innerHeight || panels.some(p => x > p.left && x < p.right && y > p.top && y < p.bottom);
  }).map(unit => unit.getAttribute('aria-label'));
}"""  # noqa: E501
SIZES = [(1600, 1000), (1366, 768), (900, 600), (844, 390), (390, 844)]


def begun(me: Sitting, width: int = 1600, height: int = 1000) -> None:
    """The smallest battle, in a window of that size."""
    me.visit()
    me.button("Begin here").click()
    me.laid_out()
    me.page.set_viewport_size({"width": width, "height": height})
    me.page.reload()
    me.laid_out()


def hidden(me: Sitting) -> list[str]:
    """Units that lie under a panel or out of the window."""
    found: list[str] = me.page.evaluate(FREE)
    return found


@pytest.mark.parametrize("width, height", SIZES)
def test_the_first_look_shows_every_battalion_beside_the_panels(
    sit: Callable[..., Sitting], width: int, height: int
) -> None:
    me = sit()
    begun(me, width, height)
    assert me.units.count() == 10, "five against five, no brigades"
    assert hidden(me) == []


def test_choosing_moves_the_map_only_when_a_unit_is_out_of_sight(sit: Callable[..., Sitting]) -> None:
    me = sit()
    begun(me, 1366, 768)
    before = me.page.evaluate(SHEET)
    me.page.keyboard.press("Tab")
    me.page.locator("aside.left").get_by_text("Dragoon sqn").click()
    assert me.page.evaluate(SHEET) == before
    for _ in range(4):
        me.button("Zoom in (+)").click()
    near = me.page.evaluate(SHEET)
    me.page.locator("aside.left").get_by_text("Fusiliers").click()
    expect(me.unit("Fusiliers")).to_be_in_viewport()
    assert me.page.evaluate(SHEET) != near
    assert not any(name.startswith("Fusiliers") for name in hidden(me))


def test_a_phone_on_its_side_shows_force_and_orders(sit: Callable[..., Sitting]) -> None:
    me = sit()
    begun(me, 844, 390)
    me.page.get_by_role("tab", name="Force").click()
    for name in ("I. Musketeers", "Fusiliers"):
        expect(me.page.locator(".s-body").get_by_text(name, exact=True)).to_be_visible()
    me.page.locator(".s-body").get_by_text("Fusiliers", exact=True).click()
    expect(me.page.get_by_role("tab", name="Orders")).to_have_attribute("aria-selected", "true")
    expect(me.page.locator(".mini")).to_have_count(0)


def test_odds_by_taps_on_a_phone(sit: Callable[..., Sitting]) -> None:
    me = sit()
    begun(me, 390, 844)
    me.unit("Half battery").first.click()
    me.page.get_by_role("tab", name="Odds").click()
    me.page.locator(".s-body").get_by_role("button", name="1st Line").click()
    expect(me.page.locator(".s-body .odds")).to_contain_text("against 1st Line")
    me.button("More").first.click()
    expect(me.page.get_by_role("menuitem", name="The table")).to_be_visible()
