"""Cards that become figures."""

import pytest

from grognard.army.oob import Unit
from grognard.kernel.errors import BadInput
from grognard.systems.cold_steel.unfolding import Card, Sketched, overcrowded, unfold


def battalion(name="1/33e", men=600):
    return Unit(
        id=name.replace("/", "-"), name=name, arm="infantry", nation="French", men=men, experience="trained",
        position=(0, 0), facing=0, formation="line", ranks=3,
    )  # fmt: skip


def card(*sketch, position=(1000, 1000), facing=0, width=600, depth=400):
    return Card(position, facing, width, depth, sketch)


@pytest.mark.rule("CS-1.6.1b")
def test_components_stand_where_the_sketch_has_them():
    left, right = unfold(card(Sketched(battalion("1/33e"), -150, 50), Sketched(battalion("2/33e"), 150, -20)), 1809)
    assert left.position == pytest.approx((850, 1050))
    assert right.position == pytest.approx((1150, 980))
    assert (left.facing, right.facing) == (0, 0)


@pytest.mark.rule("CS-1.6.1b")
def test_the_sketch_turns_with_the_card():
    (laid,) = unfold(card(Sketched(battalion(), 100, 50, turn=10), facing=90), 1809)
    assert laid.position == pytest.approx((1050, 900))
    assert laid.facing == 100


@pytest.mark.rule("CS-1.6.5e")
@pytest.mark.parametrize("right, ahead", [(500, 0), (-900, 0), (0, 350), (0, -700), (400, 400)])
@pytest.mark.parametrize("facing", [0, 37, 90, 200])
def test_no_stand_is_put_outside_the_ground_kept_for_it(right, ahead, facing):
    crowded = card(Sketched(battalion(), right, ahead), facing=facing)
    ground = crowded.area()
    for part in unfold(crowded, 1809)[0].parts:
        for corner in part:
            assert _inside(ground, corner)


def _inside(ring, point):
    """Right of every edge of a clockwise ring, give or take a hair."""
    edges = zip(ring, [*ring[1:], ring[0]], strict=True)
    return all((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) <= 1e-6 * 1000 for (ax, ay), (bx, by) in edges)


@pytest.mark.rule("CS-1.6.5e")
def test_what_is_larger_than_its_ground_stands_in_the_middle():
    (laid,) = unfold(card(Sketched(battalion(men=1800), 200, 0), width=100), 1809)
    assert laid.position[0] == pytest.approx(1000)


@pytest.mark.rule("CS-1.6.5a")
def test_cards_whose_ground_overlaps_are_overcrowded_and_neighbours_are_not():
    one, touching = card(Sketched(battalion())), card(Sketched(battalion()), position=(1600, 1000))
    inside = card(Sketched(battalion()), position=(1500, 1100), facing=30)
    assert overcrowded([one, touching]) == []
    assert overcrowded([one, inside]) == [(0, 1)]


def test_a_card_without_a_sketch_is_refused():
    with pytest.raises(BadInput, match="no sketch"):
        unfold(card(), 1809)
