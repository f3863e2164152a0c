"""The staff and works, fires, engineers, boats and guns, in battles of some turns on made fields.

Both sides are commanded by the staff in all of them, and none of its answers may be refused."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.battle.battles import Battle
from grognard.battle.commanding import Chair
from grognard.battle.decisions import Answer, Decision
from grognard.battle.events import Event
from grognard.ground.units import SUB
from grognard.scenarios.model import Boat, Condition, Victory
from grognard.simulate.many import staffed
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.staging import BLUE, RED, scenario, unit
from grognard.systems.cold_steel.table.ground import structures
from grognard.systems.cold_steel.table.state import Force, Structure

Spot = tuple[float, float]
FAR_FOE = unit("r", RED, at=(1500, 2900), facing=180)


def box(kind: str, west: float, south: float, east: float, north: float, **properties: Any) -> dict[str, Any]:
    ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
    shape = {"type": "Polygon", "coordinates": [ring]}
    return {"type": "Feature", "properties": {"kind": kind, **properties}, "geometry": shape}


def line(kind: str, *points: Spot, **properties: Any) -> dict[str, Any]:
    shape = {"type": "LineString", "coordinates": [list(point) for point in points]}
    return {"type": "Feature", "properties": {"kind": kind, **properties}, "geometry": shape}


def ground(side: str, west: float, south: float, east: float, north: float) -> Condition:
    """Points for a side that holds a rectangle of ground."""
    area = ((west, south), (east, south), (east, north), (west, north))
    return Condition(side=side, kind="ground", points=5, text="the ground", measure="held", area=area)


class Played:
    """A battle by staffs, watched: every answer they gave, and that none of them was refused."""

    def __init__(
        self, *units: Any, goals: Any = (), turns: int = 40, seed: int = 1, options: Any = None, **more: Any
    ) -> None:
        made = scenario(*units, victory=Victory(turns, condition=tuple(goals)), **more)
        self.battle = Battle.begin(GAME, made, seed=seed, options=options or {})
        self.b: Any = self.battle.fight
        # by the first staff, whose plan for so few units is simple: what is looked at here is what is done under it
        self.staffs = staffed(self.battle, "staff-1")
        self.chairs = {seat.id: Chair(self.battle, seat.id) for seat in self.b.seats}
        self.answers: list[tuple[int, Answer]] = []
        for staff in self.staffs.values():
            self._watch(staff._adapter)

    def _watch(self, adapter: Any) -> None:
        """The staff as a whole would take the rules' suggestion in place of a refused answer: look beneath it."""
        decide = adapter.decide

        def watched(chair: Chair, decision: Decision, plan: Any) -> Answer | None:
            answer: Answer | None = decide(chair, decision, plan)
            assert answer is None or decision.refusal(answer) is None, (answer, decision.refusal(answer))
            return answer

        adapter.decide = watched

    def play(self, turns: int) -> Played:
        """So many turns more."""
        last = self.battle.turn + turns
        while self.battle.open and self.battle.turn < last:
            decision = self.battle.open[0]
            answer = self.staffs[decision.seat].decide(self.chairs[decision.seat], decision)
            self.answers.append((self.battle.turn, answer))
            self.battle.answer(answer)
        return self

    def burns(self, name: str, since: int = 0) -> Played:
        """Something burns, for so many turns already."""
        lit = max(1, self.battle.turn - since)
        self.b.world.structures[name] = Structure(name, lit=lit, whole="light_works")
        return self

    def suffered(self, unit: str, **fields: Any) -> Played:
        """A unit is in another state than it would be."""
        self.b.world.units[unit] = replace(self.b.unit(unit), **fields)
        return self

    def at(self, unit: str) -> Spot:
        x, y = self.b.unit(unit).position
        return x / SUB, y / SUB

    def inside(self, unit: str, name: str) -> bool:
        """Whether any part of the unit stands in a structure."""
        area = self.b.built[name]
        return any(area.holds(corner) for corner in (*self.b.survey.body(unit).frame, self.b.survey.middle(unit)))

    def told(self, *kinds: str) -> list[Event]:
        return [entry for entry in self.battle.entries if isinstance(entry, Event) and entry.kind in kinds]

    def marked(self, special: str, unit: str = "") -> list[int]:
        """Turns on which a unit was given a special chit under its mission."""
        return [
            turn
            for turn, answer in self.answers
            if answer.option == "mark"
            and answer.values.get("special", "") == special
            and (not unit or answer.values["unit"] == unit)
        ]


# -- fires

FARM = box("village", 400, 450, 600, 600, name="farm")
HOLD_FARM = ground(BLUE, 300, 350, 900, 700)


def in_the_farm(*others: Any, **more: Any) -> Played:
    garrison = unit("a", at=(500, 530), formation="garrison")
    return Played(garrison, *(others or (FAR_FOE,)), features=[FARM], goals=[HOLD_FARM], **more)


def test_a_garrison_fights_the_fire_in_what_it_holds():
    p = in_the_farm().play(1).burns("farm").play(3)
    assert p.marked("fight_fire", "a")
    assert p.told("fire_fought")[-1].values["out"], "with this seed they put it out"
    assert p.b.unit("a").formation == "garrison"


def test_who_is_on_his_way_to_attack_lets_it_burn():
    p = Played(unit("a", at=(500, 530), facing=0), FAR_FOE, features=[FARM], goals=[ground(BLUE, 300, 2000, 900, 2400)])
    p.play(1).suffered("a", position=(500 * SUB, 530 * SUB)).burns("farm").play(2)
    assert not p.marked("fight_fire", "a")
    assert p.at("a")[1] > 530


def test_neighbours_with_nothing_to_do_help_to_put_it_out():
    p = in_the_farm(unit("c", at=(660, 530), facing=0), FAR_FOE).play(1).burns("farm").play(1)
    assert p.marked("fight_fire", "c")
    assert not in_the_farm(unit("c", at=(900, 530)), FAR_FOE).play(1).burns("farm").play(1).marked("fight_fire", "c")


def test_a_garrison_leaves_a_house_that_nobody_can_save_and_goes_clear_of_it():
    p = in_the_farm().play(7).burns("farm", since=6).play(4)
    assert p.marked("leave", "a") == [8]
    assert p.b.unit("a").formation != "garrison"
    assert structures.burning(p.b, "farm")
    assert not p.inside("a", "farm")


def test_with_the_enemy_before_the_walls_a_garrison_stays_in_them_though_they_burn():
    p = in_the_farm().play(7).burns("farm", since=6)
    p.b.world.structures["farm"] = replace(p.b.world.structures["farm"], whole="heavy_works", raised=2)
    p.suffered("r", position=(500 * SUB, 900 * SUB))
    p.b.knowledge.look()
    p.play(1)
    assert not p.marked("leave")
    assert p.b.unit("a").formation == "garrison"


def test_nobody_is_sent_into_a_fire_and_all_go_in_once_it_is_out():
    goal = ground(BLUE, 400, 450, 600, 600)
    p = Played(unit("a", at=(500, 200)), unit("c", at=(700, 200)), FAR_FOE, features=[FARM], goals=[goal]).burns("farm")
    while structures.burning(p.b, "farm"):
        p.play(1)
        assert not p.inside("a", "farm")
        assert not p.inside("c", "farm")
    assert p.battle.turn == 12  # ten turns for a plain house and its ruins
    p.play(4)
    assert p.inside("a", "farm") or p.inside("c", "farm")


def test_a_way_leads_round_a_fire():
    def goes_through(*, fire: bool) -> bool:
        p = Played(unit("a", at=(500, 200)), FAR_FOE, features=[FARM], goals=[ground(BLUE, 400, 1000, 600, 1200)])
        if fire:
            p.burns("farm")
        through = [p.play(1).inside("a", "farm") for _ in range(7)]
        assert p.at("a")[1] > 900
        return any(through)

    assert goes_through(fire=False)
    assert not goes_through(fire=True)


def test_a_mission_given_before_the_fire_is_changed_for_a_way_round_it():
    goal = ground(BLUE, 400, 1400, 600, 1600)
    farm = box("village", 400, 900, 600, 1000, name="farm")
    p = Played(unit("a", at=(500, 200)), FAR_FOE, features=[farm], goals=[goal]).play(2).burns("farm")
    p.play(1)
    routes = [answer.values.get("route") for _, answer in p.answers if answer.option in ("mission", "aide")]
    assert not routes[0]
    assert any(routes[1:])


# -- works

REDOUBT = box("medium_works", 450, 700, 560, 760, name="redoubt")
BOTH_WANT = [ground(side, 400, 350, 900, 800) for side in (BLUE, RED)]


def test_foot_that_defends_beside_a_redoubt_mans_it_and_the_rest_stays_where_it_is():
    foes = [unit(name, RED, at=(x, 2400), facing=180) for name, x in (("r", 500), ("s", 700))]
    p = Played(unit("a", at=(500, 560)), unit("c", at=(900, 560)), *foes, features=[REDOUBT], goals=BOTH_WANT).play(3)
    for _ in range(6):
        assert p.b.unit("a").formation == "garrison"
        assert p.b.built["redoubt"].holds(p.b.survey.middle("a"))
        p.play(1)
    assert p.at("c") == (900, 560)


def test_nobody_goes_into_a_redoubt_that_burns():
    burning = box("medium_works", 450, 700, 560, 760, name="redoubt", flammable=True)
    p = Played(unit("a", at=(500, 560)), FAR_FOE, features=[burning], goals=BOTH_WANT).burns("redoubt").play(4)
    assert not p.marked("occupy")
    assert p.b.unit("a").formation != "garrison"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_horse_does_not_charge_works(seed):
    """In the open it goes at these disordered battalions."""

    def charged(*features: Any) -> bool:
        p = (
            Played(
                unit("h", at=(500, 300), arm="heavy_cavalry", formation="line"),
                unit("k", at=(900, 200)),
                unit("r", RED, at=(500, 735), facing=180),
                features=features,
                seed=seed,
                goals=[ground(BLUE, 400, 600, 600, 800), ground(RED, 400, 600, 900, 800)],
            )
            .suffered("r", disorder=4)
            .play(8)
        )
        return p.at("h")[1] > 420

    assert charged()
    assert not charged(REDOUBT)


# -- engineers


def sappers(*others: Any, **more: Any) -> Played:
    return Played(unit("a", at=(500, 500), engineers=2), *others, goals=[ground(BLUE, 400, 350, 900, 700)], **more)


def test_engineers_who_wait_for_the_enemy_bar_his_way_then_build_works():
    foes = [unit(name, RED, at=(x, 2400), facing=180) for name, x in (("r", 500), ("s", 700))]
    p = sappers(unit("c", at=(700, 500)), *foes).play(9)
    first, *rest = p.marked("make_obstacle", "a")
    assert first == 1
    assert p.marked("build_works", "a") == [max([first, *rest]) + 1]
    kinds = {work.kind: work for work in p.b.world.works.values()}
    assert kinds["obstacle"].paces == 120, "all along its front"
    assert p.told("works_built")


def test_engineers_with_nobody_before_them_build_works_at_once():
    p = sappers(unit("r", RED, at=(2800, 500), facing=270)).play(6)
    assert p.marked("build_works", "a") == [1]
    assert not p.marked("make_obstacle")


def test_engineers_lay_down_their_tools_when_the_enemy_is_near():
    p = sappers(unit("r", RED, at=(500, 850), facing=180), unit("s", RED, at=(700, 850), facing=180)).play(3)
    assert not p.marked("build_works")
    assert not p.marked("make_obstacle")


def test_troops_without_engineers_dig_nothing():
    goal = ground(BLUE, 400, 350, 900, 700)
    p = Played(unit("a", at=(500, 500)), unit("r", RED, at=(500, 2400), facing=180), goals=[goal]).play(6)
    assert not p.b.world.works


def test_engineers_clear_a_hedge_for_those_who_follow():
    column = {"formation": "column_of_divisions"}
    hedge = line("hedge", (0, 500), (3000, 500))
    p = Played(
        unit("a", at=(500, 485), engineers=2, **column),
        unit("c", at=(500, 300), **column),
        unit("r", RED, at=(2800, 2800), facing=270),
        features=[hedge],
        goals=[ground(BLUE, 300, 1000, 700, 1200)],
    ).play(6)
    assert p.marked("clear_obstacle", "a")
    assert [work.kind for work in p.b.world.works.values()] == ["gap"]
    assert p.at("a")[1] > 900
    assert p.at("c")[1] > 600
    assert p.b.unit("a").disorder == p.b.unit("c").disorder == 0


def test_engineers_alone_step_over_it():
    hedge = line("hedge", (0, 500), (3000, 500))
    p = Played(
        unit("a", at=(500, 485), engineers=2, formation="column_of_divisions"),
        unit("r", RED, at=(2800, 2800), facing=270),
        features=[hedge],
        goals=[ground(BLUE, 400, 1000, 700, 1200)],
    ).play(4)
    assert not p.marked("clear_obstacle")
    assert p.at("a")[1] > 600


# -- guns


def test_a_spent_battery_with_horse_coming_for_it_spikes_its_guns_where_they_are_a_prize():
    def battle(seed: int, *prizes: Condition) -> Played:
        p = Played(
            unit("g", at=(600, 600), arm="foot_artillery"),
            *(unit(name, at=(1300 + 130 * i, 300)) for i, name in enumerate("abcdef")),
            unit("h", RED, at=(600, 1100), facing=180, arm="heavy_cavalry", formation="line"),
            unit("s", RED, at=(700, 1160), facing=180),
            seed=seed,
            goals=[ground(BLUE, 1300, 200, 1700, 500), *prizes],
        )
        return p.suffered("g", lost=5, guns=2, howitzers=1).play(3)

    prize = Condition(side=RED, kind="losses", points=5, text="guns taken", measure="guns_taken")
    fought = [battle(seed, prize) for seed in range(1, 7)]
    assert all(p.marked("spike_guns", "g") for p in fought)
    assert any(p.told("spiking") for p in fought)
    assert not battle(1).marked("spike_guns")


# -- lying down


def under_long_shots(**more: Any) -> Played:
    battalions = (unit(name, at=(450 + 150 * i, 500)) for i, name in enumerate("abcd"))
    guns = unit("g", RED, at=(600, 1500), facing=180, arm="foot_artillery")
    return Played(
        *battalions, guns, unit("r", RED, at=(600, 2700), facing=180), goals=[ground(BLUE, 300, 350, 1100, 700)], **more
    )


def test_foot_that_has_to_stand_under_long_shots_lies_down_and_is_up_before_the_enemy_comes():
    p = under_long_shots(seed=2)
    while not p.told("lay_down"):
        p.play(1)
        assert p.battle.turn < 15
    down = p.told("lay_down")[0].units["unit"]
    assert p.marked("lie_down", down)
    p.play(20)
    near = [foe for foe in ("r", "g") if p.b.unit(foe).where == "table" and abs(p.at(foe)[1] - p.at(down)[1]) < 600]
    assert not (near and p.b.unit(down).prone)
    assert p.marked("stand_up", down)


# -- boats


RIVER = line("river", (0, 1000), (1500, 1000), (3000, 1000), width_paces=120, fordable=False)
BEYOND_RIVER = ground(BLUE, 400, 1500, 800, 1800)
PUNT = Boat("punt", BLUE, (550, 945), 500)
ACROSS = unit("r", RED, at=(2600, 2600), facing=180)


def test_foot_whose_task_lies_across_a_river_goes_over_by_boat_one_after_the_other():
    p = Played(
        unit("a", at=(500, 500)), unit("c", at=(700, 500)), ACROSS, features=[RIVER], boats=[PUNT], goals=[BEYOND_RIVER]
    ).play(26)
    assert [event.units["unit"] for event in p.told("embarked")] == ["a", "c"]
    assert [event.units["unit"] for event in p.told("disembarked")] == ["a", "c"]
    assert p.at("a")[1] > 1400
    assert p.at("c")[1] > 1060


def test_with_a_bridge_nobody_goes_by_boat():
    bridge = {
        "type": "Feature",
        "properties": {"kind": "bridge", "radius": 30},
        "geometry": {"type": "Point", "coordinates": [900, 1000]},
    }
    p = Played(unit("a", at=(500, 500)), ACROSS, features=[RIVER, bridge], boats=[PUNT], goals=[BEYOND_RIVER]).play(12)
    assert not p.told("embarked", "boat_moved")
    assert p.at("a")[1] > 1000


def test_boats_too_small_for_anybody_are_left_alone():
    p = Played(
        unit("a", at=(500, 500)),
        ACROSS,
        features=[RIVER],
        boats=[Boat("skiff", BLUE, (550, 945), 40)],
        goals=[BEYOND_RIVER],
    ).play(6)
    assert not p.told("embarked", "boat_moved")


def test_foot_that_stands_on_its_own_bank_leaves_the_boats_alone():
    p = Played(
        unit("a", at=(550, 930)), ACROSS, features=[RIVER], boats=[PUNT], goals=[ground(BLUE, 300, 700, 800, 940)]
    ).play(5)
    assert not p.told("embarked", "boat_moved")


# -- beyond the table


@pytest.mark.parametrize("seed", [1, 2])
def test_nobody_marches_off_the_table_and_a_column_beyond_it_gets_its_mission(seed):
    horse = {"arm": "light_cavalry", "formation": "line"}
    p = Played(
        *(unit(name, at=(150 + 150 * i, 400)) for i, name in enumerate("abc")),
        unit("h", at=(60, 400), **horse),
        *(unit(f"r{i}", RED, at=(150 + 150 * i, 1900), facing=180) for i in range(3)),
        seed=seed,
        size=(2400, 2400),
        goals=[ground(side, 0, 900, 500, 1400) for side in (BLUE, RED)],
        options={"off_board": "yes"},
    )
    b = p.b
    b.world.units["c"] = replace(b.unit("c"), where="beyond", mission="")
    b.world.forces["c/off-1"] = Force("c/off-1", BLUE, BLUE, ("c",), "west", 600)
    b.knowledge.look()
    p.play(12)
    sent = [answer for _, answer in p.answers if answer.option == "beyond"]
    assert [answer.values["units"] for answer in sent] == [["c"]]
    assert sent[0].values["kind"] == "attack"
    assert not p.told("beyond_reach")


# -- all at once


def made_battle(seed: int) -> Played:
    """A field with everything on it: houses that burn, redoubts, hedges, a river, boats, engineers, guns."""
    random = Random(seed)

    def troops(side: str, name: str, y: float) -> Any:
        arm = random.choice(["infantry"] * 5 + ["heavy_cavalry", "foot_artillery", "light_cavalry"])
        companies = random.choice([0, 0, 1, 3]) if arm == "infantry" else 0
        more = {"formation": "line"} if "cavalry" in arm else {}
        facing, at = (0 if side == BLUE else 180), (random.randrange(200, 2200), y + random.randrange(-150, 150))
        return unit(
            name, side, at=at, facing=facing, arm=arm, men=random.choice([240, 480]), engineers=companies, **more
        )

    units = [troops(side, f"{side}-{i}", y) for side, y in ((BLUE, 350.0), (RED, 2050.0)) for i in range(7)]
    units += [unit(f"{side}-foot", side, at=(1200, y), facing=f) for side, y, f in ((BLUE, 500, 0), (RED, 1900, 180))]
    houses = [(random.randrange(200, 2000), random.randrange(500, 1800)) for _ in range(4)]
    features = [box("village", x, y, x + 120, y + 90, name=f"house {i}") for i, (x, y) in enumerate(houses[:3])]
    features += [box("light_works", x, y, x + 150, y + 50, name="works", flammable=True) for x, y in houses[3:]]
    features += [line(random.choice(["hedge", "wall"]), (100, 900), (1100, 950))]
    wet = seed % 2
    features += [line("river", (0, 1300), (2400, 1300), width_paces=80, fordable=False)] if wet else []
    boats = [Boat(f"boat of {side}", side, (1100, y), 500) for side, y in ((BLUE, 1265), (RED, 1335))] if wet else []
    goals = [ground(side, 900, 900, 1500, 1700) for side in (BLUE, RED)]
    options = {"off_board": "yes" if seed % 3 else "no"}
    p = Played(
        *units, features=features, boats=boats, goals=goals, size=(2400, 2400), seed=seed, options=options, turns=14
    )
    for name in p.b.built:
        if random.random() < 0.6:
            p.burns(name)
    return p


@pytest.mark.parametrize("seed", range(1, 5))
def test_whatever_lies_on_the_field_no_answer_of_the_staff_is_refused(seed):
    p = made_battle(seed).play(14)
    assert not GAME.invariants(p.b)
    assert not p.marked("start_fire")
    assert not p.marked("destroy_structure")


def test_the_same_seed_gives_the_same_battle_with_all_of_it():
    one, other = (made_battle(3).play(6) for _ in range(2))
    assert one.answers == other.answers
