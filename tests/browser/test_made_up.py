"""A system that the program has never heard of, played in the browser: its folder is named to the server, and that is
all. Its decision, its layer, its unit states and its phases are like those of no other system."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from settling import SMALL
from sitting import Sitting
from visiting import Process, free_port

TURNS = 10
MADE_UP = Path(__file__).parents[1] / "made_up"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that also looks for systems in our folder."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("GROGNARD_SYSTEMS", str(MADE_UP))
        running = Process(tmp_path_factory.mktemp("made_up"), free_port())
    yield running.guest.base
    running.kill()


def test_a_system_of_ones_own_is_played_to_its_end_by_mouse(sit: Callable[..., Sitting]) -> None:
    me = sit().visit()
    me.button("Pitch and Toss").first.click()
    me.page.locator(f"[data-battle={SMALL}]").get_by_role("button", name="Play").click()
    me.laid_out()
    phase = me.page.get_by_role("listitem").filter(has_text="Coins are pitched")
    expect(phase).to_have_attribute("aria-current", "step")
    expect(me.page.get_by_role("list", name="Weather and light")).to_contain_text("weathercock")
    pitch_a_crown(me)
    the_coin_is_in_the_air(me)
    me.done()
    the_toss_has_told_on_both(me)
    for _ in range(TURNS):
        if me.over:
            break
        me.done()
    verdict = me.page.get_by_role("dialog", name="The battle is over")
    expect(verdict).to_contain_text("French: a clear victory after")
    expect(verdict).to_contain_text("men lost")


def pitch_a_crown(me: Sitting) -> None:
    """The decision, field by field: one of them is asked for only when a crown is pitched."""
    me.unit("I. Musketeers").click()
    orders = me.orders
    expect(orders).to_contain_text("Pitch a coin")
    expect(orders.get_by_role("button", name="a hat", exact=True)).to_have_count(0)
    orders.get_by_role("button", name="crown", exact=True).click()
    expect(orders).to_contain_text("What is the crown caught in?")
    orders.get_by_role("button", name="or click it on the map").click()
    me.unit("1st Light").click()
    orders.get_by_role("button", name="+", exact=True).click()
    expect(orders.get_by_role("spinbutton", name="How high")).to_have_value("4")
    expect(me.button("What is the crown caught in?")).to_be_disabled()
    orders.get_by_role("button", name="a hat", exact=True).click()
    expect(me.place_button).to_be_enabled()
    expect(me.page.locator("span", has_text="Everybody will see a crown go up.")).to_be_visible()
    me.place()


def the_coin_is_in_the_air(me: Sitting) -> None:
    """The layer has its tab beside the roster and its words on the map, for those too who cannot see it."""
    flight = "the flight of a crown, 4 ells high"
    expect(me.map.get_by_role("list", name="On the ground")).to_contain_text(flight)
    me.page.get_by_role("tab", name="Coins").click()
    expect(me.page.get_by_role("button", name=flight)).to_be_visible()
    expect(me.page.get_by_text("It has its coin.")).to_be_visible()


def the_toss_has_told_on_both(me: Sitting) -> None:
    """With the seed of these tests it falls heads: states of units that no other system has, and a coin on the map."""
    expect(me.log).to_contain_text("I. Musketeers: a crown goes up against 1st Light, 4 ells high: heads")
    expect(me.unit("1st Light")).to_have_accessible_name(re.compile("superstitious 3 of 5"))
    expect(me.unit("I. Musketeers")).to_have_accessible_name(re.compile("lucky"))
    expect(me.map.get_by_role("list", name="On the ground")).to_contain_text("a crown that fell heads")
    me.unit("1st Light").click()
    card = me.page.get_by_role("complementary").filter(has=me.page.get_by_role("heading", name="1st Light"))
    expect(card).to_contain_text("Superstition")
    expect(card).to_contain_text("3 of 5")
