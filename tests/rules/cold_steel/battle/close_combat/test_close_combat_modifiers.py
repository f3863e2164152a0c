"""The facts that close combat reads from the table: direction, flanks, cover, leaders, surprise, arms, weather."""

import pytest

from grognard.battle.kinds import Noted
from grognard.ground.units import SUB
from grognard.systems.cold_steel.checks.ground.smoke import Ball
from grognard.systems.cold_steel.effects.surprise import take_by_surprise
from grognard.systems.cold_steel.facts.combat import combatants, engagements
from grognard.systems.cold_steel.maneuver.movers import Mover
from grognard.systems.cold_steel.phases import close_combat, movement
from grognard.systems.cold_steel.seat.chances import odds
from grognard.systems.cold_steel.staging import BLUE, RED, events, run, stage, told, unit
from grognard.systems.cold_steel.table.bodies import shape
from grognard.systems.cold_steel.table.state import Attack, Doings, Order, Straight

from ..ground import area, line

ATTACKS = {"a": {"now": Doings(came_into=("r",))}}
"""The first came upon the second this turn."""
FAR_AWAY = {BLUE: (2900.0, 100.0), RED: (2900.0, 2900.0)}


def foot(name, side=BLUE, *, at=(500, 500), facing=None, **more):
    return unit(name, side, at=at, facing=(180 if side == RED else 0) if facing is None else facing, **more)


def horse(name, side=BLUE, *, at=(500, 500), facing=None, men=240, **more):
    facing = (180 if side == RED else 0) if facing is None else facing
    return unit(name, side, at=at, facing=facing, arm="light_cavalry", men=men, squadrons=1, **more)


def facts(b, one="a", other="r", *, pairings=1):
    """One side of the pairing, as the check is asked."""
    pair = engagements.Pairing(one, other)
    return combatants.combatant(b, one, other, pairings=pairings, pair=pair)


def worth(b, one="a", other="r"):
    """What each modifier counts for the first of the two, by label; the dice left out."""
    run(close_combat.play(b))
    rolls = events(b, "combat") + events(b, "combat_dice")
    event = next(each for each in rolls if each.units == {"unit": one, "foe": other})
    return {label: value for _, label, value in event.roll.modifiers}


def field(*units, **more):
    return stage(*units, phase="close_combat", leaders={**FAR_AWAY, **more.pop("leaders", {})}, **more)


# -- the unit itself


@pytest.mark.rule("CS-9.2.1a", "CS-9.2.1g", "CS-9.2.1k")
def test_rating_level_disorder_and_losses_are_the_units_own():
    b = field(
        foot("a"),
        foot("r", RED, at=(500, 510)),
        ratings={"a": {"morale_rating": 9}},
        state={"a": {"disorder": 3, "lost": 7, "status": "resolute"}},
    )
    told = worth(b)
    assert told["morale rating"] == 9
    assert told["resolute"] == 4
    assert told["disorder marker ×3"] == -3
    assert told["each 25% casualties"] == -3


@pytest.mark.rule("CS-9.2.1g")
@pytest.mark.parametrize("lost, value", [(5, 0), (6, -3), (12, -6), (18, -9)])
def test_only_full_quarters_of_losses_count(lost, value):
    b = field(foot("a"), foot("r", RED, at=(500, 510)), state={"a": {"lost": lost}})
    assert sum(value for label, value in worth(b).items() if "casualties" in label) == value


@pytest.mark.rule("CS-9.2.1l")
@pytest.mark.parametrize(
    "formation, interval, counts_as",
    [
        ("open_order", "open", "open_order"),
        ("extended_order", "open", "extended_order"),
        ("column_of_companies", "open", "open_column"),
        ("column_of_companies", "closed", "closed_column"),
    ],
)
def test_loose_formations(formation, interval, counts_as):
    b = field(foot("a", formation=formation, interval=interval), foot("r", RED, at=(500, 510)))
    assert facts(b).formation == counts_as


@pytest.mark.rule("CS-9.2.1l")
def test_a_unit_caught_in_a_formation_change_fights_as_in_open_order():
    b = field(foot("a"), foot("r", RED, at=(500, 510)), state={"a": {"now": Doings(caught=True)}})
    assert worth(b)["in open order or open column"] == -4


@pytest.mark.rule("CS-9.1d", "CS-9.2.1d")
@pytest.mark.parametrize(
    "formation, foe, secured",
    [
        ("closed_square", horse, True),
        ("open_square", horse, True),
        ("open_square", foot, False),
        ("skirmish_squares", horse, False),
    ],
)
def test_a_square_is_secure_against_cavalry_but_skirmish_squares_are_not(formation, foe, secured):
    b = field(foot("a", formation=formation), foe("r", RED, at=(500, 510)))
    assert worth(b).get("flanks secured", 0) == (7 if secured else 0)


@pytest.mark.rule("CS-9.2.1h")
@pytest.mark.parametrize("armament, value", [
    ("", 0), ("muskets", 0), ("rifles without bayonets", -4), ("tomahawks", 3), ("muskets and bayonets, swords", 0),
])  # fmt: skip
def test_infantry_has_bayonets_unless_the_order_of_battle_says_otherwise(armament, value):
    b = field(foot("a", armament=armament), foot("r", RED, at=(500, 510)))
    told = worth(b)
    assert sum(told.get(label, 0) for label in told if "weapons" in label or "bayonet" in label) == value


@pytest.mark.rule("CS-9.2.1h")
@pytest.mark.parametrize(
    "weapons, value",
    [
        (("musket", "bayonet"), 0),
        (("musket",), -4),
        (("musket", "axe"), 3),
        (("pike", "bayonet"), 0),
    ],
)
def test_weapons_that_an_order_of_battle_names_count_hand_to_hand(weapons, value):
    given_up = "musket; the pikes they had lately given up"
    told = worth(field(foot("a", weapons=weapons, armament=given_up), foot("r", RED, at=(500, 510))))
    assert sum(told.get(label, 0) for label in told if "weapons" in label or "bayonet" in label) == value


@pytest.mark.rule("CS-9.2.1h")
def test_cavalry_has_swords():
    b = field(horse("a"), foot("r", RED, at=(500, 510)))
    assert any(value == 3 for label, value in worth(b).items() if "weapon" in label)


@pytest.mark.rule("CS-9.2.1i")
def test_nobody_has_engineers_attached_yet_so_works_give_no_attacker_a_bonus():
    b = field(foot("a"), foot("r", RED, at=(500, 510)), features=[area("light_works", 400, 505, 600, 560)])
    assert facts(b).engineers is False
    assert facts(b, "r", "a").cover == {"light_works"}


@pytest.mark.rule("CS-9.2.1j")
@pytest.mark.parametrize("men, bonus", [(260, 0), (240, 4)])
def test_twice_the_enemys_frontage(men, bonus):
    b = field(foot("a"), foot("r", RED, at=(500, 510), men=men))
    assert sum(value for label, value in worth(b).items() if "frontage" in label) == bonus


@pytest.mark.rule("CS-9.2.1n")
@pytest.mark.parametrize("weather, value", [("rain", -3), ("snow", -3), ("fog", 0), ("clear", 0)])
def test_rain_and_snow_hamper_infantry_only(weather, value):
    b = field(foot("a"), horse("r", RED, at=(500, 510)))
    b.world.weather = weather
    told = worth(b)
    assert sum(worth for label, worth in told.items() if "rain" in label or "snow" in label) == value
    assert facts(field(horse("a"), foot("r", RED, at=(500, 510)))).arm == "cavalry"


# -- direction


@pytest.mark.rule("CS-9.2.1b", "CS-9.2.1c")
@pytest.mark.parametrize(
    "facing, at, strikes",
    [
        (0, (500, 490), "front"),  # head on
        (270, (575, 530), "flank"),  # square on the left end of the enemy's line, all of it past his front
        (345, (480, 470), "front"),  # 15 degrees: too little
    ],
)
def test_where_an_attack_strikes(facing, at, strikes):
    b = field(horse("a", at=at, facing=facing, men=80), foot("r", RED, at=(500, 500), facing=180), state=ATTACKS)
    assert facts(b).attacks == strikes


@pytest.mark.rule("CS-9.2.1b")
@pytest.mark.parametrize("ahead, strikes", [(60, "front"), (-40, "flank")])
def test_a_whole_stand_must_be_past_the_line_of_the_front(ahead, strikes):
    # the enemy faces north at y = 500: what is south of that line is past his front
    b = field(
        foot("a", at=(570, 500 + ahead), facing=270, men=120), foot("r", RED, at=(500, 500), facing=0), state=ATTACKS
    )
    assert facts(b).attacks == strikes


@pytest.mark.rule("CS-9.2.1b")
@pytest.mark.parametrize("start, strikes", [((500, 300), "rear"), ((700, 295), "rear"), ((700, 300), "front")])
def test_who_set_out_within_45_degrees_of_straight_behind_strikes_the_rear(start, strikes):
    begun = (start[0] * 16, start[1] * 16)
    b = field(
        foot("a", at=(500, 515), facing=180),
        foot("r", RED, at=(500, 500), facing=0),
        state={"a": {"now": Doings(from_where=begun, came_into=("r",))}},
    )
    assert facts(b).attacks == strikes


def slantwise(**more):
    """A column comes 30 degrees aslant upon the middle of a line: half the line is past the column's front."""
    column = foot("a", at=(500, 515), facing=210, formation="column_of_divisions")
    return field(column, foot("r", RED, at=(500, 500), facing=0), **more)


@pytest.mark.rule("CS-9.2.1b")
def test_who_is_come_upon_strikes_nobodys_flank():
    assert facts(slantwise(state=ATTACKS), "r", "a").attacks == "front"
    assert facts(slantwise(state=ATTACKS, variants=("flanks-for-all",)), "r", "a").attacks == "flank"
    assert facts(slantwise(state={"r": {"now": Doings(came_into=("a",))}}), "r", "a").attacks == "flank"


@pytest.mark.rule("CS-9.2.1b")
@pytest.mark.parametrize(
    "state, strikes",
    [
        ({"before": Doings(came_into=("a",))}, "flank"),  # it was not let into the combat on the turn it came
        ({"melee": ("a",), "set_upon": ("a",)}, "flank"),
        ({"melee": ("a",)}, "front"),
        ({"set_upon": ("a",)}, "front"),  # that melee is over
    ],
)
def test_who_began_a_melee_stays_its_attacker(state, strikes):
    assert facts(slantwise(state={"r": state}), "r", "a").attacks == strikes


@pytest.mark.rule("CS-9.2.1b")
def test_the_odds_of_an_attack_take_it_for_an_attack():
    b = field(foot("a", at=(570, 470), facing=270, men=80), foot("r", RED, at=(500, 500), facing=0))
    [found] = [each for each in odds(b, BLUE, "a", "r") if each.check == "close-combat"]
    labels = [worth.label for worth in found.modifiers]
    assert sum("attacking the enemy flank" in label for label in labels) == 1


@pytest.mark.rule("CS-9.2.1b")
def test_it_is_remembered_who_came_upon_whom():
    b = field(
        foot("a"),
        foot("r", RED, at=(500, 510)),
        dice=[5, 5, 5, 5, 100, 100],
        state=ATTACKS,
        ratings={name: {"morale_rating": 8} for name in ("a", "r")},
    )
    run(close_combat.play(b))
    assert (b.unit("a").melee, b.unit("a").set_upon) == (("r",), ("r",))
    assert (b.unit("r").melee, b.unit("r").set_upon) == (("a",), ())


@pytest.mark.rule("CS-9.2.1c")
@pytest.mark.parametrize("attacker, bonus", [(horse, 7), (foot, 5)])
def test_cavalry_on_an_open_infantry_flank_gains_7_instead_of_5(attacker, bonus):
    flanker = attacker("a", at=(570, 470), facing=270, men=80)
    b = field(flanker, foot("r", RED, at=(500, 500), facing=0), state=ATTACKS)
    assert sum(value for label, value in worth(b).items() if "flank" in label) == bonus


@pytest.mark.rule("CS-9.2.1c")
def test_a_square_has_neither_flank_nor_rear():
    square = foot("r", RED, at=(500, 500), facing=0, formation="open_square")
    b = field(horse("a", at=(540, 480), facing=270), square, state=ATTACKS)
    assert facts(b).attacks == "front"


# -- flanks


@pytest.mark.rule("CS-9.2.1d")
@pytest.mark.parametrize("left, right, secured", [(20, 20, True), (21, 20, False), (20, 21, False)])
def test_flanks_are_secured_by_formed_friends_within_20_paces_on_both_sides(left, right, secured):
    b = field(
        foot("a"), foot("l", at=(380 - left, 500)), foot("m", at=(620 + right, 500)), foot("r", RED, at=(500, 515))
    )
    assert facts(b).flanks_secured == secured


@pytest.mark.rule("CS-9.2.1d")
@pytest.mark.parametrize("change", [{"status": "broken"}, {"formation": "open_order"}])
def test_broken_or_loose_friends_secure_nothing(change):
    b = field(
        foot("a"),
        foot("l", at=(365, 500)),
        foot("m", at=(640, 500)),
        foot("r", RED, at=(500, 515)),
        state={"l": change},
    )
    assert not facts(b).flanks_secured


@pytest.mark.rule("CS-9.2.1d")
@pytest.mark.parametrize("x, secured", [(580, True), (581, False)])
@pytest.mark.parametrize("kind, more", [("wall", {}), ("river", {"fordable": False, "width_paces": 2})])
def test_a_friend_on_one_flank_and_an_obstacle_or_a_river_on_the_other(x, secured, kind, more):
    b = field(
        foot("a"),
        foot("l", at=(365, 500)),
        foot("r", RED, at=(500, 515)),
        features=[line(kind, (x, 300), (x, 700), **more)],
    )
    assert facts(b).flanks_secured == secured


# -- cover


@pytest.mark.rule("CS-9.2.1m")
@pytest.mark.parametrize("kind, more, value", [
    ("heavy_works", {}, 4), ("medium_works", {}, 3), ("light_works", {}, 2), ("light_woods", {}, 2),
    ("heavy_woods", {}, 3), ("building", {"stone": True}, 3), ("village", {"density": "sparse"}, 2),
])  # fmt: skip
def test_cover_helps_who_stands_in_it(kind, more, value):
    b = field(foot("a"), foot("r", RED, at=(500, 512)), features=[area(kind, 400, 440, 600, 505, **more)])
    labels = {label: value for label, value in worth(b).items() if label not in ("morale rating", "resolute")}
    assert sum(labels.values()) == value


@pytest.mark.rule("CS-9.2.1m")
def test_cover_helps_neither_if_both_stand_in_it():
    b = field(foot("a"), foot("r", RED, at=(500, 512)), features=[area("heavy_woods", 400, 440, 600, 600)])
    assert set(worth(b)) == {"morale rating", "resolute"}


# -- leaders


@pytest.mark.rule("CS-9.2.1e")
@pytest.mark.parametrize("paces, rating", [(20, "average"), (21, "none")])
def test_a_leader_within_20_paces(paces, rating):
    b = field(foot("a"), foot("r", RED, at=(500, 515)), leaders={BLUE: (560 + paces, 497)})
    assert facts(b).leader == rating


@pytest.mark.rule("CS-10.1.1b", "CS-9.2.1e")
def test_an_attached_leader_fights_with_his_unit_wherever_his_figure_stands():
    from msgspec.structs import replace

    b = field(foot("a"), foot("r", RED, at=(500, 515)))
    leader = b.world.leaders["general-blue"]
    b.world.leaders["general-blue"] = replace(leader, attached="a", rating="superior")
    assert facts(b).leader == "superior"


# -- surprise


def attack_from(
    start, *, features=(), smoke=(), between=(), turn=2, weather="clear", dice=1, defender=None, variants=(), **attacker
):
    """Red comes upon a blue line from a place to the north."""
    from msgspec.structs import replace

    b = field(
        defender or foot("a"),
        foot("r", RED, at=start, **attacker),
        *between,
        features=features,
        dice=dice,
        variants=variants,
    )
    b.world.turn, b.world.smoke, b.world.weather = turn, tuple(smoke), weather
    movement.note_the_unseen(b, {"r": Mover("r", "", "quick", (), 4, attack=True)})
    now = replace(b.unit("r").now, moved="quick", came_into=("a",), from_where=b.survey.middle("r"))
    b.emit(Noted(), sets=[b.change("r", position=(500 * 16, 515 * 16), now=now)], to=())
    return b


@pytest.mark.rule("CS-9.2.1f")
def test_an_attacker_out_of_a_wood_surprises():
    wood = area("heavy_woods", 300, 600, 700, 900)
    assert facts(attack_from((500, 700), features=[wood])).surprised
    assert not facts(attack_from((500, 700))).surprised
    assert not facts(attack_from((500, 700), features=[wood]), "r", "a").surprised


@pytest.mark.rule("CS-9.2.1f")
def test_other_units_do_not_hide_an_attacker():
    assert not facts(attack_from((500, 700), between=[foot("f", RED, at=(500, 640))])).surprised


@pytest.mark.rule("CS-9.2.1f")
@pytest.mark.parametrize("balls, made, surprises", [(6, 1, True), (5, 1, False), (6, 2, False)])
def test_an_attacker_through_a_bank_of_6_surprises_but_not_through_smoke_made_after_he_moved(balls, made, surprises):
    smoke = [Ball(470 + 10 * i, 600, made) for i in range(balls)]
    assert facts(attack_from((500, 700), smoke=smoke)).surprised == surprises


@pytest.mark.rule("CS-9.2.1f")
@pytest.mark.parametrize("spots, surprises, near", [
    ([(500, 600)] * 6, True, True),
    ([(600, 600)] * 6, False, True),  # 100 paces beside the way of its middle, its front is 160 wide
    ([(500, 508)] * 6, False, False),  # beyond where it stopped, before the defenders' muskets
    ([(500, 740)] * 6, False, False),  # behind where it set out
    ([(410, 600)] * 3 + [(500, 610)] * 3, True, True),
    ([(320, 600)] * 3 + [(410, 600)] * 3, False, True),
])  # fmt: skip
def test_smoke_surprises_where_the_attacker_went_through_it_not_beside_it(spots, surprises, near):
    smoke = [Ball(x, y, 1) for x, y in spots]
    assert facts(attack_from((500, 700), smoke=smoke)).surprised is surprises
    assert facts(attack_from((500, 700), smoke=smoke, variants=("smoke-near-the-way",))).surprised is near


@pytest.mark.rule("CS-9.2.1f")
@pytest.mark.parametrize("beside, surprises", [(0, True), (1, False)])
def test_the_front_reaches_as_far_as_its_flank_and_no_farther(beside, surprises):
    half = shape(attack_from((500, 700)), attack_from((500, 700)).unit("r")).width // 2 // SUB
    smoke = [Ball(500 + half + beside, 600, 1)] * 6
    assert facts(attack_from((500, 700), smoke=smoke)).surprised is surprises


@pytest.mark.rule("CS-9.2.1f")
@pytest.mark.parametrize("east, surprises", [(545, True), (560, False)])
def test_a_column_goes_through_a_bank_between_two_balls_that_hang_together(east, surprises):
    smoke = [*[Ball(455, 600, 1)] * 6, *[Ball(east, 600, 1)] * 6]
    assert facts(attack_from((500, 700), smoke=smoke, formation="march_column")).surprised is surprises


@pytest.mark.rule("CS-9.2.1f")
def test_what_any_stand_of_the_defender_saw_does_not_surprise_him():
    copse = area("heavy_woods", 480, 560, 520, 640)
    assert not facts(attack_from((500, 700), features=[copse])).surprised


@pytest.mark.rule("CS-9.2.1f")
def test_a_garrison_is_not_surprised_by_the_battalion_it_exchanged_volleys_with():
    farm = area("building", 460, 440, 540, 505)
    attack = Order(Straight(gait="quick"), combat=Attack("a"))
    b = stage(
        foot("a", men=200, formation="garrison"),
        foot("r", RED, at=(500, 590)),
        features=[farm],
        phase="movement",
        state={"r": {"order": attack}},
    )
    run(movement.play(b))
    assert b.unit("r").now.came_into == ("a",)
    assert not b.world.unaware
    assert not facts(b).surprised


@pytest.mark.rule("CS-9.2.1f")
def test_an_attacker_whom_only_a_friend_of_the_defender_saw_surprises():
    wood = area("heavy_woods", 200, 560, 800, 660)
    b = attack_from((500, 700), features=[wood], between=[foot("f", at=(500, 900), facing=180)])
    assert "r" in b.knowledge.seen_by("blue")
    assert facts(b).surprised


@pytest.mark.rule("CS-9.2.1f")
@pytest.mark.parametrize("marches", [True, False])
def test_two_that_come_upon_each_other_unseen_are_both_surprised(marches):
    wood = area("heavy_woods", 200, 450, 800, 1000)
    order = Order(Straight(gait="quick"), combat=Attack())
    b = stage(
        foot("a", men=240, at=(500, 500)),
        foot("r", RED, men=240, at=(500, 640)),
        features=[wood],
        phase="movement",
        state={"r": {"order": order}, "a": {"order": Order(Straight())} if marches else {}},
    )
    run(movement.play(b))
    assert b.unit("r").now.came_into == ("a",)
    assert b.unit("a").now.came_into == (("r",) if marches else ())
    b.world.phase = "close_combat"
    run(close_combat.play(b))
    assert [event.units["unit"] for event in events(b, "surprised")] == (["r", "a"] if marches else ["a"])
    assert any("(unseen when movement began)" in line for line in told(b))


@pytest.mark.rule("CS-9.2.1f")
def test_a_surprised_unit_fights_at_minus_6_and_remembers_it_for_its_morale():
    b = attack_from((500, 700), features=[area("heavy_woods", 300, 600, 700, 900)])
    assert worth(b)["surprised"] == -6
    assert b.unit("a").now.surprised
    assert [event.units for event in events(b, "surprised")] == [{"unit": "a", "foe": "r"}]


@pytest.mark.rule("CS-B.8c")
@pytest.mark.parametrize("faces, caught", [([3, 4], False), ([3, 3], True)])
@pytest.mark.parametrize("weather", ["fog", "rain", "snow"])
def test_in_fog_the_defenders_officers_roll_against_surprise(faces, caught, weather):
    b = attack_from((500, 700), weather=weather, dice=[*faces])
    b.roster.units["a"] = _rated(b, "a", morale_rating=8, discipline="trained")
    take_by_surprise(b, engagements.pairings(b))
    assert facts(b).surprised == caught
    assert not facts(b, "r", "a").surprised
    assert len(events(b, "surprised")) == caught
    assert len(events(b, "alert")) == (not caught)


def _rated(b, name, **fields):
    from msgspec.structs import replace

    entry = b.roster.units[name]
    return replace(entry, rated=replace(entry.rated, **fields))


@pytest.mark.rule("CS-B.8c")
def test_fog_replaces_the_test_of_sight():
    b = attack_from((500, 700), features=[area("heavy_woods", 300, 600, 700, 900)], weather="fog", dice=[10, 10])
    take_by_surprise(b, engagements.pairings(b))
    assert not facts(b).surprised
