"""Lessons at the table: by mouse, by keyboard alone, left and resumed."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect
from sitting import READ, Sitting

COACH = ".coach"


def started(sitting: Sitting, lesson: str) -> Locator:
    """One click on the opening page."""
    sitting.visit()
    sitting.page.locator(f'[data-lesson="{lesson}"] button').click()
    card = sitting.page.locator(COACH)
    card.wait_for()
    sitting.laid_out()
    return card


def at_step(card: Locator, step: int | str, *, reading: bool = False) -> None:
    expect(card).to_have_attribute("data-step", str(step), timeout=20_000)
    if reading:
        expect(card.locator(".go-on")).to_be_visible(timeout=20_000)


def go_on(card: Locator) -> None:
    card.locator(".go-on").click()


def figure_of(sitting: Sitting, unit: str) -> Locator:
    """A unit on the map, by its id."""
    return sitting.map.locator(f'[data-units="{unit}"]')


def chit(sitting: Sitting, field: str, value: str) -> None:
    row = sitting.page.locator(f'[data-field="{field}"]')
    found = row.locator(f'[data-value="{value}"]')
    if not found.count():
        row.locator(".closed").click()
    found.click()


def figure(sitting: Sitting, field: str, number: int) -> None:
    box = sitting.page.locator(f'[data-field="{field}"] input.figure')
    box.fill(str(number))
    box.press("Tab")


def test_the_drill_to_its_end_by_mouse(sit):
    sitting = sit(seed=2)
    card = started(sitting, "drill")
    page = sitting.page

    at_step(card, 1)
    expect(card).to_contain_text("the rest wait for orders")
    expect(page.locator(".rings .ring")).to_have_count(1)
    page.locator('[data-option="hold"]').click()
    at_step(card, 2)
    figure_of(sitting, "1-33e").click()
    at_step(card, 3)
    chit(sitting, "movement", "backward")
    expect(card.locator(".remark")).to_contain_text("the way back")
    chit(sitting, "movement", "forward")
    at_step(card, 4)
    sitting.place()
    at_step(card, 5)
    sitting.done()
    at_step(card, 5, reading=True)
    expect(card.locator(".heard")).to_contain_text("1/33e advances 120 paces")
    go_on(card)

    at_step(card, 6)
    expect(card.locator("figure")).to_have_count(2)
    figure_of(sitting, "1-33e").click()
    chit(sitting, "formation", "line")
    sitting.place()
    at_step(card, 7)
    figure_of(sitting, "2-33e").click()
    chit(sitting, "movement", "wheel")
    figure(sitting, "degrees", -45)
    sitting.place()
    at_step(card, 8)
    sitting.done()
    at_step(card, 8, reading=True)
    go_on(card)
    at_step(card, 9)
    figure_of(sitting, "2-33e").click()
    page.get_by_role("button", name=re.compile("^Halt")).click()

    at_step(card, 10)
    sitting.done()
    at_step(card, 10, reading=True)
    expect(card.locator(".heard")).to_contain_text("opening volley")
    go_on(card)
    at_step(card, 11)
    figure_of(sitting, "2-33e").click()
    chit(sitting, "formation", "open_square")
    sitting.place()
    at_step(card, 12)
    sitting.done()
    at_step(card, 12, reading=True)
    go_on(card)
    at_step(card, 13)
    sitting.done()
    at_step(card, 14)
    page.locator('[data-option="thirds"]').last.click()
    at_step(card, 14, reading=True)
    go_on(card)
    at_step(card, 15, reading=True)
    go_on(card)

    at_step(card, 16)
    figure_of(sitting, "chasseurs").click()
    chit(sitting, "movement", "forward")
    chit(sitting, "gait", "double")
    chit(sitting, "attack", "yes")
    page.locator('[data-field="target"] select').select_option("i-ir4")
    sitting.place()
    at_step(card, 17)
    sitting.done()
    at_step(card, 17, reading=True)
    go_on(card)
    at_step(card, "end")
    expect(card).to_contain_text("That was the drill")
    assert page.evaluate("JSON.parse(localStorage.getItem('grognard.lessons'))").popitem()[1]["ended"]


def focus(sitting: Sitting, selector: str) -> None:
    """Go to something with keys that everybody has: F6 from part to part, Tab within."""
    page = sitting.page
    there = "selector => Boolean(document.activeElement?.matches(selector))"
    inside = "selector => [...document.querySelectorAll('aside, header')].some(each => each.contains(document.activeElement) && each.querySelector(selector))"  # noqa: E501
    page.locator(selector).first.wait_for()
    for _ in range(12):
        if page.evaluate(inside, selector):
            break
        page.keyboard.press("F6")
    for key in ("Tab", "Shift+Tab"):
        for _ in range(45):
            if page.evaluate(there, selector):
                return
            page.keyboard.press(key)
    raise AssertionError(f"the keyboard does not reach {selector}")


def in_hand(sitting: Sitting, unit: str) -> None:
    """From unit to unit on the map."""
    page = sitting.page
    for _ in range(12):
        if page.evaluate("() => document.activeElement?.closest('[role=application]') !== null"):
            break
        page.keyboard.press("F6")
    for _ in range(8):
        if figure_of(sitting, unit).get_attribute("aria-pressed") == "true":
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not take {unit} in hand")


def press(sitting: Sitting, selector: str, key: str = "Enter") -> None:
    focus(sitting, selector)
    sitting.page.keyboard.press(key)


def test_a_lesson_by_keyboard_alone(sit):
    sitting = sit(seed=1)
    page = sitting.page
    sitting.visit()
    start = '[data-lesson="cubes"] button'
    page.locator(start).wait_for()
    for _ in range(60):
        if page.evaluate("selector => document.activeElement?.matches(selector)", start):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    card = page.locator(COACH)
    card.wait_for()
    sitting.laid_out()

    at_step(card, 1)
    sitting.done_by_key()
    for step, unit, cube in ((2, "1-33e", "move"), (3, "2-33e", "hold")):
        at_step(card, step)
        in_hand(sitting, unit)
        press(sitting, f'[data-field="cube"] [data-value="{cube}"]')
        page.wait_for_timeout(READ)
        page.keyboard.press("Enter")
    at_step(card, 4)
    sitting.done_by_key()
    at_step(card, 4, reading=True)
    press(sitting, ".coach .go-on")
    at_step(card, 5)
    page.wait_for_timeout(READ)
    page.keyboard.press("1")
    at_step(card, 5, reading=True)
    press(sitting, ".coach .go-on")
    at_step(card, 6)
    in_hand(sitting, "1-33e")
    if not page.locator('[data-field="to"]').count():
        press(sitting, '[data-option="1-33e:step"]')
    press(sitting, '[data-field="to"] [data-value="forward"]')
    page.wait_for_timeout(READ)
    page.keyboard.press("Enter")
    at_step(card, 6, reading=True)
    press(sitting, ".coach .go-on")
    at_step(card, 7, reading=True)
    expect(card).to_contain_text("Open the line in the dispatches")
    press(sitting, ".coach .go-on")
    at_step(card, "end")


def test_a_lesson_is_left_and_resumed_shown_and_skipped(sit):
    sitting = sit(seed=2)
    page = sitting.page
    card = started(sitting, "drill")
    at_step(card, 1)
    page.wait_for_timeout(READ)
    card.get_by_role("button", name="Show me").click()
    at_step(card, 2)

    card.get_by_role("button", name=re.compile("^Leave")).click()
    expect(card).to_be_hidden()
    expect(page.locator(".shade")).to_have_count(0)
    figure_of(sitting, "1-33e").click()
    page.reload()
    sitting.laid_out()
    chip = page.locator(".chip").filter(has_text="Left at step 2 of 17")
    chip.get_by_role("button", name="Resume").click()
    at_step(card, 2)

    card.get_by_role("button", name="Skip step").click()
    at_step(card, 3)
    card.get_by_role("button", name="Back").click()
    at_step(card, 2)
    card.get_by_role("button", name="Show me").click()
    at_step(card, 3)
    page.reload()
    sitting.laid_out()
    at_step(card, 3)
    card.get_by_role("button", name=re.compile("^CS-")).click()
    expect(page.get_by_text("Movement orders")).to_be_visible()
    page.keyboard.press("Escape")

    card.get_by_role("button", name=re.compile("^Leave")).click()
    page.locator(".chip").get_by_role("button", name="From the first step").click()
    at_step(card, 2)
    expect(card.locator(".heard")).to_contain_text("The council is over")

    card.get_by_role("button", name=re.compile("^Leave")).click()
    sitting.visit()
    offer = page.locator('[data-lesson="drill"]')
    expect(offer.get_by_role("button", name="Start the lesson")).to_have_text("From the start")
    offer.get_by_role("button", name="Go on at step 2").click()
    sitting.laid_out()
    at_step(card, 2)


def test_a_battle_with_a_lesson_offers_it_and_takes_no_for_an_answer(sit):
    sitting = sit(seed=2)
    page = sitting.page
    sitting.visit()
    page.locator('[data-battle="drill-ground"] .play').click()
    sitting.laid_out()
    chip = page.locator(".chip").filter(has_text="A lesson goes with this battle")
    chip.get_by_role("button", name="Not now").click()
    expect(chip).to_be_hidden()
    page.reload()
    sitting.laid_out()
    page.wait_for_timeout(600)
    expect(page.locator(".chip").filter(has_text="A lesson goes with this battle")).to_be_hidden()
    expect(page.locator(COACH)).to_have_count(0)


def test_lessons_come_first_for_a_newcomer(sit):
    sitting = sit()
    page = sitting.page
    sitting.visit()
    page.locator("[data-lesson]").first.wait_for()
    assert page.locator("[data-lesson]").first.get_attribute("data-lesson") == "drill"
    assert page.locator(".learn").bounding_box()["y"] < page.locator(".hero").bounding_box()["y"]
    expect(page.locator(".hero")).to_contain_text("The Farm at the Crossroads")
