"""grognard report, as a user types it."""

from __future__ import annotations

import json

import pytest

from grognard.cli import main


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """A short battle on disk."""
    path = tmp_path_factory.mktemp("report") / "farm.grog.json"
    words = ["battle", "farm-at-the-crossroads", "--seed", "7", "--turns", "2", "--quiet", "--save", str(path)]
    assert main(words) == 0
    return path


def refused(capsys, *words) -> str:
    """The one sentence with which a command is refused."""
    assert main(["report", *map(str, words)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err


def test_a_report_is_written(capsys, saved, tmp_path):
    out = tmp_path / "report.html"
    assert main(["report", str(saved), "-o", str(out)]) == 0
    assert capsys.readouterr().out.startswith(f"{out}: ")
    text = out.read_text("utf-8")
    assert text.startswith("<!doctype html>")
    assert "<h2>The story</h2>" in text
    assert str(saved.parent) not in text


def test_one_seats_report_as_json_says_what_was_written(capsys, saved, tmp_path):
    out = tmp_path / "report.html"
    assert main(["report", str(saved), "-o", str(out), "--seat", "french", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said == {"file": str(out), "bytes": out.stat().st_size}
    assert "as the French lived it" in out.read_text("utf-8")


def test_a_missing_file(capsys, tmp_path):
    assert "No such file" in refused(capsys, tmp_path / "none.grog.json", "-o", tmp_path / "r.html")


def test_a_file_cut_short(capsys, saved, tmp_path):
    cut = tmp_path / "cut.grog.json"
    cut.write_bytes(saved.read_bytes()[:2000])
    assert "cut short" in refused(capsys, cut, "-o", tmp_path / "r.html")


def test_a_file_that_was_changed(capsys, saved, tmp_path):
    changed = tmp_path / "changed.grog.json"
    changed.write_bytes(saved.read_bytes().replace(b'"seed":7', b'"seed":8', 1))
    assert "was changed" in refused(capsys, changed, "-o", tmp_path / "r.html")


def test_a_file_of_a_newer_program(capsys, saved, tmp_path):
    newer = tmp_path / "newer.grog.json"
    newer.write_text(json.dumps({**json.loads(saved.read_bytes()), "version": 99}))
    assert "update it" in refused(capsys, newer, "-o", tmp_path / "r.html")


def test_a_seat_that_is_not_there(capsys, saved, tmp_path):
    assert "there are prussians, french" in refused(capsys, saved, "-o", tmp_path / "r.html", "--seat", "dutch")


@pytest.mark.parametrize(
    "name, why", [("none/r.html", "no folder"), ("r.pdf", "ends in .html"), ("d.html", "a folder")]
)
def test_a_page_that_cannot_be_written(capsys, saved, tmp_path, name, why):
    (tmp_path / "d.html").mkdir()
    assert why in refused(capsys, saved, "-o", tmp_path / name)
    assert list(tmp_path.iterdir()) == [tmp_path / "d.html"]
