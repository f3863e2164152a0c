"""Colours, fonts and nations of printed maps, from look.toml and nations.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct, convert

from grognard.army.nations import nation
from grognard.kernel.errors import BadData, BadInput


class Palette(Struct, frozen=True, forbid_unknown_fields=True):
    """The colours of one theme."""

    paper: str
    panel: str
    ink: str
    ink_2: str
    tints: tuple[str, ...]
    shade: str
    shade_k: float
    light: str
    light_k: float
    contour: str
    contour_o: float
    hachure: str
    hachure_o: float
    wood: str
    wood_o: float
    tree: str
    tree_hi: str
    tree_ink: str
    fall: str
    fall_o: float
    water: str
    water_hi: str
    bank: str
    marsh: str
    mud: str
    plough: str
    wheat: str
    meadow: str
    fallow: str
    garden: str
    furrow: str
    field_line: str
    road: str
    casing: str
    build: str
    build_ink: str
    build_2: str
    wall: str
    place: str
    place_2: str
    water_name: str
    wood_name: str
    halo: str
    grid: str
    grid_o: float
    unit_halo: str
    unit_shadow: str
    unit_shadow_o: float
    pattern_o: float


class Pattern(Struct, frozen=True, forbid_unknown_fields=True):
    """A tile that marks a nation where its colour cannot be told."""

    name: str
    tile: tuple[float, float]
    turn: float = 0
    fill: str = ""
    stroke: str = ""
    weight: float = 0.8


class NationLook(Struct, frozen=True, forbid_unknown_fields=True):
    """How a nation's troops are drawn."""

    light: tuple[str, str, str, str]
    dark: tuple[str, str, str, str]
    pattern: Pattern

    def colours(self, theme: str) -> tuple[str, str, str, str]:
        """Body, edge, mark, and text on the body."""
        return self.dark if theme == "dark" else self.light


THEMES = ("light", "dark")


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((files("grognard.printing") / name).read_text(encoding="utf-8"))


@cache
def palette(theme: str) -> Palette:
    """The colours of a theme; a theme we do not have is the user's slip."""
    if theme not in THEMES:
        raise BadInput(f"there is no map theme {theme!r}; there are {' and '.join(THEMES)}")
    return convert(_read("look.toml")[theme], Palette)


@cache
def fonts() -> dict[str, str]:
    """Font lists: serif for the map, sans for the troops."""
    return {name: str(value) for name, value in _read("look.toml")["fonts"].items()}


@cache
def nations() -> dict[str, NationLook]:
    """All nations by id."""
    return {key: convert(value, NationLook) for key, value in _read("nations.toml").items()}


def nation_id(name: str) -> str:
    """The id of a nation as an order of battle calls it."""
    key = nation(name).id
    if key not in nations():
        raise BadData(f"the map has no colours for the nation {name!r}; it has them for {', '.join(nations())}")
    return key
