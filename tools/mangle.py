"""Mangled input to the command line: words, tables, scenarios, spreadsheets, saves, databases, spoilt at random.
Whatever comes, the answer must be a result or a sentence: no traceback, no "our fault", no hang, bounded memory.

    python tools/mangle.py --inputs 10000 --jobs 2
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import json
import os
import random
import resource
import signal
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import uvicorn

from grognard import systems
from grognard.cli import VERBS, main, parser_of
from grognard.scenarios import bundled
from grognard.scenarios.starting import start
from grognard.server.archive.storage import Storage
from grognard.server.seats.games import Games
from grognard.server.shapes import NewGame

ROOT = Path(__file__).parents[1]
SAVES = sorted((ROOT / "tests" / "saves").glob("*.grog.json"))
LONGEST = 60
"""Seconds that one command may take."""
MEMORY = 4 << 30
"""Bytes of address space that a process may have."""
CODES = (0, 1, 2)
"""What a command may end with: done, a scenario with errors, refused."""
FAULTS = ("our fault", "Traceback")
"""Words that no user should have to read."""
_WORDS = [
    "", " ", "-", "--", "?", "=", "0", "1", "-1", "7", "99999999999999999999", "1e9", "nan", "inf", "0x10",
    "½", "７", "yes", "no", "../../etc/passwd", "/dev/zero", "/dev/null", ".", "/", "~", "nul\x00l", "\x1b[2J",
    "\u202e", "é", "日本", "\udcff", "a" * 5000, "cold-steel", "steel-canister", "class-dice", "black-powder",
    "morale", "artillery", "maida", "farm-at-the-crossroads", "show", "list", "check", "options", "coverage",
    "CS-5.2.2a", "SC-4.4a", "open", "rolling", "8x6", "0x0", "99x99", "town:4,3", "French", "staff", "random",
    "staff,random", "7,9", "00", "disorder=2", "morale_rating=9", "ours.arm=cavalry", "x=?", "cards=yes",
    "turns=foo", "turns=1", "seats=commands", "scale=7", "quick-reference", "no-such.toml", "True", "None",
    "[]", "{}", "%s", "{0}",
]  # fmt: skip
_VALUES: list[Any] = [
    None, True, False, 0, -1, 1, 2**31, 2**63, 2**64, 10**30, 0.5, -0.0, 1e308, "", "x", "é", "\x1b[31m", "a" * 300, [],
    {}, [[]], {"": None}, [1, 2, 3], [None], {"label": 3}, "1809-05-01", "cold-steel", "French", [0, 0],
    [[0, 0], [1e9, -1e9]],
]  # fmt: skip


_LETTERS = (0, 9, 10, 13, 27, 34, 39, 0x7F, 0x9B, 0x2028, 0xFEFF, 0x1F600)


_ONE = ["--games", "1", "--jobs", "1"]
_ONE_GAME = {
    "history": ["garcia-hernandez", "--systems", "steel-canister", *_ONE],
    "simulate": _ONE,
    "lab": _ONE,
    "ladder": _ONE,
}
"""Verbs that fight for hours if nobody says how many games: not what is tried here."""


class Case(NamedTuple):
    """A command, and what kind of input was spoilt for it."""

    kind: str
    words: list[str]


class Result(NamedTuple):
    """How a command ended, and what is wrong with that, if something is."""

    case: Case
    code: int
    wrong: str


# ---- spoiling


def spoilt_text(text: str, dice: random.Random) -> str:
    """A text with one to four changes such as a slip, a bad tool or ill will makes."""
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(text) + 1)
        end = min(len(text), at + int(dice.expovariate(1 / 20)))
        lines = text.split("\n")
        text = dice.choice(
            (
                lambda a=at, e=end, t=text: t[:a] + t[e:],
                lambda a=at, e=end, t=text: t[:e] + t[a:e] * dice.choice((1, 1, 2, 50)) + t[e:],
                lambda a=at, t=text: t[:a] + dice.choice(_WORDS) + t[a:],
                lambda a=at, t=text: t[:a] + chr(dice.choice(_LETTERS)) + t[a:],
                lambda a=at, t=text: t[:a],
                lambda ls=lines: "\n".join(dice.sample(ls, len(ls))),
                lambda ls=lines: "\n".join(line for line in ls if dice.random() > 0.05),
                lambda t=text: _number_changed(t, dice),
                lambda a=at, t=text: t[:a] + dice.choice("[{(") * dice.choice((1, 3000)) + t[a:],
            )
        )()[:2_000_000]
    return text


def _number_changed(text: str, dice: random.Random) -> str:
    places = [at for at, letter in enumerate(text) if letter.isdigit()]
    if not places:
        return text
    at = dice.choice(places)
    return text[:at] + dice.choice(("-1", "0", "9" * 30, "1e999", "nan", "0.001", "x")) + text[at + 1 :]


def spoilt_bytes(content: bytes, dice: random.Random) -> bytes:
    """Bytes with some of them changed, cut off or added."""
    found = bytearray(content)
    for _ in range(dice.randint(1, 6)):
        at = dice.randrange(len(found) + 1)
        what = dice.randrange(4)
        if what == 0 and found:
            found[min(at, len(found) - 1)] = dice.randrange(256)
        elif what == 1:
            del found[at:]
        elif what == 2:
            found[at:at] = dice.randbytes(dice.randint(1, 9))
        else:
            del found[at : at + dice.randint(1, 200)]
    return bytes(found)


def spoilt_data(data: Any, dice: random.Random) -> Any:
    """Plain data with some leaf or branch replaced, dropped or doubled."""
    for _ in range(dice.randint(1, 3)):
        holder, key = _somewhere(data, dice)
        if holder is None:
            return dice.choice(_VALUES)
        what = dice.random()
        if what < 0.6:
            holder[key] = json.loads(json.dumps(dice.choice(_VALUES)))
        elif what < 0.8:
            del holder[key]
        elif isinstance(holder, list):
            holder.insert(key, holder[key])
        else:
            holder[dice.choice(_WORDS[1:20])] = holder[key]
    return data


def _somewhere(data: Any, dice: random.Random) -> tuple[Any, Any]:
    holder, key = None, None
    while isinstance(data, dict | list) and data and (holder is None or dice.random() < 0.85):
        holder, key = data, dice.choice(list(data) if isinstance(data, dict) else range(len(data)))
        data = data[key]
    return holder, key


# ---- commands


def typed(dice: random.Random) -> list[str]:
    """A command line of real verbs and options with anything behind them."""
    verb = dice.choice([verb for verb, _ in VERBS])
    if dice.random() < 0.05:
        return [dice.choice(_WORDS) for _ in range(dice.randint(0, 4))]
    words = [verb]
    usual = {
        "check": [dice.choice(list(systems.find())), dice.choice(["morale", "artillery", "small-arms", "rally"])],
        "battle": [dice.choice(_WORDS)],
        "scenario": [dice.choice(["list", "show", "check", "muster", "nonsense"])],
        "rules": [dice.choice(["show", "options", "coverage", "cold-steel"])],
        "terrain": ["open"],
        "play": ["--no-open", "--port", "0"],
        "backup": [f"copy-{dice.getrandbits(40):x}.db"],
        "completion": dice.choice([["bash"], ["words", "--", "battle"], ["words", "--", *dice.choices(_WORDS, k=3)]]),
    }
    if dice.random() < 0.8:
        words += usual.get(verb, [])
    actions = [action for action in parser_of(verb)._actions if action.option_strings and action.dest != "help"]
    for _ in range(dice.randint(0, 4)):
        action = dice.choice(actions)
        if verb == "battle" and action.dest in ("games", "jobs"):
            continue
        words.append(dice.choice(action.option_strings))
        if action.nargs != 0 and dice.random() < 0.9:
            words.append(dice.choice(_WORDS))
    words += [dice.choice(_WORDS) for _ in range(dice.choice((0, 0, 1, 2)))]
    if verb == "battle" and dice.random() < 0.9:
        words += ["--turns", "1"]
    if verb == "battle":  # a whole battle takes seconds: it is tried, but not every time
        words = [word for word in words if word not in bundled() or dice.random() < 0.1]
    return words + _ONE_GAME.get(verb, [])


def variant(folder: Path, dice: random.Random) -> list[str]:
    """A check under a spoilt house rule."""
    system = dice.choice(["cold-steel", "steel-canister"])
    source = dice.choice(list(systems.variants(system).values()))
    path = folder / f"house-{dice.getrandbits(40):x}.toml"
    path.write_bytes(spoilt_text(source.read_text("utf-8"), dice).encode("utf-8", "surrogatepass"))
    checks = {"cold-steel": ["morale", "artillery", "small-arms", "rally", "close-combat"]}
    name = dice.choice(checks.get(system) or list(systems.Declarations(system)))
    return ["check", system, name, dice.choice(("--odds", "--facts", "--sheet")), "--variant", str(path)]


def scenario(folder: Path, dice: random.Random) -> list[str]:
    """A verb on a spoilt scenario, as a folder or a zip."""
    place = folder / f"s{dice.getrandbits(40):x}"
    origin = folder / "template" if dice.random() < 0.7 else bundled()["farm-at-the-crossroads"]
    texts = {each.name: each.read_text("utf-8") for each in sorted(origin.glob("*.*"))}
    name = dice.choice(sorted(texts))
    if name.endswith("geojson") and dice.random() < 0.6:
        texts[name] = json.dumps(spoilt_data(json.loads(texts[name]), dice))
    else:
        texts[name] = spoilt_text(texts[name], dice)
    if dice.random() < 0.2:
        place = place.with_suffix(".zip")
        with zipfile.ZipFile(place, "w") as archive:
            for each, text in texts.items():
                archive.writestr(each, text.encode("utf-8", "surrogatepass"))
        if dice.random() < 0.5:
            place.write_bytes(spoilt_bytes(place.read_bytes(), dice))
    else:
        place.mkdir()
        for each, text in texts.items():
            (place / each).write_bytes(text.encode("utf-8", "surrogatepass"))
    verbs = (["scenario", "show"], ["scenario", "check"], ["scenario", "muster"], ["scenario", "check", "--json"])
    if dice.random() < 0.08:
        return [
            "battle",
            str(place),
            "--turns",
            "1",
            "--quiet",
            "--system",
            dice.choice(["cold-steel", "steel-canister"]),
        ]
    if dice.random() < 0.05:
        return ["scenario", "map", str(place), "-o", str(folder / "map.svg")]
    return [*dice.choice(verbs), str(place)]


TABLE = """side,unit,arm,nation,men,experience,formation,commander,guns,x,y,facing,turn,edge
Red,1/33e,infantry,French,534,veteran,1st Brigade,Martin,,900,300,0,,
Red,Battery,foot_artillery,French,110,trained,1st Brigade,,6,1300,300,0,,
White,1/Kaiser,infantry,Austrian,800,conscript,Brigade Weiss,Weiss,,900,1900,180,3,north
White,Hussars,light_cavalry,Austrian,420,elite,Brigade Weiss,,,1500,1900,180,,
"""


def spreadsheet(folder: Path, dice: random.Random) -> list[str]:
    """A new scenario from a spoilt table."""
    path = folder / "table.csv"
    text = TABLE.replace(",", dice.choice(",,;\t"))
    content = spoilt_text(text, dice).encode("utf-8", "surrogatepass")
    path.write_bytes(spoilt_bytes(content, dice) if dice.random() < 0.3 else content)
    return ["scenario", "new", str(folder / f"n{dice.getrandbits(40):x}"), "--from-csv", str(path)]


def sealed(data: Any) -> bytes:
    """A save whose digest fits what stands in it."""
    body, mark, _ = json.dumps(data, separators=(",", ":")).encode().rpartition(b',"digest":"')
    return body + mark + hashlib.sha256(body).hexdigest().encode() + b'"}'


def save(folder: Path, dice: random.Random) -> list[str]:
    """A verb on a spoilt save: of bytes changed by chance, or of data changed on purpose and sealed anew."""
    content = dice.choice(SAVES).read_bytes()
    if dice.random() < 0.3:
        content = spoilt_bytes(content, dice)
    else:
        data = spoilt_data(json.loads(content), dice)
        content = sealed(data)
    path = folder / "spoilt.grog.json"
    path.write_bytes(content)
    verbs: list[list[str]] = [
        ["verify", str(path)],
        ["replay", str(path)],
        ["replay", "--json", str(path)],
        ["battle", "farm-at-the-crossroads", "--quiet", "--commanders", "default", "--save", str(path)],
    ]
    return ["report", str(path), "-o", str(folder / "r.html")] if dice.random() < 0.05 else dice.choice(verbs)


def database(folder: Path, dice: random.Random) -> list[str]:
    """Serving or copying the battles of a spoilt database, or of one that is no database."""
    path = folder / f"d{dice.getrandbits(40):x}.db"
    path.write_bytes(spoilt_bytes((folder / "template.db").read_bytes(), dice))
    url = f"sqlite:///{path}"
    if dice.random() < 0.2:
        url = dice.choice(
            [spoilt_text(url, dice), "sqlite:///", "sqlite://", "postgresql://nobody@127.0.0.1:1/x", "x://"]
        )
    if dice.random() < 0.5:
        return ["backup", str(folder / f"copy-{dice.getrandbits(40):x}.db"), "--database", url]
    return ["play", "--no-open", "--port", "0", "--database", url]


KINDS: dict[str, tuple[int, Callable[[Path, random.Random], list[str]]]] = {
    "words": (40, lambda _, dice: typed(dice)),
    "house rules": (15, variant),
    "scenarios": (20, scenario),
    "spreadsheets": (8, spreadsheet),
    "saves": (12, save),
    "databases": (5, database),
}
"""How often of a hundred, and what makes the command."""


# ---- running


def run(words: list[str]) -> tuple[int, str]:
    """A command's exit code and what it said on its error stream; output that is no text raises what a shell sees."""
    out = io.TextIOWrapper(io.BytesIO(), "utf-8")
    err = io.StringIO()
    stdin, sys.stdin = sys.stdin, io.StringIO("")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(words)
    finally:
        sys.stdin = stdin
    out.flush()
    if b"\x1b" in out.buffer.getvalue():  # type: ignore[attr-defined]
        raise AssertionError("an escape was sent")
    return code, err.getvalue()


def _too_long(*_: object) -> None:
    raise TimeoutError


def judged(case: Case) -> Result:
    """Run a command and say what is wrong with how it ended."""
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(LONGEST)
    try:
        code, err = run(case.words)
    except TimeoutError:
        return Result(case, -1, f"longer than {LONGEST} s")
    except BaseException as error:
        return Result(case, -1, f"{type(error).__name__}: {error}")
    finally:
        signal.alarm(0)
    if code not in CODES:
        return Result(case, code, err.strip()[:300])
    last = err.rstrip("\n").rpartition("\n")[2]  # questions stand before it
    if code == 2 and (not last.startswith("grognard: ") or any(word in err for word in FAULTS)):
        return Result(case, code, err.strip()[:300])
    return Result(case, code, "escape sent" if "\x1b" in err else "")


@contextlib.contextmanager
def at_home(folder: Path) -> Iterator[None]:
    """Battles of one's own are there and nowhere else, no browser is opened, and a server ends when it would wait for
    visitors: all that it does with what it was told is done by then."""
    homes = {"XDG_DATA_HOME": str(folder), "XDG_CACHE_HOME": str(folder), "HOME": str(folder)}
    with mock.patch.dict(os.environ, homes), mock.patch.object(uvicorn.Server, "run"), mock.patch("webbrowser.open"):
        yield


def some_battles(path: Path) -> None:
    """A database with a battle in it."""
    games = Games(Storage(f"sqlite:///{path}"))
    games.begin(NewGame("farm-at-the-crossroads", "cold-steel", seed=1, seats={"Prussians": "me", "French": "me"}))
    games.close()


def cases(folder: Path, seeds: range) -> Iterator[Case]:
    """One command for each seed."""
    weights = [weight for weight, _ in KINDS.values()]
    for seed in seeds:
        dice = random.Random(seed)
        (kind,) = dice.choices(list(KINDS), weights)
        yield Case(kind, KINDS[kind][1](folder, dice))


def batch(seeds: range) -> tuple[Counter[tuple[str, int]], list[tuple[int, Result]], int]:
    """Counts of how commands ended, those that ended badly with their seeds, and the most memory in kilobytes."""
    counts: Counter[tuple[str, int]] = Counter()
    bad = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        start(folder / "template", "A battle")
        some_battles(folder / "template.db")
        with contextlib.chdir(folder), at_home(folder):
            for seed, case in zip(seeds, cases(folder, seeds), strict=True):
                found = judged(case)
                counts[case.kind, found.code] += 1
                if found.wrong:
                    bad.append((seed, found))
                if seed % 50 == 0:
                    systems.rules.cache_clear()
    return counts, bad, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _bounded() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def whole(inputs: int, jobs: int, first: int) -> int:
    """All of them, in processes of their own; prints the figures."""
    seeds = [range(at, min(at + 100, first + inputs)) for at in range(first, first + inputs, 100)]
    counts: Counter[tuple[str, int]] = Counter()
    bad: list[tuple[int, Result]] = []
    most = 0
    with get_context("spawn").Pool(jobs, initializer=_bounded, maxtasksperchild=10) as pool:
        for done, (counted, wrong, memory) in enumerate(pool.imap_unordered(batch, seeds), start=1):
            counts, bad, most = counts + counted, bad + wrong, max(most, memory)
            for seed, found in wrong:
                print(f"seed {seed}: {found.case.words} -> {found.code}: {found.wrong}", flush=True)
            if done % 10 == 0:
                print(f"{done * 100} inputs, {len(bad)} bad", file=sys.stderr, flush=True)
    for kind in KINDS:
        told = ", ".join(f"{count} ended with {code}" for (of, code), count in sorted(counts.items()) if of == kind)
        print(f"{kind:13} {told}")
    print(f"{counts.total()} inputs, {len(bad)} bad; at most {most // 1024} MB in a process")
    return int(bool(bad))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    chosen = parser.parse_args()
    sys.exit(whole(chosen.inputs, chosen.jobs, chosen.first))
