"""Small things that make a table good to sit at: yes or no with two buttons, several spaces at once, fingers."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from settling import SMALL, Backstage, moving_on, sit_at
from sitting import PATIENCE, Sitting, new_context

BOTH = {"Prussians": "me", "French": "me"}
ALONE = {"Prussians": "me", "French": "staff"}
PHONE = {"width": 390, "height": 844}


def until_asked(table: Backstage, seat: str, kind: str) -> None:
    """All answer as usual until that is asked of a seat."""
    for _ in range(300):
        for each in (seat_ for seat_, token in table.tokens.items() if token):
            told = table.told(each)
            assert not told["over"], f"{kind} was never asked"
            if told["decisions"]:
                if each == seat and told["decisions"][0]["kind"] == kind:
                    return
                table.give(each, told)
    raise AssertionError(f"{kind} does not come")


def said(me: Sitting) -> list[str]:
    """What the page has answered about friends in the way, as it was acknowledged."""
    return [each["option"] for each in me.promised if each["decision"] == "hold_fire"]


def test_friends_in_the_way_are_asked_about_with_two_buttons(sit: Callable[..., Sitting], base: str) -> None:
    with Backstage(base, SMALL, BOTH, seed=2, turns=8) as table:
        until_asked(table, "french", "hold_fire")
        me = sit_at(sit(), table.tokens["french"])
        me.units.first.wait_for()
        question = me.page.locator("section.question")
        expect(question).to_contain_text("Fire all the same?")
        expect(question.get_by_role("note")).to_contain_text(re.compile("In danger: .*one throw in ten"))
        expect(question.locator("button.answer")).to_have_count(2)
        expect(me.map.locator(".in-way rect")).to_have_count(1)
        expect(me.map.locator(".aim .sight")).to_have_count(1)
        question.get_by_role("checkbox").check()
        moving_on(me, question.get_by_role("button", name=re.compile("Hold its fire")).click)
        me.last_promise()
        assert said(me) == ["hold"]
        standing = me.page.locator(".standing")
        expect(standing).to_contain_text("Answered for you: hold its fire.")
        answered_by_itself(me, table)
        standing.get_by_role("button", name="Ask me again").click()
        expect(standing).to_have_count(0)


def answered_by_itself(me: Sitting, table: Backstage) -> None:
    """The next time nobody is asked: the page gives the answer that was kept."""
    for _ in range(200):
        if len(said(me)) > 1:
            break
        for seat in table.tokens:
            told = table.told(seat)
            assert not told["over"]
            if told["decisions"] and (seat, told["decisions"][0]["kind"]) != ("french", "hold_fire"):
                table.give(seat, told)
        me.page.wait_for_timeout(20)
    assert said(me) == ["hold", "hold"]


def test_steel_and_canister_several_spaces_and_another_cube(sit: Callable[..., Sitting], base: str) -> None:
    with Backstage(base, SMALL, ALONE, system="steel-canister") as table:
        until_asked(table, "prussians", "cubes")
        me = sit_at(sit(), table.tokens["prussians"])
        me.laid_out()
        stops = me.page.locator(".phases li.named")
        expect(stops.first).to_be_visible()
        assert stops.count() > 4, "phases are named as far as there is room"
        name = "I. Musketeers"
        for cube in ("charge", "move"):
            me.unit(name).click()
            me.orders.get_by_role("button", name=cube, exact=True).click()
            moving_on(me, me.place_button.click)
        assert (
            next(each for each in table.told("prussians")["picture"]["units"] if each["name"] == name)["order"]
            == "move cube"
        )
        me.done()
        until_asked(table, "prussians", "action")
        expect(me.page.locator(".phases .now")).to_contain_text("Move and fire: Prussians")
        two_spaces_at_once(me, table, name)


def ours(table: Backstage, name: str) -> Any:
    """A unit in the picture of the Prussians."""
    return next(each for each in table.told("prussians")["picture"]["units"] if each["name"] == name)


def two_spaces_at_once(me: Sitting, table: Backstage, name: str) -> None:
    x, y = ours(table, name)["space"]
    me.asked()
    me.unit(name).click()
    grid = (me.page.locator(".gmap .spaces").first.bounding_box() or {"width": 0})["width"]
    side = grid / 15  # the board of this battle is fifteen spaces wide
    me.click_ground(2 * side, 0, name)
    expect(me.page.locator(".time")).to_contain_text("2 spaces: 2 action points")
    moving_on(me, me.place_button.click)
    assert ours(table, name)["space"] == [x + 2, y]


def test_on_a_phone_one_taps(browser: Browser, base: str) -> None:
    with Backstage(base, SMALL, ALONE) as table:
        context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        me = Sitting(context, base)
        sit_at(me, table.tokens["prussians"])
        me.units.first.wait_for()
        me.page.get_by_role("button", name="A mission", exact=True).tap()
        words = me.page.locator(".sheet.raised")
        expect(words).to_contain_text("Tap on the map")
        assert not re.search(r"\b[Cc]lick", words.inner_text())
        assert not me.troubles
        me.leave()


def test_a_missions_units_are_marked_and_its_goal_named(sit: Callable[..., Sitting], base: str) -> None:
    with Backstage(base, SMALL, ALONE) as table:
        me = sit_at(sit(), table.tokens["prussians"])
        me.page.set_viewport_size({"width": 1280, "height": 800})
        me.laid_out()
        expect(me.page.get_by_role("region", name="Since your last orders")).to_contain_text(
            "You have said nothing yet."
        )
        rows, asks = me.page.locator(".left .row"), me.page.locator(".left .asks").bounding_box()
        last = rows.last.bounding_box()
        assert rows.count() == 5
        assert asks is not None
        assert last is not None
        assert last["y"] + last["height"] <= asks["y"]
        me.page.get_by_role("button", name="A mission", exact=True).click()
        me.unit("I. Musketeers").click()
        me.orders.get_by_role("button", name="II. Musketeers", exact=True).click()
        expect(me.map.locator(".unit.selected")).to_have_count(2)
        me.orders.get_by_role("button", name="attack", exact=True).click()
        me.unit("1st Light").click()
        expect(me.orders.locator(".place")).to_contain_text("Crossroads farm")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_gallery_names_what_it_plays(browser: Browser, base: str, theme: str) -> None:
    context = new_context(browser)
    context.add_init_script(f"localStorage.setItem('grognard.prefs', JSON.stringify({{ theme: '{theme}' }}))")
    me = Sitting(context, base).visit()
    card = me.page.locator("[data-battle=maida]")
    expect(card.get_by_role("button", name="Play Maida", exact=True)).to_be_visible()
    expect(card.get_by_role("button", name="Options of Maida", exact=True)).to_be_visible()
    far = me.page.locator("[data-battle=too-few-orders]")
    far.scroll_into_view_if_needed()
    expect(far.locator("svg.layer g[transform*=rotate]").first).to_be_attached()
    outside = far.evaluate(
        """card => { const map = card.querySelector('.map').getBoundingClientRect();
        return [...card.querySelectorAll('svg.layer g[transform*=rotate]')].map(each => each.getBoundingClientRect())
          .filter(box => box.left < map.left || box.right > map.right || box.top < map.top || box.bottom > map.bottom)
          .length; }"""
    )
    assert outside == 0
    me.leave()
