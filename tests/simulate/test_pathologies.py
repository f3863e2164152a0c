"""What no sensible army does is counted for each side of a battle."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.ground.field import Field
from grognard.simulate.many import Job, begin_job
from grognard.simulate.pathologies import KINDS, PathologyWatch, UnitTrace, counted

JOB = Job("farm-at-the-crossroads", "steel-canister", {"turns": 3}, ("staff-1", "staff-1"))


def test_both_sides_of_a_battle_are_watched():
    found = counted(JOB, 1)
    assert set(found) == {"Prussians", "French"}
    for turns, count in found.values():
        assert turns > 0
        assert set(count) <= set(KINDS)


def watched():
    battle = begin_job(JOB, 1)
    seat = next(each for each in battle.fight.seats if each.side == "French")
    watch = PathologyWatch(battle, seat.id, "French", Field.from_geojson(battle.scenario.field, "field"))
    picture = battle.game.picture(battle.view(seat.id), battle.game.briefing(battle.fight, seat.id))
    return watch, [unit for unit in picture.units if unit.side == "French" and unit.where == "table"]


def test_to_turn_and_turn_back_on_the_spot_counts_and_to_turn_once_does_not():
    for back, expected in ((-90, 1), (90, 0)):
        watch, units = watched()
        was = UnitTrace((units[0].x, units[0].y), 0, "line", 1, 90, frozenset(), 0)
        now = was._replace(turned=back, still=2)
        watch._judge(units[0], was, now, units, [])
        assert watch.count["turns to and fro"] == expected


def test_a_garrison_that_walks_out_before_the_enemy_counts():
    watch, units = watched()
    [farm] = watch.held
    foe = replace(units[1], id="foe", side="Prussians", x=farm.place[0] + 300, y=farm.place[1])
    inside = UnitTrace(farm.place, 0, "line", 3, 0, frozenset([farm.id]), 0)
    outside = replace(units[0], x=farm.place[0] + 200, y=farm.place[1])
    now = inside._replace(place=(outside.x, outside.y), still=0, inside=frozenset())
    watch._judge(outside, inside, now, [outside], [foe])
    assert watch.count["garrison leaves"] == 1
