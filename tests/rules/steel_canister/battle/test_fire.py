"""Fire in play: who may fire at whom, shots in 5a to 5h, phases 6 and 7."""

import pytest

from grognard.systems.steel_canister.facts import fire as fire_facts
from grognard.systems.steel_canister.phases import fire
from grognard.systems.steel_canister.staging import events, run, says, stage, unit


def facing(dice=(), **more):
    """A blue line and a red column one space before it."""
    more.setdefault("at", (5, 6))
    return stage(
        unit("a", at=(5, 5)), unit("b", side="red", facing="S", formation="attack_column", **more), dice=dice, phase="7"
    )


@pytest.mark.rule("SC-1.1g", "SC-3.1", "SC-3.4", "SC-3.5")
def test_volleys_are_simultaneous():
    # a: 4 dice and 1 for the column, 3 hits; b: 2 dice, 2 hits; then steadiness of those struck, two dice each
    b = facing([5, 5, 5, 1, 1, 6, 6, 1, 1, 5, 1])
    run(fire.musketry(b))
    assert (b.unit("a").killed, b.unit("b").killed) == (2, 3)
    assert (b.unit("b").status, b.unit("a").status) == ("disordered", "good_order")
    assert [b.unit(each).spent for each in "ab"] == [1, 1]


@pytest.mark.rule("SC-3.4")
def test_each_of_several_firers_is_credited_with_the_figures_that_fell_to_him():
    b = stage(
        unit("a", at=(5, 5)),
        unit("c", at=(6, 5)),
        unit("b", side="red", at=(5, 6), facing="S", formation="square"),
        dice=[6] * 60,
        phase="7",
    )
    run(fire.musketry(b))
    hits = {event.units["unit"]: event.values["hits"] for event in events(b, "shot") if event.units["target"] == "b"}
    losses = [(e.units["by"], e.values["figures"]) for e in events(b, "losses") if e.units["unit"] == "b"]
    assert set(hits) == {"a", "c"}
    assert losses == list(hits.items())
    assert b.unit("b").killed == sum(hits.values())


@pytest.mark.rule("SC-1.1g")
@pytest.mark.parametrize("spent, fires", [(1, True), (3, False)])
def test_a_second_shot_needs_a_point(spent, fires):
    b = stage(
        unit("a", at=(5, 5), spent=spent, shots=1, shot_early=True),
        unit("b", side="red", at=(5, 6), facing="S"),
        dice=1,
    )
    assert (fire_facts.targets(b, "a", early=False) == ["b"]) is fires
    assert fire_facts.may_shoot(b, "a", "b", early=True).rule in ("SC-1.1e", "SC-1.2g")


@pytest.mark.rule("SC-1.1g")
def test_nobody_fires_twice_in_a_phase_nor_after_a_charge():
    b = stage(unit("a", at=(5, 5), shots=1), unit("b", side="red", at=(5, 6)), unit("c", at=(6, 5), charged=True))
    assert fire_facts.may_shoot(b, "a", "b", early=False).rule == "SC-1.1g"
    assert fire_facts.may_shoot(b, "c", "b", early=False).rule == "SC-6.2"


@pytest.mark.rule("SC-3.2")
@pytest.mark.parametrize(
    "at, formation, allowed",
    [((6, 6), "line", True), ((6, 5), "line", False), ((6, 5), "square", True), ((5, 4), "skirmish", True),
     ((5, 7), "line", True), ((5, 8), "line", False)],
)  # fmt: skip
def test_arc_and_reach_of_muskets(at, formation, allowed):
    arm = "light_infantry" if formation == "skirmish" else "infantry"
    b = stage(unit("a", at=(5, 5), arm=arm, formation=formation), unit("b", side="red", at=at))
    assert (fire_facts.may_shoot(b, "a", "b", early=False) is None) is allowed


@pytest.mark.rule("SC-3.2")
def test_muskets_take_the_nearest():
    b = stage(
        unit("a", at=(5, 5)),
        unit("far", side="red", at=(4, 7)),
        unit("near", side="red", at=(6, 6)),
        unit("near too", side="red", at=(5, 6), arm="light_infantry", formation="skirmish"),
    )
    assert fire_facts.targets(b, "a", early=False) == ["near", "near too"]
    assert fire_facts.may_shoot(b, "a", "far", early=True) is None


@pytest.mark.rule("SC-3.2")
def test_all_round_from_a_strong_point_and_never_at_a_melee():
    b = stage(unit("a", at=(5, 5)), unit("b", side="red", at=(5, 4)), terrain={(5, 5): "strong_point"})
    assert fire_facts.targets(b, "a", early=False) == ["b"]
    b = stage(unit("a", at=(5, 5)), unit("b", side="red", at=(5, 6), melee=True))
    assert fire_facts.may_shoot(b, "a", "b", early=False).rule == "SC-3.2"


GUNS = {"arm": "foot_artillery", "formation": "unlimbered", "weight": "medium"}


@pytest.mark.rule("SC-2.3")
@pytest.mark.parametrize("at, allowed", [((6, 7), True), ((6, 6), False), ((5, 9), True), ((5, 4), False)])
def test_arc_of_a_battery(at, allowed):
    b = stage(unit("g", at=(5, 5), **GUNS), unit("b", side="red", at=at))
    assert (fire_facts.targets(b, "g", early=False) == ["b"]) is allowed


@pytest.mark.rule("SC-2.3", "SC-0.6")
def test_guns_do_not_fire_over_friends_on_the_flat_nor_past_a_melee():
    b = stage(unit("g", at=(5, 3), **GUNS), unit("f", at=(5, 5)), unit("b", side="red", at=(5, 7)))
    assert fire_facts.may_shoot(b, "g", "b", early=False).rule == "SC-2.3"
    hill = stage(
        unit("g", at=(5, 3), **GUNS),
        unit("f", at=(5, 5), melee=True),
        unit("b", side="red", at=(5, 7)),
        levels={(5, 3): 2},
    )
    assert fire_facts.may_shoot(hill, "g", "b", early=False).reason == "guns do not fire past units in melee"


@pytest.mark.rule("SC-0.6")
@pytest.mark.parametrize("wooded", ["one", "other"])
def test_into_heavy_terrain_and_out_of_it_one_sees_two_spaces(wooded):
    """The ground between is open: only the end in the wood counts, whichever it is."""
    one = (5, 3)
    for other, seen in (((5, 5), True), ((5, 6), False)):
        b = stage(unit("a", at=one), terrain={one if wooded == "one" else other: "heavy"})
        assert b.sees(one, other) is seen
        assert stage(unit("a", at=one)).sees(one, other)


@pytest.mark.rule("SC-4.1j")
def test_support_fire_waives_the_narrow_arc():
    b = stage(
        unit("g", at=(3, 4), **GUNS), unit("t", at=(4, 4)), unit("b", side="red", at=(4, 5), facing="S"), dice=[1] * 5
    )
    assert fire_facts.may_shoot(b, "g", "b", early=True).rule == "SC-2.3"
    assert fire_facts.may_shoot(b, "g", "b", early=True, support=True) is None
    fire.shoot(b, "g", "b", support=True)
    (shot,) = events(b, "shot")
    assert (shot.values["how"], shot.values["dice"]) == ("canister", 5)
    assert "SC-4.1j" in shot.rules
    assert b.unit("g").shot_early


@pytest.mark.rule("SC-6.3", "SC-3.5")
@pytest.mark.parametrize("dice, status", [([5, 6, 6, 1, 2, 1, 3], "disordered"), ([5, 6, 1, 1, 2, 5, 3], "good_order")])
def test_a_volley_at_a_charging_column(dice, status):
    b = facing(dice)
    fire.shoot(b, "a", "b", rules=("SC-1.1i",))
    assert b.unit("b").status == status


@pytest.mark.rule("SC-3.4")
def test_hits_of_a_phase_are_added_and_rolled_for_once():
    b = stage(
        unit("a", at=(4, 5), formation="attack_column"),
        unit("c", at=(5, 5), formation="attack_column"),
        unit("b", side="red", at=(5, 6), facing="S", shots=1),
        dice=[5, 1, 5, 5, 1, 1],
        phase="7",
    )
    run(fire.musketry(b))
    assert b.unit("b").killed == 3
    (effect,) = events(b, "steadiness")
    assert (effect.values["hits"], b.unit("b").status) == (3, "disordered")


@pytest.mark.rule("SC-3.5", "SC-4.3c")
def test_who_breaks_under_fire_runs_from_it():
    # four of five dice hit: three levels, no steadiness, retreat; then three spaces away
    b = facing([5, 5, 5, 5, 1, 1, 1, 2])
    run(fire.musketry(b), says(("fire:b", "hold", {})))
    assert (b.unit("b").status, b.unit("b").space, b.unit("b").facing) == ("retreat", (5, 9), "N")


@pytest.mark.rule("SC-3.3", "SC-0.11")
def test_flank_and_cover_are_counted():
    b = stage(unit("a", at=(5, 5)), unit("b", side="red", at=(5, 6), facing="W"), terrain={(5, 6): "light"})
    facts = fire_facts.musketry_at(b, "a", "b")
    assert (facts.target_flank, facts.target_cover, facts.range) == (True, "light", 1)


@pytest.mark.rule("SC-1.1g")
def test_a_seat_may_hold_its_fire():
    b = facing([])
    run(fire.musketry(b), lambda decision: decision.answer("hold"))
    assert not events(b, "shot")


@pytest.mark.rule("SC-3.5")
@pytest.mark.parametrize(
    "variants, killed, status", [((), 3, "good_order"), ((), 9, "halted"), (("losses-do-not-tell",), 9, "good_order")]
)
def test_one_hit_shakes_who_has_lost_many(variants, killed, status):
    """A volley of four dice that hits once; nine of eighteen figures down leave no steadiness dice."""
    b = stage(
        unit("a", at=(5, 5)),
        unit("e", side="red", at=(5, 6), facing="S", killed=killed, ap=0),
        phase="7",
        dice=[5, 1, 1, 1],
        variants=variants,
    )
    run(fire.musketry(b))
    assert (b.unit("e").killed, b.unit("e").status) == (killed + 1, status)
