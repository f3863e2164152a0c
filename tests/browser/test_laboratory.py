"""The laboratory in the browser: a run asked for, filled, stopped, read and deleted."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Locator, Page, expect
from sitting import Sitting
from test_everyone import needs_axe, nothing_serious
from test_rulebook import dressed, fits

LONG = 120_000
"""Milliseconds for a process to be started and a few games to be fought on a busy machine."""


def wish(page: Page, *, games: int, turns: str = "1") -> Locator:
    """The form with a cheap battle laid out in it."""
    form = page.locator("form.make")
    form.get_by_role("combobox", name="Battle").select_option("drill-ground")
    form.get_by_role("button", name=re.compile("Canister")).click()
    form.get_by_role("button", name=re.compile("Cold Steel 2")).click()
    form.get_by_role("spinbutton", name="Games").fill(str(games))
    form.get_by_role("textbox", name="First seed").fill("5")
    form.get_by_role("spinbutton", name="Turns").fill(turns)
    return form


def test_a_run_is_asked_for_fills_and_ends_in_its_report(
    sit: Callable[..., Sitting], base: str, tmp_path: Path
) -> None:
    page = dressed(sit(), "light")
    page.goto(f"{base}/#/laboratory")
    form = wish(page, games=3)
    form.get_by_label("Commander, French").select_option("easy")
    form.get_by_text("Change one thing").click()
    form.get_by_role("combobox", name="What").fill("SC-2.2.target")
    expect(form.locator(".about")).to_contain_text("now 5")
    form.get_by_role("textbox", name="To").fill("3")
    expect(form.locator(".sum")).to_have_text("6 games in all")
    form.get_by_role("button", name="Fight them").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The Drill Ground, 3 times")
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.locator(".far")).to_contain_text("6 of 6", timeout=LONG)
    expect(page.get_by_role("table", name="Who won").get_by_role("row")).to_have_count(3)
    expect(page.locator("table")).to_contain_text("not distinguishable")
    report = page.get_by_role("link", name="Open the report")
    expect(report).to_be_visible(timeout=LONG)
    expect(page.locator(".files a")).to_have_count(5)
    with page.expect_popup() as opened:
        report.click()
    other = opened.value
    expect(other.get_by_role("heading", level=1).first).to_have_text("The Drill Ground, 3 times")
    expect(other.get_by_text("What would change it")).to_be_visible()
    dark = "getComputedStyle(document.documentElement).colorScheme"
    before = other.evaluate(dark)
    other.get_by_role("button", name="Light or dark").click()
    assert other.evaluate(dark) != before, "the page's own script may run"
    other.close()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator(".runs li")).to_have_count(0)


def test_a_run_is_stopped_gone_on_with_and_asked_for_again(sit: Callable[..., Sitting], base: str) -> None:
    page = dressed(sit(), "light")
    page.goto(f"{base}/#/laboratory")
    wish(page, games=900, turns="").get_by_role("button", name="Fight them").click()
    expect(page.get_by_role("table", name="Who won")).to_be_visible(timeout=LONG)
    form = wish(sit_beside(page, base), games=1)
    form.get_by_role("button", name="Fight them").click()
    expect(form.get_by_role("alert")).to_contain_text("--lab-runs")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".far")).to_contain_text("Stopped")
    page.get_by_role("button", name="The same again …").click()
    expect(page.locator("form.make").get_by_role("spinbutton", name="Games")).to_have_value("900")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".far")).to_contain_text("Being fought")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Make the report")).to_be_visible()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator(".runs li")).to_have_count(0)


def sit_beside(page: Page, base: str) -> Page:
    """Another page of the same browser, which sees the same runs."""
    other = page.context.new_page()
    other.goto(f"{base}/#/laboratory")
    expect(other.locator(".runs li")).to_have_count(1)
    return other


def test_more_games_than_a_host_allows_cannot_be_asked_for(sit: Callable[..., Sitting], base: str) -> None:
    page = dressed(sit(), "light")
    page.goto(f"{base}/#/laboratory")
    form = wish(page, games=1500)
    expect(form.get_by_role("button", name="Fight them")).to_be_enabled()
    form.get_by_role("button", name="Class Dice").click()
    expect(form.locator(".sum")).to_have_text("3,000 games in all")
    expect(form.get_by_role("button", name="Fight them")).to_be_disabled()


def told(page: Page) -> None:
    """Runs of several rules and of a change, as a server told of them once."""
    page.route("**/api/laboratory/look", lambda route: route.fulfill(path=Path(__file__).parent / "runs.json"))


@needs_axe
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_a_run(sit: Callable[..., Sitting], base: str, theme: str) -> None:
    me = sit()
    page = dressed(me, theme)
    told(page)
    for run in ("change", "systems"):
        page.goto(f"{base}/#/laboratory/{run}")
        expect(page.get_by_role("table", name="Who won")).to_be_visible()
        page.locator("details summary").last.click()
        page.wait_for_timeout(600)
        nothing_serious(me, f"{run}, {theme}")


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("theme, width, height", [("light", 1440, 900), ("dark", 390, 844)])
def test_the_laboratory_fits_its_screen(
    sit: Callable[..., Sitting], base: str, language: str, theme: str, width: int, height: int
) -> None:
    page = dressed(sit(), theme, width, height)
    page.add_init_script(
        "localStorage.setItem('grognard.prefs', JSON.stringify("
        f"{{ ...JSON.parse(localStorage.getItem('grognard.prefs')), language: '{language}' }}))"
    )
    told(page)
    for run in ("change", "systems"):
        page.goto(f"{base}/#/laboratory/{run}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.locator("details summary").last.click()
        page.wait_for_timeout(300)
        fits(page)
