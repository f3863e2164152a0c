"""What troops carry: weapons as data, and the words of older orders of battle."""

from typing import Any

import pytest

from grognard.army.armament import in_words, not_understood
from grognard.army.oob import Unit


@pytest.mark.parametrize("text, mounted, weapons", [
    ("musket and bayonet", False, ("musket", "bayonet")),
    ("Muskets", False, ("musket", "bayonet")),
    ("rifle and musket", False, ("musket", "rifle", "bayonet")),
    ("rifles without bayonets", False, ("rifle",)),
    ("flintlock musket with iron ramrod, bayonet fixed; fires by platoons", False, ("musket", "bayonet")),
    ("musket; some had only lately given up pikes", False, ("musket", "bayonet")),
    ("musket (the third rank had pikes)", False, ("musket", "bayonet")),
    ("musket, broadsword, dirk and target", False, ("musket", "broadsword")),
    ("musket, hatchet", False, ("musket", "axe")),
    ("bow and arrows", False, ("bow",)),
    ("sword, pistols, carbine", True, ("carbine", "pistol", "sword")),
    ("carbine", True, ("carbine", "sword")),
    ("sabre, a few lances", True, ("sabre",)),
    ("cutlass", False, ("sabre",)),
    ("clubs and curses", False, ()),
    ("", True, ()),
])  # fmt: skip
def test_only_whole_phrases_of_an_armament_in_words_are_weapons(text: str, mounted: bool, weapons: Any) -> None:
    assert in_words(text, mounted) == weapons


def test_phrases_that_are_taken_for_no_weapon() -> None:
    assert not_understood("musket, broadsword, dirk and target; all of them") == ("dirk", "target")
    assert not_understood("straight sword and musketoon") == ()


def made(**fields: Any) -> Unit:
    return Unit(
        id="a",
        name="A",
        nation="French",
        men=100,
        experience="trained",
        position=(0, 0),
        facing=0,
        **{"arm": "infantry", "formation": "line", **fields},
    )


def test_what_is_stated_goes_before_words() -> None:
    assert made(weapons=("rifle",), armament="musket and bayonet").carried == ("rifle",)
    assert made(armament="Baker rifle").carried == ("rifle", "bayonet")
    assert made().carried == ()


@pytest.mark.parametrize("fields, rockets", [
    ({"weapons": ("rocket",)}, True), ({"calibre": "12-pounder rockets"}, True), ({"calibre": "6-pounder"}, False),
    ({"armament": "Congreve rockets from frames"}, True), ({"armament": "field guns; rockets had been left"}, False),
])  # fmt: skip
def test_batteries_with_rockets(fields: Any, rockets: bool) -> None:
    battery = made(arm="foot_artillery", formation="unlimbered", guns=2, **fields)
    assert ("rocket" in battery.carried) == rockets
