"""A scenario back to a folder, the same bytes for the same scenario."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from grognard.army.oob import Armies
from grognard.kernel.errors import BadInput

from . import files, toml_text
from .model import Scenario


def save(scenario: Scenario, folder: Path) -> None:
    """Write the scenario's files into a folder, which is made when it is not there."""
    for name, text in texts(scenario).items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise BadInput(f"{path}: cannot be written: {error.strerror or error}") from None


def texts(scenario: Scenario) -> dict[str, str]:
    """Name to text of each file."""
    written = {
        files.SCENARIO: toml_text.of_record(scenario.header),
        files.ARMIES: toml_text.of_record(Armies(side=scenario.sides)),
        files.FIELD: field_text(scenario.field),
    }
    written |= {f"{files.RATINGS}/{name}.toml": toml_text.of_tables(of) for name, of in scenario.ratings.items()}
    return written | {f"{files.LESSONS}/{name}.toml": toml_text.of_record(of) for name, of in scenario.lessons.items()}


def field_text(field: dict[str, Any]) -> str:
    """GeoJSON with one feature a line, so that a change of one feature is a change of one line."""
    head = {key: value for key, value in field.items() if key != "features"}
    features = ",\n".join(_json(feature) for feature in field.get("features", []))
    return f'{_json(head)[:-1]}, "features": [\n{features}\n]}}\n'


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
