"""The options of a battle: a system's own record of them, read from whatever was typed or sent."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, ValidationError, convert, to_builtins

from grognard.kernel.errors import BadInput

LONGEST = 200
"""Turns of a battle at most."""
_YES_NO = {"yes": True, "no": False}


class OptionLabels(Struct, frozen=True):
    """What people call an option of a battle and the values that it may have."""

    name: str = ""
    """Its own name made readable, where nothing is said."""
    values: dict[str, str] = {}
    """By the value as it is written down; others are made readable."""


def means(text: str, name: str = "", values: Mapping[str, str] | None = None) -> Any:
    """What an option is about, for people: part of its declaration, with what it and its values are called where their
    plain words will not do."""
    return Meta(description=text, extra={"labels": OptionLabels(name, dict(values or {}))})


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a battle is played, under any rules; systems add their own."""

    variants: Annotated[tuple[str, ...], means("overlays on the rules, by name")] = ()
    seats: Annotated[
        Literal["sides", "commands"],
        means(
            "a player for each side, or one for each of its greater commands as well: generals of one side then sit "
            "apart and write to each other",
            values={"sides": "one for each side", "commands": "one for each command"},
        ),
    ] = "sides"
    turns: Annotated[int, means("the battle ends after so many; 0 for what suits the scenario")] = 0


S = TypeVar("S", bound=Options)


def read(kind: type[S], given: Mapping[str, Any]) -> S:
    """The options, checked; what is not mentioned is as usual. Refuses with the name and what it may be."""
    hints, known = _hints(kind), choices(kind)
    plain: dict[str, Any] = {}
    for name, value in given.items():
        if name not in hints:
            raise BadInput(f"options: no option {str(name)[:60]!r}; there are {', '.join(hints)}")
        plain[name] = _meant(name, value, known.get(name, ()))
        if hints[name] is int and not _is_whole(plain[name]):
            raise BadInput(f"options, {name}: {str(value)[:60]!r}; a whole number is needed")
    try:
        # not strictly: what comes from a form or a command line is text
        options = convert(plain, kind, strict=False)
    except ValidationError as error:
        raise BadInput(f"options: {error}") from None
    if not 0 <= options.turns <= LONGEST:
        raise BadInput(f"options, turns: {options.turns}; a battle lasts 1 to {LONGEST} turns, or 0 for its own length")
    return options


@cache
def _hints(kind: type[Options]) -> dict[str, Any]:
    return get_type_hints(kind)


def _meant(name: str, value: Any, may: tuple[Any, ...]) -> Any:
    """A value as the option knows it: numbers and yes or no may come as words."""
    if not may or value in may:
        return value
    said = _YES_NO.get(value) if isinstance(value, str) else None
    if said is not None and said in may:
        return said
    if isinstance(value, str) and value.isdecimal() and int(value) in may:
        return int(value)
    told = ", ".join(("no", "yes")[each] if type(each) is bool else str(each) for each in may)
    raise BadInput(f"options, {name}: {str(value)[:60]!r}; there is {told}")


def _is_whole(value: Any) -> bool:
    # a bound on its length: reading a number of thousands of digits takes long
    return type(value) is int or (isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 10)


def choices(kind: type[Options]) -> dict[str, tuple[Any, ...]]:
    """What may be chosen for each of the options that leave a choice, the usual first."""
    hints, usual = _hints(kind), kind()
    found: dict[str, tuple[Any, ...]] = {
        name: (False, True) if hint is bool else get_args(hint)
        for name, hint in hints.items()
        if hint is bool or get_origin(hint) is Literal
    }
    return {name: tuple(sorted(may, key=lambda each: each != getattr(usual, name))) for name, may in found.items()}


def meanings(kind: type[Options]) -> dict[str, str]:
    """What each option is about."""
    found = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        said = (each.description for each in getattr(hint, "__metadata__", ()) if isinstance(each, Meta))
        found[name] = next((text for text in said if text), "")
    return found


def option_labels(kind: type[Options]) -> dict[str, OptionLabels]:
    """What each option and its values are called."""
    found = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        said = (each.extra for each in getattr(hint, "__metadata__", ()) if isinstance(each, Meta) and each.extra)
        found[name] = next((extra["labels"] for extra in said), OptionLabels())
    return found


def plain(options: Options) -> dict[str, Any]:
    """The options as plain data, as a save keeps them."""
    found: dict[str, Any] = to_builtins(options)
    return found
