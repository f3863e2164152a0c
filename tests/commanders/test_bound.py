"""Troops that may not leave a place, as a staff plans for them: bodies by themselves, left where they are."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard import systems
from grognard.battle.commanding import fight_out
from grognard.commanders.clusters import Group, bound_apart
from grognard.scenarios.loading import load
from grognard.scenarios.model import Effect, SpecialRule
from grognard.simulate.many import begin, staffed

GROUP = Group("a", "a and 2 more of 1st", "foot", ("a", "b", "c"))


def test_those_who_are_bound_are_bodies_by_themselves():
    both = bound_apart([GROUP], [Effect("stay", units=("b",), place="Farm"), Effect("stay", units=("b", "z"))])
    assert [(each.id, each.units) for each in both] == [("a", ("a", "c")), ("b", ("b",))]
    assert both[1].name == "those of a and 2 more of 1st who stay"
    assert bound_apart([GROUP], [Effect("stay", units=("a", "b", "c"))]) == (GROUP,)
    assert bound_apart([GROUP], []) == (GROUP,)


@pytest.mark.parametrize("system", systems.playable())
def test_they_are_left_where_they_are_as_long_as_they_are_bound(system):
    found = load("maida")
    side = found.sides[0]
    units = tuple(unit.id for unit in side.all_units() if unit.present)
    width, height = found.header.table_paces
    stay = Effect("stay", units=units, area=((0, 0), (width, 0), (width, height), (0, height)), turns=(1, 2))
    rule = SpecialRule("Hold", "They hold.", effect=(stay,))
    scenario = replace(found, header=replace(found.header, special_rule=(rule,)))
    battle = begin(scenario, seed=1, system=system, options={"turns": 3})
    minds, read = staffed(battle, "staff"), dict[int, bool]()

    def look(*_: object) -> None:
        for seat in battle.fight.seats:
            situation = minds[seat.id]._adapter._situation
            if seat.side == side.name and situation is not None:
                read[situation.turn] = all(body.fixed for body in situation.bodies if body.here)

    fight_out(battle, minds, each_answer=look)
    assert read == {1: True, 2: True, 3: False}
