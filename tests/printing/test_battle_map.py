"""The battle map as a file: sound, complete, the same every time."""

from __future__ import annotations

import re
import subprocess
import sys
import zlib
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from grognard.kernel.errors import BadInput
from grognard.printing import battle_map
from grognard.scenarios import bundled
from grognard.scenarios.loading import load
from grognard.scenarios.model import Scenario

SVG = "{http://www.w3.org/2000/svg}"
LAYERS = [
    "relief", "grass", "fields", "marshes", "hachures", "contours", "water", "woods", "roads", "crossings", "villages",
    "buildings", "walls", "avenues", "places", "troops", "labels", "leaders",
]  # fmt: skip


def parse(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


@pytest.fixture(scope="module")
def drawn(battle: Scenario) -> str:
    return battle_map.svg(battle)


def layer(root: ElementTree.Element, name: str) -> ElementTree.Element:
    found = root.find(f".//{SVG}g[@id='{name}']")
    assert found is not None, name
    return found


def test_every_layer_is_drawn_in_order_and_cut_at_the_edge_of_the_table(drawn: str) -> None:
    table = parse(drawn).find(f"{SVG}g[@clip-path='url(#table)']")
    assert table is not None
    assert [g.get("id") for g in table if g.get("id")] == LAYERS
    assert all(len(layer(parse(drawn), name)) for name in LAYERS)


def test_what_is_cut_is_cut_where_the_table_ends(drawn: str, battle: Scenario) -> None:
    edge = parse(drawn).find(f".//{SVG}clipPath/{SVG}rect")
    sheet = battle_map._sheet(battle, "light")
    assert edge is not None
    assert [float(edge.get(name, 0)) for name in ("x", "y", "width", "height")] == pytest.approx(
        [sheet.left, sheet.top, 1800 * sheet.scale, 1200 * sheet.scale], abs=0.1
    )


def test_units_on_the_table_are_drawn_and_named_or_said_to_go_unnamed(drawn: str) -> None:
    units, named, dropped = _accounted(parse(drawn))
    assert units == {f"u{n}" for n in range(16)}
    assert named | dropped == units
    assert not named & dropped


def _accounted(root: ElementTree.Element) -> tuple[set[str], set[str], set[str]]:
    labels = layer(root, "labels")
    units = {g.get("data-unit", "") for g in layer(root, "troops")}
    return units, {g.get("data-label", "") for g in labels}, set(labels.get("data-dropped", "").split())


def test_troops_still_to_come_stand_in_the_margin_with_their_turn(drawn: str) -> None:
    texts = [text.text or "" for text in parse(drawn).iter(f"{SVG}text")]
    assert [t for t in texts if t.startswith("Turn")] == ["Turn 4 · 16/Rgt & <Co>", "Turn 6 · 17/Rgt & <Co>"]


def test_words_say_title_date_armies_and_totals(drawn: str) -> None:
    words = " | ".join(text.text or "" for text in parse(drawn).iter(f"{SVG}text"))
    for expected in (
        "A SMALL AFFAIR & NO <MORE>",
        "12 September 1813 · Near Roggenfeld",
        "Army of the South & West",
        "Allies",
        "Ober-Kirchdorf",
        "Poland: 480 men · 1 of foot",
        "General <X> Dupont · 3,660 men · 7 of foot · 1 of horse · 8 guns",
    ):
        assert expected in words


def test_a_leader_nobody_knows_has_no_flag(drawn: str) -> None:
    flags = [text.text for text in layer(parse(drawn), "leaders").iter(f"{SVG}text")]
    assert sorted(filter(None, flags)) == ["Dupont", "Ney", "Tauentzien"]


def test_the_grid_is_lettered_along_the_top_and_numbered_at_the_side(drawn: str) -> None:
    words = [text.text for text in parse(drawn).iter(f"{SVG}text")]
    assert all(words.count(mark) == 2 for mark in [*"ABCDEFGHI", *"123456"])
    assert "J" not in words


def test_every_word_is_on_the_page(drawn: str) -> None:
    root = parse(drawn)
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    for text in root.iter(f"{SVG}text"):
        if text.get("transform") is None and float(text.get("x", 0)) > 0:
            assert 0 < float(text.get("x", 0)) < width
            assert float(text.get("y", 0)) < height


def test_the_same_bytes_in_another_process(battle: Scenario, drawn: str, tmp_path: Path) -> None:
    (tmp_path / "battle.json").write_bytes(msgspec.json.encode(battle))
    code = (
        "import msgspec, sys; from pathlib import Path; from grognard.printing.battle_map import svg;"
        "from grognard.scenarios.model import Scenario;"
        "battle = msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=Scenario);"
        "sys.stdout.buffer.write(svg(battle).encode())"
    )
    again = subprocess.run([sys.executable, "-c", code, tmp_path / "battle.json"], capture_output=True, check=True)
    assert again.stdout.decode() == drawn


def test_the_dark_map_has_other_colours_and_the_same_marks(battle: Scenario, drawn: str) -> None:
    dark = battle_map.svg(battle, "dark")
    assert dark != drawn
    strip = re.compile(r"#[0-9a-f]{6}|base64,[^\"]*|opacity=\"[\d.]*\"")
    assert strip.sub("", dark) == strip.sub("", drawn)


def _pixels(data: bytes) -> bytes:
    """The raw rows of a PNG, enough to see whether anything is on it."""
    at, packed = 8, b""
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        if data[at + 4 : at + 8] == b"IDAT":
            packed += data[at + 8 : at + 8 + size]
        at += size + 12
    return zlib.decompress(packed)


def test_png_is_a_picture_of_the_sheet(battle: Scenario, tmp_path: Path) -> None:
    battle_map.draw(battle, tmp_path / "map.png")
    data = (tmp_path / "map.png").read_bytes()
    width, height = battle_map._sheet(battle, "light").page
    assert data.startswith(b"\x89PNG")
    size = [int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")]
    assert size == pytest.approx([width, height], abs=1)
    assert len(set(_pixels(data)[::997])) > 60


def test_words_show_in_the_png(battle: Scenario, tmp_path: Path) -> None:
    bare = re.sub(r"<text.*?</text>", "", battle_map.svg(battle))
    sheet = battle_map._sheet(battle, "light")
    assert _pixels(battle_map._set(bare, sheet, ".png", 30)) != _pixels(
        battle_map._set(battle_map.svg(battle), sheet, ".png", 30)
    )


def test_pdf_is_one_page_with_fonts(battle: Scenario, tmp_path: Path) -> None:
    battle_map.draw(battle, tmp_path / "map.pdf")
    data = (tmp_path / "map.pdf").read_bytes()
    assert data.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type\s*/Page\b", data)) == 1
    assert len(data) > 50_000


def test_svg_file_holds_the_map(battle: Scenario, drawn: str, tmp_path: Path) -> None:
    battle_map.draw(battle, tmp_path / "map.SVG")
    assert (tmp_path / "map.SVG").read_text(encoding="utf-8") == drawn


def test_unknown_endings_and_themes_are_refused(battle: Scenario, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"\.svg, \.png, \.pdf; map\.jpg is none"):
        battle_map.draw(battle, tmp_path / "map.jpg")
    with pytest.raises(BadInput, match="no map theme 'sepia'; there are light and dark"):
        battle_map.draw(battle, tmp_path / "map.svg", theme="sepia")
    assert not list(tmp_path.iterdir())


def test_an_unknown_nation_is_refused(battle: Scenario) -> None:
    side = battle.sides[0]
    martian = msgspec.structs.replace(side.formations[0].units[0], nation="Martian")
    body = msgspec.structs.replace(side.formations[0], units=(martian,))
    lost = msgspec.structs.replace(battle, sides=(msgspec.structs.replace(side, formations=(body,)), battle.sides[1]))
    with pytest.raises(BadInput, match="unknown nation 'Martian'"):
        battle_map.svg(lost)


@pytest.mark.parametrize("name", sorted(bundled()))
def test_bundled_battles_have_sound_maps(name: str) -> None:
    scenario = load(name)
    units, named, dropped = _accounted(parse(battle_map.svg(scenario)))
    there = {u.id for side in scenario.sides for u in side.all_units() if u.arrival is None}
    assert units == there
    assert named | dropped == there
    assert len(dropped) <= len(there) / 10
