"""The ledger of play: fights battles of all scenarios under all systems, with options, variants and all kinds of
commanders, and says which checks, modifiers and outcomes came up how often and which never.

    python tools/exercised.py --seconds 600 --jobs 2
    python tools/exercised.py --battles 6 --system steel-canister --all

What never comes up is explained in docs/exercised.md; only what is not explained there is listed, unless --all is
given.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.commanding import fight_out
from grognard.scenarios import bundled
from grognard.simulate.exercised import Heard, Ledger, listening, merged, never, outdated, read_page, unexplained
from grognard.simulate.many import Job, begin_job, staffed

PAGE = Path(__file__).parents[1] / "docs" / "exercised.md"
RECKLESS_TURNS = 10
"""Turns of a battle of random commanders: they seldom bring one to an end."""

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "cold-steel": [
        {},
        {"cards": True, "placing": "players", "council": True},
        {"variants": ["module-2", "module-2-division-test"], "weather": "random", "wind": "random"},
        {"off_board": "yes", "seats": "commands", "regimental_players": True},
        {"weather": "rain", "light": "twilight", "variants": ["quick-reference"]},
        {"cards": True, "off_board": "yes", "weather": "fog", "variants": ["announced-missions", "news-up-the-chain"]},
        {"weather": "snow", "wind": "random", "placing": "players", "variants": ["formation-discipline"]},
    ],
    "steel-canister": [{}, {"seats": "commands"}, {"variants": ["fire-at-reactions", "charge-at-reactions"]}],
    "black-powder": [
        {},
        {"variants": ["support-charge", "sheltering", "passage-of-lines", "cavalry-formations", "cavalry-melees"]},
        {"seats": "commands"},
        {"variants": ["friction-zones", "friction-brigade-orders", "friction-charge-sequence", "friction-support"]},
        {"variants": ["brigade-morale-v2", "retire-moves", "reliable-formations", "turn-sequence-v2", "measuring-66"]},
    ],
    "class-dice": [{}, {"seats": "commands"}, {"variants": ["leader-casualties"]}, {"variants": ["bloody-steps"]}],
}
"""Options that battles are fought with in turn; a system that is not here is fought as usual."""


class Plan(NamedTuple):
    """A battle that is to be fought."""

    job: Job
    seed: int


def plans(wanted: list[str], battles: list[str], seed: int) -> list[Plan]:
    """Every scenario under every system by staffs, the options in turn; then by others, who do what no staff would."""
    found: list[Plan] = []
    for kind, turns, every in (("staff", 0, 1), ("random", RECKLESS_TURNS, 2), ("default", RECKLESS_TURNS, 3)):
        for place, battle in enumerate(battles[::every]):
            for system in wanted:
                options = OPTIONS.get(system, [{}])
                chosen = options[(place + len(found) // len(battles)) % len(options)]
                found.append(Plan(Job(battle, system, {**chosen, "turns": turns}, kind), seed + len(found)))
    return found


class Fought(NamedTuple):
    """What a battle brought up."""

    plan: Plan
    turns: int
    seconds: float
    ledger: Ledger


class OutOfTime(Exception):
    """The time given is over."""


def fight(plan: Plan, until: float) -> Fought | None:
    """Fight a battle, to its end or until the time is over, with an ear at every check; None if it is over already."""
    start, job = time.monotonic(), plan.job
    if time.time() > until:
        return None

    def in_time(_: Battle) -> None:
        if time.time() > until:
            raise OutOfTime

    with ExitStack() as stack:
        rules = systems.rules(job.system, *job.options.get("variants", ()))
        ledger = stack.enter_context(listening(rules))
        battle = begin_job(job, plan.seed)
        with suppress(OutOfTime):
            fight_out(battle, staffed(battle, job.commanders), in_time)
    return Fought(plan, battle.turn, time.monotonic() - start, ledger)


def fought(todo: list[Plan], jobs: int, until: float) -> Iterator[Fought]:
    """The battles as they end; those that have not begun when the time is over are left out."""
    if jobs == 1:
        yield from filter(None, (fight(plan, until) for plan in todo))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from filter(None, pool.map(fight, todo, [until] * len(todo)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=900, help="stop fighting after so many")
    parser.add_argument("--battles", type=int, default=0, help="so many at most; all of the plan unless told")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--system", action="append", help="only this rule system; may be given again")
    parser.add_argument("--battle", action="append", help="only this battle; may be given again")
    parser.add_argument("--all", action="store_true", help="what is explained too, and how often everything came up")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    playable = [each for each, folder in systems.find().items() if (folder / "game.py").is_file()]
    wanted = args.system or playable
    todo = plans(wanted, args.battle or list(bundled()), args.seed)
    todo = todo[: args.battles or None]
    ledgers: dict[str, Ledger] = {system: {} for system in wanted}
    for one in fought(todo, args.jobs, time.time() + args.seconds):
        merged(ledgers[one.plan.job.system], one.ledger)
        job = one.plan.job
        chosen = ", ".join(f"{name}={value}" for name, value in job.options.items() if value)
        print(
            f"{job.system}, {job.battle}, {job.commanders}, seed {one.plan.seed}{', ' if chosen else ''}{chosen}: "
            f"{one.turns} turns, {one.seconds:.0f} s",
            file=sys.stderr,
        )
    reasons = read_page(PAGE.read_text("utf-8")) if PAGE.is_file() else []
    left = 0
    told: dict[str, Any] = {}
    for system, ledger in ledgers.items():
        missing = never([systems.rules(system)], ledger)
        new = unexplained(system, missing, reasons)
        left += sum(map(len, new.values()))
        told[system] = {
            "checks": {name: heard.data() for name, heard in ledger.items()},
            "never": missing,
            "unexplained": new,
            "outdated": [each._asdict() for each in outdated(system, missing, reasons)],
        }
    if args.json:
        print(json.dumps(told))
    else:
        for system, each in told.items():
            tell(system, ledgers[system], each, everything=args.all)
    return 1 if left else 0


def tell(system: str, ledger: Ledger, told: dict[str, Any], *, everything: bool) -> None:
    """What came up and what never did, in text."""
    print(f"== {system}")
    if everything:
        for name, heard in sorted(ledger.items()):
            _tell_check(name, heard)
    never_told = told["never"] if everything else told["unexplained"]
    silent = [name for name, whats in never_told.items() if whats == ["asked"]]
    print(f"checks that play never asks{'' if everything else ', unexplained'}: {', '.join(silent) or 'none'}")
    print(f"what never came up{'' if everything else ', unexplained'}:")
    for name, whats in sorted(never_told.items()):
        for what in whats:
            if what != "asked":
                print(f"  {name}: {what}")
    for each in told["outdated"]:
        checks, whats = ", ".join(each["checks"]), ", ".join(each["whats"])
        print(f"  explained in {PAGE.name}, but all of it comes up or is no more: {checks}: {whats}")


def _tell_check(name: str, heard: Heard) -> None:
    print(f"{name}: asked {heard.asked} times, whether it may be {heard.judged}, its odds {heard.weighed}")
    for title, counts in (("modifier", heard.modifiers), ("outcome", heard.outcomes)):
        for what, count in counts.most_common():
            print(f"  {count:7d}  {title} {what}")


if __name__ == "__main__":
    raise SystemExit(main())
