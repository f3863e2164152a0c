"""Cavalry in close combat: pursuit, second attacks, attacks one after the other, reinforcement, forced rally."""

import pytest

from grognard.battle.kinds import Noted
from grognard.systems.cold_steel.facts.combat import engagements
from grognard.systems.cold_steel.phases import close_combat
from grognard.systems.cold_steel.phases.close_combat import phase, squadrons
from grognard.systems.cold_steel.staging import RED, events, run, unit
from grognard.systems.cold_steel.table.state import Attack, Doings, Order, Straight, Wheel

from ..melees import field, met, thrown


def foot(name, side=RED, *, at=(500, 510), facing=None, **more):
    return unit(name, side, at=at, facing=(180 if side == RED else 0) if facing is None else facing, **more)


def horse(name, side="blue", *, at=(500, 500), facing=None, men=240, squadrons=1, **more):
    facing = (180 if side == RED else 0) if facing is None else facing
    return unit(name, side, at=at, facing=facing, arm="light_cavalry", men=men, squadrons=squadrons, **more)


def came(*foes, **more):
    return {"now": Doings(moved="quick", came_into=foes, **more)}


def fight(b, **answers):
    """Play the phase; `answers` say what is decided, by kind, all else is by default."""

    def choose(decision):
        key = answers.get(decision.kind)
        key = key.pop(0) if isinstance(key, list) else key
        return decision.answer(key) if key else decision.default

    run(close_combat.play(b), choose)
    return b


def asked(b, kind, seat=None):
    """The options of the first decision of a kind, with nothing answered but defaults."""
    steps = close_combat.play(b)
    try:
        open_ = next(steps)
        while open_[0].kind != kind:
            open_ = steps.send((open_[0], open_[0].default))
    except StopIteration:
        return None
    return [option.key for option in open_[0].options]


ROUT = [8, 8, 2, 3]
"""Cavalry with sabres beats infantry by 14."""


# -- pursuit


@pytest.mark.rule("CS-9.2.2i")
@pytest.mark.parametrize("faces, may_hold", [([6, 6], True), ([6, 5], False)])
def test_cavalry_that_routs_its_enemy_may_be_held_only_if_it_passes_a_check(faces, may_hold):
    # morale 10, disciplined +3, 2 markers for the win, -3 for infantry out of square and -5 for its back: 12 makes 15
    ratings = {"h": {"morale_rating": 10, "discipline": "disciplined"}}
    b = field(horse("h"), foot("r"), dice=[*ROUT, *faces], ratings=ratings, state={"h": came()})
    assert asked(b, "secondary") == (["pursue", "hold"] if may_hold else None)
    assert events(b, "pursuit_check")[0].values["held"] == may_hold


def drawn_on(b):
    """What counts in the check of cavalry that is to be held, by label."""
    fight(b, secondary="hold")
    [check] = events(b, "pursuit_check")
    return {label: value for _, label, value in check.roll.modifiers}


@pytest.mark.rule("CS-9.2.2i", "CS-4.3.2")
def test_pursuit_counts_all_that_draws_cavalry_on_and_holds_it_back():
    """Infantry that flees 240 paces is not in square, and shows its back within 320 paces."""
    on_foot = {
        "cavalry threatening infantry not in square": -3,
        "cavalry threatening a flank or rear within 320 paces, unwilling to charge": -5,
    }
    fled = field(horse("h"), foot("r"), dice=[*ROUT, 9, 9])
    assert drawn_on(fled).items() >= on_foot.items()
    assert 200 <= fled.survey.distance("h", "r") <= 320
    wood = {"type": "Polygon", "coordinates": [[[300, 740], [700, 740], [700, 900], [300, 900], [300, 740]]]}
    woods = [{"type": "Feature", "properties": {"kind": "heavy_woods"}, "geometry": wood}]
    told = drawn_on(field(horse("h"), foot("r"), dice=[*ROUT, 9, 9], features=woods))
    assert told["threatened unit in heavy cover"] == 7


@pytest.mark.rule("CS-9.2.2i", "CS-4.3.2")
def test_cavalry_that_has_fled_out_of_reach_tempts_nobody():
    """Horse routed by horse canters 400 paces and more: it is threatened no longer."""
    b = field(horse("h"), horse("r", RED, at=(500, 510), facing=180), dice=[10, 10, 1, 1, 9, 9])
    told = drawn_on(b)
    assert b.survey.distance("h", "r") > 400
    assert not [label for label in told if "cavalry threatening" in label]


@pytest.mark.rule("CS-9.2.2i", "CS-5.4b")
def test_a_pursuer_ends_within_20_paces_of_the_router():
    b = fight(field(horse("h"), foot("r"), dice=ROUT), secondary="pursue")
    assert b.unit("r").status == "routed"
    assert b.survey.distance("h", "r") <= 20
    assert b.unit("h").position[1] > 600 * 16
    assert len(events(b, "combat")) == 1


@pytest.mark.rule("CS-9.2.2i")
def test_cavalry_that_is_held_stays():
    b = fight(field(horse("h"), foot("r"), dice=ROUT), secondary="hold")
    assert b.unit("h").position == (500 * 16, 500 * 16)
    assert events(b, "held")


@pytest.mark.rule("CS-9.2.2i")
def test_a_confused_pursuer_takes_2_disorder():
    b = field(horse("h"), foot("r"), dice=[10, 10, 2, 3, 1, 1], ratings={"h": {"morale_rating": 6}})
    fight(b)
    assert b.unit("h").disorder == 2 + 2


@pytest.mark.rule("CS-9.2.2i")
def test_infantry_never_pursues():
    b = fight(field(foot("a", "blue", at=(500, 500)), horse("h", RED, at=(500, 510)), dice=[10, 10, 1, 1]))
    assert met(b)[0][2] == "loser falls back broken in open order" or b.unit("h").status == "routed"
    assert not events(b, "pursuit_check")
    assert b.unit("a").position == (500 * 16, 500 * 16)


# -- second attacks


def beyond(at, **more):
    """Another red battalion behind the one that is routed."""
    return foot("s", at=at, **more)


@pytest.mark.rule("CS-9.2.3j")
@pytest.mark.parametrize("y, may", [(620, True), (621, False)])
def test_a_second_enemy_within_120_paces_may_be_attacked(y, may):
    b = field(horse("h"), foot("r"), beyond((500, y)), dice=ROUT)
    assert ("s" in (asked(b, "secondary") or [])) == may


@pytest.mark.rule("CS-9.2.3j")
@pytest.mark.parametrize("at, may", [((620, 560), False), ((600, 560), True)])
def test_a_second_enemy_within_60_degrees_may_be_attacked(at, may):
    b = field(horse("h", men=80), foot("r", men=100), beyond(at, men=60), dice=[10, 10, 2, 3])
    assert ("s" in (asked(b, "secondary") or [])) == may


@pytest.mark.rule("CS-9.2.3j")
def test_the_second_attack_is_settled_at_once_with_the_disorder_just_gained():
    b = field(horse("h"), foot("r"), beyond((500, 610)), dice=[*ROUT, 9, 9, 5, 5, 5, 5])
    fight(b, secondary=["s"])
    assert [pair[:2] for pair in met(b)] == [("h", "r"), ("h", "s")]
    second = events(b, "combat")[1].roll.modifiers
    assert [value for _, label, value in second if "disorder" in label] == [-2]


@pytest.mark.rule("CS-9.2.3k")
@pytest.mark.parametrize("faces, attacks", [([10, 9], 2), ([9, 9], 3)])
def test_to_stop_with_an_enemy_in_reach_the_unit_must_pass_a_check(faces, attacks):
    # morale 8, 4 markers after two wins, -3 for the infantry in line that tempts it, -5 for the backs of those who
    # flee: 19 makes 15, 18 makes 14
    b = field(
        horse("h"), foot("r"), beyond((500, 610)), foot("t", at=(500, 700)),
        dice=[*ROUT, 9, 9, 6, 6, 3, 3, *faces, 1, 1, 9, 9],
    )  # fmt: skip
    fight(b, secondary=["s", "stop"])
    [check] = events(b, "stop_check")
    assert check.roll.total == sum(faces) - 4
    assert check.values["stops"] == (attacks == 2)
    assert len(met(b)) == attacks


@pytest.mark.rule("CS-9.2.3k")
def test_a_second_attack_that_is_lost_ends_the_ride():
    b = field(horse("h"), foot("r"), beyond((500, 610)), foot("t", at=(500, 700)), dice=[*ROUT, 9, 9, 1, 1, 9, 9])
    fight(b, secondary=["s"])
    assert len(met(b)) == 2
    assert b.unit("h").now.combat == "lost"
    assert not events(b, "stop_check")


# -- several on one


@pytest.mark.rule("CS-9.2.3f", "CS-9.2.3h")
def test_two_regiments_upon_one_battalion_attack_one_after_the_other_the_nearest_first():
    b = field(
        horse("far", at=(560, 495), men=80),
        horse("near", at=(440, 500), men=80),
        foot("r"),
        dice=[6, 6, 9, 9, 5, 5, 8, 8],
        state={"far": came("r"), "near": came("r")},
    )
    fight(b)
    assert [pair[:2] for pair in met(b)] == [("near", "r"), ("far", "r")]
    assert len(thrown(b, "close-combat, ")) == 4  # the battalion rolls twice


@pytest.mark.rule("CS-9.2.3f")
def test_who_is_attacked_twice_and_holds_is_locked_with_both():
    b = field(
        horse("far", at=(560, 495), men=160),
        horse("near", at=(440, 500), men=160),
        foot("r"),
        dice=[4, 5, 5, 5] * 2,
        state={"far": came("r"), "near": came("r")},
    )
    fight(b)
    assert [pair[2] for pair in met(b)] == ["melee", "melee"]
    assert set(b.unit("r").melee) == {"far", "near"}
    assert b.unit("near").melee == b.unit("far").melee == ("r",)


@pytest.mark.rule("CS-9.2.3f")
def test_the_second_regiment_is_free_if_the_first_has_driven_the_enemy_off():
    b = field(
        horse("far", at=(560, 495), men=80),
        horse("near", at=(440, 500), men=80),
        foot("r"),
        dice=[10, 10, 1, 1],
        state={"far": came("r"), "near": came("r")},
    )
    fight(b)
    assert [pair[:2] for pair in met(b)] == [("near", "r")]
    assert b.unit("far").now.combat == ""


# -- squadrons


def regiment(dice, *, foe=None, formation="line", squadrons=3, **more):
    return field(
        horse("h", men=360, squadrons=squadrons, formation=formation),
        foe or foot("r", men=720),
        dice=dice,
        state={"h": came("r")},
        **more,
    )


@pytest.mark.rule("CS-9.2.3g")
def test_a_regiment_of_several_squadrons_is_asked_how_it_attacks():
    assert asked(regiment([]), "squadrons") == ["together", "in_turn"]
    assert asked(regiment([], squadrons=1), "squadrons") is None


@pytest.mark.rule("CS-9.2.3g")
@pytest.mark.parametrize("gap, attacks", [(55, 3), (61, None)])
def test_squadrons_too_far_from_each_other_attack_as_one(gap, attacks, monkeypatch):
    monkeypatch.setattr(squadrons, "gap", lambda b, unit: gap)
    b = regiment([])
    found = squadrons.sequence(b, engagements.pairings(b)[0])
    assert (found and found.attacks) == attacks


@pytest.mark.rule("CS-9.2.3g", "CS-9.2.3h")
def test_three_squadrons_in_turn_make_three_attacks_and_the_battalion_rolls_each_time():
    b = regiment([3, 4, 5, 5] * 3)
    fight(b, squadrons="in_turn")
    assert len(met(b)) == 3
    assert len(thrown(b, "close-combat, theirs")) == 3
    figures = [event.roll for event in events(b, "losses") if event.units["unit"] == "r"]
    assert len(figures) == 3  # six figures at 25% each time
    assert b.unit("r").lost == 3
    assert [event.values["figures"] for event in events(b, "losses") if event.units["unit"] == "h"] == [6, 6, 6]


@pytest.mark.rule("CS-9.2.3h")
def test_disorder_of_the_defender_grows_between_the_attacks():
    b = regiment([3, 4, 5, 5] * 3)
    fight(b, squadrons="in_turn")
    markers = [
        sum(value for _, label, value in event.roll.modifiers if "disorder" in label)
        for event in events(b, "combat_dice")
    ]
    assert markers == [0, -1, -2]


@pytest.mark.rule("CS-9.2.3g")
def test_the_attacks_end_when_the_enemy_is_driven_off():
    b = regiment([5, 5, 5, 5, 9, 9, 2, 2])
    fight(b, squadrons="in_turn")
    assert len(met(b)) == 2
    assert b.unit("r").now.combat == "lost"


@pytest.mark.rule("CS-9.2.3i")
def test_squadron_meets_squadron_where_both_sides_have_several():
    foe = horse("r", RED, at=(500, 510), men=240, squadrons=2)
    b = regiment([9, 9, 2, 2, 2, 2, 4, 2, 9, 9, 2, 2], foe=foe)
    fight(b, squadrons="in_turn")
    # A1 beats D1, A2 and D2 lock, A3 beats D2, who is still there
    assert [pair[2] for pair in met(b)] == ["loser routs", "melee", "loser routs"]
    assert b.unit("r").status == "routed"


def markers_in(b, kind="combat"):
    """What disorder cost the attacker, or with `combat_dice` the defender, in each attack."""
    return [sum(value for _, label, value in event.roll.modifiers if "disorder" in label) for event in events(b, kind)]


@pytest.mark.rule("CS-9.2.3g")
def test_each_squadron_has_the_disorder_of_the_regiment_and_the_regiment_that_of_its_worst_squadron():
    b = field(
        horse("h", men=360, squadrons=3, formation="line"),
        foot("r", men=720),
        dice=[5, 5, 5, 5] * 3,
        state={"h": {**came("r"), "disorder": 3}},
    )
    fight(b, squadrons="in_turn")
    assert [pair[2] for pair in met(b)] == ["melee"] * 3
    assert markers_in(b) == [-3, -3, -3]
    assert b.unit("h").disorder == 5  # two for each of them, not for each of them on top of the others'


@pytest.mark.rule("CS-9.2.3g", "CS-9.2.3h")
def test_a_squadron_that_routs_takes_the_regiment_with_it_whatever_the_last_one_does():
    b = regiment([2, 1, 9, 9, 5, 5, 8, 5, 5, 5, 8, 5], foe=foot("r", men=240))
    fight(b, squadrons="in_turn")
    assert [pair[2] for pair in met(b)] == ["loser routs", "melee", "melee"]
    beaten = [event.values["status"] for event in events(b, "morale") if event.values["cause"].startswith("beaten")]
    assert beaten == ["routed"]
    assert b.unit("h").now.combat == "lost"
    assert b.unit("r").now.combat == "won"
    assert not b.unit("h").melee
    assert not b.unit("r").melee


@pytest.mark.rule("CS-9.2.3i")
def test_a_defending_squadron_that_routs_takes_its_regiment_with_it_though_the_others_hold():
    foe = horse("r", RED, at=(500, 510), men=240, squadrons=2)
    b = regiment([9, 9, 2, 2, 5, 5, 5, 5], foe=foe, squadrons=2)
    fight(b, squadrons="in_turn", secondary="hold")
    assert [pair[2] for pair in met(b)] == ["loser routs", "melee"]
    assert markers_in(b, "combat_dice") == [0, 0]  # the second squadron did not fall into disorder with the first
    assert b.unit("r").status == "routed"
    assert len(events(b, "pursuit_check")) == 1


# -- squares


@pytest.mark.rule("CS-8.1f")
@pytest.mark.parametrize("riders, before", [(1, [2]), (2, [0, 2]), (3, [0, 1, 1])])
def test_a_square_fires_its_later_thirds_before_the_dice_of_the_second_and_third_attackers(riders, before, monkeypatch):
    from msgspec.structs import replace

    from grognard.systems.cold_steel.phases.close_combat import phase

    fired = []

    def fire_third(b, square, attacker):
        now = b.unit(square).now
        b.emit(Noted(), sets=[b.change(square, now=replace(now, thirds=now.thirds - 1))], to=())
        fired.append((attacker, len(met(b))))

    monkeypatch.setattr(phase, "fire_third", fire_third)
    places = [(500, 500), (500, 563), (470, 530)]
    facings = [0, 180, 90]
    horses = [horse(f"h{i}", at=places[i], facing=facings[i], men=40, formation="line") for i in range(riders)]
    b = field(
        *horses, foot("r", at=(500, 515), formation="open_square"), dice=[7, 7, 5, 5, 5, 6, 5, 5, 5, 6, 5, 5],
        state={f"h{i}": came("r") for i in range(riders)} | {"r": {"now": Doings(thirds=2)}},
    )  # fmt: skip
    fight(b)
    assert len(met(b)) == riders
    assert [sum(when == number for _, when in fired) for number in range(riders)] == before


@pytest.mark.rule("CS-8.1f")
def test_the_volley_before_the_dice_counts_in_the_combat():
    b = field(
        horse("h"),
        foot("r", at=(500, 510), formation="open_square"),
        dice=[9, 9, 1, 1],
        hundreds=[1, 1],
        state={"h": came("r"), "r": {"now": Doings(thirds=2)}},
    )
    fight(b)
    kinds = [event.kind for event in events(b) if event.kind in ("losses", "combat")]
    assert kinds[0] == "losses"
    assert b.unit("r").now.thirds == 0


# -- reinforcing


def locked(*units, dice=(5,) * 12, firefight=False, state=None, **more):
    """Cavalry in a melee since last turn."""
    tied = {
        "h": {"melee": ("i",), "firefight": firefight, "now": Doings(engaged=True)},
        "i": {"melee": ("h",), "firefight": firefight, "now": Doings(engaged=True)},
    }
    both = (horse("h", men=80), horse("i", RED, at=(500, 510), men=80))
    return field(*both, *units, dice=dice, state={**tied, **(state or {})}, **more)


@pytest.mark.rule("CS-9.2.3a", "CS-9.2.3b")
@pytest.mark.parametrize(
    "firefight, engaged, joins", [(False, False, True), (True, False, False), (False, True, False)]
)
def test_only_a_melee_is_reinforced_and_only_by_who_began_outside_p3(firefight, engaged, joins):
    b = locked(
        foot("k", "blue", at=(540, 530), facing=270, men=60),
        firefight=firefight,
        state={"k": came("i", engaged=engaged)},
    )
    assert any("k" in pair[:2] for pair in engagements.pairings(b)) == joins


@pytest.mark.rule("CS-9.2.3d")
@pytest.mark.parametrize("degrees, joins", [(85, True), (-90, True), (95, False)])
def test_cavalry_that_reinforces_may_wheel_90_degrees(degrees, joins):
    order = Order(Wheel(degrees), combat=Attack())
    b = locked(horse("k", at=(540, 540), facing=270, men=60), state={"k": {"order": order, **came("i")}})
    assert any("k" in pair[:2] for pair in engagements.pairings(b)) == joins


@pytest.mark.rule("CS-9.2.3c")
def test_a_reinforcement_may_gain_the_flank_for_itself_alone():
    b = locked(foot("k", "blue", at=(540, 530), facing=270, men=60), state={"k": came("i")})
    fight(b)
    worth = {event.units["unit"]: [label for _, label, _ in event.roll.modifiers] for event in events(b, "combat")}
    assert any("flank" in label for label in worth["k"])
    assert not any("flank" in label for label in worth["h"])


@pytest.mark.rule("CS-9.2.3e")
@pytest.mark.parametrize("order, joins", [(Order(Straight(), combat=Attack()), True), (Order(), False), (None, False)])
def test_cavalry_behind_a_friend_in_melee_fights_his_enemy_in_front(order, joins):
    b = locked(horse("k", at=(500, 482), men=80), state={"k": {"order": order, **came()}})
    pairs = engagements.pairings(b)
    assert (engagements.Pairing("k", "i", "h") in pairs) == joins
    if joins:
        fight(b)
        assert ("k", "i") in [pair[:2] for pair in met(b)]


@pytest.mark.rule("CS-9.2.3e")
def test_nobody_reinforces_through_infantry_or_on_foot():
    order = {"order": Order(Straight(), combat=Attack()), **came()}
    b = locked(foot("k", "blue", at=(500, 482), men=80), state={"k": order})
    assert not any(pair.through for pair in engagements.pairings(b))


# -- forced rally


@pytest.mark.rule("CS-9.2.3l")
@pytest.mark.parametrize("markers, y, lifted", [(8, 1530, True), (7, 1530, False), (9, 1515, False)])
def test_cavalry_with_8_markers_and_out_of_p3_is_set_down_at_p0(markers, y, lifted):
    orders = {"order": Order(Straight(), combat=Attack())}
    b = field(
        horse("h", at=(500, 1500)),
        foot("r", at=(500, y)),
        dice=[5, 5, 5, 5],
        state={"h": {"disorder": markers, **orders}},
    )
    phase._force_rallies(b)
    assert (b.survey.distance("h", "r") >= 601) == lifted
    assert (b.unit("h").order is None) == lifted
    assert b.unit("h").disorder == markers
    assert bool(events(b, "forced_rally")) == lifted


@pytest.mark.rule("CS-9.2.3l")
@pytest.mark.parametrize("paces, lifted", [(600, True), (601, False)])
def test_cavalry_that_is_at_p0_already_stays_there(paces, lifted):
    b = field(horse("h", at=(500, 1500)), foot("r", at=(500, 1500 + paces)), state={"h": {"disorder": 8}})
    phase._force_rallies(b)
    assert bool(events(b, "forced_rally")) == lifted
