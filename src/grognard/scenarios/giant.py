"""A synthetic battle of any size for benchmarks: brigades in lines on a large field, the same for the same seed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random
from typing import Any

from grognard.army.oob import Arm, Experience, Formation, FormationName, Leader, Side, Unit
from grognard.kernel.errors import BadInput

from .model import Condition, Header, Scenario, Victory

MAX_UNITS = 5_000
_BRIGADE = 6
_MOST_ABREAST = 23  # brigades; a longer front would not fit the longest table
_BLOCK = (1300, 600)  # paces of ground for a brigade, front and depth
_NO_MANS_LAND = 1600
_MARGIN = 400
_CELL = 2000  # one feature of the field in each square of this size
_EXPERIENCE: tuple[Experience, ...] = ("veteran", "trained", "trained", "conscript")
# Across and behind the middle of the brigade's front: three in line, two in column behind, guns on the flank.
_PLACES = ((-340, 0), (0, 0), (340, 0), (-170, 240), (170, 240), (575, 0))


def giant(units: int = 1600, seed: int = 1) -> Scenario:
    """A battle of so many units, half on each side."""
    if not 2 <= units <= MAX_UNITS:
        raise BadInput(f"{units} units; a giant has 2 to {MAX_UNITS:,}")
    dice = Random(seed)
    southern, northern = (units + 1) // 2, units // 2
    columns, rows = _grid(math.ceil(southern / _BRIGADE))
    table = (columns * _BLOCK[0] + 2 * _MARGIN, 2 * rows * _BLOCK[1] + _NO_MANS_LAND + 2 * _MARGIN)
    return Scenario(
        header=_header(table, units, seed),
        sides=(
            _side("South", "French", southern, columns, table, dice),
            _side("North", "Austrian", northern, columns, table, dice),
        ),
        field=_field(table, dice),
    )


def _grid(brigades: int) -> tuple[int, int]:
    """Brigades side by side and behind one another: a front some four times as long as deep."""
    columns = min(_MOST_ABREAST, math.ceil(math.sqrt(brigades * 3)))
    return columns, math.ceil(brigades / columns)


def _header(table: tuple[int, int], units: int, seed: int) -> Header:
    return Header(
        id=f"giant-{units}-{seed}",
        title=f"Giant of {units} units",
        date="1809-07-05",
        place="An endless plain",
        summary="Two armies made by dice, drawn up brigade by brigade, to see how long things take.",
        table_paces=table,
        victory=Victory(
            length_turns=60,
            condition=tuple(
                Condition(
                    side=side,
                    kind="losses",
                    points=1,
                    text="for every four enemy units beaten",
                    measure="units_beaten",
                    each=4,
                )
                for side in ("South", "North")
            ),
        ),
        fictitious=True,
    )


def _side(name: str, nation: str, units: int, columns: int, table: tuple[int, int], dice: Random) -> Side:
    facing = 0.0 if name == "South" else 180.0
    sizes = [min(_BRIGADE, units - start) for start in range(0, units, _BRIGADE)]
    middle = table[1] / 2 - (_NO_MANS_LAND / 2 if name == "South" else -_NO_MANS_LAND / 2)
    brigades = []
    for number, size in enumerate(sizes):
        row, column = divmod(number, columns)
        away = row * _BLOCK[1] * (-1 if name == "South" else 1)
        front = (_MARGIN + (column + 0.5) * _BLOCK[0], middle + away)
        brigades.append(_brigade(f"{name} {number + 1}", nation, size, front, facing, dice))
    behind = (table[0] / 2, middle + (-300 if name == "South" else 300))
    return Side(
        name=name,
        nation=nation,
        commander=Leader(name=f"General of the {name}", position=behind),
        deployment_edge="south" if name == "South" else "north",
        formations=tuple(brigades),
    )


def _brigade(name: str, nation: str, size: int, front: tuple[float, float], facing: float, dice: Random) -> Formation:
    """Every fourth brigade on average is cavalry."""
    mounted = dice.random() < 0.25
    turn = 1 if facing == 0 else -1
    units = []
    for number, (across, back) in enumerate(_PLACES[:size]):
        jitter = dice.randrange(-15, 16)
        place = (front[0] + turn * (across + jitter), front[1] - turn * (back + dice.randrange(10)))
        units.append(_unit(name, nation, number, place, facing, mounted, dice))
    leader = Leader(name=f"General {name}", position=(front[0], front[1] - turn * 60))
    return Formation(name=f"{name} brigade", commander=leader, units=tuple(units))


def _unit(
    brigade: str, nation: str, number: int, place: tuple[float, float], facing: float, mounted: bool, dice: Random
) -> Unit:
    guns = 8 if number == _BRIGADE - 1 else 0
    arm: Arm = "infantry"
    formation: FormationName = "line" if number < 3 else "column_of_companies"
    if guns:
        arm, formation = ("horse_artillery" if mounted else "foot_artillery"), "unlimbered"
    elif mounted:
        arm, formation = "light_cavalry", ("line" if number < 3 else "column_of_squadrons")
    return Unit(
        id=f"{brigade.lower().replace(' ', '-')}-{number + 1}",
        name=f"{number + 1}/{brigade}",
        arm=arm,
        nation=nation,
        men=(160 if guns else 360 if mounted else 560) + dice.randrange(-60, 61),
        experience=dice.choice(_EXPERIENCE),
        position=place,
        facing=facing,
        formation=formation,
        squadrons=4 if mounted and not guns else 0,
        guns=guns,
        calibre="6-pounder" if guns else "",
    )


def _field(table: tuple[int, int], dice: Random) -> dict[str, Any]:
    features = [feature for cell in _cells(table) for feature in _feature(cell, dice)]
    return {"type": "FeatureCollection", "paces": list(table), "character": "open", "features": features}


def _cells(table: tuple[int, int]) -> Iterator[tuple[int, int]]:
    for x in range(0, table[0] - _CELL + 1, _CELL):
        for y in range(0, table[1] - _CELL + 1, _CELL):
            yield x + _CELL // 2, y + _CELL // 2


def _feature(middle: tuple[int, int], dice: Random) -> Iterator[dict[str, Any]]:
    """Nothing, a wood, a village or a hill of one or two contours, well within its square."""
    kind = dice.choice(("", "light_woods", "heavy_woods", "village", "hill", "hill"))
    if kind == "hill":
        size = dice.randrange(400, 900)
        yield _area({"kind": "hill", "height": 1, "slope": "gentle"}, middle, size)
        yield _area({"kind": "hill", "height": 2, "slope": "gentle"}, middle, size // 2)
    elif kind:
        size = dice.randrange(100, 160) if kind == "village" else dice.randrange(150, 500)
        yield _area({"kind": kind}, middle, size)


def _area(said: dict[str, Any], middle: tuple[int, int], radius: int) -> dict[str, Any]:
    """A round area, drawn with twelve corners."""
    angles = [step * math.pi / 6 for step in range(12)]
    ring = [[round(middle[0] + radius * math.cos(a)), round(middle[1] + radius * math.sin(a))] for a in angles]
    return {
        "type": "Feature",
        "properties": said,
        "geometry": {"type": "Polygon", "coordinates": [[*ring, ring[0]]]},
    }
