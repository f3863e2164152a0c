"""The review of a battle in the browser, as one's own side knew it and as everybody does."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect
from settling import SMALL
from sitting import Sitting

WIDE = "[document.documentElement, document.querySelector('main')].map(each => each.scrollWidth)"


@pytest.fixture(scope="module")
def fought(base: str) -> dict[str, Any]:
    """A short battle against the computer that is over."""
    wanted = {"battle": SMALL, "system": "cold-steel", "seed": 7, "seats": {"Prussians": "me", "French": "staff"}}
    with httpx.Client(base_url=base, timeout=60) as http:
        made: dict[str, Any] = http.post("/api/games", json=wanted | {"options": {"turns": 6}}).json()
        token = next(seat["token"] for seat in made["seats"] if seat.get("token"))
        for _ in range(2000):
            told = http.get(f"/api/seats/{token}").json()
            if told["over"]:
                break
            if told["decisions"]:
                first = told["decisions"][0]
                body = {"decision": first["id"], **first["default"], "state": told["state"]}
                http.post(f"/api/seats/{token}/answers", json=body)
    return made | {"token": token}


def reviewed(me: Sitting, fought: dict[str, Any]) -> Sitting:
    """The page, with the battle among those of this browser."""
    held = {"seat": "prussians", "title": "Prussians", "token": fought["token"]}
    game = {"game": fought["game"], "battle": SMALL, "title": "The Farm at the Crossroads", "system": "cold-steel"}
    more = {"date": "", "seats": [held], "others": [], "host": fought["host"], "spectator": "", "turn": 6, "turns": 6}
    kept = [game | more | {"over": True, "waiting": False, "seen": 1}]
    me.context.add_init_script(f"localStorage.setItem('grognard.games', {json.dumps(json.dumps(kept))})")
    me.visit(f"/#/review/{fought['token']}")
    me.page.get_by_role("heading", name="Strength").wait_for()
    return me


def test_one_sees_ones_own_side_and_then_both(sit: Callable[..., Sitting], fought: dict[str, Any]) -> None:
    me = reviewed(sit(), fought)
    me.page.get_by_text("You see what your own side knew").wait_for()
    label = me.page.locator(".win svg").get_attribute("aria-label") or ""
    assert label.startswith("Prussians")
    assert "French" not in label
    me.button("Show both armies").click()
    me.page.get_by_text("of both sides").wait_for()
    label = me.page.locator(".win svg").get_attribute("aria-label") or ""
    assert "French" in label
    for title in ("Where men fell", "The rolls that turned it", "Losses by formation", "Luck"):
        expect(me.page.get_by_role("heading", name=title)).to_be_visible()


def test_a_roll_leads_to_its_moment_in_the_replay(sit: Callable[..., Sitting], fought: dict[str, Any]) -> None:
    me = reviewed(sit(), fought)
    first = me.page.locator(".rolls li a.t").first
    turn = (me.page.locator(".rolls li > i").first.text_content() or "").removeprefix("turn ")
    first.click()
    me.page.locator(".table.past").wait_for()
    shown = me.page.locator(".table.past")
    assert f"urn {turn}" in (shown.text_content() or "")


def test_it_fits_a_phone(sit: Callable[..., Sitting], fought: dict[str, Any]) -> None:
    me = reviewed(sit(), fought)
    me.page.set_viewport_size({"width": 390, "height": 844})
    me.page.wait_for_timeout(500)
    assert max(me.page.evaluate(WIDE)) <= 390


def test_a_battle_that_goes_on_has_no_review(sit: Callable[..., Sitting], base: str) -> None:
    wanted = {"battle": SMALL, "system": "cold-steel", "seed": 7, "seats": {"Prussians": "me", "French": "staff"}}
    made = httpx.post(f"{base}/api/games", json=wanted, timeout=60).json()
    me = sit()
    me.visit(f"/#/review/{made['seats'][0]['token']}")
    me.page.get_by_role("alert").get_by_text("not over yet").wait_for()
    me.troubles.clear()  # the browser notes every refusal of the server
