"""grognard battle: computers fight a battle to its end, once before your eyes or many times for the odds."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.kernel.errors import BadInput

if TYPE_CHECKING:
    from grognard.battle.battles import Battle
    from grognard.simulate.many import Job

MOST_GAMES = 100_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the verb."""
    parser.add_argument("battle", help="a bundled battle (grognard scenario list), or a scenario's folder or zip")
    parser.add_argument("--system", default="cold-steel", help="the rules it is fought by")
    parser.add_argument("--seed", type=int, help="the same seed gives the same battle; the first of them with --games")
    parser.add_argument("--turns", type=int, default=0, help="end it after so many turns")
    parser.add_argument("--variant", action="append", default=[], help="a variant of the rules; may be given again")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE",
        help="an option of the rules, as in cards=yes (grognard rules options SYSTEM); may be given again",
    )  # fmt: skip
    parser.add_argument("--commanders", default="staff", help="who commands: staff, random or default")
    parser.add_argument("--watch", action="store_true", help="a live view of the field instead of the log")
    parser.add_argument("--dice", action="store_true", help="every die and modifier in the log")
    parser.add_argument("--quiet", action="store_true", help="only how it ends")
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the battle; goes on from it if it is there")
    parser.add_argument("--json", action="store_true", help="the outcome as JSON")
    parser.add_argument("--games", type=int, default=1, help="fight it so many times")
    parser.add_argument("--jobs", type=int, default=0, help="processes for --games; all cores unless told")


def run(args: argparse.Namespace) -> int:
    """Fight."""
    from grognard.simulate.many import Job

    seed = int.from_bytes(os.urandom(4), "big") if args.seed is None else args.seed
    if seed < 0:
        raise BadInput(f"--seed {seed}: a seed is 0 or more")
    options = {**chosen(args.option), "turns": args.turns, **({"variants": args.variant} if args.variant else {})}
    job = Job(args.battle, args.system, options, args.commanders)
    if not 1 <= args.games <= MOST_GAMES:
        raise BadInput(f"--games {args.games}: 1 to {MOST_GAMES}")
    if args.games > 1:
        return _many(job, seed, args)
    return _fight(_begun(job, seed, args), job, args)


def chosen(options: list[str]) -> dict[str, Any]:
    """Options as they were typed."""
    found: dict[str, Any] = {}
    for each in options:
        name, equals, value = each.partition("=")
        if not equals or not name:
            raise BadInput(f"--option {each}: write NAME=VALUE, as in cards=yes")
        found[name] = value
    return found


def _begun(job: Job, seed: int, args: argparse.Namespace) -> Battle:
    """A new battle, or the saved one."""
    from grognard import systems
    from grognard.battle import saves
    from grognard.simulate.many import begin_job

    if args.save is not None:
        saves.clear_drafts(args.save)
    if args.save is None or not args.save.exists():
        return begin_job(job, seed)
    battle = saves.load(args.save, systems.game)
    if battle.scenario.header.id != args.battle and battle.scenario.header.id != Path(args.battle).name:
        raise BadInput(f"{args.save} holds {battle.scenario.header.title}, not {args.battle}; name another file")
    return battle


def _fight(battle: Battle, job: Job, args: argparse.Namespace) -> int:
    """To the end, or until interrupted: what was fought out until then is told and saved."""
    from grognard.battle.commanding import fight_out
    from grognard.simulate.many import staffed

    show = _watcher(battle) if args.watch and sys.stdout.isatty() else _logger(battle, args)

    def turn_over(fought: Battle) -> None:
        show(fought)
        _keep(fought, args.save)

    try:
        fight_out(battle, staffed(battle, job.commanders), turn_over)
    except KeyboardInterrupt:
        _keep(battle, args.save)
        kept = f"; {args.save} holds it as far as that, and the same command goes on from there" if args.save else ""
        print(f"grognard: interrupted on turn {_turn_of(battle)}{kept}", file=sys.stderr)
        return 130
    except Exception:
        _keep(battle, args.save)
        raise
    turn_over(battle)
    outcome = battle.game.outcome(battle.fight)
    if args.json:
        print(json.dumps({"battle": battle.scenario.header.id, "system": job.system, "seed": battle.seed, **outcome}))
    else:
        print(f"\n{battle.scenario.header.title} (seed {battle.seed})")
        print("\n".join(told(outcome)))
    return 0


def _keep(battle: Battle, path: Path | None) -> None:
    from grognard.battle import saves

    if path is not None:
        saves.save(battle, path)


def _turn_of(battle: Battle) -> int:
    """The turn of the last whole state, which may be the one before that of the moment."""
    from grognard.battle.events import Event

    return next((entry.turn for entry in reversed(battle.entries[: battle.whole]) if type(entry) is Event), 1)


def _logger(battle: Battle, args: argparse.Namespace) -> Any:
    """Prints what has happened since it was last called."""
    from grognard.battle.events import Event
    from grognard.simulate.log import Log

    at, log = 0, Log(battle.game, battle.fight, dice=args.dice)

    def show(fought: Battle) -> None:
        nonlocal at
        entries, at = fought.entries[at : fought.whole], fought.whole
        if args.json or args.quiet:
            return
        for line in log.lines(entry for entry in entries if type(entry) is Event):
            print(line)
        for line in log.rest():
            print(line)

    return show


def _watcher(battle: Battle) -> Any:
    from grognard.cli.watching import Watcher

    return Watcher(battle)


def told(outcome: dict[str, Any]) -> list[str]:
    """An outcome in a few lines."""
    rows = [outcome["why"]]
    for side, found in outcome["sides"].items():
        rows.append(
            f"  {side}: {found['points']} points; lost {found['lost']} of {found['men']} men ({found['percent']}%) and "
            f"{found['guns_lost']} guns; of {found['units']} units {found['broken']} broken, {found['routed']} routed, "
            f"{found['destroyed']} destroyed"
        )
        rows += [f"      {line['points']:+d}  {line['text']} ({line['how']})" for line in found.get("lines", ())]
    return rows


def _many(job: Job, seed: int, args: argparse.Namespace) -> int:
    """Many battles with a progress bar, then a table of outcomes."""
    from rich.console import Console
    from rich.progress import track

    from grognard.simulate.many import fight_many
    from grognard.simulate.outcomes import summary, table

    jobs = args.jobs or os.cpu_count() or 1
    if not 1 <= jobs <= 64:
        raise BadInput(f"--jobs {jobs}: 1 to 64")
    seeds = range(seed, seed + args.games)
    told_to = Console(stderr=True)
    battles = fight_many(job, seeds, min(jobs, args.games))
    fought = sorted(track(battles, args.battle, len(seeds), console=told_to, transient=True), key=lambda one: one.seed)
    if args.json:
        print(json.dumps(summary(job, fought)))
    else:
        Console().print(table(job, fought))
    return 0
