"""Names on the map."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.army.text import LONGEST, short_name


@pytest.mark.parametrize(
    "name, short",
    [
        ("2/33e", "2/33e"),
        ("1st Battalion, 92nd Foot", "1/92nd"),
        ("2e bataillon, 33e de ligne", "2/33e"),
        ("1er bataillon, 14e léger", "1/14e lég."),
        ("3rd Battalion, IR 4", "III/IR 4"),
        ("2/73rd Foot", "2/73rd"),
        ("1/3e ligne", "1/3e"),
        ("2/21e léger", "2/21e lég."),
        ("89th Foot (2nd battalion), main body", "2/89th"),
        ("5/60th (three companies)", "5/60th"),
        ("1/IR 20 Prinz Louis Ferdinand", "1/IR 20"),
        ("1/IR 5 Kleist", "1/IR 5"),
        ("III/3rd Kurmark Landwehr", "III/3rd Kurm."),
        ("I/3rd Kurmark Landwehr", "I/3rd Kurm."),
        ("Royal Corsican Rangers and Royal Sicilian Volunteers", "Corsican Rgrs"),
        ("2/Reales Guardias Españolas", "2/G. Españolas"),
        ("1/Loyal Lusitanian Legion", "1/Lusitanian"),
        ("Grenadier Bn Buddenbrock", "Gr/Buddenbrock"),
        ("2/Coldstream Guards", "2/Coldstream"),
        ("3rd Dragoon Guards", "3rd Drag. Gds."),
        ("1er chasseurs à cheval", "1er chasseurs"),
        ("11e cuirassiers", "11e cuir."),
        ("Penne Villemur's Spanish horse", "Penne Villemur"),
        ("Hussars, left flank", "Hussars, left"),
        ("Gudin's foot battery", "Gudin foot"),
        ("Gudin's horse section", "Gudin horse"),
        ("Cleeves's battery, King's German Legion", "Cleeves bty"),
        ("Wartensleben's second 12-pounder battery", "Wartensleben 2"),
        ("Brunswick foot battery (Moll)", "Moll foot"),
        ("Guns, left centre", "Guns left ctr"),
        ("1st Banal border infantry, two companies", "1st Banal 2 co"),
        ("I/Second Musketeers", "I/2nd Musk."),
    ],
)
def test_names_as_armies_wrote_them(name, short):
    assert short_name(name) == short


@given(st.text(max_size=80))
def test_a_label_always_fits(name):
    assert len(short_name(name)) <= LONGEST


@given(st.text(alphabet=st.characters(categories=["L", "N"]), min_size=1, max_size=60))
def test_a_name_with_letters_keeps_some(name):
    assert short_name(name)


def test_a_longer_label_may_be_asked_for():
    assert short_name("Birkenfeld Cuirassiers") == "Birkenfeld"
    assert short_name("Birkenfeld Cuirassiers", 22) == "Birkenfeld Cuirassiers"


def test_battalions_of_a_regiment_keep_apart():
    names = [f"{number}/IR 61 St Julien" for number in (1, 2, 3)]
    assert len({short_name(name) for name in names}) == 3
