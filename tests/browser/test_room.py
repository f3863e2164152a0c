"""Room on the table and tools over the map, by mouse, under two systems: panels, the whole map, sight, ruler."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect
from settling import SMALL, Backstage, sit_at
from sitting import AT_ONCE, PATIENCE, Sitting

SYSTEMS = ["cold-steel", "steel-canister"]
PHONE: Any = {"width": 390, "height": 844}
COVERED = """() => {
  const map = document.querySelector('.gmap').getBoundingClientRect();
  const panels = [...document.querySelectorAll('aside.panel')].map(each => each.getBoundingClientRect());
  return panels.reduce((sum, p) => sum + p.width * p.height, 0) / (map.width * map.height);
}"""


def seated(sit: Callable[..., Sitting], base: str, system: str) -> Sitting:
    """In command of the Prussians, asked for something."""
    with Backstage(base, SMALL, {"Prussians": "me", "French": "staff"}, seed=5, system=system) as battle:
        link = battle.tokens["prussians"]
    me = sit_at(sit(), link)
    me.laid_out()
    return me


def wide(panel: Locator) -> float:
    """Pixels across."""
    box = panel.bounding_box()
    assert box is not None
    return box["width"]


def dragged(me: Sitting, grip: Locator, dx: float, dy: float = 0) -> None:
    """The edge of a panel, drawn so far by mouse."""
    box = grip.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.7
    me.page.mouse.move(x, y)
    me.page.mouse.down()
    me.page.mouse.move(x + dx, y + dy, steps=4)
    me.page.mouse.up()


@pytest.mark.parametrize("system", SYSTEMS)
def test_panels_fold_and_grow_and_are_remembered(sit: Callable[..., Sitting], base: str, system: str) -> None:
    me = seated(sit, base, system)
    force, log = me.page.locator("aside.left"), me.page.locator("aside.log")
    before = wide(force)
    dragged(me, me.page.get_by_role("separator", name="Make Your force larger or smaller"), 70)
    assert wide(force) == pytest.approx(before + 70, abs=3)
    me.button("Fold Dispatches").first.click()
    expect(log).to_have_count(0)
    me.page.reload()
    me.laid_out()
    expect(log).to_have_count(0)
    assert wide(force) == pytest.approx(before + 70, abs=3)
    me.button("Open Dispatches").click()
    expect(log).to_be_visible()
    open_share = me.page.evaluate(COVERED)
    me.page.keyboard.press("w")
    expect(force).to_have_count(0)
    assert me.page.evaluate(COVERED) == 0
    assert open_share > 0.2
    field, window = me.map.locator(".ground").first.bounding_box(), me.page.viewport_size
    assert field is not None
    assert window is not None
    assert field["x"] >= 0
    assert field["x"] + field["width"] <= window["width"]
    assert field["y"] >= 0
    assert field["y"] + field["height"] <= window["height"]
    me.units.first.click()
    expect(me.page.locator(".dock")).to_be_visible()
    me.page.keyboard.press("w")
    expect(force).to_be_visible()
    expect(log).to_be_visible()
    me.page.keyboard.press("?")
    expect(me.page.get_by_role("dialog")).to_contain_text("the whole screen for the map")


@pytest.mark.parametrize("system", SYSTEMS)
def test_sight_and_ruler_by_two_clicks(sit: Callable[..., Sitting], base: str, system: str) -> None:
    me = seated(sit, base, system)
    farm = me.map.locator("text.name", has_text="Crossroads farm").bounding_box()
    assert farm is not None
    x, y = farm["x"] + farm["width"] / 2, farm["y"] - 22
    me.button("Line of sight (S)").click()
    panel = me.page.get_by_role("region", name="Line of sight")
    expect(panel).to_contain_text("Click two places")
    me.page.mouse.click(x - 130, y)
    me.page.mouse.move(x, y - 10)
    me.page.mouse.click(x + 130, y)
    expect(panel.get_by_role("heading", name="Hidden")).to_be_visible()
    expect(panel).to_contain_text("Crossroads farm")
    expect(panel.get_by_role("img", name="The ground on edge")).to_be_visible()
    expect(me.map.locator(".sight-hidden")).to_have_count(1)
    me.page.mouse.click(x - 130, y + 90)
    expect(me.map.locator(".sight-hidden")).to_have_count(0)
    me.page.mouse.click(x - 60, y + 120)
    expect(panel.get_by_role("heading", name="In sight")).to_be_visible()
    me.page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    me.button("Ruler (R)").click()
    me.page.mouse.click(x - 100, y + 60)
    me.page.mouse.click(x + 100, y + 60)
    measured = me.map.locator(".ruler .chip text")
    expect(measured).to_have_text(re.compile(r"^\d+ paces · 90° · "))
    across = measured.text_content() or ""
    me.page.mouse.move(x, y + 140)
    assert measured.text_content() == across
    me.page.mouse.move(x - 40, y + 60)
    me.page.mouse.down()
    me.page.mouse.move(x + 40, y + 60, steps=3)
    me.page.mouse.up()
    expect(measured).not_to_have_text(across)
    me.page.keyboard.press("Escape")
    expect(measured).to_have_count(0)
    me.button("How far the enemy reaches (E)").click()
    expect(me.page.get_by_role("region", name="The enemy's reach")).to_contain_text("charge")
    expect(me.map.locator(".reach-wash").first).to_be_attached()


@pytest.mark.parametrize("system", SYSTEMS)
def test_ruler_and_reach_under_the_thumb(browser: Browser, base: str, system: str) -> None:
    """A phone has the tools of the map in one row, each large enough for a finger."""
    with Backstage(base, SMALL, {"Prussians": "me", "French": "staff"}, seed=5, system=system) as battle:
        link = battle.tokens["prussians"]
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    context.add_init_script(f"({AT_ONCE})()")
    me = sit_at(Sitting(context, base), link)
    me.units.first.wait_for()
    for name in ("Ruler", "How far the enemy reaches", "Line of sight"):
        box = tool(me, name).bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
    field = me.page.locator(".gmap .ground").bounding_box()
    assert field is not None
    y = field["y"] + field["height"] * 0.9
    tool(me, "Ruler").tap()
    me.page.touchscreen.tap(field["x"] + field["width"] * 0.3, y)
    me.page.touchscreen.tap(field["x"] + field["width"] * 0.6, y)
    expect(me.map.locator(".ruler .chip text")).to_have_text(re.compile(r"^\d+ paces"))
    tool(me, "Ruler").tap()
    expect(me.map.locator(".ruler .chip text")).to_have_count(0)
    tool(me, "How far the enemy reaches").tap()
    key = me.page.get_by_role("region", name="The enemy's reach")
    expect(key).to_contain_text("charge")
    bar, shown = me.page.locator(".mapbar").bounding_box(), key.bounding_box()
    assert bar is not None
    assert shown is not None
    assert shown["y"] >= bar["y"] + bar["height"]
    expect(me.map.locator(".reach-wash").first).to_be_attached()
    assert not me.troubles
    me.leave()


def tool(me: Sitting, name: str) -> Locator:
    """By its name, without the key that it has on a desk."""
    return me.page.locator(".mapbar").get_by_role("button", name=re.compile(f"^{name}"))
