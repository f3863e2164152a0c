"""What goes to the terminal: characters that it can show, and none that would move its cursor or colour its text.

Names come from files of strangers. An escape sequence in one is shown as \\u001b and not sent, so is anything else that
cannot be seen; a character that the terminal's encoding lacks becomes one that it has.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # as in typing, whose import every command would pay for
if TYPE_CHECKING:
    from typing import Any, TextIO

    from rich.console import Console

_UNSEEN = (
    (0, 0x1F),
    (0x7F, 0x9F),
    (0x200E, 0x200F),
    (0x2028, 0x202E),
    (0x2066, 0x2069),
    (0xD800, 0xDFFF),
    (0xFEFF, 0xFEFF),
)
"""Control characters, turns of the direction of writing, and halves of characters, such as bytes that are no UTF-8."""


class _Shown(dict[int, "str | int"]):
    """What becomes of each character: itself, or if it cannot be seen its number as JSON writes it, so that JSON stays
    whole."""

    def __missing__(self, code: int) -> str | int:
        unseen = chr(code) not in "\n\t" and any(low <= code <= high for low, high in _UNSEEN)
        self[code] = f"\\u{code:04x}" if unseen else code
        return self[code]


_SHOWN = _Shown()
_PLAIN = {
    "█": "#", "▒": "%", "▓": "%", "■": "#", "×": "x", "–": "-", "—": "-", "…": "...", "½": "1/2", "¼": "1/4",
    "¾": "3/4", "·": ".", "♣": "*", "≈": "~", "’": "'", "‘": "'", "“": '"', "”": '"', "→": "->", "≤": "<=",
    "≥": ">=", "−": "-",
    "ß": "ss", "æ": "ae", "Æ": "AE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "œ": "oe", "Œ": "OE", "°": " deg",
}  # fmt: skip


def shown(text: str) -> str:
    """A text with what cannot be seen spelt out."""
    return text.translate(_SHOWN)


class Screen:
    """A stream to write on that shows all and sends nothing else; what is not about writing is the stream's own."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._narrow = not takes_all(stream)

    def write(self, text: str) -> int:
        """Write a text as it can be shown."""
        text = text if text.isascii() and text.isprintable() else shown(text)
        if self._narrow and not text.isascii():
            text = fitted(text, self.stream.encoding)
        return self.stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def takes_all(stream: TextIO) -> bool:
    """Whether a stream can be sent any character."""
    return (getattr(stream, "encoding", None) or "utf-8").lower().replace("_", "-").startswith("utf")


def fitted(text: str, encoding: str) -> str:
    """A text with only such characters as the encoding has."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(_in(each, encoding) for each in text)
    return text


def _in(character: str, encoding: str) -> str:
    import unicodedata

    base = unicodedata.normalize("NFKD", character)[:1]
    for each in (character, _PLAIN.get(character, ""), base):
        try:
            if each and each.encode(encoding):
                return each
        except UnicodeEncodeError:
            continue
    return "?"


def terminal_width() -> int:
    """How many columns the terminal has, 80 where there is none; a person who sets COLUMNS has said it."""
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and len(said) < 5 and int(said):
        return int(said)
    # The stream that Python began with: what stands in its place writes to the same terminal, or to none.
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):  # closed, or no terminal
        return 80


def bare(stream: Any) -> TextIO:
    """The stream itself, for whoever writes escapes of his own."""
    inner: TextIO = stream.stream if isinstance(stream, Screen) else stream
    return inner


def console(*, stderr: bool = False) -> Console:
    """Rich's console on the bare stream, which it may colour; what it is given to print must be `shown` already."""
    from rich.console import Console

    return Console(file=bare(sys.stderr if stderr else sys.stdout), markup=False, highlight=False, emoji=False)


def print_json(data: object, *, indent: int | None = 2) -> None:
    """Data as JSON; in a terminal that lacks some character, with escapes."""
    import json

    print(json.dumps(data, indent=indent, ensure_ascii=not takes_all(bare(sys.stdout))))
