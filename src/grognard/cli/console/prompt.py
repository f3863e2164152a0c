"""Questions in the terminal: a line from whoever sits there, or from a pipe; with completion where there are keys."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType

try:
    import readline as _keys
except ImportError:  # where Python was built without it lines are typed plainly
    _keys = None  # type: ignore[assignment]

Completer = Callable[[str], list[str]]
"""Whole lines that begin as the typed one."""
PICKING = (
    "a number, or the first letters of one of them; an empty line for the usual one; quit to leave\n"
    "Once the battle has begun, help tells how orders are typed."
)


def ask(prompt: str, complete: Completer | None = None) -> str | None:
    """A line without what is around it; None at the end of the input. Lines that come from a pipe are shown, so that
    what is printed can be read as a conversation."""
    if not sys.stdin.isatty():
        line = sys.stdin.readline()
        if not line:
            return None
        print(f"{prompt}{line.strip()}")
        return line.strip()
    _complete_with(complete)
    try:
        # input asks the terminal itself, with its keys for editing; the prompt is part of what they redraw
        return input(prompt).strip()
    except EOFError:
        print()
        return None


def pick(prompt: str, choices: list[str], usual: int = 0) -> int | None:
    """The place of one of some choices, by its number or the beginning of its words; None at the end of the input."""
    for number, choice in enumerate(choices, 1):
        print(f"  {number}  {choice}{'   <- usual' if number == usual + 1 else ''}")
    while (
        line := ask(prompt, lambda typed: [each for each in choices if each.lower().startswith(typed.lower())])
    ) is not None:
        if not line:
            return usual
        if line.lower() in ("q", "quit", "exit"):
            return None
        if line.lower() in ("help", "?"):
            print(PICKING)
            continue
        if line.isdecimal() and 1 <= int(line) <= len(choices):
            return int(line) - 1
        found = [i for i, choice in enumerate(choices) if choice.lower().startswith(line.lower())]
        if len(found) == 1:
            return found[0]
        print(f"write 1 to {len(choices)}, the beginning of one of them, or nothing for the usual one")
    return None


def _complete_with(complete: Completer | None, keys: ModuleType | None = _keys) -> None:
    if keys is None:
        return
    found: list[str] = []

    def next_word(_text: str, state: int) -> str | None:
        if state == 0:
            line = keys.get_line_buffer()[: keys.get_endidx()]
            found[:] = complete(line) if complete else []
        return found[state] if state < len(found) else None

    # the whole line is completed at once, because names have spaces in them
    keys.set_completer_delims("")
    keys.set_completer(next_word)
    keys.parse_and_bind("tab: complete")
