"""Battles against the computer, played with the mouse."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module

import pytest
from playwright.sync_api import expect
from sitting import Sitting


def has_staff(system: str) -> bool:
    """Whether a system's computer player is there."""
    try:
        return hasattr(import_module(f"grognard.systems.{system}.staff"), "adapter")
    except ImportError:
        return False


def test_a_first_visitor_commands_within_two_clicks(sit: Callable[..., Sitting]) -> None:
    me = sit().visit()
    me.button("Begin here").click()
    me.laid_out()
    assert me.units.count() >= 8
    expect(me.done_button).to_be_enabled()


def test_five_turns_of_cold_steel_by_mouse(sit: Callable[..., Sitting]) -> None:
    me = sit().visit()
    me.button("Begin here").click()
    me.laid_out()
    me.mission("attack", "I. Musketeers", "II. Musketeers", dx=260, dy=-40)
    me.page.get_by_role("tab", name=re.compile("^Missions")).click()
    expect(me.page.locator(".left")).to_contain_text(re.compile("attack", re.IGNORECASE))
    me.done()
    order_by_click(me, "Dragoon squadron", dx=120)
    while me.turn < 6 and not me.over:
        answer_with_the_mouse(me)
    assert me.turn == 6
    told = me.log.locator(".entry").all_inner_texts()
    assert any("fires" in text for text in told)
    assert any("paces" in text for text in told)
    a_rule_opens(me)


def order_by_click(me: Sitting, unit: str, dx: float) -> None:
    """Click a unit, click the ground before it, look at the preview, place it."""
    me.unit(unit).click()
    expect(me.orders).to_be_visible()
    me.click_ground(dx, 0, unit)
    expect(me.page.locator(".time .track")).to_be_visible()
    me.place()


def answer_with_the_mouse(me: Sitting) -> None:
    """A question is answered by its first answer, a phase by Done."""
    me.asked()
    question = me.page.locator(".question .answer")
    if not question.count():
        return me.done()
    before = me.state
    question.first.click()
    me.moved_on(before)
    return None


def a_rule_opens(me: Sitting) -> None:
    """A click on a rule's number in the dispatches shows the rule in our words."""
    rule = me.log.get_by_role("button", name=re.compile(r"^[A-Z]+-\d")).first
    number = rule.inner_text()
    rule.click()
    paper = me.page.get_by_role("complementary").filter(has_text=re.compile(rf"^\W*{re.escape(number)} ·"))
    expect(paper.get_by_role("heading")).to_be_visible()
    assert len(paper.inner_text()) > 80
    paper.get_by_role("button", name="Close").click()
    expect(paper).to_be_hidden()


@pytest.mark.skipif(not has_staff("steel_canister"), reason="Steel & Canister has no staff yet to play against")
def test_a_turn_of_steel_and_canister_by_mouse(sit: Callable[..., Sitting]) -> None:
    me = sit().visit()
    me.page.get_by_role("button", name="Cold Steel & Canister").click()
    me.page.locator("article").first.get_by_role("button", name="Play ").click()
    me.laid_out()
    assert me.map.locator(".spaces").count()
    me.page.locator(".verbs").get_by_role("button", name=re.compile("order for a brigade")).click()
    me.orders.get_by_role("button", name="attack", exact=True).click()
    me.place()
    cubes_for_two(me)
    me.done()
    while not me.orders.get_by_role("button", name="Step", exact=True).count():
        me.unit("I. Musketeers").click()
        if not me.orders.get_by_role("button", name="Step", exact=True).count():
            answer_with_the_mouse(me)
    me.orders.get_by_role("button", name="Step", exact=True).click()
    two_steps_to_a_space(me)
    while me.turn == 1 and not me.over:
        answer_with_the_mouse(me)
    assert me.turn == 2
    a_rule_opens(me)


def cubes_for_two(me: Sitting) -> None:
    """The same cube for two units that are selected together; it lies on the map, face down for the others."""
    me.asked()
    while me.table.get_attribute("data-phase") != "3":
        me.done()
    me.unit("I. Musketeers").click()
    me.unit("II. Musketeers").click(modifiers=["Shift"])
    me.orders.get_by_role("button", name="move", exact=True).click()
    me.button("Place cube for 2 units").click()
    expect(me.map.locator(".block.dashed")).to_have_count(2)


def two_steps_to_a_space(me: Sitting) -> None:
    """A click on a space some way off lays out the first step, with what it costs; when it is taken, the next."""
    unit = me.unit("I. Musketeers")
    spaces = me.map.locator(".space-open")
    expect(spaces).to_be_visible()
    before, start = me.state, unit.get_attribute("style")
    me.click_ground(150, 0, "I. Musketeers")
    expect(me.map.locator(".space-chosen")).to_be_visible()
    expect(me.page.locator(".spread")).to_contain_text("Costs")
    me.page.keyboard.press("Enter")
    me.moved_on(before)
    expect(unit).not_to_have_attribute("style", start or "")
    expect(me.page.locator(".spread")).to_contain_text("Costs")
