"""A battle from a folder, a zip or the id of a bundled one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from grognard.army.nations import as_called
from grognard.army.oob import Armies, Formation, Side
from grognard.kernel.errors import BadData, BadInput

from . import bundled, files
from .decoding import decode, parse
from .lessons import Lesson
from .model import Header, Scenario

T = TypeVar("T")


def load(source: str | Path) -> Scenario:
    """Read a scenario; BadInput when there is none, BadData when what is there is malformed."""
    return from_texts(files.read(find(source)))


def find(source: str | Path) -> Path:
    """The folder or zip meant: a path that exists, or the id of a bundled battle."""
    path = Path(source)
    if path.exists():
        return path
    battles = bundled()
    if str(source) in battles:
        return battles[str(source)]
    raise BadInput(f"no battle {str(source)!r}; there are {', '.join(battles)}, or give a scenario's folder or zip")


def from_texts(texts: dict[str, str]) -> Scenario:
    """Put the texts of a scenario's files together."""
    return Scenario(
        header=decode(texts[files.SCENARIO], Header, files.SCENARIO),
        sides=tuple(map(_side, decode(texts[files.ARMIES], Armies, files.ARMIES).side)),
        field=_field(texts[files.FIELD]),
        ratings={name: _ratings(text, file) for name, file, text in _beside(texts, files.RATINGS)},
        lessons={name: decode(text, Lesson, file) for name, file, text in _beside(texts, files.LESSONS)},
    )


def _beside(texts: dict[str, str], folder: str) -> Iterator[tuple[str, str, str]]:
    """The files of a folder: what they are called, their names, their texts."""
    for file, text in texts.items():
        path = PurePosixPath(file)
        if str(path.parent) == folder:
            yield path.stem, file, text


def _side(side: Side) -> Side:
    """A side whose nations are called as everybody calls them, though the file may name the country."""
    formations = tuple(map(_formation, side.formations))
    return replace(side, nation=as_called(side.nation), formations=formations)


def _formation(body: Formation) -> Formation:
    units = tuple(replace(unit, nation=as_called(unit.nation)) for unit in body.units)
    return replace(body, units=units, formations=tuple(map(_formation, body.formations)))


def _field(text: str) -> dict[str, Any]:
    """GeoJSON as plain data; what it means is checked when a Field is made of it."""
    try:
        data = msgspec.json.decode(text)
    except RecursionError:
        raise BadData(f"{files.FIELD}: nested too deeply to be a field") from None
    except msgspec.DecodeError as error:
        raise BadData(f"{files.FIELD}: not JSON: {_first_lower(str(error))}") from None
    if not isinstance(data, dict) or data.get("type") != "FeatureCollection":
        raise BadData(f'{files.FIELD}: not a map; it must be an object with "type": "FeatureCollection"')
    features = data.get("features")
    if not isinstance(features, list):
        raise BadData(f"{files.FIELD}: features must be a list")
    for number, feature in enumerate(features, start=1):
        said = feature.get("properties") if isinstance(feature, dict) else None
        if not isinstance(said, dict) or "kind" not in said:
            raise BadData(f"{files.FIELD}, feature {number}: not a feature with a kind among its properties")
        for key in ("kind", "name", "note"):
            if not isinstance(said.get(key, ""), str):
                raise BadData(f"{files.FIELD}, feature {number}: {key} = {str(said[key])[:40]}; text is needed")
    return data


def _ratings(text: str, name: str) -> dict[str, Any]:
    """A table for each unit id."""
    data = parse(text, name)
    for key, value in data.items():
        if not isinstance(value, dict):
            raise BadData(f"{name}: {key} is not a table; ratings stand under the id of a unit, as in [{key}]")
    return data


def _first_lower(text: str) -> str:
    return text[:1].lower() + text[1:]
