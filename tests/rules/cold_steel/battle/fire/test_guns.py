"""Guns without gunners: overrun batteries, abandoned guns, spiking."""

import pytest

from grognard.battle.kinds import Noted
from grognard.systems.cold_steel import invariants
from grognard.systems.cold_steel.effects import guns
from grognard.systems.cold_steel.orders import judging, options, specials
from grognard.systems.cold_steel.phases.end_of_turn import guns as at_the_end
from grognard.systems.cold_steel.staging import RED, events, stage, unit
from grognard.systems.cold_steel.table.state import Order, PlainChit


def battery(name="g", side="blue", at=(500, 500), **more):
    return unit(name, side, at=at, arm="foot_artillery", men=120, **more)


def field(*units, dice=(), **more):
    return stage(*units, dice=dice, phase="close_combat", **more)


def overrun(*units, dice=(), foe=(500, 515)):
    """A battery of 6 guns and 2 howitzers, overrun by a red battalion."""
    b = field(battery(), unit("r", RED, at=foe, facing=180), *units, dice=dice)
    guns.overrun(b, "g", by="r", rules=("CS-9.2.2k",))
    return b


@pytest.mark.rule("CS-9.2.2k")
def test_an_overrun_battery_is_lost_and_its_guns_stay():
    b = overrun()
    lost = b.unit("g")
    assert (lost.where, lost.how, lost.guns, lost.howitzers) == ("lost", "overrun", 0, 0)
    [left] = b.world.abandoned.values()
    assert (left.side, left.pieces, left.spiked) == ("blue", 8, False)
    assert b.survey.distance_to("r", left.position) == 15  # they lie where the victor came upon them


@pytest.mark.rule("CS-9.2.2k")
def test_only_guns_still_served_are_left_behind():
    b = field(battery(), unit("r", RED, at=(500, 515), facing=180), state={"g": {"guns": 4, "lost": 2}})
    guns.overrun(b, "g", by="r", rules=("CS-9.2.2k",))
    assert [left.pieces for left in b.world.abandoned.values()] == [6]


@pytest.mark.rule("CS-9.1e", "CS-9.2.2k")
def test_guns_with_the_victor_upon_them_to_the_end_of_the_next_turn_are_spiked():
    b = overrun()
    [name] = b.world.abandoned
    at_the_end.spike(b)
    assert not b.world.abandoned[name].spiked
    at_the_end.spike(b)
    assert b.world.abandoned[name].spiked


@pytest.mark.rule("CS-9.1e")
def test_guns_that_the_enemy_left_in_between_are_not_spiked():
    b = overrun()
    [name] = b.world.abandoned
    at_the_end.spike(b)
    b.emit(Noted(), sets=[b.change("r", position=(500 * 16, 900 * 16))], to=())
    at_the_end.spike(b)
    b.emit(Noted(), sets=[b.change("r", position=(500 * 16, 515 * 16))], to=())
    at_the_end.spike(b)
    assert not b.world.abandoned[name].spiked


@pytest.mark.rule("CS-3.3.2.3h")
@pytest.mark.parametrize(
    "arm, face, done",
    [
        ("infantry", 6, True),
        ("infantry", 5, False),
        ("light_cavalry", 8, False),
        ("light_cavalry", 9, True),
    ],
)
def test_troops_ordered_to_spike_guns_roll_for_it(arm, face, done):
    more = {"men": 240, "squadrons": 1} if arm == "light_cavalry" else {}
    b = overrun(unit("s", RED, at=(500, 480), arm=arm, **more), dice=[face])
    b.emit(Noted(), sets=[b.change("s", order=Order(special=PlainChit("spike_guns")))], to=())
    specials.carry_out(b, "spiking")
    assert [left.spiked for left in b.world.abandoned.values()] == [done]


@pytest.mark.rule("CS-3.3.2.3h")
@pytest.mark.parametrize("y, tries", [(480, True), (479, False)])
def test_only_guns_within_20_paces_are_spiked(y, tries):
    b = overrun(unit("s", RED, at=(500, y)), dice=[10] if tries else [])
    guns.spike(b, "s")
    assert bool(events(b, "spiking")) == tries


@pytest.mark.rule("CS-3.3.2.3h")
def test_a_crewed_enemy_battery_cannot_be_spiked():
    b = field(battery(), unit("r", RED, at=(500, 515), facing=180), dice=[])
    guns.spike(b, "r")
    assert not events(b, "spiking")


@pytest.mark.rule("CS-3.3.2.3h")
@pytest.mark.parametrize("face, where", [(6, "lost"), (5, "table")])
def test_a_battery_may_spike_its_own_guns(face, where):
    b = field(battery(), unit("r", RED, at=(500, 900), facing=180), dice=[face])
    guns.spike(b, "g")
    assert b.unit("g").where == where
    assert not invariants.broken(b)


@pytest.mark.rule("CS-3.3.2.3h")
def test_a_battery_may_be_told_to_spike_its_own_guns_not_its_neighbours():
    b = field(battery(), unit("a", at=(600, 500)), unit("r", RED, at=(500, 900), facing=180))
    assert judging.judge_order(b, "g", Order(special=PlainChit("spike_guns"))) is None
    assert "spike_guns" in options.order_option(b, "g").fields["special"].values
    assert judging.judge_order(b, "a", Order(special=PlainChit("spike_guns"))).rule == "CS-3.3.2.3h"


@pytest.mark.rule("CS-3.3.2.3h")
def test_nobody_spikes_guns_in_the_middle_of_a_melee():
    b = overrun(unit("s", RED, at=(500, 480)), dice=[])
    b.emit(Noted(), sets=[b.change("s", order=Order(special=PlainChit("spike_guns")), melee=("x",))], to=())
    specials.carry_out(b, "spiking")
    assert not events(b, "spiking")


@pytest.mark.rule("CS-3.3.2.3h")
def test_a_battery_among_abandoned_guns_spikes_those_and_keeps_its_own():
    b = overrun(battery("h", RED, at=(500, 480)), dice=[6])
    guns.spike(b, "h")
    assert b.unit("h").where == "table"
    assert all(left.spiked for left in b.world.abandoned.values())
