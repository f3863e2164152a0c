"""What happened is played on the map: watched, paused, stepped, skipped by the mouse; a line of the log again."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, expect
from sitting import Sitting

SMALL = "farm-at-the-crossroads"
SYSTEMS = ["cold-steel", "steel-canister", "class-dice"]


def begun(base: str, system: str, turn: int) -> str:
    """A battle against a computer that comes on, up to a turn; the key of one's seat."""
    with httpx.Client(base_url=base, timeout=60) as http:
        asked = {"battle": SMALL, "system": system, "seed": 7, "seats": {"Prussians": "me", "French": "easy"}}
        made = http.post("/api/games", json=asked).json()
        token: str = next(seat["token"] for seat in made["seats"] if seat.get("token"))
        for _ in range(3000):
            told = http.get(f"/api/seats/{token}").json()
            if told["turn"] >= turn or told["over"]:
                break
            if told["decisions"]:
                usual(http, token, told)
    return token


def usual(http: httpx.Client, token: str, told: Any) -> None:
    """The first question answered as the rules suggest."""
    asked = told["decisions"][0]
    http.post(f"/api/seats/{token}/answers", json={"decision": asked["id"], **asked["default"], "state": told["state"]})


def shown(me: Sitting) -> Locator:
    """What happened, in words, with the hand that leads it."""
    return me.page.get_by_role("region", name="What happened")


def event(me: Sitting) -> tuple[int, int]:
    """Which event is on, and of how many."""
    found = re.search(r"Event (\d+) of (\d+)", shown(me).inner_text())
    assert found is not None
    return int(found[1]), int(found[2])


def sat(me: Sitting, token: str) -> Sitting:
    """At the table of a battle."""
    me.visit(f"/#/seat/{token}")
    me.units.first.wait_for()
    return me


def until_shown(me: Sitting, least: int = 1) -> None:
    """The usual answers, by the mouse, until something is played that has so many events."""
    for _ in range(120):
        if shown(me).count():
            if event(me)[1] >= least:
                return
            me.skip_what_is_played()
        me.done_if_asked()
        me.page.wait_for_timeout(250)
    raise AssertionError("nothing is played")


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_turn_is_watched_paused_stepped_and_skipped(sit: Callable[..., Sitting], base: str, system: str) -> None:
    me = sat(sit(plays=True, moves=True), begun(base, system, 3))
    until_shown(me, 3)
    strip = shown(me)
    strip.get_by_role("button", name=re.compile("^Pause")).click()
    expect(strip.get_by_role("button", name=re.compile("^Play"))).to_be_visible()
    expect(me.table).to_have_attribute("data-played", "paused")
    strip.get_by_role("button", name=re.compile("^One event on")).click()
    strip.get_by_role("button", name="To the first event").click()
    expect(strip).to_contain_text("Event 1 of ")
    said = strip.locator(".say p")
    first = said.inner_text()
    strip.get_by_role("button", name=re.compile("^One event on")).click()
    expect(strip).to_contain_text("Event 2 of ")
    assert said.inner_text() != first
    strip.get_by_role("button", name=re.compile("^One event back")).click()
    expect(strip).to_contain_text("Event 1 of ")
    expect(me.log.locator(".entry.then").first).to_be_visible()
    strip.get_by_role("button", name="To the table").click()
    expect(strip).to_be_hidden()
    expect(me.page.locator("[data-played]")).to_have_count(0)


def test_how_it_is_played_is_remembered(sit: Callable[..., Sitting], base: str) -> None:
    me = sat(sit(plays=True), begun(base, "cold-steel", 3))
    until_shown(me)
    strip = shown(me)
    strip.get_by_role("button", name=re.compile("^Pause")).click()
    strip.get_by_role("button", name="2", exact=True).click()
    strip.get_by_role("switch", name="Only mine").click()
    strip.get_by_role("switch", name="Follow").click()
    strip.get_by_role("switch", name="Director").click()
    expect(strip.get_by_role("switch", name="Sound")).not_to_be_checked()
    me.page.keyboard.press("Escape")
    expect(strip).to_be_hidden()
    me.page.reload()
    until_shown(me)
    expect(strip.get_by_role("button", name="2", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(strip.get_by_role("switch", name="Only mine")).to_be_checked()
    expect(strip.get_by_role("switch", name="Follow")).not_to_be_checked()
    expect(strip.get_by_role("switch", name="Director")).to_be_checked()
    strip.get_by_role("button", name="at once").click()
    expect(strip).to_be_hidden()
    turn = me.turn
    me.to_turn(turn + 1)
    me.page.wait_for_timeout(700)
    expect(strip).to_be_hidden()


def placed(me: Sitting) -> dict[str, tuple[str, int]]:
    """Where everybody stands, and how he faces."""
    read = "all => all.map(each => [each.dataset.units, each.getAttribute('style')])"
    found = {}
    for unit, style in me.units.evaluate_all(read):
        place, turn = re.search(r"translate\((.*?)\)(?: rotate\((-?\d+)deg\))?", style).groups()
        found[unit] = place, int(turn or 0) % 360
    return found


@pytest.mark.parametrize("system", SYSTEMS[:2])
def test_it_ends_by_itself_with_everybody_where_he_stands(sit: Callable[..., Sitting], base: str, system: str) -> None:
    token = begun(base, system, 4)
    me = sat(sit(plays=True, moves=True), token)
    me.page.keyboard.press("0")
    until_shown(me, 2)
    shown(me).get_by_role("button", name="4", exact=True).click()
    expect(shown(me)).to_be_hidden()
    me.page.keyboard.press("0")
    mine = placed(me)
    there = sat(sit(), token)
    there.page.keyboard.press("0")
    there.page.wait_for_timeout(300)
    assert placed(there) == mine


def test_keys_lead_it_as_well(sit: Callable[..., Sitting], base: str) -> None:
    me = sat(sit(plays=True, moves=True), begun(base, "cold-steel", 4))
    until_shown(me, 3)
    me.page.keyboard.press("Space")
    expect(me.table).to_have_attribute("data-played", "paused")
    at = event(me)[0]
    me.page.keyboard.press("ArrowRight")
    expect(shown(me)).to_contain_text(f"Event {at + 1} of ")
    me.page.keyboard.press("ArrowLeft")
    expect(shown(me)).to_contain_text(f"Event {at} of ")
    me.page.keyboard.press("Shift+ArrowRight")
    expect(shown(me)).not_to_contain_text(f"Event {at} of ")
    me.page.keyboard.press("Escape")
    expect(shown(me)).to_be_hidden()
    expect(me.done_button).to_be_enabled()


@pytest.mark.parametrize("system", SYSTEMS[:2])
def test_a_line_of_the_log_lights_both_and_is_played_again(sit: Callable[..., Sitting], base: str, system: str) -> None:
    me = sat(sit(), begun(base, system, 4))
    fired = me.log.get_by_role("button", name=re.compile(r" (fires?|sends|sweeps|peppers) .* at |peppers")).first
    me.page.keyboard.press("0")
    fired.hover()
    expect(me.map.locator(".unit.lit")).not_to_have_count(0)
    told = fired.inner_text()
    fired.click()
    back = me.page.get_by_role("region", name=re.compile("Look back|What happened"))
    expect(back).to_contain_text(told.split(":")[0][:40])
    expect(me.log.locator(".entry.then").filter(has_text=told).first).to_be_visible()
    me.page.keyboard.press("Escape")
    expect(back).to_be_hidden()


def test_looking_back_goes_from_event_to_event(sit: Callable[..., Sitting], base: str) -> None:
    me = sat(sit(), begun(base, "cold-steel", 5))
    me.page.locator("header").get_by_role("button", name="Look back ([)").click()
    back = me.page.get_by_role("region", name="Look back")
    expect(back).to_be_visible()
    me.page.keyboard.press("Home")
    expect(back).to_contain_text("The beginning")
    said = []
    for _ in range(12):
        back.get_by_role("button", name=re.compile("^One event on")).click()
        expect(back.locator(".say p b")).to_be_visible()
        me.page.wait_for_timeout(120)
        said.append(back.locator(".say p").inner_text())
        # the newest line is of this moment: what came after it is not told yet
        expect(me.page.locator("aside.log .entry").first).to_have_class(re.compile(r"\bthen\b"))
    assert len(set(said)) > 6
    slider = back.get_by_role("slider")
    assert int(slider.input_value()) >= 1
    back.get_by_role("button", name=re.compile("^One event back")).click()
    expect(back.locator(".say p")).not_to_have_text(said[-1])


def test_without_motion_nothing_moves(sit: Callable[..., Sitting], base: str) -> None:
    me = sat(sit(plays=True), begun(base, "cold-steel", 3))
    until_shown(me, 2)
    me.page.keyboard.press("Space")
    before = me.units.evaluate_all("all => all.map(each => each.getAttribute('style')).join()")
    me.page.wait_for_timeout(400)
    assert me.units.evaluate_all("all => all.map(each => each.getAttribute('style')).join()") == before
    me.page.keyboard.press("Escape")
    expect(shown(me)).to_be_hidden()


def lies(me: Sitting) -> str:
    """How the sheet of the map lies in the window."""
    return str(me.map.locator(".sheet").first.evaluate("each => each.style.transform"))


def test_the_space_bar_plays_whatever_button_was_pressed(sit: Callable[..., Sitting], base: str) -> None:
    me = sat(sit(plays=True, moves=True), begun(base, "cold-steel", 4))
    until_shown(me, 3)
    me.page.keyboard.press("Space")
    expect(me.table).to_have_attribute("data-played", "paused")
    slow = shown(me).get_by_role("button", name="½", exact=True)
    slow.click()
    me.page.keyboard.press("Space")
    expect(me.table).to_have_attribute("data-played", "playing")
    me.page.keyboard.press("Space")
    expect(me.table).to_have_attribute("data-played", "paused")
    expect(slow).to_have_attribute("aria-pressed", "true")


def test_the_director_goes_near_and_comes_back(sit: Callable[..., Sitting], base: str) -> None:
    me = sat(sit(plays=True), begun(base, "cold-steel", 5))
    before = lies(me)
    wide = me.map.locator(".ground").first.evaluate("each => Math.round(each.getBoundingClientRect().width)")
    until_shown(me, 2)
    strip = shown(me)
    strip.get_by_role("button", name=re.compile("^Pause")).click()
    strip.get_by_role("switch", name="Director").click()
    seen = set()
    for _ in range(event(me)[1] - 1):
        strip.get_by_role("button", name=re.compile("^One event on")).click()
        me.page.wait_for_timeout(200)
        seen.add(me.map.locator(".ground").first.evaluate("each => Math.round(each.getBoundingClientRect().width)"))
    assert max(seen) > wide
    me.page.keyboard.press("Escape")
    expect(strip).to_be_hidden()
    expect(me.map.locator(".sheet").first).to_have_attribute("style", re.compile(re.escape(before.split(")")[0])))


def test_nothing_lies_over_the_map_and_it_comes_back(sit: Callable[..., Sitting], base: str) -> None:
    me = sat(sit(plays=True, moves=True), begun(base, "cold-steel", 4))
    me.page.keyboard.press("w")
    card = me.page.locator(".dock, .panel.pop, .panel.tip")
    for _ in range(4):
        me.page.keyboard.press("+")
    until_shown(me, 3)
    me.page.keyboard.press("Space")
    expect(card).to_have_count(0)
    first, lay = lies(me), set()
    for _ in range(event(me)[1]):
        me.page.keyboard.press("ArrowRight")
        me.page.wait_for_timeout(320)
        lay.add(lies(me))
        expect(card).to_have_count(0)
    assert lay - {first}, "nobody was followed"
    me.page.keyboard.press("Escape")
    expect(shown(me)).to_be_hidden()
    me.page.wait_for_timeout(300)
    before, strayed = lies(me), False
    me.page.keyboard.press("[")
    back = me.page.get_by_role("region", name="Look back")
    expect(back).to_be_visible()
    me.page.keyboard.press("Home")
    for _ in range(10):
        me.page.keyboard.press("ArrowRight")
        me.page.wait_for_timeout(320)
        strayed = strayed or lies(me) != before
    assert strayed
    me.page.keyboard.press("Escape")
    expect(back).to_be_hidden()
    me.page.wait_for_timeout(300)
    assert lies(me) == before


def test_a_slow_table_is_asked_for_again(sit: Callable[..., Sitting], base: str) -> None:
    token = begun(base, "cold-steel", 1)
    me = sit()
    me.page.route(f"**/api/seats/{token}", lambda route: route.abort())
    me.visit(f"/#/seat/{token}")
    again = me.page.get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    me.page.unroute(f"**/api/seats/{token}")
    again.click()
    me.units.first.wait_for()
