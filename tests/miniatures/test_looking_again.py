"""What is looked at again only where something has changed: it must come out as if all had been looked at anew."""

from __future__ import annotations

import random

import pytest

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.commanding import Chair
from grognard.battle.kinds import Noted
from grognard.ground.shapes import crosses, pairs, rectangle, segments_meet
from grognard.ground.units import to_sub
from grognard.miniatures.knowledge import Knowledge
from grognard.miniatures.motion.nearness import clearance, overlap
from grognard.miniatures.views import leaders_seen
from grognard.scenarios.loading import load
from grognard.simulate.many import staffed


@pytest.mark.parametrize("system, far_sighted", [("class-dice", True), ("black-powder", False)])
def test_a_look_at_those_who_moved_finds_what_a_look_at_all_does(system, far_sighted):
    battle = Battle.begin(systems.game(system), load("too-few-orders"), seed=5, options={"turns": 3})
    fight, staffs = battle.fight, staffed(battle, "staff")
    assert fight.survey.rules.far_sighted is far_sighted, "in its woods not everybody is seen"
    chairs = {seat.id: Chair(battle, seat.id) for seat in battle.seats}
    looks = 0
    while battle.open:
        decision = battle.open[0]
        battle.answer(staffs[decision.seat].decide(chairs[decision.seat], decision))
        fight.knowledge.look()
        anew = Knowledge(fight, fight.seating, fight.survey, fight.knowledge.rules)
        anew.look()
        assert anew.seen == fight.knowledge.seen
        for seat in battle.seats:
            for leader in fight.leaders:
                assert anew.knows(seat.id, leader) == fight.knowledge.knows(seat.id, leader)
            # what a view tells of leaders is kept over looks that change nothing of it
            shown = {each.id: each.position for each in leaders_seen(fight, seat.id).values()}
            others = [
                each for each in fight.leaders.values() if each.where == "table" and fight.seat_of(each.id) != seat.id
            ]
            assert shown == {each.id: anew.leader_at(each.id) for each in others if anew.knows(seat.id, each.id)}
        looks += 1
    assert looks > 20


def test_who_comes_or_goes_lets_only_those_look_whom_it_concerns():
    battle = Battle.begin(systems.game("class-dice"), load("quatre-bras"), seed=5, options={"turns": 3})
    fight = battle.fight
    fight.knowledge.look()
    enemies = [unit for unit in fight.units.values() if unit.where == "table"]
    coming = [unit for unit in fight.units.values() if unit.where == "waiting"][:6]
    seen = 0
    for unit, foe in zip(coming, enemies[:: len(enemies) // 6], strict=False):
        spot = foe.position[0], foe.position[1] + to_sub(300)
        for change in ({"where": "table", "position": spot}, {"where": "lost"}):
            fight.emit(Noted(), sets=[fight.change(unit.id, **change)], to=())
            anew = Knowledge(fight, fight.seating, fight.survey, fight.knowledge.rules)
            anew.look()
            assert anew.seen == fight.knowledge.seen
            seen += any(unit.id in each for each in anew.seen.values())
            for seat in battle.seats:
                for leader in fight.leaders:
                    assert anew.knows(seat.id, leader) == fight.knowledge.knows(seat.id, leader)
    assert seen, "some of them are seen where they come"


def test_clearance_tells_apart_whom_overlap_does():
    dice = random.Random(3)
    both = [0, 0]
    for _ in range(3000):
        one, other = (
            rectangle(
                (dice.randrange(2500), dice.randrange(2500)), dice.randrange(360), dice.randrange(20, 1500),
                dice.randrange(20, 600),
            )
            for _ in range(2)
        )  # fmt: skip
        meet = overlap(one, other)
        assert (clearance(one, other) <= 0) is meet
        both[meet] += 1
    assert min(both) > 300


def test_a_line_crosses_a_frame_where_it_meets_one_of_its_edges():
    dice = random.Random(4)
    both = [0, 0]
    for _ in range(3000):
        frame = rectangle((dice.randrange(600), dice.randrange(600)), dice.randrange(360), 400, 100)
        a, b = ((dice.randrange(1200), dice.randrange(1200)) for _ in range(2))
        meets = any(segments_meet(a, b, c, d) for c, d in pairs(frame))
        assert crosses(frame, a, b) is meets
        both[meets] += 1
    assert min(both) > 300
    # along an edge and at a corner too, where the line has all of the frame on one side
    square = ((0, 0), (10, 0), (10, 10), (0, 10))
    assert crosses(square, (-5, 0), (20, 0))
    assert crosses(square, (-5, 5), (5, -5))
