"""The texts of a scenario, from a folder or a zip, with limits: a file from a stranger must not fill the memory."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import IO

from grognard.kernel.errors import BadData, BadInput

SCENARIO, ARMIES, FIELD = "scenario.toml", "armies.toml", "field.geojson"
REQUIRED = (SCENARIO, ARMIES, FIELD)
RATINGS, LESSONS = "ratings", "lessons"
FOLDERS = (RATINGS, LESSONS)
"""What may lie beside the three: TOML files in folders of their own."""

MAX_FILE = 4_000_000  # bytes; the order of battle of 1,600 units takes about half a million
MAX_ENTRIES = 200
MAX_ALL = 24_000_000  # bytes of all files together: many that are each within the limit fill a memory too
_CHUNK = 1 << 16


def read(path: Path) -> dict[str, str]:
    """Name to text of every file of the scenario: the three required ones, ratings/*.toml and lessons/*.toml."""
    if path.is_dir():
        raw = _folder(path)
    elif path.is_file():
        raw = _zip(path, path.name)
    else:
        raise BadInput(f"no scenario at {path}; it is a folder, or a zip of one, with {', '.join(REQUIRED)}")
    return _texts(raw, str(path))


def from_zip(content: bytes, name: str) -> dict[str, str]:
    """The same from the bytes of a zip; nothing is written anywhere."""
    return _texts(_zip(BytesIO(content), name), name)


def from_folder(contents: Mapping[str, bytes], name: str) -> dict[str, str]:
    """The same from the files of a folder by their paths in it, which may begin with its own name."""
    if len(contents) > MAX_ENTRIES:
        raise BadData(f"{name}: {len(contents):,} files; a scenario has at most {MAX_ENTRIES}")
    for path in contents:
        _must_stay_inside(path, name, "folder")
    top = _top(iter(contents))
    raw = {
        path.removeprefix(top): _not_too_long(path.removeprefix(top), content)
        for path, content in contents.items()
        if path.startswith(top) and is_wanted(path.removeprefix(top))
    }
    _not_too_much(sum(map(len, raw.values())), name)
    return _texts(raw, name)


def _texts(raw: Mapping[str, bytes], name: str) -> dict[str, str]:
    missing = [each for each in REQUIRED if each not in raw]
    if missing:
        raise BadData(f"{name}: {' and '.join(missing)} missing; a scenario has {', '.join(REQUIRED)}")
    return {each: _text(each, content) for each, content in raw.items()}


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


def _not_too_much(size: int, name: str) -> None:
    if size > MAX_ALL:
        raise BadData(f"{name}: its files are longer than {MAX_ALL:,} bytes together, the most that is read")


def _zip(file: Path | IO[bytes], called: str) -> dict[str, bytes]:
    """The files of a zip, whether they lie at its top or in one folder there."""
    try:
        with zipfile.ZipFile(file) as archive:
            found: dict[str, bytes] = {}
            for name, entry in _entries(archive, called):
                found[name] = _unpacked(archive, entry, name)
                # while unpacking: when all of it lies in memory it is too late
                _not_too_much(sum(map(len, found.values())), called)
            return found
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError):
        raise BadData(f"{called}: not a zip that can be read; give a scenario's folder or a zip of one") from None


def _entries(archive: zipfile.ZipFile, called: str) -> Iterator[tuple[str, zipfile.ZipInfo]]:
    entries = archive.infolist()
    if len(entries) > MAX_ENTRIES:
        raise BadData(f"{called}: {len(entries):,} files in the zip; a scenario has at most {MAX_ENTRIES}")
    for entry in entries:
        _must_stay_inside(entry.filename, called, "zip")
    top = _top(entry.filename for entry in entries)
    for entry in entries:
        name = entry.filename.removeprefix(top)
        if entry.filename.startswith(top) and is_wanted(name):
            yield name, entry


def _must_stay_inside(path: str, called: str, what: str) -> None:
    if path.startswith(("/", "\\")) or ".." in path.replace("\\", "/").split("/"):
        raise BadData(f"{called}: {path!r} points out of the {what}; names must stay inside it")


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
