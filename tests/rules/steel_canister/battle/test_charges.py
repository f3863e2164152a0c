"""Charges in play, step by step, with squares, evasions and fire."""

import pytest

from grognard.systems.steel_canister.facts import melee as melee_facts
from grognard.systems.steel_canister.facts.charges import charges as targets
from grognard.systems.steel_canister.facts.responses import evasion_facts, possible
from grognard.systems.steel_canister.phases import charges
from grognard.systems.steel_canister.staging import RED, events, run, says, stage, told, unit

HOLD_FIRE = ("opportunity_fire", "hold", {})


def column(at=(5, 5), **more):
    return unit("a", at=at, formation="attack_column", cube="charge", **more)


def horse(at=(5, 5), arm="heavy_cavalry", **more):
    return unit("c", at=at, arm=arm, cube="charge", **more)


def foe(at=(5, 7), **more):
    return unit("e", RED, at=at, facing=more.pop("facing", "S"), **more)


def charged(b, *answers):
    """One charge phase in which whoever may charge does, at the first he can reach, unless it is said otherwise."""
    chosen = says(*answers)

    def choose(decision):
        told = any(each[0] in (decision.kind, decision.id) for each in answers)
        first = decision.kind == "charge" and not told
        return decision.answer(decision.options[0].key) if first else chosen(decision)

    run(charges.play(b), choose)


@pytest.mark.rule("SC-6.1")
@pytest.mark.parametrize(
    "more",
    [{"status": "halted"}, {"blown": 1}, {"melee": True}, {"formation": "march_column"}, {"formation": "skirmish"}],
)
def test_who_may_not_charge(more):
    arm = "light_cavalry"
    b = stage(unit("c", at=(5, 5), arm=arm, **more), foe())
    assert not targets(b, "c", 5)


@pytest.mark.rule("SC-6.1")
def test_cavalry_never_charges_into_close_country():
    assert not targets(stage(horse(), foe(), terrain={(5, 7): "heavy"}), "c", 4)
    assert targets(stage(column(), foe(), terrain={(5, 7): "heavy"}), "a", 3)


@pytest.mark.rule("SC-6.2")
@pytest.mark.parametrize(
    "at, cost", [((5, 7), 2), ((6, 7), 3), ((7, 5), 3), ((5, 3), None), ((6, 6), 2), ((5, 9), None)]
)
def test_the_way_of_a_charge(at, cost):
    found = targets(stage(column(), foe(at)), "a", 3)
    assert (found["e"].cost if found else None) == cost


@pytest.mark.rule("SC-6.2")
def test_an_enemy_in_the_way_is_the_target():
    b = stage(horse(), foe((5, 7), formation="skirmish", arm="light_infantry"), unit("f", RED, at=(5, 8), facing="S"))
    found = targets(b, "c", 4)
    assert set(found) == {"e"}


@pytest.mark.rule("SC-6.2")
@pytest.mark.rule("SC-1.3i")
def test_a_line_that_falls_short_is_halted():
    b = stage(unit("a", at=(5, 5), cube="charge"), foe((5, 8)), phase="5c", dice=[2, 5])
    charged(b, HOLD_FIRE)
    now = b.unit("a")
    assert (now.space, now.status, now.melee) == ((5, 7), "halted", False)
    assert "a runs out of breath before it reaches e" in told(b)


@pytest.mark.rule("SC-0.10", "SC-6.2")
def test_a_charge_that_fails_among_its_skirmishers_stays_behind_them():
    friends = unit("s", at=(5, 6), arm="light_infantry", formation="skirmish")
    b = stage(unit("a", at=(5, 5), cube="charge"), friends, foe((5, 8)), phase="5c", dice=[5, 5])
    charged(b, HOLD_FIRE)
    assert (b.unit("a").space, b.unit("a").status, b.unit("s").space) == ((5, 5), "halted", (5, 6))


@pytest.mark.rule("SC-6.3")
def test_a_volley_shrugged_off_ends_in_melee():
    b = stage(column(), foe(), phase="5c", dice=[5, 6, 1, 1, 2, 5, 3])
    charged(b, ("opportunity_fire:e", "fire", {}))
    assert len(events(b, "shot")[0].roll.dice) == 5
    assert (b.unit("a").killed, b.unit("a").status) == (2, "good_order")
    assert (b.unit("a").space, b.unit("a").melee, b.unit("e").melee) == ((5, 7), True, True)
    assert (b.unit("a").attacker, b.unit("e").attacker, b.unit("a").came_from) == (True, False, (5, 6))


@pytest.mark.rule("SC-6.3")
def test_fire_that_shakes_the_charger_ends_the_charge():
    b = stage(column(), foe(), phase="5c", dice=[5, 6, 1, 1, 2, 1, 1])
    charged(b, ("opportunity_fire:e", "fire", {}))
    assert (b.unit("a").space, b.unit("a").status, b.unit("e").melee) == ((5, 6), "halted", False)
    assert events(b, "charge_broken")


@pytest.mark.rule("SC-4.1j")
def test_guns_beside_the_target_support_it():
    guns = unit("g", RED, at=(6, 7), facing="S", arm="foot_artillery", weight="medium")
    b = stage(column(), foe(), guns, phase="5c", dice=[1] * 20)
    charged(b, ("opportunity_fire:e", "hold", {}), ("opportunity_fire:g", "fire", {}))
    shot = events(b, "shot")[0]
    assert shot.units["unit"] == "g"
    assert "SC-4.1j" in shot.rules


@pytest.mark.rule("SC-1.7a")
@pytest.mark.parametrize(
    "more, answers",
    [
        ({}, ["stand", "square"]),
        ({"status": "disordered"}, ["stand"]),
        ({"status": "fallback"}, ["stand", "square"]),
        ({"melee": True}, ["stand"]),
        ({"formation": "square"}, ["stand"]),
    ],
)
def test_who_may_form_an_emergency_square(more, answers):
    assert possible(stage(horse(), foe(**more)), "c", "e") == answers


@pytest.mark.rule("SC-1.7d")
@pytest.mark.parametrize(
    "more, terrain, answers",
    [
        ({"arm": "light_infantry", "formation": "skirmish"}, "open", ["evade"]),
        ({"arm": "light_infantry", "formation": "skirmish"}, "heavy", ["stand", "evade"]),
        ({"arm": "foot_artillery"}, "open", ["stand", "evade"]),
        ({}, "open", ["stand"]),
    ],
)
def test_who_may_or_must_evade(more, terrain, answers):
    assert possible(stage(column(), foe(**more), terrain={(5, 7): terrain}), "a", "e") == answers


@pytest.mark.rule("SC-1.7b")
@pytest.mark.rule("SC-1.2j")
@pytest.mark.parametrize(
    "die, press, formation, status, melee",
    [
        (2, "pull_up", "square", "good_order", False),
        (2, "press", "square", "good_order", True),
        (4, "", "line", "good_order", True),
        (5, "", "line", "disordered", True),
    ],
)
def test_an_emergency_square(die, press, formation, status, melee):
    b = stage(horse(), foe(), phase="5a", dice=[die])
    charged(b, ("respond:e", "square", {}), *([("press:c", press, {})] if press else []))
    now = b.unit("e")
    assert (now.formation, now.status, now.melee, now.spent) == (formation, status, melee, 1)
    assert b.unit("c").status == ("halted" if press == "pull_up" else "good_order")
    assert not events(b, "shot")


@pytest.mark.rule("SC-1.7e")
@pytest.mark.rule("SC-1.7f")
@pytest.mark.rule("SC-1.7g")
@pytest.mark.parametrize(
    "dice, killed, status, space", [([5, 3, 2], 0, "good_order", (5, 10)), ([6, 1, 5], 2, "retreat", (5, 11))]
)
def test_skirmishers_evade(dice, killed, status, space):
    b = stage(horse(), foe(arm="light_infantry", formation="skirmish", cube="fire"), phase="5a", dice=dice)
    charged(b, HOLD_FIRE)
    now = b.unit("e")
    assert (now.killed, now.status, now.space, now.cube, now.ap - now.spent) == (killed, status, space, "", 0)
    assert (b.unit("c").space, b.unit("c").melee) == ((5, 7), False)


@pytest.mark.rule("SC-2.5")
@pytest.mark.rule("SC-1.7f")
def test_gunners_leave_their_pieces():
    b = stage(horse(), foe(arm="foot_artillery"), phase="5a", dice=[1, 6, 1])
    charged(b, ("respond:e", "evade", {}), HOLD_FIRE)
    assert (b.unit("e").manned, b.unit("e").guns_at) == (False, (5, 7))


@pytest.mark.rule("SC-1.1d")
@pytest.mark.rule("SC-7.3")
def test_a_charge_declined_or_without_a_target_is_a_move():
    b = stage(horse(), foe(), phase="5a")
    charged(b, ("charge:c", "decline", {}))
    assert (b.unit("c").cube, b.unit("c").charged) == ("move", False)
    b = stage(horse(), foe((12, 11)), phase="5a")
    charged(b)
    assert b.unit("c").cube == "move"


@pytest.mark.rule("SC-1.1d")
def test_infantry_waits_for_the_cavalry():
    b = stage(column(), foe(), phase="5a")
    charged(b)
    assert b.unit("a").cube == "charge"
    assert not events(b, "charges")


@pytest.mark.rule("SC-4.4c")
def test_a_charge_over_a_stream_is_remembered():
    b = stage(column(), foe((5, 6)), phase="5c", edges={((5, 5), (5, 6)): "stream"}, dice=[1])
    charged(b, HOLD_FIRE)
    assert b.unit("a").crossed


@pytest.mark.rule("SC-6.8")
def test_a_breakthrough_into_an_enemy_meets_no_fire():
    b = stage(horse(), foe((5, 6)), phase="9a", dice=[6])
    run(charges.broken_into(b, "c", (5, 6), charge_ap=0, last=1, crossed=False), says(("respond:e", "stand", {})))
    assert b.unit("c").melee
    assert not events(b, "shot")


@pytest.mark.rule("SC-1.7e", "SC-1.7f")
def test_points_lost_in_running_are_not_points_spent_before():
    """Skirmishers who have run once this turn, without a shot, run again at no disadvantage."""
    loose = {"formation": "skirmish", "arm": "light_infantry"}
    b = stage(column(), foe(**loose), dice=[1, 6, 1], phase="5c")
    charged(b, HOLD_FIRE)
    e = b.unit("e")
    assert (e.status, e.space, e.ap - e.spent, e.cube) == ("good_order", (5, 10), 0, "")
    assert evasion_facts(b, "a", "e", 2).theirs.ap_spent == 0


@pytest.mark.rule("SC-4.1f", "SC-6.3")
@pytest.mark.parametrize(
    "variants, formation, dice", [((), "attack_column", (2, 2)), (("apart-at-contact",), "semi_formed", (0, 2))]
)
def test_a_column_storms_a_farm_with_the_dice_of_its_charge(variants, formation, dice):
    """Five dice of an attack column, or two of one that is apart, less three for the strong point."""
    farm, garrison = {(5, 6): "strong_point"}, foe((5, 6), formation="semi_formed", ap=0)
    b = stage(column(), garrison, terrain=farm, phase="5c", dice=[], variants=variants)
    charged(b)
    assert (b.unit("a").melee, b.unit("a").formation) == (True, formation)
    pair = melee_facts.pair_of(b, melee_facts.Sides((5, 6), "blue", RED), "a", "e")
    assert tuple(pool.count for pool in b.rules["melee"].pools(pair)) == dice


@pytest.mark.rule("SC-4.1f")
def test_who_finds_the_farm_empty_is_inside_at_once():
    farm = {(5, 6): "strong_point"}
    skirmishers = foe((5, 6), arm="light_infantry", formation="skirmish", ap=0)
    b = stage(column(), skirmishers, terrain=farm, phase="5c", dice=[1, 6, 1])
    charged(b, ("respond", "evade", {}))
    assert (b.unit("a").space, b.unit("a").formation) == ((5, 6), "semi_formed")


@pytest.mark.rule("SC-4.1f", "SC-0.9")
def test_a_line_has_no_room_beside_a_column_that_storms():
    farm, inside = {(5, 7): "strong_point"}, {"melee": True, "attacker": True}
    mate = unit("b", at=(5, 7), formation="attack_column", came_from=(5, 6), **inside)
    b = stage(unit("a", at=(5, 5), cube="charge"), mate, foe(formation="semi_formed", melee=True), terrain=farm)
    assert not targets(b, "a", 3)
    assert targets(stage(column(), mate, foe(formation="semi_formed", melee=True), terrain=farm), "a", 3)
