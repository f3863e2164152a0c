"""The table in the browser: first meaningful paint, panning, what is played, one answer after the other, what is sent.
Answers with many battles are in server.py.

    .venv/bin/python bench/table.py [--seeing]

Needs Debian's Chromium, as a shell or whole, and the pages (make web). All on loopback; the load is bounded.
"""

from __future__ import annotations

import argparse
import gzip
import os
import statistics
import sys
import tempfile
from pathlib import Path

import _seeing as seeing
from _common import exit_with, verdict
from _serving import begun, echo, kept_open, served
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "browser"))
from chromium import CHROMIUM  # noqa: E402

STATIC = ROOT / "src" / "grognard" / "server" / "static"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PAINT_S, PANNED, PLAYED, HITCH_MS = 1.0, 60, 30, 100
BUNDLE_KB, KEPT_OPEN_MS = 400, 25


# -- the browser


def first_paint(browser: Browser, base: str, token: str) -> float:
    """Seconds from opening the link in a fresh browser until units stand on the map; with no key, until the bare
    description of the server is there."""
    context = browser.new_context(viewport=seeing.SIZE)
    page = context.new_page()
    page.add_init_script(f"({seeing.NOTING})('{'[data-units]' if token else 'pre'}')")
    page.goto(f"{base}/#/seat/{token}" if token else f"{base}/api/openapi.json", wait_until="commit")
    drawn = page.wait_for_function("() => window.drawn").json_value()
    context.close()
    return float(drawn) / 1000


def browsing(base: str) -> bool:
    """First paint, panning, zoom and playback, told as they come; whether all are within their bars."""
    token = begun(base, "quatre-bras")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        first_paint(browser, base, token)  # the server draws its map once
        paints = sorted(first_paint(browser, base, token) for _ in range(5))
        print(
            f"Quatre Bras: units on the map after {paints[2]:.2f} s, median of 5, {paints[0]:.2f} to {paints[-1]:.2f} "
            f"(aim {PAINT_S:g}); a bare page after {first_paint(browser, base, ''):.2f} s"
        )
        met = [paints[2] <= PAINT_S, *panned(browser, base, token), zoomed_well(browser, base, token)]
        met += played(browser, base, token)
        browser.close()
    return all(met)


def panned(browser: Browser, base: str, token: str) -> list[bool]:
    """The map dragged at both ends of the scale, beside an empty page and a table with few units."""
    met = []
    for name, times in (("Zoom out (−)", 4), ("Zoom in (+)", 4)):
        pages = [seeing.bare(browser), *(seeing.laid(browser, base, token, n) for n in (seeing.FEW, seeing.UNITS))]
        for page in pages[1:]:
            seeing.zoomed(page, name, times)
        floor, few, many = (seeing.middle(lambda page=page: seeing.dragged(page)) for page in pages)
        what = name[:-4].lower()
        print(f"panning an empty page: {floor.told(floor)}")
        print(f"panning {seeing.FEW} units, {what}: {few.told(floor)}")
        print(f"panning {seeing.drawn_units(pages[2])} units, {what}: {many.told(floor)} (aim {PANNED})")
        met.append(round(many.rate) >= PANNED)
        for page in pages:
            page.close()
    return met


def zoomed_well(browser: Browser, base: str, token: str) -> bool:
    """The longest frame while the wheel turns."""
    pages = [seeing.bare(browser), *(seeing.laid(browser, base, token, n) for n in (seeing.FEW, seeing.UNITS))]
    worst = []
    for page in pages:
        tries = [seeing.wheeled(page) for _ in range(seeing.ROUNDS)]
        worst.append(statistics.median(max(each.spans) for each in tries))
        if page is pages[-1]:
            with tempfile.TemporaryDirectory() as folder:
                task = seeing.longest_task(
                    browser, page, lambda: seeing.wheeled(pages[-1]), Path(folder) / "trace.json"
                )
        page.close()
    print(
        f"longest frame of a zoom with {seeing.UNITS} units, median of {seeing.ROUNDS}: {worst[2]:.0f} ms "
        f"(aim {HITCH_MS}); with {seeing.FEW} {worst[1]:.0f} ms, of an empty page {worst[0]:.0f} ms; "
        f"the longest task took {task:.0f} ms of the processor"
    )
    return worst[2] <= HITCH_MS


def played(browser: Browser, base: str, token: str) -> list[bool]:
    """A hundred units on the march, and forty that fire at once."""
    bare, page = seeing.bare(browser), seeing.laid(browser, base, token, seeing.UNITS, turn=True)
    seeing.zoomed(page, "Zoom in (+)", 2)
    floor = seeing.middle(lambda: seeing.counted(bare, lambda: bare.wait_for_timeout(1500)))
    met = []
    for many, what, said in (
        (seeing.MARCHING, "marching", f"unit {seeing.MARCHING - 1} marches"),
        (seeing.FIRING, "firing", f"unit {seeing.SHOTS - 1} fires"),
    ):
        found = seeing.middle(lambda said=said: seeing.shown(page, said))
        print(f"{many} units {what} at once: {found.told(floor)} (aim {PLAYED})")
        met.append(found.rate >= PLAYED)
    page.close()
    bare.close()
    return met


def bundled() -> bool:
    """Whether the pages are small, packed as they are sent: all that is ours, though a first visit loads less."""
    kinds = (".js", ".css", ".html")
    size = sum(len(gzip.compress(path.read_bytes())) for path in STATIC.rglob("*") if path.suffix in kinds) / 1000
    print(f"pages: {size:.0f} kB gzipped (aim {BUNDLE_KB})")
    return size <= BUNDLE_KB


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeing", action="store_true", help="only what is seen: paint, frames, size of the pages")
    asked = parser.parse_args()
    if not CHROMIUM or not (STATIC / "index.html").is_file():
        print("no Chromium or no pages: make browser web")
        return 1
    print(f"load of this machine at the start: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as base, echo() as bare:
        spans = kept_open(base, bare, begun(base, "farm-at-the-crossroads"))
        told = ", ".join(f"{what} {ms:.1f} ms" for what, ms in spans.items())
        print(f"one after the other on a kept-open line, median: {told} (aim {KEPT_OPEN_MS} each)")
        smooth = browsing(base)
    print(f"load of this machine at the end: {os.getloadavg()[0]:.1f}")
    return verdict(bundled() and smooth and (asked.seeing or max(spans.values()) <= KEPT_OPEN_MS))


if __name__ == "__main__":
    exit_with(main())
