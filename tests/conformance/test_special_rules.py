"""Special rules of battles under every system: harder checks, troops that wait, or may not leave a place, limits of
sight."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard import systems
from grognard.battle.commanding import fight_out
from grognard.battle.special.effects import SpecialEffects, worth_in
from grognard.ground.units import SUB
from grognard.kernel.modifiers import Applied
from grognard.scenarios.loading import load
from grognard.scenarios.model import Effect, SpecialRule
from grognard.simulate.many import begin, staffed

SYSTEMS = systems.playable()
BATTLE = "farm-at-the-crossroads"


def scenario(*effects: Effect):
    found = load(BATTLE)
    rule = SpecialRule("Wet powder", "Muskets misfire.", effect=effects)
    return replace(found, header=replace(found.header, special_rule=(rule,)))


def effects(system: str, *given: Effect) -> SpecialEffects:
    return SpecialEffects(scenario(*given), worth_in(systems.folder_of(system)))


UNIT = next(load(BATTLE).sides[0].all_units())
SIDES = [side.name for side in load(BATTLE).sides]


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_says_what_a_step_is_worth_and_by_which_rule(system: str) -> None:
    worth, book = worth_in(systems.folder_of(system)), systems.rulebook(system)
    assert {"musketry", "artillery", "morale", "command"} <= set(worth.on)
    for each in worth.on.values():
        assert book[each.rule].id == each.rule
        assert each.step > 0
        assert each.why
    assert book[worth.wait].id == worth.wait
    assert book[worth.stay].id == worth.stay


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_modifier_holds_for_whom_and_when_it_is_said(system: str) -> None:
    step = worth_in(systems.folder_of(system)).on["musketry"].step
    found = effects(system, Effect("modifier", turns=(2, 3), side=SIDES[0], arm=UNIT.kind, on="musketry", steps=-2))
    (told,) = found.modifiers("musketry", 2, unit=UNIT.id)
    assert (told.label, told.value) == ("Wet powder", -2 * step)
    foe = next(unit.id for unit in load(BATTLE).sides[1].all_units())
    for other in (
        found.modifiers("musketry", 1, unit=UNIT.id), found.modifiers("musketry", 4, unit=UNIT.id),
        found.modifiers("morale", 2, unit=UNIT.id), found.modifiers("musketry", 2, unit=foe),
    ):  # fmt: skip
        assert other == ()


@pytest.mark.parametrize("system", SYSTEMS)
def test_who_waits_takes_no_orders_until_his_turn_or_the_enemy_comes(system: str) -> None:
    found = effects(system, Effect("wait", turns=(1, 4), units=(UNIT.id,), unless_within=500))
    told = found.waits(4, UNIT.id, lambda paces: False)
    assert told is not None
    assert "turn 5" in told.reason
    assert found.waits(5, UNIT.id, lambda paces: False) is None
    assert found.waits(1, UNIT.id, lambda paces: paces == 500) is None
    assert found.waits(1, "another", lambda paces: False) is None


@pytest.mark.parametrize("system", SYSTEMS)
def test_units_that_wait_stand_where_they_are_whatever_the_staff_wishes(system: str) -> None:
    waiting = tuple(unit.id for unit in load(BATTLE).sides[0].all_units())
    battle = begin(scenario(Effect("wait", units=waiting)), seed=1, system=system, options={"turns": 2})
    before = {unit: place(battle.fight.world.units[unit]) for unit in waiting}
    fight_out(battle, staffed(battle, "staff"))
    stayed = [unit for unit in waiting if place(battle.fight.world.units[unit]) == before[unit]]
    # one or the other may have run
    assert len(stayed) >= len(waiting) - 1


WAYS_BACK = ("fell_back", "went_back", "retreated", "recoiled", "withdrew")
"""Kinds of events by which troops go back that have to."""
FLIGHTS = ("streams back", "flees", "falls back", "retires", "drives off")
"""How they go under Cold Steel, where one kind of event tells of all moves."""


def goes_back(entry: Any) -> bool:
    return getattr(entry, "kind", "") in WAYS_BACK or (
        getattr(entry, "kind", "") == "moved" and entry.values.get("how") in FLIGHTS
    )


class Area:
    """The ground on which a side stands at first, with some paces around it, and who may not leave it."""

    def __init__(self, paces: int) -> None:
        self.units = {unit.id: unit for unit in load(BATTLE).sides[1].all_units() if unit.present}
        xs, ys = zip(*(unit.position[:2] for unit in self.units.values()), strict=True)
        self.west, self.east = min(xs) - paces, max(xs) + paces
        self.south, self.north = min(ys) - paces, max(ys) + paces
        corners = ((self.west, self.south), (self.east, self.south), (self.east, self.north), (self.west, self.north))
        self.effect = Effect("stay", units=tuple(self.units), area=corners)

    def left_by(self, fight: Any) -> set[str]:
        """Those who are outside: on a grid of spaces, by more than one of them."""
        slack = fight.board.side / SUB if hasattr(fight, "board") else 0
        return {unit for unit in self.units if not self._holds(fight, unit, slack)}

    def _holds(self, fight: Any, unit: str, slack: float) -> bool:
        now = fight.world.units.get(unit)
        if now is None or now.where not in ("table", "board"):
            return True
        x, y = (each / SUB for each in (fight.board.middle(now.space) if slack else now.position))
        within = self.west - slack <= x <= self.east + slack, self.south - slack <= y <= self.north + slack
        return all(within)


@pytest.mark.parametrize("mind", ["staff", "straight-ahead"])
@pytest.mark.parametrize("system", SYSTEMS)
def test_units_that_may_not_leave_a_place_are_out_of_it_only_where_they_were_driven(system: str, mind: str) -> None:
    area, out, driven = Area(20), set[str](), set[str]()
    battle = begin(scenario(area.effect), seed=1, system=system, options={"turns": 8})
    read = 0

    def look(*_: Any) -> None:
        nonlocal read
        told = filter(goes_back, battle.fight.entries[read:])
        driven.update(unit for entry in told for unit in entry.units.values())
        read = len(battle.fight.entries)
        out.update(area.left_by(battle.fight))

    fight_out(battle, staffed(battle, mind), each_answer=look)
    assert out <= driven
    free = begin(scenario(), seed=1, system=system, options={"turns": 8})
    elsewhere = set[str]()
    fight_out(free, staffed(free, mind), each_answer=lambda *_: elsewhere.update(area.left_by(free.fight)))
    # the careful may stay of themselves
    assert elsewhere - out or mind == "staff"


SIGHTED = [each for each in SYSTEMS if "sight" in systems.special_words(each) and each != "steel-canister"]
"""Those who measure sight on open ground; on spaces it has a test among its rules."""


@pytest.mark.parametrize("system", SIGHTED)
def test_in_a_fog_of_the_battle_nobody_sees_farther_and_afterwards_all_do_again(system: str) -> None:
    paces, until = 300, 2
    fog = begin(scenario(Effect("sight", turns=(1, until), paces=paces)), seed=1, system=system, options={"turns": 4})
    clear = begin(scenario(), seed=1, system=system, options={"turns": 4})
    seats = [seat.id for seat in fog.fight.seats]
    # at the start they stand too far apart for it
    assert any(clear.fight.knowledge.seen_by(seat) for seat in seats)
    assert not any(fog.fight.knowledge.seen_by(seat) for seat in seats)
    seen: dict[bool, int] = {True: 0, False: 0}

    def look(*_: Any) -> None:
        fight = fog.fight
        foggy = fight.moment()[0] <= until
        for seat in seats:
            for foe in fight.knowledge.seen_by(seat):
                if fight.units[foe].where != "table" or fight.units[foe].side == fight.seating.side_of(seat):
                    continue
                seen[foggy] += 1
                if foggy:
                    eyes = [fight.survey.distance(eye, foe) for eye in fight.knowledge.eyes(seat)]
                    posts = [each.position for each in fight.leaders.values() if fight.seat_of(each.id) == seat]
                    near = min((*eyes, *(fight.survey.distance_to(foe, post) for post in posts)))
                    assert near <= fight.sight_limit
        if not foggy:
            assert fight.sight_limit == 0

    fight_out(fog, staffed(fog, "staff"), each_answer=look)
    assert seen[False]


def place(now: Any) -> Any:
    return getattr(now, "space", None) or now.position


def test_what_a_battle_imposes_counts_in_dice_odds_and_words() -> None:
    check = systems.rules("cold-steel")["morale"]
    plain = check.situation(morale_rating=9)
    harder = plain.under((Applied("CS-5.2.2a", "Wet powder", -3),))
    assert harder != plain
    assert harder.replace(disorder=1).imposed == harder.imposed
    assert "imposed" not in harder.items()
    steady = lambda out: out.status == "steady"  # noqa: E731
    assert check.odds(harder).chance(steady) <= check.odds(plain).chance(steady)
    assert check.odds(harder) != check.odds(plain)
