"""Ctrl-C and kill at any moment of a battle that is saved: the file is the last whole state, goes on and verifies."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from grognard import systems
from grognard.battle.commanding import Chair
from grognard.battle.record import saves
from grognard.cli import main
from grognard.commanders import staff
from grognard.simulate.many import begin, staffed

BATTLE = ["battle", "farm-at-the-crossroads", "--system", "steel-canister", "--quiet", "--turns", "12", "--seed"]


def started(path: Path, seed: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "grognard", *BATTLE, str(seed), "--save", str(path)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def goes_on(path: Path, seed: int, capsys) -> None:
    """What the file holds is right by the rules, goes on to its end, and is right then too."""
    saves.verify(path, systems.game)
    assert main([*BATTLE, str(seed), "--save", str(path)]) == 0
    assert main(["verify", str(path)]) == 0
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    capsys.readouterr()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL], ids=["Ctrl-C", "kill"])
def test_whenever_it_is_broken_off_the_save_is_whole(tmp_path: Path, capsys, number: int):
    moments = random.Random(number)
    found = 0
    for seed in range(3):
        path = tmp_path / str(seed) / "b.grog.json"
        path.parent.mkdir()
        process = started(path, seed)
        limit = time.monotonic() + 30
        while not path.exists() and process.poll() is None and time.monotonic() < limit:
            time.sleep(0.005)
        time.sleep(moments.random() * 0.3)
        process.send_signal(number)
        _, err = process.communicate(timeout=30)
        assert "Traceback" not in err
        found += path.exists()
        if path.exists():
            goes_on(path, seed, capsys)
    assert found


class _Presses:
    """A trace function: Ctrl-C at the nth line of Python that the rules, the staff or the save run."""

    def __init__(self, after: int) -> None:
        self.left = after

    def __call__(self, frame, event, arg):
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt
        return self if self.left > 0 else None


@pytest.mark.parametrize("seed", range(8))
def test_ctrl_c_between_any_two_lines(tmp_path: Path, capsys, seed: int, monkeypatch):
    """Within an answer, while the staff thinks, while the file is written: the state saved is whole."""
    path = tmp_path / "b.grog.json"
    presses = _Presses(random.Random(seed).randrange(2_000, 400_000))
    plain = staff.make

    def make(*args):
        if presses.left > 0:
            sys.settrace(presses)
        return plain(*args)

    monkeypatch.setattr(staff, "make", make)
    try:
        code = main([*BATTLE, str(seed), "--save", str(path)])
    finally:
        sys.settrace(None)
    if code == 130 and path.exists():
        goes_on(path, seed, capsys)
    else:
        assert code == 0  # the battle was over first
    capsys.readouterr()


def test_a_record_that_was_broken_off_is_saved_as_far_as_it_is_whole(tmp_path: Path):
    battle = begin("farm-at-the-crossroads", seed=3, system="steel-canister", options={"turns": 2})
    staffs = staffed(battle, "default")
    for _ in range(6):
        decision = battle.open[0]
        battle.answer(staffs[decision.seat].decide(Chair(battle, decision.seat), decision))
    whole = list(battle.entries)
    battle.entries.append(battle.open[0].default)  # the answer is in the record, and what it leads to is not
    saves.save(battle, tmp_path / "b")
    assert saves.load(tmp_path / "b", systems.game).entries == whole


def test_drafts_of_dead_processes_are_cleared_and_others_left(tmp_path: Path):
    path = tmp_path / "b.json"
    gone = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, text=True)
    dead, alive, other = (tmp_path / f".b.json.{end}" for end in (gone.stdout.strip(), os.getpid(), "note"))
    for draft in (dead, alive, other):
        draft.touch()
    saves.clear_drafts(path)
    assert not dead.exists()
    assert alive.exists()
    assert other.exists()


@pytest.mark.parametrize("system", ["cold-steel", "steel-canister"])
def test_a_staff_may_take_over_after_any_answer(system: str):
    """Who goes on from a save sits down in the middle of a turn, and has made no plan in it."""
    battle = begin("farm-at-the-crossroads", seed=0, system=system, options={"turns": 3})
    staffs = staffed(battle, "staff")
    chairs = {seat.id: Chair(battle, seat.id) for seat in battle.fight.seats}
    taken = 0
    while battle.open:
        decision = battle.open[0]
        if taken % 7 == 3:
            fresh = saves.resumed(saves.saved(battle), systems.game)
            new, asked = staffed(fresh, "staff"), fresh.open[0]
            fresh.answer(new[asked.seat].decide(Chair(fresh, asked.seat), asked))
        battle.answer(staffs[decision.seat].decide(chairs[decision.seat], decision))
        taken += 1
    assert taken > 20
