"""Days between moves: a clock that was chosen at the start."""

from __future__ import annotations

from collections.abc import Callable

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import expect
from sitting import Sitting


def test_a_clock_is_chosen_and_told_of_and_runs(sit: Callable[..., Sitting]) -> None:
    me = sit()
    me.visit("/#/battles")
    me.page.get_by_role("button", name="Options").click()
    me.page.get_by_label("Clock").select_option(label="15 minutes")
    expect(me.page.get_by_role("dialog")).to_contain_text("the usual answer of the rules is given")
    me.page.get_by_role("button", name="To the table").click()
    expect(me.page.get_by_role("timer").first).to_contain_text("14 min left, then the usual answer is given")
