"""Records as TOML that people like to read and edit: short things on one line, long texts wrapped."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

_WIDTH = 118
_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def of_record(record: Struct) -> str:
    """A record as a TOML file."""
    return "\n".join(_table((), _given(record))).strip() + "\n"


def of_tables(tables: dict[str, dict[str, Any]]) -> str:
    """Plain tables as a TOML file."""
    return "\n".join(_table((), tables)).strip() + "\n"


def _given(record: Struct) -> dict[str, Any]:
    """What a record says beyond its defaults, field by field in the order of its declaration."""
    kept = {}
    for field in msgspec.structs.fields(record):
        value = getattr(record, field.name)
        default = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
        if field.required or not (value is None or value == default):
            kept[field.name] = value
    return kept


def _table(path: tuple[str, ...], values: dict[str, Any]) -> Iterator[str]:
    """Lines of a table: its plain values first, as TOML wants it, then the tables in it."""
    later: list[tuple[str, Any]] = []
    for key, value in values.items():
        plain = _given(value) if isinstance(value, Struct) else value
        # at the top a table reads best under a heading, farther down only what is too long for a line
        if _is_tables(plain) or (isinstance(plain, dict) and (not path or len(_line(key, plain)) > _WIDTH)):
            later.append((key, plain))
        else:
            yield _line(key, plain)
    for key, value in later:
        inner = (*path, key)
        elements = [value] if isinstance(value, dict) else [_given(element) for element in value]
        heading = f"[{_dotted(inner)}]" if isinstance(value, dict) else f"[[{_dotted(inner)}]]"
        for element in elements:
            body = list(_table(inner, element))
            # a table that holds nothing but tables needs no heading of its own
            if not isinstance(value, dict) or not body or body[0]:
                yield from ("", heading)
            yield from body


def _is_tables(value: Any) -> bool:
    """Whether a value is a list of records that need tables of their own."""
    return isinstance(value, tuple) and bool(value) and isinstance(value[0], Struct)


def _line(key: str, value: Any) -> str:
    line = f"{_key(key)} = {_inline(value)}"
    if isinstance(value, str) and len(line) > _WIDTH and _may_wrap(value):
        return f'{_key(key)} = """\\\n{_wrapped(value)}"""'
    if isinstance(value, tuple) and len(line) > _WIDTH and _names(value):
        items = "".join(f"    {_inline(item)},\n" for item in value)
        return f"{_key(key)} = [\n{items}]"
    return line


def _names(value: tuple[Any, ...]) -> bool:
    """Whether a list holds names, or lists of names; these are read one by one, unlike the corners of a polygon."""
    return all(isinstance(item, str) or (isinstance(item, tuple) and _names(item)) for item in value)


def _dotted(path: tuple[str, ...]) -> str:
    return ".".join(map(_key, path))


def _key(key: str) -> str:
    bare = key.replace("-", "").replace("_", "")
    return key if bare.isalnum() and bare.isascii() else _quoted(key)


def _inline(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case float() if value.is_integer():
            return str(int(value))
        case int() | float():
            return str(value)
        case str():
            return _quoted(value)
        case list() | tuple():
            return f"[{', '.join(map(_inline, value))}]"
        case Struct():
            return _inline(_given(value))
        case dict():
            return "{ " + ", ".join(f"{_key(key)} = {_inline(inner)}" for key, inner in value.items()) + " }"
    raise TypeError(f"TOML has no {type(value).__name__}")


def _escaped(text: str) -> str:
    signs = (_ESCAPES.get(sign) or (sign if sign.isprintable() else f"\\U{ord(sign):08X}") for sign in text)
    return "".join(signs)


def _quoted(text: str) -> str:
    return '"' + _escaped(text).replace('"', '\\"') + '"'


def _may_wrap(text: str) -> bool:
    """Not where a break would swallow blanks that belong to the text."""
    return "  " not in text and text == text.strip()


def _wrapped(text: str) -> str:
    """A long text over several lines; the backslash at each line's end swallows the break and the indent."""
    escaped = _escaped(text)
    # a third quotation mark would end the text
    if '""' in escaped or escaped.endswith('"'):
        escaped = escaped.replace('"', '\\"')
    lines = textwrap.wrap(escaped, _WIDTH - 6, break_long_words=False, break_on_hyphens=False)
    return " \\\n".join(f"    {line}" for line in lines)
