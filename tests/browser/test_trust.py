"""What is drawn is what happens: orders, what officers mean to do, odds, sums, what ends a battle."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect
from sitting import Sitting


def shot(me: Sitting, name: str) -> None:
    """A picture to look at, where somebody wants them."""
    if os.environ.get("SHOTS"):
        me.page.screenshot(path=f"{os.environ['SHOTS']}/{name}.png")


def test_the_officers_intention_is_drawn_and_kept(sit: Callable[..., Sitting]) -> None:
    me = sit().visit()
    me.button("Begin here").click()
    me.laid_out()
    me.mission("attack", "I. Musketeers", "II. Musketeers", dx=260, dy=-40)
    me.done()
    me.to_turn(2)
    meant = me.map.locator(".bound.meant")
    expect(meant.first).to_be_attached()
    me.unit("I. Musketeers").click()
    card = me.page.locator(".told")
    expect(card).to_contain_text("left to its officers, by its mission")
    expect(card.locator("p").filter(has_text=re.compile("^Order"))).to_have_count(0)
    says = card.locator(".meant span").nth(1)
    expect(says).not_to_contain_text("not known yet")
    words = says.inner_text().split("\n")[0]
    shot(me, "intention")
    # what they meant is what comes of it: the battalion stands where its way was drawn to
    meant_all = next(each for each in map(read, reversed(me.received)) if words in orders_in(each))
    plan = next(each for each in meant_all["units"] if each["order"] == words)
    me.page.keyboard.press("Escape")
    me.done()
    now = me.page.request.get(f"{me.base}/api/seats/{me.token}").json()
    stands = next(each for each in now["picture"]["units"] if each["id"] == plan["unit"])
    there = plan["places"][-1]
    assert (stands["x"], stands["y"]) == pytest.approx((there["x"], there["y"]), abs=2)


def read(body: bytes) -> Any:
    """What a body says, as far as it is JSON."""
    try:
        return json.loads(body)
    except ValueError:
        return None


def orders_in(preview: Any) -> list[str]:
    """What the units of a preview are told."""
    units = preview.get("units") if isinstance(preview, dict) else None
    return [each["order"] for each in units if "order" in each] if isinstance(units, list) else []


def paces_of(me: Sitting, where: str) -> str:
    """How far a panel says that it is."""
    found = re.search(r"(\d+) paces", me.page.locator(where).first.inner_text())
    assert found, me.page.locator(where).first.inner_text()
    return found[1]


def test_a_number_counts_as_it_is_typed(sit: Callable[..., Sitting]) -> None:
    """What is drawn follows the figures while the pen is still in the field; what is no answer yet changes nothing."""
    me = sit().visit()
    me.button("Begin here").click()
    me.laid_out()
    me.done()
    me.unit("Dragoon squadron").click()
    me.click_ground(140, 0, "Dragoon squadron")
    expect(me.page.locator(".time .track")).to_be_visible()
    figure, slider = me.orders.locator("input.figure").first, me.orders.locator("input[type=range]").first
    most = int(figure.get_attribute("max") or 0)
    told = me.page.locator(".time").inner_text()
    figure.fill("40")
    expect(slider).to_have_value("40")
    expect(figure).to_be_focused()
    expect(me.page.locator(".time")).not_to_have_text(told, use_inner_text=True)
    figure.fill(str(most + 1))
    me.page.wait_for_timeout(500)
    expect(slider).to_have_value("40")
    expect(figure).to_have_value(str(most + 1))


def test_panels_agree_and_the_ride_is_told(sit: Callable[..., Sitting]) -> None:
    me = sit().visit()
    me.button("Begin here").click()
    me.laid_out()
    me.done()
    me.unit("Dragoon squadron").click()
    me.click_ground(140, 0, "Dragoon squadron")
    sheet = me.page.locator(".time")
    expect(sheet.locator(".track")).to_be_visible()
    expect(sheet).to_contain_text("rides")
    expect(me.map.locator(".meant .going")).to_have_count(1)
    shown = me.orders.locator("input[type=range]").first.input_value()
    figure = me.orders.locator("input.figure").first.input_value()
    assert shown == figure
    me.unit("1st Light").hover()
    pop = me.page.locator(".pop")
    expect(pop).to_contain_text("after its move")
    shot(me, "ride-and-odds")
    far = paces_of(me, ".pop header p")
    me.unit("1st Light").click()
    expect(sheet).to_contain_text(re.compile("would come to|would close"))
    expect(pop.locator("header p")).to_contain_text(f"at {far} paces")
    expect(me.map.locator(".chip.legal, .chip.deny").first).to_contain_text(f"{far} paces")
    me.page.get_by_role("button", name="Light, dark, colour-blind").click()
    shot(me, "ride-and-odds-dark")


@pytest.mark.parametrize("system", ["cold-steel", "steel-canister", "class-dice", "black-powder"])
def test_what_ends_the_battle_early_is_told_from_the_start(sit: Callable[..., Sitting], system: str) -> None:
    me = sit()
    wanted = {"battle": "farm-at-the-crossroads", "system": system, "seed": 7, "seats": {"Prussians": "me"}}
    made = httpx.post(f"{me.base}/api/games", json=wanted, timeout=60).json()
    token = next(seat["token"] for seat in made["seats"] if seat.get("token"))
    me.visit(f"/#/seat/{token}").laid_out()
    ends = me.page.locator(".goals.ends")
    expect(ends).to_contain_text("It ends before its time")
    counted = r"(\d+ of its \d+ units|its only brigade)"
    expect(ends).to_contain_text(re.compile(rf"Your army quits the field: {counted} .*none so far"))
    expect(ends).to_contain_text(re.compile("French: the army quits the field: half or more of its (units|brigades)"))
    shot(me, f"ends-{system}")
