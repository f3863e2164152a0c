"""Class Dice in two browsers: two squadrons on a bare plain. One side contests the other's initiative, and the squadron
that is charged rides out against the charge: both interrupt what the other is doing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect
from settling import Backstage, moving_on, sit_at, tell, units
from sitting import Sitting
from visiting import Process, free_port

from grognard.battle.battles import Battle
from grognard.scenarios.model import Scenario
from grognard.scenarios.saving import save
from grognard.systems.class_dice.game import GAME
from grognard.systems.class_dice.staging import BLUE, RED, scenario, unit

SEATS = (BLUE, RED)
Said = tuple[str, dict[str, Any]]


def plain() -> Scenario:
    """A squadron and a battalion of each side, ten inches of bare ground between the squadrons."""
    return scenario(
        unit("hussars", at=(20, 10), arm="light_cavalry", men=240),
        unit("fusiliers", at=(8, 6), men=480),
        unit("lancers", RED, at=(20, 20), facing=180, arm="light_cavalry", men=240),
        unit("grenadiers", RED, at=(8, 24), facing=180, men=480),
        size=(40, 30),
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
    """What both would do: contest, charge the other's horse, and ride out against a charge."""
    wanted = ("contest:", "charge:hussars", "charge:lancers", "countercharge:")
    for option in asked["options"]:
        if option["key"].startswith(wanted):
            target = option["fields"].get("target", {}).get("values", [])
            return option["key"], {"target": target[0]} if target else {}
    return asked["default"]["option"], asked["default"]["values"]


def lucky_seed() -> int:
    """Dice by which a contest is fought and a charge is met half way."""
    for seed in range(1, 60):
        battle, kinds = Battle.begin(GAME, plain(), seed=seed), set[str]()
        for _ in range(30):
            open_ = [decision for seat in SEATS for decision in battle.decisions(seat)]
            kinds = {event.kind for event in battle.events()}
            if not open_ or battle.fight.world.turn > 1 or "countercharged" in kinds:
                break
            option, values = wishes(open_[0].data())
            battle.answer(open_[0].answer(option, **values))
        if {"contests", "countercharged"} <= kinds:
            return seed
    raise AssertionError("no dice by which a charge is met half way")


def test_a_contest_and_a_countercharge_interrupt_the_other(sit: Callable[..., Sitting], base: str) -> None:
    seed, done = lucky_seed(), set[str]()
    with Backstage(base, "staged", dict.fromkeys(SEATS, "me"), seed=seed, system=GAME.id) as battle:
        pages = {seat: sit_at(sit(), battle.tokens[seat]) for seat in SEATS}
        for _ in range(30):
            told = {seat: battle.told(seat) for seat in SEATS}
            if any(event["kind"] == "countercharged" for event in told[BLUE]["events"]):
                break
            seat = next((seat for seat in SEATS if told[seat]["decisions"]), "")
            if seat:
                asked = told[seat]["decisions"][0]
                done.add(by_mouse(pages[seat], asked, *wishes(asked)))
    assert {"contest", "charge", "countercharge"} <= done
    for me in pages.values():
        expect(me.log).to_contain_text("contests the initiative")
        expect(me.log).to_contain_text(re.compile("rides out|countercharge"))


def by_mouse(me: Sitting, asked: dict[str, Any], option: str, values: dict[str, Any]) -> str:
    """An answer given on the page, where its odds stand before it is given."""
    word, _, who = option.partition(":")
    me.asked()
    question = me.page.locator(".question")
    if word == "charge":
        name = next(each["name"] for each in units(me) if each["id"] == who)
        tell(me, name, "Charge")
        choose = me.orders.locator("select").first
        if choose.count():
            choose.select_option(values["target"])
        chain = me.page.locator(".time .odd")
        expect(chain.filter(has_text="paces of allowance to go")).to_contain_text(re.compile(r"it gets home \d+ %"))
        expect(chain.filter(has_text="Their local initiative")).to_contain_text(re.compile(r"countercharges \d+ %"))
        expect(chain.filter(has_text="Charge, if nobody has fired")).to_contain_text(re.compile(r"melee \d+ %"))
        moving_on(me, me.place_button.click)
    elif question.count():
        odds = {"contest": r"we have it \d+ %", "countercharge": r"it does \d+ %"}.get(word)
        if odds:
            expect(question.locator(".comes").first).to_contain_text(re.compile(odds))
        text = next(each["text"] for each in asked["options"] if each["key"] == option)
        moving_on(me, question.locator(".answer").filter(has_text=text[1:]).first.click)
    else:
        moving_on(me, me.done_button.click)
    return word
