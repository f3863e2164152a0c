"""Musters of the rule systems: what a battle's units are worth, and which of them no system can make anything of."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from msgspec.structs import replace

from grognard import systems
from grognard.army.oob import Formation
from grognard.kernel.errors import GrognardError
from grognard.scenarios.inspection.problems import ScenarioProblem
from grognard.scenarios.loading import load
from grognard.scenarios.model import Scenario


def musters() -> list[str]:
    """The systems that can muster."""
    return [name for name, folder in systems.find().items() if (folder / "muster.py").is_file()]


def mustered(system: str, scenario: Scenario) -> list[Any]:
    """The record of every unit under a system, by the variants that the battle is meant to be fought with."""
    module = import_module(f"grognard.systems.{systems.folder_of(system).name}.muster")
    found: list[Any] = module.muster(scenario, systems.rules(system, *scenario.header.variants.get(system, ())))
    return found


def muster_problems(source: str) -> list[ScenarioProblem]:
    """A problem for each unit that some system cannot muster."""
    scenario = load(source)
    found: dict[str, list[str]] = {}
    for system in musters():
        for told in _refusals(system, scenario):
            found.setdefault(told, []).append(system)
    problems = [ScenarioProblem.from_message(told) for told in found]
    return [
        replace(problem, message=f"{problem.message} (under {', '.join(under)})")
        for problem, under in zip(problems, found.values(), strict=True)
    ]


def _refusals(system: str, scenario: Scenario) -> Iterator[str]:
    """Where an army cannot be mustered, its units are tried one by one, so that all are named that are at fault."""
    try:
        mustered(system, scenario)
    except GrognardError as error:
        told = set()
        for side in scenario.sides:
            for unit in side.all_units():
                alone = replace(side, formations=(Formation(name=side.name, units=(unit,)),))
                try:
                    mustered(system, replace(scenario, sides=(alone,)))
                except GrognardError as wrong:
                    told.add(str(wrong))
        yield from sorted(told) or [str(error)]
