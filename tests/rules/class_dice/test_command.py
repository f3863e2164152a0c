"""Leaders: IL, attachment, radius, movement, casualties."""

import pytest

RATINGS = ("superior", "excellent", "good", "average", "poor")
ATTACHMENT = {
    "superior": (9, 7, 5),
    "excellent": (8, 6, 4),
    "good": (7, 5, 3),
    "average": (6, 4, 2),
    "poor": (5, 3, 1),
}


@pytest.mark.rule("CD-leader-ratings")
def test_ratings_and_levels(cd):
    assert cd.tables["CD-leader-ratings"] == {"ratings": list(RATINGS), "levels": ["division", "corps", "army"]}
    with pytest.raises(Exception, match="rating = 'fair'; allowed: one of superior, excellent, good, average, poor"):
        cd["leader"].read({"rating": "fair"})


@pytest.mark.rule("CD-leader-il")
@pytest.mark.parametrize("rating, il", list(zip(RATINGS, (3, 2, 1, 0, -1), strict=True)))
def test_il(outcome, rating, il):
    assert outcome("leader", rating=rating).il == il


@pytest.mark.rule("CD-leader-attachment")
@pytest.mark.parametrize("rating", RATINGS)
def test_every_number_of_the_attachment_chart(outcome, rating):
    for level, number in zip(("division", "corps", "army"), ATTACHMENT[rating], strict=True):
        assert outcome("leader-attachment", [number], rating=rating, level=level).attached
        assert not outcome("leader-attachment", [number + 1], rating=rating, level=level).attached


@pytest.mark.rule("CD-leader-attachment", "CD-leader-movement")
def test_who_may_not_try(refusal):
    assert refusal("leader-attachment", rating="good", tried=True) == "CD-leader-attachment"
    assert refusal("leader-attachment", rating="good", distance=1801) == "CD-leader-movement"
    assert refusal("leader-attachment", rating="good", distance=1800) == ""


@pytest.mark.rule("CD-leader-attach-limit")
@pytest.mark.parametrize(
    "present, adding, rule",
    [("division,corps", "army", ""), ("division", "division", "CD-leader-attach-limit"), ("none", "division", "")],
)
def test_one_leader_of_each_level(refusal, present, adding, rule):
    assert refusal("leader-attachment", rating="good", level=adding, present=present) == rule


@pytest.mark.rule("CD-leader-attach-to")
@pytest.mark.parametrize(
    "facts, applies",
    [
        ({"attached_to": "regiment", "of_it": False}, False), ({"attached_to": "brigade", "distance": 300}, True),
        ({"attached_to": "brigade", "distance": 360}, True), ({"attached_to": "brigade", "distance": 361}, False),
        ({"attached_to": "regiment", "distance": 361}, True), ({"attached_to": "brigade", "of_it": False}, False),
    ],
)  # fmt: skip
def test_whom_an_attached_leader_serves(outcome, facts, applies):
    assert outcome("leader-reach", **facts).applies is applies


@pytest.mark.rule("CD-command-radius")
@pytest.mark.parametrize("level, radius", [("division", 900), ("corps", 1440), ("army", 2160)])
def test_command_radius(outcome, level, radius):
    assert outcome("command-radius", level=level, distance=radius) == (radius, True)
    assert not outcome("command-radius", level=level, distance=radius + 1).in_command


@pytest.mark.rule("CD-command-radius-effect")
@pytest.mark.parametrize(
    "facts, result",
    [
        ({"to_division": 960}, (False, True, True)), ({"to_division": 900}, (True, True, True)),
        ({"to_corps": 1800}, (True, True, False)), ({"to_corps": 1440}, (True, True, True)),
        ({"to_army": 2161}, (True, True, False)), ({"to_army": 2160}, (True, True, True)),
    ],
)  # fmt: skip
def test_out_of_command(outcome, facts, result):
    assert outcome("command-chain", **facts) == result


@pytest.mark.rule("CD-leader-movement")
def test_leaders_ride_thirty_inches(outcome, refusal):
    assert outcome("leader-move", distance=1800).left == 0
    assert outcome("leader-move", distance=600).left == 1200
    assert refusal("leader-move", distance=1801) == refusal("leader-move", distance=60, moved=True) != ""


@pytest.mark.rule("CD-leader-casualty")
def test_leaders_fall_only_under_the_option(outcome, refusal):
    assert refusal("leader-casualty", steps=5) == "CD-leader-casualty"
    assert outcome("leader-casualty", [10], variant="leader-casualties", steps=3) == (True, "average")
    assert outcome("leader-casualty", [9], variant="leader-casualties", steps=3) == (False, "")
    assert refusal("leader-casualty", variant="leader-casualties", steps=2) == "CD-leader-casualty"
