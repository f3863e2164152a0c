"""What a seat's table says of units, cards and the turn that an order takes, beyond the core of a picture."""

import pytest

from grognard.miniatures.motion.placements import Placement
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.maneuver.plans import Plan
from grognard.systems.cold_steel.seat import card_pictures, timeline
from grognard.systems.cold_steel.staging import BLUE, RED, stage, unit
from grognard.systems.cold_steel.table.state import Card

HERE = Placement((0, 0), 0)


def picture(b, seat=BLUE):
    return GAME.picture(GAME.view(b, seat), GAME.briefing(b, seat))


def shown(b, name, seat=BLUE):
    return next(each for each in picture(b, seat).units if each.id == name)


@pytest.mark.rule("CS-6.1a")
def test_disorder_is_a_row_that_is_counted_and_pips_behind_the_name():
    b = stage(unit("a", at=(500, 500)), unit("r", RED, at=(500, 800), facing=180), state={"a": {"disorder": 2}})
    for seat in (BLUE, RED):
        (row,) = [row for row in shown(b, "a", seat).rows if row.key == "disorder"]
        (badge,) = shown(b, "a", seat).badges
        assert (row.label, row.value, row.number) == ("Disorder", "2 markers", 2)
        assert (badge.shape, badge.glyph, badge.count, badge.words) == ("pips", "diamond", 2, "2 markers of disorder")
    assert shown(b, "r").badges == ()
    (measure,) = picture(b).measures
    assert (measure.key, measure.first, measure.more.format(n=3)) == ("disorder", "most", "3 more disorder")


@pytest.mark.rule("CS-5.1")
def test_steadiness_is_a_step_of_six():
    b = stage(unit("a", at=(500, 500)), state={"a": {"status": "broken"}})
    steady = shown(b, "a").steadiness
    assert (steady.step, steady.of, steady.word) == (3, 6, "broken")


@pytest.mark.parametrize(
    "quarters, ys, does",
    [
        (2, (0, 0, 0, 0), ["forms", "forms", "stands", "stands"]),
        (2, (0, 0, 30, 60), ["forms", "forms", "goes", "goes"]),
        (0, (30, 60, 60, 60), ["goes", "goes", "stands", "stands"]),
        (0, (0,), ["stands"] * 4),
    ],
)
def test_how_the_quarters_of_a_turn_are_spent(quarters, ys, does):
    places = tuple(Placement((0, y), 0) for y in ys)
    found = Plan(places, "line", 60, 0, quarters, 0, 0, ())
    assert timeline.doings(HERE, found) == does


def test_the_turn_is_told_in_spans_and_not_at_all_where_it_stands():
    b = stage(unit("a", at=(500, 500)))
    now = b.unit("a")
    here = Placement(now.position, now.heading)
    on = Placement((now.position[0], now.position[1] + 800), now.heading)
    moves = Plan((here, here, on, on), "column_of_zuege", 50, -8, 2, 0, 0, ())
    assert [(span.text, span.share, span.style) for span in timeline.track(now, moves)] == [
        ("column of Züge", 2, "hatched"),
        ("8° left, 50 paces", 1, "full"),
        ("stands", 1, "empty"),
    ]
    assert timeline.track(now, Plan((here,) * 4, "line", 0, 0, 0, 0, 0, ())) == ()


@pytest.mark.rule("CS-1.6.4b")
@pytest.mark.parametrize("x, face", [(540, "frame"), (900, "back")])
def test_a_card_hides_nothing_once_its_troops_are_in_sight_on_it(x, face):
    b = stage(unit("a", at=(500, 500)), unit("r", RED, at=(x, 700), facing=180))
    b.world.cards["k"] = Card("k", RED, RED, "infantry", (500 * 16, 700 * 16), 180, "one", "red-card-1")
    (card,) = card_pictures.cards(GAME.view(b, BLUE), GAME.briefing(b, BLUE))
    assert (card.face, card.signs, card.words) == (face, (), "card 1 of the red, face down")


def test_quality_is_told_in_words_and_not_in_those_of_the_program():
    b = stage(unit("a", at=(500, 500)), ratings={"a": {"discipline": "raw_recruits"}})
    (quality,) = [row.value for row in shown(b, "a").rows if row.label == "Quality"]
    assert quality.endswith(", raw recruits")


@pytest.mark.rule("CS-8.2.1a", "CS-8.1a")
@pytest.mark.parametrize("weapon, guns, farthest", [("musket", 0, "P2"), ("rifle", 0, "P1"), ("musket", 2, "P1")])
def test_before_foot_no_zone_is_drawn_to_which_its_fire_does_not_carry(weapon, guns, farthest):
    b = stage(unit("a", at=(500, 500), battalion_guns=guns), ratings={"a": {"weapon": weapon}})
    rings = picture(b).rings
    assert [ring.name for ring in rings if not ring.arms or "infantry" in ring.arms][-1] == farthest
    assert [ring.name for ring in rings if not ring.arms or "artillery" in ring.arms][-1] == "P0"
