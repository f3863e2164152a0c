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
    from grognard.scenarios.inspection.measuring import TAKES

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


def test_every_word_of_an_order_of_battle_is_named():
    from typing import get_args

    from grognard.army.nations import nations
    from grognard.army.oob import Arm, Edge, Experience, FormationName, Interval
    from grognard.scenarios.csv_import import OPTIONAL, REQUIRED

    words = set(re.findall(r"[\w']+(?: \w+)?", PAGE)) | set(re.findall(r"\w+", PAGE))
    for known in (Arm, Edge, Experience, FormationName, Interval):
        assert [word for word in get_args(known) if word not in words] == []
    assert [each.adjective for each in nations().values() if each.adjective not in PAGE] == []
    table = PAGE[PAGE.index("## Troops from a spreadsheet") :]
    assert [column for column in REQUIRED + OPTIONAL if column not in set(re.findall(r"\w+", table))] == []


def test_the_table_of_troops_is_read(tmp_path):
    from grognard.scenarios.csv_import import sides_from_csv

    table = PAGE[PAGE.index("    side;unit") :].split("\n\n")[0].replace("    ", "")
    austrians, french = sides_from_csv(table, "oob.csv", (3600, 2400))
    assert [unit.nation for unit in austrians.all_units()] == ["Austrian", "Austrian"]
    assert [unit.arm for unit in austrians.all_units()] == ["infantry", "foot_artillery"]
    assert next(french.all_units()).men == 650
