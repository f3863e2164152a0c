"""What is drawn is what happens: orders, what officers mean to do, odds, sums, what ends a battle."""

from __future__ import annotations

import os
import re
from collections.abc import Callable

from playwright.sync_api import expect
from sitting import PATIENCE, Sitting

expect.set_options(timeout=PATIENCE)


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
    # what they meant is what the dispatches then tell, chit by chit
    me.page.keyboard.press("Escape")
    me.received.clear()
    me.done()
    assert any(words.encode() in each for each in me.received)
