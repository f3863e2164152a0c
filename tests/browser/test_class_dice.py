"""Class Dice by mouse: a battle against the computer to its end, and two browsers whose moves interrupt each other."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect
from settling import SMALL, Backstage, sit_at
from sitting import PATIENCE, Sitting

expect.set_options(timeout=PATIENCE)
SYSTEM = "class-dice"
Said = tuple[str, dict[str, Any]]


def short_battle(base: str, turns: int) -> str:
    """The link of the Prussians' seat in a battle of a few turns against the computer."""
    with Backstage(base, SMALL, {"Prussians": "me", "French": "staff"}, seed=3, system=SYSTEM, turns=turns) as battle:
        return battle.tokens["prussians"]


def asked_of(me: Sitting) -> dict[str, Any] | None:
    """The first question that is open to a seat, past the page."""
    told = me.page.request.get(f"{me.base}/api/seats/{me.token}").json()
    return told["decisions"][0] if told["decisions"] and not told["over"] else None


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


# -- against the computer


def test_a_whole_battle_by_mouse(sit: Callable[..., Sitting], base: str) -> None:
    me = sit_at(sit(), short_battle(base, turns=2))
    me.laid_out()
    instructions_are_given_once(me)
    points_are_weighed(me)
    told: set[str] = set()
    for _ in range(80):
        me.asked()
        if me.over:
            break
        asked = asked_of(me)
        if asked is None:
            continue
        if asked["kind"] == "brigade":
            told |= act(me, asked)
        elif asked["kind"] == "leaders" and "rode" not in told:
            a_leader_is_weighed(me)
            told.add("rode")
        else:
            answer(me)
    expect(me.page.get_by_role("dialog", name="The battle is over")).to_be_visible()
    assert {"march", "rode"} <= told
    me.page.keyboard.press("Escape")
    texts = me.log.locator(".entry").all_inner_texts()
    assert any("paces" in text for text in texts)
    assert any("initiative" in text for text in texts)


def instructions_are_given_once(me: Sitting) -> None:
    """What units do unasked is said once, and stands above the map from then on."""
    me.button("Standing instructions").click()
    me.orders.get_by_role("button", name="Ask each time", exact=True).click()
    moving_on(me, me.button("Let it be so").click)
    me.asked()


def points_are_weighed(me: Sitting) -> None:
    """The form of the opening roll lies open, with the odds for the points that are chosen."""
    weighed = me.page.locator(".time .odd")
    expect(weighed.first).to_contain_text(re.compile(r"we have it \d+ %"))
    before = weighed.first.inner_text()
    me.orders.get_by_role("button", name="2", exact=True).click()
    expect(weighed.first).not_to_have_text(before)
    moving_on(me, me.done_button.click)
    expect(me.page.locator(".sky, .chips").first).to_contain_text("initiative")


def a_leader_is_weighed(me: Sitting) -> None:
    """A leader's commands lie side by side; how likely he is to be heard is told beforehand."""
    me.map.get_by_role("button", name=re.compile("Eichstedt")).first.click()
    me.orders.get_by_role("button", name="Lead a regiment", exact=True).click()
    me.orders.locator("select").select_option(index=1)
    expect(me.page.locator(".time")).to_contain_text("times in a hundred")
    answer(me)


def act(me: Sitting, asked: dict[str, Any]) -> set[str]:
    """A unit charges if it may, fires if it may, or marches; the odds are there before it is made sure."""
    for word, verb in (("charge", "Charge"), ("fire", "Fire"), ("march", "March")):
        option = next((each for each in asked["options"] if each["key"].startswith(f"{word}:")), None)
        if option is None:
            continue
        name = next(unit["name"] for unit in units(me) if unit["id"] == option["about"])
        tell(me, name, verb)
        if word == "march":
            me.click_ground(70, 6, name)
            expect(me.page.locator(".time")).to_contain_text(re.compile(r"\d+ paces.*\d+%", re.DOTALL))
        else:
            choose = me.orders.locator(".fields select").first
            if choose.count() and not choose.input_value():
                choose.select_option(index=1)
            expect(me.page.locator(".time .odd").first).to_be_visible()
        if me.place_button.is_enabled():
            moving_on(me, me.place_button.click)
            return {word}
    answer(me)
    return set()


def units(me: Sitting) -> list[dict[str, Any]]:
    """All units in the picture of a seat."""
    found: list[dict[str, Any]] = me.page.request.get(f"{me.base}/api/seats/{me.token}").json()["picture"]["units"]
    return found


def answer(me: Sitting) -> None:
    """The usual answer to a question, or Done."""
    usual = me.page.locator(".question .answer.usual")
    moving_on(me, (usual if usual.count() else me.done_button).first.click)


# -- two browsers

PLAIN, HORSE = "even-ground", {"french": "fr-33rd-chasseurs", "austrians": "au-13th-chevaulegers"}
MEET = {"french": [960, 480], "austrians": [960, 960]}
CAVALRY = re.compile("espars|ahrn")


def wishes(seat: str, asked: dict[str, Any], turn: int) -> Said:
    """What both do: in the first turn their light horse rides out to the middle of the plain, in the second each tries
    to be the first to charge the other's, who rides out against it."""
    keys = {option["key"]: option for option in asked["options"]}
    other = HORSE["austrians" if seat == "french" else "french"]
    wanted: dict[str, Said] = {
        "name_division": (next((key for key in keys if CAVALRY.search(key)), asked["default"]["option"]), {}),
        "contest": (next((key for key in keys if CAVALRY.search(key)), "done"), {}),
        "react": (next((key for key in keys if key.startswith("countercharge:")), asked["default"]["option"]), {}),
        "brigade": ("done", {}),
    }
    march, charge = f"march:{HORSE[seat]}", f"charge:{HORSE[seat]}"
    if turn == 1 and march in keys:
        wanted["brigade"] = march, {"to": MEET[seat]}
    elif charge in keys and other in keys[charge]["fields"]["target"]["values"]:
        wanted["brigade"] = charge, {"target": other}
    if turn == 1:
        wanted["contest"] = "done", {}
    default = asked["default"]
    return wanted.get(asked["kind"], (default["option"], default["values"]))


def happened(told: dict[str, Any]) -> set[str]:
    """Kinds of events of the second turn."""
    return {event["kind"] for event in told["events"] if event["turn"] == 2}


def ridden_out(battle: Backstage, turn: int, till: str = "") -> bool:
    """Both seats answer as they wish until that turn has come, or something has happened in the turn before it."""
    for _ in range(120):
        for seat in HORSE:
            told = battle.told(seat)
            if told["turn"] >= turn or told["over"] or (till and till in happened(told)):
                return till in happened(told) if till else True
            if told["decisions"]:
                battle.say(seat, told, *wishes(seat, told["decisions"][0], told["turn"]))
    return False


def lucky_seed(base: str) -> int:
    """Dice by which the contest is fought and the charge is met half way: tried out past the pages."""
    for seed in range(1, 40):
        with Backstage(base, PLAIN, {"French": "me", "Austrians": "me"}, seed=seed, system=SYSTEM) as battle:
            if ridden_out(battle, 2) and ridden_out(battle, 3, "countercharged"):
                if "contests" in happened(battle.told("french")):
                    return seed
    raise AssertionError("no dice by which a charge is met half way")


def test_a_contest_and_a_countercharge_interrupt_the_other(sit: Callable[..., Sitting], base: str) -> None:
    seed = lucky_seed(base)
    with Backstage(base, PLAIN, {"French": "me", "Austrians": "me"}, seed=seed, system=SYSTEM) as battle:
        assert ridden_out(battle, 2)
        pages = {seat: sit_at(sit(), token) for seat, token in battle.tokens.items() if token}
        seen: set[str] = set()
        for _ in range(60):
            told = {seat: battle.told(seat) for seat in pages}
            if "countercharged" in happened(told["french"]):
                break
            for seat, me in pages.items():
                if told[seat]["decisions"]:
                    seen |= by_mouse(me, told[seat]["decisions"][0], *wishes(seat, told[seat]["decisions"][0], 2))
                    break
    assert {"contest", "countercharge"} <= seen
    for me in pages.values():
        expect(me.log).to_contain_text("contests the initiative")
        expect(me.log).to_contain_text("countercharge")


def by_mouse(me: Sitting, asked: dict[str, Any], option: str, values: dict[str, Any]) -> set[str]:
    """An answer given on the page; what of it was a matter between the two."""
    word = option.partition(":")[0]
    me.asked()
    text = next(each["text"] for each in asked["options"] if each["key"] == option)
    if "target" in values:
        name = {unit["id"]: unit["name"] for unit in units(me)}
        tell(me, name[option.partition(":")[2]], "Charge")
        choose = me.orders.locator(".fields select").first
        if choose.count():
            choose.select_option(values["target"])
        chain = me.page.locator(".time .odd")
        expect(chain.filter(has_text="paces of allowance to go")).to_contain_text(re.compile(r"it gets home \d+ %"))
        expect(chain.filter(has_text="Charge, if nobody has fired")).to_be_visible()
        moving_on(me, me.place_button.click)
        return {"charge"}
    question = me.page.locator(".question")
    if question.count():
        if word == "countercharge":
            expect(question).to_contain_text(re.compile("charges .* Local initiative"))
            expect(question.locator(".comes").first).to_contain_text(re.compile(r"it does \d+ %"))
        if word == "contest":
            expect(question.locator(".comes").first).to_contain_text(re.compile(r"we have it \d+ %"))
        exact = re.compile(rf"^\W*\d*\W*{re.escape(text)}", re.IGNORECASE)
        moving_on(me, question.locator(".answer").filter(has_text=exact).first.click)
        return {word}
    moving_on(me, me.done_button.click)
    return {word}
