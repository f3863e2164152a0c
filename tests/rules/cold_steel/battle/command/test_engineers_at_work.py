"""Engineers in play: works thrown up and pulled down, obstacles made and cleared, guns spiked, works stormed."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.ground.units import SUB, to_sub
from grognard.kernel.opposed import Pair
from grognard.kernel.sources import ScriptedDice
from grognard.systems.cold_steel.facts.combat.combatants import combatant
from grognard.systems.cold_steel.facts.combat.engagements import pairings
from grognard.systems.cold_steel.orders import options, specials
from grognard.systems.cold_steel.phases import movement
from grognard.systems.cold_steel.staging import RED, events, run, stage, told, unit
from grognard.systems.cold_steel.table.ground import structures
from grognard.systems.cold_steel.table.ground.cover import cover_against, cover_at, cover_in_combat
from grognard.systems.cold_steel.table.state import Abandoned, Doings, Order, PlainChit, Straight, Structure, Work
from grognard.systems.cold_steel.works import labour

from ..ground import area
from ..movement.test_boats import refusal

FAR_FOE = unit("r", RED, at=(2800, 2900), facing=180)
NORTH = (to_sub(500), to_sub(900))


def sappers(companies: int = 1, **more: Any) -> Any:
    """A battalion with engineers: its front is 120 paces wide at 500, 500."""
    return unit("a", at=(500, 500), engineers=companies, **more)


def wall(kind: str = "wall", y: float = 510) -> dict[str, Any]:
    """A line across the front of the battalion at 500, 500."""
    shape = {"type": "LineString", "coordinates": [[100, y], [900, y]]}
    return {"type": "Feature", "properties": {"kind": kind}, "geometry": shape}


def at_work(special: Any, *units: Any, dice: Any = (), turns: int = 1, state: Any = None, **more: Any) -> Any:
    """So many turns of work that nothing disturbs."""
    fields: dict[str, Any] = {"a": {"order": Order(special=PlainChit(special))}}
    for name, extra in (state or {}).items():
        fields.setdefault(name, {}).update(extra)
    b = stage(*units, FAR_FOE, dice=dice, state=fields, **more)
    for _ in range(turns):
        specials.carry_on_work(b)
        b.world.turn += 1
    return b


# -- works (CS-3.3.2.3u)


@pytest.mark.rule("CS-3.3.2.3u")
def test_two_companies_raise_five_paces_in_five_turns():
    b = at_work("build_works", sappers(2), dice=[7, 4], turns=5)
    [work] = b.world.works.values()
    assert (work.kind, work.level, work.paces, work.by) == ("works", 0, 5, "a")
    assert "A raises 5 paces of the line of its front by a level".lower() in [line.lower() for line in told(b)]
    assert b.unit("a").labour.turns == 0


@pytest.mark.rule("CS-3.3.2.3u")
def test_the_name_of_works_tells_nothing_of_units_and_cards_made_in_secret():
    b = at_work("build_works", sappers(2), dice=[7, 4], turns=4)
    b.world.serial = 6
    specials.carry_on_work(b)
    assert list(b.world.works) == ["works-1"]


@pytest.mark.rule("CS-3.3.2.3u")
def test_one_company_that_rolls_1_gets_nothing_done():
    assert not at_work("build_works", sappers(), dice=[1], turns=5).world.works


@pytest.mark.rule("CS-3.3.2.3u")
def test_four_turns_are_not_enough():
    b = at_work("build_works", sappers(), turns=4)
    assert not b.world.works
    assert b.unit("a").labour.turns == 4


@pytest.mark.rule("CS-3.3.2.3u")
@pytest.mark.parametrize("doing", [{"moved": "march"}, {"turned": True}, {"combat": "melee"}])
def test_movement_breaks_the_work_off_and_it_begins_anew(doing):
    b = at_work("build_works", sappers(), turns=4)
    b.world.units["a"] = replace(b.unit("a"), now=Doings(**doing))
    specials.carry_on_work(b)
    assert b.unit("a").labour is None
    assert events(b, "work_stopped")
    b.world.units["a"] = replace(b.unit("a"), now=Doings())
    specials.carry_on_work(b)
    assert b.unit("a").labour.turns == 1
    assert not b.world.works


@pytest.mark.rule("CS-3.3.2.3u")
def test_works_cover_whoever_stands_behind_the_part_that_is_done():
    b = stage(sappers(), FAR_FOE)
    left, right = b.survey.body("a").frame[:2]
    b.world.works["w"] = Work("w", "blue", "works", (left, right), 0, 100)
    assert cover_against(b, "a", NORTH) == {"light_works"}
    b.world.works["w"] = Work("w", "blue", "works", (left, right), 0, 59)  # the middle is as far from the left end
    assert not cover_against(b, "a", NORTH)
    b.world.works["w"] = Work("w", "blue", "works", (left, right), 1, 59)
    assert cover_against(b, "a", NORTH) == {"light_works"}
    b.world.works["w"] = Work("w", "blue", "works", (left, right), 1, 100)
    assert cover_against(b, "a", NORTH) == {"medium_works"}
    assert not cover_against(b, "a", (to_sub(500), to_sub(100)))  # not from behind


@pytest.mark.rule("CS-3.3.2.3u")
def test_a_line_that_is_done_to_its_end_rises_to_the_next_level_and_no_higher_than_heavy():
    b = stage(sappers(), FAR_FOE, dice=[10])
    line = b.survey.body("a").frame[:2]
    b.world.works["w"] = Work("w", "blue", "works", line, 2, labour.lines.length(Work("", "", "works", line)) - 2)
    b.world.units["a"] = replace(b.unit("a"), order=Order(special=PlainChit("build_works")))
    for _ in range(5):
        specials.carry_on_work(b)
    assert (b.world.works["w"].level, b.world.works["w"].paces) == (3, 0)
    assert refusal(b, special="build_works").rule == "CS-3.3.2.3u"
    assert "cannot be improved" in refusal(b, special="build_works").reason


@pytest.mark.rule("CS-3.3.2.3u")
def test_an_ordinary_house_becomes_stone_when_all_of_it_has_been_worked_on():
    house = area("building", 460, 420, 540, 510, name="Mill")
    b = at_work("build_works", sappers(), dice=[10], turns=5, features=[house], state={"a": {"formation": "garrison"}})
    assert b.world.structures["Mill"].paces == 5
    b.world.structures["Mill"] = Structure("Mill", paces=86)  # of 90
    b.use_dice({"blue": ScriptedDice([8])})
    for _ in range(5):
        specials.carry_on_work(b)
    assert (b.world.structures["Mill"].raised, b.world.structures["Mill"].paces) == (1, 0)
    assert cover_at(b, b.survey.middle("a")) == {"medium_works"}
    assert structures.word(b, "Mill") == "stone_building"
    assert not structures.flammable(b, "Mill")


@pytest.mark.rule("CS-3.3.2.3u", "CS-3.3.2.3f", "CS-3.3.2.3g")
def test_work_needs_engineers_and_no_other_chits():
    house = area("light_works", 400, 505, 600, 560, flammable=True)
    b = stage(unit("a", at=(500, 500)), FAR_FOE, features=[house, wall()])
    for special, rule in (
        ("build_works", "u"),
        ("destroy_structure", "u"),
        ("make_obstacle", "f"),
        ("clear_obstacle", "f"),
    ):
        assert refusal(b, special=special).rule == f"CS-3.3.2.3{rule}"
        assert "engineers" in refusal(b, special=special).reason
    b = stage(sappers(), FAR_FOE, features=[house, wall()])
    for special in ("build_works", "destroy_structure", "make_obstacle", "clear_obstacle"):
        assert refusal(b, special=special) is None
        assert refusal(b, special=special, movement="forward") is not None
        assert special in options.order_option(b, "a").fields["special"].values


# -- pulled down (CS-3.3.2.3g)


@pytest.mark.rule("CS-3.3.2.3g")
def test_one_company_pulls_down_four_paces():
    works = area("light_works", 400, 505, 600, 560, name="Flèche", flammable=True)
    b = at_work("destroy_structure", sappers(), dice=[9], turns=5, features=[works])
    assert b.world.structures["Flèche"].paces == -4
    assert b.world.structures["Flèche"].raised == 0


@pytest.mark.rule("CS-3.3.2.3g")
def test_a_house_pulled_down_from_end_to_end_gives_no_cover():
    house = area("building", 460, 420, 540, 510, name="Mill")
    b = at_work(
        "destroy_structure",
        sappers(),
        dice=[6],
        turns=5,
        features=[house],
        state={"a": {"formation": "garrison"}},
    )
    assert cover_at(b, b.survey.middle("a")) == {"light_works"}
    b.world.structures["Mill"] = Structure("Mill", raised=-1)
    assert not cover_at(b, b.survey.middle("a"))
    assert "touches neither" in refusal(b, special="destroy_structure").reason


@pytest.mark.rule("CS-3.3.2.3g")
@pytest.mark.parametrize(
    "kind, more",
    [
        ("building", {"stone": True}),
        ("heavy_works", {"flammable": True}),
        ("light_works", {}),
    ],
)
def test_stone_heavy_works_and_what_does_not_burn_stay(kind, more):
    b = stage(sappers(), FAR_FOE, features=[area(kind, 400, 505, 600, 560, **more)])
    assert refusal(b, special="destroy_structure").rule == "CS-3.3.2.3g"


@pytest.mark.rule("CS-3.3.2.3g")
def test_works_thrown_up_in_the_battle_are_pulled_down_again():
    b = stage(sappers(), FAR_FOE, dice=[9, 9])
    b.world.works["w"] = Work("w", "red", "works", b.survey.body("a").frame[:2], 0, 6)
    b.world.units["a"] = replace(b.unit("a"), order=Order(special=PlainChit("destroy_structure")))
    for left in (2, None):
        for _ in range(5):
            specials.carry_on_work(b)
        assert (b.world.works["w"].paces if left else b.world.works.get("w")) == left


# -- obstacles (CS-3.3.2.3f)


@pytest.mark.rule("CS-3.3.2.3f")
@pytest.mark.parametrize("men, dice, paces", [(60, [5, 8, 3], 20), (20, [9], 0), (20, [10], 20)])
def test_a_die_for_every_engineer_figure_rounded_to_the_inch(men, dice, paces):
    b = at_work("make_obstacle", sappers(engineer_men=men), dice=dice)
    assert [work.paces for work in b.world.works.values()] == ([paces] if paces else [])


@pytest.mark.rule("CS-3.3.2.3f")
def test_an_obstacle_is_lengthened_turn_by_turn_and_costs_whoever_crosses_it():
    b = at_work("make_obstacle", sappers(engineer_men=100), dice=[10] * 20, turns=3)
    [obstacle] = b.world.works.values()
    assert obstacle.paces == labour.lines.length(obstacle) == 120
    assert obstacle.line[0][1] == 520 * SUB  # as far before the front as P3
    assert "all along its front" in refusal(b, special="make_obstacle").reason
    column = unit("c", RED, at=(500, 600), facing=180, formation="march_column", men=200)
    free = march(column)
    b = march(column, works={obstacle.id: obstacle})
    assert free.unit("c").position[1] == (600 - 120) * SUB
    assert b.unit("c").position[1] == (600 - 100) * SUB
    narrow = {obstacle.id: replace(obstacle, paces=40)}  # done on the western side only
    assert march(column, works=narrow).unit("c").position[1] == (600 - 120) * SUB


def march(*units: Any, works: Any = None, **more: Any) -> Any:
    """A column marches south over 520."""
    b = stage(*units, unit("x", at=(2900, 100)), phase="movement", state={"c": {"order": Order(Straight())}}, **more)
    b.world.works.update(works or {})
    run(movement.play(b))
    return b


@pytest.mark.rule("CS-3.3.2.3f")
def test_a_gap_in_a_wall_lets_a_column_through():
    b = at_work("clear_obstacle", sappers(engineer_men=40), dice=[10, 10, 10, 10], turns=2, features=[wall(y=515)])
    [gap] = b.world.works.values()
    assert (gap.kind, gap.paces, gap.line[0]) == ("gap", 40, (500 * SUB, 515 * SUB))
    column = unit("c", RED, at=(500, 600), facing=180, formation="march_column", men=200)
    assert march(column, features=[wall(y=515)]).unit("c").position[1] == (600 - 100) * SUB
    through = march(column, features=[wall(y=515)], works={gap.id: gap})
    assert through.unit("c").position[1] == (600 - 120) * SUB
    beside = unit("c", RED, at=(540, 600), facing=180, formation="march_column", men=200)
    assert march(beside, features=[wall(y=515)], works={gap.id: gap}).unit("c").position[1] == (600 - 100) * SUB


@pytest.mark.rule("CS-3.3.2.3f")
def test_a_made_obstacle_is_cleared_again():
    b = stage(sappers(engineer_men=20), FAR_FOE, dice=[10, 10])
    line = ((420 * SUB, 515 * SUB), (580 * SUB, 515 * SUB))
    b.world.works["o"] = Work("o", "red", "obstacle", line, 0, 40)
    b.world.units["a"] = replace(b.unit("a"), order=Order(special=PlainChit("clear_obstacle")))
    specials.carry_on_work(b)
    assert b.world.works["o"].paces == 20
    specials.carry_on_work(b)
    assert not b.world.works
    assert specials.SPECIALS["clear_obstacle"].done(b, b.unit("a"), Order(special=PlainChit("clear_obstacle")))


@pytest.mark.rule("CS-3.3.2.3f")
@pytest.mark.parametrize("y, clear", [(520, True), (521, False)])
def test_only_what_is_within_20_paces_is_cleared(y, clear):
    b = stage(sappers(), FAR_FOE, features=[wall(y=y)])
    assert (refusal(b, special="clear_obstacle") is None) == clear


# -- walls and hedges (CS-7.2.2f, CS-8.2.2f)


@pytest.mark.rule("CS-7.2.2f", "CS-8.2.2f")
@pytest.mark.parametrize("kind, cover", [("wall", "light_works"), ("hedge", "light_cover"), ("fence", "light_cover")])
def test_foot_close_behind_a_line_that_the_fire_crosses_is_covered(kind, cover):
    b = stage(unit("a", at=(500, 500)), FAR_FOE, features=[wall(kind, 520)])
    assert cover_against(b, "a", NORTH) == {cover}
    assert not cover_against(b, "a", (to_sub(500), to_sub(100)))
    assert not cover_at(b, b.survey.middle("a"))
    b = stage(unit("a", at=(500, 500)), FAR_FOE, features=[wall(kind, 521)])
    assert not cover_against(b, "a", NORTH)


@pytest.mark.rule("CS-7.2.2f")
def test_horses_stand_too_high_for_a_wall():
    horse = unit("a", at=(500, 500), arm="light_cavalry", men=240, squadrons=2)
    assert not cover_against(stage(horse, FAR_FOE, features=[wall()]), "a", NORTH)


@pytest.mark.rule("CS-7.2.2f", "CS-3.3.2.3f")
def test_no_cover_through_a_gap():
    b = stage(unit("a", at=(500, 500)), FAR_FOE, features=[wall()])
    b.world.works["g"] = Work("g", "blue", "gap", ((500 * SUB, 510 * SUB),) * 2, 0, 20)
    assert not cover_against(b, "a", NORTH)
    assert cover_against(b, "a", (to_sub(900), to_sub(700))) == {"light_works"}


# -- close combat (CS-9.2.1i, CS-9.2.1m)


def storm(**more: Any) -> Any:
    """Red has come over a wall at 505 upon blue behind it."""
    return stage(
        unit("a", at=(500, 500)),
        unit("r", RED, at=(500, 512), facing=180, engineers=1),
        features=[wall(y=505)],
        state={"r": {"now": Doings(came_into=("a",), moved="march")}, **more},
        phase="close_combat",
    )


@pytest.mark.rule("CS-9.2.1m")
def test_a_wall_helps_only_him_who_is_attacked_over_it():
    assert cover_in_combat(storm(), "a", "r") == {"light_works"}
    assert not cover_in_combat(storm(), "r", "a")
    both = storm(a={"now": Doings(came_into=("r",))})
    assert not cover_in_combat(both, "a", "r")
    locked = storm(r={"melee": ("a",)}, a={"melee": ("r",)})
    assert not cover_in_combat(locked, "a", "r")


@pytest.mark.rule("CS-9.2.1i")
@pytest.mark.parametrize("engineers, worth", [(1, 2), (0, 0)])
def test_engineers_help_against_works(engineers, worth):
    b = storm(r={"now": Doings(came_into=("a",), moved="march"), "engineers": engineers})
    [pair] = pairings(b)
    ours = combatant(b, "r", "a", pairings=1, pair=pair)
    assert ours.engineers == bool(engineers)
    theirs = combatant(b, "a", "r", pairings=1, pair=pair)
    rows = b.rules["close-combat"].roll(Pair(ours, theirs), b.dice).details["ours"]["modifiers"]
    assert sum(row.value for row in rows if "engineers" in row.label) == worth


@pytest.mark.rule("CS-3.3.2.3h")
@pytest.mark.parametrize("face, done", [(3, True), (2, False)])
def test_engineers_spike_guns_with_three_more(face, done):
    b = stage(sappers(), FAR_FOE, dice=[face], state={"a": {"order": Order(special=PlainChit("spike_guns"))}})
    b.world.abandoned["g"] = Abandoned("g", RED, (500 * SUB, 510 * SUB), 6)
    specials.carry_out(b, "spiking")
    assert b.world.abandoned["g"].spiked == done
