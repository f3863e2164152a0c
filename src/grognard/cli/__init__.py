"""The command line: one module for each verb, imported only when that verb is called.

A verb module has `add_arguments(parser)` and `run(args) -> int`, which returns the exit code. What is imported here
is paid for by every command, so it is kept to argparse and the errors.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from grognard import __version__
from grognard.kernel.errors import BadInput, GrognardError

TYPE_CHECKING = False  # as in typing, whose import every command would pay for
if TYPE_CHECKING:
    from typing import NoReturn

VERBS = (
    ("check", "settle a roll by the rules, or give its exact odds"),
    ("rules", "read the rulebooks; see what is implemented and tested"),
    ("play", "the table in the browser: fight the computer or friends"),
    ("fight", "two battalions in the terminal, one of them yours"),
    ("battle", "computers fight a battle to its end, once or many times"),
    ("replay", "read a saved battle, turn by turn, as a seat lived it"),
    ("report", "a saved battle as an illustrated report, one HTML page"),
    ("verify", "fight a saved battle again by the rules, and compare"),
    ("terrain", "roll a random battlefield"),
    ("scenario", "the battles: list, show, check, map, muster; begin a new one"),
)


class Parser(argparse.ArgumentParser):
    """A parser that refuses bad arguments in one line, as every other error is told."""

    def error(self, message: str) -> NoReturn:
        """Raise what argparse would print below a long usage."""
        raise BadInput(f"{message}; see {self.prog} --help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 2 for what the user has to put right, 130 when interrupted."""
    try:
        code = _dispatch(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()  # so that a closed pipe shows here and not when Python exits
    except GrognardError as error:
        print(f"grognard: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader has seen enough (`| head`). Python flushes once more at exit; let that go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except SystemExit as finished:  # argparse after --help and --version
        return int(finished.code or 0)
    return code


def _dispatch(words: list[str]) -> int:
    """Hand the words after the verb to its module."""
    if not words or words[0].startswith("-"):
        top = _top_parser()
        top.parse_args(words)
        top.print_help()
        return 0
    verb, *rest = words
    helps = dict(VERBS)
    if verb not in helps:
        raise BadInput(f"no verb {verb!r}; there are {', '.join(helps)}")
    from importlib import import_module

    module = import_module(f"grognard.cli.{verb}")
    parser = Parser(
        prog=f"grognard {verb}",
        description=helps[verb],
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    module.add_arguments(parser)
    # Intermixed, so that `rules coverage --json cold-steel` may put the option anywhere.
    code: int = module.run(parser.parse_intermixed_args(rest))
    return code


def _top_parser() -> Parser:
    """The parser of what stands before any verb; it lists the verbs without importing them."""
    width = max(len(verb) for verb, _ in VERBS)
    parser = Parser(
        prog="grognard",
        usage="grognard [--version] VERB ...",
        description="Horse-and-musket battles under written rules, with every die and modifier in plain sight.",
        epilog="\n".join(["verbs:", *(f"  {verb:{width}}  {what}" for verb, what in VERBS)])
        + "\n\ngrognard VERB --help tells more about one of them.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"grognard {__version__}")
    return parser
