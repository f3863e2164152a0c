"""The table by words alone, as a screen reader hears it: what is typed is answered aloud, and nothing is told twice."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from sitting import Sitting
from test_everyone import begin, prefer

LISTENING = """() => {
  window.heard = [];
  const live = '[role=status], [role=log], [role=alert], [aria-live]';
  new MutationObserver(seen => seen.forEach(each => {
    const at = each.target.nodeType === 1 ? each.target : each.target.parentElement, region = at && at.closest(live);
    if (!region || region.getAttribute('aria-live') === 'off') return;
    const added = [...each.addedNodes].map(node => node.textContent).join(' ');
    const text = each.type === 'characterData' ? each.target.data : added;
    if (text.trim()) window.heard.push([region.closest('section')?.className ?? '', text.trim()]);
  })).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def heard(me: Sitting, where: str = "") -> str:
    found: list[tuple[str, str]] = me.page.evaluate("() => window.heard")
    return "\n".join(text for region, text in found if where in region)


def by_words(me: Sitting) -> Sitting:
    """At the first orders of the Farm, with somebody who listens."""
    begin(me)
    me.page.keyboard.press("t")
    expect(me.page.locator("#byword-line")).to_be_focused()
    before = me.state
    me.page.keyboard.press("Enter")
    me.moved_on(before)
    expect(me.page.locator(f'.byword[data-words="{me.state}"]')).to_be_attached()
    me.page.evaluate(LISTENING)
    return me


def type_line(me: Sitting, text: str) -> None:
    me.page.locator("#byword-line").fill(text)
    me.page.keyboard.press("Enter")


def test_what_one_looks_up_is_said(sit: Callable[..., Sitting]) -> None:
    me = by_words(sit())
    said = me.page.locator(".byword [role=status].back")
    for line, answer in [
        ("look i mus", "I. Musketeers: 640 men"),
        ("look enemies", "Enemies in sight"),
        ("2 ?", "gait=word"),
        ("options", "Nothing more this turn"),
        ("help", "A number or the first letters"),
    ]:
        type_line(me, line)
        expect(said).to_contain_text(answer)
        assert answer in heard(me, "byword")
    before = heard(me).count("A number or the first letters")
    type_line(me, "help")
    me.page.wait_for_function(
        f"window.heard.filter(each => each[1].includes('A number or the first')).length > {before}"
    )
    type_line(me, "look me")
    expect(said).to_contain_text("Nobody whom you see is called me.")
    expect(me.page.locator(".byword .told")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_example_of_the_hint_is_taken_and_the_points_left_are_said(
    sit: Callable[..., Sitting], language: str
) -> None:
    me = sit()
    prefer(me, language=language)
    by_words(me)
    hint = me.page.locator("#byword-hint").inner_text()
    found = re.search(r"\d+ \w+=\w+", hint)
    assert found is not None, hint
    before = me.state
    type_line(me, found[0].partition(" ")[0])
    expect(me.page.locator(".byword .problem")).to_contain_text(f"as in `{found[0]}`")
    assert me.state == before, "naming it alone orders nothing"
    order = "fus order movement=forward"
    type_line(me, order)
    me.moved_on(before)
    expect(me.page.locator(".byword .back")).to_contain_text(
        re.compile(r"Major von Eichstedt: (no point|\d points?) left")
    )
    type_line(me, order)
    expect(me.page.locator(".byword .problem")).to_contain_text(
        re.compile("has been told just that|cannot be answered any more")
    )


def test_a_number_stays_what_it_was_when_it_was_shown(sit: Callable[..., Sitting]) -> None:
    me = by_words(sit())
    listed = me.page.locator(".byword li", has_text=re.compile(r"^\d+ +\S"))
    shown = dict(re.findall(r"^(\d+) +(.*?):", "\n".join(listed.all_inner_texts()), re.M))
    before = me.state
    type_line(me, "ii mus order movement=forward")
    me.moved_on(before)
    expect(me.page.locator(f'.byword[data-words="{me.state}"]')).to_be_attached()
    after = dict(re.findall(r"^(\d+) +(.*?):", "\n".join(listed.all_inner_texts()), re.M))
    gone = shown.keys() - after.keys()
    assert gone
    assert all(shown[number] == called for number, called in after.items() if number in shown)
    type_line(me, f"{min(gone, key=int)} movement=forward")
    expect(me.page.locator(".byword .problem")).to_contain_text("cannot be answered any more")


def test_what_happens_is_told_once_while_the_words_are_open(sit: Callable[..., Sitting]) -> None:
    me = by_words(sit(plays=True))
    before = me.state
    type_line(me, "done")
    me.moved_on(before)
    expect(me.page.locator("[data-played]")).to_be_attached()
    me.page.wait_for_timeout(2500)
    assert heard(me, "byword")
    assert heard(me, "playstrip") == ""
