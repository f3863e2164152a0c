"""What happens to the table when the line is cut or the server dies."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from relay import Relay
from sitting import PATIENCE, Sitting
from visiting import Process, free_port

expect.set_options(timeout=PATIENCE)


def begin(me: Sitting) -> None:
    """The first battle, with the council of war over."""
    me.visit()
    me.button("Begin here").click()
    me.laid_out()
    me.done()


def lay_out(me: Sitting, unit: str, dx: float) -> None:
    """An order that is not placed yet."""
    me.unit(unit).click()
    me.click_ground(dx, 0, unit)
    expect(me.page.locator(".time .track")).to_be_visible()
    expect(me.place_button).to_contain_text(re.compile(r"\d points?"))
    expect(me.place_button).to_be_enabled()


def told(me: Sitting) -> dict[str, Any]:
    """What the server shows this seat, past the page."""
    found: dict[str, Any] = me.page.request.get(f"{me.base}/api/seats/{me.token}").json()
    return found


def given(me: Sitting) -> list[str]:
    """The orders of one's units as the server has them."""
    return sorted(
        f"{unit['id']}: {unit['order']}" for unit in told(me)["picture"]["units"] if unit["own"] and unit["order"]
    )


def test_a_cut_line_loses_nothing_and_the_page_catches_up(sit: Callable[..., Sitting], server: Process) -> None:
    with Relay(server.port) as wire:
        me = sit(wire.base)
        begin(me)
        lay_out(me, "Dragoon squadron", 120)
        before = me.state
        me.context.set_offline(True)
        wire.cut()
        expect(me.banner).to_be_visible()
        me.place_button.click()
        expect(me.banner).to_contain_text("One answer waits")
        assert me.state == before
        wire.mend()
        me.context.set_offline(False)
        me.moved_on(before)
        expect(me.banner).to_be_hidden()
        assert any(order.startswith("dragoon-squadron") for order in given(me))
        me.to_turn(2)
        assert me.turn == 2


def test_what_happened_while_the_line_was_cut_is_shown_afterwards(sit: Callable[..., Sitting], server: Process) -> None:
    with Relay(server.port) as wire:
        me = sit(wire.base)
        begin(me)
        before = me.state
        wire.cut()
        expect(me.banner).to_be_visible()
        other = sit().visit(f"/#/seat/{me.token}")
        other.laid_out()
        other.to_turn(2)
        assert me.turn == 1
        wire.mend()
        me.moved_on(before)
        expect(me.table).to_have_attribute("data-turn", "2")
        expect(me.log).to_contain_text(re.compile("turn 1 · movement", re.IGNORECASE))
        assert me.state == told(me)["state"]


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Callable[[], Process]]:
    """A server on one port and database that can be killed and started again."""
    port, running = free_port(), []

    def start() -> Process:
        running.append(Process(tmp_path / "battles.db", port))
        return running[-1]

    yield start
    running[-1].kill()


def test_a_killed_server_has_lost_no_acknowledged_answer(
    sit: Callable[..., Sitting], mortal: Callable[[], Process]
) -> None:
    first = mortal()
    me = sit(first.guest.base)
    begin(me)
    lay_out(me, "Dragoon squadron", 120)
    me.place()
    lay_out(me, "I. Musketeers", 90)
    before, state = told(me), me.state
    first.kill()
    assert me.promised[-1]["option"].endswith("dragoon-squadron")
    expect(me.banner).to_be_visible()
    me.place_button.click()
    expect(me.banner).to_contain_text("One answer waits")
    mortal()
    me.moved_on(state)
    after = told(me)
    assert [event["text"] for event in after["events"]][: len(before["events"])] == [
        event["text"] for event in before["events"]
    ]
    ordered = {order.split(":")[0] for order in given(me)}
    assert {"dragoon-squadron", "i-musketeers"} <= ordered
    me.to_turn(2)
    assert me.turn == 2
