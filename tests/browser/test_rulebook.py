"""The rulebook in the browser: found by search, followed to where it was used, read on paper of every size."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Page, expect
from sitting import Sitting
from visiting import Guest

SIDEWAYS = """() => [...document.querySelectorAll('.paper *')].filter(each => {
  const box = each.getBoundingClientRect();
  return box.width && box.right > innerWidth + 1 && !each.closest('.wide, .mast nav');
}).map(each => each.outerHTML.slice(0, 120))"""
FOCUSED = """() => {
  const at = document.activeElement, ringed = each => getComputedStyle(each).outlineStyle !== 'none';
  return [at.getAttribute('role') ?? at.tagName, ringed(at) || ringed(at.closest('label') ?? at)];
}"""
TINY = """() => [...document.querySelectorAll('.paper *')].filter(each => each.getClientRects().length
  && [...each.childNodes].some(node => node.nodeType === 3 && node.textContent.trim())
  && parseFloat(getComputedStyle(each).fontSize) < 11).map(each => each.outerHTML.slice(0, 120))"""


def fits(page: Page) -> None:
    """Nothing runs off the side, no letter is smaller than 11 pixels."""
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
    assert page.evaluate(SIDEWAYS) == []
    assert page.evaluate(TINY) == []


def dressed(me: Sitting, theme: str, width: int = 1440, height: int = 900) -> Page:
    me.page.add_init_script(f"localStorage.setItem('grognard.prefs', JSON.stringify({{ pace: 4, theme: '{theme}' }}))")
    me.page.set_viewport_size({"width": width, "height": height})
    return me.page


def used_rule(guest: Guest, token: str) -> tuple[str, dict[str, Any]]:
    """A rule that an event of a phase that is over names, as a seat was told, and the event."""
    for _ in range(12):
        over = max((step["last"] for step in guest.get(f"/api/seats/{token}/history")["steps"]), default=-1)
        told = [event for event in guest.seat(token)["events"] if event["n"] <= over]
        named = [event for event in told if event.get("text") and event.get("rules")]
        if named:
            return named[-1]["rules"][0], named[-1]
        guest.default(token)
    raise AssertionError("no phase went by")


def test_a_rule_is_found_by_its_words_and_by_its_id(sit: Callable[..., Sitting], base: str) -> None:
    page = dressed(sit(), "light")
    page.goto(f"{base}/#/rules/cold-steel")
    expect(page.get_by_role("heading", name="Cold Steel 2.0")).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("howitzer")
    found = page.locator(".found li")
    expect(found.first.locator("mark")).to_have_text(re.compile("howitzer", re.I))
    expect(page.locator(".found .tally")).to_contain_text("by title")
    page.get_by_role("searchbox", name="Find a rule").fill("7.2.2a")
    expect(found.first).to_contain_text("CS-7.2.2a")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Artillery fire modifiers")
    assert page.evaluate("location.hash") == "#/rules/cold-steel/CS-7.2.2a"
    fits(page)
    page.get_by_role("switch", name="Read with quick-reference").click()
    changed = page.locator(".mod.changed")
    expect(changed).to_have_count(3)
    expect(changed.first.locator("s")).to_have_text("−10")
    page.locator(".rel").get_by_role("link", name="CS-7.2.6a").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Worked example")
    expect(page.locator(".rel")).to_contain_text("CS-7.2.2a")


def test_a_rule_leads_to_where_it_was_used_in_the_battle(sit: Callable[..., Sitting], base: str, server: Any) -> None:
    guest: Guest = server.guest
    game = guest.begin()
    token = game["seats"][0]["token"]
    guest.asked(token)
    rule, event = used_rule(guest, token)
    page = dressed(sit(), "light")
    page.goto(f"{base}/#/rules/{guest.seat(token)['system']}/{rule}?seat={token}")
    line = page.locator(".used li").filter(has_text=event["text"]).first
    expect(line).to_be_visible()
    expect(line).to_contain_text(f"turn {event['turn']}")
    line.get_by_role("link").click()
    expect(page.locator("[data-state]")).to_be_visible()
    assert page.evaluate("location.hash").startswith(f"#/seat/{token}?step=")
    expect(page.locator(".table.past")).to_be_visible()


def test_ask_it_opens_the_odds_desk(sit: Callable[..., Sitting], base: str) -> None:
    page = dressed(sit(), "light")
    page.goto(f"{base}/#/rules/cold-steel/CS-5.2.2a")
    page.locator(".margin").get_by_role("link", name="Ask it").click()
    expect(page.get_by_role("heading", name="Morale check")).to_be_visible()


@pytest.mark.parametrize("theme, width, height", [("light", 1440, 900), ("dark", 1440, 900), ("light", 390, 844)])
@pytest.mark.parametrize(
    "where",
    [
        "cold-steel/CS-7.2.2a",
        "cold-steel",
        "cold-steel/glossary",
        "class-dice/CD-fire-table",
        "steel-canister/SC-4.1a",
        "black-powder/BP-SPEC-11",
    ],
)
def test_pages_fit_their_paper(
    sit: Callable[..., Sitting], base: str, where: str, theme: str, width: int, height: int
) -> None:
    page = dressed(sit(), theme, width, height)
    page.goto(f"{base}/#/rules/{where}")
    expect(page.locator("h1").last).to_be_visible()
    page.wait_for_timeout(300)
    fits(page)


def test_on_a_phone_contents_lie_over_the_page(sit: Callable[..., Sitting], base: str) -> None:
    page = dressed(sit(), "light", 390, 844)
    page.goto(f"{base}/#/rules/cold-steel/CS-7.2.2a")
    page.get_by_role("button", name="Contents").last.click()
    page.get_by_role("searchbox", name="Find a rule").fill("wheel")
    page.locator(".found li a").first.click()
    expect(page.get_by_role("searchbox", name="Find a rule")).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_what_is_printed_is_the_rule_alone(sit: Callable[..., Sitting], base: str) -> None:
    page = dressed(sit(), "light")
    page.goto(f"{base}/#/rules/cold-steel/CS-7.2.2a")
    expect(page.locator("h1")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".side")).to_be_hidden()
    expect(page.locator(".mast")).to_be_hidden()
    expect(page.locator(".mod").last).to_be_visible()


def test_a_rule_that_is_not_there_is_said_to_be_missing(sit: Callable[..., Sitting], base: str) -> None:
    page = dressed(sit(), "light")
    page.goto(f"{base}/#/rules/cold-steel/CS-99.9")
    expect(page.get_by_role("alert")).to_contain_text("no such rule")
    page.goto(f"{base}/#/rules/nonsense")
    expect(page.get_by_role("alert")).to_contain_text("no such rulebook")


def test_the_glossary_shows_the_ladder_and_finds_words(sit: Callable[..., Sitting], base: str) -> None:
    page = dressed(sit(), "light")
    page.goto(f"{base}/#/rules/cold-steel/glossary")
    expect(page.locator("dt").first).to_have_text("Resolute")
    page.get_by_role("searchbox", name="Find a word or a mark").fill("round shot")
    expect(page.locator("dt").first).to_have_text("P0")


def test_all_of_it_can_be_reached_by_keys(sit: Callable[..., Sitting], base: str) -> None:
    page = dressed(sit(), "light")
    page.goto(f"{base}/#/rules/cold-steel/CS-7.2.2a")
    expect(page.locator("h1")).to_be_visible()
    seen = set()
    for _ in range(120):
        page.keyboard.press("Tab")
        at = page.evaluate(FOCUSED)
        assert at[1], f"focus is not visible on {at[0]}"
        seen.add(at[0])
        if "switch" in seen:
            break
    assert {"A", "BUTTON", "INPUT", "switch"} <= seen
