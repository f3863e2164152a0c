"""The end of a battle in the browser, the curtain between two at one screen, and what the opening page remembers."""

from __future__ import annotations

from collections.abc import Callable

from settling import SMALL, Backstage, sit_at
from sitting import Sitting


def fought_out(base: str) -> str:
    """The link of a seat whose short battle is over."""
    with Backstage(base, SMALL, {"Prussians": "me", "French": "staff"}, turns=1) as battle:
        while not (told := battle.told("prussians"))["over"]:
            if told["decisions"]:
                battle.give("prussians", told)
        return battle.tokens["prussians"]


def test_the_verdict_can_be_closed_and_had_again_and_leads_to_the_report(
    sit: Callable[..., Sitting], base: str
) -> None:
    me = sit_at(sit(), fought_out(base))
    verdict = me.page.get_by_role("dialog", name="The battle is over")
    verdict.get_by_text("A lead of 2 is marginal, 4 clear.").wait_for()
    with me.context.expect_page() as opened:
        verdict.get_by_role("button", name="Read the report").click()
    opened.value.wait_for_url("**/report")
    opened.value.get_by_role("heading", name="The story").wait_for()
    me.page.keyboard.press("Escape")
    verdict.wait_for(state="hidden")
    me.button("The verdict").click()
    verdict.wait_for()


def test_keys_pressed_in_haste_do_not_run_through_the_curtain(sit: Callable[..., Sitting]) -> None:
    me = sit().visit()
    me.button("same screen").first.click()
    me.page.locator(f"[data-battle={SMALL}]").get_by_role("button", name="Play").click()
    me.button("To the table").click()
    me.button("I am here, show the table").click()
    me.laid_out()
    me.page.wait_for_timeout(700)
    for _ in range(10):
        me.page.keyboard.press("Control+Enter")
        me.page.wait_for_timeout(60)
    me.page.get_by_role("heading", name="French, please").wait_for()
    me.page.wait_for_timeout(900)
    me.page.keyboard.press("Control+Enter")
    assert me.page.locator(".curtain").count() == 1, "only a plain key lifts it"
    me.page.reload()
    me.page.get_by_role("heading", name="French, please").wait_for()


def test_the_opening_page_remembers_the_rules_and_a_battle_is_as_long_as_it_says(sit: Callable[..., Sitting]) -> None:
    me = sit().visit()
    card = me.page.locator(f"[data-battle={SMALL}]")
    card.get_by_text("10 turns").wait_for()
    me.button("Cold Steel & Canister").first.click()
    me.page.reload()
    card.get_by_text("10 turns").wait_for()
    me.page.locator(".hero").get_by_text("Cold Steel & Canister").wait_for()


def test_a_battle_is_given_up_after_one_question(sit: Callable[..., Sitting], base: str) -> None:
    with Backstage(base, SMALL, {"Prussians": "me", "French": "staff"}) as battle:
        me = sit_at(sit(), battle.tokens["prussians"])
        me.page.get_by_role("button", name="The table").click()
        dialog = me.page.get_by_role("dialog", name="The table")
        dialog.get_by_role("button", name="Give the battle up").click()
        dialog.get_by_role("button", name="Fight on").click()
        dialog.get_by_role("button", name="Give the battle up").click()
        dialog.get_by_role("button", name="Give it up").click()
        verdict = me.page.get_by_role("dialog", name="The battle is over")
        verdict.get_by_text("Prussians gave up the battle").first.wait_for()
        assert battle.told("prussians")["over"]
