"""Whatever is typed or lies in a file, the answer is a sentence: no traceback, no escape sequence, no endless read."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from grognard import systems
from grognard.battle.record import saves
from grognard.cli import OUR_FAULT, main
from grognard.cli.console.faults import missing_package
from grognard.cli.console.terminal import fitted, shown
from grognard.scenarios.starting import start

SAVE = Path(__file__).parents[1] / "saves" / "steel-canister-0.1.0.grog.json"


@pytest.fixture
def told(capsys):
    """Run a command line that is refused; returns its one sentence."""

    def _told(*words: str) -> str:
        code = main(list(words))
        out, err = capsys.readouterr()
        assert code == 2, (code, out, err)
        assert err.startswith("grognard: ")
        assert err.count("\n") == 1
        assert "our fault, not yours" not in err
        return err

    return _told


def test_a_rulebook_without_checks_says_so(told, tmp_path, monkeypatch):
    book = tmp_path / "read_only" / "rules.toml"
    book.parent.mkdir()
    book.write_text('[system]\nid = "read-only"\nname = "Read Only"\nprefix = "RO"\n', "utf-8")
    monkeypatch.setattr(systems, "__path__", [*systems.__path__, str(tmp_path)])
    assert "has a rulebook and no checks yet" in told("check", "read-only", "morale")


def test_places_where_nothing_can_be_written_are_refused_before_the_work(told, tmp_path, monkeypatch):
    def worked(*_):
        raise AssertionError("the work was begun")

    monkeypatch.setattr("grognard.printing.battle_map.draw", worked)
    monkeypatch.setattr("grognard.reporting.page.report", worked)
    monkeypatch.setattr("grognard.systems.cold_steel.terrain.generator.generate", worked)
    monkeypatch.setattr("grognard.simulate.many.begin_job", worked)
    (tmp_path / "file").touch()
    missing, folder = tmp_path / "missing", tmp_path
    for words, ending in (
        (["scenario", "map", "maida", "-o"], "x.svg"),
        (["report", str(SAVE), "-o"], "x.html"),
        (["terrain", "open", "-o"], "x.geojson"),
        (["battle", "maida", "--save"], "x"),
    ):
        assert "there is no folder" in told(*words, str(missing / ending))
        (tmp_path / ending).mkdir(exist_ok=True)
        assert "a folder" in told(*words, str(folder / ending))
    for verb in ("new", "giant"):
        assert "is a file, not a folder" in told("scenario", verb, str(tmp_path / "file" / "x"))
        assert "is not empty" in told("scenario", verb, str(tmp_path))


def test_devices_pipes_and_folders_are_no_files(told, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in ("/dev/zero", str(tmp_path), str(tmp_path / "pipe"), "nul\0l"):
        for words in (["verify", path], ["replay", path], ["report", path, "-o", str(tmp_path / "x.html")]):
            told(*words)
        told("scenario", "new", str(tmp_path / "new"), "--from-csv", path)
        told("scenario", "show", path)
    (tmp_path / "zero.toml").symlink_to("/dev/zero")
    told("check", "cold-steel", "morale", "--odds", "--variant", str(tmp_path / "zero.toml"))


def test_a_file_without_end_is_read_no_farther_than_it_must(told, tmp_path):
    huge = tmp_path / "huge"
    with huge.open("wb") as file:
        file.truncate(saves.LARGEST * 50)  # a hole: it takes no room
    start_of = time.perf_counter()
    for words in (["verify", str(huge)], ["scenario", "new", str(tmp_path / "new"), "--from-csv", str(huge)]):
        assert "the most that is read" in told(*words)
    assert time.perf_counter() - start_of < 20


@pytest.mark.parametrize(
    "text",
    [
        b"\xff\xfe",
        b'a = "\xff"',
        b"a = " + b"[" * 5000,
        b"a." * 5000 + b"a = 1",
        b"a = " + b"9" * 5000,
        b"a = 2000-99-99",
        b"[" * 5000,
        b'["CS-5.2.2a"]\nrating = 3',
        b"\0",
    ],
)
def test_toml_of_any_kind(told, tmp_path, text):
    variant = tmp_path / "house.toml"
    variant.write_bytes(text)
    told("check", "cold-steel", "morale", "--set", "morale_rating=9", "--odds", "--variant", str(variant))
    start(tmp_path / "mine", "Mine")
    for name in ("scenario.toml", "armies.toml"):
        whole = (tmp_path / "mine" / name).read_bytes()
        (tmp_path / "mine" / name).write_bytes(text)
        told("scenario", "show", str(tmp_path / "mine"))
        told("battle", str(tmp_path / "mine"), "--quiet")
        (tmp_path / "mine" / name).write_bytes(whole)


def crafted(path: Path, change) -> Path:
    """The kept save with a change to its data, and a digest that fits."""
    data = json.loads(SAVE.read_bytes())
    change(data)
    text = json.dumps(data, separators=(",", ":")).encode()
    body, mark, _ = text.rpartition(b',"digest":"')
    import hashlib

    path.write_bytes(body + mark + hashlib.sha256(body).hexdigest().encode() + b'"}')
    return path


def _event(data: dict) -> dict:
    return next(entry for entry in data["entries"] if entry.get("sets"))


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.update(at=-5),
        lambda data: data.update(at=10**9),
        lambda data: data.update(seed=-1),
        lambda data: data.update(dice={"": ["zz", "1"]}),
        lambda data: data.update(dice={"nobody": ["1", "1"]}),
        lambda data: data.update(system="chess"),
        lambda data: data.update(system="class-dice"),
        lambda data: data.update(options={"turns": "many"}),
        lambda data: data.update(options={"variants": 3}),
        lambda data: data["scenario"].update(sides=[]),
        lambda data: data["scenario"].update(field={}),
        lambda data: data["scenario"]["header"].update(table_paces=[0, 0]),
        lambda data: _event(data)["sets"][0].__setitem__(0, "nonsense"),
        lambda data: _event(data)["sets"][0].__setitem__(1, "nobody"),
        lambda data: _event(data)["sets"][0].__setitem__(2, {"nonsense": 1}),
        lambda data: data["entries"].reverse(),
        lambda data: data["scenario"]["sides"][0].update(nation="Atlantis"),
    ],
)
def test_saves_made_by_hand(capsys, tmp_path, change):
    path = crafted(tmp_path / "b.json", change)
    for words in (
        ["verify", str(path)],
        ["replay", str(path)],
        ["report", str(path), "-o", str(tmp_path / "x.html")],
        ["battle", "farm-at-the-crossroads", "--quiet", "--save", str(path)],
    ):
        code = main(words)
        err = capsys.readouterr().err
        assert code in (0, 2), err
        assert code == 0 or err.count("\n") == 1


@pytest.mark.parametrize("place", [0.1, 0.5, 0.9])
def test_a_save_with_a_bad_byte(told, tmp_path, place):
    text = bytearray(SAVE.read_bytes())
    at = text.index(b'"title":"') + 12
    text[at if place == 0.5 else int(len(text) * place)] = 0xFF
    (tmp_path / "b.json").write_bytes(text)
    told("verify", str(tmp_path / "b.json"))


def test_escapes_in_names_are_shown_not_sent(capsys, tmp_path):
    start(tmp_path / "mine", "Mine")
    path = tmp_path / "mine" / "scenario.toml"
    path.write_text(path.read_text().replace('"Mine"', '"\\u001b[31mRed\\u009b2J\\u202eback"'))
    for words in (["show"], ["show", "--json"], ["check"], ["muster"]):
        assert main(["scenario", words[0], str(tmp_path / "mine"), *words[1:]]) in (0, 1)
        out, err = capsys.readouterr()
        assert not set(out + err) & {"\x1b", "\x9b", "\u202e"}
        if "show" in words:
            assert "\\u001b[31mRed\\u009b2J\\u202eback" in out
    assert main(["check", "cold-steel", "\x1b[2J"]) == 2
    assert "\x1b" not in capsys.readouterr().err
    assert shown("plain\ttext\n") == "plain\ttext\n"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437", "cp1252"])
def test_terminals_that_lack_characters(encoding):
    for words in (
        ["check", "cold-steel", "morale", "--set", "morale_rating=9", "--odds"],
        ["check", "cold-steel", "morale", "--facts"],
        ["scenario", "list", "--json"],
        ["rules", "cold-steel", "--search", "square"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", "grognard", *words],
            capture_output=True,
            env={**os.environ, "PYTHONIOENCODING": encoding},
        )
        assert done.returncode == 0, done.stderr
        text = done.stdout.decode(encoding)
        if "--json" in words:
            assert json.loads(text)
        if "--odds" in words:
            assert "####" in text or "███" in text
    assert fitted("Jäger × 2 – ½ ✠", "ascii") == "Jager x 2 - 1/2 ?"


def test_ctrl_c_in_a_library_that_takes_it_for_a_missing_part_is_still_ctrl_c(tmp_path):
    """As NumPy does, at some moments of its loading."""
    (tmp_path / "numpy.py").write_text(
        "import os, signal, time\n"
        "try:\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    time.sleep(5)\n"
        "except KeyboardInterrupt:\n"
        "    raise ImportError('numpy failed to import') from None\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "grognard", "battle", "maida"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert (done.returncode, done.stderr) == (130, "")


@pytest.mark.flaky(reruns=1)  # it waits on a clock
def test_ctrl_c_while_it_starts_leaves_no_traceback():
    for wait in (0.01, 0.03, 0.06, 0.1, 0.2, 0.4):
        command = [
            sys.executable,
            "-c",
            "from grognard.__main__ import main; import sys; print(flush=True); sys.exit(main())",
        ]
        process = subprocess.Popen(
            [*command, "battle", "maida"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(wait)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        assert process.returncode == 130, err
        assert "Traceback" not in err


def test_a_full_disk_and_a_closed_output():
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "grognard", "rules", "cold-steel"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    closed = subprocess.run(f"{sys.executable} -m grognard check >&-", shell=True, stderr=subprocess.PIPE, text=True)
    assert "Traceback" not in closed.stderr


def test_a_missing_package_is_named_with_what_brings_it(told, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "typst", None)
    said = told("scenario", "map", "maida", "-o", str(tmp_path / "x.pdf"))
    assert "this needs the package typst" in said
    assert "pip install" in said
    error = ModuleNotFoundError("No module named 'psycopg'", name="psycopg")
    assert "grognard[postgres]" in missing_package(error)


def test_a_mistake_of_ours_says_so(capsys, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("nothing to divide")

    monkeypatch.setattr("grognard.systems.rules", broken)
    assert main(["check", "cold-steel", "morale", "--odds"]) == OUR_FAULT
    err = capsys.readouterr().err
    assert "our fault, not yours: ZeroDivisionError: nothing to divide" in err
    assert "Traceback" not in err
    monkeypatch.setenv("GROGNARD_TRACEBACK", "1")
    assert main(["check", "cold-steel", "morale", "--odds"]) == OUR_FAULT
    assert "Traceback" in capsys.readouterr().err
