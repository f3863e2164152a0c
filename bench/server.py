"""Answers of a server with many battles: 50 players at a quick hand's pace, and the same while 200 battles are held.

    .venv/bin/python bench/server.py [--battles 50] [--held 200] [--answers 250] [--against OTHER_CHECKOUT]

All on loopback; the load is bounded. With another checkout its server is measured in the same run, after ours.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import statistics
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from _common import exit_with, verdict
from _serving import ROOT, begun, echo, echoed, p95, player, served
from websockets.sync.client import connect

ROUND_MS = 50


class Answered(NamedTuple):
    """Round trips in milliseconds with some battles live, and with more of them held besides."""

    median: float
    p95: float
    held_p95: float
    many: int


def answered(checkout: Path, battles: int, held: int, each: int) -> Answered:
    """One server of a checkout: first the players alone, then with the others' lines held open beside them."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), checkout) as base:
        tokens = [begun(base, "farm-at-the-crossroads", seed) for seed in range(battles)]
        with ThreadPoolExecutor(battles) as people:
            alone = [span for spans in people.map(lambda token: player(base, token, each), tokens) for span in spans]
            with watched(base, held - battles):
                few = max(1, each // 2)
                again = people.map(lambda token: player(base, token, few), tokens)
                beside = [span for spans in again for span in spans]
    return Answered(statistics.median(alone) * 1000, p95(alone), p95(beside), len(alone) + len(beside))


@contextlib.contextmanager
def watched(base: str, battles: int) -> Iterator[None]:
    """So many further battles, each with somebody on its live line who thinks for long."""
    with contextlib.ExitStack() as lines:
        for seed in range(battles):
            token = begun(base, "farm-at-the-crossroads", 1000 + seed)
            address = f"{base.replace('http', 'ws')}/api/seats/{token}/live?since=-1"
            lines.enter_context(connect(address, max_size=None))
        yield


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--battles", type=int, default=50)
    parser.add_argument("--held", type=int, default=200, help="battles live in all, in the second part")
    parser.add_argument("--answers", type=int, default=250, help="in all; at most 5,000")
    parser.add_argument("--against", type=Path, help="another checkout, whose server is measured too")
    asked = parser.parse_args()
    each = max(2, min(asked.answers, 5000) // asked.battles)
    print(f"load of this machine at the start: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with echo() as bare, ThreadPoolExecutor(asked.battles) as people:
        names = [str(place) for place in range(asked.battles)]
        floor = [span for spans in people.map(lambda name: echoed(bare, name, each), names) for span in spans]
    ours = answered(ROOT, asked.battles, asked.held, each)
    print(
        f"answers with {asked.battles} battles live: median {ours.median:.1f} ms, p95 {ours.p95:.1f} ms of {ours.many} "
        f"(aim {ROUND_MS}); with {asked.held} held p95 {ours.held_p95:.1f} ms; "
        f"bare FastAPI echo p95 {p95(floor):.1f} ms"
    )
    if asked.against:
        theirs = answered(asked.against, asked.battles, asked.held, each)
        print(
            f"the other checkout: median {theirs.median:.1f} ms, p95 {theirs.p95:.1f} ms, with {asked.held} held "
            f"{theirs.held_p95:.1f} ms; ours {ours.p95 / theirs.p95:.2f} and "
            f"{ours.held_p95 / theirs.held_p95:.2f} of it"
        )
    return verdict(ours.p95 <= ROUND_MS and ours.held_p95 <= ROUND_MS)


if __name__ == "__main__":
    exit_with(main())
