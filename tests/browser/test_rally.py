"""Wavering units at the table: asked with odds, answered for several at once, and once for all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest
from playwright.sync_api import expect
from settling import SMALL, Backstage, sit_at
from sitting import Sitting

SEEDS, TURNS = range(1, 25), 5


@contextmanager
def shaken(base: str) -> Iterator[tuple[Backstage, str]]:
    """A small battle at the first question about wavering units, and whose it is."""
    with ExitStack() as stack:
        for seed in SEEDS:
            table = stack.enter_context(Backstage(base, SMALL, {"French": "me", "Prussians": "me"}, seed=seed))
            seat = first_asked(table)
            if seat:
                yield table, seat
                return
    raise AssertionError("nobody wavers in any of these battles")


def first_asked(table: Backstage) -> str:
    """Everything answered as usual until somebody is asked about a wavering unit."""
    for _ in range(100):
        told = {seat: table.told(seat) for seat in table.tokens}
        for seat, shown in told.items():
            if any(decision["kind"] == "rally" for decision in shown["decisions"]):
                return seat
        asked = [seat for seat, shown in told.items() if shown["decisions"]]
        if not asked or told[asked[0]]["turn"] > TURNS:
            return ""
        table.give(asked[0], told[asked[0]])
    return ""


@pytest.mark.rule("CS-5.3c")
def test_a_wavering_unit_is_asked_about_with_its_odds_and_told_never_to_try(
    sit: Callable[..., Sitting], base: str
) -> None:
    with shaken(base) as (table, seat):
        told = table.told(seat)
        (decision,) = [each for each in told["decisions"] if each["kind"] == "rally"]
        unit, chances = next(iter(decision["chances"].items()))
        me = sit_at(sit(), table.tokens[seat])
        call = me.page.locator(".call")
        worse = sum(each["percent"] for each in chances if each["value"] < 0)
        expect(call).to_contain_text(f"{round(worse)} % worse")
        box = call.get_by_role("checkbox").first
        suggested = unit in decision["default"]["values"]["units"]
        expect(box).to_have_attribute("aria-checked", "true" if suggested else "false")
        if suggested:
            box.click()
        call.get_by_role("radio", name="never").click()
        call.get_by_role("button", name=re.compile("It lets it be|Nobody tries")).click()
        call.wait_for(state="detached")
        expect(me.log).to_contain_text("Standing instruction: wavering units try to rally never")
        promise = me.last_promise()
        assert promise["option"] == "rally"
        assert (promise["values"]["units"], promise["values"]["standing"]) == ([], "never")
