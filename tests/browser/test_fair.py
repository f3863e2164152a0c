"""A battle between two browsers whose dice nobody could choose, verified by a third from the file alone."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import expect
from settling import SMALL, sit_at
from sitting import Sitting


def begun(base: str) -> dict[str, Any]:
    """A battle of one turn for two people, with dice that are drawn."""
    seats, options = {"Prussians": "me", "French": "open"}, {"turns": 1}
    wanted = {"battle": SMALL, "system": "cold-steel", "seats": seats, "options": options}
    found: dict[str, Any] = httpx.post(f"{base}/api/games", json=wanted).json()
    return found


def verified(file: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "grognard", "verify", str(file), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_two_browsers_fight_and_a_third_verifies_it_offline(
    sit: Callable[..., Sitting], base: str, tmp_path: Path
) -> None:
    game = begun(base)
    tokens = {seat["seat"]: seat["token"] for seat in game["seats"]}
    one = sit().visit(f"/#/seat/{tokens['prussians']}")
    waits = one.page.get_by_role("status").filter(has_text="The first die falls when all have given their part")
    expect(waits.first).to_contain_text("French")
    assert not one.done_button.is_enabled()
    one.page.reload()  # the part that was drawn is kept
    expect(waits.first).to_be_visible()
    other = sit_at(sit(), tokens["french"])
    one.laid_out()
    told = one.page.request.get(f"{base}/api/seats/{tokens['prussians']}").json()
    assert (told["dice"]["begun"], told["dice"]["draw"]) == (True, 1)
    players = (one, other)
    while not any(each.page.get_by_role("dialog", name="The battle is over").count() for each in players):
        for each in players:
            each.done_if_asked()
    heard = [got for each in players for got in each.received]
    httpx.post(f"{base}/api/host/{game['host']}/reveal", json={"revealed": True}).raise_for_status()
    file = downloaded(sit(), game["spectator"], tmp_path)
    content = json.loads(file.read_bytes())
    assert set(content["fair"]["seats"]) == {"prussians", "french"}
    assert not any(content["seed"].encode() in got for got in heard)
    assert "the seed follows from the parts that were promised" in verified(file).stdout
    words = shlex.split(check_shown(one))
    assert words[:2] == ["grognard", "verify"]
    assert sum(word == "--part" for word in words) == 1
    assert sum(word == "--commitment" for word in words) == 3
    assert verified(file, *words[3:]).returncode == 0
    lie = [re.sub(r"^(prussians=)(.)", lambda m: m[1] + ("0" if m[2] != "0" else "1"), word) for word in words[3:]]
    assert "you have" in verified(file, *lie).stderr


def test_two_at_one_screen_give_a_part_each(sit: Callable[..., Sitting]) -> None:
    me = sit(seed=None).visit()
    me.button("same screen").first.click()
    me.page.locator(f"[data-battle={SMALL}]").get_by_role("button", name="Play").click()
    me.button("To the table").click()
    me.button("I am here, show the table").click()
    me.laid_out()
    dice = me.page.request.get(f"{me.base}/api/seats/{me.token}").json()["dice"]
    assert dice["begun"]
    assert [each["given"] for each in dice["seats"]] == [True, True]
    assert not dice["chosen"]


def test_who_comes_with_another_browser_before_the_first_die_draws_anew(sit: Callable[..., Sitting], base: str) -> None:
    game = begun(base)
    tokens = {seat["seat"]: seat["token"] for seat in game["seats"]}
    first = sit().visit(f"/#/seat/{tokens['prussians']}")
    first.page.get_by_role("status").filter(has_text="The first die falls").first.wait_for()
    first.leave()
    again = sit_at(sit(), tokens["prussians"])
    sit_at(sit(), tokens["french"])
    again.laid_out()
    dice = again.page.request.get(f"{base}/api/seats/{tokens['prussians']}").json()["dice"]
    assert (dice["begun"], dice["draw"]) == (True, 2)


def downloaded(third: Sitting, spectator: str, folder: Path) -> Path:
    """The file, by one who only looked on."""
    third.visit(f"/#/seat/{spectator}")
    with third.page.expect_download() as coming:
        third.page.get_by_role("link", name="Download it").click()
    file = folder / "farm.json"
    coming.value.save_as(file)
    return file


def check_shown(me: Sitting) -> str:
    """What the page says to type."""
    me.page.reload()
    verdict = me.page.get_by_role("dialog", name="The battle is over")
    verdict.get_by_text("The dice", exact=True).click()
    return verdict.locator("pre").inner_text()
