"""What all verbs have in common: JSON for programs, one spelling of options, tables that fit, completion."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from grognard.cli import VERBS, main, parser_of
from grognard.cli.completion import SCRIPTS
from grognard.cli.console.pages import fitted

SAVE = str(Path(__file__).parents[1] / "saves" / "steel-canister-0.1.0.grog.json")
JSON = {
    "check": [["check"], ["check", "cold-steel", "morale", "--facts"], ["check", "cold-steel", "morale", "--sheet"]],
    "rules": [["rules", "class-dice"], ["rules", "show", "CS-5.2.2a"], ["rules", "options"], ["rules", "coverage"]],
    "play": [],  # serves until it is ended: below
    "fight": [["fight", "--seed", "1"]],
    "battle": [["battle", "farm-at-the-crossroads", "--system", "steel-canister", "--turns", "1"]],
    "simulate": [
        ["simulate", "drill-ground", "--system", "steel-canister", "--turns", "1", "--games", "2", "--jobs", "1"],
    ],
    "lab": [
        ["lab", "drill-ground", "--system", "steel-canister", "--turns", "1", "--games", "2", "--jobs", "1",
         "--change", "SC-2.2.target=4"],
    ],
    "compare": [["compare", "OUT/run", "OUT/run"]],
    "ladder": [
        ["ladder", "--commanders", "default,random", "--systems", "steel-canister", "--battles", "drill-ground",
         "--games", "2", "--jobs", "1"],
    ],
    "history": [],  # fights whole battles: tests/simulate/test_history.py
    "odds": [["odds"], ["odds", "class-dice-battery"]],
    "replay": [["replay", SAVE, "--turn", "1"]],
    "report": [["report", SAVE, "-o", "OUT/r.html"]],
    "verify": [["verify", "SAVED"]],
    "terrain": [["terrain", "open", "--seed", "3"]],
    "scenario": [
        ["scenario"], ["scenario", "list"], ["scenario", "show", "maida"], ["scenario", "check", "maida"],
        ["scenario", "muster", "maida"], ["scenario", "map", "maida", "-o", "OUT/m.svg"],
        ["scenario", "new", "OUT/new"], ["scenario", "giant", "OUT/giant", "--units", "20"],
    ],
    "completion": [["completion", "bash"]],
    "backup": [["backup", "OUT/copy.db", "--database", "sqlite:///OUT/battles.db"]],
}  # fmt: skip


def test_every_verb_is_in_the_walk():
    assert set(JSON) == {verb for verb, _ in VERBS}


@pytest.mark.parametrize("verb", [verb for verb, _ in VERBS])
def test_every_verb_takes_json(verb, capsys, tmp_path):
    flags = {flag for action in parser_of(verb)._actions for flag in action.option_strings}
    assert "--json" in flags
    (tmp_path / "saved").mkdir()
    saved = tmp_path / "saved" / "b.json"
    if verb == "verify":
        main(["battle", "farm-at-the-crossroads", "--system", "steel-canister", "--turns", "1", "--save", str(saved)])
        capsys.readouterr()
    if verb == "backup":
        from grognard.server.archive.storage import Storage

        Storage(f"sqlite:///{tmp_path}/battles.db").close()
    if verb == "compare":
        main(["simulate", "drill-ground", "--system", "steel-canister", "--turns", "1", "--games", "2", "--jobs", "1",
              "--out", f"{tmp_path}/run"])  # fmt: skip
        capsys.readouterr()
    for words in JSON[verb]:
        words = [word.replace("OUT", str(tmp_path)).replace("SAVED", str(saved)) for word in words]
        code = main([*words, "--json"])
        out, err = capsys.readouterr()
        assert (code, err) == (0, ""), words
        assert [json.loads(line) for line in out.splitlines()] if verb == "replay" else json.loads(out)


def test_play_says_its_address_as_json(tmp_path):
    command = [sys.executable, "-m", "grognard", "play", "--json", "--no-open", "--port", "0"]
    with subprocess.Popen(
        [*command, "--database", f"sqlite:///{tmp_path}/b.db"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["address"].startswith("http://127.0.0.1:")
        process.terminate()


def test_one_thing_has_one_spelling():
    """The same short option or destination means the same long option everywhere."""
    spelt: dict[str, set[str]] = {}
    for verb, _ in VERBS:
        for action in parser_of(verb)._actions:
            for flag in action.option_strings:
                spelt.setdefault(action.option_strings[0], set()).add(flag)
                assert re.fullmatch(r"-[a-z]|--[a-z]+(-[a-z]+)*", flag)
    assert spelt["-o"] == {"-o", "--output"}


def on_a_terminal(columns: int, *words: str) -> str:
    """What a command shows on a screen of so many columns, without colours."""
    ours, theirs = pty.openpty()
    env = {**os.environ, "COLUMNS": str(columns), "TERM": "xterm", "LINES": "50"}
    with subprocess.Popen(
        [sys.executable, "-m", "grognard", *words], stdin=theirs, stdout=theirs, stderr=theirs, env=env
    ) as process:
        os.close(theirs)
        text = b""
        while True:
            try:
                chunk = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not chunk:
                break
            text += chunk
        process.wait()
    os.close(ours)
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text.decode()).replace("\r\n", "\n")


@pytest.mark.parametrize(
    "words",
    [
        ("scenario", "list"), ("scenario", "muster", "maida"),
        ("scenario", "muster", "maida", "--system", "steel-canister"),
        ("rules", "options", "cold-steel"), ("check", "cold-steel"), ("check", "cold-steel", "morale", "--facts"),
        ("scenario", "show", "quatre-bras"), ("rules", "show", "CS-5.2.2a"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_tables_fit_80_columns_and_cut_no_word(words, capsys):
    shown = on_a_terminal(80, *words)
    assert shown.strip()
    wide = [line for line in shown.splitlines() if len(line) > 80]
    assert all(max(map(len, line.split())) > 60 for line in wide), wide[:3]
    assert main(list(words)) == 0
    plain = set(re.findall(r"[A-Za-z]{4,}", capsys.readouterr().out))
    assert not plain - set(re.findall(r"[A-Za-z]{4,}", shown)), "cut"


def test_columns_that_do_not_fit_come_in_blocks():
    heads = ["name", *(f"column{i}" for i in range(20))]
    rows = [["first", *("1234567",) * 20]]
    blocks = list(fitted(heads, rows, 80))
    assert [column for columns, _ in blocks for column in columns if column] == list(range(1, 21))
    assert all(columns[0] == 0 and sum(widths) + 2 * (len(widths) - 1) <= 80 for columns, widths in blocks)


@pytest.mark.parametrize(
    "typed, some",
    [
        ([""], {"battle", "scenario"}),
        (["ba"], {"battle"}),
        (["battle", ""], {"maida"}),
        (["battle", "mai"], {"maida"}),
        (["battle", "maida", "--s"], {"--seed", "--save", "--system"}),
        (["check", "cold"], {"cold-steel"}),
        (["check", "cold-steel", "mor"], {"morale"}),
        (["battle", "maida", "--system", ""], {"steel-canister"}),
        (["check", "cold-steel", "morale", "--variant", "qu"], {"quick-reference"}),
        (["rules", "show", "CS-5.2.2"], {"CS-5.2.2a"}),
        (["scenario", "m"], {"map", "muster"}),
        (["battle", "--seed", "7", "mai"], {"maida"}),
        (["verify", ""], set()),
        (["nonsense", ""], set()),
    ],
)
def test_what_may_come_next(typed, some, capsys):
    assert main(["completion", "words", "--", *typed]) == 0
    found = set(capsys.readouterr().out.split())
    assert some <= found
    assert all(word.startswith(typed[-1]) for word in found)
    assert some or not found


def _in_shell(tmp_path: Path, shell: str, line: list[str]) -> list[str]:
    """What a shell offers for the last word of a line, by its own means; files where it would offer those."""
    (tmp_path / "grognard").write_text(f'#!/bin/sh\nexec {sys.executable} -m grognard "$@"\n')
    (tmp_path / "grognard").chmod(0o755)
    words = " ".join(map(shlex.quote, line))
    scripts = {
        "bash": (
            f'eval "$(grognard completion bash)"; COMP_WORDS=({words}); COMP_CWORD={len(line) - 1}; _grognard; '
            'printf "%s\\n" "${COMPREPLY[@]}"'
        ),
        "zsh": (
            'compdef() { }; eval "$(grognard completion zsh)"; compadd() { print -l -- ${(P)2} }; '
            f"_files() {{ print a-file }}; words=({words}); CURRENT={len(line)}; _grognard"
        ),
        "fish": f"grognard completion fish | source; complete -C {shlex.quote(' '.join(line))}",
    }
    (tmp_path / "a-file").touch()
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "HOME": str(tmp_path)}
    quiet = {"zsh": ["-f"], "bash": ["--norc"], "fish": ["--no-config"]}
    command = [shell, *quiet[shell], "-c", scripts[shell]]
    done = subprocess.run(command, capture_output=True, text=True, env=env, cwd=tmp_path)
    assert not done.stderr
    return done.stdout.split()


@pytest.mark.parametrize(
    "line, offered",
    [
        (["grognard", "bat"], ["battle"]),
        (["grognard", "battle", "mai"], ["maida"]),
        (["grognard", "completion", ""], ["bash", "fish", "zsh"]),
        (["grognard", "verify", "a-"], ["a-file"]),
    ],
)
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_completes_in_a_real_shell(tmp_path, shell, line, offered):
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not on this machine")
    if shell == "bash" and offered == ["a-file"]:
        offered = []  # then bash itself offers files
    assert sorted(_in_shell(tmp_path, shell, line)) == offered


def test_an_option_and_its_value_in_one_word(tmp_path, capsys):
    assert main(["completion", "words", "--", "battle", "maida", "--system=co"]) == 0
    assert capsys.readouterr().out.split() == ["--system=cold-steel"]
    assert _in_shell(tmp_path, "bash", ["grognard", "battle", "--system", "=", "co"]) == ["cold-steel"]
    assert "steel-canister" in _in_shell(tmp_path, "bash", ["grognard", "battle", "--system", "="])


def test_scripts_hand_over_every_word_even_an_empty_one():
    """What a machine without these shells can still tell."""
    assert '"${(@)words[2,CURRENT]}"' in SCRIPTS["zsh"]
    assert '(commandline -opc)[2..-1] "$typed"' in SCRIPTS["fish"]
    assert all("grognard completion words -- " in script for script in SCRIPTS.values())


def test_a_rule_is_shown_with_its_tables(capsys):
    assert main(["rules", "show", "CS-5.2.2a", "CS-3.1.1"]) == 0
    out = capsys.readouterr().out
    assert "+4  in heavy woods" in out
    assert "+2  in light cover (irregulars +4)" in out
    assert "+2  flank support within 120 paces" in out
    assert "13 to 17: " in out
    assert main(["rules", "show", "CS-7.2.5a", "--json"]) == 0
    (rule,) = json.loads(capsys.readouterr().out)["rules"]
    assert rule["tables"]
    assert "raw-hit-disorder" in rule["tables_under_variants"]


def test_options_say_what_may_be_chosen_and_what_it_means(capsys):
    assert main(["rules", "options", "--json"]) == 0
    for system in json.loads(capsys.readouterr().out)["systems"]:
        for name, option in system["battle_options"].items():
            assert option["meaning"], name
            assert option["choices"] or type(option["default"]) is int
    assert main(["rules", "options", "cold-steel"]) == 0
    out = capsys.readouterr().out
    assert "scenario, random, clear, fog, rain, snow" in out
    assert "no, yes" in out
