"""`grognard terrain`: a random battlefield by appendix B of Cold Steel, as a field.geojson."""

from __future__ import annotations

import argparse
import json
import os
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.kernel.errors import BadInput

from .console.outputs import must_be_writable, write_text
from .console.terminal import print_json

if TYPE_CHECKING:
    from grognard.systems.cold_steel.terrain.generator import Generated, Mandatory

EPILOG = """examples:
  grognard terrain rolling                       what the dice gave, square by square
  grognard terrain open --seed 7 -o field.geojson
  grognard terrain mountainous --feet 6x4 --scale 30 --json
  grognard terrain open --place town:4,3 --place crossroads:6,3

CHARACTER is open, hilly_wooded, rolling, mountainous or desert. Squares are counted from the south-west corner."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the verb."""
    parser.epilog = EPILOG
    parser.add_argument("character", metavar="CHARACTER", help="the basic terrain type")
    parser.add_argument("--seed", type=int, help="the same seed gives the same ground")
    parser.add_argument("--feet", default="8x6", metavar="8x6", help="size of the table in feet, width by depth")
    parser.add_argument("--scale", type=int, default=20, metavar="20", help="men to a figure; sets the ground scale")
    parser.add_argument("--season", default="summer", help="spring, summer, autumn or winter, for the weather")
    parser.add_argument(
        "--place", action="append", default=[], metavar="town:4,3", help="terrain you demand, by square"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="write the field there")
    parser.add_argument("--json", action="store_true", help="everything as JSON: field, weather, rolls")


def run(args: argparse.Namespace) -> int:
    """Roll, draw, and write or print."""
    from grognard.systems.cold_steel.terrain.generator import generate

    if args.output:
        _must_be_field(args.output)
    seed = int.from_bytes(os.urandom(4), "big") if args.seed is None else args.seed
    character: Any = args.character.replace("-", "_")
    demands = [_demand(text) for text in args.place]
    made = generate(character, _feet(args.feet), args.scale, seed, demands, season=args.season)
    if args.output:
        _write(args.output, made.field)
    if args.json:
        print_json(_as_dict(made, seed), indent=None)
    else:
        _print(made, seed, args.output)
    return 0


def _must_be_field(path: Path) -> None:
    """Refuse what would be no field, and a place where none can be written, before the dice are thrown."""
    if path.suffix.lower() not in (".geojson", ".json"):
        raise BadInput(f"{path}: a field is written as .geojson; for a picture: grognard scenario map")
    must_be_writable(path)


def _feet(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,2})\s*[xX×]\s*(\d{1,2})", text)
    if not found:
        raise BadInput(f"--feet {text}: write width and depth in feet, as in 8x6")
    return int(found[1]), int(found[2])


def _demand(text: str) -> Mandatory:
    from grognard.systems.cold_steel.terrain.generator import Mandatory

    found = re.fullmatch(r"([a-z_]+):(\d+),(\d+)", text)
    if not found:
        raise BadInput(f"--place {text}: write what and in which square, as in town:4,3")
    what: Any = found[1]
    return Mandatory((int(found[2]), int(found[3])), what)


def _write(path: Path, field: dict[str, Any]) -> None:
    """One feature a line, so that a person can find and change it."""
    head = json.dumps({key: value for key, value in field.items() if key != "features"})[:-1]
    lines = ",\n".join(json.dumps(feature, ensure_ascii=False) for feature in field["features"])
    write_text(path, f'{head}, "features": [\n{lines}\n]}}\n')


def _as_dict(made: Generated, seed: int) -> dict[str, Any]:
    import msgspec

    conditions = msgspec.structs.asdict(made.conditions)
    return {
        "seed": seed,
        "field": made.field,
        "conditions": {key: conditions[key] for key in ("weather", "wind", "wind_from", "wet_ground")},
        "log": [roll._asdict() for roll in made.log],
    }


def _print(made: Generated, seed: int, output: Path | None) -> None:
    """The rolls as a player would write them down, then what became of them."""
    width, depth = made.field["paces"]
    print(f"{made.field['character'].replace('_', '-')} country, {width:,} by {depth:,} paces (seed {seed})")
    for roll in made.log:
        where = f"square {roll.square[0]},{roll.square[1]}" if roll.square else roll.check.replace("-", " ")
        dice = ",".join(map(str, roll.dice))
        print(f"  {where:14}  {dice:>5}  {roll.outcome}  [{roll.rule}]")
    kinds = Counter(feature["properties"]["kind"].replace("_", " ") for feature in made.field["features"])
    print("On the table: " + (", ".join(f"{kind} {number}" for kind, number in sorted(kinds.items())) or "nothing"))
    if output:
        print(f"Written to {output}")
