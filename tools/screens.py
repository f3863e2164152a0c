"""Write the screenshots of docs/screens: gallery, table at three zooms, orders, odds, log, a board of spaces.

.venv/bin/python tools/screens.py [folder]
"""

from __future__ import annotations

import re
import struct
import sys
import tempfile
import zlib
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "browser"), str(ROOT / "tests" / "server")]

from sitting import Sitting, new_context, open_browser  # noqa: E402
from visiting import Process, free_port  # noqa: E402

LARGEST = 600_000
OUT, IN = "Zoom out (−)", "Zoom in (+)"


def packed(png: bytes) -> bytes:
    """A screenshot in 256 colours, a third as large."""
    width, height, pixels = unpacked(png)
    shades = (pixels >> 2).astype(np.int64)
    keys, places, counts = np.unique(
        shades[:, 0] << 12 | shades[:, 1] << 6 | shades[:, 2], return_inverse=True, return_counts=True
    )
    colours = np.stack([keys >> 12, keys >> 6 & 63, keys & 63], axis=1).astype(np.float32)
    palette = colours[np.argsort(-counts)[:: max(1, min(len(keys), 2048) // 256)][:256]].copy()
    for _ in range(8):
        near = nearest(colours, palette)
        weight = np.bincount(near, counts, len(palette))
        means = np.stack([np.bincount(near, counts * colours[:, c], len(palette)) for c in range(3)], axis=1)
        palette[weight > 0] = (means[weight > 0] / weight[weight > 0, None]).astype(np.float32)
    rows = nearest(colours, palette)[places].astype(np.uint8).reshape(height, width)
    lines = np.concatenate([np.zeros((height, 1), np.uint8), rows], axis=1).tobytes()
    table = np.clip(palette * 4 + 2, 0, 255).astype(np.uint8).tobytes()
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = [(b"IHDR", header), (b"PLTE", table), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )


def nearest(colours: np.ndarray, palette: np.ndarray) -> np.ndarray:
    """The place in the palette of what is most like each colour."""
    near = np.empty(len(colours), np.int64)
    for start in range(0, len(colours), 4096):
        part = colours[start : start + 4096]
        near[start : start + 4096] = (-2 * part @ palette.T + (palette**2).sum(axis=1)).argmin(axis=1)
    return near


def unpacked(png: bytes) -> tuple[int, int, np.ndarray]:
    """Width, height and red, green, blue of each pixel of a PNG with 8 bits a channel."""
    width, height, _, kind = struct.unpack(">IIBB", png[16:26])
    deep, at, data = {2: 3, 6: 4}[kind], 8, b""
    while at < len(png):
        size = struct.unpack(">I", png[at : at + 4])[0]
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + size]
        at += size + 12
    raw = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, width * deep + 1)
    image = np.zeros((height, width, deep), np.uint8)
    above = np.zeros((width, deep), np.uint8)
    for y in range(height):
        above = image[y] = unfiltered(int(raw[y, 0]), raw[y, 1:].reshape(width, deep), above)
    return width, height, image[:, :, :3].reshape(-1, 3)


def unfiltered(how: int, line: np.ndarray, above: np.ndarray) -> np.ndarray:
    """One line of a PNG as it was before it was filtered."""
    if how == 0:
        return line
    if how == 1:
        return np.cumsum(line, axis=0, dtype=np.uint8)
    if how == 2:
        return line + above
    found, left, corner = [], [0] * line.shape[1], [0] * line.shape[1]
    for now, up in zip(line.tolist(), above.tolist(), strict=True):
        if how == 3:
            left = [(n + (a + b) // 2) & 255 for n, a, b in zip(now, left, up, strict=True)]
        else:
            left = [(n + paeth(a, b, c)) & 255 for n, a, b, c in zip(now, left, up, corner, strict=True)]
        corner = up
        found.append(left)
    return np.array(found, np.uint8)


def paeth(left: int, up: int, corner: int) -> int:
    """The neighbour that is nearest to their plane."""
    guess = left + up - corner
    return min((left, up, corner), key=lambda each: abs(guess - each))


class Camera:
    """Takes pictures into a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def take(self, me: Sitting, name: str) -> None:
        """One picture of the page as it is, when nothing is on its way."""
        me.page.wait_for_load_state("networkidle")
        me.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        path = self.folder / f"{name}.png"
        path.write_bytes(packed(me.page.screenshot()))
        size = path.stat().st_size
        print(f"{path}  {size / 1000:.0f} kB{'  too large' if size > LARGEST else ''}")


def zoomed(me: Sitting, level: str, way: str) -> None:
    """Zoom until the map shows that level."""
    for _ in range(12):
        if me.page.get_by_role("button", name=level, exact=True).count():
            return
        me.button(way).click()


def small(me: Sitting, camera: Camera) -> None:
    """Gallery, an order before it is given, odds, log and replay of the first battle."""
    me.visit()
    me.page.locator("article").first.wait_for()
    camera.take(me, "gallery")
    me.button("Begin here").click()
    me.laid_out()
    me.leave_it_to_officers()
    me.unit("I. Musketeers").click()
    me.click_ground(150, 20, "I. Musketeers")
    me.page.locator(".time .track").wait_for()
    camera.take(me, "orders")
    me.page.keyboard.press("Escape")
    me.to_turn(4)
    me.unit("Half battery").first.click()
    me.unit("1st Line").hover()
    me.page.locator(".pop .odds").wait_for()
    camera.take(me, "odds")
    me.page.mouse.move(800, 60)
    me.page.keyboard.press("Escape")
    me.page.keyboard.press("Escape")
    me.page.get_by_role("button", name="∑").click()
    me.log.get_by_role("button", name=re.compile(r"^CS-")).first.click()
    camera.take(me, "log")
    me.page.keyboard.press("Escape")
    me.page.get_by_role("button", name="∑").click()
    me.page.keyboard.press("[")
    me.page.get_by_role("button", name="Back to now").first.wait_for()
    me.page.keyboard.press("ArrowLeft")
    me.page.keyboard.press("ArrowLeft")
    me.page.wait_for_timeout(1500)  # the glide
    camera.take(me, "replay")


def large(me: Sitting, camera: Camera) -> None:
    """Quatre Bras from far, as one plays it, and near."""
    me.visit()
    card = me.page.locator("article[data-battle=quatre-bras]")
    card.get_by_role("button", name="Play ").click()
    me.laid_out()
    me.leave_it_to_officers()
    me.to_turn(3)
    zoomed(me, "Brigades", OUT)
    camera.take(me, "table-far")
    zoomed(me, "Battalions", IN)
    camera.take(me, "table")
    me.map.get_by_role("button", name=re.compile(r"^5th National Militia")).first.click()
    me.page.keyboard.press("Space")
    zoomed(me, "Companies", IN)
    camera.take(me, "table-near")


def board(me: Sitting, camera: Camera) -> None:
    """Steel & Canister: a step from space to space with what it costs, and the odds of a pool of dice."""
    me.visit()
    me.page.get_by_role("button", name="Cold Steel & Canister").click()
    me.page.locator("article").first.get_by_role("button", name="Play ").click()
    me.laid_out()
    me.done()
    for unit in ("I. Musketeers", "II. Musketeers", "Fusiliers", "Dragoon squadron"):
        me.unit(unit).click(modifiers=["Shift"])
    me.orders.get_by_role("button", name="move", exact=True).click()
    me.page.get_by_role("button", name=re.compile("^Place for 4")).click()
    me.unit("Half battery").first.click()
    me.orders.get_by_role("button", name="fire", exact=True).click()
    me.place()
    while not me.orders.get_by_role("button", name="forward", exact=True).count():
        me.done()
        me.unit("Dragoon squadron").click()
    me.click_ground(250, -120, "Dragoon squadron")
    me.page.locator(".spread").wait_for()
    me.place()
    me.page.locator(".spread").wait_for()
    camera.take(me, "spaces")
    me.unit("Half battery").first.click()
    me.unit("1st Line").click()
    me.page.locator(".pop .odds").wait_for()
    camera.take(me, "pool")


def photograph(browser: Browser, base: str, camera: Camera) -> None:
    """All of them."""
    for scene in (small, large, board):
        me = Sitting(new_context(browser), base)
        scene(me, camera)
        me.leave()


def main() -> None:
    """Start a server, take the pictures, end it."""
    camera = Camera(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "screens")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Process(Path(folder), free_port())
        browser = open_browser(playwright)
        try:
            photograph(browser, server.guest.base, camera)
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
