"""grognard check: settle a roll by the rules, explain it, or give its exact odds."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, get_args

from grognard import systems
from grognard.handbook.explaining import explained
from grognard.kernel.checks import Check, Result
from grognard.kernel.errors import BadInput, GrognardError
from grognard.kernel.facts import Paces, text_of
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.sources import DiceByHand, DiceSource, ScriptedDice, SeededDice, read_faces
from grognard.kernel.uses.export import facts_data, odds_data, plain, refusal_words, result_data
from grognard.kernel.uses.open_facts import Case, odds_by_case, questions
from grognard.kernel.uses.outcome_text import words

from .console.terminal import print_json

if TYPE_CHECKING:
    from fractions import Fraction

OPEN = "?"
EXAMPLES = """\
examples:
  grognard check                                    the systems and their checks
  grognard check cold-steel morale --facts          what the check asks for
  grognard check cold-steel morale --set morale_rating=9 --set disorder=2 --dice 7,9
  grognard check cold-steel morale --set morale_rating=9 --odds
  grognard check cold-steel morale --set morale_rating=9 --set disorder=? --odds
  grognard check cold-steel artillery --set guns=6 --set range=400 --variant quick-reference --by-hand
  grognard check cold-steel close-combat --set ours.morale_rating=9 --set theirs.morale_rating=7 --odds
  grognard check black-powder whole-charge --set course.rounds=1 --odds       several checks, one after the other
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the verb."""
    parser.epilog = EXAMPLES
    parser.add_argument("system", nargs="?", help="a rule system, such as cold-steel")
    parser.add_argument("check", nargs="?", help="one of its checks")
    parser.add_argument("--set", action="append", default=[], metavar="FACT=VALUE", help="a fact; ? leaves it open")
    parser.add_argument("--variant", action="append", default=[], metavar="NAME", help="a variant, or a .toml of yours")
    parser.add_argument("--facts", action="store_true", help="list the facts it asks for")
    parser.add_argument("--sheet", action="store_true", help="print it as a chart: modifiers and results")
    parser.add_argument("--odds", action="store_true", help="exact odds instead of a roll")
    parser.add_argument("--ask", action="store_true", help="ask for the facts that matter, one by one")
    dice = parser.add_mutually_exclusive_group()
    dice.add_argument("--dice", metavar="7,9", help="the dice that were rolled")
    dice.add_argument("--seed", type=int, help="roll with this seed")
    dice.add_argument("--by-hand", action="store_true", help="ask for the dice as they are rolled")
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: argparse.Namespace) -> int:
    """Do what was asked."""
    _refuse_strays(args)
    if args.check is None:
        return _list(args)
    rules = systems.rules(args.system, *args.variant)
    check = rules.get(args.check) or _chain(rules, args.check)
    given, left_open = _facts(args.set)
    for name in left_open:
        if name not in check.domains():
            # only to have an unknown fact refused in the usual words
            check.checked({name: OPEN})
    if args.facts:
        return _tell_facts(rules, check, args.json)
    if args.ask:
        given |= _asked(check, given)
    if args.sheet:
        return _tell_sheet(check, given, args.json)
    if args.odds:
        return _tell_odds(rules, check, odds_by_case(check, given, left_open), args.json)
    if left_open:
        raise BadInput(f"{', '.join(left_open)} left open: add --odds, or say what it is")
    return _tell_roll(rules, check, given, args)


_MODES = ("facts", "sheet", "odds")
_DICE = ("dice", "seed", "by_hand")


def _refuse_strays(args: argparse.Namespace) -> None:
    """An option that would be ignored is a misunderstanding: say so."""
    said = [name for name in ("set", "variant", *_MODES, "ask", *_DICE) if getattr(args, name) not in (None, False, [])]
    if args.check is None and said:
        raise BadInput(f"{_flag(said[0])} needs a system and a check, as in: grognard check cold-steel morale")
    modes = [name for name in said if name in _MODES]
    if len(modes) > 1:
        raise BadInput(f"{_flag(modes[1])} does not go with {_flag(modes[0])}: one at a time")
    for mode in modes:
        strays = [name for name in said if name in _DICE or (mode == "facts" and name in ("set", "ask"))]
        if strays:
            raise BadInput(f"{_flag(strays[0])} does not go with {_flag(mode)}; see grognard check --help")


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _facts(words: list[str]) -> tuple[dict[str, Any], list[str]]:
    """Facts given, and names of those left open."""
    given: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise BadInput(f"--set {word}: write FACT=VALUE, as in --set disorder=2")
        if name.strip() in given:
            raise BadInput(f"--set {word}: {name.strip()} is said twice")
        given[name.strip()] = value.strip()
    left_open = [name for name, value in given.items() if value == OPEN]
    return {name: value for name, value in given.items() if value != OPEN}, left_open


def _tell_roll(rules: Ruleset, check: Check[Any, Any], given: Mapping[str, Any], args: argparse.Namespace) -> int:
    situation = check.read(given)
    dice, seed = _dice(args)
    result = check.roll(situation, dice)
    # why something is refused matters more than dice that were not needed for it
    if isinstance(dice, ScriptedDice) and not result.refusal:
        _used_up(dice, result)
    if args.json:
        data = result_data(rules.system, check, result)
        print_json(data if seed is None or not result.dice else {**data, "seed": seed})
    else:
        print(explained(check, result, seed))
    return 0


def _used_up(dice: ScriptedDice, result: Result[Any]) -> None:
    try:
        dice.must_be_used_up()
    except BadInput as error:
        settled = "" if result.dice else f": {words(result.outcome)}"
        raise BadInput(f"{error}{settled}") from None


def _dice(args: argparse.Namespace) -> tuple[DiceSource, int | None]:
    if args.dice is not None:
        return ScriptedDice(read_faces(args.dice)), None
    if args.by_hand:
        return DiceByHand(_prompt, lambda text: print(text, file=sys.stderr)), None
    seed = int.from_bytes(os.urandom(4), "big") if args.seed is None else args.seed
    return SeededDice(seed), seed


def _prompt(text: str) -> str:
    """Ask on the error stream, so that --json stays clean."""
    print(text, end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line:
        print(file=sys.stderr)  # the sentence on a line of its own
        raise GrognardError("no more answers: nothing was settled")  # not BadInput, which is asked again
    return line.strip()


def _chain(rules: Ruleset, name: str) -> Check[Any, Any]:
    """A sequence of checks; imported only for a name that is no check, so that a roll starts at once."""
    chains = systems.sequences(rules.system)
    return chains[name].bind(rules) if name in chains else rules[name]


def _asked(check: Check[Any, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Ask for one fact after the other, as long as one can still change the outcome. Enter takes the default."""
    answers: dict[str, Any] = {}
    while name := next(iter(questions(check, {**given, **answers})), None):
        answers |= _answer(check, name)
    return answers


def _answer(check: Check[Any, Any], name: str) -> dict[str, Any]:
    fact = next(fact for fact in facts_data(check) if fact["fact"] == name)
    default = "" if fact["required"] else f" [{fact['default_text']}]"
    while True:
        text = _prompt(f"{name}: {fact['meaning']} ({fact['allowed']}){default}: ") or fact["default_text"]
        try:
            check.checked({name: text})
        except BadInput as error:
            print(error, file=sys.stderr)
            continue
        return {name: text}


def _tell_odds(rules: Ruleset, check: Check[Any, Any], cases: list[Case], as_json: bool) -> int:
    if as_json:
        print_json(odds_data(rules.system, check.name, cases))
        return 0
    print(f"{check.title}  [{check.rule}]")
    for case in cases:
        if case.facts:
            print("  " + ", ".join(f"{name} = {text_of(value)}" for name, value in case.facts.items()))
        print("\n".join(_odds_lines(case)))
    return 0


def _odds_lines(case: Case) -> list[str]:
    if case.odds is None:
        return [f"  {refusal_words(case.refusal)}"] if case.refusal else []
    # who wins, before the many ways to win
    summed = all(hasattr(outcome, "headline") for outcome, _ in case.odds)
    lines = [_odds_line(chance, head) for head, chance in case.odds.map(_headline)] if summed else []
    return [*lines, *([""] if lines else []), *(_odds_line(chance, words(outcome)) for outcome, chance in case.odds)]


def _headline(outcome: Any) -> str:
    return str(outcome.headline())


def _odds_line(chance: Fraction, said: str) -> str:
    return f"  {float(chance) * 100:8.3f}%  {chance!s:>12}  {'█' * round(float(chance) * 30):<30}  {said}"


def _tell_facts(rules: Ruleset, check: Check[Any, Any], as_json: bool) -> int:
    facts = facts_data(check)
    if as_json:
        print_json({"check": check.name, "rule": check.rule, "title": check.title, "facts": facts})
        return 0
    from .console.pages import table

    rows = [
        (fact["fact"], "must be said" if fact["required"] else fact["default_text"], fact["meaning"], fact["allowed"])
        for fact in facts
    ]
    table(f"{check.name}: {check.title}  [{check.rule}]", ("fact", "default", "meaning", "allowed"), rows)
    if inch := _paces_of_an_inch(rules, check):
        print(f"distances are in paces: {inch} of them are an inch of the charts\n")
    return 0


def _paces_of_an_inch(rules: Ruleset, check: Check[Any, Any]) -> int:
    """For a check that asks for paces, under rules that are printed in inches: how many paces an inch is."""
    most = get_args(Paces)[1].high
    if not any(getattr(domain, "high", 0) == most for domain in check.domains().values()):
        return 0
    found = (rules.tables[rule].get("paces_per_inch", 0) for rule in rules.tables.naming("paces_per_inch"))
    # rules that are printed in paces have a table of scales of models there, or nothing
    return next((number for number in found if isinstance(number, int) and number), 0)


def _tell_sheet(check: Check[Any, Any], given: Mapping[str, Any], as_json: bool) -> int:
    from grognard.kernel.uses.sheet import whole_sheet

    chart = whole_sheet(check, given)
    if as_json:
        print_json({"check": check.name, "rule": check.rule, **plain(chart)})
        return 0
    from .console.pages import table

    print(f"{check.title}  [{check.rule}]  {chart.dice}\n")
    for title, lines in chart.groups:
        table(title, ("value", "when", "rule"), lines)
    for printed in chart.charts:
        table(printed.title, printed.heads, printed.rows)
    if chart.assumed:
        taken = ", ".join(f"{name}={value}" for name, value in chart.assumed.items())
        print(f"taken for granted: {taken}; --set says otherwise\n")
    return 0


def _list(args: argparse.Namespace) -> int:
    """Systems, checks and variants."""
    from grognard.handbook.listing import listing

    wanted = [args.system] if args.system else list(systems.find())
    listed = {system: listing(system) for system in wanted}
    if args.json:
        print_json({"systems": [{"system": system, **listing} for system, listing in listed.items()]})
        return 0
    from .console.pages import table

    for system, found in listed.items():
        name = systems.rulebook(system).name
        if found["checks"]:
            checks = [(c["check"], c["rule"], c["title"]) for c in found["checks"]]
            table(f"{system}: {name}", ("check", "rule", "settles"), checks)
        else:
            print(f"{system}: {name}\n  the rulebook is here, its checks are not yet\n")
        if found["sequences"]:
            chains = [(c["check"], c["rule"], c["title"]) for c in found["sequences"]]
            table("sequences of checks, asked as a check is", ("check", "rule", "settles"), chains)
        if found["variants"]:
            table("variants", ("--variant", "about"), [(v["variant"], v["about"]) for v in found["variants"]])
    return 0
