"""How many sides the dice of a check have, so that a page can draw them."""

import pytest

from grognard import systems


@pytest.mark.parametrize(
    "system, check, sides",
    [
        ("cold-steel", "close-combat", 10),
        ("cold-steel", "small-arms", 100),
        ("cold-steel", "command-points", 10),
        ("steel-canister", "melee", 6),
        ("steel-canister", "musketry", 6),
        ("steel-canister", "evasion", 6),
        ("steel-canister", "fatigue", 6),
        ("steel-canister", "range", 0),
    ],
)
def test_sides_of_the_dice(system, check, sides):
    assert systems.rules(system)[check].sides == sides
