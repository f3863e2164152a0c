"""Special rules: whether each says what applies it, and whether what it names is there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from grognard.ground.features import BUILT
from grognard.ground.field import Field
from grognard.ground.units import point

from ..extents import Extent
from ..files import FIELD
from ..model import Effect, Means, Scenario
from .problems import Report, ScenarioProblem
from .walking import walk
from .wheres import where_problems

_SYSTEM = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_MISSING: dict[Means, str] = {
    "weather": "conditions say nothing but clear weather",
    "sight": "conditions limit no sight",
    "ground": "the map has no features and the ground is not wet",
    "arrivals": "no unit arrives later",
    "roster": "there are no units",
    "variants": "the scenario names no variants for this system",
    "rules": "",
}


def special_problems(scenario: Scenario, report: Report) -> Iterator[ScenarioProblem]:
    """Every special rule is applied by something that is there, or is words."""
    for at, rule in enumerate(scenario.header.special_rule):
        if bool(rule.applied or rule.effect) == rule.words:
            text = 'say what applies it, as in applied = { cold-steel = "weather" }, or that it is words: words = true'
            yield report.error(("special_rule", at, "title"), rule.title, f"{text}; one of the two")
        for system, means in rule.applied.items():
            if not _SYSTEM.fullmatch(system):
                yield report.error(("special_rule", at, "applied"), rule.title, f"{system!r} is no name of a system")
            if not _there(scenario, system, means):
                text = f"applied = {means!r}, but {_MISSING[means]}"
                yield report.error(("special_rule", at, "applied"), rule.title, text)


def effect_problems(scenario: Scenario, report: Report) -> Iterator[ScenarioProblem]:
    """An effect names what there is: sides, units, turns, and what it changes."""
    sides, units = {side.name for side in scenario.sides}, {unit.id for _, unit in walk(scenario.sides)}
    said = [feature["properties"] for feature in scenario.field["features"]]
    built = {each.get("name", "") for each in said if each["kind"] in BUILT}
    for at, rule in enumerate(scenario.header.special_rule):
        for number, effect in enumerate(rule.effect):
            for text in _effect_wrongs(effect, sides, units, built):
                yield report.error(("special_rule", at, "effect", number), rule.title, text)
            if effect.kind == "stay":
                for field, text in where_problems(effect, scenario):
                    yield report.error(("special_rule", at, "effect", number, field), rule.title, text)


def stay_problems(scenario: Scenario, report: Report) -> Iterator[ScenarioProblem]:
    """Who may not leave a place is in it at the start, or comes while he may still be bound to it."""
    ground = Field.from_geojson(scenario.field, FIELD)
    for at, rule in enumerate(scenario.header.special_rule):
        for number, effect in enumerate(rule.effect):
            if effect.kind == "stay" and not list(where_problems(effect, scenario)):
                for text in _stay_wrongs(effect, scenario, Extent(effect, ground)):
                    yield report.error(("special_rule", at, "effect", number, "units"), rule.title, text)


def _stay_wrongs(effect: Effect, scenario: Scenario, extent: Extent) -> Iterator[str]:
    for _, unit in walk(scenario.sides):
        if unit.id not in effect.units:
            continue
        x, y = unit.position
        if unit.arrival is not None and unit.arrival.turn > effect.turns[1]:
            yield (
                f"{unit.id} comes on turn {unit.arrival.turn}, after turns = {list(effect.turns)}, and is never in the "
                "place that it may not leave; let it come earlier or give the effect later turns"
            )
        elif unit.present and not extent.holds(point(x, y)):
            yield (
                f"{unit.id} starts at [{x:g}, {y:g}], outside of the place that it may not leave; move it, name "
                "another place or area, or say within how many paces"
            )


def _effect_wrongs(effect: Effect, sides: set[str], units: set[str], built: set[str]) -> Iterator[str]:
    if (effect.kind == "modifier") != (effect.on is not None and effect.steps != 0):
        yield "a modifier says on what it is (on) and by how many steps; nothing else does"
    if (effect.kind == "sight") != (effect.paces > 0):
        yield "a limit of sight says how many paces one sees; nothing else does"
    if effect.kind == "fire" and not effect.place:
        yield "a fire says which place burns"
    if effect.kind == "stay" and not (effect.place or effect.area):
        yield "troops that may not leave say where they stay: a place, an area or both"
    if effect.kind not in ("fire", "stay") and effect.place:
        yield "a place is said of a fire, and of troops that may not leave; nothing else does"
    if effect.kind != "stay" and (effect.area or effect.within):
        yield "an area, and within how many paces, is said of troops that may not leave; nothing else does"
    if effect.kind in ("sight", "fire") and (effect.side or effect.units or effect.arm):
        yield f"{'a limit of sight' if effect.kind == 'sight' else 'a fire'} holds for everybody"
    if effect.kind == "fire" and effect.place and effect.place not in built:
        yield f"place = {effect.place!r}; nothing built on the map is called so"
    if effect.turns[0] > effect.turns[1]:
        yield f"turns = {list(effect.turns)}; the first turn comes first"
    if effect.side and effect.side not in sides:
        yield f"side = {effect.side!r}; there are {', '.join(sorted(sides))}"
    if unknown := sorted(set(effect.units) - units):
        yield f"units: armies.toml has no unit {unknown[0]!r}"
    if effect.kind == "wait" and not effect.units:
        yield "a wait names the units that wait"
    if effect.kind == "stay" and not effect.units:
        yield "troops that may not leave are named: say which, as in units = ['1-33e']"
    if effect.unless_within and effect.kind not in ("wait", "stay"):
        yield "unless_within is said of troops that wait or may not leave; nothing else does"


def briefing_problems(scenario: Scenario, report: Report) -> Iterator[ScenarioProblem]:
    """Each side is briefed once at most, and who withdraws knows where to."""
    sides, briefed = {side.name for side in scenario.sides}, set[str]()
    for at, each in enumerate(scenario.header.briefing):
        if each.side not in sides or each.side in briefed:
            text = f"briefing of {each.side!r}; there is one for each of {', '.join(sorted(sides))}"
            yield report.error(("briefing", at, "side"), each.side, text)
        if (each.edge is not None) != (each.stance == "withdraw"):
            text = "who withdraws needs the edge by which he leaves, and nobody else has one"
            yield report.error(("briefing", at, "stance"), each.side, text)
        briefed.add(each.side)


def _there(scenario: Scenario, system: str, means: Means) -> bool:
    """Whether the scenario has what is said to apply a rule."""
    header, sky = scenario.header, scenario.header.conditions
    units = [unit for _, unit in walk(scenario.sides)]
    return {
        "weather": sky.weather != "clear" or any(change.weather != "clear" for change in sky.change),
        "sight": bool(sky.sight_paces) or any(change.sight_paces for change in sky.change),
        "ground": sky.wet_ground or bool(scenario.field.get("features")),
        "arrivals": any(unit.arrival for unit in units),
        "roster": bool(units),
        "variants": bool(header.variants.get(system)),
        "rules": True,
    }[means]
