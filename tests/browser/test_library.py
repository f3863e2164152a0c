"""My battles in the browser: what waits, a copy, a branch, files dropped on the page, another name, the end of one."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path

import httpx
from playwright.sync_api import Locator, expect
from settling import SMALL
from sitting import Sitting

from grognard.battle.record import saves
from grognard.scenarios import bundled
from grognard.scenarios.starting import start

WIDE = "[document.documentElement, document.querySelector('main')].map(each => each.scrollWidth)"
OLD = Path(__file__).parents[1] / "saves" / "cold-steel-0.1.0.grog.json"
DROP = """async ([target, files]) => {
  const data = new DataTransfer();
  for (const [name, content] of files) {
    const bytes = Uint8Array.from(atob(content), letter => letter.charCodeAt(0));
    data.items.add(new File([bytes], name));
  }
  target.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }));
}"""


def library(me: Sitting) -> Sitting:
    """Go to the page."""
    me.visit("/#/battles")
    me.page.get_by_role("heading", name="Your move").wait_for()
    return me


def drop(me: Sitting, *files: tuple[str, bytes]) -> None:
    """Let files go over the page."""
    target = me.page.locator(".dz").element_handle()
    me.page.evaluate(DROP, [target, [[name, b64encode(content).decode()] for name, content in files]])


def begun(me: Sitting) -> Sitting:
    """A battle begun from this page against the computer, and back to the page."""
    library(me)
    me.page.get_by_role("combobox", name="Battle").select_option(SMALL)
    me.button("Begin").click()
    me.laid_out()
    return library(me)


def card(me: Sitting) -> Locator:
    """The first battle under way."""
    return me.page.locator("article").first


def act(me: Sitting, what: str) -> None:
    """Something out of the first battle's menu."""
    card(me).get_by_role("button", name="More about").click()
    me.page.get_by_role("button", name=what, exact=True).click()


def test_a_battle_is_begun_named_kept_as_a_file_and_goes_on_from_it(sit: Callable[..., Sitting]) -> None:
    me = begun(sit())
    expect(card(me).get_by_text("Your orders are awaited")).to_be_visible()
    act(me, "Rename")
    me.page.get_by_role("textbox", name="Name").fill("Before breakfast")
    me.button("Keep the name").click()
    expect(card(me).get_by_role("heading", name="Before breakfast")).to_be_visible()
    card(me).get_by_role("button", name="More about").click()
    with me.page.expect_download() as down:
        me.page.get_by_role("button", name="Save as a file").click()
    content = Path(down.value.path()).read_bytes()
    assert saves.from_bytes(content, "the file").scenario.header.id == SMALL
    assert down.value.suggested_filename == f"{SMALL}-turn-1.json"
    drop(me, ("mine.json", content))
    me.page.get_by_text("It stands at turn 1").wait_for()
    me.button("Open it").click()
    me.laid_out()
    library(me)
    expect(me.page.locator("article")).to_have_count(2)


def test_a_battle_of_an_older_version_is_dropped_looked_at_and_branched(sit: Callable[..., Sitting]) -> None:
    me = library(sit())
    drop(me, (OLD.name, OLD.read_bytes()))
    me.page.get_by_text("It is over").wait_for()
    me.button("Open it").click()
    me.page.get_by_role("heading", name="After The Farm at the Crossroads").wait_for()
    me.page.get_by_role("link", name="Fight on from a turn").click()
    sheet = me.page.get_by_role("dialog")
    sheet.get_by_role("slider").fill("1")
    sheet.get_by_label("What is it to be called?").fill("dragoons stay back")
    sheet.get_by_role("button", name="Begin the branch").click()
    me.laid_out()
    library(me)
    row = me.page.locator(".done li")
    expect(row).to_have_count(1)
    expect(row.get_by_text("dragoons stay back")).to_be_visible()
    expect(row.get_by_text("turn 2", exact=True)).to_be_visible()  # it goes on when turn 1 has ended
    expect(card(me).get_by_role("heading", name="dragoons stay back")).to_be_visible()


def test_what_cannot_be_read_is_refused_by_its_name(sit: Callable[..., Sitting]) -> None:
    me = library(sit())
    drop(me, ("photo.png", b"x"))
    me.page.get_by_role("alert").get_by_text("photo.png: neither a saved battle").wait_for()
    drop(me, ("half.json", OLD.read_bytes()[:-900]))
    me.page.get_by_role("alert").get_by_text("half.json: not a whole battle").wait_for()
    expect(me.button("Open it")).to_have_count(0)
    me.troubles.clear()  # the browser notes every refusal of the server


def test_a_scenario_of_ones_own_is_checked_and_played(sit: Callable[..., Sitting], tmp_path: Path) -> None:
    start(tmp_path / "our-hill", "Our Hill")
    me = library(sit())
    me.page.locator("input[webkitdirectory]").set_input_files(tmp_path / "our-hill")
    me.page.get_by_text("Our Hill", exact=True).wait_for()
    me.button("Begin").click()
    me.laid_out()
    library(me)
    expect(card(me).get_by_role("heading", name="Our Hill")).to_be_visible()


def test_the_checker_says_what_is_wrong(sit: Callable[..., Sitting]) -> None:
    folder = bundled()[SMALL]
    names = ("scenario.toml", "armies.toml", "field.geojson")
    files = {name: (folder / name).read_bytes() for name in names}
    files["armies.toml"] = files["armies.toml"].replace(b"men = 640", b"men = -4")
    me = library(sit())
    drop(me, *files.items())
    me.page.get_by_text("must be put right first").wait_for()
    me.page.get_by_text("armies.toml, line").first.wait_for()
    expect(me.button("Begin")).to_have_count(0)
    me.button("Put away").click()
    me.button("Begin").wait_for()


def test_what_waits_of_a_friends_battle_and_nothing_hidden_is_given_away(
    sit: Callable[..., Sitting], base: str
) -> None:
    with httpx.Client(base_url=base, timeout=60) as http:
        wanted = {"battle": SMALL, "system": "cold-steel", "seed": 7, "seats": {"Prussians": "me", "French": "open"}}
        made = http.post("/api/games", json=wanted).json()
    tokens = {seat["side"]: seat["token"] for seat in made["seats"]}
    me = sit()
    me.visit(f"/#/seat/{tokens['French']}")
    me.laid_out()
    library(me)
    expect(card(me).get_by_text("Your orders are awaited")).to_be_visible()
    expect(card(me).get_by_text("with a friend, by link")).to_be_visible()
    act(me, "Save as a file")
    me.page.get_by_role("alert").get_by_text("hidden from you and the dice to come").wait_for()
    me.troubles.clear()  # the browser notes every refusal of the server
    act(me, "Delete")
    me.page.get_by_text("on the server it stays").wait_for()
    me.button("Delete it").click()
    expect(me.page.locator("article")).to_have_count(0)
    assert httpx.get(f"{base}/api/seats/{tokens['French']}").status_code == 200


def test_a_battle_is_deleted_only_after_a_question(sit: Callable[..., Sitting], base: str) -> None:
    me = begun(sit())
    held = json.loads(me.page.evaluate("localStorage.getItem('grognard.games')"))
    act(me, "Delete")
    me.button("Keep it").click()
    expect(me.page.locator("article")).to_have_count(1)
    act(me, "Delete")
    me.button("Delete it").click()
    expect(me.page.locator("article")).to_have_count(0)
    assert httpx.get(f"{base}/api/seats/{held[0]['seats'][0]['token']}").status_code == 404


def test_it_fits_a_phone_and_works_by_keyboard(sit: Callable[..., Sitting]) -> None:
    me = begun(sit())
    me.page.set_viewport_size({"width": 390, "height": 844})
    me.page.wait_for_timeout(300)
    assert max(me.page.evaluate(WIDE)) <= 390
    me.page.get_by_role("button", name="More about").first.focus()
    me.page.keyboard.press("Enter")
    me.page.keyboard.press("Tab")
    me.page.keyboard.press("Enter")
    me.page.get_by_role("dialog").wait_for()
    me.page.keyboard.press("Escape")
    expect(me.page.get_by_role("dialog")).to_have_count(0)
