"""The table for everyone: what axe-core finds in each state, three languages, the keyboard and words alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from sitting import PATIENCE, SIZE, Sitting, new_context

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"width": 390, "height": 844}
SMALLEST = 11
"""Pixels of the smallest letters outside the map, which can be made larger."""
SMALL_TEXTS = """least => [...document.querySelectorAll('body *')].filter(each => {
  if (each.closest('svg') || !each.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return false;
  const own = [...each.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
  return own && parseFloat(getComputedStyle(each).fontSize) < least;
}).map(each => `${each.className} ${getComputedStyle(each).fontSize}: ${each.textContent.trim().slice(0, 40)}`)"""

needs_axe = pytest.mark.skipif(not AXE.is_file(), reason="no axe-core without web/node_modules (make web)")


def looked_through(page: Page) -> list[str]:
    """What axe-core calls serious or critical, each with the first thing that it is about."""
    # by evaluating, because the pages forbid scripts that are not their own
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    page.wait_for_timeout(300)
    found: dict[str, Any] = page.evaluate(
        "() => axe.run(document, { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'best-practice'] })"
    )
    return [
        f"{each['id']} ({each['impact']}), {len(each['nodes'])}: {node['html'][:200]} "
        f"{' '.join(node['failureSummary'].split())[:300]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"][:4]
    ]


def nothing_serious(me: Sitting, where: str) -> None:
    found = looked_through(me.page)
    assert not found, "\n".join([where, *found])
    assert not (small := me.page.evaluate(SMALL_TEXTS, SMALLEST)), f"{where}: {small}"


def prefer(me: Sitting, **more: Any) -> None:
    """Settings, before the page is opened."""
    told = json.dumps({"pace": 4, **more})
    me.page.add_init_script(f"localStorage.setItem('grognard.prefs', {json.dumps(told)})")


def begin(me: Sitting) -> None:
    me.visit()
    me.page.locator(".hero .btn, .hero button").first.click()
    me.laid_out()


@needs_axe
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_from_the_gallery_to_the_dialogs(sit: Callable[..., Sitting], theme: str) -> None:
    me = sit()
    prefer(me, theme=theme)
    me.visit()
    expect(me.page.get_by_role("heading", level=3).first).to_be_visible()
    nothing_serious(me, f"gallery, {theme}")
    me.page.get_by_role("button", name=re.compile("^Options of")).first.click()
    expect(me.page.get_by_role("dialog")).to_be_visible()
    nothing_serious(me, f"options of a battle, {theme}")
    begin(me)
    nothing_serious(me, f"council of war, {theme}")
    me.done()
    me.unit("I. Musketeers").click()
    expect(me.orders).to_be_visible()
    nothing_serious(me, f"orders, {theme}")
    me.page.keyboard.press("?")
    expect(me.page.get_by_role("dialog")).to_be_visible()
    nothing_serious(me, f"help, {theme}")
    me.page.keyboard.press("Escape")
    me.page.keyboard.press("Escape")
    me.page.keyboard.press("t")
    expect(me.page.locator(".byword [role=log]")).to_be_attached()
    expect(me.page.locator(".byword h3").nth(2)).to_be_visible()
    nothing_serious(me, f"words, {theme}")


@needs_axe
def test_axe_finds_nothing_serious_in_what_is_played_looked_back_on_and_over(sit: Callable[..., Sitting]) -> None:
    me = sit()
    begin(me)
    me.to_turn(3)
    nothing_serious(me, "turn 3")
    me.page.keyboard.press("[")
    expect(me.page.locator(".playstrip")).to_be_visible()
    nothing_serious(me, "looking back")
    me.page.keyboard.press("Escape")
    while not me.over:
        me.done()
    expect(me.page.get_by_role("dialog")).to_be_visible()
    nothing_serious(me, "the end")


@needs_axe
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_a_phone(sit: Callable[..., Sitting], theme: str) -> None:
    me = sit()
    prefer(me, theme=theme)
    me.page.set_viewport_size(PHONE)
    me.visit()
    nothing_serious(me, f"gallery on a phone, {theme}")
    begin(me)
    nothing_serious(me, f"table on a phone, {theme}")


@pytest.mark.parametrize(
    "language, title, ask, unit",
    [
        ("en", "Battles", "Asked of you", "Linie|line"),
        ("de", "Schlachten", "Sie sind gefragt", "Angriffskol.|Linie"),
        ("fr", "Batailles", "On vous demande", "col. d’attaque|ligne"),
    ],
)
def test_the_page_speaks_three_languages_and_fetches_only_its_own(
    sit: Callable[..., Sitting], language: str, title: str, ask: str, unit: str
) -> None:
    me = sit()
    fetched: list[str] = []
    me.page.on("request", lambda request: fetched.append(request.url))
    prefer(me, language=language)
    me.visit()
    expect(me.page.locator("html")).to_have_attribute("lang", language)
    expect(me.page.get_by_text(title, exact=True).first).to_be_visible()
    begin(me)
    expect(me.page.get_by_text(ask, exact=True).first).to_be_visible()
    others = {"de", "fr"} - {language}
    assert not [url for url in fetched if re.search(rf"/(words\.)?({'|'.join(others)})-[^/]*\.js", url)]


def test_three_turns_by_words_alone(sit: Callable[..., Sitting]) -> None:
    me = sit()
    begin(me)
    press = me.page.keyboard
    press.press("t")
    line = me.page.get_by_role("combobox", name="What do you say?")
    expect(line).to_be_focused()
    press.type("banana")
    press.press("Enter")
    expect(me.page.get_by_text("'banana' begins nothing")).to_be_visible()
    line.fill("")
    press.type("mis")
    press.press("Tab")
    expect(line).to_have_value("mission ")
    before = me.state
    press.type("attack units=fus,i mus objective=crossroads farm")
    press.press("Enter")
    me.moved_on(before)
    expect(me.page.locator(".byword")).to_contain_text("attack: Crossroads farm")
    for _ in range(60):
        if me.turn >= 4 or me.over:
            break
        expect(me.page.locator(f'.byword[data-words="{me.state}"]')).to_be_attached()
        before = me.state
        expect(line).to_be_focused()
        press.press("Enter")
        me.moved_on(before)
        me.asked()
    assert me.turn >= 4
    expect(me.page.locator(".byword [role=log] li").first).to_be_attached()
    assert "o'clock" in me.page.locator(".byword").inner_text()


def test_three_turns_by_the_keyboard_alone(sit: Callable[..., Sitting]) -> None:
    me = sit()
    begin(me)
    press = me.page.keyboard
    me.done_by_key()
    me.asked()
    press.press("Tab")
    expect(me.orders).to_be_visible()
    before = me.page.locator(".hand").inner_text()
    press.press("c")
    expect(me.page.locator(".cross")).to_be_visible()
    for _ in range(4):
        press.press("Shift+ArrowRight")
    expect(me.page.locator(".crossed")).to_contain_text(re.compile(r"\d+ paces"))
    press.press("Enter")
    expect(me.page.locator(".time .track")).to_be_visible()
    assert me.page.locator(".hand").inner_text() != before
    press.press("Escape")
    expect(me.page.locator(".cross")).to_have_count(0)
    state = me.state
    press.press("Enter")
    me.moved_on(state)
    for _ in range(20):
        if me.turn >= 4 or me.over:
            break
        me.done_by_key()
        me.asked()
    assert me.turn >= 4


def test_the_screens_in_three_languages(browser: Browser, base: str, tmp_path: Path) -> None:
    """Nothing runs out of the window sideways, in any language, on a desk or on a phone."""
    for language in ("en", "de", "fr"):
        for size in (SIZE, PHONE):
            context = new_context(browser)
            context.set_default_timeout(PATIENCE)
            me = Sitting(context, base)
            me.page.set_viewport_size(size)
            prefer(me, language=language)
            begin(me)
            wide = me.page.evaluate("() => document.documentElement.scrollWidth")
            me.leave()
            assert wide <= size["width"], f"{language}: {wide} pixels wide"


PAGES = (
    "odds/cold-steel/morale",
    "odds/class-dice/charge-at-guns",
    "rules/cold-steel/CS-5.2.1a",
    "battles",
    "laboratory",
    "settings",
)


@needs_axe
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_the_pages_around_the_table(sit: Callable[..., Sitting], theme: str) -> None:
    """Contrast by computed colours is among what it looks at."""
    me = sit()
    prefer(me, theme=theme)
    for path in PAGES:
        me.visit(f"/#/{path}")
        me.page.reload()
        expect(me.page.get_by_role("heading", level=1).first).to_be_visible()
        me.page.wait_for_timeout(600)
        nothing_serious(me, f"{path}, {theme}")
