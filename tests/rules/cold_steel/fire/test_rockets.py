"""7.4: rockets."""

from fractions import Fraction

import pytest

FLIGHTS = [
    ([1, 2], 3, "90 right", 90),
    ([2, 3], 5, "90 right", 90),
    ([2, 4], 6, "45 right", 45),
    ([4, 6], 10, "45 right", 45),
    ([5, 6], 11, "on course", 0),
    ([1, 10], 11, "on course", 0),
    ([5, 7], 12, "45 left", -45),
    ([7, 9], 16, "45 left", -45),
    ([8, 9], 17, "90 left", -90),
    ([9, 10], 19, "90 left", -90),
]


@pytest.mark.rule("CS-7.4.1", "CS-7.4a", "CS-7.4c")
@pytest.mark.parametrize("dice, natural, flight, degrees", FLIGHTS)
def test_direction_of_flight(roll, dice, natural, flight, degrees):
    result = roll("rocket-direction", dice)
    assert result.natural == natural
    assert result.outcome == (flight, degrees)


@pytest.mark.rule("CS-7.4c")
@pytest.mark.parametrize("face", range(1, 11))
def test_doubles_blow_up_on_the_stand(outcome, face):
    assert outcome("rocket-direction", [face, face]) == ("explodes", 0)


@pytest.mark.rule("CS-7.4.1", "CS-7.4c")
def test_exact_odds_of_each_flight(cs):
    odds = cs["rocket-direction"].odds(cs["rocket-direction"].situation())
    hundredths = {made.flight: chance * 100 for made, chance in odds}
    assert hundredths == {
        "explodes": 10, "90 right": 8, "45 right": 32, "on course": 10, "45 left": 32, "90 left": 8,
    }  # fmt: skip
    assert sum(chance for _, chance in odds) == Fraction(1)


@pytest.mark.rule("CS-7.4b")
@pytest.mark.parametrize(
    "dice, scale, inches, paces",
    [
        ([4, 7, 9], "20", 20, 400),
        ([1, 1, 1], "30", 3, 90),
        ([10, 10, 10], "10", 30, 300),
        ([10, 10, 10], "40", 30, 1200),
        ([1, 2, 3], "60", 6, 300),
    ],
)
def test_distance_of_flight(roll, dice, scale, inches, paces):
    result = roll("rocket-distance", dice, scale=scale)
    assert result.dice == tuple(dice)
    assert result.outcome == (inches, paces)


@pytest.mark.rule("CS-7.4a")
def test_every_launcher_rolls_for_itself(cs):
    direction, distance = cs["rocket-direction"], cs["rocket-distance"]
    assert "launchers" not in direction.domains()
    assert str(direction.dice(direction.situation())) == "2d10 doubles"
    assert str(distance.dice(distance.situation())) == "3d10"


@pytest.mark.rule("CS-7.4d", "CS-7.2.5b")
@pytest.mark.parametrize(
    "facts, impact",
    [
        ({"distance": 60, "struck": "cavalry"}, (1, 2, True, False)),
        ({"distance": 10, "struck": "infantry"}, (1, 1, True, False)),
        ({"distance": 0, "struck": "artillery"}, (1, 1, True, False)),
        ({"distance": 61, "struck": "infantry"}, (0, 0, False, False)),
        ({"distance": 61, "struck": "structure"}, (0, 0, False, False)),
        ({"distance": 60, "struck": "structure"}, (1, 0, False, True)),
        ({"distance": 60, "struck": "structure", "flammable": False}, (1, 0, False, False)),
    ],
)
def test_what_a_rocket_does_where_it_falls(outcome, facts, impact):
    assert outcome("rocket-impact", **facts) == impact
