"""The armies: what each formation began and ended with, and what became of its units."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from grognard.army.oob import Formation, Side
from grognard.battle.ending.outcomes import percent_of
from grognard.printing.legend import headed
from grognard.printing.naming import surname

from .drawings.charts import side_colour
from .record import Record
from .wording import the

_ARMS = (("infantry", "bn"), ("cavalry", "cav"), ("artillery", "bty"))


class FormationRow(NamedTuple):
    """A formation with units of its own, or one that holds such."""

    name: str
    depth: int
    units: tuple[str, ...]
    """The ids of all units in it and below it."""


def grouped(record: Record, side: str) -> dict[str, list[str]]:
    """The units of a side by its greater formations; by unit where there is only one of these."""
    army = _side(record, side)
    known = record.states[0].units
    found: dict[str, list[str]] = {}
    for body in army.formations:
        own = [unit.id for unit in body.all_units() if unit.id in known]
        if own:
            found.setdefault(short(body), []).extend(own)
    if len(found) > 1:
        return found
    return {unit.name: [unit.id] for unit in army.all_units() if unit.id in known}


def short(body: Formation) -> str:
    """A formation's name as a chart has room for it; what stands in brackets tells batteries apart."""
    name = re.sub(r"\s*\(.*?\)", "", headed(body)).strip()
    return headed(body) if name.lower().endswith("artillery") else name


def rows(body: Formation, depth: int = 0) -> Iterator[FormationRow]:
    """A formation and those below it."""
    name = re.sub(r"\s*\((?!.*rtillery).*?\)$", "", body.name)
    leader = surname(body.commander.name) if body.commander else ""
    told = f"{name} ({leader})" if leader and leader not in body.name else name
    yield FormationRow(told, depth, tuple(unit.id for unit in body.all_units()))
    for lower in body.formations:
        yield from rows(lower, depth + 1)


def table(record: Record, side: str) -> str:
    """An army's order of battle with strengths at the start and at the end."""
    army, known = _side(record, side), record.states[0].units
    lines = [row for body in army.formations for row in rows(body) if any(unit in known for unit in row.units)]
    inner = "".join(_line(record, row) for row in lines)
    everybody = [unit for unit in record.chain.units if unit in known and record.chain.units[unit].side == side]
    whole = _cells(record, everybody)
    colour = side_colour(record, side)
    return (
        f'<div class="army"><h3 style="border-color:{colour}">{escape(army.name)}</h3>'
        f'<p class="chief">{escape(army.commander.name)}</p>'
        '<div class="wide"><table><thead><tr><th>Formation<th class="strength">Strength'
        '<th class="n">Began<th class="n">Ended<th class="n">Lost<th>Its units at the end</tr></thead>'
        f"<tbody>{inner}</tbody><tfoot><tr><th>{escape(_cap(the(army.name)))}{whole}</tr></tfoot></table></div>"
        f"{_unit_by_unit(record, everybody)}</div>"
    )


def _cap(text: str) -> str:
    return text[:1].upper() + text[1:]


def _line(record: Record, row: FormationRow) -> str:
    known = [unit for unit in row.units if unit in record.states[0].units]
    pad = f' style="padding-left:{row.depth * 14}px"' if row.depth else ""
    return f"<tr><td{pad}>{escape(row.name)}{_cells(record, known)}</tr>"


def _cells(record: Record, units: Sequence[str]) -> str:
    first, last = record.states[0].units, record.states[-1].units
    began, ended = sum(first[unit].men_at_start for unit in units), sum(last[unit].men for unit in units)
    lost = began - ended
    percent = f" ({percent_of(lost, began)}%)" if began and lost else ""
    return (
        f'<td class="soft strength">{escape(_strength(record, units))}<td class="n">{began:,}<td class="n">{ended:,}'
        f'<td class="n">{lost:,}{percent}<td class="soft">{escape(_fate(record, units))}'
    )


def _strength(record: Record, units: Sequence[str]) -> str:
    kinds: list[str] = [record.chain.units[unit].unit.kind for unit in units]
    guns = sum(record.chain.units[unit].unit.guns + record.chain.units[unit].unit.howitzers for unit in units)
    told = [f"{kinds.count(kind)} {word}" for kind, word in _ARMS if kind in kinds]
    return ", ".join([*told, f"{guns} guns"] if guns else told)


def _fate(record: Record, units: Sequence[str]) -> str:
    last = [record.states[-1].units[unit] for unit in units]
    gone = sum(unit.destroyed for unit in last)
    beaten = sum(unit.beaten and not unit.destroyed for unit in last)
    left = sum(unit.left_by is not None and not unit.destroyed for unit in last)
    waiting = sum(unit.to_come for unit in last)
    told = [
        f"{number} {word}"
        for number, word in ((gone, "lost"), (beaten, "broken"), (left, "off the field"), (waiting, "to come"))
        if number
    ]
    return ", ".join(told) or "all in order"


def _unit_by_unit(record: Record, units: Sequence[str]) -> str:
    first, last = record.states[0].units, record.states[-1].units
    lines = "".join(
        f"<tr><td>{escape(record.chain.units[unit].unit.name)}<td class='n'>{first[unit].men_at_start:,}"
        f"<td class='n'>{last[unit].men:,}<td class='soft'>{escape(_fate(record, [unit]).removeprefix('1 '))}</tr>"
        for unit in units
    )
    return (
        "<details><summary>Unit by unit</summary><div class='wide'><table><thead><tr><th>Unit<th class='n'>Began"
        f"<th class='n'>Ended<th>At the end</tr></thead><tbody>{lines}</tbody></table></div></details>"
    )


def _side(record: Record, side: str) -> Side:
    return next(each for each in record.scenario.sides if each.name == side)
