"""Plans tried in the mind: the stronger attack wins there, the hopeless one is left, and thinking has its limits."""

from __future__ import annotations

from math import hypot
from random import Random

import pytest
from msgspec.structs import replace

from grognard.commanders.appreciation import Account, gap
from grognard.commanders.doctrine import LEVELS, STAFF_1, USUAL
from grognard.commanders.foresight import imagining
from grognard.commanders.foresight.imagining import LUMPS, WORK, Imagination, Imagined
from grognard.commanders.foresight.intents import Intent, everybody, strike, worth_trying
from grognard.commanders.planning import LOYAL, Planner
from grognard.commanders.tasks import Task

from .situations import body, foe, situation, village

HERE, THERE = (1500.0, 900.0), (1500.0, 1500.0)
ATTACK = {"a": Task("a", "attack", THERE)}


def stake(goal):
    return Account(True, "hold", 4.0, goal), Account(False, "hold", 4.0, goal)


def before_a_village(strength: float, **more):
    """We stand 600 paces before a village with a thousand men in it."""
    goal = village(THERE)
    ours = body("a", HERE, strength=strength, at_start=strength)
    theirs = foe("x", THERE)
    told = {"accounts": stake(goal), "started_with": 1000.0, "last": 20, **more}
    return situation([ours], [theirs], [goal], **told)


def test_many_take_a_village_from_few_and_few_do_not_from_many():
    strong, weak = before_a_village(4000.0), before_a_village(300.0)
    many, few = (Imagination(s, 1, coming=0.0).tried(ATTACK) for s in (strong, weak))
    assert many.points == 4
    assert few.points == -4
    assert few.ours > 0


def test_who_stays_away_loses_nobody():
    s = before_a_village(300.0, gun_ranges=(200.0, 400.0))
    stays = Imagination(s, 1, coming=0.0).tried({"a": Task("a", "hold", HERE)})
    assert stays.ours == 0
    assert stays.margin > Imagination(s, 1, coming=0.0).tried(ATTACK).margin


def test_an_even_fight_is_better_than_none_to_who_must_win_and_hardly_to_others():
    fight, none = Imagined(0.0, 0.0, 0.3, 0.3), Imagined(0.0, 0.0, 0.0, 0.0)
    assert fight.hope(3.0, must_win=True) > none.hope(3.0, must_win=True) + LOYAL, "even one who has been waiting goes"
    assert fight.hope(3.0) < none.hope(3.0) + LOYAL


def test_the_same_seed_imagines_the_same_battles():
    s = before_a_village(1500.0, started_with=4000.0)
    one, same, other = (Imagination(s, seed).tried(ATTACK) for seed in (3, 3, 4))
    assert one == same
    assert one != other, "enemies whom nobody has seen are drawn by lot"


def two_armies(seed: int):
    """Some bodies of ours and some enemies, anywhere."""
    dice = Random(seed)
    arms = ("foot", "foot", "horse", "guns")

    def spot(south: float, north: float):
        return dice.uniform(200, 2800), dice.uniform(south, north)

    ours = [body(f"a{i}", spot(300, 1200), arm=dice.choice(arms), strength=dice.uniform(200, 1500)) for i in range(9)]
    theirs = [foe(f"x{i}", spot(900, 1800), arm=dice.choice(arms), strength=dice.uniform(200, 1500)) for i in range(11)]
    goal = village(THERE)
    told = {"accounts": stake(goal), "started_with": 9000.0, "last": 20}
    return situation(ours, theirs, [goal], **told)


@pytest.mark.parametrize("seed", range(6))
def test_imagined_battles_come_out_as_if_all_were_looked_at_in_each_turn(monkeypatch, seed):
    s = two_armies(seed)
    tasks = everybody(s, list(s.fit), {})
    quickly = Imagination(s, seed).tried(tasks)

    def nearest(lump, others):
        standing = [other for other in others if other.strength > 0]
        found = min(standing, key=lambda other: hypot(lump.x - other.x, lump.y - other.y), default=None)
        # no room is known, so that everybody looks every time
        lump.room = -1.0
        return (hypot(lump.x - found.x, lump.y - found.y), found) if found is not None else (1e9, None)

    monkeypatch.setattr(imagining, "_nearest", nearest)
    assert Imagination(s, seed).tried(tasks) == quickly


def test_a_plan_that_was_tried_before_counts_again_but_is_not_fought_again(monkeypatch):
    s = two_armies(1)
    mind, tasks = Imagination(s, 1), everybody(s, list(s.fit), {})
    first = mind.tried(tasks)
    looked = mind.looked
    monkeypatch.setattr(mind, "_fought", None)
    assert mind.tried(tasks) is first
    assert mind.looked == 2 * looked > 0


@pytest.mark.parametrize("seed", range(4))
def test_each_goes_at_the_enemy_who_seems_nearest_however_many_there_are(seed):
    s = two_armies(seed)
    strongest = max(s.fit, key=lambda each: each.strength)
    (task,) = everybody(replace(s, goals=()), [strongest], {}).values()
    seems = {each.id: (gap(each.place, strongest.place) + 100.0) * (1.4 if each.guarded else 1.0) for each in s.foes}
    assert task.foe == min(seems, key=lambda id: (seems[id], id))


def test_unseen_enemies_are_reckoned_from_our_own_army_and_from_what_was_seen():
    s = before_a_village(1000.0, started_with=5000.0)
    hidden = next(foes for _, _, foes in Imagination(s, 1).worlds)[1:]
    assert hidden
    assert not next(foes for _, _, foes in Imagination(s, 1, seen=5000.0).worlds)[1:], "all of him has been seen"
    assert sum(each.strength for each in hidden) < 5000.0


def test_however_many_there_are_so_much_is_imagined_and_no_more():
    bodies = [body(f"b{i}", (100.0 + 30 * i, 400.0)) for i in range(90)]
    foes = [foe(f"x{i}", (100.0 + 3.4 * i, 1900.0 + i % 7)) for i in range(800)]
    s = situation(bodies, foes, [village(THERE)], started_with=9e4)
    mind = Imagination(s, 1)
    assert all(len(lumps) <= LUMPS + 4 for _, _, lumps in mind.worlds)
    planner = Planner(1, USUAL)
    planner.update(s)
    tried = 0
    while not mind.exhausted and tried < 1000:
        mind.tried({each.id: Task(each.id, "attack", THERE) for each in bodies})
        tried += 1
    assert mind.exhausted
    # one more plan may be under way when the limit is reached, and it has a limit of its own
    assert mind.looked <= 3 * WORK


def test_a_sure_lead_below_what_wins_is_no_victory_and_a_fight_has_chances():
    quiet, fought = Imagined(2.0, 2.0, 0.0, 0.0), Imagined(2.0, 2.0, 0.3, 0.3)
    assert quiet.hope(3.0) < fought.hope(3.0)
    assert Imagined(5.0, 5.0, 0.1, 0.1).hope(3.0) > 0.5 > 0 > Imagined(-5.0, -5.0, 0.1, 0.1).hope(3.0)


def test_a_hopeless_attack_is_not_made_by_who_has_tried_it_in_his_mind():
    s = before_a_village(300.0)
    assert Planner(1, USUAL).update(s).tasks["a"].kind != "attack"
    assert Planner(1, USUAL).update(before_a_village(4000.0)).tasks["a"].kind == "attack"


def test_the_first_staff_and_easy_try_nothing_in_their_minds():
    assert STAFF_1.candidates == LEVELS["easy"].candidates == 0
    assert 0 < LEVELS["normal"].candidates < LEVELS["hard"].candidates
    planner = Planner(1, STAFF_1)
    planner.update(before_a_village(4000.0))
    assert planner.intent is None


def test_under_rules_without_rates_nothing_is_tried():
    planner = Planner(1, USUAL)
    planner.update(before_a_village(4000.0, rates=None))
    assert planner.intent is None


def test_an_intent_is_not_changed_for_one_that_is_hardly_better():
    s = before_a_village(2000.0)
    planner = Planner(1, USUAL)
    planner.update(s)
    begun = planner.intent
    for turn in range(2, 6):
        planner.update(replace(s, turn=turn))
        assert planner.intent is not None
        assert planner.intent.goals == begun.goals


# -- what may be tried


def test_who_is_ahead_does_not_think_of_taking_more():
    s = before_a_village(4000.0)
    assert any(each.goals for each in worth_trying(s, (), (), ahead=False))
    assert not any(each.goals for each in worth_trying(s, (), (), ahead=True))


def test_those_who_stand_near_fall_on_whoever_storms_and_the_garrison_stays():
    goal = village(THERE)
    bodies = [body("inside", THERE), body("near", (1500.0, 1300.0)), body("far", (1500.0, 200.0))]
    s = situation(bodies, [foe("x", (1700.0, 1500.0))], [goal])
    tasks = {each.id: Task(each.id, "hold", each.place, garrison=each.id == "inside") for each in bodies}
    found = strike(s, {each.id: each for each in bodies}, tasks)
    assert {id: task.kind for id, task in found.items()} == {"inside": "hold", "near": "attack", "far": "hold"}


def test_all_out_does_not_mean_all_at_one():
    bodies = [body("a", (1400.0, 900.0)), body("b", (1500.0, 900.0)), body("c", (1600.0, 900.0))]
    foes = [foe("x", (1500.0, 1400.0), strength=300.0), foe("y", (1500.0, 1550.0), strength=3000.0)]
    tasks = everybody(situation(bodies, foes, []), bodies, {})
    assert {task.kind for task in tasks.values()} == {"attack"}
    assert {task.foe for task in tasks.values()} == {"x", "y"}


@pytest.mark.parametrize("launched", [False, True])
def test_attackers_wait_for_one_another_where_they_form_up(launched):
    goal = village(THERE)
    near, far = body("a", (1500.0, 950.0), strength=3000.0), body("b", (1500.0, 200.0), strength=3000.0)
    s = situation(
        [near, far if not launched else body("b", (1400.0, 950.0), strength=3000.0)],
        [foe("x", THERE, strength=3000.0)],
        [goal],
    )
    planner = Planner(1, USUAL)
    tasks = planner._planned(s, Intent("attack", (goal,))).tasks
    assert (tasks["a"].kind == "attack") is launched


def test_an_army_that_loses_by_holding_does_not_hold_however_dear_the_attack_seems():
    goal = village((1500.0, 2500.0))
    strong = [foe(f"x{i}", (1300.0 + 100 * i, 2500.0), strength=900.0) for i in range(5)]
    bodies = [body("a", (1300.0, 500.0)), body("b", (1700.0, 500.0))]
    for stance, goes in (("attack", True), ("defend", False)):
        s = situation(bodies, strong, [goal], accounts=stake(goal), last=60, stance=stance, margin=3.0)
        planner = Planner(1)
        planner.update(s)
        assert (not planner.intent.idle) is goes


def test_an_enemy_beside_empty_ground_is_taken_to_go_in_before_the_end():
    goal = village((1500.0, 2400.0))
    s = situation([body("a", HERE)], [foe("x", (1500.0, 2700.0))], [goal], accounts=stake(goal), last=40)
    stays = {"a": Task("a", "hold", HERE)}
    assert Imagination(s, 1, coming=0.0).tried(stays).points == -4
    nearer = replace_place(s, (1500.0, 2300.0))
    assert Imagination(nearer, 1, coming=0.0).tried(stays).points >= 0, "not where we are there ourselves"


def replace_place(s, at):
    return situation([body("a", at)], list(s.foes), list(s.goals), accounts=s.accounts, last=40)


def test_a_long_march_is_imagined_to_its_end():
    goal = village((1500.0, 2800.0))
    far, late = (
        situation([body("a", (1500.0, 200.0))], [foe("x", (200.0, 2900.0), strength=50.0)], [goal], last=last)
        for last in (60, 15)
    )
    there = {"a": Task("a", "attack", goal.place, goal=goal.id)}
    for s, points in ((far, 4), (late, 0)):
        s.accounts = (Account(True, "hold", 4.0, goal),)
        assert Imagination(s, 1, coming=0.0).tried(there).points == points
