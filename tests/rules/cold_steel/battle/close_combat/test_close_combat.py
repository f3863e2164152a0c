"""Close combat in play: who fights whom and when, one roll for all enemies, and what the five tables do to units."""

import pytest

from grognard.systems.cold_steel.effects.morale import check_morale
from grognard.systems.cold_steel.facts.combat import engagements
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.phases import close_combat
from grognard.systems.cold_steel.phases.close_combat import contests
from grognard.systems.cold_steel.staging import RED, events, run, unit
from grognard.systems.cold_steel.table.state import Doings

from ..melees import field, met, thrown


def foot(name, side="blue", *, at=(500, 500), facing=None, **more):
    return unit(name, side, at=at, facing=(180 if side == RED else 0) if facing is None else facing, **more)


def horse(name, side="blue", *, at=(500, 500), men=240, squadrons=1, **more):
    return unit(
        name, side, at=at, facing=180 if side == RED else 0, arm="light_cavalry", men=men, squadrons=squadrons, **more
    )


def battery(name, side="blue", *, at=(500, 500), guns=6, howitzers=0, **more):
    more = {"guns": guns, "howitzers": howitzers, **more}
    facing = 180 if side == RED else 0
    return unit(name, side, at=at, facing=facing, arm="foot_artillery", men=120, **more)


def came(*foes):
    """It moved into P3 of these this turn."""
    return {"now": Doings(moved="quick", came_into=foes)}


def fight(b, choose=None):
    run(close_combat.play(b), choose)
    return b


def two_lines(dice, gap=10, **more):
    return fight(field(foot("a"), foot("r", RED, at=(500, 500 + gap)), dice=dice, **more))


# -- who fights


@pytest.mark.rule("CS-9")
@pytest.mark.parametrize("gap, fights", [(20, True), (21, False)])
def test_opposing_units_within_20_paces_fight(gap, fights):
    b = two_lines([5, 5, 5, 5] if fights else [], gap)
    assert bool(events(b, "combat")) == fights


@pytest.mark.rule("CS-9.2")
def test_batteries_do_not_close_with_each_other():
    b = fight(field(battery("g"), battery("h", RED, at=(500, 510)), dice=[]))
    assert not events(b, "combat")


@pytest.mark.rule("CS-9.1a", "CS-2h")
def test_combats_with_cavalry_come_first_each_kind_from_the_north_then_from_the_east():
    b = field(
        foot("north", at=(500, 2500)),
        foot("n", RED, at=(500, 2510)),
        foot("west", at=(500, 1500)),
        horse("w", RED, at=(500, 1510)),
        foot("east", at=(1500, 1500)),
        horse("e", RED, at=(1500, 1510)),
        horse("south", at=(500, 500)),
        horse("s", RED, at=(500, 510)),
    )
    first = {name for pair in met(fight(b))[:3] for name in pair[:2]}
    order = [pair[0] for pair in met(b)]
    assert order == ["east", "west", "south", "north"]
    assert "north" not in first


@pytest.mark.rule("CS-9.1b")
def test_a_unit_whose_enemy_has_left_is_free():
    b = field(foot("a"), foot("r", RED, at=(500, 900)), dice=[], state={"a": {"melee": ("r",)}, "r": {"melee": ("a",)}})
    fight(b)
    assert b.unit("a").melee == b.unit("r").melee == ()


# -- several units


def three(dice, **more):
    """One blue battalion with two red ones before it."""
    return field(foot("a"), foot("r", RED, at=(430, 510)), foot("s", RED, at=(570, 510)), dice=dice, **more)


@pytest.mark.rule("CS-9.1c")
def test_each_unit_rolls_once_and_uses_the_roll_against_all_its_enemies():
    b = fight(three([6, 6, 6, 6, 3, 3]))
    assert len(thrown(b, "close-combat, ")) == 3
    assert [event.roll.dice for event in events(b, "combat")] == [(6, 6), (6, 6)]
    assert [event.values["difference"] for event in events(b, "combat")] == [0, 6]


@pytest.mark.rule("CS-9.1c")
def test_a_unit_that_faces_two_divides_its_figures():
    b = fight(three([6, 6, 6, 6, 6, 6]))
    # both pairings are melees at 20% a figure: 12 figures on each, 24 on the one
    losses = {(event.units["unit"], event.units["by"]): event.roll.total for event in events(b, "losses")}
    assert losses == {("a", "r"): 480, ("r", "a"): 240, ("a", "s"): 480, ("s", "a"): 240}


@pytest.mark.rule("CS-9.1c")
def test_disorder_of_all_pairings_adds_up_and_who_loses_one_falls_back():
    b = fight(three([6, 6, 9, 9, 3, 3]))  # loses to r by 6, beats s by 6
    assert (b.unit("a").status, b.unit("r").status, b.unit("s").status) == ("broken", "determined", "broken")
    assert b.unit("a").disorder == 2 + 1
    assert b.unit("a").now.combat == "lost"
    assert b.unit("a").now.foes == ("r", "s")


# -- infantry against infantry


@pytest.mark.rule("CS-9.2", "CS-9.2.2b", "CS-9.2.2g")
@pytest.mark.parametrize("margin, result, status, disorder", [
    (0, "melee", "determined", 2), (1, "melee", "determined", 2), (2, "firefight", "determined", 0),
    (4, "firefight", "determined", 0), (5, "loser falls back broken", "broken", 2),
    (8, "loser falls back broken", "broken", 2), (9, "loser routs", "routed", 3),
])  # fmt: skip
def test_the_difference_of_the_totals_decides_between_infantry(margin, result, status, disorder):
    b = two_lines([*halves(5 + margin), 2, 3])
    assert met(b) == [("a", "r", result)]
    lost = b.unit("r")
    assert lost.status == status
    assert lost.disorder - by_fire(b, "r") == disorder


def halves(total):
    return [total // 2, total - total // 2]


def by_fire(b, name):
    """Markers for hits in a firefight, one for every three."""
    return b.unit(name).now.musket_hits // 3


@pytest.mark.rule("CS-9.2.2b", "CS-9.2.2l")
def test_both_stay_locked_after_a_melee_and_after_a_firefight():
    melee, firefight = two_lines([5, 5, 5, 5]), two_lines([6, 7, 5, 5])
    assert (melee.unit("a").melee, melee.unit("r").melee, melee.unit("a").now.combat) == (("r",), ("a",), "melee")
    assert firefight.unit("a").firefight
    assert firefight.unit("r").firefight
    assert firefight.unit("r").melee == ("a",)
    assert firefight.unit("r").now.combat == "firefight"


@pytest.mark.rule("CS-9.2.2l", "CS-B.11a", "CS-B.11b")
def test_a_firefight_of_two_battalions_disorders_by_hits_and_lays_smoke_between_them():
    b = two_lines([6, 7, 5, 5])  # 24 figures at 10% each way: 2 hits, the third on 40 or less
    assert b.unit("a").lost == b.unit("r").lost == 2
    assert b.unit("a").disorder == b.unit("r").disorder == 0
    assert len(b.world.smoke) == 4 + 4  # 22 men's figures left on each side are 440 men
    assert all(500 <= ball.y <= 510 for ball in b.world.smoke)


@pytest.mark.rule("CS-9.2.2l")
def test_three_hits_of_a_firefight_are_a_marker():
    b = two_lines([6, 7, 5, 5], hundreds=[40, 40])
    assert b.unit("a").lost == 3
    assert b.unit("a").disorder == 1


@pytest.mark.rule("CS-8.1i", "CS-9.2.2l", "CS-9.2.2b")
@pytest.mark.parametrize("shot, inflicted", [(0, 80), (3, 50), (8, 80), (9, 70)])
def test_a_column_whose_front_rank_is_thinned_hurts_less_in_a_firefight(shot, inflicted):
    """Eight figures lead a column of divisions, at 10% each; its own losses in a firefight come off them again."""
    units = foot("a", formation="column_of_divisions"), foot("r", RED, at=(500, 510))
    state = {"a": {**came("r"), "lost": shot, "front_lost": shot, "interval": "closed"}}
    dice = [8, 8, 5, 5] if shot < 6 else [10, 9, 5, 5]  # the line has +4 for its frontage; a quarter lost is -3
    b = field(*units, dice=dice, hundreds=[100, 100], state=state)
    (pair,) = engagements.pairings(b)
    (met,) = contests.fight_out(b, [pair])
    assert met.combat.firefight
    assert met.combat.ours.inflicts_percent == inflicted
    assert b.unit("a").front_lost == shot + 2  # 24 figures of the line at 10%


# -- falling back


@pytest.mark.rule("CS-9.2.2h")
@pytest.mark.parametrize("margin, paces", [(6, 180), (9, 240)])
def test_the_beaten_go_at_once_a_full_move_straight_away_from_the_victor(margin, paces):
    b = two_lines([*halves(5 + margin), 2, 3], gap=10)
    assert abs(b.survey.distance("a", "r") - 10 - paces) <= 12
    assert b.unit("r").retired
    assert b.unit("r").now.combat == "lost"
    assert b.unit("a").now.combat == "won"


@pytest.mark.rule("CS-9.2.2h")
def test_a_unit_at_a_worse_level_keeps_it():
    b = two_lines([8, 8, 9, 9], state={"r": {"status": "routed"}})  # -9 for a rout: loses by 7
    assert met(b)[0][2] == "loser falls back broken"
    assert b.unit("r").status == "routed"


@pytest.mark.rule("CS-9.2.2a")
def test_a_trophy_raises_the_captor_a_level_until_its_next_check():
    b = two_lines([9, 9, 3, 3])
    assert (b.unit("a").status, b.unit("a").trophies) == ("resolute", 1)
    again = field(
        foot("a"), foot("r", RED, at=(500, 510)), dice=[9, 9, 3, 3, 10, 10, 1, 1], state={"a": {"status": "wavering"}}
    )
    fight(again)
    assert again.unit("a").status == "determined"
    check_morale(again, "a", cause="losses")
    assert again.unit("a").status != "determined"


# -- guns


@pytest.mark.rule("CS-9.2.2c", "CS-9.2.2l", "CS-7.6b")
def test_infantry_and_guns_within_3_stand_and_fire_at_each_other():
    b = fight(field(battery("g"), foot("r", RED, at=(500, 510)), dice=[6, 6, 5, 5]))
    assert met(b) == [("g", "r", "firefight")]
    assert (b.unit("r").lost, b.unit("r").disorder) == (6, 6)  # 100% a gun, a marker a hit
    assert (b.unit("g").guns, b.unit("g").disorder) == (5, 0)  # 24 at 5%: 120%
    assert len(b.world.smoke) == 5 + 3  # 5 guns, 18 figures of 20 men


@pytest.mark.rule("CS-9.2.2c", "CS-9.2.2k")
def test_infantry_that_wins_by_4_overruns_a_battery():
    b = fight(field(battery("g"), foot("r", RED, at=(500, 510)), dice=[3, 3, 5, 5]))
    assert (b.unit("g").where, b.unit("g").how) == ("lost", "overrun")
    assert (b.unit("r").lost, b.unit("r").disorder) == (1, 0)  # 6 guns at 25%
    assert [guns.pieces for guns in b.world.abandoned.values()] == [6]


@pytest.mark.rule("CS-9.2.2c")
def test_guns_that_win_by_4_break_infantry():
    b = fight(field(battery("g"), foot("r", RED, at=(500, 510)), dice=[7, 8, 5, 5]))
    assert (b.unit("r").status, b.unit("r").lost, b.unit("r").disorder) == ("broken", 6, 2)
    assert b.unit("g").disorder == 1


@pytest.mark.rule("CS-9.2.2f", "CS-9.2.2j")
@pytest.mark.parametrize(
    "guns, riders, result, markers",
    [
        ([7, 8], [6, 6], "melee", (1, 2)),
        ([3, 3], [5, 5], "battery overrun", (0, 1)),
        ([9, 9], [4, 4], "cavalry falls back broken", (1, 4)),
    ],
)
def test_cavalry_against_guns(guns, riders, result, markers):
    b = fight(field(battery("g"), horse("h", RED, at=(500, 510)), dice=[*guns, *riders]))
    assert met(b)[0][2] == result
    assert (b.unit("g").disorder, b.unit("h").disorder) == markers
    assert bool(b.world.abandoned) == (result == "battery overrun")


# -- cavalry


@pytest.mark.rule("CS-9.2.2d")
@pytest.mark.parametrize(
    "margin, result, status, markers",
    [
        (3, "melee", "determined", (2, 2)),
        (4, "loser falls back wavering", "wavering", (2, 4)),
        (8, "loser falls back broken in open order", "broken", (2, 6)),
        (12, "loser routs", "routed", (1, 8)),
    ],
)
def test_cavalry_against_cavalry(margin, result, status, markers):
    b = fight(field(horse("h"), horse("i", RED, at=(500, 510)), dice=[*halves(4 + margin), 2, 2]))
    assert met(b)[0][2] == result
    assert (b.unit("i").status, b.unit("i").disorder) == (status, markers[1])
    assert events(b, "disorder")[0].values["markers"] == markers[0]
    assert b.unit("i").formation == ("open_order" if "open order" in result else "line")


@pytest.mark.rule("CS-9.2.2e", "CS-9.2.2j")
@pytest.mark.parametrize(
    "foot_dice, horse_dice, result, markers",
    [
        ([9, 9], [5, 5], "loser falls back wavering", (1, 4)),  # +3 for sabres
        ([2, 3], [4, 4], "loser falls back wavering", (2, 2)),
        ([5, 5], [3, 4], "melee", (1, 2)),
        ([9, 10], [3, 3], "loser falls back broken in open order", (1, 6)),
    ],
)
def test_disorder_is_doubled_for_cavalry_that_meets_infantry(foot_dice, horse_dice, result, markers):
    b = fight(field(foot("a"), horse("h", RED, at=(500, 510)), dice=[*foot_dice, *horse_dice]))
    assert met(b)[0][2] == result
    assert (b.unit("a").disorder, b.unit("h").disorder) == markers


# -- the end of the phase


@pytest.mark.rule("CS-5.1", "CS-2h")
def test_who_has_lost_a_quarter_checks_his_morale_when_all_combats_are_over():
    b = two_lines([5, 5, 5, 5], hundreds=[60, 81], state={"a": {"lost": 1}, "r": {"lost": 0}})
    kinds = [(event.kind, event.units.get("unit")) for event in events(b) if event.kind in ("combat", "morale")]
    assert kinds == [("combat", "a"), ("morale", "a")]
    assert b.unit("a").lost == 6
    assert b.unit("a").quarter_checked == 1


@pytest.mark.rule("CS-8.1g")
def test_a_squares_unfired_thirds_are_lost_in_a_melee():
    b = field(
        foot("a", formation="open_square"),
        horse("h", RED, at=(500, 510)),
        dice=[2, 2, 2, 3],
        state={"a": {"now": Doings(thirds=2)}},
    )
    from grognard.systems.cold_steel.facts.combat import engagements
    from grognard.systems.cold_steel.phases.close_combat import contests, outcomes

    outcomes.settle(b, contests.fight_out(b, engagements.pairings(b)))
    assert b.unit("a").melee == ("h",)
    assert b.unit("a").now.thirds == 0


# -- what is told


@pytest.mark.rule("CS-9.2")
def test_the_log_tells_who_won_and_what_the_beaten_did_and_keeps_the_dice_from_the_enemy():
    b = two_lines([9, 9, 3, 3])
    event = events(b, "combat")[0]
    assert GAME.tell(b, event) == "a and r close: a wins by 12, r routs"
    owner, enemy = b.seat_of("a"), b.seat_of("r")
    assert event.values["totals"] == [26, 14]
    assert event.seen_by(owner).roll.dice == (9, 9)
    assert event.seen_by(enemy).roll is None


@pytest.mark.rule("CS-9.2")
def test_each_commander_learns_the_dice_and_modifiers_of_his_own_unit():
    b = two_lines([9, 9, 3, 3], state={"r": {"disorder": 2}})
    [own] = events(b, "combat_dice")
    assert own.known_to(b.seat_of("r"))
    assert not own.known_to(b.seat_of("a"))
    assert own.roll.dice == (3, 3)
    assert ("CS-9.2.1a", "disorder marker ×2", -2) in own.roll.modifiers
    assert all("disorder" not in label for _, label, _ in events(b, "combat")[0].roll.modifiers)


@pytest.mark.rule("CS-9.2.2l")
def test_the_log_tells_melees_and_firefights():
    lines = [GAME.tell(b, events(b, "combat")[0]) for b in (two_lines([5, 5, 5, 5]), two_lines([6, 7, 5, 5]))]
    assert lines == ["a and r close: they are locked in melee", "a and r close: they stand and fire at each other"]


@pytest.mark.rule("CS-3.3.2.3ac", "CS-6.2h")
@pytest.mark.parametrize("kind, markers", [("building", 1), ("light_works", 0)])
def test_a_garrison_that_is_beaten_comes_out_in_open_order_by_the_rule_of_buildings(kind, markers):
    """Doors cost it a marker that passes by itself; works have none."""
    held = {
        "type": "Feature",
        "properties": {"kind": kind},
        "geometry": {"type": "Polygon", "coordinates": [[[440, 440], [560, 440], [560, 505], [440, 505], [440, 440]]]},
    }
    b = field(
        foot("a", men=200, formation="garrison"),
        foot("r", RED, at=(500, 515)),
        dice=[6, 6, 3, 4],
        features=[held],
        state={"r": came("a")},
    )
    fight(b)
    now = b.unit("a")
    assert now.status == "broken"
    assert now.formation == "open_order"
    # two of the combat, which stay
    assert (now.disorder, now.passing_disorder) == (2 + markers, markers)
    assert [event.rules for event in events(b, "driven_out")] == [("CS-6.2h", "CS-3.3.2.3ac")]
    assert not events(b, "loosened")
