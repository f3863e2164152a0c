"""Division effectiveness in play: when a division tests, what counts for it, and who retires."""

import pytest
from msgspec.structs import replace

from grognard.army.oob import Leader
from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.kernel.sources import ScriptedDice
from grognard.scenarios.loading import load
from grognard.systems.cold_steel import setup
from grognard.systems.cold_steel.facts.initiative import objectives
from grognard.systems.cold_steel.orders.answers import to_order
from grognard.systems.cold_steel.phases import initiative
from grognard.systems.cold_steel.phases.end_of_turn.leaders import leader_casualties
from grognard.systems.cold_steel.staging import BLUE, RED, events, run, scenario, stage, unit
from grognard.systems.cold_steel.table.state import Order, Straight

from ..ground import area

LOST = {"where": "lost"}
BLUES = "blue: blue brigade"


def battalions(count, *, y=500, **more):
    return [unit(f"b{i}", at=(300 + 200 * i, y), men=400, **more) for i in range(count)]


def division(count, lost, *, enemy=(300, 1700), dice=1, ratings=None, state=None, more=(), **rest):
    """A blue division of so many battalions of morale 8, of which the last few are lost."""
    names = [f"b{i}" for i in range(count)]
    gone = dict.fromkeys(names[count - lost :], LOST)
    worth = {name: {"morale_rating": 8, "discipline": "trained"} for name in names}
    foe = unit("r", RED, at=enemy, facing=180, men=200)
    return stage(
        *battalions(count),
        foe,
        *more,
        phase="initiative",
        dice=dice,
        ratings={**worth, **(ratings or {})},
        state={**gone, **(state or {})},
        **{"level": "division", **rest},
    )


def play(b):
    run(initiative.play(b))
    return b


def tried(b):
    return {event.units["unit"]: event for event in events(b, "effectiveness")}


@pytest.mark.rule("CS-4.4a", "CS-2c")
@pytest.mark.parametrize("lost, tested", [(2, 0), (3, 7)])
def test_a_division_that_has_lost_thirty_percent_of_its_units_tests_each_of_the_others(lost, tested):
    b = play(division(10, lost))
    assert len(tried(b)) == tested
    assert b.world.divisions[BLUES].tested == (30 if tested else 0)


@pytest.mark.rule("CS-4.4a", "CS-M2-4.4b")
@pytest.mark.parametrize("level, variants, tested", [
    ("division", (), 7), ("brigade", (), 0), ("regiment", (), 0), ("brigade", ("brigades-are-tested",), 7),
    ("brigade", ("module-2",), 0), ("brigade", ("module-2", "module-2-division-test"), 7),
])  # fmt: skip
def test_brigades_take_no_division_test_outside_module_2(level, variants, tested):
    b = play(division(10, 3, level=level, variants=variants))
    assert len(tried(b)) == tested
    assert bool(b.world.divisions) is (level == "division" or bool(variants))


@pytest.mark.rule("CS-4.4a")
def test_at_quatre_bras_brigades_test_with_their_division_and_loose_ones_not_at_all():
    b = setup.begin(load("quatre-bras"), setup.Options())
    assert {b.division(unit) for unit in ("27th-jaegers", "2-2nd-nassau", "bijlevelds-horse-battery")} == {
        "Allies: 2nd Netherlands Division"
    }
    assert b.division("3-1st-royal-scots") == b.division("rogerss-battery") == "Allies: 5th Division"
    assert b.division("8e-cuirassiers") == ""
    assert set(b.world.divisions) == {
        "Allies: 2nd Netherlands Division",
        "Allies: 5th Division",
        "Allies: 3rd Division",
        "Allies: Brunswick Corps",
        "Allies: Guards Division (1st Division)",
        "French: Bachelu's 5th Infantry Division",
        "French: Foy's 9th Infantry Division",
        "French: Piré's 2nd Cavalry Division",
        "French: Prince Jérôme's 6th Infantry Division",
    }


@pytest.mark.rule("CS-4.4.1a", "CS-10.1.2a")
@pytest.mark.parametrize("dice, counted", [((10, 10, 7), 0), ((10, 10, 8), 1), ((10, 10, 10), 1)])
def test_a_commander_killed_or_seriously_wounded_counts_against_his_division(dice, counted):
    b = commanded(dice)
    leader_casualties(b)
    assert b.world.divisions[BLUES].commanders_lost == counted


@pytest.mark.rule("CS-4.4.1a")
def test_a_commander_counts_once_though_he_is_hit_again():
    b = commanded((10, 10, 8))
    leader_casualties(b)
    b.use_dice(dict.fromkeys(("", "blue", "red"), ScriptedDice((10, 10, 10, 9, 9))))
    leader_casualties(b)
    assert b.world.leaders["colonel-brown"].hurt == "killed"
    assert b.world.divisions[BLUES].commanders_lost == 1


def commanded(dice):
    """A division whose commander, no general of the army, is near an enemy; the dice are for him: hit, and how."""
    near = unit("a", at=(500, 500)), unit("r", RED, at=(500, 515), facing=180)
    made = scenario(*near, level="division", leaders={BLUE: (2900.0, 100.0)})
    blue, red = made.sides
    formation = replace(blue.formations[0], commander=Leader("Colonel Brown", position=(500, 490)))
    b = setup.begin(replace(made, sides=(replace(blue, formations=(formation,)), red)), setup.Options())
    b.use_dice(dict.fromkeys(("", *(seat.id for seat in b.seats)), ScriptedDice((*dice, 9, 9))))
    return b


@pytest.mark.rule("CS-4.4b", "CS-4.3.2")
@pytest.mark.parametrize(
    "movement, by, more",
    [
        ("forward", "general-blue", 5),
        ("", "general-blue", 5),
        ("backward", "general-blue", 0),
        ("forward", "mission", 0),
    ],
)
def test_an_order_of_this_turn_that_contradicts_the_retreat_helps_a_unit_to_stand(movement, by, more):
    b = division(3, 1, dice=(5, 5, 5, 5))
    b.world.phase = "command"
    b.emit(Noted(), sets=[b.change("b0", order=to_order({"movement": movement}, by=by))], to=())
    b.world.phase = "initiative"
    play(b)
    assert tried(b)["b0"].roll.total == 10 + 8 - 2 + more
    assert tried(b)["b1"].roll.total == 10 + 8 - 2


@pytest.mark.rule("CS-2c")
def test_divisions_test_after_the_initiative_checks_and_before_chits_are_turned_over():
    b = play(division(3, 1, dice=(9, 9, 9, 9), state={"b0": {"disorder": 6}}))
    kinds = list(dict.fromkeys(event.kind for event in events(b)))
    assert kinds == ["automatic_order", "division_shaken", "effectiveness", "turned_over"]


@pytest.mark.rule("CS-4.4a")
def test_routed_units_count_as_lost_and_make_no_test():
    b = play(
        division(10, 1, state={"b0": {"status": "routed"}, "b1": {"status": "routed"}, "b2": {"status": "broken"}})
    )
    assert set(tried(b)) == {f"b{i}" for i in range(3, 9)}


@pytest.mark.rule("CS-4.4a")
def test_a_division_tests_once_for_each_step_and_at_the_higher_of_two():
    b = play(division(10, 3))
    assert len(tried(play(b))) == 7
    b.emit(Noted(), sets=[b.change(f"b{i}", where="lost") for i in range(4)], to=())
    play(b)
    assert b.world.divisions[BLUES].tested == 50
    b = play(division(10, 8))
    assert b.world.divisions[BLUES].tested == 75
    assert all(
        ("CS-4.4.1a", "75% or more units lost or routed", -7) in each.roll.modifiers for each in tried(b).values()
    )


@pytest.mark.rule("CS-4.4a")
def test_squadrons_and_sections_are_what_is_counted_of_cavalry_and_guns():
    horse = unit("h", at=(2500, 500), arm="light_cavalry", men=400, squadrons=4)
    guns = unit("g", at=(2800, 500), arm="foot_artillery", men=120)
    b = play(division(2, 0, more=(horse, guns), state={"h": {"status": "routed"}}))
    assert events(b, "division_shaken")[0].values["percent"] == 40
    b = play(division(2, 0, more=(horse, guns), state={"g": {"lost": 4}}))
    assert not events(b, "division_shaken")
    b = play(division(2, 1, more=(horse, guns), state={"g": {"lost": 4}}))
    assert events(b, "division_shaken")[0].values["percent"] == 30


@pytest.mark.rule("CS-4.4b", "CS-4.4.2")
@pytest.mark.parametrize("dice, stands", [((4, 5), True), ((4, 4), False)])
def test_the_test_is_an_initiative_check_with_the_divisions_losses_on_top(dice, stands):
    b = play(division(3, 1, dice=(*dice, 9, 9)))
    assert tried(b)["b0"].roll.total == sum(dice) + 8 - 2
    assert tried(b)["b0"].values["stands"] is stands
    assert b.unit("b0").retire is not stands


@pytest.mark.rule("CS-4.4.1a")
def test_fallen_commanders_beaten_enemies_and_a_leader_near_count():
    b = division(3, 1, dice=(5, 5, 5, 5), leaders={"blue": (300, 540)})
    b.emit(Noted(), sets=[Set("divisions", BLUES, {"commanders_lost": 1, "enemies_beaten": 3})], to=())
    play(b)
    assert tried(b)["b0"].roll.total == 10 + 8 - 2 - 2 + 3 + 2
    assert tried(b)["b1"].roll.total == 10 + 8 - 2 - 2 + 3


@pytest.mark.rule("CS-4.4.2")
@pytest.mark.parametrize("dice, disorder", [((1, 1), 0), ((1, 1), 2)])
def test_confusion_costs_two_disorder_on_top(dice, disorder):
    rating = 1 if disorder else 8
    b = play(division(3, 1, dice=(*dice, 9, 9), ratings={"b0": {"morale_rating": rating, "discipline": "trained"}}))
    assert b.unit("b0").disorder == disorder
    assert b.unit("b0").retire


@pytest.mark.rule("CS-4.4.2")
def test_a_unit_in_musket_range_retires_until_it_is_out_of_it():
    b = play(division(3, 1, enemy=(300, 560), dice=(1, 1, 9, 9), state={"b0": {"order": Order(Straight())}}))
    order = b.unit("b0").order
    assert (order.way, order.move.gait, order.move.away_from, order.move.paces) == ("withdraw", "quick", "r", 61)
    assert b.unit("b0").ordered == Order(Straight())
    assert b.unit("b0").revealed == order


@pytest.mark.rule("CS-4.4.2")
def test_a_unit_out_of_musket_range_stays_and_does_not_advance_this_turn():
    b = play(division(3, 1, enemy=(300, 800), dice=(1, 1, 9, 9), state={"b0": {"order": Order(Straight())}}))
    assert b.unit("b0").order == Order(by="automatic:retire", rule="CS-4.4.2")


@pytest.mark.rule("CS-4.4.2")
def test_retiring_goes_on_next_turn_until_it_is_done():
    near = division(3, 0, enemy=(300, 560), state={"b0": {"retire": True}})
    assert play(near).unit("b0").order.way == "withdraw"
    far = division(3, 0, enemy=(300, 621), state={"b0": {"retire": True}})
    assert not play(far).unit("b0").retire


@pytest.mark.rule("CS-4.4a")
def test_only_the_division_itself_hears_of_its_test():
    b = play(division(3, 1, dice=(5, 5, 5, 5)))
    kinds = {event.kind for event in events(b) if event.known_to("red")}
    assert not kinds & {"division_shaken", "effectiveness", "retires"}


@pytest.mark.rule("CS-4.4.1b", "CS-4.4.1a")
@pytest.mark.parametrize("gap, lost", [(20, 0), (21, 1)])
def test_a_building_is_taken_when_it_is_occupied_with_no_enemy_in_p3(gap, lost):
    house = area("building", 990, 990, 1010, 1010)
    b = stage(
        unit("a", at=(1000, 985)),
        unit("r", RED, at=(1000, 1400), facing=180, men=200),
        features=[house],
        state={"a": {"position": (1000 * 16, (990 - gap) * 16)}, "r": {"position": (1000 * 16, 1000 * 16)}},
    )
    counts = objectives.taken_and_lost(b, BLUE, ["a"])
    assert counts["structures_lost"] == lost
    assert objectives.taken_and_lost(b, RED, ["r"])["structures_taken"] == lost


@pytest.mark.rule("CS-4.4.1b")
def test_250_paces_of_works_are_three_works():
    works = area("light_works", 900, 1000, 1150, 1010)
    b = stage(
        unit("a", at=(1000, 1005)),
        unit("r", RED, at=(1000, 1300), facing=180),
        features=[works],
        state={"a": {"position": (1000 * 16, 900 * 16)}, "r": {"position": (1000 * 16, 1006 * 16)}},
    )
    assert objectives.taken_and_lost(b, BLUE, ["a"])["works_lost"] == 3


@pytest.mark.rule("CS-4.4.1b")
def test_a_bridge_is_a_structure_and_places_far_from_all_troops_are_nobodys():
    line = {"type": "LineString", "coordinates": [[0, 1000], [3000, 1000]]}
    stream = {"type": "Feature", "properties": {"kind": "river"}, "geometry": line}
    spot = {"type": "Point", "coordinates": [1000, 1000]}
    bridge = {"type": "Feature", "properties": {"kind": "bridge"}, "geometry": spot}
    b = stage(
        unit("a", at=(1000, 900)),
        unit("r", RED, at=(1000, 1300), facing=180),
        features=[stream, bridge],
        state={"r": {"position": (1000 * 16, 1010 * 16)}, "a": {"position": (1000 * 16, 800 * 16)}},
    )
    assert objectives.taken_and_lost(b, BLUE, ["a"])["structures_lost"] == 1
    far = stage(unit("a", at=(1000, 300)), unit("r", RED, at=(1000, 1700), facing=180), features=[stream, bridge])
    assert [objectives.owner_at_start(far, place) for place in objectives.places(far)] == [""]
