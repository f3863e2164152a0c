"""Special orders at the table: the words on their chits, and what comes of them on the map."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from settling import SMALL, Backstage, sit_at
from sitting import Sitting

TURNS = 6
"""So many tries a torch may need."""


@pytest.mark.rule("CS-3.3.2.3w")
def test_a_farm_is_set_on_fire_by_its_garrison_and_burns_on_the_map(sit: Callable[..., Sitting], base: str) -> None:
    with Backstage(base, SMALL, {"French": "me", "Prussians": "default"}) as table:
        table.on_to("command", 1)
        table.give("french", table.asked("french"))
        me = sit_at(sit(), table.tokens["french"])
        for turn in range(1, TURNS + 1):
            table.asked("french")
            torch_in_hand(me)
            table.on_to("command", turn + 1)
            if any(area["style"] == "fire" for area in table.told("french")["picture"]["areas"]):
                break
        farm = me.map.locator(".area.fire")
        expect(farm).to_have_count(1)
        expect(farm).to_contain_text("burns since turn")
        assert farm.locator(".flame").count() >= 3


def torch_in_hand(me: Sitting) -> None:
    """The garrison is told so by its chit."""
    me.asked()
    me.unit("1st Light").click()
    chit = me.orders.get_by_role("button", name="set on fire", exact=True)
    if chit.count():
        chit.click()
        expect(chit).to_have_attribute("aria-pressed", "true")
        me.place()
