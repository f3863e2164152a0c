"""Skirmishers in the open who are charged: every line of both tables, shelter, overruns, following through."""

import pytest

from grognard.systems.black_powder.acts.charging import charge
from grognard.systems.black_powder.staging import RED, events, run, says, stage, unit

HORSE = {"arm": "light_cavalry"}
COMPANY = {"formation": "skirmish", "size": "tiny", "hand_to_hand": 1, "shooting": 1, "stamina": 1}
BANDE = {"formation": "grande_bande"}


def charged(*units, dice, moves=1, answers=(), **more):
    b = stage(*units, dice=dice, **{name: more.pop(name) for name in ("variants", "features") if name in more})
    run(charge(b, ("a",), "b", moves, by="order", **more), says(*answers))
    return b


def foot(**more):
    return unit("a", at=(20, 8), **more)


def foe(**more):
    return unit("b", RED, at=(20, 16), facing=180, **more)


def spare():
    """Somebody far away, so that a brigade is left."""
    return unit("z", RED, at=(60, 40), facing=180)


# -- Skirmish Companies


@pytest.mark.rule("BP-SKIRM-4", "BP-HTH-7")
def test_companies_flee_from_infantry_and_are_hit():
    b = charged(foot(), foe(**COMPANY), dice=[1, 1])
    assert b.inches("a", "b") == 12
    assert b.unit("b").casualties == 1
    assert not b.world.contacts


@pytest.mark.rule("BP-SKIRM-4")
def test_companies_fall_back_from_infantry():
    b = charged(foot(), foe(**COMPANY), dice=[2])
    assert b.inches("a", "b") == 12
    assert not b.unit("b").disordered
    assert b.unit("b").casualties == 0


@pytest.mark.rule("BP-SKIRM-4")
@pytest.mark.parametrize("die", [3, 5])
def test_companies_fire_at_infantry_and_evade(die):
    b = charged(foot(), foe(**COMPANY), dice=[die, 2])
    assert b.unit("a").casualties == 1
    assert not b.unit("a").disordered
    assert not b.world.contacts


@pytest.mark.rule("BP-SKIRM-4")
def test_rapid_fire_disorders_infantry_though_it_saves():
    b = charged(foot(), foe(**COMPANY), dice=[6, 5])
    assert b.unit("a").casualties == 0
    assert b.unit("a").disordered


@pytest.mark.rule("BP-SKIRM-4", "BP-SKIRM-8", "BP-HTH-6")
@pytest.mark.parametrize("die", [1, 2])
def test_cavalry_overruns_companies_and_rides_on(die):
    answers = [("victory_move", "move", {"to": (300, 400)})]
    b = charged(foot(**HORSE), foe(**COMPANY), spare(), dice=[die], answers=answers)
    assert b.unit("b").fate == "broken"
    assert len(events(b, "victory_move")) == 1


@pytest.mark.rule("BP-SKIRM-4", "BP-SKIRM-8")
def test_a_company_that_fires_at_cavalry_and_breaks_is_no_overrun():
    b = charged(foot(**HORSE), foe(**COMPANY), spare(), dice=[4, 5])
    assert b.unit("b").fate == "broken"
    assert b.unit("a").casualties == 0
    assert not events(b, "victory_move")


@pytest.mark.rule("BP-SKIRM-4")
def test_a_company_that_clumps_together_fights():
    b = charged(foot(**HORSE), foe(**COMPANY), dice=[6, 5])
    assert b.unit("a").disordered
    assert list(b.world.contacts) == ["a>b"]


@pytest.mark.rule("BP-SKIRM-2")
def test_reliable_companies_throw_a_one_again():
    b = charged(foot(), foe(**COMPANY, special=("reliable",)), dice=[1, 2])
    assert b.unit("b").casualties == 0


@pytest.mark.rule("BP-SKIRM-5")
def test_a_company_runs_behind_a_battalion_which_is_charged():
    friend = unit("c", RED, at=(20, 19), facing=180)
    b = charged(foot(**HORSE), foe(**COMPANY), friend, dice=[4, 3], answers=[("take_shelter", "run", {})])
    assert list(b.world.contacts) == ["a>c"]
    assert b.unit("c").formation == "square"
    assert b.here("b")
    assert b.unit("a").casualties == 0


@pytest.mark.rule("BP-SKIRM-5")
def test_a_company_may_fire_though_friends_are_near():
    friend = unit("c", RED, at=(20, 19), facing=180)
    b = charged(foot(**HORSE), foe(**COMPANY), friend, dice=[4, 5], answers=[("take_shelter", "fight_on", {})])
    assert b.unit("b").fate == "broken"
    assert not b.world.contacts


@pytest.mark.rule("BP-SKIRM-5")
def test_no_shelter_on_a_two():
    friend = unit("c", RED, at=(20, 19), facing=180)
    b = charged(foot(**HORSE), foe(**COMPANY), friend, dice=[2], answers=[("take_shelter", "run", {})])
    assert b.unit("b").fate == "broken"


@pytest.mark.rule("BP-SKIRM-7")
@pytest.mark.parametrize(
    "moves, through, dice, follows",
    [(2, True, [2], True), (1, True, [2], False), (2, False, [2], False), (2, True, [6, 5], False)],
)
def test_following_through(moves, through, dice, follows):
    answers = [("follow_through", "move", {"to": (300, 300)})]
    b = charged(foot(), foe(**COMPANY), dice=dice, moves=moves, follow_through=through, answers=answers)
    assert bool(events(b, "victory_move")) == follows


@pytest.mark.rule("BP-SKIRM-6", "BP-WOODS-9")
def test_companies_in_woods_stand_and_fire():
    wood = {
        "type": "Feature",
        "properties": {"kind": "heavy_woods"},
        "geometry": {"type": "Polygon", "coordinates": [[[225, 200], [375, 200], [375, 400], [225, 400], [225, 200]]]},
    }
    b = charged(unit("a", at=(20, 11)), foe(**COMPANY), dice=[3, 2], features=[wood])
    assert not events(b, "reacted")
    assert events(b, "fired")[0].values["casualties"] == 1
    assert b.world.contacts


@pytest.mark.rule("BP-SKIRM-4")
def test_skirmishers_against_skirmishers_fight_as_usual():
    b = charged(foot(**COMPANY), foe(**COMPANY), dice=[1])
    assert not events(b, "reacted")
    assert b.world.contacts


# -- Grande Bandes


@pytest.mark.rule("BP-GRANDE-9")
@pytest.mark.parametrize(
    "dice, casualties, fire, ours",
    [([1, 3], 1, 0, 0), ([1, 4], 0, 0, 0), ([2], 0, 0, 0), ([3, 3, 2], 0, 1, 1), ([6, 3, 5], 0, 1, 0)],
)
def test_grande_bandes_give_way_to_infantry(dice, casualties, fire, ours):
    b = charged(foot(), foe(**BANDE), dice=dice)
    assert b.unit("b").casualties == casualties
    assert len(events(b, "fired")) == fire
    assert b.unit("a").casualties == ours
    assert not b.world.contacts
    assert b.inches("a", "b") == 12


@pytest.mark.rule("BP-GRANDE-9", "BP-GRANDE-12")
def test_cavalry_overruns_a_grande_bande():
    b = charged(foot(**HORSE), foe(**BANDE), spare(), dice=[1])
    assert b.unit("b").fate == "broken"


@pytest.mark.rule("BP-GRANDE-9")
def test_a_grande_bande_that_fires_and_is_lost_in_the_fight():
    b = charged(foot(**HORSE), foe(**BANDE), dice=[2, 3, 1, 2, 5])
    assert len(events(b, "fired")[0].roll.details["ours"]["dice"]) == 3
    assert b.unit("b").doomed
    assert b.world.contacts


@pytest.mark.rule("BP-GRANDE-9", "BP-GRANDE-11")
def test_a_grande_bande_fights_cavalry_as_skirmishers():
    b = charged(foot(**HORSE), foe(**BANDE), dice=[4, 1])
    assert len(events(b, "fired")[0].roll.details["ours"]["dice"]) == 1
    assert b.world.contacts
    assert not b.unit("b").as_square


@pytest.mark.rule("BP-GRANDE-9")
def test_a_grande_bande_fights_as_if_in_a_disordered_square():
    b = charged(foot(**HORSE), foe(**BANDE), dice=[6, 4, 2])
    assert b.unit("a").casualties == 1
    assert b.unit("b").as_square
    assert b.unit("b").disordered


@pytest.mark.rule("BP-GRANDE-10", "BP-GRANDE-7")
def test_light_infantry_forms_line_before_infantry():
    light = foe(**BANDE, special=("light_infantry",))
    b = charged(foot(), light, dice=[4, 3, 2, 5], answers=[("reform_in_line", "reform", {})])
    assert b.unit("b").formation == "line"
    assert b.unit("b").casualties == 0
    assert b.unit("a").casualties == 1
    assert b.world.contacts


@pytest.mark.rule("BP-GRANDE-10", "BP-GRANDE-7")
def test_light_infantry_forms_a_disordered_square_before_cavalry():
    light = foe(**BANDE, special=("light_infantry",))
    b = charged(foot(**HORSE), light, dice=[3, 5])
    assert b.unit("b").formation == "square"
    assert b.unit("b").disordered
    assert not events(b, "fired")
    assert b.world.contacts
