"""A column beyond the table: on the margin while it marches, asked about when it comes, drawn when it is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from settling import COMMANDS, Backstage, middle, sit_at
from sitting import Sitting

COLUMN = "hussars"
SEEDS = range(10, 22)


@pytest.mark.rule("CS-C.2b")
def test_a_column_beyond_the_table_comes_on(sit: Callable[..., Sitting], base: str) -> None:
    with off_board(base, seed_that_comes(base)) as table:
        me = sit_at(sit(), table.tokens["russians"])
        carried_over_the_edge(me)
        force = me.map.locator("[data-slip]")
        expect(force).to_have_count(1)
        expect(force).to_contain_text("due turn")
        expect(me.unit("Hussars")).to_have_count(0)
        until_it_arrives(table)
        question = me.page.locator(".question")
        expect(question).to_contain_text("Hussars")
        question.locator(".answer").first.click()
        expect(me.unit("Hussars")).to_be_visible()
        expect(force).to_have_count(0)


def off_board(base: str, seed: int) -> Backstage:
    """A battle whose forces may march beyond the table."""
    return Backstage(
        base, COMMANDS, {"Russians": "me", "French": "default"}, seed=seed, off_board="yes", placing="players"
    )


def carried_over_the_edge(me: Sitting) -> None:
    """Dragged off the map to the north, and its task laid out there."""
    me.unit("Hussars").wait_for()
    x, y = middle(me.unit("Hussars"))
    me.page.mouse.move(x, y)
    me.page.mouse.down()
    me.page.mouse.move(700, 300, steps=4)
    me.page.mouse.move(700, 120, steps=4)
    expect(me.map.locator(".why")).to_contain_text("Beyond the edge")
    me.page.mouse.up()
    expect(me.orders.get_by_role("button", name="north", exact=True)).to_have_attribute("aria-pressed", "true")
    me.orders.get_by_role("button", name="attack", exact=True).click()
    if me.orders.get_by_role("button", name="Click on the map", exact=True).count():
        me.page.mouse.click(700, 560)
    me.place()


def until_it_arrives(table: Backstage) -> None:
    """The usual answers until one is asked where it comes on, or the battle is over."""
    for _ in range(400):
        told = table.told("russians")
        if told["over"] or _asks(told):
            return
        if told["decisions"]:
            table.give("russians", told)
    raise AssertionError("it does not come")


def _asks(told: dict[str, Any]) -> bool:
    return any(each["kind"] == "arrival" for each in told["decisions"])


def seed_that_comes(base: str) -> int:
    """Dice by which the column finds its way, looked for past the page: what a lost one does is tested elsewhere."""
    for seed in SEEDS:
        with off_board(base, seed) as table:
            send(table)
            until_it_arrives(table)
            if _asks(table.told("russians")):
                return seed
    raise AssertionError("no column finds its way")


def send(table: Backstage) -> None:
    """The same as by hand."""
    told = table.asked("russians")
    values = {"units": [COLUMN], "edge": "north", "place": 1400, "kind": "attack", "objective": [1300, 700]}
    body = {"decision": "deploy", "option": "beyond", "values": values, "state": told["state"]}
    answered = table.http.post(f"/api/seats/{table.tokens['russians']}/answers", json=body)
    assert answered.status_code == 200, answered.text
