"""The rows of a run as tables: games, sides, formations, turns, fallen; and as Parquet files, for pandas and polars.

Rows stand in the order of arm and seed and hold nothing of clocks: a run that was broken off and gone on with, or
fought on other machines, gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from grognard.kernel.errors import BadInput

from .chronicle import GameRecord
from .plans import RunPlan

ColumnRow = dict[str, Any]
LARGEST = 2**63 - 1
"""Longer seeds are written as text."""


def _heading(plan: RunPlan, record: GameRecord) -> ColumnRow:
    arm = plan.arms[record.arm]
    return {
        "battle": arm.job.battle,
        "system": arm.job.system,
        "change": arm.change,
        "arm": record.arm,
        "seed": record.seed,
    }


def game_rows(plan: RunPlan, records: Sequence[GameRecord]) -> Iterator[ColumnRow]:
    """A row for each game; what belongs to a side begins with `first_` or `second_`, in the order of the scenario."""
    for record in records:
        outcome, broken = record.outcome, [unit for unit in record.units if unit.broke is not None]
        first = min(broken, key=lambda unit: unit.broke or 0, default=None)
        row = _heading(plan, record) | {
            "winner": outcome["winner"] or "draw",
            "level": outcome["level"],
            "why": outcome.get("why", ""),
            "turns": outcome["turns"],
            "breaks": len(broken),
            "first_break_turn": first.broke if first else None,
            "first_break_unit": first.name if first else None,
            "volleys": record.deeds.get("fire", 0),
            "charges": record.deeds.get("charge", 0),
            "clashes": record.deeds.get("clash", 0),
            "leaders_hit": record.deeds.get("leader", 0),
            "units_gone": record.deeds.get("gone", 0),
        }
        for place, (side, account) in zip(("first", "second"), outcome["sides"].items(), strict=False):
            row |= {f"{place}_side": side} | {f"{place}_{name}": account[name] for name in ACCOUNTED}
        yield row


ACCOUNTED = ("men", "lost", "percent", "guns_lost", "units", "broken", "routed", "destroyed", "points")


def side_rows(plan: RunPlan, records: Sequence[GameRecord]) -> Iterator[ColumnRow]:
    """A row for each side of each game."""
    for record in records:
        for side, account in record.outcome["sides"].items():
            won = record.outcome["winner"] == side
            yield _heading(plan, record) | {"side": side, "won": won} | {name: account[name] for name in ACCOUNTED}


def formation_rows(plan: RunPlan, records: Sequence[GameRecord]) -> Iterator[ColumnRow]:
    """A row for each unit of each game, with the formation that it stands in."""
    for record in records:
        for unit in record.units:
            yield _heading(plan, record) | {
                "side": unit.side,
                "formation": unit.formation,
                "unit": unit.unit,
                "name": unit.name,
                "branch": unit.branch,
                "men": unit.men,
                "lost": unit.men - unit.left,
                "broke_turn": unit.broke,
                "gone_turn": unit.gone,
                "end": unit.end,
            }


def turn_rows(plan: RunPlan, records: Sequence[GameRecord]) -> Iterator[ColumnRow]:
    """A row for each side at the end of each turn."""
    for record in records:
        for each in record.turns:
            yield _heading(plan, record) | {name: getattr(each, name) for name in each.__struct_fields__}


def fallen_rows(plan: RunPlan, records: Sequence[GameRecord]) -> Iterator[ColumnRow]:
    """A row for each loss of a unit, with the place where it stood."""
    for record in records:
        for each in record.fallen:
            yield _heading(plan, record) | {name: getattr(each, name) for name in each.__struct_fields__}


TABLES = {
    "games": game_rows,
    "sides": side_rows,
    "formations": formation_rows,
    "turns": turn_rows,
    "fallen": fallen_rows,
}


WORDS = {
    "battle", "system", "change", "winner", "level", "why", "side", "first_side", "second_side", "first_break_unit",
    "formation", "unit", "name", "branch", "end",
}  # fmt: skip
"""Columns of text; all others are whole numbers, but for `won`."""


def _type(pa: Any, column: str, long: bool) -> Any:
    # said and not guessed: where nobody broke, a column of nothing would have no type
    if column in WORDS or (column == "seed" and long):
        return pa.string()
    return pa.bool_() if column == "won" else pa.int64()


def write_parquet(path: Path, plan: RunPlan, records: Sequence[GameRecord]) -> list[Path]:
    """All tables as Parquet files of a folder; ImportError where pyarrow is not installed."""
    import pyarrow as pa  # type: ignore[import-untyped]
    import pyarrow.parquet as pq  # type: ignore[import-untyped]

    long = any(record.seed > LARGEST for record in records)
    made = []
    for name, rows in TABLES.items():
        found = [row | {"seed": str(row["seed"])} if long else row for row in rows(plan, records)]
        file, draft = path / f"{name}.parquet", path / f".{name}.parquet"
        try:
            schema = pa.schema(
                [(column, _type(pa, column, long)) for column in dict.fromkeys(c for r in found for c in r)]
            )
            pq.write_table(pa.Table.from_pylist(found, schema=schema), draft, compression="zstd")
            draft.replace(file)
        except OSError as error:
            raise BadInput(f"{file}: cannot be written: {error.strerror or error}") from None
        made.append(file)
    return made
