"""What is wrong with a request, in words that need no knowledge of how it is read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_CALLED = {
    "object": "names with values", "array": "a list", "str": "text", "int": "a whole number", "float": "a number",
    "bool": "true or false", "null": "nothing",
}  # fmt: skip
_PLACE = re.compile(r"^(?P<said>.*?) - at `(?P<path>[^`]*)`$", re.DOTALL)
_KINDS = re.compile(r"Expected `(?P<wanted>[^`]*)`(?P<more>.*?)(?:, got `(?P<got>[^`]*)`)?$", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(.*)`$")
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`$")
_VALUE = re.compile(r"Invalid enum value (.*)$", re.DOTALL)
_BYTE = re.compile(r"\(byte (\d+)\)")
_BOUND = re.compile(r"(?P<length>of length )?(?P<sign>>=|<=|>|<) (?P<n>-?\d+)")
_BOUNDS = {">=": "at least {n}", "<=": "at most {n}", ">": "more than {n}", "<": "less than {n}"}
_LENGTHS = {"array": " entries", "str": " letters", "object": " entries"}


def of_body(error: Exception) -> str:
    """What is wrong with the body of a request: where, what was sent there and what would be right."""
    said = str(error)
    place, where = _PLACE.match(said), ""
    if place:
        said, where = place["said"], _where(place["path"])
    return (f"{where}: " if where else "") + _said(said)


def _said(said: str) -> str:
    if match := _MISSING.match(said):
        return f"{match[1]} is missing; it has to be said"
    if match := _UNKNOWN.match(said):
        return f"nothing that can be said here is called {match[1]!r}"
    if match := _VALUE.match(said):
        return f"{match[1]} is none of the words that can be said here"
    if match := _KINDS.match(said):
        return _kinds(match)
    byte = _BYTE.search(said)
    return "it cannot be read as JSON" + (f" from its byte {byte[1]} on" if byte else "")


def _kinds(match: re.Match[str]) -> str:
    wanted = " or ".join(_CALLED.get(kind.strip(), kind.strip()) for kind in match["wanted"].split("|"))
    bound = _BOUND.search(match["more"])
    if bound:
        counted = _LENGTHS.get(match["wanted"], "") if bound["length"] else ""
        return f"{wanted} is wanted, {_BOUNDS[bound['sign']].format(n=bound['n'])}{counted}"
    if "regex" in match["more"]:
        return f"{wanted} is wanted, written otherwise than it is"
    return f"{wanted} is wanted, and it is {_CALLED.get(match['got'] or '', match['got'])}"


def _where(path: str) -> str:
    """`$.seats[...]` is `seats`; what lies deeper is named after what holds it."""
    return ", ".join(part for part in re.split(r"\.|\[\d*(?:\.\.\.)?\]", path.removeprefix("$")) if part)


_PARSED = {"int_parsing": "a whole number", "float_parsing": "a number", "bool_parsing": "true or false"}


def of_address(fault: Mapping[str, Any]) -> str:
    """What is wrong with the address of a request: the first fault that was found in it."""
    name, kind, given = ".".join(map(str, fault["loc"][1:])), str(fault["type"]), fault.get("input")
    if kind == "missing":
        return f"{name} is missing in the address; it has to be said"
    if kind in _PARSED:
        return f"{name}: {given!r} is not {_PARSED[kind]}"
    allowed = fault.get("ctx", {})
    if "expected" in allowed:
        return f"{name}: {given!r}; it is {allowed['expected']}"
    bounds = {"ge": ">=", "le": "<=", "gt": ">", "lt": "<"}
    found = [_BOUNDS[sign].format(n=allowed[each]) for each, sign in bounds.items() if each in allowed]
    return f"{name}: {given!r}; it is {found[0]}" if found else f"{name}: {given!r} cannot be understood"
