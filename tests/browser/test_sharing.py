"""Two people: at one screen with a curtain between them, or each in a browser of his own."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from sitting import Sitting


def set_up(me: Sitting, against: str) -> None:
    """The smallest battle with a person on the other side."""
    me.visit()
    me.page.get_by_role("button", name=against, exact=True).first.click()
    me.page.locator("article").first.get_by_role("button", name="Play ").click()
    me.button("To the table").click()


def lift(me: Sitting, who: str) -> None:
    """Lift the curtain for somebody."""
    expect(me.page.get_by_role("heading", name=re.compile(re.escape(who)))).to_be_visible()
    me.button("I am here, show the table").click()
    me.laid_out()


def told_of(me: Sitting, token: str = "") -> dict[str, Any]:
    """All that a seat is shown, asked of the server past the page."""
    found: dict[str, Any] = me.page.request.get(f"{me.base}/api/seats/{token or me.token}").json()
    return found


def secrets_of(seat: dict[str, Any]) -> set[str]:
    """Ids, places and words of a seat's missions, as they would stand on a page or in what is sent."""
    found = {event["text"] for event in seat["events"] if event["kind"] in ("mission", "assigned")}
    for mission in seat["picture"]["lines"]:
        found.add(mission["id"])
        found |= {
            text for x, y in mission["points"] for text in (f"[{x},{y}]", f"[{x:.0f},{y:.0f}]", f"{x:.0f} {y:.0f}")
        }
    return found


def test_a_curtain_between_two_at_one_screen(sit: Callable[..., Sitting]) -> None:
    me = sit()
    set_up(me, "same screen")
    lift(me, "Prussians")
    prussians = me.token
    me.mission("attack", "I. Musketeers", "II. Musketeers", dx=260, dy=-40)
    plans = secrets_of(told_of(me, prussians))
    me.done()
    expect(me.page.get_by_role("heading", name=re.compile("French"))).to_be_visible()
    assert me.units.count() == 0
    nothing_of(plans, me.page)
    lift(me, "French")
    french = me.token
    assert french != prussians
    nothing_of(plans, me.page)
    me.mission("defense", "1st Line", "2nd Line", dx=-60, dy=0)
    counter = secrets_of(told_of(me, french))
    curtains = 0
    while me.turn < 2:
        nothing_of(counter if me.token == prussians else plans, me.page)
        me.done()
        if me.page.locator(".curtain").count():
            curtains += 1
            nothing_of(plans | counter, me.page)
            me.button("I am here, show the table").click()
            me.laid_out()
    assert curtains


def nothing_of(plans: set[str], page: Page) -> None:
    """None of this stands on the page."""
    assert plans
    shown = page.content()
    assert not [plan for plan in plans if plan in shown]


@pytest.mark.parametrize("watched", ["Prussians", "French"])
def test_no_byte_that_one_receives_holds_the_plans_of_the_other(sit: Callable[..., Sitting], watched: str) -> None:
    host, friend = sit(), sit()
    set_up(host, "a friend, by link")
    link = host.page.get_by_role("textbox", name=re.compile("French")).input_value()
    host.page.get_by_role("link", name="Take your seat").click()
    host.laid_out()
    friend.page.goto(link)
    friend.laid_out()
    host.mission("attack", "I. Musketeers", "II. Musketeers", dx=263, dy=-41)
    friend.mission("defense", "1st Line", "2nd Line", dx=-67, dy=13)
    spy, planner = (friend, host) if watched == "Prussians" else (host, friend)
    for _ in range(3):
        turn = host.turn
        while min(host.turn, friend.turn) == turn and not host.over:
            for each in (host, friend):
                each.done_if_asked()
        secrets = secrets_of(told_of(planner))
        assert sum(planner.holds(secret) for secret in secrets) >= len(secrets) / 2
        assert not [secret for secret in secrets if spy.holds(secret)]
    assert len(spy.received) > 6
