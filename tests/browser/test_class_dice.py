"""Class Dice by mouse against the computer, to the end of a battle."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect
from settling import SMALL, Backstage, moving_on, sit_at, tell, units
from sitting import Sitting

SYSTEM = "class-dice"


def short_battle(base: str, turns: int) -> str:
    """The link of the Prussians' seat in a battle of a few turns against the computer."""
    with Backstage(base, SMALL, {"Prussians": "me", "French": "staff"}, seed=3, system=SYSTEM, turns=turns) as battle:
        return battle.tokens["prussians"]


def asked_of(me: Sitting) -> dict[str, Any] | None:
    """The first question that is open to a seat, past the page."""
    told = me.page.request.get(f"{me.base}/api/seats/{me.token}").json()
    return told["decisions"][0] if told["decisions"] and not told["over"] else None


def test_a_whole_battle_by_mouse(sit: Callable[..., Sitting], base: str) -> None:
    me = sit_at(sit(), short_battle(base, turns=2))
    me.laid_out()
    instructions_are_given_once(me)
    points_are_weighed(me)
    told: set[str] = set()
    for _ in range(80):
        me.asked()
        if me.over:
            break
        asked = asked_of(me)
        if asked is None:
            continue
        if asked["kind"] == "brigade":
            told |= act(me, asked)
        elif asked["kind"] == "leaders" and "rode" not in told:
            a_leader_is_weighed(me)
            told.add("rode")
        else:
            answer(me)
    expect(me.page.get_by_role("dialog", name="The battle is over")).to_be_visible()
    assert {"march", "rode"} <= told
    me.page.keyboard.press("Escape")
    texts = me.log.locator(".entry").all_inner_texts()
    assert any("paces" in text for text in texts)
    assert any("initiative" in text for text in texts)


def instructions_are_given_once(me: Sitting) -> None:
    """What units do unasked is said once, and stands above the map from then on."""
    me.button("Standing instructions").click()
    me.orders.get_by_role("button", name="Ask each time", exact=True).click()
    moving_on(me, me.button("Let it be so").click)
    me.asked()


def points_are_weighed(me: Sitting) -> None:
    """The form of the opening roll lies open, with the odds for the points that are chosen."""
    weighed = me.page.locator(".time .odd")
    expect(weighed.first).to_contain_text(re.compile(r"we have it \d+ %"))
    before = weighed.first.inner_text()
    me.orders.get_by_role("button", name="2", exact=True).click()
    expect(weighed.first).not_to_have_text(before)
    moving_on(me, me.done_button.click)
    expect(me.page.locator(".sky, .chips").first).to_contain_text("initiative")


def a_leader_is_weighed(me: Sitting) -> None:
    """A leader's commands lie side by side; how likely he is to be heard is told beforehand."""
    me.map.get_by_role("button", name=re.compile("Eichstedt")).first.click()
    me.orders.get_by_role("button", name="Lead a regiment", exact=True).click()
    me.orders.locator("select").select_option(index=1)
    expect(me.page.locator(".time")).to_contain_text("times in a hundred")
    answer(me)


def act(me: Sitting, asked: dict[str, Any]) -> set[str]:
    """A unit charges if it may, fires if it may, or marches; the odds are there before it is made sure."""
    for word, verb in (("charge", "Charge"), ("fire", "Fire"), ("march", "March")):
        option = next((each for each in asked["options"] if each["key"].startswith(f"{word}:")), None)
        if option is None:
            continue
        name = next(unit["name"] for unit in units(me) if unit["id"] == option["about"])
        tell(me, name, verb)
        if word == "march":
            me.click_ground(70, 6, name)
            expect(me.page.locator(".time")).to_contain_text(re.compile(r"\d+ paces.*\d+%", re.DOTALL))
        else:
            choose = me.orders.locator(".fields select").first
            if choose.count() and not choose.input_value():
                choose.select_option(index=1)
            expect(me.page.locator(".time .odd").first).to_be_visible()
        if me.place_button.is_enabled():
            moving_on(me, me.place_button.click)
            return {word}
    answer(me)
    return set()


def answer(me: Sitting) -> None:
    """The usual answer to a question, or Done."""
    usual = me.page.locator(".question .answer.usual")
    moving_on(me, (usual if usual.count() else me.done_button).first.click)
