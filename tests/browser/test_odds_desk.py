"""The odds desk in the browser: a check asked, compared, plotted, thrown, and sent to somebody else."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import expect
from sitting import Sitting
from test_rulebook import dressed, fits

MORALE = "#/odds/cold-steel/morale?morale_rating=9&disorder=2"


def test_a_check_is_asked_and_the_odds_follow_the_facts(sit: Callable[..., Sitting], base: str) -> None:
    page = dressed(sit(), "light")
    page.goto(f"{base}/#/odds/cold-steel")
    page.get_by_role("searchbox", name="Find a check").fill("CS-5.2a")
    page.get_by_role("link", name="Morale", exact=True).click()
    expect(page.get_by_role("heading", name="Morale check")).to_be_visible()
    rows = page.locator(".bars .row")
    expect(rows).to_have_count(6)
    page.get_by_role("textbox", name="Morale rating").fill("9")
    expect(rows.first).to_contain_text("3/50")
    page.get_by_role("button", name="Disorder markers on the unit: more").click()
    expect(page.locator(".mods")).to_contain_text("disorder marker")
    expect(page.locator(".mods").get_by_role("link", name="CS-5.2.2a").first).to_be_visible()
    assert "disorder=1" in page.evaluate("location.hash")


def test_a_whole_charge_and_what_would_change_it(sit: Callable[..., Sitting], base: str) -> None:
    page = dressed(sit(), "light")
    page.goto(f"{base}/#/odds/steel-canister")
    page.get_by_role("link", name="Charge", exact=True).click()
    expect(page.locator(".bars")).to_contain_text("Stopped by fire")
    page.get_by_role("button", name="Reckon it").click()
    first = page.locator(".helps li button").first
    expect(first).to_be_visible()
    before = page.locator(".bars").inner_text()
    first.click()
    expect(page.locator(".bars")).not_to_have_text(before)
    page.goto(f"{base}/{MORALE}")
    page.get_by_role("combobox", name="Which outcome").select_option(index=1)
    expect(page.locator(".helps li").first).to_contain_text("%")


def test_what_takes_long_shows_how_far_it_has_come(sit: Callable[..., Sitting], base: str) -> None:
    page = dressed(sit(), "light")
    page.goto(f"{base}/#/odds/black-powder/whole-charge")
    page.get_by_role("button", name="Reckon it").click()
    trying = page.locator(".helps .trying")
    expect(trying).to_contain_text(re.compile(r"\d+ of \d+ steps tried"))
    first = trying.inner_text()
    expect(trying).not_to_have_text(first)
    expect(page.locator(".helps li").first).to_be_visible()
    # another fact is another question: what was tried of the first is gone
    page.locator(".helps li button").first.click()
    expect(page.get_by_role("button", name="Reckon it")).to_be_visible()


def test_facts_that_make_no_sense_are_refused_in_words(sit: Callable[..., Sitting], base: str) -> None:
    page = dressed(sit(), "light")
    page.goto(f"{base}/{MORALE}")
    page.get_by_role("textbox", name="Morale rating").fill("90")
    expect(page.get_by_role("alert")).to_contain_text("allowed: 1 to 16")
    page.get_by_role("textbox", name="Morale rating").fill("9")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_two_situations_and_a_plot_are_sent_by_a_link(sit: Callable[..., Sitting], base: str) -> None:
    page = dressed(sit(), "light")
    page.goto(f"{base}/{MORALE}")
    page.get_by_role("button", name="Compare with another").click()
    page.get_by_role("group", name=re.compile("Rear support")).get_by_role("button", name="yes").click()
    page.get_by_role("combobox", name="Against").select_option("disorder")
    expect(page.locator(".vs svg path").first).to_be_visible()
    expect(page.locator(".bars .row").first.locator(".cell")).to_have_count(2)
    expect(page.locator(".mods tr.d")).to_have_count(1)
    seen = page.locator(".bars").inner_text()
    link = page.evaluate("location.href")
    other = dressed(sit(), "dark")
    other.goto(link)
    expect(other.locator(".vs svg path").first).to_be_visible()
    expect(other.locator(".mods tr.d")).to_have_count(1)
    assert other.locator(".bars").inner_text() == seen
    assert other.evaluate("location.href") == link
    other.get_by_role("combobox", name="Against").select_option("status")
    expect(other.locator(".vs svg text.col").first).to_have_text("resolute")


def test_dice_are_rolled_or_typed(sit: Callable[..., Sitting], base: str) -> None:
    page = dressed(sit(), "light")
    page.goto(f"{base}/{MORALE}")
    expect(page.locator(".pyr svg rect").first).to_be_visible()
    assert page.locator(".pyr svg.plot rect").count() == 100
    page.get_by_role("button", name="Roll").click()
    expect(page.locator(".pyr .res b")).not_to_be_empty()
    page.get_by_role("button", name="Type them").click()
    page.get_by_role("textbox", name="Dice").fill("7,9")
    page.get_by_role("button", name="Read them").click()
    expect(page.locator(".pyr .res b")).to_have_text("Determined")
    page.get_by_role("textbox", name="Dice").fill("7")
    page.get_by_role("button", name="Read them").click()
    expect(page.locator(".pyr").get_by_role("alert")).to_contain_text("too few dice")


@pytest.mark.parametrize("theme, width, height", [("light", 1440, 900), ("dark", 1440, 900), ("light", 390, 844)])
@pytest.mark.parametrize(
    "where",
    [
        MORALE + "&~b.rear_support=yes&~against=disorder",
        "#/odds/cold-steel/artillery?~against=range",
        "#/odds/black-powder/hand-to-hand?~b.ours.shaken=yes&~against=ours.morale",
        "#/odds/class-dice/melee",
        "#/odds/steel-canister/fire-effect",
        "#/odds/cold-steel/company-layout",
        "#/odds",
    ],
)
def test_the_desk_fits_its_screen(
    sit: Callable[..., Sitting], base: str, where: str, theme: str, width: int, height: int
) -> None:
    page = dressed(sit(), theme, width, height)
    page.goto(f"{base}/{where}")
    expect(page.locator("h1").last).to_be_visible()
    page.wait_for_timeout(700)
    fits(page)
