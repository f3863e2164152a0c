"""Black Powder in two browsers: two regiments of cavalry on a bare plain. A charge is ordered in one, with its odds
before it is spoken; in the middle of that move the other is asked how its regiment meets it, and rides out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect
from settling import Backstage, moving_on, sit_at, tell
from sitting import Sitting
from visiting import Process, free_port

from grognard.battle.battles import Battle
from grognard.scenarios.model import Scenario
from grognard.scenarios.saving import save
from grognard.systems.black_powder.game import GAME
from grognard.systems.black_powder.staging import BLUE, RED, scenario, unit

SEATS = (BLUE, RED)
Said = tuple[str, dict[str, Any]]


def plain() -> Scenario:
    """A regiment of cavalry and some battalions of each side, ten inches of bare ground between the cavalry."""
    return scenario(
        unit("hussars", at=(30, 14), arm="light_cavalry"),
        unit("fusiliers", at=(12, 8)),
        unit("voltigeurs", at=(12, 3)),
        unit("lancers", RED, at=(30, 24), facing=180, arm="light_cavalry"),
        unit("grenadiers", RED, at=(12, 36), facing=180),
        size=(60, 40),
        turns=2,
    )


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that has our plain among its battles."""
    folder = tmp_path_factory.mktemp("plain")
    save(plain(), folder / "staged")
    running = Process(folder, free_port(), battles=[folder / "staged"])
    yield running.guest.base
    running.kill()


def wishes(asked: dict[str, Any]) -> Said:
    """The hussars are told to charge the lancers, who ride out against them; all else is as usual."""
    for option in asked["options"]:
        if asked["kind"] == "orders" and option["key"] == "charge:hussars":
            return option["key"], {"target": "lancers"}
        if option["key"] == "counter_charge":
            return option["key"], {}
    return asked["default"]["option"], asked["default"]["values"]


def lucky_seed() -> int:
    """Dice by which the order is heard, and the charge met half way."""
    for seed in range(1, 60):
        battle = Battle.begin(GAME, plain(), seed=seed)
        for _ in range(12):
            open_ = [decision for seat in SEATS for decision in battle.decisions(seat)]
            if not open_ or battle.fight.world.active != BLUE:
                break
            option, values = wishes(open_[0].data())
            battle.answer(open_[0].answer(option, **values))
            if option == "counter_charge":
                return seed
    raise AssertionError("no dice by which a charge is met half way")


def test_a_charge_is_ordered_here_and_met_there(sit: Callable[..., Sitting], base: str) -> None:
    done: list[str] = []
    with Backstage(base, "staged", dict.fromkeys(SEATS, "me"), seed=lucky_seed(), system=GAME.id) as battle:
        pages = {seat: sit_at(sit(), battle.tokens[seat]) for seat in SEATS}
        for _ in range(20):
            told = {seat: battle.told(seat) for seat in SEATS}
            if "counter_charge" in done:
                break
            seat = next((seat for seat in SEATS if told[seat]["decisions"]), "")
            if seat:
                done.append(by_mouse(pages[seat], told[seat]["decisions"][0]))
    assert done.index("charge") + 1 == done.index("counter_charge")
    for me in pages.values():
        expect(me.log).to_contain_text("“hussars: charge lancers!”")
        expect(me.log).to_contain_text("lancers ride out against hussars")


def by_mouse(me: Sitting, asked: dict[str, Any]) -> str:
    """An answer given on the page, where what it promises stands before it is given."""
    option, _ = wishes(asked)
    word = option.partition(":")[0]
    me.asked()
    if word == "charge":
        order_a_charge(me)
    elif word == "counter_charge":
        ride_out(me)
    else:
        usual = me.page.locator(".question .answer.usual")
        moving_on(me, (usual if usual.count() else me.done_button).first.click)
    return word


def order_a_charge(me: Sitting) -> None:
    """The sentence, what is rolled for it, and what the whole charge comes to."""
    tell(me, "hussars", "Charge")
    weighed = me.page.locator(".time")
    expect(weighed.locator(".said")).to_have_text("Brigadier blue 1: “hussars: charge lancers!”")
    for words in (
        r"Two dice: staff rating 8, enemy within 12 inches −1\s*7 or less",
        r"A blunder\D*3%",
        r"It gets home\s*with 1 move or more\s*\d+%",
    ):
        expect(weighed).to_contain_text(re.compile(words))
    expect(weighed.locator(".odd")).to_contain_text(re.compile(r"they break \d+ %"))
    moving_on(me, me.place_button.click)


def ride_out(me: Sitting) -> None:
    """Whoever is charged sees what each answer promises, and gives one."""
    question = me.page.locator(".question")
    expect(question.locator("h3")).to_contain_text("hussars charge lancers")
    expect(question.locator(".comes").first).to_contain_text(re.compile(r"Their charge then.*\d+ %", re.DOTALL))
    expect(question).to_contain_text(re.compile("gets away|catch it"))
    moving_on(me, question.locator(".answer").filter(has_text="Counter-charge").click)


def test_a_word_to_several(sit: Callable[..., Sitting], base: str) -> None:
    """Who is told is chosen from a list, and where to on the map; those too far from each other are refused."""
    with Backstage(base, "staged", dict.fromkeys(SEATS, "me"), seed=1, system=GAME.id) as battle:
        for seat in (*SEATS, BLUE):  # how charges are met; who acts of himself
            battle.give(seat)
        me = sit_at(sit(), battle.tokens[BLUE])
        me.laid_out()
        me.button("Brigadier blue 1: move together").click()
        for name in ("fusiliers", "hussars"):
            me.orders.get_by_role("button", name=name, exact=True).click()
        me.click_ground(0, -120, "fusiliers")
        weighed = me.page.locator(".time")
        expect(weighed).to_contain_text("within 6 inches of another")
        for name in ("hussars", "voltigeurs"):
            me.orders.get_by_role("button", name=name, exact=True).click()
        expect(weighed.locator(".said")).to_contain_text(
            re.compile(r"Brigadier blue 1: “fusiliers and voltigeurs: go \d+ inches to the north!”")
        )
        for words in (r"No move.*he falls silent", "One move.*inches", "Two moves", "Three moves", "A blunder"):
            expect(weighed).to_contain_text(re.compile(rf"{words}.*\d+%", re.DOTALL))
        moving_on(me, me.place_button.click)
        expect(me.log).to_contain_text("fusiliers and 1 unit with it: go")
