"""The page on the scenario format shows what really loads."""

import re
from pathlib import Path

from grognard.army.oob import Armies
from grognard.scenarios.decoding import decode
from grognard.scenarios.model import Header

PAGE = (Path(__file__).parents[2] / "docs" / "scenario-format.md").read_text("utf-8")
SCENARIO, ARMIES = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


def test_the_examples_are_valid():
    header = decode(SCENARIO, Header, "scenario.toml")
    assert (header.title, header.zone[0].hidden) == ("The Ridge Road", True)
    armies = decode(ARMIES, Armies, "armies.toml")
    assert armies.side[0].formations[0].units[0].men == 620


def test_every_kind_of_ground_is_named():
    from grognard.ground.features import KINDS

    assert [kind for kind in KINDS if kind not in PAGE] == []


def test_every_measure_of_victory_is_told_with_what_it_takes():
    from grognard.scenarios.measuring import TAKES

    rows = {row.split("`")[1]: row for row in PAGE.splitlines() if row.startswith("| `")}
    told_once = {"each", "most", "needed", "place", "area", "within"}
    for measure, fields in TAKES.items():
        assert [field for field in fields if field not in told_once and f"`{field}`" not in rows[measure]] == [], (
            measure
        )
        assert ("place" in fields) == ("where;" in rows[measure]), measure


def test_every_weapon_is_named():
    from grognard.army.armament import BLADES, FIREARMS

    assert f"`{' '.join(FIREARMS)}`" in " ".join(PAGE.split())
    assert f"`{' '.join(BLADES)}`" in " ".join(PAGE.split())
