"""The card of an order that is being laid out: what it waits for, whole fields on a low screen, words instead of
noughts, and odds that lie over nobody whom they are about."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect
from settling import SMALL, Backstage, row, sit_at
from sitting import READ, Sitting
from test_small_things import ALONE, until_asked

LOW, HIGHER = {"width": 1280, "height": 800}, {"width": 1440, "height": 900}


def ordering(sit: Callable[..., Sitting], base: str, size: dict[str, int] = HIGHER) -> Sitting:
    """An order to the first unit in hand, at a window of that size."""
    with Backstage(base, SMALL, ALONE) as table:
        until_asked(table, "prussians", "command")
        me = sit()
        me.page.set_viewport_size(size)
        sit_at(me, table.tokens["prussians"]).laid_out()
    me.page.wait_for_timeout(READ)
    me.page.keyboard.press("Tab")
    me.orders.locator("[data-option]").filter(has_text=re.compile("^Order$")).click()
    return me


def foot(me: Sitting) -> Locator:
    """What would come of it, and the buttons below."""
    return me.page.locator(".hand div.foot")


def test_what_would_come_of_it_is_shown_before_it_can_be_placed(sit: Callable[..., Sitting], base: str) -> None:
    me = ordering(sit, base)
    waiting: list[Route] = []
    me.page.route("**/preview", lambda route: waiting.append(route))
    me.orders.locator("[data-value=forward]").click()
    expect(foot(me)).to_contain_text("Reckoning what would come of it")
    expect(me.place_button).to_be_disabled()
    me.page.unroute("**/preview")
    for each in waiting:
        each.continue_()
    expect(foot(me)).to_contain_text("120 paces")
    expect(foot(me)).not_to_contain_text("Reckoning")
    expect(me.place_button).to_be_enabled()


def test_a_key_places_what_is_shown_and_not_what_was(sit: Callable[..., Sitting], base: str) -> None:
    me = ordering(sit, base)
    me.orders.locator("[data-value=forward]").click()
    expect(foot(me)).to_contain_text("120 paces")
    me.orders.locator("[data-value=quick]").click()
    me.page.keyboard.press("Enter")
    me.page.wait_for_function(
        "() => [...document.querySelectorAll('.told')].some(each => /quick/.test(each.textContent))"
    )
    assert me.last_promise()["values"]["gait"] == "quick"


def test_the_card_says_what_is_missing_and_when_there_is_nothing_to_tell(
    sit: Callable[..., Sitting], base: str
) -> None:
    me = ordering(sit, base)
    me.orders.locator("[data-option]").filter(has_text="By its mission").click()
    reform = me.orders.locator("[data-value=reform]")
    reform.click()
    expect(foot(me)).to_contain_text("Nothing more can be told of it beforehand.")
    reform.click()
    me.orders.locator("[data-value=wheel]").click()
    expect(foot(me)).not_to_contain_text("Nothing more can be told")


@pytest.mark.parametrize("form", ["Order", "By its mission", "By aide"])
def test_an_attack_is_asked_whom_it_is_on_before_it_can_be_placed(
    sit: Callable[..., Sitting], base: str, form: str
) -> None:
    me = ordering(sit, base)
    me.orders.locator("[data-option]").filter(has_text=re.compile(f"^{form}$")).click()
    me.orders.locator("[data-field=attack] [data-value=yes]").click()
    go = foot(me).locator("button.go")
    expect(go).to_have_text("Attack whom?")
    expect(go).to_be_disabled()
    me.orders.locator("[data-value=forward]").click()
    expect(go).to_contain_text("Place order")
    expect(go).to_be_enabled()


def test_an_order_that_only_names_whom_no_fire_reaches_is_not_placed(sit: Callable[..., Sitting], base: str) -> None:
    me = ordering(sit, base)
    me.orders.get_by_label("Target", exact=True).select_option(label="1st Light")
    expect(foot(me)).to_contain_text("its fire carries 120")
    expect(me.place_button).to_be_disabled()


def test_the_odds_lie_over_neither_side_nor_the_tools_and_a_folded_force_gives_its_room(
    sit: Callable[..., Sitting], base: str
) -> None:
    me = ordering(sit, base, LOW)
    page = me.page
    me.orders.locator("[data-value=forward]").click()
    me.orders.locator("[data-value=double]").click()
    me.orders.locator("[data-field=attack] [data-value=yes]").click()
    me.orders.get_by_label("Target", exact=True).select_option(label="1st Light")
    expect(foot(me)).to_contain_text("240 paces")
    enemy = page.locator(".gmap .troops [data-units~='1st-light']").first
    enemy.hover(force=True)
    card = page.locator(".pop")
    expect(card).to_be_visible()
    for other in (enemy, page.locator(".gmap .troops [data-units~='i-musketeers']").first, page.locator(".mapbar")):
        assert apart(card, other)
    assert page.locator(".phases li:not(.named)").count() == 0
    page.mouse.move(20, 400)
    before = wide(page.locator(".gmap .land").first)
    page.get_by_role("button", name=re.compile("^Fold.*[Ff]orce")).click()
    expect(page.locator(".left")).to_have_count(0)
    page.wait_for_timeout(READ)
    assert wide(page.locator(".gmap .land").first) > before * 1.2


def test_a_standing_order_is_not_dropped_without_a_word(sit: Callable[..., Sitting], base: str) -> None:
    me = ordering(sit, base)
    for value in ("forward", "double"):
        me.orders.locator(f"[data-value={value}]").click()
    me.orders.locator("[data-field=attack] [data-value=yes]").click()
    me.orders.get_by_label("Target", exact=True).select_option(label="1st Light")
    expect(me.place_button).to_be_enabled()
    me.place_button.click()
    me.page.wait_for_function(
        "() => [...document.querySelectorAll('.entry')].some(each => /double, attack/.test(each.textContent))"
    )
    row(me, "I. Musketeers").click()
    me.orders.locator("[data-value=forward]").click()
    stands = me.orders.locator(".stands")
    expect(stands).to_contain_text("This replaces: forward at the double, attack 1st Light.")
    stands.get_by_role("button").click()
    expect(me.orders.locator("[data-value=double]")).to_have_attribute("aria-pressed", "true")
    expect(me.orders.get_by_label("Target", exact=True)).to_have_value("1st-light")
    expect(stands).to_have_count(0)


def wide(found: Locator) -> float:
    box = found.bounding_box()
    assert box is not None
    return box["width"]


def apart(one: Locator, other: Locator) -> bool:
    """Whether two things on the page do not touch."""
    a, b = one.bounding_box(), other.bounding_box()
    assert a is not None
    assert b is not None
    beside = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    return beside or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"]


@pytest.mark.parametrize("size", [LOW, HIGHER])
def test_no_field_hides_below_its_own_preview(sit: Callable[..., Sitting], base: str, size: dict[str, int]) -> None:
    me = ordering(sit, base, size)
    me.orders.locator("[data-value=forward]").click()
    me.orders.locator("[data-field=attack] [data-value=yes]").click()
    me.orders.get_by_label("Target", exact=True).select_option(label="1st Light")
    expect(foot(me)).to_contain_text("out of range")
    me.page.locator(".hand .hand-body").evaluate("each => each.scrollTo(0, 0)")
    low = top(foot(me))
    for field in me.orders.locator("[data-field]").all():
        box = field.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= low + 1, field.get_attribute("data-field")
    expect(me.page.locator(".hand h2")).to_be_in_viewport()


def top(found: Locator) -> float:
    """The upper edge of something on the page."""
    box = found.bounding_box()
    assert box is not None
    return box["y"]


def test_nought_is_told_by_its_word(sit: Callable[..., Sitting], base: str) -> None:
    me = ordering(sit, base)
    me.orders.locator("[data-value=forward]").click()
    paces = me.orders.locator("[data-field=paces]")
    expect(paces.get_by_role("slider")).to_have_attribute("aria-valuetext", "as far as it can")
    expect(paces.get_by_role("spinbutton")).to_have_value("")
    expect(paces.locator("output")).to_have_text("as far as it can")
    paces.get_by_role("spinbutton").fill("60")
    expect(paces.locator("output")).to_have_text("60 paces")
    expect(paces.get_by_role("slider")).to_have_attribute("aria-valuetext", "60 paces")


@pytest.mark.parametrize("size", [LOW, HIGHER])
def test_odds_lie_over_neither_who_fires_nor_at_whom(
    sit: Callable[..., Sitting], base: str, size: dict[str, int]
) -> None:
    me = ordering(sit, base, size)
    for foe in ("1st Light", "1st Line", "2nd Line"):
        me.unit(foe).hover()
        card = me.page.locator(".panel.pop")
        expect(card).to_contain_text(f"against {foe}")
        me.page.wait_for_timeout(300)
        about = card.bounding_box()
        for who in ("I. Musketeers", foe):
            assert about is not None
            assert not meets(about, me.unit(who).locator(".body, rect, path").first.bounding_box() or about), who
        me.page.mouse.move(size["width"] / 2, 75)
        me.page.wait_for_timeout(400)


def test_who_obeys_nobody_says_so_before_an_order_is_chosen(sit: Callable[..., Sitting], base: str) -> None:
    with Backstage(base, SMALL, {"Prussians": "staff", "French": "me"}, seed=1) as table:
        while True:
            until_asked(table, "french", "command")
            told = table.asked("french")
            unit = next((each for each in told["picture"]["units"] if each["own"] and each["held"]), None)
            offered = [option for each in told["decisions"] for option in each["options"]]
            if unit and any(option["about"] == unit["id"] and option["fields"] for option in offered):
                break
            table.give("french", told)
        me = sit_at(sit(), table.tokens["french"])
        me.laid_out()
    row(me, unit["name"]).click()
    expect(me.orders).to_be_visible()
    expect(me.page.locator(".hand .note")).to_contain_text("obeys nobody until it rallies")


@pytest.mark.parametrize("size", [LOW, {"width": 1600, "height": 760}])
def test_what_plays_lies_over_no_row_of_the_field(sit: Callable[..., Sitting], base: str, size: dict[str, int]) -> None:
    with Backstage(base, SMALL, ALONE) as table:
        until_asked(table, "prussians", "command")
        table.give("prussians")
        until_asked(table, "prussians", "command")
        me = sit()
        me.page.set_viewport_size(size)
        sit_at(me, table.tokens["prussians"]).laid_out()
    me.page.keyboard.press("[")
    strip = me.page.locator(".playstrip")
    expect(strip).to_be_visible()
    me.page.wait_for_timeout(READ)
    lowest = me.map.locator(".strip").nth(1).bounding_box()
    assert lowest is not None
    assert lowest["y"] + lowest["height"] <= top(strip) + 1


def meets(one: Any, other: Any) -> bool:
    """Whether two rectangles have anything in common."""
    return (
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    )
