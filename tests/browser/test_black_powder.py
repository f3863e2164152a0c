"""Black Powder by mouse against the computer, to the end of a battle."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect
from settling import SMALL, Backstage, moving_on, sit_at, tell, units
from sitting import Sitting

SYSTEM = "black-powder"
MOST_ANSWERS = 60


def short_battle(base: str, turns: int) -> str:
    """The link of the Prussians' seat in a battle of a few turns against the computer."""
    with Backstage(base, SMALL, {"Prussians": "me", "French": "staff"}, seed=5, system=SYSTEM, turns=turns) as battle:
        return battle.tokens["prussians"]


def asked_of(me: Sitting) -> dict[str, Any] | None:
    """The first question that is open to a seat, past the page."""
    told = me.page.request.get(f"{me.base}/api/seats/{me.token}").json()
    return told["decisions"][0] if told["decisions"] and not told["over"] else None


def test_a_battle_by_mouse(sit: Callable[..., Sitting], base: str) -> None:
    me = sit_at(sit(), short_battle(base, turns=2))
    me.laid_out()
    instructions_are_given_once(me)
    done: list[str] = []
    for _ in range(MOST_ANSWERS):
        me.asked()
        if me.over:
            break
        asked = asked_of(me)
        if asked is not None:
            done.append(answer(me, asked, done))
    expect(me.page.get_by_role("dialog", name="The battle is over")).to_be_visible()
    assert {"move", "ride", "shoot"} <= set(done), done
    me.page.keyboard.press("Escape")
    expect(me.log).to_contain_text(re.compile(r"Major von Eichstedt: “I\. Musketeers: go \d+ inches"))


def instructions_are_given_once(me: Sitting) -> None:
    """How charges are met is said once, for the whole battle."""
    me.button("Say how charges are met").click()
    me.orders.get_by_role("button", name="As is usual", exact=True).click()
    moving_on(me, me.button("Let it be so").click)
    me.asked()


def answer(me: Sitting, asked: dict[str, Any], done: list[str]) -> str:
    """Each kind of word once with its odds; all else as is usual."""
    keys = {option["key"] for option in asked["options"]}
    if asked["kind"] == "orders" and "move:i-musketeers" in keys and done.count("move") < 2:
        one_is_sent(me)
        return "move"
    if asked["kind"] == "ride" and "ride" not in done:
        he_rides(me)
        return "ride"
    if asked["kind"] == "shoot" and "shoot" not in done:
        fire_is_weighed(me)
    usual = me.page.locator(".question .answer.usual")
    moving_on(me, (usual if usual.count() else me.done_button).first.click)
    return str(asked["kind"])


def odds_stand_there(me: Sitting, said: str) -> None:
    """The order as a sentence, what the commander rolls against, and how likely each number of moves is."""
    weighed = me.page.locator(".time")
    expect(weighed.locator(".said")).to_contain_text(re.compile(said))
    expect(weighed).to_contain_text(re.compile(r"Two dice: staff rating 8.*\d+ or less"))
    for words in (r"No move.*he falls silent", r"One move.*inches", r"Three moves", r"A blunder"):
        expect(weighed).to_contain_text(re.compile(rf"{words}.*\d+%", re.DOTALL))


def one_is_sent(me: Sitting) -> None:
    """A unit is taken in hand, and shown a place."""
    tell(me, "I. Musketeers", "Move")
    me.click_ground(90, -20, "I. Musketeers")
    odds_stand_there(me, r"I\. Musketeers: go \d+ inches to the")
    moving_on(me, me.place_button.click)


def he_rides(me: Sitting) -> None:
    """A commander who has spoken is in hand at once, and rides where one points."""
    expect(me.orders.get_by_role("button", name="Ride", exact=True)).to_be_visible()
    me.click_ground(60, -20, "Half battery")
    moving_on(me, me.place_button.click)


def fire_is_weighed(me: Sitting) -> None:
    """Whoever fires unasked is listed, with what may be expected; one that is in hand sees its odds."""
    me.page.keyboard.press("Escape")
    expect(me.page.locator(".comes").first).to_contain_text(
        re.compile(r"All others fire.* at .*\d\.\d casualties", re.DOTALL)
    )
    asked = asked_of(me)
    assert asked is not None
    unit = next(option["about"] for option in asked["options"] if option["key"].startswith("fire:"))
    me.page.locator(".left .row").filter(
        has=me.page.locator(f'.nm[title="{next(each["name"] for each in units(me) if each["id"] == unit)}"]')
    ).first.click()
    expect(me.page.locator(".time .odd").first).to_contain_text(re.compile(r"Fire.*nobody falls \d+ %", re.DOTALL))
