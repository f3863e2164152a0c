"""`grognard play FOLDER`: battles of the host's own in the gallery, with their maps, and fought."""

from __future__ import annotations

import shutil

import pytest
from visiting import Guest, database, running

from grognard.kernel.errors import GrognardError
from grognard.scenarios.starting import start
from grognard.server.lobby import gallery, maps


@pytest.fixture
def own(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    start(tmp_path / "our-hill", "Our Hill")
    gallery.take_in([str(tmp_path / "our-hill")])
    yield tmp_path
    gallery.take_in([])


def test_it_is_offered_first_drawn_and_begun(own):
    with running(database(own)) as address:
        guest = Guest(address)
        offered = guest.get("/api/gallery")["battles"]
        assert offered[0]["title"] == "Our Hill"
        assert len(offered) > 1
        assert guest.ask("GET", "/api/battles/our-hill/map.svg").text.startswith("<svg")
        assert guest.get("/api/battles/our-hill/field")["type"] == "FeatureCollection"
        begun = guest.begin(battle="our-hill", seats={"blue": "me", "white": "staff"})
        seat = guest.asked(begun["seats"][0]["token"] if "seats" in begun else begun["mine"])
        assert seat["decisions"]
        guest.http.close()


def test_its_map_is_that_of_the_save_when_the_folder_is_gone_or_another(own):
    with running(database(own)) as address:
        guest = Guest(address)
        begun = guest.begin(battle="our-hill", seats={"blue": "me", "white": "staff"})
        seat = f"/api/seats/{begun['seats'][0]['token']}"
        drawn, field = guest.ask("GET", f"{seat}/map.svg?size=small").text, guest.get(f"{seat}/field")
        assert drawn == guest.ask("GET", "/api/battles/our-hill/map.svg?size=small").text
        assert drawn.startswith("<svg")
        assert field == guest.get("/api/battles/our-hill/field")
        guest.http.close()
    shutil.rmtree(own / "cache")
    maps._at_hand.cache_clear()
    gallery.take_in([])  # started again without the folder
    with running(database(own)) as address:
        guest = Guest(address)
        assert guest.ask("GET", "/api/battles/our-hill/map.svg").status_code == 404
        assert guest.ask("GET", f"{seat}/map.svg?size=small").text == drawn
        assert guest.get(f"{seat}/field") == field
        assert guest.ask("GET", "/api/seats/nobody/map.svg").status_code == 404
        guest.http.close()
    field_file = own / "our-hill" / "field.geojson"
    field_file.write_text(field_file.read_text().replace("light_woods", "heavy_woods"))
    gallery.take_in([str(own / "our-hill")])  # and with another hill
    with running(database(own)) as address:
        guest = Guest(address)
        assert guest.ask("GET", "/api/battles/our-hill/map.svg?size=small").text != drawn
        assert guest.ask("GET", f"{seat}/map.svg?size=small").text == drawn
        guest.http.close()


def test_what_cannot_be_offered_is_refused(own):
    with pytest.raises(GrognardError, match="no such folder"):
        gallery.take_in([str(own / "nowhere")])
    start(own / "maida", "Another Maida")
    with pytest.raises(GrognardError, match="is taken; give it another"):
        gallery.take_in([str(own / "maida")])
    (own / "our-hill" / "armies.toml").write_text("side = []")
    with pytest.raises(GrognardError, match="a battle has two or more"):
        gallery.take_in([str(own / "our-hill")])
