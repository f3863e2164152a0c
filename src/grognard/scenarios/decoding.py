"""From TOML text to records, and from msgspec's complaints to sentences with file, line, unit and field."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from grognard.kernel.errors import BadData

from . import lines

T = TypeVar("T")

_COMPLAINT = re.compile(r"(?P<what>.*?)(?: - at `\$(?P<path>[^`]*)`)?$", re.DOTALL)
_STEP = re.compile(r"\.([A-Za-z_][A-Za-z0-9_]*)|\[(\d+)\]|\[\.\.\.\]")
_FIELD = re.compile(r"(unknown|required) field `([^`]*)`")
_LINE = re.compile(r"line (\d+)")
_BODY = {"artillery": "a battery", "cavalry": "a regiment", "infantry": "a battalion"}


def decode(text: str, kind: type[T], file: str) -> T:
    """A record from a text of TOML; BadData says what is wrong and where."""
    data = parse(text, file)
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise BadData(_explain(str(error), text, data, kind, file)) from None


MOST_COMPLAINTS = 60


def complaints(text: str, kind: type, file: str) -> list[str]:
    """Everything in a text of TOML that a record does not take. What is wrong is put right in a copy, for as long as
    there is more: the reader stops at the first."""
    try:
        data = parse(text, file)
    except BadData as error:
        return [str(error)]
    mended = deepcopy(data)
    found: list[str] = []
    while len(found) < MOST_COMPLAINTS:
        try:
            msgspec.convert(mended, kind)
            break
        except msgspec.ValidationError as error:
            # told of the text as it is, not of the copy that was put right
            said = _explain(str(error), text, data, kind, file)
            # the same complaint again: the copy cannot be put right there, and this would go on for ever
            if said in found or not _mend(mended, str(error), kind):
                break
            found.append(said)
    return found


def _mend(data: Any, complaint: str, kind: type) -> bool:
    """Put something right in the place of what is complained of; whether that could be done."""
    match = _COMPLAINT.match(complaint)
    path = _path(match["path"] or "") if match else ()
    info = _type_at(inspect.type_info(kind), path)
    if field := _FIELD.search(complaint):
        owner = _at(data, path)
        if not isinstance(owner, dict) or not isinstance(info, inspect.StructType):
            return False
        if field[1] == "unknown":
            owner.pop(field[2], None)
        else:
            owner[field[2]] = _sample(next(each.type for each in info.fields if each.encode_name == field[2]))
        return True
    owner = _at(data, path[:-1])
    if not path or not isinstance(owner, dict | list):
        return False
    try:
        owner[path[-1]] = _sample(info)  # type: ignore[index]
    except (IndexError, KeyError, TypeError):
        return False
    return True


def _sample(info: Any) -> Any:
    """Some value that a type takes."""
    info = _bare(info)
    match info:
        case inspect.LiteralType():
            return info.values[0]
        case inspect.IntType() | inspect.FloatType():
            # the least that is allowed: 0 may be out of range
            return info.ge if info.ge is not None else 0
        case inspect.StrType():
            return "x"
        case inspect.BoolType():
            return False
        case inspect.TupleType():
            return [_sample(item) for item in info.item_types]
        case inspect.VarTupleType() | inspect.ListType():
            return []
        case inspect.StructType():
            return {field.encode_name: _sample(field.type) for field in info.fields if field.required}
    # any other kind is a table here
    return {}


def parse(text: str, file: str) -> dict[str, Any]:
    """TOML as plain data; numbers must be finite."""
    try:
        data = tomllib.loads(text)
        numbers = list(_numbers(data, ()))
    except RecursionError:
        raise BadData(f"{file}: nested too deeply to be a scenario") from None
    except ValueError as error:  # what tomllib refuses, and whole numbers of thousands of digits
        line = _LINE.search(str(error))
        place = f", line {line[1]}" if line else ""
        reason = re.sub(r"\s*\(at [^)]*\)$", "", str(error))
        raise BadData(f"{file}{place}: not TOML: {reason[:1].lower()}{reason[1:]}") from None
    for path, number in numbers:
        # TOML has infinity and not-a-number, which no place and no strength can be
        if not math.isfinite(number):
            place = where(text, data, path, file)
            raise BadData(f"{place}: {_last_name(path)} = {number}; a finite number is needed")
    return data


def where(text: str, data: Any, path: lines.Path, file: str) -> str:
    """File, line and the unit, formation or side that a path leads to, as far as known."""
    line = lines.line_of(lines.index(text), path)
    owner = _owner(data, path)
    return ", ".join(part for part in (file, f"line {line}" if line else "", owner) if part)


def allowed(kind: type, field: str) -> str:
    """What may stand in a field of a record, for a message."""
    return _allowed(_type_at(inspect.type_info(kind), (field,)))


def _explain(complaint: str, text: str, data: Any, kind: type, file: str) -> str:
    """msgspec's complaint in a player's words."""
    match = _COMPLAINT.match(complaint)
    what, path = (match["what"], _path(match["path"] or "")) if match else (complaint, ())
    info = _type_at(inspect.type_info(kind), path)
    if field := _FIELD.search(what):
        place = where(text, data, (*path, field[2]), file)
        if field[1] == "required":
            return f"{place}: {field[2]} is missing; {_allowed(info)}"
        return f"{place}: {field[2]} is not known here; {_allowed(info)}"
    owner = _at(data, path[:-1])
    # what is right depends on the arm, which the type does not know
    right = _range_of_men(owner) if path[-1:] == ("men",) else _allowed(info)
    return f"{where(text, data, path, file)}: {_last_name(path)} = {_shown(_at(data, path))}; {right}"


def _path(text: str) -> lines.Path:
    return tuple(name or int(number or 0) for name, number in _STEP.findall(text))


def _at(data: Any, path: lines.Path) -> Any:
    try:
        for step in path:
            data = data[step]
    except (KeyError, IndexError, TypeError):
        return None
    return data


def _owner(data: Any, path: lines.Path) -> str:
    """The innermost thing on the way that has a name: its id or name."""
    for end in range(len(path), 0, -1):
        thing = _at(data, path[:end])
        if isinstance(thing, dict):
            for key in ("id", "name", "title"):
                if isinstance(thing.get(key), str):
                    return str(thing[key])
    return ""


def _last_name(path: lines.Path) -> str:
    return next((step for step in reversed(path) if isinstance(step, str)), "the file")


def _shown(value: Any) -> str:
    """A value short enough for a message."""
    shown = repr(value) if isinstance(value, str) else str(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."


def _range_of_men(unit: Any) -> str:
    arm = unit.get("arm") if isinstance(unit, dict) else None
    cavalry = arm in ("light_cavalry", "dragoons", "heavy_cavalry", "lancers")
    kind = "artillery" if str(arm).endswith("artillery") else "cavalry" if cavalry else "infantry"
    return f"{_BODY[kind]} has 1 to 3,000 men"


def _type_at(info: Any, path: lines.Path) -> Any:
    """The declared type at a path, through optional values, arrays and records."""
    for step in path:
        info = _bare(info)
        if isinstance(info, inspect.StructType):
            info = next((field.type for field in info.fields if field.encode_name == step), info)
        elif isinstance(info, inspect.TupleType):
            info = info.item_types[int(step)] if int(step) < len(info.item_types) else info
        elif isinstance(info, inspect.VarTupleType):
            info = info.item_type
    return _bare(info)


def _bare(info: Any) -> Any:
    """Without annotation and without `or nothing`."""
    while isinstance(info, inspect.Metadata | inspect.UnionType):
        if isinstance(info, inspect.Metadata):
            info = info.type
        else:
            info = next(option for option in info.types if not isinstance(option, inspect.NoneType))
    return info


def _allowed(info: Any) -> str:
    """What may stand there."""
    match info:
        case inspect.LiteralType():
            return "allowed are " + ", ".join(map(str, info.values))
        case inspect.IntType() | inspect.FloatType():
            return _range(info)
        case inspect.StrType():
            return "text in quotes is needed"
        case inspect.BoolType():
            return "true or false is needed"
        case inspect.TupleType():
            return f"{len(info.item_types)} values in brackets are needed"
        case inspect.VarTupleType():
            return "a list is needed"
        case inspect.StructType():
            return f"{_SAID.get(info.cls.__name__, 'it')} has {', '.join(field.encode_name for field in info.fields)}"
    return "another kind of value is needed"


_SAID = {
    "Armies": "armies.toml", "Header": "scenario.toml", "Side": "a side", "Formation": "a formation", "Unit": "a unit",
    "Leader": "a leader", "Arrival": "an arrival", "Victory": "victory", "Condition": "a condition", "Zone": "a zone",
    "Boat": "a boat", "Lesson": "a lesson", "LessonStep": "a step", "LessonAct": "an act of show",
    "Occasion": "an occasion", "LessonAside": "an aside", "LessonRemark": "a remark", "LessonFigure": "a figure",
    "LessonReturn": "a way back", "WrittenOrder": "a written order",
    "LessonWords": "words", "StepWords": "a step in words", "AsideWords": "an aside in words",
    "WantedAnswer": "an answer", "WantedEvent": "an event", "WantedUnit": "a unit", "WantedQuestion": "a question",
    "Beyond": "beyond",
    "Outcome": "the outcome", "Conditions": "conditions",
}  # fmt: skip


def _range(info: Any) -> str:
    word = "a whole number" if isinstance(info, inspect.IntType) else "a number"
    low = "" if info.ge is None else f" from {info.ge:,}"
    high = f" to {info.le:,}" if info.le is not None else f" to below {info.lt:,}" if info.lt is not None else ""
    return f"{word}{low}{high} is needed"


def _numbers(value: Any, path: lines.Path) -> Iterator[tuple[lines.Path, float]]:
    """Every decimal number with its path."""
    if isinstance(value, float):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _numbers(inner, (*path, key))
    elif isinstance(value, list):
        for position, inner in enumerate(value):
            yield from _numbers(inner, (*path, position))
