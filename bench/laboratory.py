"""What the laboratory promises, proved on real games: about seven minutes on two quiet cores.

    python bench/laboratory.py                 # 1,000 games of the Farm under Cold Steel
    python bench/laboratory.py --games 100     # the same, smaller, to see that it works

Twice the processes fight at least 1.8 times as fast; rows are read by pandas and polars where they are installed; a
row's seed gives the same row again; a planted change of one number is found; of 40 tables in which nothing was changed
no more tell of a difference than is stated. What it made is left in a folder, with its report.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

from _common import exit_with, verdict

from grognard.simulate.lab.differences import ALARMS, compare
from grognard.simulate.lab.telling import verdict as told
from grognard.simulate.runs.columns import TABLES, game_rows
from grognard.simulate.runs.folder import read_plan, sorted_records
from grognard.simulate.runs.hands import fight

FARM = ("farm-at-the-crossroads", "--system", "cold-steel", "--seed", "1")
PLANTED = "CS-5.2.2a.disorder=-2"
"""A modifier: a marker of disorder weighs so much when morale is checked, and not -1."""
FASTER, JOBS = 1.8, 2
TABLES_OF_NOTHING = 40


def main() -> int:
    """Every proof, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--out", type=Path, default=None, help="where runs are kept; a new folder unless told")
    args = parser.parse_args()
    out = args.out or Path(tempfile.mkdtemp(prefix="laboratory-"))
    print(f"in {out}, on {os.cpu_count()} cores")
    proofs = [
        _speed(out, args.games),
        _rows(out / "base"),
        _again(out / "base"),
        _planted(out, args.games),
        _nothing(out / "base", args.games),
        _report(out),
    ]
    return verdict(all(proofs))


def _run(out: Path, games: int, jobs: int, *more: str) -> float:
    """Seconds that a run took, with a bar in the terminal."""
    start = time.monotonic()
    words = ["simulate", *FARM, "--games", str(games), "--jobs", str(jobs), "--out", str(out), *more]
    subprocess.run([sys.executable, "-m", "grognard", *words], check=True)
    return time.monotonic() - start


def _speed(out: Path, games: int) -> bool:
    few = max(10, games // 5)
    _run(out / "warm", 2, 1)  # what is compiled for a first battle is then kept
    one, two = _run(out / "one", few, 1), _run(out / "two", few, JOBS)
    whole = _run(out / "base", games, JOBS)
    print(f"speed: {few} games by one process {one:.1f} s, by {JOBS} {two:.1f} s: {one / two:.2f} times (bar {FASTER})")
    print(f"       {games} games by {JOBS}: {whole:.0f} s, {games / whole:.1f} a second")
    same = all(
        (out / "one" / f"{n}.parquet").read_bytes() == (out / "two" / f"{n}.parquet").read_bytes() for n in TABLES
    )
    print(f"       the same rows to the byte: {same}")
    return same and one / two >= FASTER


def _rows(run: Path) -> bool:
    from pyarrow import parquet  # type: ignore[import-untyped]

    wanted = {name: parquet.read_metadata(run / f"{name}.parquet").num_rows for name in TABLES}
    good = True
    for library in ("pandas", "polars"):
        if find_spec(library) is None:
            print(f"rows: {library} is not installed here")
            continue
        reader = __import__(library)
        found = {name: len(reader.read_parquet(run / f"{name}.parquet")) for name in TABLES}
        print(f"rows: {library} {reader.__version__} reads {found}")
        good &= found == wanted
    return good


def _again(run: Path) -> bool:
    plan, records = read_plan(run), sorted_records(run)
    picked = records[:: max(1, len(records) // 5)]
    tasks = {task.seed: task for task in plan.tasks()}
    again = [fight(tasks[record.seed]) for record in picked]
    same = list(game_rows(plan, again)) == list(game_rows(plan, picked))
    print(f"again: rows of seeds {[record.seed for record in picked]} fought again: {'the same' if same else 'OTHERS'}")
    return same


def _planted(out: Path, games: int) -> bool:
    _run(out / "planted", games, JOBS, "--variant", PLANTED)
    found = compare(PLANTED, sorted_records(out / "base"), sorted_records(out / "planted"))
    print(f"planted: {found.games[0]} pairs, {found.otherwise} ended otherwise. {told(found)}")
    return found.paired and bool(found.found)


def _nothing(run: Path, games: int) -> bool:
    """Tables of two groups of the same rules, none of whose games stands in another."""
    records, each = sorted_records(run), games // TABLES_OF_NOTHING // 2
    if each < 2:
        print("nothing: too few games for tables in which nothing is changed")
        return True
    groups = [records[at * each : (at + 1) * each] for at in range(2 * TABLES_OF_NOTHING)]
    alarms = sum(bool(compare("nothing", groups[at], groups[at + 1]).found) for at in range(0, len(groups), 2))
    stated = ALARMS * TABLES_OF_NOTHING
    # three standard errors above what is stated
    most = stated + 3 * (stated * (1 - ALARMS)) ** 0.5
    of = f"{TABLES_OF_NOTHING} tables of {each} and {each} games"
    print(f"nothing: {alarms} of {of} tell of a difference (stated {stated:g}; bar {most:.1f})")
    return alarms <= most


def _report(out: Path) -> bool:
    page = out / "base.html"
    words = ["report", str(out / "base"), "-o", str(page), "--jobs", str(JOBS)]
    subprocess.run([sys.executable, "-m", "grognard", *words], check=True)
    return page.stat().st_size > 0


if __name__ == "__main__":
    exit_with(main())
