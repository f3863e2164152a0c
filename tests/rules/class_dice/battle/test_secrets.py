"""What a seat must not learn: battles that differ only in what is hidden from it are the same to it, byte for byte."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from grognard.battle.sighting import asking
from grognard.systems.class_dice.game import GAME
from grognard.systems.class_dice.staging import INCH, RED, events, run, says, stage, unit
from grognard.systems.class_dice.turn import initiative
from grognard.systems.class_dice.turn.units import act


def wood(west: float, south: float, east: float, north: float):
    ring = [
        [x * INCH, y * INCH] for x, y in ((west, south), (east, south), (east, north), (west, north), (west, south))
    ]
    geometry = {"type": "Polygon", "coordinates": [ring]}
    return {"type": "Feature", "properties": {"kind": "heavy_woods"}, "geometry": geometry}


def field(dice=1):
    """Blue sees `b`; `c` is behind a deep wood."""
    b = stage(
        unit("a", at=(30, 10), castings=18),
        unit("b", RED, at=(20, 22), facing=180, castings=18),
        unit("c", RED, at=(40, 30), facing=180, castings=18, formation="column"),
        features=[wood(30, 16, 56, 24)],
        leaders={"red": (40, 32), "red-1": (40, 32), "blue": (30, 8), "blue-1": (30, 8)},
        dice=dice,
    )
    assert b.knows("blue", "b")
    assert not b.knows("blue", "c")
    return b


def told(b, seat="blue") -> bytes:
    """All that a seat gets of the world as it is, and of what has happened."""
    view = GAME.view(b, seat)
    picture = GAME.picture(view, GAME.briefing(b, seat))
    heard = [event.kind for event in events(b) if event.to is None or seat in event.to]
    across = [GAME.sightline(b, seat, (x * INCH * 16, 0), (40 * INCH * 16, 40 * INCH * 16)) for x in (10, 30, 40)]
    return msgspec.json.encode([view, picture, heard, asking.reaches(GAME, b, seat), across])


HIDDEN = {
    "position": (40 * INCH * 16, 33 * INCH * 16),
    "heading": 90,
    "formation": "line",
    "steps": 20,
    "ammunition": 1,
    "status": "shaken",
    "smoke": True,
    "screen": 1,
    "firefight": True,
    "activated": True,
    "moved": True,
    "cw": 3,
    "troop_class": "elite",
}


@pytest.mark.rule("CD-line-of-sight")
@pytest.mark.parametrize("name", HIDDEN)
def test_nothing_shows_of_troops_behind_a_wood(name):
    plain, other = field(), field()
    other.world.units["c"] = replace(other.unit("c"), **{name: HIDDEN[name]})
    other.restarted(other.world)
    other.knowledge.look()
    assert told(other) == told(plain)
    assert told(other, "red") != told(plain, "red")


@pytest.mark.rule("CD-cw-guideline", "CD-ap-supply")
@pytest.mark.parametrize("name", ["ammunition", "cw", "troop_class", "light", "since", "volleyed", "tried", "defended"])
def test_of_troops_in_sight_only_what_can_be_seen_shows(name):
    values = {"ammunition": 1, "cw": 3, "troop_class": "elite", "light": True, "since": 1, "volleyed": True}
    plain, other = field(), field()
    other.world.units["b"] = replace(other.unit("b"), **{name: values.get(name, 1)})
    other.restarted(other.world)
    other.knowledge.look()
    assert told(other) == told(plain)


@pytest.mark.rule("CD-move-table")
def test_a_march_out_of_sight_is_not_told():
    plain, other = field(), field(dice=[5, 5])
    run(act(other, "c", "march", {"to": (40 * INCH, 32 * INCH)}), says())
    assert not other.knows("blue", "c")
    assert told(other) == told(plain)


@pytest.mark.rule("CD-grand-tac-points")
@pytest.mark.parametrize("theirs", [0, 1, 2])
def test_points_are_committed_in_secret(theirs):
    """While both are asked, what the other has committed shows nowhere; nor does what he has left when that is told."""
    b = field(dice=[5, 4])
    steps = initiative.opening(b)
    asked = list(next(steps))
    before, question = told(b), [decision.data() for decision in asked if decision.seat == "blue"]
    red = next(decision for decision in asked if decision.seat == "red")
    asked = list(steps.send((red, red.answer("done", points=theirs))))
    assert [decision.data() for decision in asked] == question
    assert told(b) == before


@pytest.mark.rule("CD-grand-tac-pool")
def test_the_enemys_pool_is_not_in_a_view():
    plain, other = field(), field()
    other.world.points = {"blue": 0, "red": 4}
    plain.world.points = {"blue": 0, "red": 1}
    assert told(other) == told(plain)


@pytest.mark.rule("CD-local-initiative-use")
def test_standing_instructions_stay_with_their_seat():
    plain, other = field(), field()
    other.world.instructions["red"] = replace(other.world.instructions["red"], reactions="never", contests="always")
    assert told(other) == told(plain)
