"""The small arms phase: who fires, with how many figures, at whom, and what it does."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.cold_steel.effects import skirmishers
from grognard.systems.cold_steel.effects import units as effects
from grognard.systems.cold_steel.facts import skirmishers as skirmishing
from grognard.systems.cold_steel.facts.fire.ranks import stands_of
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.phases import movement, small_arms
from grognard.systems.cold_steel.staging import RED, events, run, stage, unit
from grognard.systems.cold_steel.table.state import Doings, FormationChit, Order

from ..gunnery import regardless
from ..musketry import QUIET, SPENT, enemy, fire, foot, one, plain, volleys

MARCHED = Doings(moved="march", paces=60)
# -- the worked example


@pytest.mark.rule("CS-8.2.5a", "CS-8.2.5b", "CS-8.1b", "CS-8.2.3a", "CS-8.2.4a", "CS-8.1i", "CS-8.1l", "CS-8.1h")
def test_the_landwehr_stands_and_fires_first() -> None:
    militia = {"discipline": "militia", "morale_rating": 7}
    b = fire(
        foot("french"),
        enemy("landwehr"),
        dice=[90, 93],
        state={"french": {"now": MARCHED}},
        ratings={"french": militia, "landwehr": militia},
    )
    assert volleys(b) == {("landwehr", "french"): (12, 24), ("french", "landwehr"): (10, 22)}
    assert [event.roll.details["pool_percent"] for event in events(b, "volley")] == [288, 220]
    for name in ("french", "landwehr"):
        assert (b.unit(name).lost, b.unit(name).disorder, b.unit(name).now.musket_hits) == (2, 0, 2)
        assert b.unit(name).volley_spent


@pytest.mark.rule("CS-8.1b", "CS-8.2.4b")
def test_two_lines_that_stand_fire_at_once() -> None:
    b = fire(foot(), enemy(), dice=[12, 12])
    assert volleys(b) == {("a", "x"): (13, 24), ("x", "a"): (13, 24)}  # 312%: three hits and a chance
    for name in ("a", "x"):
        assert (b.unit(name).lost, b.unit(name).disorder) == (4, 1)


# -- who may fire


@pytest.mark.rule("CS-8.1c", "CS-8.1g", "CS-9.1b", "CS-8.2", "CS-8.2.2c", "CS-8.1a")
@pytest.mark.parametrize(
    "state",
    [
        {"now": Doings(engaged=True)},
        {"melee": ("x",)},
        {"status": "broken"},
        {"status": "routed"},
        {"now": Doings(moved="double", paces=200)},
    ],
)
def test_who_does_not_fire(state: Any) -> None:
    assert ("a", "x") not in volleys(fire(foot(), enemy(), state={"a": state}))


@pytest.mark.rule("CS-8.1c")
def test_who_came_into_close_combat_range_this_turn_still_fires() -> None:
    b = fire(foot(), enemy(paces=18), state={"a": {"now": Doings(moved="march", paces=82, came_into=("x",))}})
    assert {("a", "x"), ("x", "a")} == set(volleys(b))


@pytest.mark.rule("CS-8.1a")
def test_gunners_have_no_muskets() -> None:
    guns = unit("a", at=(500, 500), arm="foot_artillery", men=120)
    assert ("a", "x") not in volleys(fire(guns, enemy()))


@pytest.mark.rule("CS-8.2.1a", "CS-8.2.1b", "CS-8.2")
@pytest.mark.parametrize(
    "weapon, paces, percent",
    [
        ("musket", 60, 10), ("musket", 61, 5), ("musket", 120, 5), ("musket", 121, None),
        ("rifle", 120, 12), ("rifle", 240, 7), ("rifle", 241, None),
        ("bow", 200, 5), ("bow", 201, None), ("javelin", 20, 10), ("javelin", 40, 5), ("javelin", 41, None),
    ],
)  # fmt: skip
def test_ranges_of_weapons(weapon: str, paces: int, percent: int | None) -> None:
    b = plain(foot(), enemy(paces=paces), ratings={"a": {"weapon": weapon}})
    assert volleys(b).get(("a", "x"), (None, 0))[0] == percent


@pytest.mark.rule("CS-8.2.1b", "CS-8.2.2i")
def test_horsemen_fire_carbines() -> None:
    horse = unit("a", at=(500, 500), arm="light_cavalry", men=400)
    b = plain(horse, enemy(paces=40))
    assert volleys(b)["a", "x"][0] == 7
    assert not volleys(plain(horse, enemy(paces=81)))


@pytest.mark.rule("CS-8.2.2i")
@pytest.mark.parametrize(
    "facts, percent",
    [
        ({}, 5),
        ({"musketry": "trained_to_aim"}, 7),
        ({"arm": "irregular"}, 5),
        ({"arm": "irregular", "musketry": "unaccustomed"}, 2),
    ],
)
def test_how_men_were_taught_to_fire_counts_in_their_volleys(facts: Any, percent: int) -> None:
    assert one(plain(foot(**facts), enemy()))[0] == percent


# -- figures


@pytest.mark.rule("CS-8.1h", "CS-8.1i", "CS-8.1l")
@pytest.mark.parametrize(
    "formation, lost, figures",
    [
        ("line", 0, 24),
        ("line", 2, 22),
        ("double_line", 0, 12),
        ("double_line", 2, 12),
        ("double_line", 14, 10),
        ("column_of_companies", 0, 4),
        ("column_of_divisions", 0, 8),
        ("column_of_divisions", 20, 4),
        ("open_order", 0, 24),
    ],
)
def test_only_the_front_rank_fires(formation: str, lost: int, figures: int) -> None:
    wide = enemy(paces=60, men=960)
    b = plain(foot(formation=formation), wide, a={"lost": lost})
    assert one(b)[1] == figures


@pytest.mark.rule("CS-8.1i", "CS-7.2.5a")
def test_musketry_thins_the_front_of_a_column_and_guns_do_not() -> None:
    """A column of divisions has eight figures in front. It comes up and is shot at first: 24 at 17%, its ranks
    included, are four hits, and it fires with four. What guns cost it is filled from behind."""
    column = foot(formation="column_of_divisions")
    b = fire(column, enemy(), dice=[9, 99], state={"a": {"now": MARCHED}})
    assert (b.unit("a").lost, b.unit("a").front_lost) == (4, 4)
    assert volleys(b)["a", "x"][1] == 4
    assert sum(stand.figures for stand in stands_of(b, "a")) == 4
    effects.lose(b, "a", 2, rules=("CS-7.2.5a",), cause="artillery fire")
    assert (b.unit("a").lost, b.unit("a").front_lost) == (6, 4)
    assert sum(stand.figures for stand in stands_of(b, "a")) == 4


@pytest.mark.rule("CS-8.1i")
def test_when_the_leading_division_is_shot_down_the_next_one_fires() -> None:
    b = plain(foot(formation="column_of_divisions"), enemy(paces=60, men=960), a={"lost": 10, "front_lost": 9})
    assert one(b)[1] == 7


@pytest.mark.rule("CS-8.1i")
def test_a_new_column_has_its_front_rank_whole() -> None:
    """It deploys, and the ranks are told off anew."""
    b = stage(
        foot(formation="column_of_divisions"),
        enemy(paces=900),
        phase="movement",
        state={"a": {"lost": 3, "front_lost": 3, "order": Order(formation=FormationChit("line"))}},
    )
    run(movement.play(b))
    assert b.unit("a").formation == "line"
    assert (b.unit("a").lost, b.unit("a").front_lost) == (3, 0)


@pytest.mark.rule("CS-8.1d", "CS-8.1h")
def test_only_stands_with_the_target_in_their_arc_fire() -> None:
    """Companies of 20 paces: at 50 paces the arc opens 20 paces to each side of their middles at 450 … 550. A line of
    40 paces stands with its left edge at 545: the companies at 530 and 550 have it, eight figures."""
    b = plain(foot(), enemy(at=(565, 550), men=160))
    assert one(b)[1] == 8


@pytest.mark.rule("CS-8.1d")
def test_nobody_fires_at_what_is_beside_him() -> None:
    b = plain(foot(), enemy(at=(640, 500), formation="column_of_divisions", facing=270))
    assert not volleys(b)


@pytest.mark.rule("CS-8.2.3b")
def test_figures_near_and_far_make_one_total() -> None:
    """A line that stands aslant: some companies have it within 60 paces, others not."""
    b = plain(foot(), enemy(at=(500, 560), facing=170))
    (event,) = events(b, "volley")
    each, pool = event.roll.details["percent_each"], event.roll.details["pool_percent"]
    near = event.roll.details["shooters"]
    assert each == 10
    assert 0 < near < 24
    assert pool == near * 10 + (24 - near) * 5


# -- at whom


@pytest.mark.rule("CS-7.5a", "CS-7.5b")
def test_the_closest_in_musketry_range_is_fired_at() -> None:
    b = plain(foot(), enemy("near", 80, men=240), enemy("x", 100, arm="heavy_cavalry"))
    assert {target for unit_, target in volleys(b) if unit_ == "a"} == {"near"}


@pytest.mark.rule("CS-7.5b", "CS-7.5a")
def test_a_general_with_the_battalion_names_another_target() -> None:
    from msgspec.structs import replace

    b = stage(foot(), enemy("near", 80, men=240), enemy("x", 100), phase="small_arms_fire")
    leader = next(iter(b.world.leaders))
    b.world.leaders[leader] = replace(b.world.leaders[leader], attached="a")
    run(small_arms.play(b), lambda d: d.answer("x") if d.kind == "designate" else d.default)
    assert ("a", "x") in volleys(b)
    assert ("a", "near") not in volleys(b)


def two_before_a_line() -> tuple[Any, Any, Any]:
    """One enemy company before the left wing, one before the right; the left is nearer."""
    left = enemy("left", at=(455, 540), men=80)
    right = enemy("right", at=(545, 550), men=80)
    return foot(), left, right


@pytest.mark.rule("CS-8.1e", "CS-7.5b")
def test_a_unit_may_divide_its_fire_by_stands() -> None:
    asked = []

    def split(decision: Any) -> Any:
        asked.append((decision.kind, decision.about["unit"]))
        return decision.answer("split") if decision.kind == "split" else decision.default

    state = {"a": SPENT, "left": QUIET, "right": QUIET}
    b = fire(*two_before_a_line(), choose=split, state=state, dice=[99, 99])
    assert asked == [("split", "a")]
    assert {target: figures for (_, target), (_, figures) in volleys(b).items()} == {"left": 8, "right": 8}
    assert [event.roll.details["pool_percent"] for event in events(b, "volley")] == [80, 80]
    together = fire(*two_before_a_line(), state=state, dice=[99])
    assert set(volleys(together)) == {("a", "left")}


@pytest.mark.rule("CS-8.1e")
def test_nobody_is_asked_who_has_one_target() -> None:
    def never(decision: Any) -> Any:
        raise AssertionError(decision.kind)

    fire(foot(), enemy(), choose=never)


# -- friends in the way


@pytest.mark.rule("CS-8.1j")
def test_stands_with_a_friend_before_them_hold_their_fire() -> None:
    b = plain(foot(), foot("friend", at=(545, 540), men=80), enemy(), dice=[99, 99])
    hit = {target: figures for (who, target), (_, figures) in volleys(b).items() if who == "a"}
    assert hit == {"x": 16}


@pytest.mark.rule("CS-8.1j")
def test_stands_with_a_friend_before_them_fire_into_him_if_they_must() -> None:
    friend = foot("friend", at=(545, 540), men=80)
    b = plain(foot(), friend, enemy(), dice=[99, 99, 99], choose=regardless)
    hit = {target: figures for (who, target), (_, figures) in volleys(b).items() if who == "a"}
    assert hit == {"x": 16, "friend": 8}
    told = [GAME.tell(b, event) for event in events(b, "volley") if event.units["target"] == "friend"]
    assert told[0].startswith("a fires into its own friend at 35 paces: ")
    assert b.unit("a").now.fired_at == ("x",)


@pytest.mark.rule("CS-8.1j")
def test_a_friend_farther_than_the_target_is_safe() -> None:
    b = plain(foot(), foot("friend", at=(500, 560)), enemy(paces=40))
    assert set(volleys(b)) == {("a", "x")}


@pytest.mark.rule("CS-8.1j")
def test_nobody_fires_through_a_friend_who_covers_his_whole_front() -> None:
    b = plain(foot(), foot("friend", at=(500, 550), men=960), enemy())
    assert not [1 for unit_, _ in volleys(b) if unit_ == "a"]


# -- skirmishers


@pytest.mark.rule("CS-8.1j", "CS-3.3.2.3m", "CS-8.2.2b")
def test_skirmishers_fire_for_their_parent_and_leave_it_the_first_volley() -> None:
    b = stage(foot(), enemy(paces=200), phase="small_arms_fire", state={"x": QUIET})
    assert skirmishers.send_out(b, "a")
    run(small_arms.play(b))
    assert [key[0] for key in volleys(b)] == ["a/skirmishers"]
    assert volleys(b)["a/skirmishers", "x"][0] == 8  # resolute, no opening volley
    assert not b.unit("a").volley_spent


@pytest.mark.rule("CS-3.3.2.3l")
def test_skirmishers_screen_their_parent() -> None:
    b = stage(foot(), enemy(paces=120), phase="small_arms_fire", state={"a": QUIET})
    assert skirmishers.send_out(b, "a")
    run(small_arms.play(b))
    assert {target for unit_, target in volleys(b) if unit_ == "x"} == {"a/skirmishers"}


@pytest.mark.rule("CS-3.3.2.3n", "CS-3.3.2.3r")
def test_skirmishers_who_lose_men_are_back_when_the_phase_ends() -> None:
    b = stage(foot(), enemy(paces=160), dice=[1, 1], phase="small_arms_fire", state={"a": QUIET})
    assert skirmishers.send_out(b, "a")
    run(small_arms.play(b))
    lost = b.unit("a").lost
    assert lost > 0
    assert (b.unit("a").skirmishers, b.unit("a").figures, b.live("a")) == ("", 24, 24 - lost)
    kinds = [event.kind for event in events(b)]
    assert kinds.index("volley") < kinds.index("skirmishers_in")


@pytest.mark.rule("CS-3.3.2.3r")
def test_the_third_rank_is_not_missed_in_the_first() -> None:
    """Prussians skirmish with the third rank: with eight figures beside it, the battalion fires with all 24."""
    out = stage(enemy("a", paces=0, facing=0), foot("x", at=(500, 900), facing=180), phase="small_arms_fire")
    assert skirmishing.third_rank(out, "a")
    assert skirmishers.send_out(out, "a")
    assert out.unit("a").figures < 24
    assert sum(stand.figures for stand in stands_of(out, "a")) == 24


# -- what it does


@pytest.mark.rule("CS-8.2.4b", "CS-8.2.4a")
@pytest.mark.parametrize("before, hits, markers", [(0, 2, 0), (0, 3, 1), (2, 2, 1), (2, 1, 1), (3, 2, 0)])
def test_every_third_hit_of_the_turn_disorders(before: int, hits: int, markers: int) -> None:
    """A smaller battalion at close range: 10% a figure."""
    x = {"now": Doings(engaged=True, musket_hits=before)}
    b = plain(foot(men=200 * hits), enemy(paces=60), x=x)
    assert (b.unit("x").lost, b.unit("x").disorder, b.unit("x").now.musket_hits) == (hits, markers, before + hits)
    assert b.unit("x").now.musket_losses == hits
    assert b.unit("x").now.fire_hurt
    assert b.unit("x").now.shot_at


@pytest.mark.rule("CS-8.2.4b")
def test_hits_of_two_battalions_count_together() -> None:
    """Twice 2 hits make one marker."""
    left, right = foot("a", at=(440, 500), men=400), foot("c", at=(560, 500), men=400)
    state = {"a": SPENT, "c": SPENT, "x": QUIET}
    b = fire(left, right, enemy(paces=60, men=960), state=state)
    assert b.unit("x").now.musket_hits == 4
    assert b.unit("x").disorder == 1


@pytest.mark.rule("CS-7.6b")
def test_every_hit_on_a_battery_costs_a_gun() -> None:
    guns = unit("x", "red", at=(500, 560), facing=180, arm="foot_artillery", men=120)
    b = plain(foot(men=400), guns)
    assert (b.unit("x").lost, b.unit("x").guns, b.unit("x").disorder) == (2, 4, 0)


@pytest.mark.rule("CS-8.1k", "CS-2g", "CS-B.11a", "CS-B.11b")
@pytest.mark.parametrize("men, balls", [(480, 4), (80, 1), (200, 2)])
def test_smoke_for_every_hundred_men(men: int, balls: int) -> None:
    b = plain(foot(men=men), enemy(paces=60))
    assert len(b.world.smoke) == balls
    assert all(ball.y == 510 and 440 <= ball.x <= 560 for ball in b.world.smoke)


@pytest.mark.rule("CS-2g", "CS-5.1")
def test_who_loses_a_quarter_checks_when_all_have_fired() -> None:
    b = plain(foot(), enemy(paces=60, men=160), dice=[20, 10, 10])
    kinds = [event.kind for event in events(b)]
    assert kinds.index("smoke") < kinds.index("morale")
    assert events(b, "morale")[0].values["cause"] == "losses"
    assert b.unit("x").now.fire_from == ()


@pytest.mark.rule("CS-8.2.3a")
def test_the_log_reads_like_a_report() -> None:
    b = plain(foot(), enemy(paces=84), dice=[21])
    assert GAME.tell(b, events(b, "volley")[0]) == "a fires at x at 84 paces: 1 hit"


@pytest.mark.rule("CS-8.1b")
def test_a_unit_shot_down_by_those_who_stood_does_not_reply():
    b = stage(
        unit("stood", at=(500, 500), men=800),
        unit("moved", RED, at=(500, 560), facing=180, men=20),
        dice=3,
        phase="small_arms_fire",
        state={"moved": {"now": Doings(moved="march", paces=60)}},
    )
    run(small_arms.play(b))
    assert b.unit("moved").where == "lost"
    assert [event.units["unit"] for event in events(b, "volley")] == ["stood"]
