"""Looking back over a battle: the map as it was, the dispatches of then, and nothing to order until one is back."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
from playwright.sync_api import Locator, expect
from settling import SMALL, Backstage, sit_at
from sitting import Sitting

BATTALION = "I. Musketeers"
WHOLE_FIELD = "0"


def bar(me: Sitting) -> Locator:
    """The bar of the past."""
    return me.page.get_by_role("region", name="Look back")


def slider(me: Sitting) -> Locator:
    """Where one is in it."""
    return bar(me).get_by_role("slider")


def look_back(me: Sitting) -> None:
    """Open it."""
    me.page.locator("header").get_by_role("button", name="Look back ([)").click()
    expect(bar(me)).to_be_visible()


def place(me: Sitting, unit: str = BATTALION) -> str:
    """Where a unit stands on the sheet, at the scale of the whole field."""
    me.page.keyboard.press(WHOLE_FIELD)
    return me.unit(unit).get_attribute("style") or ""


def attacked(me: Sitting, turn: int) -> tuple[str, str]:
    """A battle in which a battalion attacks, up to a turn; where it stood at first, and where it stands."""
    me.visit()
    me.button("Begin here").click()
    me.laid_out()
    me.mission("attack", BATTALION, "II. Musketeers", dx=260, dy=-40)
    before = place(me)
    me.done()
    me.to_turn(turn)
    now = place(me)
    assert now != before
    return before, now


def test_a_step_back_shows_the_table_as_it_was_and_escape_is_back_to_now(sit: Callable[..., Sitting]) -> None:
    me = sit()
    before, now = attacked(me, 4)
    look_back(me)
    me.page.keyboard.press("Home")
    expect(bar(me)).to_contain_text("The beginning")
    expect(me.unit(BATTALION)).to_have_attribute("style", before)
    expect(me.page.locator(".clock")).to_contain_text("turn 1")
    while "Movement" not in (slider(me).get_attribute("aria-valuetext") or ""):
        me.page.keyboard.press("ArrowRight")
    expect(me.unit(BATTALION)).not_to_have_attribute("style", before)
    me.page.keyboard.press("Escape")
    expect(bar(me)).to_be_hidden()
    expect(me.unit(BATTALION)).to_have_attribute("style", now)
    expect(me.page.locator(".clock")).to_contain_text("turn 4")


def test_nothing_can_be_ordered_while_one_looks_back(sit: Callable[..., Sitting]) -> None:
    me = sit()
    attacked(me, 3)
    state, promised = me.state, len(me.promised)
    look_back(me)
    expect(me.done_button).to_be_hidden()
    expect(me.page.get_by_text("Nothing can be ordered until you are back")).to_be_visible()
    expect(me.button("Undo")).to_be_disabled()
    me.unit(BATTALION).click()
    expect(me.page.locator(".hand")).to_contain_text(BATTALION)
    expect(me.orders).to_be_hidden()
    for key in ("Control+Enter", "Enter", "Control+z", "1"):
        me.page.keyboard.press(key)
    me.click_ground(120, 0, BATTALION)
    expect(bar(me)).to_contain_text("It is for you to say")
    assert (me.state, len(me.promised)) == (state, promised)
    me.page.get_by_role("button", name=re.compile("^Back to now Esc")).click()
    expect(me.done_button).to_be_enabled()
    me.unit(BATTALION).click()
    expect(me.orders).to_be_visible()


def test_the_dispatches_follow_and_a_click_on_one_leads_there(sit: Callable[..., Sitting]) -> None:
    me = sit()
    attacked(me, 4)
    look_back(me)
    marked = me.log.locator(".entry.then")
    expect(marked.first).to_be_in_viewport()
    called = slider(me).get_attribute("aria-valuetext") or ""
    heading = me.log.locator(".sep.at")
    expect(heading).to_have_text(re.compile(called.replace(", ", " · "), re.IGNORECASE))
    me.page.keyboard.press("Escape")
    expect(marked).to_have_count(0)
    march = me.log.locator(".entry").filter(has_text=re.compile(rf"^{re.escape(BATTALION)} .*paces"))
    march.last.get_by_role("button").first.click()
    expect(bar(me)).to_contain_text(re.compile("turn [123], movement", re.IGNORECASE))
    expect(marked.filter(has_text=BATTALION).first).to_be_in_viewport()
    me.page.keyboard.press("Escape")
    present = me.log.locator(".sep").first
    expect(present).to_have_text(re.compile("turn 4 · command", re.IGNORECASE))
    expect(present.get_by_role("button")).to_have_count(0)


def test_the_battle_goes_on_underneath(sit: Callable[..., Sitting], base: str) -> None:
    with Backstage(base, SMALL, {"Prussians": "me", "French": "me"}) as table:
        table.on_to("command", 3)
        me, them = table.tokens
        here = sit_at(sit(), table.tokens[me])
        here.units.first.wait_for()
        look_back(here)
        here.page.keyboard.press("Home")
        steps = int(slider(here).get_attribute("max") or 0)
        table.on_to("command", 4)
        expect(slider(here)).not_to_have_attribute("max", str(steps))
        expect(bar(here)).to_contain_text("The beginning")
        expect(here.page.locator(".clock")).to_contain_text("turn 1")
        here.page.keyboard.press("End")
        expect(here.page.locator(".clock")).to_contain_text("turn 4")
        table.give(them)
        expect(here.done_button).to_be_enabled()


def finished(me: Sitting) -> None:
    """The rest of a battle past the page, as the rules suggest."""
    with httpx.Client(base_url=me.base, timeout=60) as http:
        for _ in range(2000):
            told = http.get(f"/api/seats/{me.token}").json()
            if told["over"]:
                return
            if told["decisions"]:
                asked = told["decisions"][0]
                body = {"decision": asked["id"], **asked["default"], "state": told["state"]}
                http.post(f"/api/seats/{me.token}/answers", json=body)
    raise AssertionError("the battle does not end")


def test_when_it_is_over_the_whole_battle_is_told_again_with_both_armies(sit: Callable[..., Sitting]) -> None:
    me = sit().visit()
    me.button("Begin here").click()
    me.laid_out()
    finished(me)
    me.button("Look back on it").click()
    expect(bar(me)).to_contain_text("As you saw it then")
    expect(bar(me).get_by_role("button", name=re.compile("^Pause"))).to_be_visible()
    expect(slider(me)).not_to_have_js_property("value", "0")
    bar(me).get_by_role("button", name=re.compile("^Pause")).click()
    me.page.keyboard.press("Home")
    expect(bar(me)).to_contain_text("The beginning")
    enemy = me.page.get_by_role("tab", name=re.compile("^Enemy"))
    seen = enemy.inner_text()
    bar(me).get_by_role("button", name="Show both armies").click()
    expect(bar(me)).to_contain_text("As it was")
    expect(me.units).to_have_count(10)
    expect(enemy).to_have_text("Enemy5")
    bar(me).get_by_role("button", name="Both armies").click()
    expect(bar(me)).to_contain_text("As you saw it then")
    expect(enemy).to_have_text(seen)


def test_a_phone_has_the_past_under_the_thumb(sit: Callable[..., Sitting]) -> None:
    me = sit().visit()
    me.button("Begin here").click()
    me.laid_out()
    me.to_turn(2)
    me.page.set_viewport_size({"width": 390, "height": 844})
    me.page.get_by_role("tab", name=re.compile("^Log")).click()
    me.button("Look back").click()
    expect(bar(me)).to_be_visible()
    for button in bar(me).get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 36
    bar(me).get_by_role("button", name=re.compile("^To the beginning")).click()
    expect(bar(me)).to_contain_text("The beginning")
    me.button("Back to now").click()
    expect(bar(me)).to_be_hidden()
