"""`grognard scenario`: the battles, what they are, whether they are sound, and how they look."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from grognard.kernel.errors import BadInput

from .console import pages
from .console.outputs import must_be_writable
from .console.terminal import print_json

USAGE = """grognard scenario list [--json]
       grognard scenario show BATTLE [--json]
       grognard scenario check [BATTLE ...] [--json]
       grognard scenario map BATTLE -o FILE [--json]
       grognard scenario muster BATTLE [--system SYSTEM] [--json]
       grognard scenario new FOLDER [--title TITLE] [--from-csv FILE] [--json]
       grognard scenario giant FOLDER [--units N] [--seed N] [--json]"""

EPILOG = """BATTLE is the id of a bundled battle, or a scenario's folder, or a zip of one.

examples:
  grognard scenario list                              the bundled battles
  grognard scenario show quatre-bras                  forces, ground, victory, and what really happened
  grognard scenario check my-battle/                  what has to be put right before it can be fought
  grognard scenario map albuera -o albuera.pdf        the field with both armies; svg, png or pdf
  grognard scenario muster maida --system cold-steel  the ratings of every unit
  grognard scenario new my-battle --from-csv oob.csv  a new battle from an order of battle in a spreadsheet"""

_OPTIONS = {
    "list": (),
    "show": (),
    "check": (),
    "map": ("output",),
    "muster": ("system",),
    "new": ("title", "from_csv"),
    "giant": ("units", "seed"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the verb; what the first word is decides which of them go together."""
    parser.usage = USAGE
    parser.epilog = EPILOG
    parser.add_argument("words", nargs="*", metavar="WORD", help=f"one of {', '.join(_OPTIONS)}, then what it is about")
    parser.add_argument("--json", action="store_true", help="JSON instead of text")
    parser.add_argument("-o", "--output", metavar="FILE", help="with map: where to draw, .svg, .png or .pdf")
    parser.add_argument("--system", metavar="SYSTEM", help="with muster: a rule system, cold-steel if not said")
    parser.add_argument("--title", metavar="TITLE", help="with new: what the battle is called")
    parser.add_argument("--from-csv", metavar="FILE", help="with new: an order of battle, a line for each unit")
    parser.add_argument("--units", type=int, metavar="N", help="with giant: how many units, 1600 if not said")
    parser.add_argument("--seed", type=int, metavar="N", help="with giant: which of them, 1 if not said")


def run(args: argparse.Namespace) -> int:
    """Dispatch on the first word."""
    what, *rest = args.words or ["list"]
    if what not in _OPTIONS:
        raise BadInput(f"no {what!r} here; there are {', '.join(_OPTIONS)}")
    _refuse_strays(args, what)
    if what == "check":
        return _check(rest, as_json=args.json)
    if what == "list":
        if rest:
            raise BadInput(f"list takes nothing more; to see one battle: grognard scenario show {rest[0]}")
        _list(as_json=args.json)
    else:
        {"show": _show, "map": _map, "muster": _muster, "new": _new, "giant": _giant}[what](_one(what, rest), args)
    return 0


def _refuse_strays(args: argparse.Namespace, what: str) -> None:
    """An option that would be ignored is a misunderstanding: say so."""
    for option in ("output", "system", "title", "from_csv", "units", "seed"):
        if getattr(args, option) is not None and option not in _OPTIONS[what]:
            raise BadInput(f"--{option.replace('_', '-')} does not go with {what}; see grognard scenario --help")


def _one(what: str, rest: list[str]) -> str:
    if len(rest) != 1:
        kind = "folder" if what in ("new", "giant") else "battle"
        raise BadInput(f"{what} needs one {kind}, not {len(rest)}; see grognard scenario --help")
    return rest[0]


def _list(*, as_json: bool) -> None:
    """The bundled battles, those that teach first, then by date."""
    from grognard.scenarios import bundled
    from grognard.scenarios.loading import load
    from grognard.scenarios.telling import summary

    battles = sorted((load(path) for path in bundled().values()), key=lambda s: (not s.header.teaching, s.header.date))
    rows = [summary(scenario) for scenario in battles]
    if as_json:
        print_json({"battles": rows})
        return
    heads = ("id", "title", "date", "sides", "men", "units", "turns")
    pages.table("battles", heads, [[_cell(row[head]) for head in heads] for row in rows])


def _cell(value: object) -> str:
    return " against ".join(map(str, value)) if isinstance(value, list) else str(value)


def _show(source: str, args: argparse.Namespace) -> None:
    """A battle: forces, ground, victory, what really happened."""
    from grognard.scenarios import telling
    from grognard.scenarios.loading import load

    scenario = load(source)
    if args.json:
        print_json(telling.as_data(scenario))
        return
    pages.article(f"{scenario.header.title}, {scenario.header.date}", telling.paragraphs(scenario))
    for side in scenario.sides:
        pages.table(telling.strength(side), telling.FORCE_HEADS, telling.forces(side))
    pages.article("Ground", telling.ground(scenario))
    pages.article("Victory", telling.victory(scenario))
    if scenario.header.outcome:
        pages.article("What really happened", telling.outcome(scenario.header.outcome))


def _check(sources: list[str], *, as_json: bool) -> int:
    """Every problem of some battles, or of all bundled ones; the exit code is 1 when there is an error."""
    from grognard.scenarios import bundled
    from grognard.scenarios.loading import find

    for source in sources:
        find(source)
    found = {source: _problems(source) for source in sources or bundled()}
    if as_json:
        import msgspec

        print_json({"battles": [{"battle": name, "problems": msgspec.to_builtins(of)} for name, of in found.items()]})
    else:
        for name, problems in found.items():
            print(f"{name}: {'sound' if not problems else _counted(problems)}")
            for problem in problems:
                print(f"  {problem.severity}: {problem}")
    return int(any(problem.severity == "error" for problems in found.values() for problem in problems))


def _problems(source: str) -> list[Any]:
    """What is wrong with the battle by itself; where that is nothing, what its rules make of it."""
    from grognard.scenarios.inspection.checking import check

    from .inspecting.mustering import muster_problems
    from .inspecting.rehearsing import lesson_troubles

    problems = check(source)
    if not any(problem.severity == "error" for problem in problems):
        problems += muster_problems(source)
    if not any(problem.severity == "error" for problem in problems):
        problems += lesson_troubles(source)
    return problems


def _counted(problems: list[Any]) -> str:
    counts = [(severity, sum(p.severity == severity for p in problems)) for severity in ("error", "warning")]
    return ", ".join(f"{count} {severity}{'s' * (count > 1)}" for severity, count in counts if count)


def _map(source: str, args: argparse.Namespace) -> None:
    """The field with both armies, as a picture."""
    from grognard.printing.battle_map import as_picture, draw
    from grognard.scenarios.inspection.checking import must_be_sound
    from grognard.scenarios.loading import load

    if not args.output:
        raise BadInput("map needs -o and a file, as in: -o map.svg")
    as_picture(Path(args.output))
    must_be_writable(Path(args.output))
    scenario = load(source)
    must_be_sound(scenario, source)
    draw(scenario, Path(args.output))
    _wrote(Path(args.output), str(args.output), args)


def _muster(source: str, args: argparse.Namespace) -> None:
    """The ratings of every unit under a system."""
    import msgspec

    from grognard.scenarios.loading import load

    from .inspecting.mustering import mustered, musters

    system = args.system or "cold-steel"
    if system not in musters():
        raise BadInput(f"no muster for {system!r}; there are {', '.join(musters())}")
    scenario = load(source)
    rows = [msgspec.to_builtins(record) for record in mustered(system, scenario)]
    if args.json:
        print_json({"battle": scenario.header.id, "system": system, "units": rows})
        return
    for side in scenario.sides:
        _print_mustered(side.name, [row for row in rows if row["side"] == side.name])


def _print_mustered(side: str, rows: list[dict[str, Any]]) -> None:
    """Plain ratings as a table; the columns that say nothing for this side are left out."""
    columns = [
        key
        for key in rows[0]
        if key not in ("side", "id", "formation")
        and any(row[key] for row in rows)
        and not isinstance(rows[0][key], (list, tuple))
    ]
    heads = [column.replace("_", " ") for column in columns]
    pages.table(side, heads, [[_plain(row[column]) for column in columns] for row in rows])


def _plain(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _new(folder: str, args: argparse.Namespace) -> None:
    """A new scenario, small and whole, or with the armies of a table."""
    from grognard.scenarios.starting import start

    start(Path(folder), args.title or Path(folder).name, Path(args.from_csv) if args.from_csv else None)
    said = f"{folder}: scenario.toml, armies.toml, field.geojson; next: grognard scenario check {folder}"
    _wrote(Path(folder), said, args)


def _giant(folder: str, args: argparse.Namespace) -> None:
    """A synthetic battle for benchmarks."""
    from grognard.scenarios.giant import giant
    from grognard.scenarios.saving import save
    from grognard.scenarios.starting import refuse_taken

    refuse_taken(Path(folder))
    scenario = giant(args.units if args.units is not None else 1600, args.seed if args.seed is not None else 1)
    save(scenario, Path(folder))
    _wrote(Path(folder), f"{folder}: {scenario.header.title}", args)


def _wrote(path: Path, said: str, args: argparse.Namespace) -> None:
    """Say what was written, to people or to programs."""
    if not args.json:
        print(said)
        return
    files = sorted(each for each in path.rglob("*") if each.is_file()) if path.is_dir() else [path]
    print_json({"written": [{"file": str(each), "bytes": each.stat().st_size} for each in files]})
