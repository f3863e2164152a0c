"""grognard battle: computers fight a battle to its end, once before your eyes or many times for the odds."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.kernel.errors import BadInput

from .console.outputs import must_be_writable
from .console.running import (
    HIGHEST_SEED,
    MOST_GAMES,
    MOST_JOBS,
    chosen,
    fighters,
    said_commanders,
    seed_of,
    with_flags,
)
from .console.terminal import print_json

if TYPE_CHECKING:
    from grognard.battle.battles import Battle
    from grognard.simulate.many import Job

USUAL_SYSTEM = "cold-steel"

EPILOG = """examples:
  grognard battle maida --seed 7 --dice                       every die and modifier in the log
  grognard battle maida --save maida.grog.json --quiet        Ctrl-C keeps it; the same command goes on
  grognard battle maida --games 100 --commanders staff,random the odds, with one commander for each side
  grognard battle maida --games 20 --commanders French=default"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the verb."""
    parser.epilog = EPILOG
    parser.add_argument("battle", help="a bundled battle (grognard scenario list), or a scenario's folder or zip")
    parser.add_argument("--system", help=f"the rules it is fought by; {USUAL_SYSTEM} unless told")
    parser.add_argument("--seed", type=int, help="the same seed gives the same battle; the first of them with --games")
    parser.add_argument("--turns", type=int, help="end it after so many turns")
    parser.add_argument("--variant", action="append", default=[], help="a variant of the rules; may be given again")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the rules, as in cards=yes (grognard rules options SYSTEM); may be given again",
    )
    parser.add_argument(
        "--commanders",
        default="staff",
        metavar="KIND[,KIND]",
        help="who commands (docs/commanders.md); for all, for each side in their order, or as in French=random",
    )
    parser.add_argument("--watch", action="store_true", help="a live view of the field instead of the log")
    parser.add_argument("--dice", action="store_true", help="every die and modifier in the log")
    parser.add_argument("--why", action="store_true", help="in the log: why computer staffs order what they order")
    parser.add_argument("--quiet", action="store_true", help="only how it ends")
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the battle; goes on from it if it is there")
    parser.add_argument("--json", action="store_true", help="the outcome as JSON; with --games, of each game too")
    parser.add_argument("--games", type=int, help="fight it so many times")
    parser.add_argument("--jobs", type=int, help="processes for --games; all cores unless told")


def run(args: argparse.Namespace) -> int:
    """Run the verb: fight one battle, or many."""
    _refuse_strays(args)
    options = _options(args)
    kinds = said_commanders(args.commanders)
    if args.games is not None:
        return _many(args, options, kinds)
    return _fight(_begun(args, options, kinds), kinds, args)


# ---- what was asked for


def _refuse_strays(args: argparse.Namespace) -> None:
    """What would be ignored is a misunderstanding, and what cannot be done is said before anything is."""
    for one, others in (
        ("games", ("save", "watch", "dice", "why", "quiet")),
        ("watch", ("json", "dice", "why", "quiet")),
        ("json", ("dice", "why", "quiet")),
        ("quiet", ("dice", "why")),
    ):
        for other in others:
            if getattr(args, one) not in (None, False) and getattr(args, other) not in (None, False):
                raise BadInput(f"--{other} does not go with --{one}; see grognard battle --help")
    if args.jobs is not None and args.games is None:
        raise BadInput("--jobs is for --games; see grognard battle --help")
    if args.games is not None and not 1 <= args.games <= MOST_GAMES:
        raise BadInput(f"--games {args.games}: 1 to {MOST_GAMES}")
    if args.jobs is not None and not 1 <= args.jobs <= MOST_JOBS:
        raise BadInput(f"--jobs {args.jobs}: 1 to {MOST_JOBS}")
    if args.seed is not None and not 0 <= args.seed <= HIGHEST_SEED:
        raise BadInput(f"--seed {args.seed}: a seed is 0 or more, and below {HIGHEST_SEED + 1}")
    if args.watch and not sys.stdout.isatty():
        raise BadInput("--watch needs a terminal to draw on; leave it out, or do not send the output elsewhere")
    if args.save is not None:
        must_be_writable(args.save)


def _options(args: argparse.Namespace) -> dict[str, Any]:
    """Options as they were typed; none of them said twice."""
    return with_flags(chosen(args.option), args.turns, args.variant)


def _job(args: argparse.Namespace, options: dict[str, Any], kinds: tuple[str, ...]) -> Job:
    from grognard.scenarios.loading import load
    from grognard.simulate.many import Job, by_side

    job = Job(args.battle, args.system or USUAL_SYSTEM, options, kinds)
    # only to have a wrong side refused now, not by each of the processes later
    by_side(kinds, [side.name for side in load(args.battle).sides])
    return job


# ---- one battle


def _begun(args: argparse.Namespace, options: dict[str, Any], kinds: tuple[str, ...]) -> Battle:
    """A new battle, or the saved one."""
    from grognard.battle.record import saves
    from grognard.simulate.many import begin_job

    if args.save is not None:
        # left by a run that was killed while it wrote
        saves.clear_drafts(args.save)
        if args.save.exists():
            return _gone_on_with(args, options)
    return begin_job(_job(args, options, kinds), seed_of(args))


def _gone_on_with(args: argparse.Namespace, options: dict[str, Any]) -> Battle:
    """The saved battle; refuses what was asked for and it is not."""
    from grognard import systems
    from grognard.battle.record import saves

    battle = saves.load(args.save, systems.game)
    header = battle.scenario.header
    if header.id not in (args.battle, Path(args.battle).name):
        raise BadInput(f"{args.save} holds {header.title}, not {args.battle}; name another file")
    # read as the game reads them, so that `yes` as it was typed equals what the battle holds
    wanted = battle.game.options({**battle.options, **options})
    asked = {"system": args.system, "seed": args.seed, **{name: wanted[name] for name in options}}
    holds = {"system": battle.game.id, "seed": battle.seed, **battle.options}
    for name, value in asked.items():
        if value is not None and value != holds[name]:
            raise BadInput(
                f"{args.save} holds a battle with {name} {holds[name]}, not {value}; name another file, or leave "
                f"that out to go on with it"
            )
    return battle


def _fight(battle: Battle, kinds: tuple[str, ...], args: argparse.Namespace) -> int:
    """To the end, or until interrupted: what was fought out until then is told and saved."""
    from grognard.battle.commanding import fight_out
    from grognard.simulate.many import staffed

    staffs = staffed(battle, *kinds)
    watcher = _watcher(battle) if args.watch else None
    show = watcher or _logger(battle, args)

    thought: dict[str, int] = {}

    def turn_over(fought: Battle) -> None:
        show(fought)
        if args.why:
            for line in _reasons(fought, staffs, thought):
                print(line)
        _keep(fought, args.save)

    try:
        fight_out(battle, staffs, turn_over)
        turn_over(battle)
    except KeyboardInterrupt:
        _keep(battle, args.save)
        kept = f"; {args.save} holds it as far as that, and the same command goes on from there" if args.save else ""
        print(f"grognard: interrupted on turn {_turn_of(battle)}{kept}", file=sys.stderr)
        return 130
    # a mistake of ours must not cost the player what was fought; it is still told as one
    except Exception:
        _keep(battle, args.save)
        raise
    finally:
        if watcher is not None:
            watcher.close()
    outcome = battle.game.outcome(battle.fight)
    if args.json:
        from grognard.battle.record.fair import written

        print_json(
            {"battle": battle.scenario.header.id, "system": battle.game.id, "seed": written(battle.seed), **outcome}
        )
    else:
        print(f"\n{battle.scenario.header.title} (seed {battle.seed})")
        print("\n".join(told(outcome)))
    return 0


def _keep(battle: Battle, path: Path | None) -> None:
    from grognard.battle.record import saves

    if path is not None:
        saves.save(battle, path)


def _reasons(battle: Battle, staffs: dict[str, Any], told: dict[str, int]) -> list[str]:
    """Why the staffs ordered what they did since the last turn."""
    from grognard.simulate.afterthoughts import reasons_of

    found = [f"  {each.side}, turn {each.reason.turn}: {each.sentence}" for each in reasons_of(battle, staffs, told)]
    return ["", "-- why", *found] if found else []


def _turn_of(battle: Battle) -> int:
    """The turn of the last whole state, which may be the one before that of the moment."""
    from grognard.battle.events import Event

    return next((entry.turn for entry in reversed(battle.entries[: battle.whole]) if type(entry) is Event), 1)


def _logger(battle: Battle, args: argparse.Namespace) -> Any:
    """Prints what has happened since it was last called."""
    from grognard.battle.events import Event
    from grognard.scenarios.telling import special_rules
    from grognard.simulate.log import Log

    at, log = 0, Log(battle.game, battle.fight, dice=args.dice)
    opening = special_rules(battle.scenario, battle.game.id)

    def show(fought: Battle) -> None:
        nonlocal at
        # no farther than the record is whole: what an answer was broken off in is told when it is carried out
        entries, at = fought.entries[at : fought.whole], fought.whole
        if args.json or args.quiet:
            return
        # once, above the first turn
        for line in opening:
            print(line)
        opening.clear()
        for line in log.lines(entry for entry in entries if type(entry) is Event):
            print(line)
        for line in log.rest():
            print(line)

    return show


def _watcher(battle: Battle) -> Any:
    from grognard.cli.console.watching import Watcher

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


# ---- many battles


def _many(args: argparse.Namespace, options: dict[str, Any], kinds: tuple[str, ...]) -> int:
    """Many battles with a progress bar, then a table of outcomes; Ctrl-C keeps those that were fought out. A run that
    is kept in a folder is `grognard simulate`."""
    from grognard.simulate.outcomes import HEADS, rows, summary
    from grognard.simulate.runs.plans import plan
    from grognard.simulate.runs.running import carry_out

    from .console import pages
    from .console.progress import progress

    system = args.system or USUAL_SYSTEM
    wanted = plan([args.battle], [system], games=args.games, seed=seed_of(args), options=options, commanders=kinds)
    with fighters(args) as fight, progress(f"{args.battle}, {args.games} battles", rate=True) as at:
        state = carry_out(wanted, fight, None, at)
    job, fought = wanted.arms[0].job, state.records
    if not state.whole:
        print(f"grognard: interrupted; {len(fought)} of {args.games} battles were fought out", file=sys.stderr)
    if fought and args.json:
        print_json(summary(job, fought), indent=None)
    elif fought:
        title, table = rows(job, fought)
        pages.table(title, HEADS, table)
    return 0 if state.whole else 130
