"""Frames of the table in a browser: while it is panned, zoomed and played, and of pages that have less on them.

What a page with nothing on it does in the same minute is the floor: a busy machine, or one without a graphics card, is
slow with that too, and a table can be no quicker.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, Request, Route

SIZE: Any = {"width": 1600, "height": 1000}
UNITS, FEW, MARCHING, FIRING = 300, 10, 100, 40
SHOTS = 8 * FIRING
"""Of a phase: they are played in eight salvoes."""
ROUNDS = 3
"""Each figure is that of the middle one of so many tries, told apart by their mean."""

COUNTING = """() => {
  const spans = []; let last = performance.now(), on = true;
  window.stopCounting = () => { on = false; return spans; };
  const tick = now => { spans.push(now - last); last = now; if (on) requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
}"""
NOTING = """what => new MutationObserver((_, watch) => {
  if (!document.querySelector(what)) return;
  watch.disconnect();
  const line = new MessageChannel();
  line.port1.onmessage = () => (window.drawn = performance.now());
  requestAnimationFrame(() => line.port2.postMessage(0));
}).observe(document, { childList: true, subtree: true })"""
"""When something is painted first, as the page itself notes it: whoever asks from outside is told later."""
BARE = """<body style="margin:0;overflow:hidden;background:#eee"><div id="sheet" style="position:absolute;width:1600px;
height:1000px;background:#ddd;will-change:transform;transform-origin:0 0"></div><script>
  let x = 0, y = 0, k = 1;
  const put = () => sheet.style.transform = `translate(${x}px, ${y}px) scale(${k})`;
  addEventListener('pointermove', e => { if (e.buttons) { x += e.movementX; y += e.movementY; put(); } });
  addEventListener('wheel', e => { e.preventDefault(); k *= Math.exp(-e.deltaY * 0.0016); put(); }, { passive: false });
</script></body>"""


@dataclass(frozen=True)
class Frames:
    """Milliseconds from frame to frame."""

    spans: tuple[float, ...]
    work: float = 0.0
    """Milliseconds of the processor that the page took for each, which hang less on what else the machine does."""

    @property
    def rate(self) -> float:
        """Frames a second over the whole of it."""
        return 1000 / statistics.mean(self.spans)

    @property
    def usual(self) -> float:
        """Frames a second by the middle one of the spans."""
        return 1000 / statistics.median(self.spans)

    @property
    def p95(self) -> float:
        """Milliseconds that 95 of 100 frames take at most."""
        return statistics.quantiles(self.spans, n=20)[-1]

    def told(self, floor: Frames) -> str:
        """In words, beside the floor."""
        return (
            f"{self.rate:.0f} frames a second (median frame {1000 / self.usual:.1f} ms, p95 {self.p95:.1f} ms, "
            f"{self.work:.1f} ms of work each); {self.rate / floor.rate:.2f} of the floor"
        )


def middle(tries: Callable[[], Frames]) -> Frames:
    """The middle one of some tries."""
    return sorted((tries() for _ in range(ROUNDS)), key=lambda each: each.rate)[ROUNDS // 2]


# -- what is put on the table


def crowded(seat: dict[str, Any], wanted: int) -> None:
    """A battle with as many units as are wanted: those that are there, again a little beside."""
    units = seat["picture"]["units"]
    there = [unit for unit in units if unit["where"] == "table"]
    copies = range(1, wanted // max(len(there), 1) + 1)
    again = [
        {**unit, "id": f"{unit['id']}-{n}", "x": unit["x"] + 90 * n, "y": unit["y"] - 70 * n}
        for n in copies
        for unit in there
    ]
    away = [unit for unit in units if unit["where"] != "table"]
    seat["picture"]["units"] = [*away, *[*there, *again][:wanted]]


def on_table(seat: dict[str, Any]) -> list[dict[str, Any]]:
    """The units that stand."""
    return [unit for unit in seat["picture"]["units"] if unit["where"] == "table"]


def told_turn(seat: dict[str, Any]) -> None:
    """A turn in which a hundred of them marched and forty at a time fired, as it is told."""
    ids = [unit["id"] for unit in on_table(seat)]
    event = {"turn": 1, "quarter": 0, "rules": [], "values": {}, "secret": {}, "roll": None, "letter": None}
    shots = [
        {
            **event, "n": n, "kind": "shoots", "phase": "a", "text": f"unit {n} fires",
            "units": {"unit": ids[n % len(ids)], "at": ids[-n % len(ids) - 1]},
        }
        for n in range(SHOTS)
    ]  # fmt: skip
    marches = [
        {**event, "n": SHOTS + n, "kind": "goes", "phase": "b", "text": f"unit {n} marches", "units": {"unit": unit}}
        for n, unit in enumerate(ids[:MARCHING])
    ]
    seat["events"] = shots + marches
    seat["scenes"] = {
        "goes": [{"act": "march", "who": "unit"}],
        "shoots": [{"act": "fire", "who": "unit", "whom": "at"}],
    }


def reel(seat: dict[str, Any]) -> dict[str, Any]:
    """That turn in pictures: nothing changes by the fire, and a hundred units go a turn's way and wheel."""
    there = [{**unit, "y": unit["y"] + 60, "heading": unit["heading"] + 20} for unit in on_table(seat)[:MARCHING]]
    last, frame = len(seat["events"]) - 1, {"turn": 1, "whole": True, "fields": {}}
    frames = [
        {**frame, "n": SHOTS - 1, "phase": "a", "lists": {}},
        {**frame, "n": last, "phase": "b", "lists": {"units": {"changed": there, "order": None}}},
    ]
    return {"first": 0, "last": last, "base": seat["picture"], "frames": frames}


def laid(browser: Browser, base: str, token: str, units: int, *, turn: bool = False) -> Page:
    """A table with so many units, and with what was played on it."""
    page = browser.new_page(viewport=SIZE)
    page.add_init_script("localStorage.setItem('grognard.prefs', JSON.stringify({ follow: false, pace: 0 }))")
    kept: dict[str, Any] = {}

    def answer(route: Route, request: Request) -> None:
        response = route.fetch()
        seat = response.json()
        crowded(seat, units)
        if turn:
            told_turn(seat)
        kept.update(seat)
        route.fulfill(response=response, body=json.dumps(seat))

    def played(route: Route, request: Request) -> None:
        route.fulfill(json=reel(kept))

    page.route(f"**/api/seats/{token}", answer)
    page.route(f"**/api/seats/{token}/reel*", played)
    page.route_web_socket("**/live*", lambda line: None)
    page.goto(f"{base}/#/seat/{token}")
    page.wait_for_selector("[data-units]")
    page.wait_for_timeout(1500)
    return page


def bare(browser: Browser) -> Page:
    """A page of the same size with one grey sheet on it."""
    page = browser.new_page(viewport=SIZE)
    page.set_content(BARE)
    page.wait_for_timeout(300)
    return page


def drawn_units(page: Page) -> int:
    """How many stand on the map as it is shown."""
    return sum(
        len(each.split()) for each in page.locator("[data-units]").evaluate_all("l => l.map(e => e.dataset.units)")
    )


# -- what is done to it


def counted(page: Page, work: Callable[[], None]) -> Frames:
    """The frames while something is done."""
    line = page.context.new_cdp_session(page)
    line.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.evaluate(COUNTING)
    before = _worked(line)
    work()
    after = _worked(line)
    spans: list[float] = page.evaluate("() => window.stopCounting()")
    line.detach()
    return Frames(tuple(spans[2:]), (after - before) / max(1, len(spans)))


def _worked(line: CDPSession) -> float:
    """Milliseconds of the processor that the page's own thread has had."""
    found = line.send("Performance.getMetrics")["metrics"]
    return 1000 * next(float(each["value"]) for each in found if each["name"] == "TaskDuration")


def longest_task(browser: Browser, page: Page, work: Callable[[], Frames], into: Path) -> float:
    """Milliseconds of the processor that the longest task of the page took, while something is done."""
    browser.start_tracing(page=page, path=str(into), categories=["toplevel"])
    work()
    browser.stop_tracing()
    told = json.loads(into.read_text())["traceEvents"]
    mains = {
        (each["pid"], each["tid"])
        for each in told
        if each.get("name") == "thread_name" and each["args"]["name"] == "CrRendererMain"
    }
    return max((each.get("tdur", 0) / 1000 for each in told if (each["pid"], each["tid"]) in mains), default=0.0)


def dragged(page: Page) -> Frames:
    """The map dragged to and fro for some seconds."""
    page.mouse.move(800, 500)
    page.mouse.down()
    page.mouse.move(790, 495)

    def drag() -> None:
        for step in range(120):
            page.mouse.move(800 + 250 * (step % 30 - 15) / 15, 500 + 120 * (step % 18 - 9) / 9)

    found = counted(page, drag)
    page.mouse.up()
    page.wait_for_timeout(200)
    return found


def wheeled(page: Page) -> Frames:
    """The wheel turned in and out again by bursts, with the rest after each in which the new scale is drawn."""
    page.mouse.move(800, 500)

    def turn() -> None:
        for way in (-1, -1, -1, 1, 1, 1):
            for _ in range(4):
                page.mouse.wheel(0, way * 100)
                page.wait_for_timeout(30)
            page.wait_for_timeout(400)

    return counted(page, turn)


def shown(page: Page, said: str) -> Frames:
    """A moment of the log played."""
    page.get_by_role("button", name=said).click()
    page.wait_for_selector("[data-played=playing]")
    found = counted(page, lambda: page.wait_for_timeout(1500))
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-played]", state="hidden")
    return found


def zoomed(page: Page, name: str, times: int) -> None:
    """By the button."""
    for _ in range(times):
        page.get_by_role("button", name=name).click()
    page.wait_for_timeout(400)
