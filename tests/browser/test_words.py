"""Seats of one side: a council of war that others do not hear, and a letter that rides."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from settling import COMMANDS, Backstage, sit_at
from sitting import Sitting

PLAN = "Baranov holds the bridge; you go round by the mill."
LETTER = "Hold the wood until the ninth turn, whatever comes."
SIDES = {"Russians": "me", "French": "me"}


@pytest.mark.rule("CS-1.5a", "CS-1.5d", "CS-1.5e")
def test_a_council_of_war_with_its_clock_is_heard_by_one_side_only(sit: Callable[..., Sitting], base: str) -> None:
    with Backstage(base, COMMANDS, SIDES, seats="commands", council=True) as table:
        a_council(sit, table)


def a_council(sit: Callable[..., Sitting], table: Backstage) -> None:
    """Heard by those who sit in it; closed when all have had enough."""
    tuchin, orlov = sit_at(sit(), table.tokens["russians"]), sit_at(sit(), table.tokens["colonel-orlov"])
    french, watcher = sit_at(sit(), table.tokens["french"]), sit_at(sit(), table.spectator)
    council = tuchin.page.get_by_role("region", name=re.compile("^Council of war"))
    expect(council.locator("time")).to_have_text(re.compile(r"^1[45]:\d\d$"))
    council.get_by_role("textbox", name="Say").fill(PLAN)
    council.get_by_role("button", name="Say").click()
    expect(orlov.page.get_by_role("region", name=re.compile("^Council of war"))).to_contain_text(PLAN)
    for seat in ("russians", "colonel-orlov", "lieutenant-colonel-baranov", "colonel-hesse"):
        table.give(seat)
    expect(orlov.page.get_by_role("region", name=re.compile("^Council of war"))).to_have_count(0)
    tab = orlov.page.get_by_role("tab", name=re.compile("^Talk"))
    if tab.get_attribute("aria-selected") != "true":
        tab.click()
    expect(orlov.page.get_by_role("region", name="Talk")).to_contain_text("Nobody of your side can hear you")
    assert orlov.page.get_by_role("textbox", name="Say").count() == 0
    assert not [spy for spy in (french, watcher) if spy.holds(PLAN)]


@pytest.mark.rule("CS-3.2c", "CS-3.2d")
def test_a_message_rides_and_is_read_turns_later(sit: Callable[..., Sitting], base: str) -> None:
    with Backstage(base, COMMANDS, SIDES, seats="commands") as table:
        a_message(sit, table)


def a_message(sit: Callable[..., Sitting], table: Backstage) -> None:
    """On the map while it rides; with the reader, and with nobody else, when it is there."""
    table.on_to("command", 2)
    sender, reader = sit_at(sit(), table.tokens["russians"]), sit_at(sit(), table.tokens["colonel-hesse"])
    french = sit_at(sit(), table.tokens["french"])
    due = a_letter_is_written(sender, "Colonel Hesse")
    for turn in range(3, due + 3):
        assert not reader.holds(LETTER), f"read before a courier could be there, on turn {turn - 1}"
        table.on_to("command", turn)
        if any(event["kind"] == "message" for event in table.told("colonel-hesse")["events"]):
            break
    assert turn == due + 1, "it is read in the command phase after the courier came"
    assert turn > 3, "it took him more than a turn"
    reader.page.get_by_role("tab", name=re.compile("^Letters")).click()
    letters = reader.page.get_by_role("region", name="Letters")
    expect(letters).to_contain_text(LETTER)
    expect(letters).to_contain_text(f"read turn {turn}")
    assert not french.holds(LETTER)


def a_letter_is_written(me: Sitting, to: str) -> int:
    """By the button among the letters; its courier is on the map with the turn he is due, which is told."""
    me.asked()
    me.page.get_by_role("tab", name=re.compile("^Letters")).click()
    me.button("Write a message").click()
    me.orders.get_by_role("combobox").last.select_option(label=to)
    me.orders.get_by_role("textbox").fill(LETTER)
    expect(me.orders).to_contain_text("9 of 100 words")
    me.place()
    expect(me.map.locator(".aide")).to_have_count(1)
    letters = me.page.get_by_role("region", name="Letters")
    expect(letters).to_contain_text("on the road, due turn")
    found = re.search(r"due turn (\d+)", letters.inner_text())
    assert found is not None
    return int(found[1])
