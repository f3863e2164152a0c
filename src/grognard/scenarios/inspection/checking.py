"""What types cannot say: whether a scenario makes sense. Finds every problem it can, not only the first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import dist
from pathlib import Path

from grognard.army.armament import not_understood
from grognard.army.nations import nation
from grognard.army.oob import Armies, Formation, Side, Unit
from grognard.ground.field import Field
from grognard.kernel.errors import BadData, BadInput, GrognardError

from .. import files, lines
from ..decoding import complaints
from ..lessons import Lesson
from ..loading import find, from_texts
from ..model import Header, Scenario
from .floating import boat_problems
from .measuring import victory_problems
from .problems import Report, ScenarioProblem, in_order
from .special import briefing_problems, effect_problems, special_problems, stay_problems
from .standing import standing_problems
from .teaching import lesson_problems
from .walking import walk, walk_leaders

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_LONGEST = 32_000  # paces, as much as a field may have
_CLOCK = re.compile(r"(?:[01]\d|2[0-3]):[0-5]\d")


def check(source: str | Path) -> list[ScenarioProblem]:
    """The problems of a scenario folder, zip or bundled battle; none when it is fit to play."""
    try:
        texts = files.read(find(source))
    except GrognardError as error:
        return [ScenarioProblem.from_message(str(error))]
    return check_texts(texts)


def check_texts(texts: dict[str, str]) -> list[ScenarioProblem]:
    """As `check`, from the texts of its files: every value that cannot be read, or else all that makes no sense."""
    unread = [
        *complaints(texts[files.SCENARIO], Header, files.SCENARIO),
        *complaints(texts[files.ARMIES], Armies, files.ARMIES),
        *(
            each
            for name in texts
            if name.startswith(f"{files.LESSONS}/")
            for each in complaints(texts[name], Lesson, name)
        ),
    ]
    if unread:
        return in_order(map(ScenarioProblem.from_message, unread))
    try:
        scenario = from_texts(texts)
    except GrognardError as error:
        return [ScenarioProblem.from_message(str(error))]
    return check_scenario(scenario, texts)


def must_be_sound(scenario: Scenario, source: str) -> None:
    """Refuse a scenario that cannot be fought, with the first of the reasons."""
    wrong = [problem for problem in check_scenario(scenario) if problem.severity == "error"]
    if wrong:
        more = f" (and {len(wrong) - 1} more: grognard scenario check {source})" if len(wrong) > 1 else ""
        raise BadData(f"{wrong[0]}{more}")


def check_scenario(scenario: Scenario, texts: dict[str, str] | None = None) -> list[ScenarioProblem]:
    """The problems of a scenario; with the texts it was read from they name lines."""
    texts = texts or {}
    header = Report(files.SCENARIO, lines.index(texts.get(files.SCENARIO, "")))
    armies = Report(files.ARMIES, lines.index(texts.get(files.ARMIES, "")))
    found = [
        *_header_problems(scenario, header),
        *_side_problems(scenario, armies),
        *_leader_problems(scenario, armies),
        *_unit_problems(scenario, armies),
        *_total_problems(scenario, armies),
        *_rating_problems(scenario),
        *_field_problems(scenario),
        *lesson_problems(scenario, texts),
    ]
    # who stands in what can only be asked of a field that can be read
    if not any(problem.file == files.FIELD for problem in found):
        found += standing_problems(scenario, armies)
        found += boat_problems(scenario, header)
        found += stay_problems(scenario, header)
    return in_order(found)


# ---- scenario.toml


def _header_problems(scenario: Scenario, report: Report) -> Iterator[ScenarioProblem]:
    header = scenario.header
    if not _ID.fullmatch(header.id):
        yield report.error(("id",), "", f"id = {header.id!r}; lower case letters, digits and hyphens are allowed")
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", header.date):
        yield report.error(("date",), "", f"date = {header.date!r}; a date is written as in 1815-06-16")
    if min(header.table_paces) < 100 or max(header.table_paces) > _LONGEST:
        shown = " by ".join(map(str, header.table_paces))
        yield report.error(("table_paces",), "", f"a table of {shown} paces; 100 to {_LONGEST:,} are allowed each way")
    for key, clock in (("start", header.start), ("end", header.end)):
        if clock and not _CLOCK.fullmatch(clock):
            yield report.error((key,), "", f"{key} = {clock!r}; a time is written as in 14:30")
    yield from _named_side_problems(scenario, report)
    yield from _turn_problems(scenario, report)
    yield from victory_problems(scenario, report)
    yield from _zone_problems(scenario, report)
    yield from special_problems(scenario, report)
    yield from briefing_problems(scenario, report)
    yield from effect_problems(scenario, report)
    edges = [beyond.edge for beyond in header.beyond]
    for at, edge in enumerate(edges):
        if edge in edges[:at]:
            yield report.error(("beyond", at, "edge"), "", f"edge = {edge!r} is described twice")


def _named_side_problems(scenario: Scenario, report: Report) -> Iterator[ScenarioProblem]:
    """Every side that scenario.toml names must be in armies.toml."""
    header = scenario.header
    sides = {side.name for side in scenario.sides}
    named: list[tuple[lines.Path, str]] = [
        (("victory", "condition", at, "side"), condition.side) for at, condition in enumerate(header.victory.condition)
    ]
    named += [(("zone", at, "side"), zone.side) for at, zone in enumerate(header.zone)]
    if header.attacker:
        named.append((("attacker",), header.attacker))
    named += [(("boat", at, "side"), boat.side) for at, boat in enumerate(header.boat)]
    if header.outcome:
        named.append((("outcome", "winner"), header.outcome.winner))
        named += [(("outcome", "losses", at, "side"), loss.side) for at, loss in enumerate(header.outcome.losses)]
    for path, name in named:
        draw = path[-1] == "winner" and name in ("", "draw")
        if name not in sides and not draw:
            yield report.error(path, "", f"{path[-1]} = {name!r} is no side; there are {', '.join(sorted(sides))}")


def _turn_problems(scenario: Scenario, report: Report) -> Iterator[ScenarioProblem]:
    """Moments and changes of the weather fall within the battle; notes by turn are told nowhere at a table."""
    header, length = scenario.header, scenario.header.victory.length_turns
    if header.lesson:
        text = (
            "notes by turn are not shown at the table; write a lesson, which waits for what happens: lessons/NAME.toml"
        )
        yield report.warning(("lesson", 0), "", text)
    dated: list[tuple[lines.Path, int]] = [(("lesson", at, "turn"), step.turn) for at, step in enumerate(header.lesson)]
    dated += [(("conditions", "change", at, "turn"), step.turn) for at, step in enumerate(header.conditions.change)]
    if header.outcome:
        dated += [(("outcome", "moment", at, "turn"), moment.turn) for at, moment in enumerate(header.outcome.moment)]
    for path, turn in dated:
        if not 0 <= turn <= length:
            yield report.error(path, "", f"turn = {turn}; the battle has {length} turns, and 0 is before the first")


def _zone_problems(scenario: Scenario, report: Report) -> Iterator[ScenarioProblem]:
    width, depth = scenario.header.table_paces
    for at, zone in enumerate(scenario.header.zone):
        path: lines.Path = ("zone", at, "polygon")
        if len(zone.polygon) < 3:
            yield report.error(path, zone.side, "a zone has at least three corners")
        for x, y in zone.polygon:
            if not (0 <= x <= width and 0 <= y <= depth):
                yield report.error(path, zone.side, f"corner ({x:g}, {y:g}) is off the table of {width} by {depth}")


# ---- armies.toml


def _side_problems(scenario: Scenario, report: Report) -> Iterator[ScenarioProblem]:
    if len(scenario.sides) < 2:
        yield report.error((), "", f"{len(scenario.sides)} side; a battle has two or more")
    seen: set[str] = set()
    for at, side in enumerate(scenario.sides):
        if side.name in seen:
            yield report.error(("side", at), side.name, "two sides of this name")
        seen.add(side.name)
        if not any(True for _ in side.all_units()):
            yield report.error(("side", at), side.name, "a side without a unit")
        yield from _nation_problem(("side", at, "nation"), side.name, side.nation, report)


def _leader_problems(scenario: Scenario, report: Report) -> Iterator[ScenarioProblem]:
    width, depth = scenario.header.table_paces
    for path, leader in walk_leaders(scenario.sides):
        x, y = leader.position or (0, 0)
        if not (0 <= x <= width and 0 <= y <= depth):
            text = f"position = [{x:g}, {y:g}] is off the table of {width} by {depth} paces"
            yield report.error((*path, "position"), leader.name, text)
    yield from _two_places(scenario, report)


_TWO_PLACES = 200  # paces


def _two_places(scenario: Scenario, report: Report) -> Iterator[ScenarioProblem]:
    """Commanders of one name are one man, and one figure; who stands far from himself is more likely two."""
    first: dict[tuple[object, str], tuple[float, float]] = {}
    for path, leader in walk_leaders(scenario.sides):
        if path[-1] == "commander" and leader.position is not None:
            known = first.setdefault((path[1], leader.name), leader.position)
            if dist(known, leader.position) > _TWO_PLACES:
                text = f"is also at {known[0]:g}, {known[1]:g}, and is one figure; give another man another name"
                yield report.warning((*path, "name"), leader.name, text)


def _unit_problems(scenario: Scenario, report: Report) -> Iterator[ScenarioProblem]:
    first: dict[str, str] = {}
    for path, unit in walk(scenario.sides):
        if not _ID.fullmatch(unit.id):
            allowed = "lower case letters, digits and hyphens are allowed"
            yield report.error((*path, "id"), unit.name, f"id = {unit.id!r}; {allowed}")
        if unit.id in first:
            yield report.error((*path, "id"), unit.name, f"id = {unit.id!r} is already that of {first[unit.id]}")
        first.setdefault(unit.id, unit.name)
        yield from _nation_problem((*path, "nation"), unit.id, unit.nation, report)
        yield from _gun_problem(path, unit, report)
        yield from _weapon_problem(path, unit, report)
        yield from _engineer_problem(path, unit, report)
        yield from _arrival_problems(path, unit, scenario, report)


def _nation_problem(path: lines.Path, where: str, name: str, report: Report) -> Iterator[ScenarioProblem]:
    try:
        nation(name)
    except BadInput as error:
        yield report.error(path, where, str(error).rstrip("."))


def _gun_problem(path: lines.Path, unit: Unit, report: Report) -> Iterator[ScenarioProblem]:
    if unit.kind == "artillery" and unit.guns + unit.howitzers == 0:
        yield report.error(path, unit.id, "a battery without a gun; set guns or howitzers")
    if unit.pieces and sum(each.guns for each in unit.pieces) != unit.guns:
        yield report.error(path, unit.id, f"guns = {unit.guns}, but the pieces are {sum(p.guns for p in unit.pieces)}")
    if unit.kind != "artillery" and unit.guns + unit.howitzers:
        yield report.error(path, unit.id, f"{unit.arm} with guns; a battalion's own are battalion_guns")


def _weapon_problem(path: lines.Path, unit: Unit, report: Report) -> Iterator[ScenarioProblem]:
    """Rockets are a battery's, all else is its men's; words that nobody understands are worth a weapon less."""
    rockets, battery = "rocket" in unit.weapons, unit.kind == "artillery"
    if unit.weapons and (rockets != battery or (rockets and len(unit.weapons) > 1)):
        text = f"{unit.arm} with {', '.join(unit.weapons)}; a battery has rocket or none, and nobody else has it"
        yield report.error((*path, "weapons"), unit.id, text)
    if unit.musketry == "unaccustomed" and unit.arm != "irregular":
        text = f"musketry = 'unaccustomed' is for irregulars; this is {unit.arm}"
        yield report.error((*path, "musketry"), unit.id, text)
    if battery or unit.weapons:
        return
    for phrase in not_understood(unit.armament):
        text = f"{phrase!r} is taken for no weapon; say with weapons = [ … ] what they carry"
        yield report.warning((*path, "armament"), unit.id, text)


def _engineer_problem(path: lines.Path, unit: Unit, report: Report) -> Iterator[ScenarioProblem]:
    if unit.engineer_men and not unit.engineers:
        text = f"engineer_men = {unit.engineer_men} without engineers; say how many companies they are"
        yield report.error((*path, "engineer_men"), unit.id, text)
    if unit.engineers and unit.sappers > unit.men:
        text = f"{unit.sappers} engineers among {unit.men} men; the unit's men include them"
        yield report.error((*path, "engineers"), unit.id, text)


def _arrival_problems(path: lines.Path, unit: Unit, scenario: Scenario, report: Report) -> Iterator[ScenarioProblem]:
    """Who is here from the start stands on the table; who comes later comes before the end, near his edge."""
    width, depth = scenario.header.table_paces
    x, y = unit.position
    on_table = 0 <= x <= width and 0 <= y <= depth
    if unit.off_board and not scenario.header.off_board:
        text = f"off_board = {unit.off_board!r}; scenario.toml must say off_board = true"
        yield report.error((*path, "off_board"), unit.id, text)
    if unit.off_board and unit.arrival:
        yield report.error((*path, "arrival"), unit.id, "off_board or an arrival, not both")
    if unit.present and not on_table:
        text = f"position = [{x:g}, {y:g}] is off the table of {width} by {depth} paces"
        yield report.error((*path, "position"), unit.id, text)
    if unit.arrival is not None and unit.arrival.turn > scenario.header.victory.length_turns:
        text = f"arrives on turn {unit.arrival.turn}; the battle has {scenario.header.victory.length_turns} turns"
        yield report.error((*path, "arrival"), unit.id, text)


def _total_problems(scenario: Scenario, report: Report) -> Iterator[ScenarioProblem]:
    """Stated totals against sums: sources disagree, and round, so this is only a warning, from one man in twenty."""
    for at, side in enumerate(scenario.sides):
        guns = sum(unit.guns + unit.howitzers for unit in side.all_units())
        light = sum(unit.battalion_guns for unit in side.all_units())
        if side.stated_guns and side.stated_guns not in (guns, guns + light):
            text = f"stated_guns = {side.stated_guns}, but the units have {guns} and {light} with the battalions"
            yield report.warning(("side", at, "stated_guns"), side.name, text)
        yield from _men_problem(("side", at), side, report)


def _men_problem(path: lines.Path, body: Side | Formation, report: Report) -> Iterator[ScenarioProblem]:
    men = sum(unit.men for unit in body.all_units())
    if body.stated_men and abs(men - body.stated_men) * 20 > body.stated_men:
        text = f"stated_men = {body.stated_men:,}, but the units add up to {men:,}"
        yield report.warning((*path, "stated_men"), body.name, text)
    for at, inner in enumerate(body.formations):
        yield from _men_problem((*path, "formations", at), inner, report)


# ---- field.geojson and ratings


def _rating_problems(scenario: Scenario) -> Iterator[ScenarioProblem]:
    known = {unit.id for _, unit in walk(scenario.sides)} | {"commanders"}  # the table about leaders, by name
    for system, tables in scenario.ratings.items():
        for unit_id in tables.keys() - known:
            yield ScenarioProblem("error", f"ratings/{system}.toml", 0, unit_id, "no unit has this id")


def _field_problems(scenario: Scenario) -> Iterator[ScenarioProblem]:
    if scenario.field.get("paces") != list(scenario.header.table_paces):
        text = (
            f"paces = {scenario.field.get('paces')}, but table_paces of scenario.toml = {scenario.header.table_paces}"
        )
        yield ScenarioProblem("error", files.FIELD, 0, "", text)
    character = scenario.field.get("character", "open")
    if character != scenario.header.character:
        text = f"character = {character!r}, but scenario.toml has {scenario.header.character!r}"
        yield ScenarioProblem("error", files.FIELD, 0, "", text)
    try:
        Field.from_geojson(scenario.field, files.FIELD)
    except GrognardError as error:
        yield ScenarioProblem.from_message(str(error))
