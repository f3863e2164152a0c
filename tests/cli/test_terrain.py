"""grognard terrain."""

import json

import pytest

from grognard.cli import main
from grognard.ground.field import Field


def test_the_rolls_are_told_square_by_square(capsys):
    assert main(["terrain", "rolling", "--seed", "7"]) == 0
    out = capsys.readouterr().out
    assert "rolling country, 1,920 by 1,440 paces (seed 7)" in out
    assert "square 8,6" in out
    assert "[CS-B.1d]" in out


def test_the_field_is_written_and_can_be_read(tmp_path, capsys):
    path = tmp_path / "field.geojson"
    assert main(["terrain", "hilly-wooded", "--seed", "3", "--feet", "6x4", "-o", str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert json.loads(path.read_text("utf-8")) == told["field"]
    assert Field.from_file(path).character == "hilly_wooded"
    assert told["seed"] == 3
    assert len(told["log"]) == 27
    assert set(told["conditions"]) == {"weather", "wind", "wind_from", "wet_ground"}


def test_demanded_terrain_is_placed(capsys):
    assert main(["terrain", "open", "--seed", "1", "--place", "town:4,3", "--json"]) == 0
    features = json.loads(capsys.readouterr().out)["field"]["features"]
    assert any(feature["properties"]["kind"] == "town" for feature in features)


@pytest.mark.parametrize(
    "words, message",
    [
        (["swampy"], "no terrain character 'swampy'"),
        (["open", "--feet", "big"], "--feet big: write width and depth in feet, as in 8x6"),
        (["open", "--place", "town"], "--place town: write what and in which square"),
        (["open", "--season", "wet"], "season = 'wet'; allowed"),
        (["open", "-o", "no/such/folder/f.geojson"], "there is no folder no/such/folder"),
    ],
)
def test_mistakes_are_told_in_one_line(words, message, capsys):
    assert main(["terrain", *words]) == 2
    assert message in capsys.readouterr().err
