"""Names for many men take verbs for many men."""

import pytest

from grognard.battle.words.agreeing import agreeing, is_plural
from grognard.systems.cold_steel.effects.units import lose
from grognard.systems.cold_steel.staging import RED, stage, told, unit


@pytest.mark.parametrize(
    "name, plural",
    [
        ("II. Musketeers", True), ("Kempt's four-pounders", True), ("skirmishers of 2/33e", True),
        ("Fusiliers (Prussians)", True), ("Grenadier Battalion", False), ("IR 13 Truchsess", False),
        ("1st Line", False), ("9e chasseurs à cheval", False), ("Garde du Corps", False),
    ],
)  # fmt: skip
def test_which_names_are_plural(name, plural):
    assert is_plural(name) is plural


@pytest.mark.parametrize(
    "said, right",
    [
        ("Fusiliers loses 2 figures (fire); 30 left", "Fusiliers lose 2 figures (fire); 30 left"),
        ("Fusiliers dresses its ranks and is in good order again",
         "Fusiliers dress their ranks and are in good order again"),
        ("Fusiliers wheels to the left and goes on 80 paces", "Fusiliers wheel to the left and go on 80 paces"),
        ("Fusiliers holds its fire: 1st Line is in the way", "Fusiliers hold their fire: 1st Line is in the way"),
        ("1st Line fires at Fusiliers at 81 paces, its opening volley: no hit", None),
        ("Fusiliers steadies: determined", "Fusiliers steady: determined"),
        ("Fusiliers lies down", "Fusiliers lie down"),
        ("A and Fusiliers close: A wins by 8, Fusiliers falls back broken",
         "A and Fusiliers close: A wins by 8, Fusiliers fall back broken"),
        ("Fusiliers has beaten its enemy", "Fusiliers have beaten their enemy"),
        ("Fusiliers turns its back and retreats (melee)", "Fusiliers turn their back and retreat (melee)"),
        ("Fusiliers melts away; its men are scattered", "Fusiliers melt away; their men are scattered"),
        ("Fusiliers: halt", None),
        ("A flank of Fusiliers wheels", None),
        ("1st Line passes Fusiliers as it goes", None),
    ],
)  # fmt: skip
def test_the_verb_follows_the_name(said, right):
    assert agreeing(said, "Fusiliers") == (right or said)


def test_the_log_says_that_fusiliers_lose_men():
    b = stage(unit("Fusiliers", at=(500, 500)), unit("r", RED, at=(500, 2500), facing=180))
    lose(b, "Fusiliers", 2, rules=("CS-8.2.4a",), cause="small arms fire")
    assert told(b)[-1].startswith("Fusiliers lose 2 figures")
