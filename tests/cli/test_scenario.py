"""`grognard scenario` as somebody at a keyboard meets it, and as a program does."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from msgspec.structs import replace

from grognard.cli import main
from grognard.scenarios import bundled
from grognard.scenarios.loading import load
from grognard.scenarios.model import Effect, SpecialRule
from grognard.scenarios.saving import save


@pytest.fixture
def call(capsys):
    """Run a command line; returns exit code, standard output and standard error."""

    def _call(*words: str) -> tuple[int, str, str]:
        code = main(["scenario", *words])
        out, err = capsys.readouterr()
        return code, out, err

    return _call


def test_list_names_every_battle(call):
    code, out, err = call("list")
    assert (code, err) == (0, "")
    for battle in bundled():
        assert any(line.split()[:1] == [battle] for line in out.splitlines())


def test_list_for_programs(call):
    battles = json.loads(call("list", "--json")[1])["battles"]
    assert sorted(battle["id"] for battle in battles) == list(bundled())
    maida = next(battle for battle in battles if battle["id"] == "maida")
    assert (maida["date"], maida["turns"], maida["units"]) == ("1806-07-04", 27, 25)
    assert maida["sides"] == ["British expedition", "French division in Calabria"]


def test_teaching_actions_come_first(call):
    battles = json.loads(call("list", "--json")[1])["battles"]
    teaching = [battle["teaching"] for battle in battles]
    assert teaching == [True] * 3 + [False] * (len(bundled()) - 3)


def test_show_tells_forces_ground_victory_and_outcome(call):
    code, out, err = call("show", "quatre-bras")
    assert (code, err) == (0, "")
    for piece in (
        "Allies: Field Marshal the Duke of Wellington (superior)",
        "Bossu wood",
        "French: 10 points: a formed French unit holds the Quatre Bras crossroads at the end",
        "winner: Allies (marginal)",
        "18:20 Kellermann's charge",
        "turn 29 to 30 from the west",
        "Tall rye",
    ):
        assert piece in out


def test_show_for_programs(call):
    battle = json.loads(call("show", "maida", "--json")[1])
    assert battle["id"] == "maida"
    assert battle["sides"][0]["name"] == "British expedition"
    assert battle["field"]["type"] == "FeatureCollection"


@pytest.mark.parametrize("battle", list(bundled()))
def test_show_works_for_each(call, battle):
    code, out, _ = call("show", battle)
    assert code == 0
    assert "Victory" in out


def test_check_passes_on_all_bundled_battles(call):
    code, out, err = call("check")
    assert (code, err) == (0, "")
    assert out.splitlines() == [f"{battle}: sound" for battle in bundled()]


def test_check_names_what_is_wrong(call, tmp_path):
    call("new", str(tmp_path / "mine"))
    armies = tmp_path / "mine" / "armies.toml"
    armies.write_text(armies.read_text().replace("men = 600", "men = -40", 1))
    code, out, _ = call("check", str(tmp_path / "mine"), "maida")
    assert code == 1
    assert "1 error\n  error: armies.toml, line " in out
    assert "blue-1: men = -40; a battalion has 1 to 3,000 men" in out
    assert out.endswith("maida: sound\n")


def test_check_for_programs(call, tmp_path):
    call("new", str(tmp_path / "mine"))
    armies = tmp_path / "mine" / "armies.toml"
    armies.write_text(armies.read_text().replace('nation = "French"\nmen', 'nation = "Martian"\nmen', 1))
    code, out, _ = call("check", str(tmp_path / "mine"), "--json")
    ((problem,),) = [battle["problems"] for battle in json.loads(out)["battles"]]
    assert code == 1
    assert (problem["severity"], problem["file"], problem["where"]) == ("error", "armies.toml", "blue-1")
    assert armies.read_text().splitlines()[problem["line"] - 1] == 'nation = "Martian"'


def test_new_battle_is_sound_and_keeps_its_title(call, tmp_path):
    folder = str(tmp_path / "mine")
    assert call("new", folder, "--title", "Hill 12")[0] == 0
    assert call("check", folder)[1] == f"{folder}: sound\n"
    assert json.loads(call("show", folder, "--json")[1])["title"] == "Hill 12"


def test_new_battle_from_csv(call, tmp_path):
    sheet = tmp_path / "oob.csv"
    sheet.write_text("side,unit,arm,nation,men\nRed,1/Red,infantry,British,500\nBlue,1/Blue,infantry,French,600\n")
    folder = str(tmp_path / "mine")
    assert call("new", folder, "--from-csv", str(sheet))[0] == 0
    sides = json.loads(call("show", folder, "--json")[1])["sides"]
    assert [side["name"] for side in sides] == ["Red", "Blue"]
    assert call("check", folder)[0] == 0


def test_new_does_not_write_over_anything(call, tmp_path):
    (tmp_path / "precious").write_text("x")
    code, _, err = call("new", str(tmp_path))
    assert code == 2
    assert "is not empty" in err
    assert [path.name for path in tmp_path.iterdir()] == ["precious"]


def test_giant(call, tmp_path):
    folder = str(tmp_path / "giant")
    assert call("giant", folder, "--units", "24", "--seed", "5")[0] == 0
    assert call("check", folder)[1] == f"{folder}: sound\n"


def test_muster_goes_by_the_variants_that_the_battle_is_meant_for(call):
    _, out, _ = call("muster", "culloden", "--json")
    irregular = {unit["id"]: unit["irregular"] for unit in json.loads(out)["units"]}
    assert (irregular["camerons"], irregular["atholl"], irregular["royal-ecossais"]) == (True, False, False)


def test_muster_gives_every_unit_its_ratings(call):
    units = json.loads(call("muster", "maida", "--system", "cold-steel", "--json")[1])["units"]
    assert len(units) == 25
    assert all(1 <= unit["morale_rating"] <= 16 for unit in units)
    code, out, _ = call("muster", "maida")
    assert code == 0
    assert "British expedition" in out
    assert "morale rating" in out
    code, out, _ = call("muster", "even-ground", "--system", "steel-canister")
    assert code == 0
    assert "veteran" in out


def test_show_tells_of_troops_that_may_not_leave_a_place_and_check_of_those_who_start_outside(call, tmp_path):
    folder, scenario = tmp_path / "mine", load("maida")
    unit = next(unit for unit in scenario.sides[0].all_units() if unit.present)
    x, y = unit.position

    def bound_to(*corners: tuple[float, float]) -> str:
        stay = Effect("stay", units=(unit.id,), area=corners, within=30, turns=(1, 9))
        rule = SpecialRule("The rearguard", "It stands.", effect=(stay,))
        save(replace(scenario, header=replace(scenario.header, special_rule=(rule,))), folder)
        return str(folder)

    code, out, err = call("show", bound_to((x, y)))
    assert (code, err) == (0, "")
    told = " ".join(out.split())
    assert (
        "The rearguard: It stands. [applied, by troops that may not leave 30 paces around their spot, turns 1 to 9]"
        in told
    )
    code, out, err = call("check", bound_to((x, y + 100)))
    assert code == 1
    assert f"The rearguard: {unit.id} starts at [{x:g}, {y:g}], outside of the place" in out + err


@pytest.mark.parametrize("ending", ["svg", "pdf"])
def test_map_is_drawn(call, tmp_path, ending):
    picture = tmp_path / f"map.{ending}"
    code, out, err = call("map", "farm-at-the-crossroads", "-o", str(picture))
    assert (code, out, err) == (0, f"{picture}\n", "")
    assert picture.stat().st_size > 10_000


@pytest.mark.parametrize(
    "line, said",
    [
        ("frob", "no 'frob' here; there are list, show, check, map, muster, new, giant"),
        ("list maida", "to see one battle: grognard scenario show maida"),
        ("show", "show needs one battle, not 0"),
        ("show waterloo", "no battle 'waterloo'; there are albuera"),
        ("check waterloo", "no battle 'waterloo'; there are albuera"),
        ("map maida", "map needs -o and a file"),
        ("muster maida --system chess", "no muster for 'chess'; there are black-powder, class-dice"),
        ("muster maida --system ../x", "no muster for '../x'"),
        ("show maida --units 3", "--units does not go with show"),
        ("giant x --units 1", "1 units; a giant has 2 to 5,000"),
        ("new x --from-csv nowhere.csv", "nowhere.csv: cannot be read"),
    ],
)
def test_refusals_are_one_line(call, tmp_path, monkeypatch, line, said):
    monkeypatch.chdir(tmp_path)
    code, out, err = call(*line.split())
    assert (code, out) == (2, "")
    assert err.startswith("grognard: ")
    assert said in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_listing_does_not_load_what_it_does_not_need():
    code = "import sys; from grognard.cli import main; main(['scenario', 'list']); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"shapely", "numba", "typst"} & set(done.stderr.split())
