"""Somebody at the table with a mouse: what he can see and click, by role and name."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from typing import Any

from chromium import CHROMIUM
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    Locator,
    Page,
    Playwright,
    Request,
    Response,
    Route,
    WebSocket,
    expect,
)
from playwright.sync_api import TimeoutError as TooLate

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
SIZE = {"width": 1600, "height": 1000}
PATIENCE = 30_000
"""Milliseconds that anything may take on a busy machine."""
expect.set_options(timeout=PATIENCE)
READ = 1_000
"""Milliseconds after which the page believes that a question was read (600) and the hand has rested (350)."""
SEED = 7
MOVED_ON = """state => {
  const table = document.querySelector('[data-state]');
  return table && Number(table.dataset.state) > state && table.dataset.line === 'live';
}"""
LEFT = "Leave it, done all the same"
"""What Done offers for an order that is laid out and not placed."""
LAID = f"[...document.querySelectorAll('button')].some(each => each.textContent.includes('{LEFT}'))"
ASKED = """() => document.querySelector('[data-state] .done:not([disabled])') || document.querySelector('.curtain')
  || [...document.querySelectorAll('h1, h2, .wait')].some(each => /battle is over/i.test(each.textContent))"""


def open_browser(playwright: Playwright) -> Browser:
    """Debian's Chromium, without a window."""
    return playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))


AT_ONCE = """() => {
  if (!localStorage.getItem('grognard.prefs')) localStorage.setItem('grognard.prefs', JSON.stringify({ pace: 4 }));
}"""


def new_context(browser: Browser, *, plays: bool = False, moves: bool = False) -> BrowserContext:
    """A browser of somebody who was never here. Unless it `plays` what happened, the table is there at once; unless
    things may move, they jump."""
    context = browser.new_context(viewport=SIZE, reduced_motion="no-preference" if moves else "reduce")
    context.set_default_timeout(PATIENCE)
    if not plays:
        context.add_init_script(f"({AT_ONCE})()")
    return context


def seeded(seed: int | None = SEED) -> Any:
    """Lets the page begin its battle with dice that are the same every time; with none, as anybody does."""

    def begin(route: Route) -> None:
        wanted = json.loads(route.request.post_data or "{}")
        route.continue_(post_data=json.dumps(wanted | {"seed": seed}))

    return begin


class Sitting:
    """A page, everything that it received, and everything that it was promised."""

    def __init__(self, context: BrowserContext, base: str, seed: int | None = SEED) -> None:
        self.context, self.base = context, base
        self._left = False
        self.page: Page = context.new_page()
        self.received: list[bytes] = []
        self.troubles: list[str] = []
        self.promised: list[dict[str, Any]] = []
        self.page.on("response", self._heard)
        self.page.on("websocket", self._line)
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("requestfinished", self._finished)
        self.page.route("**/api/games", seeded(seed))

    # -- what came over the line

    def _heard(self, response: Response) -> None:
        if response.status >= 500:
            self.troubles.append(f"{response.status} {response.url}")

    def _finished(self, request: Request) -> None:
        if "/api/" not in request.url:
            return
        try:
            response = request.response()
            if response is None:
                return
            if not re.search(r"map\.svg|/field", request.url):
                self.received.append(response.body())
        except Error:
            if not self._left:
                raise
            return
        if request.url.endswith("/answers") and response.ok:
            self.promised.append(json.loads(request.post_data or "{}") | {"state": response.json()["state"]})

    def last_promise(self) -> dict[str, Any]:
        """The answer that was acknowledged last. The live line may tell of it before the acknowledgement is here."""
        for _ in range(100):
            if self.promised:
                break
            self.page.wait_for_timeout(50)
        return self.promised[-1]

    def leave(self) -> None:
        """Close the page; what is still on its way is not read any more."""
        self._left = True
        self.context.close()

    def _line(self, line: WebSocket) -> None:
        def frame(payload: str | bytes) -> None:
            self.received.append(payload.encode() if isinstance(payload, str) else payload)

        line.on("framereceived", frame)

    def holds(self, secret: str) -> bool:
        """Whether a word is on the page, or in any byte that it received."""
        plain = secret.encode()
        escaped = json.dumps(secret)[1:-1].encode()
        return secret in self.page.content() or any(plain in each or escaped in each for each in self.received)

    # -- the table

    def visit(self, path: str = "/") -> Sitting:
        """Open a page."""
        self.page.goto(self.base + path)
        return self

    @property
    def table(self) -> Locator:
        """The table, which says what state it shows."""
        return self.page.locator("[data-state]")

    @property
    def state(self) -> int:
        """The state that is shown."""
        return int(self.table.get_attribute("data-state") or -1)

    @property
    def turn(self) -> int:
        """The turn that is shown."""
        return int(self.table.get_attribute("data-turn") or -1)

    @property
    def token(self) -> str:
        """The key of the seat in the address."""
        return self.page.url.rsplit("/", 1)[-1]

    def unit(self, name: str) -> Locator:
        """A unit on the map."""
        return self.map.get_by_role("button", name=re.compile(rf"^{re.escape(name)},"))

    @property
    def units(self) -> Locator:
        """All that stand on the map."""
        return self.map.locator("[data-units]")

    @property
    def map(self) -> Locator:
        """The map."""
        return self.page.get_by_role("application")

    @property
    def orders(self) -> Locator:
        """The order that is being laid out."""
        return self.page.get_by_role("region", name="Orders", exact=True)

    @property
    def done_button(self) -> Locator:
        """Ends one's part of the phase, or gives the usual answer."""
        return self.page.get_by_role("button", name=re.compile(r"^(Done|Usual) "))

    def done_if_asked(self) -> None:
        """Done, if it may be pressed: what the other did meanwhile may have taken the question away."""
        with suppress(TooLate):
            self.done_button.click(timeout=700)

    @property
    def place_button(self) -> Locator:
        """Makes what is laid out sure."""
        return self.page.locator("button.go")

    @property
    def log(self) -> Locator:
        """The dispatches."""
        return self.page.locator("aside").filter(has_text="Dispatches").last

    @property
    def banner(self) -> Locator:
        """What is said about the line."""
        return self.page.get_by_role("status").filter(has_text="connection is lost")

    def button(self, name: str) -> Locator:
        """A button by the whole of its name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def laid_out(self) -> None:
        """Wait until units are drawn and something is asked."""
        self.units.first.wait_for()
        self.asked()

    def asked(self) -> None:
        """Wait until something is asked, a curtain falls or the battle is over."""
        self.page.wait_for_function(ASKED)

    def moved_on(self, state: int, *, or_handed_over: bool = False) -> None:
        """Wait until a later state is shown; what is laid out and not placed is left."""
        on = f"({MOVED_ON})(state)" + (" || document.querySelector('.curtain')" if or_handed_over else "")
        self.page.wait_for_function(f"state => {on} || {LAID}", arg=state)
        leave = self.page.get_by_role("button", name=LEFT)
        if leave.count():
            leave.click()
            self.page.wait_for_function(f"state => {on}", arg=state)

    def leave_it_to_officers(self) -> None:
        """At the council of war: whoever was given no mission gets one that his officers think of."""
        before = self.state
        self.page.get_by_role("button", name=re.compile("^The rest as their officers see fit")).click()
        self.moved_on(before)
        self.asked()

    def done(self) -> None:
        """End this part, and wait until something else is asked."""
        self.asked()
        before = self.state
        self.done_button.click()
        self.moved_on(before, or_handed_over=True)
        self.asked()

    def skip_what_is_played(self) -> bool:
        """Whether something was played; it is put away, and so is what came a moment after the key."""
        shown = self.page.locator("[data-played]")
        for pressed in range(20):
            if not shown.count():
                return pressed > 0
            self.page.keyboard.press("Escape")
            with suppress(TooLate):
                shown.wait_for(state="detached", timeout=PATIENCE / 20)
        raise AssertionError("what is played cannot be put away")

    def done_by_key(self) -> None:
        """The key that ends one's part, after the time that a question must have lain on the table for it to count."""
        before = self.state
        self.page.wait_for_timeout(READ)
        self.page.keyboard.press("Control+Enter")
        self.moved_on(before)

    def to_turn(self, turn: int) -> None:
        """The usual answers until that turn."""
        for _ in range(60):
            if self.turn >= turn or self.over:
                return
            self.done()
        raise AssertionError(f"turn {turn} does not come; this is turn {self.turn}")

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.page.get_by_text("The battle is over").count() > 0

    def click_ground(self, dx: float, dy: float, of: str) -> None:
        """Click the map so many pixels from a unit."""
        there = self.unit(of).bounding_box()
        assert there is not None
        self.page.mouse.click(there["x"] + there["width"] / 2 + dx, there["y"] + there["height"] / 2 + dy)

    def place(self) -> None:
        """Make sure what is laid out, and wait until it is taken."""
        before = self.state
        self.place_button.click()
        self.moved_on(before)

    def mission(self, kind: str, *units: str, dx: float, dy: float) -> None:
        """At the council of war: a mission for these, with a place so far from the first."""
        self.button("A mission").click()
        for unit in units:
            self.orders.get_by_role("button", name=unit, exact=True).click()
        self.orders.get_by_role("button", name=kind, exact=True).click()
        place = self.orders.get_by_role("button", name="Click on the map", exact=True)
        if place.count() and "on" not in (place.get_attribute("class") or "").split():
            place.click()
        self.click_ground(dx, dy, units[0])
        place.wait_for(state="hidden")
        self.place()
