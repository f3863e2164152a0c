"""The rule systems: one folder each, found by looking; adding one touches nothing else.

Folders are looked for in this package and in the places that the environment variable GROGNARD_SYSTEMS names, so that a
system of one's own can lie beside the program. Wherever it lies, its modules are `grognard.systems.<folder>`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.kernel.checks import Declared
from grognard.kernel.errors import BadData, BadInput
from grognard.kernel.rulebook import Rulebook
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.tables import Tables

if TYPE_CHECKING:
    from grognard.battle.games import Game
    from grognard.kernel.uses.sequences import Sequence


PLACES = "GROGNARD_SYSTEMS"
"""Folders in which systems lie beside those of the program, with the system's path separator between them."""

# Imports look through `__path__` too, so a system is found and imported by one and the same list.
__path__ += [str(Path(place).resolve()) for place in os.environ.get(PLACES, "").split(os.pathsep) if place]


def find() -> dict[str, Path]:
    """The folder of every system by its id: what holds a rulebook is a system, `cold_steel` is `cold-steel`."""
    found: dict[str, Path] = {}
    for place in map(Path, __path__):
        if not place.is_dir():
            raise BadInput(f"{PLACES}: {str(place)!r} is no folder")
        for folder in (path.parent for path in place.glob("*/rules.toml")):
            if not folder.name.isidentifier():
                raise BadData(f"{folder}: modules are imported from it, so its name is letters, digits and _")
            other = found.setdefault(folder.name.replace("_", "-"), folder)
            if other != folder:
                raise BadData(f"{folder}: there is a system of this name in {other.parent} already")
    return dict(sorted(found.items()))


def folder_of(system_id: str) -> Path:
    """The folder of one system."""
    folders = find()
    if system_id not in folders:
        raise BadInput(f"no rule system {system_id!r}; there are {', '.join(folders)}")
    return folders[system_id]


@cache
def rulebook(system_id: str) -> Rulebook:
    """The rulebook of one system, read once."""
    path = folder_of(system_id) / "rules.toml"
    book = Rulebook.load(path)
    if book.system != system_id:
        raise BadData(f"{path}, system: id = {book.system!r}; in this folder it is {system_id!r}")
    return book


def variants(system_id: str) -> dict[str, Path]:
    """The overlays that come with a system, by name."""
    return {path.stem: path for path in sorted(folder_of(system_id).glob("variants/*.toml"))}


@cache
def rules(system_id: str, *overlays: str) -> Ruleset:
    """A system's checks, ready to use, under the variants named: those of the system, files of one's own, or changes of
    one number, as in `CS-8.2.4b.hits_for_a_marker=2`."""
    folder = folder_of(system_id)
    files = sorted([*folder.glob("tables.toml"), *folder.glob("tables/*.toml")])
    if not files:
        raise BadInput(f"{system_id} has a rulebook and no checks yet; to read it: grognard rules {system_id}")
    tables = Tables.load(*files)
    for overlay in overlays:
        tables = tables.changed(overlay) if _is_change(overlay) else tables.overlaid(_overlay(system_id, overlay))
    return Ruleset(system_id, Declarations(system_id), tables)


def playable() -> list[str]:
    """The systems under which battles can be fought."""
    return [each for each, folder in find().items() if (folder / "game.py").is_file()]


@cache
def sequences(system_id: str) -> dict[str, Sequence]:
    """The chains of checks that a system offers, by name."""
    folder = folder_of(system_id)
    if not (folder / "chains.py").is_file():
        return {}
    declared: tuple[Sequence, ...] = import_module(f"{__name__}.{folder.name}.chains").SEQUENCES
    return {each.name: each for each in declared}


@cache
def special_words(system_id: str) -> frozenset[str]:
    """What special rules of a battle can change under a system: the words of its special.toml."""
    folder = find().get(system_id)
    if folder is None or not (folder / "special.toml").exists():
        return frozenset()
    from grognard.battle.special.effects import worth_in

    return worth_in(folder).words


def game(system_id: str) -> Game[Any]:
    """The system as a game that battles can be fought under."""
    folder = folder_of(system_id)
    if system_id not in playable():
        raise BadInput(f"{system_id} cannot be played yet; there is {', '.join(playable())}")
    found: Game[Any] = import_module(f"{__name__}.{folder.name}.game").GAME
    return found


class Declarations(Mapping[str, Declared]):
    """The checks declared in the modules of a system's `checks` folder and the folders in it, by name.

    A name that is looked up imports only the module that declares it; the whole list imports them all.
    """

    def __init__(self, system_id: str) -> None:
        self._folder = folder_of(system_id)
        self._modules = sorted(self._folder.glob("checks/**/[a-z]*.py"))

    def __getitem__(self, name: str) -> Declared:
        # By its declaration: a word such as "artillery" also stands in modules that declare something else, and
        # importing those takes longer than rolling the dice.
        declared = (f'@check("{name}"', f'@reckoning("{name}"')
        for path in self._modules:
            text = path.read_text("utf-8")
            if any(each in text for each in declared):
                return self._declared(path)[name]
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (name for path in self._modules for name in self._declared(path))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _declared(self, path: Path) -> dict[str, Declared]:
        below = path.relative_to(self._folder.parent).with_suffix("").parts
        module = import_module(".".join((__name__, *below)))
        return {thing.name: thing for thing in vars(module).values() if isinstance(thing, Declared)}


def _is_change(overlay: str) -> bool:
    return "=" in overlay and not overlay.endswith(".toml")


def _overlay(system_id: str, overlay: str) -> Path:
    known = variants(system_id)
    if overlay in known:
        return known[overlay]
    if overlay.endswith(".toml"):
        return Path(overlay)
    raise BadInput(
        f"no variant {overlay!r} of {system_id}; there are {', '.join(known) or 'none'}, or name a .toml file of "
        "yours, or change a number with RULE.FIELD=VALUE"
    )
