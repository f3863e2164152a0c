"""Charges on staged ground: run-up, responses, closing fire, contact."""

import pytest

from grognard.systems.black_powder.acts.charging import charge
from grognard.systems.black_powder.facts.charges import may_charge
from grognard.systems.black_powder.game import GAME
from grognard.systems.black_powder.staging import RED, events, run, says, stage, unit

HORSE = {"arm": "light_cavalry"}
GUNS = {"arm": "foot_artillery"}


def charged(*units, dice, moves=1, answers=(), target="b", by="order", chargers=("a",), **more):
    b = stage(*units, dice=dice, **{name: more.pop(name) for name in ("variants", "features") if name in more})
    b.used = run(charge(b, chargers, target, moves, by=by, **more), says(*answers))
    return b


def foot(**more):
    return unit("a", at=(20, 20), **more)


def foe(north=30, **more):
    return unit("b", RED, at=(20, north), facing=180, **more)


def kinds(b):
    return [each.kind for each in events(b) if each.kind != "noted"]


# -- the run-up


@pytest.mark.rule("BP-CHG-1", "BP-SHOOT-6")
def test_a_charge_comes_home_through_closing_fire():
    b = charged(foot(), foe(), dice=[1, 1, 1])
    assert list(b.world.contacts) == ["a>b"]
    assert b.unit("a").charged
    assert b.unit("b").closing_fired
    assert b.inches("a", "b") <= 1
    assert b.world.contacts["a>b"].face == "front"


@pytest.mark.rule("BP-CHG-1")
@pytest.mark.parametrize("moves, contact", [(1, False), (2, True)])
def test_as_many_moves_as_it_takes(moves, contact):
    b = charged(foot(), foe(38), dice=[1, 1, 1] if contact else [], moves=moves)
    assert bool(b.world.contacts) == contact
    assert b.used == moves
    assert bool(events(b, "charge_short")) != contact


@pytest.mark.rule("BP-CHG-1")
def test_the_side_struck_is_that_in_which_the_move_began():
    b = charged(foot(facing=90), unit("b", RED, at=(30, 22), facing=0), dice=[])
    assert b.world.contacts["a>b"].face == "left_flank"


@pytest.mark.rule("BP-CHG-1", "BP-STATE-2", "BP-STATE-3", "BP-INF-2")
def test_who_may_charge():
    def why(**more):
        refusal = may_charge(stage(foot(**more), foe(), dice=[]), "a", "b", by="order")
        return refusal.rule if refusal else ""

    assert why() == ""
    assert why(casualties=3) == "BP-STATE-2"
    assert why(disordered=True) == "BP-STATE-3"
    assert why(formation="march_column") == "BP-CHG-1"
    assert why(formation="skirmish") == "BP-CHG-1"
    assert why(facing=90) == "", "an order may give it moves to turn"
    b = stage(foot(facing=90), foe(), dice=[])
    assert may_charge(b, "a", "b", by="initiative").rule == "BP-CHG-1"


@pytest.mark.rule("BP-INF-2")
def test_one_infantry_unit_to_a_facing():
    b = charged(foot(formation="attack_column"), unit("c", at=(28, 20)), foe(), dice=[1, 1, 1])
    assert may_charge(b, "c", "b", by="order").rule == "BP-INF-2"
    assert may_charge(b, "c", "b", by="order", massed=True) is None


# -- closing fire


@pytest.mark.rule("BP-SHOOT-6", "BP-BREAK-1")
def test_musketry_makes_a_charger_test_only_if_it_is_shaken():
    b = charged(foot(), foe(), dice=[3, 3, 1, 1, 1])
    assert b.unit("a").casualties == 2
    assert not events(b, "morale")
    assert b.world.contacts
    b = charged(foot(), foe(), dice=[3, 3, 3, 1, 1, 1, 3, 3])
    assert events(b, "morale")[0].values["effect"] == "fallback_through_disordered"
    assert not b.world.contacts
    assert events(b, "charge_stopped")
    assert b.inches("a", "b") == 6


@pytest.mark.rule("BP-SHOOT-6", "BP-BREAK-2")
def test_canister_makes_a_charger_test_for_any_casualty():
    b = charged(foot(), foe(**GUNS), dice=[3, 1, 1, 1, 6, 6])
    test = events(b, "morale")[0]
    assert test.roll.total == 12 - 1
    assert b.world.contacts, "it holds, so the charge goes home"


@pytest.mark.rule("BP-SHOOT-6")
def test_one_closing_volley_a_turn():
    b = stage(foot(), unit("c", at=(20, 40), facing=180), unit("b", RED, at=(20, 30), facing=180), dice=[1, 1, 1])
    run(charge(b, ("a",), "b", 1, by="order"))
    run(charge(b, ("c",), "b", 1, by="order"))
    assert len(events(b, "fired")) == 1
    assert len(b.world.contacts) == 2
    assert b.world.contacts["c>b"].face == "rear"


@pytest.mark.rule("BP-SHOOT-6", "BP-CHG-2")
def test_a_target_may_hold_its_fire():
    b = charged(foot(), foe(), dice=[], answers=[("respond", "stand", {})])
    assert not events(b, "fired")
    assert b.world.contacts


@pytest.mark.rule("BP-CHG-2")
def test_a_seat_that_wants_the_usual_is_not_asked():
    b = stage(foot(), foe(), dice=[1, 1, 1])
    for seat, said in b.world.instructions.items():
        b.world.instructions[seat] = type(said)(id=seat, responses="usual")
    asked = []

    def choose(decision):
        asked.append(decision.kind)
        return decision.default

    run(charge(b, ("a",), "b", 1, by="order"), choose)
    assert asked == []
    assert events(b, "fired")


# -- cavalry


@pytest.mark.rule("BP-CHG-3")
def test_cavalry_rides_out_and_both_count_as_charging():
    b = charged(foot(**HORSE), foe(**HORSE), dice=[])
    assert b.unit("a").charged
    assert b.unit("b").charged
    assert b.unit("b").position[1] < foe(**HORSE)[2].position[1] * 16
    assert b.world.contacts["a>b"].face == "front"


@pytest.mark.rule("BP-CHG-3")
def test_an_evader_gets_away():
    b = charged(unit("a", at=(20, 8)), foe(18, **HORSE), dice=[], answers=[("respond", "evade", {})])
    assert not b.world.contacts
    assert b.inches("a", "b") >= 16
    assert not b.unit("b").disordered


@pytest.mark.rule("BP-CHG-3")
def test_an_evader_who_is_caught_is_struck_in_the_rear():
    """Cavalry with two moves against horse artillery on its limbers, eight inches off: 36 inches against 8 + 18."""
    guns = foe(12, arm="horse_artillery", formation="limbered")
    b = charged(unit("a", at=(20, 4), **HORSE), guns, dice=[], moves=2, answers=[("respond", "evade", {})])
    assert b.world.contacts["a>b"].face == "rear"


@pytest.mark.rule("BP-CHG-4")
@pytest.mark.parametrize("west, turns", [(14, True), (10, False)])
def test_cavalry_turns_to_face_who_comes_from_afar(west, turns):
    target = unit("b", RED, at=(40, 20), facing=0, **HORSE)
    b = charged(unit("a", at=(40 - west - 4, 20), facing=90, **HORSE), target, dice=[])
    assert b.world.contacts["a>b"].face == ("front" if turns else "left_flank")


# -- squares


def ridden_at(die, *, north=34, dice=(), **more):
    return charged(foot(**HORSE), foe(north, **more), dice=[die, *dice])


@pytest.mark.rule("BP-SQUARE-1", "BP-SQUARE-2")
@pytest.mark.parametrize(
    "die, square, disordered, fire",
    [
        (1, False, True, []),
        (2, True, True, []),
        (3, True, False, []),
        (5, True, False, []),
        (6, True, False, [1]),
    ],
)
def test_infantry_in_the_open_forms_square(die, square, disordered, fire):
    b = ridden_at(die, dice=fire)
    now = b.unit("b")
    assert (now.formation == "square", now.disordered) == (square, disordered)
    assert [len(each.roll.details["ours"]["dice"]) for each in events(b, "fired")] == ([1] if fire else [])
    assert b.world.contacts["a>b"].face == "front"


@pytest.mark.rule("BP-SQUARE-3")
@pytest.mark.parametrize(
    "die, formation, square, disordered",
    [(4, "line", True, True), (4, "attack_column", True, False), (6, "line", True, False), (2, "line", False, True)],
)
def test_a_sudden_charge(die, formation, square, disordered):
    b = ridden_at(die, north=28, formation=formation)
    now = b.unit("b")
    assert (now.formation == "square", now.disordered) == (square, disordered)
    assert not events(b, "fired")


@pytest.mark.rule("BP-SQUARE-1")
def test_no_square_in_woods():
    wood = {
        "type": "Feature",
        "properties": {"kind": "heavy_woods"},
        "geometry": {
            "type": "Polygon",
            "coordinates": [[[225, 370], [375, 370], [375, 700], [225, 700], [225, 370]]],
        },
    }
    b = charged(foot(**HORSE), foe(26), dice=[1, 1, 1], features=[wood])
    assert not events(b, "square")
    assert b.unit("b").formation == "line"


# -- massed columns


@pytest.mark.rule("BP-MASS-1", "BP-MASS-2", "BP-MASS-3")
def test_closing_fire_strikes_every_unit_of_a_massed_column():
    columns = [unit(name, at=(x, 20), formation="attack_column") for name, x in (("a", 20), ("c", 24))]
    b = charged(*columns, foe(), dice=[6, 3, 2, 3, 4, 2, 2], chargers=("a", "c"), massed=True)
    assert (b.unit("a").casualties, b.unit("c").casualties) == (1, 2)
    assert b.unit("a").disordered
    assert b.unit("c").disordered
    assert sorted(b.world.contacts) == ["a>b", "c>b"]
    assert {each.face for each in b.world.contacts.values()} == {"front"}
    assert b.unit("c").massed == "a"


@pytest.mark.rule("BP-HTH-3", "BP-MASS-2", "BP-SHOOT-6")
def test_closing_fire_counts_in_the_fight_unless_it_stops_the_charge():
    columns = [unit(name, at=(x, 20), formation="attack_column") for name, x in (("a", 20), ("c", 24))]
    b = charged(*columns, foe(), dice=[3, 3, 2, 3, 4, 2, 2], chargers=("a", "c"), massed=True)
    assert b.unit("b").closing_caused == 3
    b = charged(foot(), foe(), dice=[3, 3, 3, 1, 1, 1, 3, 3])
    assert b.unit("b").closing_caused == 0


@pytest.mark.rule("BP-MASS-1")
def test_lines_are_no_mass():
    b = charged(foot(), unit("c", at=(27, 20)), foe(), dice=[1, 1, 1], chargers=("a", "c"), massed=True)
    assert list(b.world.contacts) == ["a>b"], "the second may not strike the same facing"


# -- special rules


@pytest.mark.rule("BP-SPEC-10")
def test_a_terrifying_charge_makes_the_enemy_test_at_contact():
    b = charged(foot(special=("terrifying_charge",)), foe(), dice=[1, 1, 1, 2, 1])
    assert events(b, "morale")[0].units["unit"] == "b"
    assert not b.world.contacts


@pytest.mark.rule("BP-SPEC-10", "BP-SQCAV-1")
def test_squares_are_not_terrified():
    b = charged(foot(special=("terrifying_charge",), **HORSE), foe(34), dice=[3])
    assert not events(b, "morale")
    assert b.world.contacts


# -- the draft by which charges are rolled for


@pytest.mark.rule("BP-CHSEQ-1")
@pytest.mark.parametrize(
    "dice, contact, there",
    [
        ([3, 2], False, 10),
        ([3, 3, 4, 4, 1, 1, 1, 4, 4, 4, 4], True, 0),
        ([3, 3, 1, 1, 4, 4, 4, 4], True, 0),
        ([3, 3, 4, 4, 1, 1, 1, 2, 2], False, 1),
        ([3, 3, 4, 4, 1, 1, 1, 4, 4, 2, 2], False, 12),
    ],
)
def test_four_rolls_before_blows(dice, contact, there):
    """To charge, to respond, to close, to hold; who does not respond gives no fire."""
    b = charged(foot(), foe(), dice=dice, variants=("friction-charge-sequence",))
    assert bool(b.world.contacts) == contact
    assert b.inches("a", "b") == there


@pytest.mark.rule("BP-CHG-1")
def test_odds_of_a_charge_name_who_is_in_its_way():
    b = stage(foot(), foe(), unit("c", RED, at=(23, 25), facing=180))
    (told,) = [each for each in GAME.odds(b, b.seat_of("a"), "a", "b") if each.title == "Charge"]
    assert told.refusal == "in its way: c"
