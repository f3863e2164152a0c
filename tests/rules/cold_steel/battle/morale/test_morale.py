"""Morale in play: who is threatened and supported, which facts a check is made with, and what its result does."""

import pytest
from msgspec.structs import replace

from grognard.ground.units import point
from grognard.systems.cold_steel.checks.ground.smoke import Ball
from grognard.systems.cold_steel.effects.morale import check_losses, check_morale
from grognard.systems.cold_steel.facts import situations
from grognard.systems.cold_steel.staging import BLUE, RED, events, stage
from grognard.systems.cold_steel.table.state import Doings, FallBack, LeaderState, Order

from ..by_themselves import foot
from ..ground import area

FALLING_BACK = Order(FallBack(gait="quick"))


def horse(name, side=RED, *, at, facing=None, men=240, **more):
    return foot(name, side, at=at, facing=facing, arm="light_cavalry", men=men, **more)


def twenty(at=(1000, 1000), **more):
    """A battalion of 20 figures, 100 paces wide."""
    return foot("a", at=at, men=400, **more)


def threats(b, who="a"):
    found = situations.threats(b, who)
    return {arm: {side: sorted(foes) for side, foes in sides.items()} for arm, sides in found.items() if sides}


# -- threats


@pytest.mark.rule("CS-1.8a")
@pytest.mark.parametrize(
    "men, paces, threatened", [(200, 400, True), (180, 400, False), (200, 401, False), (220, 399, True)]
)
def test_cavalry_ahead_threatens_with_half_the_figures_at_400_paces(men, paces, threatened):
    b = stage(twenty(), horse("h", at=(1000, 1000 + paces), men=men))
    assert threats(b) == ({"cavalry": {"front": ["h"]}} if threatened else {})


@pytest.mark.rule("CS-1.8a")
@pytest.mark.parametrize("men, paces, threatened", [(100, 240, True), (80, 240, False), (100, 241, False)])
def test_infantry_off_the_flank_threatens_with_a_quarter_of_the_figures_at_240_paces(men, paces, threatened):
    b = stage(twenty(), foot("r", RED, at=(1050 + paces, 997), facing=270, men=men))
    assert b.survey.distance("a", "r") == paces
    assert threats(b) == ({"infantry": {"flank": ["r"]}} if threatened else {})


@pytest.mark.rule("CS-1.8a")
def test_two_small_cavalry_units_ahead_threaten_together():
    b = stage(twenty(), horse("h", at=(900, 1300), men=120), horse("k", at=(1100, 1300), men=120))
    assert threats(b) == {"cavalry": {"front": ["h", "k"]}}
    assert situations.threatened_by(b, "h") == ["a"]


@pytest.mark.rule("CS-1.8a")
def test_figures_of_different_arms_and_sides_are_not_added_up():
    b = stage(twenty(), horse("h", at=(1000, 1300), men=120), foot("r", RED, at=(1000, 1200), men=120))
    assert threats(b) == {}


@pytest.mark.rule("CS-1.8a")
def test_only_figures_that_still_stand_count_on_both_sides():
    b = stage(twenty(), horse("h", at=(1000, 1300), men=200), state={"h": {"lost": 1}})
    assert threats(b) == {}
    b = stage(twenty(), horse("h", at=(1000, 1300), men=200), state={"h": {"lost": 1}, "a": {"lost": 2}})
    assert threats(b) == {"cavalry": {"front": ["h"]}}


@pytest.mark.rule("CS-1.8a")
@pytest.mark.parametrize("status, threatened", [("wavering", True), ("broken", False), ("routed", False)])
def test_who_flees_threatens_nobody(status, threatened):
    b = stage(twenty(), horse("h", at=(1000, 1300)), state={"h": {"status": status}})
    assert bool(threats(b)) is threatened


@pytest.mark.rule("CS-1.8a")
def test_irregulars_threaten_and_guns_never_do():
    guns = foot("g", RED, at=(1000, 1200), arm="foot_artillery", men=120)
    assert threats(stage(twenty(), guns)) == {}
    wild = foot("i", RED, at=(1000, 1200), arm="irregular", men=240)
    assert threats(stage(twenty(), wild)) == {"infantry": {"front": ["i"]}}


@pytest.mark.rule("CS-1.8a")
def test_a_square_has_only_fronts():
    behind = horse("h", at=(1000, 800), facing=0, men=120)
    assert threats(stage(twenty(), behind)) == {"cavalry": {"rear": ["h"]}}
    assert threats(stage(twenty(formation="open_square"), behind)) == {}
    more = horse("h", at=(1000, 800), facing=0, men=200)
    assert threats(stage(twenty(formation="open_square"), more)) == {"cavalry": {"front": ["h"]}}


@pytest.mark.rule("CS-1.8a")
def test_an_enemy_behind_a_wood_is_no_threat():
    wood = area("heavy_woods", 800, 1100, 1200, 1200)
    assert threats(stage(twenty(), horse("h", at=(1000, 1300)), features=[wood])) == {}


@pytest.mark.rule("CS-1.8b")
@pytest.mark.parametrize(
    "balls, aside, threatened", [(6, 80, False), (6, 100, False), (6, 101, True), (5, 80, True), (5, 0, True)]
)
def test_a_bank_of_six_smoke_balls_near_the_line_of_sight_hides_the_threat(balls, aside, threatened):
    b = stage(twenty(), horse("h", at=(1000, 1300)))
    b.world.smoke = tuple(Ball(1000 + aside + 10 * i, 1150, 1) for i in range(balls))
    assert bool(threats(b)) is threatened


@pytest.mark.rule("CS-1.8b")
def test_two_small_banks_do_not_add_up_and_smoke_behind_the_enemy_hides_nobody():
    b = stage(twenty(), horse("h", at=(1000, 1300)))
    b.world.smoke = tuple(Ball(1000 + side + i, 1150, 1) for side in (-60, 60) for i in range(3))
    assert threats(b)
    b.world.smoke = tuple(Ball(1000 + i, 1350, 1) for i in range(6))
    assert threats(b)


# -- support and leaders


@pytest.mark.rule("CS-5.2.2b")
@pytest.mark.parametrize("paces, flanks", [(120, 1), (121, 0)])
def test_a_formed_friend_within_120_paces_supports_a_flank(paces, flanks):
    b = stage(twenty(), foot("f", at=(1050 + paces + 50, 1000), men=400))
    assert b.survey.distance("a", "f") == paces
    assert situations.support(b, "a")["flank_support"] == flanks


@pytest.mark.rule("CS-5.2.2b")
def test_two_friends_on_one_flank_count_once_and_one_on_each_twice():
    near = foot("f", at=(1160, 1000), men=400)
    one = stage(twenty(), near, foot("g", at=(1160, 950), men=400))
    both = stage(twenty(), near, foot("g", at=(840, 1000), men=400))
    assert situations.support(one, "a")["flank_support"] == 1
    assert situations.support(both, "a")["flank_support"] == 2
    facts = situations.neighbours(both, "a")
    assert (facts.left, facts.right) == (60, 60)
    assert facts.rear > 200


@pytest.mark.rule("CS-5.2.2b")
@pytest.mark.parametrize("paces, supported", [(200, True), (201, False)])
def test_a_formed_friend_within_200_paces_behind_supports_the_rear(paces, supported):
    b = stage(twenty(), foot("f", at=(1000, 995 - paces), men=400))
    assert b.survey.distance("a", "f") == paces
    assert situations.support(b, "a")["rear_support"] is supported
    assert situations.support(b, "a")["flank_support"] == 0


@pytest.mark.rule("CS-5.2.2b")
@pytest.mark.parametrize("state", [{"status": "wavering"}, {"formation": "open_order"}])
def test_who_wavers_or_is_dispersed_as_skirmishers_supports_nobody(state):
    b = stage(twenty(), foot("f", at=(1000, 900), men=400), state={"f": state})
    assert situations.support(b, "a")["rear_support"] is False


@pytest.mark.rule("CS-5.2.2b")
@pytest.mark.parametrize("paces, near", [(60, True), (61, False)])
def test_a_player_figure_counts_within_60_paces(paces, near):
    b = stage(twenty(), leaders={"blue": (1000, 1000 + paces)})
    found = situations.support(b, "a")
    assert (found["player_near"], found["leader_near"]) == (near, False)


@pytest.mark.rule("CS-5.2.2b")
def test_player_and_brigadier_both_count_and_the_dead_do_not():
    b = stage(twenty(), leaders={"blue": (1000, 1030)})
    general = next(iter(b.world.leaders.values()))
    b.world.leaders["brigadier"] = LeaderState("brigadier", BLUE, point(1010, 1030))
    found = situations.support(b, "a")
    assert found["player_near"]
    assert found["leader_near"]
    b.world.leaders[general.id] = replace(general, hurt="killed")
    assert not situations.support(b, "a")["player_near"]


# -- the facts of a check


@pytest.mark.rule("CS-5.2.2a")
def test_the_facts_of_a_check_are_what_stands_on_the_table():
    b = stage(
        twenty(),
        horse("h", at=(1000, 1300)),
        foot("f", at=(1160, 1000), men=400),
        features=[area("light_woods", 940, 950, 1060, 1050)],
        ratings={"a": {"morale_rating": 7}},
        state={"a": {"disorder": 3, "lost": 5, "converged": True, "now": Doings(surprised=True)}},
    )
    facts = situations.morale_facts(b, "a")
    assert (facts.morale_rating, facts.disorder, facts.casualties_percent) == (7, 3, 25)
    assert facts.cover == {"light_cover"}
    assert facts.flank_support == 1
    assert not facts.rear_support
    assert facts.threatened == {"front"}
    assert facts.nearest_enemy == 300
    assert facts.enemy_seen
    assert facts.converged
    assert facts.surprised
    assert not facts.irregular


@pytest.mark.rule("CS-5.2.2b")
@pytest.mark.parametrize(
    "doings, unanswered, fired_on",
    [
        (Doings(fire_from=("front",)), True, set()),
        (Doings(fire_from=("front", "flank"), fired=True), False, {"flank"}),
        (Doings(), False, set()),
    ],
)
def test_fire_is_unanswered_if_it_hurt_and_the_unit_has_not_fired(doings, unanswered, fired_on):
    facts = situations.morale_facts(stage(twenty(), state={"a": {"now": doings}}), "a")
    assert (facts.unanswered_fire, facts.fired_on) == (unanswered, fired_on)


@pytest.mark.rule("CS-5.2.2a")
@pytest.mark.parametrize("paces, seen", [(1200, True), (1201, False)])
def test_no_enemy_in_range_means_none_seen_within_1200_paces(paces, seen):
    b = stage(twenty(at=(1000, 500)), foot("r", RED, at=(1000, 500 + paces)))
    assert situations.morale_facts(b, "a").enemy_seen is seen


@pytest.mark.rule("CS-5.2.2a")
def test_an_enemy_behind_a_wood_is_near_but_not_seen():
    b = stage(twenty(), foot("r", RED, at=(1000, 1300)), features=[area("heavy_woods", 800, 1100, 1200, 1200)])
    facts = situations.morale_facts(b, "a")
    assert (facts.enemy_seen, facts.nearest_enemy) == (False, 300)


@pytest.mark.rule("CS-5.2.2a", "CS-5.1")
@pytest.mark.parametrize(
    "state", [{"status": "broken"}, {"status": "routed"}, {"retired": True}, {"order": FALLING_BACK}]
)
def test_broken_routed_and_falling_back_units_retreat(state):
    b = stage(twenty(), foot("f", at=(1220, 1000), men=400), state={"f": state})
    assert b.survey.distance("a", "f") == 120
    assert situations.morale_facts(b, "a").friends_retreating == 1
    b = stage(twenty(), foot("f", at=(1221, 1000), men=400), state={"f": state})
    assert situations.morale_facts(b, "a").friends_retreating == 0


@pytest.mark.rule("CS-5.2.2a")
@pytest.mark.parametrize("paces, retreating", [(200, 1), (201, 0)])
def test_enemies_who_retreat_within_200_paces_give_heart(paces, retreating):
    b = stage(twenty(), foot("r", RED, at=(1000, 1000 + paces)), state={"r": {"status": "broken"}})
    assert situations.morale_facts(b, "a").enemy_retreating == retreating


# -- making the check


@pytest.mark.rule("CS-5.2a", "CS-5.2.1a", "CS-5.2.2a")
def test_a_check_adds_rating_and_modifiers_to_the_dice_and_becomes_the_units_level():
    b = stage(
        twenty(),
        foot("r", RED, at=(1000, 1300)),
        dice=[5, 6],
        ratings={"a": {"morale_rating": 9}},
        leaders={"blue": (1000, 1060)},
        state={"a": {"disorder": 2, "lost": 5}},
    )
    result = check_morale(b, "a", cause="losses")
    assert result.total == 9 + 11 - 2 - 2 + 6 == 22
    assert b.unit("a").status == "wavering"


@pytest.mark.rule("CS-5.2b")
def test_a_check_forced_on_a_broken_unit_never_improves_it():
    b = stage(twenty(), dice=[9, 9], ratings={"a": {"morale_rating": 9}}, state={"a": {"status": "broken"}})
    assert check_morale(b, "a", cause="losses").settled.result == "resolute"
    assert b.unit("a").status == "broken"


@pytest.mark.rule("CS-5.2.1b")
def test_a_natural_two_breaks_the_best():
    b = stage(twenty(), dice=[1, 1], ratings={"a": {"morale_rating": 16}}, leaders={"blue": (1000, 1000)})
    check_morale(b, "a", cause="losses")
    assert b.unit("a").status == "broken"


@pytest.mark.rule("CS-5.2.1c")
def test_a_natural_twenty_holds_the_worst():
    b = stage(
        twenty(),
        foot("r", RED, at=(1000, 1100)),
        dice=[10, 10],
        ratings={"a": {"morale_rating": 1}},
        state={"a": {"disorder": 9}},
    )
    check_morale(b, "a", cause="losses")
    assert b.unit("a").status == "determined"


@pytest.mark.rule("CS-5.2.3a")
def test_a_dispersed_unit_is_removed_at_once():
    b = stage(
        twenty(),
        foot("r", RED, at=(1000, 1100)),
        dice=[1, 2],
        ratings={"a": {"morale_rating": 5}},
        state={"a": {"disorder": 4}},
    )
    check_morale(b, "a", cause="losses")
    assert (b.unit("a").where, b.unit("a").how) == ("lost", "dispersed")


@pytest.mark.rule("CS-5.1", "CS-5a")
@pytest.mark.parametrize("lost, checks", [(4, 0), (5, 1), (10, 1)])
def test_a_quarter_lost_calls_for_one_check_at_the_end_of_the_phase(lost, checks):
    b = stage(twenty(), dice=[7, 7], phase="artillery_fire", state={"a": {"lost": lost}})
    check_losses(b, ["a"])
    assert len(events(b, "morale")) == checks
    check_losses(b, ["a"])
    assert len(events(b, "morale")) == checks


@pytest.mark.rule("CS-5.1")
def test_routed_units_check_for_losses_too_and_may_melt_away():
    b = stage(twenty(), foot("r", RED, at=(1000, 1100)), dice=[2, 3], state={"a": {"lost": 5, "status": "routed"}})
    check_losses(b, ["a"])
    assert b.unit("a").how == "dispersed"


@pytest.mark.rule("CS-4.4.1a")
@pytest.mark.parametrize("paces, beaten", [(600, 1), (601, 0)])
def test_an_enemy_who_routs_within_600_paces_is_credited_to_a_division(paces, beaten):
    b = stage(
        twenty(),
        foot("r", RED, at=(1000, 1000 + paces)),
        dice=[2, 3],
        ratings={"a": {"morale_rating": 9}},
        level="division",
    )
    check_morale(b, "a", cause="losses")
    assert b.unit("a").status == "routed"
    assert b.world.divisions[b.division("r")].enemies_beaten == beaten
    assert b.world.divisions[b.division("a")].enemies_beaten == 0
