"""The texts of a scenario, from a folder or a zip, with limits: a file from a stranger must not fill the memory."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from grognard.kernel.errors import BadData, BadInput

SCENARIO, ARMIES, FIELD = "scenario.toml", "armies.toml", "field.geojson"
REQUIRED = (SCENARIO, ARMIES, FIELD)
RATINGS, LESSONS = "ratings", "lessons"
FOLDERS = (RATINGS, LESSONS)
"""What may lie beside the three: TOML files in folders of their own."""

MAX_FILE = 4_000_000  # bytes; the order of battle of 1,600 units takes about half a million
MAX_ENTRIES = 200
_CHUNK = 1 << 16


def read(path: Path) -> dict[str, str]:
    """Name to text of every file of the scenario: the three required ones, ratings/*.toml and lessons/*.toml."""
    if path.is_dir():
        raw = _folder(path)
    elif path.is_file():
        raw = _zip(path)
    else:
        raise BadInput(f"no scenario at {path}; it is a folder, or a zip of one, with {', '.join(REQUIRED)}")
    missing = [name for name in REQUIRED if name not in raw]
    if missing:
        raise BadData(f"{path}: {' and '.join(missing)} missing; a scenario has {', '.join(REQUIRED)}")
    return {name: _text(name, content) for name, content in raw.items()}


def is_wanted(name: str) -> bool:
    """Whether a file belongs to the format; what else lies beside it is left alone."""
    path = PurePosixPath(name)
    return name in REQUIRED or (str(path.parent) in FOLDERS and path.suffix == ".toml")


def _folder(folder: Path) -> dict[str, bytes]:
    more = (path for beside in FOLDERS for path in sorted((folder / beside).glob("*.toml")))
    candidates = [*REQUIRED, *(f"{path.parent.name}/{path.name}" for path in more)]
    return {name: _limited(folder / name, name) for name in candidates if (folder / name).is_file()}


def _limited(path: Path, name: str) -> bytes:
    try:
        with path.open("rb") as file:
            # one byte more than is allowed: then too long shows without reading all of it
            content = file.read(MAX_FILE + 1)
    except OSError as error:
        raise BadData(f"{name}: cannot be read: {error.strerror}") from None
    return _not_too_long(name, content)


def _not_too_long(name: str, content: bytes) -> bytes:
    if len(content) > MAX_FILE:
        raise BadData(f"{name}: longer than {MAX_FILE:,} bytes, the most that is read")
    return content


def _zip(path: Path) -> dict[str, bytes]:
    """The files of a zip, whether they lie at its top or in one folder there."""
    try:
        with zipfile.ZipFile(path) as archive:
            return {name: _unpacked(archive, entry, name) for name, entry in _entries(archive, path)}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError):
        raise BadData(f"{path.name}: not a zip that can be read; give a scenario's folder or a zip of one") from None


def _entries(archive: zipfile.ZipFile, path: Path) -> Iterator[tuple[str, zipfile.ZipInfo]]:
    entries = archive.infolist()
    if len(entries) > MAX_ENTRIES:
        raise BadData(f"{path.name}: {len(entries):,} files in the zip; a scenario has at most {MAX_ENTRIES}")
    for entry in entries:
        if entry.filename.startswith(("/", "\\")) or ".." in entry.filename.replace("\\", "/").split("/"):
            raise BadData(f"{path.name}: {entry.filename!r} points out of the zip; names must stay inside it")
    top = _top(entry.filename for entry in entries)
    for entry in entries:
        name = entry.filename.removeprefix(top)
        if entry.filename.startswith(top) and is_wanted(name):
            yield name, entry


def _top(names: Iterator[str]) -> str:
    """What stands before the name of scenario.toml: nothing, or a folder and a slash."""
    return next((name.removesuffix(SCENARIO) for name in names if PurePosixPath(name).name == SCENARIO), "")


def _unpacked(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str) -> bytes:
    """The content, stopped at the limit while unpacking: the size a zip states may be a lie."""
    content = bytearray()
    with archive.open(entry) as file:
        while len(content) <= MAX_FILE and (chunk := file.read(_CHUNK)):
            content += chunk
    return _not_too_long(name, bytes(content))


def _text(name: str, content: bytes) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadData(f"{name}, line {line}: not text in UTF-8") from None
    if "\0" in text:
        raise BadData(f"{name}, line {text.count(chr(10), 0, text.index(chr(0))) + 1}: binary, not text")
    return text
