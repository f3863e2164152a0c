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

from .console.terminal import Screen, terminal_width

TYPE_CHECKING = False  # as in typing, whose import every command would pay for
if TYPE_CHECKING:
    from typing import Any, NoReturn

VERBS = (
    ("check", "settle a roll by the rules, or give its exact odds"),
    ("rules", "read the rulebooks; see what is implemented and tested"),
    ("play", "the table in the browser: fight the computer or friends"),
    ("backup", "a copy of the battles of a server, also while it runs"),
    ("fight", "two battalions in the terminal, one of them yours"),
    ("battle", "computers fight a battle to its end, once or many times"),
    ("ladder", "commanders fight each other many times: who is the better"),
    ("simulate", "battles fought thousands of times, every game a row of a folder"),
    ("lab", "change one thing of the rules, fight the same games, see what moved"),
    ("compare", "two runs held against each other"),
    ("odds", "the exact odds of a sequence of checks, from a file"),
    ("history", "real battles fought again, beside what happened"),
    ("replay", "read a saved battle, turn by turn, as a seat lived it"),
    ("report", "a saved battle, or a run of many, as one HTML page"),
    ("verify", "fight a saved battle again by the rules, and compare"),
    ("terrain", "roll a random battlefield"),
    ("scenario", "the battles: list, show, check, map, muster; begin a new one"),
    ("completion", "a script by which the shell completes what you type here"),
)

LABORATORY = ("simulate", "lab", "compare", "odds")
"""Verbs that lie in a folder of their own."""
OUR_FAULT = 70
"""The exit code of a mistake of ours, as in sysexits.h."""


class Parser(argparse.ArgumentParser):
    """A parser that refuses bad arguments in one line, as every other error is told."""

    def error(self, message: str) -> NoReturn:
        """Raise what argparse would print below a long usage."""
        raise BadInput(f"{message}; see {self.prog} --help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 2 for what the user has to put right, 70 for what we have to, 130 when
    interrupted. Whatever it is, a sentence says so."""
    streams = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = _screen(sys.stdout), _screen(sys.stderr)
    try:
        return _run(list(sys.argv[1:] if argv is None else argv))
    except KeyboardInterrupt:
        return 130
    finally:
        sys.stdout, sys.stderr = streams


def _screen(stream: Any) -> Any:
    """A stream that shows what it is given; none where the terminal was closed."""
    return Screen(stream) if stream is not None else stream


def _run(words: list[str]) -> int:
    try:
        code = _dispatch(words)
        if sys.stdout is not None:
            sys.stdout.flush()  # so that a closed pipe shows here and not when Python exits
        return code
    except GrognardError as error:
        return _refused(str(error))
    except SystemExit as finished:  # argparse after --help and --version
        return int(finished.code or 0)
    except BrokenPipeError:
        _output_to_nowhere()  # the reader has seen enough (`| head`)
        return 0
    except OSError as error:
        if _output_lost():
            return _refused(f"the output: {error.strerror or error}")
        return _refused(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error))
    except ImportError as error:
        from .console.faults import missing_package

        return _refused(missing_package(error))
    except Exception as error:
        from .console.faults import our_fault

        print(our_fault(error), file=sys.stderr)
        return OUR_FAULT


def _refused(sentence: str) -> int:
    print(f"grognard: {' '.join(sentence.split(chr(10)))}", file=sys.stderr)
    return 2


def _output_lost() -> bool:
    """Whether standard output takes no more, as on a full disk."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        _output_to_nowhere()
        return True
    return False


def _output_to_nowhere() -> None:
    """Python flushes once more at exit; let that do no harm."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
    module, parser = _module(verb), parser_of(verb)
    if not {"-h", "--help"}.intersection(rest):
        # Else argparse lays out the whole usage beforehand, for a complaint that `Parser.error` never makes.
        parser.usage = parser.prog
    # Intermixed, so that `rules coverage --json cold-steel` may put the option anywhere.
    code: int = module.run(parser.parse_intermixed_args(rest))
    return code


def parser_of(verb: str) -> Parser:
    """The parser of one verb."""
    parser = Parser(
        prog=f"grognard {verb}",
        description=dict(VERBS)[verb],
        allow_abbrev=False,
        formatter_class=_help_text,
    )
    _module(verb).add_arguments(parser)
    return parser


def _module(verb: str) -> Any:
    from importlib import import_module

    return import_module(f"grognard.cli.{'laboratory.' * (verb in LABORATORY)}{verb}")


def _help_text(prog: str) -> argparse.HelpFormatter:
    """Help as wide as the terminal. The width is told to argparse, which makes a formatter for every argument and would
    load three compressors on its way to finding out."""
    return argparse.RawDescriptionHelpFormatter(prog, width=terminal_width() - 2)


def _top_parser() -> Parser:
    """The parser of what stands before any verb; it lists the verbs without importing them."""
    width = max(len(verb) for verb, _ in VERBS)
    parser = Parser(
        prog="grognard",
        usage="grognard [--version] VERB ...",
        description="Horse-and-musket battles under written rules, with every die and modifier in plain sight.",
        epilog="\n".join(["verbs:", *(f"  {verb:{width}}  {what}" for verb, what in VERBS)])
        + "\n\ngrognard VERB --help tells more about one of them.",
        formatter_class=_help_text,
    )
    parser.add_argument("--version", action="version", version=f"grognard {__version__}")
    return parser
