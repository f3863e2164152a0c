"""A battle in words and plain data, for whoever wants to know it before fighting it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from grognard.army.oob import Formation, Leader, Side, Unit
from grognard.doors import door

from .model import Change, Conditions, Effect, Means, Outcome, Scenario, SpecialRule, Stance, where_in_words

FORCE_HEADS = ("formation", "commander", "foot", "horse", "guns", "men", "arrives")

Paragraphs = list[tuple[str, str]]


def summary(scenario: Scenario) -> dict[str, Any]:
    """A battle in one line of a list."""
    header = scenario.header
    units = [unit for side in scenario.sides for unit in side.all_units()]
    return {
        "id": header.id,
        "title": header.title,
        "date": header.date,
        "place": header.place,
        "sides": [side.name for side in scenario.sides],
        "men": sum(unit.men for unit in units),
        "units": len(units),
        "turns": header.victory.length_turns,
        "table_paces": list(header.table_paces),
        "teaching": header.teaching,
        "fictitious": header.fictitious,
    }


def as_data(scenario: Scenario) -> dict[str, Any]:
    """Everything about a battle as plain data."""
    data: dict[str, Any] = msgspec.to_builtins(scenario)
    return {**data.pop("header"), **data}


def paragraphs(scenario: Scenario) -> Paragraphs:
    """What kind of battle it is."""
    header, weather = scenario.header, scenario.header.conditions
    hours = f"{header.start} to {header.end}, " if header.start else ""
    width, depth = header.table_paces
    said = [
        ("id", header.id),
        ("place", header.place),
        ("story", header.summary),
        ("length", f"{hours}{header.victory.length_turns} turns of {header.minutes_per_turn} minutes"),
        ("table", f"{width:,} by {depth:,} paces, {header.character.replace('_', ' ')} country"),
        ("weather", _joined(weather.weather, weather.weather_note)),
        ("light", "" if weather.light == "day" else weather.light),
        ("later", " ".join(f"Turn {c.turn}, {_sky(c)}: {c.note or 'from now on'}" for c in weather.change)),
        ("wind", _joined(_wind(weather), weather.wind_note)),
        ("going", weather.ground_note or ("wet" if weather.wet_ground else "")),
        ("teaches", header.teaches),
        *((f"for {each.side}", f"{STANCES[each.stance]} {each.text}".strip()) for each in header.briefing),
        *(("special", f"{rule.title}: {rule.text} [{status(rule)}]") for rule in header.special_rule),
        *(("note", f"turn {step.turn}, {step.title.lower()}: {step.goal}") for step in header.lesson),
        *(("lesson", f"{each.title} ({each.system}, {each.side}): {each.about}") for each in scenario.lessons.values()),
        ("note", header.note),
    ]
    return [(heading, text) for heading, text in said if text]


STANCES: dict[Stance, str] = {
    "attack": "", "defend": "[stands on the defensive]", "withdraw": "[wants to leave]",
}  # fmt: skip
WORDS = "a hint: no rule applies it, the players keep it"
MEANS: dict[Means, str] = {
    "weather": "the weather", "sight": "limits of sight", "ground": "the map", "arrivals": "times of arrival",
    "roster": "the order of battle", "variants": "a variant of the rules", "rules": "the rules themselves",
}  # fmt: skip
"""What carries out a special rule, in words."""


def applied(rule: SpecialRule, system: str) -> str:
    """What carries out a special rule under a system, in words; nothing where it is words."""
    known = door("special rules of a system")(system) if system and rule.effect else None
    told = [in_words(each) for each in rule.effect if known is None or (each.on or each.kind) in known]
    means = [MEANS[rule.applied[system]]] if system in rule.applied else []
    return " and ".join(dict.fromkeys((*told, *means)))


def in_words(effect: Effect) -> str:
    """An effect in words."""
    first, last = effect.turns
    when = "" if effect.turns == (1, 200) else f", turns {first} to {last}" if last < 200 else f", from turn {first}"
    if effect.kind == "wait":
        return f"troops that take no orders{_unless(effect)}{when}"
    if effect.kind == "stay":
        return f"troops that may not leave {where_in_words(effect)}{_unless(effect)}{when}"
    if effect.kind == "sight":
        return f"sight of {effect.paces:,} paces{when}"
    if effect.kind == "fire":
        return f"{effect.place} on fire{when}"
    harder = "harder" if effect.steps < 0 else "easier"
    steps = abs(effect.steps)
    return f"{effect.on} {steps} step{'s' * (steps != 1)} {harder}{when}"


def _unless(effect: Effect) -> str:
    return f" unless an enemy is within {effect.unless_within:,} paces" if effect.unless_within else ""


def status(rule: SpecialRule, system: str = "") -> str:
    """Whether a special rule is applied, and by what, under one system or under all of them."""
    if system:
        by = applied(rule, system)
        return f"applied, by {by}" if by else WORDS
    if rule.effect:
        besides = (f"; under {name} by {MEANS[means]}" for name, means in rule.applied.items())
        return f"applied, by {applied(rule, '')}{''.join(besides)}"
    told = [f"applied under {name}, by {applied(rule, name)}" for name in rule.applied]
    return f"{'; '.join(told)}; under other rules words" if told else WORDS


def special_rules(scenario: Scenario, system: str) -> list[str]:
    """The special rules of a battle that is fought under a system, each with what applies it there."""
    rules = scenario.header.special_rule
    return (
        ["Special rules", *(f"{each.title} [{status(each, system)}]: {each.text}" for each in rules)] if rules else []
    )


def _sky(change: Change) -> str:
    return f"{change.weather}, {change.light}" if change.light else change.weather


def _wind(weather: Conditions) -> str:
    return "none" if weather.wind == "none" else f"{weather.wind} from the {weather.wind_from}"


def _joined(word: str, note: str) -> str:
    return f"{word}: {note}" if note and note.lower() != word else word


# ---- forces


def strength(side: Side) -> str:
    """A side in one line."""
    units = list(side.all_units())
    guns = sum(unit.guns + unit.howitzers for unit in units)
    light = sum(unit.battalion_guns for unit in units)
    more = f" and {light} with the battalions" if light else ""
    return f"{side.name}: {_leader(side.commander)}; {sum(unit.men for unit in units):,} men, {guns} guns{more}"


def _leader(leader: Leader | None) -> str:
    return f"{leader.name} ({leader.rating})" if leader else ""


def forces(side: Side) -> list[tuple[str, ...]]:
    """A row for each formation, those within another indented."""
    return [row for formation in side.formations for row in _force(formation, "")]


def _force(formation: Formation, indent: str) -> Iterator[tuple[str, ...]]:
    units = list(formation.all_units())
    count = Counter(unit.kind for unit in units)
    yield (
        indent + formation.name,
        _leader(formation.commander) or "under the commander above",
        str(count["infantry"]),
        str(count["cavalry"]),
        str(sum(unit.guns + unit.howitzers for unit in units)),
        str(sum(unit.men for unit in units)),
        _arrives(units),
    )
    for inner in formation.formations:
        yield from _force(inner, indent + "  ")


def _arrives(units: list[Unit]) -> str:
    """The turns on which its units come, with the edge."""
    if beyond := sorted({unit.off_board for unit in units if unit.off_board}):
        return f"from beyond the {' and '.join(beyond)}"
    turns = sorted({(unit.arrival.turn, unit.arrival.edge) for unit in units if unit.arrival})
    if not turns:
        return "at the start"
    here = "" if all(unit.arrival for unit in units) else "partly; "
    first, last = turns[0][0], turns[-1][0]
    edges = " and ".join(sorted({edge for _, edge in turns}))
    return f"{here}turn {first}{f' to {last}' if last > first else ''} from the {edges}"


# ---- ground, victory, outcome


def ground(scenario: Scenario) -> Paragraphs:
    """The features by kind, named ones with their notes."""
    kinds: dict[str, list[str]] = {}
    for feature in scenario.field.get("features", []):
        said = feature["properties"]
        kinds.setdefault(said["kind"], []).append(
            _joined(said.get("name", "unnamed"), said.get("note", "").rstrip("."))
        )
    return [(kind.replace("_", " "), "\n".join(names)) for kind, names in kinds.items()]


def victory(scenario: Scenario) -> Paragraphs:
    """Who earns what."""
    rules = scenario.header.victory
    said = [("scoring", rules.scoring)]
    for side in scenario.sides:
        earned = [f"{c.points} point{'s' * (c.points != 1)}: {c.text}" for c in rules.condition if c.side == side.name]
        said.append((side.name, "\n".join(earned)))
    said.append(("note", rules.note))
    return [(heading, text) for heading, text in said if text]


def outcome(ended: Outcome) -> Paragraphs:
    """Winner, losses, and the course of the day."""
    said = [("winner", _joined(f"{ended.winner} ({ended.level})" if ended.level else ended.winner, ended.note))]
    for loss in ended.losses:
        men = f"{loss.men_low:,}" if loss.men_low == loss.men_high else f"{loss.men_low:,} to {loss.men_high:,}"
        guns = f", {loss.guns_lost} guns" if loss.guns_lost else ""
        said.append((f"losses, {loss.side}", _joined(f"{men} men{guns}", loss.note)))
    said.append(("course", "\n".join(f"{moment.clock or moment.turn} {moment.event}" for moment in ended.moment)))
    return said
