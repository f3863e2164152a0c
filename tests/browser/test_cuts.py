"""What happens to the table when the line is cut or the server dies."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect
from relay import Relay
from sitting import Sitting
from visiting import Process, free_port


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
        running.append(Process(tmp_path, port))
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


def test_an_answer_that_was_not_heard_is_sent_again_though_the_line_is_up(sit: Callable[..., Sitting]) -> None:
    me = sit()
    begin(me)
    lay_out(me, "Dragoon squadron", 120)
    before = me.state
    me.page.route("**/answers", lambda route: route.abort(), times=1)
    me.place_button.click()
    me.moved_on(before)
    expect(me.banner).to_be_hidden()
    assert orders_of(me, "dragoon-squadron") == 1


def test_an_answer_that_was_heard_but_not_acknowledged_is_not_taken_twice(sit: Callable[..., Sitting]) -> None:
    me = sit()
    begin(me)
    lay_out(me, "Dragoon squadron", 120)
    before, heard = me.state, []

    def swallow(route: Route) -> None:
        heard.append(route.fetch().status)
        route.abort()

    me.page.route("**/answers", swallow, times=1)
    me.place_button.click()
    me.moved_on(before)
    expect(me.table).to_have_attribute("data-line", "live")
    expect(me.page.get_by_role("alert")).to_be_hidden()
    assert heard == [200]
    assert orders_of(me, "dragoon-squadron") == 1
    lay_out(me, "I. Musketeers", 90)
    me.place()
    assert orders_of(me, "i-musketeers") == 1


def orders_of(me: Sitting, unit: str) -> int:
    """How often the server took an order for a unit."""
    return sum(event["kind"] == "ordered" and unit in event["units"].values() for event in told(me)["events"])


def test_a_line_that_has_gone_silent_is_given_up_and_comes_back(sit: Callable[..., Sitting]) -> None:
    me = sit()
    lines: list[WebSocketRoute] = []

    def relayed(line: WebSocketRoute) -> None:
        far = line.connect_to_server()
        lines.append(line)
        if len(lines) == 1:
            far.on_message(lambda message: None)

    me.page.route_web_socket("**/live*", relayed)
    me.page.clock.install()
    me.visit()
    me.button("Begin here").click()
    me.units.first.wait_for()
    expect(me.table).to_have_attribute("data-line", "live")
    before = me.state
    answered = told(me)["decisions"][0]
    reply = {"decision": answered["id"], **answered["default"], "state": before}
    assert me.page.request.post(f"{me.base}/api/seats/{me.token}/answers", data=reply).ok
    assert me.state == before
    me.page.clock.fast_forward(46_000)
    me.moved_on(before)
    assert len(lines) >= 2
