"""The hidden set-up: cards, units and dummies put down by hand, and nothing of it in the other's browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect
from settling import COMMANDS, Backstage, drag, middle, sit_at
from sitting import Sitting

SEED = 1
"""Dice by which either side has a dummy."""


def told_of(me: Sitting) -> dict[str, Any]:
    """All that a seat is shown, asked of the server past the page."""
    found: dict[str, Any] = me.page.request.get(f"{me.base}/api/seats/{me.token}").json()
    return found


def own_cards(me: Sitting) -> list[dict[str, Any]]:
    """The cards of a seat."""
    return [card for card in told_of(me)["picture"]["cards"] if card["own"]]


def place_of(me: Sitting, unit: str) -> tuple[float, float, int]:
    """Where a unit stands, and which way it looks."""
    found = next(each for each in told_of(me)["picture"]["units"] if each["name"] == unit)
    return found["x"], found["y"], found["heading"]


def secrets_of(me: Sitting) -> set[str]:
    """What only this seat may know of its set-up: ids of its units and cards, and what it was told."""
    told = told_of(me)
    found = {f'"{unit["id"]}"' for unit in told["picture"]["units"] if unit["own"]}
    found |= {f'"{card["key"]}"' for card in told["picture"]["cards"] if card["own"] and card["hollow"]}
    return found | {each["text"] for each in told["events"] if each["kind"] in ("put_down", "dummy_laid")}


def holds_any(spy: Sitting, secrets: set[str]) -> list[str]:
    """What a page shows or has received of them."""
    return [secret for secret in sorted(secrets) if spy.holds(secret)]


def begin_in_secret(host: Sitting, friend: Sitting) -> None:
    """The smallest battle against a friend, with cards and set-up by the players, chosen in the gallery."""
    host.visit()
    host.page.get_by_role("button", name="a friend, by link", exact=True).first.click()
    host.page.locator("article").first.get_by_role("button", name="Options of").click()
    sheet = host.page.get_by_role("dialog")
    sheet.get_by_label("Set-up").select_option("players")
    sheet.get_by_label("Cards and dummies").check()
    host.button("To the table").click()
    link = host.page.get_by_role("textbox", name=re.compile("French")).input_value()
    host.page.get_by_role("link", name="Take your seat").click()
    friend.page.goto(link)
    for each in (host, friend):
        each.page.wait_for_selector("[data-state]")


def panel(me: Sitting) -> Locator:
    """What is asked of who sets up."""
    return me.page.get_by_role("region", name="Set up your troops")


def lay_dummy(me: Sitting, arm: str, at: tuple[float, float]) -> None:
    """A dummy card by two clicks."""
    before = me.state
    me.button(f"Lay a dummy: {arm}").click()
    me.page.mouse.click(*at)
    me.moved_on(before)
    expect(me.map.locator(".gcard.hollow")).to_have_count(1)


@pytest.mark.rule("CS-1.6b", "CS-1.6.2f")
def test_both_sides_set_up_with_dummies_and_neither_browser_holds_the_others_secrets(
    sit: Callable[..., Sitting],
) -> None:
    prussian, french = sit(seed=SEED), sit()
    begin_in_secret(prussian, french)
    expect(panel(french)).to_be_visible()
    expect(french.map.locator(".zone")).to_have_count(1)
    assert panel(prussian).count() == 0, "the defender sets up first"

    a_unit_is_refused_outside_the_zone_and_put_down_inside(french)
    a_unit_is_turned_by_its_handle(french)
    lay_dummy(french, "cavalry", (1000, 320))
    plans = secrets_of(french)
    assert any("dummy" in secret for secret in plans)
    assert holds_any(prussian, plans) == []
    french.button("Ready").click()

    expect(panel(prussian)).to_be_visible()
    expect(prussian.map.locator(".gcard:not(.own)")).to_have_count(2)
    assert prussian.units.filter(has=prussian.page.locator(".n-france")).count() == 0
    a_group_goes_by_keys(prussian)
    lay_dummy(prussian, "artillery", (560, 300))
    counter = secrets_of(prussian)
    prussian.button("Ready").click()

    for me, spy, secrets in ((prussian, french, counter), (french, prussian, plans)):
        me.asked()
        seen = {f'"{unit["id"]}"' for unit in told_of(spy)["picture"]["units"]}
        assert sum(me.holds(secret) for secret in secrets) >= len(secrets) / 2
        assert holds_any(spy, secrets - seen) == []


def a_unit_is_refused_outside_the_zone_and_put_down_inside(me: Sitting) -> None:
    """Carried over the line it is refused in the rule's words before it is let go; inside it stays."""
    x, y, _ = place_of(me, "2nd Line")
    at = middle(me.unit("2nd Line"))
    drag(me, at, (-420, 30), let_go=False)
    expect(me.map.locator(".why.refused")).to_contain_text("outside the set-up zone")
    me.page.mouse.move(at[0] + 20, at[1] + 60, steps=4)
    expect(me.map.locator(".why.refused")).to_have_count(0)
    before = me.state
    me.page.mouse.up()
    me.moved_on(before)
    now = place_of(me, "2nd Line")
    assert now[0] > x
    assert now[1] < y - 40


def a_unit_is_turned_by_its_handle(me: Sitting) -> None:
    """The handle ahead of what was clicked, dragged round."""
    me.unit("2nd Line").click()
    before, (_, _, heading) = me.state, place_of(me, "2nd Line")
    drag(me, middle(me.map.locator("[data-handle]")), (20, -70))
    me.moved_on(before)
    assert place_of(me, "2nd Line")[2] not in (heading, 0)


def a_group_goes_by_keys(me: Sitting) -> None:
    """Chosen in the list, moved by arrows, turned by the full stop, put down by Enter."""
    (card,) = own_cards(me)
    panel(me).get_by_role("button", name=re.compile("detachment")).click()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "."):
        me.page.keyboard.press(key)
    before = me.state
    me.page.keyboard.press("Enter")
    me.moved_on(before)
    (now,) = own_cards(me)
    assert (now["x"] - card["x"], now["y"] - card["y"]) == pytest.approx((10, -20), abs=2)
    assert now["heading"] == card["heading"] + 5


@pytest.mark.rule("CS-1.6.2f")
def test_a_dummy_goes_where_it_is_dragged_and_only_its_owner_knows(sit: Callable[..., Sitting], base: str) -> None:
    with Backstage(base, COMMANDS, {"Russians": "me", "French": "me"}, seed=10, cards=True, placing="players") as table:
        russian, french = sit_at(sit(), table.tokens["russians"]), sit_at(sit(), table.tokens["french"])
        expect(panel(russian)).to_be_visible()
        lay_dummy(russian, "infantry", (1100, 200))
        table.on_to("command", 2)
        russian.asked()
        card = russian.map.locator(".gcard.hollow")
        before = russian.state
        drag(russian, middle(card.locator(".card-own")), (-90, 60))
        russian.moved_on(before)
        expect(russian.map.locator(".card-goal")).to_have_count(1)
        (sent,) = [each for each in own_cards(russian) if each["hollow"]]
        assert sent["to"] is not None
        assert not french.holds(f'"{sent["key"]}"')
        assert not french.holds(f'"to":[{sent["to"][0]},{sent["to"][1]}]')
