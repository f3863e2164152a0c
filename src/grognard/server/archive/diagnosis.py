"""What is wrong with a database, in a sentence that says what to do about it."""

from __future__ import annotations

from collections.abc import Sequence

DAMAGED = (
    "the file is damaged ({said}). Put a backup in its place (grognard backup makes them), or save what can be read "
    "with: sqlite3 FILE .recover"
)
_KINDS: Sequence[tuple[tuple[str, ...], str]] = (
    (("not a database",), "this is no database of ours ({said}); name another file"),
    (("malformed", "corrupt", "disk i/o error", "database disk image"), DAMAGED),
    (
        ("disk is full", "disk full", "no space left"),
        "the disk is full; make room on it, nothing that was acknowledged is lost",
    ),
    (("readonly", "read-only", "permission denied"), "it cannot be written ({said}); change who may write it"),
    (("lock timeout",), "another server keeps this battle for very long ({said}); try again"),
    (("locked", "busy"), "another program holds it ({said}); end that one, and try again"),
    (("unable to open",), "cannot be opened: {said}; is there such a folder, and may you write into it?"),
    (("no such table", "no such column", "has no column", "does not exist"), "{said}: this is no database of ours"),
    (
        (
            "connection refused",
            "could not connect",
            "connection failed",
            "timeout",
            "server closed",
            "terminating",
            "connection is closed",
            "connection is lost",
            "starting up",
            "shutting down",
            "consuming input failed",
        ),
        "cannot be reached ({said}); see whether it runs, and try again",
    ),
)


def first_line(error: Exception) -> str:
    """What a database says went wrong, without the rest."""
    found = getattr(error, "orig", None) or error
    return (str(found).strip().splitlines() or [type(found).__name__])[0]


def in_words(error: Exception) -> str:
    """What went wrong and what to do."""
    if isinstance(error, UnicodeDecodeError):  # SQLite quotes what it found in place of a name
        return DAMAGED.format(said="its names are not readable")
    said = first_line(error)
    for marks, sentence in _KINDS:
        if any(mark in said.lower() for mark in marks):
            return sentence.format(said=said)
    return f"cannot be used: {said}"
