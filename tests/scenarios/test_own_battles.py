"""A battle of one's own: what `scenario new` makes can be won, and `scenario check` says all that is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.cli import main
from grognard.kernel.errors import BadData
from grognard.scenarios import bundled
from grognard.scenarios.csv_import import sides_from_csv
from grognard.scenarios.inspection.checking import check
from grognard.scenarios.loading import load
from grognard.scenarios.starting import start
from grognard.simulate.many import Job, fight_one

CSV = """Side;Unit;Arm;Nation;Men;Experience;Formation;Guns;X;Y
Whites;1/Kaiser;Infantry;Austria;800;Trained;First brigade;;;
Whites;2/Kaiser;Light Infantry;Austria;700;Veteran;First brigade;;1200,5;700
Whites;Battery A;Foot Artillery;AUSTRIAN;120;Trained;First brigade;6;;
Blues;1/33e;infantry;FRANCE;650;veteran;Brigade Martin;;;
Blues;2/33e;infantry;france;600;trained;Brigade Martin;;;
Blues;Hussars;Light-Cavalry;French;350;elite;Brigade Martin;;;
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    start(tmp_path / "mine", "Mine")
    return tmp_path / "mine"


def changed(folder: Path, name: str, *pairs: tuple[str, str]) -> None:
    text = (folder / name).read_text()
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    (folder / name).write_text(text)


@pytest.mark.parametrize("system", ["cold-steel", "steel-canister"])
@pytest.mark.parametrize("table", [False, True], ids=["new", "from a table"])
def test_somebody_wins(tmp_path: Path, system: str, table: bool):
    (tmp_path / "oob.csv").write_text(CSV)
    start(tmp_path / "mine", "Mine", tmp_path / "oob.csv" if table else None)
    assert check(tmp_path / "mine") == []
    job = Job(str(tmp_path / "mine"), system, commanders=("straight-ahead",))
    outcomes = [fight_one(job, seed).outcome for seed in (1, 2, 3)]
    assert sum(bool(each["winner"]) for each in outcomes) >= 2
    assert any(line["points"] for each in outcomes for side in each["sides"].values() for line in side["lines"])


def test_tables_as_spreadsheets_write_them(tmp_path: Path):
    whites, blues = sides_from_csv(CSV, "oob.csv", (3600, 2400))
    assert [unit.arm for unit in whites.all_units()] == ["infantry", "light_infantry", "foot_artillery"]
    assert {unit.nation for unit in whites.all_units()} == {"Austrian"}
    assert next(unit for unit in whites.all_units() if unit.id == "2-kaiser").position == (1200.5, 700)
    assert [unit.experience for unit in blues.all_units()] == ["veteran", "trained", "elite"]
    tabs = sides_from_csv(CSV.replace(";", "\t"), "oob.csv", (3600, 2400))
    assert tabs == (whites, blues)
    with pytest.raises(BadData, match="line 2, column nation: unknown nation 'Atlantis'"):
        sides_from_csv(CSV.replace("Austria;", "Atlantis;"), "oob.csv", (3600, 2400))
    (tmp_path / "one.csv").write_text("\n".join(CSV.splitlines()[:3]))
    with pytest.raises(BadData, match="only Whites; a battle has two sides"):
        start(tmp_path / "one", "One", tmp_path / "one.csv")


def test_all_wrong_values_are_told_at_once(own: Path):
    changed(
        own, "armies.toml", ("men = 600", "men = -40"), ('"light_cavalry"', '"hussars"'), ("facing = 0", "facing = 700")
    )
    changed(own, "armies.toml", ('experience = "trained"', 'experience = "brave"\nmorale = 3'))
    changed(own, "scenario.toml", ("length_turns = 20", "length_turns = 0"), ('kind = "ground"', 'kind = "land"'))
    said = [str(problem) for problem in check(own)]
    for wrong in (
        "men = -40",
        "arm = 'hussars'",
        "facing = 700",
        "'brave'",
        "morale is not known",
        "length_turns",
        "'land'",
    ):
        assert sum(wrong in each for each in said) == 1, (wrong, said)
    assert len(said) == 7
    assert all(problem.line for problem in check(own))


def test_a_condition_that_cannot_be_counted_is_told(own: Path):
    changed(own, "scenario.toml", ('measure = "held"', ""))
    (problem,) = check(own)
    assert (problem.severity, problem.line > 0) == ("warning", True)
    assert "is not counted, and earns no points" in problem.message
    text = (own / "scenario.toml").read_text().replace('measure = "held"', "")
    (own / "scenario.toml").write_text(text.replace('measure = "units_beaten"', "").replace("each = 1", ""))
    assert any("nobody wins but by driving" in problem.message for problem in check(own))
    assert not any("is not counted" in str(problem) for battle in bundled() for problem in check(battle))


def test_units_that_cannot_be_mustered_are_told_all_of_them(own: Path, capsys):
    changed(own, "armies.toml", ('"6-pounder"', '"big ones"'))
    changed(own, "armies.toml", ('"6-pounder"', '"bigger ones"'))
    assert main(["scenario", "check", str(own)]) == 1
    out = capsys.readouterr().out
    assert "blue-battery: calibre = 'big ones'; write it as in 6-pounder (under cold-steel)" in out
    assert "white-battery: calibre = 'bigger ones'" in out


def test_the_name_of_a_country_is_as_good(own: Path):
    changed(own, "armies.toml", *[('"Austrian"', '"Austria"')] * 3)
    assert check(own) == []
    assert {unit.nation for unit in load(own).sides[1].all_units()} == {"Austrian"}
    for battle in bundled():
        text = (bundled()[battle] / "armies.toml").read_text()
        loaded = {unit.nation for side in load(battle).sides for unit in side.all_units()}
        assert all(f'nation = "{each}"' in text for each in loaded)


def test_a_battle_that_is_not_sound_is_not_begun(own: Path, capsys):
    changed(own, "armies.toml", ('nation = "Austrian"', 'nation = "Atlantis"'))
    assert main(["battle", str(own), "--quiet"]) == 2
    assert "unknown nation 'Atlantis'" in capsys.readouterr().err
