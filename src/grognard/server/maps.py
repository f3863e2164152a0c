"""Maps, fields and rules for the browser, drawn once and kept on disk, because a large map takes seconds."""

from __future__ import annotations

import gzip
import hashlib
import os
from functools import cache, lru_cache
from importlib.metadata import version
from pathlib import Path

import msgspec
from fastapi.concurrency import run_in_threadpool

from grognard.kernel.errors import BadInput
from grognard.printing import battle_map
from grognard.scenarios.loading import load

from . import gallery
from .errors import Unknown
from .shapes import RuleText
from .workshop import Workshop


def field(battle: str) -> bytes:
    """The field of a battle as GeoJSON."""
    return msgspec.json.encode(gallery.scenario(_known(battle)).field)


def rule(system: str, rule_id: str) -> RuleText:
    """A rule; Unknown with a hint where there is none."""
    try:
        return gallery.rule(system, rule_id)
    except BadInput as error:
        raise Unknown(str(error)) from None


async def ground(workshop: Workshop, battle: str, size: str, theme: str) -> bytes:
    """The map of a battle without troops, gzipped; drawn where slow work is done, if it is not at hand."""
    wanted = _known(battle), size == "small", theme
    try:
        return await run_in_threadpool(_at_hand, *wanted)
    except FileNotFoundError:
        place = gallery.battles()[battle], _place(*wanted)
        return await workshop.made(("map", *wanted), _drawn, *place, *wanted[1:])


@lru_cache(64)
def _at_hand(battle: str, small: bool, theme: str) -> bytes:
    return _place(battle, small, theme).read_bytes()


def _drawn(battle: Path, place: Path, small: bool, theme: str) -> bytes:
    """Done by another process, which knows nothing of what this one has taken in."""
    packed = gzip.compress(battle_map.ground(load(battle), theme, small=small).encode(), 6, mtime=0)
    _keep(place, packed)
    return packed


def _place(battle: str, small: bool, theme: str) -> Path:
    return _folder() / f"{battle}-{'small' if small else 'full'}-{theme}-{_mark(battle)}.svg.gz"


def _known(battle: str) -> str:
    if battle not in gallery.battles():
        raise Unknown(f"no battle {battle[:100]!r}; there are {', '.join(gallery.battles())}")
    return battle


@cache
def _mark(battle: str) -> str:
    """Changes when the battle or the way it is drawn does."""
    seen = hashlib.sha256(version("grognard").encode())
    place = gallery.battles()[battle]
    told = [place] if place.is_file() else place.glob("*.*")
    sources = sorted([*Path(battle_map.__file__).parent.glob("*.*"), *told])
    for source in sources:
        if source.is_file():
            seen.update(source.read_bytes())
    return seen.hexdigest()[:16]


def _folder() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "grognard" / "maps"


def _keep(path: Path, content: bytes) -> None:
    """Where there is no room for it, it is drawn again next time."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        draft.write_bytes(content)
        draft.replace(path)
    except OSError:
        return


async def draw_ahead(workshop: Workshop) -> None:
    """Draw what the opening page shows, so that the first visitor does not wait."""
    for card in (await run_in_threadpool(gallery.gallery)).battles:
        await ground(workshop, card.id, "small", "light")
