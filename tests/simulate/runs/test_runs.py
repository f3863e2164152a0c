"""A run in a folder: nothing finished is lost or fought twice, and its rows can be fought again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from grognard.cli import main
from grognard.kernel.errors import BadInput
from grognard.simulate import many
from grognard.simulate.runs import columns
from grognard.simulate.runs.folder import JOURNAL, read_plan, records, sorted_records
from grognard.simulate.runs.hands import fight
from grognard.simulate.runs.plans import plan
from grognard.simulate.runs.running import carry_out, local
from grognard.simulate.runs.watching import RunWatch

SHORT = ["simulate", "drill-ground", "--system", "steel-canister", "--turns", "1", "--seed", "5"]


def short(games: int, seed: int = 5, **options):
    return plan(["drill-ground"], ["steel-canister"], games=games, seed=seed, options={"turns": 1, **options})


@pytest.fixture
def counted(monkeypatch) -> list[int]:
    """The seeds that are fought, in this process."""
    plain, seeds = many.fight_one, []

    def fight_one(job, seed, scenario=None):
        seeds.append(seed)
        return plain(job, seed, scenario)

    monkeypatch.setattr(many, "fight_one", fight_one)
    return seeds


def test_the_same_command_goes_on_and_repeats_nothing(tmp_path: Path, counted):
    out = tmp_path / "run"
    carry_out(short(2), local(1), out)
    assert counted == [5, 6]
    state = carry_out(short(4), local(1), out)
    assert counted == [5, 6, 7, 8], "more games of the same run"
    assert [record.seed for record in state.records] == [5, 6, 7, 8]
    carry_out(short(4), local(1), out)
    assert len(counted) == 4


def test_a_line_cut_short_is_no_game_and_is_fought_again(tmp_path: Path, counted):
    out = tmp_path / "run"
    carry_out(short(3), local(1), out)
    journal = out / JOURNAL
    whole = journal.read_bytes()
    journal.write_bytes(whole[:-40])
    assert [record.seed for record in records(out)] == [5, 6]
    state = carry_out(short(3), local(1), out)
    assert counted == [5, 6, 7, 7]
    assert [record.seed for record in state.records] == [5, 6, 7]
    assert journal.read_bytes().count(b"\n") == 3


@pytest.mark.parametrize(
    "other, said",
    [
        (lambda: short(3, seed=6), "a run with seed 5, not 6"),
        (lambda: short(2), "holds a run of 3 games each"),
        (lambda: short(3, seats="commands"), "name another folder"),
    ],
)
def test_another_run_is_refused_in_the_same_folder(tmp_path: Path, other, said):
    carry_out(short(3), local(1), tmp_path / "run")
    before = (tmp_path / "run" / "manifest.json").read_bytes()
    with pytest.raises(BadInput, match=said):
        carry_out(other(), local(1), tmp_path / "run")
    assert (tmp_path / "run" / "manifest.json").read_bytes() == before


def test_a_folder_with_other_things_or_another_program_is_refused(tmp_path: Path, monkeypatch):
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(BadInput, match="not empty and no run"):
        carry_out(short(1), local(1), tmp_path)
    carry_out(short(1), local(1), tmp_path / "run")
    monkeypatch.setattr("grognard.simulate.runs.plans.build", lambda: "0.0.9+older")
    with pytest.raises(BadInput, match="another version of the program"):
        carry_out(short(1), local(1), tmp_path / "run")


def test_two_runs_do_not_write_into_one_folder(tmp_path: Path):
    from grognard.simulate.runs.folder import RunFolder

    with RunFolder(tmp_path / "run", short(1)), pytest.raises(BadInput, match="another run writes there"):
        carry_out(short(1), local(1), tmp_path / "run")


def test_a_row_is_fought_again_from_its_seed(tmp_path: Path):
    state = carry_out(short(2), local(1), tmp_path / "run")
    begun = read_plan(tmp_path / "run")
    for row, record in zip(columns.game_rows(state.plan, state.records), state.records, strict=True):
        task = next(task for task in begun.tasks() if task.seed == row["seed"])
        again = fight(task)
        assert next(iter(columns.game_rows(begun, [again]))) == row
        assert (again.units, again.turns, again.fallen) == (record.units, record.turns, record.fallen)


def test_what_is_counted_adds_up():
    """Over a whole battle: losses of units are those of their side, and men fall only where a unit lost some."""
    whole = plan(["drill-ground"], ["steel-canister"], games=1, seed=3)
    (record,) = carry_out(whole, local(1)).records
    for side, account in record.outcome["sides"].items():
        own = [unit for unit in record.units if unit.side == side]
        assert sum(unit.men - unit.left for unit in own) == account["lost"]
        assert sum(each.men for each in record.fallen if each.side == side) <= account["lost"]
        assert record.turns[-1].turn == record.outcome["turns"]
        last = [each for each in record.turns if each.side == side][-1]
        assert (last.men, last.points) == (account["men"] - account["lost"], account["points"])
    assert sum(each.men for each in record.fallen) > 0
    assert record.deeds["fire"] > 0


def test_rows_as_parquet_whatever_order_games_were_finished_in(tmp_path: Path):
    parquet = pytest.importorskip("pyarrow.parquet")
    assert main([*SHORT, "--games", "4", "--jobs", "1", "--out", str(tmp_path / "one")]) == 0
    assert main([*SHORT, "--games", "4", "--jobs", "2", "--out", str(tmp_path / "two")]) == 0
    for name in columns.TABLES:
        one, two = ((tmp_path / each / f"{name}.parquet").read_bytes() for each in ("one", "two"))
        assert one == two, name
    games = parquet.read_table(tmp_path / "one" / "games.parquet").to_pylist()
    assert [row["seed"] for row in games] == [5, 6, 7, 8]
    assert {"winner", "level", "why", "turns", "breaks", "first_lost", "second_lost", "charges"} <= games[0].keys()
    units = parquet.read_table(tmp_path / "one" / "formations.parquet").to_pylist()
    assert len(units) == 4 * 6
    assert {row["branch"] for row in units} >= {"infantry"}


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_rows_are_read_by_what_people_have(tmp_path: Path, library):
    reader = pytest.importorskip(library)
    state = carry_out(short(2), local(1), tmp_path / "run")
    columns.write_parquet(tmp_path / "run", state.plan, state.records)
    for name, rows in columns.TABLES.items():
        found = reader.read_parquet(tmp_path / "run" / f"{name}.parquet")
        wanted = list(rows(state.plan, state.records))
        assert len(found) == len(wanted), name
        assert set(found.columns) == set(wanted[0]), name
        assert list(found["seed"]) == [row["seed"] for row in wanted], name


def test_a_run_is_watched_while_it_goes_on(tmp_path: Path):
    """Only what is new is read; a line that is not yet whole is no game, and one that was taken off is forgotten."""
    out = tmp_path / "run"
    carry_out(short(3), local(1), out)
    lines = (out / JOURNAL).read_bytes().splitlines(keepends=True)
    journal = out / JOURNAL
    journal.unlink()
    watch = RunWatch(out)
    assert watch.look() == []
    journal.write_bytes(lines[0] + lines[1][:50])
    assert [game.seed for game in watch.look()] == [5]
    journal.write_bytes(lines[0] + lines[1])
    first = watch.look()[0]
    assert [game.seed for game in watch.look()] == [5, 6]
    assert watch.look()[0] is first, "read once"
    journal.write_bytes(lines[0])
    assert [game.seed for game in watch.look()] == [5]
    whole = sorted_records(out)[0]
    assert (first.outcome, first.arm, first.units) == (whole.outcome, whole.arm, ())


def test_seeds_too_long_for_a_number_are_text(tmp_path: Path):
    parquet = pytest.importorskip("pyarrow.parquet")
    state = carry_out(short(1, seed=2**127), local(1), tmp_path / "run")
    assert sorted_records(tmp_path / "run")[0].seed == 2**127
    columns.write_parquet(tmp_path / "run", state.plan, state.records)
    assert parquet.read_table(tmp_path / "run" / "games.parquet").to_pylist()[0]["seed"] == str(2**127)


def test_without_pyarrow_a_sentence_says_so_and_the_games_are_kept(tmp_path: Path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main([*SHORT, "--games", "1", "--jobs", "1", "--out", str(tmp_path / "run")]) == 0
    assert "pip install 'grognard[lab]'" in capsys.readouterr().err
    assert len(list(records(tmp_path / "run"))) == 1


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_killed_or_interrupted_nothing_finished_is_lost_or_repeated(tmp_path: Path, how):
    out = tmp_path / "run"
    command = [sys.executable, "-m", "grognard", *SHORT, "--games", "16", "--jobs", "2", "--out", str(out)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
    until = time.monotonic() + 180
    while time.monotonic() < until and (not (out / JOURNAL).exists() or (out / JOURNAL).read_bytes().count(b"\n") < 2):
        time.sleep(0.02)
    # the parent alone, as a kill does it: its hands must notice
    os.kill(process.pid, how)
    _, err = process.communicate(timeout=120)
    assert b"Traceback" not in err
    finished = [(record.arm, record.seed) for record in records(out)]
    assert 2 <= len(finished) < 16
    assert len(set(finished)) == len(finished)
    until = time.monotonic() + 60
    while time.monotonic() < until and _anybody_in(process.pid):
        time.sleep(0.05)
    assert not _anybody_in(process.pid), "no process is left behind"
    kept = (out / JOURNAL).read_bytes()
    kept = kept[: kept.rfind(b"\n") + 1]
    more = [*SHORT, "--games", "16", "--jobs", "1", "--out", str(out), "--json"]
    assert main(more) == 0
    assert (out / JOURNAL).read_bytes().startswith(kept)
    assert sorted(record.seed for record in records(out)) == list(range(5, 21))


def _anybody_in(session: int) -> bool:
    try:
        os.killpg(session, 0)
    except ProcessLookupError:
        return False
    return True


def test_the_summary_has_intervals(capsys):
    assert main([*SHORT, "--games", "2", "--jobs", "1", "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["runs"]
    share = told["sides"]["French"]["win_share"]
    assert share["low"] <= share["share"] <= share["high"]
    assert share["high"] - share["low"] > 0.5, "two games tell little"
