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
from grognard.scenarios.model import Scenario

from ..errors import Unknown
from ..packing import Packed, packed
from ..shapes import RuleText
from ..workshop import Workshop
from . import gallery

BATTLES = 24
"""Of so many it is kept what their fields look like and where their maps are."""


class _Itself:
    """A battle by which it is, not by what it holds: to compare two takes longer than to ask what is kept of one."""

    def __init__(self, battle: Scenario) -> None:
        self.battle = battle

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and other.battle is self.battle

    def __hash__(self) -> int:
        return id(self.battle)


def field(battle: Scenario) -> Packed:
    """The field of a battle as GeoJSON."""
    return _field(_Itself(battle))


@lru_cache(BATTLES)
def _field(battle: _Itself) -> Packed:
    return packed(msgspec.json.encode(battle.battle.field))


def offered(battle: str) -> Scenario:
    """A battle that can be begun, by its id; Unknown where there is none."""
    if battle not in gallery.battles():
        raise Unknown(f"no battle {battle[:100]!r}; there are {', '.join(gallery.battles())}")
    return gallery.scenario(battle)


def rule(system: str, rule_id: str) -> RuleText:
    """A rule; Unknown with a hint where there is none."""
    try:
        return gallery.rule(system, rule_id)
    except BadInput as error:
        raise Unknown(str(error)) from None


async def ground(workshop: Workshop, battle: Scenario, size: str, theme: str) -> bytes:
    """The map of a battle without troops, gzipped; drawn where slow work is done, if it is not at hand."""
    small = size == "small"
    try:
        return await run_in_threadpool(lambda: _at_hand(_place(battle, small, theme)))
    except FileNotFoundError:
        content, place = await run_in_threadpool(lambda: (msgspec.json.encode(battle), _place(battle, small, theme)))
        return await workshop.made(("map", place), _drawn, content, place, small, theme)


def _place(battle: Scenario, small: bool, theme: str) -> Path:
    """The place of a battle's map, which is another when the battle or the way it is drawn is."""
    return _folder() / f"{_mark(_Itself(battle))}-{'small' if small else 'full'}-{theme}.svg.gz"


@lru_cache(BATTLES)
def _mark(battle: _Itself) -> str:
    return hashlib.sha256(_way_of_drawing() + msgspec.json.encode(battle.battle)).hexdigest()[:32]


@lru_cache(64)
def _at_hand(place: Path) -> bytes:
    return place.read_bytes()


def _drawn(content: bytes, place: Path, small: bool, theme: str) -> bytes:
    """Done by another process, which knows nothing of what this one has taken in."""
    battle = msgspec.json.decode(content, type=Scenario)
    # without the time of day, so that the same map is the same bytes
    packed = gzip.compress(battle_map.ground(battle, theme, small=small).encode(), 6, mtime=0)
    _keep(place, packed)
    return packed


@cache
def _way_of_drawing() -> bytes:
    seen = hashlib.sha256(version("grognard").encode())
    for source in sorted(Path(battle_map.__file__).parent.glob("*.*")):
        if source.is_file():
            seen.update(source.read_bytes())
    return seen.digest()


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
        await ground(workshop, gallery.scenario(card.id), "small", "light")
