"""A new scenario to begin with: small, whole and playable, so that its author changes things and adds none."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from grognard.army.oob import Formation, Leader, Side, Unit
from grognard.kernel.bounded import read_text
from grognard.kernel.errors import BadData, BadInput

from .csv_import import sides_from_csv
from .files import MAX_FILE
from .model import Condition, Header, Scenario, Victory
from .saving import save

TABLE = (3600, 2400)


def start(folder: Path, title: str, csv_file: Path | None = None) -> Scenario:
    """Write a new scenario into a folder that is empty or not there yet."""
    refuse_taken(folder)
    sides = _sides() if csv_file is None else sides_from_csv(read_text(csv_file, MAX_FILE), csv_file.name, TABLE)
    if len(sides) < 2:
        raise BadData(f"{csv_file}, column side: only {sides[0].name}; a battle has two sides or more")
    scenario = Scenario(header=_header(folder.resolve().name, title, sides), sides=sides, field=_field())
    save(scenario, folder)
    return scenario


def refuse_taken(folder: Path) -> None:
    """Refuse a place where no new folder can be made: nothing is written over."""
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise BadInput(f"{folder} is not empty; give the name of a new folder")
        above = next((each for each in (folder, *folder.absolute().parents) if each.exists()), Path("/"))
        if not above.is_dir():
            raise BadInput(f"{folder}: {above} is a file, not a folder")
        if not os.access(above, os.W_OK):
            raise BadInput(f"{folder}: cannot be made: permission denied in {above}")
    except (OSError, ValueError) as error:
        raise BadInput(f"{str(folder)!r}: cannot be made: {getattr(error, 'strerror', None) or error}") from None


def _header(name: str, title: str, sides: tuple[Side, ...]) -> Header:
    said_id = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "battle"
    conditions = [condition for side in sides for condition in _conditions(side.name)]
    return Header(
        id=said_id,
        title=title,
        date="1809-05-01",
        place="Somewhere",
        summary="What the battle is about, in a few sentences.",
        table_paces=TABLE,
        victory=Victory(
            length_turns=20, scoring="points; a lead of 2 is marginal, 4 clear, 8 decisive", condition=tuple(conditions)
        ),
    )


def _conditions(side: str) -> tuple[Condition, ...]:
    """What a side wins by: the hill between the armies, and the enemies it has beaten."""
    return (
        Condition(side, "ground", 4, "holds the hill at the end", place="Hill", measure="held"),
        Condition(side, "broken", 2, "for each enemy unit broken, routed or destroyed", measure="units_beaten", each=1),
    )


def _sides() -> tuple[Side, ...]:
    return (_side("Blue", "French", "south", 700.0, 0.0), _side("White", "Austrian", "north", 1700.0, 180.0))


def _side(name: str, nation: str, edge: Any, y: float, facing: float) -> Side:
    back = -60.0 if facing == 0 else 60.0
    usual: dict[str, Any] = {"nation": nation, "experience": "trained", "facing": facing}
    key = name.lower()
    foot = tuple(
        Unit(
            id=f"{key}-{number}",
            name=f"{number}/{name}",
            arm="infantry",
            men=600,
            position=(x, y),
            formation="line",
            **usual,
        )
        for number, x in ((1, 1700.0), (2, 1400.0), (3, 1100.0))
    )
    guns = Unit(
        id=f"{key}-battery",
        name=f"{name} battery",
        arm="foot_artillery",
        men=120,
        position=(2000.0, y),
        formation="unlimbered",
        guns=6,
        calibre="6-pounder",
        **usual,
    )
    horse = Unit(
        id=f"{key}-horse",
        name=f"{name} hussars",
        arm="light_cavalry",
        men=300,
        position=(2300.0, y + back),
        formation="line",
        squadrons=3,
        **usual,
    )
    brigade = Formation(
        name=f"{name} brigade",
        commander=Leader(name="Brigadier", position=(1850.0, y + back)),
        units=(foot[0], guns, *foot[1:], horse),
    )
    general = Leader(name="General", position=(1850.0, y + 2 * back))
    return Side(name=name, nation=nation, commander=general, deployment_edge=edge, formations=(brigade,))


def _field() -> dict[str, Any]:
    hill = [[1500, 1100], [2100, 1050], [2300, 1250], [2000, 1400], [1550, 1350], [1500, 1100]]
    wood = [[500, 900], [900, 950], [950, 1400], [550, 1450], [500, 900]]
    features = [
        _feature({"kind": "hill", "name": "Hill", "height": 1, "slope": "gentle"}, "Polygon", [hill]),
        _feature({"kind": "light_woods", "name": "Wood"}, "Polygon", [wood]),
        _feature(
            {"kind": "road", "name": "Road", "width_paces": 8}, "LineString", [[2700, 0], [2750, 1200], [2700, 2400]]
        ),
    ]
    return {"type": "FeatureCollection", "paces": list(TABLE), "character": "open", "features": features}


def _feature(said: dict[str, Any], kind: str, coordinates: list[Any]) -> dict[str, Any]:
    return {"type": "Feature", "properties": said, "geometry": {"type": kind, "coordinates": coordinates}}
