"""Setting up in the browser: battles with options, and the rest of a table answered past the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
from playwright.sync_api import Locator, expect
from sitting import Sitting

SMALL, COMMANDS = "farm-at-the-crossroads", "too-few-orders"


class Backstage:
    """A battle whose seats can be answered without a page, as the rules suggest."""

    def __init__(
        self, base: str, battle: str, who: dict[str, str], seed: int = 7, system: str = "cold-steel", **options: Any
    ) -> None:
        self.http = httpx.Client(base_url=base, timeout=60)
        wanted = {"battle": battle, "system": system, "seed": seed, "seats": who, "options": options}
        made = self.http.post("/api/games", json=wanted)
        assert made.status_code == 200, made.text
        self.spectator: str = made.json()["spectator"]
        self.tokens: dict[str, str] = {seat["seat"]: seat.get("token", "") for seat in made.json()["seats"]}

    def told(self, seat: str) -> dict[str, Any]:
        """All that a seat is shown."""
        found: dict[str, Any] = self.http.get(f"/api/seats/{self.tokens[seat]}").json()
        return found

    def asked(self, seat: str) -> dict[str, Any]:
        """What a seat is shown as soon as something is asked of it."""
        for _ in range(200):
            told = self.told(seat)
            if told["decisions"]:
                return told
        raise AssertionError(f"nothing is asked of {seat}")

    def give(self, seat: str, told: dict[str, Any] | None = None) -> None:
        """The first question of a seat answered as the rules suggest."""
        told = told or self.told(seat)
        self.say(seat, told, **told["decisions"][0]["default"])

    def say(self, seat: str, told: dict[str, Any], option: str, values: dict[str, Any]) -> None:
        """The first question of a seat answered so."""
        body = {"decision": told["decisions"][0]["id"], "option": option, "values": values, "state": told["state"]}
        answered = self.http.post(f"/api/seats/{self.tokens[seat]}/answers", json=body)
        assert answered.status_code == 200, answered.text

    def on_to(self, phase: str, turn: int, *but: str) -> None:
        """Everybody with a link but these answers as usual until that phase has come, or these are all that is open."""
        for _ in range(400):
            shown = {seat: self.told(seat) for seat, token in self.tokens.items() if token}
            first = next(iter(shown.values()))
            if (first["turn"], first["phase"]) == (turn, phase) or first["turn"] > turn or first["over"]:
                return
            asked = [seat for seat, told in shown.items() if told["decisions"] and seat not in but]
            for seat in asked:
                self.give(seat, self.told(seat))
            if not asked and any(told["decisions"] for told in shown.values()):
                return
        raise AssertionError(f"turn {turn}, {phase} does not come")

    def __enter__(self) -> Backstage:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()


def sit_at(me: Sitting, token: str) -> Sitting:
    """Take a seat by its link."""
    me.visit(f"/#/seat/{token}")
    me.page.wait_for_selector("[data-state]")
    return me


def middle(found: Locator) -> tuple[float, float]:
    """The middle of something on the page."""
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(me: Sitting, start: tuple[float, float], by: tuple[float, float], *, let_go: bool = True) -> None:
    """Take hold there, carry it so many pixels, and let go."""
    mouse = me.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move(start[0] + by[0] / 2, start[1] + by[1] / 2, steps=3)
    mouse.move(start[0] + by[0], start[1] + by[1], steps=3)
    if let_go:
        mouse.up()


def moving_on(me: Sitting, act: Callable[[], None]) -> None:
    """Do something that is an answer, and wait until its table shows what came of it."""
    before = me.state
    act()
    me.moved_on(before)


def row(me: Sitting, name: str) -> Any:
    """A unit on the roster."""
    return me.page.locator(".left .row").filter(has=me.page.locator(f'.nm[title="{name}"]')).first


def tell(me: Sitting, name: str, verb: str) -> None:
    """Take a unit in hand, and choose what it is told."""
    row(me, name).click()
    expect(me.orders).to_be_visible()
    me.orders.get_by_role("button", name=verb, exact=True).click()


def units(me: Sitting) -> list[dict[str, Any]]:
    """All units in the picture of a seat."""
    found: list[dict[str, Any]] = me.page.request.get(f"{me.base}/api/seats/{me.token}").json()["picture"]["units"]
    return found
