"""An order of battle from a table: one line for each unit, as people keep it in a spreadsheet."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from typing import Any, get_args

import msgspec

from grognard.army.armament import Weapon
from grognard.army.nations import as_called, nation
from grognard.army.oob import Edge, Formation, Leader, Side, Unit
from grognard.kernel.errors import BadData, BadInput

from .decoding import allowed

REQUIRED = ("side", "unit", "arm", "nation", "men")
OPTIONAL = (
    "formation", "commander", "id", "guns", "experience", "x", "y", "facing", "formation_name", "interval", "ranks",
    "companies", "squadrons", "calibre", "howitzers", "howitzer_calibre", "battalion_guns", "battalion_gun_calibre",
    "engineers", "engineer_men", "weapons", "armament", "musketry", "turn", "edge", "confidence", "note",
)  # fmt: skip
_FIELD_OF = {"unit": "name", "formation_name": "formation"}
_PLACED_APART = ("side", "formation", "commander", "x", "y", "turn", "edge", "id")
_WORDS = {"arm", "experience", "formation", "interval"}
"""Fields that are one of a few words."""
_APART = 260  # paces between units that have no place of their own
_MAX_ROWS = 10_000

CsvRow = dict[str, str]


def sides_from_csv(text: str, file: str, table: tuple[int, int]) -> tuple[Side, ...]:
    """The armies of a table with a header line; BadData names line and column."""
    rows = _rows(text, file)
    sides: dict[str, dict[str, list[Unit]]] = {}
    leaders: dict[tuple[str, str], str] = {}
    ids: set[str] = set()
    for number, row in rows:
        formations = sides.setdefault(row["side"], {})
        name = row.get("formation") or row["side"]
        in_line = sum(map(len, formations.values()))
        unit = _unit(row, f"{file}, line {number}", list(sides).index(row["side"]), in_line, table, ids)
        formations.setdefault(name, []).append(unit)
        if row.get("commander"):
            leaders.setdefault((row["side"], name), row["commander"])
    return tuple(_side(at, name, formations, leaders) for at, (name, formations) in enumerate(sides.items()))


def _rows(text: str, file: str) -> list[tuple[int, CsvRow]]:
    """Lines by column name, in lower case, with blanks cut off."""
    text = text.removeprefix("\ufeff")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text))
    try:
        heads = [_word(head) for head in next(reader, [])]
        _check_heads(heads, file)
        rows = [
            (reader.line_num, _row(heads, cells, f"{file}, line {reader.line_num}")) for cells in reader if any(cells)
        ]
    except csv.Error as error:
        raise BadData(f"{file}, line {reader.line_num}: not CSV: {error}") from None
    if not rows:
        raise BadData(f"{file}: no unit; below the header stands one line for each")
    if len(rows) > _MAX_ROWS:
        raise BadData(f"{file}: {len(rows):,} units; at most {_MAX_ROWS:,} are read")
    return rows


def _delimiter(text: str) -> str:
    """What stands between the cells: spreadsheets write commas, semicolons or tabs, by the country they are set to."""
    first = text.partition("\n")[0]
    return max(",;\t", key=first.count)


def _word(text: str) -> str:
    """A word of the format, however it was typed: `Line Infantry` and `line-infantry` are `line_infantry`."""
    return re.sub(r"[\s-]+", "_", text.strip().lower())


def _check_heads(heads: list[str], file: str) -> None:
    missing = [name for name in REQUIRED if name not in heads]
    if missing:
        raise BadData(f"{file}, line 1: no column {', '.join(missing)}; needed are {', '.join(REQUIRED)}")
    for at, head in enumerate(heads):
        if head not in REQUIRED + OPTIONAL:
            raise BadData(
                f"{file}, line 1: column {head[:40]!r} is not known; allowed are {', '.join(REQUIRED + OPTIONAL)}"
            )
        if head in heads[:at]:
            raise BadData(f"{file}, line 1: column {head} stands there twice")


def _row(heads: list[str], cells: list[str], place: str) -> CsvRow:
    if len(cells) > len(heads):
        raise BadData(f"{place}: {len(cells)} cells under {len(heads)} columns")
    row = {head: cell.strip() for head, cell in zip(heads, cells, strict=False)}
    for name in REQUIRED:
        if not row.get(name):
            raise BadData(f"{place}, column {name}: empty; every unit needs {', '.join(REQUIRED)}")
    return row


def _unit(row: CsvRow, place: str, side: int, in_line: int, table: tuple[int, int], ids: set[str]) -> Unit:
    """One unit; what its line leaves open gets what is usual."""
    said: dict[str, Any] = {
        _FIELD_OF.get(column, column): cell for column, cell in row.items() if cell and column not in _PLACED_APART
    }
    for column in _WORDS & said.keys():
        said[column] = _word(said[column])
    # what the line says goes before what is usual
    said = _usual(_word(row["arm"]), side) | said
    if "weapons" in said:
        said["weapons"] = said["weapons"].lower().split()
    try:
        # asked for first, because it refuses a name that it does not know
        said["nation"] = nation(row["nation"]) and as_called(row["nation"])
    except BadInput as error:
        raise BadData(f"{place}, column nation: {error}") from None
    said["position"] = _position(row, place, side, in_line, table)
    said["id"] = row.get("id") or _new_id(row["unit"], ids)
    ids.add(said["id"])
    if row.get("turn") or row.get("edge"):
        said["arrival"] = {"turn": row.get("turn") or "1", "edge": _word(row.get("edge") or "north")}
    try:
        return msgspec.convert(said, Unit, strict=False)
    except msgspec.ValidationError as error:
        raise BadData(_explain(str(error), row, place)) from None


def _explain(complaint: str, row: CsvRow, place: str) -> str:
    """The column that is wrong and what may stand in it."""
    found = re.search(r"`\$\.(\w+)(?:\.(\w+))?", complaint)
    field, inner = (found[1], found[2]) if found else ("unit", None)
    column = inner or {value: key for key, value in _FIELD_OF.items()}.get(field, field)
    right = {
        "turn": "a whole number from 1 to 200 is needed",
        "edge": f"allowed are {', '.join(get_args(Edge))}",
        "weapons": f"allowed are {', '.join(get_args(Weapon))}, with blanks between",
    }
    return f"{place}, column {column}: {row.get(column, '')!r}; {right.get(column) or allowed(Unit, field)}"


def _usual(arm: str, side: int) -> dict[str, Any]:
    """Experience, facing and formation of a unit that does not say."""
    battery = arm.endswith("artillery")
    usual: dict[str, Any] = {"experience": "trained", "facing": 0 if side % 2 == 0 else 180}
    return usual | ({"formation": "unlimbered", "guns": 6} if battery else {"formation": "line"})


def _position(row: CsvRow, place: str, side: int, in_line: int, table: tuple[int, int]) -> tuple[float, float]:
    """As given, or in rows from the side's edge: the first side in the south, the second in the north."""
    if bool(row.get("x")) != bool(row.get("y")):
        raise BadData(f"{place}, column {'y' if row.get('x') else 'x'}: empty; x and y stand together or not at all")
    if row.get("x"):
        return _number(row, "x", place), _number(row, "y", place)
    a_row = max(1, (table[0] - _APART) // _APART)
    back, across = divmod(in_line, a_row)
    from_edge = 0.3 * table[1] - back * _APART
    return _APART * (across + 1), max(1.0, from_edge) if side % 2 == 0 else table[1] - max(1.0, from_edge)


def _number(row: CsvRow, column: str, place: str) -> float:
    try:
        number = float(row[column].replace(",", "."))
    except ValueError:
        number = float("nan")
    if not abs(number) < 1e6:  # also false for what is not a number
        raise BadData(f"{place}, column {column}: {row[column]!r}; a number of paces is needed")
    return number


def _new_id(name: str, ids: set[str]) -> str:
    """Made of the name: lower case, no accents, hyphens; numbered when it is taken."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "unit"
    number = 2
    unit_id = stem
    while unit_id in ids:
        unit_id = f"{stem}-{number}"
        number += 1
    return unit_id


def _side(at: int, name: str, formations: dict[str, list[Unit]], leaders: dict[tuple[str, str], str]) -> Side:
    bodies = tuple(
        Formation(name=body, commander=_leader(leaders.get((name, body))), units=tuple(units))
        for body, units in formations.items()
    )
    first = next(bodies[0].all_units())
    edge: Edge = "south" if at % 2 == 0 else "north"
    commander = Leader(name=f"Commander of the {name}")
    return Side(name=name, nation=first.nation, commander=commander, deployment_edge=edge, formations=bodies)


def _leader(name: str | None) -> Leader | None:
    return Leader(name=name) if name else None
