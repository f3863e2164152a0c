"""What a seat may ask of the ground: lines of sight, places, the reach of enemies; under every system."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from visiting import Guest

from grognard import systems

SYSTEMS = sorted(systems.playable())


@pytest.fixture(scope="module")
def seated(visit: Callable[[], Guest]) -> dict[str, tuple[Guest, str]]:
    """Somebody in command under each system, on the same ground."""
    found = {}
    for system in SYSTEMS:
        guest = visit()
        token = guest.begin(system=system)["seats"][0]["token"]
        guest.asked(token)
        found[system] = guest, token
    return found


def sight(seat: tuple[Guest, str], start: list[float], end: list[float]) -> Any:
    """What is found between two places."""
    guest, token = seat
    return guest.post(f"/api/seats/{token}/sight", {"start": start, "end": end})


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_farm_hides_and_open_ground_does_not(seated: dict[str, tuple[Guest, str]], system: str) -> None:
    through = sight(seated[system], [700, 680], [1250, 680])
    assert not through["seen"]
    assert {each["by"] for each in through["hidden"]} == {"cover"}
    assert "Crossroads farm" in through["hidden"][0]["words"]
    assert 0 < through["hidden"][0]["at"] < through["paces"]
    assert through["growths"][0]["looks"] == "houses"
    assert through["rule"]
    assert through["heights"][0][0] == 0
    assert through["heights"][-1][0] == through["paces"]
    free = sight(seated[system], [1000, 200], [1300, 200])
    assert free["seen"]
    assert not free["hidden"]
    assert free["notes"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_sight_is_mutual(seated: dict[str, tuple[Guest, str]], system: str) -> None:
    for one, other in (([120, 900], [1100, 900]), ([200, 400], [900, 300]), ([50, 50], [1700, 1100])):
        there, back = sight(seated[system], one, other), sight(seated[system], other, one)
        assert there["seen"] == back["seen"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_place_has_a_name_a_height_and_what_it_is_worth(seated: dict[str, tuple[Guest, str]], system: str) -> None:
    guest, token = seated[system]
    wood = guest.post(f"/api/seats/{token}/ground", {"at": [520, 920]})
    assert wood["title"] == "Birch wood"
    assert "wood" in wood["kind"]
    assert wood["cover"]
    assert all(row["rule"] for row in wood["rows"] if row["label"] != "Space")
    assert len(wood["rows"]) >= 2
    hill = guest.post(f"/api/seats/{token}/ground", {"at": [450, 350]})
    assert hill["title"] == "Mill hill"
    assert hill["feet"] > 0
    plain = guest.post(f"/api/seats/{token}/ground", {"at": [1600, 150]})
    assert plain["feet"] == 0
    assert not plain["cover"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_reach_of_enemies_is_that_of_those_in_sight(seated: dict[str, tuple[Guest, str]], system: str) -> None:
    guest, token = seated[system]
    picture = guest.seat(token)["picture"]
    foes = {unit["id"] for unit in picture["units"] if not unit["own"]}
    found = guest.get(f"/api/seats/{token}/reach")["reaches"]
    assert found
    assert {each["unit"] for each in found} <= foes
    assert {each["kind"] for each in found} == {"guns", "charge"}
    for each in found:
        assert each["rule"]
        assert each["bands"]
        assert each["rays"]
        most = max(band["paces"] for band in each["bands"])
        assert all(0 <= start < end <= most + 1 for ray in each["rays"] for start, end in ray["spans"])


NONSENSE = [([-1, 5], [5, 5]), ([5, 5], [5, 5]), ([1e300, 5], [5, 5]), ([5, 5], [9000, 5])]


@pytest.mark.parametrize("start, end", NONSENSE)
def test_nonsense_is_refused_in_words(
    seated: dict[str, tuple[Guest, str]], start: list[float], end: list[float]
) -> None:
    guest, token = seated[SYSTEMS[0]]
    found = guest.ask("POST", f"/api/seats/{token}/sight", {"start": start, "end": end})
    assert found.status_code == 409
    assert "place" in found.json()["error"]


def test_who_only_looks_on_asks_nothing(visit: Callable[[], Guest]) -> None:
    host = visit()
    game = host.begin()
    for token in (game["spectator"], game["host"]):
        assert host.ask("GET", f"/api/seats/{token}/reach").status_code in (404, 409)
